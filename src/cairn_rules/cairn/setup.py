"""Setting a game up: `new_game` (rules page, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from typing import Any, Final

from cairn_rules.cairn.bitboards import bit_set
from cairn_rules.cairn.board import CIRCLES, START_SPACES, TRIBES, Tribe
from cairn_rules.cairn.box_megaliths import BASE_SET, LIGHT_SET
from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.layout import UPCOMING, Layout
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.position import parse_position
from cairn_rules.cairn.state import NOBODY, State
from cairn_rules.cairn.tiles import TILES, Tiles, face_bits, tiles_from
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.errors import CairnRulesError, SetupError, UnknownIdError
from cairn_rules.manifest import Option, SetupOptions
from cairn_rules.registry import Registry
from cairn_rules.variants import read_variant


def new_game(
    *,
    seed: int | None = None,
    megaliths: Iterable[Megalith] = BASE_SET,
    circles: Sequence[str] | None = None,
    faces: str | Tiles | None = None,
    first: Tribe | None = None,
    variant: Variant | None = None,
) -> State:
    """The first state of a game; whatever is not given is drawn.

    The same arguments give the same state. Giving a face or the first player changes nothing
    about what else is drawn.

    Args:
        seed: A seed for everything that is drawn; None for a different game each time.
        megaliths: The set of megaliths: `BASE_SET`, `LIGHT_SET`, or any others, at least two.
        circles: The ids of the two megaliths on the Stone Circles b3 and d3; for first games
            `("chaos", "dawn")` (rule 2.5).
        faces: The faces that lie up, as `Tiles` or as text such as `"wooe"`.
        first: Who has the first turn.
        variant: The rule options.

    Raises:
        SetupError: when an argument is not of its kind, there are fewer than two megaliths, or the
            circles are not two of them.
        UnknownIdError: when a megalith for a circle is not in the set.
        DuplicateIdError: when two different megaliths have the same id.
        NotationError: when the text for the faces is none.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> {str(space): megalith.id for space, megalith in state.megaliths.items()}
        {'b3': 'chaos', 'd3': 'dawn'}
        >>> len(state.upcoming), len(state.deck)
        (2, 4)
    """
    _check("seed", seed, int, type(None))
    _check("first player", first, Tribe, type(None))
    _check("variant", variant, Variant, type(None))
    registry = megaliths if isinstance(megaliths, Registry) else _registry(megaliths)
    rng = Random(seed)
    drawn = list(registry)
    rng.shuffle(drawn)
    tossed = rng.choice(range(len(TILES)))
    starter = rng.choice(TRIBES)
    if len(drawn) < len(CIRCLES):
        raise SetupError(f"a game needs at least {len(CIRCLES)} megaliths for the Stone Circles, not {len(drawn)}")
    on_circles = _chosen(registry, circles) or drawn[: len(CIRCLES)]
    ids = [megalith.id for megalith in on_circles]
    rest = [megalith for megalith in drawn if megalith.id not in ids]
    sea, forest = _START
    active = starter if first is None else first
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
        moved=0,
        extra=NOBODY,
        layout=layout,
        pending=CHOOSE_ACTION,
        waiting=(),
        seen=(),
        turn=0,
        legal=None,
    )


_START: Final = tuple([bit_set(START_SPACES[tribe]) for tribe in TRIBES])
"""For each tribe the bitboard of its first shamans."""


def _check(name: str, value: object, *kinds: type) -> None:
    if not isinstance(value, kinds):
        raise SetupError(f"{value!r} is no {name}; it should be {' or '.join(kind.__name__ for kind in kinds)}")


def _registry(megaliths: Iterable[Megalith]) -> Registry[Megalith]:
    if isinstance(megaliths, AbstractSet):
        raise SetupError("a set has no order, so no seed could repeat the game; give a list or a Registry of megaliths")
    listed = tuple(megaliths)
    for megalith in listed:
        _check("megalith", megalith, Megalith)
    return Registry(listed)


def _chosen(registry: Registry[Megalith], circles: Sequence[str] | None) -> list[Megalith] | None:
    if circles is None:
        return None
    ordered = isinstance(circles, Sequence) and not isinstance(circles, str)
    if not ordered or len(circles) != len(CIRCLES) or circles[0] == circles[1]:
        raise SetupError(f"the Stone Circles take two different megaliths, not {circles!r}")
    return [registry[id] for id in circles]


LIGHT: Final[Mapping[str, Any]] = {"megaliths": LIGHT_SET, "circles": ("chaos", "dawn")}
"""The options of `new_game` for first games."""
_SAID: Final = ("light", "faces", "circles", "first")
"""What a position says already."""


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "plugins" in chosen:
        made["megaliths"] = BASE_SET.with_plugins()
    if "light" in chosen:
        made |= LIGHT
    if "circles" in chosen:
        made["circles"] = tuple(chosen["circles"].split(","))
    if "faces" in chosen:
        made["faces"] = chosen["faces"]
    if "first" in chosen:
        made["first"] = _tribe(chosen["first"])
    if "variant" in chosen:
        made["variant"] = read_variant(chosen["variant"], Variant)
    return made


def _tribe(name: str) -> Tribe:
    names = {tribe.name.lower(): tribe for tribe in Tribe}
    if name not in names:
        raise UnknownIdError(name, tuple(names))
    return names[name]


def _position(chosen: Mapping[str, Any]) -> State | None:
    if "position" not in chosen:
        return None
    for name in _SAID:
        if name in chosen:
            raise CairnRulesError(f"--{name} does not go with --position, which says it already")
    registry = BASE_SET.with_plugins() if "plugins" in chosen else BASE_SET
    return parse_position(chosen["position"], registry, read_variant(chosen.get("variant", ""), Variant))


def _registry_for(chosen: Mapping[str, Any]) -> Registry[Megalith] | None:
    return BASE_SET.with_plugins() if "plugins" in chosen else None


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(name="position", value="POSITION", help="Start from a position in quotes (default: a new game)."),
        Option(name="light", help="Set up a first game with the eight light megaliths (default: all megaliths)."),
        Option(name="faces", value="FACES", help="Faces of the tiles, such as wooe (default: random)."),
        Option(name="circles", value="ID,ID", help="Megaliths on the Stone Circles (default: random)."),
        Option(name="first", value="SEAT", help="First player: sea or forest (default: random)."),
        Option(
            name="variant", value="NAME=VALUE,…", help="Rule options, such as power_exit=true (default: the rulebook)."
        ),
        Option(
            name="plugins", help="Load the megaliths of installed plug-ins (default: those of the box).", reading=True
        ),
    ),
    arguments=_arguments,
    position=_position,
    registry=_registry_for,
)
"""Set-up options on the command line."""
