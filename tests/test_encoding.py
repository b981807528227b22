"""Action indices, masks and observation tensors of any game."""

from __future__ import annotations

from copy import deepcopy
from pickle import dumps, loads
from random import Random

import pytest
from twelve_stones import STONES

import cairn_rules
from cairn_rules import DefinitionError, Registry, cairn, endless_winter, games, korrigans, manifest_of, players_of
from cairn_rules.cairn.learning import action_space, observation_tensor
from cairn_rules.encoding import MAX_ACTIONS, Encoder, Encoding, EncodingError, Section
from cairn_rules.endless_winter.learning import observation_tensor as endless_winter_tensor
from cairn_rules.game import with_options
from cairn_rules.korrigans.learning import observation_tensor as korrigans_tensor
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest
from support.play import play
from support.random_play import random_states
from support.subtraction import Subtraction

WITH_TENSOR = ["cairn", "korrigans", "endless-winter"]
WITHOUT_TENSOR = [name for name in games.LIBRARY if name not in WITH_TENSOR]


@pytest.mark.untraced
@pytest.mark.parametrize("name", games.LIBRARY)
def test_indices_masks_and_actions_agree(name: str) -> None:
    """Each legal action has an index of its own, from which it comes back; the mask has ones there, nowhere else."""
    game = games.load(name)
    encoder = Encoder(game)
    for state in random_states(game, game.new_game(seed=0), 60):
        legal = game.legal_actions(state)
        indices = encoder.indices(state)
        assert len(set(indices)) == len(legal) == len(indices)
        for action, index in zip(legal, indices, strict=True):
            assert encoder.index(state, action) == index
            assert encoder.action(state, index) == action
        mask = encoder.mask(state)
        assert [index for index, one in enumerate(mask) if one] == sorted(indices)
        assert len(mask) == encoder.actions
        assert set(mask) <= {0, 1}


@pytest.mark.untraced
@pytest.mark.parametrize("name", WITH_TENSOR)
def test_tensors_hide_what_a_seat_may_not_know(name: str) -> None:
    """States that a seat cannot tell apart have equal tensors, although they differ."""
    game = games.load(name)
    encoder = Encoder(game)
    differed = 0
    for number, state in enumerate(random_states(game, game.new_game(seed=0), 60)):
        for seat in range(players_of(game, state)):
            sampled = game.sample_hidden(game.observe(state, seat), Random(number))
            assert encoder.tensor(sampled, seat) == encoder.tensor(state, seat)
            differed += sampled != state
    assert differed > 50


@pytest.mark.untraced
@pytest.mark.parametrize("name", WITH_TENSOR)
def test_tensors_do_not_depend_on_how_a_state_was_made(name: str) -> None:
    """By play, from JSON, or from a pickle."""
    game = games.load(name)
    encoder = Encoder(game)
    for state in random_states(game, game.new_game(seed=0), 60):
        for twin in (cairn_rules.loads(cairn_rules.dumps(state), game=game), loads(dumps(state))):  # noqa: S301 - our own
            assert encoder.tensor(twin, 1) == encoder.tensor(state, 1)
            assert encoder.mask(twin) == encoder.mask(state)


@pytest.mark.parametrize(
    ("sections", "size"),
    [
        (action_space.SECTIONS, Encoder(cairn).actions),
        (observation_tensor.SECTIONS, *Encoder(cairn).shape),
        (observation_tensor.CUSTOM_SECTIONS, 29),
        (korrigans_tensor.SECTIONS, *Encoder(korrigans).shape),
        (korrigans_tensor.SEAT_SECTIONS, 44),
        (endless_winter_tensor.SECTIONS, *Encoder(endless_winter).shape),
        (endless_winter_tensor.SEAT_SECTIONS, 441),
    ],
)
def test_sections_follow_one_another(sections: tuple[Section, ...], size: int) -> None:
    """Each number is in one of them, and each has a name of its own."""
    covered = [number for section in sections for number in range(section.first, section.stop)]
    assert covered == list(range(size))
    assert len({section.name for section in sections}) == len(sections)


@pytest.mark.parametrize("name", WITHOUT_TENSOR)
def test_games_without_a_tensor_say_why(name: str) -> None:
    game = games.load(name)
    encoder = Encoder(game)
    most = 2 * MAX_ACTIONS if name == "cairn-rpg-campaign" else MAX_ACTIONS  # it lists all that a market sells
    assert (encoder.actions, encoder.shape) == (most, ())
    with pytest.raises(
        EncodingError, match=f"^{name} has no observation tensor: .*(of any size|fight to fight); use observe$"
    ):
        encoder.tensor(game.new_game(seed=1), 0)
    assert encoder.no_tensor.startswith(f"{name} has no observation tensor: ")
    assert Encoder(cairn).no_tensor == ""


