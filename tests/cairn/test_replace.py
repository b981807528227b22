"""`State.replace` changes parts of a state, checks them, and keeps the secrets of the deck."""

from __future__ import annotations

import sys

import pytest
from attrs import frozen
from hypothesis import given

from cairn_rules import PowerError, Registry, UnsoundStateError, cairn, dumps, loads
from cairn_rules.cairn import (
    BASE_SET,
    Effect,
    FlipTile,
    Megalith,
    ReplaceMegalith,
    Space,
    State,
    Tile,
    Tiles,
    Tribe,
    Wake,
    megalith,
)
from support.play import play
from support.strategies import live_states

SEA, FOREST = Tribe.SEA, Tribe.FOREST
C2, C3, E5, A1, A5, B3 = (Space[name] for name in ("C2", "C3", "E5", "A1", "A5", "B3"))
FIELD = "4f/5/1f3/2s2/5 s wooe c3={stone},e5=mound alley,dawn deer,fairy,menhir 0-0"


def woken(*options: Effect) -> State:
    """Sea has stepped from c2 to c3, onto a stone that offers these options."""
    stone = offering(*options)
    return play(cairn.parse_position(FIELD.format(stone=stone.id), BASE_SET | Registry([stone])), "c2-c3")


def offering(*options: Effect) -> Megalith:
    own = tuple({type(option) for option in options} - {FlipTile, Wake, cairn.Together})

    @megalith("Test Stone", text="It does what is tested.", effects=own)
    def tested(_):
        return options

    return tested


@frozen
class Convert(Effect):
    """Every enemy joins the power's owner."""

    def apply(self, state: State) -> State:
        return state.replace(shamans=dict.fromkeys(state.shamans, state.pending.owner))


@frozen
class Exchange(Effect):
    """Two shamans change places, and the one that comes to a space wakes what lies there."""

    first: Space
    second: Space

    def apply(self, state: State) -> State:
        who = dict(state.shamans)
        who[self.first], who[self.second] = who[self.second], who[self.first]
        return Wake(self.first).apply(state.replace(shamans=who))


@frozen
class DrawAnew(Effect):
    """The display goes under the deck; two megaliths are drawn."""

    def apply(self, state: State) -> State:
        return state.replace(upcoming=())


@frozen
class LayDrawn(Effect):
    """The top of the deck lies where another megalith lay."""

    space: Space

    def apply(self, state: State) -> State:
        drawn = state.replace(upcoming=state.upcoming[1:])
        return drawn.replace(megaliths={**drawn.megaliths, self.space: drawn.upcoming[0]}, upcoming=drawn.upcoming[1:])


def test_every_enemy_can_be_converted() -> None:
    """Forest has nobody on the board any more; its turn comes, and it can add."""
    state = cairn.apply(woken(Convert()), Convert())
    assert set(state.shamans.values()) == {SEA}
    assert state.active is FOREST
    assert {type(action) for action in cairn.legal_actions(state)} == {cairn.Add}


def test_the_shaman_that_uses_the_power_can_be_exchanged() -> None:
    """The enemy comes to the stone, wakes it, and uses its power in turn."""
    exchange = Exchange(C3, B3)
    state = cairn.apply(woken(exchange), exchange)
    assert state.shamans == {B3: SEA, C3: FOREST, E5: FOREST}
    assert state.pending.owner is FOREST
    assert state.moved == ()


def test_what_leaves_the_display_is_known_and_what_comes_was_the_top() -> None:
    """Alley and Dawn go under the deck, Deer and Fairy are drawn (rule 2.7)."""
    state = cairn.apply(woken(DrawAnew()), DrawAnew())
    assert [stone.id for stone in state.upcoming] == ["deer", "fairy"]
    assert [stone.id for stone in state.deck] == ["menhir", "alley", "dawn"]
    assert state.tucked == 2


def test_a_drawn_megalith_can_be_laid_unseen() -> None:
    """Alley and Mound go under the deck; Deer is drawn and lies on e5, Fairy is drawn after it."""
    lay = LayDrawn(E5)
    state = cairn.apply(woken(lay), lay)
    assert state.megaliths[E5].id == "deer"
    assert [stone.id for stone in state.upcoming] == ["fairy", "dawn"]
    assert [stone.id for stone in state.deck] == ["menhir", "alley", "mound"]
    assert state.tucked == 2


def test_a_short_deck_gives_back_what_went_under_it() -> None:
    """With nothing to draw but what was put under, the display is the same tiles again."""
    stone = offering(DrawAnew())
    text = f"4f/5/1f3/2s2/5 s wooe c3={stone.id},e5=mound alley,dawn - 0-0"
    state = play(cairn.parse_position(text, BASE_SET | Registry([stone])), "c2-c3", "drawanew()")
    assert [each.id for each in state.upcoming] == ["alley", "dawn"]
    assert (state.deck, state.tucked) == ((), 0)


