"""The fight on the page of the Warden, without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import asdict, evolve

from cairn_rules.cairn_rpg import Companion, Score, book, combat
from cairn_rules.cairn_rpg.characters.character import Omen
from cairn_rules.cairn_rpg.combat.rules.setup import arranged, person
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY
from cairn_rules.cairn_rpg.odds import odds
from cairn_rules.errors import CairnRulesError, IllegalActionError
from web.warden import fight as warden_fight
from web.warden import game as warden_game
from web.warden import odds as warden_odds
from web.warden.fight import Fight, Plan, begin, followed, read
from web.warden.game import Play
from web.warden.page import Page
from web.warden.steps import Slices, after
from web.warden.table import Table, read_table, write_table

pytestmark = pytest.mark.untraced

ADA = person("Ada", hp=4, strength=12, dexterity=12, armor=1, attacks=["sword d8"], kind="pc")
BO = person("Bo", hp=3, strength=9, attacks=["axe d6"], kind="pc")
TABLE = Table(members=(ADA, BO))


def plan(foes: str = "wolf", **more: Any) -> dict[str, Any]:
    """A plan as the page sends it."""
    return {**asdict(Plan(foes=foes)), "away": [], **more}


def begun(table: Table = TABLE, **more: Any) -> Table:
    """A table with a fight in which everyone acts in the first round."""
    return do(table, ask="begin", plan=plan(**{"first": "pcs_ready", **more}))


def do(table: Table, **asked: Any) -> Table:
    return warden_fight.answer(table, asked)[0]


def fight_of(table: Table) -> Fight:
    found = table.panels["fight"]
    assert isinstance(found, Fight)
    return found


def shown(table: Table) -> dict[str, Any]:
    view = warden_fight.view(table)
    json.dumps(view)  # the page gets it as JSON
    running: dict[str, Any] = view["running"]
    return running


# The plan


def test_the_creatures_of_the_book_and_the_policies_can_be_chosen() -> None:
    table, answer = warden_fight.answer(TABLE, {"ask": "options"})
    assert table is TABLE
    assert answer["creatures"] == sorted(each.name for each in book().creatures.values())
    assert answer["policies"][:2] == ["focus fire", "weakest first"]


def test_foes_are_typed_as_at_the_terminal() -> None:
    """Creatures of the book, several of them, and stat lines; the leader is one of them by number."""
    fight = begin(TABLE, Plan(foes="2 wolf; Chief: 6 HP, axe (d8);", leader="3", morale=False, first="foes_first"))
    state = fight.play.state
    assert [each.character.name for each in state.fighters] == ["Ada", "Bo", "Wolf 1", "Wolf 2", "Chief"]
    assert state.leader == 4
    assert state.rulings.changed == {"initiative": "foes_first", "morale": False}
    assert fight.places == (0, 1)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (plan("2 wolff"), "neither a creature of the book nor a stat line"),
        (plan(" ; "), "Type the foes, such as '2 wolf'."),
        (plan("wolf", leader="2"), "'2' is not the number of a foe (1 to 1)."),
        (plan("wolf", leader="first"), "'first' is not the number of a foe"),
        (plan("wolf", away=[0, 1]), "No member of the party can fight"),
        (plan("101 wolf"), "101 is not a number"),
        (plan("wolf", first="never"), "is not a fight to prepare: it is damaged"),
        ({"foes": "wolf"}, "is not a fight to prepare: it is damaged"),
    ],
)
def test_a_mistake_gets_a_sentence_and_changes_nothing(wrong: dict[str, Any], said: str) -> None:
    """The odds have it beside them, and the button for the fight above the page."""
    table, answer = warden_fight.answer(TABLE, {"ask": "odds", "plan": wrong})
    assert table is TABLE
    assert said in answer["fault"]
    with pytest.raises(CairnRulesError) as caught:
        do(TABLE, ask="begin", plan=wrong)
    assert said in str(caught.value)


def test_the_dead_and_those_who_stay_away_do_not_fight() -> None:
    dead = evolve(ADA, conditions=evolve(ADA.conditions, dead=True))
    cy = evolve(BO, name="Cy")
    fight = begin(Table(members=(dead, BO, cy)), Plan(foes="wolf", away=(1,)))
    assert fight.places == (2,)
    with pytest.raises(CairnRulesError, match="No member of the party can fight"):
        begin(Table(members=(dead,)), Plan(foes="wolf"))


def test_a_plan_is_kept_and_its_absentees_follow_the_members() -> None:
    """Whoever stays away stays away, at whatever place; one who left the table is forgotten."""
    table = do(TABLE, ask="plan", plan=plan("3 wolf", away=[1]))
    again = read_table(write_table(table, private=True))
    assert again.panels["fight"] == Plan(foes="3 wolf", away=(1,))
    assert warden_fight.view(again)["plan"]["foes"] == "3 wolf"
    assert warden_fight.view(again)["running"] is None
    assert followed(again, again.with_members(BO)) == Plan(foes="3 wolf")
    stays = do(TABLE.with_members(ADA, BO), ask="plan", plan=plan(away=[1, 7]))
    assert followed(stays, stays.with_members(stays.members[1])) == Plan(foes="wolf", away=(0,))


# The odds


def all_slices(table: Table, **asked: Any) -> list[dict[str, Any]]:
    slices = [warden_fight.answer(table, asked)[1]]
    while slices[-1]["state"] == "running":
        json.dumps(slices[-1])
        slices.append(warden_fight.answer(table, {"ask": "go-on", "number": slices[-1]["number"]})[1])
    return slices


def test_odds_are_rough_first_and_then_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last ones are those of the library. Small fights are exact at once."""
    at_once = all_slices(TABLE, ask="odds", plan=plan("wolf", first="pcs_ready"))
    assert next(each["result"]["exact"] for each in at_once if each["result"])
    monkeypatch.setattr("cairn_rules.cairn_rpg.estimates.improve._AT_ONCE", 1)
    slices = all_slices(TABLE, ask="odds", plan=plan("wolf", first="pcs_ready"))
    results = [each["result"] for each in slices if each["result"]]
    assert [each["exact"] for each in results][:2] == [False, True]
    assert results[0]["wins"][0]["low"] < results[0]["wins"][0]["value"] < results[0]["wins"][0]["high"]
    found = odds(begin(TABLE, Plan(foes="wolf", first="pcs_ready")).play.state, exact=True)
    assert results[1]["verdict"] == f"The party wins with a probability of {found.wins[PARTY]}."
    share = results[1]["wins"][0]
    assert share["low"] == share["value"] == share["high"] == float(found.wins[PARTY].value)
    ada, bo, wolf = results[1]["fighters"]
    assert (ada["name"], bo["side"], wolf["side"], wolf["scars"]) == ("Ada", PARTY, FOES, "")
    assert [each["name"] for each in ada["fates"]] == ["standing", "out", "dead", "fled"]
    assert sum(each["value"] for each in ada["fates"]) == pytest.approx(1)
    assert ada["scars"].endswith("%")


