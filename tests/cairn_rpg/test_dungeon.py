"""Dungeons: turns, movement, deeds, light, doors, traps, panic and what may follow a turn (R155 to R178)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import dungeon
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import Immunity
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.dungeon import Area, Do, Dungeon, Exit, Found, Go, Pay, Row, State, Tables, Trouble
from cairn_rules.cairn_rpg.dungeon.state import MOST_RESTS, is_lit, reach
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.procedures.party import Light, Party
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import DefinitionError, IllegalActionError, UnsoundStateError
from support.cairn_rpg.delves import GEM, KEY, LANTERN, MAP, OIL, TORCH, delve, play, said
from support.cairn_rpg.people import BANDAGES, PLATE, RATIONS, ROPE, person

QUIET = 6
LIT = (Light(0, "torch"),)


def lit(state: State) -> State:
    """The state with the first torch burning."""
    return evolve(state, party=evolve(state.party, lights=LIT))


def legal(state: State) -> list[str]:
    return [dungeon.format_action(action) for action in dungeon.legal_actions(state)]


def refused(state: State, text: str) -> str:
    """The code of the reason why an action is refused."""
    with pytest.raises(IllegalActionError) as error:
        dungeon.apply(state, dungeon.parse_action(text, state))
    return error.value.reason.code


def codes(events: list[Event]) -> list[str]:
    return [event.code for event in events]


def with_tables(**tables: tuple[Row, ...] | bool) -> Dungeon:
    return evolve(MAP, tables=Tables(**tables))  # type: ignore[arg-type]


# The turn


def test_a_turn_is_a_movement_and_a_deed_for_each() -> None:
    """All is declared first, member by member, and resolved at once (R155)."""
    state = delve()
    assert legal(state) == ["stay", "go:gallery", "run:gallery", "leave", "lead:2"]
    after, events = play(state, "stay", "1:light:torch")
    assert (after.turn, after.party.lights, events) == (0, (), [])
    assert legal(after)[0] == "2:search:chest"
    after, events = play(after, "2:search:chest")
    assert (after.turn, after.goal, after.declared) == (1, None, ())
    assert codes(events) == ["lit", "searched", "seen"]


def test_deeds_of_a_turn_do_not_wait_for_each_other() -> None:
    """Who rests while another makes a noise rests all the same (R155)."""
    tired = person("Ada", hp=Score(1, 4))
    state, events = play(delve(tired, person("Bo")), "stay 1:rest 2:noise", faces=(QUIET,))
    assert state.party.members[0].hp.value == 4
    assert codes(events) == ["rested", "noise", "due", "quiet"]


def test_a_turn_covers_forty_feet_and_a_deed() -> None:
    """A way of 100 feet takes three turns of 40, each with a deed (R156)."""
    state = lit(delve(area="gallery", visited=frozenset({"hall", "gallery"}), stay=1))
    state, events = play(state, "go:crypt 1:wait 2:wait")
    assert said(events) == ["the party covers 40 of 100 feet [R156]"]
    assert (state.area, state.stay, dungeon.Work(target="crypt", done=40) in state.works) == ("gallery", 1, True)
    state, _ = play(state, "go:crypt 1:wait 2:wait")
    state, events = play(state, "go:crypt 1:watch 2:wait", faces=(QUIET,))
    assert (state.area, state.works) == ("crypt", ())
    assert codes(events)[:2] == ["entered", "trap-found"]


def test_a_party_that_turns_back_starts_again() -> None:
    """What was covered of a way counts only while the party keeps to it (R156)."""
    state = lit(delve(area="gallery", visited=frozenset({"hall", "gallery"})))
    state, _ = play(state, "go:crypt 1:wait 2:wait stay 1:wait 2:wait")
    assert state.works == ()


def test_nobody_knows_what_lies_ahead() -> None:
    """On the way to a new area only deeds are possible that need no area (R156)."""
    state, _ = play(delve(), "go:gallery")
    assert legal(state) == ["1:light:torch", "1:watch", "1:noise", "1:wait"]
    assert refused(state, "1:rest") == "rest/on-the-way"
    assert refused(state, "1:search:chest") == "deed/on-the-way"
    back = delve(area="gallery", visited=frozenset({"gallery", "hall"}))
    assert "1:search:chest" in legal(play(back, "go:hall")[0])


def test_haste_covers_three_times_as_far() -> None:
    """Movement as the deed reaches 120 feet in all, through areas that the party knows (R157, A69)."""
    state = lit(delve(visited=frozenset({"hall", "gallery"})))
    assert reach(state) == {"gallery": ("gallery",)}  # the crypt is 140 feet away
    extra = evolve(state, rulings=Rulings(dash="extra"))
    assert reach(extra) == {"gallery": ("gallery",), "crypt": ("gallery", "crypt")}
    assert reach(evolve(extra, visited=frozenset({"hall"}))) == {"gallery": ("gallery",)}
    assert refused(state, "run:crypt") == "go/too-far"
    near = evolve(state, area="gallery")
    assert set(reach(near)) == {"hall", "crypt"}
    after, events = play(near, "run:hall", faces=(QUIET,))
    assert (after.turn, after.area) == (1, "hall")
    assert codes(events) == ["haste", "entered", "due", "quiet"]


@pytest.mark.parametrize(("feet", "reached"), [(80, {"gallery", "crypt"}), (81, {"gallery"})])
def test_haste_covers_exactly_120_feet(feet: int, reached: set[str]) -> None:
    """40 feet to the gallery, and 80 to the crypt (R157)."""
    state = lit(delve(visited=frozenset({"hall", "gallery"})))
    areas = tuple(
        evolve(area, exits=tuple(evolve(each, feet=feet) if each.feet == 100 else each for each in area.exits))
        for area in MAP.areas
    )
    assert {*reach(evolve(state, dungeon=evolve(MAP, areas=areas)))} == reached


# Events


def test_an_event_is_due_after_a_second_turn_in_a_room() -> None:
    """The first turn in a room is free, each further one makes an event due (R158)."""
    state, events = play(delve(), "stay 1:wait 2:wait")
    assert events == []
    state, events = play(state, "stay 1:wait 2:wait", faces=(QUIET,))
    assert said(events)[0] == "an event is due: more than one turn in the same place [R158]"
    state, events = play(lit(state), "go:gallery 1:watch 2:wait", faces=(QUIET,))
    state, events = play(state, "go:hall 1:wait 2:wait")
    assert (state.stay, codes(events)) == (1, ["entered"])


def test_an_event_is_due_in_a_new_area() -> None:
    """Only the first time (R159)."""
    state, events = play(lit(delve()), "go:gallery 1:watch 2:wait", faces=(QUIET,))
    assert said(events) == [
        "Ada enters gallery first [R159]",
        "A long gallery [R155]",
        "Ada finds a trap: snare [R178]",
        "an event is due: a new area [R159]",
        "all is quiet [R162]",
    ]
    assert state.visited == {"hall", "gallery"}


def test_an_event_is_due_after_haste() -> None:
    """Also where the party has been before (R160)."""
    state = lit(delve(area="gallery", visited=frozenset({"hall", "gallery"})))
    _, events = play(state, "run:hall", faces=(QUIET,))
    assert said(events)[2] == "an event is due: haste [R160]"


def test_an_event_is_due_after_a_noise_and_causes_share_a_roll() -> None:
    """One roll, however many causes; by another ruling one for each. The log hints at dwellers (R161, A38)."""
    _, events = play(delve(stay=1), "stay 1:noise 2:wait", faces=(QUIET,))
    assert said(events)[:2] == [
        "Ada makes a loud noise: dwellers nearby may come at once [R161]",
        "an event is due: more than one turn in the same place and a loud noise [R158]",
    ]
    each = delve(stay=1, rulings=Rulings(dungeon_event_rolls="each"))
    _, events = play(each, "stay 1:noise 2:wait", faces=(QUIET, QUIET))
    assert codes(events).count("quiet") == 2


@pytest.mark.parametrize(
    ("faces", "text"),
    [
        ((1, 1), "encounter: two rats [R163]"),
        ((2,), "sign: wet prints [R162]"),
        ((3,), "environment: a gust [R162]"),
        ((4,), "loss: the oil is spilt [R164]"),
        ((5,), "the party is exhausted [R165]"),
        ((6,), "all is quiet [R162]"),
    ],
)
def test_every_row_of_the_events(faces: tuple[int, ...], text: str) -> None:
    """A d6: encounter, sign, environment, loss, exhaustion, quiet (R162)."""
    _, events = play(delve(), "stay 1:noise 2:wait", faces=faces)
    assert text in said(events)


def test_an_encounter_asks_the_table_of_the_author() -> None:
    """It stays until it is settled; the reaction is rolled if the author wants that (R163, R136)."""
    state, _ = play(delve(), "stay 1:noise 2:wait", faces=(1, 1))
    assert state.troubles == (Trouble(kind="encounter", text="two rats"),)
    assert "settle:encounter" in legal(state)
    state, events = play(state, "settle:encounter")
    assert (state.troubles, said(events)) == ((), ["the encounter (two rats) is over [R163]"])
    state = delve(dungeon=with_tables(reactions=True))
    state, events = play(state, "stay 1:noise 2:wait", faces=(1, 3, 4))
    assert said(events)[-1] == "encounter, as the Warden says (Curious) [R163]"
    assert state.troubles[0].reaction == "Curious"


def test_an_area_has_tables_of_its_own() -> None:
    """They come before those of the dungeon, and a single row needs no die (R163)."""
    hall = evolve(MAP.area("hall"), tables=Tables(encounters=(Row(text="the owner"),)))
    state = dungeon.changed(delve(), hall)
    _, events = play(state, "stay 1:noise 2:wait", faces=(1,))
    assert said(events)[-1] == "encounter: the owner [R163]"


def test_a_loss_is_made_good_before_the_party_moves_on() -> None:
    """The lights go out, and nobody goes on before it is settled (R164)."""
    state, events = play(lit(delve()), "stay 1:noise 2:wait", faces=(4,))
    assert said(events)[-1] == "Torch of Ada goes out [R164]"
    assert state.party.lights == ()
    for text in ("go:gallery", "run:gallery", "leave"):
        assert refused(state, text) == "go/loss"
    assert legal(state) == ["stay", "lead:2", "settle:loss"]
    state, events = play(state, "settle:loss")
    assert said(events) == ["the loss (the oil is spilt) is made good [R164]"]
    assert "go:gallery" in legal(state)
    assert refused(state, "settle:loss") == "settle/none"
    unnamed = delve(troubles=(Trouble(kind="loss"),))
    assert refused(unnamed, "go:gallery") == "go/loss"


def exhausted(*members: Character) -> State:
    return play(delve(*members), "stay 1:noise 2:wait", faces=(5,))[0]


def test_exhaustion_costs_a_brief_rest() -> None:
    """It rolls again, and may exhaust again, at most 20 times (R165, A39)."""
    state = exhausted()
    assert legal(state) == ["pay:rest", "pay:fatigue"]
    assert refused(state, "stay") == "decision/exhaustion"
    again, _ = play(state, "pay:rest", faces=(5,))
    assert (again.rests, again.turn) == (1, state.turn)
    done, events = play(again, "pay:rest", faces=(QUIET,))
    assert (done.rests, said(events)) == (None, ["the party rests briefly [R165]", "all is quiet [R162]"])
    assert refused(evolve(state, rests=MOST_RESTS), "pay:rest") == "pay/rested"
    assert refused(done, "pay:rest") == "pay/not-asked"


def test_exhaustion_costs_fatigue_for_each() -> None:
    """Who has no room drops an item first (R165, R65)."""
    state = exhausted(person("Ada"), person("Bo", items=(ROPE,), fatigue=9), person("Cy", dead=True))
    state, events = play(state, "pay:fatigue")
    assert said(events) == ["Ada adds a Fatigue and has 1 [R165]"]
    assert legal(state) == ["2:drop:rope"]
    assert refused(state, "stay") == "decision/drop"
    state, events = play(state, "2:drop:rope")
    assert [member.inventory.fatigue for member in state.party.members] == [1, 10, 0]
    assert refused(state, "2:drop:rope") == "drop/not-asked"


def test_exhaustion_costs_a_ration_use_for_each() -> None:
    """Those who have none eat from the packs of others (R165)."""
    state = exhausted(person("Ada"), person("Bo", items=(evolve(RATIONS, uses=Uses(2, 3)),)))
    assert "pay:rations" in legal(state)
    state, _ = play(state, "pay:rations")
    assert state.party.members[1].inventory.items == ()
    state = exhausted(person("Ada", items=(RATIONS,)), person("Bo", items=(RATIONS,)))
    state, _ = play(state, "pay:rations")
    assert [str(member.inventory.items[0]) for member in state.party.members] == ["Rations (2 of 3)"] * 2
    short = exhausted(person("Ada", items=(evolve(RATIONS, uses=Uses(1, 3)),)), person("Bo"))
    assert refused(short, "pay:rations") == "pay/no-rations"
    dead = exhausted(person("Ada"), person("Bo", items=(RATIONS,)), person("Cy", items=(RATIONS,), dead=True))
    assert "pay:rations" in legal(dead)


# Deeds


def test_a_deed_may_take_several_turns() -> None:
    """The turns are counted down, and a helper does not make it shorter (R166)."""
    state, events = play(delve(), "stay 1:search:shelves 2:search:shelves")
    assert said(events) == ["Ada is not done yet: to search shelves takes 2 more turns [R166]"]
    state, events = play(state, "stay 1:search:shelves 2:wait", faces=(QUIET,))
    assert said(events)[0] == "Ada is not done yet: to search shelves takes 1 more turn [R166]"
    state, events = play(state, "stay 1:wait 2:search:shelves", faces=(QUIET,))
    assert said(events)[0] == "Bo searches Shelves and finds nothing [R167]"
    assert state.works == ()
    assert refused(play(state, "stay")[0], "1:search:shelves") == "search/done"


def test_a_search_finds_everything_hidden_there() -> None:
    """Items, a secret way and a trap elsewhere; two searchers find it once (R167)."""
    state, events = play(delve(), "stay 1:search:chest 2:search:chest")
    assert said(events) == [
        "Ada searches chest and finds Gem, Gem, a way to nook, a trap: snare [R167]",
        "The lid is new [R167]",
    ]
    assert state.found == {"chest", "crack", "snare"}
    assert [(found.area, found.item) for found in state.loot] == [("hall", GEM), ("hall", GEM)]
    assert "go:nook" in legal(state)
    state, _ = play(lit(state), "stay 1:take:gem 2:take:gem", faces=(QUIET,))
    assert state.loot == ()
    assert all(GEM in member.inventory.items for member in state.party.members)


def test_what_is_known_already_is_not_found_again() -> None:
    """A door can be searched as well, which finds its traps (R167, R174)."""
    _, events = play(delve(found=frozenset({"crack"})), "stay 1:search:chest 2:search:grate")
    assert said(events)[0] == "Ada searches chest and finds Gem, Gem, a trap: snare [R167]"
    assert said(events)[-1] == "Bo searches grate and finds a trap: dart [R167]"


def test_items_are_taken_by_those_who_have_room() -> None:
    """One item is not taken twice (R32, R40)."""
    state = delve(person("Ada", items=(TORCH,), fatigue=9), person("Bo"), person("Cy"))
    state = evolve(lit(state), area="gallery", visited=frozenset({"gallery"}))
    state = evolve(state, loot=(dungeon.Found(area="hall", item=ROPE), dungeon.Found(area="gallery", item=GEM)))
    state, _ = play(state, "stay")
    assert refused(state, "1:take:gem") == "slots/full"
    state, _ = play(state, "1:wait 2:take:gem")
    assert refused(state, "3:take:gem") == "deed/not-there"
    assert refused(state, "3:take:rope") == "deed/not-there"
    state, events = play(state, "3:wait")
    assert said(events) == ["Bo takes Gem [R40]"]


def test_rest_brings_back_hp_in_a_safe_place() -> None:
    """It takes a turn, a light and a safe place, and there is no danger (R168)."""
    hurt = person("Ada", hp=Score(0, 4), items=(TORCH,))
    state, _ = play(delve(hurt), "stay 1:rest")
    assert (state.party.members[0].hp.value, state.turn) == (4, 1)
    for area, code in (("nook", "rest/dark"), ("cell", "rest/dark")):
        inside, _ = play(delve(hurt, area=area, visited=frozenset({area})), "stay")
        assert refused(inside, "1:rest") == code
    for area, code in (("cell", "rest/unsafe"), ("crypt", "rest/danger")):
        inside, _ = play(lit(delve(hurt, area=area, visited=frozenset({area}))), "stay")
        assert refused(inside, "1:rest") == code
    met, _ = play(delve(hurt, troubles=(Trouble(kind="encounter"),)), "stay")
    assert refused(met, "1:rest") == "rest/danger"
    nook, _ = play(lit(delve(hurt, area="nook", visited=frozenset({"nook"}))), "stay 1:rest")
    assert nook.party.members[0].hp.value == 4


def test_rest_in_a_dungeon_never_removes_fatigue() -> None:
    """There is no camp either: no deed has that name (R173)."""
    state, _ = play(delve(person("Ada", fatigue=3, hp=Score(1, 4))), "stay 1:rest")
    assert (state.party.members[0].inventory.fatigue, state.party.members[0].hp.value) == (3, 4)
    with pytest.raises(ValueError, match="not an action"):
        dungeon.parse_action("1:camp", state)


# Light


def test_a_light_shows_what_is_near() -> None:
    """Within 40 feet all is clear, and dim outlines beyond; without light nothing is seen (R169)."""
    gallery = delve(area="gallery", visited=frozenset({"gallery"}))
    assert dungeon.surroundings(lit(gallery)).splitlines() == [
        "Gallery: A long gallery.",
        "A way to hall (40 feet).",
        "A way to crypt (100 feet, a dim outline).",
    ]
    assert dungeon.surroundings(gallery).startswith("Gallery, in darkness")
    inside, _ = play(gallery, "stay")
    assert refused(inside, "1:watch") == "deed/dark"
    assert refused(evolve(inside, loot=(dungeon.Found(area="gallery", item=GEM),)), "1:take:gem") == "deed/dark"
    hall = evolve(MAP.area("hall"), dark=True)
    dark, _ = play(dungeon.changed(delve(), hall), "stay")
    assert refused(dark, "1:search:chest") == "deed/dark"


def test_a_torch_burns_until_it_is_put_out() -> None:
    """It has no timer, and is lit three times in all (R170, A40)."""
    state = delve(person("Ada", items=(TORCH,)))
    state, _ = play(state, "stay 1:light:torch")
    for _ in range(5):
        state, _ = play(state, "stay 1:wait", faces=(QUIET,))
    assert state.party.lights == LIT
    assert refused(play(state, "stay")[0], "1:light:torch") == "light/burning"
    for _ in range(2):
        state, _ = play(state, "stay 1:put-out:torch stay 1:light:torch", faces=(QUIET, QUIET))
    assert str(state.party.members[0].inventory.items[0]) == "Torch (0 of 3)"
    state, events = play(state, "stay 1:put-out:torch", faces=(QUIET,))
    assert said(events)[0] == "Torch of Ada goes out [R170]"
    assert state.party.members[0].inventory.items == ()
    assert refused(play(state, "stay")[0], "1:light:torch") == "item/not-carried"
    kept = delve(person("Ada", items=(evolve(TORCH, uses=Uses(0, 3)), ROPE)))
    kept, _ = play(kept, "stay")
    assert refused(kept, "1:light:torch") == "item/no-uses"
    assert refused(kept, "1:light:rope") == "item/no-light"
    assert refused(kept, "1:put-out:torch") == "light/not-burning"


def test_a_lantern_needs_oil() -> None:
    """Each lighting takes a use of an Oil Can, the first one too (R171, A41)."""
    state, events = play(delve(person("Ada", items=(LANTERN, OIL))), "stay 1:light:lantern")
    assert said(events) == ["Ada spends a use of Oil Can [R171]"]
    assert (state.party.lights, str(state.party.members[0].inventory.items[1])) == (
        (Light(0, "lantern"),),
        "Oil Can (5 of 6)",
    )
    dry, _ = play(delve(person("Ada", items=(LANTERN,))), "stay")
    assert refused(dry, "1:light:lantern") == "item/no-oil"


def test_a_torch_lights_the_way_of_the_turn_in_which_it_is_lit() -> None:
    """Who watches beside it sees the traps; in the dark nobody does (R155, R169, R178)."""
    _, events = play(delve(), "go:gallery 1:watch 2:light:torch", faces=(QUIET,))
    assert codes(events) == ["lit", "entered", "seen", "trap-found", "due", "quiet"]
    _, events = play(delve(), "go:gallery 1:watch 2:wait", faces=(6, QUIET, 1, 1))
    assert "trap-found" not in codes(events)


def test_without_light_panic_is_possible() -> None:
    """Everyone saves once when darkness begins, and again after the next light (R172, R175)."""
    state, events = play(delve(), "go:gallery 1:wait 2:wait", faces=(6, QUIET, 10, 11))
    assert said(events)[-3:] == [
        "the party is in darkness [R172]",
        "Ada does not panic [R175]",
        "Bo panics [R177]",
    ]
    assert state.blind
    state, events = play(state, "stay 1:wait 2:wait", faces=(QUIET,))
    assert "darkness" not in codes(events)
    state, _ = play(state, "stay 1:light:torch 2:wait", faces=(QUIET,))
    assert not state.blind
    state, events = play(state, "stay 1:put-out:torch 2:wait", faces=(QUIET, 1))
    assert codes(events)[-2:] == ["darkness", "calm"]  # the panicked roll no more
    assert delve(dungeon=Dungeon(areas=(Area(id="pit"),))).blind


# Panic


def test_panic_when_surrounded_or_afraid() -> None:
    """A row of the author's table says so, and everyone saves (R175)."""
    state, events = play(delve(), "stay 1:noise 2:wait", faces=(1, 2, 20, 1))
    assert said(events)[-2:] == ["Ada panics [R177]", "Bo does not panic [R175]"]
    assert [member.conditions.panicked for member in state.party.members] == [True, False]


