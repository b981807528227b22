"""The tags of a Korrigans record that define its starting state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from cairn_rules.codec.variant_text import format_variant, read_variant
from cairn_rules.errors import Fault, NotationError, cut
from cairn_rules.game import STATE_TAG
from cairn_rules.korrigans.rules.setup import clovers_of, first_state, pile_sizes
from cairn_rules.korrigans.state.board_file import default_board
from cairn_rules.korrigans.state.state import FEWEST, MOST, State
from cairn_rules.korrigans.state.tokens import CLOVERS, MENHIRS, PAWNS, Clover, Pawn, clover_text
from cairn_rules.korrigans.variant import REVISION_1, Variant
from cairn_rules.manifest import RecordStart
from cairn_rules.registry import Registry

T = TypeVar("T")

OPEN: Final = ("Players", "Clovers", "Menhirs", "Rainbow", "Variant")
"""The tags of an initial state: number of players, deal and rule options."""
_CLOVERS: Final = {clover_text(clover): clover for clover in CLOVERS}
_MENHIRS: Final = {str(menhir): menhir for menhir in MENHIRS}
_PAWNS: Final = {str(pawn): pawn for pawn in Pawn}
_NUMBERS: Final = tuple(map(str, range(FEWEST, MOST + 1)))


def start_tags(state: State) -> dict[str, str]:
    """Return the tags of a record that starts with a state.

    They are those of `OPEN` for the initial state of a game on the default board. For any other state it is the tag
    `State` alone, with the state as a document. Raise a `NotationError` if the state cannot be written.

    Example:
        >>> from cairn_rules import korrigans
        >>> tags = start_tags(korrigans.new_game(seed=7))
        >>> tags["Players"], tags["Clovers"].split()[0]
        ('2', 'A:mouse,g2,g2')
    """
    if state != _first_again(state):
        from cairn_rules.codec.envelope import write_state_tag  # noqa: PLC0415 - slow to import, rarely needed
        from cairn_rules.korrigans.documents.documents import DOCUMENTS  # noqa: PLC0415

        return write_state_tag(DOCUMENTS, state)
    ids = [field.id for field in state.board.fields]
    tags = {
        "Players": str(len(state.seats)),
        "Clovers": " ".join(
            f"{id}:{','.join(map(clover_text, pile))}" for id, pile in zip(ids, state.clovers, strict=True)
        ),
        "Menhirs": " ".join(f"{id}:{each}" for id, each in zip(ids, state.menhirs, strict=True) if each is not None),
        "Rainbow": ",".join(map(str, state.bag)),
    }
    if state.variant != REVISION_1:
        tags["Variant"] = format_variant(state.variant, REVISION_1)
    return tags


def _first_again(state: State) -> State | None:
    """Return the initial state with the same deal, or None if no deal leads to it."""
    board, players = default_board(), len(state.seats)
    clovers = tuple(clover for pile in state.clovers for clover in pile)
    menhirs = tuple(menhir for menhir in state.menhirs if menhir is not None)
    sizes = tuple(map(len, state.clovers))
    if sizes != pile_sizes(board, players) or len(menhirs) != len(board.menhirs):
        return None
    return first_state(board, players, clovers, menhirs, state.bag, state.variant)


def start_state(tags: Mapping[str, str], registry: Registry[Any] | None = None) -> State:
    """Return the state that a record's tags define. This is the inverse of `start_tags`.

    Tags that `start_tags` never writes are ignored; so is `registry`, because nothing in the game is looked up by id.
    Raise a `NotationError`, each fault of which names its tag, if the tags do not define a state.
    """
    if STATE_TAG in tags:
        from cairn_rules.codec.envelope import read_state_tag  # noqa: PLC0415 - slow to import, rarely needed
        from cairn_rules.korrigans.documents.documents import DOCUMENTS  # noqa: PLC0415

        state: State = read_state_tag(DOCUMENTS, tags, OPEN, registry)
        return state
    board, players = default_board(), tags.get("Players", "")
    if players not in _NUMBERS:
        fault = Fault("tag Players", f"{cut(players, 100)!r} is not a number of players from {FEWEST} to {MOST}")
        raise NotationError(players, [fault])
    number, faults = int(players), list[Fault]()
    sizes = {field.id: size for field, size in zip(board.fields, pile_sizes(board, number), strict=True)}
    stones = {field.id: 1 for field in board.fields if field.menhir}
    clovers = _dealt("Clovers", tags, sizes, _CLOVERS, faults)
    menhirs = _dealt("Menhirs", tags, stones, _MENHIRS, faults)
    bag = _known("Rainbow", tags.get("Rainbow", "").split(","), _PAWNS, faults)
    variant = REVISION_1
    try:
        variant = read_variant(tags.get("Variant", ""), Variant, REVISION_1)
    except NotationError as error:
        faults += error.faults
    if not faults:
        faults += _box_faults("Clovers", clovers, clovers_of(board, number))
        faults += _box_faults("Menhirs", menhirs, board.menhirs)
        faults += _box_faults("Rainbow", bag, PAWNS)
    if faults:
        raise NotationError(", ".join(f"{name} {cut(tags[name], 50)}" for name in OPEN if name in tags), faults)
    return first_state(board, number, clovers, menhirs, bag, variant)


def _dealt(
    name: str, tags: Mapping[str, str], sizes: Mapping[str, int], words: Mapping[str, T], faults: list[Fault]
) -> list[T]:
    """Return the tokens that a tag deals, field by field, and add its faults to `faults`."""
    piles = [item.partition(":") for item in tags.get(name, "").split(" ")]
    if [id for id, _, _ in piles] != [*sizes]:
        faults.append(Fault(f"tag {name}", f"it should list the fields {' '.join(sizes)} in this order, as in A:…"))
        return []
    dealt: list[T] = []
    for id, _, text in piles:
        listed = text.split(",")
        if len(listed) != sizes[id]:
            faults.append(Fault(f"tag {name}", f"{len(listed)} in {id}, where {sizes[id]} should be"))
        dealt += _known(name, listed, words, faults)
    return dealt


def _known(name: str, listed: Iterable[str], words: Mapping[str, T], faults: list[Fault]) -> list[T]:
    """Return the values of a tag's words, and add a fault for each of the first ten unknown words."""
    unknown = [word for word in listed if word not in words]
    faults += [Fault(f"tag {name}", f"{cut(word, 100)!r} is not one of {', '.join(words)}") for word in unknown[:10]]
    return [words[word] for word in listed if word in words]


def _box_faults(name: str, dealt: Iterable[object], box: Iterable[object]) -> list[Fault]:
    """Return a fault for each kind whose number in a tag is not that in the box."""
    there, should = Counter(dealt), Counter(box)
    return [
        Fault(f"tag {name}", f"it has {there[each]} {_word(each)} instead of {should[each]}")
        for each in dict.fromkeys((*should, *there))
        if there[each] != should[each]
    ]


def _word(each: object) -> str:
    return clover_text(each) if isinstance(each, Clover) else str(each)


START: Final = RecordStart(own_tags=(STATE_TAG, *OPEN), tags=start_tags, state=start_state)
"""Writing and reading of a record's starting tags."""
