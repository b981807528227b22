"""The rules of Cairn with the base megaliths, on packed rows.

The same code serves two purposes. It is written in the subset of Python that Numba compiles, and `drive` compiles it;
without Numba, and in tests, it runs as plain Python. So that both give the same results:

- all numbers are integers of at most 63 bits; only products whose low bits are kept may be larger;
- tables are flat tuples, which become arrays;
- nothing is created: functions change a row, and write lists of actions to one line of an array.

The arguments are the same throughout: `row` is a `Row` or a row of an array, `chains` has the positions seen in the
turn (see the module `row`), `lists` is an array with a line of `LONGEST_LIST` numbers per game, and `game` is the
line of a game in both.

An action is applied in two steps. First a function for its kind of decision changes the row and sets `kind` to the next
kind of decision, if there can be one. Then `settle` lists the actions of this decision, or continues to the next one
that has any. Functions that list actions return their number; they list them by index, in ascending order.
"""

from __future__ import annotations

from typing import Any, Final

from cairn_rules.cairn.batch.geometry import (
    ALLEY,
    BEFORE_LAST,
    BIT_NUMBER,
    CHAINING,
    CHANGED,
    CHAOS,
    CROMLECH,
    DAWN,
    DE_BRUIJN,
    DEER,
    EXIT_AT,
    EXIT_OVER,
    FAIRY,
    FIRST_ROW,
    GOAL,
    HAVEN,
    HIGHER,
    INERT,
    LANDING,
    LEAP_AT,
    LEAP_OVER,
    LEAP_TO,
    LEFT_CIRCLE,
    LINE_STARTS,
    LINE_WAY,
    LOW_32,
    LOWER,
    MEGALITHS,
    MOUND,
    MOVE_AT,
    MOVE_TO,
    NEAR,
    ORIGIN,
    PILLARS,
    RIGHT_CIRCLE,
    SANCTUARY,
    SOURCE,
    START,
    STEP_AT,
    STEP_TO,
    STORMWELL,
    SWAP_AT,
    TILE,
    TOTEM,
    TUMULUS,
)
from cairn_rules.cairn.batch.row import (
    ACTED,
    BANISHING,
    BUILD,
    CHAIN,
    CHOOSE,
    CORNER_EXIT,
    DAWN_BANISHES,
    MANDATORY,
    MARK_SHIFT,
    NONE,
    ORIGIN_SHIFT,
    OVER,
    POWER,
    POWER_EXIT,
    SUMMONED,
    TRANSFORM,
    Row,
)
from cairn_rules.cairn.learning.action_space import (
    FIRST_BUILD,
    FIRST_EXIT,
    FIRST_FLIP,
    FIRST_REPLACEMENT,
    FIRST_SPACE,
    FIRST_SWAP,
    ONLY,
)
from cairn_rules.cairn.state.bitboards import FIELD
from cairn_rules.cairn.state.tiles import ADD_BIT, JUMP_BIT, MOVE_BIT, TRANSFORMATION_BIT

LONGEST_LIST: Final = 64
"""Length of a line of `lists`. The longest possible list has 61 actions: Add, and 4 moves and 8 jumps of 5 shamans."""
POINTS_TO_WIN: Final = 3
SHAMANS: Final = 5
SPACES: Final = 25

# Random numbers. Each game has a key of 62 bits; the hash of a key is a random number of 32 bits. No product or sum
# exceeds 63 bits, because compiled integers must not overflow.

LOW_62: Final = (1 << 62) - 1
WEYL: Final = 0x1E3779B97F4A7C15
"""Difference of the keys of two draws; odd, so that all keys occur."""


def mixed(number: int) -> int:
    """Return a hash of a number of 32 bits, again of 32 bits; different numbers have different hashes."""
    number ^= number >> 16
    number = number * 0x21F0AAAD & LOW_32
    number ^= number >> 15
    number = number * 0x735A2D97 & LOW_32
    return number ^ number >> 15


def hashed(key: int) -> int:
    """Return a hash of a key, of 32 bits."""
    return mixed(mixed(key & LOW_32) ^ key >> 32)


def next_key(key: int) -> int:
    """Return the key after a key."""
    return (key + WEYL) & LOW_62


