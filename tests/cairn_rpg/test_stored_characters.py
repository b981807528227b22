"""The characters of everything that the role-playing game stores."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from cairn_rules import Match, Record, dumps, format_record, korrigans
from cairn_rules.cairn_rpg import (
    Companion,
    Score,
    book,
    campaign,
    combat,
    creation,
    dungeon,
    read_pack,
    wilderness,
    with_packs,
)
from cairn_rules.cairn_rpg.combat.setup_options import OPTIONS, parse_side, saved_fight
from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.cairn_rpg.formats import characters_of
from cairn_rules.cairn_rpg.formats.character_files import read_characters, read_record
from cairn_rules.errors import CairnRulesError, DefinitionError, NotationError, SetupError, UnreadableFileError

PACK = Path(__file__).parents[2] / "examples/fenland-pack/src/fenland_pack/fenland.toml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fought(seed: int = 3, **options) -> Match:
    """A fight played to its end by chance."""
    foes = [combat.creature(book().creatures["wolf"]) for _ in range(2)]
    match = Match(combat, combat.new_game(seed=seed, party=create_party(3, seed=7), foes=foes, **options))
    chance = Random(seed)
    while match.legal_actions:
        match.do(chance.choice(match.legal_actions))
    return match


def dead(character):
    return evolve(character, conditions=evolve(character.conditions, dead=True))


def test_every_kind_of_value() -> None:
    """A party is the same party in every game that stores it."""
    party = create_party(2, seed=7)
    assert characters_of(party[0]) == (party[0],)
    assert characters_of(party) == party
    for game in (combat, dungeon, wilderness, campaign):
        state = game.new_game(seed=1, party=party)
        for value in (state, Match(game, state), Record(game=game, start=state, actions=())):
            assert characters_of(value) == party
    match = Match(creation, creation.new_game(seed=4, players=3))
    while match.legal_actions:
        match.do(match.legal_actions[0])
    assert characters_of(match) == creation.characters(match.state) != ()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (campaign.example(), "this Gazetteer has no characters; give characters, or a fight, dungeon, journey or"),
        ((), "this tuple has no characters; "),
        (korrigans.new_game(seed=1), "this game of korrigans has no characters; "),
        (creation.new_game(seed=1), "no character of this game is complete; finish it with 'cairn-rules play --res"),
    ],
)
def test_values_without_characters(value, message: str) -> None:
    with pytest.raises(DefinitionError) as error:
        characters_of(value)
    assert str(error.value).startswith(message)


def test_the_party_of_a_fight_has_its_wounds() -> None:
    """Those who fell in the fight are still members; a companion belongs to its owner."""
    match = fought()
    fighters = [each.character for each in match.state.fighters if each.side == 0 and each.owner is None]
    found = characters_of(match)
    assert [(each.name, each.hp) for each in found] == [(each.name, each.hp) for each in fighters]
    assert any(each.hp.value < each.hp.max for each in found)
    assert [each.name for each in combat.characters(match.state, combat.FOES)] == ["Wolf", "Wolf"]


def test_a_fallen_companion_is_gone() -> None:
    """Only the one that died, also if there is another like it."""
    wolf = Companion(id="wolf", name="Wolf", hp=5)
    ada = evolve(combat.person("Ada", hp=4), companions=(wolf, wolf))
    bo = combat.person("Bo", hp=3, kind="hireling")
    state = combat.new_game(seed=1, party=[ada])
    state = combat.new_game(seed=1, party=[*state.fighters[:3], combat.fighter(bo, owner=0)])
    fallen = evolve(state.fighters[1], character=dead(state.fighters[1].character))
    state = evolve(state, fighters=(state.fighters[0], fallen, *state.fighters[2:]))
    assert combat.characters(state) == (evolve(ada, companions=(wolf,)), bo)
    stray = evolve(fallen, character=evolve(fallen.character, name="Called"))
    state = evolve(state, fighters=(state.fighters[0], stray, *state.fighters[2:]))
    assert combat.characters(state)[0] == ada, "it was called in the fight and was never a companion"


def test_the_party_of_a_campaign_during_a_fight() -> None:
    """The dead of earlier days keep their place, and the wounds of the fight are there before its end."""
    party = [dead(combat.person("Eve", hp=2)), combat.person("Ada", hp=4)]
    state = campaign.new_game(seed=7, party=party, weather="fair")
    state = campaign.apply(state, campaign.Fight("wolves"))
    fight = state.fight
    hurt = evolve(fight.fighters[0], character=evolve(fight.fighters[0].character, hp=Score(1, 4)))
    state = evolve(state, fight=evolve(fight, fighters=(hurt, *fight.fighters[1:])))
    assert [(each.name, each.hp.value) for each in campaign.characters(state)] == [("Eve", 2), ("Ada", 1)]
    assert [each.hp.value for each in state.party.members] == [2, 4]


@pytest.mark.untraced
def test_files_of_games() -> None:
    """As text or JSON, a record, a match or a state."""
    match = fought()
    texts = {
        "fight.cairn": format_record(Record.of(match)),
        "record.json": dumps(Record.of(match)),
        "match.json": dumps(match),
        "state.json": dumps(match.state, indent=1),
    }
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
        assert read_characters(name) == characters_of(match)
        assert parse_side(name) == characters_of(match)
        record = read_record(name)
        assert record is not None
        assert record.game is combat
    assert saved_fight("match.json") == match.states[0]
    Path("party.json").write_text(dumps(create_party(2, seed=1)), encoding="utf-8")
    assert read_record("party.json") is None
    with pytest.raises(SetupError, match=r"'party\.json' is not a saved fight, such as"):
        saved_fight("party.json")


def test_several_games_in_a_file() -> None:
    """The message says how to choose one."""
    texts = [format_record(Record.of(fought(seed))) for seed in (3, 4)]
    Path("two.cairn").write_text("\n".join(texts), encoding="utf-8")
    with pytest.raises(CairnRulesError, match=r"'two\.cairn' holds 2 documents, .* --number 1 --output party\.json'$"):
        read_characters("two.cairn")
    assert read_characters("two.cairn", number=2) == characters_of(fought(4))
    with pytest.raises(CairnRulesError, match=r"'two\.cairn' has no document 3 \(1 to 2\)"):
        read_characters("two.cairn", number=3)
    hero = create_party(1, seed=1)[0]
    Path("mixed.jsonl").write_text(f"{dumps(hero)}\n{dumps(fought())}\n", encoding="utf-8")
    with pytest.raises(CairnRulesError, match=r"'mixed\.jsonl' holds 2 documents, not only characters"):
        read_characters("mixed.jsonl")
    assert read_characters("mixed.jsonl", number=1) == (hero,)


def test_damaged_files() -> None:
    text = format_record(Record.of(fought()))
    Path("cut.cairn").write_text(text[:2000], encoding="utf-8")
    with pytest.raises(
        NotationError, match=r"cannot read 'cut\.cairn': line 3: the record is cut short within a tag, "
    ):
        read_characters("cut.cairn")
    Path("begun.cairn").write_text(text[:5], encoding="utf-8")
    with pytest.raises(NotationError, match=r"line 1: the record is cut short within a tag, '\[Game'; use a complete"):
        read_characters("begun.cairn")
    Path("empty.cairn").write_text(" \n", encoding="utf-8")
    with pytest.raises(UnreadableFileError, match=r"cannot read 'empty\.cairn': it is empty; 'cairn-rules party 4"):
        read_characters("empty.cairn")
    Path("odd.cairn").write_text(text.replace("[Format", "\ud800[Format"), encoding="utf-8", errors="surrogatepass")
    with pytest.raises(CairnRulesError, match="not UTF-8: the byte 0xED on line 2"):
        read_characters("odd.cairn")
    Path("land.json").write_text(dumps(campaign.example()), encoding="utf-8")
    with pytest.raises(CairnRulesError, match=r"^'land\.json': this Gazetteer has no characters; "):
        read_characters("land.json")


def test_games_with_a_pack() -> None:
    """The pack of the options is that of the file."""
    shelf = with_packs(read_pack(PACK))
    foes = [combat.creature(shelf.book.creatures["mire-hog"])]
    state = combat.new_game(seed=7, foes=foes, book=shelf.book)
    Path("hog.cairn").write_text(format_record(Record.of(Match(combat, state))), encoding="utf-8")
    with pytest.raises(NotationError, match="the pack 'fenland' with the hash"):
        parse_side("hog.cairn")
    assert parse_side("hog.cairn", book=shelf.book) == combat.characters(state)
    assert [each.name for each in parse_side("foes of hog.cairn", book=shelf.book)] == ["Mire Hog"]


def test_the_dead_do_not_fight() -> None:
    """They keep their place in a dungeon."""
    ada, bo = combat.person("Ada", hp=4, kind="pc"), dead(combat.person("Bo", hp=3, kind="pc"))
    for name, party in (("one.json", (ada, bo)), ("none.json", (bo,))):
        Path(name).write_text(dumps(party), encoding="utf-8")
    assert OPTIONS.arguments({"characters": "one.json"}) == {"party": (ada,)}
    assert dungeon.setup_options.OPTIONS.arguments({"characters": "one.json"}) == {"party": (ada, bo)}
    with pytest.raises(SetupError, match=r"^everyone is dead \(Bo\); give somebody who can fight$"):
        OPTIONS.arguments({"foes": "none.json"})
