"""Exact odds: every state that a fight can reach, and the probability of each way through them.

The rules are the same as in play. They are applied to a situation once, and its results are used in every state that
contains it: a hit depends on its target, and a policy and the end of a turn on everything but HP and STR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias, TypeVar, final

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.combat.actions import Action, Aid, Cast, Declaration, Offer, Rise, Strike, Use, Wait
from cairn_rules.cairn_rpg.combat.rules import sides
from cairn_rules.cairn_rpg.combat.rules.rules import current_player, resolve
from cairn_rules.cairn_rpg.combat.rules.strikes import Aimed, is_same, pools, roll, strike_target
from cairn_rules.cairn_rpg.combat.rules.turn import Turn
from cairn_rules.cairn_rpg.combat.state import Fighter, Question, State, actor_of
from cairn_rules.cairn_rpg.estimates.estimate import Number, TooManyStatesError
from cairn_rules.cairn_rpg.estimates.improve import WorkBudget
from cairn_rules.cairn_rpg.odds.markov import visits
from cairn_rules.cairn_rpg.odds.policies import Policy, decide
from cairn_rules.cairn_rpg.odds.reduction import DOWN, ITEMS, Reduction
from cairn_rules.cairn_rpg.odds.result import ENDLESS, Fate, ending_of, fate_of
from cairn_rules.chance import Branch, Dice, DiceError, ScriptedDice, branches
from cairn_rules.frozen_classes import Factory, frozen
from cairn_rules.steps import Steps

_Numbers: TypeAlias = tuple[int, ...]
"""Fighters by number: all of them, or some."""
_Changes: TypeAlias = tuple[tuple[int, int], ...]
"""Fighters that changed, each as an index and its new number."""
_Counts: TypeAlias = dict[tuple[object, object], Number]
"""Expected numbers on the way from one state to the next: rounds that begin, new scars, and the fates of fighters that
become casualties that are all alike."""
_Result: TypeAlias = tuple[_Changes, int, _Counts, Number]
"""A result of a decision or of the end of a turn: changed fighters, the new frame, counts, and the probability."""
_Struck: TypeAlias = tuple[_Numbers, frozenset[int], tuple[Question, ...]]
"""The state of a turn between its phases: fighters by number, whose HP were emptied, and questions."""

T = TypeVar("T")

_PLAIN: Final = frozenset({Strike, Wait})
"""Declarations that need no phase besides the hits."""
_UNSOLVED: Final[Mapping[type, str]] = {Offer: "offers to stop fighting", Rise: "lets a slain creature get up"}
"""Decisions that depend on more than a state holds: an offer in this turn, and the round of a death."""
_WITH_ITEMS: Final = frozenset({Aid, Cast})
_PROGRESS: Final = 20
"""Number of states and of changes of fighters between two reports of progress."""
_WORK: Final = 10_000
"""Least limit on the work that is left over: states found but not solved, and uses of the rules beyond one a state."""
_MERGED: Final = 8
"""Number of results of a turn that take as long to merge as a fighter takes to change."""
_UNTOUCHED: Final = frozenset[int]()
_NO_DICE: Final = ScriptedDice()


class _MattersError(Exception):
    """Something matters that was left out."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@final
@frozen
class _Frame:
    """A state without its fighters."""

    side: int
    round: int
    """The round, at most 2: all later ones are alike. The first one is too once all can act."""
    tested: tuple[frozenset[str], frozenset[str]]
    questions: tuple[Question, ...]
    declared: tuple[Declaration, ...]


@final
@frozen
class _End:
    """The end of a fight."""

    ending: tuple[int | None, str]
    fates: tuple[Fate | None, ...]


@final
@frozen
class _Hits:
    """The possible results of attacks on one target."""

    results: tuple[tuple[_Changes, frozenset[int], tuple[Question, ...], Number], ...]
    """Changed fighters, whose HP were emptied, questions, and the probability."""
    counts: _Counts


@final
@frozen(eq=False)
class _Step:
    """The results of a decision or of a side's turn."""

    results: tuple[tuple[_Changes, _Changes, int, Number], ...]
    """Involved fighters with their new numbers, others with their new outlines, the new frame, and the probability."""
    counts: _Counts


