"""Megaliths of one's own, written with what everybody has, in games and in detail."""

from __future__ import annotations

import copy
import gc
import pickle
import re
from functools import partial, wraps
from itertools import repeat
from random import Random
from weakref import ref

import pytest
from attrs import define, evolve, frozen

from cairn_rules import (
    DefinitionError,
    DuplicateIdError,
    IllegalActionError,
    NotationError,
    PowerError,
    Registry,
    cairn,
)
from cairn_rules.cairn import BASE_SET, Banish, Effect, Relocate, Space, Together, UsePower, megalith
from support.play import play, texts
from support.stones import CUSTOM, ExchangeShamans, strike

REGISTRY = BASE_SET | CUSTOM


def position(text: str, **options) -> cairn.State:
    return cairn.parse_position(text, REGISTRY, **options)


def test_whole_games_are_played_with_custom_megaliths() -> None:
    """Three of them, with an effect of one's own, two decisions, and a look at village and tiles, beside others."""
    mine = ("whirl", "charge", "hearth")
    played = Registry(REGISTRY[id] for id in (*mine, "alley", "chaos", "tumulus", "dawn"))
    used: set[str] = set()
    for seed in range(5):
        state = cairn.new_game(seed=seed, megaliths=played, circles=mine[:2])
        rng = Random(seed)
        while cairn.outcome(state) is None:
            if isinstance(state.pending, UsePower):
                used.add(state.pending.megalith.id)
            state = cairn.apply(state, rng.choice(cairn.legal_actions(state)))
        tiles = (*state.megaliths.values(), *state.upcoming, *state.deck)
        assert sorted(tile.id for tile in tiles) == sorted(played.ids)
        assert max(state.scores) == 3 or not cairn.legal_actions(state)
    assert used >= set(mine)


def test_an_effect_of_ones_own() -> None:
    """Two shamans change places; only the other one arrives on a megalith, and its owner uses it (rule 6.8).

    Sea goes to the Whirl Stone on b3 and exchanges with Forest on c3, where Menhir lies: Sea arrives there.
    Forest arrives on b3, the Whirl Stone, first named last moved: the order is that of arrival.
    """
    state = position("5/5/2f2/1s3/f4 s wooe b3=whirl,c3=menhir alley,deer - 0-0")
    state = play(state, "b2-b3")
    assert cairn.legal_actions(state) == (ExchangeShamans(Space.B3, Space.C3),)
    assert texts(state) == ["exchangeshamans(b3,c3)"]
    state = play(state, "exchangeshamans(b3,c3)")
    assert state.shamans[Space.B3] is cairn.Tribe.FOREST
    assert state.shamans[Space.C3] is cairn.Tribe.SEA
    assert isinstance(state.pending, UsePower)
    assert state.pending.space is Space.B3
    assert state.waiting == (Space.C3,)
    assert cairn.current_player(state) is cairn.Tribe.FOREST


@pytest.mark.parametrize(
    ("before", "code"), [((), "decision/choose-action"), (("b2-b3",), "power/not-offered")], ids=["before", "within"]
)
def test_an_effect_of_ones_own_that_is_not_on_offer_is_illegal_for_a_reason(before: tuple[str, ...], code: str) -> None:
    state = play(position("5/5/2f2/1s3/f4 s wooe b3=whirl,c3=menhir alley,deer - 0-0"), *before)
    action = cairn.parse_action(" ExchangeShamans(b3,A1) ", state)
    assert action == ExchangeShamans(Space.B3, Space.A1)
    reason = cairn.why_illegal(state, action)
    assert reason is not None
    assert reason.code == code


@frozen
class Assorted(Effect):
    """Fields of every kind that a notation determines."""

    to: cairn.Destination
    tribe: cairn.Tribe
    tile: cairn.Tile
    stone: cairn.Megalith
    _times: int
    is_last: bool
    spaces: tuple[Space, ...]

    def apply(self, state):
        return state


@frozen
class Spoken(Effect):
    word: str

    def apply(self, state):
        return state


class Quiet(Spoken):
    notation = "quiet(please)"


@frozen
class Untyped(Effect):
    where: Nowhere  # noqa: F821

    def apply(self, state):
        return state


@frozen
class Fussy(Effect):
    times: int

    def __attrs_post_init__(self):
        raise KeyError("never")

    def apply(self, state):
        return state


class Bare(Effect):
    """No attrs class, so its fields are unknown."""

    def apply(self, state):
        return state


