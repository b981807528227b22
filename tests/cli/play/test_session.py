"""Sessions at a terminal, without the terminal: what typed lines lead to, for Cairn and for other games."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import Fault, Match, MatchError, NotationError, Outcome, PowerError, Record, cairn
from cairn_rules.cli.play.blocks import Kind, Mark, in_columns, in_lines, marks_between
from cairn_rules.cli.play.input_line import COMMANDS, HELP, answer, completions
from cairn_rules.cli.play.session import Answer, Session, Wish
from cairn_rules.cli.play.table import OpponentError, Table
from cairn_rules.cli.words import words_for
from support.subtraction import PAIR, THREE, WALK, Subtraction

EXITS = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
"""Sea leaves from c5 and builds; Forest does the same from e1."""
POWER = "4f/5/5/2s2/5 s wooe c3=sanctuary,d3=dawn alley,menhir - 0-0"
"""Sea goes to c3 and may move a megalith."""


def session(position: str = EXITS, sea: str = "human", forest: str = "human", **more: object) -> Session:
    match = Match(cairn, cairn.parse_position(position))
    return Session(match, Table(names={0: sea, 1: forest}, **more), seed=1)


def subtraction(names: tuple[str, ...] = ("human", "human"), game: object = PAIR, seed: int = 1) -> Session:
    """From seed 1, six are left."""
    return Session(Match(game, seed=seed), Table(names=dict(enumerate(names))), seed=1)


def said(answered: Answer, kind: Kind = Kind.ANSWER) -> str:
    """What was said, its lines joined."""
    return " ".join(" ".join(block.text.split()) for block in answered.blocks if block.kind is kind)


def warned(playing: Session, line: str) -> str:
    before = playing.match.history
    answered = answer(playing, line)
    assert answered.wish is Wish.AGAIN
    assert playing.match.history == before
    return said(answered, Kind.WARNING)


def shown(playing: Session) -> dict[Kind, str]:
    return {block.kind: block.text for block in playing.screen()}


def done(playing: Session) -> list[str]:
    return list(map(playing.match.game.format_action, playing.match.history))


@pytest.mark.parametrize("line", ["5", "c5-x", " C5-X ", "c5-x\t"])
def test_an_action_is_chosen_by_its_number_or_notation(line: str) -> None:
    playing = session()
    assert answer(playing, line) == Answer(Wish.DECIDED)
    assert done(playing) == ["c5-x"]


class Numbered(Subtraction):
    """Actions are written as numbers, the larger ones first in the list."""

    def legal_actions(self, state):
        return super().legal_actions(state)[::-1]

    def format_action(self, action):
        return str(action)

    def parse_action(self, text, state):
        return super().parse_action(f"take-{text}", state)


def test_a_number_that_the_game_parses_is_its_action_and_no_number_in_the_list() -> None:
    playing = subtraction(game=Numbered(2))
    for line in ("2", "2", "1"):
        assert answer(playing, line).wish is Wish.DECIDED
    assert done(playing) == ["2", "2", "1"]
    assert warned(playing, "2") == "2 cannot be taken [take/count, rule 1]"
    assert warned(playing, "3") == "there is no action 3; they are numbered from 1 to 1"


def test_the_beginning_is_enough_when_no_other_action_begins_so() -> None:
    playing = session()
    assert answer(playing, "+").wish is Wish.DECIDED
    assert done(playing) == ["+d1"]


class Tens(Subtraction):
    """Take 10, or 1 at the end; `take-1` begins `take-10`."""

    def legal_actions(self, state):
        return (10,) if state[0] >= 10 else (1,)

    def parse_action(self, text, state):
        return 10 if text == "take-10" else super().parse_action(text, state)


@pytest.mark.parametrize("line", ["take-1", "? take-1"])
def test_a_text_that_the_game_parses_is_its_action_and_no_beginning_of_another(line: str) -> None:
    match = Match(Tens(2), start=(11, 0))
    playing = Session(match, Table(names={0: "human", 1: "human"}), seed=1)
    answered = answer(playing, line)
    told = said(answered, Kind.WARNING) + said(answered)
    assert told == "1 cannot be taken [take/count, rule 1]"
    assert match.history == ()
    assert answer(playing, "take").wish is Wish.DECIDED
    assert match.history == (10,)


class Market(Subtraction):
    """A game with many forms of actions, which it all lists."""

    def legal_actions(self, _):
        return ("buy:rope", "buy:lamp", "buy:oil", "buy:long-rope", "1:sell:oil", "pass")

    def format_action(self, action):
        return action

    def parse_action(self, text, _):
        raise NotationError(text, [Fault("action", f"not an action; one is written like {'buy:THING, ' * 50}")])


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("buy a long rope", "with 'buy', you can now write buy:long-rope or buy:rope or buy:lamp, …"),
        ("sell OIL", "with 'sell', you can now write 1:sell:oil"),
        ("Pass on", "with 'pass', you can now write pass"),
        ("give oil", "press Enter to see the actions, or type ? for help"),
        ("²", "press Enter to see the actions, or type ? for help"),
        ("!", "press Enter to see the actions, or type ? for help"),
    ],
)
def test_of_many_forms_the_nearest_are_named(line: str, right: str) -> None:
    told = f"{line!r} is neither an action nor a command; {right}"
    assert warned(subtraction(game=Market(2)), line) == told
    assert said(answer(subtraction(game=Market(2)), f"? {line}")) == told


def test_several_actions_that_begin_so_are_listed() -> None:
    playing = session()
    answered = answer(playing, "c5")
    assert answered.wish is Wish.AGAIN
    assert said(answered, Kind.WARNING) == "c5 can be one of these:"
    listed = said(answered, Kind.CHOICES)
    assert "2 c5-c4 Move from c5 to c4" in listed
    assert "5 c5-x Move out of the board from c5" in listed
    assert "+d1" not in listed


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("c5-c3", "c3 is not one step from c5 [move/not-one-step, rule 4.3]"),
        ("e1-d1", "the shaman on e1 is Forest's"),
        ("0", "there is no action 0; they are numbered from 1 to 5"),
        ("6", "there is no action 6"),
        ("9" * 5000, "there is no action 99999"),
        ("²", "is neither an action nor a command"),
        ("nonsense", "'nonsense' is neither an action nor a command: not an action; one is written like"),
        ("c5c4", "'c5c4' is no action; did you mean c5-c4?"),
        ("c5 c4", "'c5 c4' is no action; did you mean c5-c4?"),
        ("undoo", "(did you mean undo?)"),
        ("=chaos", "unknown id 'chaos'"),
        ("x" * 5000, "is neither an action nor a command"),
        ("undo", "You have no decision to take back."),
        ("redo", "There is nothing to redo."),
        ("\x00", "is neither"),
    ],
)
def test_what_cannot_be_done_is_explained(line: str, message: str) -> None:
    assert message in warned(session(), line)


def test_the_screen_tells_what_changed_draws_the_board_and_lists_the_actions() -> None:
    playing = session()
    first = shown(playing)
    assert Kind.CHANGES not in first
    assert first[Kind.BOARD] == cairn.diagram(playing.match.state)
    assert first[Kind.CHOICES].splitlines()[0] == "1 +d1    Add a shaman on d1"
    answer(playing, "c5-x")
    second = shown(playing)
    assert second[Kind.CHANGES] == "1. Sea c5-x: Sea leaves the board from c5. The Move tile shows diagonal now"
    assert "Build Alley of Dusk: Banish an enemy shaman" in second[Kind.CHOICES]
    assert playing.prompt == "Sea must build on c5 [1-2, ?]: "
    assert Kind.CHANGES not in shown(playing)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ({0: "human", 1: "tree"}, "You play Sea; tree plays Forest."),
        ({0: "tree", 1: "human"}, "You play Forest; tree plays Sea."),
        ({0: "human", 1: "Ada"}, "People play Sea, Forest."),
        ({0: "tree", 1: "tree"}, "tree plays Sea, Forest."),
        ({0: "human"}, ""),
    ],
)
def test_the_players_are_named(names: dict[int, str], sentence: str) -> None:
    """Whoever chose one seat should see who plays the others; there is nothing to say about one seat."""
    assert Session(Match(cairn, seed=7), Table(names=names)).seating == sentence


def test_a_screen_fits_the_terminal_or_is_as_low_as_it_can_be() -> None:
    """A line is left for the answer."""

    def height(lines: int) -> int:
        match, table = Match(cairn, seed=7), Table(names={0: "human", 1: "human"})
        return sum(len(block.text.split("\n")) for block in Session(match, table, lines=lines).screen())

    heights = [height(lines) for lines in range(60)]
    assert all(found < lines or found == heights[0] for lines, found in enumerate(heights))
    assert heights[0] < heights[-1]


def test_enter_shows_the_board_again() -> None:
    playing = session()
    assert answer(playing, " ").blocks == playing.screen()


@pytest.mark.parametrize(
    ("head", "lines"),
    [
        ("take-2", ["take-2  " + "word " * 13 + "word", " " * 8 + "word " * 5 + "word"]),
        (
            "x" * 50,
            ["x" * 50 + "  " + "word " * 4 + "word", " " * 40 + "word " * 7 + "word", " " * 40 + "word " * 6 + "word"],
        ),
    ],
)
def test_the_lines_of_a_text_are_aligned_beside_its_head(head: str, lines: list[str]) -> None:
    """Unless it is long: they have half of the width at least."""
    assert in_lines([head], ["word " * 20]).split("\n") == lines


@pytest.mark.parametrize(("cells", "lines"), [(2, 1), (3, 2)])
def test_columns_may_fill_the_width(cells: int, lines: int) -> None:
    columns = in_columns({"": ["x" * 39] * cells}).split("\n")
    assert len(columns) == lines
    assert len(columns[0]) == 80


def test_the_places_that_changed_are_marked() -> None:
    playing = session()
    playing.screen()
    answer(playing, "c5-c4")
    (board,) = (block for block in playing.screen() if block.kind is Kind.BOARD)
    lines = board.text.splitlines()
    marked = [lines[mark.line][mark.start : mark.end] for mark in board.marks]
    assert marked == ["2,", " ", "Forest", "must", "choose", "an", "action", "●", "diagonal"]
    styled = pytest.importorskip("cairn_rules.cli.play.styles").styled(board)
    spans = [span for span in styled.spans if span.style in {"bold", "reverse"}]
    assert [styled.plain[span.start : span.end] for span in spans] == marked
    assert marks_between("a\nb", "a") == ()
    assert marks_between("", "x\ny") == (Mark(0, 0, 1), Mark(1, 0, 1))


def test_many_actions_stand_in_columns_behind_their_kinds() -> None:
    playing = session("f1f1f/5/5/1s3/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0")
    lines = shown(playing)[Kind.CHOICES].splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == ["Add", "Move", "Jump"]
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Add    1 +d1"


class Stalls(Subtraction):
    """A game with as many actions as its number: each of two buys as many things as the other, and one may pass."""

    def legal_actions(self, state):
        return tuple(range(state[0]))

    def format_action(self, action):
        return f"buy:{'ada' if action % 2 else 'bo'}:{action}" if action or self.players < 3 else "pass"

    def parse_action(self, text, state):  # noqa: ARG002 - nothing is read
        raise NotationError(text, [Fault("action", f"{text!r} is not on sale")])


def stalls(number: int, players: int = 2) -> Session:
    return Session(Match(Stalls(players), (number, 0)), Table(names={0: "human", 1: "human"}), seed=1)


def test_many_actions_are_listed_by_their_beginnings() -> None:
    playing = stalls(70)
    assert shown(playing)[Kind.CHOICES].split("\n") == [
        "buy:bo:... (35)   buy:ada:... (35)",
        "Type a beginning, such as buy:bo:, to list its actions.",
    ]
    listed = said(answer(playing, "buy:bo"), Kind.CHOICES)
    assert len(re.findall(r"\d+ buy:bo:\d+", listed)) == 35
    assert answer(playing, "70").wish is Wish.DECIDED


def test_sixty_actions_are_listed_in_full() -> None:
    assert len(re.findall(r"\d+ buy:", shown(stalls(60))[Kind.CHOICES])) == 60


def test_few_actions_beside_many_are_listed_in_full() -> None:
    assert shown(stalls(69, players=3))[Kind.CHOICES].split("\n")[0] == "1 pass        buy:... (68)"


@pytest.mark.parametrize("lines", [None, 12])
def test_a_power_is_asked_for_with_its_text(lines: int | None) -> None:
    """Also at a terminal with few lines."""
    match = Match(cairn, cairn.parse_position(POWER))
    playing = Session(match, Table(names={0: "human", 1: "human"}), lines=lines)
    answer(playing, "c2-c3")
    screen = shown(playing)
    assert screen[Kind.ANSWER] == "Sanctuary of the Ages: Move any megalith one space."
    assert playing.prompt.startswith("Sea must use Sanctuary of the Ages on c3 [1-")
    assert lines or all(line.startswith(("Power", " ")) for line in screen[Kind.CHOICES].splitlines())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("? c3", "c3: no shaman, Deer Rock (deer): Move a shaman of either tribe"),
        ("?C5", "c5: a Sea shaman, no megalith"),
        ("? deer", "Deer Rock (deer): Move a shaman"),
        ("? menh", "Menhir of the Dancers (menhir): Move this shaman one space."),
        ("? cairn of", "Cairn of Dawn (dawn): Add a shaman"),
        ("help alley", "Alley of Dusk (alley): Banish an enemy shaman"),
        ("? 5", "c5-x: Move out of the board from c5"),
        ("? c5-x", "c5-x: Move out of the board from c5"),
        ("? c5-", "c5-c4: Move from c5 to c4 c5-b5: Move from c5 to b5"),
        ("? c5-c3", "c3 is not one step from c5 [move/not-one-step, rule 4.3]"),
        ("? nothing", "neither an action nor a command"),
    ],
)
def test_what_is_asked_about_is_explained(line: str, expected: str) -> None:
    playing = session()
    answered = answer(playing, line)
    assert answered.wish is Wish.AGAIN
    assert expected in said(answered)
    assert done(playing) == []


@pytest.mark.parametrize("line", ["?", "help", " ? "])
def test_help_names_everything_that_can_be_typed(line: str) -> None:
    """With examples from the game as it stands."""
    playing = session()
    told = answer(playing, line).blocks[0].text
    meaning = told.index("an action: its number")
    assert "\n" + " " * meaning + "notation\n" in told
    assert all(meaning in " ".join(told.split()) for meaning in HELP.values())
    first = cairn.format_action(playing.match.legal_actions[0])
    assert told.startswith(f"7, {first}, {first[:2]}  ")
    assert all(command in told for command in COMMANDS if command != "help")
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.untraced
def test_a_hint_names_an_action_and_what_threatens() -> None:
    playing = session("5/5/4s/1s1f1/2s2 s wooe b3=chaos,c5=dawn alley,deer - 0-0")
    told = said(answer(playing, "hint"))
    assert "sage would play " in told
    assert "Sea could transform in this turn: d2 (by " in told
    facing = session("5/5/5/1s1f1/2s2 f wooe b3=chaos,d3=dawn alley,deer - 0-0")
    assert "Sea threatens to transform: d2 (by c1-c2)" in said(answer(facing, "hint"))
    assert done(playing) == []


@pytest.mark.slow
@pytest.mark.untraced
def test_a_hint_in_a_quiet_position_is_an_action_alone() -> None:
    told = said(answer(session(), "hint"))
    assert re.fullmatch(r"sage would play \S+: [A-Z][a-z0-9 ]+", told)


def test_a_hint_in_any_game_is_the_strongest_players_that_plays_it() -> None:
    """Of six left one takes one or two."""
    assert re.fullmatch(r"tree would play take-[12]", said(answer(subtraction(), "hint")))


def test_an_adviser_who_fails_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.imports.player_named", lambda *_: Stubborn)
    assert "No advice: the player sage answered 'nothing', which is not legal" in said(answer(session(), "hint"))


class Stubborn:
    """Answers with what is no action."""

    def __init__(self, game: object, *, seed: int | None = None) -> None: ...

    def choose(self, _: object, __: object = None) -> str:
        return "nothing"


def test_undo_and_redo_between_people_go_one_decision_at_a_time() -> None:
    playing = session()
    for line in ("c5-x", "=alley", "e1-x"):
        answer(playing, line)
    taken_back = answer(playing, "undo")
    assert (taken_back.wish, said(taken_back)) == (Wish.DECIDED, "Taken back: Forest e1-x")
    assert answer(playing, "undo").wish is Wish.DECIDED
    assert done(playing) == ["c5-x"]
    assert answer(playing, "REDO").wish is Wish.DECIDED
    assert done(playing) == ["c5-x", "=alley"]
    assert "1. Sea =alley" in shown(playing)[Kind.CHANGES]


def test_undo_against_an_opponent_goes_back_to_ones_own_decision() -> None:
    playing = session(forest="greedy")
    for line in ("c5-x", "=alley"):
        answer(playing, line)
    while not playing.asks_person:
        playing.opponent_decides()
    assert done(playing)[:3] == ["c5-x", "=alley", "e1-x"]
    before = done(playing)
    tribes = [cairn.Tribe(cairn.current_player(state)).name.capitalize() for state in playing.match.states[:-1]]
    told = ", ".join(f"{tribe} {text}" for tribe, text in zip(tribes, before, strict=True) if text != "c5-x")
    assert said(answer(playing, "undo")) == f"Taken back: {told}"
    assert done(playing) == ["c5-x"]
    assert playing.asks_person
    answer(playing, "redo")
    assert done(playing) == before
    assert playing.asks_person


class Covered(Subtraction):
    """What is taken is a card, which only its player sees; no function says what a decision shows."""

    def __init__(self) -> None:
        super().__init__(2)

    def new_game(self, *, seed: int | None = None) -> Any:
        return (6, 0, Random(seed).random())

    def apply(self, state: Any, action: int) -> Any:
        return (*super().apply(state[:2], action), Random(state[2]).random())

    def observe(self, state: Any, player: int | None) -> Any:  # noqa: ARG002 - the last card lies open
        return (*state[:2], round(state[2], 1))

    def sample_hidden(self, observation: Any, rng: Random) -> Any:
        return (*observation[:2], observation[2] + rng.uniform(-0.04, 0.04))


def test_a_game_that_cannot_say_what_a_decision_shows_is_tried() -> None:
    """In states that look the same, as the dice of a role-playing game."""
    assert "What has shown something hidden" in warned(shown_card("human"), "undo")
    alone = shown_card("greedy")
    assert "This has shown you something hidden: " in warned(alone, "undo")
    assert done(alone) == ["take-1"]
    assert answer(alone, "undo").wish is Wish.DECIDED
    assert playing_open().taking_back.question(lambda *_: ["nothing"]) == ""


def shown_card(other: str) -> Session:
    playing = subtraction(("human", other), Covered())
    answer(playing, "1")
    return playing


def playing_open() -> Session:
    playing = subtraction(("human", "greedy"))
    answer(playing, "1")
    return playing


def test_what_others_decided_first_is_not_taken_back() -> None:
    playing = session(sea="greedy")
    while not playing.asks_person:
        playing.opponent_decides()
    with pytest.raises(MatchError, match="You have no decision to take back"):
        playing.undo()
    assert "You have no decision" in warned(playing, "undo")


CARDS = EXITS.replace(" - ", " fairy,mound ")
SHOWN = "This has shown you something hidden: Alley of Dusk is built on c5. Sea's score is 1. Fairy Circle is drawn. "


def test_a_drawn_megalith_is_not_covered_again_between_people() -> None:
    """Nobody draws, looks, and builds something else (2.7). What was agreed beforehand goes, and is recorded."""
    playing = session(CARDS)
    for line in ("c5-x", "=alley", "e1-x"):
        answer(playing, line)
    assert said(answer(playing, "undo")) == "Taken back: Forest e1-x"
    assert warned(playing, "undo") == "What has shown something hidden is not taken back between people."
    free = session(CARDS, undo="free")
    for line in ("c5-x", "=alley"):
        answer(free, line)
    assert said(answer(free, "undo")) == "Taken back: Sea =alley"
    assert free.record().tags["Undo"] == "free; 2: =alley"


def test_one_person_is_asked_once_before_a_drawn_megalith_is_covered_again() -> None:
    """Another decision in between is another question, until one was answered; the file keeps what was taken back."""
    playing = session(CARDS, forest="greedy")
    for line in ("c5-x", "=alley"):
        answer(playing, line)
    asked = warned(playing, "undo")
    assert asked.startswith(SHOWN)
    assert asked.endswith("Type undo again to take it back; the record will say so.")
    while not playing.asks_person:
        playing.opponent_decides()
    assert warned(playing, "undo").startswith(SHOWN[:-1])
    assert "Undo" not in playing.record().tags
    undone = done(playing)[1:]
    assert answer(playing, "undo").wish is Wish.DECIDED
    tag = playing.record().tags["Undo"]
    assert tag == f"2: {' '.join(undone)}"
    answer(playing, "=menhir")
    assert said(answer(playing, "undo")) == "Taken back: Sea =menhir"
    record = playing.record()
    assert record.tags["Undo"] == f"{tag}; 2: =menhir"
    table = Table.told_by(record.tags, ("sea", "forest"))
    assert Session(record.match(), table, record=record).record().tags["Undo"] == record.tags["Undo"]


def test_giving_up_ends_the_game() -> None:
    playing = session()
    assert answer(playing, "resign").wish is Wish.DECIDED
    assert playing.match.outcome == Outcome((1,), "resignation")
    assert playing.ending()[-1].text == "Forest wins: Sea resigned"
    assert not playing.asks_person
    assert playing.seconds_left is None
    assert playing.spend(5.0) is False


def test_a_game_that_is_won_is_told_in_the_games_own_words() -> None:
    playing = session("2s2/5/5/5/4f s wooe a1=mound,b1=fairy,c3=deer,d3=dawn alley,menhir - 2-0")
    for line in ("c5-x", "1"):
        answer(playing, line)
    ending = playing.ending()
    assert [block.kind for block in ending] == [Kind.CHANGES, Kind.CHANGES, Kind.BOARD, Kind.RESULT]
    assert ending[-1].text == "Sea wins: the third megalith"


@pytest.mark.parametrize(
    ("line", "wish", "file"), [("save", "SAVE", ""), ("save a b", "SAVE", "a b"), ("quit", "QUIT", "")]
)
def test_wishes_are_handed_on(line: str, wish: str, file: str) -> None:
    assert answer(session(), line) == Answer(Wish[wish], file=file)


def test_what_is_begun_is_completed() -> None:
    playing = session()
    assert completions(playing, "c5") == ["c5-c4", "c5-b5", "c5-d5", "c5-x"]
    assert completions(playing, "h") == ["hint", "help"]
    assert completions(playing, "? men") == ["? menhir"]
    assert completions(playing, "? C5-X") == ["? c5-x"]
    assert completions(playing, "?") == []
    assert completions(playing, "zzz") == []
    assert completions(playing, "save c5") == []


def test_time_runs_for_whoever_decides() -> None:
    playing = session(clock=(60.0, 30.0), forest="greedy")
    assert playing.prompt.startswith("Sea must choose an action (1:00) [")
    answer(playing, "c5-x", 10.5)
    assert playing.prompt.startswith("Sea must build on c5 (0:49) [")
    answer(playing, "=alley", 1.0)
    ticks = iter((0.0, 29.5))
    playing.opponent_decides(lambda: next(ticks))
    assert playing.record().tags["Clock"] == "48.5 0.5"
    ticks = iter((0.0, 40.0))
    playing.opponent_decides(lambda: next(ticks))
    assert playing.match.outcome == Outcome((0,), "time")
    assert done(playing) == ["c5-x", "=alley", "e1-x"]


def test_an_answer_after_the_end_of_ones_time_counts_for_nothing() -> None:
    playing = session(clock=(60.0, 60.0))
    assert answer(playing, "c5-x", 61.0).wish is Wish.DECIDED
    assert done(playing) == []
    assert playing.ending()[-1].text == "Forest wins: time"


def test_an_opponent_that_answers_wrongly_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.imports.player_named", lambda *_: Stubborn)
    with pytest.raises(OpponentError, match="the player random answered 'nothing', which is not legal"):
        session(sea="random").opponent_decides()


def test_an_opponent_that_raises_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_rules.cli.imports.player_named", lambda *_: 1 / 0)
    with pytest.raises(OpponentError, match="the player random raised ZeroDivisionError"):
        session(sea="random").opponent_decides()


def test_a_megalith_that_misbehaves_is_told() -> None:
    @cairn.megalith("Odd Stone", text="It breaks.")
    def odd(site: cairn.Site) -> list[cairn.Effect]:
        raise ValueError(site)

    start = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=odd,d3=dawn alley,menhir - 0-0", cairn.BASE_SET | odd)
    playing = Session(Match(cairn, start), Table(names={0: "human", 1: "human"}))
    assert "the power of 'odd'" in warned(playing, "c2-c3")


def test_the_record_tells_who_plays_and_keeps_remarks_that_still_hold() -> None:
    match = Match(cairn, cairn.parse_position(EXITS))
    for text in ("c5-x", "=alley"):
        match.do(text)
    for after in (0, 1, 2):
        match.start_variation(after=after)
        match.do(match.legal_actions[-1])
        match.end_variation()
    remarks = {"comments": {1: "Out!", 2: "Hm."}, "marks": {1: "!", 2: "?"}, "values": {0: (0, 0), 2: (1, -1)}}
    record = evolve(Record.of(match, tags={"Event": "Tea", "Sea": "Ann"}), **remarks)
    playing = Session(record.match(), Table(names={0: "Ann", 1: "human"}), record=record)
    assert shown(playing)[Kind.CHANGES].startswith("1. Sea =alley")
    playing.undo()
    answer(playing, "=menhir")
    after = playing.record()
    assert after.tags == {"Event": "Tea", "Sea": "Ann", "Forest": "human"}
    assert (after.comments, after.marks, after.values) == ({1: "Out!"}, {1: "!"}, {0: (0, 0)})
    assert after.variations == {place: record.variations[place] for place in (0, 1)}


def test_any_game_can_be_played_by_its_notation() -> None:
    playing = subtraction()
    left = playing.match.state[0]
    screen = shown(playing)
    assert screen[Kind.BOARD] == "|" * left
    assert screen[Kind.CHOICES] == "1 take-1  2 take-2"
    assert playing.prompt == "Player 0 decides [1-2, ?]: "
    assert said(answer(playing, "? 1")) == "take-1: it is legal"
    assert "neither take-1 nor take-2" in said(answer(playing, "? three"))
    assert "take-1" in said(answer(playing, "hint"))
    assert completions(playing, "? t") == ["? take-1", "? take-2"]
    answer(playing, "take-2")
    assert shown(playing)[Kind.CHANGES] == "1. Player 0 take-2"


def test_an_action_that_is_not_legal_is_explained_in_any_game() -> None:
    playing = subtraction()
    while playing.match.state[0] > 1:
        answer(playing, "1")
    assert warned(playing, "take-2") == "2 cannot be taken [take/count, rule 1]"
    assert playing.prompt.endswith(" decides [1, ?]: ")
    answer(playing, "1")
    assert playing.ending()[-1].text.endswith("wins: last one")


def test_an_action_may_be_written_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = subtraction()
    monkeypatch.setattr(PAIR, "parse_action", lambda *_: 1, raising=False)
    assert answer(playing, "one").wish is Wish.DECIDED
    assert done(playing) == ["take-1"]


def test_a_game_that_takes_what_it_does_not_list_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = subtraction()
    monkeypatch.setattr(PAIR, "parse_action", lambda *_: 7, raising=False)
    monkeypatch.setattr(PAIR, "apply", lambda *_: (0, 0), raising=False)
    assert warned(playing, "7up") == "'7up' is not legal now"


def test_whatever_a_game_says_of_a_text_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise PowerError("something broke")

    playing = subtraction()
    monkeypatch.setattr(PAIR, "parse_action", lambda *_: 7, raising=False)
    monkeypatch.setattr(PAIR, "apply", fail, raising=False)
    assert warned(playing, "7up") == "something broke"
    monkeypatch.setattr(PAIR, "parse_action", fail, raising=False)
    assert warned(playing, "7up") == "something broke"


def test_of_three_who_share_a_table_the_others_win_when_one_gives_up() -> None:
    playing = subtraction(("human", "random", "human"), THREE)
    answer(playing, "resign")
    assert playing.ending()[-1].text == "Player 1 and Player 2 win: resignation"


def test_a_game_without_an_end_can_be_drawn() -> None:
    playing = Session(Match(WALK, draw_after_turns=1), Table(names={0: "human", 1: "human"}))
    assert playing.words.question(0) == "Player 0 decides"
    answer(playing, "l")
    assert playing.ending()[-1].text == "A draw: turn limit"


def test_whom_nobody_named_is_played_by_the_computer() -> None:
    assert Table().name(3) == "tree"
    assert not Table().is_person(3)


def test_nobody_is_asked_when_a_game_is_over() -> None:
    assert words_for(PAIR).question((0, 0)) == "Nobody decides"


def test_nothing_differs_by_colour_alone() -> None:
    """Without colours, warnings keep a style of their own, and the pieces of the tribes their signs."""
    parse = pytest.importorskip("rich.style").Style.parse
    styles = pytest.importorskip("cairn_rules.cli.play.styles")
    plain = {kind: str(parse(style).without_color) for kind, style in styles._STYLES.items()}
    assert plain[Kind.WARNING] not in {"none", plain[Kind.CHANGES], plain[Kind.RESULT]}
    assert {*words_for(cairn).tints} == {"●", "▲"}
