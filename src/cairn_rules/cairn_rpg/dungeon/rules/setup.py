"""Set-up of a dungeon: the party, the map, and changes by the Warden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked, wrong_argument
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.combat.rules.setup import adventurers
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.dungeon.areas import Area, Door, Dungeon, check_dungeon, example
from cairn_rules.cairn_rpg.dungeon.state import Found, State
from cairn_rules.cairn_rpg.procedures.party import Party, gathered, with_members
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance
from cairn_rules.errors import DefinitionError
from cairn_rules.game import SEED_BITS


@checked
def new_game(
    *,
    seed: int | None = None,
    party: Party | Iterable[Character] = (),
    dungeon: Dungeon | None = None,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> State:
    """Return the first state: the party in the first area of the map.

    Args:
        seed: The same seed and decisions give the same game (default: a different one each time).
        party: The party, or its members in marching order (default: two adventurers with torches and rations).
        dungeon: The map (default: a barrow of five areas).
        rulings: The rulings.
        book: The spells and creatures (default: those of the library).

    Raises:
        DefinitionError: if there are more than 100 members, or one is not a character.
        UnsoundStateError: if the parts of the map do not fit together. It lists every fault.

    Example:
        >>> state = new_game(seed=7)
        >>> state.area, [member.name for member in state.party.members]
        ('mound', ['Hestia', 'Basil'])
    """
    party = gathered(party, _explorers)
    if dungeon is None:
        dungeon = example()
    elif isinstance(dungeon, Dungeon):
        check_dungeon(dungeon)
    else:
        raise wrong_argument("dungeon", dungeon, Dungeon)
    start = dungeon.areas[0]
    state = State(
        dungeon=dungeon,
        party=party,
        area=start.id,
        visited=frozenset({start.id}),
        loot=tuple(Found(area=start.id, item=item) for item in start.items),
        rulings=rulings,
        book=book,
        chance=Chance.from_seed(Random().getrandbits(SEED_BITS) if seed is None else seed),
    )
    return replaced(state, blind=start.dark and not party.lights)


@cache
def _explorers() -> tuple[Character, ...]:
    """Return two adventurers with gear for a dungeon."""
    hestia, basil = adventurers()
    torch = Item(id="torch", name="Torch", uses=Uses.full(3), light="torch")
    food = Item(id="rations", name="Rations", uses=Uses.full(3))
    return (
        evolve(hestia, inventory=Inventory(items=(torch, food), gold=10)),
        evolve(basil, inventory=Inventory(items=(food, Item(id="crowbar", name="Crowbar")), gold=10)),
    )


@checked
def changed(state: State, *parts: Area | Door) -> State:
    """Return the state with areas or doors of the map replaced, as the fiction decides.

    Use it when something becomes safe, dark or dangerous, or a new way opens. Each part has its old id. New ids are
    added to the map.

    Raises:
        UnsoundStateError: if the parts of the map do not fit together. It lists every fault.

    Example:
        >>> from attrs import evolve
        >>> state = new_game(seed=7)
        >>> quiet = evolve(state.dungeon.area("ossuary"), danger=False, safe=True)
        >>> changed(state, quiet).dungeon.area("ossuary").safe
        True
    """
    dungeon = state.dungeon
    areas = {each.id: each for each in (*dungeon.areas, *(part for part in parts if isinstance(part, Area)))}
    doors = {each.id: each for each in (*dungeon.doors, *(part for part in parts if isinstance(part, Door)))}
    dungeon = evolve(dungeon, areas=tuple(areas.values()), doors=tuple(doors.values()))
    check_dungeon(dungeon)
    return replaced(state, dungeon=dungeon)


@checked
def returned(state: State, members: Sequence[Character]) -> State:
    """Return the state with the members as they are after something else, such as a fight.

    Lights that their bearers no longer carry go out. The state is at the beginning of a turn; the members are all of
    them, in the same order.

    Raises:
        DefinitionError: if there are more or fewer members, or a turn or a decision is under way.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import Score
        >>> state = new_game(seed=7)
        >>> hurt = [evolve(member, hp=Score(0, member.hp.max)) for member in state.party.members]
        >>> [member.hp.value for member in returned(state, hurt).party.members]
        [0, 0]
    """
    if len(members) != len(state.party.members):
        raise DefinitionError(f"give all {len(state.party.members)} members, also the dead, not {len(members)}")
    if state.goal is not None or state.questions or state.rests is not None:
        raise DefinitionError("the party can change only between two turns: finish this turn first")
    return replaced(state, party=with_members(state.party, tuple(members)))