KINDS = (Assorted, Spoken, Quiet, Untyped, Fussy, Bare)
NAMING = cairn.parse_position(
    "5/5/5/1s3/f4 s wooe b3=naming,c3=menhir alley,deer - 0-0",
    BASE_SET | megalith("Naming", text="It does nothing.", id="naming", effects=KINDS)(lambda _: ()),
)


@pytest.mark.parametrize("spaces", [(), (Space.A1,), (Space.A1, Space.E5)])
@pytest.mark.parametrize("to", [cairn.VILLAGE, Space.C3])
def test_an_effect_is_parsed_if_its_notation_determines_its_fields(to, spaces) -> None:
    effect = Assorted(to, cairn.Tribe.FOREST, cairn.Tile.JUMP, BASE_SET["deer"], -12, is_last=True, spaces=spaces)
    assert cairn.parse_action(effect.notation, NAMING) == effect


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trade(a1,a2)", "no megalith in the game names an effect 'trade' with effects="),
        ("quiet(please)", "Quiet has its own notation, which can only be parsed while it is on offer"),
        ("spoken(hello)", "'hello' does not determine the value of 'word'; use the effect itself"),
        ("assorted(a1)", "Assorted is written with 7 values, not 1"),
        ("assorted(f1,forest,tile.jump,deer,1,true,)", "'f1' does not determine the value of 'to'"),
        ("assorted(a1,forest,tile.jump,deer,01,true,)", "'01' does not determine the value of '_times'"),
        ("untyped(a1)", "Untyped cannot be made of 'a1'"),
        ("bare()", "Bare cannot be made of ''"),
        ("bare(a1)", "Bare is written with 0 values, not 1"),
        ("fussy(3)", "Fussy cannot be made of '3': KeyError('never')"),
    ],
)
def test_an_effect_is_not_parsed_if_its_notation_does_not_determine_it(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        cairn.parse_action(text, NAMING)
    assert message in str(error.value)


def test_a_power_with_two_decisions_in_sequence() -> None:
    """The first decision moves the shaman, the second banishes next to the megalith (rule 6.8)."""
    state = position("5/5/2f2/1s3/f4 s wooe b3=charge,d3=menhir alley,deer - 0-0")
    state = play(state, "b2-b3", "b3>b4")
    assert isinstance(state.pending, UsePower)
    assert state.pending.chosen == (Relocate(Space.B3, Space.B4),)
    assert texts(state) == ["xc3"]
    after = play(state, "xc3")
    assert after.active is cairn.Tribe.FOREST
    assert after.shamans == {Space.A1: cairn.Tribe.FOREST, Space.B4: cairn.Tribe.SEA}


def test_a_shaman_waits_until_the_power_that_moved_it_is_finished() -> None:
    """The shaman that the first decision put on Mound wakes it after the second one (rule 6.8)."""
    state = position("5/5/2f2/1s3/f4 s wooe b3=charge,b4=mound alley,deer - 0-0")
    state = play(state, "b2-b3", "b3>b4")
    assert texts(state) == ["xc3"]
    state = play(state, "xc3")
    assert texts(state) == ["!add", "!move", "!jump"]


def test_a_second_decision_without_options_ends_the_power() -> None:
    state = position("5/5/5/1s3/f4 s wooe b3=charge,d3=menhir alley,deer - 0-0")
    assert play(state, "b2-b3", "b3>b4").active is cairn.Tribe.FOREST


def test_a_power_that_reads_the_village_and_the_tiles() -> None:
    """Four Sea shamans at home, Orthogonal up: one is added around; with Diagonal up the turn is Sea's.

    The Move tile is turned over before the power is used (rule 3.3).
    """
    orthogonal_after = position("5/5/5/s4/ff3 s wdoe b3=hearth,d3=menhir alley,deer - 0-0")
    assert texts(play(orthogonal_after, "a2-b3")) == [
        f"&{space}" for space in ["a2", "b2", "c2", "a3", "c3", "a4", "b4", "c4"]
    ]
    diagonal_after = position("5/5/5/1s3/ff3 s wooe b3=hearth,d3=menhir alley,deer - 0-0")
    state = play(diagonal_after, "b2-b3", "again")
    assert state.active is cairn.Tribe.SEA
    assert state.extra_turn is None


def test_several_effects_as_one_option() -> None:
    """Two enemies are blown up the board as one option; both arrive, in order, and wake what they stand on."""
    state = position("5/2m2/5/1s3/5 s wooe b3=gale,d3=menhir alley,deer - 0-0".replace("2m2", "f1f2"))
    state = play(state, "b2-b3")
    assert "a4>a5,c4>c5" in texts(state)
    after = play(state, "a4>a5,c4>c5")
    assert set(after.shamans) == {Space.B3, Space.A5, Space.C5}


def test_no_power_goes_in_circles() -> None:
    """Hopping away and back would wake the same megalith in the same position; only staying is left (rule 6.7)."""
    state = position("5/5/5/1s3/f4 s wooe b3=echo,d3=menhir alley,deer - 0-0")
    state = play(state, "b2-b3")
    assert texts(state) == ["nothing"]
    hop = Together(Relocate(Space.B3, Space.A4), Relocate(Space.A4, Space.B3))
    reason = cairn.why_illegal(state, hop)
    assert reason is not None
    assert reason.code == "power/repeats-position"
    assert play(state, "nothing").active is cairn.Tribe.FOREST


def test_ids_may_name_their_author() -> None:
    state = position("5/5/5/1s3/f4 s wooe b3=acme.far-stone,d3=menhir alley,deer - 0-0")
    assert "acme.far-stone" in cairn.format_position(state)
    assert len(texts(play(state, "b2-b3"))) == 23


def broken(effect_or_power, **options):
    """A position in which Sea stands before a megalith with a power that misbehaves."""
    stone = megalith("Broken", text="It is.", id="broken", **options)(effect_or_power)
    state = cairn.parse_position("5/5/2f2/1s3/f4 s wooe b3=broken,d3=menhir - - 0-0", BASE_SET | stone)
    return state, cairn.parse_action("b2-b3", state)


def exits(_):
    raise SystemExit(0)


def raises(_):
    raise ZeroDivisionError("oops")
    yield


@pytest.mark.parametrize(
    ("power", "message"),
    [
        (raises, "'broken' on b3 failed with ZeroDivisionError"),
        (exits, r"'broken' on b3 failed with SystemExit\(0\)"),
        (lambda _: None, "'broken' on b3 failed with TypeError"),
        (lambda _: [3], "yields 3, which is not an effect"),
        (lambda _: [[]], "unhashable"),
        (lambda site: site.nonsense, "AttributeError"),
        (lambda _: [Banish("a9")], "'a9' is not a space"),
    ],
)
def test_a_power_that_misbehaves_is_named(power, message: str) -> None:
    state, action = broken(power)
    with pytest.raises(PowerError, match=message):
        cairn.apply(state, action)


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        (Banish(Space.E5), "offers xe5, but no shaman stands on e5"),
        (Relocate(Space.E5, Space.E4), "no shaman stands on e5"),
        (Relocate(Space.B3, Space.C3), "c3 is occupied"),
        (Relocate(Space.B3, cairn.VILLAGE), "cannot move the shaman on b3 out of the board"),
        (cairn.Summon(Space.C3), "c3 is occupied"),
        (cairn.SlideMegalith(Space.A5, Space.A4), "there is no megalith on a5"),
        (cairn.SlideMegalith(Space.B3, Space.D3), "d3 already has a megalith"),
        (cairn.SwapMegaliths(Space.B3, Space.A5), "there is no megalith on a5"),
        (cairn.ReplaceMegalith(Space.A5, BASE_SET["menhir"]), "there is no megalith on a5"),
        (cairn.ReplaceMegalith(Space.B3, BASE_SET["menhir"]), "'menhir' is not upcoming"),
    ],
)
def test_an_impossible_option_is_refused_and_the_state_stays(effect: Effect, message: str) -> None:
    state, action = broken(lambda _: [effect])
    state = cairn.apply(state, action)
    with pytest.raises(PowerError, match=message):
        cairn.apply(state, effect)
    assert cairn.legal_actions(state) == (effect,)


