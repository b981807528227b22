"""Saves, chances, reactions and the Die of Fate (R5, R45 to R50, R136, R137)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.effects import PassSaves
from cairn_rules.cairn_rpg.content.book import Reaction
from cairn_rules.chance import Dice
from cairn_rules.errors import DefinitionError

__all__ = ["chance_of", "die_of_fate", "most_at_risk", "n_in_six", "reaction", "save"]


@checked
def save(character: Character, attribute: Attribute, dice: Dice, *, purpose: str = "", rule: str = "R45") -> bool:
    """Roll a save and return whether the character passes it (R45 to R47).

    Nothing is rolled while an effect lets the character pass saves with this attribute (R51). The current value counts,
    not the maximum. `purpose` is that of the roll (default: such as `Freya's DEX save`), and `rule` the number of the
    rule that requires it.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attributes import Score
        >>> from cairn_rules.chance import ScriptedDice
        >>> freya = Character(
        ...     name="Freya", strength=Score(3, 12), dexterity=Score.full(12), willpower=Score.full(9), hp=Score.full(3)
        ... )
        >>> save(freya, Attribute.STR, ScriptedDice([4])), save(freya, Attribute.DEX, ScriptedDice([4]))
        (False, True)
    """
    if character.effects and any(
        isinstance(effect, PassSaves) and effect.attribute is attribute for effect in character.effects
    ):
        return True
    value = character.score(attribute).value
    return dice.check(value, purpose=purpose or f"{character.name}'s {attribute} save", rule=rule)


@checked
def chance_of(value: int) -> Fraction:
    """Return the probability of passing a save: a 1 always passes, and a 20 always fails (R46).

    Example:
        >>> chance_of(12), chance_of(0), chance_of(25)
        (Fraction(3, 5), Fraction(1, 20), Fraction(19, 20))
    """
    return Fraction(max(1, min(value, 19)), 20)


@checked
def most_at_risk(characters: Iterable[Character], attribute: Attribute) -> Character:
    """Return the character who rolls for all: the first in marching order with the lowest current value (R49, R50).

    Raises:
        DefinitionError: if there are no characters.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada, bo = combat.person("Ada", hp=4, dexterity=12), combat.person("Bo", hp=3, dexterity=8)
        >>> most_at_risk([ada, bo], Attribute.DEX).name
        'Bo'
    """
    group = tuple(characters)
    if not group:
        raise DefinitionError("a save needs at least one character, got none")
    return min(group, key=lambda character: character.score(attribute).value)


@checked
def n_in_six(n: int, dice: Dice, *, purpose: str, rule: str = "R5") -> bool:
    """Roll for a chance of N in 6, and return whether the event happens (R5).

    Chances below 0 and above 6 count as 0 and 6, which need no roll. `purpose` is that of the roll, such as `lost`, and
    `rule` the number of the rule that requires it.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> dice = ScriptedDice([2, 3])
        >>> n_in_six(2, dice, purpose="lost"), n_in_six(2, dice, purpose="lost"), n_in_six(6, dice, purpose="lost")
        (True, False, True)
    """
    if n <= 0 or n >= 6:
        return n > 0
    return dice.face(6, purpose=purpose, rule=rule) <= n


@checked
def reaction(dice: Dice, *, reactions: Iterable[Reaction] | None = None) -> Reaction:
    """Roll 2d6 for the reaction of creatures that the party meets (R136).

    `reactions` has the bands of the table (default: those of the book).

    Raises:
        DefinitionError: if no band has the sum.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> reaction(ScriptedDice([3, 4])).name, reaction(ScriptedDice([1, 1])).name
        ('Curious', 'Hostile')
    """
    if reactions is None:
        from cairn_rules.cairn_rpg.content.book_file import book  # noqa: PLC0415 - reads files

        reactions = book().reactions
    total = dice.sum(2, 6, purpose="reaction", rule="R136")
    for each in reactions:
        if each.least <= total <= each.most:
            return each
    raise DefinitionError(f"the reaction table has no row for {total}: its bands should cover 2 to 12")


@checked
def die_of_fate(dice: Dice) -> bool:
    """Roll the Die of Fate and return whether it favours the player characters: on 4 or more (R137).

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> die_of_fate(ScriptedDice([4])), die_of_fate(ScriptedDice([3]))
        (True, False)
    """
    return dice.face(6, purpose="Die of Fate", rule="R137") >= 4