def test_those_who_cannot_panic_roll_nothing() -> None:
    """A companion of the bonds steadies one who is alone, and a drug anyone for a while (R175)."""
    steady = (Immunity(to="panic", when="acting alone"),)
    alone = delve(person("Ada", effects=steady), person("Bo", dead=True))
    _, events = play(alone, "stay 1:noise", faces=(1, 2))
    assert said(events)[-1] == "Ada never panics now [R175]"
    together = delve(person("Ada", effects=steady), person("Bo"), calm=frozenset({"Bo"}))
    _, events = play(together, "stay 1:noise 2:wait", faces=(1, 2, 20))
    assert said(events)[-2:] == ["Ada panics [R177]", "Bo cannot panic now [R175]"]


def test_panic_ends_with_a_save() -> None:
    """It is the deed of a turn, and HP come back with it (R176, R177, A7)."""
    state = delve(person("Ada", panicked=True, willpower=Score.full(12)))
    assert hit_protection(state.party.members[0]) == 0
    failed, events = play(state, "stay 1:recover", faces=(13,))
    assert said(events) == ["Ada stays in panic [R176]"]
    after, events = play(failed, "stay 1:recover", faces=(12, QUIET))
    assert said(events)[0] == "Ada overcomes the panic [R176]"
    assert hit_protection(after.party.members[0]) == 4
    assert refused(play(after, "stay")[0], "1:recover") == "recover/not-panicked"