def test_a_summon_needs_somebody_at_home() -> None:
    stone = megalith("Broken", text="It is.", id="broken")(lambda _: [cairn.Summon(Space.A5)])
    text = "5/5/2f2/1s3/ssss1 s wooe b3=broken,d3=menhir - - 0-0"
    state = cairn.parse_position(text, BASE_SET | stone)
    state = cairn.apply(state, cairn.parse_action("b2-b3", state))
    with pytest.raises(PowerError, match="the Sea village is empty"):
        cairn.apply(state, cairn.Summon(Space.A5))


@frozen
class Misbehaving(Effect):
    """An effect that returns whatever it is told to make of a state."""

    make: object

    def apply(self, state):
        return self.make(state)


def other(state: cairn.State, **changed) -> cairn.State:
    from support.strategies import parts  # noqa: PLC0415 - only here

    return cairn.make_state(**parts(state) | changed)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda _: 3, "returns 3; an effect returns the state"),
        (lambda _: 1 // 0, "ZeroDivisionError"),
        (Banish(Space.E5).apply, "'broken' on b3 offers xe5, but no shaman stands on e5"),
        (lambda state: other(state, turn=5), "the number of turns"),
        (lambda state: other(state, variant=cairn.Variant(power_exit=True)), "the variant"),
        (lambda state: other(state, upcoming=(BASE_SET["deer"],)), "the set of megaliths"),
        (cairn.rotate, "whose turn it is"),
    ],
)
def test_an_effect_that_breaks_the_game_is_refused(make, message: str) -> None:
    state, action = broken(lambda _: [Misbehaving(make)])
    with pytest.raises(PowerError, match=message):
        cairn.apply(state, action)


