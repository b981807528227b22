"""Marching order, mounts, upkeep, hirelings, and companions and detachments as fighters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from cairn_rules import dumps
from cairn_rules.cairn_rpg import campaign
from cairn_rules.cairn_rpg.characters.attacks import Attack, Spellbound
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.effects import DailyNeed, Eats, FreeUpkeep, NoNeed
from cairn_rules.cairn_rpg.characters.items import Companion, Item, Uses
from cairn_rules.cairn_rpg.combat.actions import BEGIN
from cairn_rules.cairn_rpg.combat.diagrams import diagram
from cairn_rules.cairn_rpg.combat.rules.rules import resolve
from cairn_rules.cairn_rpg.combat.rules.setup import detachment, fighter, muster, new_game
from cairn_rules.cairn_rpg.combat.rules.setup import person as fight_person
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.state import FOES, Plight
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.creation import create_background_hireling, create_hireling, take_over
from cairn_rules.cairn_rpg.odds import odds, text_report
from cairn_rules.cairn_rpg.procedures.carrying import hand_over
from cairn_rules.cairn_rpg.procedures.market import hire, wages_due
from cairn_rules.cairn_rpg.procedures.party import Light, Party, march
from cairn_rules.cairn_rpg.procedures.retinue import Upkeep, dismiss, mounts, upkeep
from cairn_rules.cairn_rpg.procedures.saves import most_at_risk
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import ScriptedDice
from cairn_rules.cli.main import main
from cairn_rules.errors import DefinitionError, IllegalActionError
from support.cairn_rpg.campaigns import LAND, begun
from support.cairn_rpg.people import CART, MULE, RATIONS, person
from support.command_line import printed

FEED = Item(id="animal-feed", name="Animal Feed", slots=2, uses=Uses.full(3))
BITE = Attack(name="bite", dice=(6,))
HORSE = Companion(id="rivertooth", name="Rivertooth", hp=4, mount=True)


def lines(found: Upkeep) -> list[tuple[str, int, int, int | None]]:
    return [(cost.id, cost.needed, cost.carried, cost.gold) for cost in found.costs]


def test_marching_order_settles_ties() -> None:
    """Whoever walks in front rolls among equals, and lights stay with their bearers (R50, R174)."""
    party = Party(members=(person("Ada"), person("Bo")), lights=(Light(0, "torch"),))
    turned = march(party, (1, 0))
    assert [most_at_risk(each.members, Attribute.DEX).name for each in (party, turned)] == ["Ada", "Bo"]
    assert turned.lights == (Light(1, "torch"),)


@pytest.mark.parametrize("order", [(0,), (0, 0), (0, 2), (1, 0, 2)])
def test_a_marching_order_names_each_once(order: tuple[int, ...]) -> None:
    with pytest.raises(DefinitionError, match="is not a marching order: give each place from 0 to 1 once"):
        march(Party(members=(person("Ada"), person("Bo"))), order)


def test_mounts_are_named_once() -> None:
    """A mount that carries loads and has HP is one animal; carts and dead owners make no difference (R35)."""
    rivertooth = evolve(MULE, id="rivertooth", name="Rivertooth")
    rider = person(companions=(HORSE, Companion(id="raven", name="Raven", hp=1)), containers=(rivertooth, CART))
    assert mounts([rider, person("Bo", containers=(MULE,), dead=True)]) == ("Rivertooth", "Mule")
    assert mounts([person(companions=(HORSE,))]) == ("Rivertooth",)


def test_a_camp_costs_rations_and_feed() -> None:
    """Each member and mount eats one use a day; what is carried is used first, packs are bought whole (R208, R220).

    Three eat for four days, which are 12 uses. 3 + 2 of them are carried, so 7 are missing: three packs. The mule eats
    4 uses of feed, of which 3 are in its own load: one more pack.
    """
    loaded = evolve(MULE, items=(evolve(RATIONS, uses=Uses(2, 3)), FEED))
    party = (person(items=(RATIONS,), containers=(loaded,)), person("Bo"), person("Cy"), person("Di", dead=True))
    found = upkeep(party, 4)
    assert lines(found) == [("rations", 12, 5, 30), ("animal-feed", 4, 3, 5)]
    assert found.gold == 35
    assert str(found) == ("Rations (12, 5 carried): 30gp [R208]\nAnimal Feed (4, 3 carried): 5gp [R208]\n4 days: 35gp")


def test_mounts_without_feed_eat_rations() -> None:
    """By another ruling, animals eat what their owners eat (A49): 2 uses a day, two packs for three days."""
    assert lines(upkeep([person(containers=(MULE,))], 3, rulings=Rulings(feed=False))) == [("rations", 6, 0, 20)]


def test_a_meal_can_be_a_whole_item() -> None:
    """By another ruling, a meal is all that is left of the Rations (A63): three days take three of them."""
    provided = person(items=(evolve(RATIONS, uses=Uses(1, 3)),))
    assert lines(upkeep([provided], 3, rulings=Rulings(ration="item"))) == [("rations", 3, 1, 20)]


def test_who_eats_differently() -> None:
    """A character without need of food eats none; a snail eats a use every two days (R208)."""
    fed = person(effects=(NoNeed(needs=("air", "food")), NoNeed(needs=("sleep",))))
    keeper = person("Bo", effects=(NoNeed(needs=("air",)), Eats(who="glowsnail", uses=1, days=2)))
    assert lines(upkeep([fed])) == []
    assert lines(upkeep([keeper], 3)) == [("rations", 3 + 2, 0, 20)]


def test_special_needs() -> None:
    """What a background needs each day is counted; what no list sells has no price (R61)."""
    oil = Item(id="oil-can", name="Oil Can", uses=Uses(6, 6))
    snuff = Item(id="tin-of-snuff", name="Tin of Snuff", uses=Uses(6, 6))
    smith = person(items=(oil,), effects=(DailyNeed(need="oil", item="oil-can"), DailyNeed(need="sunlight")))
    sniffer = person(items=(snuff,), effects=(DailyNeed(need="snuff", item="tin-of-snuff"),))
    [can] = [goods for goods in book().goods["gear"] if goods.id == "oil-can"]
    assert lines(upkeep([smith], 7, lodging="common")) == [
        ("room-and-board", 7, 0, 70),
        ("oil-can", 7, 6, can.price),
    ]
    found = upkeep([sniffer], 7, lodging="common")
    assert lines(found) == [("room-and-board", 7, 0, 70), ("tin-of-snuff", 7, 6, None)]
    assert str(found.costs[1]) == "Tin of Snuff (7, 6 carried): no price [R61]"
    assert found.gold == 70
    assert lines(upkeep([sniffer], 6, lodging="common"))[1] == ("tin-of-snuff", 6, 6, 0)
    empty = person(effects=sniffer.effects)
    assert upkeep([empty], lodging="common").costs[1].name == "tin-of-snuff"


def test_goods_without_uses() -> None:
    """An item without uses lasts a day (R61)."""
    needy = person(effects=(DailyNeed(need="chalk", item="chalk"),), items=(Item(id="chalk", name="Chalk"),))
    [chalk] = [goods for goods in book().goods["gear"] if goods.id == "chalk"]
    assert lines(upkeep([needy], 2, lodging="common"))[1] == ("chalk", 2, 0, 2 * chalk.price)


def test_an_inn_feeds_all() -> None:
    """A bed is 10gp, a room for four 35gp, a stable 5gp a night; who performs pays nothing (R216, R219)."""
    singer = person("Bo", effects=(FreeUpkeep(goods=("room-and-board",), when="performing at taverns"),))
    sailor = person("Cy", effects=(FreeUpkeep(goods=("ships-passage",)),))
    party = (person(containers=(MULE,)), singer, sailor)
    common = upkeep(party, 2, lodging="common")
    assert lines(common) == [("room-and-board", 6, 0, 60), ("stable-and-feed", 2, 0, 10)]
    shows = ("performing at taverns",)
    assert upkeep(party, 2, lodging="common", circumstances=shows).gold == 40 + 10
    private = upkeep((*party, *party[1:]), lodging="private")
    assert lines(private) == [("private-room-and-board", 2, 0, 70), ("stable-and-feed", 1, 0, 5)]
    assert [found.costs[0].rule for found in (common, private)] == ["R216", "R219"]
    assert upkeep([singer], lodging="common", circumstances=shows) == Upkeep(days=1, costs=())


def test_wages_are_a_line_for_each_hireling() -> None:
    """Whether they are paid is for the table (R140, R143)."""
    guide, scholar = (create_hireling(role, seed=7) for role in ("local-guide", "scholar"))
    found = upkeep([person(), guide, scholar], 3, lodging="common")
    assert [(cost.name, cost.gold) for cost in found.costs][:2] == [("Local Guide", 15), ("Scholar", 60)]
    assert found.gold == wages_due([guide, scholar], 3) + 90
    with pytest.raises(DefinitionError, match="the number of days must be a whole number from 1 to 10000, got 0"):
        upkeep([guide], 0)


def test_hiring_from_a_background() -> None:
    """The rate is agreed, because no list has one (R139, R140)."""
    scribe = create_background_hireling("scrivener", name="Ash", seed=7)
    employer, hired = hire(person(gold=20), 6, scribe, days=3)
    assert (employer.inventory.gold, hired.kind, hired.day_rate) == (2, "hireling", 6)
    with pytest.raises(IllegalActionError, match="Ash costs 6gp, and Freya has 2gp"):
        hire(employer, 6, scribe)
    with pytest.raises(DefinitionError, match="the daily rate must be a whole number from 1 to"):
        hire(employer, 0, scribe)


def test_days_that_are_paid_in_advance_are_not_due_again() -> None:
    """Three of five days are paid, so 6gp are due for each of the other two. Owed days are added (R140, R143)."""
    _, hired = hire(person(gold=20), 6, create_background_hireling("scrivener", name="Ash", seed=7), days=3)
    assert [wages_due([hired], days) for days in (1, 3, 5)] == [0, 0, 12]
    assert [cost.gold for cost in upkeep([hired], 5).costs if cost.id == "wages"] == [12]
    assert wages_due([evolve(hired, paid_days=-2)], 1) == 18
    assert (dismiss(hired).paid_days, take_over(hired).paid_days) == (0, 0)


def test_hirelings_leave_or_are_taken_over() -> None:
    """A dismissed hireling draws no pay; one taken over is a player's character (R104, R141)."""
    guide = create_hireling("local-guide", seed=7)
    assert wages_due([guide, dismiss(guide), take_over(guide)]) == 5
    assert (dismiss(guide).kind, take_over(guide).kind) == ("npc", "pc")
    with pytest.raises(IllegalActionError, match="Freya is not a hireling"):
        dismiss(person())


