"""Chance: the generator, the kinds of dice, exact odds and resolutions."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import erfc, exp, lgamma, sqrt
from random import Random
from typing import get_args

import pytest
from attrs import evolve, frozen
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cairn_rules.chance import (
    Branch,
    Chance,
    Dice,
    DiceError,
    KeyedDice,
    Kind,
    NeedsRoll,
    Request,
    Resolution,
    Roll,
    ScriptedDice,
    branches,
    distribution,
    faces_of,
    resolve_keyed,
    to_script,
)
from cairn_rules.chance.dice import MAX_DICE, MAX_SIDES
from cairn_rules.chance.key import WORD_BITS
from cairn_rules.chance.odds import MAX_BRANCHES
from cairn_rules.errors import CairnRulesError, DefinitionError

CHANCES = st.builds(Chance, st.integers(0, 2**52 - 1), st.integers(0, 2**40))
SIZES = st.lists(st.integers(1, 8), min_size=1, max_size=3).map(tuple)


def p_value(seen: Counter, outcomes: int) -> float:
    """Return the probability that a fair source has at least this chi-square; all outcomes are equally likely."""
    expected = seen.total() / outcomes
    assert expected >= 20, "too few for the chi-square distribution"
    assert len(seen) <= outcomes
    x = sum((count - expected) ** 2 for count in seen.values()) / expected + (outcomes - len(seen)) * expected
    degrees = outcomes - 1
    start = 2 - degrees % 2
    tail = exp(-x / 2) if start == 2 else erfc(sqrt(x / 2))
    return tail + sum((x / 2) ** (k / 2) * exp(-x / 2 - lgamma(k / 2 + 1)) for k in range(start, degrees, 2))


def assert_uniform(seen: Counter, outcomes: int) -> None:
    """Fail for a fair source with a probability of 2 in a million; the seeds are fixed, so a pass stays a pass."""
    assert 1e-6 < p_value(seen, outcomes) < 1 - 1e-6


class TestChiSquare:
    """The yardstick: values from printed tables of the chi-square distribution."""

    @pytest.mark.parametrize(
        ("counts", "outcomes", "expected"),
        [((60, 40), 2, 0.0455), ((100, 130, 130, 120, 120), 5, 0.287), ((100, 130, 130, 120), 4, 0.1718)],
    )
    def test_p_value(self, counts, outcomes, expected):
        assert p_value(Counter(dict(enumerate(counts))), outcomes) == pytest.approx(expected, rel=0.01)

    def test_it_sees_unfairness(self):
        with pytest.raises(AssertionError):
            assert_uniform(Counter({1: 1000, 2: 1000, 3: 1000, 4: 1300}), 4)
        with pytest.raises(AssertionError):
            assert_uniform(Counter(dict.fromkeys(range(50), 1000)), 50)


class TestGenerator:
    """Known answers come from Node, Perl and coreutils, which share no code with this library: `reference.mjs`."""

    @pytest.mark.parametrize(
        ("key", "used", "word"),
        [
            (0, 0, 0x7334821429A99),
            (7, 0, 0x5BFD4B84B0BB2),
            (7, 1, 0x8562833FECBCB),
            (2**52 - 1, 2**52 - 2, 0xAD709FAD1049A),
        ],
    )
    def test_words(self, key, used, word):
        """`printf 7,0 | sha256sum | cut -c1-13`."""
        assert Chance(key, used).below(2**52) == (word, Chance(key, used + 1))

    @pytest.mark.parametrize(
        ("seed", "key"),
        [
            (0, 2769217822073700),
            (7, 3712283597139984),
            (-7, 1483295507217019),
            (16**200 - 1, 3174524468825541),
        ],
    )
    def test_seeds(self, seed, key):
        """`printf 'seed 0x7' | sha256sum | cut -c1-13`."""
        assert Chance.from_seed(seed) == Chance(key, 0)

    def test_faces(self):
        dice = KeyedDice(Chance(7))
        faces = [dice.face(6, purpose="test") for _ in range(20)]
        assert faces == [5, 6, 3, 1, 4, 4, 5, 1, 6, 2, 4, 6, 3, 6, 1, 2, 1, 2, 5, 4]
        assert dice.chance == Chance(7, 20)

    def test_rejection(self):
        """A quarter of the words are not below the largest multiple of 3 * 2**50, and are skipped."""
        chance, numbers = Chance(7), []
        for _ in range(8):
            number, chance = chance.below(3 * 2**50)
            numbers.append(number)
        assert numbers == [
            *(1618295229451186, 2346530484702155, 329696972135954, 2755554959855244),
            *(388537029859821, 892386518048254, 726392085931889, 2414852812736899),
        ]
        assert chance == Chance(7, 10)

    def test_the_first_word_that_is_skipped(self):
        """Word 1 of key 7 is fair for a bound just above it, and the first unfair one for itself as the bound."""
        assert Chance(7, 1).below(0x8562833FECBCB + 1) == (0x8562833FECBCB, Chance(7, 2))
        assert Chance(7, 1).below(0x8562833FECBCB) == (0x12BDB8EE85E12, Chance(7, 3))

    def test_many_bounds(self):
        chance, total = Chance(1), 0
        for i in range(1000):
            number, chance = chance.below(1 + i * 1000003)
            total += number
        assert (total, chance) == (251539800090, Chance(1, 1000))

    def test_shuffle(self):
        dice = KeyedDice(Chance(12345, 1000))
        assert dice.shuffle(range(10), purpose="test") == (3, 4, 5, 1, 0, 8, 6, 9, 2, 7)
        assert dice.chance == Chance(12345, 1009)

    def test_dice_of_a_roll_are_thrown_from_left_to_right(self):
        dice = KeyedDice(Chance(7))
        dice.highest((2**52, 6), purpose="test")
        assert dice.log[0].values == (1 + 0x5BFD4B84B0BB2, 1 + 0x8562833FECBCB % 6)

    @given(CHANCES, st.integers(1, MAX_SIDES))
    def test_range(self, chance, bound):
        number, after = chance.below(bound)
        assert 0 <= number < bound
        assert after.key == chance.key
        assert after.used > chance.used


class TestUniform:
    """Every result is equally likely, within a key and across keys."""

    @pytest.mark.untraced
    @pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20, 100])
    def test_faces_of_one_key(self, sides):
        dice = KeyedDice(Chance.from_seed(sides))
        assert_uniform(Counter(dice.face(sides, purpose="test") for _ in range(6000)), sides)

    @pytest.mark.untraced
    @pytest.mark.parametrize("used", [0, 1, 17])
    def test_faces_across_keys_that_follow_each_other(self, used):
        assert_uniform(Counter(Chance(key, used).below(6)[0] for key in range(6000)), 6)
        assert_uniform(Counter(Chance(Chance.from_seed(seed).key, used).below(20)[0] for seed in range(6000)), 20)

    @pytest.mark.untraced
    def test_pairs_of_faces(self):
        dice = KeyedDice(Chance(3))
        faces = [dice.face(6, purpose="test") for _ in range(7201)]
        assert_uniform(Counter(pairwise(faces)), 36)
        keys = [Chance(key).below(6)[0] for key in range(7201)]
        assert_uniform(Counter(pairwise(keys)), 36)

    def test_a_bound_that_is_no_power_of_two_leaves_no_bias(self):
        """Without rejection the lower third would be twice as likely as each of the others."""
        chance, thirds = Chance(5), Counter()
        for _ in range(3000):
            number, chance = chance.below(3 * 2**50)
            thirds[number >> 50] += 1
        assert_uniform(thirds, 3)

    def test_orders(self):
        """All 24 orders of four items occur, equally often."""
        dice = KeyedDice(Chance(11))
        seen = Counter(dice.shuffle("abcd", purpose="test") for _ in range(4800))
        assert set(seen) == set(permutations("abcd"))
        assert_uniform(seen, 24)

    def test_places_in_a_long_shuffle(self):
        dice = KeyedDice(Chance(12))
        decks = [dice.shuffle(range(20), purpose="test") for _ in range(600)]
        for place in (0, 1, 10, 19):
            assert_uniform(Counter(deck[place] for deck in decks), 20)


class TestChance:
    """A frozen value of two numbers."""

    def test_value(self):
        assert Chance(7) == Chance(7, 0) != Chance(7, 1) != Chance(8, 1)
        assert len({Chance(7), Chance(7, 0), Chance(7, 1), Chance(8)}) == 3
        assert pickle.loads(pickle.dumps(Chance(7, 3))) == Chance(7, 3)  # noqa: S301 - our own
        assert not hasattr(Chance(7), "__dict__")
        with pytest.raises(AttributeError):
            Chance(7).used = 3

    @given(CHANCES)
    @example(Chance(2**52 - 1, 2**52 - 1))
    def test_json_readers_keep_both_numbers(self, chance):
        """A reader with 64-bit floating-point numbers, such as that of JavaScript, loses nothing."""
        assert Chance(*(int(float(json.loads(json.dumps(number)))) for number in (chance.key, chance.used))) == chance

    def test_draw(self):
        """A sample of a hidden key is fresh, and repeatable by the seed of its generator."""
        assert Chance.draw(Random(1)) == Chance.draw(Random(1)) != Chance.draw(Random(2))
        keys = [Chance.draw(Random(seed)) for seed in range(200)]
        assert len(set(keys)) == 200
        assert {chance.used for chance in keys} == {0}
        assert max(chance.key for chance in keys) >> (WORD_BITS - 1) == 1

    @pytest.mark.parametrize("value", [-1, 2**52, 1.0, "7", True, None])
    def test_impossible_numbers(self, value):
        with pytest.raises(DefinitionError) as caught:
            Chance(value)
        assert str(caught.value) == f"key of a Chance must be a whole number from 0 to {2**52 - 1}, got {value!r}"
        with pytest.raises(DefinitionError, match=r"^used of a Chance must be a whole number from 0 to "):
            Chance(7, value)

    @pytest.mark.parametrize("bound", [0, -6, 2**52 + 1, 6.0, False])
    def test_impossible_bounds(self, bound):
        with pytest.raises(DefinitionError) as caught:
            Chance(7).below(bound)
        assert str(caught.value) == f"a bound must be a whole number from 1 to {2**52}, got {bound!r}"

    @pytest.mark.parametrize("seed", [None, "7", 7.0, True])
    def test_impossible_seeds(self, seed):
        with pytest.raises(DefinitionError) as caught:
            Chance.from_seed(seed)
        assert str(caught.value) == f"a seed must be a whole number, got {seed!r}"


OPERATIONS = st.one_of(
    st.tuples(st.just("face"), st.integers(1, 20)),
    st.tuples(st.just("sum"), st.integers(1, 4), st.integers(1, 8)),
    st.tuples(st.just("highest"), SIZES),
    st.tuples(st.just("keep_highest"), SIZES),
    st.tuples(st.just("check"), st.integers(-3, 25)),
    st.tuples(st.just("shuffle"), st.lists(st.integers(), max_size=6).map(tuple)),
)
PLANS = st.lists(OPERATIONS, max_size=6)


def follow(plan, dice):
    """Return the results of all operations of a plan."""
    return tuple(
        getattr(dice, name)(*arguments, purpose=f"step {index}", rule=f"R{index}")
        for index, (name, *arguments) in enumerate(plan)
    )


class TestOperations:
    """Each operation asks for its dice and returns its result."""

    @given(PLANS, CHANCES)
    def test_results_agree_with_the_log(self, plan, chance):
        dice = KeyedDice(chance)
        results = follow(plan, dice)
        asked = [
            (index, step, result)
            for index, (step, result) in enumerate(zip(plan, results, strict=True))
            if step[0] != "shuffle" or len(step[1]) > 1
        ]
        assert len(dice.log) == len(asked)
        for roll, (index, (name, *arguments), result) in zip(dice.log, asked, strict=True):
            request, faces = roll.request, roll.values
            assert (request.kind, request.purpose, request.rule) == (name, f"step {index}", f"R{index}")
            if name == "shuffle":
                assert result == tuple(arguments[0][position] for position in faces)
                assert (request.sizes, roll.value) == ((len(faces),), len(faces))
                assert sorted(faces) == list(range(len(faces)))
                continue
            assert all(1 <= face <= sides for face, sides in zip(faces, request.sizes, strict=True))
            match name, arguments:
                case "face", [sides]:
                    assert (request.sizes, result) == ((sides,), faces[0])
                case "sum", [count, sides]:
                    assert (request.sizes, result) == ((sides,) * count, sum(faces))
                case "highest", [sizes]:
                    assert (request.sizes, result) == (sizes, max(faces))
                case "keep_highest", [sizes]:
                    assert request.sizes == sizes
                    assert faces[result[1]] == result[0] == max(faces)
                    assert result[0] not in faces[: result[1]]
                case "check", [target]:
                    assert (request.sizes, request.target) == ((20,), target)
                    assert result is (faces[0] == 1 or (faces[0] <= target and faces[0] != 20))
            assert roll.value == (result[0] if name == "keep_highest" else result)

    @pytest.mark.parametrize("target", [-5, 0, 1, 2, 10, 18, 19, 20, 30])
    def test_check(self, target):
        """A d20 at or under the value passes, a 1 always and a 20 never."""
        passed = [face for face in range(1, 21) if ScriptedDice([face]).check(target, purpose="STR save")]
        assert passed == [face for face in range(1, 21) if face == 1 or (face <= target and face < 20)]

    @pytest.mark.parametrize("items", [(), ("a",)])
    def test_fewer_than_two_items_need_no_shuffle(self, items):
        """They have only one order: keyed dice draw nothing, a table is not asked, and exact odds exist."""
        keyed, scripted = KeyedDice(Chance(7)), ScriptedDice()
        for dice in (keyed, scripted):
            assert dice.shuffle(items, purpose="deck") == items
            assert dice.log == ()
        assert keyed.chance == Chance(7)
        assert branches(lambda dice: dice.shuffle(items, purpose="deck")) == (Branch(Fraction(1), items),)

    def test_shuffles_take_any_iterable(self):
        assert ScriptedDice([[1, 0]]).shuffle(iter("ab"), purpose="deck") == ("b", "a")

    @given(PLANS, CHANCES)
    def test_keyed_dice_are_pure(self, plan, chance):
        """The same key gives the same results, and the key itself stays as it is."""
        before = (chance.key, chance.used)
        first, second = KeyedDice(chance), KeyedDice(chance)
        assert follow(plan, first) == follow(plan, second)
        assert (first.log, first.chance) == (second.log, second.chance)
        assert (chance.key, chance.used) == before

    @given(PLANS, PLANS, CHANCES)
    def test_keyed_dice_resume(self, plan, rest, chance):
        """Dice from the advanced key go on where the first ones stopped."""
        whole, first = KeyedDice(chance), KeyedDice(chance)
        together = follow(plan, whole) + follow(rest, whole)
        assert follow(plan, first) + follow(rest, KeyedDice(first.chance)) == together

    def test_log(self):
        """Every roll explains itself; a shuffle does not show its order."""
        dice = ScriptedDice([4, 4, 2, 6, 3, 7, 7, 3, 12, 11, (1, 0)])
        dice.face(6, purpose="weather", rule="R190")
        dice.sum(3, 6, purpose="gold")
        dice.highest((8, 10), purpose="damage", rule="R90")
        dice.keep_highest((8, 10), purpose="pool")
        dice.check(11, purpose="STR save")
        dice.check(11, purpose="DEX save")
        dice.shuffle("ab", purpose="deck", rule="3.4")
        assert [str(roll) for roll in dice.log] == [
            "weather [R190]: d6: 4 = 4",
            "gold: 3d6: 4, 2, 6 = 12",
            "damage [R90]: highest of d8 + d10: 3, 7 = 7",
            "pool: highest of d8 + d10: 7, 3 = 7",
            "STR save: d20 against 11: 12 = failed",
            "DEX save: d20 against 11: 11 = passed",
            "deck [3.4]: shuffle of 2 items",
        ]
        assert {roll.request.kind for roll in dice.log} == set(get_args(Kind))
        assert pickle.loads(pickle.dumps(dice.log)) == dice.log  # noqa: S301 - our own
        assert len(set(dice.log)) == 7

    def test_a_log_is_a_value(self):
        dice = KeyedDice(Chance(7))
        before = dice.log
        dice.face(6, purpose="test")
        assert before == ()
        assert dice.log == (Roll(Request("face", (6,), "test"), (5,)),)

    @pytest.mark.parametrize(
        ("ask", "got"),
        [
            (lambda dice: dice.face(0, purpose="x"), "0"),
            (lambda dice: dice.face(2**52 + 1, purpose="x"), str(2**52 + 1)),
            (lambda dice: dice.face("6", purpose="x"), "'6'"),
            (lambda dice: dice.face(bool(1), purpose="x"), "True"),
            (lambda dice: dice.highest((6, -1), purpose="x"), "-1"),
            (lambda dice: dice.sum(3, None, purpose="x"), "None"),
        ],
    )
    def test_impossible_sides(self, ask, got):
        for dice in (KeyedDice(Chance(7)), ScriptedDice([1] * 9)):
            with pytest.raises(DefinitionError) as caught:
                ask(dice)
            message = f"the number of sides of a die must be a whole number from 1 to {2**52}, got {got}"
            assert (str(caught.value), dice.log) == (message, ())

    @pytest.mark.parametrize(
        ("ask", "got"),
        [
            (lambda dice: dice.highest((), purpose="x"), "0"),
            (lambda dice: dice.keep_highest([6] * 1001, purpose="x"), "1001"),
            (lambda dice: dice.sum(0, 6, purpose="x"), "0"),
            (lambda dice: dice.sum(10**12, 6, purpose="x"), "1000000000000"),
            (lambda dice: dice.sum(2.0, 6, purpose="x"), "2.0"),
        ],
    )
    def test_impossible_numbers_of_dice(self, ask, got):
        with pytest.raises(DefinitionError) as caught:
            ask(KeyedDice(Chance(7)))
        assert str(caught.value) == f"the number of dice must be a whole number from 1 to 1000, got {got}"

    def test_impossible_values_of_a_check(self):
        with pytest.raises(DefinitionError) as caught:
            KeyedDice(Chance(7)).check(None, purpose="x")
        right = f"a whole number from {-(2**52)} to {2**52}"
        assert str(caught.value) == f"the value of a check must be {right}, got None"

    @pytest.mark.parametrize("ask", ["highest", "keep_highest"])
    def test_dice_that_are_no_list(self, ask):
        with pytest.raises(DefinitionError) as caught:
            getattr(KeyedDice(Chance(7)), ask)(8, purpose="x")
        assert str(caught.value) == "dice must be a list of numbers of sides such as (8, 10), got 8"

    @pytest.mark.parametrize("purpose", ["", None, 3])
    def test_every_roll_has_a_purpose(self, purpose):
        with pytest.raises(DefinitionError) as caught:
            KeyedDice(Chance(7)).face(6, purpose=purpose)
        assert str(caught.value) == f"a purpose must be a short text such as 'damage', got {purpose!r}"

    def test_most_dice_and_sides(self):
        dice = KeyedDice(Chance(7))
        assert MAX_DICE <= dice.sum(MAX_DICE, 6, purpose="test") <= 6 * MAX_DICE
        assert 1 <= dice.face(MAX_SIDES, purpose="test") <= MAX_SIDES

    def test_keyed_dice_need_a_key(self):
        with pytest.raises(DefinitionError) as caught:
            KeyedDice(7)
        assert str(caught.value) == "keyed dice need a Chance such as Chance.from_seed(7), got 7"

    def test_custom_dice_define_draw(self):
        class Lowest(Dice):
            def draw(self, request, /):
                return (1,) * len(request.sizes)

        assert Lowest().sum(3, 6, purpose="gold") == 3
        with pytest.raises(TypeError, match="abstract"):
            Dice()


class TestScript:
    """Scripted dice follow a list; they ask for what is missing and refuse what is impossible."""

    @given(PLANS, CHANCES)
    def test_a_keyed_log_is_repeated_by_its_script(self, plan, chance):
        keyed = KeyedDice(chance)
        results = follow(plan, keyed)
        scripted = ScriptedDice(json.loads(json.dumps(to_script(keyed.log))))
        assert follow(plan, scripted) == results
        assert scripted.log == keyed.log
        assert scripted.unused == ()
        scripted.finish()

    @given(PLANS, CHANCES)
    def test_a_table_throws_one_die_after_the_other(self, plan, chance):
        """Resolving again with each value that `NeedsRoll` asks for ends where the whole script does."""
        keyed = KeyedDice(chance)
        results = follow(plan, keyed)
        thrown = []
        for value in to_script(keyed.log):
            with pytest.raises(NeedsRoll) as caught:
                follow(plan, ScriptedDice(thrown))
            need = caught.value
            assert need.accept(value) == value
            assert need.sides == (len(value) if isinstance(value, tuple) else need.request.sizes[need.index])
            thrown.append(value)
        assert follow(plan, ScriptedDice(thrown)) == results

    @pytest.mark.parametrize(
        ("ask", "script", "index", "message"),
        [
            (lambda dice: dice.face(8, purpose="damage"), [], 0, "a face of a d8 for 'damage'"),
            (lambda dice: dice.check(8, purpose="save", rule="R97"), [], 0, "a face of a d20 for 'save [R97]'"),
            (lambda dice: dice.sum(3, 6, purpose="gold"), [4], 1, "a face of a d6 for 'gold' (die 2 of 3)"),
            (lambda dice: dice.highest((8, 10), purpose="x"), [8], 1, "a face of a d10 for 'x' (die 2 of 2)"),
            (lambda dice: dice.shuffle("abc", purpose="deck"), [], 0, "an order of 3 items for 'deck'"),
        ],
    )
    def test_needs_roll(self, ask, script, index, message):
        with pytest.raises(NeedsRoll) as caught:
            ask(ScriptedDice(script))
        assert caught.value.index == index
        assert str(caught.value) == f"the script has ended: add {message}"
        again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
        assert (again.request, again.index, str(again)) == (caught.value.request, index, str(caught.value))

    @pytest.mark.parametrize("value", [0, 9, -1, 8.0, "8", True, None, (3,)])
    def test_impossible_faces(self, value):
        """The same sentence, whether a whole script is followed or a table types the value."""
        request = Request("sum", (6, 8), "damage", "R83")
        message = f"{value!r} is not a face of a d8 for 'damage [R83]' (die 2 of 2): give a whole number from 1 to 8"
        with pytest.raises(DiceError) as caught:
            NeedsRoll(request, 1).accept(value)
        assert str(caught.value) == message
        message = f"{value!r} is not a face of a d8 for 'damage': give a whole number from 1 to 8"
        with pytest.raises(DiceError) as caught:
            ScriptedDice([value]).face(8, purpose="damage")
        assert str(caught.value) == message

    @pytest.mark.parametrize(
        "value", [3, (0, 1), (0, 1, 1), (1, 2, 3), (0, 1, 2, 3), (0, 1, "2"), (False, True, 2), "012"]
    )
    def test_impossible_orders(self, value):
        with pytest.raises(DiceError) as caught:
            ScriptedDice([value]).shuffle("abc", purpose="deck")
        assert (
            str(caught.value) == f"{value!r} is not an order of 3 items for 'deck': list each number from 0 to 2 once"
        )

    def test_unused_values(self):
        dice = ScriptedDice(iter([3, 5, (1, 0)]))
        dice.face(6, purpose="test")
        assert dice.unused == (5, (1, 0))
        with pytest.raises(DiceError) as caught:
            dice.finish()
        assert str(caught.value) == "the rules did not use all values of the script: remove [5, (1, 0)]"

    @pytest.mark.parametrize("script", [5, "345", None])
    def test_a_script_is_a_list(self, script):
        with pytest.raises(DefinitionError) as caught:
            ScriptedDice(script)
        assert str(caught.value) == f"a script must be a list of faces and orders, got {script!r}"

    def test_errors_are_those_of_the_library(self):
        assert issubclass(NeedsRoll, DiceError)
        assert issubclass(DiceError, CairnRulesError)
        assert issubclass(DiceError, ValueError)


def throws(sizes):
    """Return the faces of every throw of dice."""
    return product(*(range(1, sides + 1) for sides in sizes))


def portions(values):
    """Return the share of each value among equally likely ones."""
    seen = Counter(values)
    return {value: Fraction(count, seen.total()) for value, count in seen.items()}


class TestOdds:
    """Exact probabilities, against formulas, a count of all throws, and published numbers."""

    def test_sum_of_two_dice(self):
        odds = distribution(lambda dice: dice.sum(2, 6, purpose="reaction"))
        assert odds == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
        assert odds[7] == Fraction(1, 6)
        assert list(odds) == sorted(odds)

    def test_highest_of_a_d8_and_a_d10(self):
        """The highest is at most m in min(m, 8) * m of 80 throws."""
        odds = distribution(lambda dice: dice.highest((8, 10), purpose="damage"))
        at_most = [Fraction(min(m, 8) * m, 80) for m in range(11)]
        assert odds == {m: at_most[m] - at_most[m - 1] for m in range(1, 11)}
        assert odds[10] == Fraction(1, 10)

    @pytest.mark.parametrize(
        ("sizes", "mean"),
        [
            ((4, 4), Fraction(25, 8)),
            ((6, 6), Fraction(161, 36)),
            ((8, 8), Fraction(93, 16)),
            ((10, 10), Fraction(143, 20)),
            ((12, 12), Fraction(611, 72)),
            ((6, 6, 6), Fraction(119, 24)),
            ((6, 6, 8), Fraction(179, 32)),
        ],
    )
    def test_means_of_the_highest(self, sizes, mean):
        """The numbers of the specification of the Cairn role-playing game, section 7."""
        odds = distribution(lambda dice: dice.highest(sizes, purpose="damage"))
        assert sum(value * share for value, share in odds.items()) == mean

    @pytest.mark.parametrize("value", [-5, 0, 1, 11, 19, 20, 25])
    def test_check(self, value):
        odds = distribution(lambda dice: dice.check(value, purpose="STR save"))
        passed = Fraction(min(max(value, 1), 19), 20)
        assert odds == {False: 1 - passed, True: passed}

    def test_one_in_so_many(self):
        odds = distribution(lambda dice: dice.face(4, purpose="x") == 1 and dice.face(6, purpose="y") == 1)
        assert odds == {True: Fraction(1, 24), False: Fraction(23, 24)}

    @pytest.mark.untraced
    @settings(deadline=None, max_examples=50)
    @given(SIZES)
    def test_every_throw_counts_once(self, sizes):
        assert distribution(lambda dice: dice.highest(sizes, purpose="x")) == portions(map(max, throws(sizes)))
        assert distribution(lambda dice: dice.keep_highest(sizes, purpose="x")) == portions(
            (max(faces), faces.index(max(faces))) for faces in throws(sizes)
        )
        equal = (sizes[0],) * len(sizes)
        assert distribution(lambda dice: dice.sum(len(equal), equal[0], purpose="x")) == portions(
            map(sum, throws(equal))
        )

    @pytest.mark.untraced
    @settings(deadline=None, max_examples=50)
    @given(st.lists(OPERATIONS.filter(lambda step: step[0] != "shuffle"), max_size=2))
    def test_branches(self, plan):
        """They add up to 1, are different, and can be replayed from a script; keyed dice follow one of them."""
        found = branches(lambda dice: follow(plan, dice))
        assert sum(branch.probability for branch in found) == 1
        assert all(branch.probability > 0 for branch in found)
        assert len({branch.result for branch in found}) == len(found)
        for branch in found[:50]:
            scripted = ScriptedDice(to_script(branch.log))
            assert follow(plan, scripted) == branch.result
            assert scripted.log == branch.log
            scripted.finish()
        assert follow(plan, KeyedDice(Chance(7))) in {branch.result for branch in found}

    def test_a_roll_can_depend_on_a_roll(self):
        def again(dice):
            first = dice.face(6, purpose="first")
            return first + (dice.sum(2, 4, purpose="again") if first == 6 else 0)

        expected = {value: Fraction(1, 6) for value in range(1, 6)}
        expected |= {6 + total: Fraction(4 - abs(5 - total), 16) / 6 for total in range(2, 9)}
        assert distribution(again) == expected
        assert [branch.result for branch in branches(again)] == [*range(1, 6), *range(8, 15)]

    def test_no_dice(self):
        assert branches(lambda _: "certain") == (Branch(Fraction(1), "certain"),)

    def test_the_order_of_branches(self):
        found = branches(lambda dice: (dice.check(5, purpose="x"), dice.keep_highest((2, 2), purpose="y")))
        kept = [(1, 0), (2, 0), (2, 1)]
        assert [branch.result for branch in found] == [(passed, best) for passed in (False, True) for best in kept]

    def test_shuffles_are_refused(self):
        with pytest.raises(DiceError) as caught:
            branches(lambda dice: dice.shuffle("abc", purpose="deck", rule="3.4"))
        assert str(caught.value) == (
            "a shuffle has too many results for exact odds (deck [3.4]: shuffle of 3 items): "
            "take a sample with keyed dice"
        )

    @pytest.mark.parametrize(
        ("run", "count"),
        [
            (lambda dice: dice.face(8, purpose="x"), 8),
            (lambda dice: dice.highest((4, 8, 6), purpose="x"), 8),
            (lambda dice: dice.keep_highest((3, 2), purpose="x"), 4),
            (lambda dice: dice.sum(3, 6, purpose="x"), 16),
            (lambda dice: dice.check(8, purpose="x"), 2),
            (lambda dice: (dice.face(6, purpose="x"), dice.face(4, purpose="y")), 24),
            (lambda _: None, 1),
        ],
    )
    def test_limit(self, run, count):
        """Exactly the limit is allowed; one branch more is refused."""
        assert len(branches(run, limit=count)) == count
        if count > 1:
            with pytest.raises(DiceError) as caught:
                branches(run, limit=count - 1)
            assert str(caught.value) == (
                f"there are more than {count - 1} branches: raise the limit, or take a sample with keyed dice"
            )
            with pytest.raises(DiceError, match="more than 1 branches"):
                distribution(run, limit=1)

    def test_huge_dice_are_refused_at_once(self):
        """A table of 2**52 faces would fill the memory before the limit is reached."""
        for run in (
            lambda dice: dice.face(MAX_SIDES, purpose="x"),
            lambda dice: dice.sum(MAX_DICE, 10**6, purpose="x"),
            lambda dice: dice.keep_highest((6, MAX_SIDES), purpose="x"),
        ):
            with pytest.raises(DiceError, match=f"more than {MAX_BRANCHES} branches"):
                branches(run)

    @pytest.mark.parametrize("limit", [0, -1, 1.5, None, True])
    def test_impossible_limits(self, limit):
        with pytest.raises(DefinitionError) as caught:
            branches(lambda dice: dice.face(6, purpose="x"), limit=limit)
        assert str(caught.value) == f"the limit must be a whole number from 1 to {2**52}, got {limit!r}"

    def test_functions_must_be_pure(self):
        sides = iter([4, 6])
        with pytest.raises(DiceError) as caught:
            branches(lambda dice: dice.face(next(sides), purpose="x"))
        assert str(caught.value) == "the function should depend on its dice alone, but asked for x: d4, then x: d6"
        calls = iter([True, False])
        with pytest.raises(DiceError) as caught:
            branches(lambda dice: next(calls) and dice.face(4, purpose="x"))
        assert str(caught.value) == "the function should depend on its dice alone, but asked only once for x: d4"

    def test_errors_of_the_function_come_through(self):
        with pytest.raises(ZeroDivisionError):
            branches(lambda dice: 1 // (dice.face(4, purpose="x") - 3))

    @pytest.mark.untraced
    @pytest.mark.parametrize(
        ("foe", "first", "second"),
        [
            ((6, 15, 0, 8), 0.637027, 0.424770),
            ((4, 8, 0, 6), 0.963822, 0.856086),
            ((12, 9, 0, 8), 0.460787, 0.273863),
            ((4, 11, 2, 8), 0.593205, 0.406795),
        ],
    )
    def test_a_duel(self, foe, first, second):
        """Odds of a role-playing fight that two other solvers found: that game's specification, section 7.

        A bear, a root goblin, a hooded man and a copy of the character with 4 HP, 11 STR, 2 Armor and a d8. Armour is
        subtracted from damage, damage beyond HP lowers STR, and who fails the STR save then is out.
        """
        assert float(win((4, 11, 2, 8), foe)) == pytest.approx(first, abs=5e-7)
        assert float(1 - win(foe, (4, 11, 2, 8))) == pytest.approx(second, abs=5e-7)


def strike(attacker, target):
    """Return the exact odds of the target after a blow; None is out."""

    def blow(dice):
        hp, strength, armour, die = target
        damage = max(0, dice.face(attacker[3], purpose="damage") - armour)
        if damage <= hp:
            return hp - damage, strength, armour, die
        strength -= damage - hp
        return (0, strength, armour, die) if strength > 0 and dice.check(strength, purpose="STR save") else None

    return distribution(blow)


@cache
def win(one, two):
    """Return the probability that the first of two fighters wins, who strikes now."""
    mine, theirs = strike(one, two), strike(two, one)
    miss, missed = mine.pop(two, Fraction(0)), theirs.pop(one, Fraction(0))
    now = sum(share * (1 if after is None else 1 - win(after, one)) for after, share in mine.items())
    later = sum(share * (0 if after is None else win(after, two)) for after, share in theirs.items())
    return (now + miss * later) / (1 - miss * missed)


@frozen
class Pile:
    """A toy state: a number, a deck and the chance."""

    total: int
    deck: tuple[str, ...]
    chance: Chance


def resolve(state, action, dice):
    """Throw a die and shuffle the deck as often as the action says."""
    events = []
    for _ in range(action):
        face = dice.face(6, purpose="growth")
        state = evolve(state, total=state.total + face, deck=dice.shuffle(state.deck, purpose="deck"))
        events.append(f"grows by {face}")
    return Resolution(state, tuple(events))


class TestResolution:
    """`apply` is `resolve` with dice from the state's own key."""

    @given(CHANCES, st.integers(0, 3))
    def test_resolve_keyed(self, chance, action):
        """The rules give the same result with the same dice, and only the key moves on beside it."""
        state = Pile(0, ("a", "b", "c"), chance)
        copy = evolve(state)
        keyed = resolve_keyed(resolve, state, action)
        assert state == copy
        assert keyed == resolve_keyed(resolve, state, action)
        dice = KeyedDice(chance)
        plain = resolve(state, action, dice)
        assert plain.state.chance == chance
        assert keyed == Resolution(evolve(plain.state, chance=dice.chance), plain.events)
        assert keyed.state.chance.used >= chance.used + 3 * action
        scripted = resolve(state, action, ScriptedDice(to_script(dice.log)))
        assert scripted == plain

    def test_resolve_keyed_copies_only_after_a_throw(self):
        """A game gives its own copy in place of `evolve`. Without a throw there is nothing to advance."""
        state = Pile(0, ("a", "b", "c"), Chance(7))
        copied = []

        def replace(pile, **changes):
            copied.append(changes)
            return evolve(pile, **changes)

        assert resolve_keyed(resolve, state, 0, replace).state is state
        assert copied == []
        after = resolve_keyed(resolve, state, 1, replace).state
        assert copied == [{"chance": after.chance}]
        assert after.chance != state.chance

    def test_faces_of_real_dice_come_first(self):
        """A log of real dice in the chance of a state makes `apply` repeat them, shuffles too; then the key goes on."""
        state = Pile(0, ("a", "b", "c"), Chance(7))
        script = [5, (2, 0, 1), 6, (1, 0, 2)]
        dice = ScriptedDice(script)
        thrown = resolve(state, 2, dice)
        assert faces_of(dice.log) == (5, 2, 0, 1, 6, 1, 0, 2)
        start = evolve(state, chance=evolve(state.chance, faces=faces_of(dice.log)))
        first = resolve_keyed(resolve, start, 1)
        assert first.state.chance == Chance(7, faces=(6, 1, 0, 2))
        assert resolve_keyed(resolve, first.state, 1).state == thrown.state
        assert resolve_keyed(resolve, start, 3).state == resolve_keyed(resolve, thrown.state, 1).state

    @pytest.mark.parametrize("faces", [(7, 1, 1), (0,), (4, 0, 1), (4, 0, 1, 1), (4, 1, 2, 3)])
    def test_faces_that_do_not_fit_are_dropped(self, faces):
        """They belong to another decision: neither an error nor a part of a roll, and nothing after them counts."""
        pile = Pile(0, ("a", "b", "c"), Chance(7, faces=faces))
        found = resolve_keyed(resolve, pile, 1).state
        plain = KeyedDice(Chance(7))
        assert found.total == 4 if faces[0] == 4 else plain.face(6, purpose="growth")
        assert found.deck == plain.shuffle(pile.deck, purpose="deck")
        assert found.chance == plain.chance

    def test_a_roll_with_too_few_faces_is_drawn(self):
        dice = KeyedDice(Chance(7, faces=(6, 6)))
        assert dice.sum(3, 6, purpose="gold") == KeyedDice(Chance(7)).sum(3, 6, purpose="gold")

    def test_faces_belong_to_the_value(self):
        chance = Chance(7, 3, faces=[1, 2])
        assert chance == Chance(7, 3, faces=(1, 2)) != Chance(7, 3)
        assert repr(chance) == "Chance(key=7, used=3, faces=(1, 2))"
        assert chance.below(6)[1].faces == (1, 2)
        for faces in ("12", None, 5):
            with pytest.raises(DefinitionError, match=r"faces of a Chance should be a tuple such as \(3, 8\), got "):
                Chance(7, faces=faces)
        with pytest.raises(DefinitionError, match="a face of a Chance must be a whole number from 0 to "):
            Chance(7, faces=(1, -1))

    def test_chance_belongs_to_equality(self):
        assert Pile(0, (), Chance(1)) != Pile(0, (), Chance(2))

    def test_outcomes_with_the_same_rest_are_merged(self):
        """Other dice leave the key alone, so that states reached in several ways are equal."""
        state = Pile(0, (), Chance(1))
        odds = distribution(lambda dice: resolve(state, 2, dice).state)
        assert odds[evolve(state, total=7)] == Fraction(1, 6)
        assert len(odds) == 11

    def test_value(self):
        assert Resolution(1) == Resolution(1, ()) != Resolution(1, ("x",))
        assert len({Resolution(1), Resolution(1, ()), Resolution(2)}) == 2