@pytest.mark.parametrize(("own", "enemy"), [(0b11111111111, 0b1), (0b111111, 0), (0, 0b111111), (0b1, 0b1)])
def test_an_effect_cannot_put_too_many_shamans_on_the_field(own: int, enemy: int) -> None:
    """More than five of a tribe, or two on a1."""

    def crowd(state: cairn.State) -> cairn.State:
        after = Banish(Space.C3).apply(state)
        after._own, after._enemy = own, enemy
        return after

    state, action = broken(lambda _: [Misbehaving(crowd)])
    with pytest.raises(PowerError, match="more shamans"):
        cairn.apply(state, action)


@pytest.mark.parametrize(
    "effect",
    [
        Banish(Space.A1),
        Relocate(Space.A1, Space.A2),
        cairn.Summon(Space.A2),
        cairn.SlideMegalith(Space.B3, Space.B4),
        cairn.SwapMegaliths(Space.B3, Space.D3),
        cairn.FlipTile(cairn.Tile.ADD),
        cairn.TakeExtraTurn(),
        Together(),
        Together(Banish(Space.A1)),
    ],
)
def test_effects_are_only_done_when_a_power_is_used(effect: Effect) -> None:
    with pytest.raises(PowerError, match=r"the pending decision is ChooseAction"):
        effect.apply(cairn.new_game(seed=1))


@pytest.mark.parametrize("notation", [property(lambda _: 1 // 0), property(lambda _: None), "two words", ""])
def test_a_notation_that_is_none_is_refused(notation) -> None:
    kind = type("Mute", (Misbehaving,), {"notation": notation})
    state, action = broken(lambda _: [kind(lambda state: state)])
    state = cairn.apply(state, action)
    with pytest.raises(PowerError, match="the notation of"):
        cairn.format_action(cairn.legal_actions(state)[0])


def test_a_power_that_never_ends_is_refused() -> None:
    state, action = broken(lambda _: repeat(cairn.TakeExtraTurn()))
    with pytest.raises(PowerError, match="yields more than 10000 options"):
        cairn.apply(state, action)
    state, action = broken(lambda _: repeat(cairn.TakeExtraTurn(), 10_000))
    assert cairn.legal_actions(cairn.apply(state, action)) == (cairn.TakeExtraTurn(),)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "", "text": "x"}, "Megalith 'stone': name should be one line of text"),
        ({"name": "x", "text": " "}, "Megalith 'stone': text should be one line"),
        (
            {"name": "x", "text": "x", "id": "Big Stone"},
            "id should be lower-case letters and digits, .* not 'Big Stone'",
        ),
        ({"name": "x", "text": "x", "id": ""}, "not ''"),
        ({"name": "a\nb", "text": "x"}, "name should be one line of text for people"),
        ({"name": "x", "text": "x", "then": (3,)}, r"then\[0\] should be a function, not 3"),
        (
            {"name": "x", "text": "x", "stone": "light"},
            "stone should be a StoneColour, not 'light'",
        ),
    ],
)
def test_a_megalith_is_checked_when_it_is_defined(arguments, message: str) -> None:
    def stone(_):
        return ()

    with pytest.raises(DefinitionError, match=message):
        megalith(**arguments)(stone)


@pytest.mark.parametrize("power", [lambda: (), lambda _, __: (), lambda *, _: (), 3])
def test_a_power_takes_a_site_and_nothing_else(power) -> None:
    with pytest.raises(DefinitionError, match="functions that take only a Site"):
        megalith("StoneColour", text="Nothing.", id="stone")(power)


