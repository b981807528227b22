"""What each seat may know (rule 13.2)."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import DefinitionError
from cairn_rules.chance import Chance
from cairn_rules.endless_winter import (
    AddToRitual,
    Bury,
    State,
    ThisTurn,
    Variant,
    apply,
    legal_actions,
    new_game,
    observe,
)
from cairn_rules.endless_winter.rules.rules import settled
from cairn_rules.endless_winter.state import agenda as on
from support.endless_winter.games import games, random_states
from support.endless_winter.positions import fragment


def shuffled(cards: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    return tuple(rng.sample(cards, len(cards)))


def with_seat(state: State, seat: int, **changes: Any) -> State:
    """The state with other values of a player."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **changes)
    return fragment(state, players=tuple(players))


def differently_hidden(state: State, viewer: int | None, rng: Random) -> State:
    """The state with everything rearranged that the viewer may not know."""
    table = state.table
    first, second = table.culture_decks
    table = evolve(
        table,
        culture_decks=(shuffled(first, rng), shuffled(second, rng)),
        animal_deck=shuffled(table.animal_deck, rng),
    )
    state = fragment(state, table=table, chance=Chance(rng.randrange(1 << 52)))
    if state.rival is not None:
        state = fragment(state, rival=evolve(state.rival, deck=shuffled(state.rival.deck, rng)))
    for seat in range(state.seats):
        state = fragment(state, players=tuple(rearranged(state, seat, viewer, rng)))
    if isinstance(state.pending, on.Ritual) and viewer != state.active:
        state = fragment(state, agenda=(on.Ritual(rng.randrange(50)),))
    return state


def rearranged(state: State, seat: int, viewer: int | None, rng: Random) -> list[Any]:
    """The players, of whom one has other cards where the viewer does not see them."""
    players = list(state.players)
    player = players[seat]
    if state.phase in ("setup", "over") or seat == viewer:
        players[seat] = player if state.phase == "setup" else evolve(player, deck=shuffled(player.deck, rng))
        return players
    zones = ["deck", "hand", "buried", *([] if state.phase == "eclipse" else ["ritual"])]
    # Cards that were gained in this turn are known, so nothing is exchanged with their places.
    known = seat == state.active and bool(state.this_turn.gained)
    if known:
        zones.remove("hand")
        zones.remove("buried")
    cards = [card for zone in zones for card in getattr(player, zone)]
    rng.shuffle(cards)
    changes = {}
    for zone in zones:
        size = len(getattr(player, zone))
        changes[zone], cards = tuple(cards[:size]), cards[size:]
    players[seat] = evolve(player, **changes)
    return players


@pytest.mark.untraced
def test_equal_for_states_that_differ_in_what_may_not_be_known() -> None:
    """At every decision of games of all kinds, for every seat and a spectator."""
    rng = Random(0)
    different = 0
    for number, state in enumerate(games(5)):
        viewer = (None, *range(state.seats))[number % (state.seats + 1)]
        other = differently_hidden(state, viewer, rng)
        seen = observe(state, viewer)
        assert observe(other, viewer) == seen
        assert hash(observe(other, viewer)) == hash(seen)
        different += other.players != state.players
    assert different > 500


def test_other_states_look_different() -> None:
    """Everything else is seen: each decision of a game looks different from the one before to somebody."""
    before = None
    for state in random_states(3, players=3):
        seen = [observe(state, viewer) for viewer in (None, 0, 1, 2)]
        assert seen != before
        assert seen[0] == evolve(seen[0])
        before = seen


def dealt(seed: int = 2, **options: Any) -> State:
    """The first turn of a game."""
    state = new_game(seed=seed, **options)
    while state.phase == "setup":
        state = apply(state, legal_actions(state)[0])
    return state


def test_hands_decks_and_their_union() -> None:
    """The owner knows the hand and what is in the deck, others the union alone."""
    state = dealt(players=2)
    player = state.players[0]
    everything = tuple(sorted((*player.deck, *player.hand, *player.buried), key=state.pack.order.__getitem__))
    own, other = observe(state, 0).players[0], observe(state, 1).players[0]
    assert (own.hand, own.buried) == (player.hand, player.buried)
    assert own.face_down == tuple(sorted(player.deck, key=state.pack.order.__getitem__))
    assert (other.hand, other.buried, other.ritual) == (None, None, None)
    assert other.face_down == everything
    assert (other.deck_size, other.hand_size) == (own.deck_size, own.hand_size) == (len(player.deck), len(player.hand))
    assert observe(state, None).players == (other, observe(state, 0).players[1])


def test_the_order_of_the_own_deck_is_unknown() -> None:
    state = dealt(players=2)
    other = with_seat(state, 0, deck=state.players[0].deck[::-1])
    assert other != state
    assert observe(other, 0) == observe(state, 0)


def test_decks_on_the_table_are_sorted() -> None:
    state = dealt(players=1)
    seen = observe(state, 0)
    assert seen.table.animal_deck == tuple(sorted(state.table.animal_deck))
    assert seen.table.culture_decks == tuple(tuple(sorted(deck)) for deck in state.table.culture_decks)
    assert state.rival is not None
    assert seen.rival == evolve(state.rival, deck=tuple(sorted(state.rival.deck)))
    assert seen.players[1].hand == ()  # the rival has no secrets


