"""Typed lines in a session: a decision, or a command such as `undo` or `? deer`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, final

from cairn_rules.cli.play.blocks import Block, Kind, in_lines, wrapped
from cairn_rules.cli.play.session import Answer, Session, Wish
from cairn_rules.cli.play.table import OpponentError
from cairn_rules.cli.words import messages
from cairn_rules.errors import CairnRulesError, IllegalActionError, NotationError, cut, nearest
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.game import Game
from cairn_rules.manifest import is_legal
from cairn_rules.players.by_name import players_for

_LONGEST = 200
_MOST_EXAMPLES: Final = 3
_UNKNOWN_FORM: Final = "not an action; "
"""The beginning of the message of a game for a text that has no form of its actions; a list of them may follow."""
HINT: Final = "hint"
"""The command that asks the strongest player for advice, which takes time."""


@final
@frozen
class Meant:
    """The legal actions that a text may mean."""

    actions: tuple[Any, ...] = ()
    problem: str = ""
    """The reason for an empty list; empty otherwise."""


def exactly(game: Game[Any, Any, Any], legal: tuple[Any, ...], text: str) -> Meant:
    """Return the legal actions with this notation."""
    wanted = text.lower()
    return Meant(tuple(action for action in legal if game.format_action(action).lower() == wanted))


def meant(game: Game[Any, Any, Any], state: Any, legal: tuple[Any, ...], text: str) -> Meant:
    """Return the legal action that a text describes or is the number of, or all whose notation begins with it.

    A text that the game parses as an action is this action, legal or not.
    """
    try:
        action = game.parse_action(text, state)
    except CairnRulesError as error:
        return _listed(game, legal, text, error)
    if is_legal(game, state, action):
        return Meant((action,))
    try:
        game.apply(state, action)
    except CairnRulesError as error:
        return Meant(problem=str(error.reason) if isinstance(error, IllegalActionError) else cut(str(error), _LONGEST))
    return Meant(problem=f"{cut(text, 40)!r} is not legal now")


def _listed(game: Game[Any, Any, Any], legal: tuple[Any, ...], text: str, error: CairnRulesError) -> Meant:
    """Find a text that is not an action among the numbers and notations of the legal actions."""
    is_number = text.isascii() and text.isdigit()
    number = int(text) if is_number and len(text) < 6 else 0
    if 1 <= number <= len(legal):
        return Meant((legal[number - 1],))
    begun = tuple(action for action in legal if game.format_action(action).lower().startswith(text.lower()))
    if begun:
        return Meant(begun)
    if is_number:
        return Meant(problem=f"there is no action {cut(text, 20)}; they are numbered from 1 to {len(legal)}")
    if alike := [each for each in map(game.format_action, legal) if _letters(each) == _letters(text)]:
        return Meant(problem=f"{cut(text, 40)!r} is no action; did you mean {' or '.join(alike)}?")
    if not isinstance(error, NotationError):
        return Meant(problem=cut(str(error), _LONGEST))
    message = messages(error.faults)
    if message.startswith(_UNKNOWN_FORM) and len(message) > _LONGEST:
        return Meant(problem=_not_in_a_long_list(game, legal, text))
    return Meant(problem=cut(f"{cut(text, 40)!r} is neither an action nor a command: {message}", 300))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())


def _not_in_a_long_list(game: Game[Any, Any, Any], legal: tuple[Any, ...], text: str) -> str:
    """Return the message for a text that is no action of a game with too many forms to list.

    It names the legal actions that begin with the first word, those with most of the other words first.
    """
    problem = f"{cut(text, 40)!r} is neither an action nor a command"
    first, *others = re.findall(r"\w+", text.lower()) or [""]
    notations = map(game.format_action, legal)
    begun = [each for each in notations if first and re.sub("^[0-9]+:", "", each.lower()).startswith(first)]
    if not begun:
        return f"{problem}; press Enter to see the actions, or type ? for help"
    begun.sort(key=lambda each: -len({*re.findall(r"\w+", each.lower())}.intersection(others)))
    examples = [cut(each, 40) for each in begun[:_MOST_EXAMPLES]]
    return f"{problem}; with {first!r}, you can now write {' or '.join(examples)}{', …' * (len(begun) > len(examples))}"


HELP: Final[Mapping[str, str]] = MappingProxyType(
    {
        "7, {action}, {begun}": "an action: its number, its notation, or the beginning of its notation",
        "Enter": "show the board again",
        "? {action}, ? 7": "what an action does, or why it is illegal",
        "? {part}": "a part of the game: its text, or what is on it",
        HINT: "what the strongest player would do, and what threatens you",
        "undo, redo": "take back the last decision of a person and the answers to it, or make it again",
        "save [FILE]": "write the game to its file, or to another one",
        "resign": "give up",
        "quit": "stop; you can resume later",
    }
)
"""The help text, with places for an action, its beginning and a part of the game."""


def answer(session: Session, line: str, seconds: float = 0.0) -> Answer:
    """Execute a typed line. A person decides now. `seconds` is the time it took to type the line."""
    if session.spend(seconds):
        return Answer(Wish.DECIDED)
    text = line.strip()
    if not text:
        return Answer(blocks=session.screen())
    match = session.match
    try:
        text = session.words.entered(match.state, text)
    except CairnRulesError as error:
        return _warning(str(error))
    found = exactly(match.game, match.legal_actions, text)
    if not found.actions:
        if text.startswith("?"):
            return _explained(session, text[1:].strip())
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.lower())
        if command is not None:
            return command(session, rest.strip())
        found = meant(match.game, match.state, match.legal_actions, text)
    return _decided(session, text, found)


def completions(session: Session, begun: str) -> list[str]:
    """Return the possible completions of a line; none until the person who decides has the keyboard."""
    if session.awaited is not None:
        return []
    asked, space, word = begun.rpartition(" ") if begun.startswith("?") else ("", "", begun)
    match = session.match
    known = list(map(match.game.format_action, match.legal_actions))
    known += session.words.parts(match.state) if space else COMMANDS
    return [f"{asked}{space}{each}" for each in dict.fromkeys(known) if each.lower().startswith(word.lower())]


def _decided(session: Session, text: str, found: Meant) -> Answer:
    if not found.actions:
        guess = nearest(text, tuple(COMMANDS)) if text.isalpha() else None
        return _warning(f"{found.problem}{f' (did you mean {guess}?)' if guess else ''}")
    action, *others = found.actions
    if others:
        listed = Block(Kind.CHOICES, session.choices(found.actions))
        return Answer(blocks=(*_warning(f"{cut(text, 40)} can be one of these:").blocks, listed))
    try:
        session.choose(action)
    except CairnRulesError as error:  # a power of somebody's own megalith
        return _warning(str(error))
    return Answer(Wish.DECIDED)


def _said(text: str) -> Answer:
    return Answer(blocks=(Block(Kind.ANSWER, "\n".join(wrapped(line, "  ") for line in text.split("\n"))),))


def _warning(text: str) -> Answer:
    return Answer(blocks=(Block(Kind.WARNING, wrapped(text, "  ")),))


def _explained(session: Session, text: str) -> Answer:
    """Explain an action, why it is illegal, or a part of the game."""
    if not text:
        return Answer(blocks=(Block(Kind.ANSWER, _help_text(session)),))
    match, words = session.match, session.words
    legal = match.legal_actions
    found = exactly(match.game, legal, text)
    about = None if found.actions else words.about(match.state, text)
    if about is not None:
        return _said(about)
    found = found if found.actions else meant(match.game, match.state, legal, text)
    if not found.actions:
        return _said(found.problem)
    told = [(words.brief(action), words.sentence(match.state, action)) for action in found.actions]
    return _said("\n".join(f"{notation}: {does or 'it is legal'}" for notation, does in told))


def _help_text(session: Session) -> str:
    match = session.match
    action = match.game.format_action(match.legal_actions[0])
    part = next(iter(session.words.parts(match.state)), "")
    heads = [head.format(action=action, begun=action[:2], part=part) for head in HELP]
    return in_lines(heads, tuple(HELP.values()))


def _hint(session: Session, _: str) -> Answer:
    match, words = session.match, session.words
    seat = match.current_player
    assert seat is not None, "only the current player asks"
    strongest = tuple(players_for(match.game))[-1]
    try:
        action = session.opponents.decision(strongest, match.state, None)
        does = words.sentence(match.state, action)
        lines = [f"{strongest} would play {match.game.format_action(action)}{f': {does}' if does else ''}"]
    except OpponentError as error:
        lines = [f"No advice: {error}"]
    return _said("\n".join((*lines, *words.threats(match.state, seat))))


def _undo(session: Session, _: str) -> Answer:
    undo = session.taking_back
    if problem := undo.refusal:
        return _warning(problem)
    if question := undo.question(session.words.told):
        return _warning(f"{question} Type undo again to take it back; the record will say so.")
    return evolve(_said(f"Taken back: {', '.join(session.undo())}"), wish=Wish.DECIDED)


def _redo(session: Session, _: str) -> Answer:
    return Answer(Wish.DECIDED) if session.redo() else _warning("There is nothing to redo.")


def _resign(session: Session, _: str) -> Answer:
    session.resign()
    return Answer(Wish.DECIDED)


COMMANDS: Final[Mapping[str, Callable[[Session, str], Answer]]] = MappingProxyType(
    {
        HINT: _hint,
        "undo": _undo,
        "redo": _redo,
        "save": lambda _, file: Answer(Wish.SAVE, file=file),
        "resign": _resign,
        "quit": lambda _, __: Answer(Wish.QUIT),
        "help": _explained,
    }
)
"""The function of each command, which takes the rest of its line."""
