"""The Eclipse and the Preparation at the end of a round (rules page, section 11)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cairn_rules.chance import Dice
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.effects import Benefit, Both, Effect, InOrder
from cairn_rules.endless_winter.rules.cards import draw, with_cards, without
from cairn_rules.endless_winter.rules.columns import END
from cairn_rules.endless_winter.rules.observation import SeenPlayer
from cairn_rules.endless_winter.rules.pieces import influence_on, terrain_of
from cairn_rules.endless_winter.rules.rival import RIVAL, shown, shuffled, take_eclipse_turn, with_rival_figures
from cairn_rules.endless_winter.state.actions import Action, End, ResolveTribe, TakeTile
from cairn_rules.endless_winter.state.agenda import AfterAbility, BoardBenefits, EclipseTurn, Frame, Pile, Tiles, Tribe
from cairn_rules.endless_winter.state.hexes import PLACES
from cairn_rules.endless_winter.state.state import NO_TURN, Player, State, Table, note, with_player
from cairn_rules.replace import replaced

FIGURE_LABOR: Final = 4
"""Labor of a figure on the Eclipse space, in halves (rule 11.1)."""
CULTURE_LABOR: Final = 1
"""Labor of a Culture card of the Ritual pile, in halves (rule 7.2)."""

_STEPS: Final[tuple[Frame, ...]] = (BoardBenefits(), Tiles(), Tribe(), Pile())
"""The agenda of a player in the Eclipse, below the benefit of the turn order."""

_resolve_tribe: Final = lru_cache(1024)(ResolveTribe)
_take_tile: Final = lru_cache(1024)(TakeTile)


def eclipse_labor(state: State, seat: int) -> int:
    """Return the Labor of a player in the Eclipse, in halves (rule 11.1)."""
    player = state.players[seat]
    if state.rival is not None and seat == RIVAL:
        return FIGURE_LABOR * player.resting + 2 * shown(state, state.rival).eclipse
    return human_labor(state.pack, player)


def human_labor(pack: Pack, player: Player | SeenPlayer) -> int:
    """Return the Labor of a player in the Eclipse, in halves, as far as the Ritual pile is known."""
    total = FIGURE_LABOR * player.resting
    if player.chief_rests and player.side == "A":
        total += pack.chief_rest_labor
    for id in player.ritual or ():
        card = pack.tribe_cards.get(id)
        total += CULTURE_LABOR if card is None else 2 * card.labor + card.eclipse_labor
    return total


def begin_eclipse(state: State, number: int) -> State:
    """Reveal the Ritual piles after this number of turns, and make the new turn order (rule 11.1)."""
    labor = [eclipse_labor(state, seat) for seat in range(len(state.players))]
    for seat, player in enumerate(state.players):
        note(state, "ritual-revealed", seat, player.ritual, labor[seat])
    order = tuple(sorted(state.order, key=lambda seat: (-labor[seat], -state.order.index(seat))))
    note(state, "order-set", order)
    agenda = tuple(EclipseTurn(position) for position in reversed(range(len(order))))
    return replaced(state, phase="eclipse", turn=number, order=order, agenda=agenda, this_turn=NO_TURN)


def begin_eclipse_turn(state: State, frame: EclipseTurn) -> State:
    """Begin a player's part of the Eclipse."""
    seat = state.order[frame.position]
    agenda = state.agenda[:-1]
    if state.rival is not None and seat == RIVAL:
        return take_eclipse_turn(replaced(state, active=seat, agenda=agenda, this_turn=NO_TURN), state.rival)
    agenda = (*agenda, *_STEPS, state.pack.order_benefits[frame.position])
    return replaced(state, active=seat, agenda=agenda, this_turn=NO_TURN)


def discard_culture(state: State, _: Pile) -> State:
    """Discard the Culture cards of the Ritual pile (rule 11.1)."""
    player, tribe = state.players[state.active], state.pack.tribe_cards
    agenda = state.agenda[:-1]
    culture = tuple(card for card in player.ritual if card not in tribe)
    if not culture:
        return replaced(state, agenda=agenda)
    note(state, "ritual-discarded", state.active, culture)
    player = replaced(
        player,
        ritual=tuple(card for card in player.ritual if card in tribe),
        discard=with_cards(player.discard, culture, state.pack.order),
    )
    return with_player(state, state.active, player, agenda=agenda)


def tribe_options(state: State, _: Tribe) -> list[Action]:
    """List the abilities of the Ritual pile."""
    tribe = state.pack.tribe_cards
    ritual = dict.fromkeys(state.players[state.active].ritual)
    return [*[_resolve_tribe(card) for card in ritual if tribe[card].eclipse is not None], END]


