"""Documents written when format 1 was made: they are read, written and played as they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from cairn_rules import Match, Record, Registry, dumps, format_record, loads, parse_record
from cairn_rules.cairn_rpg import campaign, combat, dungeon, wilderness, with_packs
from cairn_rules.cairn_rpg.combat.actions import OFFER
from cairn_rules.lazy import resolve
from support.cairn_rpg import campaigns, delves
from support.cairn_rpg.fights import begun, foe, hero
from support.cairn_rpg.journeys import begun as journey
from support.cairn_rpg.journeys import traveller
from support.cairn_rpg.packs import HILLS
from support.cairn_rpg.people import BANDAGES, ROPE
from support.released import of_revision

pytestmark = pytest.mark.untraced

WEEK = """
begin set-out:mill-road season:summer set-out:moor find:feature 1:explore 2:explore find:food:2 wait pay:fatigue
1:supply 2:supply 1:camp 2:camp find:food:3 rest:disturbed way find:treasure fight:wolves begin 1:1>3 3:1>1 4:1>1
1:1>3 2:2>3 3:1>1 4:flee 1:2>3 2:1>3 fight:wolves begin 2:1>3 3:1>1 4:wait
"""
"""A week of a campaign, by the dice of the seed below."""


def is_later(action: Any) -> bool:
    """Whether an action came after these documents."""
    return action == OFFER or (isinstance(action, dungeon.Do) and action.deed in ("put-down", "bandage"))


def played(game: Any) -> Match[Any, Any]:
    """A game in which each decision takes another place of the list, to its end or as far as 40 decisions."""
    match = Match(game, game.new_game(seed=20))
    while match.outcome is None and len(match.history) < 40:
        legal = [each for each in match.legal_actions if each != dungeon.Leave() and not is_later(each)]
        match.do(legal[7 * len(match.history) % len(legal)])
    return match


def week(_: object) -> Match[Any, Any]:
    match = Match(campaign, campaign.new_game(seed=10))
    for text in WEEK.split():
        match.do(text)
    return match


def fight() -> combat.State:
    state = begun(hero("Ada", BANDAGES), hero("Bo", panicked=True), foes=[foe(), foe()])
    return combat.apply(state, combat.Strike(0, 0, 2))


def in_campaign() -> campaign.State:
    start = campaigns.begun(at="crypt")
    return campaigns.play(start, "enter stay 1:light:torch 2:search:chest fight:rat begin", faces=(1, 1))[0]


@frozen
class Golden:
    """A game, and how to make again what is in its documents."""

    game: Any
    state: Callable[[], Any]
    viewer: int = 0
    match: Callable[[Any], Match[Any, Any]] = played
    revision: int = 0
    """The revision of the rules that records name today; 0 if they name none."""
    more: tuple[int, ...] = ()
    """The numbers of the files with actions that came later."""

    def text(self, name: str) -> str:
        """What was written, with the revision of the rules by which a record was read."""
        folder = Path(__file__).parents[1] / "golden" / self.game.MANIFEST.name
        text = (folder / name).read_text(encoding="utf-8")
        return of_revision(self.revision, text) if self.revision else text

    def check(self, name: str, value: Any, **content: Any) -> None:
        assert loads(self.text(name), **content) == value
        assert dumps(value, indent=2) + "\n" == self.text(name)


COMBAT = Golden(combat, fight, viewer=1, more=(2, 3))
DUNGEON = Golden(dungeon, lambda: delves.play(delves.delve(), "stay 1:search:chest 2:light:torch stay 1:take:gem")[0])
WILDERNESS = Golden(
    wilderness,
    lambda: wilderness.apply(journey(traveller("Ada", ROPE), traveller("Bo")), wilderness.Supply(0)),
    revision=2,
)
CAMPAIGN = Golden(campaign, in_campaign, match=week, revision=4, more=(2,))
ALL = pytest.mark.parametrize(
    "golden",
    [COMBAT, DUNGEON, WILDERNESS, pytest.param(CAMPAIGN, marks=pytest.mark.untraced)],
    ids=["combat", "dungeon", "wilderness", "campaign"],
)


@ALL
def test_a_document_of_format_1_says_what_it_always_said(golden: Golden) -> None:
    state = golden.state()
    golden.check("state.json", state)
    golden.check("observation.json", golden.game.observe(state, golden.viewer))
    golden.check("record.json", Record.of(golden.match(golden.game)))


def test_a_map_of_format_1() -> None:
    DUNGEON.check("dungeon.json", DUNGEON.state().dungeon)
    CAMPAIGN.check("gazetteer.json", campaigns.LAND)


@pytest.mark.parametrize("golden", [DUNGEON, WILDERNESS], ids=["dungeon", "wilderness"])
def test_a_state_with_a_pack_of_format_1(golden: Golden) -> None:
    new_game = golden.game.new_game
    golden.check("packs.json", new_game(seed=7, book=with_packs(HILLS).book), registry=Registry([HILLS]))
    assert dumps(new_game(seed=7, book=with_packs().book)) == dumps(new_game(seed=7))


@ALL
def test_every_kind_of_action_of_format_1(golden: Golden) -> None:
    files = ["actions.jsonl", *(f"actions-{number}.jsonl" for number in golden.more)]
    lines = "".join(map(golden.text, files)).splitlines()
    actions = resolve(golden.game.MANIFEST.samples).actions()
    assert {*map(loads, lines)} == {each for each in actions if golden is not DUNGEON or not is_later(each)}
    assert [dumps(loads(line), game=golden.game) for line in lines] == lines


def test_a_campaign_of_format_1_goes_on_where_it_was_left() -> None:
    """One document has the start, the decisions and what was undone; the same key of chance gives the same dice."""
    match, undone = loads(CAMPAIGN.text("match.json")), week(campaign)
    end = undone.state
    undone.undo()
    assert dumps(undone, indent=2) + "\n" == CAMPAIGN.text("match.json")
    assert (match.states, match.redo()) == (undone.states, end)


@ALL
def test_a_record_of_format_1_is_played_as_it_always_was(golden: Golden) -> None:
    """As far as it goes: the same key of chance, the same dice, the same outcome."""
    match = golden.match(golden.game)
    record = Record.of(match, tags={"Party": "Ann"})
    assert format_record(record) == golden.text("record.txt")
    assert parse_record(golden.text("record.txt"), golden.game) == record
    assert list(record.replay())[-1] == match.state
