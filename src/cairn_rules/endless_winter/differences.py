"""The differences between two states as events: `events_of` and `changes`, and what a decision reveals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, cast, final

from attrs import evolve

from cairn_rules.codec.variant_text import format_variant
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.events import (
    AbilityUsed,
    AnimalGained,
    AnimalsRevealed,
    AnimalTipped,
    Asked,
    BottomClaimed,
    CampMoved,
    CampPlaced,
    CardBuried,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    CardTaken,
    Change,
    ChiefTaken,
    CultureReturned,
    CultureRevealed,
    FigurePlaced,
    GoodsChanged,
    IdolMoved,
    LaborChanged,
    MegalithPlaced,
    OrderSet,
    PlayedDiscarded,
    PointsGained,
    Reshuffled,
    RitualAdded,
    RitualDiscarded,
    RitualRevealed,
    RivalTurn,
    RoundBegun,
    Scored,
    SetAnew,
    SetupTaken,
    StoneTaken,
    TileUsed,
    TurnPassed,
    VillageBuilt,
    Won,
)
from cairn_rules.endless_winter.rules.eclipse import eclipse_labor
from cairn_rules.endless_winter.rules.observation import Observation, observe
from cairn_rules.endless_winter.rules.pieces import honor_level, terrain_of
from cairn_rules.endless_winter.rules.turns import REST
from cairn_rules.endless_winter.state.actions import Action, AddToRitual, Bury
from cairn_rules.endless_winter.state.agenda import AfterAbility, Culture, EndTurn, Figure, Middle, Tiles, Top
from cairn_rules.endless_winter.state.hexes import BASE, Hex
from cairn_rules.endless_winter.state.state import PHASES, Player, State, check_sound_once
from cairn_rules.endless_winter.texts.view import View, view_of
from cairn_rules.endless_winter.texts.words import animal_name, card_name, chief_side, counted_name
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.replace import replaced

_REVEALED: Final = (
    AnimalGained,
    AnimalsRevealed,
    CardsDrawn,
    CultureRevealed,
    Reshuffled,
    RitualRevealed,
    RivalTurn,
    Won,
)
"""The events that may reveal hidden information."""


def events_of(
    state: State,
    action: Action,  # noqa: ARG001 - the observations show all that the viewer may know of it
    after: State,
    *,
    viewer: int | None = None,
) -> tuple[Change, ...]:
    """Return the events of a decision, in the order in which the rules produce them.

    The events are those that a player or a spectator sees. Cards that are drawn, buried from the hand or put on a
    Ritual pile are named only to their owner. Automatic events are listed as well: draws, reshuffles, refills, the
    order of the Eclipse, points gained at once.

    Args:
        state: The state before the decision.
        action: The decision.
        after: The state after it.
        viewer: A seat number, or None for a spectator (default: None).

    Returns:
        The events, ending with the pending decision (`Asked`) or the result (`Won`). Empty if the viewer cannot
        distinguish the states.

    Raises:
        DefinitionError: as `changes` does.

    Example:
        >>> from cairn_rules import endless_winter
        >>> state = endless_winter.apply(endless_winter.new_game(seed=7), endless_winter.End())
        >>> place = endless_winter.PlaceFigure("chief", "hunt")
        >>> print(*events_of(state, place, endless_winter.apply(state, place))[:2], sep="; ")
        Cyan places the Chief on Hunt; The bottom of Hunt is claimed
    """
    return changes(state, after, viewer=viewer)


def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Change, ...]:
    """Return the events between two states of one game, for a program that does not know the decision.

    The events are those that a player or a spectator sees, computed only from their observations of both states: cards
    that are drawn, buried from the hand or put on a Ritual pile are named only to their owner.

    Between states one decision apart, every event is listed, including automatic ones: draws, reshuffles, refills, the
    order of the Eclipse, points gained at once. Between states further apart, each difference is listed once, ordered
    by kind and not by decision. If the later state does not follow from the earlier one, as after an undo, the result
    is `SetAnew` and the pending decision.

    Args:
        before: The earlier state.
        after: The later one.
        viewer: A seat number, or None for a spectator (default: None).

    Returns:
        The events, ending with the pending decision (`Asked`) or the result (`Won`). Empty if the viewer cannot
        distinguish the states.

    Raises:
        DefinitionError: if an argument is not a state, if the seat does not exist, or if the states differ in pack,
            variant or number of players.

    Example:
        >>> from cairn_rules import endless_winter
        >>> before = endless_winter.new_game(seed=7)
        >>> after = endless_winter.apply(before, endless_winter.End())
        >>> after = endless_winter.apply(after, endless_winter.PlaceFigure("chief", "hunt"))
        >>> for change in changes(before, after):
        ...     print(change)
        Cyan places the Chief on Hunt
        The bottom of Hunt is claimed
        Cyan has 1 Labor
        Cyan must act on the Hunt column: reveal Animals for 1 Labor or take them for 2
    """
    for each in (before, after):
        if not isinstance(each, State):
            raise DefinitionError(f"{quoted(each)} is not a State of Endless Winter")
        check_sound_once(each)
    for name, one, other in (
        ("content packs", before.pack, after.pack),
        ("rule options", _options(before), _options(after)),
        ("numbers of players", before.seats, after.seats),
    ):
        if one != other:
            raise DefinitionError(f"the states belong to different games: their {name} are {one} and {other}")
    old_seen, new_seen = observe(before, viewer), observe(after, viewer)
    if old_seen == new_seen:
        return ()
    return tuple(_changes(old_seen, new_seen))


def reveals(before: State, after: State, *, viewer: int | None = None) -> bool:
    """Return whether a decision reveals hidden information, so that it should not be taken back in a fair game.

    This information can be drawn cards, a new deck, Animals, new Culture cards, Ritual piles, a card of the solo rival,
    or all cards at the end. Cards that a player draws unseen by the viewer do not count, nor does information that the
    deciding player reveals about their own cards: ask for each seat.

    Args:
        before: The state before the decision.
        after: The state after it.
        viewer: A seat number, or None for a spectator (default: None).

    Raises:
        DefinitionError: as `changes` does.

    Example:
        >>> from cairn_rules import endless_winter
        >>> before = endless_winter.new_game(seed=7)
        >>> after = endless_winter.apply(before, endless_winter.End())
        >>> placed = endless_winter.apply(after, endless_winter.PlaceFigure("chief", "hunt"))
        >>> reveals(after, placed), reveals(placed, endless_winter.apply(placed, endless_winter.RevealAnimals()))
        (False, True)
    """
    return any(
        isinstance(each, _REVEALED) and not (isinstance(each, CardsDrawn) and each.cards is None)
        for each in changes(before, after, viewer=viewer)
    )


def is_hidden(state: State, action: Action, viewer: int | None) -> bool:  # noqa: ARG001 - for all others
    """Return whether an action names a card that only the player who decides may see (rules 6.1, 7.4)."""
    return isinstance(action, AddToRitual) or (isinstance(action, Bury) and action.zone in {"hand", "deck"})


def _options(state: State) -> str:
    return format_variant(state.variant) or "the default"


def _changes(old_seen: Observation, new_seen: Observation) -> Iterator[Change]:
    old, new = view_of(old_seen), view_of(new_seen)
    if _follows(old, new):
        yield from _difference(old, new)
    else:
        yield SetAnew()
    if new.pending is not None:
        yield Asked(new.active, new.name(new.active), new.pending, new.this_turn.column)
        return
    assert new.scores is not None, "a game without a decision is over"
    assert new.outcome is not None, "a game without a decision is over"
    for seat, score in enumerate(new.scores):
        yield Scored(seat, new.name(seat), score)
    yield Won(new.outcome)


def _follows(old: View, new: View) -> bool:
    """Return whether one view can follow from another by decisions, as far as the public parts show."""
    return (
        (old.round, old.turn, PHASES.index(old.phase)) <= (new.round, new.turn, PHASES.index(new.phase))
        and new.table.megaliths[: len(old.table.megaliths)] == old.table.megaliths
        and all(was >= now for was, now in zip(old.table.piles, new.table.piles, strict=True))
        and old.table.terrain == new.table.terrain
        and all(
            one.stones == other.stones[: len(one.stones)]
            and one.buried_openly == other.buried_openly[: len(one.buried_openly)]
            and all(was <= now for was, now in zip(_progress(old, seat), _progress(new, seat), strict=True))
            and (old.round < new.round or _figures_left(one) >= _figures_left(other))
            for seat, (one, other) in enumerate(zip(old.players, new.players, strict=True))
        )
        and ((old.turn, old.phase, old.active) != (new.turn, "action", new.active) or _follows_in_turn(old, new))
    )


def _follows_in_turn(old: View, new: View) -> bool:
    """Return whether one view can follow from another of the same turn, as far as its steps, cards and Labor show."""
    seat, step = old.active, _step(old)
    one, other = old.players[seat], new.players[seat]
    if step > _step(new) or old.counts[seat].ritual > new.counts[seat].ritual:
        return False
    # Played cards are discarded between the Culture step and the figure, and at the end of the turn.
    lost = _more(one.played, other.played) - _more(other.buried_openly, one.buried_openly)
    if lost and step == _step(new):
        return False
    if not (isinstance(old.pending, Top) and step == _step(new)):
        return True
    spends = other.food < one.food or other.tools < one.tools
    gains = spends or other.played != one.played
    return other.food <= one.food and other.tools <= one.tools and (gains or new.this_turn.labor <= old.this_turn.labor)


def _step(view: View) -> int:
    """Return the number of the step of a turn."""
    left = {type(frame) for frame in view.agenda}
    return next((number for number, frame in enumerate((Culture, Figure, Top, Middle, EndTurn)) if frame in left), 5)


def _progress(view: View, seat: int) -> tuple[int, ...]:
    """Return numbers of a player that never fall during a game."""
    player, counts = view.players[seat], view.counts[seat]
    cards = counts.deck + counts.hand + counts.ritual + len(player.played + player.discard)
    return (
        player.points,
        player.offering,
        honor_level(view.table, seat),
        counts.buried,
        counts.buried + len(player.buried_openly) + cards,
        len(player.villages),
        _camps_placed(player),
        len(player.tipped),
        len(player.animals + player.tipped),
        player.chief is not None,
        player.setup is not None,
    )


def _figures_left(player: Player) -> int:
    """Return the number of figures that a player can still place in a round."""
    return player.figures + player.chief_ready


def _camps_placed(player: Player) -> int:
    """Return how often a player has placed a Camp, those included that were returned for Villages."""
    return len(player.camps) + 3 * len(player.villages)


def _more(new: Iterable[str], old: Iterable[str]) -> Counter[str]:
    """Return the cards that a zone has gained."""
    return Counter(new) - Counter(old)


def _names(view: View, cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(card_name(view.pack, card) for card in cards)


def _animal_names(view: View, animals: Iterable[str]) -> tuple[str, ...]:
    return tuple(animal_name(view.pack, animal) for animal in animals)


def _difference(old: View, new: View) -> Iterator[Change]:
    """Yield the events between two views that follow from each other, in the order of a turn."""
    flows = [_Flow(old, new, seat) for seat in range(len(new.players))]
    within = new.round == old.round and new.phase == old.phase
    # A rival that is the first one in a round takes its turn after the Preparation or the set-up.
    begins = new.round != old.round or (old.phase == "setup" and not within)
    taken = _more(old.table.animals, new.table.animals)
    for flow in flows[: new.seats if begins else None]:
        yield from _player_events(flow, taken)
        if within:
            yield from flow.draws()
        yield from flow.endings()
    yield from _next_step(old, new, flows)
    if not within:
        for flow in flows:
            yield from flow.draws()
    for flow in flows[new.seats :] if begins else ():
        yield from _player_events(flow, taken)


def _player_events(flow: _Flow, taken: Counter[str]) -> Iterator[Change]:
    """Yield the events of a player; Animals taken from the display leave `taken`."""
    old, new, seat = flow.old, flow.new, flow.seat
    yield from _setup(old, new, seat)
    yield from _figures(old, new, seat)
    yield from flow.events()
    yield from _animals(old, new, seat, taken)
    yield from _pieces(old, new, seat)
    yield from _goods(old, new, seat)


def _next_step(old: View, new: View, flows: list[_Flow]) -> Iterator[Change]:
    """Yield the end of a turn, the start of the Eclipse, and the start of a round."""
    if new.turn != old.turn:
        yield TurnPassed(new.turn)
    if (old.phase, new.phase) == ("action", "eclipse"):
        for flow in flows:
            yield from flow.revealed()
        yield OrderSet(new.order, tuple(map(new.name, new.order)))
    if new.round != old.round:
        yield RoundBegun(new.round)
        yield from _refills(old, new)
    yield from _revealed_animals(old, new)


def _setup(old: View, new: View, seat: int) -> Iterator[Change]:
    one, other, who = old.players[seat], new.players[seat], new.name(seat)
    if other.chief is not None and (one.chief, one.side) != (other.chief, other.side):
        yield _chief_taken(new, seat, other.chief, other.side)
    if other.setup is not None and other.setup != one.setup:
        card = new.pack.setup_card[other.setup]
        tribe, names = card_name(new.pack, card.tribe), _animal_names(new, card.animals)
        yield SetupTaken(seat, who, card.id, card.food, card.tools, card.tribe, tribe, card.animals, names, card.extra)


def _chief_taken(new: View, seat: int, id: str, side: str) -> ChiefTaken:
    chief = new.pack.chief[id]
    return ChiefTaken(seat, new.name(seat), id, chief.name, side, **chief_side(new.pack, chief, side))


def _figures(old: View, new: View, seat: int) -> Iterator[Change]:
    """Yield the figures placed by a player, and the bottoms that they claim."""
    one, other, who = old.players[seat], new.players[seat], new.name(seat)
    claimed = [
        BottomClaimed(column)
        for column, was, now in zip(COLUMNS, old.table.bottoms, new.table.bottoms, strict=True)
        if now and not was
    ]
    if seat == new.seats:
        places = {card.id: card.place for card in new.pack.rival}
        used, used_before = _rival_cards(new)[0], _rival_cards(old)[0]
        turned = used[len(used_before) if old.round == new.round else 0 :]
        yield from (RivalTurn(seat, who, card, places[card]) for card in turned)
        yield from claimed if turned else ()
    elif old.round == new.round:
        place = REST if other.resting > one.resting else new.this_turn.column
        kinds = ["chief"] * (one.chief_ready and not other.chief_ready) + ["tribe"] * (one.figures - other.figures)
        if len(kinds) == 1 and place is not None:
            yield FigurePlaced(seat, who, kinds[0], place)
            yield from claimed if place != REST else ()


@final
class _Flow:
    """The cards that moved between the zones of a player."""

    def __init__(self, old: View, new: View, seat: int) -> None:
        self.old, self.new, self.seat, self._who = old, new, seat, new.name(seat)
        one, other = old.players[seat], new.players[seat]
        self._one, self._other = one, other
        was, now = old.counts[seat], new.counts[seat]
        is_rival, is_own, acts = seat == new.seats, seat == new.viewer, seat == old.active
        self.openly = Counter(other.buried_openly[len(one.buried_openly) :])
        self.secretly = max(0, now.buried - was.buried)
        losses = Counter(dict(zip([card.id for card in new.pack.tribe], _pile_losses(old, new), strict=True)))
        row = {card for card in old.table.row if card} - {card for card in new.table.row if card}
        row -= {*new.table.returned}
        if not is_rival and new.rival is not None:
            rivals = new.players[new.seats].buried_openly[len(old.players[new.seats].buried_openly) :]
            losses -= Counter(rivals)
            row -= {*_rival_cards(new)[1]}
        # 1. Cards from the supply and the row.
        added = _more(other.discard, one.discard)
        self.from_supply = losses & self.openly if acts or is_rival else Counter[str]()
        taken = losses - self.from_supply if acts and not is_rival and new.phase != "setup" else Counter[str]()
        self.to_discard = taken & added if new.phase == old.phase else Counter[str]()
        self.to_hand = taken - self.to_discard + Counter(sorted(row) if acts and not is_rival else ())
        self.to_score = Counter(_rival_cards(new)[1][len(_rival_cards(old)[1]) :] if is_rival else ())
        # 2. Cards that left the played area, the Ritual pile and the hand.
        added -= self.to_discard
        gone = _more(one.played, other.played) - self.openly
        self.played = _more(other.played, one.played)
        self.put_away = gone & added
        added -= self.put_away
        self.ritual_left = _more(one.ritual, other.ritual) & added if old.phase == "eclipse" else Counter[str]()
        added -= self.ritual_left
        reveals = (old.phase, new.phase) == ("action", "eclipse")
        self.culture_of_pile = added if reveals else Counter[str]()
        self.from_hand = Counter[str]() if reveals else added
        if isinstance(old.pending, Culture) and self.from_hand:
            self.played, self.put_away = self.played + self.from_hand, self.put_away + self.from_hand
            self.from_hand = Counter[str]()
        # 3. The Ritual pile before its reveal: what left the hand without another trace.
        traced = self.played.total() + self.from_hand.total() + self.secretly * (old.phase != "setup")
        self.ritual = 0
        if old.phase == "action":
            if new.phase == "action":
                self.ritual = max(0, now.ritual - was.ritual)
            elif acts:
                self.ritual = max(0, was.hand + self.to_hand.total() - now.hand - traced)
        # 4. Draws.
        self.left = traced + self.ritual
        self.drawn = max(0, now.hand - was.hand + self.left - self.to_hand.total())
        away = _more(one.discard, other.discard) - self.openly
        self.reshuffled = old.phase != "setup" and bool(away or now.deck > was.deck)
        self.sees = is_own

    def _name(self, card: str) -> str:
        return card_name(self.new.pack, card)

    def events(self) -> Iterator[Change]:
        """Yield the events of cards."""
        seat, who = self.seat, self._who
        for card in self.played.elements():
            yield CardPlayed(seat, who, card, self._name(card))
        for zone, cards in (("hand", self.to_hand), ("discard", self.to_discard), ("score", self.to_score)):
            yield from (CardTaken(seat, who, card, self._name(card), zone) for card in cards.elements())
        yield from (CardDiscarded(seat, who, card, self._name(card)) for card in self.from_hand.elements())
        yield from self._burials()
        known = self._own_ritual()
        for number in range(self.ritual):
            added = known[number] if number < len(known) else None
            yield RitualAdded(seat, who, added, None if added is None else self._name(added))
        yield from self._eclipse()

    def _burials(self) -> Iterator[Change]:
        seat, who, one = self.seat, self._who, self._one
        for card in self.openly.elements():
            zone = "supply" if card in self.from_supply else "discard" if card in one.discard else "played"
            yield CardBuried(seat, who, card, self._name(card), zone)
        known = self._other.buried[len(one.buried) :] if self.sees else ()
        for number in range(self.secretly):
            secret = known[number] if number < len(known) else None
            origin = "deck" if self.old.phase == "setup" else "hand"
            yield CardBuried(seat, who, secret, None if secret is None else self._name(secret), origin)

    def _own_ritual(self) -> list[str]:
        """Return the cards put on the Ritual pile, if the viewer may see them before it is revealed."""
        return list(_more(self._other.ritual, self._one.ritual).elements()) if self.sees else []

    def _eclipse(self) -> Iterator[Change]:
        seat, who, new = self.seat, self._who, self.new
        if self.old.phase != "eclipse" or seat != self.old.active:
            return
        for frame in new.agenda:
            if isinstance(frame, AfterAbility) and frame not in self.old.agenda:
                yield AbilityUsed(seat, who, frame.card, self._name(frame.card))
        was = next((frame.taken for frame in self.old.agenda if isinstance(frame, Tiles)), None)
        now = next((frame.taken for frame in new.agenda if isinstance(frame, Tiles)), ())
        if was is not None and new.active == seat:
            yield from (TileUsed(seat, who, tile, _terrain_name(new, tile)) for tile in now[len(was) :])

    def endings(self) -> Iterator[Change]:
        """Yield the cards that went to the discard pile automatically."""
        for event, cards in ((RitualDiscarded, self.ritual_left), (PlayedDiscarded, self.put_away)):
            if cards:
                ids = tuple(sorted(cards.elements(), key=self.new.pack.order.__getitem__))
                yield event(self.seat, self._who, ids, _names(self.new, ids))

    def revealed(self) -> Iterator[Change]:
        """Yield the revealed Ritual pile, with the Labor for the turn order."""
        seat, new = self.seat, self.new
        cards = (*self._other.ritual, *self.culture_of_pile.elements())
        players = list(new.players)
        players[seat] = replaced(self._other, ritual=cards)
        # Labor depends only on the players, the pack and the rival's cards, which a view has like a state.
        labor = eclipse_labor(cast("State", evolve(new, players=tuple(players))), seat)
        yield RitualRevealed(seat, self._who, cards, labor, _names(new, cards))
        if self.culture_of_pile:
            ids = tuple(self.culture_of_pile.elements())
            yield RitualDiscarded(seat, self._who, ids, _names(new, ids))

    def draws(self) -> Iterator[Change]:
        """Yield the reshuffle and the drawn cards."""
        if self.reshuffled:
            yield Reshuffled(self.seat, self._who)
        if not self.drawn:
            return
        if not self.sees:
            yield CardsDrawn(self.seat, self._who, self.drawn, None)
            return
        one, other = self._one, self._other
        gone = self.played + self.from_hand + Counter(other.buried[len(one.buried) :]) + Counter(self._own_ritual())
        kept = Counter(one.hand) + self.to_hand - gone
        cards = tuple((Counter(other.hand) - kept).elements())
        yield CardsDrawn(self.seat, self._who, self.drawn, cards, _names(self.new, cards))


def _rival_cards(view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the used cards and the Culture cards of the rival."""
    return ((), ()) if view.rival is None else (view.rival.used, view.rival.culture)


