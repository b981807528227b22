"""The cards of a player: drawing, burying, and moving them between zones (rules page, section 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from cairn_rules.chance import Dice
from cairn_rules.endless_winter.state.state import Player, State, ThisTurn, note, with_player
from cairn_rules.replace import replaced

ZONES: Final = ("hand", "discard", "played")
"""The zones from which a card can be buried."""


def with_card(cards: tuple[str, ...], card: str, order: Mapping[str, int]) -> tuple[str, ...]:
    """Return cards with one more, in the pack's order."""
    return tuple(sorted((*cards, card), key=order.__getitem__))


def with_cards(cards: tuple[str, ...], more: tuple[str, ...], order: Mapping[str, int]) -> tuple[str, ...]:
    """Return cards with others added, in the pack's order."""
    return tuple(sorted(cards + more, key=order.__getitem__)) if more else cards


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return cards without the first one with this id."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def draw(state: State, seat: int, count: int, dice: Dice) -> State:
    """Draw cards, as many as there are; the discard pile becomes the new deck when the deck is empty (rule 3.4)."""
    player = state.players[seat]
    drawn, deck, changes = player.deck[:count], player.deck[count:], {}
    if len(drawn) < count and player.discard:
        note(state, "reshuffled", seat)
        deck = dice.shuffle(player.discard, purpose="reshuffle", rule="3.4")
        missing = count - len(drawn)
        drawn, deck = drawn + deck[:missing], deck[missing:]
        changes = {"discard": ()}
    if not drawn:
        return state
    note(state, "cards-drawn", seat, len(drawn), drawn)
    hand = with_cards(player.hand, drawn, state.pack.order)
    return with_player(state, seat, replaced(player, deck=deck, hand=hand, **changes))


def draw_one(state: State, dice: Dice) -> State:
    """Draw a card for the active player."""
    return draw(state, state.active, 1, dice)


def buryable(player: Player) -> list[tuple[str, str]]:
    """Return the zone and id of each different card that can be buried (rule 6.3)."""
    return [(zone, card) for zone in ZONES for card in dict.fromkeys(getattr(player, zone))]


def bury(state: State, zone: str, card: str) -> State:
    """Bury a card of the active player (rule 7.4)."""
    seat = state.active
    player = state.players[seat]
    cards = without(getattr(player, zone), card)
    note(state, "card-buried", seat, card, zone)
    if zone != "hand":
        return with_player(state, seat, replaced(player, **{zone: cards}, buried_openly=(*player.buried_openly, card)))
    turn = state.this_turn
    player = replaced(player, hand=cards, buried=(*player.buried, card))
    return with_player(state, seat, player, this_turn=replaced(turn, burials=turn.burials + 1))


def take_to_hand(state: State, card: str) -> State:
    """Put an open card into the hand of the active player."""
    note(state, "card-taken", state.active, card, "hand")
    player = state.players[state.active]
    player = replaced(player, hand=with_card(player.hand, card, state.pack.order))
    turn = _with_gains(state.this_turn, (*state.this_turn.gains, (card, state.this_turn.burials)))
    return with_player(state, state.active, player, this_turn=turn)


def discard_from_hand(state: State, card: str) -> State:
    """Discard a card from the hand of the active player."""
    note(state, "card-discarded", state.active, card)
    player = state.players[state.active]
    discard = with_card(player.discard, card, state.pack.order)
    player = replaced(player, hand=without(player.hand, card), discard=discard)
    return with_player(state, state.active, player, this_turn=without_gain(state.this_turn, card))


def _with_gains(turn: ThisTurn, gains: Sequence[tuple[str, int]]) -> ThisTurn:
    return replaced(
        turn, gained=tuple(card for card, _ in gains), burials_before=tuple(before for _, before in gains if before)
    )


def without_gain(turn: ThisTurn, card: str) -> ThisTurn:
    """Return the turn after a card left the hand openly; an equal card gained in this turn goes first (rule 6.2).

    It is the one gained last, because an earlier one may have been buried before.
    """
    if card not in turn.gained:
        return turn
    gains = turn.gains
    last = max(place for place, (gained, _) in enumerate(gains) if gained == card)
    return _with_gains(turn, gains[:last] + gains[last + 1 :])


def has_sound_gains(turn: ThisTurn) -> bool:
    """Return whether the numbers of burials before the gains of a turn ascend, with at most one for each gain."""
    before = turn.burials_before
    return (
        len(before) <= len(turn.gained)
        and [*before] == sorted(before)
        and all(0 < each <= turn.burials for each in before)
    )


def gained_in_hand(player: Player, turn: ThisTurn) -> Counter[str]:
    """Return the cards gained in this turn that are still in the hand (rule 6.2).

    Of equal cards, one gained before a burial is the one that was buried.
    """
    left = list(turn.gains)
    for number, card in enumerate(player.buried[len(player.buried) - turn.burials :]):
        gain = next((each for each in left if each[0] == card and each[1] <= number), None)
        if gain is not None:
            left.remove(gain)
    return Counter(card for card, _ in left)