def drawn(key: int, count: int) -> int:
    """Return the random number of a key, from 0 to `count - 1`."""
    return hashed(key) * count >> 32


def branched(key: int, number: int) -> int:
    """Return the first key of another sequence, by its number."""
    high = hashed(number & LOW_62 ^ hashed(key) << 30)
    low = hashed(high << 30 ^ key)
    return (high << 30) ^ low & LOW_62


def first_key(seed: int, game: int) -> int:
    """Return the first key of a game, by the seed of the batch."""
    return branched(branched(WEYL, seed), game)


# Bits.


def lowest(bits: int) -> int:
    """Return the lowest space of a bitboard."""
    return BIT_NUMBER[((bits & -bits) * DE_BRUIJN & LOW_32) >> 27]


def count_of(bits: int) -> int:
    """Return the number of spaces of a bitboard."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


# Set-up (rules page, section 2).


def stones_of(row: Row) -> int:
    """Return the megaliths of a game, as bits by number."""
    stones = 0
    rest = row.stones
    while rest:
        stones |= 1 << row.at[lowest(rest)]
        rest &= rest - 1
    for slot in range(row.display):
        stones |= 1 << row.upcoming[slot]
    for place in range(row.deck_size):
        stones |= 1 << row.deck[place]
    return stones


def set_up(row: Row, stones: int, key: int) -> int:
    """Start a game with the row's variant and some megaliths, as bits by number; return the key after the draws."""
    # 1. the megaliths in random order, as digits of 4 bits
    count = 0
    pool = 0
    for stone in range(MEGALITHS):
        if stones >> stone & 1:
            pool |= stone << 4 * count
            count += 1
    for left in range(count, 1, -1):
        key = next_key(key)
        shift = 4 * drawn(key, left)
        last = 4 * (left - 1)
        change = (pool >> shift ^ pool >> last) & 15
        pool ^= change << shift | change << last
    # 2. two on the circles, two on display, the others in the deck
    for space in range(SPACES):
        row.at[space] = NONE
    row.at[LEFT_CIRCLE] = pool & 15
    row.at[RIGHT_CIRCLE] = pool >> 4 & 15
    row.stones = 1 << LEFT_CIRCLE | 1 << RIGHT_CIRCLE
    row.display = min(count - 2, 2)
    for slot in range(2):
        row.upcoming[slot] = pool >> 4 * (2 + slot) & 15 if slot < row.display else NONE
    row.deck_size = max(count - 4, 0)
    for place in range(11):
        row.deck[place] = pool >> 4 * (4 + place) & 15 if place < row.deck_size else NONE
    row.tucked = 0
    # 3. tiles, shamans, first player
    key = next_key(key)
    row.faces = drawn(key, 16)
    key = next_key(key)
    row.active = drawn(key, 2)
    row.own = START[row.active]
    row.enemy = START[1 - row.active]
    row.moved = 0
    row.extra = NONE
    row.scores[0] = 0
    row.scores[1] = 0
    row.turn = 0
    row.seen = 0
    row.kind = CHOOSE
    row.space = NONE
    row.who = row.active
    row.winner = NONE
    return next_key(key)


# Actions with the tiles (rules page, section 4).


def tile_actions(row: Row, lists: Any, game: int) -> int:
    """List the actions with the action tiles."""
    own = row.own
    occupied = own | row.enemy
    free = FIELD & ~occupied
    faces = row.faces
    active = row.active
    count = 0
    # 1. moves
    diagonal = 100 if faces & MOVE_BIT else 0
    rest = own
    while rest:
        first = diagonal + 4 * lowest(rest)
        rest &= rest - 1
        for way in range(first, first + 4):
            lists[game, count] = MOVE_AT[way]
            count += free >> MOVE_TO[way] & 1
    # 2. jumps
    jumped = row.enemy if faces & JUMP_BIT else own
    rest = own
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        if jumped & NEAR[space]:
            for way in range(8 * space, 8 * space + 8):
                lists[game, count] = LEAP_AT[way]
                count += jumped >> LEAP_OVER[way] & free >> LEAP_TO[way] & 1
    # 3. exits
    leaving = own & FIRST_ROW[1 - active]
    rest = own & BEFORE_LAST[active]
    over = SPACES * (active + (2 if row.variant & CORNER_EXIT else 0))
    while rest:
        space = lowest(rest)
        if jumped & EXIT_OVER[over + space]:
            leaving |= 1 << space
        rest &= rest - 1
    count = exits(leaving, lists, game, count)
    # 4. Add
    totem = TOTEM[2 * active + (faces & ADD_BIT)]
    if not own >> totem & 1 and count_of(own) < SHAMANS:
        lists[game, count] = FIRST_SPACE + totem
        count += 1
    return count