@final
@frozen(eq=False)
class _Pool:
    """Attacks that count as one hit."""

    number: int
    target: int
    attacks: list[Aimed]
    reached: tuple[int, ...]
    """The fighters besides the target that the hit may depend on, and change."""
    stage: int
    """The round, if it counts."""


@final
@frozen(eq=False)
class _Plan:
    """A decision, or the declared turn of a side, in every state with one frame and the same outlines."""

    frame: int
    state: State
    """The state with the outlines of its fighters, after the declarations."""
    numbers: _Numbers
    pools: tuple[_Pool, ...] | None
    """The attacks; None for a decision before the first round, or an answer."""
    involved: tuple[int, ...]
    """The fighters whose wounds count."""
    steps: dict[_Numbers, _Step] = Factory(dict[_Numbers, _Step])
    """The results by the numbers of the involved fighters."""


@final
@frozen
class Solved:
    """The exact result of a fight."""

    endings: Mapping[tuple[int | None, str], Number]
    counts: Mapping[tuple[object, object], Number]
    """Expected numbers and probabilities by name: `("all", "rounds")` from the current round, infinite if the fight may
    never end; `(0, "scars")` and `(0, "dead")`, the new scars and the fates of a fighter; and `("winner", 0)`."""
    states: int


def solve(
    fight: State, policies: tuple[Policy, Policy], budget: WorkBudget, *, most_states: int, fractions: bool
) -> Steps[Solved]:
    """Solve a fight.

    Raises:
        TooManyStatesError: if it has more states, or would take more work than the budget.
        DefinitionError: if a policy misbehaves.
    """
    kind: Callable[[Fraction], Number] = Fraction if fractions else float
    if fight.truce == "offered":  # nobody answers it here
        fight = replaced(fight, truce="refused")
    matters: tuple[str, ...] = ()
    while True:
        solver = Solver(fight, policies, kind, budget, most=most_states, matters=matters)
        try:
            yield from solver.explore()
        except _MattersError as error:
            matters = (*matters, error.what)
        else:
            return solver.solved()


