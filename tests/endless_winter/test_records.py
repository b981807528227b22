"""Matches and records of Endless Winter, the packs that they name, and the set-up options of the command line."""

from __future__ import annotations

from random import Random

import pytest

import cairn_rules
from cairn_rules import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    Match,
    NotationError,
    Record,
    Registry,
    SetupError,
    dumps,
    endless_winter,
    format_record,
    loads,
    parse_record,
    read_records,
)
from cairn_rules.codec.variant_text import changed_options, format_variant, read_variant
from cairn_rules.endless_winter import Variant, apply, default_pack, legal_actions, new_game
from cairn_rules.endless_winter.documents.records import START
from cairn_rules.endless_winter.packs.pack_file import format_pack, parse_pack
from cairn_rules.endless_winter.packs.pack_lookup import find_pack, known_packs
from cairn_rules.endless_winter.setup_options import OPTIONS
from support.endless_winter.games import VARIANTS
from support.endless_winter.packs import random_pack

PACK = default_pack()
OTHER = parse_pack(format_pack(PACK).replace('"id": "prerelease_reconstructed"', '"id": "mine"'))
CHANGED = parse_pack(format_pack(PACK).replace('"effect": "tool(2)"', '"effect": "tool(1)"'))
TAGS = START.tags(new_game(seed=1))


def played(seed, decisions, **options):
    """A match after some random decisions."""
    match = Match(endless_winter, new_game(seed=seed, **options))
    rng = Random(seed)
    while match.outcome is None and len(match.history) < decisions:
        match.do(rng.choice(match.legal_actions))
    return match


@pytest.mark.untraced
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_record_reads_back(players):
    """Its tags define the start, its lines every decision, turn by turn."""
    variant = Variant(draft="chief", rest_tips=True, rival_level=2)
    match = played(players, 1000, players=players, variant=variant, layout="B_line")
    record = Record.of(match, tags={"Cyan": "Ann"})
    text = format_record(record)
    assert parse_record(text, endless_winter) == record
    lines = text.splitlines()
    assert lines[0] == '[Game "endless-winter"]'
    assert f'[Players "{players}"]' in lines
    assert '[Layout "B_line"]' in lines
    assert f'[Pack "prerelease_reconstructed {PACK.hash}"]' in lines
    assert '[Variant "draft=chief,rest_tips=true,rival_level=2"]' in lines
    assert not any(line.startswith("[State") for line in lines)


def test_a_start_reads_back():
    """With all options, whether or not a decision of the set-up comes first."""
    for seed in range(20):
        state = new_game(seed=seed, players=1 + seed % 4, variant=VARIANTS[seed % len(VARIANTS)])
        tags = START.tags(state)
        assert "State" not in tags
        assert START.state(tags, None) == state


def test_the_key_is_that_of_the_seed():
    """It is the documented number of seed 7, and the standard options are left out."""
    tags = START.tags(new_game(seed=7))
    assert list(tags) == ["Players", "Layout", "Pack", "Chance"]
    assert tags["Chance"] == "3712283597139984"
    assert tags["Layout"] == next(iter(PACK.layouts))


@pytest.mark.parametrize(
    ("tags", "fault"),
    [
        ({"Players": "5"}, "tag Players: '5' is not a number of players from 1 to 4"),
        ({"Players": ""}, "tag Players: '' is not a number of players"),
        ({"Layout": "B_lime"}, "tag Layout: 'B_lime' is not a pattern of Megalith tiles; did you mean 'B_line'?"),
        ({"Layout": ""}, "tag Layout: '' is not a pattern of Megalith tiles; known: A_block"),
        ({"Pack": ""}, "tag Pack: '' is not the id of a pack and its hash of 64 digits"),
        ({"Pack": "x" * 1000}, "is not the id of a pack and its hash of 64 digits"),
        ({"Pack": f"mine {OTHER.hash}"}, f"tag Pack: the pack 'mine' with the hash '{OTHER.hash}' is missing"),
        ({"Pack": f"mine {OTHER.hash}"}, f"known: prerelease_reconstructed with the hash {PACK.hash}"),
        ({"Pack": f"{PACK.id} {'0' * 64}"}, f"its hash should be '{'0' * 64}', but is {PACK.hash}"),
        ({"Variant": "draft=all"}, "tag Variant: the option 'draft' should be none or setup or chief, not 'all'"),
        ({"Variant": "rival_level=3"}, "tag Variant: the option 'rival_level' should be 0 or 1 or 2, not '3'"),
        ({"Variant": "rest_tips=true,rest_tips=true"}, "tag Variant: the option 'rest_tips' is given twice"),
        ({"Chance": "seven"}, "tag Chance: 'seven' is not a key, a number below 4503599627370496"),
        ({"Chance": "4503599627370496"}, "tag Chance: '4503599627370496' is not a key"),
        ({"Chance": ""}, "tag Chance: '' is not a key"),
    ],
)
def test_tags_that_define_no_start(tags, fault):
    """The tag is named, with what would be right."""
    with pytest.raises(NotationError) as caught:
        START.state({**TAGS, **tags}, None)
    assert fault in str(caught.value)