# Doors


def test_a_locked_door_needs_its_key_or_force() -> None:
    """Nobody passes before; the key is quiet, and so is the key's owner (R174)."""
    state = delve(person("Ada", items=(KEY,)), person("Bo"), found=frozenset({"dart"}))
    assert refused(state, "go:cell") == refused(state, "run:cell") == "go/door"
    inside, _ = play(state, "stay")
    after, _ = play(inside, "1:wait")
    assert refused(after, "2:unlock:grate") == "unlock/no-key"
    after, events = play(inside, "1:unlock:grate 2:wait")
    assert said(events) == ["the party avoids a known trap: dart [R178]", "Ada unlocks the grate [R174]"]
    assert "go:cell" in legal(after)
    inside, _ = play(after, "stay")
    assert refused(inside, "1:unlock:grate") == "unlock/not-locked"
    assert refused(inside, "1:force:grate") == "force/open"
    keyless = evolve(MAP.door("grate"), key="")
    inside, _ = play(dungeon.changed(state, keyless), "stay")
    assert refused(inside, "1:unlock:grate") == "unlock/no-key"


def test_forcing_a_door_takes_time_and_is_loud() -> None:
    """A save only where the door has one; the noise makes an event due each turn (R174, R161, R166)."""
    state = delve(found=frozenset({"dart"}))
    state, events = play(state, "stay 1:force:grate 2:force:grate", faces=(QUIET,))
    assert codes(events) == ["noise", "forcing", "noise", "due", "quiet"]
    failed, events = play(state, "stay 1:force:grate 2:wait", faces=(11, QUIET))
    assert "Ada fails to force the grate [R174]" in said(events)
    assert refused(failed, "go:cell") == "go/door"
    opened, events = play(state, "stay 1:force:grate 2:wait", faces=(10, QUIET))
    assert "Ada forces the grate [R174]" in said(events)
    assert opened.opened == {"grate"}
    easy = evolve(MAP.door("grate"), save=None, turns=1, loud=False, traps=())
    state = dungeon.changed(delve(), easy)
    after, events = play(state, "stay 1:force:grate 2:force:grate")
    assert (said(events), after.opened) == (["Ada forces the grate [R174]"], {"grate"})


