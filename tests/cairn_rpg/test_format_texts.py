"""Texts in the files of other programs: which facts they state, and that none is lost on the way in and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import cairn_rules
from cairn_rules.cairn_rpg.characters.character import Character, Omen, public
from cairn_rules.cairn_rpg.characters.notes import Note
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.content.texts import texts
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT, FileFormat
from cairn_rules.cairn_rpg.formats.exchange import STATE, Document
from cairn_rules.cairn_rpg.formats.fingerprints import fingerprint, known_prints
from cairn_rules.cairn_rpg.sheets import party_sheet, sheet
from cairn_rules.cairn_rpg.validation import validate

SCORES = {"strength": 10, "dexterity": 10, "willpower": 10, "hp": 4}
ADA: Document = {
    "name": "Ada",
    "background": "Aurifex",
    **SCORES,
    **{f"{name}_max": score for name, score in SCORES.items()},
    "gold": 5,
    "containers": [{"id": 0, "name": "Main", "slots": 10}],
}
ABILITIES = {each: {"value": 9, "max": 9} for each in ("STR", "DEX", "WIL")}
APE: Document = {
    "name": "Ape",
    "type": "npc",
    "system": {"abilities": ABILITIES, "hp": {"value": 5, "max": 5}},
    "items": [],
    "_stats": {"systemId": "cairn"},
}
CUT: Document = APE | {"type": "character", "_stats": {"systemId": "cairn2e"}}

BOND = "An uncle whom nobody mourned left you a fine stone. It hums at night in the north!"
OMEN = "The wells of three villages taste of iron, and the herons are gone."
WORDS = {
    "background/aurifex/1": "What went wrong in the workshop?",
    "background/aurifex/1/2": "The clay stood up and walked away from you. It still sends letters.",
    "background/aurifex/2": "What did you make last?",
    "background/aurifex/2/5": "A lamp without oil, which burns for a single hour.",
    "bond/3": BOND,
    "bond/9": "A debt to the ferryman follows you wherever rivers run.",
    "omen/12": OMEN,
}
NOTES = "\n".join(WORDS[id] for id in WORDS if id.startswith("background"))


@pytest.fixture(autouse=True)
def prints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make some sentences of ours printed ones, so that no test needs the wording of a book."""
    whole, sentences = known_prints()
    for id, words in WORDS.items():
        monkeypatch.setitem(whole, fingerprint(words), id)
    for sentence in (*BOND.split(". "), OMEN):
        monkeypatch.setitem(sentences, fingerprint(sentence), "omen/12" if sentence is OMEN else "bond/3")


def read(document: Document, format: FileFormat = KETTLEWRIGHT) -> Character:
    """Read a document without any remark."""
    character, unknown = format.read(document)
    assert unknown == ()
    return character


def back(document: Document, format: FileFormat = KETTLEWRIGHT) -> Document:
    """Return the document that is written for a character that was read and stored as JSON."""
    return format.write(cairn_rules.loads(cairn_rules.dumps(read(document, format))))[0]


# Printed texts


def test_the_data_has_no_words() -> None:
    """The fingerprints are hexadecimal digits, and every id is a text of this library."""
    for known in known_prints():
        assert set(known.values()) <= {*texts()}
        assert all(len(each) == 16 and set(each) <= set("0123456789abcdef") for each in known)


@pytest.mark.parametrize(
    "text",
    [
        BOND,
        f"<p>{BOND}</p>",
        "<p>" + BOND.replace(". ", ".\n") + "</p>",
        BOND.upper(),
        BOND.replace(" ", "\u00a0"),
        BOND.replace("fi", "\ufb01"),
        f"* _{BOND}_",
    ],
)
def test_printed_texts_are_known_whatever_their_markup(text: str) -> None:
    ada = read(ADA | {"bonds": text})
    assert (ada.bonds, [note.shown for note in ada.notes]) == ((3,), [False])