@frozen
class Look(Effect):
    """It is done if the top of the deck is called so, and fails otherwise."""

    id: str

    def apply(self, state: State) -> State:
        if state.deck[0].id != self.id:
            raise PowerError(f"the top is {state.deck[0].id}")
        return state


@frozen
class AskTop(Effect):
    """It is done if the top of the deck offers nothing."""

    def apply(self, state: State) -> State:
        assert not [*state.deck[0].powers[0](None)]
        return FlipTile(Tile.ADD).apply(state)


def test_a_megalith_face_down_offers_nothing() -> None:
    """Nobody learns what lies there by asking for its power."""
    state = woken(AskTop())
    assert cairn.apply(state, AskTop()).tiles.add is not state.tiles.add


def test_an_effect_sees_that_there_is_a_deck_and_no_more() -> None:
    """Whatever lies on top, the effect is told the same."""
    with pytest.raises(PowerError, match=r"the top is face-down\.1"):
        cairn.apply(woken(Look("deer")), Look("deer"))


@frozen
class Reorder(Effect):
    """The deck is turned over."""

    def apply(self, state: State) -> State:
        return cairn.make_state(
            shamans=state.shamans,
            megaliths=state.megaliths,
            upcoming=state.upcoming,
            deck=state.deck[::-1],
            tiles=state.tiles,
            pending=state.pending,
            moved=state.moved,
        )


@frozen
class Reveal(Effect):
    """Everybody knows the deck."""

    def apply(self, state: State) -> State:
        return cairn.make_state(
            shamans=state.shamans,
            megaliths=state.megaliths,
            upcoming=state.upcoming,
            deck=state.deck,
            tucked=len(state.deck),
            tiles=state.tiles,
            pending=state.pending,
            moved=state.moved,
        )


@pytest.mark.parametrize("effect", [Reorder(), Reveal()], ids=repr)
def test_an_effect_cannot_touch_the_deck(effect: Effect) -> None:
    """An effect that reorders or shows it is refused."""
    with pytest.raises(PowerError, match="the order of the deck, or what is known of it"):
        cairn.apply(woken(effect), effect)


@frozen
class BorrowDrawn(Effect):
    """A power is to be used that nobody has seen."""

    def apply(self, state: State) -> State:
        return cairn.Borrow(E5).apply(LayDrawn(E5).apply(state))


def test_an_unseen_power_cannot_be_used() -> None:
    """The effect is refused in a sentence."""
    with pytest.raises(PowerError, match="cannot use the megalith on c3: it was drawn from the deck"):
        cairn.apply(woken(BorrowDrawn()), BorrowDrawn())


def test_a_box_effect_finds_an_upcoming_megalith_in_a_covered_state() -> None:
    """What is drawn into the display within an effect can be laid by the next one."""
    option = cairn.Together(ReplaceMegalith(E5, BASE_SET["alley"]), FlipTile(Tile.ADD))
    state = cairn.apply(woken(option), option)
    assert state.megaliths[E5] == BASE_SET["alley"]
    assert [stone.id for stone in state.upcoming] == ["deer", "dawn"]
    assert ([stone.id for stone in state.deck], state.tucked) == (["fairy", "menhir", "mound"], 1)


def test_marks_and_what_waits_go_with_a_shaman() -> None:
    """One that goes away is not marked as moved any more, and wakes nothing; others stay."""
    state = woken(FlipTile(Tile.ADD))
    state = cairn.Wake(B3).apply(state)
    assert (state.moved, state.waiting) == ((C3,), (B3,))
    gone = state.replace(shamans={E5: FOREST})
    assert (gone.moved, gone.waiting) == ((), ())
    assert gone.replace(shamans={A1: SEA}, moved=[A1]).moved == (A1,)


def test_tiles_and_the_next_turn() -> None:
    state = woken(FlipTile(Tile.ADD)).replace(tiles=Tiles(add=cairn.AddFace.BLACK), extra_turn=FOREST)
    assert (state.tiles, state.extra_turn) == (Tiles(add=cairn.AddFace.BLACK), FOREST)


