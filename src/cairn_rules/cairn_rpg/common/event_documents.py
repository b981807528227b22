"""The JSON form of events: the code, the rule, the English sentence and the arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from cairn_rules.cairn_rpg.events import Event
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.faults import Mismatch
from cairn_rules.codec.shapes import Form, checked_form
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import field, fields, frozen
from cairn_rules.game import ADDED_LATER
from cairn_rules.phrasebook import Argument, Named, Phrase

_ONLY_READ: Final[Mapping[str, Any]] = {ADDED_LATER: True}
"""The metadata of a key of old documents that is now an argument. New documents leave it out."""
_TYPES: Final[Mapping[str, tuple[tuple[type, ...], str]]] = {
    "who": ((str, Named), "a text or a named value"),
    "amount": ((int,), "a whole number"),
    "text_id": ((str,), "a text"),
}
"""The types of the arguments that are properties of events, and their names in errors."""


@final
@frozen(kw_only=True)
class _NamedForm:
    value: str | int | bool
    name: str


@final
@frozen(kw_only=True)
class _PhraseForm:
    code: str
    text: str
    arguments: Mapping[str, Argument]


@final
@frozen(kw_only=True)
class _EventForm:
    code: str
    rule: str
    text: str
    arguments: Mapping[str, Argument] = field(factory=dict[str, Argument])
    who: str = field(default="", metadata=_ONLY_READ)
    amount: int | None = field(default=None, metadata=_ONLY_READ)
    text_id: str = field(default="", metadata=_ONLY_READ)


def add_events(codec: Codec) -> None:
    """Add the types of events to a codec."""
    codec.form(Named, checked_form(Named, _NamedForm))
    codec.form(Phrase, checked_form(Phrase, _PhraseForm))
    codec.union(Argument, (Named, Phrase), text=str | int | bool | tuple[str, ...], name="argument")
    codec.form(Event, Form(_EventForm, _written, _read))


def _written(event: Event) -> _EventForm:
    arguments = {name: value for name, value in event.arguments.items() if name != "text"}
    return _EventForm(code=event.code, rule=event.rule, text=event.text, arguments=arguments)


def _read(written: _EventForm) -> Event:
    """Return the event of a document, with the stored sentence if the current one differs or lacks arguments.

    Raises:
        Mismatch: if an argument is given twice, or is not of its type.
    """
    beside = {each.name: getattr(written, each.name) for each in fields(_EventForm) if each.metadata}
    old = {name: value for name, value in beside.items() if value not in ("", None)}
    for name in ("text", *old):
        if name in written.arguments:
            raise Mismatch(f"{name!r} is already a key of the event", "arguments")
    arguments = {**old, **written.arguments}
    for name, (types, what) in _TYPES.items():
        if name in arguments and type(arguments[name]) not in types:
            raise Mismatch(f"{name!r} is not {what}", "arguments")
    event = Event(written.code, written.rule, **arguments)
    try:
        is_same = event.text == written.text
    except DefinitionError:
        is_same = False
    return event if is_same else Event(written.code, written.rule, text=written.text, **arguments)
