"""A campaign: travel, dungeons and fights of one party, on one clock, as rules R53 to R211 have them."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from cairn_rules import Match, Record, dumps, loads
from cairn_rules.cairn_rpg import campaign, combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign import Aid, Calm, Enter, Fight, SetOut, State
from cairn_rules.cairn_rpg.campaign.manifest import turns
from cairn_rules.cairn_rpg.campaign.rules.transitions import with_party
from cairn_rules.cairn_rpg.campaign.state import HERE, UNUSED
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.items import Companion
from cairn_rules.cairn_rpg.dungeon import Stay
from cairn_rules.cairn_rpg.procedures.party import Light, Party
from cairn_rules.cairn_rpg.wilderness import Route
from cairn_rules.errors import DefinitionError, IllegalActionError, MatchError, Reason, UnsoundStateError
from cairn_rules.game import Outcome
from support.cairn_rpg.campaigns import LAND, begun, play
from support.cairn_rpg.delves import TORCH
from support.cairn_rpg.people import BANDAGES, RATIONS, SWORD, person


def legal(state: State) -> list[str]:
    return [campaign.format_action(action) for action in campaign.legal_actions(state)]


def refused(state: State, text: str) -> str:
    """The code of the reason why an action is illegal, which `apply` and `why_illegal` agree on."""
    action = campaign.parse_action(text, state)
    with pytest.raises(IllegalActionError) as caught:
        campaign.apply(state, action)
    assert action not in campaign.legal_actions(state)
    assert campaign.why_illegal(state, action) == caught.value.reason
    return str(caught.value.reason.code)


def at_crypt(*members: Any, **options: Any) -> State:
    return begun(*members, at="crypt", **options)


def hp(state: State) -> list[int]:
    return [member.hp.value for member in state.party.members]


def test_a_day_of_travel_a_fight_and_a_dungeon() -> None:
    """By hand: a trail takes 1 + 1 watches (R181), and a foe that fails its STR save dies (R97, R99)."""
    state = begun(weather=None)
    assert (state.place, state.journey.weather, legal(state)) == ("Inn", None, ["begin"])

    # The first day: a 2 is fair weather in spring (T27). A trail has the way lost on 1 and 2 (R182).
    state, events = play(state, "begin set-out:track", faces=(2, 3, 2))
    assert [event.rule for event in events] == ["R188", "R199", "R211"]
    assert (state.at, state.way, state.place) == ("inn", "track", "on the way to Crypt")
    assert (state.journey.day, state.journey.watch, state.journey.weather) == (1, 1, "fair")
    state, events = play(state, "travel", faces=(6, 1))
    assert [event.text for event in events][-1] == "the party arrives: Crypt"
    assert (state.at, state.way, state.place, state.journey.watch) == ("crypt", "", "Crypt", 2)

    # Both miss the first round (R73), so that the rat bites Ada for 3. In the second one the sword deals 5.
    state, _ = play(state, "fight:rat begin", faces=(11, 11))
    assert campaign.current_player(state) == combat.FOES
    state, events = play(state, "3:1>1 1:1>3 2:wait", faces=(3, 5, 20))
    assert str(events[-1]) == "the fight is over: the party wins (defeat) [R80]"
    assert (state.fight, campaign.current_player(state), hp(state)) == (None, 0, [1, 4])

    # In the dungeon, a lit torch spends a use (R170), and a rest in the safe hall gives back all HP (R168).
    state, _ = play(state, "enter stay 1:light:torch 2:search:chest")
    assert state.dungeon is not None
    assert (state.inside, state.dungeon.turn, state.party.lights) == (True, 1, (Light(0, "torch"),))
    state, _ = play(state, "stay 1:rest 2:take:gem leave", faces=(6,))
    assert (state.inside, state.dungeon, hp(state)) == (False, None, [4, 4])
    ada, bo = state.party.members
    assert [str(item) for item in ada.inventory.items] == ["Rations (3 of 3)", "Torch (2 of 3)", "Sword"]
    assert [item.name for item in bo.inventory.items] == ["Rations", "Torch", "Gem"]
    assert (state.party.lights, state.journey.day, state.journey.watch) == ((Light(0, "torch"),), 1, 2)

    # The night passes without a camp: Fatigue and Deprived of sleep (R201), and a 1 is nice weather.
    state, events = play(state, "pass", faces=(1,))
    assert [event.rule for event in events] == ["R201", "R201", "R201", "R201", "R188"]
    assert [member.inventory.fatigue for member in state.party.members] == [1, 1]
    assert (state.journey.day, state.journey.watch, state.journey.weather) == (2, 0, "nice")

    # Who is short of sleep travels as on tough land: the trail takes 3 watches now (R202).
    state, events = play(state, "set-out:track", faces=(3, 2))
    assert events[0].text == "the party travels: watch 1 of 3 to Inn"


def test_a_second_visit_finds_the_dungeon_as_it_was_left() -> None:
    """What was found stays found, and the members come as they are now (R167)."""
    state, _ = play(at_crypt(), "enter stay 1:search:chest 2:wait leave")
    state, _ = play(with_party(state, Party(members=state.party.members[:1])), "season:winter enter")
    assert state.dungeon is not None
    assert {"chest", "crack", "snare"} <= state.dungeon.found
    assert (state.dungeon.turn, state.dungeon.stay, len(state.dungeon.party.members)) == (1, 0, 1)
    assert len(state.dungeons) == 1
    assert state.journey.season == "winter"


def test_who_has_camped_stays_so_in_another_marching_order() -> None:
    """The second and the fourth have camped; the third goes in front (R174, R201)."""
    members = [person(name, items=(RATIONS,)) for name in ("Ada", "Bo", "Cy", "Di")]
    state, _ = play(at_crypt(*members), "1:wait 2:camp 3:wait 4:camp rest:quiet enter lead:3 leave", faces=(1,))
    assert [member.name for member in state.party.members] == ["Cy", "Ada", "Bo", "Di"]
    assert state.journey.camped == {2, 3}
    state, _ = play(state, "pass pass", faces=(1,))
    assert [member.inventory.fatigue for member in state.party.members] == [1, 1, 0, 0]


def test_a_dark_entrance_is_dark_on_every_visit() -> None:
    """A party without a light is blind where an area is dark (R169)."""
    landmark = LAND.landmark("crypt")
    assert landmark.dungeon is not None
    first, *others = landmark.dungeon.areas
    dark = evolve(landmark.dungeon, areas=(evolve(first, dark=True), *others))
    land = evolve(LAND, landmarks=(evolve(landmark, dungeon=dark),), ways=())
    state = campaign.new_game(seed=1, party=at_crypt().party, gazetteer=land, weather="fair")
    state, _ = play(state, "enter")
    assert state.dungeon is not None
    assert state.dungeon.blind
    state, _ = play(state, "stay 1:light:torch 2:wait leave enter")
    assert state.dungeon is not None
    assert not state.dungeon.blind


def test_a_fight_in_a_dungeon_returns_to_it() -> None:
    """The party of the dungeon has the wounds, and no turn has passed."""
    state, _ = play(at_crypt(), "enter fight:rat begin", faces=(11, 11))
    state, _ = play(state, "3:1>1 1:1>3 2:wait", faces=(3, 5, 20))
    assert state.dungeon is not None
    assert (state.inside, state.dungeon.turn, hp(state)) == (True, 0, [1, 4])
    assert state.dungeon.party == state.party


def test_a_party_that_flees_or_agrees_goes_on() -> None:
    """Nobody wins a truce (R80), and those who fled are back with the others (R135)."""
    state, _ = play(begun(), "fight:rat begin offer", faces=(1, 1))
    assert refused(state, "set-out:track") == "scene/fight"
    state, events = play(state, "agree")
    assert str(events[-1]) == "the fight is over without a winner (truce) [R80]"
    state, events = play(state, "fight:rat begin 1:flee 2:flee", faces=(1, 1, 1, 1))
    assert str(events[-1]) == "the fight is over: the party loses (flight) [R80]"
    assert len(state.party.living) == 2


def test_companions_fight_and_the_slain_follow_nobody_any_more() -> None:
    """A wolf with 1 HP and 1 STR dies of a bite of 3 (R101); a hawk without HP stays away (A51)."""
    wolf = Companion(id="wolf", name="Wolf", hp=1, strength=1)
    hawk = Companion(id="hawk", name="Hawk")
    dead = person("Cy", dead=True, companions=(wolf,))
    state = begun(dead, person("Ada", items=(SWORD,), companions=(wolf, hawk)), person("Bo"))
    state, _ = play(state, "fight:rat begin", faces=(11, 11, 11))
    assert state.fight is not None
    assert [each.character.name for each in state.fight.fighters] == ["Ada", "Wolf", "Bo", "Rat"]
    state, _ = play(state, "4:1>2 1:1>4 3:wait", faces=(3, 5, 20))
    assert [[each.name for each in member.companions] for member in state.party.members] == [["Wolf"], ["Hawk"], []]


def test_a_fight_can_end_the_campaign() -> None:
    """A bite of 4 against 1 STR and no HP kills Ada, who was alone (R101)."""
    ada = person("Ada", hp=Score(0, 4), strength=Score(1, 10))
    state, _ = play(begun(ada), "fight:rat begin 2:1>1", faces=(20, 4))
    assert (state.fight, campaign.current_player(state), campaign.legal_actions(state)) == (None, None, ())
    assert campaign.outcome(state) == Outcome((1,), "death")
    assert refused(state, "retire") == "game/over"


def test_a_party_that_cannot_act_has_fallen_in_a_dungeon() -> None:
    """Outdoors somebody may still help; in a dungeon nobody can (R99)."""
    ada = person("Ada", hp=Score(0, 4))
    fallen, _ = play(at_crypt(ada), "enter fight:rat begin 2:1>1", faces=(20, 4, 20))
    assert fallen.party.members[0].conditions.down == "critical"
    assert campaign.outcome(fallen) == Outcome((1,), "fallen")
    alive, _ = play(begun(ada), "fight:rat begin 2:1>1", faces=(20, 4, 20))
    assert campaign.current_player(alive) == 0
    assert (refused(alive, "aid:1"), refused(alive, "fight:rat")) == ("member/unable", "member/unable")
    assert refused(with_party(at_crypt(), alive.party), "enter") == "member/unable"


def test_aid_needs_somebody_who_is_able() -> None:
    """Bandages spend a use (R54); other aid is what the table says (R103)."""
    helper = person("Bo", items=(BANDAGES,))
    lame = person("Di", items=(BANDAGES,), dexterity=Score(0, 10))
    state = begun(person("Ada", down="critical"), helper, person("Cy"), lame)
    assert [text for text in legal(state) if "aid" in text] == ["aid:1", "2:aid:1"]
    tended, events = play(state, "aid:1")
    assert (tended.party.members[0].conditions.down, [event.rule for event in events]) == ("stabilised", ["R103"])
    bound, events = play(state, "2:aid:1")
    assert (bound.party.members[0].conditions.down, [event.rule for event in events]) == ("stabilised", ["R37", "R103"])
    assert str(bound.party.members[1].inventory.items[0]) == "Bandages (2 of 3)"
    assert [refused(state, text) for text in ("3:aid:1", "4:aid:1", "9:aid:1", "aid:9", "aid:2")] == [
        "aid/no-bandages",
        "aid/unable",
        "member/unknown",
        "member/unknown",
        "aid/not-dying",
    ]


def test_bandages_take_a_turn_in_a_dungeon() -> None:
    """They are the deed of a member there (R54, R165); other aid is still what the table says (R103)."""
    state, _ = play(at_crypt(person("Bo", items=(BANDAGES,)), person("Ada", down="critical")), "enter")
    assert campaign.why_illegal(state, Aid(1, by=0)) == Reason(
        "scene/dungeon", "in a dungeon this is the deed of a member, which takes a turn", "R54"
    )
    assert [text for text in legal(state) if "aid" in text] == ["aid:2"]
    bound, events = play(state, "stay 1:bandage:2")
    assert bound.dungeon is not None
    assert (bound.party.members[1].conditions.down, bound.dungeon.turn) == ("stabilised", 1)
    assert [event.rule for event in events][:2] == ["R37", "R103"]


def test_a_dying_member_dies_when_a_watch_passes() -> None:
    """An hour is enough (R99), and a campaign without the living is over."""
    state, events = play(begun(person("Ada", down="critical")), "pass")
    assert [event.rule for event in events] == ["R99"]
    assert campaign.outcome(state) == Outcome((1,), "death")
    assert turns(state) == 1


def test_a_few_moments_of_rest() -> None:
    """All HP return, but not to the dying (R53, R103)."""
    tired = person("Ada", hp=Score(1, 4))
    state, events = play(begun(tired, person("Bo", down="critical"), person("Cy")), "breathe")
    assert hp(state) == [4, 4, 4]
    assert [str(event) for event in events] == ["Ada rests and has 4 HP [R53]", "Cy rests and has 4 HP [R53]"]
    assert refused(state, "breathe") == "breath/unneeded"
    inside, _ = play(at_crypt(tired), "enter")
    assert (refused(inside, "breathe"), refused(inside, "calm:1")) == ("scene/dungeon", "scene/dungeon")


def test_panic_ends_with_a_save() -> None:
    """A WIL save of 10 (R176)."""
    state = begun(person("Ada", panicked=True), person("Bo"))
    assert [text for text in legal(state) if "calm" in text] == ["calm:1"]
    still, events = play(state, "calm:1", faces=(11,))
    assert (still.party, str(events[0])) == (state.party, "Ada stays in panic [R176]")
    calm, events = play(state, "calm:1", faces=(10,))
    assert (calm.party.members[0].conditions.panicked, str(events[0])) == (False, "Ada overcomes the panic [R176]")
    assert (refused(state, "calm:2"), refused(state, "calm:3")) == ("recover/not-panicked", "member/unknown")


def test_what_can_be_done_where() -> None:
    state = begun()
    assert refused(state, "travel") == "travel/way"
    assert refused(state, "enter") == "enter/no-dungeon"
    assert refused(state, "set-out:moor") == "way/unknown"
    assert refused(state, "season:spring") == "season/now"
    assert refused(state, "fight:bear") == "fight/unknown"
    assert refused(state, "find:food:2") == "answer/not-asked"
    assert refused(begun(weather="catastrophic"), "set-out:track") == "travel/weather"
    way, _ = play(state, "set-out:track", faces=(3, 2))
    assert "travel" in legal(way)
    assert refused(way, "season:winter") == "scene/on-the-way"
    inside, _ = play(at_crypt(), "enter")
    assert refused(inside, "retire") == "scene/inside"
    turn, _ = play(inside, "stay")
    assert refused(turn, "fight:rat") == "scene/turn"
    watch, _ = play(state, "1:wait")
    assert refused(watch, "pass") == "scene/watch"
    lonely = campaign.new_game(gazetteer=campaign.Gazetteer(landmarks=(campaign.Landmark(id="rock"),)), weather="fair")
    reason = campaign.why_illegal(lonely, wilderness.Travel())
    assert reason is not None
    assert (lonely.place, reason.text) == ("rock", "the party must choose a way from rock: there is none")
    for place, known in ((state, ", ".join(each.id for each in LAND.encounters)), (lonely, "none")):
        reason = campaign.why_illegal(place, campaign.Fight("bear"))
        assert reason is not None
        assert reason.text == f"'bear' is not an encounter of this land; there are: {known}"
    reason = campaign.why_illegal(state, "retire")  # type: ignore[arg-type]
    assert reason is not None
    assert reason.code == "action/unknown"
    with pytest.raises(IllegalActionError, match="it is text; convert it with parse_action"):
        campaign.apply(state, "retire")  # type: ignore[arg-type]


def test_a_party_with_too_many_companions_cannot_fight_as_single_fighters() -> None:
    """A side has at most a hundred fighters; large groups are detachments (R123)."""
    pack = tuple(Companion(id="rat", name="Rat", hp=1) for _ in range(100))
    assert refused(begun(person("Ada", companions=pack)), "fight:rat") == "fight/too-many"


def test_rations_are_sold_where_the_landmark_is_a_settlement() -> None:
    """As on a journey (R206)."""
    rich = person("Ada", items=(RATIONS,), gold=20)
    state = begun(rich)
    assert "1:buy:1" in legal(state)
    state, _ = play(state, "set-out:dyke", faces=(2,))
    assert state.place == "Crypt"
    assert "1:buy:1" not in legal(state)
    state, _ = play(state, "set-out:dyke", faces=(2,))
    assert "1:buy:1" in legal(state)


def test_a_campaign_ends_when_the_party_settles_down_or_after_a_year() -> None:
    state, events = play(begun(), "retire")
    assert str(events[0]) == "the party settles down in Inn, and the campaign is over [R198]"
    assert campaign.outcome(state) == Outcome((0,), "retirement")
    assert (campaign.current_player(state), legal(state), refused(state, "pass")) == (None, [], "game/over")
    late = begun()
    late = evolve(late, journey=evolve(late.journey, day=365, watch=2))
    late, _ = play(late, "pass")
    assert campaign.outcome(late) == Outcome((0,), "year")


def test_setting_up() -> None:
    """The first landmark is the start unless another is given, and the scenes have no dice of their own."""
    state = campaign.new_game(seed=7, gazetteer=LAND, at="crypt", season="fall", watch=1, weather="fair", braves=True)
    assert (state.at, state.journey.season, state.journey.watch, state.journey.braves) == ("crypt", "fall", 1, True)
    assert (state.journey.chance, state.journey.legs, state.journey.settlement) == (UNUSED, (HERE,), False)
    assert state.chance == wilderness.new_game(seed=7).chance
    with pytest.raises(DefinitionError, match="'mill' is not a landmark"):
        campaign.new_game(gazetteer=LAND, at="mill")
    with pytest.raises(UnsoundStateError, match="there should be at least one landmark"):
        campaign.new_game(gazetteer=campaign.Gazetteer(landmarks=()))
    with pytest.raises(DefinitionError, match="gazetteer should be a Gazetteer, not 'fen'"):
        campaign.new_game(gazetteer="fen")  # type: ignore[arg-type]


def test_the_parts_of_a_gazetteer_are_found_by_their_ids() -> None:
    assert LAND.landmark("crypt").name == "Crypt"
    assert LAND.way("dyke").route == Route(path="road")
    assert LAND.encounter("rat").foes[0].name == "Rat"
    assert [way.id for way in LAND.ways_from("inn")] == ["track", "dyke"]
    with pytest.raises(KeyError):
        LAND.way("moor")


def adventure() -> Match[State, campaign.Action]:
    """A campaign by the dice of its seed, with a declaration at its end."""
    match: Match[State, campaign.Action] = Match(campaign, begun(person("Ada", items=(RATIONS, TORCH))))
    for text in ("season:fall", "set-out:dyke", *["enter", "stay", "1:light:torch", "leave", "fight:rat", "begin"]):
        match.do(text)
    return match


def test_undo_by_the_rules_of_a_match() -> None:
    match = adventure()
    states = match.states
    assert (match.state.fight is not None, match.can_redo) == (True, False)
    for state in reversed(states[:-1]):
        assert match.undo() == state
    assert (match.can_undo, match.history) == (False, ())
    for state in states[1:]:
        assert match.redo() == state
    match.undo()
    match.undo()
    assert (match.state.fight, match.do("retire").retired, match.can_redo) == (None, True, False)
    with pytest.raises(MatchError):
        match.do("pass")


@pytest.mark.untraced
def test_a_stored_campaign_is_replayed_with_the_same_dice() -> None:
    """As a match and as a record; undone steps stay in the document of a match."""
    match = adventure()
    again = loads(dumps(match))
    assert (again.states, again.history) == (match.states, match.history)
    record = loads(dumps(Record.of(match)))
    assert tuple(record.replay()) == match.states
    assert campaign.chronicle(record) == campaign.chronicle(match)
    match.undo()
    assert loads(dumps(match)).redo() == again.state


def test_the_chronicle_says_what_happened_day_by_day() -> None:
    match: Match[State, campaign.Action] = Match(campaign, begun(person("Ada")))
    match.do("fight:rat")
    match.undo()
    for text in ("season:winter", "pass", "pass", "pass"):
        match.do(text)
    weather = match.state.journey.weather
    lines = str(campaign.chronicle(match)).splitlines()
    assert lines[:9] == [
        "Day 1",
        "",
        "  Morning, Inn",
        "    The season changes to winter",
        "      winter begins [R188]",
        "    A watch passes",
        "  Afternoon, Inn",
        "    A watch passes",
        "  Night, Inn",
    ]
    assert "    A watch passes" in lines[9:]
    assert f"      day 2: the weather is {weather} [R188]" == lines[-1]
    match.do("retire")
    assert "\n\nDay 2\n\n  Morning, Inn\n    The party settles down\n" in str(campaign.chronicle(match))
    assert "weather in winter [R188]: d6" not in str(campaign.chronicle(match))
    assert "weather in winter [R188]: d6" in campaign.chronicle(match).text(rolls=True)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            Match(dungeon, seed=1),
            "a chronicle is that of a match or record of cairn-rpg-campaign, not of cairn-rpg-dun",
        ),
        (begun(), "campaign should be a Match or a Record, not a State"),
        ("log", "campaign should be a Match or a Record, not 'log'"),
    ],
)
def test_only_a_campaign_with_its_past_has_a_chronicle(other: Any, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        campaign.chronicle(other)


def test_events_are_those_of_the_scene_or_of_the_campaign() -> None:
    state = begun()
    met, _ = play(state, "fight:rat")
    for events in (campaign.changes(state, met), campaign.events_of(state, campaign.Fight("rat"), met)):
        assert list(map(str, events)) == ["the party meets rat, and a fight begins [R72]"]
    inside, _ = play(at_crypt(), "enter")
    turn, _ = play(inside, "stay")
    for events in (campaign.changes(inside, turn), campaign.events_of(inside, Stay(), turn)):
        assert list(map(str, events)) == ["The party stays [R155]"]


def test_other_dice_leave_only_the_declaration() -> None:
    """What was thrown at a table is in the log with these dice, and cannot be known from the states."""
    state = begun()
    thrown = next(
        after
        for faces in ((1, 1), (6, 6))
        for after in [play(state, "set-out:track", faces=faces)[0]]
        if after != campaign.apply(state, SetOut("track"))
    )
    assert campaign.events_of(state, SetOut("track"), thrown) == ()
    inside, _ = play(at_crypt(), "enter")
    assert campaign.events_of(inside, Stay(), state) == ()


def test_odds_are_exact() -> None:
    """A trail loses its way on 1 and 2 of six, and an event follows: 36 branches (R182, R211)."""
    branches = campaign.outcomes(begun(), SetOut("track"))
    assert sum(branch.probability for branch in branches if branch.result.journey.lost) * 3 == 1


def test_actions_that_are_not_asked_for_have_reasons() -> None:
    for action in (Fight("rat"), Enter(), Aid(0), Calm(0)):
        state, _ = play(begun(), "fight:rat")
        reason = campaign.why_illegal(state, action)
        assert reason is not None
        assert reason.code == "scene/fight"


def test_the_board_warns_of_those_who_die_without_aid() -> None:
    """Critical Damage kills within the hour (R99), in a dungeon as well; a stabilised one lives (R103)."""
    state = begun(person("Ada"), person("Bo", down="critical"))
    warning = "Bo is dying, and dies within the hour without aid (aid:2)"
    for plain in (True, False):
        assert campaign.diagram(state, plain=plain).splitlines().count(warning) == 1
    inside, _ = play(evolve(state, at="crypt"), "enter")
    assert warning in campaign.diagram(inside)
    saved, _ = play(state, "aid:2")
    assert "dying" not in campaign.diagram(saved)


def test_a_refusal_names_what_has_to_be_answered_first() -> None:
    """The table says what is discovered (R211), the day begins with its weather (R188), exhaustion costs (R165)."""

    def said(state: State) -> str:
        reason = campaign.why_illegal(state, campaign.CatchBreath())
        assert reason is not None
        return reason.text

    found, _ = play(begun(), "set-out:track", faces=(3, 6))
    assert said(found).startswith("the table must say what is discovered: ")
    assert said(begun(weather=None)) == "the day has not begun: begin it with a roll for the weather"
    inside, _ = play(at_crypt(), "enter")
    assert inside.dungeon is not None
    tired = evolve(inside.dungeons[0], dungeon=evolve(inside.dungeon, rests=0))
    assert said(evolve(inside, dungeons=(tired,))).startswith("the party is exhausted: choose ")