def test_all_faults_of_tags():
    """They are reported together."""
    with pytest.raises(NotationError) as caught:
        START.state({"Variant": "x=y"}, None)
    where = [fault.where for fault in caught.value.faults]
    assert where == ["tag Players", "tag Pack", "tag Variant", "tag Chance"]


def test_the_pack_of_a_record_is_given_when_it_is_read():
    """Records of games with different packs can be in one file; the built-in pack is always known."""
    records = [Record.of(played(seed, 30, content=pack)) for seed, pack in enumerate([PACK, OTHER, CHANGED])]
    lines = "\n".join(map(format_record, records)).splitlines()
    for registry in (Registry([OTHER, CHANGED]), Registry([CHANGED, OTHER])):
        assert list(read_records(lines, endless_winter, registry=registry)) == records
    faulty = []
    assert list(read_records(lines, endless_winter, errors=faulty.append)) == records[:1]
    assert "the pack 'mine' with the hash" in str(faulty[0])
    assert f"its hash should be '{CHANGED.hash}', but is {PACK.hash}" in str(faulty[1])
    remedy = "give the pack with registry=Registry([pack]), or with --game endless-winter --pack FILE"
    assert remedy in str(faulty[1])


def test_documents_of_a_game_with_another_pack():
    """Records and matches in JSON take the same argument."""
    match = played(1, 30, content=OTHER)
    record = Record.of(match)
    assert loads(dumps(record), registry=Registry([OTHER])) == record
    assert loads(dumps(match), registry=Registry([OTHER])).states == match.states
    with pytest.raises(DocumentError, match=rf"\$\.value\.tags\.Pack: the pack 'mine' with the hash '{OTHER.hash}' is"):
        loads(dumps(record))


@pytest.mark.untraced
def test_a_record_of_any_pack():
    """The whole game reads back."""
    for seed in range(4):
        pack = random_pack(Random(seed))
        record = Record.of(played(seed, 60, content=pack, players=1 + seed))
        assert parse_record(format_record(record), endless_winter, registry=Registry([pack])) == record


def test_a_registry_of_packs():
    """A pack is found by id and hash; another one with the same id does not stand in for it."""
    assert known_packs(Registry([OTHER])) == (OTHER, PACK)
    assert find_pack("mine", OTHER.hash, (OTHER, PACK)) is OTHER
    assert find_pack(PACK.id, PACK.hash, known_packs(Registry([CHANGED]))) is PACK
    assert find_pack(PACK.id, CHANGED.hash, known_packs(Registry([CHANGED]))) is CHANGED
    with pytest.raises(DefinitionError, match=f"is {CHANGED.hash} and {PACK.hash};"):
        find_pack(PACK.id, OTHER.hash, (CHANGED, PACK))
    with pytest.raises(DefinitionError, match=f"known: mine with the hash {OTHER.hash}, prerelease_reconstructed"):
        find_pack("prerelease", OTHER.hash, (OTHER, PACK))
    with pytest.raises(DefinitionError, match="registry= should hold packs of Endless Winter, not"):
        START.state(TAGS, cairn_rules.cairn.BASE_SET)


def in_the_middle():
    """A state after some decisions of the set-up, one of a turn, and one of the Eclipse."""
    drafted = new_game(seed=1, variant=Variant(draft="setup"))
    yield apply(drafted, legal_actions(drafted)[0])
    yield played(1, 20, players=3).state
    yield next(state for state in played(2, 1000, players=2).states if state.phase == "eclipse")


