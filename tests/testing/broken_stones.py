"""Megaliths that are broken in one way each, by the slug of the check that must find it."""

from __future__ import annotations

import datetime as dt
import os
import random
import sys
import time
from collections import defaultdict
from functools import cache
from itertools import count, repeat

from attrs import define, field, frozen

from cairn_rules import cairn
from cairn_rules.cairn import (
    BASE_SET,
    AddFace,
    Banish,
    Effect,
    FlipTile,
    GrantBuild,
    Megalith,
    MoveFace,
    Relocate,
    RelocateAll,
    SlideMegalith,
    Space,
    StoneColour,
    TakeExtraTurn,
    Tile,
    Together,
    Wake,
    When,
)
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.state import draft

BROKEN: dict[str, list[Megalith]] = defaultdict(list)


def broken(slug: str, *, id: str = "broken", **options):
    """Make a megalith of a power, and keep it as one that the check of that slug must find."""

    def make(power):
        stone = cairn.megalith("Broken", text="It is broken.", id=id, **options)(power)
        BROKEN[slug].append(stone)
        return stone

    return make


@frozen
class Doing(Effect):
    """Does with a state what a function does; its notation tells whatever it is given."""

    make: object = field(eq=False)
    text: str = "doing"

    def apply(self, state):
        return self.make(state)

    @property
    def notation(self):
        return self.text


@frozen
class Saying(Effect):
    """Does nothing, and is written as it is told."""

    text: str

    def apply(self, state):
        return state

    @property
    def notation(self):
        return self.text.replace(" ", "")


def doing(slug: str, make, **options) -> None:
    """Keep a megalith whose one option does that."""
    broken(slug, **options)(lambda _: [Doing(make)])


def with_layout(state, **changed):
    """The state on a layout with other parts."""
    layout = state._layout
    after = draft(state)
    after._layout = Layout(
        **{
            name: changed.get(name, getattr(layout, name))
            for name in ("stones", "upcoming", "deck", "tucked", "scores", "variant")
        }
    )
    return after


def with_own(state, own: int, **changed):
    after = draft(state)
    after._own = own
    for name, value in changed.items():
        setattr(after, name, value)
    return after