def test_between_turns_the_position_says_what_is_asked() -> None:
    """Without a shaman on the board Sea can only add one."""
    state = cairn.parse_position("4f/5/1f3/2s2/5 s wooe c3=deer,e5=mound alley,dawn fairy,menhir 0-0")
    after = state.replace(shamans={E5: FOREST})
    assert after.pending == cairn.ChooseAction()
    assert {type(action) for action in cairn.legal_actions(after)} == {cairn.Add}


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"shamans": dict.fromkeys(list(Space)[:6], SEA)}, "shamans: 6 Sea shamans on the board; a tribe has 5"),
        ({"shamans": {"a1": SEA}}, "shamans: {'a1': Tribe.SEA} is not a mapping from Space to Tribe"),
        ({"tiles": "wooe"}, "tiles: 'wooe' is not a Tiles value"),
        ({"moved": [A5]}, "moved: no shaman stands on a5"),
        ({"megaliths": {}}, "megaliths: 0 on the board; their number must stay 2"),
        (
            {"megaliths": {A1: BASE_SET["fairy"], A5: BASE_SET["mound"]}},
            "megaliths: 'fairy' is neither on the board nor upcoming",
        ),
        ({"upcoming": [BASE_SET["mound"]]}, "upcoming: megalith 'mound' occurs twice (also in megaliths)"),
        ({"upcoming": [BASE_SET["deer"]]}, "upcoming: 'deer' is neither on the board nor upcoming"),
    ],
)
def test_what_cannot_be_is_refused(parts, fault: str) -> None:
    """The fault says what and why, and nothing has changed."""
    state = woken(FlipTile(Tile.ADD))
    before = hash(state)
    with pytest.raises(UnsoundStateError) as caught:
        state.replace(**parts)
    assert fault in [str(each) for each in caught.value.faults]
    assert hash(state) == before


def test_no_more_can_be_upcoming_than_there_were() -> None:
    state = woken(FlipTile(Tile.ADD))
    (mine,) = (stone for stone in state.megaliths.values() if stone.id == "tested")
    with pytest.raises(UnsoundStateError, match="3 upcoming megaliths; there can be at most 2"):
        state.replace(megaliths={A1: BASE_SET["mound"], A5: mine}, upcoming=[*state.upcoming, BASE_SET["fairy"]])


def test_a_fault_within_an_effect_is_told_as_the_power_that_failed() -> None:
    """The game's error names the effect and what cannot be."""

    @frozen
    class Crowd(Effect):
        def apply(self, state: State) -> State:
            return state.replace(shamans=dict.fromkeys(Space, SEA))

    with pytest.raises(PowerError, match=r"Crowd\(\) leads to an impossible state: .*25 Sea shamans"):
        cairn.apply(woken(Crowd()), Crowd())


@given(live_states())
def test_replacing_parts_by_themselves_changes_nothing(state: State) -> None:
    """In every state, whatever is asked."""
    again = state.replace(
        shamans=state.shamans,
        megaliths=state.megaliths,
        upcoming=state.upcoming,
        tiles=state.tiles,
        moved=state.moved,
        extra_turn=state.extra_turn,
    )
    assert again == state
    assert (again.turn, cairn.legal_actions(again)) == (state.turn, cairn.legal_actions(state))


@frozen
class Speaking(Effect):
    """An effect that says what it does."""

    said: str

    def apply(self, state: State) -> State:
        return FlipTile(Tile.ADD).apply(state)

    @property
    def text(self) -> str:
        if not self.said:
            raise LookupError("no words")
        return self.said


def test_an_effect_says_what_it_does() -> None:
    """The sentence stands for the action, in a list of choices and before what it changes, in JSON, too."""
    effect = Speaking("Turn the Add tile with a sigh")
    state = woken(effect)
    assert cairn.describe(state, effect) == "Turn the Add tile with a sigh"
    assert cairn.describe(state, cairn.Together(FlipTile(Tile.MOVE), effect)).endswith(
        "; Turn the Add tile with a sigh"
    )
    told = cairn.changes(state, cairn.apply(state, effect))
    assert [str(change) for change in told[:2]] == ["Turn the Add tile with a sigh", "The Add tile shows black now"]
    assert loads(dumps(told)) == told


@pytest.mark.parametrize("said", ["", "two\nlines", " ", 7, None])
def test_a_sentence_is_one_line(said) -> None:
    """Anything else is refused in a sentence."""
    effect = Speaking(said)
    with pytest.raises(PowerError, match="the text of the effect Speaking"):
        cairn.describe(woken(effect), effect)


def test_a_sentence_that_exits_does_not_end_the_program() -> None:
    class Exiting(Speaking):
        @property
        def text(self) -> str:
            sys.exit("enough")

    effect = Exiting("")
    with pytest.raises(PowerError, match=r"the text of the effect Exiting failed with SystemExit\('enough'\)"):
        cairn.describe(woken(effect), effect)


def test_an_interruption_from_the_keyboard_in_a_sentence_is_none_of_its_faults() -> None:
    class Interrupting(Speaking):
        @property
        def text(self) -> str:
            raise KeyboardInterrupt

    effect = Interrupting("")
    with pytest.raises(KeyboardInterrupt):
        cairn.describe(woken(effect), effect)


def test_without_a_sentence_an_effect_is_told_by_its_notation() -> None:
    """It says nothing of itself, and what it changed is told."""
    state = woken(DrawAnew())
    assert cairn.describe(state, DrawAnew()) == "drawanew()"
    told = cairn.changes(state, cairn.apply(state, DrawAnew()))
    assert isinstance(told[0], cairn.events.Arranged)
