"""The player whose judgement is a net that learned from self-play."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from itertools import product
from struct import pack, unpack_from
from zlib import crc32

import pytest
from hypothesis import given

from cairn_rules import Budget, DefinitionError, cairn
from cairn_rules.cairn import BASE_SET, State
from cairn_rules.cairn.players.evaluation import judged
from cairn_rules.cairn.players.lookahead import FORCED
from cairn_rules.cairn.players.net import Net, pack_net, sage_net
from cairn_rules.cairn.players.net_inputs import HIDDEN, INPUTS
from cairn_rules.players import SagePlayer, SeerPlayer
from support.strategies import ALL_STONES, live_states
from support.subtraction import PAIR

FILE = files("cairn_rules.cairn.players").joinpath("sage.net").read_bytes()
EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it leaves the board from c5, and builds there."""
KNOWN = tuple(BASE_SET)


def test_the_net_is_the_one_that_was_trained() -> None:
    """The page about it and the table of benchmarks name this hash."""
    assert sha256(FILE).hexdigest() == "89150c236ea0153fcdd20cef8b5d48f8ead9192778a708d82e0e378cfb98c009"
    assert len(FILE) == 40_196


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir,sanctuary 0-0", 0.472),
        (EXIT, 8.553),
        ("4f/5/2s2/5/3f1 f bdem a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir mound,source|fairy 0-2", -8.180),
        ("1f2f/2s2/1fs2/5/s3s s bdoe b3=stormwell,d2=tumulus,a5=haven fairy,mound source,deer,menhir 1-0", 3.026),
    ],
)
def test_log_odds_of_positions(text: str, odds: float) -> None:
    """They change only with the net."""
    assert sage_net()(cairn.parse_position(text), 0) == pytest.approx(odds, abs=0.001)


def reference(data: bytes, state: State, tribe: int) -> float:
    """The net by the description of its inputs, unit by unit, from a position that is turned and mirrored first."""
    mover = state.active if isinstance(state.pending, cairn.ChooseAction) else state.active.other
    shamans, stones, scores = dict(state.shamans), dict(state.megaliths), state.scores
    faces = state.tiles
    rank = {cairn.Tribe.SEA: lambda space: space.rank, cairn.Tribe.FOREST: lambda space: 4 - space.rank}[mover]
    turned = mover is cairn.Tribe.FOREST
    mirrored = faces.add is cairn.AddFace.BLACK

    def place(space: cairn.Space) -> int:
        file = space.file if turned == mirrored else 4 - space.file
        return 5 * rank(space) + file

    combination = (
        (faces.move is cairn.MoveFace.DIAGONAL)
        + 2 * (faces.jump is cairn.JumpFace.ENEMY)
        + 4 * (faces.transformation is cairn.TransformationFace.MIDDLE)
    )
    number = {stone.id: at for at, stone in enumerate(BASE_SET)}
    on = [0]
    for space, of in shamans.items():
        side = int(of is not mover)
        on.append(1 + 200 * side + 25 * combination + place(space))
        if space in stones:
            on.append(401 + 25 * side + place(space))
    on += [451 + 25 * number[stone.id] + place(space) for space, stone in stones.items()]
    on += [801 + number[stone.id] for stone in state.upcoming]
    on.append(815 + 3 * scores[mover] + scores[mover.other])
    on += [824 + sum(of is mover for of in shamans.values()), 830 + sum(of is not mover for of in shamans.values())]
    weights = unpack_from("<40176b", data, 20)
    (constant,) = unpack_from("<i", data, 12)
    total = constant
    for unit in range(48):
        total += max(0, sum(weights[48 * each + unit] for each in on)) * weights[48 * 836 + unit]
    return total / 4096 if mover is cairn.Tribe(tribe) else -total / 4096


@given(live_states(KNOWN))
def test_the_judgement_is_that_of_a_net_unit_by_unit(state: State) -> None:
    assert sage_net()(state, 0) == reference(FILE, state, 0)


@given(live_states(KNOWN))
def test_positions_that_differ_by_a_symmetry_are_judged_alike(state: State) -> None:
    net = sage_net()
    assert net(state, 0) == -net(state, 1) == net(cairn.mirror(state), 0) == net(cairn.rotate(state), 1)


def test_the_hidden_order_of_the_deck_does_not_matter() -> None:
    text = "f4/5/5/5/s4 s wooe b3=chaos,d3=dawn alley,deer {} 0-0"
    one, two = [cairn.parse_position(text.format(deck)) for deck in ("menhir,mound", "mound,menhir")]
    assert sage_net()(one, 0) == sage_net()(two, 0)


def test_no_judgement_comes_near_a_forced_victory() -> None:
    """Not even if each hidden unit had the shamans, megaliths and scores that drive it most."""
    weights = unpack_from(f"<{(INPUTS + 1) * HIDDEN}b", FILE, 20)
    bounds = [0.0, 0.0]
    for unit in range(HIDDEN):
        column = weights[unit:-HIDDEN:HIDDEN]
        most = column[0] + 2 * max(column[801:815]) + max(column[815:824]) + max(column[824:830]) + max(column[830:])
        for first in (1, 201):
            most += max(sum(sorted(column[at : at + 25])[-5:]) for at in range(first, first + 200, 25))
        most += sum(sorted(column[401:451])[-6:]) + 6 * max(column[451:801])
        drive = max(most, 0) * weights[unit - HIDDEN] / 4096
        bounds[drive > 0] += drive
    assert -FORCED / 2 < bounds[0] < bounds[1] < FORCED / 2


