"""The reasons why actions are illegal in Cairn: the sentence and the rules of each code."""

from __future__ import annotations

from typing import Final

from cairn_rules.phrasebook import ReasonTable

REASONS: Final = ReasonTable(
    {
        "action/unknown": ("{action!r} is not an action of Cairn{hint}", "3.1"),
        "add/empty-village": ("the {tribe} village is empty", "4.1"),
        "add/not-a-totem": ("{to} is not a {tribe} totem; the {tribe} totems are {totems:and}", "4.1"),
        "add/other-face": ("{to} is not the totem that the Add tile shows: {face} is {totem}", "4.1"),
        "add/own-shaman": ("{to} already has a {tribe} shaman", "4.1"),
        "construct/not-upcoming": ("{megalith} is not upcoming; {upcoming:and} can be built", "5.3"),
        "decision/another-player": ("{who} decides now", "3.4"),
        "decision/build": ("{tribe} must build a megalith on {space} now", "5.3"),
        "decision/choose-action": ("{tribe} must add, move or jump now", "3.1"),
        "decision/transform": ("{tribe} must transform or decline now", "8.4"),
        "decision/use-power": ("{tribe} must use {megalith} on {space} now", "6.3"),
        "game/over": ("the game is over", "9.1", "9.2"),
        "jump/no-exit": ("a jump out of the board starts one row before {tribe}'s first row, not on {origin}", "4.6"),
        "jump/not-two-steps": ("{to} is not two steps in a straight line from {origin}", "4.4"),
        "jump/nothing-to-jump": ("no shaman stands on {over}, between {origin} and {to}", "4.4"),
        "jump/nothing-in-front": (
            "there is no shaman to jump over in front of {origin}; the Jump tile shows {face}",
            "4.6",
        ),
        "jump/occupied": ("{to} is occupied", "4.4"),
        "jump/over-the-corner": (
            "the variant does not allow the jump from {origin} out of the board over the corner",
            "4.7",
        ),
        "jump/wrong-tribe": ("the shaman on {over} is {tribe}'s, but the Jump tile shows {face}", "4.4"),
        "jump/no-shaman": ("no shaman stands on {origin}", "4.4"),
        "jump/not-yours": ("the shaman on {origin} is {tribe}'s", "4.4"),
        "move/no-shaman": ("no shaman stands on {origin}", "4.3"),
        "move/not-yours": ("the shaman on {origin} is {tribe}'s", "4.3"),
        "move/no-exit": ("a move out of the board starts in {tribe}'s first row, not on {origin}", "4.5"),
        "move/not-diagonal": ("{origin} to {to} is orthogonal, but the Move tile shows diagonal", "4.3"),
        "move/not-one-step": ("{to} is not one step from {origin}", "4.3"),
        "move/not-straight": ("{origin} to {to} is diagonal, but the Move tile shows orthogonal", "4.3"),
        "move/occupied": ("{to} is occupied", "4.3"),
        "pass/mandatory": ("the variant makes transforming mandatory", "8.4"),
        "pass/not-allowed": ("{tribe} must take an action; passing is not allowed", "3.2"),
        "power/not-offered": ("{megalith} on {space} does not offer {action}", "6.3"),
        "power/repeats-position": ("{action} would repeat a position of this turn in which a power was used", "6.7"),
        "transform/no-arrangement": ("{victim} is not in an arrangement with the enemy {face}", "8.2"),
        "transform/no-enemy": ("no {tribe} shaman stands on {victim}", "8.1"),
        "transform/not-fresh": ("{tribe} did not move a shaman of the arrangement around {victim} in this turn", "8.3"),
        "transform/not-acted": (
            "the variant counts only the shaman of {tribe}'s action, which is not in the arrangement around {victim}",
            "8.7",
        ),
        "ward/forbidden": ("{megalith} on {space} forbids it", "12.4"),
    }
)
"""The reasons by code. The values of the game that a sentence names are its arguments."""
