"""The events of a decision as a seat or a spectator sees them, and what a decision reveals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from cairn_rules.codec.shapes import tag_of
from cairn_rules.codec.variant_text import format_variant
from cairn_rules.decision_search import decision_between
from cairn_rules.endless_winter import events
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.rules.observation import observe
from cairn_rules.endless_winter.rules.pieces import terrain_of
from cairn_rules.endless_winter.rules.rules import apply, legal_actions
from cairn_rules.endless_winter.state.actions import Action, AddToRitual, Bury
from cairn_rules.endless_winter.state.hexes import Hex
from cairn_rules.endless_winter.state.state import State, check_sound_once, remember
from cairn_rules.endless_winter.texts.view import View, view_of
from cairn_rules.endless_winter.texts.words import animal_name, card_name, chief_side, counted_name
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.replace import replaced

_KINDS: Final[Mapping[str, Callable[..., events.Change]]] = {tag_of(kind): kind for kind in get_args(events.Change)}
_REVEALED: Final = (
    events.AnimalGained,
    events.AnimalsRevealed,
    events.CardsDrawn,
    events.CultureRevealed,
    events.Reshuffled,
    events.RitualRevealed,
    events.RivalTurn,
    events.Won,
)


def events_of(state: State, action: Action, after: State, *, viewer: int | None = None) -> tuple[events.Change, ...]:
    """Return the events of a decision, in the order in which the rules produce them.

    The events are those that a player or a spectator sees. Cards that are drawn, buried from the hand or put on a
    Ritual pile are named only to their owner. Automatic events are listed as well: draws, reshuffles, refills, the
    order of the Eclipse, points gained at once. A viewer is a seat number, or None for a spectator. The last event is
    the pending decision (`Asked`) or the result (`Won`). If `apply` leads to another state, because `resolve` had other
    dice, the only event before these is `SetAnew`.

    Raises:
        DefinitionError: as `changes` does.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules import endless_winter
        >>> state = endless_winter.apply(endless_winter.new_game(seed=7), endless_winter.End())
        >>> place = endless_winter.PlaceFigure("chief", "hunt")
        >>> print(*events_of(state, place, endless_winter.apply(state, place))[:2], sep="; ")
        Cyan places the Chief on Hunt; The bottom of Hunt is claimed
    """
    _check_one_game(state, after)
    return tuple(_events(state, action, after, viewer))


def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[events.Change, ...]:
    """Return the events between two states, for a program that does not know the decision. Slower than `events_of`.

    This tries the legal actions: the events are those of the first one that leads from one state to the other. If none
    does, as after several decisions or an undo, the result is `SetAnew` and the pending decision. A viewer is a seat
    number, or None for a spectator. The last event is the pending decision (`Asked`) or the result (`Won`). There are
    none if the viewer cannot distinguish the states.

    Raises:
        DefinitionError: if an argument is not a state, if the seat does not exist, or if the states differ in pack,
            variant or number of players.

    Example:
        >>> from cairn_rules import endless_winter
        >>> before = endless_winter.apply(endless_winter.new_game(seed=7), endless_winter.End())
        >>> after = endless_winter.apply(before, endless_winter.PlaceFigure("chief", "hunt"))
        >>> for change in changes(before, after):
        ...     print(change)
        Cyan places the Chief on Hunt
        The bottom of Hunt is claimed
        Cyan has 1 Labor
        Cyan must act on the Hunt column: reveal Animals for 1 Labor or take them for 2
    """
    _check_one_game(before, after)
    if observe(before, viewer) == observe(after, viewer):
        return ()
    return tuple(_events(before, decision_between(before, after, legal_actions, apply), after, viewer))


def reveals(before: State, after: State, *, viewer: int | None = None) -> bool:
    """Return whether a decision reveals hidden information, so that it should not be taken back in a fair game.

    This information can be drawn cards, a new deck, Animals, new Culture cards, Ritual piles, a card of the solo rival,
    or all cards at the end. Cards that a player draws unseen by the viewer do not count, nor does information that the
    deciding player reveals about their own cards: ask for each seat. A viewer is a seat number, or None for a
    spectator.

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
        isinstance(each, _REVEALED) and not (isinstance(each, events.CardsDrawn) and each.cards is None)
        for each in changes(before, after, viewer=viewer)
    )


def is_hidden(state: State, action: Action, viewer: int | None) -> bool:  # noqa: ARG001 - for all others
    """Return whether an action names a card that only the player who decides may see (rules 6.1, 7.4)."""
    return isinstance(action, AddToRitual) or (isinstance(action, Bury) and action.zone in {"hand", "deck"})