@pytest.mark.parametrize("power", [lambda _, __=3: (), lambda *_: (), iter])
def test_a_power_may_be_anything_that_can_be_called_with_a_site(power) -> None:
    """Some functions do not tell how they are called."""
    assert megalith("StoneColour", text="Nothing.", id="stone")(power).powers == (power,)


def test_a_power_can_be_hashed() -> None:
    """A state can, and what is known of its megaliths is looked up by them."""

    @define
    class Push:
        distance: int

        def __call__(self, _: object) -> tuple[Effect, ...]:
            return ()

    with pytest.raises(DefinitionError, match="hashable functions"):
        megalith("StoneColour", text="Nothing.", id="stone")(Push(1))
    assert megalith("StoneColour", text="Nothing.", id="stone")(Push).powers == (Push,)


@pytest.mark.untraced
@pytest.mark.parametrize("id", BASE_SET.ids)
def test_a_copy_of_a_stone_of_the_box_is_not_trusted(id: str) -> None:
    """What its power yields twice is offered once, and what is no effect is refused, as with any other stone."""
    (original,) = BASE_SET[id].powers
    state = position("5/3f1/5/2s2/5 s wooe c3=deer,e5=dawn mound,alley - 0-0")
    first, second = Relocate(Space.C3, Space.C4), Relocate(Space.C3, Space.B4)

    @wraps(original)
    def twice(_: cairn.Site) -> list[Effect]:
        return [first, second, first]

    @wraps(original)
    def wrong(_: cairn.Site) -> list[Space]:
        return [Space.A1]

    def with_power(power: object) -> cairn.State:
        stones = {**state.megaliths, Space.C3: evolve(BASE_SET[id], powers=(power,))}
        others = [stone for stone in BASE_SET if stone.id not in (id, "dawn")]
        stones[Space.E5] = others[2]
        return cairn.make_state(shamans=state.shamans, megaliths=stones, upcoming=tuple(others[:2]))

    assert cairn.legal_actions(play(with_power(twice), "c2-c3")) == (first, second)
    with pytest.raises(PowerError, match="yields A1, which is not an effect"):
        play(with_power(wrong), "c2-c3")


def test_a_megalith_needs_a_power() -> None:
    with pytest.raises(DefinitionError, match="Megalith 'stone': it needs a power or a ward"):
        cairn.Megalith("stone", "StoneColour", "Nothing.", cairn.StoneColour.LIGHT, ())


def test_two_games_with_different_stones_live_side_by_side() -> None:
    mine = megalith("Mine", text="Mine.", id="deer")(lambda _: ())
    ours, theirs = Registry([mine, BASE_SET["alley"]]), Registry([BASE_SET["deer"], BASE_SET["alley"]])
    first, second = cairn.new_game(seed=1, megaliths=ours), cairn.new_game(seed=1, megaliths=theirs)
    assert first != second
    with pytest.raises(DuplicateIdError, match="id 'deer'"):
        _ = ours | theirs


def test_what_a_power_sees() -> None:
    """A site shows everything that is open, from the side of the power's owner (rule 6.2)."""
    text = "f4/5/1sf2/1s3/f4 s wooe b4=charge,d3=menhir,e1=alley,e2=chaos alley,deer mound 2-0"
    state = play(position(text.replace("e1=alley", "e1=dawn")), "b3-b4")
    assert isinstance(state.pending, UsePower)
    site = cairn.Site(state, state.pending)
    assert (site.space, site.owner, site.megalith.id, site.chosen) == (Space.B4, cairn.Tribe.SEA, "charge", ())
    assert (
        site.adjacent
        == Space.B4.adjacent
        == (*(Space.A3, Space.B3, Space.C3, Space.A4, Space.C4, Space.A5, Space.B5, Space.C5),)
    )
    assert site.forward == 1
    assert cairn.Site(state, UsePower(Space.B4, site.megalith, cairn.Tribe.FOREST)).forward == -1
    assert site.first_row == (Space.A1, Space.B1, Space.C1, Space.D1, Space.E1)
    assert site.own() == (Space.B2, Space.B4)
    assert site.enemies() == (Space.A1, Space.C3, Space.A5)
    assert site.shamans(site.adjacent) == (Space.C3, Space.A5)
    assert site.free(site.first_row) == (Space.B1, Space.C1, Space.D1, Space.E1)
    assert list(site.megaliths) == [Space.E1, Space.E2, Space.D3, Space.B4]
    assert [stone.id for stone in site.upcoming] == ["alley", "deer"]
    assert (site.deck_size, site.village, site.enemy_village, site.score, site.enemy_score) == (1, 3, 2, 2, 0)
    assert str(site.tiles) == "wdoe"
    assert site.active is cairn.Tribe.SEA
    assert site.moved == (Space.B4,)
    assert site.variant == cairn.Variant()
    assert site.steps(Space.A5) == (Relocate(Space.A5, Space.A4), Relocate(Space.A5, Space.B5))
    assert [slide.to for slide in site.slides(Space.E1)] == [Space.D1, Space.D2]