def test_facts_of_printed_texts() -> None:
    """Rows, bonds and omen bring their effects, and validation finds no fault (R12, R18, R20)."""
    ada = read(ADA | {"notes": NOTES, "bonds": f"{BOND}\n\n{WORDS['bond/9']}", "omens": OMEN})
    assert (ada.rows, ada.bonds, ada.omen) == ((2, 5), (3, 9), Omen(12))
    own = book().backgrounds["aurifex"]
    grants = (own.start, own.tables[0][1], own.tables[1][4], book().bonds[2], book().bonds[8])
    assert ada.effects == tuple(effect for grant in grants for effect in grant.effects)
    assert validate(evolve(ada, bonds=(3,))) == ()
    shown = sheet(ada)
    assert BOND not in shown
    assert texts()["bond/9"].split()[0] in shown


def test_companions_of_printed_rows() -> None:
    """They come with their row, once (R12)."""
    own = book().backgrounds["outrider"]
    row = next(number for number, grant in enumerate(own.tables[1], 1) if grant.companions)
    friends = own.tables[1][row - 1].companions
    whole, _ = known_prints()
    whole[fingerprint("A horse of my own breed.")] = f"background/outrider/2/{row}"
    try:
        for more in ("", "\nA horse of my own breed."):
            assert read(ADA | {"background": "", "notes": f"A horse of my own breed.{more}"}).companions == friends
    finally:
        del whole[fingerprint("A horse of my own breed.")]


def test_printed_sentences_between_own_words() -> None:
    """The whole line is shown, and states its fact; a bond in two lines is one bond."""
    said = f"For years I forgot it. {BOND} So they say."
    ada = read(ADA | {"bonds": said, "omens": f"{OMEN}\nBeware."})
    assert (ada.bonds, ada.omen) == ((3,), Omen(12))
    assert ada.notes == (Note("bonds", said), Note("omens", OMEN, shown=False), Note("omens", "Beware."))
    for twice in (BOND.replace(". ", ".\n"), f"{BOND}\n\n{BOND}"):
        assert read(ADA | {"bonds": twice}).bonds == (3,)


def test_answers_tell_the_background() -> None:
    """A name in another language is kept (R12)."""
    ada = read(ADA | {"background": "Ourives", "notes": NOTES})
    assert (ada.background, ada.rows) == ("aurifex", (2, 5))
    assert back(ADA | {"background": "Ourives", "notes": NOTES})["background"] == "Ourives"
    other = read(ADA | {"background": "Cutpurse", "notes": NOTES})
    assert (other.background, other.rows, [note.shown for note in other.notes]) == ("cutpurse", None, [True])


def test_answers_that_contradict_each_other_are_own_words() -> None:
    whole, _ = known_prints()
    ours = texts()["background/aurifex/1/3"]
    ada = read(ADA | {"notes": f"{NOTES}\n{ours}", "omens": f"{OMEN}\n{texts()['omen/2']}"})
    assert (ada.rows, ada.omen) == ((2, 5), Omen(12))
    assert [note.text for note in ada.notes if note.shown] == [ours, texts()["omen/2"]]
    assert whole


def test_one_answer_alone_is_shown() -> None:
    """Its row has an effect, although the character has no rows without the other one."""
    ada = read(ADA | {"notes": "\n".join(NOTES.split("\n")[:2])})
    assert (ada.rows, [note.shown for note in ada.notes]) == (None, [True])
    assert validate(ada) == ()
    assert "The clay stood up" in sheet(ada)


def test_what_unknown_answers_would_allow_is_no_fault() -> None:
    """Some answers grant Hit Protection or a second bond; known ones say whether they do (R12, R21)."""
    much = {"hp": 9, "hp_max": 9, "bonds": f"{BOND}\n\n{WORDS['bond/9']}", "traits": "Tall."}
    assert validate(read(ADA | much | {"notes": "My own answer."})) == ()
    known = validate(read(ADA | much | {"notes": NOTES}))
    assert [fault.code for fault in known] == ["creation/hp", "creation/bonds"]
    assert validate(read(ADA)) == ()