def resolve_tribe(state: State, _: Tribe, action: ResolveTribe | End) -> State:
    """Use the ability of a card, or discard the rest of the pile."""
    if isinstance(action, ResolveTribe):
        effect = state.pack.tribe_cards[action.card].eclipse
        assert effect is not None
        note(state, "ability-used", state.active, action.card)
        return replaced(state, agenda=(*state.agenda, AfterAbility(action.card), effect))
    player = state.players[state.active]
    if player.ritual:
        note(state, "ritual-discarded", state.active, player.ritual)
    discard = with_cards(player.discard, player.ritual, state.pack.order)
    player = replaced(player, ritual=(), discard=discard)
    return with_player(state, state.active, player, agenda=state.agenda[:-1])


def discard_resolved(state: State, frame: AfterAbility) -> State:
    """Discard a card after its ability (rule 11.1)."""
    note(state, "ritual-discarded", state.active, (frame.card,))
    player = state.players[state.active]
    discard = with_cards(player.discard, (frame.card,), state.pack.order)
    player = replaced(player, ritual=without(player.ritual, frame.card), discard=discard)
    return with_player(state, state.active, player, agenda=state.agenda[:-1])


def tile_options(state: State, frame: Tiles) -> list[Action]:
    """List the tiles with benefits on which the active player has the most Influence (rule 8.4)."""
    player = state.players[state.active]
    tiles = state.pack.tiles
    reached = {*player.camps, *(tile for juncture in player.villages for tile in juncture)} - {*frame.taken}
    options: list[Action] = []
    for tile in sorted(reached, key=PLACES.__getitem__):
        if tiles[terrain_of(state.table, tile)].benefit is not None:
            shares = influence_on(tile, state.players)
            if shares[state.active] == max(shares):
                options.append(_take_tile(tile))
    return [*options, END]


def take_tile(state: State, frame: Tiles, action: TakeTile | End) -> State:
    """Gain the benefit of a tile, or end the step."""
    agenda = state.agenda[:-1]
    if isinstance(action, End):
        return replaced(state, agenda=agenda)
    benefit = state.pack.tiles[terrain_of(state.table, action.tile)].benefit
    assert benefit is not None
    note(state, "tile-used", state.active, action.tile)
    return replaced(state, agenda=(*agenda, Tiles((*frame.taken, action.tile)), benefit))


def gain_board_benefits(state: State, _: BoardBenefits) -> State:
    """Gain the benefits of the player board: for removed Villages and own Megaliths (rule 11.1)."""
    player, limits = state.players[state.active], state.pack.limits
    villages = limits.villages - player.villages_left
    pairs = (limits.own_megaliths - player.megaliths) // 2
    parts = tuple(
        times(effect, count)
        for effect, count in ((state.pack.village_benefit, villages), (state.pack.megalith_benefit, pairs))
        if count
    )
    more: tuple[Effect, ...] = (Both(parts),) if parts else ()
    return replaced(state, agenda=(*state.agenda[:-1], *more))


def times(effect: Effect, count: int) -> Effect:
    """Return an effect several times."""
    if isinstance(effect, Benefit):
        return Benefit(effect.kind, effect.count * count, free_food=effect.free_food)
    return InOrder((effect,) * count)


def prepare(state: State, dice: Dice) -> State:
    """Prepare the next round (rule 11.2)."""
    pack = state.pack
    players = tuple(_with_figures_back(state, seat) for seat in range(len(state.players)))
    era = 0 if state.round == 1 else 1
    shown, hidden = state.table.animals, state.table.animal_deck
    missing = max(0, len(players) + 1 - len(shown))
    table = replaced(_refilled(state.table, era), animals=shown + hidden[:missing], animal_deck=hidden[missing:])
    note(state, "round-begun", state.round + 1)
    note(state, "culture-returned", table.returned[len(state.table.returned) :])
    old, new = state.table.culture_decks[era], table.culture_decks[era]
    note(state, "culture-revealed", old[: len(old) - len(new)])
    note(state, "animals-revealed", hidden[:missing])
    state = replaced(
        state,
        phase="action",
        round=state.round + 1,
        players=players,
        table=replaced(table, bottoms=(False, False, False, False)),
    )
    for seat in state.order:
        if seat < state.seats:
            state = draw(state, seat, pack.limits.hand_draw, dice)
    return shuffled(state, dice)


def _with_figures_back(state: State, seat: int) -> Player:
    player, pack = state.players[seat], state.pack
    if seat >= state.seats:
        return with_rival_figures(player, pack)
    return replaced(player, chief_ready=True, figures=pack.limits.tribe_figures, chief_rests=False, resting=0)


def _refilled(table: Table, era: int) -> Table:
    """Return the table with the Culture row refilled: cards with tokens leave, the others get tokens."""
    row: list[str | None] = []
    returned = list(table.returned)
    for card, token in zip(table.row, table.tokens, strict=True):
        if card is not None and token:
            returned.append(card)
        row.append(None if token else card)
    decks = list(table.culture_decks)
    deck = decks[era]
    tokens = tuple(card is not None for card in row)
    for slot, card in enumerate(row):
        if card is None and deck:
            row[slot], deck = deck[0], deck[1:]
    decks[era] = deck
    return replaced(table, row=tuple(row), tokens=tokens, returned=tuple(returned), culture_decks=(decks[0], decks[1]))
