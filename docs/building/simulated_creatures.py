"""The table of creatures whose fights against four are simulated."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg import Rulings, book
from cairn_rules.cairn_rpg.characters.attacks import Attack, Doom, Feast, Loss
from cairn_rules.cairn_rpg.combat import FOES, Begin, Fighter, Strike, apply, creature, new_game
from cairn_rules.cairn_rpg.odds import focus_fire

EVERYONE = "hits all four in each turn, so that their wounds combine"
LASTING = "harms those who failed a save in every round, so that their wounds combine"
HEALING = "heals itself by its hits, so that a fight goes up and down for long"
DOOM = "dooms those who failed a save, so that the rounds that each has left combine"


def simulated_creatures() -> str:
    """Return the table of creatures with their reasons."""
    lines = ["| creature | what it does |", "|---|---|"]
    return "\n".join((*lines, *(f"| {name} | {reason} |" for _, name, reason in simulated())))


def simulated() -> Iterator[tuple[str, str, str]]:
    """Yield the id, the name and the reason of each creature that is simulated against four."""
    for kind in book().creatures.values():
        foe = creature(kind)
        state = apply(new_game(seed=1, foes=[foe], rulings=Rulings(initiative="foes_first")), Begin())
        (fighter,) = (each for each in state.fighters if each.side == FOES)
        action = focus_fire(state)
        assert isinstance(action, Strike), "a creature attacks"
        reason = _reason(fighter, fighter.attacks[action.attack])
        if reason:
            yield kind.id, kind.name, reason


def _reason(fighter: Fighter, attack: Attack) -> str:
    """Return why a fight with an attack has too many states; empty if it does not."""
    if attack.blast or fighter.character.detachment:
        return EVERYONE
    if any(type(each) is Loss and each.each_round for each in attack.consequences):
        return LASTING
    if any(type(each) is Doom and each.unit == "rounds" for each in attack.consequences):
        return DOOM
    return HEALING if attack.heals or Feast() in attack.consequences else ""