def _options(state: State) -> str:
    return format_variant(state.variant) or "the default"


def _check_one_game(before: State, after: State) -> None:
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


def _events(before: State, action: Action | None, after: State, viewer: int | None) -> Iterator[events.Change]:
    """Yield the events of a decision, which is made again, as a viewer sees them; `SetAnew` if it leads elsewhere."""
    view, notes = view_of(after, viewer), list[tuple[str, tuple[Any, ...]]]()
    noting = replaced(before, _notes=notes)
    remember(noting, legal_actions(before))
    if action is None or apply(noting, action) != after:
        yield events.SetAnew()
    else:
        # An empty list is no event: nothing was turned over or returned.
        yield from (_event(view, code, values) for code, values in notes if values != ((),))
        yield from _labor(before, after, view)
    if view.pending is not None:
        yield events.Asked(view.active, view.name(view.active), view.pending, view.this_turn.column)
        return
    assert view.scores is not None, "a game without a decision is over"
    assert view.outcome is not None, "a game without a decision is over"
    for seat, score in enumerate(view.scores):
        yield events.Scored(seat, view.name(seat), score)
    yield events.Won(view.outcome)


def _labor(before: State, after: State, view: View) -> Iterator[events.Change]:
    """Yield the Labor left, if the decision changed it and the turn goes on."""
    old, new, seat = before.this_turn, after.this_turn, after.active
    goes_on = (before.turn, before.phase, before.active) == (after.turn, after.phase, seat)
    if goes_on and old.labor != new.labor and (old.column is None or new.column is not None):
        yield events.LaborChanged(seat, view.name(seat), new.labor)


def _event(view: View, code: str, values: tuple[Any, ...]) -> events.Change:  # noqa: C901, PLR0911, PLR0912 - a case for each
    """Return an event that the rules noted, with names for ids, and without the cards that are secret (rule 13.2)."""
    kind, pack = _KINDS[code], view.pack
    match code, values:
        case "animals-revealed", (animals,):
            return kind(animals, _animal_names(pack, animals))
        case "culture-returned" | "culture-revealed", (cards,):
            return kind(cards, _card_names(pack, cards))
        case "order-set", (order,):
            return kind(order, tuple(map(view.name, order)))
        case "bottom-claimed" | "round-begun" | "turn-passed", (value,):
            return kind(value)
        case _:
            seat, *rest = values
    is_own, first = seat == view.viewer, (seat, view.name(seat))
    match code, rest:
        case "chief-taken", [id, side]:
            return kind(*first, id, pack.chief[id].name, side, **chief_side(pack, pack.chief[id], side))
        case "setup-taken", [id]:
            card, names = pack.setup_card[id], _animal_names(pack, pack.setup_card[id].animals)
            tribe = card_name(pack, card.tribe)
            return kind(*first, id, card.food, card.tools, card.tribe, tribe, card.animals, names, card.extra)
        case "stone-taken", [id]:
            stone = pack.stone[id]
            name = None if stone.counts is None else counted_name(pack, stone.counts)
            return kind(*first, id, stone.rule, stone.each, stone.counts, name, stone.table)
        case ("ritual-added", [_]) | ("card-buried", [_, "hand" | "deck"]) if not is_own:
            return kind(*first, None, None, *rest[1:])
        case "animal-gained" | "animal-tipped", [animal, *more]:
            return kind(*first, animal, animal_name(pack, animal), *more)
        case "tile-used", [tile]:
            return kind(*first, tile, _terrain_name(view, tile))
        case "camp-moved", [start, end]:
            return kind(*first, start, end, _terrain_name(view, start), _terrain_name(view, end))
        case "cards-drawn", [count, cards]:
            known = tuple(sorted(cards, key=pack.order.__getitem__)) if is_own else None
            return kind(*first, count, known, _card_names(pack, known or ()))
        case "ability-used" | "ritual-added", [card]:
            return kind(*first, card, card_name(pack, card))
        case "card-buried" | "card-discarded" | "card-played" | "card-taken", [card, *more]:
            return kind(*first, card, card_name(pack, card), *more)
        case "played-discarded" | "ritual-discarded" | "ritual-revealed", [cards, *more]:
            return kind(*first, cards, *more, _card_names(pack, cards))
        case _:  # open: the other events of players name nothing else
            return kind(*first, *rest)


def _card_names(pack: Pack, cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(card_name(pack, card) for card in cards)


def _animal_names(pack: Pack, animals: Iterable[str]) -> tuple[str, ...]:
    return tuple(animal_name(pack, animal) for animal in animals)


def _terrain_name(view: View, tile: Hex) -> str:
    return view.pack.tiles[terrain_of(view.table, tile)].name