def test_the_last_card_on_the_ritual_pile_is_a_secret() -> None:
    for state in random_states(1, players=2):
        action = next((action for action in legal_actions(state) if isinstance(action, AddToRitual)), None)
        if action is None:
            continue
        after = apply(state, action)
        seat = state.active
        assert observe(after, seat).pending == after.pending == on.Ritual(state.pack.order[action.card])
        assert observe(after, 1 - seat).pending == on.Ritual()
        assert observe(after, seat).players[seat].ritual == (action.card,)
        assert observe(after, 1 - seat).players[seat].ritual is None
        assert observe(after, None).players[seat].ritual_size == 1
        break


def test_ritual_piles_are_open_in_the_eclipse() -> None:
    state = next(
        state
        for seed in range(50)
        for state in random_states(seed, players=2)
        if state.phase == "eclipse" and state.players[1 - state.active].ritual
    )
    seat = 1 - state.active
    seen = observe(state, None).players[seat]
    player = state.players[seat]
    assert seen.ritual == player.ritual
    assert seen.hand is None
    assert len(seen.face_down) == len((*player.deck, *player.hand, *player.buried))


def test_all_is_open_at_the_end() -> None:
    """The points count every card of a player."""
    *_, state = random_states(5, players=3)
    assert state.phase == "over"
    for seat, player in enumerate(state.players):
        seen = observe(state, None).players[seat]
        assert (seen.hand, seen.ritual, seen.buried) == (player.hand, (), player.buried)
        assert sorted(seen.face_down) == sorted(player.deck)


def test_a_burial_from_the_hand_is_a_secret() -> None:
    """What is buried is known to the owner, that it is buried to all (rule 7.4)."""
    for state in (state for seed in range(20) for state in random_states(seed, players=2)):
        card = next((a.card for a in legal_actions(state) if isinstance(a, Bury) and a.zone == "hand"), None)
        if card is None or state.phase != "action":
            continue
        after = apply(state, Bury("hand", card))
        seat = state.active
        one, other = observe(after, 1 - seat).players[seat], observe(state, 1 - seat).players[seat]
        assert one.face_down == other.face_down
        assert (one.buried, one.buried_size, one.hand_size) == (None, other.buried_size + 1, other.hand_size - 1)
        assert observe(after, seat).players[seat].buried == (*state.players[seat].buried, card)
        assert after.this_turn.burials == state.this_turn.burials + 1
        break


def test_the_turn_is_forgotten_between_the_parts_of_an_eclipse() -> None:
    """What a player gained in an Eclipse is not looked for among the cards of the next player."""
    for state in games(8, players=3):
        if state.phase == "eclipse" and isinstance(state.pending, on.Tribe):
            position = sum(isinstance(frame, on.EclipseTurn) for frame in state.agenda)
            assert state.active == state.order[2 - position]
        if state.phase == "eclipse":
            assert not set(state.this_turn.gained) - {
                *state.players[state.active].hand,
                *state.players[state.active].buried,
            }
    state = next(state for state in random_states(1, players=2) if state.phase == "eclipse" and len(state.agenda) > 1)
    later = fragment(state, this_turn=ThisTurn(gained=("hunter",), labor=2), agenda=(on.EclipseTurn(1),))
    after = settled(later)
    assert after.this_turn.gained == ()


@pytest.mark.untraced
def test_questions_do_not_tell_what_the_hand_holds() -> None:
    """The Culture step, the top of a column and the Ritual are asked whatever the cards are (rule 3.3)."""
    rng = Random(0)
    asked = dict.fromkeys((on.Culture, on.Top, on.Ritual), 0)
    for state in games(6):
        kind = type(state.pending)
        if kind in asked and state.players[state.active].hand and not state.this_turn.gained:
            other = differently_hidden(state, None, rng)
            pending = other.pending if kind is not on.Ritual else on.Ritual(len(state.pack.order))
            other = fragment(other, agenda=(*other.agenda[:-1], pending))
            assert settled(other) == other
            asked[kind] += 1
    assert min(asked.values()) > 20


@pytest.mark.parametrize("player", [3, -1, True, "0", 1.0])
def test_there_is_no_other_seat(player: Any) -> None:
    with pytest.raises(DefinitionError, match=r"is not a player \(0 to 2, or None for a spectator\)"):
        observe(new_game(seed=1, players=3), player)


def test_the_rival_has_no_seat() -> None:
    with pytest.raises(DefinitionError, match=r"1 is not a player \(0 to 0, or None for a spectator\)"):
        observe(new_game(seed=1, players=1), 1)


@pytest.mark.slow
@pytest.mark.untraced
def test_legal_actions_follow_from_the_own_observation() -> None:
    for state in games(5, variant=Variant(draft="chief", rest_tips=True)):
        seen = observe(state, state.active if state.agenda else None)
        assert legal_actions(seen) == legal_actions(copy(seen)) == legal_actions(state)  # the copy remembers nothing


def test_another_seat_cannot_list_them() -> None:
    state = dealt(players=2)
    name = ("cyan", "red")
    with pytest.raises(DefinitionError, match=f"{name[state.active]} decides, not {name[1 - state.active]}: list the"):
        legal_actions(observe(state, 1 - state.active))
    with pytest.raises(DefinitionError, match="decides, not a spectator"):
        legal_actions(observe(state, None))
    with pytest.raises(DefinitionError, match="'culture' is not a state"):
        legal_actions("culture")  # type: ignore[arg-type]


def test_in_short() -> None:
    state = dealt(players=2)
    seen = observe(state, 0)
    assert seen.seats == 2
    assert repr(seen).startswith("<Observation of cyan in round 1, after 0 turns, ")
    *_, over = random_states(5, players=2)
    assert repr(observe(over, None)) == "<Observation of a spectator in round 4, after 24 turns, over>"
    assert observe(over, None).pending is None