def exits(leaving: int, lists: Any, game: int, count: int) -> int:
    """List the exits from the spaces of a bitboard after `count` actions."""
    while leaving:
        lists[game, count] = EXIT_AT[lowest(leaving)]
        count += 1
        leaving &= leaving - 1
    return count


# Powers (rules page, sections 6 and 7).


def spaces(bits: int, lists: Any, game: int) -> int:
    """List the indices of the spaces of a bitboard."""
    count = 0
    while bits:
        lists[game, count] = FIRST_SPACE + lowest(bits)
        count += 1
        bits &= bits - 1
    return count


def steps(movers: int, free: int, lists: Any, game: int) -> int:
    """List the steps of the shamans or megaliths of a bitboard to free spaces."""
    count = 0
    while movers:
        first = 8 * lowest(movers)
        movers &= movers - 1
        for way in range(first, first + 8):
            lists[game, count] = STEP_AT[way]
            count += free >> STEP_TO[way] & 1
    return count


def shaman_steps(row: Row, movers: int, lists: Any, game: int) -> int:
    """List the steps that a power offers to the shamans of a bitboard (rules 6.4, 6.6)."""
    count = steps(movers, FIELD & ~(row.own | row.enemy), lists, game)
    if row.variant & POWER_EXIT:
        active = row.active
        leaving = row.own & FIRST_ROW[1 - active] | row.enemy & FIRST_ROW[active]
        count = exits(movers & leaving, lists, game, count)
    return count


def swaps(stones: int, lists: Any, game: int) -> int:
    """List the swaps of two megaliths (rule 7.10)."""
    count = 0
    while stones:
        first = SPACES * lowest(stones)
        stones &= stones - 1
        rest = stones
        while rest:
            lists[game, count] = SWAP_AT[first + lowest(rest)]
            count += 1
            rest &= rest - 1
    return count


def replacements(stones: int, display: int, lists: Any, game: int) -> int:
    """List the replacements of a megalith by an upcoming one (rule 7.14)."""
    count = 0
    while stones:
        first = FIRST_REPLACEMENT + 2 * lowest(stones)
        stones &= stones - 1
        for slot in range(display):
            lists[game, count] = first + slot
            count += 1
    return count


def power_options(row: Row, chains: Any, lists: Any, game: int) -> int:
    """List the options of the power that is being used."""
    own = row.own
    enemy = row.enemy
    if row.who != row.active:
        own = row.enemy
        enemy = row.own
    if not CHAINING >> row.at[row.space] & 1:
        return last_options(row, own, enemy, lists, game)
    count = moving_options(row, own, enemy, lists, game)
    return without_repetitions(row, chains, lists, game, count) if row.seen else count


def last_options(row: Row, own: int, enemy: int, lists: Any, game: int) -> int:
    """List the options of a power after which no other one can wake, given its owner's shamans and the others."""
    space = row.space
    stone = row.at[space]
    if stone == CHAOS:
        return spaces(enemy & FIRST_ROW[row.who], lists, game)
    if stone == ALLEY:
        return spaces(enemy & NEAR[space], lists, game)
    if stone == TUMULUS:
        return spaces(own & 1 << space, lists, game)
    if stone == SANCTUARY:
        return steps(row.stones, FIELD & ~row.stones, lists, game)
    if stone == STORMWELL:
        return swaps(row.stones, lists, game)
    if stone == SOURCE:
        return replacements(row.stones, row.display, lists, game)
    if stone == MOUND:
        for tile in range(3):
            lists[game, tile] = FIRST_FLIP + tile
        return 3
    if stone == INERT:
        return 0
    lists[game, 0] = ONLY  # Pillars
    return 1


