"""What Cairn adds to the command line: the words of the terminal game, and commands for megaliths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from attrs import frozen
from twelve_stones import STONES

from cairn_rules import Outcome, Registry, cairn, testing
from cairn_rules.cairn import BASE_SET, Effect, Megalith, State
from cairn_rules.cairn.balance import command
from cairn_rules.cli.main import main
from cairn_rules.cli.words import words_for
from support.play import play

WORDS = words_for(cairn)
TEXT = "5/5/2f2/1s1f1/2s2 s wooe b3=chaos,c3=deer alley,dawn menhir,cromlech 0-0"
STATE = cairn.parse_position(TEXT)


@frozen
class Shrug(Effect):
    """An effect without a sentence."""

    def apply(self, state: State) -> State:
        return state


def test_a_state_is_shown_as_text_and_as_a_diagram() -> None:
    assert WORDS.position(STATE) == TEXT
    within = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
    assert WORDS.position(cairn.apply(within, cairn.Move("c5", cairn.VILLAGE))) == ""
    assert WORDS.board(STATE) == cairn.diagram(STATE)
    plain = words_for(cairn, unicode=False, lines=24)
    assert plain.board(STATE) == cairn.diagram(STATE, unicode=False, compact=True)
    assert cairn.diagram(STATE, unicode=False, compact=True) != cairn.diagram(STATE)


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("c3", ["c3: a Forest shaman, Deer Rock (deer): "]),
        ("B3", ["b3: no shaman, Chaos of the Giants (chaos): "]),
        ("b2", ["b2: a Sea shaman, no megalith"]),
        ("a1", ["a1: no shaman, no megalith"]),
        ("deer", ["Deer Rock (deer): "]),
        ("Cairn", ["Cairn of Dawn (dawn): "]),
        ("c", ["Chaos of the Giants (chaos): ", "Cairn of Dawn (dawn): ", "Cromlech of the Stars (cromlech): "]),
        ("f1", None),
        ("haven", None),
    ],
)
def test_spaces_and_megaliths_of_the_game_are_explained(word: str, lines: list[str] | None) -> None:
    """By id, and by the beginnings of ids and names: of the board, the display and the deck."""
    told = WORDS.about(STATE, word)
    if lines is None:
        assert told is None
    else:
        assert told is not None
        for line, beginning in zip(told.splitlines(), lines, strict=True):
            assert line.startswith(beginning)


def test_an_id_is_meant_rather_than_a_beginning() -> None:
    wood = cairn.megalith("Deer Wood", text="Nothing happens.", id="deerwood")(lambda _: ())
    state = cairn.parse_position("5/5/5/2s2/2f2 s wooe b3=deerwood,c3=deer alley,dawn - 0-0", BASE_SET | wood)
    assert str(WORDS.about(state, "deer")).startswith("Deer Rock (deer): ")
    assert len(str(WORDS.about(state, "deer r")).splitlines()) == 1
    assert len(str(WORDS.about(state, "dee")).splitlines()) == 2


def test_the_words_that_are_explained_do_not_tell_the_order_of_the_deck() -> None:
    spaces = [f"{file}{rank}" for rank in range(1, 6) for file in "abcde"]
    assert sorted(WORDS.parts(STATE)[6:]) == sorted(spaces)
    assert WORDS.parts(STATE)[:6] == ("chaos", "deer", "alley", "dawn", "cromlech", "menhir")


def test_a_decision_is_told_by_its_kind_and_by_a_sentence_if_that_says_more() -> None:
    action = cairn.parse_action("c1-c2", STATE)
    assert (WORDS.kind(action), WORDS.kind(cairn.Banish(cairn.Space.A1))) == ("Move", "Power")
    assert WORDS.sentence(STATE, action) == cairn.describe(STATE, action)
    odd = cairn.megalith("Odd", text="Something odd.", id="odd", effects=(Shrug,))(lambda _: [Shrug()])
    start = cairn.parse_position("5/5/5/2s2/4f s wooe b3=chaos,c3=odd alley,dawn - 0-0", BASE_SET | odd)
    woken = play(start, "c2-c3")
    assert cairn.describe(woken, Shrug()) == cairn.format_action(Shrug())
    assert WORDS.sentence(woken, Shrug()) == ""


def test_a_power_is_explained_when_it_is_used() -> None:
    woken = play(cairn.parse_position("5/5/3f1/2s2/5 s wooe b3=chaos,c3=alley deer,dawn - 0-0"), "c2-c3")
    assert WORDS.question(woken) == "Sea must use Alley of Dusk on c3"
    assert WORDS.explained(woken).startswith("Alley of Dusk: Banish an enemy shaman next to")
    assert WORDS.explained(STATE) == ""


def events(state: cairn.State, text: str) -> tuple[str, ...]:
    return WORDS.events(state, cairn.parse_action(text, state), play(state, text))


def test_events_are_told_without_what_the_next_question_tells() -> None:
    """Who is asked, whose turn it is and who has won are shown with the board."""
    start = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
    leaves = play(start, "c5-x")
    assert events(start, "c5-x") == ("Sea leaves the board from c5", "The Move tile shows diagonal now")
    (told, score) = events(leaves, "=alley")
    assert (told, score) == ("Alley of Dusk is built on c5", "Sea's score is 1")
    last = cairn.parse_position("2s2/5/5/5/4f s wooe a1=pillars,b1=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
    building = play(last, "c5-x")
    assert events(building, "=alley") == ("Alley of Dusk is built on c5", "Sea's score is 3")


def test_threats_of_both_tribes_are_told() -> None:
    """Sea's b2 and c1 are close to d2: c1 goes to c2."""
    state = cairn.parse_position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    line = "d2 (by c1-c2)"
    assert WORDS.threats(state, 0) == (f"Sea could transform in this turn: {line}",)
    assert WORDS.threats(state, 1) == (f"Sea threatens to transform: {line}",)