def test_a_text_goes_when_its_fact_does() -> None:
    ada = read(ADA | {"bonds": BOND, "omens": OMEN})
    changed = evolve(ada, bonds=(9,), omen=None)
    document, _ = KETTLEWRIGHT.write(changed)
    assert (document["bonds"], document["omens"]) == (texts()["bond/9"], "")
    secret = evolve(ada, omen=Omen(12, private=True))
    assert OMEN not in json.dumps(KETTLEWRIGHT.write(secret)[0])
    assert public(secret).notes == ada.notes[:1]


# Own words


def test_backgrounds_that_are_not_in_the_book() -> None:
    """They are on the sheet, in the table of a party, and in the file."""
    for names in (
        {"background": "Escriba"},
        {"background": "", "custom_background": "Lamplighter"},
        {"background": "Custom", "custom_background": "Lamplighter"},
    ):
        ada, document = read(ADA | names), back(ADA | names)
        assert ada.background is None
        assert validate(ada) == ()
        assert f"\n{names.get('custom_background', 'Escriba')}, player character" in sheet(ada)
        assert names.get("custom_background", "Escriba") in party_sheet([ada])
        assert {key: document[key] for key in names} == names
    for format in (FOUNDRY_CAIRN, FOUNDRY_CAIRN2E):
        actor = CUT | {"system": APE["system"] | {"background": "Lamplighter"}}
        assert "Lamplighter" in json.dumps(back(actor, format))


@pytest.mark.parametrize(
    "text",
    [
        (
            "You have a Stout Physique, Oily Skin, and Oily Hair. Your Face is Pale, your Speech Blunt. You have Filthy"
            " Clothing. You are Humble and Vain. You are 31 years old."
        ),
        "Your Physique is stout. Skin: oily. Oily Hair. Pale Face.\nBlunt in Speech. Filthy Clothing. Humble. Vain.",
        (
            "Her Physique is Stout, her Skin Oily, her Hair Oily, her Face Pale. Blunt Speech. Filthy Clothing, Humble"
            " Virtue, Vain Vice."
        ),
    ],
)
def test_every_sentence_gives_its_trait(text: str) -> None:
    """However it begins (R17)."""
    ada = read(ADA | {"traits": text})
    assert ada.traits is not None
    assert tuple(getattr(ada.traits, each) for each in ("physique", "skin", "hair", "face")) == (
        "Stout", "Oily", "Oily", "Pale",
    )  # fmt: skip
    assert (ada.traits.speech, ada.traits.clothing, ada.traits.virtue, ada.traits.vice) == (
        "Blunt", "Filthy", "Humble", "Vain",
    )  # fmt: skip
    assert back(ADA | {"traits": text})["traits"] == text


def test_traits_of_ones_own() -> None:
    text = "You have a Hulking Physique, Oily Skin, Oily Hair, Pale Face, Blunt Speech, Filthy Clothing, Humble Virtue"
    text += " and Vain Vice. He limps."
    ada = read(ADA | {"traits": text})
    assert ada.traits is not None
    assert (ada.traits.physique, [note.shown for note in ada.notes]) == ("Hulking", [True])


def test_scars_in_words() -> None:
    """A line that begins with the name of a row is that scar; its words are shown (R108)."""
    words = "3 HP - Walloped: a dent\nBroken limb, by an ogre\nA scratch"
    ada = read(ADA | {"scars": words})
    assert [scar.row for scar in ada.scars] == [3, 4]
    assert "- A scratch" in sheet(ada)
    assert back(ADA | {"scars": words})["scars"] == words


def test_conditions_of_others_are_own_words() -> None:
    assert read(ADA | {"description": "Condition: in love"}).notes == (Note("description", "Condition: in love"),)


def test_words_between_those_of_the_library() -> None:
    """They stay where they are, and go with what passes."""
    bonds = f"{texts()['bond/2']}\n\nMy own bond.\n{texts()['bond/4']}"
    assert back(ADA | {"bonds": bonds})["bonds"] == bonds


