"""The reasons why actions are illegal in Korrigans: the sentence and the rules of each code."""

from __future__ import annotations

from typing import Final

from cairn_rules.korrigans.state.pending import DECISIONS
from cairn_rules.phrasebook import ReasonTable

REASONS: Final = ReasonTable(
    {
        "action/unknown": ("{action!r} is not an action of Korrigans{hint}", "3.1"),
        "cauldron/no-field": ("{field!r} is not a field of the board", "7.2"),
        "cauldron/not-free": ("{field} is not in a free row and a free column", "7.2"),
        "cauldron/own-korrigan": ("a Korrigan of {who} is in {field}, and other fields are possible", "7.3"),
        "decision/another-player": ("{who} decides now", "3.1"),
        **{f"decision/{code}": (f"{{who}} must {must} now", rule) for code, must, rule in DECISIONS.values()},
        "game/over": ("the game is over", "13.1"),
        "goblin/not-there": ("the Goblin can go to {receivers}", "6.10"),
        "goblin/same-korrigan": (
            "both Korrigans of {who} are in that field and carry the same; give it to the first one",
            "6.10",
        ),
        "cloud/covered": ("the {pawn} pawn covers the Cloud of column {number}", "3.4"),
        "cloud/no-column": ("column {number} does not exist (1 to {count})", "3.4"),
        "sun/covered": ("the {pawn} pawn covers the Sun of row {number}", "3.3"),
        "sun/no-row": ("row {number} does not exist (1 to {count})", "3.3"),
        "move/no-open": ("no open link joins {here} and {there}", "4.4"),
        "move/no-door": ("no door joins {here} and {there}", "4.5"),
        "move/no-bridge": ("no bridge joins {here} and {there}", "4.6"),
        "move/no-molehill": ("{field} has no molehill", "4.8"),
        "move/no-pontoon": ("{field} has no pontoon", "4.9"),
        "move/no-companion": ("{who} has no {companion}", "4.1"),
        "move/no-field": ("{to!r} is not a field of the board", "4.1"),
        "move/no-korrigan": ("Korrigan {korrigan} does not exist (0 and 1)", "4.1"),
        "move/other-colour": ("{here} and {there} differ in colour", "4.7"),
        "move/same-field": ("{who}'s {korrigan} Korrigan is already in {to}", "4.1"),
        "move/same-korrigan": (
            "both Korrigans of {who} are in one field and carry the same; move the first one",
            "4.1",
        ),
        "move/troll": ("the Troll blocks the way between {here} and {there}", "4.10"),
        "pass/can-move": ("{who} can move with a {companion}", "4.15"),
        "pass/can-sacrifice": ("{who} can give up a token for a Backup Companion", "4.15"),
        "place/no-field": ("{field!r} is not a field of the board", "2.5", "2.6"),
        "place/not-your-start": ("{who} starts in {starts:or}, not in {field}", "2.5", "2.6"),
        "place/other-start": ("the second Korrigan of {who} starts in {starts:or}", "2.5", "2.6"),
        "sacrifice/can-move": ("{who} can move with a {companion}", "4.11"),
        "sacrifice/no-backup": ("no Backup Companion is left", "4.14"),
        "sacrifice/no-side": ("a Backup Companion is a hare or a squirrel, not a {backup}", "4.13"),
        "sacrifice/no-token": ("{who} has no {clover} token behind the screen", "4.12"),
        "sacrifice/not-now": ("nothing can be sacrificed for {decision}", "4.14"),
        "sacrifice/useless": ("neither a hare nor a squirrel allows a movement", "4.15"),
        "sacrifice/useless-side": ("a {backup} allows no movement, but a {other} does", "4.13"),
        "take/not-there": ("{field} has no {clover} token; its tokens are {clovers}", "5.2"),
        "troll/no-link": ("the board has no link {link}", "6.6"),
        "troll/stays": ("the Troll is already on {link} and must move", "6.6"),
        "unmask/no-screen": ("the screen of {who} is already removed", "6.4"),
        "unmask/no-seat": ("seat {seat} does not exist (0 to {last})", "6.4"),
        "unmask/yourself": ("only an opponent's screen can be removed", "6.4"),
    }
)
"""The reasons by code. The values of the game that a sentence names are its arguments."""
