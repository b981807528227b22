"""The rules as functions over states: legal actions, `apply` and the outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Never

from cairn_rules.chance import Dice, KeyedDice, Resolution
from cairn_rules.checks import agreed_actions, check_state, checked, not_a_state
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.effects import Benefit, Both, Either, Exchange, InColumn, InOrder
from cairn_rules.endless_winter.rules import benefits, columns, eclipse, rival, setup, turns
from cairn_rules.endless_winter.rules.cards import draw_one
from cairn_rules.endless_winter.rules.determinisation import state_seen
from cairn_rules.endless_winter.rules.observation import Observation
from cairn_rules.endless_winter.rules.reasons import why_illegal
from cairn_rules.endless_winter.rules.scoring import outcome_of
from cairn_rules.endless_winter.state import agenda
from cairn_rules.endless_winter.state.actions import Action, Decline, End, Gain
from cairn_rules.endless_winter.state.state import State, check_sound_once, note, remember
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import IllegalActionError
from cairn_rules.game import Outcome
from cairn_rules.replace import replaced

Options = Callable[[State, Any], list[Action]]
Does = Callable[[State, Any, Any], State]
Step = Callable[[State, Any], State]
Shuffle = Callable[[State, Dice], State]
"""A step that may shuffle cards."""
Shuffles = Callable[[State, Shuffle], State]
"""A function that does such a step with its dice."""

_DECISIONS: Final = dict[type, tuple[Options, Does]](
    {
        agenda.DraftChief: (setup.draft_chief_options, setup.take_chief),
        agenda.PickSide: (setup.side_options, setup.choose_side),
        agenda.DraftSetup: (setup.draft_setup_options, setup.take_setup),
        agenda.StartIdol: (setup.start_idol_options, setup.move_start_idol),
        agenda.StartBurial: (setup.start_burial_options, setup.bury_at_start),
        agenda.Culture: (turns.culture_options, turns.play_culture),
        agenda.Figure: (turns.figure_options, turns.place_figure),
        agenda.Top: (columns.top_options, columns.do_top),
        agenda.Middle: (columns.middle_options, columns.do_middle),
        agenda.Ritual: (turns.ritual_options, turns.do_ritual),
        Benefit: (benefits.benefit_options, benefits.gain_unit),
        agenda.Arrows: (benefits.arrow_options, benefits.gain_arrow),
        Both: (benefits.part_options, benefits.gain_part),
        Either: (benefits.either_options, benefits.gain_either),
        Exchange: (benefits.exchange_options, benefits.gain_exchange),
        agenda.Tribe: (eclipse.tribe_options, eclipse.resolve_tribe),
        agenda.Tiles: (eclipse.tile_options, eclipse.take_tile),
    }
)
"""For each decision: the function that lists its options, and the one that follows the chosen one."""
_STEPS: Final = dict[type, Step](
    {
        agenda.EndTurn: turns.end_turn,
        InOrder: benefits.begin_steps,
        InColumn: benefits.begin_in_column,
        agenda.EclipseTurn: eclipse.begin_eclipse_turn,
        agenda.Pile: eclipse.discard_culture,
        agenda.AfterAbility: eclipse.discard_resolved,
        agenda.BoardBenefits: eclipse.gain_board_benefits,
    }
)
"""The function of each step without a decision."""


def new_game(
    *,
    seed: int | None = None,
    players: int = setup.DEFAULT_PLAYERS,
    layout: str | None = None,
    content: Pack | None = None,
    variant: Variant | None = None,
) -> State:
    """Return the first state of a game.

    The same arguments with the same seed produce the same state.

    Args:
        seed: The seed of all chance, before and during play (default: a different game each time).
        players: Number of players, from 1 to 4 (default: 2). A single player plays against the rival of rule 14.13.
        layout: The name of the pattern of Megalith tiles (default: the first one of the pack).
        content: The content pack (default: `default_pack()`).
        variant: The rule options (default: those of the pack).

    Raises:
        SetupError: if an argument is not of its kind, or the number of players is not from 1 to 4.

    Example:
        >>> new_game(seed=20)
        <State in round 1, after 0 turns, 2 players, cyan: Culture(played=0)>
    """
    return settled(setup.dealt(seed, players, layout, content, variant))


def _with_key(state: State, step: Shuffle) -> State:
    """Return the state after a step that may shuffle, with dice from the state's key."""
    dice = KeyedDice(state.chance)
    return replaced(step(state, dice), chance=dice.chance)


def settled(state: State, shuffled: Shuffles = _with_key) -> State:
    """Return the state at the next decision, or at the end of the game.

    `shuffled` does a step which may shuffle (default: with dice from the state's key).
    """
    while True:
        frames = state.agenda
        if not frames:
            if state.phase == "over":
                remember(state, ())
                return state
            state = _next(state, shuffled)
            continue
        frame = frames[-1]
        kind = type(frame)
        if kind in _STEPS:
            state = _STEPS[kind](state, frame)
        elif isinstance(frame, Benefit) and frame.kind in benefits.AUTOMATIC:
            state = benefits.gain_at_once(state, frame)
        elif isinstance(frame, Both) and not benefits.has_choice(frame):
            state = benefits.begin_parts(state, frame)
        else:
            options, does = _DECISIONS[kind]
            if state.phase == "setup" and isinstance(frame, agenda.SetupChoice):
                state = replaced(state, active=frame.seat)
            legal = options(state, frame)
            if len(legal) > 1 or (legal and (type(legal[0]) not in _PASSING or _is_asked(state, frame))):
                remember(state, tuple(legal))
                return state
            state = does(state, frame, legal[0]) if legal else replaced(state, agenda=state.agenda[:-1])