def test_notes_and_descriptions_are_shown() -> None:
    ada = read(
        ADA
        | {
            "notes": "Owes the miller.",
            "items": [
                {"name": "Rope", "tags": ["glowing", "d6+1"], "description": "Spun of hair.", "location": 0},
                {"name": "Spellbook: Ward", "tags": [], "description": "Red leather.", "location": 0},
                {"name": "Rations", "tags": ["uses"], "uses": 2, "description": "-", "location": 0},
            ],
        }
    )
    shown = sheet(ada)
    assert "- Owes the miller." in shown
    assert "Rope. Spun of hair. glowing d6+1" in shown
    assert "Spellbook: Ward. Red leather.\n" in shown
    assert "Rations (2 of 3 uses)\n" in shown


def test_lines_within_a_paragraph_are_one() -> None:
    (rope,) = read(ADA | {"items": [{"name": "Rope", "description": "<p>A\nb</p><p>c</p>"}]}).inventory.items
    assert rope.notes == (Note("description", "A b\nc"),)


def test_a_forged_value_is_a_fault() -> None:
    """What goes back as it came has to be JSON."""
    data = cairn_rules.to_data(read(ADA | {"image_url": "x.png"}))
    data["value"]["notes"][0]["raw"] = "{"
    with pytest.raises(cairn_rules.DocumentError, match=r"\$\.value\.notes\[0\]"):
        cairn_rules.from_data(data)


def test_the_text_of_critical_damage() -> None:
    """It is a remark of the item, or of the creature for a natural attack (R100)."""
    fists = {"name": "Fists", "type": "weapon", "system": {"damageFormula": "d6", "criticalDamage": "They bruise."}}
    for slots, where in ((0, "Fists, critical damage: They bruise."), (1, "Critical damage: They bruise.")):
        actor = APE | {"items": [fists | {"system": {**fists["system"], "slots": slots, "description": "Hard."}}]}  # type: ignore[dict-item]
        ape = read(actor, FOUNDRY_CAIRN)
        assert where in sheet(ape)
        (item,) = back(actor, FOUNDRY_CAIRN)["items"]
        assert item["system"]["criticalDamage"] == "<p>They bruise.</p>"
        assert item["system"]["description"] == "<p>Hard.</p>"
        assert "They bruise." in json.dumps(KETTLEWRIGHT.write(ape)[0])


def test_texts_of_several_attacks() -> None:
    """Each goes back to its own attack."""
    items = [
        {"name": name, "type": "weapon", "system": {"damageFormula": "d6", "slots": 0, "description": f"{name}s."}}
        for name in ("Fist", "Horn")
    ]
    again = back(APE | {"items": items}, FOUNDRY_CAIRN)["items"]
    assert [item["system"]["description"] for item in again] == ["<p>Fists.</p>", "<p>Horns.</p>"]


@pytest.mark.parametrize("format", [FOUNDRY_CAIRN, FOUNDRY_CAIRN2E])
def test_effects_that_are_no_condition(format: FileFormat) -> None:
    """They are shown by name, and go back as they came."""
    effects = [{"name": "Cursed by Owls", "changes": [{"key": "x", "value": 1}], "statuses": []}]
    actor = APE | {"_stats": {}, "effects": effects}
    assert "Effect: Cursed by Owls" in sheet(read(actor, format))
    assert back(actor, format)["effects"] == effects


def test_descriptions_of_containers_and_scars_in_foundry() -> None:
    """That of a cart is with its load; the words of a scar are its own."""
    scar = {"name": "Owl Bite", "type": "scar", "system": {"entry": 1, "description": "<p>Itches.</p>"}}
    cart = {"_id": "c", "name": "Cart", "type": "gear", "system": {"capacity": 4, "description": "<p>Blue.</p>"}}
    ada, _ = FOUNDRY_CAIRN2E.read(CUT | {"items": [cart, scar]})
    shown = sheet(ada)
    assert "- Blue." in shown
    assert "- Owl Bite: Itches." in shown
    again = FOUNDRY_CAIRN2E.write(ada)[0]
    assert again["items"][0]["system"]["description"] == "<p>Blue.</p>"
    assert again["system"]["description"] == "<p>Owl Bite: Itches.</p>"


