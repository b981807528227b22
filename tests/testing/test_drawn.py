"""Positions drawn as small boards."""

from __future__ import annotations

import pytest
from hypothesis import given

from cairn_rules import NotationError, Outcome, Registry, cairn
from cairn_rules.cairn import BASE_SET, Space, Tribe, megalith
from cairn_rules.testing import PLAIN_STONES, parse_drawing, positions

s = megalith("Called S", text="It has a short name.", id="s")(lambda _: ())
dotted = megalith("Dotted", text="It has a long name.", id="acme.far-stone_2")(lambda _: ())


def test_a_drawing_is_read_from_rank_5_down() -> None:
    state = parse_drawing(
        """
        f       .         .     deer    f
        .       .         .     .       .
        .       s:menhir  .     f:dawn  .
        .       .         .     .       .
        s       .         .     .:mound s
        """,
        turn=Tribe.FOREST,
        faces="bdem",
        upcoming=["alley", BASE_SET["haven"]],
        deck=["chaos"],
        variant=cairn.Variant(power_exit=True),
    )
    text = "f3f/5/1s1f1/5/s3s f bdem d1=mound,b3=menhir,d3=dawn,d5=deer alley,haven chaos 1-1"
    assert state == cairn.parse_position(text, variant=cairn.Variant(power_exit=True))


def test_ids_of_any_kind_can_be_drawn() -> None:
    """A stone called `s` is told from a shaman by the colon."""
    state = parse_drawing(
        """
        s:s  acme.far-stone_2  .  .  .
        .    .                 .  .  .
        .    .                 .  .  .
        .    .                 .  .  .
        .    .                 .  .  s
        """,
        megaliths=(s, dotted),
    )
    assert state.shamans == {Space.A5: Tribe.SEA, Space.E1: Tribe.SEA}
    assert state.megaliths == {Space.A5: s, Space.B5: dotted}
    assert state.upcoming == ()
    assert parse_drawing(".:s . . . .\n" + ". . . . .\n" * 4, megaliths=[s]).megaliths[Space.A5] is s


def test_plain_stones_are_laid_far_away() -> None:
    """Each as far from everything as can be, the lowest of several spaces; nothing at all is near an empty board."""
    state = parse_drawing("s . . . .\n" + ". . . . .\n" * 4)
    assert state.megaliths == {Space.A1: PLAIN_STONES[0], Space.E1: PLAIN_STONES[1]}
    assert [stone.id for stone in state.upcoming] == ["chaos", "dawn"]
    assert parse_drawing(". . . . .\n" * 5).megaliths == {Space.A1: PLAIN_STONES[0], Space.E1: PLAIN_STONES[1]}


def test_points_follow_from_the_drawing_or_the_drawing_from_the_points() -> None:
    six = "mound cromlech deer dawn chaos\nhaven . . . .\n" + ". . . . .\n" * 3
    assert parse_drawing(six).scores == (2, 2)
    assert parse_drawing(six, scores=(3, 1)).pending == cairn.Over(Outcome(winners=(0,), reason="third-megalith"))
    state = parse_drawing("deer . . . .\n" + ". . . . .\n" * 4, scores=(0, 1))
    assert state.scores == (0, 1)
    assert sum(stone in PLAIN_STONES for stone in state.megaliths.values()) == 2


def test_a_plain_stone_can_be_drawn_too() -> None:
    state = parse_drawing("plain-1 . . . .\n" + ". . . . .\n" * 4, megaliths=PLAIN_STONES)
    assert set(state.megaliths.values()) == {PLAIN_STONES[0], PLAIN_STONES[3]}
    assert state.upcoming == PLAIN_STONES[1:3]


def faults(drawing: str, **options) -> list[str]:
    with pytest.raises(NotationError) as caught:
        parse_drawing(drawing, **options)
    return list(map(str, caught.value.faults))


def test_all_faults_of_a_drawing_are_told_at_once() -> None:
    found = faults(
        """
        f  .  x:deer  .  .
        .  deer  deer .
        .  dawm  s:   .  .  .  .
        .  .     .    .  .
        """,
        faces="wo",
        upcoming=["mond"],
        deck=["nonsense"],
    )
    assert [each.partition(": ")[0] for each in found] == [
        "drawing",
        "line 2, column 15",
        "line 3, column 1",
        "line 3, column 12",
        "line 3, column 18",
        "line 4, column 1",
        "line 4, column 12",
        "line 4, column 20",
        "tiles",
        "deck",
        "upcoming",
    ]
    assert found[0] == "drawing: 4 lines; a board has 5, rank 5 on top"
    assert "'x' is not a shaman" in found[1]
    assert "4 cells; a rank has 5" in found[2]
    assert "'deer' is drawn twice" in found[3]
    assert "did you mean 'dawn'?" in found[6]


@pytest.mark.parametrize(
    ("drawing", "options", "message"),
    [
        ("s s s s s\n" * 2 + ". . . . .\n" * 3, {}, "shamans: 10 Sea shamans on the board"),
        (
            "mound cromlech deer dawn chaos\nhaven alley . . .\n" + ". . . . .\n" * 3,
            {},
            "7 megaliths; a game that is not over has at most 6",
        ),
        ("mound cromlech deer . .\n" + ". . . . .\n" * 4, {"scores": (0, 0)}, "scores: 0-0 needs 2 megaliths"),
        (". . . . .\n" * 5, {"upcoming": ["deer"], "deck": ["deer", "dawn"]}, "'deer' occurs twice"),
    ],
)
def test_a_drawing_of_what_cannot_be_is_refused(drawing: str, options, message: str) -> None:
    assert any(message in each for each in faults(drawing, **options))


@given(positions())
def test_every_position_can_be_drawn(state: cairn.State) -> None:
    def cell(space: Space) -> str:
        who = state.shamans[space].letter if space in state.shamans else "."
        return f"{who}:{state.megaliths[space].id}" if space in state.megaliths else who

    drawing = "\n".join("  ".join(cell(Space(5 * rank + file)) for file in range(5)) for rank in range(4, -1, -1))
    drawn = parse_drawing(
        drawing,
        turn=state.active,
        faces=state.tiles,
        upcoming=state.upcoming,
        deck=state.deck,
        scores=state.scores,
        megaliths=Registry(state.megaliths.values()),
        variant=state.variant,
    )
    assert cairn.observe(drawn, None).shamans == cairn.observe(state, None).shamans
    assert (drawn.megaliths, drawn.deck, drawn.pending) == (state.megaliths, state.deck, state.pending)