def _pile_losses(old: View, new: View) -> list[int]:
    return [was - now for was, now in zip(old.table.piles, new.table.piles, strict=True)]


def _gained_animals(old: View, new: View, seat: int) -> Counter[str]:
    one, other = old.players[seat], new.players[seat]
    return Counter((*other.animals, *other.tipped)) - Counter((*one.animals, *one.tipped))


def _animals(old: View, new: View, seat: int, taken: Counter[str]) -> Iterator[Change]:
    """Yield the Animals gained and tipped by a player; those taken from the display leave `taken`."""
    one, other, who = old.players[seat], new.players[seat], new.name(seat)
    deals = old.phase == "setup"
    # The Animals of Setup cards are part of the cards; a rival may have hunted in its first turn.
    gained = Counter[str]() if deals and seat < new.seats else _gained_animals(old, new, seat)
    for animal in gained.elements():
        origin = "display" if taken[animal] else "supply" if deals else "deck"
        taken[animal] -= origin == "display"
        yield AnimalGained(seat, who, animal, animal_name(new.pack, animal), origin)
    for animal in _more(other.tipped, one.tipped).elements():
        yield AnimalTipped(seat, who, animal, animal_name(new.pack, animal))


def _revealed_animals(old: View, new: View) -> Iterator[Change]:
    animals = new.table.animals
    revealed = len(animals)
    if old.phase != "setup":
        # The display has lost what players gained beyond what the deck has lost.
        gained = sum(_gained_animals(old, new, seat).total() for seat in range(len(new.players)))
        revealed -= len(old.table.animals) - min(gained, _more(old.table.animals, animals).total())
    shown = animals[len(animals) - max(0, revealed) :]
    if shown:
        yield AnimalsRevealed(shown, _animal_names(new, shown))