@pytest.mark.parametrize("start", [*in_the_middle()])
def test_a_record_starts_anywhere(start):
    """A start other than the first state of a game is written whole, in a tag of its own, and by it alone."""
    assert list(START.tags(start)) == ["State"]
    match = Match(endless_winter, start)
    match.do(match.legal_actions[0])
    record = Record.of(match)
    text = format_record(record)
    assert parse_record(text, endless_winter) == record
    with pytest.raises(NotationError, match="tag Players: not allowed together with the tag State"):
        parse_record('[Players "3"]\n' + text, endless_winter)


def test_a_start_in_the_middle_of_a_game_with_another_pack():
    """The pack is given as for any other record; without it, both hashes are named."""
    start = played(1, 20, content=OTHER).state
    tags = START.tags(start)
    assert START.state(tags, Registry([OTHER])) == start
    with pytest.raises(NotationError) as caught:
        START.state(tags, None)
    assert str(caught.value.faults[0]).startswith("tag State, $.value")
    assert OTHER.hash in str(caught.value)
    assert PACK.hash in str(caught.value)


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (dumps(cairn_rules.cairn.Pass()), "tag State, $.game: 'cairn' is not 'endless-winter'"),
        ("{" * 100_000, "tag State, "),
        ("", "tag State, $: not JSON"),
    ],
)
def test_tags_that_hold_no_state(state, fault):
    """The path of the fault follows the name of the tag."""
    with pytest.raises(NotationError) as caught:
        START.state({"State": state}, None)
    assert str(caught.value.faults[0]).startswith(fault)


def test_wrong_decisions_are_explained():
    """The line, the turn and the reason are in the error."""
    record = Record.of(played(1, 3))
    text = format_record(record).replace("result: *", "chief>hunt chief>hunt result: *")
    with pytest.raises(NotationError, match=r"\[[a-z/-]+, rule [0-9.]+\]"):
        parse_record(text, endless_winter)


def test_options_with_numbers_and_capitals_as_text():
    """A number is read as a number, and a text as it is."""
    variant = Variant(chief_side="choice", rival_level=1, middle_repeatable=False)
    text = format_variant(variant)
    assert text == "chief_side=choice,middle_repeatable=false,rival_level=1"
    assert read_variant(text, Variant) == variant
    assert changed_options(variant)["rival_level"] == 1
    assert read_variant("chief_side=A", Variant) == Variant()
    assert format_variant(Variant(), variant) == "chief_side=A,middle_repeatable=true,rival_level=0"


def test_the_options_of_the_command_line(tmp_path):
    """Each has the arguments of `new_game`; the pack matters for stored games, too."""
    path = tmp_path / "mine.json"
    path.write_text(format_pack(OTHER), encoding="utf-8")
    chosen = {"players": "3", "layout": "D_tee", "pack": str(path), "variant": "draft=setup"}
    state = new_game(seed=5, **OPTIONS.arguments(chosen))
    expected = new_game(seed=5, players=3, layout="D_tee", content=OTHER, variant=Variant(draft="setup"))
    assert state == expected
    assert OPTIONS.arguments({}) == {}
    assert OPTIONS.registry({}) is None
    assert OPTIONS.registry({"pack": str(path)}) == Registry([OTHER])
    assert [option.name for option in OPTIONS.options if option.reading] == ["pack"]
    assert OPTIONS.position({}) is None


@pytest.mark.parametrize(
    ("chosen", "kind", "message"),
    [
        ({"players": "5"}, SetupError, "Endless Winter is for 1 to 4 players, not '5'"),
        ({"players": "two"}, SetupError, "not 'two'"),
        ({"variant": "draft"}, SetupError, "the option 'draft' needs a value"),
        ({"pack": "nowhere.json"}, CairnRulesError, "cannot read 'nowhere.json'"),
        ({"layout": "ring"}, SetupError, "'ring' is not a pattern of Megalith tiles"),
    ],
)
def test_bad_options(chosen, kind, message):
    """The value is quoted."""
    with pytest.raises(kind) as caught:
        new_game(**OPTIONS.arguments(chosen))
    assert message in str(caught.value)


def test_a_bad_pack_on_the_command_line(tmp_path):
    """All its faults are reported."""
    path = tmp_path / "bad.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(DocumentError):
        OPTIONS.arguments({"pack": str(path)})