def test_a_game_without_a_manifest_numbers_actions_by_their_place() -> None:
    game = Subtraction(2)
    encoder = Encoder(game)
    assert encoder.indices((5, 0)) == (0, 1)
    assert encoder.mask((1, 0)) == bytes([1, *[0] * 255])
    assert encoder.mask((0, 0)) == bytes(256)
    assert encoder.action((5, 0), 1) == 2
    with pytest.raises(EncodingError, match="Subtraction has no observation tensor: its manifest defines none"):
        encoder.tensor((5, 0), 0)


@pytest.mark.parametrize("index", [1, -1, 256, "0"])
def test_no_legal_action_has_another_index(index) -> None:
    with pytest.raises(EncodingError, match=f"no legal action has the index {index!r} here"):
        Encoder(Subtraction(2)).action((1, 0), index)


def test_an_illegal_action_has_no_index() -> None:
    with pytest.raises(EncodingError, match="2 has no index: it is not legal here"):
        Encoder(Subtraction(2)).index((1, 0), 2)


def test_too_many_actions_are_refused_with_the_size_that_is_needed() -> None:
    encoder = Encoder(Subtraction(2), dynamic=1)
    assert encoder.indices((1, 0)) == (0,)
    with pytest.raises(EncodingError) as caught:
        encoder.mask((5, 0))
    assert str(caught.value) == (
        "this decision of Subtraction has 2 legal actions, but the dynamic action space has 1 indices;"
        " pass dynamic=2 or more"
    )


@pytest.mark.parametrize("dynamic", [0, -1, True, "9", 1.5])
def test_a_dynamic_size_is_a_number_from_1_up(dynamic) -> None:
    with pytest.raises(
        DefinitionError, match=f"^dynamic should be a whole number from 1 up, or None, not {dynamic!r}$"
    ):
        Encoder(cairn, dynamic=dynamic)


def test_an_encoding_has_at_least_one_index() -> None:
    with pytest.raises(DefinitionError, match="Encoding: actions should be a whole number from 1 up"):
        Encoding(actions=0)


def test_what_is_not_a_game_has_no_encoder() -> None:
    with pytest.raises(DefinitionError, match=r"^3 is not a game: it has no new_game, current_player, "):
        Encoder(3, dynamic=4)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", WITH_TENSOR)
@pytest.mark.parametrize("seat", [-1, 2, None, "0"])
def test_who_has_no_seat_has_no_tensor(name: str, seat) -> None:
    game = games.load(name)
    with pytest.raises(DefinitionError, match=f"(not {seat!r}$|^{seat!r} is not )"):
        Encoder(game).tensor(game.new_game(seed=1), seat)


@pytest.mark.parametrize("name", WITH_TENSOR)
def test_a_tensor_is_made_of_an_observation(name: str) -> None:
    game = games.load(name)
    encode = Encoder(game).encoding.tensor
    assert encode is not None
    with pytest.raises(
        DefinitionError, match=r"is not an Observation of this game; observe\(state, player\) makes one$"
    ):
        encode(game.new_game(seed=1), 0)


@pytest.mark.parametrize(("tensor", "shape"), [(None, (3,)), (bytes, ()), (bytes, [0]), (bytes, (0,)), (bytes, ("3",))])
def test_a_tensor_and_its_shape_belong_together(tensor, shape) -> None:
    with pytest.raises(DefinitionError, match="Encoding: shape should be a tuple of sizes, empty without tensor"):
        Encoding(tensor=tensor, shape=shape)


class Own(Subtraction):
    """A game with an encoding: one index for each number taken, and a tensor of what is left, for each seat."""

    MANIFEST = Manifest(
        name="own",
        encoding=Encoding(
            actions=3,
            indices=lambda state: tuple(range(1, min(state[0], 2) + 1)),
            shape=(2, 1),
            tensor=lambda seen, seat: bytes([seen[0], seat]),
        ),
    )


def test_a_game_can_bring_its_own_encoding() -> None:
    encoder = Encoder(Own(2))
    assert (encoder.actions, encoder.shape) == (3, (2, 1))
    assert encoder.indices((7, 0)) == (1, 2)
    assert encoder.mask((1, 0)) == b"\0\1\0"
    assert encoder.action((7, 0), 2) == 2
    assert encoder.tensor((7, 0), 1) == b"\7\1"
    assert Encoder(Own(2), dynamic=2).indices((7, 0)) == (0, 1)


def test_a_tensor_that_does_not_fit_its_shape_is_refused() -> None:
    game = Own(2)
    game.MANIFEST = Manifest(name="own", encoding=Encoding(shape=(3,), tensor=lambda *_: b"\0\0"))
    with pytest.raises(DefinitionError, match=r"the tensor has 2 entries, which does not fit its shape \(3,\)"):
        Encoder(game).tensor((7, 0), 0)


class Array:
    """Several numbers that have no truth value, as in NumPy."""

    def __eq__(self, other):
        raise ValueError("the truth value is ambiguous")

    __hash__ = None


