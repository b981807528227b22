"""The table of a game's actions: how each one is written, parsed and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from string import Formatter
from typing import Any, Final, Generic, cast, final, get_args

from cairn_rules.checks import as_state, read_text
from cairn_rules.errors import DefinitionError, nearest, quoted
from cairn_rules.frozen_classes import field, fields, frozen
from cairn_rules.game import ActionT, StateT
from cairn_rules.phrasebook import Named, Phrase, Templates, code_of

__all__ = ["ActionTable", "Part", "Row"]


def _as_it_is(value: object) -> object:
    return value


@final
@frozen
class Part(Generic[StateT]):
    """A kind of part of actions, such as a member of the party."""

    read: Callable[[str, StateT, Sequence[Any]], Any] = lambda text, _, __: text
    """A function that returns the value for a text, given the fields that precede it in the action. It raises a
    `DefinitionError` or an `UnknownIdError` if the text has no value.
    """
    write: Callable[[Any], object] = _as_it_is
    """A function that returns the text of a value, or a number."""
    say: Callable[[StateT, Any], object] = lambda _, value: value
    """A function that returns the words for a value, or None if there are none.

    It raises a `LookupError` if the state lacks the value.
    """
    says_action: bool = False
    """True if `say` gets the whole action instead of the value. For a name in a sentence that is not a field, it always
    does."""
    shown: str = ""
    """Its placeholder in errors, such as `ITEM` (default: the text of the example)."""
    words: tuple[str, ...] = ()
    """The words that are allowed here, for hints; empty if there are too many to list."""
    pattern: str = "[^:>=]++"
    """A regular expression for its text in ASCII, without capturing groups. Case is ignored."""


@final
@frozen
class Row(Generic[StateT]):
    """A row of the table: an example of an action, with its text, its sentence and its heading.

    The text names fields of the action in braces: `{by}:aid>{target}`. A field whose kind of part has another name is
    followed by it: `work:{card:tribe}`. The other fields have the values of the example. A class whose actions are
    written in several ways therefore has several rows; an action uses the first row that fits, or else the first row of
    its class.
    """

    example: Any
    """An action. If the text has no parts, it is the only one with that text."""
    text: str
    """Its text, with parts in braces."""
    says: Templates
    """Its sentence without a full stop, with parts in braces.

    A tuple has several: the first one whose parts all have words is used, or else the last one.
    """
    group: str | Callable[[Any], str] = ""
    """The heading in a list of choices, or a function that returns it (default: none)."""
    more: tuple[Any, ...] = ()
    """Further examples, for documentation and tests."""
    note: str = ""
    """An explanation for errors."""
    make: Callable[..., Any] | None = field(default=None, kw_only=True)
    """A function that makes the action from its fields (default: its class)."""


@final
class _Compiled(Generic[StateT]):
    """A row, prepared for use."""

    def __init__(self, row: Row[StateT], parts: Mapping[str, Part[StateT]]) -> None:
        kind: type[Any] = row.example.__class__
        places = [each.name for each in fields(kind) if each.init]
        self.row: Final = row
        self.make: Final[Callable[..., Any]] = row.make or kind
        self.text, written = _split(row.text)
        sentences = [_split(each) for each in ((row.says,) if isinstance(row.says, str) else row.says)]
        said = [part for _, named in sentences for part in named]
        if unknown := [part for _, part in (*written, *said) if part not in parts]:
            raise DefinitionError(f"{row.text!r} names unknown parts: {', '.join(unknown)}")
        self.writers: Final = tuple((name, parts[part].write) for name, part in written)
        self.parts_said: Final = {
            name: (attrgetter(name) if name in places and not parts[part].says_action else _as_it_is, parts[part].say)
            for name, part in (*written, *said)
        }
        """What each part says, a field or the action itself, and the function that returns its words."""
        *self.richer, (self.sentence, self.speakers) = [
            (text, [self.parts_said[name] for name, _ in named]) for text, named in sentences
        ]
        self.parts: Final = [parts[part] for _, part in written]
        self.readers: Final = tuple((places.index(name), parts[part].read) for name, part in written)
        self.fields: Final = [getattr(row.example, name) for name in places]
        fixed = [name for name in places if name not in dict(written)]
        self.others: Final = attrgetter(*fixed) if fixed else None
        """A function that returns the fields that the text does not name; None if there are none."""
        self.values: Final = self.others and self.others(row.example)
        """The values that the text stands for."""
        literals = self.text.replace("%%", "%").split("%s")
        groups = (f"({parts[part].pattern})" for _, part in written)
        self.pattern: Final = "".join(
            each for pair in zip(map(re.escape, literals), (*groups, ""), strict=True) for each in pair
        )
        word, colon, _ = literals[0].partition(":")
        self.head: Final = word.lower() if colon else ""
        """The word before the first colon; empty if a part comes there."""


@final
class _Reader(Generic[StateT]):
    """A pattern of the texts of some rows."""

    def __init__(self, rows: Iterable[_Compiled[StateT]]) -> None:
        self.rows: Final[dict[int, _Compiled[StateT]]] = {}
        """The row of each outer group."""
        number = 1
        for compiled in rows:
            self.rows[number] = compiled
            number += 1 + len(compiled.readers)
        pattern = "|".join(f"({compiled.pattern})" for compiled in self.rows.values()) or "(?!)"
        self.match: Final = re.compile(pattern, re.ASCII | re.IGNORECASE).fullmatch


@final
class ActionTable(Generic[StateT, ActionT]):
    """The table of a game, with at least one row for each class of actions.

    The game's `format_action`, `parse_action` and `describe` use it, and so do the headings of the terminal game and
    the sample actions. Actions are attrs classes.

    Example:
        >>> from attrs import frozen
        >>> @frozen
        ... class Skip:
        ...     pass
        >>> @frozen
        ... class Take:
        ...     count: int
        >>> actions = ActionTable(
        ...     Skip | Take,
        ...     "an action of Pebbles",
        ...     [Row(Skip(), "skip", "Take nothing"), Row(Take(1), "take:{count}", "Take {count} pebbles")],
        ...     {"count": Part(read=lambda text, state, fields: int(text), pattern="[0-9]{1,3}")},
        ... )
        >>> actions.format(Take(2)), actions.read("TAKE:3", None), actions.describe(None, Skip())
        ('take:2', Take(count=3), 'Take nothing')
        >>> actions.hint("tak:3")
        "did you mean one such as 'take:1'?"
    """

    def __init__(self, actions: Any, name: str, rows: Iterable[Row[StateT]], parts: Mapping[str, Part[StateT]]) -> None:
        """Make a table. It is checked on first use.

        Args:
            actions: The union of the classes of actions.
            name: What one of them is, such as `an action of a fight`, for errors.
            rows: The rows.
            parts: The kinds of parts, by the name of the field, or by a name of its own: one of several kinds of a
                field, or one in a sentence that is no field.
        """
        self._actions: Final = actions
        self._name: Final = name
        self._rows: Final = tuple(rows)
        self._parts: Final = parts

    @cached_property
    def _compiled(self) -> Mapping[type, tuple[_Compiled[StateT], ...]]:
        """The rows of each class."""
        rows: dict[type, tuple[_Compiled[StateT], ...]] = {}
        for row in self._rows:
            kind: type[Any] = row.example.__class__
            rows[kind] = (*rows.get(kind, ()), _Compiled(row, self._parts))
        kinds = get_args(self._actions) or (self._actions,)
        if without := [kind.__name__ for kind in kinds if kind not in rows]:
            raise DefinitionError(f"the table of actions has no row for {', '.join(without)}")
        return rows

    @cached_property
    def _words(self) -> Mapping[str, ActionT]:
        """The actions whose text has no parts, by text."""
        return {row.text: row.example for row in self._rows if "{" not in row.text}

    @cached_property
    def _readers(self) -> Mapping[str, _Reader[StateT]]:
        """Readers of the other texts, by the word before the first colon, and by "" for texts without a known one."""
        rows = [compiled for rows in self._compiled.values() for compiled in rows if compiled.readers]
        rows.sort(key=lambda compiled: len(compiled.readers))  # texts with fewer parts go first
        heads = {"", *(compiled.head for compiled in rows)}
        return {head: _Reader([compiled for compiled in rows if compiled.head in {head, ""}]) for head in heads}

    def _row_of(self, action: object) -> _Compiled[StateT]:
        """Return the row of an action. Raise a `DefinitionError` if the value is not an action of the table."""
        rows = self._compiled.get(type(action))
        if rows is None:
            raise DefinitionError(f"{quoted(action)} is not {self._name}")
        for compiled in rows:
            if compiled.others is None or compiled.others(action) == compiled.values:
                return compiled
        return rows[0]

    def format(self, action: object) -> str:
        """Return the text of an action.

        Raises:
            DefinitionError: if the value is not an action of the table.
        """
        compiled = self._row_of(action)
        if not compiled.writers:
            return compiled.row.text
        return compiled.text % tuple([write(getattr(action, name)) for name, write in compiled.writers])

    def find(self, text: str, state: StateT) -> ActionT | None:
        """Return the action of a text; None if the text matches no row.

        Raises:
            DefinitionError, UnknownIdError: if a part is not one of its kind.
        """
        lower = text.lower()
        word = self._words.get(lower)
        if word is not None:
            return word
        readers = self._readers
        reader = readers.get(lower.partition(":")[0]) or readers[""]
        found = reader.match(text)
        if found is None:
            return None
        number = found.lastindex
        assert number is not None, "each form is a group"
        compiled = reader.rows[number]
        values = compiled.fields.copy()
        for place, read in compiled.readers:
            number += 1
            values[place] = read(found[number], state, values)
        action: ActionT = compiled.make(*values)
        return action

    def read(self, text: str, state: StateT) -> ActionT:
        """Return the action of a text.

        Raises:
            DefinitionError, UnknownIdError: if it is not an action.
        """
        action = self.find(text, state)
        if action is None:
            raise DefinitionError(f"not an action; {self.hint(text)}")
        return action

    def parse(self, text: object, state: object, kind: type[StateT]) -> ActionT:
        """Return the action of a text, for the `parse_action` of a game.

        White space around it is ignored.

        Raises:
            NotationError: if the text is not an action.
            DefinitionError: if the state is neither.
        """
        return parsed(text, state, kind, self.read)

    def hint(self, text: str) -> str:
        """Return a hint for a text that is not an action: the forms that begin with its sign or have a similar word.

        If there are none, it lists all forms.
        """
        alike = [self._shown(row) for row in self._rows if self.format(row.example)[0] == text[:1]]
        if alike and not text[0].isalnum():
            return f"one is written like {' or '.join(alike)}"
        examples: dict[str, str] = {}
        for row in self._rows:
            named = (word for part in self._row_of(row.example).parts for word in part.words)
            known = {*_words_of(re.sub("{.*?}", " ", row.text)), *named}
            for written in map(self.format, (row.example, *row.more)):
                for word in known.intersection(_words_of(written)):
                    examples.setdefault(word, written)
        words = _words_of(text[:100])
        meant = next((guess for each in words if (guess := nearest(each, tuple(examples)))), None)
        if meant is None:
            return f"one is written like {self}"
        example = examples[meant]
        if example == meant in words:
            return f"{meant!r} is written on its own"
        return f"{meant!r} is written as in {example!r}" if meant in words else f"did you mean one such as {example!r}?"

    def sentence(self, state: StateT, action: ActionT) -> str:
        """Return the sentence of an action; empty if there is none.

        Raises:
            DefinitionError: if the value is not an action of the table.
            LookupError: if it names something that the state lacks.
        """
        compiled = self._row_of(action)
        for sentence, speakers in compiled.richer:
            words = [say(state, get(action)) for get, say in speakers]
            if None not in words:
                return sentence % tuple(words)
        return compiled.sentence % tuple([say(state, get(action)) for get, say in compiled.speakers])

    def phrase(self, state: StateT, action: ActionT) -> Phrase:
        """Return the sentence of an action with its arguments, for translations.

        The arguments are the fields, and the other names in the English sentence, without those that are None or empty.
        What English writes in other words is a `Named`.

        Raises:
            DefinitionError: if the value is not an action of the table.
            LookupError: if it names something that the state lacks.
        """
        arguments = {each.name: getattr(action, each.name) for each in fields(cast("Any", type(action)))}
        for name, (get, say) in self._row_of(action).parts_said.items():
            words = say(state, get(action))
            is_named = words is not None and arguments.get(name, words) != words
            arguments[name] = Named(arguments[name], str(words)) if is_named else words
        given = {name: value for name, value in arguments.items() if value not in (None, "", ())}
        return Phrase(code_of(action), self.sentence(state, action) or self.format(action), given)

    def describe(self, state: StateT, action: ActionT) -> str:
        """Return the sentence of an action; its text if there is none, or if it names what the state lacks.

        Raises:
            DefinitionError: if the value is not an action of the table.
        """
        try:
            return self.sentence(state, action) or self.format(action)
        except LookupError:
            return self.format(action)

    def group(self, action: object) -> str:
        """Return the heading of an action in a list of choices; empty for other values."""
        group = self._row_of(action).row.group if type(action) in self._compiled else ""
        return group if isinstance(group, str) else group(action)

    def examples(self) -> Iterator[ActionT]:
        """Yield the examples of each row."""
        for row in self._rows:
            yield from cast("tuple[ActionT, ...]", (row.example, *row.more))

    def __str__(self) -> str:
        """Return the forms, for errors."""
        *first, last = map(self._shown, self._rows)
        return f"{', '.join(first)} or {last}" if first else last

    def _shown(self, row: Row[StateT]) -> str:
        compiled = self._row_of(row.example)
        written = zip(compiled.parts, compiled.writers, strict=True)
        shown = (part.shown or write(getattr(row.example, name)) for part, (name, write) in written)
        return compiled.text % tuple(shown) + (f" ({row.note})" if row.note else "")


def _split(template: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a template with `%s` for its parts, and the field and the kind of each part."""
    pieces = tuple(Formatter().parse(template))
    text = "".join(literal.replace("%", "%%") + ("" if name is None else "%s") for literal, name, _, _ in pieces)
    return text, tuple((name, kind or name) for _, name, kind, _ in pieces if name is not None)


def _words_of(text: str) -> list[str]:
    return re.findall("[a-z][a-z-]+", text.lower())


def parsed(text: object, state: object, kind: type[StateT], read: Callable[[str, StateT], ActionT]) -> ActionT:
    """Return the action that a text describes, for the `parse_action` of a game.

    White space around it is ignored. `read` raises a `DefinitionError` or an `UnknownIdError` if no action has the
    stripped text.

    Raises:
        NotationError: if the text is not an action.
        DefinitionError: if the state is neither.
    """
    known = as_state(state, kind)
    return read_text(text, "action", lambda written: read(written, known))