def test_doors_can_be_wedged() -> None:
    """Nobody goes through a wedged door before the wedge is out (R174)."""
    state = delve(opened=frozenset({"grate"}), found=frozenset({"dart"}))
    state, events = play(state, "stay 1:wedge:grate 2:wait")
    assert said(events) == ["Ada wedges the grate [R174]"]
    assert refused(state, "go:cell") == "go/door"
    assert "cell" not in reach(state)
    inside, _ = play(state, "stay")
    assert refused(inside, "1:wedge:grate") == "wedge/done"
    state, events = play(inside, "1:force:grate 2:wait", faces=(QUIET,))
    assert said(events)[0] == "Ada knocks the wedge out of the grate [R174]"
    assert "go:cell" in legal(state)


def test_listening_reveals_life_and_hazards() -> None:
    """It tells what is behind a door, and its traps; the deaf hear nothing (R174, R116)."""
    state, events = play(delve(), "stay 1:listen:grate 2:wait")
    assert said(events) == ["Ada listens at the grate and hears a low hum [R174]", "Ada finds a trap: dart [R178]"]
    again, events = play(state, "stay 1:listen:grate 2:wait", faces=(QUIET,))
    assert said(events)[0] == "Ada listens at the grate and hears a low hum [R174]"
    assert not any("finds" in each for each in said(events))
    assert again.found == {"dart"}
    silent = dungeon.changed(delve(), evolve(MAP.door("grate"), sounds="", traps=()))
    _, events = play(silent, "stay 1:listen:grate 2:wait")
    assert said(events) == ["Ada listens at the grate and hears nothing [R174]"]
    deaf, _ = play(delve(person("Ada", deaf=True)), "stay")
    assert refused(deaf, "1:listen:grate") == "listen/deaf"


