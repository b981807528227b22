"""Sentences by code: the tables of a game's reasons and events in English, and translations of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias, cast, final

from cairn_rules.argument_checks import checked_class
from cairn_rules.errors import DefinitionError, Reason, printable, quoted
from cairn_rules.frozen_classes import field, fields, frozen, has

__all__ = [
    "Argument",
    "Event",
    "EventTable",
    "Named",
    "Phrase",
    "Phrasebook",
    "ReasonTable",
    "Templates",
    "arguments_of",
    "code_of",
]

Templates: TypeAlias = str | tuple[str, ...]
"""The template of a code, or its templates in a tuple, those with more arguments first."""


@final
@frozen
class Named:
    """An argument of a sentence that English writes in other words than its value, such as a seat number.

    Example:
        >>> print(Named(0, "Blue"))
        Blue
    """

    value: Any
    """The value: a seat number, an id, the coordinates of a place."""
    name: str
    """The English words for it."""

    def __str__(self) -> str:
        return self.name


@final
@frozen
class Phrase:
    """The sentence of an action: a code with arguments, for translations.

    Example:
        >>> print(Phrase("aid", "Hestia bandages Basil", {"by": Named(0, "Hestia"), "target": Named(1, "Basil")}))
        Hestia bandages Basil
    """

    code: str
    """The class of the action, in lower case with hyphens, such as `place-figure`."""
    text: str = field(converter=printable)
    """The English sentence, without a full stop."""
    arguments: Mapping[str, Any] = field(factory=dict[str, Any], hash=False)
    """What the sentence names, by name."""

    def __str__(self) -> str:
        return self.text


Argument: TypeAlias = str | int | tuple[str, ...] | Named | Phrase
"""The arguments of an event's sentence in the role-playing game."""


def code_of(value: object) -> str:
    """Return the code of a reason or an event: its `code`, or the name of its class in lower case with hyphens.

    Raises:
        DefinitionError: if the value is neither.

    Example:
        >>> from cairn_rules import cairn
        >>> code_of(cairn.events.TurnPassed(1, cairn.Tribe.SEA))
        'turn-passed'
    """
    code = getattr(value, "code", None)
    if isinstance(code, str):
        return code
    _check_value(value)
    from cairn_rules.codec.shapes import tag_of  # noqa: PLC0415 - not needed to import the library

    return tag_of(type(value))


def arguments_of(value: object) -> Mapping[str, Any]:
    """Return the arguments of a reason or an event by name: its `arguments`, or the fields of its class.

    Raises:
        DefinitionError: if the value is neither.

    Example:
        >>> from cairn_rules import cairn
        >>> arguments_of(cairn.events.Moved(cairn.Tribe.SEA, cairn.Space.A1, cairn.Space.A2))
        {'tribe': Tribe.SEA, 'origin': A1, 'to': A2}
    """
    arguments = getattr(value, "arguments", None)
    if isinstance(arguments, Mapping):
        return cast("Mapping[str, Any]", arguments)
    _check_value(value)
    return {each.name: getattr(value, each.name) for each in fields(cast("Any", type(value))) if each.init}


def _check_value(value: object) -> None:
    if not has(type(value)):
        raise DefinitionError(f"{quoted(value)} is not a reason or an event, which is an instance of an attrs class")


