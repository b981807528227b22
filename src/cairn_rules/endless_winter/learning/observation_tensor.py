"""The observation tensor of Endless Winter: the observation of a seat in bytes, their number depending on the pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeAlias, final, get_args

from cairn_rules.checks import check_observation
from cairn_rules.encoding import CACHED, Encoding, Section, SectionTable, check_observer, counter
from cairn_rules.endless_winter import effects
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.packs.pack_file import default_pack
from cairn_rules.endless_winter.rules.observation import Observation, SeenPlayer
from cairn_rules.endless_winter.rules.setup import MOST
from cairn_rules.endless_winter.state.agenda import AfterAbility, Arrows, Culture, Frame, Ritual, Tiles
from cairn_rules.endless_winter.state.hexes import HEXES, JUNCTURES
from cairn_rules.endless_winter.state.megaliths import Megalith
from cairn_rules.endless_winter.state.state import PHASES, State
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import EncodingError

FRAMES: Final[tuple[type[Frame], ...]] = get_args(Frame)
"""The kinds of items of an agenda, in the order of their entries."""
LEVELS: Final = 4
"""Number of levels on which own Megaliths are counted; those on higher ones count for the last."""
PARTS: Final = 4
"""Number of parts of a pending effect that have entries."""


@final
class _View:
    """An observation, with values that several sections of its tensor need."""

    def __init__(self, observation: Observation, seat: int) -> None:
        seats = range(len(observation.players))
        self.seen: Final = observation
        self.table: Final = observation.table
        self.order: Final = (*seats[seat:], *seats[:seat])
        """The seat numbers, from the observer on."""
        self.pending: Final = observation.pending
        self.rest: Final = observation.agenda[:-1]
        """The agenda without the pending decision."""
        self.honor: Final = {
            seat: (level, place) for level, seats in enumerate(self.table.honor) for place, seat in enumerate(seats)
        }
        """The level of each seat on the Honor track, and its place there from the left."""


class _SeatView(NamedTuple):
    """A view, and one of its seats."""

    view: _View
    number: int
    player: SeenPlayer


_Rows: TypeAlias = Mapping[Section, Callable[[_View], Sequence[int]]]
_SeatRows: TypeAlias = Mapping[Section, Callable[[_SeatView], Sequence[int]]]
_frames: Final = counter(FRAMES)
_tiles: Final = counter(HEXES)
_sites: Final = counter(JUNCTURES)
_levels: Final = counter(range(1, LEVELS + 1))


def _parts(frame: Frame | None) -> tuple[effects.Effect, ...]:
    """Return the parts of an effect; none for other items of an agenda."""
    match frame:
        case effects.Both(parts) | effects.Either(parts) | effects.InOrder(parts):
            return parts
        case effects.Exchange(gain=gain) | effects.InColumn(effect=gain):
            return (gain,)
        case effects.Benefit():
            return (frame,)
        case _:  # open: the tensor counts benefits alone
            return ()


@lru_cache(4096)
def _units(frame: Frame) -> Sequence[int]:
    """Return the number of units of each kind of benefit in an effect, including those of all options."""
    if isinstance(frame, effects.Benefit):
        return [frame.count * (kind == frame.kind) for kind in effects.KINDS]
    return _sum(_parts(frame))


@lru_cache(4096)
def _sum(frames: tuple[Frame, ...]) -> Sequence[int]:
    """Return the number of units of each kind of benefit in several effects."""
    return [sum(each) for each in zip([0] * len(effects.KINDS), *map(_units, frames), strict=True)]


def _seat_rows(pack: Pack) -> _SeatRows:
    """Return the sections of a seat, with their functions, for the cards of a pack."""
    cards, species, stones = counter(pack.order), counter(pack.species), counter(pack.stone)
    chiefs, setups = counter(pack.chief), counter(pack.setup_card)
    each_card, each_species = (len(pack.order),), (len(pack.species),)
    return {
        Section("taken", "1 if the seat is taken"): lambda _: [1],
        Section("Chief", "1 for the Chief card", (len(pack.chief),)): lambda seat: chiefs((seat.player.chief,)),
        Section("side", "1 if side B of the Chief card counts"): lambda seat: [seat.player.side == "B"],
        Section("Setup card", "1 for the Setup card", (len(pack.setup_card),)): lambda seat: setups(
            (seat.player.setup,)
        ),
        Section("goods", "amount of Food, and number of Tools", (2,)): lambda seat: [
            seat.player.food,
            seat.player.tools,
        ],
        Section("supply", "number of Camps, Villages, neutral and own Megaliths that are left", (4,)): lambda seat: [
            seat.player.camps_left,
            seat.player.villages_left,
            seat.player.neutrals,
            seat.player.megaliths,
        ],
        Section("Camps", "number of Camps on each tile", (len(HEXES),)): lambda seat: _tiles(seat.player.camps),
        Section("Villages", "1 for each site with a Village of the seat", (len(JUNCTURES),)): lambda seat: _sites(
            seat.player.villages
        ),
        Section(
            "levels", "number of own Megaliths on levels 1, 2 and 3, and on all higher ones", (LEVELS,)
        ): lambda seat: _levels(
            tuple([min(each.spot.level, LEVELS) for each in seat.view.table.megaliths if each.owner == seat.number])
        ),
        Section("Sacred Stones", "1 for each stone", (len(pack.stones),)): lambda seat: stones(seat.player.stones),
        Section("Animals", "number of upright Animals of each species", each_species): lambda seat: species(
            seat.player.animals
        ),
        Section("tipped", "number of tipped Animals of each species", each_species): lambda seat: species(
            seat.player.tipped
        ),
        Section(
            "sizes",
            "number of cards in the deck, the hand, the Ritual pile and the hidden part of the Burial Ground",
            (4,),
        ): lambda seat: [
            seat.player.deck_size,
            seat.player.hand_size,
            seat.player.ritual_size,
            seat.player.buried_size,
        ],
        Section(
            "seen",
            "1 if the observer sees the hand and the hidden part of the Burial Ground; 1 if the Ritual pile",
            (2,),
        ): lambda seat: [seat.player.hand is not None, seat.player.ritual is not None],
        Section(
            "face down", "number of each card in the deck and in the zones that the observer does not see", each_card
        ): lambda seat: cards(seat.player.face_down),
        Section("hand", "number of each card in the hand", each_card): lambda seat: cards(seat.player.hand or ()),
        Section("Ritual pile", "number of each card in the Ritual pile", each_card): lambda seat: cards(
            seat.player.ritual or ()
        ),
        Section("buried", "number of each card in the hidden part of the Burial Ground", each_card): lambda seat: cards(
            seat.player.buried or ()
        ),
        Section("buried openly", "number of each card in the open part of the Burial Ground", each_card): lambda seat: (
            cards(seat.player.buried_openly)
        ),
        Section("played", "number of each card played in this turn", each_card): lambda seat: cards(seat.player.played),
        Section("discard", "number of each card in the discard pile", each_card): lambda seat: cards(
            seat.player.discard
        ),
        Section(
            "Idols", "level on the Offering track, level on the Honor track, and place there from the left", (3,)
        ): lambda seat: [seat.player.offering, *seat.view.honor[seat.number]],
        Section("points", "the points gained so far"): lambda seat: [seat.player.points],
        Section(
            "figures",
            "1 if the Chief figure is not yet placed, number of other such figures,"
            " 1 if the Chief figure is on the Eclipse space, number of figures there",
            (4,),
        ): lambda seat: [seat.player.chief_ready, seat.player.figures, seat.player.chief_rests, seat.player.resting],
        Section("position", "1 for the position in the turn order", (MOST,)): lambda seat: [
            each == seat.number for each in seat.view.seen.order
        ],
        Section("decides", "1 if the seat decides"): lambda seat: [
            seat.view.pending is not None and seat.view.seen.active == seat.number
        ],
    }


def _rows(pack: Pack) -> _Rows:
    """Return the sections of the tensor, with their functions, for the cards and tiles of a pack."""
    seat_table = SectionTable(_seat_rows(pack))
    cards, tribe, culture = counter(pack.order), counter(pack.tribe_cards), counter(pack.culture_cards)
    species, stones, terrain = counter(pack.species), counter(pack.stone), counter(pack.tiles)
    chiefs, setups, rival = counter(pack.chief), counter(pack.setup_card), counter(card.id for card in pack.rival)
    layouts, megalith_tiles = counter(pack.layouts), counter(pack.megalith_tiles)
    columns = counter((*effects.COLUMNS, "rest"))
    each_culture, each_species, each_rival = (len(pack.culture),), (len(pack.species),), (len(pack.rival),)
    places = [place for layout in pack.layouts.values() for place in layout]
    width, height = max(left for left, _ in places) + 3, max(top for _, top in places) + 2

    def seats(view: _View) -> bytes:
        players = view.seen.players
        return b"".join([seat_table.encode(_SeatView(view, number, players[number])) for number in view.order])

    @lru_cache(CACHED)
    def megaliths(placed: tuple[Megalith, ...], order: tuple[int, ...]) -> bytes:
        entries = bytearray((MOST + 1) * (2 * height - 1) * (2 * width - 1))
        for (x, y, level), owner in placed:
            plane = MOST if owner is None else order.index(owner)
            place = (plane * (2 * height - 1) + y) * (2 * width - 1) + x
            entries[place] = min(level, 255)  # of those in the same place, the highest comes last
        return bytes(entries)

    def arrows(view: _View) -> bytes:
        entries = bytearray(height * width)
        for x, y, _ in view.pending.spots if isinstance(view.pending, Arrows) else ():
            entries[y // 2 * width + x // 2] = 1
        return bytes(entries)

    return {
        Section("seats", "for each seat, the entries of the next table", (MOST, seat_table.sections[-1].stop)): seats,
        Section("piles", "number of cards in each pile of Tribe cards", (len(pack.tribe),)): lambda view: (
            view.table.piles
        ),
        Section(
            "Culture row", "for each slot, 1 for the card in it", (pack.limits.culture_row, *each_culture)
        ): lambda view: b"".join([culture((card,)) for card in view.table.row]),
        Section("tokens", "1 for each slot with a Labor token", (pack.limits.culture_row,)): lambda view: (
            view.table.tokens
        ),
        Section("Culture decks", "1 for each card in the decks", each_culture): lambda view: culture(
            sum(view.table.culture_decks, ())
        ),
        Section("returned", "1 for each Culture card that went back under its deck", each_culture): lambda view: (
            culture(view.table.returned)
        ),
        Section("display", "number of Animals of each species in the display", each_species): lambda view: species(
            view.table.animals
        ),
        Section(
            "oldest", "for each species, the place of its oldest Animal in the display, from 1", each_species
        ): lambda view: [view.table.animals.index(id) + 1 if id in view.table.animals else 0 for id in pack.species],
        Section("Animal deck", "number of Animals of each species in the deck", each_species): lambda view: species(
            view.table.animal_deck
        ),
        Section("terrain", "for each tile, 1 for its terrain", (len(HEXES), len(pack.terrain))): lambda view: b"".join(
            [terrain((id,)) for id in view.table.terrain]
        ),
        Section(
            "pools", "for each round, 1 for each Sacred Stone in its pool", (pack.limits.rounds, len(pack.stones))
        ): lambda view: b"".join(map(stones, view.table.pools)),
        Section("pattern", "1 for the pattern of Megalith tiles", (len(pack.layouts),)): lambda view: layouts(
            (view.table.layout,)
        ),
        Section(
            "Megalith tiles", "for each place of the pattern, 1 for the tile", (4, len(pack.megalith_tiles))
        ): lambda view: b"".join([megalith_tiles((tile,)) for tile in view.table.megalith_tiles]),
        Section(
            "Megaliths",
            "for each seat and for neutral Megaliths, the level of the highest one in each row and column,"
            " in doubled coordinates: even ones for spaces of the board",
            (MOST + 1, 2 * height - 1, 2 * width - 1),
        ): lambda view: megaliths(view.table.megaliths, view.order),
        Section(
            "bottoms",
            f"1 for each column whose bottom is claimed: {', '.join(map(str.title, effects.COLUMNS))}",
            (len(effects.COLUMNS),),
        ): lambda view: view.table.bottoms,
        Section("Chiefs", "1 for each Chief card revealed for a draft", (len(pack.chief),)): lambda view: chiefs(
            view.table.chiefs
        ),
        Section("Setup cards", "1 for each Setup card revealed for a draft", (len(pack.setup_card),)): lambda view: (
            setups(view.table.setups)
        ),
        Section("round", "the round"): lambda view: [view.seen.round],
        Section("turns", "number of completed turns"): lambda view: [view.seen.turn],
        Section("phase", "1 for set-up, the action phase, the Eclipse, or the end", (len(PHASES),)): lambda view: [
            view.seen.phase == phase for phase in PHASES
        ],
        Section(
            "place",
            "1 for the column of the figure of this turn, or for the Eclipse space",
            (len(effects.COLUMNS) + 1,),
        ): lambda view: columns((view.seen.this_turn.column,)),
        Section(
            "this turn", "1 if the figure is the Chief, Labor left, 1 if boosted, number of burials from the hand", (4,)
        ): lambda view: [
            view.seen.this_turn.is_chief,
            view.seen.this_turn.labor,
            view.seen.this_turn.boosted,
            view.seen.this_turn.burials,
        ],
        Section("bought", "1 for each kind of Tribe card bought in this turn", (len(pack.tribe_cards),)): lambda view: (
            tribe(view.seen.this_turn.bought)
        ),
        Section("gained", "number of each card gained in this turn", (len(pack.order),)): lambda view: cards(
            view.seen.this_turn.gained
        ),
        Section(
            "waiting",
            "for each column, number of units of each benefit waiting for it",
            (len(effects.COLUMNS), len(effects.KINDS)),
        ): lambda view: [
            unit
            for each in effects.COLUMNS
            for unit in _sum(tuple([effect for column, effect in view.seen.this_turn.waiting if column == each]))
        ],
        Section(
            "decision", f"1 for the kind of the decision: {', '.join(kind.__name__ for kind in FRAMES)}", (len(FRAMES),)
        ): lambda view: _frames((type(view.pending),)),
        Section(
            "parts",
            "for each of the first parts of the pending effect, number of units of each benefit",
            (PARTS, len(effects.KINDS)),
        ): lambda view: [unit for part in _parts(view.pending)[:PARTS] for unit in _units(part)],
        Section("price", "the Food and the Tools that the pending effect costs", (2,)): lambda view: (
            [view.pending.food, view.pending.tools] if isinstance(view.pending, effects.Exchange) else []
        ),
        Section("free Village", "1 if the pending Village costs no Food"): lambda view: [
            isinstance(view.pending, effects.Benefit) and view.pending.free_food
        ],
        Section(
            "arrows", "1 for each row and column that the arrows of the decision point to", (height, width)
        ): arrows,
        Section(
            "next for the Ritual pile", "smallest number of the card that can be put on the Ritual pile next"
        ): lambda view: [view.pending.last if isinstance(view.pending, Ritual) else 0],
        Section("agenda", "number of other items of each of these kinds on the agenda", (len(FRAMES),)): lambda view: (
            _frames(tuple(map(type, view.rest)))
        ),
        Section(
            "benefits to come",
            f"number of units of each benefit in these items: {', '.join(f'`{kind}`' for kind in effects.KINDS)}",
            (len(effects.KINDS),),
        ): lambda view: _sum(view.rest),
        Section("Culture cards", "number of Culture cards played in this turn"): lambda view: [
            frame.played for frame in view.seen.agenda if isinstance(frame, Culture)
        ],
        Section("ability", "1 for the Tribe card whose ability is being used", (len(pack.tribe_cards),)): lambda view: (
            tribe(tuple([frame.card for frame in view.rest if isinstance(frame, AfterAbility)]))
        ),
        Section(
            "tiles taken", "1 for each tile that has given its benefit in this part of the Eclipse", (len(HEXES),)
        ): lambda view: _tiles(
            tuple([tile for frame in view.seen.agenda if isinstance(frame, Tiles) for tile in frame.taken])
        ),
        Section("rival", "1 if there is a rival, and the Idol steps of its Megaliths", (2,)): lambda view: (
            [] if view.seen.rival is None else [1, view.seen.rival.idols]
        ),
        Section("deck of the rival", "1 for each card that it has not used in this round", each_rival): lambda view: (
            [] if view.seen.rival is None else rival(view.seen.rival.deck)
        ),
        Section("card of the rival", "1 for the card that it used last", each_rival): lambda view: (
            [] if view.seen.rival is None else rival(view.seen.rival.used[-1:])
        ),
        Section("Culture of the rival", "1 for each Culture card that it has", each_culture): lambda view: (
            [] if view.seen.rival is None else culture(view.seen.rival.culture)
        ),
        Section(
            "options",
            "1 for the drafts `setup` and `chief`, `chief_side` to choose, `discard` for a second Culture card,"
            " `middle_repeatable`, `rest_tips`, `wild_overflow`; and the `rival_level`",
            (8,),
        ): lambda view: _options(view.seen.variant),
    }


def _options(variant: Variant) -> list[int]:
    return [
        variant.draft == "setup",
        variant.draft == "chief",
        variant.chief_side == "choice",
        variant.second_culture_card == "discard",
        variant.middle_repeatable,
        variant.rest_tips,
        variant.wild_overflow,
        variant.rival_level,
    ]


@lru_cache(8)
def _table(pack: Pack) -> SectionTable[_View]:
    return SectionTable(_rows(pack))


_DEFAULT: Final = _table(default_pack())
SECTIONS: Final = _DEFAULT.sections
"""The entries for the default pack, in order."""
SEAT_SECTIONS: Final = SectionTable(_seat_rows(default_pack())).sections
"""The entries of a seat for the default pack, in order."""


def tensor(observation: Observation, seat: int, *, pack: Pack | None = None) -> bytes:
    """Return the observation of a seat as bytes: 3966 of them for the default pack.

    Seats are counted from the observer by number: 0 is the observer, up to 3. Entries of empty seats are 0. In a solo
    game, the rival is seat 1. Entries above 255 become 255. `SECTIONS` lists the entries, and `SEAT_SECTIONS` those of
    a seat. Components are in the order of the pack, tiles in that of `HEXES`, sites of Villages in that of `JUNCTURES`.
    `pack` is the content pack of the game (default: the built-in pack).

    Raises:
        DefinitionError: if the first argument is not an observation, or `seat` not the seat that observes.
        EncodingError: if the game has another pack.

    Example:
        >>> from cairn_rules import endless_winter
        >>> seen = endless_winter.observe(endless_winter.new_game(seed=20), 1)
        >>> len(tensor(seen, 1)), list(tensor(seen, 1)[12:14])  # Food and Tools
        (3966, [4, 1])
    """
    check_observation(observation, Observation)
    check_observer(seat, observation.player)
    expected = default_pack() if pack is None else pack
    if observation.pack != expected:
        raise EncodingError(
            f"the tensor of this game encodes the pack {expected.id!r} ({expected.hash[:12]}), not"
            f" {observation.pack.id!r} ({observation.pack.hash[:12]}); encode a game that has it,"
            " with_options(endless_winter, content=...)"
        )
    return _table(expected).encode(_View(observation, seat))


def encoding_for(state: State) -> Encoding[State]:
    """Return the encoding of the game of a state, whose tensor covers its pack."""
    pack = state.pack
    return ENCODING if pack == default_pack() else _encoding(pack)


def _encoding(pack: Pack) -> Encoding[State]:
    return Encoding(tensor=partial(tensor, pack=pack), shape=(_table(pack).sections[-1].stop,), for_state=encoding_for)


ENCODING: Final = _encoding(default_pack())
"""The encoding of Endless Winter with the built-in pack: an action's index is its place in `legal_actions`."""
