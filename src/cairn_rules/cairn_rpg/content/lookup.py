"""Looking up spells, items, creatures, tables, rules and rulings by name, id or number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, final, get_args, get_origin, get_type_hints

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.items import Companion, Container, Item, item_id
from cairn_rules.cairn_rpg.content.book import Background, Book, Creature, Goods, Grant, Spell
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.stat_lines import format_stat_line
from cairn_rules.cairn_rpg.content.texts import Texts, texts
from cairn_rules.cairn_rpg.dice_formula import format_weapon_dice
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.frozen_classes import fields, frozen

if TYPE_CHECKING:
    from cairn_rules.cairn_rpg.content.book_with_packs import Shelf

__all__ = ["Entry", "EntryKind", "entries", "lookup", "mentions", "suggestions"]

EntryKind: TypeAlias = Literal[
    "background",
    "bond",
    "companion",
    "creature",
    "item",
    "omen",
    "reaction",
    "rule",
    "ruling",
    "scar",
    "service",
    "spell",
]
"""The kind of an entry. A `service` is for hire: hirelings, upkeep and the like."""
MOST_GUESSES: Final = 5
"""Maximum number of suggestions for a misspelt name."""
MOST_PLACES: Final = 6
"""Maximum number of places listed for an item."""


@final
@frozen(kw_only=True)
class Entry:
    """A spell, an item, a rule or the like: its facts, and the ids of its texts.

    Example:
        >>> (entry,) = lookup("climbing spikes")
        >>> entry.name, dict(entry.facts)["price"]
        ('Climbing Spikes', '10gp')
    """

    kind: EntryKind
    """The kind, such as `spell`. It distinguishes entries of the same name."""
    id: str
    """The id, such as `adhere` for a spell, `R97` for a rule, or the row of a table."""
    name: str
    """The name as printed; for rules and rows, the number."""
    facts: tuple[tuple[str, str], ...] = ()
    """Facts such as `("price", "10gp")`."""
    texts: tuple[str, ...] = ()
    """The ids of its texts. See `texts`."""

    @property
    def title(self) -> str:
        """The name with the kind, such as `Adhere (spell)`."""
        return f"{self.name} ({self.kind})"


@checked
def lookup(name: str, kind: EntryKind | None = None, *, shelf: Shelf | None = None) -> tuple[Entry, ...]:
    """Return the entries of a name, an id, a number or the id of a text; empty if there are none.

    Case, spaces and punctuation do not matter, nor does a plural in -s, or the word "spellbook" in front of a spell. A
    name is, for instance, `Adhere`, `oil can`, `R97`, `A15`, `omen 3`, or the id of a text such as `bond/2`. `kind`
    limits the entries; `shelf` has the content, with that of packs (default: that of the library).

    Example:
        >>> [entry.title for entry in lookup("LANTERN")], lookup("lamp")
        (['Lantern (item)'], ())
    """
    index, id = _index(*_content(shelf)), item_id(name)
    singular = (id, id.removesuffix("s"), id.removesuffix("es"))
    forms = (*singular, *(each.removeprefix("spellbook-") for each in singular))
    found = ([entry for entry in index.get(form, ()) if kind in (None, entry.kind)] for form in forms)
    return tuple(next(filter(None, found), ()))


@checked
def entries(kind: EntryKind | None = None, *, shelf: Shelf | None = None) -> tuple[Entry, ...]:
    """Return all entries, or those of one kind, in the order of the book.

    `shelf` has the content, with that of packs (default: that of the library).

    Example:
        >>> [entry.name for entry in entries("reaction")]
        ['Hostile', 'Wary', 'Curious', 'Kind', 'Helpful']
    """
    return tuple(entry for entry in _entries(*_content(shelf)) if kind in (None, entry.kind))


@checked
def mentions(words: str, kind: EntryKind | None = None, *, shelf: Shelf | None = None) -> tuple[Entry, ...]:
    """Return the entries that mention all of these words, in their names, groups or texts.

    Entries are in the order of the book. Case does not matter, nor does a plural in -s. Words are whole, such as
    `panic` or `STR save`; the default kinds are rules and rulings. `shelf` has the content, with that of packs
    (default: that of the library).

    Example:
        >>> [entry.name for entry in mentions("surrounded")], mentions("lamp")
        (['R175'], ())
    """
    kinds = ("rule", "ruling") if kind is None else (kind,)
    stems = {word.removesuffix("s") for word in _words(words)}
    content, sentences = _content(shelf)

    def matches(entry: Entry) -> bool:
        group = dict(entry.facts).get("group", "")
        text = " ".join((entry.name.replace("_", " "), group, *(sentences[id] for id in entry.texts)))
        found = _words(text)
        return all(not found.isdisjoint((stem, f"{stem}s", f"{stem}es")) for stem in stems)

    return tuple(entry for entry in _entries(content, sentences) if stems and entry.kind in kinds and matches(entry))


@checked
def suggestions(name: str, kind: EntryKind | None = None, *, shelf: Shelf | None = None) -> tuple[str, ...]:
    """Return the names that contain an unknown one or are similar to it, the most similar first.

    The arguments are those of `lookup`.

    Example:
        >>> suggestions("adhear")
        ('Adhere',)
    """
    names = {item_id(entry.name): entry.name for entry in entries(kind, shelf=shelf)}
    slug = item_id(name)[:100]
    alike = get_close_matches(slug, tuple(names), n=MOST_GUESSES, cutoff=0.7)
    holding = [known for known in names if len(slug) > 2 and slug in known]
    return tuple(names[known] for known in dict.fromkeys((*alike, *holding)))[:MOST_GUESSES]


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _content(shelf: Shelf | None) -> tuple[Book, Texts]:
    return (book(), texts()) if shelf is None else (shelf.book, shelf.texts)


@lru_cache(maxsize=16)
def _index(content: Book, words: Texts) -> Mapping[str, tuple[Entry, ...]]:
    """Return the entries by all their names, as `item_id` writes them."""
    found: dict[str, dict[Entry, None]] = {}
    for entry in _entries(content, words):
        numbered = entry.kind in ("bond", "omen", "scar")
        keys = [entry.name, f"{entry.kind} {entry.id}", *entry.texts, *([] if numbered else [entry.id])]
        if entry.kind in {"rule", "ruling"}:
            keys += [f"{entry.kind} {entry.id[1:]}", *entry.name.split(": ")[1:]]
        for key in keys:
            found.setdefault(item_id(key), {})[entry] = None
    return MappingProxyType({key: tuple(each) for key, each in found.items()})


@lru_cache(maxsize=16)
def _entries(content: Book, words: Texts) -> tuple[Entry, ...]:
    return (
        *_backgrounds(content, words),
        *_bonds(content),
        *_goods(content),
        *_companions(content),
        *(_described("spell", each, _spell_facts(each), words) for each in content.spells.values()),
        *(_described("creature", each, _creature_facts(each), words) for each in content.creatures.values()),
        *_tables(content),
        *_rules(words),
        *_rulings(words),
    )


def _described(
    kind: EntryKind, thing: Background | Spell | Creature, facts: tuple[tuple[str, str], ...], words: Texts
) -> Entry:
    """Return the entry of a thing that has a text of its own, and others below it."""
    about = f"{kind}/{thing.id}"
    texts = tuple(each for each in words if each == about or each.startswith(f"{about}/"))
    return Entry(kind=kind, id=thing.id, name=thing.name, facts=facts, texts=texts)


def _facts(**values: object) -> tuple[tuple[str, str], ...]:
    """Return facts by name, without those that are empty."""
    return tuple((name.replace("_", " "), str(value)) for name, value in values.items() if value not in ("", None, 0))


def _joined(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _backgrounds(content: Book, words: Texts) -> Iterator[Entry]:
    for row, each in enumerate(content.backgrounds.values(), 1):
        facts = _facts(row=row, names=_joined(each.names), gear=_joined(map(_called, _gear(each.start))))
        yield _described("background", each, facts, words)


def _bonds(content: Book) -> Iterator[Entry]:
    for row, grant in enumerate(content.bonds, 1):
        facts = _facts(gear=_joined(map(_called, _gear(grant))), gold=grant.gold and f"{grant.gold}gp")
        yield Entry(kind="bond", id=str(row), name=f"Bond {row}", facts=facts, texts=(f"bond/{row}",))


def _gear(grant: Grant) -> tuple[Item | Container | Companion, ...]:
    return (*grant.items, *grant.containers, *grant.companions)


def _called(thing: Item | Container | Companion) -> str:
    if isinstance(thing, Item) and thing.attacks:
        return f"{thing} ({_joined(format_weapon_dice(attack.dice) for attack in thing.attacks)})"
    return str(thing) if isinstance(thing, Item) else thing.name


def _places(content: Book) -> Iterator[tuple[str, Grant]]:
    """Yield all grants, each with the place at which it is found, such as `Aurifex 1.2`."""
    for each in content.backgrounds.values():
        yield each.name, each.start
        for number, table in enumerate(each.tables, 1):
            for row, grant in enumerate(table, 1):
                yield f"{each.name} {number}.{row}", grant
    for row, grant in enumerate(content.bonds, 1):
        yield f"Bond {row}", grant


def _goods(content: Book) -> Iterator[Entry]:
    """Yield the goods for sale, then those that only backgrounds and bonds grant."""
    granted: dict[Item | Container, list[str]] = {}
    for place, grant in _places(content):
        things: tuple[Item | Container, ...] = (*grant.items, *grant.containers)
        for thing in things:
            granted.setdefault(thing, []).append(place)
    for shelf, rows in content.goods.items():
        for goods in rows:
            for sold in _sold(goods):
                price = f"{goods.price}gp" + (f" a {goods.per}" if goods.per else "")
                others = goods.open_ended and sold == goods.item
                common = _facts(
                    price=price,
                    list=shelf,
                    names=_joined((*goods.examples, "any other")) if others else "",
                    serves=goods.fits,
                    length=goods.length_ft and f"{goods.length_ft} ft",
                )
                if isinstance(sold, Goods):
                    yield Entry(kind="service", id=sold.id, name=sold.name, facts=common)
                else:
                    yield _item(sold, common, granted.pop(sold, []))
    for thing, places in granted.items():
        yield _item(thing, (), places)


def _sold(goods: Goods) -> Iterator[Item | Container | Goods]:
    """Yield the things that a row of a price list sells by name, then by any other name; a service as its row."""
    if goods.item is not None:
        others = (goods.item,) if goods.open_ended else ()
        yield from dict.fromkeys((*map(goods.named, goods.names), *others))
    else:
        yield goods if goods.container is None else goods.container


def _item(thing: Item | Container, common: tuple[tuple[str, str], ...], places: list[str]) -> Entry:
    found = _joined(places[:MOST_PLACES]) + (f" and {len(places) - MOST_PLACES} more" * (len(places) > MOST_PLACES))
    if isinstance(thing, Container):
        own = _facts(
            capacity=f"{thing.capacity} slots" + (f", {thing.reduced} when burdened" if thing.reduced else ""),
            load=thing.load and f"{thing.load} slots while pulled",
            slow="yes" if thing.slow else "",
        )
    else:
        own = _item_facts(thing)
    return Entry(
        kind="item",
        id=thing.id,
        name=thing.name,
        facts=(*common, *own, *_facts(found=found)),
        texts=tuple(filter(None, (thing.text, thing.recharge))) if isinstance(thing, Item) else (),
    )


def _item_facts(item: Item) -> tuple[tuple[str, str], ...]:
    armor = f"{'+' if item.armor_is_bonus else ''}{item.armor} Armor" if item.armor else ""
    return _facts(
        slots={0: "petty", 2: "2, bulky"}.get(item.slots, str(item.slots)),
        attack=_joined(item.attacks),
        armor=armor,
        uses=item.uses and item.uses.max,
        charges=item.charges and item.charges.max,
        magic="" if item.magic == "none" else item.magic,
        spell=item.spell,
        light=item.light,
        restores=_joined(f"{amount} {attribute}" for attribute, amount in item.restores),
        worth=item.value and f"{item.value}gp",
    )


def _companions(content: Book) -> Iterator[Entry]:
    found: dict[Companion, list[str]] = {}
    for place, grant in _places(content):
        for companion in grant.companions:
            found.setdefault(companion, []).append(place)
    for each, places in found.items():
        scores = (("STR", each.strength), ("DEX", each.dexterity), ("WIL", each.willpower))
        parts = [f"{each.hp} HP"] * bool(each.hp) + [f"{each.armor} Armor"] * bool(each.armor)
        parts += [f"{score} {name}" for name, score in scores if score is not None]
        line = _joined((*parts, *each.attacks)) or ("as its owner" if each.owner_scores else "")
        yield Entry(kind="companion", id=each.id, name=each.name, facts=_facts(stats=line, found=_joined(places)))


def _spell_facts(spell: Spell) -> tuple[tuple[str, str], ...]:
    return _facts(
        target=spell.target + " (by touch)" * spell.touch,
        distances=_joined(f"{feet} ft" for feet in spell.feet),
        duration=spell.seconds and f"{spell.seconds} s",
        restores=_joined(f"{amount} {attribute}" for attribute, amount in spell.restores),
        condition=spell.condition,
        harmed_only_by=spell.harmed_only_by,
        speed=f"{spell.speed} times as fast" if spell.speed > 1 else "",
        armor=spell.armor and f"+{spell.armor} Armor while the book is held",
        save=spell.save and f"{spell.save} for the owner of the book",
    )


def _creature_facts(creature: Creature) -> tuple[tuple[str, str], ...]:
    return _facts(
        stats=format_stat_line(creature),
        detachment_from=creature.detachment_from,
        immune=_joined(creature.immune),
        impaired=_joined(creature.impairs),
        enhanced=_joined(creature.enhances),
        powers=_joined(power.name for power in creature.powers),
    )


def _tables(content: Book) -> Iterator[Entry]:
    for row in range(1, content.omens + 1):
        yield Entry(kind="omen", id=str(row), name=f"Omen {row}", texts=(f"omen/{row}",))
    for row, name in enumerate(content.scars, 1):
        facts = _facts(row=row, rule=f"R{108 + row + (row > 8)}")  # row 8 has two rules
        yield Entry(kind="scar", id=str(row), name=name, facts=facts, texts=(f"scar/{row}",))
    for each in content.reactions:
        band = f"{each.least} to {each.most}" if each.most > each.least else str(each.least)
        facts = _facts(sum=f"{band} on 2d6")
        yield Entry(kind="reaction", id=each.id, name=each.name, facts=facts, texts=(f"reaction/{each.id}",))


def _rules(words: Texts) -> Iterator[Entry]:
    group = ""
    for id in words:
        kind, _, number = id.partition("/")
        if kind == "rule-group":
            group = f"{number}. {words[id]}"
        elif kind == "rule":
            yield Entry(kind="rule", id=number, name=number, facts=_facts(group=group), texts=(id,))


def _rulings(words: Texts) -> Iterator[Entry]:
    kinds = get_type_hints(Rulings)
    options = {each.name: each.default for each in fields(Rulings)}
    for id in words:
        kind, _, rest = id.partition("/")
        if kind == "ruling":
            number, _, option = rest.partition("/")
            facts = _facts(option=option, values=_values(kinds[option], options[option])) if option else ()
            name = f"{number}: {option}" if option else number
            yield Entry(kind="ruling", id=number, name=name, facts=facts, texts=(id,))


def _values(kind: Any, default: Any) -> str:
    """Return the values of a ruling, the default first."""
    if get_origin(kind) is Literal or kind is bool:
        values = get_args(kind) or (True, False)
        return _joined([f"{default} (default)", *(value for value in values if value != default)])
    return f"{default} (default), or a number"
