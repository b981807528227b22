"""Parts of actions: numbers and names of fighters, members and attacks, counted from 1, ids, and words of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from attrs import evolve

from cairn_rules.action_table import Part
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import by_exact_id
from cairn_rules.errors import DefinitionError, cut, hint

StateT = TypeVar("StateT")

ANYTHING: Final = r"[\s\S]++"
"""Pattern of any text, for the last part of an action."""


def numbered(
    names: Callable[[StateT, Sequence[Any]], Iterable[str]],
    what: str,
    every: str,
    say: Callable[[StateT, Any], object] | None = None,
) -> Part[StateT]:
    """Return the part of an action that is a number from 1, or a unique name with hyphens for spaces.

    `names` returns the names, in the order of their numbers, for a state and the fields that precede this part. A
    number need not have one. For errors, `what` is one of the named things, such as `a fighter`, and `every` all
    numbered things, such as `fighters and attacks`. `say` returns the words for an index in a state (default: the
    index).
    """

    def read(text: str, state: StateT, fields: Sequence[Any]) -> int:
        if len(text) <= 3 and text.isdecimal() and text.isascii():
            if int(text) == 0:
                raise DefinitionError(f"{every} are numbered from 1")
            return int(text) - 1
        return _named(text, [_slug(name) for name in names(state, fields)], what)

    part = Part[StateT](read=read, write=lambda index: index + 1)
    return part if say is None else evolve(part, say=say)


def _named(text: str, known: Sequence[str], what: str) -> int:
    places = [place for place, name in enumerate(known) if name == _slug(text)]
    if len(places) > 1:
        numbers = " or ".join(str(place + 1) for place in places)
        raise DefinitionError(f"several have the name {cut(text, 100)!r}: use the number, {numbers}")
    if not places:
        raise DefinitionError(f"{cut(text, 100)!r} is not the number or name of {what}; {hint(_slug(text), known)}")
    return places[0]


def several(one: Part[StateT]) -> Part[StateT]:
    """Return the part of an action that is a tuple of values of one part, with commas between them."""
    words = one.say
    return Part(
        read=lambda text, state, fields: tuple(one.read(each.strip(), state, fields) for each in text.split(",")),
        write=lambda values: ",".join(str(one.write(each)) for each in values),
        say=lambda state, values: " and ".join(str(words(state, each)) for each in values),
        shown="1,2",
    )


def member_part(say: Callable[[Any, Any], object]) -> Part[Any]:
    """Return the part of an action that is a member of the party of a state.

    `say` returns the words for an index in a state.
    """
    return numbered(lambda state, _: (member.name for member in state.party.members), "a member", "members", say)


def id_part(shown: str) -> Part[Any]:
    """Return the part of an action that is an id; errors show the given word for it."""
    return Part(read=lambda text, _, __: _decoded(text) if "%" in text else text, write=_encoded, shown=shown)


def _whole(text: str, _: object, __: object) -> int:
    if len(text) > 10 or not (text.isdecimal() and text.isascii()):
        raise DefinitionError(f"{cut(text, 100)!r} is not a whole number")
    return int(text)


NUMBER: Final = Part[Any](read=_whole)
"""The part of an action that is a whole number."""


def _encoded(text: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415 - slow to import

    return quote(text, safe="")


def _decoded(text: str) -> str:
    from urllib.parse import unquote  # noqa: PLC0415 - slow to import

    return unquote(text)


def word_part(words: Sequence[str], what: str, say: Callable[[Any, Any], object] | None = None) -> Part[Any]:
    """Return the part of an action that is a word of a list, in any case.

    The words are in lower case. `what` is one of them, such as `a price`, for errors; `say` returns the words for it in
    a state (default: itself).
    """

    def read(text: str, _: object, __: object) -> str:
        word = text.lower()
        if word not in words:
            raise DefinitionError(f"{cut(text, 100)!r} is not {what}; {hint(word, words)}")
        return word

    part = Part[Any](read=read, shown="/".join(words), words=tuple(words))
    return part if say is None else evolve(part, say=say)


def label_of(index: int, names: Sequence[str]) -> str:
    """Return the name at an index, with its number from 1 if others have the same name.

    Example:
        >>> label_of(1, ["Wolf", "Wolf"]), label_of(0, ["Ada", "Bo"])
        ('Wolf (2)', 'Ada')
    """
    name = names[index]
    return f"{name} ({index + 1})" if names.count(name) > 1 else name


def item_name(character: Character, id: str) -> str:
    """Return the name of an item that a character carries; its id if it carries no such item."""
    item = by_exact_id(character.inventory.items).get(id)
    return id if item is None else item.name


def _slug(name: str) -> str:
    return "-".join(name.lower().split())
