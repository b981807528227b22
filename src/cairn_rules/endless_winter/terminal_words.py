"""The texts of Endless Winter in the terminal game: its decisions, cards, seats and signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from typing_extensions import override

from cairn_rules.action_table import ActionTable
from cairn_rules.cli.words import Words
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.differences import events_of
from cairn_rules.endless_winter.events import Asked, LaborChanged, TurnPassed
from cairn_rules.endless_winter.rules.rules import current_player
from cairn_rules.endless_winter.rules.scoring import scores
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.state import State
from cairn_rules.endless_winter.texts import words
from cairn_rules.endless_winter.texts.diagrams import PARTS, diagram, part_diagram, seat_diagram, small_diagrams
from cairn_rules.endless_winter.texts.notation import ACTIONS, format_action
from cairn_rules.endless_winter.texts.view import View, view_of
from cairn_rules.game import Outcome

SIGNS: Final[Mapping[str, str]] = {
    "camps": "A letter and a number on the map: Camps of a player, c for Cyan, r for Red, o for Orange, g for Green"
    " (rule 8.2).",
    "village": "V and a letter on the map, where three tiles meet: a Village, worth 2 Influence on each (rule 8.3).",
    "n": "n on the Megalith board is a neutral Megalith, a player's letter one of that player. The number is the level"
    " (rule 9.2).",
    "*": "* on the Megalith board marks a starting space (rule 9.1).",
    "f": "F is Food: F3/6 among a player's goods is 3 Food with room for 6, F2 on the Megalith board gives 2 Food.",
    "t": "T is Tools.",
    "d": "D is drawing cards.",
    "i": "I is a step of an Idol marker (rule 10).",
    "m": "M is placing a Megalith.",
    "p": "p after a number is points; P on the Megalith board gives points.",
    "l": "L is Labor: 3L is the price of a Culture card (rule 6.3).",
    "<>": "Two arrows on the Megalith board point to the spaces for an extra Megalith (rule 9.3).",
    "fig": "The figures that a player has not yet placed in this round, C for the Chief.",
    "rest": "The figures on the Eclipse space.",
    "meg": "The Megaliths that a player has left, neutral ones + own ones.",
    "vill": "The Villages that a player has left.",
    "bur": "Number of buried cards.",
    "labor": "Labor comes from Tribe cards, Food, the Chief and Culture cards, and is lost at the end of a turn"
    " (rule 6.2).",
    "initiate": "Initiate: 2 Labor for a Tribe card; then 1 Tool to bury a card; the first figure may bury a card and"
    " move an Idol (rule 6.3).",
    "develop": "Develop: 3 Labor for a Culture card, 2 with a token; then Sacred Stones; the first figure may draw a"
    " card and gain a Tool (rule 6.3).",
    "migrate": "Migrate: 1 Labor to place a Camp on the Base or to move one; then Villages for 3 Food and three Camps;"
    " the first figure may place a Camp and move one (rules 6.3, 8.3).",
    "hunt": "Hunt: 1 Labor to reveal 2 Animals, 2 Labor to take one; then tip Animals; the first figure may draw an"
    " Animal (rule 6.3).",
    "eclipse": "On the Eclipse space, a figure draws a card now and gives 2 Labor in the Eclipse (rules 6.1, 11.1).",
    "offering": "The level on the Offering track sets how many goods make a point at the end (rule 12.2).",
    "honor": "The ranking on the Honor track sets the points for buried cards at the end (rule 12.3).",
}
"""The meaning of the words and signs in the drawing."""
_QUIET: Final = (Asked, TurnPassed, LaborChanged)
"""The changes that the decision or the next question already shows."""
_QUESTION: Final = 64
"""Maximum length of a question, in characters; longer ones lose the text after the colon."""


class EndlessWinterWords(Words):
    """The texts of Endless Winter; its drawing shows public information."""

    actions: ClassVar[ActionTable[Any, Any] | None] = ACTIONS
    roomy = 72
    """Number of lines of a terminal from which the full drawing and the question fit."""

    @override
    def board(self, state: State) -> str:
        return diagram(state, unicode=self.unicode, compact=self.compact, plain=self.plain)

    @override
    def boards(self, state: State) -> tuple[str, ...]:
        return small_diagrams(state, unicode=self.unicode) if self.compact else (self.board(state),)

    @override
    def question(self, state: State) -> str:
        text = super().question(state)
        return text if len(text) <= _QUESTION else text.partition(":")[0]

    @override
    def explained(self, state: State) -> str:
        view = _own_view(state)
        animals = view.players[view.active].animals
        upright = f"Animals: {words.animals_text(view.pack, animals)}" if animals else ""
        return ". ".join(filter(None, (self.explained_briefly(state), upright)))

    @override
    def explained_briefly(self, state: State) -> str:
        """Return the hand, which only its owner may see; empty before there are hands."""
        view = _own_view(state)
        if view.phase == "setup":
            return ""
        return f"{view.name(view.active)} has {words.cards_text(view.pack, view.players[view.active].hand)}"

    @override
    def split(self, action: Action) -> tuple[str, str]:
        """Return an action's notation in two parts, before and after the first colon."""
        text = format_action(action)
        beginning, colon, end = text.partition(":")
        return (f"{beginning}{colon}", end) if colon else ("", text)

    @override
    def events(self, before: State, action: Action, after: State, viewer: int | None = None) -> tuple[str, ...]:
        """Return what the decision has led to."""
        events = events_of(before, action, after, viewer=viewer)
        return tuple(str(each) for each in events if not isinstance(each, _QUIET))

    @override
    def about(self, state: State, word: str) -> str | None:
        """Return a part of the drawing, or an explanation of a card, an Animal, a stone, a seat or a sign."""
        name = word.lower()
        numbers = {seat: number for number, seat in enumerate(self.manifest.seats.names_in(state))}
        texts = [part_diagram(state, name, unicode=self.unicode)] if name in PARTS else []
        texts += [seat_diagram(state, numbers[name], unicode=self.unicode)] if name in numbers else []
        texts += [text for id, title, text in _things(state.pack) if name in (id.lower(), title.lower())]
        texts += [SIGNS[name]] if name in SIGNS else []
        return "\n".join(texts) or None

    @override
    def parts(self, state: State) -> tuple[str, ...]:
        ids = (id for id, _, _ in _things(state.pack))
        drafts = state.table.setups or state.table.chiefs
        drawn = (part for part in PARTS if drafts or part != "setup")
        return (*drawn, *self.manifest.seats.names_in(state), *ids, *SIGNS)

    @override
    def result(self, state: State, outcome: Outcome) -> str:
        text = super().result(state, outcome)
        view = view_of(state)
        points = ", ".join(f"{view.name(seat)} {words.score_text(score)}" for seat, score in enumerate(scores(state)))
        return f"{text} (points: {points})" if self.game.outcome(state) else text


def _things(pack: Pack) -> Iterator[tuple[str, str, str]]:
    """Yield the id, the name and the explanation of everything printed."""
    for id in pack.order:
        card = pack.tribe_cards.get(id) or pack.culture_cards[id]
        yield id, card.name, words.card_text(pack, id)
    for animal in pack.animals:
        tip = words.effect_text(animal.tip)
        text = f"{animal.name}, set {animal.set}, {animal.copies} cards; tipped: {tip} (rule 12.5)."
        yield animal.id, animal.name, text
    for stone in pack.stones:
        yield stone.id, stone.id, f"Sacred Stone {stone.id}: {words.stone_text(pack, stone.id)} (rule 14.6)."
    for chief in pack.chiefs:
        sides = "; ".join(words.chief_text(pack, chief.id, side) for side in "AB")
        yield chief.id, chief.name, f"{sides} (rule 6.4)."
    for terrain in pack.terrain:
        benefit = "nothing" if terrain.benefit is None else words.effect_text(terrain.benefit)
        yield terrain.id, terrain.name, f"{terrain.name}: {benefit} in the Eclipse, with most Influence (rule 8.4)."


def _own_view(state: State) -> View:
    """Return the view of the seat that decides."""
    return view_of(state, current_player(state))
