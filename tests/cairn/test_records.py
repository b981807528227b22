"""Which positions of Cairn are repeated, and where its records start."""

from __future__ import annotations

import pytest
from attrs import frozen

from cairn_rules import Match, NotationError, Record, Registry, cairn, dumps, format_record
from cairn_rules.cairn import BASE_SET, MANIFEST, Banish, Effect, Space, State, Summon, Variant, megalith
from cairn_rules.cairn.documents.records import START
from support.play import play

key = MANIFEST.pace.repetition_key
FIELDS = ["f4/5/5/5/s4", "s", "wooe", "b3=chaos,d3=dawn", "alley,deer", "menhir,mound", "0-0"]


def position(**changed: str) -> State:
    """The position above with some other fields."""
    names = ["field", "tribe", "faces", "megaliths", "upcoming", "deck", "score"]
    return cairn.parse_position(" ".join(changed.get(name, text) for name, text in zip(names, FIELDS, strict=True)))


@pytest.mark.parametrize("changed", [{"upcoming": "deer,alley"}, {"deck": "mound,menhir"}])
def test_the_same_position(changed: dict[str, str]) -> None:
    """Rule 9.3: the display has no order, and that of the deck is not known."""
    assert position(**changed) != position()
    assert key(position(**changed)) == key(position())
    assert hash(key(position(**changed))) == hash(key(position()))


@pytest.mark.parametrize(
    "changed",
    [
        {"field": "f4/5/5/s4/5"},
        {"field": "s4/5/5/5/f4"},
        {"tribe": "f"},
        {"faces": "booe"},
        {"faces": "wdoe"},
        {"faces": "woee"},
        {"faces": "woom"},
        {"megaliths": "b3=dawn,d3=chaos"},
        {"megaliths": "b4=chaos,d3=dawn"},
        {"upcoming": "alley,mound", "deck": "menhir,deer"},
        {"deck": "menhir"},
        {"deck": "menhir|mound"},
        {"megaliths": "a1=fairy,b3=chaos,d3=dawn", "score": "1-0"},
    ],
)
def test_another_position(changed: dict[str, str]) -> None:
    """Rule 9.3: each part of a position counts, what is known of the deck too."""
    assert key(position(**changed)) != key(position())


def test_the_order_of_known_tiles_counts_and_the_score_by_itself() -> None:
    """The same tiles are known under the deck, in another order; the same point is of the other tribe."""
    assert key(position(deck="|menhir,mound")) != key(position(deck="|mound,menhir"))
    stones = {"megaliths": "a1=fairy,b3=chaos,d3=dawn"}
    assert key(position(**stones, score="1-0")) != key(position(**stones, score="0-1"))


def test_the_number_of_the_turn_does_not_count() -> None:
    before = position()
    after = play(before, "a1-a2", "a5-b4", "a2-a1", "b4-a5")
    assert after.turn == 4
    assert key(after) == key(before)


def test_states_within_a_turn_never_count() -> None:
    """A build, a power and a transformation that are asked; a game that is over has a position."""
    build = play(position(field="s3f/5/5/5/5"), "a5-x")
    power = play(cairn.parse_position("f4/5/5/2s2/5 s wooe c3=menhir,d3=dawn alley,deer - 0-0"), "c2-c3")
    asked = play(cairn.parse_position("5/5/5/1s3/2sf1 s wooe a5=chaos,e5=dawn alley,deer - 0-0"), "b2-b1")
    assert [type(each.pending) for each in (build, power, asked)] == [
        cairn.BuildMegalith,
        cairn.UsePower,
        cairn.TransformOrPass,
    ]
    assert [key(each) for each in (build, power, asked)] == [None, None, None]
    match = Match(cairn, build, draw_at_repetition=2)
    assert (match.repetitions, match.outcome) == (0, None)
    over = cairn.parse_position("5/5/5/5/s3f f wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0")
    assert key(over) is not None


