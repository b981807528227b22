"""The English sentences of the events of Endless Winter by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cairn_rules.endless_winter.texts import words
from cairn_rules.endless_winter.texts.view import seat_name
from cairn_rules.phrasebook import EventTable, Named

_TEMPLATES: Final[Mapping[str, str | tuple[str, ...]]] = {
    "ability-used": "{who} uses the ability of {card}",
    "animal-gained": (
        "{who} takes {article} {displayed}",
        "{who} draws {article} {drawn}",
        "{who} gains {article} {animal}",
    ),
    "animal-tipped": "{who} tips {article} {animal}",
    "animals-revealed": "Animals are revealed: {animals}",
    "asked": "{who} must {pending}",
    "bottom-claimed": "The bottom of {column} is claimed",
    "camp-moved": ("{who} moves a Camp {text}", "{who} moves a Camp from {start} to {end}"),
    "camp-placed": "{who} places a Camp on the Base",
    "card-buried": ("{who} buries {card} from {zone}", "{who} buries a card from {zone}"),
    "card-discarded": "{who} discards {card}",
    "card-played": "{who} plays {card}",
    "card-taken": ("{who} takes {card} to {pile}", "{who} takes {card}"),
    "cards-drawn": ("{who} draws {cards}", "{who} draws {count} {count:card|cards}"),
    "chief-taken": ("{who} has the Chief {text}", "{who} has the Chief {chief}, side {side}: {gain}"),
    "culture-returned": "Culture cards leave the row: {cards}",
    "culture-revealed": "New Culture cards: {cards}",
    "figure-placed": "{who} places {figure} on {place}",
    "goods-changed": (
        "{who} spends {spent} and gains {gained}",
        "{who} spends {spent}",
        "{who} gains {gained}",
        "{who} gains nothing",
    ),
    "idol-moved": "{who} reaches level {level} of {track}",
    "labor-changed": "{who} has {labor} Labor",
    "megalith-placed": "{who} places a {neutral:neutral Megalith|Megalith} at {spot}",
    "order-set": "The new turn order: {order}",
    "played-discarded": "{who} discards the played cards: {cards}",
    "points-gained": "{who} gains {points} {points:point|points}",
    "reshuffled": "{who} shuffles the discard pile into a new deck",
    "ritual-added": ("{who} puts {card} on the Ritual pile", "{who} puts a card on the Ritual pile"),
    "ritual-discarded": "{who} discards {cards} from the Ritual pile",
    "ritual-revealed": ("{who} reveals {cards}, {total} Labor in all", "{who} reveals nothing, {total} Labor in all"),
    "rival-turn": "{who} turns over {card} and places a figure on {place}",
    "round-begun": "Round {round} begins",
    "scored": "{who} scores {score}",
    "set-anew": "The game jumps to another position",
    "setup-taken": "{who} takes the Setup card {card}: {gains}",
    "stone-taken": "{who} takes the Sacred Stone {stone}: {rule}",
    "tile-used": "{who} uses {tile}",
    "turn-passed": "Turn {turn} is complete",
    "village-built": "{who} builds a Village at {juncture} and takes three Camps back",
    "won": ("{winners:and} wins: {reason}", "There is no winner: {reason}"),
}


def _named(field: str) -> Callable[[Any], Named | None]:
    """Return the function for an id of an event with the printed name in `name`, if it has one."""

    def phrase(event: Any) -> Named | None:
        id = getattr(event, field)
        return None if id is None else Named(id, getattr(event, "name", None) or id)

    return phrase


def _list(field: str) -> Callable[[Any], Named | None]:
    """Return the function for a list of ids of an event, with the printed names in `names`."""

    def phrase(event: Any) -> Named | None:
        ids = getattr(event, field)
        return Named(ids, event.text or words.listed(event.names or ids)) if ids else None

    return phrase


def _by(origin: str) -> Callable[[Any], Named | None]:
    return lambda event: Named(event.animal, event.name) if event.origin == origin else None


def _figure(event: Any) -> Named:
    return Named(event.figure, "the Chief" if event.figure == "chief" else "a Tribe figure")


def _goods(event: Any, sign: int) -> Named | None:
    food, tools = max(sign * event.food, 0), max(sign * event.tools, 0)
    return Named((food, tools), words.price_text(food, tools)) if food or tools else None


def _gain(event: Any) -> Named | None:
    values = event.column, event.labor, event.rest_labor, event.boost_labor, event.boost_tools
    return Named(event.side, words.side_text(*values)) if event.text is None else None


def _gains(event: Any) -> object:
    """Return the parts of what a Setup card gives."""
    if event.text is not None:
        return event.text
    ids = ((event.food, event.tools), event.tribe, *event.animals, event.extra)
    texts = words.setup_texts(event.food, event.tools, event.tribe_name, event.names, event.extra)
    return tuple(map(Named, ids, texts))


def _order(event: Any) -> object:
    return event.text or tuple(map(Named, event.order, event.names))


def _rule(event: Any) -> object:
    return event.text or words.stone_phrase(event.rule, event.each, event.counts, event.name, event.table)


def _tile(event: Any) -> Named:
    return Named(event.tile, event.text or words.tile_text(event.name, event.tile))


def _winners(event: Any) -> tuple[Named, ...] | None:
    return tuple(Named(seat, seat_name(seat)) for seat in event.outcome.winners) or None


EVENTS: Final = EventTable(
    _TEMPLATES,
    {
        "animal": _named("animal"),
        "animals": _list("animals"),
        "article": lambda event: words.with_article(event.name).partition(" ")[0],
        "card": _named("card"),
        "cards": _list("cards"),
        "chief": _named("chief"),
        "column": lambda event: None if event.column is None else Named(event.column, words.column_name(event.column)),
        "displayed": _by("display"),
        "drawn": _by("deck"),
        "end": lambda event: Named(event.end, words.tile_text(event.end_name, event.end)),
        "figure": _figure,
        "gain": _gain,
        "gained": lambda event: _goods(event, 1),
        "gains": _gains,
        "juncture": lambda event: Named(event.juncture, words.site_text(event.juncture)),
        "order": _order,
        "pending": lambda event: words.decision_phrase(event.pending, event.column),
        "pile": lambda event: Named(event.zone, words.zone_name(event.zone)) if event.zone == "discard" else None,
        "place": lambda event: Named(event.place, words.place_name(event.place)),
        "reason": lambda event: Named(event.outcome.reason, words.end_text(event.outcome.reason)),
        "rule": _rule,
        "score": lambda event: Named(event.score, words.score_text(event.score)),
        "spent": lambda event: _goods(event, -1),
        "spot": lambda event: Named(event.spot, words.spot_text(event.spot)),
        "start": lambda event: Named(event.start, words.tile_text(event.start_name, event.start)),
        "tile": _tile,
        "total": lambda event: Named(event.labor, words.halves_text(event.labor)),
        "track": lambda event: Named(event.track, event.track.capitalize()),
        "who": lambda event: Named(event.seat, event.who),
        "winners": _winners,
        "zone": lambda event: Named(event.zone, words.zone_name(event.zone)),
    },
)
"""The table. A list of cards or Animals is one argument, because English counts equal ones."""
