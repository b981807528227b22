"""Lights of a party: lit and put out by their bearers, spent, or blown out by the wind (R169 to R171, R212)."""

from __future__ import annotations

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refusal
from cairn_rules.cairn_rpg.procedures import carrying
from cairn_rules.cairn_rpg.procedures.party import Light, Party, PartyChange, with_member
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Resolution
from cairn_rules.phrasebook import Named


@checked
def kindle(party: Party, bearer: int, item: str, rulings: Rulings = DEFAULT) -> PartyChange:
    """Light an item of a member (R170, R171). Among several alike, the one with the fewest uses left is lit.

    Raises:
        IllegalActionError: if the member carries no such item that can be lit now.

    Example:
        >>> from cairn_rules.cairn_rpg import Item, Uses, combat
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take
        >>> from cairn_rules.cairn_rpg.procedures.party import Party
        >>> torch = Item(id="torch", name="Torch", uses=Uses(2, 3), light="torch")
        >>> party = kindle(Party(members=(take(combat.person("Ada", hp=4), torch),)), 0, "torch").state
        >>> party.lights, str(party.members[0].inventory.items[0])
        ((Light(bearer=0, item='torch'),), 'Torch (1 of 3)')
    """
    character = party.members[bearer]
    found = _alike(character, item)
    if not found:
        reason = REASONS.reason("item/not-carried", "R169", who=character.name, target=item)
        raise refusal(character, f"light {item}", reason)
    if party.lights.count(Light(bearer, item)) >= len(found):
        raise refusal(character, f"light {item}", REASONS.reason("light/burning", item=found[0].name))
    best = next((each for each in found if each.uses is None or each.uses.left), found[0])
    change = carrying.light(character, best, rulings)
    lit = with_member(party, bearer, change.state)
    return Resolution(replaced(lit, lights=(*lit.lights, Light(bearer, item))), change.events)


@checked
def quench(party: Party, light: Light, *, rule: str = "R170", rulings: Rulings = DEFAULT) -> PartyChange:
    """Put out a light, by hand or by wind (R170, R212). A torch without uses left is removed.

    Raises:
        IllegalActionError: if it does not burn.

    Example:
        >>> from cairn_rules.cairn_rpg import Item, Uses, combat
        >>> from cairn_rules.cairn_rpg.procedures.carrying import take
        >>> from cairn_rules.cairn_rpg.procedures.party import Party
        >>> torch = Item(id="torch", name="Torch", uses=Uses(1, 3), light="torch")
        >>> party = kindle(Party(members=(take(combat.person("Ada", hp=4), torch),)), 0, "torch").state
        >>> print(*quench(party, party.lights[0], rule="R212").events)
        Torch of Ada goes out [R212]
    """
    if light not in party.lights:
        character = party.members[light.bearer if 0 <= light.bearer < len(party.members) else 0]
        raise refusal(character, f"put out {light.item}", REASONS.reason("light/not-burning", rule, item=light.item))
    character = party.members[light.bearer]
    item = _alike(character, light.item)[0]
    lights = list(party.lights)
    lights.remove(light)
    event = Event("light-out", rule, who=character.name, item=Named(item.id, item.name))
    party = replaced(party, lights=tuple(lights))
    return Resolution(with_member(party, light.bearer, carrying.put_out(character, item, rulings)), (event,))


def _alike(character: Character, id: str) -> list[Item]:
    """Return the items of a kind that a character carries, those with the fewest uses left first."""
    items = [item for item in character.inventory.items if item.id == id]
    return sorted(items, key=lambda item: item.uses.left if item.uses else 0)
