"""The web page of a record: what is in it, and that nothing in a record can break it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from attrs import evolve

from cairn_rules import Line, Match, NotationError, Record, cairn, korrigans, parse_record
from cairn_rules.history.page import MOST_STATES, html_page
from support.random_play import random_match
from support.subtraction import WALK, Subtraction

POSITION = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"


class _Page(HTMLParser):
    """What a browser finds in a page: its elements, its texts, and the data of the game."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        (data,) = [text for tag, text in self.texts if tag == "script" and text.startswith("{")]
        self.game = json.loads(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.append((self.open[-1], data))

    def frame(self, place: int) -> str:
        """The picture that the page shows after so many decisions."""
        return "".join(self.game["pieces"][piece] for piece in self.game["frames"][self.game["shown"][place]])


def record_of(*decisions: str, game: object = cairn, **more: object) -> Record:
    match = Match(game, cairn.parse_position(POSITION))
    for decision in decisions:
        match.do(decision)
    return evolve(Record.of(match), **more)


@pytest.mark.untraced
def test_every_state_has_its_picture_with_the_last_decision_marked() -> None:
    match = random_match(cairn)
    page = _Page(html_page(Record.of(match)))
    assert len(page.game["shown"]) == len(match.states)
    for place, state in enumerate(match.states):
        assert page.frame(place) == cairn.svg(state, highlight=match.history[place - 1] if place else ())


def test_the_page_tells_the_decisions() -> None:
    page = _Page(html_page(record_of("c5-x", "=alley", "e1-x", comments={0: "Ready?", 2: "Out!\nBuilt!"})))
    assert page.game["captions"] == [
        "<strong>Start</strong><em>Ready?</em>",
        (
            "<strong>1. Sea: c5-x</strong>"
            "Sea leaves the board from c5. The Move tile shows diagonal now. Sea must build on c5."
        ),
        (
            "<strong>1. Sea: =alley</strong>"
            "Alley of Dusk is built on c5. Sea&#x27;s score is 1. Turn 1 is complete, Forest is active."
            " An action must be chosen.<em>Out!\nBuilt!</em>"
        ),
        (
            "<strong>2. Forest: e1-x</strong>"
            "Forest leaves the board from e1. The Move tile shows orthogonal now. Forest must build on e1."
        ),
    ]
    assert page.game["starts"] == [0, 2]
    links = [(attributes["href"]) for tag, attributes in page.elements if tag == "a"]
    assert links == ["#0", "#1", "#2", "#3"]
    assert [text for tag, text in page.texts if tag == "a"] == ["·", "c5-x", "=alley", "e1-x"]
    assert [text for tag, text in page.texts if tag == "span"] == ["Start", "1. Sea", "2. Forest"]


ANNOTATED = f"""\
[Game "cairn"]
[Format "2"]
[Position "{POSITION}"]

value:0.25,-0.25
1. c5-x !
  ( {{Slow.}} 1. c5-c4 ?! 2. e1-x =menhir
    ( 2. =alley {{Or so.}} )
    ( 2. =menhir )
  )
  ( 1. c5-d5 )
=alley ...
  ( 2. e1-x )
result: *
"""


def test_the_page_has_the_variations() -> None:
    """Their states follow those of the main line (0 to 2); each list of decisions links to them."""
    page = _Page(html_page(parse_record(ANNOTATED)))
    texts = [text for tag, text in page.texts if tag == "a"]
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    assert list(zip(texts, links, strict=True)) == [
        ("Variation, 1. Sea: c5-c4 ?!", "#3"),  # in the caption of the start
        ("Variation, 1. Sea: c5-d5", "#8"),
        ("·", "#0"),
        ("c5-x !", "#1"),
        ("=alley", "#2"),
        ("c5-c4 ?!", "#3"),
        ("e1-x", "#4"),
        ("=menhir", "#5"),
        ("=alley", "#6"),
        ("=menhir", "#7"),
        ("c5-d5", "#8"),
        ("e1-x", "#9"),
    ]
    labels = [attributes.get("aria-label") for tag, attributes in page.elements if tag == "ol"]
    assert labels == [
        None,
        "Variation instead of c5-x !",
        "Variation instead of =menhir",
        "Variation instead of =menhir",
        "Variation instead of c5-x !",
        "Variation from the end",
    ]
    # the parent, the state in which it begins, the state after its first decision, and the number of decisions
    assert page.game["lines"] == [[0, 0, 1, 2], [0, 0, 3, 3], [1, 4, 6, 1], [1, 4, 7, 1], [0, 0, 8, 1], [0, 2, 9, 1]]
    assert page.game["starts"] == [0, 2, 3, 5, 6, 7, 8]
    assert page.game["captions"][0] == (
        "<strong>Start</strong><em>Value: Sea +0.25, Forest -0.25</em>"
        '<a href="#3">Variation, 1. Sea: c5-c4 ?!</a><a href="#8">Variation, 1. Sea: c5-d5</a>'
    )
    assert page.game["captions"][1].startswith("<strong>1. Sea: c5-x !</strong>Sea leaves the board from c5.")
    instead = '<a href="#3">Instead: c5-c4 ?!</a><a href="#8">Instead: c5-d5</a>'
    assert page.game["captions"][1].endswith(f"<em>!: good</em>{instead}")
    assert page.game["captions"][3].startswith("<strong>1. Sea: c5-c4 ?!</strong>Sea moves c5-c4.")
    assert page.game["captions"][3].endswith("<em>Slow.</em><em>?!: dubious</em>")
    assert page.game["captions"][6].startswith("<strong>2. Forest: =alley</strong>")
    assert page.game["captions"][6].endswith("<em>Or so.</em>")


def test_a_state_of_a_variation_has_its_picture() -> None:
    record = parse_record(ANNOTATED)
    page = _Page(html_page(record))
    along = record.variation(1).variation(1)
    *_, state = along.replay()
    assert page.frame(6) == cairn.svg(state, highlight=along.actions[-1])
    assert len(page.game["shown"]) == len(page.game["captions"]) == 10
    assert page.game["shown"][1] != page.game["shown"][3]
    assert len(page.game["frames"]) == len(set(page.game["shown"])) == 9  # =menhir is tried twice


LEFT_OUT = "A page shows at most 400 states: the last {} of {} decisions are left out."


def walked(count: int, variations: tuple[Line[int], ...] = (), **more: object) -> Record[int, int]:
    return Record(game=WALK, start=0, actions=(1,) * count, variations={1: variations} if variations else {}, **more)


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of a tenth of the states, so that the tests are quick."""
    assert f"at most {MOST_STATES} states" in str(html_page.__doc__)
    assert MOST_STATES == 3500
    monkeypatch.setattr("cairn_rules.history.page.MOST_STATES", 400)


@pytest.mark.untraced
@pytest.mark.usefixtures("short_pages")
def test_a_page_leaves_out_the_variations_that_do_not_fit_and_says_so() -> None:
    """Variations within those that are left out are left out too."""
    inner = Line(actions=(-1,) * 9, variations={9: (Line(actions=(1,)),)})
    page = html_page(walked(3, tuple(evolve(inner, comments={1: str(number)}) for number in range(500))))
    found = _Page(page)
    assert LEFT_OUT.format(5003 - 393, 5003) in page
    assert len(found.game["shown"]) == len(found.game["captions"]) == 394
    assert len(found.game["lines"]) == 1 + 2 * 39
    assert len(found.game["frames"]) == 4 + 8  # equal states are drawn once
    assert LEFT_OUT[:10] not in html_page(walked(3, (inner,)))


@pytest.mark.usefixtures("short_pages")
def test_a_page_leaves_out_the_end_of_a_long_game_and_says_so() -> None:
    line = Line(actions=(-1,))
    values, marks = {1: (0.0, 0.0), 500: (0.5, -0.5)}, {1: "!", 400: "?"}
    page = html_page(walked(500, (line,), values=values, marks=marks, comments={500: "Too late."}))
    assert LEFT_OUT.format(102, 501) in page
    found = _Page(page)
    assert len(found.game["shown"]) == 400
    assert found.game["lines"] == [[0, 0, 1, 399]]
    assert "Too late." not in page
    whole = html_page(walked(399))
    assert len(_Page(whole).game["shown"]) == 400
    assert LEFT_OUT[:10] not in whole


def test_decisions_of_variations_within_variations_are_numbered() -> None:
    """In a game without turns, each by the decisions before it in all lines."""
    text = (
        '[Game "walk"]\n[Format "2"]\n[Seed "1"]\n1. left 2. left ( 2. right 3. left ( 3. right 4. left ) )\nresult: *'
    )
    page = _Page(html_page(parse_record(text, WALK)))
    spans = [text for tag, text in page.texts if tag == "span"]
    turns = [1, 2, 2, 3, 3, 4]
    assert spans == ["Start", *(f"{turn}. Player {(turn - 1) % 2}" for turn in turns)]
    assert [caption.partition(":")[0] for caption in page.game["captions"][1:]] == [
        f"<strong>{turn}. Player {(turn - 1) % 2}" for turn in turns
    ]


def test_variations_without_a_decision_in_the_main_line() -> None:
    text = ANNOTATED.partition("value")[0] + "... ( 1. c5-x )\nresult: *"
    page = _Page(html_page(parse_record(text)))
    assert page.game["lines"] == [[0, 0, 1, 0], [0, 0, 1, 1]]
    assert [attributes["href"] for tag, attributes in page.elements if tag == "a"] == ["#1", "#0", "#1"]


def test_who_else_decides_in_a_turn_is_named() -> None:
    """Green draws the pawn of the second round of Korrigans, before the turn of Blue."""
    match = Match(korrigans, korrigans.new_game(seed=3))
    while match.state.round < 2:
        match.do(match.legal_actions[0])
    match.do("sun2")
    match.do(match.legal_actions[0])
    page = _Page(html_page(Record.of(match, tags={"Blue": "Ann", "Green": "Ben"})))
    told = [text for tag, text in page.texts if tag in {"span", "i", "a"}]
    place = told.index("sun2")
    assert told[place - 1 : place + 3] == ["7. Green", "sun2", "Blue", korrigans.format_action(match.history[-1])]
    assert [text for tag, text in page.texts if tag == "i"] == ["Blue"]


def test_the_result_stands_at_the_end() -> None:
    match = record_of("c5-x").match()
    match.resign()
    assert _Page(html_page(Record.of(match))).game["captions"][-1].endswith("<em>Result: forest won, sea resigned</em>")


def test_the_title_is_the_event_or_the_players_or_the_game() -> None:
    def title(**tags: str) -> str:
        return next(text for tag, text in _Page(html_page(record_of(tags=tags))).texts if tag == "title")

    assert title(Event="Final", Sea="Ann", Forest="Ben") == "Final"
    assert title(Sea="Ann", Forest="Ben") == "Ann and Ben"
    assert title(Sea="Ann") == "A game of Cairn"


def test_nothing_in_a_record_becomes_part_of_the_page() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>{{game}} \\ \" ' &amp;"
    plain = _Page(html_page(record_of("c5-x", tags={"Event": "x", "Sea": "x"}, comments={0: "x", 1: "x"})))
    text = html_page(record_of("c5-x", tags={"Event": evil, "Sea": evil}, comments={0: evil, 1: evil}))
    page = _Page(text)
    assert page.elements == plain.elements
    assert [text for tag, text in page.texts if tag == "h1"] == [evil]
    assert not re.search(r"\{\{(?!game\}\})", text)


def test_a_page_needs_nothing_else() -> None:
    page = html_page(record_of("c5-x"))
    addresses = set(re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)', page))
    assert all(address.startswith("#") for address, _ in addresses)
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_game_without_pictures_is_shown_as_diagrams() -> None:
    class Plain:
        """Cairn without what is not part of every game."""

        MANIFEST = evolve(cairn.MANIFEST, pictures=None, events=None)

        def __getattr__(self, name: str) -> object:
            return getattr(cairn, name)

    page = _Page(html_page(record_of("c5-x", game=Plain())))
    *_, state = record_of("c5-x").replay()
    assert page.frame(1) == f"<pre>{cairn.diagram(state)}</pre>"
    assert page.game["captions"] == ["<strong>Start</strong>", "<strong>1. Sea: c5-x</strong>"]


def test_players_without_names_are_numbers() -> None:
    from cairn_rules.history.page import whose  # noqa: PLC0415 - only here

    class Nameless(Subtraction):
        """A game of which only the number of the player is known."""

        def current_player(self, _: object) -> int:
            return 1

    assert whose(Nameless(2), object(), 4) == "5. Player 1"


@pytest.mark.parametrize(
    ("annotation", "fault"),
    [
        ({"marks": {1: "???"}}, r"'\?\?\?' is not a mark; it should be one of ! \?"),
        ({"values": {1: (2.0, -2.0)}}, r"\(2.0, -2.0\) is not a value; it should be a number from -1"),
        ({"comments": {9: "Late."}}, "'Late.' is not a comment; it should be text after 0 to 1 decisions"),
    ],
)
def test_what_no_record_can_store_is_refused(annotation: dict[str, object], fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        html_page(evolve(record_of("c5-c4"), **annotation))
