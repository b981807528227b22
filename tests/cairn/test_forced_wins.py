"""Wins that can be forced, against positions worked out by hand and a search that tries everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cairn_rules import DefinitionError, MissingExtraError, Registry, cairn
from cairn_rules.cairn import BASE_SET, BuildMegalith, Megalith, Proof, Space, State, Tribe, Variant, forced_win
from cairn_rules.cairn.proofs import compiled_search_modules, forced_wins
from cairn_rules.cairn.proofs.chance_nodes import with_next
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION, TRANSFORM_OR_PASS, over
from cairn_rules.players import GreedyPlayer
from support import oracle
from support.crowded import VARIANTS, crowded
from support.play import play
from support.seeds import seeds

EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it leaves the board from c5, and builds there."""


def texts(proof: Proof) -> list[str]:
    return list(map(cairn.format_action, proof.line))


def replayed(state: State, proof: Proof) -> State:
    """The state at the end of a line."""
    drawn = list(proof.drawn)
    for action in proof.line:
        after = cairn.apply(state, action)
        if drawn and after.upcoming != state.upcoming and cairn.outcome(after) is None:
            after = cairn.apply(with_next(state, drawn.pop(0)), action)
        state = after
    assert not drawn
    return state


def check(state: State, turns: int) -> Proof:
    """Compare a proof with the search that tries everything, and play its line."""
    proof = forced_win(state, turns=turns)
    assert proof.is_complete
    assert proof.turns == oracle.fastest_win(state, turns), cairn.format_position(state)
    if proof.turns is not None:
        end = cairn.outcome(replayed(state, proof))
        assert end is not None
        assert end.winners == (cairn.current_player(state),)
    return proof


def test_an_exit_wins_at_once() -> None:
    """Rule 9.1: the third megalith; also of an observation, and in the middle of the turn."""
    state = cairn.parse_position(EXIT)
    assert texts(check(state, 1)) == ["c5-x", "=alley"]
    assert forced_win(cairn.observe(state, None)) == forced_win(state)
    assert texts(check(play(state, "c5-x"), 1)) == ["=alley"]


def test_the_fewest_turns_are_found_and_the_opponent_resists() -> None:
    """Sea walks to c5 and leaves from there. Forest is too far away, but need not lose at once."""
    state = cairn.parse_position("5/2s2/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
    assert forced_win(state, turns=1) == Proof()
    assert (proof := check(state, 3)).turns == 2
    assert len(proof.line) == 4
    assert texts(proof)[::2] == ["c4-c5", "c5-x"]


def test_a_win_holds_for_every_order_of_the_deck() -> None:
    """Forest needs Fairy Circle when it comes next, but nobody knows that."""
    text = "5/1sfff/f3s/2s2/f1s2 f bdom c2=dawn,e3=source,c4=chaos,e4=sanctuary cromlech,deer {} 1-1"
    known = cairn.parse_position(text.format("|fairy,mound,stormwell,alley,menhir,haven,pillars,tumulus"))
    assert check(known, 2).turns == 2
    unknown = cairn.parse_position(text.format("fairy,mound,stormwell,alley,menhir,haven,pillars|tumulus"))
    assert check(unknown, 2) == Proof()


@pytest.mark.untraced
def test_a_proof_is_the_same_for_every_order_of_the_deck() -> None:
    """The line goes on with the megalith that helps the opponent most, not with the one on top."""
    text = "5/1sf1s/s1s2/sf1f1/5 s woom c3=dawn,d3=pillars,e3=cromlech,d4=haven mound,chaos {}|menhir 1-1"
    proofs = {
        forced_win(cairn.parse_position(text.format(",".join(order))))
        for order in permutations(("stormwell", "tumulus", "alley"))
    }
    (proof,) = proofs
    assert (proof.turns, len(proof.drawn)) == (2, 1)


@pytest.mark.parametrize("slow", ["alley", "fairy", "menhir"])
def test_a_line_draws_what_prevents_a_faster_win(slow: str) -> None:
    """Here, all other megaliths would let Sea win a turn earlier."""
    text = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn haven,source alley,fairy,menhir 0-0"
    state = play(cairn.parse_position(text), "c5-x")

    class Quick:
        def wins(self, state: State, left: int) -> bool:
            assert left == 1
            return BASE_SET[slow] not in state.upcoming

    build = cairn.parse_action("=haven", state)
    quick: Any = Quick()
    (after, drawn), left = forced_wins.followed(state, build, Tribe.SEA, 3, quick)
    assert (drawn, left) == ((BASE_SET[slow],), 2)
    assert BASE_SET[slow] in after.upcoming


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("5/5/4f/ffff1/sssss f wooe c3=chaos,d3=dawn - - 0-0", "e3-e2"),
        ("f1f1f/1f1fs/ssss1/5/5 s boom b2=alley,d3=fairy stormwell,sanctuary - 0-0", "d3-e3"),
        ("5/5/2f2/f4/1s3 f booe c4=chaos,d4=dawn - - 0-0", "c3-c2"),
        ("2fs1/ss2s/s4/5/5 s woom c4=deer,c5=fairy chaos,dawn - 0-0", "b4-c4 c5>b5"),
    ],
)
def test_a_blocked_opponent_has_lost(text: str, action: str) -> None:
    """Rule 9.2: none of five shamans can move; or the only one cannot, and stands on the totem, perhaps by a power."""
    state = cairn.parse_position(text)
    proof = check(state, 1)
    assert (proof.turns, texts(proof)) == (1, action.split())
    assert forced_wins._Search(state.active, state).wins(state, 1)  # not cut off at the start of the turn


