"""Drawing what a seat may not know (rule 13.2)."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import DefinitionError, UnsoundStateError
from cairn_rules.chance import Chance
from cairn_rules.endless_winter import (
    Bury,
    Discard,
    Observation,
    Pack,
    PlayCulture,
    Player,
    PlayTribe,
    State,
    TakeCulture,
    TakeTribe,
    ThisTurn,
    apply,
    check_state,
    default_pack,
    legal_actions,
    new_game,
    observe,
    sample_hidden,
)
from cairn_rules.endless_winter.packs.pack_file import parse_pack
from cairn_rules.endless_winter.state import agenda as on
from support.endless_winter.games import VARIANTS, games, random_states
from support.endless_winter.packs import random_pack
from support.endless_winter.positions import fragment, position
from support.seeds import seeds


@pytest.mark.untraced
@pytest.mark.parametrize("seed", seeds(6))
def test_samples_look_like_the_real_state(seed: int) -> None:
    """At every decision of games with any pack and all options, to each seat and a spectator in turn; and are sound."""
    rng = Random(seed)
    chosen = {"players": 1 + seed % 4, "variant": VARIANTS[seed % len(VARIANTS)], "content": random_pack(rng)}
    for number, state in enumerate(random_states(seed, **chosen)):
        player = (None, *range(state.seats))[number % (state.seats + 1)]
        seen = observe(state, player)
        sample = sample_hidden(seen, rng)
        assert observe(sample, player) == seen
        check_state(sample)


@pytest.mark.untraced
def test_the_game_goes_on_from_a_sample() -> None:
    rng = Random(0)
    for number, state in enumerate(games(4)):
        if number % 40 == 0 and state.agenda:
            sample = sample_hidden(observe(state, state.active), rng)
            assert legal_actions(sample) == legal_actions(state)
            while legal := legal_actions(sample):
                sample = apply(sample, rng.choice(legal))
            check_state(sample)


def test_all_randomness_comes_from_the_generator() -> None:
    seen = observe(new_game(seed=3, players=4), 2)
    assert sample_hidden(seen, Random(4)) == sample_hidden(seen, Random(4))
    assert len({sample_hidden(seen, Random(seed)) for seed in range(20)}) == 20


def test_chance_is_drawn_anew() -> None:
    state = new_game(seed=3, players=4)
    keys = {sample_hidden(observe(state, 0), Random(seed)).chance.key for seed in range(20)}
    assert len(keys) == 20
    assert state.chance.key not in keys
    assert sample_hidden(observe(state, 0), Random(1)).chance.used == 0
    assert isinstance(state.chance, Chance)


# What can be, by hand: seat 1 with few cards, as seat 0 sees it.


def seen_with(turn: ThisTurn | None = None, **changes: Any) -> Observation:
    """An observation of seat 0, in which seat 1 is active and has other cards."""
    state = next(state for state in random_states(1, players=2) if state.phase == "action" and state.active == 1)
    cards = {"deck": (), "hand": (), "ritual": (), "buried": (), "setup": "SU1", **changes}
    players = (state.players[0], evolve(state.players[1], **cards))
    return observe(fragment(state, players=players, this_turn=turn or ThisTurn()), 0)


def deals(seen: Observation) -> set[tuple[tuple[str, ...], ...]]:
    """The hands, decks, Ritual piles and burials of seat 1 in many samples."""
    players = [sample_hidden(seen, Random(seed)).players[1] for seed in range(400)]
    return {(player.hand, player.deck, player.ritual, player.buried) for player in players}


def test_every_deal_is_possible() -> None:
    """Three cards in three zones lie in six ways."""
    seen = seen_with(hand=("hunter",), deck=("brave",), buried=("C101",))
    found = {(hand[0], deck[0], buried[0]) for hand, deck, _, buried in deals(seen)}
    assert found == {
        ("hunter", "brave", "C101"),
        ("hunter", "C101", "brave"),
        ("brave", "hunter", "C101"),
        ("brave", "C101", "hunter"),
        ("C101", "hunter", "brave"),
        ("C101", "brave", "hunter"),
    }


@pytest.mark.untraced
def test_the_order_of_a_deck_is_drawn_that_of_a_hand_is_the_pack_s() -> None:
    found = deals(seen_with(deck=("brave", "hunter")))
    assert {deck for _, deck, _, _ in found} == {("brave", "hunter"), ("hunter", "brave")}
    found = deals(seen_with(hand=("hunter", "brave")))
    assert found == {(("hunter", "brave"), (), (), ())}
    assert (
        len(deals(seen_with(ritual=("hunter", "brave"), buried=("brave",)))) == 2
    )  # one of three cards is buried, of which two are equal


def test_cards_gained_in_this_turn_are_in_the_hand() -> None:
    turn = ThisTurn(gained=("hunter",))
    found = deals(seen_with(turn, hand=("hunter", "brave"), deck=("C101",), buried=("elder",)))
    assert {hand for hand, *_ in found} == {("hunter", "brave"), ("hunter", "C101"), ("hunter", "elder")}


def test_or_were_buried_from_it() -> None:
    """The last burials of the turn may be gained cards, earlier ones cannot."""
    turn = ThisTurn(gained=("hunter",), burials=1)
    found = deals(seen_with(turn, hand=("brave",), deck=(), buried=("elder", "hunter")))
    assert {(hand[0], *buried) for hand, _, _, buried in found} == {
        ("hunter", "brave", "elder"),
        ("hunter", "elder", "brave"),
        ("brave", "elder", "hunter"),
        ("elder", "brave", "hunter"),
    }


def test_but_not_buried_before_they_were_gained() -> None:
    """Of two burials, the second one alone can be the Hunter, which was gained between them (rule 6.2)."""
    turn = ThisTurn(gained=("hunter",), burials=2, burials_before=(1,))
    found = deals(seen_with(turn, hand=("hunter",), buried=("brave", "elder")))
    assert {(hand[0], *buried) for hand, _, _, buried in found} == {
        ("hunter", "brave", "elder"),
        ("hunter", "elder", "brave"),
        ("brave", "elder", "hunter"),
        ("elder", "brave", "hunter"),
    }


@cache
def pack_of_graves() -> Pack:
    """The built-in pack, with Culture cards that gain and bury Tribe cards."""
    data = json.loads(default_pack().data)
    effects = ("bury(1) then tribe_to_hand(1)", "tribe_to_hand(1) then bury(1)", "bury(1)+tribe_to_hand(2)")
    for number, card in enumerate(data["culture"]):
        card["effect"] = effects[number % 3] + (" then discard(1)" if number % 4 == 0 else "")
    return parse_pack(data)


def gravely(seed: int) -> Iterator[tuple[State, list[tuple[str, str]]]]:
    """The states of a random game with many gains and burials, with those of the turn so far, in order.

    A card that left the hand openly is listed, too, unless it was played on Initiate.
    """
    rng = Random(seed)
    state, known = new_game(seed=seed, players=2, content=pack_of_graves()), list[tuple[str, str]]()
    while legal := legal_actions(state):
        yield state, known
        liked = [each for each in legal if isinstance(each, (Bury, TakeTribe, TakeCulture, PlayCulture, PlayTribe))]
        action = rng.choice(liked if liked and rng.random() < 0.8 else legal)
        before, state = state, apply(state, action)
        hands = [each.players[before.active].hand for each in (before, state)]
        match action:
            case TakeTribe(card) | TakeCulture(card) if hands[1].count(card) > hands[0].count(card):
                known = [*known, ("gained", card)]
            case Bury("hand", _):
                known = [*known, ("buried", "")]
            case PlayCulture(card) | Discard(card):
                known = [*known, ("left", card)]
            case PlayTribe(card) if before.this_turn.column != "initiate":
                known = [*known, ("left", card)]
            case _:
                pass
        if state.this_turn == ThisTurn():
            known = []


def still_new(player: Player, known: list[tuple[str, str]]) -> Counter[str]:
    """The cards gained in a turn that are in hand: of equal cards, a new one leaves first (rule 6.2)."""
    new: Counter[str] = Counter()
    burials = sum(what == "buried" for what, _ in known)
    buried = iter(player.buried[len(player.buried) - burials :])
    for what, known_card in known:
        card = known_card or next(buried)
        new[card] = max(0, new[card] + (1 if what == "gained" else -1))
    return new


@pytest.mark.untraced
def test_cards_gained_in_a_turn_stay_where_they_can_be() -> None:
    """In each sample, new cards are in hand unless they were buried later; on Initiate they cannot pay (6.2, 13.2)."""
    rng = Random(0)
    after_burials = 0
    for state, known in (each for seed in range(8) for each in gravely(seed) if each[1]):
        player = state.players[state.active]
        after_burials += bool(state.this_turn.burials_before)
        if isinstance(state.pending, on.Top) and state.this_turn.column == "initiate":
            new = still_new(player, known)
            can_pay = {card for card in player.hand if player.hand.count(card) > new[card]}
            played = {action.card for action in legal_actions(state) if isinstance(action, PlayTribe)}
            assert played == can_pay & {*state.pack.tribe_cards}
        for viewer in (None, *range(state.seats)):
            sample = sample_hidden(observe(state, viewer), rng).players[state.active]
            assert still_new(sample, known) <= Counter(sample.hand)
    assert after_burials > 20


def test_the_first_card_buried_is_that_of_the_setup_card() -> None:
    """The Setup card SU4 gives an Elder and buries one of the first cards (rule 14.3)."""
    cards = {"setup": "SU4", "hand": ("C101",), "deck": ("hunter",), "buried": ("brave", "elder")}
    found = {buried for *_, buried in deals(seen_with(**cards))}
    assert {buried[0] for buried in found} == {"brave", "elder"}
    assert {buried[1] for buried in found} == {"brave", "elder", "C101", "hunter"}


def test_the_least_place_of_the_next_ritual_card_follows_from_the_pile() -> None:
    state = next(
        state
        for seed in range(20)
        for state in random_states(seed, players=2)
        if isinstance(state.pending, on.Ritual) and len(state.players[state.active].ritual) == 2
    )
    seen = observe(state, 1 - state.active)
    samples = [sample_hidden(seen, Random(seed)) for seed in range(50)]
    order = state.pack.order
    assert all(each.pending == on.Ritual(order[each.players[each.active].ritual[-1]]) for each in samples)
    assert len({each.pending for each in samples}) > 1


def test_any_card_can_follow_on_an_empty_ritual_pile() -> None:
    state = position(on.Ritual(), hand=("hunter", "brave"))
    for viewer in (None, 0, 1):
        assert sample_hidden(observe(state, viewer), Random(1)).pending == on.Ritual(0)


# What cannot be.


@pytest.mark.parametrize("rng", [None, 7, "seed"])
def test_it_takes_a_generator(rng: Any) -> None:
    with pytest.raises(DefinitionError, match=r"rng should be a random\.Random, not"):
        sample_hidden(observe(new_game(seed=1), 0), rng)


def test_it_takes_an_observation() -> None:
    with pytest.raises(
        DefinitionError, match=r"is not an Observation of this game; observe\(state, player\) makes one"
    ):
        sample_hidden(new_game(seed=1), Random(0))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "turn", "faults"),
    [
        ({"hand": ()}, {}, ["players[1]: a seat sees the hand, the Ritual pile and the buried cards of a player, or"]),
        ({"deck_size": -1, "hand_size": 3}, {}, ["players[1]: the size of a zone is a whole number from 0 up"]),
        ({"deck_size": 5}, {}, ["players[1].face_down: 2 cards; by the sizes of the zones there are 6"]),
        ({"face_down": ("x", "y")}, {}, ["players[1].face_down: 'x' is not a card of the pack"]),
        ({}, {"gained": ("elder",)}, ["this_turn: the cards gained are not among the face-down cards of red"]),
        ({}, {"gained": ("hunter", "brave")}, ["this_turn: the cards gained are not among"]),
        ({}, {"burials": 1}, ["this_turn: the cards gained are not among"]),
        ({}, {"burials": -1}, ["this_turn: the cards gained are not among"]),
        ({}, {"gained": ("hunter",), "burials_before": (1,)}, ["this_turn: the cards gained are not among"]),
        (
            {"setup": "SU4", "hand_size": 0, "buried_size": 1, "face_down": ("hunter", "C101")},
            {},
            ["players[1].face_down: the card buried at set-up is missing"],
        ),
    ],
)
def test_impossible_observations_are_refused(changes: Any, turn: Any, faults: list[str]) -> None:
    seen = seen_with(hand=("hunter",), deck=("brave",))
    players = (seen.players[0], evolve(seen.players[1], **changes))
    with pytest.raises(UnsoundStateError) as caught:
        sample_hidden(evolve(seen, players=players, this_turn=ThisTurn(**turn)), Random(0))
    found = [str(fault) for fault in caught.value.faults]
    assert len(found) == len(faults)
    for one, start in zip(found, faults, strict=True):
        assert one.startswith(start)


def test_the_sizes_of_open_zones_are_checked() -> None:
    seen = seen_with()
    own = evolve(seen.players[0], hand_size=99)
    with pytest.raises(UnsoundStateError, match=r"players\[0\]\.hand: \d cards, but hand_size is 99"):
        sample_hidden(evolve(seen, players=(own, seen.players[1])), Random(0))


def test_observations_can_be_pickled() -> None:
    seen = observe(new_game(seed=3, players=4), 2)
    assert pickle.loads(pickle.dumps(seen)) == seen  # noqa: S301 - written here