@final
class _Words(Formatter):
    """A formatter that writes each argument in the words of a language."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return quoted(value) if conversion == "r" else super().convert_field(value, cast("Any", conversion))

    def format_field(self, value: Any, format_spec: str) -> str:
        words = self._book.in_words
        if isinstance(cast("object", value), tuple):
            *first, last = map(words, value or ("",))
            between = format_spec if " " in format_spec else ", "
            return f"{between.join(first)}{self._book.lists.get(format_spec, between)}{last}" if first else last
        if "|" in format_spec:
            one, _, several = format_spec.partition("|")
            return one if value == 1 else several
        return words(value)


@final
@checked_class
@frozen
class Phrasebook:
    """Sentences in one language: a template for each code, and the words for its arguments.

    Some codes have several sentences, one for each set of arguments. Then a tuple has their templates, and the first
    one whose arguments are all there is used.

    A template names arguments in braces: `{to} is occupied`. `{item!r}` quotes an argument. A tuple of arguments is a
    list: `{spaces}` separates all of them by commas, `{spaces:and}` and `{spaces:or}` join the last one by a word, and
    another text with spaces joins all of them: `{spaces: or }`.
    `{price:Tool|Tools}` is the first form for 1 and the second one for other numbers.

    Example:
        >>> from cairn_rules import cairn
        >>> french = Phrasebook(
        ...     {"move/not-one-step": "{to} n'est pas voisin de {origin}", "exited": "{tribe} sort du plateau"},
        ...     words=lambda value: "La Mer" if value is cairn.Tribe.SEA else str(value),
        ... )
        >>> state = cairn.new_game(seed=7, first=cairn.Tribe.SEA)
        >>> french.sentence(cairn.why_illegal(state, cairn.Move(cairn.Space.A1, cairn.Space.A4)))
        "a4 n'est pas voisin de a1"
        >>> french.sentence(cairn.events.Exited(cairn.Tribe.SEA, cairn.Space.C5))
        'La Mer sort du plateau'
    """

    templates: Mapping[str, Templates] = field(hash=False)
    """The templates of reasons and events, by code."""
    words: Callable[[Any], str] = str
    """A function that returns the words for an argument (default: the English words)."""
    lists: Mapping[str, str] = field(factory=lambda: {"and": " and ", "or": " or "}, hash=False)
    """The texts that join the last two arguments of a list, by the name that templates use."""
    actions: Mapping[str, Templates] = field(factory=dict[str, Templates], hash=False)
    """The templates of actions, by code."""

    def sentence(self, value: object) -> str:
        """Return the sentence for a reason, an event or a phrase; in English if there is no template for its code.

        Events come from `events_of` or `log`, phrases from `phrase_of`. For a reason with several parts, their
        sentences are joined by semicolons.

        Raises:
            DefinitionError: if the value is none of them, or if every template of its code needs an argument that it
                lacks.
        """
        if isinstance(value, Reason) and value.parts:
            return "; ".join(map(self.sentence, value.parts))
        code = code_of(value)
        templates = (self.actions if isinstance(value, Phrase) else self.templates).get(code)
        if templates is None:
            return str(getattr(value, "text", value) if hasattr(value, "code") else value)
        return self._filled(code, templates, arguments_of(value))

    def filled(self, code: str, arguments: Mapping[str, Any]) -> str:
        """Return the sentence for the code of a reason or an event with its arguments.

        Raises:
            DefinitionError: if there is no template for the code, or none with only these arguments.
        """
        return self._filled(code, self.templates.get(code, ()), arguments)

    def _filled(self, code: str, templates: Templates, arguments: Mapping[str, Any]) -> str:
        for template in (templates,) if isinstance(templates, str) else templates:
            if names_in(template) <= arguments.keys():
                return _Words(self).vformat(template, (), arguments)
        if isinstance(text := arguments.get("text"), str):  # an event of an old document
            return text
        given = ", ".join(arguments) or "none"
        raise DefinitionError(f"every template of {quoted(code)} needs an argument that is missing; given are {given}")

    def in_words(self, value: object) -> str:
        """Return the words for an argument. A phrase becomes its sentence."""
        return self.sentence(value) if isinstance(value, Phrase) else self.words(value)


@cache
def names_in(template: str) -> frozenset[str]:
    """Return the names of the arguments in a template.

    Example:
        >>> sorted(names_in("{origin} to {to} is {price:Tool|Tools}"))
        ['origin', 'price', 'to']
    """
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


@final
class ReasonTable:
    """The reasons why actions of a game are illegal: an English template and the rules of each code.

    Example:
        >>> REASONS = ReasonTable({"take/count": ("{count} counters cannot be taken", "1")})
        >>> print(REASONS.reason("take/count", count=9))
        9 counters cannot be taken [take/count, rule 1]
        >>> REASONS.english.templates, REASONS.rules
        ({'take/count': '{count} counters cannot be taken'}, {'take/count': ('1',)})
    """

    def __init__(self, entries: Mapping[str, tuple[str | tuple[str, ...], *tuple[str, ...]]]) -> None:
        self._entries = {**entries}
        self.english: Phrasebook = Phrasebook({code: templates for code, (templates, *_) in entries.items()})
        """The English sentences by code."""
        self.rules: Mapping[str, tuple[str, ...]] = {code: tuple(rules) for code, (_, *rules) in entries.items()}
        """The numbers of the rules that forbid the action, by code."""

    def __or__(self, other: ReasonTable) -> ReasonTable:
        """Return a table with the codes of both. For codes in both, the entry of the other table is used."""
        return ReasonTable(self._entries | other._entries)

    def reason(self, code: str, rule: str = "", /, **arguments: Any) -> Reason:
        """Return a reason with its English sentence.

        The default rule is the first one of the code; arguments are those of the sentence, by name.

        Raises:
            DefinitionError: if the table does not have the code, or the sentence needs an argument that is missing.
        """
        return Reason(code, self.english.filled(code, arguments), rule or self.rules[code][0], arguments)


class Event:
    """The base class of events: values whose `str` is a sentence.

    A game need not use it. Its events can be any values, as long as none of them asks for the next decision.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7)
        >>> action = cairn.parse_action("c5-c4", state)
        >>> events = cairn.events_of(state, action, cairn.apply(state, action))
        >>> [str(event) for event in events if event.is_question]
        ['An action must be chosen']
    """

    __slots__ = ()
    is_question: ClassVar[bool] = False
    """True if the event asks for the next decision. A log of several decisions leaves it out."""


@final
class EventTable:
    """The events of a game: an English template of each code.

    The code of an event is its class in lower case with hyphens. Its arguments are its fields that are not None, as the
    table's words write them. Give the class a property `arguments`, so that translations use these as well.

    Example:
        >>> from attrs import frozen
        >>> @frozen
        ... class Taken:
        ...     seat: int
        ...     count: int
        ...     @property
        ...     def arguments(self):
        ...         return EVENTS.arguments(self)
        ...     def __str__(self):
        ...         return EVENTS.sentence(self)
        >>> EVENTS = EventTable(
        ...     {"taken": "{seat} takes {count} {count:pebble|pebbles}"},
        ...     {"seat": lambda event: Named(event.seat, ("Black", "White")[event.seat])},
        ... )
        >>> print(Taken(1, 3))
        White takes 3 pebbles
        >>> Phrasebook({"taken": "{seat} nimmt {count}"}).sentence(Taken(1, 3))
        'White nimmt 3'
    """

    def __init__(
        self, templates: Mapping[str, Templates], words: Mapping[str, Callable[[Any], Any]] = MappingProxyType({})
    ) -> None:
        """Make a table.

        Args:
            templates: The templates by code.
            words: Functions of an event that return an argument, by its name: for a field that English does not write
                as its value (it returns a `Named`), or for an argument that is not a field. A function that returns
                None leaves the argument out.
        """
        self.english: Phrasebook = Phrasebook(templates)
        """The English sentences by code."""
        self._words: Final = words

    def arguments(self, event: object) -> Mapping[str, Any]:
        """Return the arguments of an event by name.

        Raises:
            DefinitionError: if it is not an instance of an attrs class.
        """
        _check_value(event)
        arguments = {each.name: getattr(event, each.name) for each in fields(cast("Any", type(event)))}
        templates = self.english.templates.get(code_of(event), ())
        named = frozenset[str]().union(*map(names_in, (templates,) if isinstance(templates, str) else templates))
        arguments |= {name: say(event) for name, say in self._words.items() if name in arguments or name in named}
        return {name: value for name, value in arguments.items() if value is not None}

    def sentence(self, event: object) -> str:
        """Return the English sentence of an event.

        Raises:
            DefinitionError: if the table has no template for it.
        """
        return self.english.filled(code_of(event), self.arguments(event))