def test_a_block_can_take_two_turns() -> None:
    text = "3s1/f1s1s/1ss2/5/5 s bdom a3=alley,e3=sanctuary,b5=deer chaos,stormwell fairy,menhir|pillars 0-1"
    assert texts(check(cairn.parse_position(text), 2)) == ["c3^a3", "xa4", "+d5", "+d1"]


def fork(site: cairn.Site) -> Iterator[cairn.Effect]:
    for to in (Space.B1, Space.C2):
        yield cairn.Relocate(site.space, to)


@pytest.mark.parametrize(("power", "turns"), [(fork, 1), (cairn.opponent_decides(fork), None)])
def test_the_opponent_decides_within_the_turn_too(power: cairn.Power, turns: int | None) -> None:
    """On c2, Sea's shaman is in a row with b2 and d2, and transforms Forest's. On b1, it is not."""
    stones = BASE_SET | Registry[Megalith]([cairn.megalith("Fork", text="To b1 or c2.", id="fork")(power)])
    text = "f3f/5/5/1s1f1/3s1 s wooe c1=fork,b3=chaos,a3=deer,d3=dawn alley,menhir - 2-0"
    proof = check(cairn.parse_position(text, registry=stones), 1)
    assert proof.turns == turns
    assert texts(proof) == (["d1-c1", "c1>c2", "*d2", "=alley"] if turns else [])


def test_a_megalith_that_gives_a_build_needs_no_more_turns() -> None:
    """With custom megaliths, a tribe can score more than once in a turn."""

    def gift(site: cairn.Site) -> Iterator[cairn.Effect]:
        yield cairn.Together(*[cairn.GrantBuild(space) for space in site.free(site.adjacent)][:2])

    stones = BASE_SET | Registry[Megalith]([cairn.megalith("Gift", text="Two builds.", id="gift")(gift)])
    text = "f3f/5/5/5/3s1 s wooe c1=gift,b3=chaos,d3=dawn alley,menhir deer,mound 1-0"
    assert check(cairn.parse_position(text, registry=stones), 1).turns == 1


def test_a_state_made_by_hand_can_score_more_often() -> None:
    """Three builds wait in one turn."""
    start = cairn.parse_position("4f/5/5/5/s4 s wooe b4=chaos,d4=dawn alley,menhir mound,haven 0-0")
    builds = [BuildMegalith(space, Tribe.SEA) for space in (Space.C3, Space.C4, Space.C5)]
    state = cairn.make_state(
        shamans=start.shamans,
        megaliths=start.megaliths,
        upcoming=start.upcoming,
        deck=start.deck,
        tiles=start.tiles,
        active=Tribe.SEA,
        pending=builds[0],
        waiting=tuple(builds[1:]),
    )
    assert check(state, 1).turns == 1


def test_a_win_can_come_in_the_turn_of_the_opponent() -> None:
    """Rule 10.1: Forest pushed Sea's shaman onto Haven. Another one leaves the board, and Sea builds."""
    text = "4s/1f3/2s2/5/5 f wooe c3=haven,d3=fairy,b3=chaos,a3=deer alley,menhir - 2-0"
    start = cairn.parse_position(text, variant=Variant(power_exit=True))
    power = cairn.UsePower(Space.C3, BASE_SET["haven"], Tribe.SEA)
    state = cairn.make_state(
        shamans=start.shamans,
        megaliths=start.megaliths,
        upcoming=start.upcoming,
        tiles=start.tiles,
        scores=start.scores,
        active=Tribe.FOREST,
        pending=power,
        variant=start.variant,
    )
    assert check(state, 1).turns == 1