def test_a_mount_changes_hands_with_its_load() -> None:
    """A dead owner's mule goes on with its load; a cart is let go (R35)."""
    loaded, pulled = evolve(MULE, items=(RATIONS,), gold=120), evolve(CART, pulled=True)
    dead = person(containers=(loaded, pulled), dead=True)
    left, heir = hand_over(dead, person("Bo"), loaded)
    assert (left.inventory.containers, heir.inventory.containers) == ((pulled,), (loaded,))
    assert heir.inventory.used() == 0
    assert hand_over(left, heir, pulled)[1].inventory.containers == (loaded, CART)
    with pytest.raises(IllegalActionError, match="Freya has no such Mule"):
        hand_over(left, heir, loaded)


def test_a_detachment_of_hirelings() -> None:
    """It has the figures of one member or of its leader, the pay of all, and eats as many meals (R123, R140)."""
    guards = [create_hireling("bodyguard", name=f"Guard {number}", seed=number) for number in range(6)]
    group = detachment(guards, name="Guards", leader=2)
    assert (group.name, group.detachment, group.size, group.day_rate) == ("Guards", True, 6, 60)
    assert (group.strength, group.hp) == (guards[2].strength, guards[2].hp)
    assert lines(upkeep([group], 2)) == [("wages", 2, 0, 120), ("rations", 12, 0, 40)]
    foes = detachment([person("Orc", kind="creature")] * 4)
    assert (foes.name, foes.day_rate, foes.hp.max) == ("Orc", None, 4)


