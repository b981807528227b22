"""Terminal words that look up fighters and members of a party by number, from 1."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from typing_extensions import override

from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cli.words import Words


class NumberedWords(Words, ABC):
    """The words of a game of numbered characters. A subclass defines `figures`."""

    mark: ClassVar[str] = ":"
    """The character that ends the first part of an action's notation."""

    def names(self, state: Any) -> Sequence[str]:
        """Return the names of the characters, in the order of their numbers: by default, the members of a party."""
        return [member.name for member in state.party.members]

    @abstractmethod
    def figures(self, state: Any, index: int) -> str:
        """Return the figures of a character, without a full stop."""

    @override
    def split(self, action: Any) -> tuple[str, str]:
        """Return an action's notation in two parts, such as `set-out:` and `mill-road`."""
        head, mark, rest = self.game.format_action(action).partition(self.mark)
        return (head + mark, rest) if mark else ("", head)

    @override
    def about(self, state: Any, word: str) -> str | None:
        """Return the figures of characters, by number or name, or the text of a rule such as R97."""
        found = [
            f"{self.figures(state, index)}."
            for index, name in enumerate(self.names(state))
            if word.lower() in (str(index + 1), name.lower())
        ]
        rule = f"rule/{word.upper()}"
        if rule in texts():
            found.append(texts()[rule])
        return "\n".join(found) or None

    @override
    def parts(self, state: Any) -> tuple[str, ...]:
        return tuple(str(number) for number in range(1, len(self.names(state)) + 1))