def test_odds_of_other_positions_follow() -> None:
    """They come last: those of the party with enhanced attacks, and those of foes with impaired ones (R85, R87)."""
    table = do(begun(foes="Chief: 6 HP, axe (d10)"), ask="act", action="begin")
    slices = all_slices(table, ask="odds")
    results = [each["result"] for each in slices if each["result"]]
    assert [len(each["judged"]) for each in results] == [0, 2]
    state = fight_of(table).play.state
    for text, share in zip(("position:party=enhanced", "position:foes=impaired"), results[-1]["judged"], strict=True):
        judged = combat.apply(state, combat.parse_action(text, state))
        assert share["value"] == float(odds(judged).wins[PARTY].value) > results[-1]["wins"][0]["value"]


@pytest.mark.slow
def test_odds_of_a_large_fight_are_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have an interval, and as many games as the stated precision needs."""
    monkeypatch.setattr(warden_odds, "MOST_STATES", 10)
    last = all_slices(TABLE, ask="odds", plan=plan("2 wolf"))[-1]["result"]
    assert not last["exact"]
    assert " to " in last["wins"][0]["text"]
    assert "Simulated: 400 games" in " ".join(last["assumptions"])


def test_odds_go_on_from_the_present_state() -> None:
    table = do(begun(foes="Rat: 1 HP, 1 STR, bite (d4)"), ask="act", action="begin")
    last = all_slices(table, ask="odds")[-1]["result"]
    assert last["wins"][0]["value"] > 0.9


def test_a_newer_question_replaces_an_older_one() -> None:
    _, older = warden_fight.answer(TABLE, {"ask": "odds", "plan": plan()})
    _, newer = warden_fight.answer(TABLE, {"ask": "odds", "plan": plan("2 wolf")})
    outdated = warden_fight.answer(TABLE, {"ask": "go-on", "number": older["number"]})[1]
    assert outdated["state"] == "outdated"
    assert outdated["result"] is None
    assert newer["number"] == older["number"] + 1


def test_a_slice_ends_after_its_time() -> None:
    """A clock that goes on by a second at each look: each slice is one step, or ends with a rough result."""
    times = iter(range(1000))

    def steps() -> Any:
        yield "first"
        yield 1
        yield "second"
        return 2

    slices = Slices[tuple[int, ...]](clock=lambda: next(times))
    found = [slices.begin(after((0,), steps()))]
    while found[-1]["state"] == "running":
        found.append(slices.go_on(found[-1]["number"]))
    assert [each["line"] for each in found if each["line"]] == ["first", "second"]
    assert [each["result"] for each in found if each["result"]] == [(0, 1), (0, 2)]
    assert slices.go_on(found[-1]["number"])["state"] == "outdated"


# The fight


def test_a_round_is_clicked_through_by_member() -> None:
    table = begun(foes="Ogre: 30 HP, 18 STR, club (d10)")
    assert shown(table)["groups"][0]["choices"][0]["action"] == "begin"
    table = do(table, ask="act", action="begin")
    view = shown(table)
    assert view["question"] == "Round 1, party: what does Ada do?"
    assert [each["decides"] for each in view["fighters"]] == [True, False, False]
    names = [each["name"] for each in view["groups"]]
    assert names == ["Attack with sword (d8)", "Attack with unarmed (d4)", "Truce", "Get away", "Wait"]
    sword = view["groups"][0]["choices"]
    assert sword == [{"action": "1:1>3", "text": "Ogre", "sentence": "Ada attacks Ogre with sword (d8)"}]
    assert view["groups"][3]["choices"][0]["text"] == "Tries to get away"
    table = do(table, ask="act", action="1:1>3")
    view = shown(table)
    assert view["fighters"][0]["declared"] == "Ada attacks Ogre with sword (d8)"
    assert view["question"] == "Round 1, party: what does Bo do?"
    before = len(table.log)
    table = do(table, ask="act", action="bo:wait")
    assert shown(table)["question"] == "Round 1, warden: what does Ogre do?"
    assert any("[R96]" in line for line in table.log[before:])
    assert shown(table)["lines"] == list(table.log[-14:])
    assert shown(table)["fighters"][2]["hp"] != "30/30"


def test_what_is_illegal_gets_its_reason() -> None:
    """When it is tried, and before."""
    table = do(begun(), ask="act", action="begin")
    with pytest.raises(IllegalActionError, match="Bo"):
        do(table, ask="act", action="2:wait")
    with pytest.raises(CairnRulesError, match="cannot read 'dance'"):
        do(table, ask="act", action="dance")
    state = arranged(fight_of(table).play.state, 0, refuge=False)
    cornered = table.with_panel("fight", evolve(fight_of(table), play=Play(state=state)))
    [refused] = shown(cornered)["refused"]
    assert refused["sentence"] == "Ada tries to get away"
    assert "R134" in refused["reason"]
    assert shown(table)["refused"] == []


def test_a_spell_that_cannot_be_cast_is_refused_in_words() -> None:
    """A shield in hand prevents the casting of a spellbook (A53)."""
    from cairn_rules.cairn_rpg.procedures.carrying import take, wear  # noqa: PLC0415

    shield = next(row.item for row in book().goods["armor"] if row.id == "shield")
    assert shield is not None
    mage = take(take(ADA, book().spells["sleep"].spellbook), shield)
    mage = wear(mage, mage.inventory.items[-1])
    table = do(begun(Table(members=(mage,))), ask="act", action="begin")
    assert [each["sentence"] for each in shown(table)["refused"]] == ["Ada uses Spellbook: Sleep"]


def test_real_dice_are_asked_for_one_by_one() -> None:
    """Wrong faces and too many are refused; a decision waits for its dice, and can be undone by the page."""
    table = do(begun(first="save"), ask="hand", on=True)
    table = do(table, ask="act", action="begin")
    assert shown(table)["needed"] == 'a face of a d20 for "Ada\'s DEX save [R73]"'
    assert shown(table)["groups"] == []
    for faces, said in (
        ("21", "give a whole number from 1 to 20"),
        ("x", "'x' is not a face"),
        ("5 6 7", "remove the rest, '7'"),
    ):
        with pytest.raises(CairnRulesError, match=said):
            do(table, ask="throw", faces=faces)
    with pytest.raises(CairnRulesError, match="Type a face of a d20 for"):
        do(table, ask="act", action="begin")
    with pytest.raises(ValueError, match="nothing to answer"):
        do(table, ask="hand", on=False)
    table = do(table, ask="throw", faces="5")
    assert shown(table)["needed"] == 'a face of a d20 for "Bo\'s DEX save [R73]"'
    again = read_table(write_table(table, private=True))
    assert again.panels["fight"] == table.panels["fight"]
    table = do(again, ask="throw", faces="20")
    assert table.log[-4:] == (
        "Ada's DEX save [R73]: d20 against 12: 5 = passed",
        "Bo's DEX save [R73]: d20 against 10: 20 = failed",
        "Ada is ready [R73]",
        "Bo misses the first round [R73]",
    )
    with pytest.raises(CairnRulesError, match="No dice are needed now"):
        do(table, ask="throw", faces="5")


def test_the_members_are_as_they_are_in_the_fight() -> None:
    """Their wounds are on the sheets at once, also those of companions, who die with their owner's leave."""
    keeper = evolve(BO, companions=(Companion(id="wolf", name="Wolf", hp=1, strength=1),))
    table = begun(Table(members=(ADA, keeper)), foes="Ogre: 30 HP, 18 STR, club (d12)")
    assert [each["name"] for each in shown(table)["fighters"]] == ["Ada", "Bo", "Wolf", "Ogre"]
    table = do(do(table, ask="hand", on=True), ask="act", action="begin")
    for action in ("1:wait", "2:wait", "3:wait", "4:1>3"):
        table = do(table, ask="act", action=action)
    table = do(table, ask="throw", faces="12")
    assert table.members == (ADA, evolve(keeper, companions=()))
    for action in ("1:wait", "2:wait", "4:1>1"):
        table = do(table, ask="act", action=action)
    table = do(table, ask="throw", faces="4")
    assert table.members[0].hp == Score(1, 4)  # 4 - 1 Armor
    assert table.members[0] is fight_of(table).play.state.fighters[0].character


