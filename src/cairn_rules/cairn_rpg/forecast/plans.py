"""Alternative plans for a journey: additional goods."""

from __future__ import annotations

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.content.book import Goods
from cairn_rules.cairn_rpg.procedures.carrying import pull
from cairn_rules.cairn_rpg.procedures.magic import the_book
from cairn_rules.cairn_rpg.procedures.party import with_members
from cairn_rules.cairn_rpg.wilderness.food import store
from cairn_rules.cairn_rpg.wilderness.state import State
from cairn_rules.errors import DefinitionError, hint, quoted


@checked
def take_along(journey: State, *goods: str) -> State:
    """Return a journey on which the party has more goods, in their order. Nothing is paid (R35, R207).

    The first living member gets a mount, and pulls a cart. Items go to the first one with room, and then into
    containers. Goods are ids in the price lists of the library and of the journey's packs, such as `mule` or `rations`.

    Raises:
        DefinitionError: if there are no such goods, they cannot be carried, or there is no room.
        IllegalActionError: if the first living member cannot pull a cart.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> journey = take_along(wilderness.new_game(seed=7), "mule", "rations")
        >>> [container.name for container in journey.party.members[0].inventory.containers]
        ['Mule']
        >>> wilderness.meals(journey.party.members, journey.rulings)
        9
    """
    known = {row.id: row for rows in the_book(journey.book).goods.values() for row in rows if row.item or row.container}
    members = list(journey.party.members)
    living = journey.party.living
    for id in goods:
        row: Goods | None = known.get(id)
        if row is None:
            raise DefinitionError(f"{quoted(id)} cannot be taken along; {hint(id, tuple(known))}")
        if row.container is not None:
            inventory = members[living[0]].inventory
            more = evolve(inventory, containers=(*inventory.containers, row.container))
            members[living[0]] = replaced(members[living[0]], inventory=more)
            if row.container.load:
                members[living[0]] = pull(members[living[0]], row.container, journey.rulings)
        elif row.item is not None and not store(members, living, row.item, journey.rulings):
            raise DefinitionError(f"no member has room for {row.name}: take a cart or a mount along first")
    return replaced(journey, party=with_members(journey.party, tuple(members)))
