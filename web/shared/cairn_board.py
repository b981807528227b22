"""Cairn on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal

from typing_extensions import override

from cairn_rules import Outcome, cairn
from cairn_rules.cairn import Action, State, Tribe
from web.shared.board import Board, Way
from web.shared.cairn_clicks import meant, ways

_REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "third-megalith": "the third megalith is built",
        "no-action": "no action is possible",
        "repetition": "the position occurred for the third time",
    }
)


class CairnBoard(Board):
    """Cairn, with clicks for each action and reasons for illegal ones."""

    def __init__(self) -> None:
        super().__init__(cairn)
        self.colours: Literal["auto", "light", "dark"] = "auto"
        """The colours of pictures."""

    @override
    def picture(
        self,
        state: State,
        viewer: int | None,
        marked: Sequence[Action],
        last: Action | None,
        arrows: Sequence[Action] | Mapping[Action, str] = (),
    ) -> str:
        bottom = Tribe.SEA if viewer is None else Tribe(viewer)
        seen = cairn.observe(state, bottom)
        return cairn.svg(
            seen, perspective=bottom, highlight=tuple(marked), last=last, arrows=arrows, colours=self.colours
        )

    @override
    def ways(self, state: State) -> Mapping[Action, tuple[Way, ...]]:
        return ways(state)

    @override
    def why(self, state: State, clicked: Sequence[str]) -> tuple[str, str | None]:
        if self._is_own(state, clicked):
            return f"the shaman on {clicked[0]} has no legal action now", None
        action = meant(state, clicked)
        reason = None if action is None else cairn.why_illegal(state, action)
        if reason is None:
            return super().why(state, clicked)
        if isinstance(state.pending, cairn.UsePower) and reason.code == "power/not-offered":
            stone = state.pending.megalith
            return f"{stone} does not offer that. Its text: {stone.text}", reason.rule
        return reason.text, reason.rule

    def _is_own(self, state: State, clicked: Sequence[str]) -> bool:
        """Return whether the only click was on a shaman of the active tribe."""
        own = [str(space) for space, tribe in state.shamans.items() if tribe is state.active]
        return isinstance(state.pending, cairn.ChooseAction) and len(clicked) == 1 and clicked[0] in own

    @override
    def question(self, state: State, addressed: int | None) -> str:
        decider = cairn.current_player(state)
        assert decider is not None, "somebody decides"
        yours = decider == addressed
        match state.pending:
            case cairn.UsePower(space, megalith):
                return f"{'You' if yours else decider} must use {megalith} on {space}: {megalith.text}"
            case cairn.BuildMegalith(space):
                return f"{'You' if yours else decider} must build on {space}: choose an upcoming megalith."
            case cairn.TransformOrPass():
                return f"{'T' if yours else f'{decider}: t'}ransform an enemy shaman, or decline."
            case _:
                return f"{'Your turn' if yours else decider}: add, move or jump a shaman."

    @override
    def describe(self, state: State, action: Action) -> str:
        return cairn.describe(state, action)

    @override
    def result(self, state: State, outcome: Outcome, addressed: int | None) -> str:
        said = super().result(state, outcome, addressed)
        return said.partition(":")[0] + f": {_REASONS[outcome.reason]}." if outcome.reason in _REASONS else said

    @override
    def things(self, state: State) -> list[dict[str, str]]:
        """Return the face-up megaliths."""
        places = [(str(space), stone) for space, stone in state.megaliths.items()]
        places += [(f"stone {stone.id}", stone) for stone in state.upcoming]
        return [{"place": place, "name": stone.name, "text": stone.text} for place, stone in places]

    @override
    def threats(self, state: State, seat: int) -> list[str]:
        """List the shamans of a tribe that its opponent could transform next turn, with the actions."""
        other = Tribe(seat).other
        found: Mapping[Any, tuple[cairn.TileAction, ...]] = cairn.threats(state, by=other)
        return [f"{other} threatens to transform {victim} with {_listed(by)}." for victim, by in found.items()]


def _listed(actions: tuple[cairn.TileAction, ...]) -> str:
    more = " and others" if len(actions) > 3 else ""
    return ", ".join(map(cairn.format_action, actions[:3])) + more


BOARD: Final = CairnBoard
"""The board of this game."""
