"""The command `lookup`: the entry of a name, with its facts and texts."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import Any, Final, get_args

from cairn_rules.cairn_rpg.characters.items import item_id, only_id
from cairn_rules.cairn_rpg.commands import output
from cairn_rules.cairn_rpg.content.book_with_packs import Shelf
from cairn_rules.cairn_rpg.content.lookup import Entry, EntryKind, entries, lookup, mentions, suggestions
from cairn_rules.cairn_rpg.content.pack_options import shelf_of
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.messages import note
from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game

_FORMATS: Final = (output.TEXT, output.JSON)


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="Name, id or number, such as 'oil can', R97, A15 or 'omen 3'; words of rules, such as 'STR save'; or a"
        " kind, such as backgrounds, to list it (default: list all names of --kind).",
    )
    kinds = get_args(EntryKind)
    parser.add_argument(
        "--kind", type=output.one_of(kinds), metavar="KIND", help=f"Kind: {', '.join(kinds)} (default: all)."
    )
    output.add_packs(parser)
    output.add_texts(parser)
    output.add_output(parser, _FORMATS)


def run(options: Namespace) -> Lines:
    """Print the entries of a name, or the names of a kind."""
    words, shelf = output.texts_of(options), shelf_of(options.pack)
    as_json = output.format_of(options, _FORMATS) == output.JSON
    name, kind = " ".join(options.names), options.kind
    if kind is None and not lookup(name, shelf=shelf):
        name, kind = _named_kind(name)
    lines: Iterable[str]
    if not name.strip():
        if kind is None:
            raise CairnRulesError("lookup needs a name, such as R97, or --kind to list all names of a kind")
        found = entries(kind, shelf=shelf)
        lines = map(_line, found)
    elif found := _found(name, kind, shelf):
        lines = _shown(found, words)
    elif found := mentions(name, kind, shelf=shelf):
        lines = _mentioned(found, words)
        names = {entry.name for entry in found}
        if guesses := [guess for guess in suggestions(name, kind, shelf=shelf) if guess not in names]:
            note(f"no name is {cut(name, 100)!r}; did you mean {' or '.join(guesses)}?")
    else:
        raise _unknown(name, kind, shelf)
    yield from output.written(options, (_data(entry, words) for entry in found) if as_json else lines)
    typed = " ".join(options.names)
    if typed != name and kind not in ("rule", "ruling") and mentions(typed, shelf=shelf):
        note(f"'cairn-rules lookup {typed} --kind rule' lists the rules that mention it")
    return 0


def _named_kind(name: str) -> tuple[str, EntryKind | None]:
    """Return an empty name and a kind, if a name is that of a kind, such as `spells`; otherwise the name."""
    word = name.strip().lower()
    kind = next((each for each in get_args(EntryKind) if word in (each, f"{each}s")), None)
    return (name, None) if kind is None else ("", kind)


def _found(name: str, kind: EntryKind | None, shelf: Shelf) -> tuple[Entry, ...]:
    """Return the entries of a name, or of a name with these words; empty if there are none."""
    found = lookup(name, kind, shelf=shelf)
    if not found:
        names = {item_id(entry.name) for entry in entries(kind, shelf=shelf)}
        found = lookup(only_id(item_id(name), names), kind, shelf=shelf)
    return found


def _unknown(name: str, kind: EntryKind | None, shelf: Shelf) -> CairnRulesError:
    """Return the error for a name that nothing has or mentions."""
    guesses = suggestions(name, kind, shelf=shelf)
    meant = f"did you mean {' or '.join(guesses)}?" if guesses else "'cairn-rules lookup --kind KIND' lists all names"
    return CairnRulesError(f"there is no {kind or 'entry'} {cut(name, 100)!r}; {meant}")


def _line(entry: Entry) -> str:
    return (
        entry.name
        if entry.name in (entry.id, f"{entry.kind.capitalize()} {entry.id}")
        else f"{entry.name} [{entry.id}]"
    )


def _shown(found: tuple[Entry, ...], words: Texts) -> Iterator[str]:
    for entry in found:
        yield entry.title
        yield from (f"  {name}: {value}" for name, value in entry.facts)
        for id in entry.texts:
            label = ".".join(id.split("/")[2:])
            plain = not label or words.ids_only or entry.kind in {"item", "ruling"}
            yield f"  {words[id]}" if plain else f"  {label}: {words[id]}"
        yield ""
    yield from _credit(found, words)


def _mentioned(found: tuple[Entry, ...], words: Texts) -> Iterator[str]:
    """Yield a line for each entry, with its first text."""
    for entry in found:
        yield f"{entry.name}: {words[entry.texts[0]]}"
    yield ""
    yield from _credit(found, words)


def _credit(found: tuple[Entry, ...], words: Texts) -> Iterator[str]:
    shown = [id for entry in found for id in entry.texts]
    if shown and (credit := words.credit_of(shown)):
        yield credit


def _data(entry: Entry, words: Texts) -> str:
    data = {
        "kind": entry.kind,
        "id": entry.id,
        "name": entry.name,
        "facts": dict(entry.facts),
        "texts": {id: words[id] for id in entry.texts},
        "credit": words.credit_of(entry.texts) if entry.texts else "",
    }
    return json.dumps(data)


LOOKUP: Final = library_command("lookup", _add_arguments, run, example="R97")
