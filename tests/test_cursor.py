"""`Cursor`: records read and edited place by place, against a naive tree of lists and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from time import process_time
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import (
    CairnRulesError,
    Cursor,
    DefinitionError,
    IllegalActionError,
    Line,
    Match,
    MatchError,
    NotationError,
    Outcome,
    Record,
    cairn,
    dumps,
    format_record,
    loads,
    parse_record,
    players_of,
)
from cairn_rules.history.line import MARKS
from support.annotated_records import GAMES, random_record, whole
from support.subtraction import PAIR, WALK

LEAVING = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
"""Sea leaves from c5 and builds; Forest does the same from e1."""

Tree = dict[str, Any]
"""A line as dicts and lists that can be changed, everything by its number of decisions."""


def tree_of(line: Line[Any]) -> Tree:
    return {
        "actions": [*line.actions],
        "comments": dict(line.comments),
        "marks": dict(line.marks),
        "values": dict(line.values),
        "variations": {place: [tree_of(each) for each in lines] for place, lines in line.variations.items()},
    }


def line_of(tree: Tree) -> Line[Any]:
    inner = {place: [line_of(each) for each in lines] for place, lines in tree["variations"].items() if lines}
    return Line(**{**tree, "variations": inner})


def part(tree: Tree, first: int, last: int, shift: int) -> Tree:
    """What belongs to the places from a first to a last one, under other numbers."""
    return {
        name: {place + shift: each for place, each in tree[name].items() if first <= place <= last}
        for name in ("comments", "marks", "values", "variations")
    }


class Naive:
    """A tree in which everything is found by numbers: the oracle."""

    def __init__(self, record: Record[Any, Any]) -> None:
        self.record = record
        self.tree = tree_of(record)
        self.outcome = record.outcome

    def lines(self, tree: Tree | None = None, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Tree]]:
        """Each line with its path: pairs of a number of decisions and a number among the variations there."""
        tree = self.tree if tree is None else tree
        yield path, tree
        for place in sorted(tree["variations"]):
            for number, each in enumerate(tree["variations"][place]):
                yield from self.lines(each, (*path, (place, number)))

    def line(self, path: tuple[Any, ...]) -> Tree:
        tree = self.tree
        for place, number in path:
            tree = tree["variations"][place][number]
        return tree

    def state(self, path: tuple[Any, ...], place: int) -> Any:
        actions: list[Any] = []
        tree = self.tree
        for after, number in path:
            actions += tree["actions"][:after]
            tree = tree["variations"][after][number]
        state = self.record.start
        for action in (*actions, *tree["actions"][:place]):
            state = self.record.game.apply(state, action)
        return state

    def whole(self) -> list[Any]:
        return [whole(line_of(self.tree)), self.outcome]

    def settle(self, path: tuple[Any, ...]) -> None:
        if not path:
            self.outcome = self.record.game.outcome(self.state((), len(self.tree["actions"])))

    def delete(self, path: tuple[Any, ...], place: int) -> None:
        if path and place <= 1:
            *outer, (after, number) = path
            del self.line(tuple(outer))["variations"][after][number]
            return
        tree = self.line(path)
        del tree["actions"][place - 1 :]
        tree.update(part(tree, 0, place - 1, 0))
        self.settle(path)

    def promote(self, path: tuple[Any, ...]) -> None:
        *outer, (after, number) = path
        line, variation = self.line(tuple(outer)), self.line(path)
        kept, rest = part(line, 0, after, 0), part(line, after + 1, 10**6, -after)
        begun, inner = part(variation, 0, 0, 0), part(variation, 1, 10**6, after)
        old = {"actions": line["actions"][after:], **{name: rest[name] | begun[name] for name in rest}}
        line["actions"] = line["actions"][:after] + variation["actions"]
        line.update({name: kept[name] | inner[name] for name in kept})
        siblings = line["variations"][after]
        if old["actions"]:
            siblings[number] = old
        else:
            siblings[number : number + 1] = begun["variations"].get(0, [])
            said = [each for each in (line["comments"].get(after), begun["comments"].get(0)) if each is not None]
            line["comments"] |= {after: "\n".join(said)} if said else {}
            line["values"] = {after + place: each for place, each in begun["values"].items()} | line["values"]
        self.settle(tuple(outer))


def found(root: Cursor[Any, Any], path: tuple[Any, ...], place: int) -> Cursor[Any, Any]:
    """The cursor at a place."""
    cursor = root
    for after, number in path:
        cursor = [cursor, *cursor][after].variations[number]
    return [cursor, *cursor][place]


def set_part(tree: Tree, name: str, place: int, value: Any) -> None:
    if value:
        tree[name][place] = value
    else:
        tree[name].pop(place, None)


def add(method: Any, game: Any, state: Any, rng: Random, known: list[list[Any]]) -> list[Any]:
    """Add one or two random decisions, which are returned, as actions or as text; nothing where they are known."""
    actions = [rng.choice(game.legal_actions(state))]
    after = game.apply(state, actions[0])
    if game.outcome(after) is None:
        actions.append(rng.choice(game.legal_actions(after)))
    given = [" ".join(map(game.format_action, actions))] if rng.random() < 0.5 else actions
    if any(each[: len(actions)] == actions for each in known):
        with pytest.raises(MatchError, match=r"the record has .+ here already"):
            method(*given)
        return []
    end = method(*given)
    assert end.is_end
    assert end.action == actions[-1]
    return actions


def edit(naive: Naive, root: Cursor[Any, Any], rng: Random) -> None:
    """Make the same random edit in the naive tree and by a cursor."""
    game = naive.record.game
    path, tree = rng.choice([*naive.lines()])
    place = rng.randint(0, len(tree["actions"]))
    cursor, state = found(root, path, place), naive.state(path, place)
    legal = game.legal_actions(state) if game.outcome(state) is None else ()
    match rng.choice(("comment", "mark", "values", "add", "add", "extend", "delete", "promote")):
        case "comment":
            cursor.comment = rng.choice(("", "so } far", "!\n[Game"))
            set_part(tree, "comments", place, cursor.comment)
        case "mark" if place:
            cursor.mark = rng.choice(("", *MARKS))
            set_part(tree, "marks", place, cursor.mark)
        case "values":
            seats = players_of(game, naive.record.start) or 2
            cursor.values = rng.choice(((), [rng.uniform(-1, 1) for _ in range(seats)]))
            set_part(tree, "values", place, cursor.values)
        case "add" if legal:
            known = [tree["actions"][place:], *(each["actions"] for each in tree["variations"].get(place, []))]
            if actions := add(cursor.add_variation, game, state, rng, known):
                tree["variations"].setdefault(place, []).append(tree_of(Line(actions=actions)))
        case "extend" if legal and place == len(tree["actions"]):
            tree["actions"] += add(cursor.extend, game, state, rng, [])
            naive.settle(path)
        case "delete" if path or place:
            before = cursor.delete()
            naive.delete(path, place)
            if path and place <= 1:
                *outer, (place_before, _) = path
                assert before is found(root, tuple(outer), place_before)
            else:
                assert before is found(root, path, place - 1)
        case "promote" if path:
            now = cursor.promote()
            naive.promote(path)
            *outer, (after, _) = path
            assert now is found(root, tuple(outer), after + place)


def check(naive: Naive, root: Cursor[Any, Any]) -> None:
    assert [whole(root.record), root.record.outcome] == naive.whole()
    for path, tree in naive.lines():
        for place, action in enumerate((None, *tree["actions"])):
            cursor = found(root, path, place)
            assert (cursor.action, cursor.state) == (action, naive.state(path, place))
            assert cursor.in_variation is bool(path)
            assert cursor.is_end is (place == len(tree["actions"]))
            assert (cursor.comment, cursor.mark, cursor.values) == (
                tree["comments"].get(place, ""),
                tree["marks"].get(place, ""),
                tree["values"].get(place, ()),
            )
            assert cursor.start() is found(root, path, 0)
            assert cursor.end() is found(root, path, len(tree["actions"]))
            if place:
                assert cursor.back().next() is cursor
            elif path:
                assert cursor.back() is found(root, path[:-1], path[-1][0])


@pytest.mark.untraced
@pytest.mark.parametrize("name", [*GAMES])
@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 25))
def test_edits_are_those_of_a_naive_tree(name: str, rng: Random, edits: int) -> None:
    """After any sequence of edits the record is the same, can be written and read, and the first one is unchanged."""
    record = random_record(GAMES[name], rng)
    before = deepcopy(tree_of(record))
    root, naive = Cursor(record), Naive(record)
    assert whole(root.record) == whole(record)
    for _ in range(edits):
        edit(naive, root, rng)
    check(naive, root)
    assert tree_of(record) == before
    edited = root.record
    assert whole(parse_record(format_record(edited), GAMES[name])) == whole(edited)
    assert whole(loads(dumps(edited), game=GAMES[name])) == whole(edited)
    assert whole(Cursor(edited).record) == whole(edited)
    assert str(edited) == format_record(edited)


@pytest.mark.untraced
@settings(max_examples=20)
@given(st.randoms(use_true_random=False))
def test_promoting_twice_changes_nothing(rng: Random) -> None:
    """Where the line that the variation leaves goes on."""
    record = random_record(WALK, rng)
    root = Cursor(record)
    starts = [each for place in (root, *root) if not place.is_end for each in place.variations]
    for start in starts:
        place = start.promote()
        assert whole(root.record) != whole(record) or [each.action for each in start] == [each.action for each in place]
        start.promote()
        assert whole(root.record) == whole(record)


def study() -> Cursor[Any, Any]:
    """A game of Cairn in which Sea could have built another megalith, and Forest resigned."""
    match = Match(cairn, cairn.parse_position(LEAVING))
    for text in ("c5-x", "=alley"):
        match.do(text)
    match.resign()
    cursor = Cursor(Record.of(match, tags={"Sea": "Ann"}))
    cursor.next().add_variation("=menhir e1-x")
    return cursor


def walk(*steps: int) -> Cursor[int, int]:
    return Cursor(Record(game=WALK, start=0, actions=steps, tags={"Seed": "1"}))


REFUSED: list[tuple[Callable[[Cursor[Any, Any]], object], type[CairnRulesError], str]] = [
    (lambda start: setattr(start, "comment", None), DefinitionError, "None is not a comment; it should be text"),
    (lambda start: setattr(start, "comment", "Oh\ud800"), DefinitionError, "is not a comment: "),
    (
        lambda start: setattr(start.next(), "mark", "!!!"),
        DefinitionError,
        "'!!!' is not a mark; it should be one of ! ? !! ?? !? ?!",
    ),
    (lambda start: setattr(start.next(), "mark", ["!"]), DefinitionError, "['!'] is not a mark"),
    (lambda start: setattr(start, "mark", "!"), DefinitionError, "'!' marks no decision: this is the start of a line"),
    (
        lambda start: setattr(start, "values", (2, 0)),
        DefinitionError,
        "(2, 0) is not a value; it should be a number from -1 (lost) to 1 (won) for every seat",
    ),
    (lambda start: setattr(start, "values", 0.5), DefinitionError, "0.5 is not a value"),
    (
        lambda start: setattr(start, "values", [0, 0, 0]),
        DefinitionError,
        "[0, 0, 0] is a value of 3 numbers; there should be 2, one for every seat",
    ),
    (lambda start: start.back(), MatchError, "no place before: this is the start of the record"),
    (lambda start: start.end().next(), MatchError, "no next place: this is the end of the line"),
    (lambda start: start.delete(), MatchError, "no place before: this is the start of the record"),
    (lambda start: start.promote(), MatchError, "this is the main line; promote is for variations"),
    (
        lambda start: start.extend("c5-c4"),
        MatchError,
        "the line goes on here, with c5-x: add_variation adds other decisions",
    ),
    (lambda start: start.add_variation(), DefinitionError, "a variation has at least one decision"),
    (lambda start: start.end().extend(""), DefinitionError, "a continuation has at least one decision"),
    (lambda start: start.add_variation("c5-x", "=ally"), NotationError, "did you mean 'alley'"),
    (lambda start: start.add_variation("c5-c3"), IllegalActionError, "c3 is not one step from c5"),
    (lambda start: start.end().extend("c5-c4"), IllegalActionError, "c5"),
]


@pytest.mark.parametrize(("change", "kind", "said"), REFUSED)
def test_a_refused_edit_changes_nothing(change: Any, kind: type[CairnRulesError], said: str) -> None:
    start = study()
    before = start.record
    with pytest.raises(kind) as caught:
        change(start)
    assert said in str(caught.value)
    assert start.record == before
    assert whole(start.record) == whole(before)
    assert start.record.outcome == before.outcome


def test_an_error_of_a_decision_says_which_one_it_is() -> None:
    start = study()
    with pytest.raises(IllegalActionError) as illegal:
        start.add_variation("c5-c4 e1-e3")
    assert illegal.value.__notes__ == ["This is decision 2 of the variation."]
    assert illegal.value.reason.code == "move/not-one-step"
    with pytest.raises(NotationError) as unread:
        start.end().extend("up")
    assert unread.value.__notes__ == ["This is decision 1 of the continuation."]


def test_what_is_no_sound_record_is_refused() -> None:
    with pytest.raises(DefinitionError, match=r"is not a Record; Record\.of\(match\) makes one"):
        Cursor(Match(WALK, seed=1))  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="comments: 9: 'Late' is not a comment"):
        Cursor(evolve(walk(1).record, comments={9: "Late"}))


def test_a_record_with_an_illegal_decision_can_be_read_as_far_as_it_is_legal() -> None:
    cursor = Cursor(Record(game=PAIR, start=(3, 0), actions=[1, 5, 1]))
    assert cursor.next().state == (2, 1)
    before = whole(cursor.record)
    for last in (lambda: cursor.end().state, lambda: cursor.end().delete(), lambda: cursor.end().extend(1)):
        with pytest.raises(IllegalActionError):
            last()
        assert whole(cursor.record) == before
    inner = Cursor(Record(game=PAIR, start=(3, 0), actions=[1], variations={0: [Line(actions=[1, 5])]}))
    before = whole(inner.record)
    with pytest.raises(IllegalActionError):
        inner.variations[0].promote()
    assert whole(inner.record) == before


def test_the_outcome_is_that_of_the_rules_once_the_main_line_ends_elsewhere() -> None:
    start = study()
    resigned = start.record.outcome
    assert resigned is not None
    assert resigned.reason == "resignation"
    start.next().variations[0].end().delete()
    assert start.record.outcome == resigned
    start.end().extend("e1-x")
    assert start.record.outcome is None
    record = Record.of(Match(PAIR, (2, 0)))
    pair = Cursor(record)
    pair.extend("take-1").add_variation("take-1")
    assert pair.record.outcome is None
    pair.next().variations[0].promote()
    assert pair.record.outcome == Outcome((1,), "last-one")
    pair.end().delete()
    assert pair.record.outcome is None


def test_what_stands_before_a_variation_is_kept_when_it_goes_on_with_its_line() -> None:
    start = walk()
    start.comment = "Here:"
    end = start.add_variation("left")
    inner = end.start()
    inner.comment, inner.values = "Or so?", (0.5, -0.5)
    inner.add_variation("right right")
    assert inner.promote() is start
    assert format_record(start.record).splitlines()[4:] == [
        "value:0.5,-0.5 {Here:\\nOr so?}",
        "1. left",
        "  ( 1. right 2. right )",
        "result: *",
    ]
    other = walk()
    other.values = (1, -1)
    begun = other.add_variation("left").start()
    begun.comment, begun.values = "So.", (0, 0)
    begun.promote()
    assert (other.comment, other.values) == ("So.", (1, -1))


def test_places_of_what_was_deleted_no_longer_go_on() -> None:
    """So that a loop ends at the decision that it deletes."""
    start = walk(1, 1, -1, 1)
    seen = []
    for place in start:
        seen.append(place.action)
        if place.action == -1:
            place.delete()
    assert seen == [1, 1, -1]
    assert start.record.actions == (1, 1)


@pytest.mark.parametrize("where", ["main line", "variation"])
def test_a_deleted_place_edits_nothing(where: str) -> None:
    start = walk(1, 1, 1)
    inner = start.next().add_variation("left left")
    place, deleted = (start.next().next(),) * 2 if where == "main line" else (inner, inner.start())
    deleted.delete()
    before = whole(start.record)
    changes: list[Callable[[], object]] = [
        lambda: place.add_variation("right"),
        lambda: place.end().extend("right"),
        place.delete,
    ]
    for change in changes if where == "main line" else (*changes, inner.promote, deleted.promote):
        with pytest.raises(MatchError, match=r"no place of the record: .+ was deleted"):
            change()
    for name, value in (("comment", "Gone."), ("mark", "!"), ("values", (1.0,))):
        with pytest.raises(MatchError, match=r"no place of the record: .+ was deleted"):
            setattr(place, name, value)
    assert whole(start.record) == whole(place.record) == before


def test_variations_are_nested_up_to_64_deep() -> None:
    start = place = walk(1)
    for number in range(64):
        place = place.add_variation(("left", "right")[number % 2]).start()
    before = whole(start.record)
    with pytest.raises(DefinitionError, match="variations can be nested at most 64 deep"):
        place.add_variation("left")
    start.end().add_variation("left left")
    with pytest.raises(DefinitionError, match="variations can be nested at most 64 deep"):
        walk_with_depth(64).variations[0].promote()
    deepest = walk_with_depth(63)
    deepest.variations[0].promote()
    assert whole(parse_record(format_record(deepest.record), WALK)) == whole(deepest.record)
    start.end().variations[0].delete()
    assert whole(start.record) == before


def test_a_record_has_a_limited_number_of_variations(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is deleted, or goes on with its line, makes room."""
    monkeypatch.setattr("cairn_rules.history.cursor.MOST_VARIATIONS", 2)
    start = walk(1)
    start.add_variation("left").add_variation("left")
    with pytest.raises(DefinitionError, match="a record has at most 2 variations"):
        start.add_variation("left")
    start.variations[0].delete()
    start.add_variation("left")
    start.end().add_variation("left").promote()
    start.add_variation("left right")
    assert start.record.actions == (1, -1)
    with pytest.raises(DefinitionError, match="a record has at most 2 variations"):
        start.add_variation("left")


