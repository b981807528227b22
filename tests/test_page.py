"""The web page of a record: what is in it, and that nothing in a record can break it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from random import Random

from attrs import evolve

import cairn_rules as cairn
from cairn_rules import Match, Record, korrigans
from cairn_rules.history.page import html_page
from support.subtraction import Subtraction

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
        return "".join(self.game["pieces"][piece] for piece in self.game["frames"][place])


def record_of(*decisions: str, game: object = cairn, **more: object) -> Record:
    match = Match(game, cairn.parse_position(POSITION))
    for decision in decisions:
        match.do(decision)
    return Record.of(match, **more)


def test_every_state_has_its_picture_with_the_last_decision_marked() -> None:
    match, rng = Match(cairn, seed=7), Random(1)
    while match.outcome is None:
        match.do(rng.choice(match.legal_actions))
    page = _Page(html_page(Record.of(match)))
    assert len(page.game["frames"]) == len(match.states)
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

        MANIFEST = evolve(cairn.MANIFEST, pictures=None, changes=None)

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