# Kettlewright's items


def test_lists_as_json_in_a_text() -> None:
    """As the programming interface of Kettlewright writes them."""
    rope = json.dumps([{"name": "Rope", "tags": [], "location": 0}])
    ada = read(ADA | {"items": rope, "containers": json.dumps(ADA["containers"])})
    assert ([item.name for item in ada.inventory.items], ada.inventory.capacity) == (["Rope"], 10)
    with pytest.raises(cairn_rules.DocumentError, match="is not a list"):
        KETTLEWRIGHT.read(ADA | {"items": "[5"})


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("item", "figures"),
    [
        ({"tags": ["+1 Armor"]}, (1, True, None, None)),
        ({"tags": ["\u200b+1\u00a0armor "]}, (1, True, None, None)),
        ({"tags": ["charge"], "charges": 1, "max_charges": 2}, (0, False, None, "1/2")),
        ({"tags": ["charge"], "charge": 1, "max_charges": 1}, (0, False, None, "1/1")),
        ({"tags": ["2 charges"]}, (0, False, None, "2/2")),
        ({"tags": ["1 use"]}, (0, False, "1/1", None)),
        ({"tags": ["use"], "uses": "1\u00a0"}, (0, False, "1/1", None)),
    ],
)
def test_tags(item: dict[str, Any], figures: tuple[object, ...]) -> None:
    """Tags of relics and of rows are understood, and go back as they came."""
    document = ADA | {"items": [{"name": "Thorn Collar", "location": 0, **item}]}
    (found,) = read(document).inventory.items
    uses, charges = (None if each is None else str(each) for each in (found.uses, found.charges))
    assert (found.armor, found.armor_is_bonus, uses, charges) == figures
    (written,) = back(document)["items"]
    assert written["tags"] == [tag.replace("\u200b", "").replace("\u00a0", " ").strip() for tag in item["tags"]]


def test_tags_of_a_changed_item() -> None:
    """Those that still hold are written, and unknown ones."""
    ada = read(ADA | {"items": [{"name": "Collar", "tags": ["+1 Armor", "holy"], "location": 0}]})
    (collar,) = ada.inventory.items
    broken = evolve(ada, inventory=evolve(ada.inventory, items=(evolve(collar, armor=0, slots=0),)))
    assert KETTLEWRIGHT.write(broken)[0]["items"][0]["tags"] == ["petty", "holy"]


def test_a_bonus_without_a_number() -> None:
    ada, unknown = KETTLEWRIGHT.read(ADA | {"items": [{"name": "Glove", "tags": ["bonus defense"], "location": 0}]})
    assert ada.inventory.items[0].armor == 0
    assert list(map(str, unknown)) == ["$.items[0].tags: a bonus defense without a number, which counts as 0"]


def test_a_tarp_protects_only_inside() -> None:
    """An item that the book lets protect by an effect has no armour of its own, whatever its tags say."""
    tags = ["1 Armor", "bonus defense"]
    document = ADA | {"background": "Fungal Forager", "items": [{"name": "Sloth-Tarp", "tags": tags, "location": 0}]}
    (tarp,) = read(document).inventory.items
    made = create_character(seed=1, background="fungal-forager", tables=(1, 5))
    assert evolve(tarp, notes=()) in made.inventory.items
    assert back(document)["items"][0]["tags"] == tags


def test_containers_keep_their_names() -> None:
    document = ADA | {
        "name": "Custom",
        "custom_name": "Ada",
        "containers": [
            {"id": 0, "name": "Principal", "slots": 10},
            {"id": 1, "name": "Cart", "slots": 4, "load": 2, "carried_by": "0"},
        ],
        "items": [{"name": "Carrying Cart", "carrying": 1, "tags": [], "location": 0}] * 2,
    }
    again = back(document)
    assert (again["name"], again["custom_name"]) == ("Custom", "Ada")
    assert again["containers"] == document["containers"]
    assert [item["name"] for item in again["items"]] == ["Carrying Cart"] * 2


