"""The table of a game's actions: how each one is written, read and said. `parse_action` and the like read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from string import Formatter
from typing import Any, Final, Generic, TypeVar, cast, final, get_args

from attrs import field, fields, frozen

from cairn_rules.checks import check_state, given_text
from cairn_rules.errors import DefinitionError, Fault, NotationError, UnknownIdError, nearest, quoted

__all__ = ["ActionForms", "Form", "Part", "parsed"]

ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT")


def _as_written(text: str, _: object, __: object) -> str:
    return text


def _as_it_is(value: object) -> object:
    return value


def _without_state(_: object, value: object) -> object:
    return value


@final
@frozen
class Part(Generic[StateT]):
    """A kind of part of actions, such as a member of the party."""

    read: Callable[[str, StateT, Sequence[Any]], Any] = _as_written
    """A function that returns the value for a text, given the fields of the action that stand before it.

    It raises a `DefinitionError` or an `UnknownIdError` if there is none.
    """
    write: Callable[[Any], object] = _as_it_is
    """A function that returns the text of a value, or a number."""
    say: Callable[[StateT, Any], object] = _without_state
    """A function that returns the words for a value. It raises a `LookupError` if the state lacks it."""
    shown: str = ""
    """The text that stands for it in errors, such as `ITEM` (default: that of the example)."""
    words: tuple[str, ...] = ()
    """The words that it can be, if they are few, for hints."""
    pattern: str = "[^:>=]++"
    """A regular expression for its text, without capturing groups."""


@final
@frozen
class Form(Generic[StateT]):
    """A row of the table: an action with its text, its sentence and its heading.

    The text names fields of the action in braces: `{by}:aid>{target}`, with the kind of the part if that has another
    name: `{member:anyone}`. The other fields are as in the example. So a class whose text differs has several rows. The
    first one that fits an action is used, or else the first one of its class.
    """

    example: Any
    """An action. If the text has no parts, it is the only one with that text."""
    text: str
    """Its text, with parts in braces."""
    says: str | Callable[[StateT, Any], str]
    """Its sentence without a full stop, with parts in braces, or a function that returns it."""
    group: str | Callable[[Any], str] = ""
    """The heading in a list of choices, or a function that returns it (default: none)."""
    more: tuple[Any, ...] = ()
    """Further examples, for documentation and tests."""
    note: str = ""
    """An explanation for errors."""
    make: Callable[..., Any] | None = field(default=None, kw_only=True)
    """A function that makes the action from its fields (default: its class)."""


@final
class _Row(Generic[StateT]):
    """A row, prepared for use."""

    __slots__ = (
        "fields",
        "fixed",
        "form",
        "make",
        "names",
        "pattern",
        "readers",
        "sentence",
        "speakers",
        "text",
        "writers",
    )

    def __init__(self, form: Form[StateT], parts: Mapping[str, Part[StateT]]) -> None:
        kind: type[Any] = form.example.__class__
        self.form: Final = form
        self.make: Final[Callable[..., Any]] = form.make or kind
        self.text, self.names = _split(form.text)
        self.sentence, said = _split(form.says) if isinstance(form.says, str) else ("", ())
        if unknown := [part for _, part in (*self.names, *said) if part not in parts]:
            raise DefinitionError(f"{form.text!r} names unknown parts: {', '.join(unknown)}")
        self.writers: Final = tuple((name, parts[part].write) for name, part in self.names)
        self.speakers: Final = tuple((name, parts[part].say) for name, part in said)
        places = [each.name for each in fields(kind) if each.init]
        self.readers: Final = tuple((places.index(name), parts[part].read) for name, part in self.names)
        self.fields: Final = [getattr(form.example, name) for name in places]
        self.fixed: Final = [(name, getattr(form.example, name)) for name in places if name not in dict(self.names)]
        literals = (re.escape(literal) for literal in self.text.replace("%%", "%").split("%s"))
        groups = (f"({parts[part].pattern})" for _, part in self.names)
        self.pattern: Final = "".join(each for pair in zip(literals, (*groups, ""), strict=True) for each in pair)

    def fits(self, action: object) -> bool:
        """Return whether an action of the class has the values that the text stands for."""
        return all(getattr(action, name) == value for name, value in self.fixed)


@final
class ActionForms(Generic[StateT, ActionT]):
    """The table of a game: a row or more for each class of actions."""

    def __init__(
        self, actions: Any, name: str, forms: Iterable[Form[StateT]], parts: Mapping[str, Part[StateT]]
    ) -> None:
        """Make a table. It is checked when it is used first.

        Args:
            actions: The union of the classes of actions.
            name: What one of them is, such as `an action of a fight`, for errors.
            forms: The rows.
            parts: The kinds of parts, by the name of the field, or by a name of its own for one in a sentence that is
                no field.
        """
        self._actions: Final = actions
        self._name: Final = name
        self._forms: Final = tuple(forms)
        self._parts: Final = parts

    @cached_property
    def _rows(self) -> Mapping[type, tuple[_Row[StateT], ...]]:
        """The rows of each class."""
        rows: dict[type, tuple[_Row[StateT], ...]] = {}
        for form in self._forms:
            kind: type[Any] = form.example.__class__
            rows[kind] = (*rows.get(kind, ()), _Row(form, self._parts))
        kinds = get_args(self._actions) or (self._actions,)
        if without := [kind.__name__ for kind in kinds if kind not in rows]:
            raise DefinitionError(f"the table of actions has no row for {', '.join(without)}")
        return rows

    @cached_property
    def _words(self) -> Mapping[str, ActionT]:
        """The actions whose text has no parts, by text."""
        return {form.text: form.example for form in self._forms if "{" not in form.text}

    @cached_property
    def _readers(self) -> tuple[re.Pattern[str], Mapping[int, _Row[StateT]]]:
        """A pattern of all other texts, and the row of each of its outer groups. Texts with fewer parts go first."""
        rows = sorted(
            (row for rows in self._rows.values() for row in rows if row.names), key=lambda row: len(row.names)
        )
        numbers: dict[int, _Row[StateT]] = {}
        number = 1
        for row in rows:
            numbers[number] = row
            number += 1 + len(row.names)
        return re.compile("|".join(f"({row.pattern})" for row in rows), re.IGNORECASE), numbers

    def _row(self, action: object) -> _Row[StateT]:
        """Return the row of an action.

        Raises:
            DefinitionError: if the value is not an action of the table.
        """
        rows = self._rows.get(type(action))
        if rows is None:
            raise DefinitionError(f"{quoted(action)} is not {self._name}")
        for row in rows:
            if not row.fixed or row.fits(action):
                return row
        return rows[0]

    def format(self, action: object) -> str:
        """Return the text of an action.

        Raises:
            DefinitionError: if the value is not an action of the table.
        """
        row = self._row(action)
        if not row.writers:
            return row.form.text
        return row.text % tuple([write(getattr(action, name)) for name, write in row.writers])

    def find(self, text: str, state: StateT) -> ActionT | None:
        """Return the action of a text; None if it has none of the forms.

        Raises:
            DefinitionError, UnknownIdError: if a part is not one of its kind.
        """
        word = self._words.get(text.lower())
        if word is not None:
            return word
        pattern, rows = self._readers
        found = pattern.fullmatch(text)
        if found is None:
            return None
        number = found.lastindex
        assert number is not None, "each form is a group"
        row = rows[number]
        values = row.fields.copy()
        for place, read in row.readers:
            number += 1
            values[place] = read(found[number], state, values)
        action: ActionT = row.make(*values)
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

    def hint(self, text: str) -> str:
        """Return what a text that is not an action may mean: the form with a similar word, or else all forms."""
        examples: dict[str, str] = {}
        for form in self._forms:
            named = (self._parts[part].words for _, part in self._row(form.example).names)
            known = {*_words_of(re.sub("{.*?}", " ", form.text)), *(word for words in named for word in words)}
            for written in map(self.format, (form.example, *form.more)):
                for word in known.intersection(_words_of(written)):
                    examples.setdefault(word, written)
        words = _words_of(text[:100])
        meant = next((guess for each in words if (guess := nearest(each, tuple(examples)))), None)
        if meant is None:
            return f"one is written like {self}"
        example = examples[meant]
        return f"{meant!r} is written as in {example!r}" if meant in words else f"did you mean one such as {example!r}?"

    def sentence(self, state: StateT, action: ActionT) -> str:
        """Return the sentence of an action; empty if there is none.

        Raises:
            DefinitionError: if the value is not an action of the table.
            LookupError: if it names something that the state lacks.
        """
        row = self._row(action)
        if not isinstance(row.form.says, str):
            return row.form.says(state, action)
        return row.sentence % tuple([say(state, getattr(action, name, None)) for name, say in row.speakers])

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
        group = self._row(action).form.group if type(action) in self._rows else ""
        return group if isinstance(group, str) else group(action)

    def examples(self) -> Iterator[ActionT]:
        """Yield the examples of each row."""
        for form in self._forms:
            yield from cast("tuple[ActionT, ...]", (form.example, *form.more))

    def __str__(self) -> str:
        """Return the forms, for errors."""
        *first, last = map(self._shown, self._forms)
        return f"{', '.join(first)} or {last}" if first else last

    def _shown(self, form: Form[StateT]) -> str:
        row = self._row(form.example)
        shown = (
            self._parts[part].shown or self._parts[part].write(getattr(form.example, name)) for name, part in row.names
        )
        return row.text % tuple(shown) + (f" ({form.note})" if form.note else "")


def _split(template: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a template with `%s` for its parts, and the field and the kind of each part."""
    pieces = tuple(Formatter().parse(template))
    text = "".join(literal.replace("%", "%%") + ("" if name is None else "%s") for literal, name, _, _ in pieces)
    return text, tuple((name, kind or name) for _, name, kind, _ in pieces if name is not None)


def _words_of(text: str) -> list[str]:
    return re.findall("[a-z][a-z-]+", text.lower())


def parsed(text: object, state: StateT, kind: type[StateT], read: Callable[[str, StateT], ActionT]) -> ActionT:
    """Return the action that a text describes, for the `parse_action` of a game.

    Args:
        text: The text. White space around it is ignored.
        state: The state.
        kind: The class of the game's states.
        read: A function that returns the action of a stripped text. It raises a `DefinitionError` or an
            `UnknownIdError` if there is none.

    Raises:
        NotationError: if the text is not an action.
        DefinitionError: if the state is not one.
    """
    written = given_text(text, "action")
    check_state(state, kind)
    try:
        return read(written.strip(), state)
    except (DefinitionError, UnknownIdError) as error:
        raise NotationError(written, [Fault("action", str(error))]) from None