CIRCLES = (
    "sf2s/2sf1/4s/f4/1s2f s bdem d1=pillars,e1=cromlech,c2=menhir,a3=tumulus,c4=dawn fairy,chaos deer|alley 1-2",
    "5/1sf1s/s1s2/sf1f1/5 s woom c3=dawn,d3=pillars,e3=cromlech,d4=haven mound,chaos stormwell,menhir 1-1",
    "1ss2/4f/5/1s3/4s f bdem b1=cromlech,c1=dawn,b2=pillars,c2=haven source,sanctuary menhir,deer|chaos,tumulus 0-2",
)
"""Positions in which the opponent can take turn after turn, and come back to the same position."""


@pytest.mark.untraced
@pytest.mark.parametrize("text", CIRCLES)
def test_endless_turns_are_no_win(text: str) -> None:
    """Rule 7.4: nobody wins by going round."""
    check(cairn.parse_position(text), 2)


def test_without_an_answer_within_the_limit_nothing_is_said() -> None:
    state = cairn.parse_position(EXIT)
    assert forced_win(state, limit=1) == Proof(is_complete=False)
    assert forced_win(state, limit=10).turns == 1


@pytest.mark.parametrize("left", [0, 1])
def test_what_cannot_be_won_is_not_searched(left: int) -> None:
    """Sea needs three megaliths, and Forest, with shamans in its village and none on its totem, cannot be blocked."""
    state = cairn.parse_position("f4/5/5/5/4s s wooe b3=chaos,d3=deer - - 0-0")
    search = forced_wins._Search(Tribe.SEA, state)
    search._limit = 1
    assert not search.wins(state, left)


def test_nobody_wins_a_game_that_is_over() -> None:
    assert forced_win(play(cairn.parse_position(EXIT), "c5-x", "=alley")) == Proof()


def test_an_opponent_with_one_action_takes_it() -> None:
    """Also if it loses at once."""
    state = play(cairn.parse_position(EXIT.replace("alley,menhir", "alley")), "c5-x")
    lost: Any = SimpleNamespace(decisive=lambda _state, _left: None)
    assert cairn.format_action(forced_wins.replied(state, 1, lost)) == "=alley"


@pytest.mark.parametrize(
    ("ready", "batch", "used"), [(False, None, 0), (True, None, 1), (True, False, 0), (False, True, 1)]
)
def test_the_compiled_search_is_used_if_it_is_ready_or_asked_for(
    monkeypatch: pytest.MonkeyPatch, *, ready: bool, batch: bool | None, used: int
) -> None:
    made: list[forced_wins.Search] = []

    def compiled(player: int, start: State) -> forced_wins.Search:
        made.append(forced_wins._Search(player, start))
        return made[0]

    monkeypatch.setattr(compiled_search_modules, "_missing_extra", lambda: None)
    monkeypatch.setattr(forced_wins, "is_ready", lambda _: ready)
    monkeypatch.setattr(forced_wins, "search_module", lambda _: SimpleNamespace(CompiledSearch=compiled))
    assert forced_win(cairn.parse_position(EXIT), batch=batch).turns == 1
    assert len(made) == used


@pytest.mark.parametrize(("missing", "compiled"), [(False, True), (False, False), (True, True)])
def test_a_compiled_search_is_ready_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, *, missing: bool, compiled: bool
) -> None:
    is_ready: Any = compiled_search_modules.is_ready
    absent = MissingExtraError("batch=True", "numba", "batch")
    monkeypatch.setattr(compiled_search_modules, "_missing_extra", lambda: absent if missing else None)
    module = SimpleNamespace(is_ready=lambda: compiled)
    monkeypatch.setattr(compiled_search_modules, "search_module", lambda _: module)
    assert is_ready.__wrapped__("a search") is (compiled and not missing)


def test_bad_arguments_are_refused() -> None:
    state = cairn.parse_position(EXIT)
    with pytest.raises(DefinitionError, match="turns should be a whole number from 1 up, not 0"):
        forced_win(state, turns=0)
    with pytest.raises(DefinitionError, match="limit should be a whole number from 1 up, not -1"):
        forced_win(state, limit=-1)
    with pytest.raises(DefinitionError, match="'x' is not a state of this game"):
        forced_win("x")  # type: ignore[arg-type]


