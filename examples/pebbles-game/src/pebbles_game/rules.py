"""The rules of Pebbles. The numbers are those of the README."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Final, TypeVar

from attrs import evolve

from cairn_rules import IllegalActionError, Outcome, Reason, SetupError
from cairn_rules.chance import Chance, Dice, KeyedDice, Resolution, resolve_keyed
from cairn_rules.game import SEED_BITS
from cairn_rules.registry import Content
from pebbles_game.content import CONTENT, Charm, Pebble
from pebbles_game.notation import diagram, format_action
from pebbles_game.state import SEATS, Action, Draw, Keep, Observation, State, Wish

GOAL: Final = 12
"""Points that win a game for one (rule 6)."""
BAG_EMPTY: Final = "bag-empty"
"""The reason of every outcome."""

T = TypeVar("T")


def new_game(*, seed: int | None = None, players: int = 2, copies: int = 4, content: Content = CONTENT) -> State:
    """Return the first state (rule 1).

    Args:
        seed: The same seed gives the same game (default: a different game each time).
        players: Number of players, from 1 to 4.
        copies: Number of pebbles of each kind, from 1 to 100.
        content: The pebbles and the charms.

    Raises:
        SetupError: if a number is out of range, or there are too few charms.
    """
    charms: tuple[Charm, ...] = tuple(content["charms"])
    if players not in range(1, len(SEATS) + 1):
        raise SetupError(f"Pebbles is for 1 to {len(SEATS)} players, not {players!r}")
    if copies not in range(1, 101):
        raise SetupError(f"the bag holds 1 to 100 pebbles of each kind, not {copies!r}")
    if len(charms) < players:
        raise SetupError(f"{len(charms)} charms are too few for {players} players")
    dice = KeyedDice(Chance.from_seed(SystemRandom().getrandbits(SEED_BITS) if seed is None else seed))
    dealt = dice.shuffle(charms, purpose="charms", rule="1")
    return State(
        bag=tuple(pebble for pebble in content["pebbles"] for _ in range(copies)),
        piles=((),) * players,
        charms=dealt[:players],
        spare=dealt[players:],
        chance=dice.chance,
    )


def current_player(state: State) -> int | None:
    """Return the player to move; None at the end."""
    return None if state.is_over else state.active


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return the legal actions: draw, keep, then wishes in the order of the pile."""
    if state.is_over:
        return ()
    if state.drawn:
        return (Draw(), Keep()) if state.bag else (Keep(),)
    return (Draw(), *(Wish(pebble) for pebble in dict.fromkeys(state.piles[state.active])))


def why_illegal(state: State, action: Action) -> Reason | None:
    """Return why an action is illegal; None if it is legal."""
    if action in legal_actions(state):
        return None
    if state.is_over:
        return Reason(code="over", text="the game is over", rule="6")
    match action:
        case Draw():
            return Reason(code="draw/empty", text="the bag is empty", rule="3")
        case Keep():
            return Reason(code="keep/nothing", text="nothing was drawn yet", rule="4")
        case Wish() if state.drawn:
            return Reason(code="wish/late", text="a wish comes before the first draw", rule="5")
        case _:
            return Reason(code="wish/pebble", text="the pile has no such pebble", rule="5")


def resolve(state: State, action: Action, dice: Dice) -> Resolution[State, str]:
    """Return the result of an action with these dice."""
    reason = why_illegal(state, action)
    if reason is not None:
        raise IllegalActionError(format_action(action), reason, diagram(state))
    seat = SEATS[state.active]
    match action:
        case Draw():
            place = dice.face(len(state.bag), purpose="pebble", rule="3") - 1
            pebble = state.bag[place]
            state = evolve(state, bag=_without(state.bag, place))
            if pebble.cracks:
                return Resolution(_next_turn(evolve(state, drawn=())), (f"{seat} draws {pebble.id}",))
            return Resolution(evolve(state, drawn=(*state.drawn, pebble)), (f"{seat} draws {pebble.id}",))
        case Keep():
            piles = _with_pile(state, (*state.piles[state.active], *state.drawn))
            return Resolution(_next_turn(evolve(state, piles=piles, drawn=())), (f"{seat} keeps {len(state.drawn)}",))
        case Wish(pebble):
            pile = state.piles[state.active]
            dealt = dice.shuffle((*state.charms, *state.spare), purpose="charms", rule="5")
            players = len(state.piles)
            after = evolve(
                state,
                piles=_with_pile(state, _without(pile, pile.index(pebble))),
                charms=dealt[:players],
                spare=dealt[players:],
            )
            return Resolution(_next_turn(after), (f"{seat} gives up {pebble.id}",))


def apply(state: State, action: Action) -> State:
    """Return the state after an action, with dice from the state's own key."""
    return resolve_keyed(resolve, state, action).state


def points(state: State, player: int) -> int:
    """Return the points of a player (rule 6)."""
    favoured = state.charms[player].favours
    return sum(pebble.points + (pebble.id == favoured) for pebble in state.piles[player])


def outcome(state: State) -> Outcome | None:
    """Return the winners and the points (rule 6); None until the game is over."""
    if not state.is_over:
        return None
    scores = tuple(points(state, player) for player in range(len(state.piles)))
    least = GOAL if len(scores) == 1 else max(1, *scores)
    return Outcome(tuple(seat for seat, score in enumerate(scores) if score >= least), BAG_EMPTY, scores)


def observe(state: State, player: int | None) -> Observation:
    """Return what a player may know: their own charm; all of them at the end."""
    seen = tuple(charm if state.is_over or seat == player else None for seat, charm in enumerate(state.charms))
    return Observation(
        player=player,
        bag=state.bag,
        piles=state.piles,
        drawn=state.drawn,
        charms=seen,
        hidden=tuple(sorted({*state.charms, *state.spare} - {*seen}, key=lambda charm: charm.id)),
        active=state.active,
        turn=state.turn,
    )


def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state with hidden charms dealt anew, and a new key."""
    order = list(observation.hidden)
    rng.shuffle(order)
    charms = tuple(order.pop() if charm is None else charm for charm in observation.charms)
    return State(
        bag=observation.bag,
        piles=observation.piles,
        drawn=observation.drawn,
        charms=charms,
        spare=tuple(order),
        active=observation.active,
        turn=observation.turn,
        chance=Chance.draw(rng),
    )


def _next_turn(state: State) -> State:
    return evolve(state, active=(state.active + 1) % len(state.piles), turn=state.turn + 1)


def _with_pile(state: State, pile: tuple[Pebble, ...]) -> tuple[tuple[Pebble, ...], ...]:
    return (*state.piles[: state.active], pile, *state.piles[state.active + 1 :])


def _without(things: tuple[T, ...], place: int) -> tuple[T, ...]:
    return (*things[:place], *things[place + 1 :])
