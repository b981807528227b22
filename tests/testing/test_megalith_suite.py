"""The conformance suite for megaliths finds what is broken, and nothing else."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from functools import partial, wraps

import pytest
from attrs import frozen
from twelve_stones import STONES as STONES_OF_EXAMPLES

from cairn_rules import DefinitionError, cairn
from cairn_rules.cairn import (
    BASE_SET,
    Banish,
    Effect,
    FlipTile,
    Megalith,
    Relocate,
    Site,
    Space,
    State,
    StoneColour,
    Tile,
    Together,
    Transform,
    UsePower,
    megalith,
    ward,
)
from cairn_rules.cairn.testing.megalith_suite import MEGALITH_CHECKS
from cairn_rules.cairn.testing.second_process import SecondLook, look_again
from cairn_rules.testing import ConformanceFault, MegalithFault, check, check_megalith
from support.own_effects import everything
from support.stones import CUSTOM
from testing.broken_stones import BROKEN, Saying

pytestmark = pytest.mark.slow

UNTRACED = {
    "breaks-deck": {0, 1},
    "breaks-marks": {1},
    "depends-on-turn": {1},
    "face-down-apart": {0, 1, 2, 3, 5, 6, 7, 8},
    "hidden-information": {0},
    "never-acts": {9},
    "not-symmetric": {1, 2},
    "other-process": {0, 1, 2, 5, 7},
    "reads-outside": {1},
    "remembers": {0, 2, 3},
    "ward-ends-process": {0},
    "ward-sees-deck": {0},
}
"""Broken stones, by slug and place, that take long and reach nothing that others do not reach."""
STONES = [
    pytest.param(slug, stone, id=f"{slug}-{n}", marks=pytest.mark.untraced if n in UNTRACED.get(slug, ()) else ())
    for slug, stones in BROKEN.items()
    for n, stone in enumerate(stones)
]
RARE = {"remembers", "ward-remembers", "face-down-apart", "other-process"}
"""Checks that find their stones only in many states, some by chance: a set may have the same order twice."""
ELSEWHERE = {"ends-process", "ward-ends-process", "other-process", "reads-outside"}
"""Checks that look at their stones in a second process."""
NO_LOOK = SecondLook(absent="this test has one process")


@pytest.mark.parametrize(("slug", "stone"), STONES)
def test_a_broken_stone_is_found_by_its_own_check(slug: str, stone) -> None:
    look = partial(look_again, enough=60, limit=120) if slug in ELSEWHERE else lambda _: NO_LOOK  # on a busy machine
    states = 40 if slug in RARE else 10
    with pytest.raises(MegalithFault) as caught:
        check_megalith(stone, symmetric=slug == "not-symmetric", max_examples=states, look_again=look)
    fault = caught.value
    assert isinstance(fault, AssertionError)
    assert isinstance(fault, ConformanceFault)
    assert (fault.check, fault.megalith) == (slug, stone)
    assert str(fault).startswith(f"{stone.name} ({stone.id!r}): {fault.message} [{slug}")
    if fault.state is not None:
        assert "Forest village" in str(fault)
        assert "The board as a position: " in str(fault)
        assert ("\nThe rule options: " in str(fault)) is (fault.state.variant != cairn.Variant())


@pytest.mark.untraced
def test_a_fault_names_the_rule_options_that_it_needs() -> None:
    """The position does not say them."""

    def leaving(site):
        if site.variant.power_exit:
            raise ValueError("not out there")
        yield Banish(site.space)

    with pytest.raises(MegalithFault) as caught:
        check_megalith(megalith("Off", text="Off.", id="off")(leaving), max_examples=40)
    lines = str(caught.value).splitlines()
    position = lines.index("The rule options: power_exit=true") - 1
    assert lines[position].startswith("The board as a position: ")


@pytest.mark.untraced
def test_a_fault_of_a_game_names_its_set_up() -> None:
    with pytest.raises(MegalithFault, match=r"a game with it \(seed \d+, circles broken,[a-z]+\) fails: .*too many"):
        check_megalith(BROKEN["game-fails"][0], max_examples=10)


def test_every_check_has_a_stone_that_it_finds() -> None:
    assert set(BROKEN) == {check.slug for check in MEGALITH_CHECKS}


TRACED = {"asylum", "gate", "hearth", "whirlpool"}
"""Good stones that reach what no other test reaches."""


@pytest.mark.parametrize(
    "stone",
    [
        pytest.param(stone, marks=() if stone.id in TRACED else pytest.mark.untraced)
        for stone in (*BASE_SET, *CUSTOM, *STONES_OF_EXAMPLES)
    ],
    ids=lambda stone: stone.id,
)
def test_good_stones_pass(stone) -> None:
    """With the symmetries; some name several shamans in an order, which is another one in a mirror."""
    verdict = check_megalith(stone, symmetric=True, max_examples=20)
    assert (verdict.megalith, verdict.warnings, verdict.not_looked_for) == (stone, (), ())
    assert str(verdict) == f"{stone.name} ({stone.id!r}): nothing found"


@pytest.mark.untraced
def test_a_ward_may_matter_only_when_somebody_could_be_transformed() -> None:
    """Positions hardly ever ask for a transformation, games do."""

    def forbids(site: Site, action: object) -> bool:
        return isinstance(action, Transform) and action.victim in site.adjacent

    check_megalith(ward("Near", text="No transformation next to this.")(forbids), max_examples=10, seed=1)


@pytest.mark.untraced
def test_a_power_need_not_be_a_plain_function() -> None:
    """One that is written on one line, one of a library, one with defaults, one that calls itself."""
    line = megalith("Line", text="A line.", id="line")(lambda site: map(Banish, site.enemies()))
    check_megalith(line, max_examples=20)
    part = partial(lambda _, site: map(Banish, site.enemies()), 0)
    check_megalith(megalith("Part", text="A part.", id="part")(part), max_examples=20)
    scope: dict[str, object] = {"Banish": Banish}
    exec("def power(site):\n    return map(Banish, site.enemies())", scope)  # noqa: S102 - a power without source
    check_megalith(megalith("Typed", text="Typed.", id="typed")(scope["power"]), max_examples=20)
    check_megalith(megalith("Deep", text="Deep.", id="deep")(deep), max_examples=20)


def test_a_power_may_be_wrapped_or_count_what_it_looks_at() -> None:
    """Neither can be compiled once more; a wrapped one has the name and the source of another function."""

    def plain(_):
        return [Together()]

    @wraps(plain)
    def wrapped(site):
        return [Banish(site.space)]

    def counting(site):
        number = 0

        def look():
            nonlocal number
            number += len(site.enemies())
            return number

        return [Banish(site.space)] if look() else []

    looked = 0

    def outside(site):
        nonlocal looked
        looked += 1
        return [Banish(site.space)]

    for power in (wrapped, counting, outside):
        check_megalith(megalith("Odd", text="Odd.", id="odd")(power), max_examples=20)


def deep(site, spaces=None, *, deeper=True):
    spaces = set(site.enemies()) if spaces is None else spaces
    return deep(site, spaces, deeper=False) if deeper else [Banish(space) for space in sorted(spaces)]


@pytest.mark.untraced
def test_the_smallest_state_is_shown() -> None:
    """Two shamans of the other tribe are needed: no more than these and the one that wakes the stone stand there."""

    @megalith("Pair", text="Banish one of two enemies twice.", id="pair")
    def pair(site):
        enemies = site.enemies()
        if len(enemies) >= 2:
            yield Saying("x")
            yield Saying("x")

    with pytest.raises(MegalithFault) as caught:
        check_megalith(pair)
    state = caught.value.state
    assert state is not None
    assert len(state.shamans) == 3
    assert [stone.id for stone in state.megaliths.values() if stone is not pair] == ["plain-1"]
    assert state.variant == cairn.Variant()
    assert isinstance(state.pending, UsePower)
    assert state.pending.megalith is pair
    assert "The state as JSON: {" in str(caught.value)


def test_a_state_that_cannot_be_written_is_shown_all_the_same() -> None:
    """The second decision fails after an effect that has no form in JSON."""
    stone = BROKEN["power-fails"][-1]

    class Unwritten(Banish.__bases__[0]):
        def apply(self, state):
            return state

        def __eq__(self, other):
            return type(other) is type(self)

        def __hash__(self):
            return 0

    failing = megalith("Odd", text="Odd.", id="odd", then=stone.powers[1:])(lambda _: [Unwritten()])
    with pytest.raises(MegalithFault, match=r"The state cannot be written as JSON\.") as caught:
        check_megalith(failing, max_examples=30)
    assert caught.value.check == "power-fails"
    assert "<State" not in str(caught.value)


@pytest.mark.untraced
def test_the_same_seed_finds_the_same() -> None:
    stone = BROKEN["cannot-be-done"][0]
    told = set()
    for _ in range(2):
        with pytest.raises(MegalithFault) as caught:
            check_megalith(stone, max_examples=20, seed=5)
        told.add(str(caught.value))
    assert len(told) == 1


@pytest.mark.untraced
def test_progress_is_told() -> None:
    told: list[str] = []
    both = megalith("Both", text="Both.", id="both", ward=lambda _, action: isinstance(action, cairn.Add))(
        lambda site: map(Banish, site.enemies())
    )
    check_megalith(both, max_examples=30, seed=None, progress=told.append)
    assert told == [f"{each.slug}: {each.promise}" for each in MEGALITH_CHECKS if each.slug != "not-symmetric"]
    told.clear()
    check_megalith(BASE_SET["deer"], max_examples=5, progress=told.append)
    assert not [line for line in told if "ward" in line]
    told.clear()
    check_megalith(STONES_OF_EXAMPLES[0], max_examples=40, progress=told.append)
    assert not [line for line in told if "power" in line]


def test_what_is_no_megalith_is_refused() -> None:
    with pytest.raises(DefinitionError, match="@megalith makes one"):
        check_megalith(lambda site: [Banish(site.space)])  # type: ignore[arg-type]


@pytest.mark.untraced
def test_a_stone_that_never_offers_anything_is_found_in_the_tests_of_this_library() -> None:
    with pytest.raises(MegalithFault, match="never-offers"):
        check_megalith(everything, max_examples=20)


@pytest.mark.untraced
def test_a_stone_may_name_spaces_unless_it_should_be_symmetric() -> None:
    @megalith("Centre", text="Banish whoever stands on a1.", id="centre")
    def centre(site):
        if Space.A1 in site.shamans():
            yield Banish(Space.A1)

    check_megalith(centre, max_examples=50)
    with pytest.raises(MegalithFault, match="not-symmetric"):
        check_megalith(centre, max_examples=50, symmetric=True)


@pytest.mark.untraced
def test_a_stone_must_be_ready_for_megaliths_without_power() -> None:
    """It borrows from any other one; in a game with a ward it would fail."""

    def anything(site):
        return [cairn.Borrow(space) for space in site.megaliths if space != site.space]

    with pytest.raises(MegalithFault, match=r"'no-power' on .. has no power"):
        check_megalith(megalith("Greedy", text="Borrow any power.", id="greedy")(anything), max_examples=60)


def test_a_notation_of_everybody_is_a_warning() -> None:
    """An option that is written as a move is offered as what it is, but people will read a move."""

    @frozen
    class Miming(Saying):
        def apply(self, state):
            return FlipTile(Tile.ADD).apply(state)

    @megalith("Mime", text="Turn over a tile, and call it a move.", id="mime", effects=(Miming,))
    def mime(_):
        yield Miming("nobody-else")
        yield Miming("C1-c2")

    verdict = check_megalith(mime, max_examples=10)
    (warning,) = verdict.warnings
    assert warning == (
        "Miming(text='C1-c2') has the notation C1-c2, like Move(origin=C1, to=C2); readers will confuse the two"
    )
    assert f"nothing found; warning: {warning}; not looked for: " in str(verdict)


def test_an_unforeseen_exception_is_a_verdict() -> None:
    """Something that no check asks for fails, here the comparison of two options; the check at work is named."""

    class Odd(Saying):
        def __eq__(self, other):
            raise SystemExit(0)

        __hash__ = Saying.__hash__

    odd = megalith("Odd", text="Odd.", id="odd")(lambda _: [Odd("odd")])
    with pytest.raises(MegalithFault, match=r"it fails with SystemExit\(0\) during this check") as caught:
        check_megalith(odd, max_examples=10)
    assert caught.value.state is not None


def test_an_exit_that_comes_late_is_a_verdict() -> None:
    """The function exits when it is asked for the forty-fifth time, in a check that looks at all states together."""
    for late in (45, 75):
        asked = 0

        def exhausted(_):
            nonlocal asked
            asked += 1
            if asked >= late:  # noqa: B023 - the stone is checked in the same round
                sys.exit(0)
            return [Together()]

        with pytest.raises(MegalithFault, match="SystemExit"):
            check_megalith(megalith("Late", text="Late.", id="late")(exhausted), max_examples=10)
        assert late <= asked <= late + 1, "once more for the line of the fault"


def test_an_interruption_from_the_keyboard_is_none() -> None:
    def interrupting(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_megalith(megalith("Stop", text="Stop.", id="stop")(interrupting), max_examples=10)


@pytest.mark.untraced
def test_what_is_different_in_a_mirror_is_listed_twice() -> None:
    with pytest.raises(MegalithFault) as caught:
        check_megalith(BROKEN["not-symmetric"][0], symmetric=True, max_examples=40)
    assert "seen with rotate, it should offer xe5; it offers nothing" in caught.value.message
    with pytest.raises(MegalithFault) as caught:
        check_megalith(BROKEN["not-symmetric"][1], symmetric=True, max_examples=40)
    assert "it offers banishfirst() (written alike, they do something else)" in caught.value.message


def test_faults_are_told_as_sentences() -> None:
    """An exception of the library is quoted as what it says, not as the tuple of its faults."""

    def unsound(_):
        return cairn.make_state(shamans={}, megaliths={})

    with pytest.raises(MegalithFault) as caught:
        check_megalith(megalith("Odd", text="Odd.", id="odd")(unsound), max_examples=10)
    assert "fails with UnsoundStateError: unsound state: scores: 0-0 needs 2 megaliths" in caught.value.message
    assert "Fault(" not in str(caught.value)


@frozen
class Staying(Effect):
    """A way to decline that has a sentence of its own."""

    def apply(self, state: State) -> State:
        return state

    @property
    def text(self) -> str:
        return "Stay where you are"


@megalith("Cairn of Rest", text="Step on, or stay.", id="rest", effects=(Staying,))
def rest(site: Site) -> Iterator[Effect]:
    yield from site.steps(site.space)
    yield Staying()


@pytest.mark.untraced
def test_a_custom_effect_that_does_nothing_next_to_others_is_a_warning() -> None:
    """It may be meant to: the player declines."""
    verdict = check_megalith(rest, symmetric=True, max_examples=60)
    (warning,) = verdict.warnings
    assert re.fullmatch(
        r"options such as staying\(\) changed nothing in any of \d\d+ uses; if they are meant to decline, "
        r"Together\(\) does it",
        warning,
    )


def test_an_effect_that_was_hardly_offered_is_not_judged() -> None:
    """Nine states say nothing about it, and no game comes to so small a deck."""

    def rare(site: Site) -> Iterator[Effect]:
        yield from site.steps(site.space)
        if site.deck_size < 4:
            yield Staying()

    stone = megalith("Rare", text="Step on, or late in the game stay.", id="rare", effects=(Staying,))(rare)
    assert check_megalith(stone, max_examples=9).warnings == ()
    assert check_megalith(stone, max_examples=100).warnings != ()


@frozen
class DrawAnew(Effect):
    """Draws a new display."""

    def apply(self, state: State) -> State:
        return state.replace(upcoming=())


def _by_colour(site: Site) -> Iterator[Effect]:
    """The megaliths that were drawn are face up by now."""
    for stone in site.upcoming:
        yield FlipTile(Tile.ADD if stone.stone is StoneColour.DARK else Tile.MOVE)
        return


@frozen
class LayTheNext(Effect):
    """Draws, lays what was drawn under a shaman, and lets it go on from there."""

    space: Space
    to: Space

    def apply(self, state: State) -> State:
        drawn = state.replace(upcoming=())
        if drawn.upcoming:
            first, *others = drawn.upcoming
            drawn = drawn.replace(megaliths={**drawn.megaliths, self.space: first}, upcoming=others)
        return Relocate(self.space, self.to).apply(drawn)


def _lay_and_go(site: Site) -> Iterator[Effect]:
    for to in site.free(site.adjacent):
        if to not in site.megaliths:
            yield LayTheNext(site.space, to)


DRAWING = (
    megalith("Gust", text="Draw anew.", id="gust", effects=(DrawAnew,))(
        lambda site: [DrawAnew()] if site.deck_size else []
    ),
    megalith("Omen", text="Draw anew; a dark one turns Add.", id="omen", effects=(DrawAnew,), then=(_by_colour,))(
        lambda _: [DrawAnew()]
    ),
    megalith("Sinkhole", text="It gives way to the next megalith.", id="sinkhole", effects=(LayTheNext,))(_lay_and_go),
)


@pytest.mark.untraced
@pytest.mark.parametrize("stone", DRAWING, ids=lambda stone: stone.id)
def test_drawing_from_the_deck_is_no_fault(stone: Megalith) -> None:
    """Megaliths may be drawn, laid on the board and left, also those that wake when they are left."""
    assert check_megalith(stone, max_examples=60).warnings == ()


class Clock:
    """A clock that goes on by a step whenever it is read."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.untraced