def walk_with_depth(levels: int) -> Cursor[int, int]:
    """A record whose main line has variations so deep after its first decision, and one before it."""
    start = place = walk(1)
    place = start.end()
    for number in range(levels):
        place = place.add_variation(("right", "left")[number % 2]).start()
    start.add_variation("left")
    return start


def test_a_variation_is_edited_alone() -> None:
    """It goes on, swaps with its own variation, and vanishes with its first decision; the main line stays."""
    start = walk(1, 1)
    end = start.add_variation("left").extend("left")
    assert (end.is_end, start.is_end) == (True, False)
    end.start().add_variation("right right").promote()
    assert [place.action for place in start.variations[0]] == [1, 1]
    assert (start.record.actions, start.record.outcome) == ((1, 1), None)
    start.variations[0].next().delete()
    assert start.variations == ()


@pytest.mark.parametrize("line", ["right", "right left", "left", "left left"])
def test_a_variation_is_kept_once(line: str) -> None:
    """Also where the line itself or the beginning of a longer variation says the same."""
    start = walk(1, -1)
    start.add_variation("left left")
    before = whole(start.record)
    with pytest.raises(MatchError, match=f"the record has {line} here already"):
        start.add_variation(line)
    assert whole(start.record) == before
    start.add_variation("left right")
    assert len(start.variations) == 2


def test_texts_of_cursors() -> None:
    start = study()
    assert [*map(str, (start, *start))] == ["start", "c5-x", "=alley"]
    inner = start.next().variations[0]
    assert repr(start.end()) == "<Cursor after 2 decisions of the main line: =alley>"
    assert repr(inner.next()) == "<Cursor after 1 decisions of a variation: =menhir>"


@pytest.mark.untraced
def test_a_long_record_is_edited_in_little_time() -> None:
    start = walk(*[1] * 2_000)
    began = process_time()
    for place in start:
        place.comment = "Far."
        place.add_variation("left right")
    record = start.record
    assert process_time() - began < 5
    assert len(record.comments) == len(record.variations) == 2_000
    assert start.end().state == 2_000