def test_the_first_in_marching_order_goes_in_front() -> None:
    """They meet what is behind a door; the order changes without a turn, and lights stay with their bearers (R174)."""
    state, events = play(lit(delve()), "lead:2")
    assert said(events) == ["Bo goes in front [R174]"]
    assert [member.name for member in state.party.members] == ["Bo", "Ada"]
    assert (state.party.lights, state.turn) == ((Light(1, "torch"),), 0)
    _, events = play(state, "go:gallery 1:watch 2:wait", faces=(QUIET,))
    assert said(events)[0] == "Bo enters gallery first [R159]"
    assert refused(state, "lead:1") == "lead/front"
    assert refused(state, "lead:3") == "member/unknown"
    assert refused(delve(person("Ada"), person("Bo", dead=True)), "lead:2") == "unable/member"


# Traps


def test_a_careful_member_finds_traps() -> None:
    """A known trap is avoided from then on; who stays can look for them as well (R178)."""
    state, _ = play(lit(delve()), "go:gallery 1:wait 2:watch", faces=(QUIET,))
    assert "snare" in state.found
    state, _ = play(state, "go:hall 1:wait 2:wait")
    _, events = play(state, "go:gallery 1:wait 2:wait")
    assert said(events) == ["Ada enters gallery first [R156]", "the party avoids a known trap: snare [R178]"]
    here = lit(delve(area="gallery", visited=frozenset({"gallery"})))
    here, events = play(here, "stay 1:watch 2:watch")
    assert said(events) == ["Ada finds a trap: snare [R178]"]