broken("id-clash", id="deer")(lambda _: [])
broken("power-fails")(lambda _: sys.exit(0))
broken("power-fails")(lambda site: [Banish(site.enemies()[0])])
broken("power-fails", then=(lambda _: 1 // 0,))(lambda _: [Together()])
broken("not-effects")(lambda _: None)
broken("not-effects")(lambda site: site.enemies())
broken("too-many-options")(lambda _: repeat(Together()))
broken("never-offers")(lambda _: [])
broken("duplicate-options")(lambda _: [Together(), Together()])
broken("cannot-be-done")(lambda _: [Banish(Space.C3)])


@broken("not-values")
def unhashable(_):
    yield Listing([Space.A1])


@define
class Listing(Effect):
    spaces: list[Space]

    def apply(self, state):
        return state


@broken("not-values")
def nameless(_):
    yield Nameless()


class Nameless(Effect):
    def apply(self, state):
        return state


@broken("not-deterministic")
def shuffling(site):
    spaces = list(site.free())
    random.shuffle(spaces)
    yield Relocate(site.space, spaces[0])


@broken("changes-state")
def grabbing(site):
    site._state._enemy = 0
    yield Together()


_remembered: dict[Space, tuple[Space, ...]] = {}


@broken("remembers")
def remembering(site):
    for space in _remembered.setdefault(site.space, site.enemies()):
        yield Saying(str(space))


@broken("remembers")
def keeping(site, *, kept=[]):  # noqa: B006 - that is what is wrong
    kept[1:] = kept[1:] or site.enemies()
    yield Saying(str(kept))


class Seen:
    """Something that is remembered by its space alone."""

    def __init__(self, site):
        self.site = site

    def __eq__(self, other):
        return isinstance(other, Seen) and other.site.space == self.site.space

    def __hash__(self):
        return hash(self.site.space)


@cache
def enemies(seen):
    return strongest(seen.site.enemies())


def strongest(spaces):
    return spaces or enemies.__name__


@broken("remembers")
def caching(site):
    yield Saying(str(enemies(Seen(site))))


def outer():
    seen = {}

    @broken("remembers")
    def enclosed(site):
        yield Saying(str(seen.setdefault(site.space, site.enemies())))


outer()


def around(site):
    return {space for space in site.adjacent if space in site.free()}


@broken("set-order")
def looping(site):
    for space in around(site):
        yield Relocate(site.space, space)


@broken("set-order")
def listing(site):
    yield from [Relocate(site.space, space) for space in frozenset(site.free(site.adjacent))]


@broken("set-order")
def returning(site):
    return {Relocate(site.space, space) for space in site.free(site.adjacent)}


@broken("set-order")
def calling(site):
    def steps():
        return [Relocate(site.space, space) for space in list(around(site))]

    return [*steps()]


@broken("set-order")
def spreading(site):
    first, *rest = (*around(site), site.space)
    yield from {Saying(str(space)) for space in (first, *rest)}


@broken("hidden-information")
def peeping(site):
    for stone in site._state.deck[:1]:
        yield Saying(stone.id)


broken("hidden-information")(lambda site: [Saying(f"{len(dark(site._state))}")])


def dark(state):
    return [stone for stone in state.deck if stone.stone is StoneColour.DARK]


broken("bad-notation")(lambda _: [Doing(str, "two words")])
broken("bad-notation")(lambda _: [Saying("")])
broken("same-notation")(lambda _: [Saying("A"), Saying("a")])
broken("unreadable-notation")(lambda _: [Saying("{}")])


@frozen
class Counting(Effect):
    numbers = count()

    def apply(self, state):
        return state

    @property
    def notation(self):
        return f"number{next(self.numbers)}"


broken("unreadable-notation")(lambda _: [Counting()])


@frozen
class Speaking(Effect):
    """Its sentence is made by a function."""

    say: object = field(eq=False)

    def apply(self, state):
        return FlipTile(Tile.ADD).apply(state)

    @property
    def notation(self):
        return "speaking"

    @property
    def text(self):
        return self.say()


broken("bad-text")(lambda _: [Speaking(lambda: 1 // 0)])
broken("bad-text")(lambda _: [Together(FlipTile(Tile.MOVE), Speaking(sys.exit))])
broken("bad-text")(lambda _: [Speaking(lambda: "two\nlines")])
broken("bad-text")(lambda _: [Speaking(lambda: None)])

doing("effect-fails", lambda _: 1 // 0)
doing("effect-fails", lambda _: sys.exit(0))
doing("effect-result", lambda _: None)


def emptying(state):
    state._own = 0
    return draft(state)


doing("effect-changes-state", emptying)
doing("effect-not-deterministic", lambda state: with_own(state, random.getrandbits(4) & ~state._enemy))
doing("breaks-shamans", lambda state: with_own(state, state._own | state._enemy))
doing("breaks-shamans", lambda state: with_own(state, 0b111111 << 10, _enemy=0))
doing("breaks-megaliths", lambda state: with_layout(state, stones=state._layout.stones[:1]))
doing("breaks-megaliths", lambda state: with_layout(state, upcoming=(BASE_SET["deer"], BASE_SET["deer"])))
doing(
    "breaks-megaliths",
    lambda state: with_layout(state, stones=state._layout.stones[1:], deck=(*state.deck, state._layout.stones[0][1])),
)
doing("breaks-turn", lambda state: with_own(state, state._own, _active=1 - state._active))
doing("breaks-turn", lambda state: with_layout(state, scores=(2, 2)))
doing("breaks-deck", lambda state: with_layout(state, deck=state.deck[::-1]))
doing("breaks-deck", lambda state: with_layout(state, tucked=len(state.deck)))
doing("breaks-deck", lambda state: with_layout(state, upcoming=(), deck=(*state.deck, *state.upcoming)))
doing("unsound-state", lambda state: with_own(state, state._own, _moved=~(state._own | state._enemy) & 0x1FFFFFF))


@frozen
class Hop(Effect):
    """Moves a shaman without the library's effects, and marks others than these do."""

    origin: Space
    to: Space
    moved: tuple[Space, ...] | None

    def apply(self, state):
        shamans = dict(state.shamans)
        shamans[self.to] = shamans.pop(self.origin)
        return state.replace(shamans=shamans, moved=self.moved)


@broken("breaks-marks", effects=(Hop,))
def unmarked(site):
    """The shaman that goes is not marked."""
    yield from (Hop(step.origin, step.to, None) for step in site.steps(site.space) if step.to in site.free())


@broken("breaks-marks", effects=(Hop,))
def forgotten(site):
    """A power that marks shamans marks the one that goes, and forgets the one that came here by the action."""
    marks = site.owner is site.active and site.variant.transformation_trigger == "moved_by_you"
    for shaman in site.shamans(site.adjacent):
        for step in site.steps(shaman):
            if step.to in site.free():
                carried = tuple(step.to if space == shaman else space for space in site.moved)
                yield Hop(shaman, step.to, (step.to,) if marks else carried)


@broken("breaks-marks", effects=(Hop,))
def always(site):
    """The shaman that goes is marked also when the turn is the other tribe's."""
    for step in site.steps(site.space):
        if step.to in site.free():
            yield Hop(step.origin, step.to, tuple(sorted({*site.moved, step.to} - {step.origin})))


@frozen
class Remembering(Effect):
    """An effect that has kept the deck of the state in which its power was asked."""

    deck: tuple[Megalith, ...] = field(eq=False)

    def apply(self, state):
        return FlipTile(Tile.ADD if self.deck and len(self.deck[0].id) % 2 else Tile.MOVE).apply(state)

    @property
    def notation(self):
        return "remembering"


broken("effect-sees-deck")(lambda site: [Remembering(site._state.deck)])


@frozen
class Leaping(Effect):
    """An effect that its megalith does not name."""

    space: Space

    def apply(self, state):
        return Banish(self.space).apply(state)


broken("not-json")(lambda site: [Leaping(site.space)])


def drawing_anew(tells):
    """Draw a new display; if that tells something of what was drawn, turn over a tile as well."""

    def draw(state):
        after = state.replace(upcoming=())
        drawn = [stone for stone in after.upcoming if stone in state.deck[: len(state.deck) - state.tucked]]
        return FlipTile(Tile.ADD).apply(after) if drawn and tells(drawn) else after

    doing("face-down-apart", draw)


drawing_anew(lambda drawn: drawn[0].id == "deer")
drawing_anew(lambda drawn: drawn[0] == BASE_SET["deer"])
drawing_anew(lambda drawn: drawn[0].id.startswith("face-down"))
drawing_anew(lambda drawn: drawn[0].stone is StoneColour.DARK)
drawing_anew(lambda drawn: all(stone.stone is StoneColour.LIGHT for stone in drawn))
drawing_anew(lambda drawn: "banish" in drawn[0].text.lower())
drawing_anew(lambda drawn: drawn[0].name != "Face-down megalith")
drawing_anew(lambda drawn: drawn != sorted(drawn, key=lambda stone: stone.id))


def laying_the_first(state):
    """Draw a new display, and lay the one with the lowest id on the board."""
    drawn = state.replace(upcoming=())
    if not drawn.upcoming:
        return state
    space = min(drawn.megaliths)
    lowest, *others = sorted(drawn.upcoming, key=lambda stone: stone.id)
    return drawn.replace(megaliths={**drawn.megaliths, space: lowest}, upcoming=others)


doing("face-down-apart", laying_the_first)


@frozen
class Growing(Effect):
    """An effect whose field is another one when it is made again."""

    number: int = field(converter=lambda number: number + 1)

    def apply(self, state):
        return state


broken("not-json", effects=(Growing,))(lambda _: [Growing(1)])


@broken("endless-turn")
def marching(site):
    """The megalith and its shaman go round the board for ever, the tiles counting the rounds."""
    free = [space for space in site.free() if space not in site.megaliths]
    if free:
        to = next((space for space in free if space > site.space), free[0])
        tiles = site.tiles
        turned = []
        if to < site.space:
            turned.append(FlipTile(Tile.ADD))
            if tiles.add is AddFace.BLACK:
                turned.append(FlipTile(Tile.MOVE))
                if tiles.move is MoveFace.DIAGONAL:
                    turned.append(FlipTile(Tile.JUMP))
        yield Together(*turned, SlideMegalith(site.space, to), Relocate(site.space, to))


@broken("not-symmetric")
def corner(site):
    if Space.A1 in site.shamans():
        yield Banish(Space.A1)


@frozen
class BanishFirst(Effect):
    """Banishes whoever stands on the lowest space."""

    def apply(self, state):
        return Banish(min(state.shamans)).apply(state)


@broken("not-symmetric", effects=(BanishFirst,))
def lowest(_):
    yield BanishFirst()


@broken("depends-on-turn")
def tiring(site):
    if site._state.turn > 20:
        raise ValueError("too tired")
    yield FlipTile(Tile.ADD)


@frozen
class EveryOtherTurn(Effect):
    """Banishes a shaman, or lets it stand, by the number of turns."""

    space: Space

    def apply(self, state):
        return Banish(self.space).apply(state) if state.turn % 2 else draft(state)


@broken("depends-on-turn", effects=(EveryOtherTurn,))
def alternating(site):
    yield from map(EveryOtherTurn, site.enemies())


@broken("game-fails")
def crowded(site):
    """No drawn position has so many megaliths in its deck."""
    if len(site._state.deck) > 8:
        raise ValueError("too many")
    yield FlipTile(Tile.ADD)


@broken("ends-process")
def ending(site):
    if site.enemies():
        os._exit(0)
    yield Together()


def resting(value=None):
    time.sleep(0.003)
    return value


@broken("slow")
def sleeping(_):
    resting()
    yield Together()


broken("slow", then=(sleeping.powers[0],))(lambda _: [FlipTile(Tile.ADD)])


@frozen
class Sleeping(Effect):
    """Rests in one of its methods, and is not offered alone."""

    where: str

    def apply(self, state):
        return resting(state) if self.where == "apply" else state

    @property
    def notation(self):
        return resting("sleeping") if self.where == "notation" else "sleeping"

    @property
    def text(self):
        return resting("Sleep") if self.where == "text" else "Sleep"


broken("effect-slow")(lambda _: [Sleeping("apply")])
broken("effect-slow")(lambda _: [FlipTile(Tile.ADD), Sleeping("notation")])
broken("effect-slow")(lambda _: [Sleeping("text")])


broken("never-acts")(lambda _: [Together()])
broken("never-acts", effects=(Saying,))(lambda _: [Saying("nothing-at-all")])
broken("never-acts")(lambda _: [RelocateAll()])
broken("never-acts")(lambda _: [Together(FlipTile(Tile.ADD), FlipTile(Tile.ADD))])
broken("never-acts")(lambda site: [GrantBuild(site.space)])
broken("never-acts", wakes=When.BEFORE_TURN)(lambda _: [TakeExtraTurn()])
broken("never-acts", wakes=When.BEFORE_TURN)(lambda _: [FlipTile(Tile.ADD), TakeExtraTurn(), Together()])
broken("never-acts")(lambda site: [TakeExtraTurn()] if site.owner != site.active else [])
broken("never-acts")(lambda site: [Wake(space) for space in site.own() if space == site.space])
broken("never-acts")(lambda site: [Wake(space) for space in site.shamans() if space not in site.megaliths])
broken("never-acts", effects=(Saying,), then=(lambda site: site.chosen,))(lambda _: [Saying("one"), Saying("another")])


@broken("turn-comes-again")
def leading_on(site):
    """Its shaman can always go on to it with the extra turn that it gives."""
    for step in site.slides(site.space):
        yield Together(step, TakeExtraTurn())


@broken("reads-outside")
def reading_environment(site):
    if "HOME" in os.environ:
        yield Banish(site.space)


@broken("reads-outside")
def listing_a_folder(site):
    os.listdir("/")  # noqa: PTH208 - so it is called
    yield Banish(site.space)


@broken("other-process")
def popping(site):
    names = set(map(str, site.enemies()))
    if names:
        yield Banish(Space[names.pop().upper()])


@broken("other-process")
def sorting_by_identity(site):
    yield from map(Banish, sorted(site.enemies(), key=id))


@broken("other-process")
def sorting_by_hash(site):
    yield from map(Banish, sorted(site.enemies(), key=lambda space: hash(str(space))))


@broken("other-process")
def waiting_for_noon(site):
    yield FlipTile(Tile.ADD)
    if time.localtime().tm_hour < 12:
        yield Banish(site.space)


@broken("other-process")
def waiting_for_friday(site):
    yield FlipTile(Tile.ADD)
    if dt.date.today().weekday() == 4:  # noqa: DTZ011 - so it is called
        yield Banish(site.space)


@broken("other-process")
def waiting_for_a_second(site):
    yield FlipTile(Tile.ADD)
    if dt.datetime.now(dt.UTC).second < 30:
        yield Banish(site.space)


@broken("other-process")
def waiting_for_june(site):
    yield FlipTile(Tile.ADD)
    moments = dt.datetime.today(), dt.datetime.utcnow()  # noqa: DTZ002, DTZ003 - so they are called
    if any(moment.month == 6 for moment in moments):
        yield Banish(site.space)


@frozen
class Drawing(Effect):
    """Banishes whom the clock says."""

    def apply(self, state):
        return Banish(sorted(state.shamans)[time.time_ns() // 10**12 % len(state.shamans)]).apply(state)


@broken("other-process", effects=(Drawing,))
def drawing(_):
    yield Drawing()


def broken_ward(slug: str):
    """Make a megalith of a ward, and keep it as one that the check of that slug must find."""

    def make(forbids):
        BROKEN[slug].append(cairn.ward("Broken", text="It is broken.", id="broken")(forbids))
        return forbids

    return make


@broken_ward("ward-fails")
def only_moves(_, action):
    return action.origin == action.to


@broken_ward("ward-answer")
def forgets(_, action):
    return True if isinstance(action, cairn.Jump) else None


@broken_ward("ward-differs")
def moody(_, __):
    return random.random() < 0.5


@broken_ward("ward-changes-state")
def meddling(site, _):
    site._state._turn = 7
    return True


_first: list[Space] = []


@broken_ward("ward-remembers")
def first_come(site, _):
    if not _first:
        _first.append(site.space)
    return _first[0] == site.space


@broken_ward("ward-sees-deck")
def peering(site, _):
    deck = site._state.deck
    return bool(deck) and len(deck[0].id) % 2 == 0


@broken_ward("ward-sees-deck")
def fearing_the_dark(site, _):
    return bool(dark(site._state))


@broken_ward("ward-slow")
def pondering(_, action):
    return resting(isinstance(action, cairn.Jump))


@broken_ward("ward-ends-process")
def barring(*_):
    os._exit(3)


@broken_ward("forbids-everything")
def prohibiting(*_):
    return True


@broken_ward("never-forbids")
def permissive(_, __):
    return False


@broken_ward("not-symmetric")
def one_sided(_, action):
    return isinstance(action, cairn.Move) and action.to is Space.B2


def _both(slug: str, forbids):
    stone = cairn.megalith("Broken", text="It is broken.", id="broken", ward=forbids)
    BROKEN[slug].append(stone(lambda _: [FlipTile(Tile.ADD)]))


_both("ward-fails", only_moves)
_both("ward-answer", forgets)