@pytest.mark.parametrize("stone", [BASE_SET["deer"], *STONES_OF_EXAMPLES[:1], BROKEN["never-acts"][1]])
def test_the_verdict_says_which_checks_are_unfinished(stone: Megalith, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time may end in any check. Whatever it is, no further one begins."""
    stopped = set()
    for step in (0.02, 0.04, 0.08):
        monkeypatch.setattr(check, "monotonic", Clock(step))
        told: list[str] = []
        verdict = check_megalith(stone, max_examples=20, max_seconds=10, progress=told.append)
        slug = told[-1].partition(":")[0]
        assert verdict.not_looked_for[-1] == f"'{slug}' and all later checks: 10 seconds were not enough"
        assert verdict.not_looked_for[-1] in str(verdict)
        stopped.add(slug)
    assert len(stopped) > 1


def test_the_verdict_says_that_there_was_no_time_for_all_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "monotonic", Clock(0.5))
    verdict = check_megalith(BASE_SET["deer"], max_examples=40, max_seconds=10)
    told = re.fullmatch(r"more than (\d+) states: 10 seconds were not enough to draw them", verdict.not_looked_for[0])
    assert told is not None
    assert 1 <= int(told[1]) < 40


@pytest.mark.parametrize("seconds", [0, -1, 1.5, "60", None, True])
def test_the_time_limit_is_a_number_of_seconds(seconds: object) -> None:
    with pytest.raises(DefinitionError, match="max_seconds should be a whole number from 1 up, not"):
        check_megalith(BASE_SET["deer"], max_seconds=seconds)  # type: ignore[arg-type]


def test_a_slow_stone_is_refused_after_few_calls() -> None:
    """Nobody waits for two hundred states."""
    calls = 0

    def slow(_: Site) -> Iterator[Effect]:
        nonlocal calls
        calls += 1
        time.sleep(0.2)
        yield FlipTile(Tile.ADD)

    with pytest.raises(MegalithFault, match=r"its power takes 20\d\.\d ms a call in the median") as caught:
        check_megalith(megalith("Slow", text="Slow.", id="slow")(slow))
    assert caught.value.check == "slow"
    assert calls == 20