def test_the_unwitting_spring_a_trap_on_two_in_six() -> None:
    """It takes an attribute, never HP, and its save avoids it; sprung once, it is over (R178, A42)."""
    state = lit(delve())
    hit, events = play(state, "go:gallery 1:wait 2:wait", faces=(2, 11, 4, QUIET))
    assert said(events)[2:4] == ["Ada springs a trap: snare [R178]", "Ada loses 4 STR and has 6 left [R95]"]
    assert (hit.party.members[0].hp.value, hit.sprung) == (4, {"snare"})
    dodged, events = play(state, "go:gallery 1:wait 2:wait", faces=(1, 10, QUIET))
    assert said(events)[3] == "Ada avoids the snare by a DEX save [R178]"
    _, events = play(dodged, "go:hall 1:wait 2:wait go:gallery 1:wait 2:wait")
    assert codes(events) == ["entered", "entered"]
    missed, _ = play(state, "go:gallery 1:wait 2:wait", faces=(3, QUIET))
    assert (missed.found, missed.sprung) == (frozenset(), frozenset())
    branches = dungeon.outcomes(play(state, "go:gallery 1:wait")[0], Do(1, "wait"))
    sprung = sum((branch.probability for branch in branches if branch.result.sprung), Fraction(0))
    assert sprung == Fraction(1, 3)


def test_a_trap_may_harm_everyone_and_work_again() -> None:
    """Armour helps where the author says so, and haste leaves no time to look (R178, R71, R157)."""
    armored = person("Ada", items=(TORCH, evolve(PLATE, worn=True)))
    state = lit(delve(armored, person("Bo"), person("Cy", dead=True), area="gallery", visited=frozenset({"gallery"})))
    state, events = play(state, "run:crypt", faces=(3, 5, QUIET))
    assert said(events)[2:5] == [
        "Ada springs a trap: swinging blade [R178]",
        "Ada takes no damage [R71]",
        "Bo loses 5 DEX and has 5 left [R95]",
    ]
    assert (state.sprung, state.found) == (frozenset(), {"blade"})


