"""People play the games of cairn-rules in a chat channel: four functions that any bot can call."""

from __future__ import annotations

from itertools import pairwise

from attrs import evolve, frozen

from cairn_rules import Budget, CairnRulesError, Game, IllegalActionError, Match, dumps, loads, player_named
from cairn_rules.games import BoardGame, is_board_game, load
from cairn_rules.simulation import with_options

__all__ = ["Message", "Table", "answer", "begin", "board", "hint"]

THOUGHTS = 200
"""Number of simulations for a hint."""


@frozen
class Message:
    """A message to send."""

    text: str
    """The text; a board needs a font of even width."""
    to: str | None = None
    """The person who gets it in private; None for the channel."""
    picture: str = ""
    """The board as SVG; empty if there is none."""


@frozen
class Table:
    """A game in a channel. Store it between messages: all of it is text."""

    people: tuple[str, ...]
    """The people, by seat."""
    match: str
    """The game, as JSON."""
    asker: str = ""
    """The person who wants to take a decision back; empty if nobody does."""
    agreed: tuple[str, ...] = ()
    """The others who have agreed to that."""


def begin(game: str, people: tuple[str, ...], *, seed: int | None = None) -> tuple[Table, tuple[Message, ...]]:
    """Start a game between people, by seat.

    Raises:
        CairnRulesError: if there is no such game, or not for this number of people, or a person has two seats.
    """
    if len(set(people)) < len(people):
        raise CairnRulesError(f"each person has one seat, but the people are {', '.join(people)}")
    rules = _board_game(load(game))
    seats = rules.MANIFEST.seats
    if seats.count is None and len(people) != len(seats.names):
        raise CairnRulesError(f"{rules.MANIFEST.title} is a game for {len(seats.names)}, not for {len(people)}")
    options = {} if seats.count is None else {"players": len(people)}
    match = Match(rules, with_options(rules, **options).new_game(seed=seed))
    table = Table(people, dumps(match))
    return table, _shown(table, match, f"A game of {rules.MANIFEST.title} begins.")


def answer(table: Table, person: str, text: str) -> tuple[Table, tuple[Message, ...]]:
    """Answer a line that a person typed, in the channel or in private: return the new table and the messages."""
    match = _match(table)
    word = text.strip().lower()
    if person not in table.people:
        return table, (Message(f"{person} does not play in this game.", person),)
    if word == "board":
        return table, (board(table, person if _has_secrets(match) else None),)
    if match.outcome is not None:
        return table, (Message(_whose(table, match)),)
    if word == "hint":
        return table, (hint(table, person),)
    if word == "moves":
        return table, (Message(_moves(table, match, person), person),)
    if word == "undo":
        return _ask_undo(table, match, person)
    if word in {"yes", "no"}:
        return _consent(table, match, person, agrees=word == "yes")
    if word == "resign":
        match.resign(table.people.index(person))
        return _moved(table, match, f"{person} resigns.")
    return _play(table, match, person, text.strip())


def board(table: Table, person: str | None = None) -> Message:
    """Return the public view of the board, or a person's own view with their hidden things."""
    match = _match(table)
    game = _board_game(match.game)
    seen = game.observe(match.state, None if person is None else table.people.index(person))
    return Message(game.diagram(seen), person, game.svg(seen, highlight=match.history[-1:]))


def hint(table: Table, person: str) -> Message:
    """Return a suggestion for the person who decides, in private."""
    match = _match(table)
    game = _board_game(match.game)
    if match.current_player != table.people.index(person):
        return Message(_whose(table, match), person)
    player = player_named("tree", game)(game, seed=0)
    action = player.choose(game.observe(match.state, match.current_player), Budget(simulations=THOUGHTS))
    return Message(f"Try {game.format_action(action)}: {game.describe(match.state, action)}", person)


def _match(table: Table) -> Match:
    return loads(table.match, expect=Match)


def _board_game(game: Game) -> BoardGame:
    """Return a game as one with pictures, a log and all else that this bot shows."""
    if not is_board_game(game):
        raise CairnRulesError("this bot plays board games only")
    return game


def _has_secrets(match: Match) -> bool:
    """Return whether players see things that a spectator does not."""
    return bool(match.game.observe(match.state, 0) != match.game.observe(match.state, None))


def _whose(table: Table, match: Match) -> str:
    if match.outcome is not None:
        return f"The game is over. {match.outcome.sentence(table.people)}."
    return f"It is {table.people[match.decides]}'s turn."


def _shown(table: Table, match: Match, said: str) -> tuple[Message, ...]:
    """Return what happened with the public board, and in a game with secrets everyone's own board."""
    everybody = board(table)
    public = Message(f"{said} {_whose(table, match)}", None, everybody.picture)
    private = (board(table, person) for person in table.people) if _has_secrets(match) else ()
    return (public, *private)


def _moved(table: Table, match: Match, said: str) -> tuple[Table, tuple[Message, ...]]:
    after = evolve(table, match=dumps(match), asker="", agreed=())
    return after, _shown(after, match, said)


def _moves(table: Table, match: Match, person: str) -> str:
    if match.current_player != table.people.index(person):
        return _whose(table, match)
    return " ".join(map(match.game.format_action, match.legal_actions))


def _play(table: Table, match: Match, person: str, text: str) -> tuple[Table, tuple[Message, ...]]:
    if match.current_player != table.people.index(person):
        return table, (Message(_whose(table, match), person),)
    try:
        match.do(text)
    except IllegalActionError as error:  # the reason may name hidden things
        return table, (Message(error.reason.text, person),)
    except CairnRulesError as error:
        return table, (Message(f"{error}", person),)
    return _moved(table, match, f"{match.log()[-1]}.")


def _ask_undo(table: Table, match: Match, person: str) -> tuple[Table, tuple[Message, ...]]:
    game = _board_game(match.game)
    seat = table.people.index(person)
    mine = [place for place, state in enumerate(match.states[:-1]) if game.current_player(state) == seat]
    if not mine:
        return table, (Message(f"{person} has not made a decision yet."),)
    since = tuple(pairwise(match.states[mine[-1] :]))
    if any(game.reveals(*pair, viewer=each) for pair in since for each in range(len(table.people))):
        return table, (Message("This cannot be taken back, because something hidden has been revealed since."),)
    others = " and ".join(each for each in table.people if each != person)
    if not others:
        return _taken_back(table, match, person)
    asked = f"{person} asks to take the last decision back. Do you agree, {others}: yes or no?"
    return evolve(table, asker=person, agreed=()), (Message(asked),)


def _consent(table: Table, match: Match, person: str, *, agrees: bool) -> tuple[Table, tuple[Message, ...]]:
    if not table.asker:
        return table, (Message("Nobody has asked to take a decision back.", person),)
    if person == table.asker:
        return table, (Message("The others have to agree.", person),)
    if not agrees:
        return evolve(table, asker="", agreed=()), (Message(f"{person} does not agree; the game continues."),)
    agreed = {*table.agreed, person}
    if {*table.people} - agreed - {table.asker}:
        return evolve(table, agreed=tuple(sorted(agreed))), (Message(f"{person} agrees."),)
    return _taken_back(table, match, table.asker)


def _taken_back(table: Table, match: Match, asker: str) -> tuple[Table, tuple[Message, ...]]:
    match.undo_to(table.people.index(asker))
    return _moved(table, match, f"{asker} takes the last decision back.")