_PASSING: Final = frozenset({Decline, End})
"""The actions that decline or end something. A decision with no other action is skipped, unless this would reveal a
secret."""


def _is_asked(state: State, frame: object) -> bool:
    """Return whether a decision is asked even if it has one option (rule 3.3)."""
    if isinstance(frame, agenda.Culture):
        return turns.culture_is_asked(state, frame)
    if isinstance(frame, agenda.Ritual):  # Else all would learn that no card in hand comes after those put down.
        return bool(state.players[state.active].hand)
    return type(frame) is agenda.Top


def _next(state: State, shuffled: Shuffles) -> State:
    """Continue after an empty agenda: with the next turn, the Eclipse, the next round or the end."""
    if state.phase == "setup":
        state = shuffled(state, setup.finish_setup)
        return _begin_turn(state, state.order[0], state.turn)
    if state.phase == "action":
        number, players = state.turn + 1, len(state.players)
        note(state, "turn-passed", number)
        in_round = state.pack.limits.turns_per_round * players
        done = number - (state.round - 1) * in_round
        if done == in_round:
            return eclipse.begin_eclipse(state, number)
        return _begin_turn(state, state.order[done % players], number)
    if state.round == state.pack.limits.rounds:
        return replaced(state, phase="over")
    state = shuffled(state, eclipse.prepare)
    return _begin_turn(state, state.order[0], state.turn)


def _begin_turn(state: State, seat: int, number: int) -> State:
    """Begin a turn, after this number of turns; the rival takes its own at once."""
    if state.rival is not None and seat == rival.RIVAL:
        return rival.take_turn(state, state.rival, number)
    return turns.begin_turn(state, seat, number)


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return every legal action of the player who decides, in a fixed order; empty if the game is over.

    The observation of the seat that decides contains everything that its actions depend on.

    Raises:
        DefinitionError: if the value is neither a state nor an observation, or is the observation of another seat.
        UnsoundStateError: if the state was made by hand and cannot occur in a game.

    Example:
        >>> legal_actions(new_game(seed=20))
        (End(),)
    """
    if not isinstance(state, State):
        return agreed_actions(state, Observation, map(legal_actions, map(state_seen, (state,))))
    legal = getattr(state, "_legal", None)
    if legal is None:
        check_sound_once(state)
        frame = state.pending
        legal = () if frame is None else tuple(_DECISIONS[type(frame)][0](state, frame))
        remember(state, legal)
    return legal


def current_player(state: State | Observation) -> int | None:
    """Return the seat number of the player who decides; None if the game is over.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> current_player(new_game(seed=20))
        0
    """
    try:
        return state.active if state.agenda else None
    except AttributeError:
        raise not_a_state(state) from None


def apply(state: State, action: Action) -> State:
    """Return the state after an action. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal; its `reason` says why.

    Example:
        >>> apply(new_game(seed=20), End())
        <State in round 1, after 0 turns, 2 players, cyan: Figure()>
    """
    check_state(state, State)
    for legal in getattr(state, "_legal", None) or ():
        if legal is action:  # which is quicker than to compare it
            return _done(state, action)
    return _done(state, _legal(state, action))


@checked
def resolve(state: State, action: Action, dice: Dice) -> Resolution[State, Never]:
    """Return the result of an action with these dice. The given state is unchanged.

    The rules ask for an order at each shuffle, such as that of a discard pile that becomes a new deck (rule 3.4). With
    `ScriptedDice`, a test or a game on a real table chooses it. The result has the `chance` of the given state. There
    are no events, because each seat sees others; `events_of` lists those of `apply`.

    Raises:
        IllegalActionError: if the action is not legal.
        NeedsRoll: if the dice are a script that ends too early.
        DiceError: if the next value of a script is impossible.

    Example:
        >>> from cairn_rules.chance import ScriptedDice
        >>> state = new_game(seed=20)
        >>> resolve(state, End(), ScriptedDice()).state == apply(state, End())
        True
    """
    return Resolution(_done(state, _legal(state, action), lambda state, step: step(state, dice)))


def _legal(state: State, action: Action) -> Action:
    """Return an action as `legal_actions` lists it. Raise an `IllegalActionError` if it is not legal."""
    check_state(state, State)
    for legal in legal_actions(state):
        if legal == action:
            return legal
    reason = why_illegal(state, action)
    assert reason is not None, "there is a reason for every action that is not listed"
    raise IllegalActionError(action, reason, repr(state))


def successors(state: State) -> tuple[tuple[Action, State], ...]:
    """Return every legal action with its resulting state, in the order of `legal_actions`.

    Example:
        >>> [(action.place, after.this_turn.labor) for action, after in successors(apply(new_game(seed=20), End()))[:2]]
        [('initiate', 1), ('develop', 1)]
    """
    check_state(state, State)
    return tuple([(action, _done(state, action)) for action in legal_actions(state)])


def _done(state: State, action: Action, shuffled: Shuffles = _with_key) -> State:
    """Return the state after a legal action; see `settled`."""
    frame = state.agenda[-1]
    state = _DECISIONS[type(frame)][1](state, frame, action)
    if isinstance(action, Gain) and action.kind == "draw":
        state = shuffled(state, draw_one)
    return settled(state, shuffled)


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the game; None if it is not over (rule 12.7).

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> outcome(new_game(seed=20)) is None
        True
    """
    try:
        waiting = state.agenda
    except AttributeError:
        raise not_a_state(state) from None
    if waiting:
        return None
    check_sound_once(state)
    return outcome_of(state)