def test_effects_of_ones_own_write_themselves() -> None:
    """By default the name and the fields, whatever these are."""

    @frozen
    class Recital(Effect):
        verses: tuple[Space, ...]
        last: Effect
        stone: cairn.Megalith
        times: int

        def apply(self, state):
            return state

    recital = Recital((Space.A1, Space.B2), Banish(Space.C3), BASE_SET["deer"], 3)
    assert recital.notation == "recital(a1+b2,xc3,deer,3)"

    class Plain(Effect):
        def apply(self, state):
            return state

    assert Plain().notation == "plain()"


def test_an_effect_needs_its_method() -> None:
    class Idle(Effect):
        pass

    with pytest.raises(TypeError, match="apply"):
        Idle()


def test_megaliths_without_a_module_are_copied_whole() -> None:
    mine = megalith("Mine", text="Mine.", id="mine")(strike)
    assert copy.deepcopy(mine) == mine
    assert pickle.loads(pickle.dumps(mine)) == mine  # noqa: S301 - our own
    assert pickle.loads(pickle.dumps(BASE_SET["deer"])) is BASE_SET["deer"]  # noqa: S301 - our own


def test_async_powers_are_refused() -> None:
    async def slow(_):
        return []

    async def slower(_):
        yield Banish(Space.C3)

    async def forbids(_, __):
        return True

    class Called:
        async def __call__(self, _):
            return []

    message = "Megalith 'stone': write its functions with 'def'"
    for power in (slow, slower, Called(), cairn.opponent_decides(slow)):
        with pytest.raises(DefinitionError, match=message):
            megalith("Stone", text="It waits.", id="stone")(power)
    with pytest.raises(DefinitionError, match=message):
        cairn.ward("Stone", text="It waits.", id="stone")(forbids)


def test_an_interruption_from_the_keyboard_passes_through_a_power() -> None:
    def interrupted(*_):
        raise KeyboardInterrupt

    @frozen
    class Interrupted(Effect):
        def apply(self, _):
            raise KeyboardInterrupt

        @property
        def notation(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cairn.apply(*broken(interrupted))
    with pytest.raises(KeyboardInterrupt):
        cairn.apply(*broken(lambda _: [Together()], ward=interrupted))
    with pytest.raises(KeyboardInterrupt):
        cairn.format_action(Interrupted())
    with pytest.raises(KeyboardInterrupt):
        cairn.apply(*broken(lambda _: [Interrupted()]))


def test_an_illegal_action_is_told_without_the_whole_state() -> None:
    state = cairn.new_game(seed=7)
    with pytest.raises(IllegalActionError) as caught:
        cairn.apply(state, cairn.Move(Space.A5, Space.B2))
    assert "<State" not in str(caught.value)
    assert caught.value.where == repr(state)


@pytest.mark.untraced
def test_megaliths_that_nobody_has_any_more_are_forgotten() -> None:
    """Stones can be generated in a loop: an action that names one does not keep it."""

    def make():
        stone = megalith("Fleeting", text="Put it elsewhere.", id="fleeting")(lambda _: ())
        assert cairn.Construct(stone) == cairn.Construct(stone)
        assert hash(cairn.ReplaceMegalith(Space.A1, stone)) == hash(cairn.ReplaceMegalith(Space.A1, stone))
        return ref(stone)

    gone = make()
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("decorator", [megalith, cairn.ward])
def test_a_decorator_without_parentheses_says_what_to_write(decorator) -> None:
    def far_thunder(_):
        return ()

    at = f"@{decorator.__name__}"
    told = f'{at} needs a name and a text: write {at}("Far Thunder", text="…") above def far_thunder'
    for function in (far_thunder, cairn.opponent_decides(far_thunder)):
        with pytest.raises(DefinitionError, match=re.escape(told)):
            decorator(function)
    with pytest.raises(DefinitionError, match="above def power"):
        decorator(partial(far_thunder))
