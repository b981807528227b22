"""The page on which one makes characters, without a browser; `nox -s browser` opens it in one."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules.cairn_rpg import CREDIT, Attribute, book, texts
from cairn_rules.cairn_rpg.formats.character_files import read_characters
from cairn_rules.cairn_rpg.formats.document_files import file_name
from web.characters.files import FORMATS, file_of
from web.characters.page import Page, choices_of, program
from web.shared.party_address import LONGEST, MOST_MEMBERS, Member, Request, format_address, parse_address
from web.shared.party_maker import WishError, likelihood, make

pytestmark = pytest.mark.untraced

DOCS = Path(__file__).parent.parent / "docs"
PARTY = Request(
    seed=7,
    members=(
        Member(name="Ash, of £&=", at_least={Attribute.DEX: 14}),
        Member(background="aurifex", swap="STR-DEX", reroll=2),
        Member(rows=(None, 4), bond=20, traits={"hair": "Curly", "vice": "Vain"}),
    ),
    omen=False,
)
ADDRESS = (
    "v=1&seed=7&players=3&background=,aurifex&name=Ash%2C%20of%20%C2%A3%26%3D&swap=,STR-DEX&dex=14"
    "&row2=,,4&bond=,,20&hair=,,Curly&vice=,,Vain&reroll=,2&omen=no"
)
WITH_PRIVATE_OMEN = "v=1&seed=1&players=1&background=foundling&reroll=0&omen=no"


def ask(page: Page, **question: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
    return answer


def opened(page: Page, address: str, **more: Any) -> dict[str, Any]:
    return ask(page, ask="make", address=address, **more)


def faults_of(address: str) -> tuple[str, ...]:
    return parse_address(address)[1]


def test_an_address_holds_every_choice_and_nothing_that_is_rolled() -> None:
    assert format_address(PARTY) == ADDRESS
    assert parse_address(f"#{ADDRESS}") == (PARTY, ())
    assert format_address(Request()) == "v=1&players=4"
    dotted = Request(members=(Member(name="Ash Jr."),))  # a full stop at the end would end the link
    assert format_address(dotted) == "v=1&players=1&name=Ash%20Jr%2E"
    assert parse_address(format_address(dotted)) == (dotted, ())


NAMES = st.text("aZ é'()~%,&=#+/💥", max_size=8).filter(lambda name: name == name.strip())
MEMBERS = st.builds(
    Member,
    background=st.sampled_from(["", *book().backgrounds]),
    name=NAMES,
    swap=st.sampled_from(["none", "STR-DEX", "STR-WIL", "DEX-WIL"]),
    at_least=st.dictionaries(st.sampled_from(Attribute), st.integers(3, 18)),
    rows=st.tuples(st.none() | st.integers(1, 6), st.none() | st.integers(1, 6)),
    bond=st.none() | st.integers(1, 20),
    traits=st.dictionaries(st.sampled_from(["hair", "vice"]), st.sampled_from(["Oily", "Bitter"])).filter(
        lambda traits: all(word in book().traits[trait] for trait, word in traits.items())
    ),
    reroll=st.integers(0, 999),
)
REQUESTS = st.builds(
    Request,
    seed=st.none() | st.integers(0, 2**32 - 1),
    omen=st.booleans(),
    members=st.lists(MEMBERS, min_size=1, max_size=3).map(tuple),
)
PIECES = ("v=1", "seed", "players", "background", "name", "%ff", "&", ",", "=", "#", "dex", "omen", "7", "\0")


@settings(max_examples=15)
@given(REQUESTS)
def test_what_is_written_is_read_again(wanted: Request) -> None:
    assert parse_address(format_address(wanted)) == (wanted, ())


@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_no_address_is_too_damaged_for_sentences(address: str) -> None:
    """Each fault is one sentence, and the rest can be used."""
    request, faults = parse_address(address)
    assert all(fault.endswith((".", "?")) and "\n" not in fault for fault in faults)
    assert 1 <= len(request.members) <= MOST_MEMBERS


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "It has no version: an address starts with #v=1."),
        ("v=2&seed=7&hue", "It was made by a newer version of this page (version 2; this page reads version 1)."),
        ("v=0", "'0' is not a version: an address starts with #v=1."),
        ("v=1&seed=-1", "'-1' is not a seed: use a whole number from 0 to 4294967295."),
        ("v=1&players=13", "'13' is not a number of characters: use a whole number from 1 to 12."),
        ("v=1&background=,fletchwin", "Character 2: 'fletchwin' is not a background; did you mean 'fletchwind'?"),
        ("v=1&name=%0A", "Character 1: '\\n' is not a name: use one line of at most 60 characters."),
        ("v=1&name=%ff", "Character 1: '%ff' is not encoded as UTF-8."),
        ("v=1&dex=19", "Character 1: '19' is not a score: use a whole number from 3 to 18."),
        ("v=1&row1=7", "Character 1: '7' is not a row: use a whole number from 1 to 6."),
        ("v=1&row2=0", "Character 1: '0' is not a row: use a whole number from 1 to 6."),
        ("v=1&bond=,21", "Character 2: '21' is not a bond: use a whole number from 1 to 20."),
        ("v=1&hair=Curli", "Character 1: 'Curli' is not a word for hair; did you mean 'Curly'?"),
        ("v=1&players=1&dex=9,9", "dex has 2 values for 1 character."),
        ("v=1&seed=7&seed=8", "'seed' is given twice."),
        ("v=1&seed", "'seed' has no value: write it as in seed=7."),
        ("v=1&sed=7", "'sed' is not a part of an address; did you mean 'seed'?"),
        ("v=1&omen=7", "'7' is not an answer to omen; known: yes, no."),
        ("v=1&name=" + "a" * LONGEST, "It is longer than 10000 characters."),
        ("v=1" + "&" * 41, "It has more than 40 parts."),
    ],
)
def test_a_damaged_address_gets_a_sentence(address: str, said: str) -> None:
    assert faults_of(address) == (said,)


def test_all_faults_are_told_and_the_rest_is_kept() -> None:
    view = opened(Page(), "v=1&seed=x&players=2&background=aurifex&name=,Bea&str=2,4&omen=no")
    assert len(view["faults"]) == 2
    assert view["party"] is None
    first, second = view["choices"].pop("members")
    assert view["choices"] == {"seed": "", "omen": False}
    assert (first["background"], first["str"]) == ("aurifex", "")
    assert (second["name"], second["str"]) == ("Bea", "4")


def test_a_link_gives_the_same_party_forever() -> None:
    """If this fails, old links give other parties: raise VERSION of party_address."""
    view = opened(Page(), "v=1&seed=7&players=4")
    found = [(each["name"], each["background"], *each["cells"]) for each in view["party"]["members"]]
    assert found == [
        ("Baladria", "Jongleur", "14", "9", "13", "5", "1", "10"),
        ("Landsford", "Barber-Surgeon", "14", "11", "10", "5", "0", "10"),
        ("Aster", "Beast Handler", "9", "12", "14", "3", "0", "9"),
        ("Sable", "Prowler", "13", "13", "15", "3", "1", "31"),
    ]
    assert view == opened(Page(), "v=1&seed=7&players=4")


def test_rows_bonds_and_traits_are_chosen() -> None:
    """Each instead of its roll (R6): what is left open is as it was, and so are the others."""
    before = make(Request(seed=7, omen=False)).characters
    wish = Member(rows=(2, None), bond=3, traits={"hair": "Bald"})
    after = make(Request(seed=7, members=(Member(), wish, Member(), Member()), omen=False)).characters
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, False, True, True]
    rows, traits = after[1].rows, after[1].traits
    assert rows is not None
    assert traits is not None
    assert (rows[0], after[1].bonds[0], traits.hair) == (2, 3, "Bald")
    program_of = opened(Page(), "v=1&seed=7&players=1&row1=2&bond=3&hair=Bald")["party"]["program"]
    assert "tables=(2, None), bond=3, traits={'hair': 'Bald'}" in program_of


def test_choices_and_rerolls_of_a_member_leave_the_others_alone() -> None:
    """The omen can pass on, since the youngest takes it (R20)."""
    before = make(Request(seed=7, omen=False)).characters
    other = Member(background="aurifex", name="Ash", at_least={Attribute.WIL: 13}, reroll=1)
    after = make(Request(seed=7, members=(Member(), other, Member(), Member()), omen=False)).characters
    assert [one == two for one, two in zip(before, after, strict=True)] == [True, False, True, True]
    assert (after[1].background, after[1].name) == ("aurifex", "Ash")
    assert after[1].willpower.max >= 13
    again = make(Request(seed=7, members=(Member(reroll=1),), omen=False)).characters
    assert again[0] != before[0]


def test_the_youngest_takes_an_omen() -> None:
    """It takes one more roll after all others, so that the character is the same (R20)."""
    with_omen, without = make(Request(seed=7)).characters, make(Request(seed=7, omen=False)).characters
    ages = [each.age or 0 for each in without]
    assert [each.omen is not None for each in with_omen] == [age == min(ages) for age in ages]
    assert [each.name for each in with_omen] == [each.name for each in without]


def test_a_random_seed_is_in_the_address() -> None:
    page = Page()
    view = opened(page, "v=1&players=1")
    assert view["choices"]["seed"].isdigit()
    assert opened(page, view["party"]["address"])["party"] == view["party"]


def test_rare_wishes_are_refused_at_once_and_unlucky_ones_after_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """3d6 give 18 once in 216 (R14): two such wishes are met by one character in 46,656."""
    assert likelihood({}) == 1
    assert likelihood({Attribute.STR: 18, Attribute.DEX: 3}) == Fraction(1, 216)
    view = opened(Page(), "v=1&seed=7&players=2&str=,18&wil=,18")
    said = "Character 2: only one character in 46,656 has at least STR 18 and WIL 18, too few to look for."
    assert view["faults"] == [f"{said} Ask for lower scores."]
    assert view["party"] is None
    monkeypatch.setattr("web.shared.party_maker.TRIES", 1)
    with pytest.raises(WishError, match="Character 1: none of 1 characters has scores as high as that"):
        make(Request(seed=7, members=(Member(at_least={Attribute.STR: 18}),)))


def test_wishes_hold_after_the_swap() -> None:
    """The player decides about the swap after all three rolls (R15)."""
    for seed in range(3):
        wish = Member(at_least={Attribute.STR: 14}, swap="STR-WIL")
        made = make(Request(seed=seed, members=(wish,)))
        assert made.characters[0].strength.max >= 14


def test_the_program_makes_the_same_party() -> None:
    made = make(Request(seed=3, members=(*PARTY.members, Member(name='"\\'))))
    names: dict[str, Any] = {}
    exec(program(made), names)  # noqa: S102 - our own
    assert tuple(names["party"]) == made.characters


def test_a_private_omen_is_shown_and_written_only_when_asked_for() -> None:
    """Only its player knows it (R21)."""
    page = Page()
    view = opened(page, WITH_PRIVATE_OMEN)
    [character] = page._made.characters if page._made else ()
    assert character.omen is not None
    assert character.omen.private
    assert "Private omen" not in json.dumps(view)
    assert "Private omen" in json.dumps(ask(page, ask="show", private=True))
    assert ask(page, ask="show", private=False) == view["party"]
    for format in FORMATS:
        hidden, shown = (
            b64decode(ask(page, ask="file", format=format, member=None, private=private)["base64"])
            for private in (False, True)
        )
        assert len(hidden) < len(shown), format


@pytest.mark.parametrize("format", FORMATS)
def test_files_hold_the_whole_party(format: str, tmp_path: Path) -> None:
    """Documents are read again by the library; several for other programs come as an archive."""
    made = make(PARTY).characters
    file = file_of(made, format, "party-7", private=True)
    one = file_of(made[1:2], format, "party-7", private=True)
    name = file_name(made[1].name).removesuffix(".json")
    assert one.name.startswith(f"{name}.") or one.name == f"{name}-{format}.json"
    if format in {"text", "markdown"}:
        text = file.content.decode()
        assert text.count("Based on Cairn") == 3
        assert file.name == f"party-7.{'md' if format == 'markdown' else 'txt'}"
        return
    documents = [file.content]
    if file.name.endswith(".zip"):
        with ZipFile(BytesIO(file.content)) as archive:
            assert archive.namelist() == [file_name(each.name, n) for n, each in enumerate(made, 1)]
            documents = [archive.read(each) for each in archive.namelist()]
    path = tmp_path / "characters.json"
    found = []
    for document in documents:
        path.write_bytes(document)
        found += read_characters(str(path))
    assert tuple(found) == made


def test_names_of_files_hold_no_paths() -> None:
    names = [file_name(name) for name in ("../a/b", "C:\\x", "Béa", "…", "a.b")]
    assert names == ["a-b.json", "c-x.json", "béa.json", "character.json", "a-b.json"]


def test_what_a_format_cannot_hold_is_told() -> None:
    """The older system of Foundry has no place for a donkey, which a Mountebank has."""
    made = make(Request(seed=7, members=(Member(name="Ash", background="mountebank"),))).characters
    found = file_of(made, "foundry-cairn", "party-7", private=False).data()["omissions"]
    assert found[0].startswith("Ash, $.inventory.containers: ")


@pytest.mark.parametrize(
    ("what", "faces", "lines"),
    [
        ("2d6", "3, 5", ["2d6: 3, 5 = 8"]),
        ("-2d6+20", "4 5", ["-2d6+20: - (4 + 5) + 20 = 11"]),
        ("d8+d8", "3 7", ["d8+d8: the highest of 3, 7 = 7"]),
        ("reactions", "1 1", ["reaction [R136]: 2d6: 1, 1 = 2", "Hostile", f"  {texts()['reaction/hostile']}"]),
        ("scar", "7", ["scar [R108]: d12: 7 = 7", "Hamstrung", f"  {texts()['scar/7']}", None]),
    ],
)
def test_dice_at_the_table(what: str, faces: str, lines: list[str | None]) -> None:
    """Real dice, or rolled ones."""
    answer = ask(Page(), ask="roll", what=what, faces=faces)
    note = "In play, no die is rolled: the HP lost in the attack select the row [R108]."
    assert answer == {"lines": [line or note for line in lines], "refused": False}
    assert len(ask(Page(), ask="roll", what=what, faces="")["lines"]) >= 1


@pytest.mark.parametrize(
    ("what", "faces", "said"),
    [
        ("treasure", "", "'treasure' is not a table of the book, nor dice"),
        ("2d6", "3", "Type a face of a d6 for '2d6' (die 2 of 2), too."),
        ("2d6", "3 x", "'x' is not a face of a d6 for '2d6'"),
        ("2d6", "3 4 5 6", "All dice have been rolled; remove the rest, '5 6'."),
    ],
)
def test_what_is_wrong_with_a_roll_is_told(what: str, faces: str, said: str) -> None:
    answer = ask(Page(), ask="roll", what=what, faces=faces)
    assert answer["refused"]
    assert answer["lines"][0].startswith(said)


def test_saves_of_the_party() -> None:
    page = Page()
    opened(page, ADDRESS)
    hero = make(PARTY).characters[0]
    answer = ask(page, ask="save", attribute="DEX", member=0, faces="1")
    assert answer["lines"] == [f"{hero.name}'s DEX save [R45]: d20 against {hero.dexterity.value}: 1 = passed"]
    assert ask(page, ask="save", attribute="DEX", member=0, faces="21")["lines"][0].startswith(
        "21 is not a face of a d20"
    )
    for member, attribute in ((3, "DEX"), (0, "LUCK")):
        with pytest.raises(ValueError, match="nothing to answer"):
            ask(page, ask="save", attribute=attribute, member=member, faces="")


def test_formats_are_those_of_the_form() -> None:
    """And the backgrounds are those of the book, and the credit that of the library."""
    page = (DOCS / "characters/index.md").read_text(encoding="utf-8")
    assert [format for format in FORMATS if f'<option value="{format}">' not in page] == []
    assert [each for each in book().backgrounds if f'<option value="{each}">' not in page] == []
    assert CREDIT in " ".join(page.split()).replace("<https", "https").replace("/>", "/").replace(">)", ")")
    fields = set(re.findall('data-key="([a-z0-9]+)"', page))
    assert choices_of(Request())["members"][0].keys() == {*fields, "reroll"}
    for trait, words in book().traits.items():
        shown = page.partition(f'data-key="{trait}"')[2].partition("</select>")[0]
        assert tuple(re.findall("<option>(.*?)</option>", shown)) == words
    assert [row for row in range(1, len(book().bonds) + 1) if f'<option value="{row}">{row}: ' not in page] == []


@pytest.mark.parametrize(
    "message", ['{"ask": "show"}', '{"ask": "fly"}', '{"ask": "file", "format": "text", "member": null}']
)
def test_what_the_page_never_sends_is_refused(message: str) -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        Page().answer(message)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="'pdf' is not a format of files; known: text, markdown"):
        file_of(make(PARTY).characters, "pdf", "party", private=False)
