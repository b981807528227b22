"""Checked by mypy and pyright, not run: a module is a game, and a match knows the types of its states and actions."""

from collections.abc import Mapping
from typing import Any, assert_type

from cairn_rules import Cursor, Line, Match, Record, Review, cairn, from_data, loads, parse_record, read_records
from cairn_rules.cairn import Action, Effect, State

match = Match(cairn)
assert_type(match, Match[State, Action])
assert_type(match.state, State)
assert_type(match.states, tuple[State, ...])
assert_type(match.legal_actions, tuple[Action, ...])
assert_type(match.history, tuple[Action, ...])
assert_type(match.do("+d1"), State)
assert_type(Match(cairn, seed=7).undo(), State)
assert_type(Record.of(match), Record[State, Action])
assert_type(Record.of(match).match(), Match[State, Action])

record: Record[State, Action] = parse_record("", cairn)
assert_type(record.start, State)
assert_type(record.actions, tuple[Action, ...])
assert_type(record.variation(1), Record[State, Action])
assert_type(record.variations, Mapping[int, tuple[Line[Action], ...]])
assert_type(match.variations, Mapping[int, tuple[Line[Action], ...]])
cursor = Cursor(record)
assert_type(cursor, Cursor[State, Action])
assert_type(cursor.record, Record[State, Action])
assert_type(cursor.state, State)
assert_type(cursor.action, Action | None)
assert_type(cursor.add_variation("c5-x", *record.actions).back().promote(), Cursor[State, Action])
assert_type(cursor.variations, tuple[Cursor[State, Action], ...])
cursor.next().comment, cursor.end().mark, cursor.values = "Out!", "!", [0.5, -0.5]
for place in cursor:
    assert_type(place, Cursor[State, Action])
for each in read_records([], cairn):
    assert_type(each, Record[State, Action])
for unknown in read_records([]):
    assert_type(unknown, Record[Any, Any])
assert_type(loads("", expect=State), State)
assert_type(loads("", expect=Effect), Effect)
assert_type(loads("", expect=Action), Action)
assert_type(loads("", game=cairn, expect=Record), Record[State, Action])
assert_type(loads("", expect=Record), Record[Any, Any])
assert_type(loads("", game=cairn, expect=Match), Match[State, Action])
assert_type(loads("", expect=Match), Match[Any, Any])
assert_type(loads("", game=cairn, expect=Review[State, Action]), Review[State, Action])
assert_type(from_data({}, expect=State), State)
assert_type(from_data({}, expect=Effect), Effect)
assert_type(from_data({}, game=cairn, expect=Record), Record[State, Action])
assert_type(from_data({}, game=cairn, expect=Match), Match[State, Action])


def undone(match: Match, record: Record) -> Match:
    """A bare class in an annotation is one of any game."""
    assert_type(match, Match[Any, Any])
    assert_type(record, Record[Any, Any])
    return match


assert_type(undone(match, Record.of(match)), Match[Any, Any])