def _pieces(old: View, new: View, seat: int) -> Iterator[Change]:
    """Yield the events of the map, the Megalith board, the Idol tracks and the Sacred Stones."""
    one, other, who = old.players[seat], new.players[seat], new.name(seat)
    built = [juncture for juncture in other.villages if juncture not in one.villages]
    placed = _camps_placed(other) - _camps_placed(one)
    start = Counter(one.camps) + Counter([BASE] * placed)
    end = Counter(other.camps) + Counter(tile for juncture in built for tile in juncture)
    yield from (CampPlaced(seat, who) for _ in range(placed))
    for origin, to in zip((start - end).elements(), (end - start).elements(), strict=True):
        yield CampMoved(seat, who, origin, to, _terrain_name(new, origin), _terrain_name(new, to))
    yield from (VillageBuilt(seat, who, juncture) for juncture in built)
    for stone in other.stones[len(one.stones) :]:
        yield _stone_taken(new, seat, stone)
    neutrals = one.neutrals - other.neutrals
    for spot, owner in new.table.megaliths[len(old.table.megaliths) :]:
        if owner == seat or (owner is None and neutrals):
            neutrals -= owner is None
            yield MegalithPlaced(seat, who, spot, owner is None)
    if other.offering != one.offering:
        yield IdolMoved(seat, who, "offering", other.offering)
    level = honor_level(new.table, seat)
    if level != honor_level(old.table, seat):
        yield IdolMoved(seat, who, "honor", level)