def test_the_computer_decides_for_a_side() -> None:
    """For the rest of a turn, or always for the foes."""
    stout = Table(members=tuple(evolve(each, hp=Score.full(20)) for each in TABLE.members))
    table = do(begun(stout, foes="Ogre: 30 HP, 18 STR, club (d4)"), ask="act", action="begin")
    table = do(table, ask="act", action="1:wait")
    table = do(table, ask="computer")
    assert "Bo hits Ogre with axe" in " ".join(table.log)
    assert shown(table)["question"] == "Round 1, warden: what does Ogre do?"
    table = do(table, ask="automatic", on=True)
    assert shown(table)["question"] == "Round 2, party: what does Ada do?"
    assert shown(table)["automatic"] is True
    table, answer = warden_fight.answer(table, {"ask": "computer"})
    assert shown(table)["question"] == "Round 3, party: what does Ada do?"
    assert answer == {"done": "Round 3, the party"}


def test_the_computer_stops_for_real_dice() -> None:
    table = do(do(begun(), ask="act", action="begin"), ask="hand", on=True)
    table = do(table, ask="automatic", on=True)
    table, answer = warden_fight.answer(do(table, ask="computer"), {"ask": "throw", "faces": "1 1"})
    assert "damage to Ada" in shown(table)["needed"]
    assert answer == {"done": "A throw of dice"}


