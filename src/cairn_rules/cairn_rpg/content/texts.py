"""The texts of the game, looked up by id, so that another wording or language can replace them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Final, Literal, cast, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.codec.json_text import read_json
from cairn_rules.errors import DefinitionError, DocumentError, Fault, nearest, quoted, shown
from cairn_rules.frozen_classes import evolve, field, fields, frozen

CREDIT: Final = (
    "Based on Cairn Second Edition by Yochai Gal (https://cairnrpg.com), licensed under CC BY-SA 4.0 "
    "(https://creativecommons.org/licenses/by-sa/4.0/). Changes: retold in own words as structured data, with a "
    "structured reading added. Not affiliated with or endorsed by the author."
)
"""The credit to show with texts of the game."""

DATA: Final = files("cairn_rules.cairn_rpg") / "data"


@final
@frozen(kw_only=True)
class Credit:
    """The licence and the authors of a data file, or of texts that replace others."""

    license: str
    """The identifier of the licence (SPDX), such as `CC-BY-SA-4.0`."""
    author: str
    """The people to name when the texts are shown."""
    source: str = ""
    """The work that it is taken from."""
    changes: str = ""
    """Changes from that work."""

    def __str__(self) -> str:
        parts = [f"Texts by {self.author}, {self.license}"]
        parts += [f"Source: {self.source}"] * bool(self.source) + [f"Changes: {self.changes}"] * bool(self.changes)
        return ". ".join(part.rstrip(".") for part in parts) + "."


@final
@frozen(eq=False)
class Texts:
    """The sentences of the game by id, such as `spell/adhere` or `omen/3`.

    Example:
        >>> texts()["reaction/wary"] == texts("ids")["reaction/wary"]
        False
        >>> texts("ids")["reaction/wary"]
        'reaction/wary'
    """

    _sentences: Mapping[str, str] = field(repr=False)
    credit: str = CREDIT
    """The credit to print below these texts; empty if they are ids only."""
    ids_only: bool = False
    """True if every text is its own id."""
    packs: tuple[tuple[Credit, frozenset[str]], ...] = ()
    """The credit of each content pack whose texts these are, with the ids of its texts. See `credit_of`."""
    _read: dict[str, None] | None = field(default=None, repr=False)

    def __getitem__(self, id: str) -> str:
        """Return the text of an id. Raise a `DefinitionError` if there is no such id."""
        if self._read is not None:
            self._read[id] = None
        if self.ids_only:
            return id
        try:
            return self._sentences[id]
        except (KeyError, TypeError):
            raise DefinitionError(f"unknown text {quoted(id)}{self._guess(id)}") from None

    def __contains__(self, id: object) -> bool:
        return id in self._sentences

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def __len__(self) -> int:
        return len(self._sentences)

    def credit_of(self, ids: Iterable[str]) -> str:
        """Return the credit to print below some of the texts, without the packs that none of them comes from."""
        shown = frozenset(ids)
        return " ".join([self.credit, *(str(credit) for credit, own in self.packs if own & shown)])

    def watched(self) -> Texts:
        """Return the same texts, which record lookups for `credit_due`."""
        return evolve(self, read={})

    @property
    def credit_due(self) -> str:
        """The credit to print below the texts looked up since `watched`."""
        return self.credit_of(self._read or ())

    def with_pack(self, sentences: Mapping[str, str], credit: Credit) -> Texts:
        """Return the texts with those of a content pack, which replace texts of the same id.

        The texts of the pack, by id, may be new.
        """
        packs = tuple((other, own - sentences.keys()) for other, own in self.packs)
        merged = MappingProxyType({**self._sentences, **sentences})
        return evolve(self, sentences=merged, packs=(*packs, (credit, frozenset(sentences))))

    def replaced(self, sentences: Mapping[str, str], *, license: str, author: str) -> Texts:
        """Return the texts with some replaced, by a translation or by the wording of the book.

        Ids that have no new text keep theirs. The licence and the author, such as `CC-BY-SA-4.0` and a name, are those
        of the new texts.

        Raises:
            DocumentError: if an id is unknown, a text is empty, or licence or author is missing. It lists all faults.

        Example:
            >>> german = texts().replaced({"reaction/wary": "Misstrauisch."}, license="CC-BY-SA-4.0", author="Anna")
            >>> german["reaction/wary"], german.credit.endswith("Texts by Anna, CC-BY-SA-4.0.")
            ('Misstrauisch.', True)
        """
        faults = [
            Fault(name, "give one: exports print it with the texts")
            for name, value in (("license", license), ("author", author))
            if not isinstance(value, str) or not value.strip()
        ]
        for id, sentence in sentences.items():
            if id not in self:
                faults.append(Fault(f"texts[{quoted(id)}]", f"unknown text{self._guess(id)}"))
            elif fault := _fault_of(sentence):
                faults.append(Fault(f"texts[{quoted(id)}]", fault))
        if faults:
            raise DocumentError(faults)
        credit = f"{self.credit} {Credit(license=license, author=author)}".strip()
        return evolve(self, sentences=MappingProxyType({**self._sentences, **sentences}), credit=credit)

    def _guess(self, id: object) -> str:
        guess = nearest(id, tuple(self))
        return f"; did you mean {guess!r}?" if guess else ""


def _fault_of(sentence: object) -> str | None:
    if not isinstance(sentence, str):
        return f"{shown(sentence)} is not a text"
    return None if sentence.strip() else "the text is empty"


CREDIT_KEYS: Final = tuple(f"_{each.name}" for each in fields(Credit))
"""The keys of a data file that hold its credit."""


def read_texts(folder: Traversable) -> Texts:
    """Read the texts of all JSON files of a folder. A file is an object with a sentence for each id and its credit.

    Raises:
        DocumentError: if a file cannot be read, lacks its credit, has an empty text, or repeats an id of another file.
            It lists the faults of all files.
    """
    sentences: dict[str, str] = {}
    faults: list[Fault] = []
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(".json"):
            continue
        where = f"{file.name}:$"
        try:
            data: Any = read_json(file.read_bytes())
        except DocumentError as error:
            faults += [Fault(where + fault.where.removeprefix("$"), fault.message) for fault in error.faults]
            continue
        if not isinstance(data, dict):
            faults.append(Fault(where, f"{shown(data)} is not an object with a text for each id"))
            continue
        faults += [Fault(f"{where}.{key}", "missing") for key in CREDIT_KEYS if key not in data]
        for id, sentence in cast("dict[str, Any]", data).items():
            fault = "another file has this id" if id in sentences else _fault_of(sentence)
            if fault:
                faults.append(Fault(f"{where}[{id!r}]", fault))
            elif id not in CREDIT_KEYS:
                sentences[id] = sentence
    if faults:
        raise DocumentError(faults)
    return Texts(MappingProxyType(sentences))


@checked
@cache
def texts(text: Literal["retold", "ids"] = "retold") -> Texts:
    """Return the texts of the game.

    With `ids`, texts are their own ids, so that exports hold numbers and ids only.

    Example:
        >>> texts("ids")["omen/3"]
        'omen/3'
        >>> "spell/sleep" in texts()
        True
    """
    if text == "ids":
        return Texts(MappingProxyType({}), "", ids_only=True)
    return read_texts(DATA / "texts")
