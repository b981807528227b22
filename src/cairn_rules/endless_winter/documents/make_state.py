"""`make_state`, which builds a state from the parts that matter and validates it as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypedDict

from attrs import fields_dict

from cairn_rules.chance import Chance
from cairn_rules.checks import is_count, plain_number
from cairn_rules.endless_winter.content import Pack, SetupCard
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.packs.pack_file import default_pack
from cairn_rules.endless_winter.rules.rival import RIVAL
from cairn_rules.endless_winter.rules.rules import settled
from cairn_rules.endless_winter.rules.setup import MOST
from cairn_rules.endless_winter.rules.soundness import check_unsettled
from cairn_rules.endless_winter.rules.soundness.parts import ZONES
from cairn_rules.endless_winter.rules.soundness.players import SORTED, turns_taken
from cairn_rules.endless_winter.rules.turns import REST, rest_effect
from cairn_rules.endless_winter.state.agenda import (
    BoardBenefits,
    Culture,
    EclipseTurn,
    EndTurn,
    Figure,
    Frame,
    Middle,
    Pile,
    Tiles,
    Top,
    Tribe,
)
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, Hex, Juncture, distance
from cairn_rules.endless_winter.state.megaliths import Megalith
from cairn_rules.endless_winter.state.state import NO_TURN, Phase, Player, Rival, State, Table, ThisTurn
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import DocumentError, Fault, UnsoundStateError, hint, quoted
from cairn_rules.replace import replaced

PlayerParts = TypedDict(  # noqa: UP013 - a table of types: the attributes themselves are those of `Player`
    "PlayerParts",
    {
        "chief": str | None,
        "side": str,
        "setup": str | None,
        "food": int,
        "tools": int,
        "camps_left": int,
        "camps": Sequence[Hex],
        "villages_left": int,
        "villages": Sequence[Juncture],
        "neutrals": int,
        "megaliths": int,
        "stones": Sequence[str],
        "animals": Sequence[str],
        "tipped": Sequence[str],
        "deck": Sequence[str],
        "hand": Sequence[str],
        "played": Sequence[str],
        "discard": Sequence[str],
        "ritual": Sequence[str],
        "buried": Sequence[str],
        "buried_openly": Sequence[str],
        "offering": int,
        "points": int,
        "chief_ready": bool,
        "figures": int,
        "chief_rests": bool,
        "resting": int,
    },
    total=False,
)
"""The attributes of a `Player` that matter in a position, as a dictionary. Their meanings are those of `Player`."""

Given = dict[str, Any]


def make_state(
    *,
    players: Sequence[PlayerParts] = ({}, {}),
    megaliths: Sequence[Megalith] | None = None,
    piles: Sequence[int] | None = None,
    row: Sequence[str | None] | None = None,
    tokens: Sequence[bool] | None = None,
    culture_decks: tuple[Sequence[str], Sequence[str]] | None = None,
    returned: Sequence[str] | None = None,
    animals: Sequence[str] | None = None,
    animal_deck: Sequence[str] | None = None,
    terrain: Sequence[str] | None = None,
    pools: Sequence[Sequence[str]] | None = None,
    layout: str | None = None,
    megalith_tiles: Sequence[str] | None = None,
    honor: Mapping[int, Sequence[int]] | None = None,
    bottoms: tuple[bool, bool, bool, bool] | None = None,
    chiefs: Sequence[str] | None = None,
    setups: Sequence[str] | None = None,
    rival: Rival | None = None,
    order: Sequence[int] | None = None,
    phase: Phase | None = None,
    round: int | None = None,
    turn: int | None = None,
    active: int | None = None,
    this_turn: ThisTurn | None = None,
    agenda: Sequence[Frame] | None = None,
    chance: Chance | None = None,
    content: Pack | None = None,
    variant: Variant | None = None,
) -> State:
    """Build a state from the parts that matter, and validate it as a whole.

    Parts that are not given are as at the start of a round: cards, pieces and stones that are not mentioned are in
    their decks and supplies. Cards and pieces whose order means nothing may come in any order.

    Args:
        players: The attributes of each player that matter, by seat number; a single player plays against the rival.
        megaliths: The Megaliths on the board, in the order in which they were placed (default: none).
        piles: Number of cards in each pile of Tribe cards (default: all that no player has).
        row: The Culture cards on display; missing ones leave slots empty (default: the first ones of Era I).
        tokens: True for each slot of the row with a Labor token (default: none).
        culture_decks: The Culture decks of both Eras, top card first (default: all other cards, in the pack's order).
        returned: The Culture cards that went back under their deck (default: none).
        animals: The display of Animals (default: one more than there are players).
        animal_deck: The Animal deck, top card first (default: all other Animals).
        terrain: The terrain in the order of the tiles (default: land around the Base, and Glaciers outside).
        pools: The Sacred Stones in each pool (default: those of the pack in its order, if no player has them).
        layout: The name of the pattern of Megalith tiles (default: the first one of the pack).
        megalith_tiles: The names of the Megalith tiles, in the order of the pattern (default: that of the pack).
        honor: The seat numbers on levels of the Honor track, the first one ahead (default: all on level 0).
        bottoms: True for each column with a claimed bottom (default: as few as the figures allow).
        chiefs: The Chief cards revealed for a draft (default: none).
        setups: The Setup cards revealed for a draft (default: none).
        rival: The cards of the rival (default: with a single player, none used but those of its turns).
        order: The seat numbers in turn order (default: ascending).
        phase: The phase (default: `action`).
        round: The round (default: 1, or the last one if the game is over).
        turn: Number of completed turns (default: those before the active player's first turn in the round).
        active: The seat number of the player who decides (default: the first one by `turn`).
        this_turn: The turn so far (default: nothing yet).
        agenda: The items to resolve, the next one last (default: a turn from its start, or from the figure placed in
            `this_turn`; in the Eclipse, the active player's part from its start). Items that need no
            decision are resolved at once.
        chance: All chance still to come (default: that of the seed 0).
        content: The content pack (default: `default_pack()`).
        variant: The rule options (default: those of the pack).

    Raises:
        UnsoundStateError: if the state is impossible. The error lists every fault.

    Example:
        >>> from cairn_rules.endless_winter import End, PlaceFigure, PlayTribe, TakeTribe, apply
        >>> from cairn_rules.endless_winter import make_state
        >>> state = make_state(players=({"hand": ("hunter", "C104"), "food": 3}, {}))
        >>> for action in (End(), PlaceFigure("chief", "initiate"), PlayTribe("hunter"), TakeTribe("shaman")):
        ...     state = apply(state, action)
        >>> state.players[0].hand, state.table.piles
        (('shaman', 'C104'), (12, 11, 12, 12, 11))
    """
    # 1. The kinds of the arguments
    parts = locals() | {"players": None, "honor": None, "variant": None}  # these three are checked below
    parts["active"] = plain_number(active)
    pack = default_pack() if content is None else content
    options: Any = pack.variant if variant is None and isinstance(pack, Pack) else variant
    faults = [
        Fault(name, f"{quoted(value)} is not a {kind.__name__}")
        for name, value, kind in (("content", pack, Pack), ("variant", options, Variant))
        if not isinstance(value, kind)
    ]
    table, whole = _typed(Table, parts, faults), _typed(State, parts, faults)
    seats = _typed_players(players, faults)
    levels = _typed_levels({} if honor is None else honor, faults)
    if not faults:
        top = pack.limits.idol_levels
        faults = [Fault("honor", f"{level} is not a level (0 to {top})") for level in levels if level > top]
    if faults:
        raise UnsoundStateError(faults)
    # 2. The defaults, which depend on the other parts
    state = _filled(pack, options, seats, table, whole, levels)
    # 3. The state as a whole
    check_unsettled(state)
    return settled(state)


# 1. Kinds


def _typed(owner: type, given: Mapping[str, object], faults: list[Fault], where: str = "") -> Given:
    """Return the values that are given for attributes of a class, as these hold them."""
    from cairn_rules.endless_winter.documents.documents import typed  # noqa: PLC0415 - slow to import, rarely needed

    values: Given = {}
    for name in fields_dict(owner):
        if name in given and (where or given[name] is not None):
            try:
                values[name] = typed(owner, name, given[name])
            except DocumentError as error:
                faults += [Fault(where + name, fault.message) for fault in error.faults]
    return values


def _typed_players(players: Any, faults: list[Fault]) -> list[Given]:
    if not _is_sequence(players) or not all(map(_is_mapping, players)):
        faults.append(Fault("players", f"{quoted(players)} is not a tuple with a mapping for each player"))
        return []
    if not 1 <= len(players) <= MOST:
        faults.append(Fault("players", f"{len(players)} players; Endless Winter is for 1 to {MOST}"))
    names = tuple(fields_dict(Player))
    for seat, given in enumerate(players):
        faults += [
            Fault(f"players[{seat}]", f"{quoted(name)} is not an attribute of a player; {hint(str(name), names)}")
            for name in given
            if name not in names
        ]
    return [_typed(Player, given, faults, f"players[{seat}].") for seat, given in enumerate(players)]


def _typed_levels(honor: Any, faults: list[Fault]) -> Mapping[int, Sequence[int]]:
    levels: Mapping[int, Sequence[int]] = honor
    if _is_mapping(honor) and all(
        is_count(level) and _is_sequence(seats) and all(map(is_count, seats)) for level, seats in levels.items()
    ):
        return levels
    faults.append(Fault("honor", f"{quoted(honor)} is not a mapping from levels to tuples of seat numbers"))
    return {}


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_sequence(value: object) -> bool:
    return isinstance(value, list | tuple)


# 2. Defaults


def _filled(
    pack: Pack, variant: Variant, seats: list[Given], table: Given, whole: Given, levels: Mapping[int, Sequence[int]]
) -> State:
    """Return a state with everything that is not given."""
    solo = whole.get("rival") is not None or len(seats) == 1
    humans = 1 if solo else len(seats)
    count = max(2, len(seats))
    seats = [*seats, *[Given()] * (count - len(seats))]
    _fill_course(pack, variant, humans, count, whole)
    players = [_player(pack, variant, seats, seat, humans, table.get("megaliths", ())) for seat in range(count)]
    values: Given = {"chance": Chance.from_seed(0), "rival": Rival(deck=()) if solo else None, **whole}
    state = State(
        pack=pack, variant=variant, table=_table(pack, players, table, whole, levels), players=tuple(players), **values
    )
    if sorted(state.order) != [*range(count)] or state.active not in state.order:
        return state  # The number of figures depends on the order, which the check refuses.
    players = [_with_figures(state, seat, given) for seat, given in enumerate(seats)]
    state = replaced(state, players=tuple(players))
    if solo and "rival" not in whole and state.phase != "setup":
        cards, used = tuple(card.id for card in pack.rival), turns_taken(state, RIVAL)
        state = replaced(state, rival=Rival(deck=cards[used:], used=cards[:used]))
    if "bottoms" not in table:
        state = replaced(state, table=replaced(state.table, bottoms=_bottoms(state)))
    return state


def _fill_course(pack: Pack, variant: Variant, humans: int, count: int, whole: Given) -> None:
    """Add the order, the round, the turn, the active player and the agenda."""
    order = whole.setdefault("order", tuple(range(count)))
    phase, rounds = whole.setdefault("phase", "action"), pack.limits.rounds
    each = count * pack.limits.turns_per_round
    start = (whole.setdefault("round", rounds if phase == "over" else 1) - 1) * each
    first = next((seat for seat in order if seat < humans), 0)
    if phase == "action" and "turn" in whole and order:
        first = order[(whole["turn"] - start) % len(order)]
    if phase == "eclipse" and "agenda" in whole:
        later = sum(isinstance(frame, EclipseTurn) for frame in whole["agenda"])
        first = next(iter(order[count - 1 - later :]), 0)
    active = whole.setdefault("active", first)
    position = order.index(active) if active in order else 0
    whole.setdefault("turn", {"setup": 0, "action": start + position}.get(phase, start + each))
    turn = whole.setdefault("this_turn", NO_TURN)
    if "agenda" not in whole:
        whole["agenda"] = tuple(_agenda(pack, variant, phase, position, count, turn))


def _agenda(pack: Pack, variant: Variant, phase: str, position: int, count: int, turn: ThisTurn) -> Iterator[Frame]:
    if phase == "action":
        yield EndTurn()
        if turn.column == REST:
            yield rest_effect(variant)
        else:
            yield from (Figure(), Culture()) if turn.column is None else (Middle(), Top())
    elif phase == "eclipse":
        yield from (EclipseTurn(later) for later in reversed(range(position + 1, count)))
        yield from (BoardBenefits(), Tiles(), Tribe(), Pile(), pack.order_benefits[position])


def _player(
    pack: Pack, variant: Variant, seats: list[Given], seat: int, humans: int, megaliths: Sequence[Megalith]
) -> Player:
    """Return a player without figures."""
    given, limits = seats[seat], pack.limits
    values: Given = {"figures": 0, **given}
    if seat < humans:
        values = {
            "chief": _free(seats, seat, "chief", [chief.id for chief in pack.chiefs]),
            "setup": _free(seats, seat, "setup", [card.id for card in sorted(pack.setup, key=_buries)]),
            "side": "B" if variant.draft == "chief" else "A",
            **values,
        }
    else:
        values.setdefault("points", pack.rival_levels[variant.rival_level])
    camps, villages = given.get("camps", (BASE,)), given.get("villages", ())
    owners = Counter(each.owner for each in megaliths)
    values = {
        "camps_left": max(0, limits.camps - len(camps)),
        "villages_left": max(0, limits.villages - len(villages)),
        "neutrals": _neutrals(pack, seats, owners)[seat],
        "megaliths": max(0, limits.own_megaliths - owners[seat]),
        **values,
        "camps": tuple(sorted(camps)),
        "villages": tuple(sorted(tuple(sorted(site, key=HEXES.index)) for site in villages)),
    }
    for names, order in ((SORTED, pack.order), (("animals", "tipped"), list(pack.species))):
        for name in names:
            values[name] = _sorted(values.get(name, ()), order)
    if seat < humans and "deck" not in values:
        held = Counter(chain.from_iterable(values.get(zone, ()) for zone in ZONES))
        starting = Counter({card.id: card.copies for card in pack.starting})
        values["deck"] = tuple((starting - held).elements())
    return Player(**values)


def _buries(card: SetupCard) -> bool:
    return card.extra == "bury_starting"


def _free(seats: list[Given], seat: int, name: str, ids: list[str]) -> str | None:
    """Return the id that a player has who is given none: those of the others are left out."""
    left = [id for id in ids if all(given.get(name) != id for given in seats)]
    place = sum(name not in given for given in seats[:seat])
    return left[place] if place < len(left) else None


def _neutrals(pack: Pack, seats: list[Given], owners: Mapping[int | None, int]) -> list[int]:
    """Return the numbers of neutral Megaliths in the supplies: those with own ones on the board have none left."""
    most = pack.limits.neutral_megaliths
    left = {seat: given.get("neutrals", most) for seat, given in enumerate(seats)}
    placed = owners.get(None, 0) - sum(most - each for each in left.values())
    for seat in sorted(left, key=lambda seat: not owners.get(seat)):
        if "neutrals" not in seats[seat]:
            taken = max(0, min(most, placed))
            left[seat], placed = most - taken, placed - taken
    return [*left.values()]


def _sorted(cards: tuple[str, ...], order: Any) -> tuple[str, ...]:
    """Return ids in the order of the pack, unknown ones first."""
    places = {id: place for place, id in enumerate(order)}
    return tuple(sorted(cards, key=lambda card: places.get(card, -1)))


def _table(pack: Pack, players: list[Player], table: Given, whole: Given, levels: Mapping[int, Sequence[int]]) -> Table:
    """Return the middle of the table with everything that is not given."""
    limits, in_setup = pack.limits, whole["phase"] == "setup"
    held = Counter(chain.from_iterable(getattr(player, zone) for player in players for zone in ZONES))
    rival: Rival | None = whole.get("rival")
    held.update(() if rival is None else rival.culture)
    held.update(table.get("returned", ()))
    eras = [[card.id for card in pack.culture if card.era == era and not held[card.id]] for era in (1, 2)]
    row = tuple(table.get("row", eras[0][: limits.culture_row]))
    row = (*row, *[None] * (limits.culture_row - len(row)))
    beasts = Counter({species.id: species.copies for species in pack.animals})
    beasts.subtract(chain.from_iterable((*player.animals, *player.tipped) for player in players))
    shown = () if in_setup else table.get("animals", tuple(id for id, left in beasts.items() if left > 0))
    shown = shown if "animals" in table else shown[: len(players) + 1]
    beasts.subtract(shown)
    stones = [stone for player in players for stone in player.stones]
    each = limits.stones_per_pool[len(players) - 2]
    stones = list(dict.fromkeys((*stones, *(stone.id for stone in pack.stones))))[: each * limits.rounds]
    taken = {stone for player in players for stone in player.stones}
    pools = [stones[each * pool : each * (pool + 1)] for pool in range(limits.rounds)]
    named = {seat for seats in levels.values() for seat in seats}
    honor = [list(levels.get(level, ())) for level in range(limits.idol_levels + 1)]
    honor[0] += [seat for seat in whole["order"] if seat not in named]
    values: Given = {
        "piles": tuple(max(0, card.copies - held[card.id]) for card in pack.tribe),
        "tokens": (False,) * limits.culture_row,
        "culture_decks": tuple(tuple(id for id in era if id not in row) for era in eras),
        "animal_deck": () if in_setup else tuple(beasts.elements()),
        "terrain": _terrain(pack, len(players)),
        "pools": tuple(tuple(stone for stone in pool if stone not in taken) for pool in pools),
        "layout": next(iter(pack.layouts)),
        "megalith_tiles": tuple(pack.megalith_tiles),
        "honor": tuple(map(tuple, honor)),
        **table,
        "row": row,
        "animals": shown,
    }
    return Table(**values)


def _terrain(pack: Pack, players: int) -> tuple[str, ...]:
    """Return the terrain with land around the Base, and Glaciers outside (rule 4.2)."""
    fixed, glaciers, added = pack.land[players]
    land = [terrain for terrain in pack.terrain if terrain.id not in {"base", "glacier"}]
    more = [terrain.id for terrain in land for _ in range(terrain.copies - 1)]
    ids = ["base", *[terrain.id for terrain in land][:fixed], *more[:added], *["glacier"] * glaciers]
    near = sorted(HEXES, key=lambda tile: distance(BASE, tile))
    kinds = dict(zip(near, ids, strict=True))
    return tuple(kinds[tile] for tile in HEXES)


def _with_figures(state: State, seat: int, given: Given) -> Player:
    """Return a player with the figures left that the turns of the round allow: the Chief is placed last."""
    player, turn = state.players[seat], state.this_turn
    is_rival, acts = seat >= state.seats, seat == state.active
    placed = turns_taken(state, seat)
    most = state.pack.limits.tribe_figures + is_rival
    tribe = most - given["figures"] if "figures" in given else min(placed, most)
    is_placed = not is_rival and (player.chief_rests or (acts and turn.is_chief) or placed > tribe)
    ready = given.get("chief_ready", not is_rival and not is_placed)
    tribe = placed - (not is_rival and not ready)
    rests = player.chief_rests or (acts and turn.column == REST)
    values: Given = {"chief_ready": ready, "figures": max(0, most - tribe), "resting": int(rests), **given}
    return replaced(player, **{name: values[name] for name in ("chief_ready", "figures", "resting")})


def _bottoms(state: State) -> tuple[bool, ...]:
    """Return the claimed bottoms: that of this turn's column, or the first one if figures are on columns."""
    columns = sum(turns_taken(state, seat) - player.resting for seat, player in enumerate(state.players))
    column = state.this_turn.column if state.this_turn.column in COLUMNS else COLUMNS[0] if columns > 0 else None
    return tuple(each == column for each in COLUMNS)