@pytest.mark.untraced
def test_extreme_weights_overflow_no_lane() -> None:
    """A full board, and all weights as large as they can be, of either sign."""
    state = cairn.parse_position(
        "sssss/fffff/5/5/5 s wooe a5=chaos,b5=dawn,c5=cromlech,a4=deer,b4=menhir,c4=sanctuary mound,source - 2-2"
    )
    for weight, *outputs in product((127, -127, -128), (127, -128), (127, -128)):
        data = pack_net([weight] * INPUTS * HIDDEN, outputs * (HIDDEN // 2), -5)
        assert Net(data)(state, 0) == reference(data, state, 0)


def damaged(place: int, *values: int) -> bytes:
    data = bytearray(FILE)
    data[place : place + len(values)] = values
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "the file of a net has 40196 bytes, not 0"),
        (FILE[:-1], "has 40196 bytes, not 40195"),
        (FILE + b"\0", "has 40196 bytes, not 40197"),
        (damaged(0, *b"SNET"), "begins with b'CNET', not b'SNET'"),
        (damaged(4, 2), "1, 836, 48, 64"),
        (
            damaged(6, 9),
            "has version, inputs, hidden units and scale 1, 777, 48, 64; this version of",
        ),
        (damaged(8, 47), "1, 836, 47, 64"),
        (damaged(10, 32), "1, 836, 48, 32"),
        (damaged(12, FILE[12] ^ 64), "damaged: its weights do not agree with its checksum"),
        (damaged(16, FILE[16] ^ 1), "damaged: its weights do not agree with its checksum"),
        (damaged(1000, FILE[1000] ^ 1), "damaged"),
        (damaged(40_195, FILE[40_195] ^ 1), "damaged"),
    ],
)
def test_a_damaged_file_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(DefinitionError, match=fault):
        Net(data)


def test_a_net_is_read_as_it_was_packed() -> None:
    weights = unpack_from(f"<{(INPUTS + 1) * HIDDEN}b", FILE, 20)
    (constant,) = unpack_from("<i", FILE, 12)
    assert pack_net(weights[:-HIDDEN], weights[-HIDDEN:], constant) == FILE
    assert FILE[16:20] == pack("<I", crc32(FILE[:16] + FILE[20:]))


def test_it_wins_in_one_turn() -> None:
    state = cairn.parse_position(EXIT)
    answer = SagePlayer(cairn, seed=1).choose(cairn.observe(state, 0))
    assert cairn.format_action(answer) == "c5-x"


def test_another_game_is_refused() -> None:
    with pytest.raises(DefinitionError, match="SagePlayer plays only cairn, not Subtraction"):
        SagePlayer(PAIR)


def test_another_net_can_be_given() -> None:
    """Weights of zero judge all positions alike, so that the first of the actions is taken."""
    state = cairn.parse_position("f1f1f/5/1s3/5/s3s s wooe b3=chaos,d3=dawn deer - 0-0")
    zero = pack_net([0] * INPUTS * HIDDEN, [0] * HIDDEN, 0)
    budget = Budget(simulations=300)
    answers = [SagePlayer(cairn, seed=1, net=net).choose(cairn.observe(state, 0), budget) for net in (zero, FILE, None)]
    assert answers[0] != answers[1] == answers[2]
    with pytest.raises(DefinitionError, match="the file of a net has 40196 bytes, not 1"):
        SagePlayer(cairn, net=b"?")
    with pytest.raises(DefinitionError, match=r"bytes of its file, path.read_bytes\(\), not as 'mine.net'"):
        SagePlayer(cairn, net="mine.net")  # type: ignore[arg-type]


def test_a_custom_megalith_is_told_once() -> None:
    state = cairn.new_game(seed=1, megaliths=ALL_STONES)
    assert not SagePlayer.knows(cairn.observe(state, None))
    player, budget = SagePlayer(cairn, seed=1), Budget(simulations=1)
    with pytest.warns(RuntimeWarning, match="sage does not know custom megaliths: it judges positions as seer does"):
        action = player.choose(cairn.observe(state, 0), budget)
    assert action == SeerPlayer(cairn, seed=1).choose(cairn.observe(state, 0), budget)
    player.choose(cairn.observe(state, 0), budget)  # warnings are errors in these tests


def test_only_an_observation_says_what_is_known() -> None:
    with pytest.raises(DefinitionError, match="is not an Observation of this game"):
        SagePlayer.knows(cairn.new_game(seed=1))  # type: ignore[arg-type]


@given(live_states(ALL_STONES))
def test_a_game_with_a_custom_megalith_is_judged_as_by_the_seer(state: State) -> None:
    stones = {*state.megaliths.values(), *state.upcoming, *state.deck}
    known = stones <= set(BASE_SET)
    assert SagePlayer.knows(cairn.observe(state, None)) is known
    assert known or sage_net()(state, 0) == judged(state, 0)
