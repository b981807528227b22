"""Phrases about a character that sheets and exports share: items, scars, traits, conditions and companions."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, Traits
from cairn_rules.cairn_rpg.characters.items import Companion, Container, Item
from cairn_rules.cairn_rpg.characters.notes import BACKGROUND
from cairn_rules.cairn_rpg.characters.scars import NAMES, Scar
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.texts import Texts
from cairn_rules.cairn_rpg.rulings import Rulings


def text_of(texts: Texts, id: str) -> str:
    """Return a text; an empty one if these texts do not have the id, for example for a background of another book."""
    return texts[id] if texts.ids_only or id in texts else ""


def attack_words(attack: Attack) -> str:
    """Return the dice and qualities of an attack without its name, such as `d6+d6, blast`."""
    return str(attack)[len(attack.name) + 2 : -1]


def item_details(item: Item) -> Iterator[str]:
    """Yield the details of an item: damage, armour, uses, and how it is carried."""
    several = len(item.attacks) > 1
    for attack in item.attacks:
        yield str(attack) if several else attack_words(attack)
    if item.armor:
        yield f"{'+' * item.armor_is_bonus}{item.armor} Armor" + ("" if item.worn else ", not worn")
    if item.uses is not None:
        yield f"{item.uses.left} of {item.uses.max} uses"
    if item.charges is not None:
        yield f"{item.charges.left} of {item.charges.max} charges"
    if item.magic == "relic":
        yield "relic"
    if item.bodily:
        yield "part of the body"
    if item.slots > 1:
        yield "bulky" if item.slots == 2 else f"{item.slots} slots"
    if not item.droppable and not item.bodily:
        yield "cannot be dropped"


def item_words(item: Item) -> str:
    """Return an item in words.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.items import Uses
        >>> item_words(Item(id="bomb", name="Bomb", slots=2, uses=Uses.full(1)))
        'Bomb (1 of 1 uses, bulky)'
    """
    details = ", ".join(item_details(item))
    return f"{item.name} ({details})" if details else item.name


def item_texts(item: Item, texts: Texts) -> tuple[str, ...]:
    """Return the texts about an item: its own, that of its spell, and its recharge condition.

    A description from a file of another program replaces them.
    """
    said = [str(note) for note in item.notes if note.shown]
    if any(note.shown and note.place == "description" for note in item.notes):
        return tuple(said)
    ids = [item.text, f"spell/{item.spell}" if item.spell else ""]
    known = [text_of(texts, id) for id in ids if id]
    if item.recharge and (recharge := text_of(texts, item.recharge)):
        known.append(f"Recharge: {recharge}")
    return (*filter(None, known), *said)


def container_words(container: Container, used: int) -> str:
    """Return the load and the qualities of a container in words."""
    details = [f"{used} of {container.room} slots used"]
    details += [f"{container.gold}gp"] * bool(container.gold) + ["slow"] * container.slow
    if container.reduced is not None:
        details.append(f"{container.reduced} slots while it pulls a wagon or carries a second rider")
    if container.pulled:
        details.append(f"pulled, takes {container.load} of the puller's slots")
    return ", ".join(details)


def companion_words(companion: Companion) -> str:
    """Return a companion with the figures that are printed for it.

    Example:
        >>> companion_words(Companion(id="wolf", name="Wolf", hp=5, strength=11, mount=True))
        'Wolf (5 HP, 11 STR, mount)'
    """
    parts = [f"{companion.hp} HP"] * (companion.hp is not None)
    parts += [f"{companion.armor} Armor"] * bool(companion.armor)
    parts += [f"{score} {each}" for each in Attribute if (score := getattr(companion, each.field)) is not None]
    parts += ["the scores of its owner"] * companion.owner_scores
    parts += [str(attack) for attack in companion.attacks] + ["mount"] * companion.mount
    return f"{companion.name} ({', '.join(parts)})" if parts else companion.name


def scar_words(scar: Scar) -> str:
    """Return a scar in words.

    Example:
        >>> scar_words(Scar(row=4, detail="leg", pending=True)), scar_words(Scar(row=2, changed=("hp", 3, 5)))
        ('Broken Limb (leg), gain pending', 'Rattling Blow, maximum HP 3 to 5')
    """
    words = (NAMES[scar.row - 1] if 1 <= scar.row <= len(NAMES) else f"Scar {scar.row}") + (
        f" ({scar.detail})" if scar.detail else ""
    )
    if scar.pending:
        words += ", gain pending"
    if scar.changed is not None:
        part, old, new = scar.changed
        words += f", maximum {part.upper()} {old} to {new}"
    return words


def traits_words(traits: Traits) -> str:
    """Return the traits as a sentence (R17)."""
    physique, face = traits.physique.lower(), traits.face.lower()
    hair = "no hair" if traits.hair == "Bald" else f"{traits.hair.lower()} hair"
    return (
        f"{_article(physique).capitalize()} {physique} figure with {traits.skin.lower()} skin, {hair} and "
        f"{_article(face)} {face} face; {traits.speech.lower()} in speech, {traits.clothing.lower()} in clothing; "
        f"{traits.virtue.lower()}, but {traits.vice.lower()}."
    )


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"


_DOWN = {
    "critical": "Critical Damage: can only crawl, and dies within the hour without aid (R99)",
    "stabilised": "stabilised, but out of action until rested (R103)",
    "mortal": "mortally wounded: dies within the hour unless healed (R120)",
    "mended": "recovering from a mortal wound (R120)",
}


def condition_words(character: Character) -> Iterator[str]:
    """Yield the conditions of a character in words, worst first."""
    conditions = character.conditions
    if conditions.dead:
        yield "dead"
    if conditions.down:
        yield _DOWN[conditions.down]
    if character.is_paralysed:
        yield "paralysed at 0 DEX (R102)"
    if character.is_delirious:
        yield "delirious at 0 WIL (R102)"
    if conditions.needs:
        days = f", for {conditions.deprived_days} full days" if conditions.deprived_days else ""
        yield f"deprived ({', '.join(sorted(conditions.needs))}{days}): no recovery (R62)"
    if conditions.panicked:
        yield "panicked (R177)"
    if conditions.doomed:
        yield "doomed: dies at the next failed Critical Damage save (R121)"
    for name, rule in (("hamstrung", "R115"), ("deaf", "R116"), ("diseased", "R113")):
        if getattr(conditions, name):
            yield f"{name} ({rule})"


def zero_reason(character: Character, rulings: Rulings) -> str:
    """Return the reason why Hit Protection counts as 0; empty if it does not, or is lost anyway (R31, R177, A7)."""
    inventory = character.inventory
    if inventory.is_full(rulings):
        return f"all {inventory.capacity} slots are used (R31)"
    return "panicked (R177)" if character.conditions.panicked and rulings.zero_hp == "hold" else ""


def background_name(character: Character, book: Book) -> str:
    """Return the name of a character's background; its id if the book lacks it.

    Without a background of the book, it is the name in the file that the character came from, or an empty text.
    """
    if character.background is None:
        return " ".join(each.text for each in character.notes if each.shown and each.place in BACKGROUND)
    background = book.backgrounds.get(character.background)
    return character.background if background is None else background.name


def questions(character: Character, texts: Texts) -> Iterator[tuple[str, str]]:
    """Yield the two questions of a character's background, with the answers of its rows (R12)."""
    if character.background is not None and character.rows is not None:
        for number, row in enumerate(character.rows, 1):
            question = f"background/{character.background}/{number}"
            pair = text_of(texts, question), text_of(texts, f"{question}/{row}")
            if all(pair):
                yield pair


def bond_lines(character: Character, texts: Texts) -> list[str]:
    """Return the texts of the bonds (R18)."""
    return [bond for row in character.bonds if (bond := text_of(texts, f"bond/{row}"))]


def omen_lines(character: Character, texts: Texts) -> list[str]:
    """Return the text of the omen, if there is one. Remove a private omen first (R21)."""
    omen = text_of(texts, f"omen/{character.omen.row}") if character.omen else ""
    return [omen] if omen else []