def moving_options(row: Row, own: int, enemy: int, lists: Any, game: int) -> int:
    """List the options of a power that moves or adds a shaman, given its owner's shamans and the others."""
    space = row.space
    stone = row.at[space]
    if stone == DAWN:
        if count_of(own) == SHAMANS:
            return 0
        taken = own if row.variant & DAWN_BANISHES else own | enemy
        return spaces(FIRST_ROW[row.who] & ~taken, lists, game)
    if stone == CROMLECH:
        return spaces(row.stones & ~(own | enemy), lists, game)
    movers = 1 << space  # Menhir
    if stone == DEER:
        movers = (own | enemy) & NEAR[space]
    elif stone == FAIRY:
        movers = enemy
    elif stone == HAVEN:
        movers = own & ~movers
    return shaman_steps(row, movers, lists, game)


def without_repetitions(row: Row, chains: Any, lists: Any, game: int, listed: int) -> int:
    """Remove the options that lead directly to a repeated position of this turn (rule 6.7)."""
    stone = row.at[row.space]
    count = 0
    for place in range(listed):
        action = int(lists[game, place])
        to = GOAL[action]
        origin = SUMMONED if stone == DAWN else row.space if stone == CROMLECH else ORIGIN[action]
        wakes = to < SPACES and row.stones >> to & 1
        if not wakes or (row.seen + 1 < CHAIN and not repeats(row, chains, game, origin, to)):
            lists[game, count] = action
            count += 1
    return count


def repeats(row: Row, chains: Any, game: int, origin: int, to: int) -> bool:
    """Return whether an effect that takes a shaman to a megalith restores a position seen in this turn."""
    # 1. the position after the effect
    by_active = row.who == row.active
    here = 1 << origin & FIELD
    there = 1 << to
    own = row.own & ~there
    enemy = row.enemy & ~there
    moved = row.moved & ~(here | there)
    if (row.own & here) != 0 or (origin == SUMMONED and by_active):
        own = own & ~here | there
    else:
        enemy = enemy & ~here | there
    if (row.moved & here) != 0 or (by_active and not row.variant & ACTED):
        moved |= there
    # 2. the positions before the present one, from the last to the first
    past_own = row.own
    past_enemy = row.enemy
    past_moved = row.moved
    goal = row.space
    for place in range(row.seen - 1, -1, -1):
        entry = int(chains[game, place])
        back = entry >> ORIGIN_SHIFT & 31
        bit = 1 << goal
        home = 1 << back & FIELD
        banished = bit if back == BANISHING else 0
        if past_own & bit:
            past_own = past_own ^ bit | home
            past_enemy |= banished
        else:
            past_enemy = past_enemy ^ bit | home
            past_own |= banished
        past_moved &= ~bit
        if entry >> MARK_SHIFT:
            past_moved |= home | banished
        goal = entry & 31
        if goal == to and past_own == own and past_enemy == enemy and past_moved == moved:
            return True
    return False


def use(row: Row, chains: Any, game: int, action: int) -> None:
    """Apply an option of a power (rules 6.3, 6.8)."""
    space = row.space
    stone = row.at[space]
    row.kind = TRANSFORM
    if stone == CROMLECH:
        relocate(row, chains, game, space, GOAL[action])
    elif stone == DAWN:
        summon(row, chains, game, GOAL[action])
    elif stone == PILLARS:
        row.extra = row.who
    elif stone == SANCTUARY:
        row.stones ^= 1 << ORIGIN[action] | 1 << GOAL[action]
        row.at[GOAL[action]] = row.at[ORIGIN[action]]
        row.at[ORIGIN[action]] = NONE
    elif stone == STORMWELL:
        lower = LOWER[action - FIRST_SWAP]
        higher = HIGHER[action - FIRST_SWAP]
        kept = row.at[lower]
        row.at[lower] = row.at[higher]
        row.at[higher] = kept
    elif stone == MOUND:
        row.faces ^= 1 << (action - FIRST_FLIP)
    elif stone == SOURCE:
        replace(row, (action - FIRST_REPLACEMENT) >> 1, (action - FIRST_REPLACEMENT) & 1)
    elif action >= FIRST_SPACE:  # Chaos, Alley and Tumulus
        take(row, 1 << GOAL[action])
    elif action >= FIRST_EXIT:  # Deer, Menhir, Fairy and Haven
        leave(row, chains, game, ORIGIN[action])
    else:
        relocate(row, chains, game, ORIGIN[action], GOAL[action])


