"""The words of Korrigans in the terminal game: sentences for its decisions, its fields and its seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from typing_extensions import override

from cairn_rules.cli.words import Words
from cairn_rules.game import Outcome
from cairn_rules.korrigans import (
    Action,
    FinalMove,
    Move,
    Observation,
    PlaceTroll,
    Sacrifice,
    State,
    Take,
    changes,
    current_player,
    describe,
    observe,
    scores,
)
from cairn_rules.korrigans.events import Carries, MenhirTaken, PawnDrawn, TokensShown
from cairn_rules.korrigans.tokens import token_text
from cairn_rules.korrigans.words import asked, field_text, gathered, seat_text

_KINDS: Final[Mapping[type, str]] = {
    Move: "Move",
    FinalMove: "Move",
    Sacrifice: "Give up",
    PlaceTroll: "Troll",
}
_REVEALED: Final = (MenhirTaken, PawnDrawn, TokensShown)
"""The changes that show what nobody, or not everybody, knew."""


class KorrigansWords(Words):
    """What is said of Korrigans; the diagram shows what everybody may see."""

    @override
    def question(self, state: State) -> str:
        return asked(state)

    @override
    def shown(self, state: State, action: Action, viewer: int | None) -> str:
        """Which token is taken or given up is seen by its owner, and by all where there is no screen (rule 9.2)."""
        player = current_player(state)
        assert player is not None, "whoever decided was to decide"
        if player == viewer or not state.seats[player].screen:
            return super().shown(state, action, viewer)
        match action:
            case Take():
                return "+?"
            case Sacrifice(_, backup):
                return f"-?={backup}"
            case _:
                return super().shown(state, action, viewer)

    @override
    def explained(self, state: State) -> str:
        seen = _seen(state)
        assert seen.player is not None, "somebody is asked"
        lying = f" In {gathered(seen)} lie {', '.join(map(token_text, seen.offered))}." if seen.offered else ""
        return f"{seat_text(seen, seen.player)}.{lying}"

    @override
    def kind(self, action: Action) -> str:
        return _KINDS.get(type(action), "")

    @override
    def sentence(self, state: State, action: Action) -> str:
        return describe(state, action)

    @override
    def changes(self, before: State, after: State) -> tuple[str, ...]:
        """The Menhirs that are taken, and who carries what: what the decision itself does not tell."""
        return tuple(str(each) for each in changes(before, after) if isinstance(each, MenhirTaken | Carries))

    @override
    def reveals(self, before: State, after: State, viewer: int) -> bool:
        """A look into a field, a Menhir, a pawn from the bag, the tokens behind a removed screen."""
        told = changes(before, after, viewer=viewer)
        return bool(observe(after, viewer).offered) or any(isinstance(each, _REVEALED) for each in told)

    @override
    def about(self, state: State, word: str) -> str | None:
        seen, name = _seen(state), word.lower()
        for place, field in enumerate(state.board.fields):
            if name in (field.id.lower(), field.name.lower()):
                return field_text(seen, place)
        numbers = {seat: number for number, seat in enumerate(self.manifest.seats.names_in(state))}
        return seat_text(seen, numbers[name]) if name in numbers else None

    @override
    def parts(self, state: State) -> tuple[str, ...]:
        return (*(field.id for field in state.board.fields), *self.manifest.seats.names_in(state))

    @override
    def result(self, state: State, outcome: Outcome) -> str:
        told = super().result(state, outcome).replace("-", " ")
        gold = ", ".join(f"{self.seat(seat)} {score.total}" for seat, score in enumerate(scores(state)))
        return f"{told} (gold: {gold})" if self.game.outcome(state) else told


def _seen(state: State) -> Observation:
    """What whoever decides may know; nobody when it is over."""
    return observe(state, current_player(state))
