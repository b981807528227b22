"""The net in the kernel, and the search that looks ahead with it."""

from __future__ import annotations

from random import Random
from typing import Any

import learning
import numpy as np
import pytest

from cairn_rules import cairn
from cairn_rules.cairn.batch import drive, net_search_kernel
from cairn_rules.cairn.batch.bridge import read_state, write_state
from cairn_rules.cairn.batch.kernel import first_key, settle
from cairn_rules.cairn.batch.net_search_kernel import AT_LEAST, EVERYTHING, LINES, VICTORY, Room
from cairn_rules.cairn.batch.row import close, opened
from cairn_rules.cairn.learning.action_space import action_at
from cairn_rules.cairn.players.net import Net, pack_net, sage_file, sage_net
from cairn_rules.cairn.players.net_inputs import HIDDEN, INPUTS
from cairn_rules.cairn.variant import STANDARD
from cairn_rules.encoding import Encoder
from support.crowded import chained

FILE = sage_file()


def small_net(seed: int) -> tuple[Any, Any, Net]:
    """Random weights in whole 64ths: as arrays of the kernel, and as the net of a player."""
    rng = np.random.default_rng(seed)
    inputs, outputs = rng.integers(-40, 41, (INPUTS, HIDDEN)), rng.integers(-90, 91, HIDDEN)
    net = Net(pack_net(inputs.ravel().tolist(), outputs.tolist(), 700))
    return (inputs / 64).astype(np.float32), np.append(outputs / 64, 700 / 4096).astype(np.float32), net


