"""Play with a pack: a game with its cards, a character of its backgrounds, and a fight with its creatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from typing_extensions import override

from cairn_rules import endless_winter
from cairn_rules.cairn_rpg import Character, combat, with_packs
from cairn_rules.cairn_rpg.content.book_with_packs import Shelf
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cairn_rpg.sheets import sheet
from cairn_rules.errors import DefinitionError, hint, quoted
from cairn_rules.history import Match
from web.packs.check import Checked, check
from web.shared.answers import unanswered
from web.shared.board import Board
from web.shared.game_questions import carried_out, checked
from web.shared.game_table import PERSON, Table
from web.shared.record_pack import TAG

FOES: Final = "greedy"
"""The computer player of the foes."""


@final
class FightBoard(Board):
    """A fight, which has a diagram instead of a picture."""

    def __init__(self) -> None:
        super().__init__(combat)

    @override
    def picture(
        self,
        state: Any,
        viewer: int | None,
        marked: Sequence[Any],
        last: Any,
        arrows: Sequence[Any] | Mapping[Any, str] = (),
    ) -> str:
        return ""


@final
class PackGame:
    """The character and the fight that are played."""

    def __init__(self) -> None:
        self._shelf: Shelf | None = None
        self._character: Character | None = None
        self._fight: Table | None = None

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a question, as `Backend.reply` does."""
        match asked:
            case {"ask": "deal", "text": str(text), "opponent": str(opponent), "seed": int(seed)}:
                pack = _sound(check(text), "cards")
                seats = (PERSON, opponent)
                state = endless_winter.new_game(seed=seed, players=len(seats), content=pack)
                table = Table(Match(endless_winter, state, draw_at_repetition=3), seats, tags={TAG: text})
                return {"record": table.record()}
            case {"ask": "roll", "text": str(text), "background": str(background), "seed": int(seed)}:
                self._shelf = with_packs(_sound(check(text), "role-playing"))
                self._fight = None
                book = self._shelf.book
                self._character = create_character(seed=seed, background=background or None, book=book)
                return {"sheet": sheet(self._character, format="text", texts=self._shelf.texts, book=book)}
            case {"ask": "fight", "creature": str(creature), "seed": int(seed)}:
                return self._begun(creature, seed)
            case {"ask": "play", "question": question}:
                if self._fight is None:
                    raise DefinitionError("The fight was stopped. Begin another one.")
                return _shown(self._fight, carried_out(self._fight, checked(question)))
            case _:
                raise unanswered(asked)

    def _begun(self, creature: str, seed: int) -> dict[str, Any]:
        if self._shelf is None or self._character is None:
            raise DefinitionError("Nobody can fight yet. Roll a character.")
        book = self._shelf.book
        if creature not in book.creatures:
            raise DefinitionError(f"{quoted(creature)} is not a creature; {hint(creature, tuple(book.creatures))}.")
        foe = combat.creature(book.creatures[creature], book=book)
        state = combat.new_game(seed=seed, party=(self._character,), foes=(foe,), book=book)
        self._fight = Table(Match(combat, state), (PERSON, FOES), board=FightBoard())
        return _shown(self._fight, self._fight.view())


def _sound(found: Checked, kind: str) -> Any:
    """Return the pack of a text.

    Raises:
        DefinitionError: if it has faults, or is of another kind.
    """
    if found.kind != kind or not found.is_playable:
        raise DefinitionError("This text has faults, or is another kind of text. Check it again.")
    return found.value


def _shown(table: Table, answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with the diagram of the fight, if it is a view."""
    return {**answer, "diagram": combat.diagram(table.state)} if "record" in answer else answer
