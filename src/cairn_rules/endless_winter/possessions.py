"""The visible possessions of a player, in words."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.endless_winter.state import Player
from cairn_rules.endless_winter.view import View
from cairn_rules.endless_winter.words import animals_text, cards_text


def offering_text(view: View, player: Player) -> str:
    """Return the level of a player on the Offering track, and the goods for a point there."""
    goods = view.pack.offering[player.offering]
    return f"{player.offering} ({'none' if goods is None else f'{goods} a point'})"


def possessions(view: View, seat: int) -> Iterator[str]:
    """Yield all information about a player that the viewer may know."""
    player, pack = view.players[seat], view.pack
    yield f"{player.points} points"
    if seat < view.seats:
        yield f"Food {player.food} of {view.capacity(seat)}, Tools {player.tools} of {pack.tool_max}"
        if player.chief is not None:
            yield f"Chief {pack.chief[player.chief].name} {player.side}"
    yield f"figures {_figures(player)}{f', {player.resting} resting' if player.resting else ''}"
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