def test_a_fight_ends_and_is_put_away() -> None:
    """The plan stays, so that it can be fought again."""
    table = do(do(begun(foes="Rat: 1 HP, 1 STR, bite (d4)"), ask="hand", on=True), ask="act", action="begin")
    table, answer = warden_fight.answer(table, {"ask": "act", "action": "1:1>3"})
    assert answer == {"done": "Ada attacks Rat with sword (d8)"}
    table, answer = warden_fight.answer(do(table, ask="act", action="2:wait"), {"ask": "throw", "faces": "8"})
    assert answer == {"done": "The end of the fight"}
    view = shown(table)
    assert view["over"]
    assert view["question"] == "Party wins: defeat."
    assert view["groups"] == []
    assert view["refused"] == []
    with pytest.raises(CairnRulesError, match="The fight is over"):
        do(table, ask="computer")
    table, answer = warden_fight.answer(table, {"ask": "leave"})
    assert answer == {"done": "The fight is put away"}
    assert table.panels["fight"] == Plan(foes="Rat: 1 HP, 1 STR, bite (d4)", first="pcs_ready")
    left, answer = warden_fight.answer(begun(), {"ask": "leave"})
    assert answer == {"done": "The party leaves the fight"}
    assert left.log[-1] == "The party leaves the fight"


