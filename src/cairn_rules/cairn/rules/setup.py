"""The set-up of a game: `new_game` (rules page, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from typing import Final

from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.state.bitboards import bit_set
from cairn_rules.cairn.state.board import CIRCLES, START_SPACES, TRIBES, Tribe, as_tribe
from cairn_rules.cairn.state.layout import UPCOMING, Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import TILES, Tiles, face_bits, tiles_from
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.checks import check_setup, items_of, plain_number
from cairn_rules.errors import SetupError, quoted
from cairn_rules.registry import Registry


def new_game(
    *,
    seed: int | None = None,
    megaliths: Iterable[Megalith] = BASE_SET,
    circles: Sequence[str] | None = None,
    faces: str | Tiles | None = None,
    first: Tribe | int | str | None = None,
    variant: Variant | None = None,
) -> State:
    """Return the first state of a game. Unless given, circles, faces and first player are random.

    The same seed and arguments always produce the same state. Passing the faces or the first player does
    not change the other draws.

    Args:
        seed: Seed of all random draws (default: a different game each time).
        megaliths: The megaliths to play with, at least two, such as `BASE_SET` or `LIGHT_SET`.
        circles: Ids of the two megaliths on the Stone Circles b3 and d3 (default: random). First games
            use `("chaos", "dawn")` (rule 2.5).
        faces: Visible faces of the tiles, as `Tiles` or as text such as `"wooe"` (default: random).
        first: The tribe that takes the first turn, its name or its seat number (default: random).
        variant: The rule options (default: the rules as printed).

    Raises:
        SetupError: if an argument has the wrong type, there are fewer than two megaliths, or the
            circles are not two different ids.
        UnknownIdError: if a megalith for a circle is not in the set.
        DuplicateIdError: if two different megaliths have the same id.
        NotationError: if `faces` is not a valid text of faces.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> {str(space): megalith.id for space, megalith in state.megaliths.items()}
        {'b3': 'chaos', 'd3': 'dawn'}
        >>> len(state.upcoming), len(state.deck)
        (2, 4)
    """
    seed = plain_number(seed)
    check_setup("seed", seed, int, type(None))
    chosen = as_tribe(first)
    if chosen is None and first is not None:
        raise SetupError(f"{quoted(first)} is not a first player; use 'sea' or 'forest'")
    check_setup("variant", variant, Variant, type(None))
    registry = megaliths if isinstance(megaliths, Registry) else _registry(megaliths)
    # 1. everything is drawn in a fixed order, even what is given, so that one argument does not change other draws
    rng = Random(seed)
    drawn = list(registry)
    rng.shuffle(drawn)
    tossed = rng.choice(range(len(TILES)))
    starter = rng.choice(TRIBES)
    # 2. megaliths: two on the circles, two on display, the others in the deck
    if len(drawn) < len(CIRCLES):
        raise SetupError(f"a game needs at least {len(CIRCLES)} megaliths for the Stone Circles, not {len(drawn)}")
    on_circles = _chosen(registry, circles) or drawn[: len(CIRCLES)]
    ids = [megalith.id for megalith in on_circles]
    rest = [megalith for megalith in drawn if megalith.id not in ids]
    sea, forest = _START
    active = starter if chosen is None else chosen
    layout = Layout(
        tuple(zip(CIRCLES, on_circles, strict=True)),
        tuple(rest[:UPCOMING]),
        tuple(rest[UPCOMING:]),
        tucked=0,
        scores=(0, 0),
        variant=STANDARD if variant is None else variant,
    )
    return State(
        own=sea if active is Tribe.SEA else forest,
        enemy=forest if active is Tribe.SEA else sea,
        faces=tossed if faces is None else face_bits(tiles_from(faces)),
        active=int(active),
        layout=layout,
        pending=CHOOSE_ACTION,
        turn=0,
    )


_START: Final = tuple([bit_set(START_SPACES[tribe]) for tribe in TRIBES])


def _registry(megaliths: Iterable[Megalith]) -> Registry[Megalith]:
    if isinstance(megaliths, AbstractSet):
        raise SetupError(
            "a set has no order, so a seed could not reproduce the game; use a list of megaliths or a Registry"
        )
    listed = items_of(megaliths, "a collection of megaliths, such as BASE_SET")
    for megalith in listed:
        check_setup("each of megaliths", megalith, Megalith)
    return Registry(listed)


def _chosen(registry: Registry[Megalith], circles: Sequence[str] | None) -> list[Megalith] | None:
    if circles is None:
        return None
    ordered = isinstance(circles, Sequence) and not isinstance(circles, str)
    if not ordered or len(circles) != len(CIRCLES) or circles[0] == circles[1]:
        raise SetupError(f"the Stone Circles take two different megaliths, not {circles!r}")
    return [registry[id] for id in circles]