def test_a_start_between_turns_is_told_by_its_position_and_what_is_not_as_usual() -> None:
    state = position()
    assert START.tags(state) == {"Position": " ".join(FIELDS)}
    odd = cairn.parse_position(" ".join(FIELDS), variant=Variant(corner_exit=False, transformation_trigger="acted"))
    odd = play(odd, "a1-a2")
    tags = START.tags(odd)
    assert tags == {
        "Position": "f4/5/5/s4/5 f wdoe b3=chaos,d3=dawn alley,deer menhir,mound 0-0",
        "Variant": "corner_exit=false,transformation_trigger=acted",
        "Turn": "1",
    }
    again = START.state(tags, None)
    assert (again, again.turn) == (odd, 1)


def test_a_start_within_a_turn_is_told_whole() -> None:
    state = play(position(field="s3f/5/5/5/5"), "a5-x")
    tags = START.tags(state)
    assert list(tags) == ["State"]
    again = START.state(tags, BASE_SET)
    assert (again, again.turn) == (state, state.turn)


@pytest.mark.parametrize(
    ("tags", "faults"),
    [
        ({}, ["tag Position, position: 0 fields"]),
        ({"Position": "x"}, ["tag Position, position: 1 fields"]),
        ({"Position": "x" * 20_001}, ["tag Position: 20001 characters; at most 20000 are allowed"]),
        ({"Turn": "-1"}, ["tag Turn: '-1' is not a number of completed turns"]),
        ({"Turn": "9" * 17}, ["is not a number of completed turns"]),
        (
            {"Variant": "power_exit=maybe"},
            ["tag Variant: the option 'power_exit' should be true or false, not 'maybe'"],
        ),
        ({"Variant": "colour=true"}, ["tag Variant: 'colour=true' is not an option"]),
        ({"Variant": "power_exit=true,power_exit=false"}, ["tag Variant: the option 'power_exit' is given twice"]),
        ({"Position": "x", "Turn": "y", "Variant": "z"}, ["tag Position", "tag Turn: 'y'", "tag Variant: 'z'"]),
        ({"State": "{"}, ["tag State, $: not JSON"]),
        ({"State": "{}", "Turn": "3"}, ["tag Turn: not allowed together with the tag State"]),
    ],
)
def test_tags_that_stand_for_no_state(tags: dict[str, str], faults: list[str]) -> None:
    given = tags if not tags or "State" in tags else {"Position": " ".join(FIELDS), **tags}
    with pytest.raises(NotationError) as caught:
        START.state(given, None)
    for fault in faults:
        assert fault in str(caught.value)


def test_a_hundred_faults_of_the_options_are_told() -> None:
    options = ",".join(f"option{number}=true" for number in range(1000))
    with pytest.raises(NotationError) as caught:
        START.state({"Position": " ".join(FIELDS), "Variant": options}, None)
    assert len(caught.value.faults) == 100


def test_the_document_of_another_thing_is_no_start() -> None:
    with pytest.raises(NotationError, match="a document of kind 'variant'; it should be 'state'"):
        START.state({"State": dumps(Variant())}, None)


@frozen
class Reinforce(Effect):
    """An effect with a value that no document can hold."""

    why: complex = 1j

    def apply(self, state: State) -> State:
        return Summon(Space.C1).apply(state)


@megalith("Recruiter", text="Add a shaman on c1, then banish one on a5.", then=(lambda _: [Banish(Space.A5)],))
def recruiter(_):
    yield Reinforce()


def test_a_start_that_cannot_be_written_is_refused() -> None:
    """What was chosen is an effect that no document can hold."""
    text = "f4/5/5/5/s4 s wooe a2=recruiter,d3=dawn alley,menhir - 0-0"
    state = play(cairn.parse_position(text, BASE_SET | Registry([recruiter])), "a1-a2")
    state = cairn.apply(state, Reinforce())
    assert isinstance(state.pending, cairn.UsePower)
    with pytest.raises(NotationError, match="tag State"):
        format_record(Record(game=cairn, start=state, actions=()))
