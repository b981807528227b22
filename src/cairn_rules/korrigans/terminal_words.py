"""The texts of Korrigans in the terminal game: its decisions, fields, seats and signs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, ClassVar, Final

from typing_extensions import override

from cairn_rules.action_table import ActionTable
from cairn_rules.cli.words import Words
from cairn_rules.game import Outcome
from cairn_rules.korrigans.events import Asked, Carries, TurnPassed, Won, events_of
from cairn_rules.korrigans.rules.observation import Observation, observe
from cairn_rules.korrigans.rules.rules import current_player
from cairn_rules.korrigans.rules.scoring import scores
from cairn_rules.korrigans.state.actions import Action, Sacrifice
from cairn_rules.korrigans.state.seats import Carried, korrigan_name, seat_name
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import clover_text, token_text
from cairn_rules.korrigans.texts.diagrams import diagram, small_diagrams
from cairn_rules.korrigans.texts.notation import ACTIONS, format_action
from cairn_rules.korrigans.texts.words import field_text, gathered, score_text, seat_text

SIGNS: Final[Mapping[str, str]] = {
    "hare": "A hare crosses an open link, to a field next to this one (rule 4.4).",
    "squirrel": "A squirrel goes through a door, | in the drawing (rule 4.5).",
    "bird": "A bird flies to any other field of the same colour (rule 4.7).",
    "mouse": "A mouse crosses a bridge, = in the drawing (rule 4.6).",
    "mole": "A mole goes from a molehill, m in the drawing, to any other molehill (rule 4.8).",
    "frog": "A frog goes from a pontoon, p in the drawing, to any other pontoon (rule 4.9).",
    "m": "m before the number of tokens is a molehill, for moles (rule 4.8); M after it is a Menhir, which goes to the"
    " player who takes the last token (rule 5.5).",
    "p": "p before the number of tokens is a pontoon, for frogs (rule 4.9).",
    "|": "After | are the neighbours through a door, for squirrels (rule 4.5).",
    "=": "After = are the neighbours over a bridge, for mice (rule 4.6).",
    "-": "- is a free Sun or Cloud. Neighbours without a sign before them are next to the field, for hares (rule 4.4).",
    "sun": "The first pawn of a colour covers a Sun: no Cauldron in that row (rule 3.3).",
    "cloud": "The second pawn of a colour covers a Cloud: no Cauldron in that column (rule 3.4).",
    "menhir": "M: a Menhir, which goes to the player who takes the last token of the field (rule 5.5).",
    "elf": "+elf, or +e: the Korrigan carries an Elf, worth 2 gold; an opponent who enters its field takes it"
    " (rules 6.1, 6.9).",
    "goblin": "+goblin, or +g: the Korrigan carries a Goblin, which costs 2 gold; an opponent's Korrigan in a field"
    " that it enters gets it (rules 6.2, 6.10).",
    "troll": "The Troll closes its link (rule 6.6).",
    "cauldron": "The Cauldron is worth 10 gold to a player with one Korrigan there, 15 with both (rule 8.1).",
    "backup": "A Backup Companion is a hare or a squirrel that was bought with a token (rule 4.13).",
    "screen": "Only their owner sees the hidden tokens behind the screen (rule 9.2).",
    "open": "Open companions have been used before; everybody sees them, and they can be used again (rule 4.2).",
    "used": "Used companions were discarded in the final turn (rule 7.5).",
    "bag": "The bag holds the pawns that were not drawn; the player with the bag draws next (rule 3.2).",
    "gold": "The gold of each player at the end, by source (rule 8.1).",
    "g1": "g1 to g4 are Clover tokens with 1 to 4 gold (rule 1.3).",
}
"""The meaning of the words and signs in the drawing."""
_PARTS: Final = re.compile(r"(@|\+|\d:\w+[->]|[a-z]+:|)(.*)")
_QUIET: Final = (Asked, TurnPassed, Won)
"""The changes that the next question or the result shows."""


class KorrigansWords(Words):
    """The texts of Korrigans; its drawing shows public information."""

    actions: ClassVar[ActionTable[Any, Any] | None] = ACTIONS
    roomy = 50
    """Number of lines of a terminal from which the full drawing and the question fit."""

    @override
    def board(self, state: State) -> str:
        return diagram(state, unicode=self.unicode, compact=self.compact, plain=self.plain)

    @override
    def boards(self, state: State) -> tuple[str, ...]:
        return small_diagrams(state, unicode=self.unicode) if self.compact else (self.board(state),)

    @override
    def explained(self, state: State) -> str:
        seen = _seen(state)
        assert seen.player is not None, "a seat decides"
        lying = f" Tokens in {gathered(seen)}: {', '.join(map(token_text, seen.offered))}." if seen.offered else ""
        return f"{seat_text(seen, seen.player)}.{lying}"

    @override
    def explained_briefly(self, state: State) -> str:
        """Return the tokens that only the deciding seat may see; the board shows the others."""
        seen = _seen(state)
        assert seen.player is not None, "a seat decides"
        hidden = " ".join(map(clover_text, seen.seats[seen.player].hidden or ()))
        offered = f"; in {gathered(seen)}: {' '.join(map(clover_text, seen.offered))}" if seen.offered else ""
        return f"{seat_name(seen.player)} has {hidden or 'no tokens'}{offered}"

    @override
    def split(self, action: Action) -> tuple[str, str]:
        """Return an action's notation in two parts, such as `0:hare-` and `K`; sacrifices are split by side."""
        if isinstance(action, Sacrifice):
            return f"-?={action.backup}", clover_text(action.clover)
        found = _PARTS.fullmatch(format_action(action))
        assert found is not None, "any text has parts, which may be empty"
        return found[1], found[2]

    @override
    def events(self, before: State, action: Action, after: State, viewer: int | None = None) -> tuple[str, ...]:
        """Return what the decision has led to. Elves and Goblins that change hands have a sentence each."""
        events = [each for each in events_of(before, action, after, viewer=viewer) if not isinstance(each, _QUIET)]
        place = next((place for place, each in enumerate(events) if isinstance(each, Carries)), len(events))
        rest = (each for each in events[place:] if not isinstance(each, Carries))
        return (*map(str, events[:place]), *passed(before, after), *map(str, rest))

    @override
    def about(self, state: State, word: str) -> str | None:
        """Return an explanation of a field, a seat or a sign of the drawing. `m` is both a field and a sign."""
        seen, name = _seen(state), word.lower()
        numbers = {seat: number for number, seat in enumerate(self.manifest.seats.names_in(state))}
        texts = [
            field_text(seen, place)
            for place, field in enumerate(state.board.fields)
            if name in (field.id.lower(), field.name.lower())
        ]
        texts += [seat_text(seen, numbers[name])] if name in numbers else []
        texts += [SIGNS[name]] if name in SIGNS else []
        return "\n".join(texts) or None

    @override
    def parts(self, state: State) -> tuple[str, ...]:
        return (*(field.id for field in state.board.fields), *self.manifest.seats.names_in(state), *SIGNS)

    @override
    def result(self, state: State, outcome: Outcome) -> str:
        text = super().result(state, outcome)
        gold = ", ".join(f"{self.seat(seat)} {score_text(score)}" for seat, score in enumerate(scores(state)))
        return f"{text} (gold: {gold})" if self.game.outcome(state) else text


def passed(before: State, after: State) -> tuple[str, ...]:
    """Return sentences, without full stops, on Elves and Goblins that changed hands (rules 6.1 to 6.3, 6.8 to 6.11).

    A token passes from the Korrigan that loses it to the Korrigan that gains it. With only one of the two, it comes
    from the supply or leaves the game.
    """
    texts: list[str] = []
    held = [
        (korrigan_name(number, which), was.carries, now.carries)
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        for which, (was, now) in enumerate(zip(old.korrigans, new.korrigans, strict=True))
        if was.carries is not now.carries
    ]
    for kind in Carried:
        name = kind.value.capitalize()
        givers = [who for who, was, _ in held if was is kind]
        takers = [who for who, _, now in held if now is kind]
        for giver, taker in zip_longest(givers, takers):
            if giver is None:
                texts.append(f"{taker} carries the {name}")
            elif taker is None:
                texts.append(f"The {name} of {giver} leaves the game")
            else:
                texts.append(f"The {name} passes from {giver} to {taker}")
    return tuple(texts)


def _seen(state: State) -> Observation:
    """Return the observation of the seat that decides, or that of a spectator if the game is over."""
    return observe(state, current_player(state))