def _stone_taken(new: View, seat: int, id: str) -> StoneTaken:
    stone = new.pack.stone[id]
    name = None if stone.counts is None else counted_name(new.pack, stone.counts)
    return StoneTaken(seat, new.name(seat), id, stone.rule, stone.each, stone.counts, name, stone.table)


def _terrain_name(new: View, tile: Hex) -> str:
    return new.pack.tiles[terrain_of(new.table, tile)].name


def _goods(old: View, new: View, seat: int) -> Iterator[Change]:
    one, other, who = old.players[seat], new.players[seat], new.name(seat)
    if (one.food, one.tools) != (other.food, other.tools):
        yield GoodsChanged(seat, who, other.food - one.food, other.tools - one.tools)
    if other.points != one.points:
        yield PointsGained(seat, who, other.points - one.points)
    same_turn = (old.turn, old.phase, old.active) == (new.turn, new.phase, new.active)
    is_over = old.this_turn.column is not None and new.this_turn.column is None
    if same_turn and not is_over and seat == new.active and old.this_turn.labor != new.this_turn.labor:
        yield LaborChanged(seat, who, new.this_turn.labor)


def _refills(old: View, new: View) -> Iterator[Change]:
    returned = new.table.returned[len(old.table.returned) :]
    if returned:
        yield CultureReturned(returned, _names(new, returned))
    fresh = tuple(card for card in new.table.row if card is not None and card not in old.table.row)
    if fresh:
        yield CultureRevealed(fresh, _names(new, fresh))