def test_the_warden_judges_the_circumstances_of_a_fighter() -> None:
    """Whoever attacks from a position of weakness rolls a d4 (R85), and whoever is held does not act (R81)."""
    table = do(begun(), ask="act", action="begin")
    table, answer = warden_fight.answer(table, {"ask": "act", "action": "position:1=impaired:1"})
    assert answer == {"done": "Changed a position"}
    assert shown(table)["groups"][0]["name"] == "Attack with sword (d4)"
    assert shown(table)["fighters"][0]["state"] == ["attacks by it are impaired up to round 1"]
    assert shown(table)["lines"][-1] == "attacks by Ada are impaired up to round 1 [R85]"
    table, answer = warden_fight.answer(table, {"ask": "arrange", "fighter": 1, "held": "asleep"})
    assert answer == {"done": "Changed the circumstances of Bo"}
    assert shown(do(table, ask="act", action="1:wait"))["question"] == "Round 1, warden: what does Wolf do?"
    with pytest.raises(CairnRulesError, match="the index of a fighter"):
        do(table, ask="arrange", fighter=7, held="")
    with pytest.raises(ValueError, match="nothing to answer"):
        do(table, ask="arrange", fighter=1, held="upside down")


def test_more_foes_join_between_two_turns() -> None:
    table, answer = warden_fight.answer(begun(), {"ask": "join", "foes": "2 wolf;"})
    assert answer == {"done": "Wolf 1, Wolf 2 joined the foes"}
    assert [each["side"] for each in shown(table)["fighters"]] == [PARTY, PARTY, FOES, FOES, FOES]
    table = do(table, ask="act", action="begin")
    with pytest.raises(CairnRulesError, match="Type the foes who join, between two turns"):
        do(table, ask="join", foes=" ")
    with pytest.raises(CairnRulesError, match="cannot join in the middle of a turn"):
        do(do(table, ask="act", action="1:wait"), ask="join", foes="wolf")
    over = do(do(do(table, ask="act", action="offer"), ask="act", action="agree"), ask="automatic", on=False)
    with pytest.raises(CairnRulesError, match="The fight is over"):
        do(over, ask="join", foes="wolf")


def test_questions_after_the_dice_are_asked() -> None:
    """The limb that a Sundered member loses is chosen (R119), and nobody declares meanwhile."""
    table = begun(Table(members=(person("Cy", hp=10, willpower=9, kind="pc"),)), foes="Ogre: 9 HP, club (d12)")
    table = do(do(table, ask="hand", on=True), ask="act", action="begin")
    for action in ("1:wait", "2:1>1"):
        table = do(table, ask="act", action=action)
    table = do(table, ask="throw", faces="10 20")
    view = shown(table)
    assert view["question"] == "Cy must lose a limb [R119]"
    assert [each["decides"] for each in view["fighters"]] == [False, False]
    assert view["groups"][0]["choices"][0]["text"] == "Cy loses a limb: hand"
    table = do(table, ask="act", action="1:lose:hand")
    assert shown(table)["question"] == "Round 2, party: what does Cy do?"
    assert table.members[0].scars


def test_what_the_page_never_asks_is_an_error() -> None:
    for asked in ({"ask": "nothing"}, {"ask": "act", "action": "begin"}):
        with pytest.raises(ValueError, match="nothing to answer"):
            warden_fight.answer(TABLE, asked)
    with pytest.raises(ValueError, match="nothing to answer"):
        do(begun(), ask="nothing")


# Kept, shared and followed


def test_a_fight_survives_and_keeps_private_omens_private() -> None:
    secret = evolve(ADA, omen=Omen(3, private=True))
    table = do(begun(Table(members=(secret, BO))), ask="act", action="begin")
    private, public = (write_table(table, private=each) for each in (True, False))
    assert read_table(private).panels["fight"] == table.panels["fight"]
    hidden = read_table(public).panels["fight"]
    assert isinstance(hidden, Fight)
    assert hidden.play.state.fighters[0].character.omen is None
    assert combat.legal_actions(hidden.play.state) == combat.legal_actions(fight_of(table).play.state)


