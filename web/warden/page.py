"""The table of the Warden: `Page` answers JSON messages with JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, final

from typing_extensions import override

from cairn_rules.cairn_rpg import Attribute, Character
from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.cairn_rpg.creation.create import dice_from
from cairn_rules.chance import Dice
from cairn_rules.errors import CairnRulesError, IllegalActionError, quoted
from web.shared.answers import Backend, unanswered
from web.shared.dice import saved, thrown, with_faces
from web.warden.changes import Changed, SheetChange, act, change_of, changed, droppable, item_names, problem_of, take
from web.warden.sheet import private_omen, view_of
from web.warden.table import Table, check_members, is_table, panel, read_table, write_table

MOST_STEPS: Final = 200
"""Maximum number of changes that can be undone."""


@final
class Page(Backend):
    """The page's backend, which holds the table, and those before and after it."""

    def __init__(self) -> None:
        self._table = Table()
        self._undone: list[tuple[str, Table]] = []
        self._done: list[tuple[str, Table]] = []

    @override
    def reply(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """If the table changed, the answer has its view, `table`, and its document, `text`."""
        before = self._table
        answer = self._answer(asked)
        if self._table is not before:
            answer = {**answer, "table": self.view(), "text": write_table(self._table, private=True)}
        return answer

    @override
    def problem(self, error: Exception) -> dict[str, Any]:
        return {"problem": problem_of(error)}

    def view(self) -> dict[str, Any]:
        """Return everything that the page shows of the table."""
        table = self._table
        return {
            "members": [{"key": f"{place}:{each.name}", **view_of(each)} for place, each in enumerate(table.members)],
            "log": table.log,
            "panels": {name: panel(name).view(table) for name in table.panels},
            "undo": self._done[-1][0] if self._done else "",
            "redo": self._undone[-1][0] if self._undone else "",
        }

    def _answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        table = self._table
        match asked:
            case {"ask": "open", "text": str(text)}:
                return {**self._change(read_table(text), "Opened a table"), "opened": True}
            case {"ask": "resume", "text": str(text)}:
                self._table = read_table(text)
                return {}
            case {"ask": "write", "private": bool(private)}:
                return {"shared": write_table(table, private=private)}
            case {"ask": "roll", "what": str(what), "faces": str(faces)}:
                return thrown(what, faces)
            case {"ask": "save", "attribute": str(attribute), "member": int(member), "faces": str(faces)} if (
                attribute in list(Attribute) and member in range(len(table.members))
            ):
                return saved(table.members[member], Attribute(attribute), faces)
            case {"ask": "undo"} if self._done:
                return self._step(self._done, self._undone)
            case {"ask": "redo"} if self._undone:
                return self._step(self._undone, self._done)
            case {"panel": str(name)}:
                after, answer = panel(name).answer(table, asked)
                if after is not table:
                    self._change(after, str(answer.get("done", name.capitalize())), own=name)
                return {"answer": answer}
            case _:
                return self._party(asked)

    def _party(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a question about the party."""
        match asked:
            case {"ask": "make", "address": str(address)}:
                return self._join(_made(address))
            case {"ask": "random", "number": int(number)}:
                return self._join(create_party(number))
            case {"ask": "file", "name": str(name), "text": str(text)}:
                if is_table(text):
                    return {**self._change(read_table(text), f"Opened {name}"), "opened": True}
                return self._join(_read(name, text))
            case {"ask": "items"}:
                return {"items": item_names()}
            case {"ask": "all"}:
                return self._do_all(change_of(asked))
            case {"ask": "act", "action": str(action)}:
                if "member" in asked:
                    self._place(str(asked["member"]))
                return self._rolled(asked, lambda dice: act(self._table.members, action, dice))
            case {"member": str(key)}:
                return self._member(self._place(key), asked)
            case _:
                raise unanswered(asked)

    def _member(self, place: int, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a question about a member."""
        members = self._table.members
        member = members[place]
        others = [*members[:place], *members[place + 1 :]]
        match asked:
            case {"ask": "remove"}:
                return self._change(self._table.with_members(*others), f"Removed {member.name}")
            case {"ask": "move", "to": int(to)} if to in range(len(members)):
                others.insert(to, member)
                return self._change(
                    self._table.with_members(*others), f"{member.name} marches at place {to + 1} [R174]"
                )
            case {"ask": "omen"}:
                return {"omen": private_omen(member)}
            case {"ask": "take", "text": str(text), "slots": int(slots)}:
                return self._happened(*take(members, place, text, slots))
            case {"ask": "do"}:
                return self._do(place, asked)
            case _:
                raise unanswered(asked)

    def _do(self, place: int, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Change a member on its sheet, or use an item of it on another one."""
        members = self._table.members
        change = change_of(asked)
        other = self._place(str(asked["other"])) if "other" in asked else None
        try:
            return self._rolled(asked, lambda dice: changed(members, place, change, dice, other=other))
        except IllegalActionError as error:
            if error.reason.code != "slots/drop":
                raise
            return {"problem": problem_of(error), "drops": droppable(members[place], change)}

    def _rolled(self, asked: Mapping[str, Any], make: Callable[[Dice], Changed]) -> dict[str, Any]:
        """Change members with dice, whose faces the question may have."""
        (after, lines), rolls = with_faces(str(asked.get("faces", "")), make)
        return self._happened(after, [*map(str, rolls), *lines])

    def _do_all(self, change: SheetChange) -> dict[str, Any]:
        """Change all members who are alive, but those who cannot."""
        members = self._table.members
        lines: list[str] = []
        for place, member in enumerate(members):
            if not member.conditions.dead:
                try:
                    members, told = changed(members, place, change, dice_from(None))
                except CairnRulesError as error:
                    told = (f"{member.name}: {problem_of(error)}",)
                lines += told
        if members == self._table.members:
            raise CairnRulesError("; ".join(lines) or "Nobody is alive to do so.")
        return self._happened(members, lines)

    def _happened(self, members: Sequence[Character], lines: Sequence[str]) -> dict[str, Any]:
        """Put members in place of those before, and note what happened."""
        return self._change(self._table.with_members(*members).with_lines(*lines), "; ".join(lines))

    def _place(self, key: str) -> int:
        """Return the index of the member whom the page names.

        Raises:
            CairnRulesError: if there is none of this name at this place, for instance after a second click.
        """
        place, _, name = key.partition(":")
        members = self._table.members
        if place.isdecimal() and int(place) < len(members) and members[int(place)].name == name:
            return int(place)
        raise CairnRulesError(f"{quoted(name)} is no longer there.")

    def _join(self, more: tuple[Character, ...]) -> dict[str, Any]:
        members = (*self._table.members, *more)
        check_members(members)
        names = ", ".join(each.name for each in more)
        return self._change(self._table.with_members(*members), f"Added {names}")

    def _change(self, after: Table, words: str, *, own: str = "") -> dict[str, Any]:
        """Put a table in place of the one before, which can be undone. Panels but its own follow its members.

        Returns:
            What was done, for the reader.
        """
        before = self._table
        if after.members != before.members:
            for name in after.panels.keys() & before.panels.keys() - {own}:
                after = after.with_panel(name, panel(name).followed(before, after))
        self._done = [*self._done, (words, before)][-MOST_STEPS:]
        self._undone = []
        self._table = after
        return {"done": words}

    def _step(self, origin: list[tuple[str, Table]], target: list[tuple[str, Table]]) -> dict[str, Any]:
        """Undo or redo the last change."""
        words, table = origin.pop()
        target.append((words, self._table))
        self._table = table
        return {"done": words}


def _made(address: str) -> tuple[Character, ...]:
    """Return the party of an address of the page that makes characters.

    Raises:
        CairnRulesError: if it has faults.
    """
    from web.shared.party_address import parse_address  # noqa: PLC0415 - needed only to add characters
    from web.shared.party_maker import WishError, make  # noqa: PLC0415 - likewise

    request, faults = parse_address(address)
    if faults:
        raise CairnRulesError(f"This address does not make a party: {' '.join(faults)}")
    try:
        return make(request).characters
    except WishError as error:
        raise CairnRulesError(f"This address does not make a party: {error}") from None


def _read(name: str, text: str) -> tuple[Character, ...]:
    """Return the characters of a file.

    Raises:
        CairnRulesError: if it holds none, or has faults.
    """
    from cairn_rules.cairn_rpg.formats.character_files import read_characters  # noqa: PLC0415 - needed only for files

    with TemporaryDirectory() as folder:
        file = Path(folder, "file")
        file.write_text(text, encoding="utf-8")
        try:
            return read_characters(str(file))
        except CairnRulesError as error:
            raise CairnRulesError(str(error).replace(str(file), name)) from None