class Maze:
    """Random decisions of two tribes, without rules: states are numbers, and actions the next ones.

    Even numbers are starts of turns. 0 is a victory of Sea, and 1 of Forest.
    """

    def __init__(self, rng: Random, size: int) -> None:
        self.active = [int(rng.random() < 0.8) for _ in range(size)]
        self.decider = [self.active[each] if each % 2 == 0 else rng.randrange(2) for each in range(size)]
        self.nexts: list[tuple[int, ...]] = []
        for each in range(size):
            later = [other for other in range(each + 1, size) if other % 2]  # within a turn, nothing comes again
            starts = [other for other in range(size) if other % 2 == 0 and (each % 2 or other != each)]
            self.nexts.append(tuple(rng.sample([1, *starts, *later[:3]], min(3, len(starts)))))

    def state(self, number: int, turn: int) -> State:
        layout = cairn.parse_position(EXIT, variant=Variant(power_exit=True))._layout
        pending = over(number, "third-megalith") if number < 2 else TRANSFORM_OR_PASS if number % 2 else CHOOSE_ACTION
        return State(number, 0, 0, self.active[number], layout, pending, turn)

    def apply(self, state: State, action: int) -> State:
        return self.state(action, state.turn + (action % 2 == 0 or action == 1))

    def turns_of_sea(self, line: tuple[Any, ...]) -> int:
        """The number of turns of Sea in a line of numbers, in whose last turn it wins, or in the one after that."""
        assert line[-1] == 0
        ends = [self.active[number] for number, after in pairwise(line) if after % 2 == 0]
        return ends.count(0) + ends[-1]

    def wins(self, turns: int) -> list[set[int]]:
        """The numbers from which Sea wins within 0, 1, ... turns, which grow until nothing changes."""
        won: list[set[int]] = [{0}]
        for left in range(1, turns + 1):
            won.append({0})
            while True:
                more = {
                    number
                    for number in range(2, len(self.nexts))
                    if (any if self.decider[number] == 0 else all)(
                        after == 0
                        or ((rest := left - (self.active[number] == 0 and after % 2 == 0)) >= 0 and after in won[rest])
                        for after in self.nexts[number]
                    )
                }
                if more <= won[left]:
                    break
                won[left] |= more
        return won


@pytest.mark.untraced
@pytest.mark.parametrize("seed", seeds(20))
def test_circles_of_all_kinds_are_no_win(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a search from the victories backwards, which no circle can mislead."""
    rng = Random(seed + 13)
    for _ in range(100):
        maze = Maze(rng, rng.randrange(6, 24))
        monkeypatch.setattr(forced_wins, "apply", maze.apply)
        monkeypatch.setattr(forced_wins, "legal_actions", lambda state, maze=maze: maze.nexts[state._own])
        monkeypatch.setattr(forced_wins, "current_player", lambda state, maze=maze: maze.decider[state._own])
        won = maze.wins(3)
        search = forced_wins._Search(0, maze.state(2, 0))
        for number in range(2, len(maze.nexts)):
            found = [search.wins(maze.state(number, 0), left) for left in range(1, 4)]
            assert found == [number in each for each in won[1:]]
            if True in found:
                turns = found.index(True) + 1
                line = forced_wins.prove(maze.state(number, 0), 0, turns, search).line
                assert maze.turns_of_sea((number, *line)) == turns


def decisions(seed: int) -> Iterator[State]:
    """The starts of the turns of a game of greedy players, after four random turns."""
    rng = Random(seed)
    state = cairn.new_game(seed=seed)
    player = GreedyPlayer(cairn, seed=seed)
    while cairn.outcome(state) is None and state.turn < 100:
        if state.turn < 4:
            action = rng.choice(cairn.legal_actions(state))
        else:
            action = player.choose(cairn.observe(state, cairn.current_player(state)))
        if isinstance(state.pending, cairn.ChooseAction) and state.turn >= 4:
            yield state
        state = cairn.apply(state, action)


@pytest.mark.untraced
@pytest.mark.parametrize("games", [1, pytest.param(40, marks=pytest.mark.slow)])
def test_wins_in_one_and_two_turns_are_never_missed(games: int) -> None:
    """Ten positions of a game, or more than a thousand."""
    found = [check(state, 2).turns for game in range(games) for state in [*decisions(game)][-10 if games == 1 else 0 :]]
    assert {1, 2, None} <= {*found}
    assert games == 1 or len(found) > 1_000


@pytest.mark.untraced
@pytest.mark.parametrize("count", [30, pytest.param(3_000, marks=pytest.mark.slow)])
def test_wins_in_crowded_positions_are_never_missed(count: int) -> None:
    """Of every variant, in the middle of turns, too."""
    rng = Random(count)
    for number in range(count):
        state = crowded(rng, VARIANTS[number % len(VARIANTS)])
        for _ in range(rng.randrange(4)):
            if actions := cairn.legal_actions(state):
                state = cairn.apply(state, rng.choice(actions))
        if cairn.outcome(state) is None:
            check(state, 1)