@pytest.mark.parametrize(
    ("one", "what"),
    [
        (person(), "Freya is a player character"),
        (person(kind="npc", dead=True), "Freya is dead"),
        (person(kind="npc", detachment=True), "Freya is a detachment"),
    ],
)
def test_who_cannot_be_part_of_a_detachment(one, what) -> None:
    """A group is of similar fighters, each of whom can fight (R123)."""
    with pytest.raises(DefinitionError, match=f"{what} and cannot be part of a detachment"):
        detachment([person("Bo", kind="npc"), one])


def test_a_detachment_needs_two() -> None:
    with pytest.raises(DefinitionError, match="a detachment has at least two members, got 1"):
        detachment([person(kind="npc")])
    with pytest.raises(DefinitionError, match="the place of the leader must be a whole number from 0 to 1, got 2"):
        detachment([person(kind="npc")] * 2, leader=2)


def test_companions_fight_with_their_owner() -> None:
    """Those with HP follow their owner into the fight; the dead and what has no figures stay away (A51, A56)."""
    pets = (
        HORSE,
        Companion(id="form", name="Wolf"),
        Companion(id="double", name="Double", owner_scores=True),
    )
    party = (person("Di", dead=True, companions=(HORSE,)), person("Bo"), person("Ada", companions=pets))
    found = muster(party)
    assert [(each.character.name, each.owner) for each in found] == [
        ("Bo", None),
        ("Ada", None),
        ("Rivertooth", 1),
        ("Double", 1),
    ]
    assert [each.character.name for each in muster(party, mounts=False)] == ["Bo", "Ada", "Double"]