@final
class Solver:
    """The states found so far, and results shared by many of them."""

    def __init__(
        self,
        fight: State,
        policies: tuple[Policy, Policy],
        number: Callable[[Fraction], Number],
        budget: WorkBudget,
        *,
        most: int,
        matters: Sequence[str],
    ) -> None:
        self.fight = fight
        self.policies = policies
        self.most = most
        self.budget = budget
        self.most_work: int = max(_WORK, most // 5)
        self.number = number
        self.zero: Number = number(Fraction(0))
        self.one: Number = number(Fraction(1))
        self.reduction: Reduction = Reduction(fight, policies, matters)
        self.most_uses: int = max(most, _WORK) if self.reduction.coupled else self.most_work
        self.everyone: tuple[int, ...] = tuple(range(len(fight.fighters)))
        self.nodes: list[_Numbers] = []
        """The states: the fighters by number, and the frame by number. An end is its frame alone."""
        self.edges: list[tuple[tuple[int, Number], ...]] = []
        self._counted: list[tuple[int, Number, _Counts]] = []
        self._places: dict[_Numbers, int] = {}
        self._frames: list[_Frame | _End] = []
        self._frame_numbers: dict[_Frame | _End, int] = {}
        self._fighters: list[Fighter] = []
        self._outlines: list[int] = []
        self._fates: list[Fate | None] = []
        self._numbers: dict[tuple[int, Fighter], int] = {}
        self._seen: dict[tuple[int, int], tuple[int, Fighter]] = {}
        self._moved: dict[tuple[int, int], int] = {}
        self._plans: dict[_Numbers, tuple[tuple[Number, _Plan], ...]] = {}
        self._turns: dict[object, _Plan] = {}
        self._pools: dict[object, _Pool] = {}
        self._rolls: dict[tuple[int, int], dict[tuple[int, int], Number]] = {}
        self._kinds: dict[object, int] = {}
        self._attacks: list[Aimed] = []
        self._wounds: dict[object, _Hits] = {}
        self._hits: dict[object, _Hits] = {}
        self._uses = 0
        self._work = 0  # changes of fighters, and merged results
        self._ends: dict[object, tuple[_Result, ...]] = {}

    # States by number

    def explore(self) -> Steps[None]:
        """Find all states and their successors.

        Raises:
            TooManyStatesError: as soon as there are too many, or the work that is left over shows that there would be.
        """
        self.place(self.fight)
        done, due = 0, _PROGRESS
        while done < len(self.nodes):
            try:
                self.edges.append(self.successors(done))
            except DiceError as many:
                raise TooManyStatesError(f"a turn of the fight has more than {self.most_work:,} results") from many
            done += 1
            if len(self.nodes) - done > self.most_work:
                raise TooManyStatesError(f"the fight leads to more than {self.most_work:,} states at once")
            if self._uses - done > self.most_uses:
                raise TooManyStatesError(f"more than {self.most_uses:,} turns of the fight have little in common")
            self.budget.spend(len(self.nodes) / 2, self._work - done)
            if self._work + done >= due:
                due = self._work + done + _PROGRESS
                yield f"{done} of {len(self.nodes)} states found so far are solved"

    def branches(self, run: Callable[[Dice], T]) -> tuple[Branch[T], ...]:
        """Return every result of a use of the rules, and count them."""
        found = branches(lambda dice: run(self.reduction.dice(dice)), limit=self.most_work)
        self._uses += len(found)
        return found

    def solved(self) -> Solved:
        """Return the result, after all states were explored."""
        zero = self.zero
        chain = visits(self.edges, zero)
        endings: dict[tuple[int | None, str], Number] = {}
        counts: _Counts = {}
        for index, fighter in enumerate(self.fight.fighters):
            if self._fates[self.numbered(index, fighter)] is None:
                counts[index, fate_of(fighter)] = self.one
        ends = [(place, chain.expected[place]) for place, after in enumerate(self.edges) if not after]
        for place, share in (*ends, *chain.traps):
            end = self._frames[self.nodes[place][-1]]
            if type(end) is not _End:
                end = _End((None, ENDLESS), tuple([self._fates[each] for each in self.nodes[place][:-1]]))
            endings[end.ending] = endings.get(end.ending, zero) + share
            fates: _Counts = {(index, fate): self.one for index, fate in enumerate(end.fates) if fate is not None}
            _add(counts, {("winner", end.ending[0]): self.one, **fates}, share)
        weights: dict[int, tuple[_Counts, Number]] = {}
        for place, share, each in self._counted:
            weight = weights.get(id(each), (each, zero))[1]
            weights[id(each)] = each, weight + chain.expected[place] * share
        for each, weight in weights.values():
            _add(counts, each, weight)
        if self.fight.round and current_player(self.fight) is not None:
            _add(counts, {("all", "rounds"): self.one}, self.one)  # the present one
        if chain.traps:
            counts["all", "rounds"] = float("inf")
        return Solved({ending: share for ending, share in endings.items() if share}, counts, len(self.nodes))

    def place(self, state: State) -> int:
        """Return the number of a state."""
        if self.reduction.simultaneous:
            state = _fallen(state)
        numbers = [self.numbered(index, fighter) for index, fighter in enumerate(state.fighters)]
        ids = tuple([self.moved(index, number, self._outlines[number]) for index, number in enumerate(numbers)])
        return self.node((*ids, self.frame(state, ids)))

    def node(self, node: _Numbers) -> int:
        """Return the number of a node."""
        if type(self._frames[node[-1]]) is _End:
            node = node[-1:]
        place = self._places.setdefault(node, len(self.nodes))
        if place == len(self.nodes):
            if place == self.most:
                raise TooManyStatesError(f"the fight has more than {place:,} states")
            self.nodes.append(node)
        return place

    def frame(self, state: State, ids: _Numbers) -> int:
        """Return the number of the frame of a state, or of its end."""
        frame: _Frame | _End
        if current_player(state) is None:
            frame = _End(ending_of(state), tuple([self._fates[each] for each in ids]))
        else:
            number = min(state.round, 2)
            if number == 1 and not self.reduction.simultaneous:
                fighters = [self._fighters[each] for each in ids]
                if not any(each.late or each.character.conditions.panicked for each in fighters):
                    number = 2
            frame = _Frame(state.side, number, state.tested, state.questions, state.declared)
        number = self._frame_numbers.setdefault(frame, len(self._frames))
        if number == len(self._frames):
            self._frames.append(frame)
        return number

    def state(self, node: _Numbers) -> State:
        """Return the state of a node that is not an end."""
        frame = self._frames[node[-1]]
        assert type(frame) is _Frame
        return replaced(
            self.fight,
            side=frame.side,
            round=frame.round,
            fighters=tuple([self._fighters[each] for each in node[:-1]]),
            tested=frame.tested,
            questions=frame.questions,
            declared=frame.declared,
        )

    def numbered(self, index: int, fighter: Fighter) -> int:
        """Return the number of a fighter, reduced to what can change the fight."""
        seen = self._seen.get((index, id(fighter)))
        if seen is not None:
            return seen[0]
        plain = self.reduction.fighter(index, fighter)
        number = self._numbers.setdefault((index, plain), len(self._fighters))
        if number == len(self._fighters):
            self._fighters.append(plain)
            self._fates.append(self.reduction.fate(index, plain))
            self._outlines.append(number)
            outline = self.reduction.outline(index, plain)
            if outline != plain:
                self._outlines[number] = self.numbered(index, outline)
        self._seen[index, id(plain)] = (number, plain)
        self._seen[index, id(fighter)] = (number, fighter)  # keeps it alive, and so its identity
        return number

    def moved(self, index: int, number: int, outline: int) -> int:
        """Return the number of a fighter after a turn: with its wounds, and a new outline."""
        known = self._moved.get((number, outline))
        if known is None:
            fighter = self._fighters[outline]
            if self._outlines[number] != number:
                wounded = self._fighters[number].character
                character = replaced(fighter.character, hp=wounded.hp, strength=wounded.strength)
                fighter = replaced(fighter, character=character)
            plain = self._fighters[self.numbered(index, fighter)]
            known = self._moved[number, outline] = self.numbered(index, self.reduction.rest(index, plain))
        return known

    # From a state to the next ones

    def successors(self, place: int) -> tuple[tuple[int, Number], ...]:
        """Return the states after a decision, or after the turn of a side."""
        node = self.nodes[place]
        if len(node) == 1:
            return ()
        places, zero = self._places, self.zero
        found: dict[int, Number] = {}
        for share, plan in self.plans(node):
            involved = tuple([node[index] for index in plan.involved])
            step = plan.steps.get(involved)
            if step is None:
                step = plan.steps[involved] = self.step(plan, involved)
            if step.counts:
                self._counted.append((place, share, step.counts))
            for changes, moves, frame, chance in step.results:
                new = list(node)
                for index, number in changes:
                    new[index] = number
                for index, outline in moves:
                    new[index] = self.moved(index, new[index], outline)
                new[-1] = frame
                key = tuple(new)
                after = places.get(key)
                if after is None:
                    after = self.node(key)
                found[after] = found.get(after, zero) + share * chance
        return tuple(found.items())

    def plans(self, node: _Numbers) -> tuple[tuple[Number, _Plan], ...]:
        """Return the turns that a side may declare, or the decision, with their probabilities."""
        outline = (*[self._outlines[number] for number in node[:-1]], node[-1])
        frame = self._frames[node[-1]]
        assert type(frame) is _Frame
        asked = frame.questions
        wounds = self.reduction.by_wounds[self.fight.fighters[asked[0].fighter].side if asked else frame.side]
        known = self._plans.get(node if wounds else outline)
        if known is not None:
            return known
        state = self.state(node if wounds else outline)
        found: list[tuple[Number, _Plan]] = []
        if not frame.round or asked:
            involved = self.everyone if wounds else ()
            found.append((self.one, self.planned(outline, state, None, involved)))
        else:
            for declared, share in self.declare(state, self.policies[frame.side], self.one):
                rest = replaced(declared, fighters=tuple([self._fighters[number] for number in outline[:-1]]))
                for aimed, chance in self.pools(rest):
                    found.append((share * chance, self.turn(outline, rest, aimed)))
        known = self._plans[node if wounds else outline] = tuple(found)
        return known

    def declare(self, state: State, policy: Policy, share: Number) -> Iterator[tuple[State, Number]]:
        """Yield the states in which all of a side have declared, with their probabilities."""
        for action, chance in decide(policy, state):
            if type(action) in _UNSOLVED:
                raise TooManyStatesError(f"a policy {_UNSOLVED[type(action)]}, which exact odds do not follow")
            if type(action) is Use and action.target is not None and not state.fighters[action.target].is_in:
                self.check_down()
            if type(action) in _WITH_ITEMS and not self.reduction.items:
                raise _MattersError(ITEMS)
            declared = replaced(state, declared=(*state.declared, action))
            both = share * self.number(chance)
            if actor_of(declared) is None:
                yield declared, both
            else:
                yield from self.declare(declared, policy, both)

    def turn(self, outline: _Numbers, declared: State, aimed: Sequence[list[Aimed]]) -> _Plan:
        """Return the plan of a declared turn with these attacks."""
        pools = tuple([self.pool(declared, each) for each in aimed])
        if self.reduction.coupled or not all(type(action) in _PLAIN for action in declared.declared):
            involved = self.everyone
        else:
            involved = tuple(dict.fromkeys(index for pool in pools for index in (pool.target, *pool.reached)))
        return self.planned(outline, declared, pools, involved)

    def planned(
        self, outline: _Numbers, state: State, pools: tuple[_Pool, ...] | None, involved: tuple[int, ...]
    ) -> _Plan:
        """Return the plan of a decision or a turn; the same one whenever it comes again."""
        key = (outline, state.declared, None if pools is None else tuple([pool.number for pool in pools]))
        plan = self._turns.get(key)
        if plan is None:
            plan = self._turns[key] = _Plan(outline[-1], state, outline[:-1], pools, involved)
        return plan

    def pool(self, declared: State, attacks: list[Aimed]) -> _Pool:
        """Return attacks that count as one hit, with a number."""
        target = attacks[0][0]
        reached: tuple[int, ...] = ()
        if self.reduction.coupled:
            reached = self.everyone
        else:
            changed = self.reduction.changed_attacker
            reached = tuple({by: 0 for _, by, attack, _ in attacks if changed(declared.fighters[by], attack)})
        stage = (
            declared.round if self.reduction.simultaneous else 0
        )  # it counts only for those who may act after their fall
        key = (target, reached, stage, *[(by, id(attack), sizes) for _, by, attack, sizes in attacks])
        pool = self._pools.get(key)
        if pool is None:
            pool = self._pools[key] = _Pool(len(self._pools), target, attacks, reached, stage)
        return pool

    def check_down(self) -> None:
        """Check that the STR of fighters who are down is followed, because something reaches one of them."""
        if not self.reduction.down:
            raise _MattersError(DOWN)

    def pools(self, declared: State) -> Iterable[tuple[list[list[Aimed]], Number]]:
        """Return the attacks that count together, with their probability: dice decide them for a crowd (R89)."""
        if not declared.crowd:
            return ((list(pools(Turn(declared, _NO_DICE))), self.one),)
        return tuple(
            (branch.result, self.number(branch.probability))
            for branch in self.branches(lambda dice: list(pools(Turn(declared, dice))))
        )

    def step(self, plan: _Plan, involved: _Numbers) -> _Step:
        """Return the results of a decision or of a side's turn."""
        ids = list(plan.numbers)
        for index, number in zip(plan.involved, involved, strict=True):
            ids[index] = number
        before = tuple(ids)
        counts: _Counts = {}
        found: dict[tuple[_Changes, _Changes, int], Number] = {}
        for after, results, share in self.phases(plan, before, counts):
            self._work += len(results) // _MERGED
            for moves, frame, more, chance in results:
                both = share * chance
                _add(counts, more, both)
                key: tuple[_Changes, _Changes, int] = ((), (), frame)
                if type(self._frames[frame]) is _Frame:
                    new = dict(moves)
                    changes = [
                        (index, self.moved(index, after[index], new.get(index, self._outlines[after[index]])))
                        for index in plan.involved
                    ]
                    key = (
                        tuple([change for change in changes if change[1] != before[change[0]]]),
                        tuple([move for move in moves if move[0] not in plan.involved]),
                        frame,
                    )
                found[key] = found.get(key, self.zero) + both
        return _Step(tuple([(*key, share) for key, share in found.items()]), counts)

    def phases(
        self, plan: _Plan, before: _Numbers, counts: _Counts
    ) -> Iterator[tuple[_Numbers, tuple[_Result, ...], Number]]:
        """Yield the fighters after the hits of a turn, the results of its end, and the probability."""
        state = plan.state
        if plan.pools is None:
            yield before, tuple(self.decided(self.with_fighters(state, before), before)), self.one
            return
        struck: dict[_Struck, Number] = {(before, _UNTOUCHED, ()): self.one}
        if not all(type(action) in _PLAIN for action in state.declared):
            struck = self.after_others(state, before, counts)
        for pool in plan.pools:
            struck = self.after_hits(state, pool, struck, counts)
        for (ids, emptied, questions), share in struck.items():
            yield ids, self.after_turn(plan, ids, emptied, questions), share

    def decided(self, state: State, ids: _Numbers) -> Iterator[_Result]:
        """Yield the results of a decision before the first round, or of an answer."""
        player = current_player(state)
        assert player is not None
        for action, share in decide(self.policies[player], state):

            def run(dice: Dice, action: Action = action) -> State:
                return resolve(state, action, dice).state

            for branch in self.branches(run):
                yield (*self.entered(state, ids, branch.result), self.number(share * branch.probability))

    def entered(self, before: State, ids: _Numbers, after: State) -> tuple[_Changes, int, _Counts]:
        """Return the changed fighters, the new frame, and the counts."""
        number = after.round
        if self.reduction.simultaneous:
            after = _fallen(after)
        changes, counts = self.changes(before, ids, after.fighters)
        frame = self.frame(after, _with_changes(ids, changes))
        if number > before.round and type(self._frames[frame]) is _Frame:
            counts["all", "rounds"] = self.number(Fraction(number - before.round))
        return changes, frame, counts

    def changes(self, before: State, ids: _Numbers, after: Sequence[Fighter]) -> tuple[_Changes, _Counts]:
        """Return the fighters that changed with their new numbers, and the counts."""
        changes: list[tuple[int, int]] = []
        counts: _Counts = {}
        for index, (old, new) in enumerate(zip(before.fighters, after, strict=True)):
            if new is old:
                continue
            self._work += 1
            if new.character.scars:
                counts[index, "scars"] = self.number(Fraction(len(new.character.scars)))
            number = self.numbered(index, new)
            if number != ids[index]:
                changes.append((index, number))
                if self._fates[number] is None:
                    counts[index, fate_of(new)] = self.one
        return tuple(changes), counts

    def after_others(self, declared: State, ids: _Numbers, counts: _Counts) -> dict[_Struck, Number]:
        """Resolve the declarations other than attacks."""
        state = self.with_fighters(declared, ids)

        def run(dice: Dice) -> Turn:
            turn = Turn(state, dice)
            sides.others(turn)
            if turn.newcomers:
                raise TooManyStatesError("a policy summons a creature, which exact odds do not follow")
            return turn

        others = self.results(state, ids, run)
        _add(counts, others.counts, self.one)
        return {
            (_with_changes(ids, changes), emptied, questions): share
            for changes, emptied, questions, share in others.results
        }

    def after_hits(
        self, declared: State, pool: _Pool, before: Mapping[_Struck, Number], counts: _Counts
    ) -> dict[_Struck, Number]:
        """Resolve the attacks on one target."""
        found: dict[_Struck, Number] = {}
        for (ids, emptied, questions), share in before.items():
            key = (pool.number, ids[pool.target], *[ids[index] for index in pool.reached])
            hits = self._hits.get(key)
            if hits is None:
                if not self._fighters[ids[pool.target]].is_in:
                    self.check_down()
                hits = self._hits[key] = self.hits(self.with_fighters(declared, ids), ids, pool)
            _add(counts, hits.counts, share)
            for changes, more, asked, chance in hits.results:
                struck = (_with_changes(ids, changes), emptied | more, questions + asked)
                found[struck] = found.get(struck, self.zero) + share * chance
            if len(found) > self.most_work:
                raise DiceError(f"there are more than {self.most_work} branches")
        return found

    def hits(self, state: State, ids: _Numbers, pool: _Pool) -> _Hits:
        """Return the results of the attacks on one target: those of each face and each attack that may count."""
        target = pool.target
        found: dict[tuple[_Changes, frozenset[int], tuple[Question, ...]], Number] = {}
        counts: _Counts = {}
        for (face, kind), chance in self.rolls(state, pool).items():
            key = (face, kind, pool.stage, target, ids[target], *[ids[index] for index in pool.reached])
            wounds = self._wounds.get(key)
            if wounds is None:

                def run(dice: Dice, face: int = face, kind: int = kind) -> Turn:
                    turn = Turn(state, dice)
                    strike_target(turn, target, face, [self._attacks[kind]])
                    return turn

                wounds = self._wounds[key] = self.results(state, ids, run)
            _add(counts, wounds.counts, chance)
            for changes, emptied, asked, share in wounds.results:
                result = (changes, emptied, asked)
                found[result] = found.get(result, self.zero) + chance * share
        return _Hits(tuple([(*result, share) for result, share in found.items()]), counts)

    def rolls(self, state: State, pool: _Pool) -> Mapping[tuple[int, int], Number]:
        """Return the probability of each face of a pool, with the attack that it counts for."""
        key = (pool.number, state.fighters[pool.target].armor)  # armour may decide ties
        known = self._rolls.get(key)
        if known is None:
            known = self._rolls[key] = {}
            for branch in self.branches(lambda dice: roll(Turn(state, dice), pool.attacks)):
                _, face, attacks = branch.result
                result = (face, self.kind(state, attacks[0]))
                known[result] = known.get(result, self.zero) + self.number(branch.probability)
        return known

    def kind(self, state: State, attack: Aimed) -> int:
        """Return the number of the first attack that hits in the same way."""
        target, by, what, _ = attack
        key = (by, id(what), target if state.fighters[target].effects else None)
        known = self._kinds.get(key)
        if known is None:
            turn = Turn(state, _NO_DICE)
            same = (number for number, each in enumerate(self._attacks) if is_same(turn, attack, each))
            known = self._kinds[key] = next(same, len(self._attacks))
            if known == len(self._attacks):
                self._attacks.append(attack)
        return known

    def results(self, before: State, ids: _Numbers, run: Callable[[Dice], Turn]) -> _Hits:
        """Return the results of a phase of a turn."""
        found: dict[tuple[_Changes, frozenset[int], tuple[Question, ...]], Number] = {}
        counts: _Counts = {}
        for branch in self.branches(run):
            turn, share = branch.result, self.number(branch.probability)
            changes, more = self.changes(before, ids, turn.fighters)
            _add(counts, more, share)
            result = (changes, frozenset(turn.emptied), tuple(turn.questions))
            found[result] = found.get(result, self.zero) + share
        return _Hits(tuple([(*result, share) for result, share in found.items()]), counts)

    def after_turn(
        self, plan: _Plan, ids: _Numbers, emptied: frozenset[int], questions: tuple[Question, ...]
    ) -> tuple[_Result, ...]:
        """Return the results of the end of a turn: those by outline."""
        outlines = tuple([self._outlines[number] for number in ids])
        key = (plan.frame, plan.state.declared, outlines, emptied, questions)
        known = self._ends.get(key)
        if known is None:
            before = self.with_fighters(plan.state, outlines)

            def run(dice: Dice) -> State:
                turn = Turn(before, dice)
                turn.emptied.update(emptied)
                turn.questions.extend(questions)
                return sides.go_on(sides.end(turn), turn.dice).state

            known = self._ends[key] = tuple(
                (*self.entered(before, outlines, branch.result), self.number(branch.probability))
                for branch in self.branches(run)
            )
        return known

    def with_fighters(self, state: State, ids: _Numbers) -> State:
        """Return a state with other fighters, by number."""
        return replaced(state, fighters=tuple([self._fighters[each] for each in ids]))


def _with_changes(ids: _Numbers, changes: _Changes) -> _Numbers:
    """Return fighters by number after some changes."""
    new = list(ids)
    for index, number in changes:
        new[index] = number
    return tuple(new)


def _add(counts: _Counts, more: Mapping[tuple[object, object], Number], share: Number) -> None:
    """Add counts, multiplied by a probability."""
    for name, number in more.items():
        counts[name] = counts.get(name, 0) + number * share


def _fallen(state: State) -> State:
    """Return a state of which the fighters remember only a fall in the present round, so that rounds are alike."""
    now, number = state.round, min(state.round, 2)
    fighters = [
        replaced(each, fell=number if each.fell == now else 0) if each.fell else each for each in state.fighters
    ]
    return replaced(state, fighters=tuple(fighters))