def middles(count: int, seed: int = 1) -> list[cairn.State]:
    """States of random games, also in the middle of a turn, and some in a chain of powers."""
    rng = Random(seed)
    found = [chained(rng, STANDARD, powers) for powers in range(1, 1 + count // 8)]
    while len(found) < count:
        state = cairn.new_game(seed=rng.getrandbits(32))
        for _ in range(rng.randrange(50)):
            if legal := cairn.legal_actions(state):
                state = cairn.apply(state, rng.choice(legal))
        if cairn.outcome(state) is None:
            found.append(state)
    return found


def room() -> tuple[Any, ...]:
    """Rows, chains and lists, then what the search needs besides, full of what other searches left."""
    rows, chains, lists, _ = drive.lines(LINES + 1)
    frames, memory, tallies, visited, progress, found = drive.search_room(LINES + 1)
    for array in (chains, lists, tallies, found, *(frames[name] for name in frames.dtype.names)):
        array.fill(3)
    return rows, chains, lists, frames, memory, tallies, visited, progress, found


def sums() -> Any:
    """Room for the hidden units."""
    return np.full(HIDDEN, 3, np.float32)


def searched(state: cairn.State, depth: int, *weights: Any) -> tuple[float, cairn.Action]:
    """The value of a state by a search of some turns, and its best action."""
    rows, chains, lists, frames, *others = room()
    write_state(state, rows, chains, 0)
    count = settle(opened(rows, 0), chains, lists, 0)
    value = learning.value_of(Room(rows, chains, lists, frames, *others, *weights, sums()), 0, count, depth, 1)
    return value, action_at(state, int(frames[0]["plan"][0]))


@pytest.fixture
def judgements(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The rows that searches judge from now on, as their fields `own`, `enemy`, `turn` and `deck`."""
    judged, met = net_search_kernel.judged, []

    def noted(row: Any, *others: Any) -> float:
        met.append((row.own, row.enemy, row.turn, tuple(row.deck[: row.deck_size])))
        return judged(row, *others)

    monkeypatch.setattr(net_search_kernel, "judged", noted)
    return met


def test_a_row_is_judged_as_the_player_judges_the_state() -> None:
    inputs, outputs, net = small_net(1)
    rows, chains, *_, found = room()
    for state in middles(40):
        write_state(state, rows, chains, 0)
        row = opened(rows, 0)
        for tribe in cairn.Tribe:
            odds = net_search_kernel.judged(row, found, inputs, outputs, sums(), tribe)
            assert odds == pytest.approx(net(state, tribe), abs=1e-4)


def value(state: cairn.State, net: Net, viewer: int, begun: int, depth: int) -> float:
    """The value of a state by trying everything."""
    if (outcome := cairn.outcome(state)) is not None:
        return (VICTORY - (state.turn - begun)) * (1 if viewer in outcome.winners else -1)
    if isinstance(state.pending, cairn.ChooseAction) and state.turn >= begun + depth:
        return net(state, viewer)
    values = [value(after, net, viewer, begun, depth) for _, after in cairn.successors(state)]
    return max(values) if cairn.current_player(state) == viewer else min(values)


def leaves_of(state: cairn.State, begun: int, depth: int) -> int:
    """The number of positions to judge without alpha and beta."""
    if cairn.outcome(state) is not None:
        return 0
    if isinstance(state.pending, cairn.ChooseAction) and state.turn >= begun + depth:
        return 1
    return sum(leaves_of(after, begun, depth) for _, after in cairn.successors(state))


@pytest.mark.untraced
@pytest.mark.parametrize("depth", [1, 2])
def test_the_search_finds_the_value_of_trying_everything(depth: int, judgements: list[Any]) -> None:
    winning = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
    *weights, net = small_net(2)
    leaves = 0
    for state in (winning, *middles(16 if drive.COMPILED else 8, seed=3)):
        got, action = searched(state, depth, *weights)
        told = net, cairn.current_player(state), state.turn, depth
        assert got == pytest.approx(value(state, *told), abs=1e-4)
        assert value(cairn.apply(state, action), *told) == pytest.approx(got, abs=1e-4)
        leaves += leaves_of(state, state.turn, depth)
    assert len(judgements) <= leaves / depth, "too little was cut off"


@pytest.mark.parametrize("most", ["MOST_POWERS", "LINES"])
def test_a_search_ends_in_long_chains_and_after_many_decisions(most: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The position is then judged as if the turn ended now: here, with the shaman on the megalith and not beyond."""
    monkeypatch.setattr(net_search_kernel, most, {"MOST_POWERS": -1, "LINES": 2}[most])
    *weights, net = small_net(2)
    state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=menhir,d3=dawn alley,deer - 0-0")
    got, _ = searched(state, 1, *weights)
    assert got == pytest.approx(max(net(after, 0) for _, after in cairn.successors(state)), abs=1e-4)


def test_only_the_unknown_part_of_the_deck_is_shuffled() -> None:
    rows, chains, *_ = room()
    write_state(
        cairn.parse_position("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn alley,deer menhir,mound|fairy 0-0"), rows, chains, 0
    )
    decks = set()
    for key in range(40):
        row = opened(rows, 0)
        assert net_search_kernel.shuffle_deck(row, key * 977) != key * 977
        close(rows, 0, row)
        decks.add(tuple(stone.id for stone in read_state(rows, chains, 0).deck))
    assert decks == {("menhir", "mound", "fairy"), ("mound", "menhir", "fairy")}


def chosen(state: cairn.State, key: int, simulations: int) -> cairn.Action:
    """The action that the search of the shipped net prefers."""
    rows, chains, lists, *search_room = room()
    write_state(state, rows, chains, 0)
    count = settle(opened(rows, 0), chains, lists, 0)
    before = rows[0].tobytes(), lists[0].tobytes()
    index = net_search_kernel.best_of_lookahead(
        Room(rows, chains, lists, *search_room, *drive.weights(FILE), sums()), 0, count, key, simulations
    )
    assert (rows[0].tobytes(), lists[0].tobytes()) == before
    return action_at(state, index)


def test_the_net_is_that_of_sage() -> None:
    """All weights are whole 64ths, so that nothing is rounded."""
    rows, chains, *_, found = room()
    for state in middles(40):
        write_state(state, rows, chains, 0)
        assert net_search_kernel.judged(opened(rows, 0), found, *drive.weights(FILE), sums(), 0) == sage_net()(state, 0)


def test_a_victory_is_found_late_in_a_game() -> None:
    """However many turns the game had before."""
    state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
    later = cairn.make_state(
        shamans=state.shamans,
        megaliths=state.megaliths,
        upcoming=state.upcoming,
        scores=state.scores,
        tiles=state.tiles,
        active=state.active,
        turn=3_000,
    )
    for each in (state, later):
        assert cairn.format_action(chosen(each, 1, EVERYTHING)) == "c5-x"


def test_the_order_of_the_deck_is_guessed_anew(judgements: list[Any]) -> None:
    """For each key, and never looked at: each order is guessed in some searches."""
    state = cairn.parse_position("f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn alley,menhir deer,pillars,mound 0-0")
    for key in range(40):
        chosen(state, first_key(key, 0), 1)
    assert len({deck for *_, deck in judgements}) == 6


def test_a_victory_is_tried_first(judgements: list[Any]) -> None:
    """Forest would have no action, so that all else is soon done with."""
    state = cairn.parse_position("fffff/ssss1/4s/5/5 s wooe b2=chaos,d2=dawn alley,deer - 0-0")
    *weights, _ = small_net(3)
    got, action = searched(state, 2, *weights)
    assert (got, cairn.format_action(action)) == (VICTORY - 1, "e3-e4")
    assert len(judgements) < leaves_of(state, 0, 2) / 2


def sparse(count: int, seed: int) -> list[cairn.State]:
    """Starts of turns with one or two shamans a tribe, so that everything can be tried."""
    rng = Random(seed)
    found = []
    while len(found) < count:
        spaces = rng.sample(list(cairn.Space), rng.randint(2, 3))
        first = cairn.new_game(seed=rng.getrandbits(32))
        state = first.replace(shamans={space: cairn.Tribe(at % 2) for at, space in enumerate(spaces)})
        if cairn.legal_actions(state):
            found.append(state)
    return found


@pytest.mark.untraced
def test_what_is_remembered_does_not_change_the_value(judgements: list[Any]) -> None:
    """Several ways lead to the same positions."""
    leaves = 0
    for number, state in enumerate(sparse(20 if drive.COMPILED else 5, seed=1)):
        *weights, net = small_net(number)
        got, action = searched(state, 4, *weights)
        told = net, cairn.current_player(state), state.turn, 4
        assert got == pytest.approx(value(state, *told), abs=1e-4)
        assert value(cairn.apply(state, action), *told) == pytest.approx(got, abs=1e-4)
        leaves += leaves_of(state, state.turn, 4)
    assert len(judgements) < leaves / 2


@pytest.mark.parametrize(
    ("value", "asked", "known"),
    [
        (1.5, (-9, 9), True),  # between the bounds of its search, and so exact
        (1.0, (1.0, 9), True),  # at most 1
        (1.0, (0.9, 9), False),
        (0.5, (0.5, 9), True),
        (0.5, (0.4, 9), False),
        (0.5, (-9, 0.5), False),
        (2.0, (-9, 2.0), True),  # at least 2
        (2.0, (-9, 2.1), False),
        (3.0, (-9, 3.0), True),
        (3.0, (-9, 3.1), False),
        (3.0, (3.0, 9), False),
    ],
)
def test_bounds_suffice_where_they_decide(value: float, asked: tuple[float, float], known: bool) -> None:  # noqa: FBT001
    """What a search between 1 and 2 found is enough for another one between some bounds, of no more turns."""
    search = Room(*room(), *drive.weights(FILE), sums())
    write_state(cairn.new_game(seed=1), search.rows, search.chains, 0)
    row = opened(search.rows, 0)
    memory, progress, frame = search.memory, search.progress, search.frames[0]
    for name, number in {"key": net_search_kernel.salted_key(row, progress), "least": 1, "most": 2, "turns": 2}.items():
        frame[name] = number
    frame["value"] = value
    net_search_kernel.conclude(search, 0)
    for turns in (1, 2):
        got = net_search_kernel.recall(row, memory, progress, turns, *asked)
        assert got == (value if known else net_search_kernel.UNKNOWN)
    assert net_search_kernel.recall(row, memory, progress, 3, *asked) == net_search_kernel.UNKNOWN
    row.turn += 1
    assert net_search_kernel.recall(row, memory, progress, 1, *asked) == net_search_kernel.UNKNOWN
    row.turn -= 1
    progress[net_search_kernel.SALT] += 1
    assert net_search_kernel.recall(row, memory, progress, 1, *asked) == net_search_kernel.UNKNOWN


def test_a_shallower_search_does_not_answer_for_a_deeper_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_search_kernel, "MOST_TURNS", 3)
    for state in sparse(20 if drive.COMPILED else 5, seed=2):
        told = sage_net(), cairn.current_player(state), state.turn, 3
        assert value(cairn.apply(state, chosen(state, 1, EVERYTHING)), *told) == value(state, *told)


def key_of(state: cairn.State) -> int:
    """The key of the position at the start of a turn."""
    rows, chains, *_ = room()
    write_state(state, rows, chains, 0)
    return net_search_kernel.position_key(opened(rows, 0))


def test_positions_have_keys_whatever_happened_before() -> None:
    """All that matters for the rest of a game, except the order of the unknown deck, which a search has guessed."""
    keys: dict[int, Any] = {}
    for state in middles(400, seed=9):
        if isinstance(state.pending, cairn.ChooseAction):
            layout = state._layout
            place = (
                *(state._own, state._enemy, state._faces, state._active, layout.stones, layout.upcoming),
                *(len(layout.deck), layout.deck[len(layout.deck) - layout.tucked :], layout.scores),
            )
            key = key_of(state)
            assert 0 <= key < 1 << 62
            assert keys.setdefault(key, place) == place
    assert len(keys) > 200
    text = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn alley,menhir deer,pillars,mound 0-0"
    state = cairn.parse_position(text)
    assert key_of(state) == key_of(cairn.parse_position(text.replace("deer,pillars", "pillars,deer")))
    changes = (
        ("f1f1f", "f1ff1"), ("s1s1s", "ss2s"), (" s wooe", " f wooe"), ("wooe", "wdoe"), ("b3=chaos", "b4=chaos"),
        ("b3=chaos", "b3=fairy"), ("alley,menhir", "alley,fairy"), ("deer,pillars,mound", "deer,pillars"),
        ("pillars,mound", "pillars|mound"),
    )  # fmt: skip
    texts = [text.replace(*change) for change in changes]
    texts += [text.replace("d3=dawn", "d3=dawn,e1=source").replace("0-0", score) for score in ("1-0", "0-1")]
    other = {key_of(cairn.parse_position(each)) for each in texts}
    assert len(other) == len(texts)
    assert key_of(state) not in other


@pytest.mark.parametrize("depth", [1, 2])
def test_a_budget_that_suffices_finds_the_best_action(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the deck is unknown, so that there is nothing to guess."""
    monkeypatch.setattr(net_search_kernel, "MOST_TURNS", depth)
    for text in (
        "f1f1f/5/1s3/5/s3s s wooe b3=chaos,d3=dawn deer - 0-0",
        "1f2f/2s2/1fs2/5/s4 f bdoe a5=chaos,e5=dawn,b3=pillars,d2=menhir,e1=mound fairy - 1-2",
    ):
        state = cairn.parse_position(text)
        told = sage_net(), state.active, state.turn, depth
        action = chosen(state, 1, EVERYTHING)
        assert value(cairn.apply(state, action), *told) == value(state, *told)


@pytest.mark.untraced
def test_a_chain_of_powers_goes_on(monkeypatch: pytest.MonkeyPatch, judgements: list[Any]) -> None:
    """With what the turn remembers, and the guess at the deck: the same positions are judged."""
    monkeypatch.setattr(net_search_kernel, "MOST_TURNS", 1)
    rng = Random(6)
    rows, chains, *_ = room()
    for number in range(60):
        state = chained(rng, STANDARD, 1 + number % 8)
        write_state(state, rows, chains, 0)
        row = opened(rows, 0)
        net_search_kernel.shuffle_deck(row, 1)
        close(rows, 0, row)
        _, best = searched(read_state(rows, chains, 0), 1, *drive.weights(FILE))
        expected = judgements.copy() if len(cairn.legal_actions(state)) > 1 else []
        judgements.clear()
        assert chosen(state, 1, EVERYTHING) == best
        assert judgements == expected
        judgements.clear()


@pytest.mark.parametrize("least", [1, 30])
def test_a_search_keeps_to_its_budget(least: int, monkeypatch: pytest.MonkeyPatch, judgements: list[Any]) -> None:
    """The first turn may take more; what is found when the budget ends is no worse than the first action."""
    monkeypatch.setattr(net_search_kernel, "AT_LEAST", least)
    state = cairn.parse_position("f1f1f/5/1s3/5/s3s s wooe b3=chaos,d3=dawn deer - 0-0")
    told = sage_net(), 0, state.turn, 1
    first = action_at(state, min(Encoder(cairn).indices(state)))
    worst = value(cairn.apply(state, first), *told)
    for simulations in (1, 2, 5, 12, 25, 40, 90):
        judgements.clear()
        action = chosen(state, 1, simulations)
        assert len(judgements) == max(simulations, min(least, leaves_of(state, 0, 1)))
        if simulations <= 12:
            assert value(cairn.apply(state, action), *told) >= worst


def test_an_only_action_is_taken_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_search_kernel, "judged", None)
    state = cairn.parse_position("5/5/5/ffff1/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    (only,) = cairn.legal_actions(state)
    assert chosen(state, 1, AT_LEAST) == only
