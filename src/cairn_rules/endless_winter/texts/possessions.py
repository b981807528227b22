"""The visible possessions of a player, in words."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.endless_winter.rules.eclipse import human_labor
from cairn_rules.endless_winter.rules.pieces import influence_on, terrain_of
from cairn_rules.endless_winter.state.hexes import Hex
from cairn_rules.endless_winter.state.state import Player
from cairn_rules.endless_winter.texts.view import View
from cairn_rules.endless_winter.texts.words import animals_text, cards_text, halves_text


def offering_text(view: View, player: Player) -> str:
    """Return the level of a player on the Offering track, and the goods for a point there."""
    goods = view.pack.offering[player.offering]
    return f"{player.offering} ({'none' if goods is None else f'{goods} a point'})"


def eclipse_text(view: View, seat: int) -> str:
    """Return the Labor of a player in the Eclipse so far, as far as the viewer knows; empty if there is none."""
    player = view.players[seat]
    labor = human_labor(view.pack, player)
    if not labor or seat >= view.seats:
        return ""
    hidden = " and hidden cards" if view.counts[seat].ritual > len(player.ritual) else ""
    return f"Eclipse Labor {halves_text(labor)}{hidden}"


def influence_text(view: View, tile: Hex) -> str:
    """Return the Influence of the players who have any on a tile with a benefit; empty if there are none."""
    return ", ".join(f"{view.name(seat)} {share}" for seat, share in shares_of(view, tile))


def shares_of(view: View, tile: Hex) -> list[tuple[int, int]]:
    """Return the players who have Influence on a tile with a benefit, each with their Influence, in order of seats."""
    if view.pack.tiles[terrain_of(view.table, tile)].benefit is None:
        return []
    return [(seat, share) for seat, share in enumerate(influence_on(tile, view.players)) if share]


def possessions(view: View, seat: int) -> Iterator[str]:
    """Yield all information about a player that the viewer may know."""
    player, pack = view.players[seat], view.pack
    yield f"{player.points} points"
    if seat < view.seats:
        yield f"Food {player.food} of {view.capacity(seat)}, Tools {player.tools} of {pack.tool_max}"
        if player.chief is not None:
            yield f"Chief {pack.chief[player.chief].name} {player.side}"
    yield f"figures {_figures(player)}{f', {player.resting} resting' if player.resting else ''}"
    labor = eclipse_text(view, seat)
    if labor:
        yield labor
    yield (
        f"in supply {player.camps_left} Camps, {player.villages_left} Villages, {player.neutrals} neutral and "
        f"{player.megaliths} own Megaliths"
    )
    if player.stones:
        yield f"stones {' '.join(player.stones)}"
    if player.animals:
        yield f"Animals {animals_text(pack, player.animals)}"
    if player.tipped:
        yield f"tipped {animals_text(pack, player.tipped)}"
    if seat < view.seats:
        yield from _cards(view, seat)
    else:
        assert view.rival is not None, "only the rival has no seat"
        yield f"used {' '.join(view.rival.used) or 'nothing'}"
        if view.rival.culture:
            yield f"Culture cards {cards_text(pack, view.rival.culture)}"
        if player.buried_openly:
            yield f"buried {cards_text(pack, player.buried_openly)}"


def _cards(view: View, seat: int) -> Iterator[str]:
    player, counts, pack = view.players[seat], view.counts[seat], view.pack
    for name, count, cards in (
        ("hand", counts.hand, player.hand),
        ("deck", counts.deck, ()),
        ("played", 0, player.played),
        ("discard", 0, player.discard),
        ("Ritual", counts.ritual, player.ritual),
        ("buried", counts.buried, player.buried),
        ("buried openly", 0, player.buried_openly),
    ):
        known = cards_text(pack, cards) if cards else ""
        if count or name in {"hand", "deck"}:
            yield f"{name} {count}{f' ({known})' if known else ''}"
        elif known:
            yield f"{name} {known}"


def _figures(player: Player) -> str:
    """Return the figures that are not placed yet."""
    parts = ["Chief"] if player.chief_ready else []
    parts += [str(player.figures)] if player.figures else []
    return " + ".join(parts) or "0"
