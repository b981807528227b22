"""Reports on the odds of a fight, as plain text and as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attacks import ASPECTS
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, position_text
from cairn_rules.cairn_rpg.estimates.estimate import Estimate
from cairn_rules.cairn_rpg.estimates.markup import WIDTH, changed_rulings, listed, markdown_line, markdown_table
from cairn_rules.cairn_rpg.odds.result import ENDLESS, FATES, Ending, FighterOdds, Odds, unread_attacks

COLUMNS: Final = (*FATES, "scars")
_ENDINGS: Final[Mapping[tuple[int | None, str], str]] = {
    (PARTY, "defeat"): "The party wins, no foe flees",
    (PARTY, "flight"): "The party wins, foes flee",
    (FOES, "defeat"): "The foes win, no member of the party flees",
    (FOES, "flight"): "The foes win, some of the party flee",
    (None, "stalemate"): "No winner: no fighter can act",
    (None, ENDLESS): "No winner: rounds repeat forever",
}


def title(odds: Odds) -> str:
    """Return the title of a report, such as `Hestia and Basil against 2 x Wolf`."""
    return " against ".join(_side(odds, side) for side in (PARTY, FOES))


def _side(odds: Odds, side: int) -> str:
    """Return the names of a side. Equal names are counted."""
    numbers = Counter(each.name for each in odds.fighters if each.side == side)
    names = [name if number == 1 else f"{number} x {name}" for name, number in numbers.items()]
    return listed(names)


def verdict(odds: Odds) -> str:
    """Return the result in a sentence."""
    return f"The party wins with a probability of {odds.wins[PARTY]}."


def endings(odds: Odds) -> Iterator[tuple[str, str]]:
    """Yield each ending with its probability."""
    for ending in odds.endings:
        yield ending_text(ending), str(ending.probability)


def ending_text(ending: Ending) -> str:
    """Return an ending in words."""
    return _ENDINGS[ending.winner, ending.reason]


def names(odds: Odds) -> tuple[str, ...]:
    """Return the name of each fighter. Equal names are numbered."""
    numbers = Counter(each.name for each in odds.fighters)
    seen = Counter[str]()
    found: list[str] = []
    for each in odds.fighters:
        seen[each.name] += 1
        found.append(each.name if numbers[each.name] == 1 else f"{each.name} {seen[each.name]}")
    return tuple(found)


def fate_rows(odds: Odds) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table of fighters."""
    for name, fighter in zip(names(odds), odds.fighters, strict=True):
        yield name, *fates(fighter)


def fates(fighter: FighterOdds) -> tuple[str, ...]:
    """Return the cells of a fighter in the table of fighters."""
    found: list[Estimate] = [getattr(fighter, fate) for fate in FATES]
    return (*map(str, found), "-" if fighter.scars is None else str(fighter.scars))


def stat_line(fighter: Fighter) -> str:
    """Return the figures of a fighter on one line."""
    character = fighter.character
    figures = (
        f"{character.hp} HP",
        f"{fighter.armor} Armor",
        f"{character.strength} STR",
        f"{character.dexterity} DEX",
        f"{character.willpower} WIL",
        *map(str, fighter.attacks[:-1] or fighter.attacks),
        *(["detachment"] if character.detachment else []),
    )
    return ", ".join(figures)


def assumptions(odds: Odds) -> Iterator[str]:
    """Yield the assumptions of the odds: policies, rulings, companions, positions, unused words, and the method."""
    yield f"Policies: {odds.policies[PARTY]} (party), {odds.policies[FOES]} (foes)."
    yield changed_rulings(odds.fight.rulings)
    yield from unread_attacks(each.character for each in odds.fight.fighters)
    yield from _companions(odds)
    for fighter in odds.fight.fighters:
        for aspect, word in ASPECTS.items():
            if mode := position_text(odds.fight, fighter, aspect):
                yield f"Attacks {word} {fighter.character.name} are {mode}."
    remarks = {
        f"{each.name} ({each.remark})" for fighter in odds.fight.fighters for each in fighter.attacks if each.remark
    }
    if remarks:
        yield f"No rule uses what the brackets say of {listed(sorted(remarks))}."
    if odds.exact:
        yield f"Exact: all results of the dice were followed, through {odds.states:,} states."
    else:
        yield f"Simulated: {odds.games:,} games, seed {odds.seed}. Brackets hold 95 % confidence intervals."
    if odds.note:
        yield f"They were simulated because {odds.note}."


def _companions(odds: Odds) -> Iterator[str]:
    """Yield the owners of followers, and the companions that do not fight (A56)."""
    fighters = odds.fight.fighters
    for index, fighter in enumerate(fighters):
        name = fighter.character.name
        if fighter.owner is not None:
            yield f"{name} follows {fighters[fighter.owner].character.name}."
        there = {each.character.creature for each in fighters if each.owner == index}
        for each in fighter.character.companions:
            if each.id not in there:
                yield f"{each.name}, a companion of {name}, does not fight."


def rounds(odds: Odds) -> str:
    """Return the expected number of rounds in a sentence."""
    mean = odds.rounds
    if mean.value == float("inf"):
        return "The fight may never end."
    low_high = "" if mean.interval is None else f" ({mean.interval[0]:.2f} to {mean.interval[1]:.2f})"
    return f"It takes {float(mean.value):.2f} rounds on average{low_high}."


@checked
def text_report(odds: Odds) -> str:
    """Return a report as plain text, at most 80 columns wide.

    Example:
        >>> from cairn_rules.cairn_rpg.combat import new_game
        >>> from cairn_rules.cairn_rpg.odds import odds
        >>> from cairn_rules.cairn_rpg import Rulings
        >>> print(text_report(odds(new_game(rulings=Rulings(morale=False)))).splitlines()[2])
        The party wins with a probability of 92.3 %.
    """
    lines = [fill(title(odds), WIDTH), "", verdict(odds), rounds(odds), ""]
    lines += (f"{text:<44}{share}" for text, share in endings(odds))
    for who, *cells in fate_rows(odds):
        lines += ["", fill(who, WIDTH)]
        lines += (f"    {name:<12}{cell}" for name, cell in zip(COLUMNS, cells, strict=True) if cell != "-")
    lines.append("")
    lines += (fill(each, WIDTH) for each in assumptions(odds))
    return "\n".join(lines)


@checked
def markdown_report(odds: Odds) -> str:
    """Return a report as Markdown.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> from cairn_rules.cairn_rpg.odds import odds
        >>> ada = combat.person("Ada", hp=4, attacks=["sword d6"], kind="pc")
        >>> print(markdown_report(odds(combat.new_game(party=[ada]))).splitlines()[0])
        # Ada against Bear
    """
    lines = [f"# {markdown_line(title(odds))}", "", f"**{verdict(odds)}** {rounds(odds)}", "", "## How it ends", ""]
    lines += markdown_table(("", "probability"), endings(odds))
    lines += ["", "## The fate of each fighter", ""]
    lines += markdown_table(("", *COLUMNS), fate_rows(odds))
    lines += ["", "## Assumptions", ""]
    lines += (f"- {markdown_line(each)}" for each in assumptions(odds))
    lines += (f"- {markdown_line(f'{each.character.name}: {stat_line(each)}')}" for each in odds.fight.fighters)
    return "\n".join(lines)
