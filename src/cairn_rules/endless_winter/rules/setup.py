"""The set-up of a game: `new_game`, the drafts and the Setup cards (rules page, section 4)."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from cairn_rules.chance import Chance, Dice, KeyedDice
from cairn_rules.checks import check_setup, plain_number
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.packs.pack_file import default_pack
from cairn_rules.endless_winter.rules.benefits import bury_card, move_idol_on
from cairn_rules.endless_winter.rules.cards import draw, with_card, without
from cairn_rules.endless_winter.rules.pieces import move_idol, with_goods
from cairn_rules.endless_winter.rules.rival import shuffled, with_rival_figures
from cairn_rules.endless_winter.state.actions import Action, Bury, ChooseSide, MoveIdol, TakeChief, TakeSetup
from cairn_rules.endless_winter.state.agenda import DraftChief, DraftSetup, Frame, PickSide, StartBurial, StartIdol
from cairn_rules.endless_winter.state.hexes import BASE, HEXES
from cairn_rules.endless_winter.state.state import Player, Rival, State, Table, note, with_player
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import SetupError, hint, quoted
from cairn_rules.game import SEED_BITS
from cairn_rules.replace import replaced

MOST: Final = 4
"""Maximum number of players."""
DEFAULT_PLAYERS: Final = 2
"""Default number of players of a game."""

_take_chief: Final = lru_cache(1024)(TakeChief)
_choose_side: Final = lru_cache(1024)(ChooseSide)
_take_setup: Final = lru_cache(1024)(TakeSetup)


def dealt(seed: int | None, players: int, layout: str | None, content: Pack | None, variant: Variant | None) -> State:
    """Return the state of a new game before its first decision; see `new_game`.

    Raises:
        SetupError: if an argument is not of its kind, or the number of players is not from 1 to 4.
    """
    pack = default_pack() if content is None else content
    seed = plain_number(seed)
    check_setup("seed", seed, int, type(None))
    check_setup("content", pack, Pack)
    options = pack.variant if variant is None else variant
    check_setup("variant", options, Variant)
    players = plain_number(players)
    if type(players) is not int or not 1 <= players <= MOST:
        raise SetupError(f"Endless Winter is for 1 to {MOST} players, not {quoted(players)}")
    pattern = next(iter(pack.layouts)) if layout is None else layout
    if not isinstance(pattern, str) or pattern not in pack.layouts:
        raise SetupError(f"{quoted(layout)} is not a pattern of Megalith tiles; {hint(pattern, tuple(pack.layouts))}")
    drawn = Random().getrandbits(SEED_BITS) if seed is None else seed
    return deal(pack, options, players, pattern, KeyedDice(Chance.from_seed(drawn)))


def deal(pack: Pack, variant: Variant, humans: int, layout: str, dice: KeyedDice) -> State:
    """Return the state before the first decision (rule 4.1)."""
    limits = pack.limits
    count = max(2, humans)
    # 1. What is shuffled, in an order that a seed depends on
    order = dice.shuffle(range(count), purpose="turn order", rule="4.1")
    stones = dice.shuffle([stone.id for stone in pack.stones], purpose="Sacred Stones", rule="4.1")
    eras = [
        dice.shuffle([card.id for card in pack.culture if card.era == era], purpose=f"Era {era}", rule="4.1")
        for era in (1, 2)
    ]
    chiefs = dice.shuffle([chief.id for chief in pack.chiefs], purpose="Chief cards", rule="4.1")
    terrain = _map(pack, count, dice)
    tiles = dice.shuffle(pack.megalith_tiles, purpose="Megalith tiles", rule="4.3")
    setups = dice.shuffle([card.id for card in pack.setup], purpose="Setup cards", rule="4.1")
    # 2. The table
    each = limits.stones_per_pool[count - 2]
    row = eras[0][: limits.culture_row]
    table = Table(
        piles=tuple(card.copies for card in pack.tribe),
        row=(*row, *[None] * (limits.culture_row - len(row))),
        tokens=(False,) * limits.culture_row,
        culture_decks=(eras[0][limits.culture_row :], eras[1]),
        terrain=terrain,
        pools=tuple(stones[each * pool : each * (pool + 1)] for pool in range(limits.rounds)),
        layout=layout,
        megalith_tiles=tiles,
        honor=(tuple(order), *[()] * limits.idol_levels),
        chiefs=tuple(sorted(chiefs[: humans + 1])) if variant.draft == "chief" else (),
        setups=tuple(sorted(setups[: humans + 1])) if variant.draft != "none" else (),
    )
    # 3. The players, and the rival of a single one
    player = Player(
        camps_left=limits.camps - 1,
        camps=(BASE,),
        villages_left=limits.villages,
        neutrals=limits.neutral_megaliths,
        megaliths=limits.own_megaliths,
        figures=limits.tribe_figures,
    )
    starting = tuple(card.id for card in pack.starting for _ in range(card.copies))
    seated = [replaced(player, deck=starting) for _ in range(humans)]
    rival = Rival(deck=()) if humans == 1 else None
    if rival is not None:
        seated.append(with_rival_figures(replaced(player, points=pack.rival_levels[variant.rival_level]), pack))
    # 4. The drafts, or the cards that are dealt instead
    seats = [seat for seat in order if seat < humans]
    agenda: list[Frame] = []
    if variant.draft == "chief":
        agenda += map(DraftChief, seats)
    else:
        seated[:humans] = [replaced(each, chief=chief) for each, chief in zip(seated, chiefs, strict=False)][:humans]
        if variant.chief_side == "choice":
            agenda += map(PickSide, seats)
    state = State(
        pack=pack,
        variant=variant,
        players=tuple(seated),
        rival=rival,
        table=table,
        order=tuple(order),
        phase="setup",
        active=seats[0],
        chance=dice.chance,
    )
    if variant.draft != "none":
        agenda += map(DraftSetup, reversed(seats))
    else:
        for seat, card in reversed([*zip(seats, setups, strict=False)]):
            state = _with_setup_card(state, seat, card)
    return replaced(state, agenda=(*state.agenda, *reversed(agenda)))


def _map(pack: Pack, players: int, dice: KeyedDice) -> tuple[str, ...]:
    """Return the shuffled terrain, in the order of `HEXES` (rule 4.2)."""
    fixed, glaciers, added = pack.land[players]
    land = [terrain for terrain in pack.terrain if terrain.id not in {"base", "glacier"}]
    certain = [terrain.id for terrain in land][:fixed]
    rest = [terrain.id for terrain in land for _ in range(terrain.copies - 1)]
    more = dice.shuffle(rest, purpose="land tiles", rule="4.2")[:added]
    tiles = dice.shuffle([*certain, *["glacier"] * glaciers, *more], purpose="terrain", rule="4.2")
    base = HEXES.index(BASE)
    return (*tiles[:base], "base", *tiles[base:])


# Drafts and Setup cards


def draft_chief_options(state: State, _: DraftChief) -> list[Action]:
    """List the remaining Chief cards."""
    return [*map(_take_chief, state.table.chiefs)]


def take_chief(state: State, frame: DraftChief, action: TakeChief) -> State:
    """Take a Chief card with its B side up (rule 4.4)."""
    note(state, "chief-taken", frame.seat, action.chief, "B")
    player = replaced(state.players[frame.seat], chief=action.chief, side="B")
    table = replaced(state.table, chiefs=without(state.table.chiefs, action.chief))
    return with_player(state, frame.seat, player, table=table, agenda=state.agenda[:-1])


def side_options(_: State, __: PickSide) -> list[Action]:
    """List the sides of a Chief card."""
    return [*map(_choose_side, "AB")]


def choose_side(state: State, frame: PickSide, action: ChooseSide) -> State:
    """Turn up a side of the Chief card."""
    player = replaced(state.players[frame.seat], side=action.side)
    note(state, "chief-taken", frame.seat, player.chief, action.side)
    return with_player(state, frame.seat, player, agenda=state.agenda[:-1])


def draft_setup_options(state: State, _: DraftSetup) -> list[Action]:
    """List the remaining Setup cards."""
    return [*map(_take_setup, state.table.setups)]


def take_setup(state: State, frame: DraftSetup, action: TakeSetup) -> State:
    """Take a Setup card (rule 4.4)."""
    table = replaced(state.table, setups=without(state.table.setups, action.card))
    state = replaced(state, table=table, agenda=state.agenda[:-1])
    return _with_setup_card(state, frame.seat, action.card)


def _with_setup_card(state: State, seat: int, id: str) -> State:
    """Give a player the goods of a Setup card; its decisions go on the agenda below the drafts (rule 4.1)."""
    pack, player, table = state.pack, state.players[seat], state.table
    card = pack.setup_card[id]
    piles = tuple(left - (tribe.id == card.tribe) for tribe, left in zip(pack.tribe, table.piles, strict=True))
    camp = card.extra == "camp" and player.camps_left > 0
    note(state, "setup-taken", seat, id)
    if camp:
        note(state, "camp-placed", seat)
    player = replaced(
        player,
        setup=id,
        camps_left=player.camps_left - camp,
        camps=player.camps + (BASE,) * camp,
        deck=with_card(player.deck, card.tribe, pack.order),
        animals=tuple(sorted(card.animals, key=list(pack.species).index)),
    )
    player = with_goods(pack, player, card.food, card.tools)
    waiting: dict[str | None, tuple[Frame, ...]] = {"idol": (StartIdol(seat),), "bury_starting": (StartBurial(seat),)}
    # Players get their cards in reverse turn order, and decide in turn order after the drafts.
    drafts = [frame for frame in state.agenda if isinstance(frame, DraftSetup)]
    agenda = (*state.agenda[: len(state.agenda) - len(drafts)], *waiting.get(card.extra, ()), *drafts)
    return with_player(state, seat, player, table=replaced(table, piles=piles), agenda=agenda)


def start_idol_options(state: State, frame: StartIdol) -> list[Action]:
    """List the tracks for the Idol of a Setup card."""
    del state, frame
    return [move_idol_on("offering"), move_idol_on("honor")]


def move_start_idol(state: State, frame: StartIdol, action: MoveIdol) -> State:
    """Move an Idol marker before the game."""
    return move_idol(replaced(state, active=frame.seat, agenda=state.agenda[:-1]), action.track)


def start_burial_options(state: State, frame: StartBurial) -> list[Action]:
    """List the player's cards that can be buried for a Setup card."""
    return [bury_card("deck", card) for card in dict.fromkeys(state.players[frame.seat].deck)]