def test_three_actions_of_a_threat_are_named() -> None:
    """To c2 beside b2 go c1 and c3, to d3 below d4 go c3 and e3."""
    three = cairn.parse_position("5/3s1/2s2/1s1f1/2s2 s wooe b4=chaos,a5=dawn alley,deer - 0-0")
    assert WORDS.threats(three, 0) == ("Sea could transform in this turn: d2 (by c1-c2, c3-c2, c3-d3)",)
    four = cairn.parse_position("5/3s1/2s1s/1s1f1/2s2 s wooe b4=chaos,a5=dawn alley,deer - 0-0")
    assert WORDS.threats(four, 0) == ("Sea could transform in this turn: d2 (by c1-c2, c3-c2, c3-d3 and others)",)


def test_whoever_does_not_choose_an_action_is_told_of_the_enemys_threats_only() -> None:
    state = cairn.parse_position("5/5/5/1s1f1/2s2 f wooe b3=chaos,d3=dawn alley,deer - 0-0")
    assert WORDS.threats(state, 0) == ()
    assert WORDS.threats(state, 1) == ("Sea threatens to transform: d2 (by c1-c2)",)
    asked = play(cairn.parse_position("5/5/5/1s1f1/2s2 s wooe b3=chaos,d3=dawn alley,deer - 0-0"), "c1-c2")
    assert isinstance(asked.pending, cairn.TransformOrPass)
    assert WORDS.threats(asked, 0) == ()


def test_the_end_is_told() -> None:
    over = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    assert WORDS.result(over, Outcome((1,), "no-action")) == "Forest wins: Sea cannot act"
    assert WORDS.result(STATE, Outcome((0,), "resignation")) == "Sea wins: Forest resigned"


def test_a_megalith_or_several_are_checked(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    """The check itself takes seconds."""

    def check(stone: Megalith, **options: Any) -> str:
        assert options["symmetric"] is True
        options["progress"]("upright: it stands")
        if stone.id == "wall":
            raise testing.MegalithFault(stone, "wall", "the wall is down")
        return f"{stone} is fine"

    monkeypatch.setattr(testing, "check_megalith", check)
    for verbose, listed in (((), ""), (("--verbose",), "  upright: it stands\n")):
        assert main(["check-megalith", "--symmetric", *verbose, "twelve_stones:bell"]) == 0
        assert capsys.readouterr() == ("Bell Stone is fine\n", listed)
    assert main(["check-megalith", "--symmetric", "twelve_stones:STONES"]) == 1
    told = capsys.readouterr().out
    assert all("the wall is down" in told if stone.id == "wall" else f"{stone} is fine" in told for stone in STONES)
    assert main(["check-megalith", "twelve_stones:Tile"]) == 2
    assert "should be a Megalith or a collection of them" in capsys.readouterr().err
    with monkeypatch.context() as patched:
        patched.setattr(Registry, "with_plugins", None)  # a base megalith needs no plug-in
        assert main(["check-megalith", "--symmetric", "deer"]) == 0
    assert capsys.readouterr().out == "Deer Rock is fine\n"
    assert main(["check-megalith", "twelve_stones"]) == 2
    assert "'twelve_stones' should be MODULE:NAME, or the id of a megalith; known: " in capsys.readouterr().err


def test_the_balance_of_megaliths_from_several_places_is_measured(capsys, monkeypatch) -> None:
    """The games take long."""

    def run(stones: Sequence[Megalith], options: object) -> Iterator[str]:
        assert options
        yield " ".join(stone.id for stone in stones)

    monkeypatch.setattr(command, "run", run)
    assert main(["balance", "twelve_stones:bell", "twelve_stones:STONES"]) == 0
    assert capsys.readouterr().out.split() == ["bell", *(stone.id for stone in STONES)]