@pytest.mark.parametrize(
    "change",
    [
        {"places": [0]},
        {"places": [0, "1"]},
        {"automatic": 1},
        {"play": {"hand": False, "action": "", "faces": [-1]}},
        {"play": {"hand": False, "action": "", "faces": "x"}},
        {"play": []},
        {"play": {"hand": False, "action": "begin", "faces": [1, 1]}},
        {"play": {"hand": False, "action": "dance", "faces": []}},
        {"state": {}},
    ],
)
def test_a_damaged_fight_is_refused(change: dict[str, Any]) -> None:
    value = json.loads(json.dumps(warden_fight.data(begun(first="save").panels["fight"], private=True)))
    assert isinstance(read(value), Fight)
    value["running"] |= change
    with pytest.raises(CairnRulesError):
        read(value)
    with pytest.raises(CairnRulesError, match="the fight of this table is damaged"):
        read({"running": 1})


def test_a_change_of_a_sheet_reaches_the_fight() -> None:
    """HP count at once; what was declared is dropped if the attacks are other ones, and so are dice that wait."""
    table = do(do(begun(), ask="act", action="begin"), ask="act", action="1:1>3")
    healed = evolve(ADA, hp=Score(2, 4))
    fight = followed(table, table.with_members(healed, BO))
    assert isinstance(fight, Fight)
    state = fight.play.state
    assert state.fighters[0].character is healed
    assert len(state.declared) == 1
    armed = evolve(ADA, attacks=combat.person("x", hp=1, attacks=["bow d6"]).attacks)
    fight = followed(table, table.with_members(armed, BO))
    assert isinstance(fight, Fight)
    assert fight.play.state.declared == ()
    assert [str(each) for each in fight.play.state.fighters[0].attacks] == ["bow (d6)", "unarmed (d4)"]
    waiting = do(do(begun(first="save"), ask="hand", on=True), ask="act", action="begin")
    fight = followed(waiting, waiting.with_members(healed, BO))
    assert isinstance(fight, Fight)
    assert fight.play.action == ""
    same = followed(waiting, waiting.with_members(ADA, BO, ADA))
    assert isinstance(same, Fight)
    assert same.play.action == "begin"


def test_members_who_leave_or_change_places_are_followed() -> None:
    """Whoever is no longer at the table fights on without a sheet."""
    table = do(begun(foes="Ogre: 30 HP, 18 STR, club (d4)"), ask="act", action="begin")
    swapped = table.with_members(BO, ADA)
    swapped = swapped.with_panel("fight", followed(table, swapped))
    assert fight_of(swapped).places == (1, 0)
    alone = table.with_members(BO)
    alone = alone.with_panel("fight", followed(table, alone))
    assert fight_of(alone).places == (None, 0)
    after = do(alone, ask="act", action="1:wait")
    assert after.members == (BO,)
    assert read_table(write_table(after, private=True)).panels["fight"] == after.panels["fight"]
    nobody = after.with_members()
    fight = followed(after, nobody)
    assert isinstance(fight, Fight)
    assert fight.places == (None, None)


def test_the_page_undoes_a_fight_step_by_step() -> None:
    page = Page()

    def ask(**question: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(page.answer(json.dumps(question)))
        return answer

    ask(ask="make", address="v=1&seed=7&players=2")
    started = ask(panel="fight", ask="begin", plan=plan("bear", first="pcs_ready"))
    first = ask(panel="fight", ask="act", action="begin")["table"]["panels"]["fight"]["running"]
    assert started["table"]["undo"].startswith("A fight: ")
    assert first["round"] == 1
    back = ask(ask="undo")["table"]["panels"]["fight"]["running"]
    assert back["round"] == 0
    again = ask(ask="redo")["table"]["panels"]["fight"]["running"]
    assert again == first
    problem = ask(panel="fight", ask="act", action="2:wait")
    assert "problem" in problem


def test_a_game_that_needs_no_dice_that_it_waits_for_is_damaged() -> None:
    with pytest.raises(CairnRulesError, match="needs no more dice: this game is damaged"):
        warden_game.needed(
            warden_fight._GAME,
            Play(state=combat.new_game(seed=1), action="begin", faces=(1, 1)),
        )
