"""A game at the table, such as a fight: one decision after another, with dice of the computer or real ones.

The panels of the fight and of the dungeon play by these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeAlias, TypeGuard, cast, final

from attrs import evolve, frozen

from cairn_rules import manifest_of, phrase_of
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.chance import DiceError, KeyedDice, NeedsRoll, Resolution, ScriptedDice
from cairn_rules.checks import is_count, is_of, is_text
from cairn_rules.errors import CairnRulesError, cut, quoted
from cairn_rules.game import Game
from cairn_rules.manifest import question_for

MOST_FACES: Final = 1000
"""Maximum number of faces of real dice for one decision."""
LINES: Final = 14
"""Number of lines that a panel repeats from the end of the log."""
_LONGEST_FACE: Final = 9
_KEYS: Final = {"hand", "action", "faces"}

Label: TypeAlias = Callable[[Any, Any, str], tuple[str, str]]
"""A function that returns the heading and the short text of a choice, from the state, the action and its sentence."""


class RolePlay(Game[Any, Any, Any], Protocol):
    """A game whose dice can be real ones."""

    def resolve(self, state: Any, action: Any, dice: Any, /) -> Resolution[Any, Any]:
        """Return the result of an action with these dice, and its events."""
        ...


@final
@frozen(kw_only=True)
class Play:
    """A game in progress."""

    state: Any
    """The state of the game."""
    hand: bool = False
    """True if real dice are thrown, whose faces are typed in."""
    action: str = ""
    """The decision whose dice are being thrown; empty if there is none."""
    faces: tuple[int, ...] = ()
    """The faces that were typed in for it."""


Told: TypeAlias = tuple[Play, tuple[str, ...]]
"""A game after a change, and lines about what happened: rolls and events."""


def decide(game: RolePlay, play: Play, text: str) -> Told:
    """Return the game after a decision; with real dice, it waits for the faces that the decision needs.

    Raises:
        CairnRulesError: if the text is not an action, the action is illegal, or another one waits for its dice.
    """
    if play.action:
        raise CairnRulesError(f"Type {needed(game, play)} first, or undo the decision.")
    action = game.parse_action(text, play.state)
    if play.hand:
        return throw(game, evolve(play, action=game.format_action(action)), "")
    dice = KeyedDice(play.state.chance)
    found = game.resolve(play.state, action, dice)
    told = (*map(str, dice.log), *map(str, found.events))
    return evolve(play, state=replaced(found.state, chance=dice.chance)), told


def throw(game: RolePlay, play: Play, typed: str) -> Told:
    """Return the game after more faces of real dice. Once there are enough, the decision is made.

    Args:
        game: The rules.
        play: The game, with a decision whose dice are being thrown.
        typed: Some faces, separated by spaces or commas.

    Raises:
        CairnRulesError: if a face is impossible, or there are too many.
    """
    if not play.action:
        raise CairnRulesError("No dice are needed now: decide something first.")
    action = game.parse_action(play.action, play.state)
    words = typed.replace(",", " ").split()
    faces = list(play.faces)
    while True:
        dice = ScriptedDice(faces)
        try:
            found = game.resolve(play.state, action, dice)
        except NeedsRoll as need:
            if not words:
                return evolve(play, faces=tuple(faces)), ()
            word = words.pop(0)
            number = int(word) if word.isascii() and word.isdigit() and len(word) <= _LONGEST_FACE else word
            faces.append(cast("int", need.accept(number)))
        else:
            break
    if words:
        raise DiceError(f"All dice have been thrown: remove the rest, {cut(' '.join(words), 100)!r}.")
    return evolve(play, state=found.state, action="", faces=()), (*map(str, dice.log), *map(str, found.events))


def needed(game: RolePlay, play: Play) -> str:
    """Return a phrase for the next die, such as `a face of a d8 for 'damage [R82]'`; empty if none is needed."""
    if not play.action:
        return ""
    try:
        game.resolve(play.state, game.parse_action(play.action, play.state), ScriptedDice(play.faces))
    except NeedsRoll as need:
        return need.request.needed(need.index)
    raise CairnRulesError(f"{cut(play.action, 100)!r} needs no more dice: this game is damaged")


def view(game: RolePlay, play: Play, label: Label) -> dict[str, Any]:
    """Return the question, the choices in groups, and the dice that are needed, as JSON data."""
    state = play.state
    end = game.outcome(state)
    names = [name.capitalize() for name in manifest_of(game).seats.names_in(state)]
    groups: dict[str, list[dict[str, str]]] = {}
    if end is None and not play.action:
        for action in game.legal_actions(state):
            sentence = phrase_of(game, state, action).text
            heading, short = label(state, action, sentence)
            choice = {"action": game.format_action(action), "text": short, "sentence": sentence}
            groups.setdefault(heading, []).append(choice)
    return {
        "question": question_for(game, state) if end is None else f"{end.sentence(names)}.",
        "over": end is not None,
        "groups": [{"name": name, "choices": choices} for name, choices in groups.items()],
        "hand": play.hand,
        "needed": needed(game, play),
    }


def data(play: Play) -> dict[str, Any]:
    """Return everything of a game but its state as JSON data."""
    return {"hand": play.hand, "action": play.action, "faces": list(play.faces)}


def read(game: RolePlay, state: Any, found: Any) -> Play:
    """Return a game from its state and JSON data, which anyone may have edited.

    Raises:
        CairnRulesError: if the data are damaged.
    """
    kept: Mapping[str, Any] = found if is_of(dict)(found) else {}
    hand, action = kept.get("hand"), kept.get("action")
    faces: Any = kept.get("faces")
    whole = set(kept) == _KEYS and isinstance(hand, bool) and is_text(action) and are_counts(faces)
    if not whole or len(faces) > MOST_FACES:
        raise CairnRulesError(f"{cut(quoted(found), 200)} is not a game in progress: it is damaged")
    play = Play(state=state, hand=bool(hand), action=str(action), faces=tuple(faces))
    needed(game, play)  # it can go on
    return play


def are_counts(value: Any) -> TypeGuard[list[int]]:
    """Return whether a value is a list of whole numbers from 0 up."""
    return is_of(list)(value) and all(map(is_count, cast("list[object]", value)))
