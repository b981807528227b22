"""What decisions of Korrigans do, in words, and what may be told of them to whom."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cairn_rules import korrigans
from cairn_rules.cli.play.blocks import Kind
from cairn_rules.cli.play.session import Session
from cairn_rules.cli.play.table import Table
from cairn_rules.cli.words import words_for
from cairn_rules.history import Match
from cairn_rules.history.match_log import is_hidden
from cairn_rules.korrigans.texts.diagrams import small_diagrams
from support.tables import final, play, seat, table

WORDS = words_for(korrigans)
STATE = table(
    seat("A V", "hare g3", open="mouse"),
    seat("D J", "g1", screen=False),
    seat("D B"),
    fields="K: bird g4, L: frog",
    menhirs="L: elf",
)
BUYING = table(seat("A V", "g3"), seat("D J"), fields="K: bird g4")


@pytest.mark.parametrize(
    ("state", "text", "own", "others"),
    [
        (play(STATE, "0:hare-K"), "+g4", "Blue takes a token from K: 4 gold", "Blue takes a token from K"),
        (play(STATE, "0:hare-K"), "+bird", "Blue takes a token from K: bird", "Blue takes a token from K"),
        (BUYING, "-g3=hare", "Blue gives up a token: 3 gold", "Blue gives up a token"),
    ],
)
def test_a_token_behind_a_screen_is_told_to_its_owner_only(state, text, own, others):
    """The others know that there is one (rule 9.2)."""
    action = korrigans.parse_action(text, state)
    after = korrigans.apply(state, action)
    for viewer, told in ((0, own), (1, others), (None, others)):
        assert told in WORDS.told(state, action, after, viewer)
        assert is_hidden(korrigans, state, action, viewer) == (viewer != 0)


def test_what_is_in_the_open_is_told_to_all():
    """Movements, and the tokens of a player without a screen (rules 6.4, 9.2)."""
    bare = table(STATE.seats[0], STATE.seats[1], pending=korrigans.ChooseMove(1))
    for state, text in ((STATE, "0:hare-K"), (bare, "-g1=hare")):
        assert not is_hidden(korrigans, state, korrigans.parse_action(text, state), None)


def test_a_decision_that_changes_nothing_on_the_table_is_told_all_the_same():
    """A second movement that is declined (rule 6.5)."""
    second = table(seat("A V", "hare"), seat("D J"), pending=korrigans.ChooseSecondMove(0))
    declined = korrigans.apply(second, korrigans.Decline())
    assert WORDS.told(second, korrigans.Decline(), declined, 1)[0] == "Blue makes no second movement"


def test_whoever_decides_is_told_what_the_own_seat_may_see():
    """The tokens behind the own screen, and those in the field where one is to be taken."""
    gathering = play(STATE, "0:hare-K")
    assert WORDS.question(gathering) == "Blue must take a Clover token"
    assert WORDS.explained(gathering).endswith("Tokens in K: bird, 4 gold.")
    assert WORDS.explained(STATE).startswith("Blue: 2 behind the screen (hare, 3 gold), in front mouse")
    assert WORDS.about(STATE, "violet") == "Violet: 0 behind the screen, in front nothing"
    assert WORDS.about(STATE, "k") == WORDS.about(STATE, "standing stones")
    assert "2 Clover tokens" in str(WORDS.about(STATE, "k"))
    assert WORDS.about(STATE, "pink") is None
    assert {"A", "V", "green"} <= set(WORDS.parts(STATE))
    kinds = [WORDS.kind(action) for action in korrigans.legal_actions(STATE)]
    assert kinds == ["Move"] * len(kinds)
    assert WORDS.kind(korrigans.EndFinalTurn()) == ""


def events(state: korrigans.State, text: str) -> tuple[str, ...]:
    return WORDS.events(state, korrigans.parse_action(text, state), play(state, text))


def test_what_everybody_sees_is_told():
    """The Menhir that comes with the last token, and who carries what (rules 5.5, 6.3)."""
    before = play(table(seat("A V", "squirrel"), fields="L: frog", menhirs="L: elf"), "1:squirrel-L")
    taken = "Blue takes a token from L"
    assert events(before, "+frog") == (taken, "The Menhir of L: Elf", "Blue's second Korrigan carries the Elf")
    gold = play(table(seat("A V", "squirrel"), fields="L: frog", menhirs="L: gold2"), "1:squirrel-L")
    assert events(gold, "+frog") == (taken, "The Menhir of L: 2 gold")
    lost = table(seat("A V", "hare"), seat("K+elf J"), fields="K: g1")
    told = events(lost, "0:hare-K")
    moved = ("Blue reveals a hare", "Blue's first Korrigan moves from A to K")
    assert told == (
        *moved,
        "The Elf passes from Green's first Korrigan to Blue's first Korrigan",
    )


@pytest.mark.parametrize(
    ("blue", "others", "told"),
    [
        # The Goblin goes to who is there (rule 6.10).
        ("A+goblin V", ["K J"], ["The Goblin passes from Blue's first Korrigan to Green's first Korrigan"]),
        # Both at once: they are swapped (rule 6.11).
        (
            "A+goblin V",
            ["K+elf J"],
            [
                "The Elf passes from Green's first Korrigan to Blue's first Korrigan",
                "The Goblin passes from Blue's first Korrigan to Green's first Korrigan",
            ],
        ),
        # Of two Elves one stays (rule 6.9).
        (
            "A V",
            ["K+elf J", "D K+elf"],
            [
                "The Elf passes from Green's first Korrigan to Blue's first Korrigan",
                "The Elf of Violet's second Korrigan leaves the game",
            ],
        ),
        ("A+elf V", ["K+elf J"], ["The Elf of Green's first Korrigan leaves the game"]),
        ("A V", ["D J"], []),
    ],
)
def test_what_passes_is_told_with_both_korrigans(blue, others, told):
    """From whom to whom, or that it leaves the game (rules 6.8 to 6.11)."""
    before = table(seat(blue, "hare"), *map(seat, others), fields="K: g1")
    moved = ["Blue reveals a hare", "Blue's first Korrigan moves from A to K"]
    assert events(before, "0:hare-K") == (*moved, *told)


def test_a_menhirs_token_replaces_what_is_carried():
    """The old one leaves the game (rule 6.3)."""
    before = play(table(seat("A+goblin V", "hare"), fields="K: g1", menhirs="K: elf"), "0:hare-K")
    assert events(before, "+g1") == (
        "Blue takes a token from K",
        "The Menhir of K: Elf",
        "Blue's first Korrigan carries the Elf",
        "The Goblin of Blue's first Korrigan leaves the game",
    )


def test_every_sign_of_the_drawing_is_explained():
    """Each word of a drawing that is no name, number, place or neighbour; `m` is a field, too."""
    assert WORDS.about(STATE, "bird") == "A bird flies to any other field of the same colour (rule 4.7)."
    both = str(WORDS.about(STATE, "M")).splitlines()
    assert both[0].startswith("Wheat Bend (M, yellow)")
    assert both[1].startswith("m before the number of tokens is a molehill")
    assert {"bird", "m", "|", "elf"} <= set(WORDS.parts(STATE))
    for sign in ("m", "p", "|", "=", "-", "Sun", "Cloud", "Menhir", "elf", "goblin", "Troll", "Cauldron"):
        assert WORDS.about(STATE, sign), sign
    for sign in ("Backup", "screen", "open", "used", "bag", "gold", "g1"):
        assert WORDS.about(STATE, sign), sign
    assert all(WORDS.about(STATE, str(companion)) for companion in korrigans.Companion)


def shown(match: Match[Any, Any], lines: int) -> dict[Kind, list[str]]:
    """The blocks of a screen for a terminal, without the changes, which may scroll away."""
    names = dict.fromkeys(range(len(match.state.seats)), "human")
    session = Session(match, Table(names=names), lines=lines)
    return {block.kind: block.text.splitlines() for block in session.screen() if block.kind is not Kind.CHANGES}


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_drawing_and_the_question_fit_the_terminal(players):
    """Drawing, tokens, choices and question fit 24 lines of 80 characters; so does the large drawing on 50 lines.

    With these options, there are the most choices.
    """
    rng, variant = Random(players), korrigans.Variant(side="advanced", backup="voluntary")
    match = Match(korrigans, korrigans.new_game(seed=players, players=players, variant=variant))
    sizes: list[bool] = []
    while match.outcome is None:
        small = [line for block in shown(match, 24).values() for line in block]
        assert len(small) + 1 <= 24
        assert max(map(len, small)) <= 80
        if len(match.history) % 10 == 0:
            large = shown(match, 50)
            assert "\n".join(large[Kind.BOARD]) == korrigans.diagram(match.state)
            assert sum(map(len, large.values())) + 1 <= 50
        sizes.append("\n".join(small).startswith(korrigans.diagram(match.state, compact=True)))
        # Movements, which give tokens, and no early ends of final turns make the longest lists.
        moves = [action for action in match.legal_actions if isinstance(action, korrigans.Move | korrigans.FinalMove)]
        match.do(rng.choice(moves or match.legal_actions))
    assert any(sizes)
    assert players < 5 or not all(sizes)


def test_choices_give_way_before_the_drawing():
    """Sentences, then columns; then the drawing loses its headings, becomes smaller, and its grid is left out last."""
    match = Match(korrigans, STATE)
    sentences, columns, *smaller = (shown(match, lines) for lines in (26, 25, 21, 20, 18))
    assert (
        sentences[Kind.CHOICES][0] == "1 0:hare-K   Move the first Korrigan from A to Standing Stones (K) with a hare"
    )
    assert columns[Kind.CHOICES] == ["Move  1 0:hare-K   2 0:hare-P   3 1:hare-P   4 1:mouse-M  5 1:mouse-O"]
    boards = [each[Kind.BOARD] for each in (sentences, columns, *smaller)]
    assert boards[0] == boards[1]
    assert ["\n".join(board) for board in boards[1:]] == [*small_diagrams(STATE)]
    assert shown(match, 5)[Kind.BOARD] == boards[-1]


def test_choices_give_way_before_the_last_changes():
    """What the last decisions did is worth more than a sentence for each choice; the drawing stays the same."""
    match = Match(korrigans, STATE)
    match.do(korrigans.parse_action("0:hare-K", STATE))
    sentences, columns = (shown(match, lines) for lines in (25, 24))
    assert sentences[Kind.CHOICES] == ["1 +bird  Take bird", "2 +g4    Take 4 gold"]
    assert columns[Kind.CHOICES] == ["1 +bird  2 +g4"]
    assert sentences[Kind.BOARD] == columns[Kind.BOARD]


def test_many_choices_take_few_lines():
    """With tokens in short; sacrifices are listed by the side that is bought."""
    first = seat("A V", "hare mole g1 g3", open="mouse squirrel bird")
    match = Match(korrigans, table(first, seat("D J"), seat("D B"), variant={"backup": "voluntary"}))
    screen = shown(match, 22)
    assert screen[Kind.ANSWER] == ["Blue has hare mole g1 g3"]
    assert screen[Kind.CHOICES] == [
        "0:hare- 1 K, 2 P; 0:squirrel- 3 B; 0:bird- 4 H, 5 J, 6 M; 0:mole- 7 D, 8 F, 9 H,",
        "10 I, 11 K; 1:hare- 12 P; 1:squirrel- 13 L; 1:mouse- 14 M, 15 O;",
        "-?=hare 16 hare, 18 mole, 20 g1, 22 g3; -?=squirrel 17 hare, 19 mole, 21 g1,",
        "23 g3",
    ]
    assert "\n".join(shown(match, 24)[Kind.BOARD]) == small_diagrams(match.state)[1]
    taking = shown(Match(korrigans, play(STATE, "0:hare-K")), 22)
    assert taking[Kind.ANSWER] == ["Blue has g3; in K: bird g4"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("0:hare-K", ("0:hare-", "K")),
        ("1:frog>N", ("1:frog>", "N")),
        ("@A", ("@", "A")),
        ("+g3", ("+", "g3")),
        ("-g3=hare", ("-?=hare", "g3")),
        ("troll:A-K", ("troll:", "A-K")),
        ("goblin:green.0", ("goblin:", "green.0")),
        ("sun3", ("", "sun3")),
        ("pass", ("", "pass")),
    ],
)
def test_similar_actions_begin_alike(text, parts):
    """Such that a list writes the beginning once."""
    assert WORDS.split(korrigans.parse_action(text, STATE)) == parts


def test_the_terminal_draws_as_it_can():
    """Small, and with ASCII alone, where that is asked for."""
    small = words_for(korrigans, unicode=False, compact=True)
    assert small.board(STATE) == korrigans.diagram(STATE, unicode=False, compact=True)
    assert WORDS.board(STATE) == korrigans.diagram(STATE)


def test_the_end_is_told_with_the_gold_of_everybody():
    """When the rules end it; who resigns does not show it."""
    over = play(final(seat("I I", "g4"), seat("D J", "g1")), "end", "end")
    outcome = korrigans.outcome(over)
    assert (
        WORDS.result(over, outcome)
        == "Blue wins: most gold (gold: Blue 19 (Clovers 4, Cauldron 15), Green 1 (Clovers 1))"
    )
    assert WORDS.result(STATE, outcome) == "Blue wins: most gold"
    told = [str(WORDS.about(over, name)).rpartition(", ")[2] for name in ("blue", "green")]
    assert told == ["19 gold in all", "1 gold in all"]
    assert "in all" not in str(WORDS.about(STATE, "blue"))
