"""States and actions in words, for titles, descriptions and captions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Final, assert_never

from cairn_rules.cairn.megaliths import effects
from cairn_rules.cairn.megaliths.power_rules import do_effect
from cairn_rules.cairn.megaliths.wider_effects import Borrow, GrantBuild, RelocateAll, Together, Wake
from cairn_rules.cairn.rules.observation import Observation, sample_hidden
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.board import TRIBES, VILLAGE, Destination, Space, Tribe
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state.pending_queue import NO_ACTION
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import JumpFace, Tiles, TransformationFace
from cairn_rules.cairn.texts.notation import format_action
from cairn_rules.checks import check_state, is_line
from cairn_rules.errors import CairnRulesError, PowerError, quoted, raised
from cairn_rules.game import Outcome

_JUMPED: Final = {JumpFace.OWN: "over own", JumpFace.ENEMY: "over enemy"}
_ENEMY: Final = {TransformationFace.END: "enemy at end", TransformationFace.MIDDLE: "enemy in middle"}


def title(state: State) -> str:
    """Return a one-line summary of a state.

    Example:
        >>> from cairn_rules import cairn
        >>> title(cairn.new_game(seed=7, first=cairn.Tribe.SEA))
        'Cairn, turn 1: Sea must choose an action'
    """
    return f"Cairn, {when(state).lower()}: {asked(state)}"


def when(state: State | Observation) -> str:
    """Return the progress of the game, such as `Turn 3` or `After 20 turns`."""
    if isinstance(state.pending, Over):
        return f"After {state.turn} turns"
    return f"Turn {state.turn + 1}"


def asked(state: State | Observation) -> str:
    """Return the pending decision in words, or the winner and the reason."""
    pending = state.pending
    match pending:
        case ChooseAction():
            return f"{state.active} must choose an action"
        case UsePower():
            return f"{pending.decider} must {_use(pending)} {pending.megalith} on {pending.space}"
        case BuildMegalith():
            return f"{pending.builder} must build on {pending.space}"
        case TransformOrPass():
            return f"{state.active} must transform or pass"
        case Over(outcome):
            return f"{Tribe(outcome.winners[0])} wins: {end_text(outcome)}"
        case _:
            assert_never(pending)


def end_text(outcome: Outcome) -> str:
    """Return the reason of a game's end in words.

    Example:
        >>> end_text(Outcome(winners=(1,), reason="no-action"))
        'Sea cannot act'
    """
    return f"{Tribe(outcome.winners[0]).other} cannot act" if outcome.reason == NO_ACTION else "the third megalith"


def _use(power: UsePower) -> str:
    return "use" if power.decider is power.owner else f"decide how {power.owner} uses"


def faces(tiles: Tiles) -> tuple[tuple[str, str], ...]:
    """Return the name of each tile with its visible face in words."""
    return (
        ("Add", f"{tiles.add} totem"),
        ("Move", str(tiles.move)),
        ("Jump", _JUMPED[tiles.jump]),
        ("Transformation", _ENEMY[tiles.transformation]),
    )


def deck(state: State) -> str:
    """Return the size of the deck and the known megaliths at its bottom, in words (rule 2.7)."""
    known = state.deck[len(state.deck) - state.tucked :]
    return f"{len(state.deck)} face down{f', at the bottom {_listed(map(str, known))}' if known else ''}"


def description(state: State) -> str:
    """Return the public information of a state in sentences."""
    return " ".join(
        (
            f"{when(state)}, {state.active}'s turn: {asked(state)}.",
            *(_tribe(state, tribe) for tribe in TRIBES),
            f"Megaliths on the board: {_listed(f'{stone} on {space}' for space, stone in state.megaliths.items())}.",
            f"Upcoming: {_listed(map(str, state.upcoming))}. Deck: {deck(state)}.",
            f"Tiles: {', '.join(f'{name} {face}' for name, face in faces(state.tiles))}.",
            *(f"{space} counts as moved." for space in state.moved),
            *(() if state.extra_turn is None else (f"The next turn is {state.extra_turn}'s.",)),
        )
    )


def _tribe(state: State, tribe: Tribe) -> str:
    standing = _listed(str(space) for space, who in state.shamans.items() if who is tribe)
    built, home = state.scores[tribe], state.villages[tribe]
    return f"{tribe}: shamans on {standing}, {home} in the village, score {built}."


def _listed(items: Iterable[str]) -> str:
    return ", ".join(items) or "none"


def describe(state: State | Observation, action: Action) -> str:
    """Describe an action as a request, for a button, a list of choices or a log.

    The action need not be legal. The sentence has no full stop. A custom effect is described by its `text`.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation, or the value is not an action of Cairn.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7)
        >>> describe(state, cairn.parse_action("c1-c2", state))
        'Move from c1 to c2'
    """
    check_state(state, State, Observation)
    return _described(state, action)


def own_text(effect: Effect) -> str:
    """Return the sentence of a custom effect. Raise a `PowerError` if it is not one line of text."""
    try:
        text = effect.text
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # including SystemExit: a text must not end the program
        raise PowerError(f"the text of the effect {type(effect).__name__} failed with {raised(error)}") from error
    if not is_line(text):
        raise PowerError(f"the text of the effect {type(effect).__name__} should be one line, not {quoted(text)}")
    return text


def _described(state: State | Observation | None, action: Action) -> str:
    """Describe an action in a state; None for the unknown state after an illegal effect."""
    sentence = _SENTENCES.get(type(action))
    if sentence is not None:
        return sentence(state, action)
    return own_text(action) if isinstance(action, Effect) else format_action(action)


def _way(origin: Space, to: Destination) -> str:
    return f"out of the board from {origin}" if to is VILLAGE else f"from {origin} to {to}"


def _shaman(state: State | Observation | None, space: Space) -> str:
    who = None if state is None else state.shamans.get(space)
    return "the shaman" if who is None else f"{who}'s shaman"


def _stone(state: State | Observation | None, space: Space) -> str:
    stone = None if state is None else state.megaliths.get(space)
    return "the megalith" if stone is None else stone.name


def _relocation(state: State | Observation | None, effect: effects.Relocate) -> str:
    return f"Move {_shaman(state, effect.origin)} {_way(effect.origin, effect.to)}"


def _slide(state: State | Observation | None, effect: effects.SlideMegalith) -> str:
    return f"Move {_stone(state, effect.origin)} from {effect.origin} to {effect.to}"


def _swap(state: State | Observation | None, effect: effects.SwapMegaliths) -> str:
    first, second = effect.first, effect.second
    return f"Swap {_stone(state, first)} on {first} and {_stone(state, second)} on {second}"


def _together(state: State | Observation | None, effect: Together) -> str:
    """Describe effects done in order, each in the state that the ones before it lead to."""
    before = sample_hidden(state, Random(0)) if isinstance(state, Observation) else state
    sentences: list[str] = []
    for each in effect.effects:
        sentences.append(_described(before, each))
        try:
            before = None if before is None else do_effect(before, each)
        except CairnRulesError:  # the action need not be legal
            before = None
    return "; ".join(sentences) or "Do nothing"


def _replacement(state: State | Observation | None, effect: effects.ReplaceMegalith) -> str:
    return f"Put {effect.megalith} in place of {_stone(state, effect.space)} on {effect.space}"


_SENTENCES: Final[Mapping[type, Callable[[State | Observation | None, Any], str]]] = {
    Add: lambda _, action: f"Add a shaman on {action.to}",
    Move: lambda _, action: f"Move {_way(action.origin, action.to)}",
    Jump: lambda _, action: f"Jump {_way(action.origin, action.to)}",
    Construct: lambda _, action: f"Build {action.megalith}: {action.megalith.text}",
    Transform: lambda _, action: f"Transform the enemy shaman on {action.victim}",
    Pass: lambda _, __: "Do not transform",
    effects.Banish: lambda state, effect: f"Banish {_shaman(state, effect.space)} on {effect.space}",
    effects.Relocate: _relocation,
    effects.Summon: lambda _, effect: f"Add a shaman on {effect.to}",
    effects.FlipTile: lambda _, effect: f"Turn over the {effect.tile.value.capitalize()} tile",
    effects.TakeExtraTurn: lambda _, __: "Take the next turn as well",
    effects.SlideMegalith: _slide,
    effects.SwapMegaliths: _swap,
    effects.ReplaceMegalith: _replacement,
    Borrow: lambda _, effect: f"Use the power of the megalith on {effect.space}",
    Wake: lambda _, effect: f"Wake the megalith on {effect.space}",
    GrantBuild: lambda _, effect: f"Build a megalith on {effect.space}",
    RelocateAll: lambda state, effect: "; ".join(_relocation(state, move) for move in effect.moves),
    Together: _together,
}
