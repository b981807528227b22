"""How every page answers: questions and answers are JSON, and what is wrong is told as a sentence."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, final

from cairn_rules.checks import is_of
from cairn_rules.errors import CairnRulesError


class Backend(ABC):
    """The base of the class `Page` of a page's module, which answers the questions of its script."""

    @final
    def answer(self, message: str) -> str:
        """Answer a question; both are JSON.

        If something is wrong that the reader may cause, the answer is a sentence, `problem`, and if the text of the
        reader causes it, the number of the `line`, or None.

        Raises:
            ValueError: if the page never asks this.
        """
        try:
            asked: Any = json.loads(message)
        except RecursionError:
            raise ValueError("nothing to answer to a message that is nested so deeply") from None
        if not is_of(dict)(asked):
            raise unanswered(asked)
        try:
            answer = self.reply(asked)
        except (CairnRulesError, RecursionError) as error:
            answer = self.problem(error)
        return json.dumps(answer)

    @abstractmethod
    def reply(self, asked: Mapping[str, Any]) -> Any:
        """Return the answer to a question, as JSON data.

        Raises:
            CairnRulesError: if something is wrong that the reader may cause.
            ValueError: if the page never asks this.
        """

    def problem(self, error: Exception) -> dict[str, Any]:
        """Return the answer that tells what is wrong."""
        line = {"line": vars(error)["line"]} if "line" in vars(error) else {}
        return {"problem": str(error), **line}


def unanswered(asked: object) -> ValueError:
    """Return the error for a question that the page never asks."""
    return ValueError(f"nothing to answer to the message {json.dumps(asked)}")
