"""A game with the megaliths of a text, and its record, which holds the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, final

from typing_extensions import override

from cairn_rules import Registry, cairn, parse_record
from cairn_rules.cairn import BASE_SET, Megalith, Space, State
from cairn_rules.cairn.setup_options import OPTIONS
from cairn_rules.cairn.state.layout import UPCOMING
from cairn_rules.cairn.texts.words import title
from cairn_rules.errors import DefinitionError
from cairn_rules.history import Match
from cairn_rules.history.record_text import split_records
from cairn_rules.history.undo import FREE, UNDO
from web.shared.answers import unanswered
from web.shared.cairn_board import CairnBoard
from web.shared.game_questions import carried_out, checked
from web.shared.game_table import Table, seats_in, undo_in
from web.workshop.places import display_words, words
from web.workshop.stone import failing, read_stones

TAG: Final = "Megaliths"
"""The tag of a record with the text of its megaliths."""
_NOTE: Final = (
    "The tag Megaliths is a Python text. The workshop of cairn-rules opens this record and saves the text as a package."
    " Once that is installed, 'cairn-rules replay --plugins FILE' reads this record."
)
WHERE: Final = ("board", "display", "deck", "anywhere")
"""The place of the megalith at the start: on b3, on display, on top of the deck, or where the shuffle puts it."""


@final
class _Board(CairnBoard):
    """A board that tries out nothing, so that a megalith only fails in the turn that wakes it."""

    @override
    def threats(self, state: State, seat: int) -> list[str]:
        return []


@final
class StoneGame:
    """The game that is played, for the page.

    The page sends the record with each question. So another sandbox can resume the game, and a megalith that fails
    leaves it as it was.
    """

    def __init__(self) -> None:
        self._board: Final = _Board()
        self._table: Table | None = None
        self._stones: Mapping[str, Megalith] = {}
        self._record = ""

    def answer(self, sent: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a `question` about a game, as on the play page, but for two kinds.

        `new` has the text as its `source`, and `where` its megalith is at the start; `text` asks for the text that a
        record holds, and runs nothing.

        Args:
            sent: The question, the `record` of the game, the `place` of the decision that is shown or None, and
                whether the pictures are `dark`.

        Raises:
            StoneError: if the text does not work.
            CairnRulesError: if the game cannot be started or opened, or an action is illegal.
            ValueError: if the page never sends such a message.
        """
        match sent:
            case {"question": question, "record": str(record), "place": int() | None as place, "dark": bool(dark)}:
                asked = checked(question)
            case _:
                raise unanswered(sent)
        self._board.colours = "dark" if dark else "light"
        match asked:
            case {"ask": "text", "text": text}:
                return {"source": source_in(text)}
            case {"ask": "new", "source": source, "where": where, "seats": seats}:
                options, seed = asked.get("options", {}), asked.get("seed")
                stones = read_stones(source)
                return self._begun(stones, lambda: self._seated(deal(stones, where, options, seed), seats, source))
            case {"ask": "open", "text": text}:
                return self._opened(text)
            case _:
                return self._gone_on(asked, record, place)

    def _seated(self, state: State, seats: list[str], source: str) -> Table:
        match = Match(cairn, state, draw_at_repetition=3)
        return Table(match, seats, board=self._board, tags={**_tags(source), UNDO: FREE})

    def _opened(self, text: str) -> dict[str, Any]:
        source = source_in(text)
        stones = read_stones(source)

        def opened() -> Table:
            record = parse_record(text, cairn, registry=_with(BASE_SET, stones))
            match = record.match(draw_at_repetition=3)
            tags = {**_tags(source), UNDO: FREE, **undo_in(record)}
            return Table(match, seats_in(record), board=self._board, tags=tags)

        return self._begun(stones, opened)

    def _begun(self, stones: Mapping[str, Megalith], made: Callable[[], Table]) -> dict[str, Any]:
        """Put a game in place of the one before, unless it cannot be made."""
        with failing([*stones.values()][-1]):
            table = made()
            view = self._shown(table, table.view())
        self._table, self._stones, self._record = table, stones, view["record"]
        return view

    def _gone_on(self, asked: Mapping[str, Any], record: str, place: int | None) -> dict[str, Any]:
        if self._table is None or self._record != record:
            self._opened(record)
        else:
            place = None  # it is shown
        table, self._table = self._table, None  # if anything fails, the record is opened again
        assert table is not None, "it was opened"
        with failing([*self._stones.values()][-1]):
            if place is not None:
                table.go(place)
            answer = carried_out(table, asked)
            if "record" in answer:
                answer = self._shown(table, answer)
                self._record = answer["record"]
        self._table = table
        return answer

    def _shown(self, table: Table, view: dict[str, Any]) -> dict[str, Any]:
        """Return a view with the words of its pictures."""
        state: State = table.state
        return {**view, "title": title(state), "places": {**words(state), **display_words(state)}}


def _tags(source: str) -> dict[str, str]:
    return {TAG: source, "Note": _NOTE}


def _with(registry: Registry[Megalith], stones: Mapping[str, Megalith]) -> Registry[Megalith]:
    for stone in stones.values():
        registry |= stone
    return registry


def source_in(record: str) -> str:
    r"""Return the text of the megaliths of a record. Nothing of it runs.

    Raises:
        DefinitionError: if the record has none.

    Example:
        >>> source_in('[Game "cairn"]\n[Megaliths "from cairn_rules import *\\n"]\n')
        'from cairn_rules import *\n'
    """
    for found in split_records(record.split("\n")):
        if TAG in found.tags:
            return found.tags[TAG]
    raise DefinitionError(
        f"This is not a record with a megalith of the workshop: it has no tag {TAG}. The play page opens others."
    )


def deal(stones: Mapping[str, Megalith], where: str, chosen: Mapping[str, Any], seed: int | None) -> State:
    """Return the first state of a game with the megaliths of a text.

    Args:
        stones: The megaliths. The last one is where it is wanted, and the others follow it.
        where: One of `WHERE`.
        chosen: Set-up options, as on the command line. Without the megaliths, they lead to the same deal.
        seed: The seed; None for a random deal.

    Raises:
        CairnRulesError: if an option is wrong.

    Example:
        >>> own = cairn.megalith("Own Stone", text="It does nothing.", id="own")(lambda site: ())
        >>> state = deal({"own": own}, "deck", {"light": True}, 7)
        >>> state.deck[0].id, len(state.deck)
        ('own', 5)
    """
    if where not in WHERE:
        raise DefinitionError(f"the place of the megalith should be one of {', '.join(WHERE)}, not {where!r}")
    arguments: dict[str, Any] = {"megaliths": BASE_SET, **OPTIONS.arguments(OPTIONS.checked(chosen))}
    if where == "anywhere":
        arguments["megaliths"] = _with(arguments["megaliths"], stones)
        return cairn.new_game(seed=seed, **arguments)
    state = cairn.new_game(seed=seed, **arguments)
    megaliths, rest = dict(state.megaliths), [*state.upcoming, *state.deck]
    first, *others = reversed(tuple(stones.values()))
    match where:
        case "board":
            rest = [*others, *rest, megaliths[Space.B3]]
            megaliths[Space.B3] = first
        case "display":
            rest = [first, *others, *rest]
        case _:
            rest[UPCOMING:UPCOMING] = [first, *others]
    return cairn.make_state(
        shamans=state.shamans,
        megaliths=megaliths,
        upcoming=tuple(rest[:UPCOMING]),
        deck=tuple(rest[UPCOMING:]),
        tiles=state.tiles,
        active=state.active,
        variant=state.variant,
    )
