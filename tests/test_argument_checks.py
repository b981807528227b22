"""Arguments, fields and keys of a wrong class are refused where they are given, and lists become tuples."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from cairn_rules import (
    Budget,
    DefinitionError,
    Line,
    Match,
    Outcome,
    Record,
    Review,
    analyse,
    animated_svg,
    cairn,
    cairn_rpg,
    chart_svg,
    dumps,
    format_record,
    html_page,
    korrigans,
    loads,
    read_records,
    review,
)
from cairn_rules.argument_checks import checked, checked_class
from cairn_rules.cairn.documents.documents import DOCUMENTS
from cairn_rules.codec import write_state_tag
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import Game
from cairn_rules.players import AnalysedLine, Analysis, GreedyPlayer

STATE = cairn.new_game(seed=7)
MATCH = Match(cairn, seed=7)
MATCH.do(MATCH.legal_actions[0])
RECORD = Record.of(MATCH)


class Vague:
    """A player whose analysis is none."""

    def __init__(self, game: object, *, seed: int | None = None) -> None:
        pass

    def analyse(self, *_: object, **__: object) -> list[str]:
        return ["better"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: analyse(None, STATE), "analyse: game should be a Game, not None"),
        (lambda: analyse(3, STATE), "analyse: game should be a Game, not 3"),
        (lambda: analyse(cairn_rpg, STATE), "analyse: game should be a Game, not a module"),
        (lambda: next(analyse(cairn, STATE, player=Vague)), "analyse should yield an Analysis, not 'better'"),
        (lambda: Budget(simulations=1, cancelled=3), "Budget: cancelled should be an Event or None, not 3"),
        (lambda: review(RECORD, executor=3), "reviewed_turns: executor should be an Executor or None, not 3"),
        (lambda: cairn.find_puzzles(None, batch=False), "find_puzzles: records should be a list of Records, not None"),
        (lambda: Record(game=cairn, start=STATE, actions=None), "None is not a list of decisions"),
        (lambda: Record(game=cairn, start=STATE, actions="c5-x"), "actions should be a list of decisions, not 'c5-x'"),
        (lambda: Record(game=cairn, start=STATE, actions=(), tags={"Sea": 3}), "tags['Sea'] should be a text, not 3"),
        (lambda: format_record(MATCH), "record should be a Record, not a Match; Record.of(match) makes one"),
        (lambda: animated_svg(MATCH), "record should be a Record, not a Match; Record.of(match) makes one"),
        (
            lambda: chart_svg(Review(original=Record.of(MATCH), turns=())),
            "record should be a Record, not a Review; give its annotated record, review.record",
        ),
        (lambda: html_page(MATCH), "record should be a Record, not a Match; Record.of(match) makes one"),
        (lambda: Record.of(STATE), "match should be a Match, not a State; Match(game, state) starts one from a state"),
        (lambda: Outcome("", "points"), "winners must be seat numbers, got ''"),
        (lambda: Outcome((0,), 3), "Outcome: reason should be a str, not 3"),
        (lambda: cairn.canonical(cairn.observe(STATE, 0)), "an Observation is not a state"),
        (lambda: cairn.balance.measure(STATE, []), "players should be those of Sea and Forest, not 0 of them"),
        (lambda: korrigans.current_player(cairn.observe(STATE, 0)), "an Observation is not a state"),
        (lambda: Analysis(seat=0, lines=("best",), simulations=1), "lines[0] should be an AnalysedLine, not 'best'"),
        (lambda: [*read_records(3)], "lines should be the lines of a file, not 3"),
        (lambda: write_state_tag(DOCUMENTS, 3), "3 is not a state of cairn"),
        (lambda: cairn.new_game(megaliths=3), "3 is not a collection of megaliths"),
    ],
)
def test_the_argument_is_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        call()
    assert said in str(caught.value)


@pytest.mark.parametrize("part", ["comments", "marks", "values", "variations"])
@pytest.mark.parametrize("place", [1.0, True, "1", None])
def test_a_key_is_a_number_and_not_its_equal(part: str, place: object) -> None:
    """A record would find it by 1, and its JSON say another number."""
    with pytest.raises(DefinitionError, match="is not a number of decisions, such as 1"):
        Line(actions=(1,), **{part: {place: ()}})  # type: ignore[arg-type]


def test_a_key_in_json_is_a_number() -> None:
    """As in objects; in a text, keys are places."""
    document: Any = json.loads(dumps(Record(game=cairn, start=STATE, actions=RECORD.actions, comments={1: "Well."})))
    for place in (1.0, True, "1"):
        document["value"]["comments"] = [{"after": place, "text": "Well."}]
        with pytest.raises(ValueError, match="comments"):
            loads(json.dumps(document))


def test_lists_become_tuples() -> None:
    line: Any = AnalysedLine(actions=["take-1"], value=0.5, chances=[0.75, 0.25])  # type: ignore[arg-type]
    found: Any = Analysis(seat=0, lines=[line], simulations=1)  # type: ignore[arg-type]
    assert hash(found) == hash(Analysis(seat=0, lines=(line,), simulations=1))
    assert (line.actions, line.chances) == (("take-1",), (0.75, 0.25))


def test_only_fields_of_tuples_turn_lists_into_tuples() -> None:
    @frozen(kw_only=True)
    class Kept:
        several: tuple[int, ...]
        own: list[int] = field(factory=list)
        made: tuple[int, ...] = field(init=False, default=())

    kept = Kept(several=[1], own=[2])  # type: ignore[arg-type]
    assert (kept.several, kept.own, kept.made) == ((1,), [2], ())
    assert Kept.__init__.__annotations__["several"] == "tuple[int, ...]"


class Half:
    """A game that lacks most functions, and says what it is."""

    MANIFEST = cairn.MANIFEST


def test_annotations_are_compared_as_far_as_they_can_be() -> None:
    @checked
    def ask(game: Game[Any, Any, Any] | None = None, share: float = 0.5, **others: Mapping[str, int]) -> object:
        return game or share or others

    @checked
    def look(words: Mapping[str, int], thing: Unheard | None = None) -> object:  # type: ignore[name-defined] # noqa: F821
        return words, thing

    for right in (Half(), cairn, None):
        assert ask(right) in {right, 0.5}
    assert ask(share=1) == 1
    assert look({"a": 1}, "anything") == ({"a": 1}, "anything")
    for wrong, said in ((float("nan"), "not nan"), (True, "not True"), ("1", "not '1'")):
        with pytest.raises(DefinitionError, match=said):
            ask(share=wrong)  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match=r"words\['a'\] should be a whole number, not '1'"):
        look({"b": 2, "a": "1"})  # type: ignore[dict-item]


def test_a_second_module_is_compared_too() -> None:
    """Modules are of one class, but only some are games."""
    for _ in range(2):
        assert analyse(cairn, STATE, budget=Budget(simulations=1), player=GreedyPlayer)
        with pytest.raises(DefinitionError, match="game should be a Game"):
            analyse(json, STATE)  # type: ignore[arg-type]


def test_a_constructor_is_checked() -> None:
    @checked_class
    @frozen
    class Pair:
        first: int

    with pytest.raises(DefinitionError, match="Pair: first should be a whole number, not 'x'"):
        Pair("x")  # type: ignore[arg-type]
    assert Pair(1) == Pair(first=1)