def take(row: Row, bit: int) -> None:
    """Take the shaman from a space, given as a bit, if there is one."""
    row.own &= ~bit
    row.enemy &= ~bit
    row.moved &= ~bit


def pend(row: Row, kind: int, space: int, who: int) -> None:
    """Make a power or a build the pending decision."""
    row.kind = kind
    row.space = space
    row.who = who


def remember(row: Row, chains: Any, game: int, origin: int, marked: int) -> None:
    """Add the current position to those seen in this turn, with the change that its power makes (rule 6.7)."""
    chains[game, row.seen] = row.space | origin << ORIGIN_SHIFT | marked << MARK_SHIFT
    row.seen += 1


def relocate(row: Row, chains: Any, game: int, origin: int, to: int) -> None:
    """Move a shaman to a free space by a power (rule 6.4)."""
    here = 1 << origin
    there = 1 << to
    marked = row.moved >> origin & 1
    tribe = row.active
    if row.own & here:
        row.own ^= here | there
    else:
        row.enemy ^= here | there
        tribe = 1 - tribe
    if marked or (row.who == row.active and not row.variant & ACTED):
        row.moved = row.moved & ~here | there
    if row.stones & there:
        remember(row, chains, game, origin, marked)
        pend(row, POWER, to, tribe)


def summon(row: Row, chains: Any, game: int, to: int) -> None:
    """Add a shaman of the power's owner from the village (rules 7.2, 10.5)."""
    there = 1 << to
    banishing = (row.own | row.enemy) >> to & 1
    marked = row.moved >> to & 1
    take(row, there)
    if row.who != row.active:
        row.enemy |= there
    else:
        row.own |= there
        if not row.variant & ACTED:
            row.moved |= there
    if row.stones & there:
        remember(row, chains, game, BANISHING if banishing else SUMMONED, marked)
        pend(row, POWER, to, row.who)


def leave(row: Row, chains: Any, game: int, origin: int) -> None:
    """Move a shaman out of the board by a power (rule 6.6)."""
    here = 1 << origin
    marked = row.moved >> origin & 1
    tribe = row.active if row.own & here else 1 - row.active
    take(row, here)
    if can_build(row, origin):
        remember(row, chains, game, origin, marked)
        pend(row, BUILD, origin, tribe)


# Builds and the display (rules page, section 5).


def can_build(row: Row, space: int) -> bool:
    """Return whether a space has no megalith and one is upcoming to be built there (rules 5.2, 5.5)."""
    return not row.stones >> space & 1 and row.display > 0


def builds(row: Row, lists: Any, game: int) -> int:
    """List the megaliths to build."""
    for slot in range(row.display):
        lists[game, slot] = FIRST_BUILD + slot
    return row.display


def construct(row: Row, slot: int) -> None:
    """Build an upcoming megalith; a third one wins at once (rules 5.3, 5.4, 9.1)."""
    space = row.space
    builder = row.who
    row.stones |= 1 << space
    row.at[space] = row.upcoming[slot]
    refill(row, slot)
    row.scores[builder] += 1
    row.kind = TRANSFORM
    if row.scores[builder] == POINTS_TO_WIN:
        row.turn += 1
        finish(row, builder)


def replace(row: Row, space: int, slot: int) -> None:
    """Put an upcoming megalith in place of another, which goes under the deck (rule 7.14)."""
    row.deck[row.deck_size] = row.at[space]
    row.deck_size += 1
    row.tucked += 1
    row.at[space] = row.upcoming[slot]
    refill(row, slot)


def refill(row: Row, slot: int) -> None:
    """Fill a slot of the display from the top of the deck (rule 5.4)."""
    if not row.deck_size:
        if slot == 0:
            row.upcoming[0] = row.upcoming[1]
        row.upcoming[1] = NONE
        row.display -= 1
        return
    row.upcoming[slot] = row.deck[0]
    size = row.deck_size - 1
    for place in range(size):
        row.deck[place] = row.deck[place + 1]
    row.deck[size] = NONE
    row.deck_size = size
    row.tucked = min(row.tucked, size)