def bury_at_start(state: State, frame: StartBurial, action: Bury) -> State:
    """Bury a card of the player's deck before the game, face down (rule 7.4)."""
    player = state.players[frame.seat]
    note(state, "card-buried", frame.seat, action.card, "deck")
    player = replaced(player, deck=without(player.deck, action.card), buried=(action.card,))
    return with_player(state, frame.seat, player, agenda=state.agenda[:-1])


def finish_setup(state: State, dice: Dice) -> State:
    """Shuffle the Animals and the decks, deal the hands, and give the goods of the turn order (rule 4.1)."""
    pack = state.pack
    taken = [animal for player in state.players for animal in player.animals]
    cards = [species.id for species in pack.animals for _ in range(species.copies - taken.count(species.id))]
    animals = dice.shuffle(cards, purpose="Animals", rule="4.1")
    shown = len(state.players) + 1
    players = list(state.players)
    for seat in range(state.seats):
        deck = dice.shuffle(players[seat].deck, purpose="deck", rule="4.1")
        players[seat] = replaced(players[seat], deck=deck)
    note(state, "animals-revealed", animals[:shown])
    table = replaced(state.table, animals=animals[:shown], animal_deck=animals[shown:], chiefs=(), setups=())
    state = replaced(state, phase="action", players=tuple(players), table=table)
    for position, seat in enumerate(state.order):
        if seat >= state.seats:
            continue
        setup = state.players[seat].setup
        extra = setup is not None and pack.setup_card[setup].extra == "draw"
        state = draw(state, seat, pack.limits.hand_draw + extra, dice)
        food, tools = pack.order_goods[position]
        state = with_player(state, seat, with_goods(pack, state.players[seat], food, tools))
    return shuffled(state, dice)
