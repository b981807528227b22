"""Texts for actions, decisions, effects and pieces of Endless Winter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, assert_never

from cairn_rules.endless_winter.content import Chief, Pack
from cairn_rules.endless_winter.effects import COLUMNS, Benefit, Both, Effect, Either, Exchange, InColumn, InOrder
from cairn_rules.endless_winter.rules.observation import Observation
from cairn_rules.endless_winter.rules.pieces import honor_level, terrain_of
from cairn_rules.endless_winter.rules.scoring import Score
from cairn_rules.endless_winter.rules.turns import REST
from cairn_rules.endless_winter.state import agenda
from cairn_rules.endless_winter.state.hexes import HEXES, Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Spot
from cairn_rules.endless_winter.state.state import State, Table
from cairn_rules.endless_winter.texts.view import View, view_of
from cairn_rules.errors import cut
from cairn_rules.phrasebook import Named, Phrase, Phrasebook, code_of

_UNITS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "megalith": ("place a Megalith", "place {} Megaliths"),
        "draw": ("draw a card", "draw {} cards"),
        "idol": ("move an Idol", "move Idols {} times"),
        "tool": ("1 Tool", "{} Tools"),
        "food": ("1 Food", "{} Food"),
        "labor": ("1 Labor", "{} Labor"),
        "discard": ("discard a card", "discard {} cards"),
        "camp": ("place a Camp", "place {} Camps"),
        "move": ("move a Camp", "move Camps {} steps"),
        "tribe_to_hand": ("take a Tribe card", "take {} Tribe cards"),
        "tribe_to_discard": ("take a Tribe card to the discard pile", "take {} Tribe cards to the discard pile"),
        "bury": ("bury a card", "bury {} cards"),
        "bury_supply": ("bury a card of the supply", "bury {} cards of the supply"),
        "culture": ("take a Culture card", "take {} Culture cards"),
        "animal_take": ("take a displayed Animal", "take {} displayed Animals"),
        "animal_draw": ("draw an Animal", "draw {} Animals"),
        "animal_reveal": ("reveal an Animal", "reveal {} Animals"),
        "tip": ("tip an Animal", "tip {} Animals"),
        "points": ("1 point", "{} points"),
    }
)
"""Texts for one unit and for several units of each kind of benefit with a count."""


def effect_text(effect: Effect) -> str:
    """Return an effect in words.

    Example:
        >>> from cairn_rules.endless_winter.effects import parse_effect
        >>> effect_text(parse_effect("pay food(2) -> tool(1)+draw(1)"))
        'pay 2 Food for: 1 Tool and draw a card'
        >>> effect_text(parse_effect("food(2)|tool(1)+draw(1)"))
        '2 Food or 1 Tool; and draw a card'
    """
    match effect:
        case Benefit("food_fill"):
            return "Food up to the capacity"
        case Benefit("village", free_food=free):
            return "build a Village without Food" if free else "build a Village"
        case Benefit(kind, count):
            return _UNITS[kind][count > 1].format(count)
        case Both(parts):
            choice = any(isinstance(part, Either) for part in parts)
            return ("; and " if choice else " and ").join(map(effect_text, parts))
        case Either(options):
            return " or ".join(map(effect_text, options))
        case InOrder(steps):
            return ", then ".join(map(effect_text, steps))
        case Exchange(food, tools, gain):
            return f"pay {price_text(food, tools)} for: {effect_text(gain)}"
        case InColumn(column, inner):
            return f"{effect_text(inner)} if on {column.capitalize()}"
        case _:
            assert_never(effect)


def object_text(effect: Effect) -> str:
    """Return an effect as the object of a verb such as "choose".

    Example:
        >>> from cairn_rules.endless_winter.effects import parse_effect
        >>> object_text(parse_effect("tool(1)")), object_text(parse_effect("tool(1)+draw(2)"))
        ('1 Tool', '1 Tool and to draw 2 cards')
    """
    if isinstance(effect, Both):
        return " and ".join(map(object_text, effect.parts))
    text = effect_text(effect)
    return f"to {text}" if text[0].islower() else text


def price_text(food: int, tools: int) -> str:
    """Return goods in words.

    Example:
        >>> price_text(2, 1), price_text(0, 2)
        ('2 Food and 1 Tool', '2 Tools')
    """
    parts = [f"{food} Food"] if food else []
    parts += [f"{tools} Tool{'s' * (tools > 1)}"] if tools else []
    return " and ".join(parts) or "nothing"


def card_name(pack: Pack, id: str) -> str:
    """Return the printed name of a Tribe, starting or Culture card; the id if the pack has no such card."""
    card = pack.tribe_cards.get(id) or pack.culture_cards.get(id)
    return id if card is None else card.name


def animal_name(pack: Pack, id: str) -> str:
    """Return the name of a species; the id if the pack has no such species."""
    animal = pack.species.get(id)
    return id if animal is None else animal.name


def tile_name(table: Table, pack: Pack, tile: Hex) -> str:
    """Return the name and the coordinates of a terrain tile."""
    return tile_text(None if tile not in HEXES else pack.tiles[terrain_of(table, tile)].name, tile)


def tile_text(name: str | None, tile: Hex) -> str:
    """Return the coordinates of a tile, after the printed name of its terrain if it is known."""
    return f"({tile})" if name is None else f"{name} ({tile})"


def site_text(juncture: Juncture) -> str:
    """Return the three tiles of a juncture."""
    return " ".join(f"({tile})" for tile in juncture)


def spot_text(spot: Spot) -> str:
    """Return a place of the Megalith board, in doubled coordinates as in the drawings (rule 9.2).

    Example:
        >>> spot_text(Spot(4, 0, 1)), spot_text(Spot(3, 0, 2))
        ('4,0', '3,0 on level 2')
    """
    level = f" on level {spot.level}" if spot.level > 1 else ""
    return f"{spot.x},{spot.y}{level}"


def stone_text(pack: Pack, id: str) -> str:
    """Return the scoring of a Sacred Stone in words; the id if the pack has no such stone (rule 14.6)."""
    stone = pack.stone.get(id)
    if stone is None:
        return id
    name = None if stone.counts is None else counted_name(pack, stone.counts)
    return str(stone_phrase(stone.rule, stone.each, stone.counts, name, stone.table))


def counted_name(pack: Pack, counts: str) -> str:
    """Return the printed name of the land type or colour that a Sacred Stone counts."""
    return pack.tiles[counts].name if counts in pack.tiles else counts


_SCORING: Final = Phrasebook(
    {
        "megaliths_level_1": "{each} for each own Megalith on level 1",
        "megaliths_upper": "{each} for each own Megalith on an upper level",
        "tipped_animals": "{each} for each tipped {counts} Animal",
        "camps_on_land": "Camps on {counts} {table}",
        "buried_different": "different buried cards {table}",
        "buried_identical": "equal buried cards {table}",
    }
)


def stone_phrase(
    rule: str, each: int, counts: str | None, name: str | None, table: tuple[tuple[int, int], ...]
) -> Phrase:
    """Return the scoring of a Sacred Stone, from the values of a `Stone` and the name of what it counts."""
    pairs = Named(table, " ".join(f"{least}:{points}" for least, points in table))
    arguments = {"each": each, "counts": Named(counts, str(name)), "table": pairs}
    return Phrase(rule, _SCORING.filled(rule, arguments), arguments)


def setup_text(pack: Pack, id: str) -> str:
    """Return the contents of a Setup card in words; the id if the pack has no such card (rule 14.3)."""
    card = pack.setup_card.get(id)
    if card is None:
        return id
    animals = [animal_name(pack, animal) for animal in card.animals]
    return ", ".join(setup_texts(card.food, card.tools, card_name(pack, card.tribe), animals, card.extra))


_EXTRAS: Final = MappingProxyType(
    {
        "idol": "move an Idol",
        "camp": "a Camp on the Base",
        "bury_starting": "bury a card",
        "draw": "one more card in the hand",
    }
)


def setup_texts(food: int, tools: int, tribe: str, animals: Iterable[str], extra: str | None) -> list[str]:
    """Return each part of a Setup card in words, from its values and the printed names of its cards."""
    return [price_text(food, tools), tribe, *animals, *([] if extra is None else [_EXTRAS[extra]])]


def chief_text(pack: Pack, id: str, side: str) -> str:
    """Return the name of a Chief and the Labor of a side, in words; the id if the pack has no such Chief."""
    chief = pack.chief.get(id)
    return id if chief is None else f"{chief.name}, side {side}: {side_text(**chief_side(pack, chief, side))}"


def chief_side(pack: Pack, chief: Chief, side: str) -> dict[str, Any]:
    """Return the values of a side of a Chief card: the arguments of `side_text`."""
    if side == "A":
        return {"column": "any", "labor": pack.chief_labor, "rest_labor": pack.chief_rest_labor}
    boost = {"boost_labor": chief.boost_labor, "boost_tools": chief.boost_tools} if chief.boost_tools else {}
    return {"column": chief.column, "labor": chief.added_labor, **boost}


def side_text(
    column: str,
    labor: int,
    rest_labor: int | None = None,
    boost_labor: int | None = None,
    boost_tools: int | None = None,
) -> str:
    """Return the values of a side of a Chief card in words (rule 6.4)."""
    rest = "" if rest_labor is None else f", +{halves_text(rest_labor)} in the Eclipse at rest"
    boost = f", and +{boost_labor} for {price_text(0, boost_tools)}" if boost_tools else ""
    return f"+{labor} Labor on {column_name(column)}{rest}{boost}"


def halves_text(labor: int) -> str:
    """Return Labor of the Eclipse, which is counted in halves.

    Example:
        >>> halves_text(3), halves_text(4)
        ('1.5', '2')
    """
    return f"{labor / 2:g}"


def column_name(column: str) -> str:
    """Return a column, or `any` of them, in words."""
    return "any column" if column == "any" else column.capitalize()


def place_name(place: str) -> str:
    """Return a column, or the Eclipse space, in words."""
    return "the Eclipse space" if place == REST else place.capitalize()


_ZONES: Final = MappingProxyType(
    {
        "hand": "the hand",
        "discard": "the discard pile",
        "played": "the played cards",
        "supply": "the supply",
        "deck": "the deck",
    }
)


def zone_name(zone: str) -> str:
    """Return a zone of cards in words."""
    return _ZONES.get(zone, zone)


# Decisions


def title(view: View) -> str:
    """Return a title for a state, in one line."""
    return f"Endless Winter, {when(view)}: {asked(view)}"


def when(view: View) -> str:
    """Return the phase of the game."""
    if view.phase == "setup":
        return "set-up"
    if view.phase == "over":
        return "the end"
    return f"round {view.round} of {view.pack.limits.rounds}{', Eclipse' if view.phase == 'eclipse' else ''}"


def question(state: State | Observation) -> str:
    """Return the pending decision with its player, or the winners."""
    return asked(view_of(state))


def asked(view: View) -> str:
    """Return the pending decision of a view with its player, or the winners."""
    if view.outcome is not None:
        winners = " and ".join(map(view.name, view.outcome.winners)) or "Nobody"
        return f"{winners} wins: {end_text(view.outcome.reason)}"
    assert view.pending is not None, "the game is not over"
    return f"{view.name(view.active)} must {decision_text(view.pending, view.this_turn.column)}"


def end_text(reason: str) -> str:
    """Return the reason of a game's end in words.

    Example:
        >>> end_text("most-points")
        'most points'
    """
    return reason.replace("-", " ")


def description(view: View) -> str:
    """Return the essentials of a view in sentences."""
    pack, table = view.pack, view.table
    claimed = [column.capitalize() for column, taken in zip(COLUMNS, table.bottoms, strict=True) if taken]
    sentences = [
        f"Turn order: {', '.join(map(view.name, view.order))}",
        f"Claimed bottoms: {', '.join(claimed) or 'none'}",
        f"Culture cards: {cards_text(pack, (card for card in table.row if card is not None))}",
        f"Animals: {animals_text(pack, table.animals)}",
        f"{len(table.megaliths)} Megaliths on the board",
        *(_seat_text(view, seat) for seat in range(len(view.players))),
    ]
    return " ".join(f"{sentence}." for sentence in sentences)


def _seat_text(view: View, seat: int) -> str:
    player, table = view.players[seat], view.table
    camps = listed(str(tile) for tile in player.camps)
    hand = f", hand {cards_text(view.pack, player.hand)}" if player.hand else ""
    villages = f", Villages at {'; '.join(map(site_text, player.villages))}" if player.villages else ""
    goods = f"{player.points} points, {player.food} Food, {player.tools} Tools"
    return (
        f"{view.name(seat)}: {goods}, Camps on {camps}{villages}, Honor {honor_level(table, seat)}"
        f", Offering {player.offering}{hand}"
    )


_DECISIONS: Final[Mapping[type, str]] = MappingProxyType(
    {
        agenda.DraftChief: "choose a Chief",
        agenda.PickSide: "choose a side of the Chief",
        agenda.DraftSetup: "choose a Setup card",
        agenda.StartIdol: "move an Idol before the game",
        agenda.StartBurial: "bury a card before the game",
        agenda.Culture: "play a Culture card or go on",
        agenda.Figure: "place a figure",
        agenda.Ritual: "put cards on the Ritual pile or go on",
        agenda.Arrows: "place the extra Megalith of the arrows or decline",
        agenda.Tribe: "use an ability of the Ritual pile or go on",
        agenda.Tiles: "use a terrain tile or go on",
    }
)
_TOP: Final = MappingProxyType(
    {
        "initiate": "take Tribe cards for 2 Labor each",
        "develop": "take Culture cards for 3 Labor each",
        "migrate": "place and move Camps for 1 Labor each",
        "hunt": "reveal Animals for 1 Labor or take them for 2",
    }
)
_MIDDLE: Final = MappingProxyType(
    {
        "initiate": "bury cards for 1 Tool each",
        "develop": "take Sacred Stones",
        "migrate": "build Villages",
        "hunt": "tip Animals",
    }
)


def decision_phrase(frame: agenda.Frame, column: str | None) -> Phrase:
    """Return the pending decision as the end of a sentence, with the column or the effects that it names."""
    arguments: dict[str, Any] = {}
    match frame:
        case agenda.Top() | agenda.Middle():
            arguments = {"column": Named(column, str(column).capitalize())}
        case Both(effects) | Either(effects):
            arguments = {"effects": tuple(Named(effect, effect_text(effect)) for effect in effects)}
        case Benefit() | Exchange():
            arguments = {"effect": Named(frame, effect_text(frame))}
        case _:  # open: the other decisions name nothing
            pass
    return Phrase(code_of(frame), decision_text(frame, column), arguments)


def decision_text(frame: agenda.Frame, column: str | None) -> str:
    """Return the pending decision as the end of a sentence.

    `column` is that of the figure, for the sections of a column.
    """
    match frame:
        case agenda.Top():
            return f"act on the {str(column).capitalize()} column: {_TOP[str(column)]}"
        case agenda.Middle():
            return f"act on the {str(column).capitalize()} column: {_MIDDLE[str(column)]}"
        case Both(parts):
            return f"choose what comes first: {' or '.join(map(effect_text, parts))}"
        case Either(options):
            return f"choose: {' or '.join(map(effect_text, options))}"
        case Benefit(kind, free_food=free):
            return (
                f"take or decline: {effect_text(Benefit(kind, free_food=free))}"
                if kind != "discard"
                else "discard a card"
            )
        case Exchange():
            return f"decide whether to {effect_text(frame)}"
        case _:  # open: a decision without a text fails, and the other frames ask for none
            return _DECISIONS[type(frame)]


# Cards and points


def with_article(name: str) -> str:
    """Return a name after its indefinite article.

    Example:
        >>> with_article("Elder"), with_article("Hunter")
        ('an Elder', 'a Hunter')
    """
    return f"{'an' if name[:1].lower() in {*'aeiou'} else 'a'} {name}"


def listed(names: Iterable[str]) -> str:
    """Return names with their numbers.

    Example:
        >>> listed(["Hunter", "Brave", "Hunter"]), listed([])
        ('2 Hunter, Brave', 'nothing')
    """
    counted = Counter(names).items()
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in counted) or "nothing"


def cards_text(pack: Pack, ids: Iterable[str]) -> str:
    """Return the names of cards with their numbers."""
    return listed(card_name(pack, id) for id in ids)


def card_text(pack: Pack, id: str) -> str:
    """Return everything printed on a Tribe, starting or Culture card, in a sentence."""
    culture = pack.culture_cards.get(id)
    if culture is not None:
        return f"{culture.name} ({id}): {effect_text(culture.effect)}. Points at the end: {culture.points} (rule 7.2)."
    card = pack.tribe_cards[id]
    added = "" if card.column is None else f", +{card.added_labor} on {card.column.capitalize()}"
    eclipse = f", +{card.eclipse_labor / 2:g} in the Eclipse" if card.eclipse_labor else ""
    ability = "" if card.eclipse is None else f". In the Eclipse: {effect_text(card.eclipse)}"
    return f"{card.name}: {card.labor} Labor{added}{eclipse}{ability}. Points at the end: {card.points} (rule 7.1)."


def animals_text(pack: Pack, ids: Iterable[str]) -> str:
    """Return the names of species with their numbers."""
    return listed(animal_name(pack, id) for id in ids)


def score_text(score: Score) -> str:
    """Return a player's points, in total and by origin.

    Example:
        >>> score_text(Score(immediate=2, stones=0, offering=1, honor=6, cards=20, animals=0, megaliths=0))
        '29 (immediate 2, offering 1, honor 6, cards 20)'
    """
    kinds = ("immediate", "stones", "offering", "honor", "cards", "animals", "megaliths")
    parts = [f"{kind} {getattr(score, kind)}" for kind in kinds if getattr(score, kind)]
    return f"{score.total} ({', '.join(parts)})" if parts else str(score.total)


# Signs of drawings

_SIGNS: Final = MappingProxyType(
    {
        "megalith": "M",
        "draw": "D",
        "idol": "I",
        "tool": "T",
        "food": "F",
        "labor": "L",
        "points": "P",
        "food_fill": "F full",
        "village": "village",
        "tribe_to_hand": "Tribe",
        "tribe_to_discard": "Tribe discard",
        "bury_supply": "bury Tribe",
        "animal_take": "Animal",
        "animal_draw": "Animal deck",
        "animal_reveal": "reveal",
    }
)


def effect_sign(effect: Effect) -> str:
    """Return an effect in the few characters for which drawings have room.

    Example:
        >>> from cairn_rules.endless_winter.effects import parse_effect
        >>> effect_sign(parse_effect("pay food(2) -> tool(1)+draw(1)")), effect_sign(parse_effect("labor(2) if hunt"))
        ('F2>T1+D1', 'L2 on Hunt')
    """
    match effect:
        case Benefit(kind, count):
            sign = _SIGNS.get(kind, kind)
            counted = kind not in {"food_fill", "village"}
            return f"{sign}{' ' * (len(sign) > 1)}{count}" if counted else sign
        case Both(parts):
            return "+".join(map(effect_sign, parts))
        case Either(options):
            return "|".join(map(effect_sign, options))
        case InOrder(steps):
            return ", ".join(map(effect_sign, steps))
        case Exchange(food, tools, gain):
            price = "+".join(f"{sign}{count}" for sign, count in (("F", food), ("T", tools)) if count)
            return f"{price}>{effect_sign(gain)}"
        case InColumn(column, inner):
            return f"{effect_sign(inner)} on {column.capitalize()}"
        case _:
            assert_never(effect)


def fitting(text: str, width: int) -> str:
    """Return a text cut to a width, with an ellipsis."""
    return text if len(text) <= width else cut(text, width - 1)
