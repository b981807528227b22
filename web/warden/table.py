"""The table of the page: the party, and what its panels keep. `write_table` and `read_table` are its document.

A panel is a section of the page, such as the fight. Its Python is a module that satisfies `Panel`, and a name in
`PANELS`. It is imported when it is first needed. The Javascript of a panel is described in `warden.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, Protocol, cast, final

from attrs import field, frozen

from cairn_rules.cairn_rpg import Character, creation
from cairn_rules.cairn_rpg.characters.character import public
from cairn_rules.cairn_rpg.characters.soundness import check_faultless
from cairn_rules.cairn_rpg.procedures.party import member_faults
from cairn_rules.codec.json_text import read_json, write_json
from cairn_rules.errors import CairnRulesError, hint, quoted
from cairn_rules.json_documents import from_data, to_data

VERSION: Final = 1
"""The version of the document."""
MOST_MEMBERS: Final = 24
"""Maximum number of members at the table."""
MOST_LINES: Final = 200
"""Maximum number of lines of the log. The oldest ones are dropped."""
MOST_LETTERS: Final = 1000
"""Maximum length of a line of the log, in characters."""
PANELS: Final[dict[str, str]] = {
    "fight": "web.warden.fight",
    "journey": "web.warden.journey",
    "dungeon": "web.warden.dungeon",
}
"""The modules of the panels, by the names of the panels."""
_KEYS: Final = ("table", "party", "log", "panels")


@final
@frozen(kw_only=True)
class Table:
    """The document that the page keeps, undoes and shares. It is immutable, and so are the values of the panels."""

    members: tuple[Character, ...] = ()
    """The party in marching order."""
    log: tuple[str, ...] = ()
    """The latest lines of what happened, the oldest first, each with its rules, such as `Ada has 4 HP [R53]`."""
    panels: Mapping[str, object] = field(factory=lambda: MappingProxyType(dict[str, object]()))
    """The value of each panel in use, such as a running fight, by the name of the panel."""

    def with_panel(self, name: str, value: object) -> Table:
        """Return the table with another value of a panel; None if the panel is no longer in use."""
        kept = {key: each for key, each in self.panels.items() if key != name}
        if value is not None:
            kept[name] = value
        return Table(members=self.members, log=self.log, panels=MappingProxyType(kept))

    def with_members(self, *members: Character) -> Table:
        """Return the table with other members."""
        return Table(members=members, log=self.log, panels=self.panels)

    def with_lines(self, *lines: str) -> Table:
        """Return the table with more lines of the log."""
        kept = (*self.log, *(line[:MOST_LETTERS] for line in lines))[-MOST_LINES:]
        return Table(members=self.members, log=kept, panels=self.panels)


class Panel(Protocol):
    """The module of a panel. Its functions change no argument; an error that a reader may cause is a `CairnRulesError`.

    The page turns the error into a sentence, and the table stays as it was.
    """

    def view(self, table: Table) -> dict[str, Any]:
        """Return what the panel shows of the table, as JSON data. Called after each change while it is in use."""
        ...

    def answer(self, table: Table, asked: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
        """Return the table after a question of the panel, and the answer, both JSON data.

        The table is the same object if nothing changed. Otherwise the page shows its members, can undo the change, and
        keeps it. If the answer has a text `done`, such as `Round 2`, it names the change.
        """
        ...

    def data(self, value: object, *, private: bool) -> Any:
        """Return the value of the panel as JSON data; without private omens unless `private` is true (R21)."""
        ...

    def read(self, data: Any) -> object:
        """Return the value of the panel from JSON data, which anyone may have edited."""
        ...

    def followed(self, before: Table, after: Table) -> object:
        """Return the value of the panel after the members were changed elsewhere; None if it cannot go on."""
        ...


def panel(name: str) -> Panel:
    """Return the module of a panel.

    Raises:
        CairnRulesError: if the name is unknown.
    """
    if name not in PANELS:
        raise CairnRulesError(f"{quoted(name)} is not a panel of this page; {hint(name, tuple(PANELS))}")
    return cast("Panel", import_module(PANELS[name]))


def write_table(table: Table, *, private: bool) -> str:
    """Return the document of a table as JSON.

    Args:
        table: The table.
        private: True to write private omens too (R21).
    """
    return write_json(
        {
            "table": VERSION,
            "party": [to_data(each if private else public(each), game=creation) for each in table.members],
            "log": list(table.log),
            "panels": {name: panel(name).data(value, private=private) for name, value in table.panels.items()},
        }
    )


def check_members(members: tuple[Character, ...]) -> None:
    """Check the number of members, their names and their scores.

    Raises:
        CairnRulesError: if there are too many, or a name or a score cannot be shown.
    """
    if len(members) > MOST_MEMBERS:
        raise CairnRulesError(f"{len(members)} characters are too many: the table seats {MOST_MEMBERS}.")
    if members:
        check_faultless(member_faults(members))


def is_table(text: str) -> bool:
    """Return whether a text seems to be the document of a table."""
    return text.lstrip("\ufeff \r\n\t").startswith('{"table":')


def read_table(text: str) -> Table:
    """Return the table of a document.

    Raises:
        CairnRulesError: if it is damaged or of a newer version of the page.

    Example:
        >>> read_table(write_table(Table(log=("Ada has 4 HP [R53]",)), private=True)).log
        ('Ada has 4 HP [R53]',)
        >>> read_table('{"table": 2}')
        Traceback (most recent call last):
            ...
        cairn_rules.errors.CairnRulesError: this table is of a newer version of the page (version 2; this page reads 1)
    """
    data: Any = read_json(text)
    if not isinstance(data, dict) or "table" not in data:
        raise CairnRulesError("this is not a table: it is no object with the key 'table'")
    found = cast("dict[str, Any]", data)
    version = found["table"]
    if type(version) is int and version > VERSION:
        newer = f"version {version}; this page reads {VERSION}"
        raise CairnRulesError(f"this table is of a newer version of the page ({newer})")
    if version != VERSION:
        raise CairnRulesError(f"{quoted(version)} is not a version of a table: it is {VERSION}")
    for key in _KEYS:
        if key not in found:
            raise CairnRulesError(f"this table has no {key}: something is missing at its end")
    for key in found.keys() - set(_KEYS):
        raise CairnRulesError(f"{quoted(key)} is not a part of a table; {hint(key, _KEYS)}")
    party, log, panels = found["party"], found["log"], found["panels"]
    if not isinstance(party, list):
        raise CairnRulesError("the party of a table is a list of characters")
    if not isinstance(log, list) or not all(isinstance(line, str) for line in cast("list[object]", log)):
        raise CairnRulesError("the log of a table is a list of texts")
    if not isinstance(panels, dict):
        raise CairnRulesError("the panels of a table are an object")
    members = tuple(from_data(each, expect=Character) for each in cast("list[object]", party))
    check_members(members)
    values = {name: panel(name).read(each) for name, each in cast("dict[str, Any]", panels).items()}
    table = Table(members=members, panels=MappingProxyType(values))
    return table.with_lines(*cast("list[str]", log))