def test_a_trap_can_kill_and_ends_a_deed() -> None:
    """A door's trap harms the one who opens it, who then does not open it (R178, R101)."""
    frail = person("Ada", strength=Score(3, 10), items=(KEY,))
    state, events = play(delve(frail, person("Bo")), "stay 1:unlock:grate 2:wait")
    assert said(events)[-1] == "Ada dies [R101]"
    assert state.opened == frozenset()
    weak = evolve(MAP.door("grate"), turns=1, loud=False, save=None)
    state = dungeon.changed(delve(frail, person("Bo")), weak)
    state, events = play(state, "stay 1:force:grate 2:wait")
    assert state.opened == frozenset()
    assert dungeon.current_player(state) == 0
    assert legal(play(state, "stay")[0])[-1] == "2:wait"


def test_a_party_that_falls_in_haste_goes_no_further() -> None:
    """Deeds of the fallen do not happen, and the game is lost (R178, R101)."""
    frail = person("Ada", dexterity=Score(1, 10), items=(TORCH,))
    way = Dungeon(
        areas=(
            Area(id="start", exits=(Exit(to="crypt"),)),
            evolve(MAP.area("crypt"), exits=(Exit(to="start"), Exit(to="end"))),
            Area(id="end", exits=(Exit(to="crypt"),)),
        )
    )
    state = lit(delve(frail, dungeon=way, visited=frozenset({"start", "crypt", "end"})))
    state, _ = play(state, "run:end", faces=(6, QUIET))
    assert (state.area, dungeon.current_player(state), dungeon.legal_actions(state)) == ("crypt", None, ())
    result = dungeon.outcome(state)
    assert result is not None
    assert (result.is_loss, result.reason) == (True, "fallen")
    assert refused(state, "stay") == "game/over"
    walked = lit(delve(frail, person("Bo"), dungeon=way, visited=frozenset({"start"})))
    walked, events = play(walked, "go:crypt 1:noise 2:wait", faces=(6, 1, QUIET))
    assert "noise" not in codes(events)


def test_everyone_dead_on_the_way_springs_no_more_traps() -> None:
    """The dead spring nothing (R178)."""
    frail = person("Ada", strength=Score(1, 10), items=(TORCH,))
    area = Area(
        id="end", traps=(evolve(MAP.door("grate").traps[0], id="one"), evolve(MAP.door("grate").traps[0], id="two"))
    )
    way = Dungeon(areas=(Area(id="start", exits=(Exit(to="end"),)), area))
    state, _ = play(lit(delve(frail, dungeon=way)), "go:end 1:wait", faces=(QUIET,))
    assert (state.sprung, state.party.members[0].conditions.dead) == ({"one"}, True)


# The end, the caller's hooks and the setup


def test_the_game_ends_outside() -> None:
    """The score is the number of those who walk out (R155)."""
    state, events = play(delve(person("Ada"), person("Bo", down="critical")), "leave")
    assert said(events) == ["the party leaves the dungeon [R155]"]
    result = dungeon.outcome(state)
    assert result is not None
    assert (result.winners, result.scores, result.reason) == ((0,), (1,), "out")
    assert refused(state, "stay") == "game/over"
    assert refused(delve(area="nook", visited=frozenset({"nook"})), "leave") == "leave/inside"


def test_the_warden_changes_the_map_and_the_party() -> None:
    """The fiction decides what is safe, and what a fight leaves of the party."""
    state = dungeon.changed(delve(), Area(id="shaft"), dungeon.Door(id="flap"))
    assert (state.dungeon.areas[-1].id, state.dungeon.doors[-1].id) == ("shaft", "flap")
    with pytest.raises(UnsoundStateError, match="'void' is not an area; "):
        dungeon.changed(state, Area(id="shaft", exits=(Exit(to="void"),)))
    ada, bo = state.party.members
    after = dungeon.returned(lit(state), [evolve(ada, inventory=evolve(ada.inventory, items=())), bo])
    assert after.party.lights == ()
    with pytest.raises(DefinitionError, match="give all 2 members, also the dead, not 1"):
        dungeon.returned(state, [ada])
    with pytest.raises(DefinitionError, match="finish this turn first"):
        dungeon.returned(play(state, "stay")[0], [ada, bo])


def test_impossible_setups() -> None:
    """The error says what would be right."""
    with pytest.raises(DefinitionError, match=r"party\[0\] should be a Character, not 'Ada'"):
        dungeon.new_game(party=["Ada"])  # type: ignore[list-item]
    with pytest.raises(DefinitionError, match="a party has 1 to 100 members, not 101"):
        dungeon.new_game(party=[person()] * 101)
    with pytest.raises(DefinitionError, match=r"^dungeon should be a Dungeon, not 'crypt'"):
        dungeon.new_game(dungeon="crypt")  # type: ignore[arg-type]
    with pytest.raises(UnsoundStateError, match="there should be at least one area"):
        dungeon.new_game(dungeon=Dungeon(areas=()))
    party = Party(members=(person("Ada", items=(TORCH,)),), lights=LIT)
    assert dungeon.new_game(party=party).party is party


def test_a_log_of_rolls_and_events() -> None:
    """Every roll has its purpose and rule, and each event its rule."""
    state, _ = play(delve(stay=1), "stay 1:wait")
    log = dungeon.log(state, Do(1, "noise"))
    assert log.rolls[0].request.rule == "R162"
    assert codes(list(log.events))[:2] == ["noise", "due"]
    assert dungeon.explain(state, Do(1, "noise")) == log.events