# Nothing is lost

LETTERS = st.characters(exclude_categories=("C", "Z"), exclude_characters="<>&`")
LINES = st.text(LETTERS | st.just(" "), min_size=1, max_size=20).map(lambda text: " ".join(text.split())).filter(bool)
PARAGRAPHS = st.lists(LINES | st.sampled_from(sorted(WORDS.values())) | st.just(""), max_size=5).map(
    lambda lines: "\n".join(lines).strip("\n")
)
ITEMS = st.fixed_dictionaries(
    {"name": LINES, "tags": st.lists(LINES, max_size=3), "description": LINES, "location": st.just(0)}
)
CHARACTERS = st.fixed_dictionaries(
    {"name": LINES, "items": st.lists(ITEMS, max_size=2), "custom_background": LINES, "image_url": LINES}
    | dict.fromkeys(("traits", "notes", "bonds", "omens", "scars", "description"), PARAGRAPHS)
)


def strings(value: object) -> list[str]:
    """Return all texts of a document, sorted; those without a letter do not count."""
    if isinstance(value, dict):
        return sorted(text for key, each in value.items() if key not in {STATE, "id", "_id"} for text in strings(each))
    if isinstance(value, list):
        return sorted(text for each in value for text in strings(each))
    return [value] if isinstance(value, str) and value else []


@pytest.mark.untraced
@settings(max_examples=40, deadline=None)
@given(CHARACTERS)
def test_every_text_of_kettlewright_comes_back(texts: dict[str, Any]) -> None:
    """From the file to the character, to JSON, and back to the file."""
    document = ADA | texts
    character, _ = KETTLEWRIGHT.read(document)
    again, lost = KETTLEWRIGHT.write(cairn_rules.loads(cairn_rules.dumps(character)))
    for key, value in document.items():
        assert strings(again[key]) == strings(value), key
    assert lost == ()
    assert KETTLEWRIGHT.read({key: value for key, value in again.items() if key != STATE})[0] == character


@pytest.mark.untraced
@settings(max_examples=20, deadline=None)
@given(PARAGRAPHS, LINES, LINES, st.lists(st.sampled_from((FOUNDRY_CAIRN, FOUNDRY_CAIRN2E)), min_size=1, max_size=3))
def test_every_text_of_foundry_comes_back(text: str, word: str, name: str, formats: list[FileFormat]) -> None:
    """Also on the way through the other formats."""
    html = "".join(f"<p>{line}</p>" for line in text.split("\n") if line)
    system = APE["system"] | {"biography": html, "background": word, "features": [{"name": word, "description": html}]}
    system |= {"description": html, "bond": text, "omen": {"enabled": False, "text": word}, "traits": {"hair": word}}
    gear = {"description": html, "damageFormula": word, "criticalDamage": f"<p>{word}</p>", "damage": word, "slots": 1}
    items = [{"_id": "a", "name": name, "system": gear}]
    for format, kind in ((FOUNDRY_CAIRN, "item"), (FOUNDRY_CAIRN2E, "gear")):
        actor = CUT | {"system": system, "items": [items[0] | {"type": kind}], "effects": [{"name": word}]}
        character, _ = format.read(actor)
        again, _ = format.write(character)
        known = {*strings(again["system"]), *strings(again["items"]), *strings(again["effects"])}
        keys = ("biography", "background", "features") if kind == "item" else ("description", "bond", "omen", "traits")
        assert {*strings([system[key] for key in keys])} <= known
        assert {*strings([again["effects"]])} == {word}
        assert {*strings({key: each for key, each in gear.items() if key in again["items"][0]["system"]})} <= known
        for other in (*formats, KETTLEWRIGHT):
            document, _ = other.write(character)
            (document if other is KETTLEWRIGHT else document["flags"]).pop(STATE)
            character, _ = other.read(document)
        there = json.dumps(KETTLEWRIGHT.write(character)[0], ensure_ascii=False)
        assert word in there
