"""The search for puzzles in records of games: `find_puzzles`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from attrs import evolve

from cairn_rules import games
from cairn_rules.cairn.keys import canonical
from cairn_rules.cairn.manifest import MANIFEST
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.players.sage import SagePlayer
from cairn_rules.cairn.proofs.compiled_search_modules import check_batch
from cairn_rules.cairn.proofs.forced_wins import INERT, LimitError, Search, in_order, prove, search_for
from cairn_rules.cairn.puzzle import BUDGETS, HARDEST, LONGEST, Puzzle
from cairn_rules.cairn.rules.observation import observe
from cairn_rules.cairn.rules.rules import apply, current_player, legal_actions, outcome
from cairn_rules.cairn.rules.setup import new_game
from cairn_rules.cairn.state.actions import Action, Transform
from cairn_rules.cairn.state.board import VILLAGE
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import ChooseAction, Over, UsePower
from cairn_rules.cairn.state.pending_queue import NO_ACTION
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.texts.notation import format_action
from cairn_rules.cairn.texts.position_text import format_position
from cairn_rules.cairn.variant import STANDARD
from cairn_rules.checks import check_least, checked
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.history.record import Record
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget
from cairn_rules.players.simple import GreedyPlayer

LIMIT: Final = 200_000
"""Maximum number of states that each proof may look at, so that puzzles can also be solved in Python."""
LEAST_ACTIONS: Final = 5
"""Minimum number of legal actions of a puzzle."""
TRIES: Final = 3
"""Number of times that `GreedyPlayer` must find the first action."""
MAX_TURNS: Final = 200
"""Number of turns after which a game played for its puzzles is stopped, because it may go in circles."""


@checked
def find_puzzles(records: Iterable[Record[Any, Any]], *, turns: int = LONGEST, batch: bool = True) -> Iterator[Puzzle]:
    """Yield the puzzles in records of games, numbered from 1.

    A puzzle is the start of a turn at which exactly one first action wins by force, in a number of turns and no fewer,
    for every order of the unknown part of the deck. These are left out: positions with fewer than five legal actions,
    exits that win at once, mirror images of earlier puzzles, and a second puzzle of the same length from one game.

    Args:
        records: The games, which must be of Cairn, with base megaliths and without rule options.
        turns: Maximum number of turns of a puzzle, from 1 to 3.
        batch: Whether to use the compiled searches, which need the extra `batch`. Those in Python find the same puzzles
            in a hundred times the time, and rate the difficulty by a sage that finds other decisions.

    Raises:
        DefinitionError: if an argument is not of its kind, or a game is another one, or has a custom megalith or rule
            options.
        MissingExtraError: if the compiled searches are asked for without Numba.

    Example:
        >>> from cairn_rules import Record, cairn
        >>> puzzle = cairn.puzzles()[0]
        >>> record = Record(game=cairn, start=puzzle.state, actions=puzzle.solution)
        >>> [found.task for found in cairn.find_puzzles([record], turns=1, batch=False)] == [puzzle.task]
        True
    """
    turns = check_least("turns", turns, 1)
    check_batch(batch)
    if turns > LONGEST:
        raise DefinitionError(f"turns should be from 1 to {LONGEST}, not {turns}")
    known = set[int]()
    number = 0
    for record in records:
        found = set[int]()
        searches: dict[int, Search] = {}
        for state in _candidates(record):
            puzzle = _puzzle_at(state, turns, searches, found, known, batch=batch)
            if puzzle is not None:
                number += 1
                yield evolve(puzzle, number=number)


def _candidates(record: Record[Any, Any]) -> Iterator[State]:
    """Yield the starts of turns of a game with enough legal actions, without the order of the deck."""
    if not isinstance(record, Record) or manifest_of(record.game) is not MANIFEST:
        what = f"of {manifest_of(record.game).name}" if isinstance(record, Record) else f"in {quoted(record)}"
        raise DefinitionError(f"puzzles are found in records of cairn, not {what}")
    layout = record.start._layout
    custom = next((each for each in layout.all_megaliths if each not in BASE_SET), None)
    if custom is not None or layout.variant != STANDARD:
        what = "rule options" if custom is None else f"the custom megalith {quoted(custom.id)}"
        raise DefinitionError(f"puzzles are found in games with base megaliths and the standard rules, not with {what}")
    for state in record.replay():
        if isinstance(state._pending, ChooseAction) and len(legal_actions(state)) >= LEAST_ACTIONS:
            yield in_order(state)


def _puzzle_at(
    state: State, turns: int, searches: dict[int, Search], found: set[int], known: set[int], *, batch: bool
) -> Puzzle | None:
    """Return the puzzle that a position is, or None.

    `searches` are those of this game, by the tribe that is to win; `found` has the lengths of its puzzles, `known` the
    keys of all puzzles.
    """
    player = state._active
    search = searches.setdefault(player, searches.get(player) or search_for(player, state, batch=batch))
    try:
        length, first = _only_win(state, turns, search)
    except LimitError:
        return None
    if first is None or length in found or (length == 1 and _is_exit(first)):
        return None
    key = _key(state)
    if key in known:
        return None
    known.add(key)
    found.add(length)
    proof = prove(state, player, length, search)
    line: list[str] = [format_action(action) for action in proof.line]
    bare = Puzzle(
        number=0,
        turns=length,
        difficulty=HARDEST,
        motifs=(),
        position=format_position(state),
        line=" ".join(line),
        drawn=tuple(megalith.id for megalith in proof.drawn),
    )
    return evolve(bare, difficulty=difficulty_of(bare, batch=batch), motifs=motifs_of(bare, batch=batch))


def _only_win(state: State, turns: int, search: Search) -> tuple[int, Action | None]:
    """Return the number of turns of the fastest win, and its first action if that is the only one, else None."""
    actions = legal_actions(state)
    for length in range(1, turns + 1):
        first = search.decisive(state, length, limit=LIMIT)
        if first is not None:
            # all others come before it now
            other = search.decisive(state, length, actions.index(first) + 1, LIMIT)
            return length, first if other == first else None
    return turns, None


def _is_exit(action: Action) -> bool:
    """Return whether the first action of a turn leaves the board."""
    return getattr(action, "to", None) is VILLAGE


def _key(state: State) -> int:
    """Return a key that is the same for mirror images, and for a display in another order."""
    layout = state._layout
    ordered = draft(state)
    ordered._layout = Layout(
        layout.stones, _by_id(layout.upcoming), layout.deck, layout.tucked, layout.scores, layout.variant
    )
    return canonical(ordered)[0]


def _by_id(megaliths: Iterable[Megalith]) -> tuple[Megalith, ...]:
    return tuple(sorted(megaliths, key=lambda megalith: megalith.id))


def motifs_of(puzzle: Puzzle, *, batch: bool) -> tuple[str, ...]:
    """Return the motifs of a puzzle, which `MOTIFS` explains."""
    state, winner = puzzle.state, puzzle.winner
    stones = [stone for _, stone in state._layout.stones]
    decisive = {stone.id for stone in (*stones, *state.upcoming) if is_decisive(puzzle, stone, batch=batch)}
    own = [
        (before, action)
        for before, action in zip(puzzle.states, puzzle.solution, strict=False)
        if current_player(before) == winner
    ]
    powers = Counter(before.turn for before, _ in own if isinstance(before.pending, UsePower))
    last = puzzle.states[-1].pending
    assert isinstance(last, Over), "a solution ends with a victory"
    found = {
        "transformation": any(isinstance(action, Transform) for _, action in own),
        "chain": max(powers.values(), default=0) > 1,
        "exit": any(isinstance(before.pending, ChooseAction) and _is_exit(action) for before, action in own),
        "block": last.outcome.reason == NO_ACTION,
    }
    return (*(id for id in BASE_SET.ids if id in decisive), *(name for name, is_there in found.items() if is_there))


def is_decisive(puzzle: Puzzle, megalith: Megalith, *, batch: bool) -> bool:
    """Return whether there is no win in as many turns if a megalith on the board or on display is powerless."""
    state = puzzle.state
    powerless = draft(state)
    powerless._layout = state._layout.swapped({megalith: INERT})
    try:
        search = search_for(state._active, powerless, batch=batch)
        return search.decisive(powerless, puzzle.turns, limit=LIMIT) is None
    except LimitError:
        return False


def difficulty_of(puzzle: Puzzle, *, batch: bool) -> int:
    """Return the difficulty of a puzzle; see `Puzzle.difficulty`."""
    observation, first = observe(puzzle.state, puzzle.winner), puzzle.solution[0]
    game = games.load("cairn")
    difficulty = HARDEST
    for budget in reversed(BUDGETS):
        if SagePlayer(game, seed=0, batch=batch).choose(observation, Budget(simulations=budget)) != first:
            return difficulty
        difficulty -= 1
    found = all(GreedyPlayer(game, seed=seed).choose(observation) == first for seed in range(TRIES))
    return difficulty - found


def sage_games(n: int, *, seed: int, simulations: int, batch: bool) -> Iterator[Record[State, Action]]:
    """Yield games of `SagePlayer` against itself, each from another set-up."""
    game = games.load("cairn")
    rng = Random(seed)
    for _ in range(n):
        start = state = new_game(seed=rng.getrandbits(32))
        players = [SagePlayer(game, seed=rng.getrandbits(32), batch=batch) for _ in range(2)]
        actions: list[Action] = []
        while (player := current_player(state)) is not None and state.turn < MAX_TURNS:
            actions.append(players[player].choose(observe(state, player), Budget(simulations=simulations)))
            state = apply(state, actions[-1])
        yield Record(game=game, start=start, actions=actions, outcome=outcome(state))


def chosen(found: Sequence[Puzzle], n: int) -> list[Puzzle]:
    """Return some of the puzzles: as many of each length, and those with rare motifs and difficulties first.

    They are sorted by length and difficulty, and numbered from 1.
    """
    kept: list[Puzzle] = []
    for length in range(1, LONGEST + 1):
        left = [puzzle for puzzle in found if puzzle.turns == length]
        counts = Counter[object]()
        for _ in range(min(n // LONGEST, len(left))):
            rarest = min(left, key=lambda each: (min(map(counts.__getitem__, _features(each))), each.number))
            left.remove(rarest)
            counts.update(_features(rarest))
            kept.append(rarest)
    kept.sort(key=lambda each: (each.turns, each.difficulty, each.number))
    return [evolve(each, number=number) for number, each in enumerate(kept, 1)]


def _features(puzzle: Puzzle) -> tuple[object, ...]:
    return (*puzzle.motifs, puzzle.difficulty)
