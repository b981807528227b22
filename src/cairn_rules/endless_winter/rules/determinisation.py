"""Sampling of hidden information (rules page, section 13.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from cairn_rules.chance import Chance
from cairn_rules.checks import check_observation
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.rules.cards import has_sound_gains
from cairn_rules.endless_winter.rules.observation import OPEN, Observation, SeenPlayer
from cairn_rules.endless_winter.state.agenda import Ritual
from cairn_rules.endless_winter.state.state import NO_TURN, SEAT_NAMES, Player, State, ThisTurn, remember
from cairn_rules.errors import DefinitionError, Fault, UnsoundStateError, quoted
from cairn_rules.replace import replaced


def sample_hidden(observation: Observation, rng: Random) -> State:
    """Draw a complete state that the seat cannot distinguish from the real one.

    Decks are shuffled, and the face-down cards of each other player are dealt to their hand, deck, Ritual pile and
    Burial Ground. The deal agrees with the observation: cards gained in this turn are in the hand, or were buried from
    it later, and the card buried at set-up is one of the first cards. All such deals are equally likely, as if players
    chose at random. The source of randomness also draws the key of all future chance.

    Raises:
        DefinitionError: if an argument is not of its kind.
        UnsoundStateError: if the observation is impossible. Only one made by hand can be.

    Example:
        >>> from random import Random
        >>> from cairn_rules import endless_winter
        >>> seen = endless_winter.observe(endless_winter.new_game(seed=7), 0)
        >>> state = endless_winter.sample_hidden(seen, Random(1))
        >>> endless_winter.observe(state, 0) == seen
        True
    """
    check_observation(observation, Observation)
    if not isinstance(rng, Random):
        raise DefinitionError(f"rng should be a random.Random, not {quoted(rng)}")
    table, rival = observation.table, observation.rival
    first, second = table.culture_decks
    table = replaced(
        table,
        culture_decks=(_shuffled(first, rng), _shuffled(second, rng)),
        animal_deck=_shuffled(table.animal_deck, rng),
    )
    players = tuple(_drawn(observation, seat, rng) for seat in range(len(observation.players)))
    agenda = observation.agenda
    if isinstance(observation.pending, Ritual):
        agenda = (*agenda[:-1], _ritual_of(observation, players[observation.active]))
    state = State(
        pack=observation.pack,
        variant=observation.variant,
        players=players,
        rival=None if rival is None else replaced(rival, deck=_shuffled(rival.deck, rng)),
        table=table,
        order=observation.order,
        phase=observation.phase,
        round=observation.round,
        turn=observation.turn,
        active=observation.active,
        this_turn=observation.this_turn,
        agenda=agenda,
        chance=Chance.draw(rng),
    )
    if hasattr(observation, "_legal"):
        remember(state, None)
    return state


def state_seen(observation: Observation) -> State:
    """Return a state that agrees with the observation of the seat that decides.

    Raises:
        DefinitionError: if another seat decides.
    """
    active, player = observation.active, observation.player
    if observation.agenda and active != player:
        viewer = "a spectator" if player is None else SEAT_NAMES[player]
        message = f"{SEAT_NAMES[active]} decides, not {viewer}: list the actions from observe(state, {active})"
        raise DefinitionError(message)
    return sample_hidden(observation, Random(0))


def _shuffled(cards: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    order = list(cards)
    rng.shuffle(order)
    return tuple(order)


def first_cards(pack: Pack, setup: str | None) -> frozenset[str]:
    """Return the ids of the cards that can be buried for a Setup card; empty if it buries none (rule 4.1)."""
    card = pack.setup_card.get(setup or "")
    if card is None or card.extra != "bury_starting":
        return frozenset()
    return frozenset((card.tribe, *(each.id for each in pack.starting)))


def _drawn(observation: Observation, seat: int, rng: Random) -> Player:
    """Return a player with the hidden cards drawn. Raise an `UnsoundStateError` if there are no such cards."""
    seen = observation.players[seat]
    faults = list(_faults(observation, seat))
    if faults:
        raise UnsoundStateError(faults)
    cards = list(_shuffled(seen.face_down, rng))
    zones: dict[str, Any] = {**_known(seen)}
    if seen.hand is None:
        zones |= _dealt(observation, seat, cards, rng)
    if observation.phase == "setup":  # the decks are not shuffled yet
        cards.sort(key=observation.pack.order.__getitem__)
    values = {name: getattr(seen, name) for name in OPEN}
    return Player(**values, **zones, deck=tuple(cards))


def _sizes(seen: SeenPlayer) -> dict[str, int]:
    return {"hand": seen.hand_size, "ritual": seen.ritual_size, "buried": seen.buried_size}


def _known(seen: SeenPlayer) -> dict[str, tuple[str, ...]]:
    """Return the visible zones."""
    zones = {"hand": seen.hand, "ritual": seen.ritual, "buried": seen.buried}
    return {name: zone for name, zone in zones.items() if zone is not None}


def _faults(observation: Observation, seat: int) -> Iterator[Fault]:
    """Yield the faults of an observation that make it impossible to deal the cards of a player."""
    where, seen = f"players[{seat}]", observation.players[seat]
    sizes, known = _sizes(seen), _known(seen)
    if (seen.hand is None) != (seen.buried is None) or (seen.ritual is None and seen.hand is not None):
        yield Fault(where, "a seat sees the hand, the Ritual pile and the buried cards of a player, or none of them")
        return
    for name, zone in known.items():
        if len(zone) != sizes[name]:
            yield Fault(f"{where}.{name}", f"{len(zone)} cards, but {name}_size is {sizes[name]}")
    if min(seen.deck_size, *sizes.values()) < 0:
        yield Fault(where, "the size of a zone is a whole number from 0 up")
    hidden = seen.deck_size + sum(size for name, size in sizes.items() if name not in known)
    if hidden != len(seen.face_down):
        yield Fault(f"{where}.face_down", f"{len(seen.face_down)} cards; by the sizes of the zones there are {hidden}")
    unknown = [card for card in seen.face_down if card not in observation.pack.order]
    if unknown:
        yield Fault(f"{where}.face_down", f"{quoted(unknown[0])} is not a card of the pack")
    if seen.hand is None:
        yield from _unseen_faults(observation, seat, where)


def _unseen_faults(observation: Observation, seat: int, where: str) -> Iterator[Fault]:
    """Yield the faults of public knowledge about the cards of a player."""
    seen = observation.players[seat]
    turn = _turn_of(observation, seat)
    late = turn.burials
    left = Counter(seen.face_down)
    left.subtract(turn.gained)
    if min(left.values(), default=0) < 0 or not 0 <= late <= seen.buried_size or not _has_room(turn, seen.hand_size):
        yield Fault("this_turn", f"the cards gained are not among the face-down cards of {SEAT_NAMES[seat]}")
    firsts = first_cards(observation.pack, seen.setup)
    if firsts and seen.buried_size > late and not any(left[card] > 0 for card in firsts):
        yield Fault(f"{where}.face_down", "the card buried at set-up is missing")


def _turn_of(observation: Observation, seat: int) -> ThisTurn:
    """Return the turn so far of a player; an empty one if it is not their turn."""
    return observation.this_turn if seat == observation.active else NO_TURN


def _has_room(turn: ThisTurn, hand_size: int) -> bool:
    """Return whether each card gained in this turn can be in the hand or buried after it was gained."""
    return has_sound_gains(turn) and all(
        number <= hand_size + turn.burials - before for number, (_, before) in enumerate(reversed(turn.gains), start=1)
    )


def _dealt(observation: Observation, seat: int, cards: list[str], rng: Random) -> dict[str, tuple[str, ...]]:
    """Deal shuffled cards to the hidden zones. The cards left in `cards` are the deck."""
    seen = observation.players[seat]
    turn = _turn_of(observation, seat)
    late = turn.burials
    hand, buried = [""] * seen.hand_size, [""] * seen.buried_size
    order = observation.pack.order.__getitem__
    # 1. Each card gained in this turn is in the hand or was buried later. Those with fewer places come first.
    free = list(range(-len(hand), late))
    for card, before in reversed(turn.gains):
        place = rng.choice([place for place in free if place < 0 or place >= before])
        free.remove(place)
        cards.remove(card)
        if place < 0:
            hand[place] = card
        else:
            buried[len(buried) - late + place] = card
    # 2. The card buried at set-up is one of the first cards.
    firsts = first_cards(observation.pack, seen.setup)
    if firsts and len(buried) > late:
        buried[0] = next(card for card in cards if card in firsts)
        cards.remove(buried[0])
    # 3. All others lie anywhere.
    hand = sorted((card or cards.pop() for card in hand), key=order)
    zones = {"buried": tuple(card or cards.pop() for card in buried)}
    if seen.ritual is None:
        ritual = sorted((cards.pop() for _ in range(seen.ritual_size)), key=order)
        zones["ritual"] = tuple(ritual)
    return zones | {"hand": tuple(hand)}


def _ritual_of(observation: Observation, player: Player) -> Ritual:
    """Return the pending choice of cards for the Ritual pile."""
    order = observation.pack.order
    return Ritual(max((order.get(card, 0) for card in player.ritual), default=0))