# Transformations (rules page, section 8).


def victims(row: Row) -> int:
    """Return the enemies that the active tribe may transform, as a bitboard (rules 8.2, 8.3)."""
    own = row.own
    enemy = row.enemy
    moved = row.moved
    found = 0
    for line in range(4):
        # the shamans of each line of three in one direction, at the place of its first space
        way = LINE_WAY[line]
        second = own >> way
        third = own >> 2 * way
        fresh = LINE_STARTS[line] & (moved | moved >> way | moved >> 2 * way)
        if row.faces & TRANSFORMATION_BIT:
            found |= (fresh & own & enemy >> way & third) << way
        else:
            found |= fresh & enemy & second & third | (fresh & own & second & enemy >> 2 * way) << 2 * way
    return found


def transformations(row: Row, lists: Any, game: int, found: int) -> int:
    """List the transformations of some victims, and the choice to pass (rule 8.4)."""
    count = spaces(found, lists, game)
    if not row.variant & MANDATORY:
        lists[game, count] = ONLY
        count += 1
    return count


def transform(row: Row, action: int) -> None:
    """Transform an enemy or pass (rules 8.4 to 8.6)."""
    if action != ONLY:
        space = GOAL[action]
        row.enemy ^= 1 << space
        row.faces ^= TRANSFORMATION_BIT
        if can_build(row, space):
            row.moved = 0
            pend(row, BUILD, space, row.active)
            return
    next_turn(row)


# The order of a turn (rules page, section 3).


def act(row: Row, action: int) -> None:
    """Apply an action with a tile (rules 3.3, 4.1 to 4.8)."""
    active = row.active
    landing = LANDING[action]
    row.own ^= CHANGED[action]
    row.enemy &= ~landing
    row.faces ^= TILE[FIRST_SWAP * active + action]
    row.moved = landing
    if not landing:
        if can_build(row, ORIGIN[action]):
            pend(row, BUILD, ORIGIN[action], active)
        else:
            next_turn(row)
    elif row.stones & landing:
        pend(row, POWER, GOAL[action], active)
    else:
        row.kind = TRANSFORM


def next_turn(row: Row) -> None:
    """Start the next turn (rule 3.4)."""
    if row.extra != row.active:
        own = row.own
        row.own = row.enemy
        row.enemy = own
        row.active = 1 - row.active
    row.moved = 0
    row.extra = NONE
    row.turn += 1
    row.seen = 0
    row.kind = CHOOSE
    row.space = NONE
    row.who = row.active


def finish(row: Row, winner: int) -> None:
    """End the game."""
    row.moved = 0
    row.extra = NONE
    row.seen = 0
    row.kind = OVER
    row.space = NONE
    row.who = NONE
    row.winner = winner


def settle(row: Row, chains: Any, lists: Any, game: int) -> int:
    """List the actions of the decision that comes next, or none at the end of the game.

    A decision that is already pending stays, so this also lists the legal actions of a row that was made elsewhere.
    """
    # 1. a power without options does nothing (rule 6.5)
    if row.kind == POWER:
        count = power_options(row, chains, lists, game)
        if count:
            return count
        row.kind = TRANSFORM
    if row.kind == BUILD:
        return builds(row, lists, game)
    # 2. the active player may transform, if there is a victim (rules 8.1 to 8.4)
    if row.kind == TRANSFORM:
        found = victims(row)
        if found:
            row.space = NONE
            row.who = row.active
            row.seen = 0
            return transformations(row, lists, game, found)
        next_turn(row)
    # 3. a player without an action loses (rule 9.2)
    if row.kind == CHOOSE:
        count = tile_actions(row, lists, game)
        if count:
            return count
        finish(row, 1 - row.active)
    return 0


def play(row: Row, chains: Any, lists: Any, game: int, action: int) -> int:
    """Apply a legal action, and list the next actions."""
    kind = row.kind
    if kind == CHOOSE:
        act(row, action)
    elif kind == POWER:
        use(row, chains, game, action)
    elif kind == BUILD:
        construct(row, action - FIRST_BUILD)
    else:
        transform(row, action)
    return settle(row, chains, lists, game)
