"""The command `odds`: who wins a fight, exactly or from simulated games."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, Namespace
from typing import Any, Final, cast

from cairn_rules.cairn_rpg.combat.notation import parse_action
from cairn_rules.cairn_rpg.combat.rules.rules import apply
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, State
from cairn_rules.cairn_rpg.commands.fight import SIDES, add_sides, check_sides
from cairn_rules.cairn_rpg.commands.output import FORMATS, JSON, add_output, format_of, written
from cairn_rules.cairn_rpg.commands.solving_options import (
    add_solving,
    as_data,
    note_unused,
    origin_of,
    policy_of,
    solving_of,
)
from cairn_rules.cairn_rpg.odds import (
    FleeWhenHurt,
    Odds,
    Policy,
    focus_fire,
    markdown_report,
    odds,
    odds_page,
    random_target,
    text_report,
    weakest_first,
)
from cairn_rules.cairn_rpg.odds.calculate import MOST_STATES
from cairn_rules.cairn_rpg.odds.result import FATES, unread_attacks
from cairn_rules.cli.atomic_file import check_writable
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.executor import executor_for
from cairn_rules.cli.messages import status_line
from cairn_rules.cli.options import add_jobs, add_start, start_of
from cairn_rules.game import Game

POLICIES: Final[dict[str, Policy]] = {
    "focus-fire": focus_fire,
    "weakest-first": weakest_first,
    "random-target": random_target,
}
"""The policies that have a name on the command line, besides `flee-at-N`."""
_POSITIONS: Final = ("enhanced", "impaired", "enhanced-against", "impaired-against")
"""The options for positions, of attacks by fighters or on them (R85, R87)."""
_FLEE: Final = re.compile("flee-at-([0-9]{1,3})")


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_sides(parser, required=True)
    for side in SEAT_NAMES:
        parser.add_argument(
            f"--{side}",
            default="focus-fire",
            metavar="POLICY",
            help=f"Policy of the {side}: {', '.join(POLICIES)}, flee-at-N, or MODULE:POLICY (default: focus-fire).",
        )
    for name in _POSITIONS:
        mode, against, _ = name.partition("-")
        words = f"Attacks {'on' if against else 'by'} FIGHTERS are {mode}: party, foes, or names with commas"
        parser.add_argument(f"--{name}", metavar="FIGHTERS", help=f"{words}; 'party:1' up to round 1 (default: none).")
    games = "up to 400, until victories are known within 5 points"
    add_solving(parser, "exact odds", "games", most_states=MOST_STATES, games=games)
    add_start(parser, game, without=SIDES)
    add_jobs(parser)
    add_output(parser)


def run(options: Namespace) -> Lines:
    """Print the odds of a fight, with progress on the standard error."""
    check_sides(options)
    policies: list[Policy] = [
        policy_of(f"--{side}", getattr(options, side), POLICIES, _FLEE, lambda hp: FleeWhenHurt(hp=hp))
        for side in SEAT_NAMES
    ]
    format = format_of(options, FORMATS)
    if options.output is not None:
        check_writable(options.output)  # before the odds, which take long
    fight = _positioned(cast("State", start_of(options, 0)), options)  # there is one, because the sides are given
    with executor_for(options) as executor, status_line("working out the odds") as progress:
        found = odds(
            fight, party=policies[0], foes=policies[1], executor=executor, progress=progress, **solving_of(options)
        )
    report = {"markdown": markdown_report, "html": odds_page, JSON: _as_json}.get(format, text_report)
    note_unused(options, found)
    yield from written(options, (report(found).rstrip("\n"),))
    return 0


def _positioned(fight: State, options: Namespace) -> State:
    """Return a fight with the positions of the options. Raise a `CairnRulesError` if one is wrong."""
    for name in _POSITIONS:
        if who := getattr(options, name.replace("-", "_")):
            mode, against, _ = name.partition("-")
            fighters, colon, until = who.partition(":")
            text = f"{'exposure' if against else 'position'}:{fighters}={mode}{colon}{until}"
            fight = apply(fight, parse_action(text, fight))
    return fight


def _as_json(found: Odds) -> str:
    data = {
        "policies": dict(zip(SEAT_NAMES, found.policies, strict=True)),
        "rulings": {name: str(value) for name, value in found.fight.rulings.changed.items()},
        "remarks": [*unread_attacks(each.character for each in found.fight.fighters)],
        "wins": dict(zip(SEAT_NAMES, map(as_data, found.wins), strict=True)),
        "endings": [
            {
                "winner": None if each.winner is None else SEAT_NAMES[each.winner],
                "reason": each.reason,
                "probability": as_data(each.probability),
            }
            for each in found.endings
        ],
        "rounds": as_data(found.rounds),
        "fighters": [
            {
                "name": each.name,
                "side": SEAT_NAMES[each.side],
                "follows": fighter.owner,
                **{fate: as_data(getattr(each, fate)) for fate in FATES},
                "scars": None if each.scars is None else as_data(each.scars),
            }
            for each, fighter in zip(found.fighters, found.fight.fighters, strict=True)
        ],
        **origin_of(found),
    }
    return json.dumps(data)


ODDS: Final = library_command(
    "odds", _add_arguments, run, example="hero.json root-goblin --party weakest-first --output odds.html"
)
