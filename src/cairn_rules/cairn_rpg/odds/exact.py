"""Exact odds: every state that a fight can reach, and the probability of each way through them.

The rules are the same as in play. The phases of a side's turn are resolved separately, so that states can share a
result: a hit depends on its target, not on the other fighters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, TypeAlias, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg.characters.attacks import Story
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.conditions import WELL
from cairn_rules.cairn_rpg.characters.effects import Power, Rises
from cairn_rules.cairn_rpg.combat.actions import Action, Aid, Cast, Declaration, Offer, Rise, Strike, Use, Wait
from cairn_rules.cairn_rpg.combat.rules import current_player, resolve
from cairn_rules.cairn_rpg.combat.state import PARTY, Fighter, Question, State, actor_of
from cairn_rules.cairn_rpg.combat.strikes import Aimed, pools, roll, strike_target
from cairn_rules.cairn_rpg.combat.turn import Turn, go_on
from cairn_rules.cairn_rpg.estimates.estimate import Number, TooManyStatesError
from cairn_rules.cairn_rpg.odds.markov import visits
from cairn_rules.cairn_rpg.odds.policies import Policy, decide
from cairn_rules.chance import Dice, DiceError, Request, ScriptedDice, branches
from cairn_rules.chance.odds import MAX_BRANCHES

Tested: TypeAlias = tuple[frozenset[str], frozenset[str]]
_Node: TypeAlias = tuple[int, int, tuple[int, ...], Tested, tuple[Question, ...], tuple[Declaration, ...]]
"""A state as the fight sees it: side, round, fighters by number, morale tests, questions, declarations."""
_Struck: TypeAlias = tuple[tuple[int, ...], frozenset[int], tuple[Question, ...]]
"""The state of a turn between its phases: fighters by number, whose HP were emptied, and questions."""

_Changes: TypeAlias = tuple[tuple[int, int], ...]
"""The fighters that a hit changed, each with its new number."""

_UNTESTED: Final[Tested] = (frozenset(), frozenset())
_BY_CHOICE: Final = frozenset({Power, Rises})
"""Effects that change nothing unless a side decides to use them."""
_PLAIN: Final = frozenset({Strike, Wait})
"""Declarations that need no phase besides the hits."""
_UNSOLVED: Final[Mapping[type, str]] = {Offer: "offers to stop fighting", Rise: "lets a slain creature get up"}
"""Decisions that depend on more than a node holds: an offer in this turn, and the round of a death."""
_WITH_ITEMS: Final = frozenset({Aid, Cast})
"""Declarations that need an item."""
_PROGRESS: Final = 100
"""Number of states between two reports of progress."""
_UNTOUCHED: Final = frozenset[int]()
_DEAD: Final = evolve(WELL, dead=True)
_COSMETIC: Final = frozenset({"R109", "R110", "R112", "R121"})
"""Rules whose dice cannot change a fight: the places of scars, and maximum HP."""


class _StrikesDownError(Exception):
    """An attack reaches a fighter who is down, so the STR of such fighters matters."""


class _UsesItemsError(Exception):
    """A policy casts a spell or bandages a fighter, so that all scores and conditions matter."""


@final
class FightDice(Dice):
    """Dice that pass every roll that can change the fight on to other dice."""

    __slots__ = ("_dice",)

    def __init__(self, dice: Dice) -> None:
        super().__init__()
        self._dice = dice

    def draw(self, request: Request, /) -> tuple[int, ...]:
        """Draw from the other dice; 1s if the roll does not matter."""
        if request.rule in _COSMETIC:
            return (1,) * len(request.sizes)
        return self._dice.draw(request)


_NO_DICE: Final = ScriptedDice()


@final
@frozen
class _Hits:
    """The possible results of the attacks on one target."""

    results: tuple[tuple[_Changes, frozenset[int], tuple[Question, ...], Number], ...]
    """Changed fighters, whose HP were emptied, questions, and the probability."""
    scars: Mapping[int, Number]
    """The expected number of new scars, by fighter."""


@final
@frozen
class Solved:
    """The exact result of a fight."""

    ends: tuple[tuple[State, Number], ...]
    """The final states with their probabilities."""
    endless: tuple[tuple[State, Number], ...]
    """States of rounds that repeat forever, with their probabilities."""
    rounds: Number
    """The expected number of rounds, from the current one; infinite if the fight may never end."""
    scars: Mapping[int, Number]
    """The expected number of new scars, by fighter."""
    states: int
    """Number of states."""


def solve(
    fight: State,
    policies: tuple[Policy, Policy],
    *,
    most_states: int,
    fractions: bool,
    progress: Callable[[str], None],
) -> Solved:
    """Solve a fight.

    Raises:
        TooManyStatesError: if it has more states.
        DefinitionError: if a policy misbehaves.
    """
    kind: Callable[[Fraction], Number] = Fraction if fractions else float
    if fight.truce == "offered":  # nobody answers it here
        fight = replaced(fight, truce="refused")
    strikes_down = uses_items = False
    while True:
        solver = Solver(fight, policies, kind, most=most_states, strikes_down=strikes_down, uses_items=uses_items)
        try:
            solver.explore(progress)
        except _StrikesDownError:
            strikes_down = True
        except _UsesItemsError:
            uses_items = True
        else:
            break
    chain = visits(solver.edges, solver.zero)
    rounds = sum((chain.expected[node] * share for node, share in solver.rounds.items()), solver.zero)
    scars: dict[int, Number] = {}
    for node, gained in solver.scars.items():
        for index, number in gained.items():
            scars[index] = scars.get(index, solver.zero) + chain.expected[node] * number
    ends = tuple(
        (solver.state(solver.nodes[node]), chain.expected[node])
        for node, after in enumerate(solver.edges)
        if not after and chain.expected[node]
    )
    endless = tuple((solver.state(solver.nodes[node]), share) for node, share in chain.traps)
    if fight.round and current_player(fight) is not None:
        rounds += 1  # the present one
    return Solved(ends, endless, float("inf") if endless else rounds, scars, len(solver.nodes))


@final
class Solver:
    """The states found so far, and results shared by many of them."""

    def __init__(
        self,
        fight: State,
        policies: tuple[Policy, Policy],
        number: Callable[[Fraction], Number],
        *,
        most: int,
        strikes_down: bool,
        uses_items: bool,
    ) -> None:
        self.fight = fight
        self.policies = policies
        self.most = most
        self.number = number
        self.zero: Number = number(Fraction(0))
        fighters = fight.fighters
        attacks = [attack for fighter in fighters for attack in fighter.attacks]
        items = [item for fighter in fighters for item in fighter.character.inventory.items]
        changing = any(
            fighter.plights or fighter.boosts or any(type(effect) not in _BY_CHOICE for effect in fighter.effects)
            for fighter in fighters
        )
        self.uses_items: bool = uses_items or bool(fight.questions)
        """True if spells and bandages can act."""
        self.heals: bool = self.uses_items or any(attack.heals for attack in attacks)
        """True if HP can rise: maximum HP, needs and other conditions matter then."""
        self.apart: bool = not (
            changing or self.heals or any(type(each) is not Story for attack in attacks for each in attack.consequences)
        )
        """True if a hit depends only on its target."""
        self.strikes_down: bool = strikes_down or not self.apart
        """True if anything can reach fighters who are down, so that their STR matters."""
        self.spends: bool = changing or any(item.uses is not None and item.attacks for item in items)
        """True if an attack can use something up."""
        self.nodes: list[_Node] = []
        self.edges: list[tuple[tuple[int, Number], ...]] = []
        self.rounds: dict[int, Number] = {}
        self.scars: dict[int, Mapping[int, Number]] = {}
        self._places: dict[_Node, int] = {}
        self._fighters: list[Fighter] = []
        self._numbers: dict[tuple[int, Fighter], int] = {}
        self._seen: dict[tuple[int, int], tuple[int, Fighter]] = {}
        self._hits: dict[object, _Hits] = {}
        self._ends: dict[object, tuple[tuple[int, int, Number], ...]] = {}

    # States by number

    def explore(self, progress: Callable[[str], None]) -> None:
        """Find all states and their successors."""
        self.place(self.fight)
        done = 0
        while done < len(self.nodes):
            try:
                self.edges.append(self.successors(done))
            except DiceError as many:
                raise TooManyStatesError(f"a turn of the fight has more than {MAX_BRANCHES:,} results") from many
            done += 1
            if not done % _PROGRESS:
                progress(f"{done} of {len(self.nodes)} states found so far are solved")

    def place(self, state: State) -> int:
        """Return the number of a state."""
        decided = current_player(state) is None
        number = 2 if decided else min(state.round, 2)
        fighters = state.fighters
        if state.rulings.cross_side_simultaneous:
            fighters = tuple(
                replaced(each, fell=number if each.fell == state.round else 0) if each.fell else each
                for each in fighters
            )
        ids = tuple([self.numbered(index, fighter) for index, fighter in enumerate(fighters)])
        if number == 1 and not state.rulings.cross_side_simultaneous:
            plain = [self._fighters[each] for each in ids]
            if not any(each.late or each.character.conditions.panicked for each in plain):
                number = 2
        if decided:
            node: _Node = (PARTY, number, ids, _UNTESTED, (), ())
        else:
            node = (state.side, number, ids, state.tested, state.questions, state.declared)
        place = self._places.setdefault(node, len(self.nodes))
        if place == len(self.nodes):
            if place == self.most:
                raise TooManyStatesError(f"the fight has more than {place:,} states")
            self.nodes.append(node)
        return place

    def state(self, node: _Node) -> State:
        """Return the state of a node."""
        side, number, ids, tested, questions, declared = node
        fighters = tuple([self._fighters[each] for each in ids])
        return replaced(
            self.fight,
            side=side,
            round=number,
            fighters=fighters,
            tested=tested,
            questions=questions,
            declared=declared,
        )

    def numbered(self, index: int, fighter: Fighter) -> int:
        """Return the number of a fighter, reduced to what can change the fight."""
        seen = self._seen.get((index, id(fighter)))
        if seen is not None:
            return seen[0]
        plain = self.plain(index, fighter)
        number = self._numbers.setdefault((index, plain), len(self._fighters))
        if number == len(self._fighters):
            self._fighters.append(plain)
        self._seen[index, id(plain)] = (number, plain)
        self._seen[index, id(fighter)] = (number, fighter)  # keeps it alive, and so its identity
        return number

    def plain(self, index: int, fighter: Fighter) -> Fighter:
        """Return a fighter reduced to what can change the fight, without scars, needs, and scores after it left."""
        character = fighter.character
        if self.fight.rulings.cross_side_simultaneous:  # whoever fell may still act
            return replaced(fighter, character=replaced(character, scars=()))
        conditions = character.conditions
        if fighter.gone or conditions.dead:
            start = self.fight.fighters[index]
            gone = replaced(start.character, conditions=_DEAD) if conditions.dead else start.character
            return replaced(start, character=gone, gone=fighter.gone, late=False, reloading=0)
        if not (self.strikes_down or fighter.is_in):
            start = self.fight.fighters[index]
            character = replaced(character, hp=start.character.hp, strength=start.character.strength)
        if self.heals:
            return replaced(fighter, fell=0, character=replaced(character, scars=()))
        conditions = evolve(
            WELL, panicked=conditions.panicked, down=conditions.down, doomed=conditions.doomed,
            hamstrung=conditions.hamstrung,
        )  # fmt: skip
        return replaced(fighter, fell=0, character=replaced(character, scars=(), conditions=conditions))

    # From a state to the next ones

    def successors(self, place: int) -> tuple[tuple[int, Number], ...]:
        """Return the states after a decision, or after the turn of a side."""
        state = self.state(self.nodes[place])
        player = current_player(state)
        if player is None:
            return ()
        found: dict[int, Number] = {}
        rounds = self.zero
        scars: dict[int, Number] = {}
        for after, later, share in self.results(state, self.policies[player], scars):
            found[after] = found.get(after, self.zero) + share
            rounds += later * share
        if rounds:
            self.rounds[place] = rounds
        if scars:
            self.scars[place] = scars
        return tuple(found.items())

    def results(self, state: State, policy: Policy, scars: dict[int, Number]) -> Iterator[tuple[int, int, Number]]:
        """Yield the states after a decision or a turn, the rounds that begin, and the probability."""
        if state.round and not state.questions:
            for declared, share in self.declare(state, policy, self.number(Fraction(1))):
                yield from self.turn(declared, share, scars)
            return
        for action, share in decide(policy, state):

            def run(dice: Dice, action: Action = action) -> State:
                return resolve(state, action, self.dice(dice)).state

            for branch in branches(run):
                yield (*self.entered(branch.result, state.round), self.number(share * branch.probability))

    def entered(self, after: State, number: int) -> tuple[int, int]:
        """Return the number of a new state, and how many rounds began since a round."""
        return self.place(after), 0 if current_player(after) is None else after.round - number

    def declare(self, state: State, policy: Policy, share: Number) -> Iterator[tuple[State, Number]]:
        """Yield the states in which all of a side have declared, with their probabilities."""
        for action, chance in decide(policy, state):
            if type(action) in _UNSOLVED:
                raise TooManyStatesError(f"a policy {_UNSOLVED[type(action)]}, which exact odds do not follow")
            if type(action) is Use and action.target is not None and not state.fighters[action.target].is_in:
                self.check_reach()
            if type(action) in _WITH_ITEMS and not self.uses_items:
                raise _UsesItemsError
            declared = replaced(state, declared=(*state.declared, action))
            both = share * self.number(chance)
            if actor_of(declared) is None:
                yield declared, both
            else:
                yield from self.declare(declared, policy, both)

    def turn(self, declared: State, share: Number, scars: dict[int, Number]) -> Iterator[tuple[int, int, Number]]:
        """Yield the results of a declared turn, as `results` does."""
        ids = tuple(self.numbered(index, fighter) for index, fighter in enumerate(declared.fighters))
        start: dict[_Struck, Number] = {(ids, _UNTOUCHED, ()): share}
        if self.spends or not all(type(action) in _PLAIN for action in declared.declared):
            start = self.after_others(declared, ids, share)
        for aimed, chance in self.pools(declared):
            struck = start if chance == 1 else {each: number * chance for each, number in start.items()}
            for pool in aimed:
                struck = self.after_hit(declared, pool, struck, scars)
            for each, number in struck.items():
                for after, later, then in self.after_turn(declared, each):
                    yield after, later, number * then

    def after_others(self, declared: State, ids: tuple[int, ...], share: Number) -> dict[_Struck, Number]:
        """Resolve the declarations other than attacks."""

        def run(dice: Dice) -> Turn:
            turn = Turn(declared, self.dice(dice))
            turn.others()
            if turn.newcomers:
                raise TooManyStatesError("a policy summons a creature, which exact odds do not follow")
            return turn

        found: dict[_Struck, Number] = {}
        for branch in branches(run):
            turn = branch.result
            struck = (self.changed(declared, ids, turn), frozenset(turn.emptied), tuple(turn.questions))
            found[struck] = found.get(struck, self.zero) + share * self.number(branch.probability)
        return found

    def check_reach(self) -> None:
        """Check that the STR of fighters who are down is followed, because something reaches one of them."""
        if not self.strikes_down:
            raise _StrikesDownError

    def pools(self, declared: State) -> Iterable[tuple[tuple[list[Aimed], ...], Number]]:
        """Return the attacks that count together, with their probability: dice decide them for a crowd (R89)."""
        if not declared.crowd:
            return ((tuple(pools(Turn(declared, _NO_DICE))), self.number(Fraction(1))),)
        return tuple(
            (branch.result, self.number(branch.probability))
            for branch in branches(lambda dice: tuple(pools(Turn(declared, dice))))
        )

    def after_hit(
        self, declared: State, pool: list[Aimed], before: dict[_Struck, Number], scars: dict[int, Number]
    ) -> dict[_Struck, Number]:
        """Resolve the attacks on one target."""
        target = pool[0][0]
        if not declared.fighters[target].is_in:
            self.check_reach()
        attacks = tuple([(by, id(attack), sizes) for _, by, attack, sizes in pool])
        found: dict[_Struck, Number] = {}
        for (ids, emptied, questions), share in before.items():
            key = (target, ids[target] if self.apart else ids, attacks, declared.round)
            hits = self._hits.get(key)
            if hits is None:
                hits = self._hits[key] = self.hit(self.with_fighters(declared, ids), ids, pool)
            for index, number in hits.scars.items():
                scars[index] = scars.get(index, self.zero) + share * number
            for changes, more, asked, chance in hits.results:
                after = ids
                for index, number in changes:
                    after = (*after[:index], number, *after[index + 1 :])
                struck = (after, emptied | more if more else emptied, questions + asked if asked else questions)
                found[struck] = found.get(struck, self.zero) + share * chance
            if len(found) > MAX_BRANCHES:
                raise DiceError(f"there are more than {MAX_BRANCHES} branches")
        return found

    def hit(self, declared: State, ids: tuple[int, ...], pool: list[Aimed]) -> _Hits:
        """Return the results of the attacks on one target."""

        def run(dice: Dice) -> Turn:
            turn = Turn(declared, self.dice(dice))
            strike_target(turn, *roll(turn, pool))
            return turn

        found: dict[tuple[_Changes, frozenset[int], tuple[Question, ...]], Number] = {}
        scars: dict[int, Number] = {}
        for branch in branches(run):
            turn, share = branch.result, self.number(branch.probability)
            after = self.changed(declared, ids, turn)
            changes = tuple((index, number) for index, number in enumerate(after) if number != ids[index])
            result = (changes, frozenset(turn.emptied), tuple(turn.questions))
            found[result] = found.get(result, self.zero) + share
            for index, fighter in enumerate(turn.fighters):
                if fighter.character.scars:
                    scars[index] = scars.get(index, self.zero) + share * len(fighter.character.scars)
        return _Hits(tuple((*result, share) for result, share in found.items()), scars)

    def after_turn(self, declared: State, struck: _Struck) -> tuple[tuple[int, int, Number], ...]:
        """Return the results of the end of a turn, as `results` does."""
        key = (struck, declared.side, declared.round, declared.tested, declared.declared)
        known = self._ends.get(key)
        if known is not None:
            return known
        ids, emptied, questions = struck
        before = self.with_fighters(declared, ids)

        def run(dice: Dice) -> State:
            turn = Turn(before, self.dice(dice))
            turn.emptied.update(emptied)
            turn.questions.extend(questions)
            return go_on(turn.end(), turn.dice).state

        known = self._ends[key] = tuple(
            (*self.entered(branch.result, declared.round), self.number(branch.probability)) for branch in branches(run)
        )
        return known

    def dice(self, dice: Dice) -> Dice:
        """Return dice that pass rolls on to other dice, but only rolls that can change the fight."""
        return dice if self.heals else FightDice(dice)

    def with_fighters(self, state: State, ids: tuple[int, ...]) -> State:
        """Return a state with other fighters, by number."""
        return replaced(state, fighters=tuple([self._fighters[each] for each in ids]))

    def changed(self, before: State, ids: tuple[int, ...], turn: Turn) -> tuple[int, ...]:
        """Return the numbers of the fighters of a turn."""
        return tuple(
            ids[index] if fighter is before.fighters[index] else self.numbered(index, fighter)
            for index, fighter in enumerate(turn.fighters)
        )