def test_changes_between_states() -> None:
    """What was declared, and what the turn brought; nothing if no action leads there."""
    state = delve()
    texts: list[str] = []
    for action in (dungeon.Stay(), Do(0, "search", "chest"), Do(1, "light", "torch")):
        after = dungeon.apply(state, action)
        events = dungeon.events_of(state, action, after)
        assert dungeon.changes(state, after) == events
        texts += said(list(events))
        state = after
    assert texts == [
        "The party stays [R155]",
        "Ada searches chest [R155]",
        "Bo lights Torch [R155]",
        "Bo spends a use of Torch [R170]",
        "Ada searches chest and finds Gem, Gem, a way to nook, a trap: snare [R167]",
        "The lid is new [R167]",
    ]
    going = dungeon.apply(state, Go("gallery"))
    assert said(list(dungeon.changes(state, going))) == ["The party goes to gallery [R155]"]
    assert dungeon.changes(state, delve(turn=9)) == ()
    assert said(list(dungeon.changes(delve(rests=0), dungeon.apply(delve(rests=0), Pay("fatigue")))))[0].endswith(
        "[R165]"
    )


def test_conditions_of_the_party_are_kept() -> None:
    """A panicked member of a party outside a fight acts as all others do (R177)."""
    state, _ = play(delve(person("Ada", panicked=True), person("Bo")), "stay")
    assert legal(state)[0] == "1:search:chest"
    assert Conditions(panicked=True) == state.party.members[0].conditions


# Putting down, and first aid


def deeds(state: State) -> list[Do]:
    """The deeds that somebody can declare now."""
    return [action for action in dungeon.legal_actions(state) if isinstance(action, Do)]


def test_what_is_put_down_lies_in_the_area() -> None:
    """It takes the action of a turn, puts out its light, and lies there, not worn (R40, R155)."""
    state = delve(person("Ada", items=(TORCH,)), person("Bo", items=(evolve(PLATE, worn=True),)))
    state, _ = play(state, "go:gallery 1:light:torch 2:wait", faces=(3, 6))
    state, events = play(state, "stay 1:put-down:torch 2:put-down:plate", faces=(6, 9, 9))
    assert {"Ada puts down Torch [R40]", "Bo puts down Plate [R40]"} < {*said(events)}
    burnt = evolve(TORCH, uses=Uses(2, 3))
    assert state.loot[-2:] == (Found(area="gallery", item=burnt), Found(area="gallery", item=PLATE))
    assert [member.inventory.items for member in state.party.members] == [(), ()]
    assert state.party.lights == ()
    assert not is_lit(state)


def test_what_cannot_be_put_down() -> None:
    """Parts of the body stay, and so does what somebody cannot part with (R41)."""
    hand, bond = Item(id="hand", name="Hand", bodily=True), Item(id="bond", name="Bond", droppable=False)
    state, _ = play(delve(person("Ada", items=(hand, bond, GEM)), person("Bo")), "stay")
    assert [action.target for action in deeds(state) if action.deed == "put-down"] == ["gem"]
    for id, code in (("hand", "item/bodily"), ("bond", "item/bound")):
        reason = dungeon.why_illegal(state, dungeon.Do(0, "put-down", id))
        assert reason is not None
        assert (reason.code, reason.rule) == (code, "R41")
    away, _ = play(delve(person("Ada", items=(GEM,)), person("Bo")), "go:gallery")
    reason = dungeon.why_illegal(away, dungeon.Do(0, "put-down", "gem"))
    assert reason is not None
    assert reason.code == "deed/on-the-way"


def test_bandages_stabilise_the_dying() -> None:
    """A use stabilises (R54, R103); a second helper keeps theirs. Who rests there wakes the stabilised (A24, R168)."""
    ada, bo = person("Ada", items=(BANDAGES,)), person("Bo", items=(BANDAGES,))
    cy = person("Cy", down="critical", hp=Score(0, 4))
    state, _ = play(delve(ada, bo, cy), "stay")
    assert [action.target for action in deeds(state) if action.deed == "bandage"] == ["3"]
    state, events = play(state, "1:bandage:3 2:bandage:3")
    assert said(events) == ["Ada spends a use of Bandages [R37]", "Cy is stabilised [R103]"]
    assert [member.inventory.items[0].uses for member in state.party.members[:2]] == [Uses(2, 3), Uses(3, 3)]
    lying, events = play(state, "stay 1:wait 2:wait", faces=(6,))
    assert lying.party.members[2].conditions.down == "stabilised"
    assert "Cy rests and has 4 HP [R53]" not in said(events)
    awake, events = play(state, "stay 1:rest 2:rest", faces=(6,))
    assert said(events).count("Cy rests and has 4 HP [R53]") == 1
    assert awake.party.members[2].is_able


def test_nobody_is_bandaged_without_bandages() -> None:
    """Spent ones do not count (R54); the dead need none."""
    empty = evolve(BANDAGES, uses=Uses(0, 3))
    dying, dead = person("Bo", down="mortal"), person("Cy", down="critical", dead=True)
    state, _ = play(delve(person("Ada", items=(empty,)), dying, dead), "stay")
    assert all(action.deed != "bandage" for action in deeds(state))
    reason = dungeon.why_illegal(state, dungeon.Do(0, "bandage", "2"))
    assert reason is not None
    assert reason.code == "aid/no-bandages"
    whole, _ = play(delve(person("Ada", items=(BANDAGES,)), dying, dead), "stay")
    assert [action.target for action in deeds(whole) if action.deed == "bandage"] == ["2"]