def test_characters_bring_their_companions_into_a_fight() -> None:
    """On both sides, each after its owner; they count for morale, and an option leaves them out (A56, R129)."""
    wolf, raven = Companion(id="wolf", name="Wolf", hp=5), Companion(id="raven", name="Raven", hp=1)
    form = Companion(id="form", name="Form")
    ada, bo = person("Ada", companions=(wolf, form, raven)), person("Bo")
    dead = person("Di", dead=True, companions=(HORSE,))
    rival, chief = person("Rival", companions=(HORSE,)), person("Chief", kind="npc")
    charm = Plight(Spellbound(condition="charmed"), save=Attribute.WIL, source=3)
    scout = fighter(person("Scout", kind="npc"), FOES, owner=4, plights=(charm,))
    state = new_game(party=[ada, bo, dead], foes=[rival, chief, scout], leader=1)
    assert [(each.character.name, each.owner) for each in state.fighters] == [
        ("Ada", None),
        ("Wolf", 0),
        ("Raven", 0),
        ("Bo", None),
        ("Di", None),
        ("Rival", None),
        ("Rivertooth", 5),
        ("Chief", None),
        ("Scout", 7),
    ]
    assert (state.numbers, state.leader) == ((5, 4), 7)
    assert state.fighters[8].plights[0].source == 5
    check_sound(state)
    alone = new_game(party=[ada, bo], foes=[rival], companions=False)
    assert [each.character.name for each in alone.fighters] == ["Ada", "Bo", "Rival"]
    assert (alone.numbers, alone.leader) == ((2, 1), None)
    ready = new_game(party=[fighter(ada), bo])
    assert [each.character.name for each in ready.fighters[:2]] == ["Ada", "Bo"]
    with pytest.raises(DefinitionError, match="a side has at most 100 fighters, not 101; use detachments"):
        new_game(party=[ada, *[bo] * 98])
    assert len(new_game(party=[ada, *[bo] * 99], companions=False).fighters) == 101


def test_a_fight_has_the_same_fighters_as_in_a_campaign() -> None:
    """The odds before a fight are those of the fight in the campaign (A56)."""
    ada = person("Ada", companions=(Companion(id="wolf", name="Wolf", hp=5), HORSE))
    state = begun(ada, person("Bo"))
    fight = campaign.apply(state, campaign.Fight("rat")).fight
    assert fight is not None
    assert fight.fighters == new_game(party=state.party.members, foes=LAND.encounters[0].foes).fighters


def test_companions_change_the_odds() -> None:
    """With its wolf, Ada wins as a party of both does; the reports name who fights and who does not (A56)."""
    ada = person("Ada", companions=(Companion(id="wolf", name="Fang", hp=5, attacks=(BITE,)),))
    foes = [fight_person("Wolf", hp=6, attacks=["bite d6"])]
    both, alone = (odds(new_game(party=[ada], foes=foes, companions=each)) for each in (True, False))
    assert both.wins[0] == odds(new_game(party=muster([ada]), foes=foes)).wins[0]
    assert float(both.wins[0].value) > float(alone.wins[0].value) + 0.1
    told, others = text_report(both), text_report(alone)
    assert told.startswith("Ada and Fang against Wolf\n")
    assert "\nFang follows Ada.\n" in told
    assert others.startswith("Ada against Wolf\n")
    assert "\nFang, a companion of Ada, does not fight.\n" in others
    assert "; follows Ada" in diagram(both.fight)
    assert "Fang" not in diagram(alone.fight)


@pytest.mark.untraced
def test_companions_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They fight unless `--no-companions` leaves them out, in `odds` and `fight`."""
    file = tmp_path / "ada.json"
    ada = person("Ada", companions=(Companion(id="wolf", name="Fang", hp=5, attacks=(BITE,)),))
    file.write_text(dumps(ada), encoding="utf-8")
    for options, who, follows in (
        ([], ["Ada", "Fang", "Rat"], [None, 0, None]),
        (["--no-companions"], ["Ada", "Rat"], [None, None]),
    ):
        assert main(["odds", str(file), "Rat: 1 HP, bite (d4)", "--format", "json", *options]) == 0
        fighters = json.loads(capsys.readouterr().out)["fighters"]
        assert [each["name"] for each in fighters] == who
        assert [each["follows"] for each in fighters] == follows
        fight = ["fight", str(file), "Rat: 1 HP, bite (d4)", "--party", "random", "--warden", "random", "--seed", "1"]
        assert ("Fang" in printed(capsys, *fight, *options)) is ("Fang" in who)


def test_mustered_companions_can_act_with_their_owner() -> None:
    """One save decides for the owner and what follows it (R73, A59). A 20 fails, so neither acts."""
    together = Rulings(ally_initiative="with_owner")
    wolf = Companion(id="wolf", name="Wolf", hp=5)
    state = new_game(party=muster([person(companions=(wolf,))], rulings=together), rulings=together)
    state = resolve(state, BEGIN, ScriptedDice([20])).state
    assert state.side == FOES