@pytest.mark.parametrize(
    "wrong", [(-1, 0), (1, 3), (10**12, 1), (1,), (1, 1), (0, 1, 2), [0, 1], (0.0, 1.0), (True, 0), "01", None, Array()]
)
def test_bad_indices_are_refused(wrong) -> None:
    """They are a tuple with a number from 0 to 2 for each of the two actions, and all different."""
    game = Own(2)
    game.MANIFEST = Manifest(name="own", encoding=Encoding(actions=3, indices=lambda _: wrong))
    encoder = Encoder(game)
    for use in (encoder.mask, encoder.indices, lambda state: encoder.action(state, 1)):
        with pytest.raises(
            DefinitionError,
            match=r"^the action indices of own should be a tuple of 2 different whole numbers from 0 to 2, one for each"
            r" legal action, not ",
        ):
            use((7, 0))


def test_a_tensor_that_is_not_bytes_is_refused() -> None:
    game = Own(2)
    game.MANIFEST = Manifest(name="own", encoding=Encoding(shape=(2,), tensor=lambda *_: [0, 0]))
    with pytest.raises(DefinitionError, match=r"the tensor of own should be bytes, not \[0, 0\]"):
        Encoder(game).tensor((7, 0), 0)


def test_an_array_is_not_an_index() -> None:
    with pytest.raises(EncodingError, match=r"no legal action has the index <.*Array"):
        Encoder(Subtraction(2)).action((5, 0), Array())


def test_encodings_are_loaded_on_first_use() -> None:
    for game in (cairn, korrigans):
        assert isinstance(manifest_of(game).encoding, Ref)


def test_custom_megaliths_need_a_dynamic_action_space() -> None:
    position = "5/5/1f3/2s2/5 s wooe c3=mimic,d4=pillars mound,deer - 0-0"
    state = play(cairn.parse_position(position, cairn.BASE_SET | Registry(STONES)), "c2-c3")
    with pytest.raises(EncodingError, match="the options of 'mimic' have no fixed index"):
        Encoder(cairn).mask(state)
    assert Encoder(cairn, dynamic=512).mask(state)[:2] == b"\1\0"
    right = (
        "cairn has no fixed action indices here: the 641 indices cover the base megaliths, not the powers of"
        " 'bell', 'mimic'; pass dynamic=, a number of indices such as 256"
    )
    stones = Registry(STONES)
    with pytest.raises(EncodingError, match=f"^{right}$"):
        Encoder(with_options(cairn, megaliths=[*cairn.LIGHT_SET, stones["mimic"], stones["wall"], stones["bell"]]))
    with pytest.raises(EncodingError, match="not the powers of 'mimic'; pass dynamic="):
        Encoder(cairn).check_indices(state)
    Encoder(cairn).check_indices(cairn.new_game(seed=1))
    Encoder(cairn, dynamic=512).check_indices(state)
    Encoder(Subtraction(2)).check_indices((5, 0))


def test_a_ward_leaves_the_indices_as_they_are() -> None:
    encoder = Encoder(with_options(cairn, megaliths=[*cairn.LIGHT_SET, Registry(STONES)["wall"]]))
    assert (encoder.actions, encoder.shape) == (641, (555,))
    state = encoder.game.new_game(seed=1)
    assert encoder.mask(state) == Encoder(cairn).mask(state)


class Sized(Subtraction):
    """A game whose tensor and indices depend on an option: as many entries as counters at the start."""

    MANIFEST = Manifest(
        name="sized",
        encoding=Encoding(
            shape=(9,),
            tensor=lambda seen, _: bytes(9 - seen[0]) + b"\1" * seen[0],
            for_state=lambda state: Encoding(
                actions=state[0],
                indices=lambda now: tuple(range(min(now[0], 2))),
                shape=(state[0],),
                tensor=lambda seen, _: bytes(state[0] - seen[0]) + b"\1" * seen[0],
            ),
        ),
    )

    def new_game(self, *, seed=None, counters=9):  # noqa: ARG002 - nothing is drawn
        return counters, 0


def test_an_encoding_may_depend_on_the_options_of_a_game() -> None:
    """The encoder learns them from a new game."""
    small = Encoder(with_options(Sized(2), counters=4))
    assert (small.actions, small.shape) == (4, (4,))
    assert small.tensor((3, 1), 0) == b"\0\1\1\1"
    assert small.mask((3, 1)) == b"\1\1\0\0"
    assert (Encoder(Sized(2)).actions, Encoder(Sized(2)).shape) == (9, (9,))
    wide = Encoder(with_options(Sized(2), counters=4), dynamic=7)
    assert (wide.actions, wide.shape, wide.mask((3, 1))) == (7, (4,), b"\1\1" + bytes(5))


@pytest.mark.parametrize("game", [cairn, with_options(cairn, megaliths=[*cairn.LIGHT_SET, *STONES])])
@pytest.mark.parametrize("twin", [deepcopy, lambda encoder: loads(dumps(encoder))])  # noqa: S301 - our own
def test_encoders_are_copied_and_pickled(game, twin) -> None:
    """A module goes by its name."""
    encoder = Encoder(game, dynamic=300)
    copied = twin(encoder)
    assert (copied.actions, copied.shape) == (300, encoder.shape)
    assert copied.tensor(game.new_game(seed=1), 0) == encoder.tensor(game.new_game(seed=1), 0)
