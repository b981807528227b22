"""Journeys through the wilds: watches, routes, weather, travel, supply and camp (R179 to R212)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import dumps, loads
from cairn_rules.cairn_rpg import wilderness
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import DailyNeed, Eats, NoNeed, StepChange
from cairn_rules.cairn_rpg.characters.items import Companion, Container, Item, Uses
from cairn_rules.cairn_rpg.content.book_file import book
from cairn_rules.cairn_rpg.procedures.party import Light, Party
from cairn_rules.cairn_rpg.procedures.recovery import deprive
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness import Modifier, Route, State, watches_needed
from cairn_rules.cairn_rpg.wilderness.rules import ARRIVAL, DEATH, SURRENDER
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS, NIGHT, WEATHERS
from cairn_rules.cairn_rpg.wilderness.travel import lost_odds, needed, next_weather, supply_die, weather_felt
from cairn_rules.chance import ScriptedDice, distribution
from cairn_rules.errors import DefinitionError
from cairn_rules.game import Outcome
from support.cairn_rpg.journeys import ROAD, begun, play, traveller, with_members
from support.cairn_rpg.people import MULE, RATIONS, ROPE, person

TRAIL = Route(to="Mill", path="trail")
SHORT_TRAIL = evolve(TRAIL, modifiers=(Modifier("short cut", watches=-3),))
"""A watch of trail."""
FEED = Item(id="animal-feed", name="Animal Feed", slots=2, uses=Uses.full(3))
TORCH = Item(id="torch", name="Torch", uses=Uses(1, 3), light="torch")


def fatigue(state: State) -> list[int]:
    return [member.inventory.fatigue for member in state.party.members]


def meals(state: State) -> int:
    return wilderness.meals(state.party.members, state.rulings)


# Time and actions


def test_a_day_has_three_watches() -> None:
    """(R179) Three watches of waiting lead to the next morning, and each is a third of a day."""
    state = begun(legs=[ROAD, ROAD])
    seen = []
    for step in ("wait 1", "wait 1", "wait 1 2", "wait 1"):
        seen.append((state.day, state.watch, state.elapsed))
        state = play(state, step).state
    third = Fraction(1, 3)
    assert seen == [(1, 0, 0), (1, 1, third), (1, 2, 2 * third), (2, 0, 1)]


def test_each_member_takes_one_action_and_all_travel_together() -> None:
    """(R180) Two declare one after the other; once one has, the party cannot travel in that watch."""
    state = begun(traveller("Ada"), traveller("Bo"))
    begins = play(state, "1:supply").state
    assert begins.watch == 0
    assert wilderness.legal_actions(begins)[0] == wilderness.Supply(1)
    assert wilderness.Travel() not in wilderness.legal_actions(begins)
    after = play(begins, "2:explore 3 1")
    assert after.codes == ["explored", "found", "event"]
    assert after.state.watch == 1
    together = play(state, "travel 1").state
    assert (together.progress, together.watch) == (1, 1)


def test_a_split_party_is_two_groups() -> None:
    """(R180) Each has its own members, lights and chance; things on the ground stay with the first."""
    party = Party(members=(traveller("Ada"), traveller("Bo", TORCH), traveller("Cy")), lights=(Light(1, "torch"),))
    state = evolve(begun(), party=party, camped=frozenset({1, 2}), ground=(ROPE,))
    first, second = wilderness.split(state, [1])
    assert [member.name for member in first.party.members] == ["Ada", "Cy"]
    assert [member.name for member in second.party.members] == ["Bo"]
    assert (first.party.lights, second.party.lights) == ((), (Light(0, "torch"),))
    assert (first.camped, second.camped) == ({1}, {0})
    assert (first.ground, second.ground) == ((ROPE,), ())
    assert len({state.chance, first.chance, second.chance}) == 3


@pytest.mark.parametrize("members", [[], [0, 1], [2], [-1]])
def test_both_groups_have_members(members: list[int]) -> None:
    """(R180)."""
    with pytest.raises(DefinitionError, match="give some, but not all, of 0 to 1"):
        wilderness.split(begun(traveller(), traveller()), members)


def test_a_party_splits_between_watches() -> None:
    """(R180)."""
    declared = play(begun(traveller(), traveller()), "1:wait").state
    with pytest.raises(DefinitionError, match="split only between two watches"):
        wilderness.split(declared, [1])


def test_groups_that_meet_are_one_party() -> None:
    """(R180) The other's members, lights, camps and things come after those of the first, whose way and dice go on."""
    ada, bo, cy = traveller("Ada", TORCH), traveller("Bo", TORCH), traveller("Cy")
    first = evolve(begun(ada, bo), party=Party(members=(ada, bo), lights=(Light(1, "torch"),)), ground=(ROPE,))
    other = evolve(
        begun(bo, cy, weather="nice"),
        party=Party(members=(bo, cy), lights=(Light(0, "torch"),)),
        camped=frozenset({1}),
        weathered=True,
        ground=(FEED,),
    )
    both = wilderness.join(evolve(first, camped=frozenset({0})), other)
    assert [member.name for member in both.party.members] == ["Ada", "Bo", "Bo", "Cy"]
    assert both.party.lights == (Light(1, "torch"), Light(2, "torch"))
    assert (both.camped, both.ground, both.weathered) == ({0, 3}, (ROPE, FEED), True)
    assert (both.weather, both.chance, both.legs) == ("fair", first.chance, first.legs)
    assert not wilderness.join(first, evolve(other, weathered=False)).weathered
    loads(dumps(both))


def test_a_party_that_was_split_is_whole_again() -> None:
    """(R180) After a watch apart; each member still declares once."""
    first, second = wilderness.split(begun(traveller("Ada"), traveller("Bo")), [1])
    both = wilderness.join(play(first, "supply 1 1").state, play(second, "explore 1").state)
    assert play(both, "1:wait", "2:wait 1").state.watch == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"declared": (wilderness.Wait(),)}, "join only between two watches"),
        ({"questions": (wilderness.Choice("weather"),)}, "join only between two watches"),
        ({"phase": "over"}, "join only between two watches"),
        ({"watch": 1}, "for one it is the morning of day 1, for the other the afternoon of day 1"),
        ({"day": 3}, "for one it is the morning of day 1, for the other the morning of day 3"),
        ({"departed": True}, "one is the start, the other on the way"),
        ({"leg": 1}, "one is the start, the other Mill"),
        ({"party": Party(members=(traveller(),) * 100)}, "at most 100 members"),
    ],
)
def test_groups_that_cannot_meet(changes: dict[str, Any], message: str) -> None:
    """(R180) They have to be at the same place at the same time."""
    state = begun(legs=[ROAD, ROAD])
    with pytest.raises(DefinitionError, match=message):
        wilderness.join(state, evolve(state, **changes))
    if "party" not in changes:
        with pytest.raises(DefinitionError):
            wilderness.join(evolve(state, **changes), state)


# Routes


@pytest.mark.parametrize(
    ("route", "watches"),
    [
        (Route(distance="medium", path="trail", terrain=("perilous", "tough")), 6),
        (Route(distance="short", path="trail", terrain=("perilous",)), 4),
        (Route(distance="medium", path="road", terrain=("tough",)), 3),
        (Route(distance="medium", path="wilderness", terrain=("tough",)), 5),
        (Route(distance="medium", path="trail", terrain=("easy",)), 3),
        (Route(distance="short", path="road"), 1),
        (Route(distance="long", path="wilderness", terrain=("perilous",), vast=2), 9),
    ],
)
def test_the_watches_of_a_route_are_a_sum(route: Route, watches: int) -> None:
    """(R181 to R184) Path 0, 1, 2; distance 1, 2, 3; terrain 0, 1, 2 each; vast land up to 2."""
    assert watches_needed(route) == watches


def test_the_route_can_change_on_the_way() -> None:
    """(R181) Two watches were needed, and with other legs four; what was travelled counts."""
    state = play(begun(legs=[TRAIL]), "travel 6 1").state
    assert needed(state) == 2
    state = evolve(state, legs=(evolve(TRAIL, terrain=("perilous",)),))
    assert (state.progress, needed(state)) == (1, 4)


def test_terrains_are_added_or_the_worst_counts() -> None:
    """(R184, A43) 1 and 2 are 3, or 2; equal ones count once."""
    mixed = Route(terrain=("tough", "perilous", "tough"), path="road")
    assert watches_needed(mixed) == 4
    assert watches_needed(mixed, rulings=Rulings(terrain_mix="worst")) == 3


def test_water_is_as_hard_as_its_banks() -> None:
    """(R185) A river through tough land is a route with tough terrain; there is no other kind of path."""
    river = Route(path="road", terrain=("tough",))
    assert watches_needed(river) == 2
    with pytest.raises(DefinitionError, match="path should be 'road' or 'trail' or 'wilderness'"):
        Route(path="river")  # type: ignore[arg-type]


def test_four_watches_end_on_the_second_evening() -> None:
    """(R186) Two watches of travel a day, with the night in camp."""
    route = Route(to="Mill", path="trail", distance="medium", terrain=("tough",))
    played = play(begun(legs=[route]), "travel 6 1", "travel 6 1", "camp 1", "rest:quiet 2", "travel 6 1", "travel 6 1")
    state = played.state
    assert (state.day, state.watch) == (2, 1)
    assert wilderness.outcome(state) == Outcome((0,), ARRIVAL)
    assert played.codes[-1] == "arrived"
    assert state.elapsed == Fraction(5, 3)


def test_a_journey_of_one_day_with_a_delay() -> None:
    """(R181, R211) A short trail takes two watches, and a change of the environment adds one."""
    state = play(begun(legs=[TRAIL]), "travel 6 3").state
    assert needed(state) == 2
    state = play(state, "shift:watch", "travel 6 1").state
    assert needed(state) == 3
    assert (state.progress, state.watch, wilderness.outcome(state)) == (2, NIGHT, None)


def test_a_journey_goes_from_landmark_to_landmark() -> None:
    """(R181) Each leg begins anew; the second one ends the journey."""
    state = begun(legs=[Route(to="Inn", path="road", settlement=True), Route(to="Mill", path="road")])
    assert state.place == "the start"
    after = play(state, "travel 1").state
    assert (after.leg, after.progress, after.place, after.is_market) == (1, 0, "Inn", True)
    assert after.route.to == "Mill"
    after = play(after, "travel 1").state
    assert (after.phase, after.place, after.route.to) == ("over", "Mill", "Mill")
    assert wilderness.legal_actions(after) == ()
    assert wilderness.current_player(after) is None


def test_help_changes_what_a_leg_takes() -> None:
    """(R187) A guide saves a watch and a step of the odds, mounts make the land easier, a map cancels the path."""
    route = Route(path="wilderness", distance="medium", terrain=("tough",))
    assert watches_needed(route) == 5
    guided = evolve(route, modifiers=(Modifier("guide", watches=-1, lost=-1),))
    assert watches_needed(guided) == 4
    assert (lost_odds(begun(legs=[route])), lost_odds(begun(legs=[guided]))) == (3, 2)
    assert watches_needed(evolve(route, modifiers=(Modifier("mounts", terrain=-1),))) == 4
    assert watches_needed(evolve(route, modifiers=(Modifier("map", cancels=("path",)),))) == 3
    everything = Modifier("dragon", cancels=("path", "distance", "terrain", "vast"))
    assert watches_needed(evolve(route, terrain=("perilous",), vast=2, modifiers=(everything,))) == 1


def test_keeping_pace_has_a_price() -> None:
    """(R187) The party pays a Fatigue each, or takes one more watch; it is asked once a leg."""
    state = begun(traveller("Ada"), traveller("Bo"), legs=[evolve(ROAD, toll="fatigue")])
    asked = play(state, "travel").state
    assert [wilderness.format_action(each) for each in wilderness.legal_actions(asked)] == ["pay:fatigue", "pay:watch"]
    paid = play(asked, "pay:fatigue 1").state
    assert (fatigue(paid), needed(paid)) == ([1, 1], 3)
    slow = play(asked, "pay:watch 1").state
    assert (fatigue(slow), needed(slow)) == ([0, 0], 4)
    assert play(slow, "travel 1").state.progress == 2


def test_pace_can_cost_rations() -> None:
    """(R187) A use for each; without enough of them, the party is slower."""
    state = begun(traveller("Ada"), person("Bo"), legs=[evolve(ROAD, toll="ration")])
    paid = play(state, "travel", "pay:ration 1")
    assert meals(paid.state) == 1
    assert paid.rules("rations") == ["R187"]
    poor = play(with_members(state, person("Ada"), person("Bo")), "travel").state
    assert wilderness.legal_actions(poor) == (wilderness.Pay("watch"),)


def test_slow_animals_may_slow_the_party() -> None:
    """(A72) Slow is a word without a number, unless a ruling gives one."""
    slow = traveller(containers=(MULE,))
    assert needed(begun(slow)) == 3
    assert needed(begun(slow, rulings=Rulings(slow_watches=1))) == 4
    assert needed(begun(rulings=Rulings(slow_watches=1))) == 3


def test_backgrounds_know_the_land() -> None:
    """(R181, R199, A43) The best helper counts, and what has a condition only while it holds."""
    guide = evolve(traveller("Ada"), effects=(StepChange(of="lost", steps=-1, when="travelling"),))
    rider = evolve(traveller("Bo"), effects=(StepChange(of="terrain", steps=-1, when="mounted"),))
    legs = [Route(path="wilderness", terrain=("tough",))]
    state = begun(guide, rider, legs=legs)
    assert (lost_odds(state), needed(state)) == (2, 4)
    state = begun(guide, rider, legs=legs, circumstances=["mounted"])
    assert (lost_odds(state), needed(state)) == (2, 3)


# Weather


@pytest.mark.parametrize(
    ("season", "letters"), [("spring", "NFFUIX"), ("summer", "NNFUIX"), ("fall", "FFUIIX"), ("winter", "FUIIXX")]
)
def test_a_d6_decides_the_weather_of_the_season(season: str, letters: str) -> None:
    """(R188) N nice, F fair, U unpleasant, I inclement, X extreme."""
    names = {"N": "nice", "F": "fair", "U": "unpleasant", "I": "inclement", "X": "extreme"}
    assert [next_weather(season, None, ScriptedDice([face])) for face in range(1, 7)] == [  # type: ignore[arg-type]
        names[letter] for letter in letters
    ]


def test_each_morning_has_its_weather() -> None:
    """(R188, R196, A80) The action that begins rolls for the first day, and the end of a night for the next."""
    state = wilderness.new_game(seed=1, party=[traveller()], legs=[ROAD, ROAD])
    state = play(state, "begin 4").state
    assert state.weather == "unpleasant"
    assert wilderness.new_game(weather="nice").weather == "nice"
    played = play(state, "wait 1", "wait 1")
    assert played.state.weather == "unpleasant"
    assert play(played.state, "wait 1 1").state.weather == "nice"


def test_extreme_weather_twice_is_catastrophic() -> None:
    """(R189, A44) A third day stays so, and other weather ends the run."""
    extreme = ScriptedDice([6, 6, 6, 5, 6])
    days: list[str] = []
    for _ in range(5):
        days.append(next_weather("spring", days[-1] if days else None, extreme))  # type: ignore[arg-type]
    assert days == ["extreme", "catastrophic", "catastrophic", "inclement", "extreme"]


@pytest.mark.untraced
@pytest.mark.parametrize(("season", "share"), [("spring", 36), ("summer", 36), ("fall", 36), ("winter", 9)])
def test_catastrophes_in_the_long_run(season: str, share: int) -> None:
    """(R189) Two Extreme rolls in a row: 1/6 squared, in winter 1/3 squared."""

    def third_day(dice):
        weather = None
        for _ in range(3):
            weather = next_weather(season, weather, dice)  # type: ignore[arg-type]
        return weather

    assert distribution(third_day)["catastrophic"] == Fraction(1, share)


@pytest.mark.parametrize("weather", ["nice", "fair"])
def test_good_weather_costs_nothing(weather: str) -> None:
    """(R190)."""
    state = play(begun(weather=weather), "travel 1").state
    assert (fatigue(state), needed(state), state.weather_steps) == ([0], 3, 0)


def test_unpleasant_weather_costs_fatigue_or_a_watch() -> None:
    """(R191) The party chooses."""
    asked = play(begun(traveller("Ada"), traveller("Bo"), weather="unpleasant"), "travel").state
    tired = play(asked, "pay:fatigue 1")
    assert (fatigue(tired.state), needed(tired.state)) == ([1, 1], 3)
    assert tired.rules("fatigue") == ["R191", "R191"]
    slow = play(asked, "pay:watch 1")
    assert (fatigue(slow.state), needed(slow.state)) == ([0, 0], 4)
    assert slow.rules("took-time") == ["R191"]


def test_inclement_weather_makes_the_land_harder_as_well() -> None:
    """(R192) Easy land is tough: one more watch than the price."""
    slow = play(begun(weather="inclement"), "travel", "pay:watch 1")
    assert (slow.state.weather_steps, needed(slow.state)) == (1, 5)
    assert slow.rules("took-time") == ["R192"]


def test_extreme_weather_costs_both() -> None:
    """(R193) A Fatigue, a watch and a step, without a choice."""
    played = play(begun(weather="extreme"), "travel 1")
    assert (fatigue(played.state), needed(played.state)) == ([1], 5)
    assert played.rules("fatigue") == ["R193"]


def test_nobody_travels_in_a_catastrophe_unless_the_table_says_so() -> None:
    """(R194) Then it costs as much as extreme weather."""
    state = begun(weather="catastrophic")
    reason = wilderness.why_illegal(state, wilderness.Travel())
    assert reason is not None
    assert (reason.code, reason.rule) == ("travel/weather", "R194")
    braved = play(evolve(state, braves=True), "travel 1").state
    assert (fatigue(braved), needed(braved)) == ([1], 5)
    rolled = play(evolve(begun(weather="extreme", legs=[ROAD, ROAD]), watch=NIGHT), "camp 1", "rest:quiet 6")
    assert rolled.rules("no-travel") == ["R194"]


def test_a_step_past_perilous() -> None:
    """(R195, A45) It adds nothing, or by another ruling a watch."""
    perilous = Route(path="road", terrain=("perilous",))
    assert watches_needed(perilous, steps=1) == 3
    assert watches_needed(perilous, steps=1, rulings=Rulings(step_past="extra_watch")) == 4
    assert watches_needed(Route(path="road", terrain=("tough",)), steps=-5) == 1


def test_weather_costs_once_a_day_of_travel() -> None:
    """(R196) A day without travel is free; the second watch of a day asks nothing; the next day asks again."""
    state = begun(weather="extreme", legs=[evolve(ROAD, vast=2)])
    assert fatigue(play(state, "wait 1", "supply 1 1").state) == [0]
    state = play(state, "travel 1", "travel 1").state
    assert (fatigue(state), state.weather_delay) == ([1], 1)
    state = play(evolve(state, watch=NIGHT), "camp 1", "rest:quiet 4", "travel", "pay:watch 1").state
    assert (state.weather_delay, state.weather_steps) == (2, 1)


def test_rulings_for_weather_over_several_days() -> None:
    """(A46) Only the latest day counts, for the watches and for the step."""
    rulings = Rulings(weather_watch="latest", weather_step="latest")
    state = evolve(begun(weather="extreme", rulings=rulings, legs=[evolve(ROAD, vast=2)]), watch=1)
    state = play(state, "travel 1", "camp 1", "rest:quiet 5", "travel", "pay:watch 1").state
    assert (state.weather_delay, state.weather_steps) == (1, 1)
    state = play(evolve(state, watch=NIGHT), "camp 1", "rest:quiet 1", "travel 1").state
    assert (state.weather_delay, state.weather_steps) == (0, 0)


def test_the_step_of_the_weather_holds_for_the_next_leg_of_the_day() -> None:
    """(R192, R196) The price is paid once, but the land is harder there too."""
    short = Route(path="road", modifiers=(Modifier("slope", watches=-5),))
    state = play(begun(weather="extreme", legs=[short, ROAD]), "travel 1", "travel 1").state
    assert (state.leg, state.weather_steps, state.weather_delay) == (1, 0, 0)
    state = play(evolve(state, watch=1), "travel 1").state
    assert (state.weather_delay, needed(state), fatigue(state)) == (0, 4, [1])


def test_help_against_the_weather() -> None:
    """(R187) A step milder, or no cost at all."""
    cloaks = evolve(ROAD, modifiers=(Modifier("cloaks", weather=-3),))
    assert weather_felt(begun(weather="extreme", legs=[cloaks])) == "fair"
    tunnel = evolve(ROAD, modifiers=(Modifier("tunnel", cancels=("weather",)),))
    assert fatigue(play(begun(weather="extreme", legs=[tunnel]), "travel 1").state) == [0]


def test_fatigue_without_room_is_a_question() -> None:
    """(R65, R193) The tired member drops an item, and then the watch goes on."""
    full = traveller("Ada", ROPE, fatigue=8)
    asked = play(begun(full, weather="extreme"), "travel").state
    assert [wilderness.format_action(each) for each in wilderness.legal_actions(asked)] == [
        "1:drop:rations",
        "1:drop:rope",
    ]
    after = play(asked, "1:drop:rope 1")
    assert after.codes[:2] == ["dropped", "fatigue"]
    assert (fatigue(after.state), after.state.progress) == ([9], 1)


# Travel, night and getting lost


def test_night_travel_rolls_for_two_events() -> None:
    """(R197) The first question is answered before the second roll."""
    state = evolve(begun(), watch=NIGHT)
    asked = play(state, "travel 5").state
    assert asked.rolls == 1
    after = play(asked, "pay:watch 2 2")
    assert [event.text for event in after.events if event.code == "event"] == ["event: Sign"]
    assert after.state.day == 2
    assert play(evolve(begun(legs=[ROAD, ROAD]), watch=NIGHT), "wait 1 2").codes.count("event") == 1


def test_the_table_can_ease_the_night() -> None:
    """(R197) A desert is easier by night: terrain and weather, and only then."""
    cool = Modifier("cool night", terrain=-1, weather=-4, night=True)
    state = begun(weather="extreme", legs=[Route(path="road", terrain=("tough",), modifiers=(cool,))])
    assert (needed(state), weather_felt(state)) == (2, "extreme")
    night = evolve(state, watch=NIGHT)
    assert (needed(night), weather_felt(night)) == (1, "nice")


def test_night_can_be_slower() -> None:
    """(A47) No number is printed; a ruling can give one."""
    state = play(evolve(begun(rulings=Rulings(night_penalty=1)), watch=NIGHT), "travel 1 1 2").state
    assert (state.progress, needed(state)) == (1, 3 + 1 + 1)  # the night is slower, and nobody slept


def test_a_watch_has_an_event() -> None:
    """(R198) Actions are resolved, and then an event is rolled, in each watch."""
    for step in ("travel 1", "supply 2 1", "explore 1", "wait 1"):
        assert play(begun(), step).codes[-1] == "event"


def test_getting_lost_costs_an_action() -> None:
    """(R199, R200, A48) The watch counts, but the party cannot travel until somebody finds the way."""
    lost = play(begun(legs=[TRAIL]), "travel 2 1")
    assert lost.codes == ["travel", "lost", "event"]
    assert lost.rules("lost") == ["R199"]
    assert (lost.state.progress, lost.state.lost) == (1, True)
    assert wilderness.Travel() not in wilderness.legal_actions(lost.state)
    found = play(lost.state, "way 1")
    assert found.rules("found-way") == ["R200"]
    assert (found.state.lost, found.state.progress, found.state.watch) == (False, 1, 2)


def test_a_lost_party_arrives_when_it_finds_the_way() -> None:
    """(R200, A48, A79) Getting lost on the watch that would arrive costs an action, too."""
    lost = play(begun(legs=[SHORT_TRAIL, ROAD]), "travel 2 1")
    assert (lost.state.leg, lost.state.lost) == (0, True)
    idle = play(lost.state, "wait 1")
    assert (idle.state.leg, idle.state.lost) == (0, True)
    found = play(lost.state, "way 1")
    assert found.codes == ["found-way", "event", "arrived"]
    assert (found.state.leg, found.state.lost, found.state.progress) == (1, False, 0)


def test_finding_the_way_arrives_only_at_the_end_of_it() -> None:
    """(R211, A48) An event that costs a watch while the party is lost makes it travel on."""
    lost = play(begun(legs=[SHORT_TRAIL, ROAD]), "travel 2 3", "shift:watch")
    found = play(lost.state, "way 1")
    assert (found.state.leg, found.state.lost, found.state.progress) == (0, False, 1)
    assert "arrived" in play(found.state, "travel 3 1 1 1").codes


def test_one_finds_the_way_while_another_does_something_else() -> None:
    """(R200) One action of one member is enough."""
    state = evolve(begun(traveller("Ada"), traveller("Bo"), legs=[TRAIL]), lost=True, departed=True)
    after = play(state, "1:way", "2:supply 3 1")
    assert not after.state.lost
    assert play(state, "1:supply", "2:supply 3 1").state.lost
    both = play(state, "1:way", "2:way 1")
    assert both.codes.count("found-way") == 1


@pytest.mark.parametrize(("path", "odds"), [("road", 0), ("trail", 2), ("wilderness", 3)])
def test_the_odds_of_getting_lost(path: str, odds: int) -> None:
    """(R182, R199, R200) On a road nothing is rolled; A79: the roll is made on the watch that arrives as well."""
    route = evolve(SHORT_TRAIL, path=path)
    state = begun(legs=[route])
    assert lost_odds(state) == odds
    arrived = sum(
        branch.probability for branch in wilderness.outcomes(state, wilderness.Travel()) if not branch.result.lost
    )
    assert arrived == Fraction(6 - odds, 6)


def test_odds_stay_between_0_and_6() -> None:
    """(R5, R187) A road stays safe; great confusion is certain."""
    assert lost_odds(begun(legs=[evolve(ROAD, modifiers=(Modifier("fog", lost=6),))])) == 0
    assert lost_odds(begun(legs=[evolve(TRAIL, modifiers=(Modifier("fog", lost=6),))])) == 6
    assert lost_odds(begun(legs=[evolve(TRAIL, modifiers=(Modifier("map", lost=-6),))])) == 0


def test_getting_lost_may_cost_the_watch_too() -> None:
    """(A48) Nothing is gained."""
    lost = play(begun(legs=[TRAIL], rulings=Rulings(lost_cost="watch_and_recovery")), "travel 1 1")
    assert (lost.codes, lost.state.progress, lost.state.lost) == (["lost", "event"], 0, True)


def test_the_roll_may_be_made_once_a_leg() -> None:
    """(A62) Only on the first watch of travel."""
    state = begun(legs=[evolve(TRAIL, vast=2)], rulings=Rulings(lost_roll="per_leg"))
    assert play(state, "travel 6 1", "travel 1").state.progress == 2


def test_skipping_the_camp_tires_and_deprives() -> None:
    """(R201) One who camps in the afternoon has camped on that day."""
    state = begun(traveller("Ada"), traveller("Bo"), legs=[ROAD, ROAD])
    played = play(state, "wait 1", "1:camp", "2:wait 1", "rest:quiet", "wait 1 2")
    assert fatigue(played.state) == [0, 1]
    assert [sorted(each.conditions.needs) for each in played.state.party.members] == [[], ["sleep"]]
    assert played.rules("no-camp") == ["R201"]


def test_skipped_camps_and_deprivation_both_count() -> None:
    """(R63, R201, A11) The first night adds 1, and so does the second one; the third adds 1 for each of both."""
    state = evolve(begun(legs=[ROAD, ROAD]), watch=NIGHT)
    gains = []
    for _ in range(3):
        before = fatigue(state)[0]
        state = evolve(play(state, "wait 1 1").state, watch=NIGHT)
        gains.append(fatigue(state)[0] - before)
    assert gains == [1, 1, 2]
    tired = evolve(state, rulings=Rulings(double_fatigue=False))
    assert fatigue(play(tired, "wait 1 1").state)[0] - fatigue(state)[0] == 1


def test_two_fatigue_of_one_night_ask_one_after_the_other() -> None:
    """(R65, A11) A bulky item makes room for both."""
    tent = Item(id="tent", name="Tent", slots=2)
    tired = deprive(traveller("Ada", tent, fatigue=7, deprived_days=2), "sleep")
    state = play(evolve(begun(tired, legs=[ROAD, ROAD]), watch=NIGHT), "wait 1").state
    assert len(state.questions) == 2
    after = play(state, "1:drop:tent 2").state
    assert (fatigue(after), after.day) == ([9], 2)
    twice = play(state, "1:drop:rations").state
    assert len(twice.questions) == 1
    assert fatigue(play(twice, "1:drop:tent 2").state) == [9]


def test_the_sleepless_find_the_land_harder() -> None:
    """(R202) Until they camp."""
    sleepless = deprive(traveller("Ada"), "sleep")
    state = begun(sleepless, traveller("Bo"))
    assert needed(state) == 4
    rested = play(state, "camp 1", "rest:quiet").state
    assert needed(rested) == 3


def test_exploring_is_for_the_table() -> None:
    """(R203) No die but that of the event; the party stays where it is."""
    played = play(begun(traveller("Ada"), traveller("Bo")), "explore 1")
    assert played.events[0].text == "Ada and Bo explore: the table says what is found"
    assert played.state.place == "the start"


# Supply


@pytest.mark.parametrize(("seekers", "sides"), [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (6, 12)])
def test_more_seekers_roll_a_larger_die(seekers: int, sides: int) -> None:
    """(R204, R205) One die for all, up to d12."""
    state = begun(*[traveller(f"P{number}") for number in range(seekers)])
    assert supply_die(state, tuple(range(seekers))) == sides
    assert play(state, f"supply {sides} 1").rules("found") == ["R204"]


def test_backgrounds_add_a_step() -> None:
    """(R205) Each who has it, of those who look; still at most d12."""
    hunter = evolve(traveller("Ada"), effects=(StepChange(of="supply", steps=1), NoNeed(needs=("oil",))))
    state = begun(hunter, traveller("Bo"))
    assert (supply_die(state, (0,)), supply_die(state, (1,)), supply_die(state, (0, 1))) == (6, 4, 8)
    assert supply_die(begun(*[hunter] * 4), (0, 1, 2, 3)) == 12
    effects = [
        effect
        for row in ("fletchwind", "marchguard")
        for effect in book().backgrounds[row].tables[0][2 if row == "fletchwind" else 0].effects
    ]
    assert [effect for effect in effects if isinstance(effect, StepChange)] == [StepChange(of="supply", steps=1)] * 2


def test_found_rations_have_three_uses() -> None:
    """(R204) Two Rations are six meals."""
    state = play(begun(person("Ada")), "supply 2 1").state
    assert [str(item) for item in state.party.members[0].inventory.items] == ["Rations (3 of 3)"] * 2


def test_supplies_are_bought_in_settlements() -> None:
    """(R206) 10gp for each, and the watch; not on the way, and no more than gold and slots allow."""
    rich = person("Ada", gold=25)
    state = begun(rich, settlement=True)
    offers = [each for each in wilderness.legal_actions(state) if isinstance(each, wilderness.Resupply)]
    assert offers == [wilderness.Resupply(0, 1), wilderness.Resupply(0, 2)]
    after = play(state, "1:buy:2 1")
    assert (after.state.party.members[0].inventory.gold, meals(after.state), after.state.watch) == (5, 6, 1)
    assert after.rules("bought") == ["R206"]
    assert not any(isinstance(each, wilderness.Resupply) for each in wilderness.legal_actions(begun(rich)))
    full = begun(person("Ada", gold=99, fatigue=9), settlement=True)
    assert [each for each in wilderness.legal_actions(full) if isinstance(each, wilderness.Resupply)] == [
        wilderness.Resupply(0, 1)
    ]
    banker = begun(person("Ada", gold=100, fatigue=9), settlement=True)  # a coin slot is freed by paying
    assert wilderness.Resupply(0, 1) in wilderness.legal_actions(banker)
    offers = wilderness.legal_actions(begun(person(gold=199), settlement=True))
    assert (wilderness.Resupply(0, 10) in offers, wilderness.Resupply(0, 11) in offers) == (True, False)


def test_what_does_not_fit_is_left_and_said() -> None:
    """(R207) A mule takes its share; the rest lies there to be picked up, until the party leaves."""
    full = person("Ada", fatigue=8, containers=(evolve(MULE, capacity=1),))
    played = play(begun(full), "supply 4 1")
    state = played.state
    assert len(state.party.members[0].inventory.items) == 1
    assert len(state.party.members[0].inventory.containers[0].items) == 1
    assert (len(state.ground), played.rules("no-room")) == (2, ["R207"])
    taken = play(state, "1:take:rations")
    assert (len(taken.state.ground), taken.state.watch) == (1, state.watch)
    assert taken.state.party.members[0].inventory.is_full()
    assert not any(isinstance(each, wilderness.Take) for each in wilderness.legal_actions(taken.state))
    gone = play(taken.state, "travel 1")
    assert (gone.state.ground, gone.rules("left")) == ((), ["R207"])


# Camp


def test_a_camp_feeds_and_restores() -> None:
    """(R208) A use of rations each; Fatigue goes, HP come back, and the need of sleep ends."""
    tired = deprive(traveller("Ada", fatigue=3, deprived_days=1), "sleep")
    tired = evolve(tired, hp=evolve(tired.hp, value=1))
    played = play(begun(tired), "camp 1", "rest:quiet")
    (ada,) = played.state.party.members
    assert (ada.inventory.fatigue, ada.hp.value, ada.is_deprived, meals(played.state)) == (0, 4, False, 2)
    assert played.codes == ["meal", "event", "refreshed", "rested"]


def test_the_order_of_camp_can_be_ruled() -> None:
    """(A65) Who lacks sleep when the camp begins recovers nothing, but has slept."""
    tired = deprive(traveller("Ada", fatigue=3), "sleep")
    state = play(begun(tired, rulings=Rulings(camp_order="recovery_first")), "camp 1", "rest:quiet").state
    assert (fatigue(state), state.party.members[0].is_deprived) == ([3], False)
    assert fatigue(play(state, "supply 1 1").state) == [3]


def test_a_lookout_eats_but_does_not_sleep() -> None:
    """(R208) It counts as camp, and brings no recovery."""
    state = begun(traveller("Ada", fatigue=1), traveller("Bo", fatigue=1))
    state = play(evolve(state, watch=NIGHT), "1:guard", "2:camp 1", "rest:quiet 2").state
    assert (fatigue(state), meals(state)) == ([1, 0], 4)
    assert not state.party.members[0].is_deprived


def test_mounts_eat_feed_or_rations() -> None:
    """(R208, R220, A49) Feed first; by another ruling rations only. A companion that carries is one animal."""
    horse = Companion(id="mule", name="Mule", mount=True)
    owner = evolve(traveller("Ada", FEED, containers=(MULE,)), companions=(horse,))
    played = play(begun(owner), "camp 1")
    feed = played.state.party.members[0].inventory.items[1]
    assert (str(feed), meals(played.state)) == ("Animal Feed (2 of 3)", 2)
    assert played.codes.count("mount-meal") == 1
    two = evolve(owner, inventory=evolve(owner.inventory, containers=(MULE, MULE)))
    assert play(begun(two), "camp 1").codes.count("mount-meal") == 2
    ruled = play(begun(owner, rulings=Rulings(feed=False)), "camp 1").state
    assert meals(ruled) == 1
    hungry = play(begun(person("Ada", containers=(MULE,))), "camp 1")
    assert hungry.rules("mount-hungry") == ["R209"]


def test_other_animals_eat_too() -> None:
    """(R208) A snail eats every second day, and rations in a cart count."""
    cart = Container(id="cart", name="Cart", capacity=4, items=(RATIONS,))
    owner = evolve(person("Ada", containers=(cart,)), effects=(Eats(who="glowsnail", uses=1, days=2),))
    first = play(begun(owner), "camp 1").state
    assert meals(first) == 2
    second = play(evolve(begun(owner), day=2), "camp 1").state
    assert meals(second) == 1


def test_needs_of_a_background_are_met_at_camp() -> None:
    """(R61, R208) A use of the item each day; without one, the need is unmet, unless nothing follows from it."""
    oil = Item(id="oil-can", name="Oil Can", uses=Uses(1, 6))
    need = DailyNeed(need="oil", item="oil-can")
    smith = evolve(traveller("Ada", oil), effects=(need, DailyNeed(need="sun")))
    first = play(evolve(begun(smith, legs=[ROAD, ROAD]), watch=NIGHT), "camp 1", "rest:quiet 2")
    assert (first.rules("need-met"), first.state.party.members[0].is_deprived) == (["R61"], False)
    second = play(evolve(first.state, watch=NIGHT), "camp 1")
    assert second.state.party.members[0].conditions.needs == {"oil"}
    assert second.rules("need-unmet") == ["R61"]
    calm = evolve(traveller("Bo"), effects=(evolve(need, deprives=False),))
    assert play(begun(calm), "camp 1").codes == ["meal", "event"]


def test_what_the_place_provides_costs_nothing() -> None:
    """(R61, R208) A host feeds all who camp; animals and other needs only as the table says."""
    oil = Item(id="oil-can", name="Oil Can", uses=Uses(1, 6))
    smith = traveller("Ada", oil, containers=(MULE,))
    smith = evolve(smith, effects=(DailyNeed(need="oil", item="oil-can"), DailyNeed(need="sun")))
    for member, need in ((smith, "food"), (deprive(smith, "food"), "food")):
        fed = play(begun(member, legs=[ROAD, ROAD], provided=[need]), "camp 1")
        assert fed.codes == ["meal", "mount-meal", "need-met", "event"]
        assert (meals(fed.state), fed.state.party.members[0].conditions.needs) == (2, frozenset())  # for the mule
    lacking = deprive(deprive(smith, "oil"), "sun")
    all_ = play(begun(lacking, provided=["food", "feed", "oil", "sun"]), "camp 1")
    assert all_.codes == ["meal", "mount-meal", "need-met", "need-met", "event"]
    assert all_.state.party.members[0].inventory == lacking.inventory
    assert not all_.state.party.members[0].is_deprived
    empty = play(begun(person("Ada")), "camp 1")
    assert empty.state.party.members[0].conditions.needs == {"food"}


def test_what_was_provided_stays_behind() -> None:
    """(R61) A host feeds nobody on the way; the document of a journey names what is provided."""
    state = begun(provided=["food"])
    assert loads(dumps(state)) == state
    assert '"provided":["food"]' in dumps(state)
    assert '"provided"' not in dumps(begun())
    assert play(state, "wait 1").state.provided == {"food"}
    assert play(state, "travel 1").state.provided == frozenset()


def test_a_meal_is_one_use_or_all() -> None:
    """(R208, A63) By default one; the last use removes the rations (A9)."""
    last = Item(id="rations", name="Rations", uses=Uses(1, 3))
    assert play(begun(person("Ada", items=(last,))), "camp 1").state.party.members[0].inventory.items == ()
    whole = play(begun(rulings=Rulings(ration="item")), "camp 1").state
    assert whole.party.members[0].inventory.items == ()
    kept = play(begun(person("Ada", items=(last,)), rulings=Rulings(spent="keep")), "camp 1").state
    assert str(kept.party.members[0].inventory.items[0]) == "Rations (0 of 3)"
    timeless = Item(id="rations", name="Rations")
    assert meals(begun(person("Ada", items=(timeless,)))) == 1
    assert play(begun(person("Ada", items=(timeless,))), "camp 1").state.party.members[0].inventory.items == ()


def test_the_hungry_share_and_some_do_without() -> None:
    """(R208, R209) Everyone eats their own first; what is left is shared in marching order."""
    two = Item(id="rations", name="Rations", uses=Uses(2, 3))
    state = begun(person("Ada"), person("Bo", items=(two,)), person("Cy"))
    played = play(state, "camp 1")
    ada, bo, cy = played.state.party.members
    assert (ada.is_deprived, bo.is_deprived, cy.conditions.needs) == (False, False, {"food"})
    assert played.rules("hungry") == ["R209"]
    tireless = evolve(person("Dee"), effects=(NoNeed(needs=("food",)),))
    assert play(begun(tireless), "camp 1").codes == ["event"]


def test_without_food_nobody_recovers() -> None:
    """(R209) Fatigue stays, until a camp with a meal."""
    hungry = play(begun(person("Ada", fatigue=2)), "camp 1", "rest:quiet").state
    assert (fatigue(hungry), hungry.party.members[0].conditions.needs) == ([2], {"food"})
    fed = with_members(hungry, evolve(hungry.party.members[0], inventory=traveller(fatigue=2).inventory))
    fed = evolve(fed, camped=frozenset())
    assert fatigue(play(fed, "camp 1", "rest:quiet").state) == [0]


def test_a_disturbed_night_helps_nobody() -> None:
    """(R210) The table says so; those who camped still have camped."""
    state = begun(deprive(traveller("Ada", fatigue=2), "sleep"), legs=[ROAD, ROAD])
    played = play(evolve(state, watch=NIGHT), "camp 1", "rest:disturbed 2")
    assert (fatigue(played.state), played.rules("disturbed")) == ([2], ["R210"])
    assert played.state.party.members[0].conditions.needs == {"sleep"}
    assert "no-camp" not in played.codes


# Events


def test_the_table_of_events() -> None:
    """(R211) Rows 1 and 2 ask nothing, the others do."""
    asked = []
    for face in range(1, 7):
        state = play(begun(), f"wait {face}")
        asked.append((state.events[0].text, [getattr(each, "kind", "") for each in state.state.questions]))
    assert asked == [
        ("event: Encounter", []),
        ("event: Sign", []),
        ("event: Environment", ["environment"]),
        ("event: Loss", ["loss"]),
        ("event: Exhaustion", ["exhaustion"]),
        ("event: Discovery", ["discovery"]),
    ]


def test_exhaustion_costs_a_watch_or_fatigue() -> None:
    """(R211)."""
    asked = play(begun(), "travel 5").state
    assert needed(play(asked, "pay:watch").state) == 4
    tired = play(asked, "pay:fatigue")
    assert (fatigue(tired.state), tired.rules("fatigue")) == ([1], ["R211"])


def test_a_loss_is_what_the_party_gives_up() -> None:
    """(R211) A use of rations, a rope, a Fatigue or a watch; nothing that cannot be dropped."""
    stuck = Item(id="stone-heart", name="Stone Heart", droppable=False)
    asked = play(begun(traveller("Ada", ROPE, stuck)), "wait 4").state
    assert [wilderness.format_action(each) for each in wilderness.legal_actions(asked)] == [
        "pay:fatigue",
        "pay:watch",
        "1:lose:rations",
        "1:lose:rope",
    ]
    lost = play(asked, "1:lose:rations")
    assert (str(lost.state.party.members[0].inventory.items[0]), lost.events[0].text) == (
        "Rations (2 of 3)",
        "Ada loses a use of Rations",
    )
    assert len(play(asked, "1:lose:rope").state.party.members[0].inventory.items) == 2
    assert fatigue(play(asked, "pay:fatigue").state) == [1]


def test_the_environment_changes() -> None:
    """(R211) Terrain, weather, a watch, or nothing that the rules know."""
    asked = play(begun(), "wait 3").state
    assert needed(play(asked, "shift:terrain").state) == 4
    assert needed(play(asked, "shift:watch").state) == 4
    assert play(asked, "shift:extreme").state.weather == "extreme"
    assert evolve(play(asked, "shift:none").state, watch=0, phase="plan") == evolve(begun(), chance=asked.chance)
    weathers = [each.to for each in wilderness.legal_actions(asked)[3:] if isinstance(each, wilderness.Shift)]
    assert weathers == [each for each in WEATHERS if each != "fair"]


def test_the_table_says_what_a_discovery_is() -> None:
    """(R211) Food is stored at once, the rest is a story."""
    asked = play(begun(person("Ada")), "wait 6").state
    assert meals(play(asked, "find:food:2").state) == 6
    assert play(asked, "find:treasure").rules("discovery") == ["R211"]
    assert play(asked, "find:feature").state.party == asked.party


def test_wind_may_put_out_lights() -> None:
    """(R212) The log warns in bad weather; the table puts them out."""
    party = Party(members=(traveller("Ada", TORCH),), lights=(Light(0, "torch"),))
    stormy = evolve(begun(weather="extreme"), party=party)
    assert play(stormy, "travel 1").rules("gust") == ["R212"]
    assert play(evolve(begun(), party=party), "travel 1").rules("gust") == []


# The end


def test_the_dying_do_not_last_a_watch() -> None:
    """(R99, R179) Eight hours are more than the hour that they have; without anyone left, the journey is over."""
    dying = evolve(traveller("Bo"), conditions=Conditions(down="critical"))
    state = play(begun(traveller("Ada"), dying), "wait 1").state
    assert state.party.living == (0,)
    assert needed(evolve(begun(dying), leg=0)) == 3
    alone = play(begun(dying), "wait")
    assert wilderness.outcome(alone.state) == Outcome.lost_by(0, 1, DEATH)
    assert wilderness.legal_actions(alone.state) == ()


def test_the_dying_who_declared_alone_do_nothing_any_more() -> None:
    """(R99, R180) The others do what they declared, and nobody is asked about the sleep of the dead."""
    dying = traveller("Ada", down="critical")
    after = play(begun(dying, traveller("Bo"), traveller("Cy")), "1:camp", "2:supply", "3:camp 4 1").state
    assert after.party.living == (1, 2)
    assert (after.sleepers, meals(after)) == (frozenset({2}), 3 * 3 + 4 * 3 - 1)


def test_the_end_of_a_journey_can_be_stored() -> None:
    """(R99) Nothing is declared any more when everyone is dead."""
    state = play(begun(traveller("Ada", down="critical")), "wait").state
    assert (state.phase, state.declared) == ("over", ())
    assert loads(dumps(state)) == state


def test_a_journey_without_end_is_given_up() -> None:
    """(R179)."""
    state = play(evolve(begun(), day=MOST_DAYS, watch=NIGHT), "wait 1").state
    assert wilderness.outcome(state) == Outcome.lost_by(0, 1, SURRENDER)
    assert wilderness.outcome(begun()) is None


def test_those_who_cannot_act_camp_or_wait() -> None:
    """(R81) A party of which nobody can act does not travel either."""
    lamed = evolve(traveller("Ada"), dexterity=evolve(traveller().dexterity, value=0))
    state = begun(lamed, traveller("Bo"), legs=[ROAD])
    assert [wilderness.format_action(each) for each in wilderness.legal_actions(state)] == [
        "travel",
        "supply",
        "explore",
        "camp",
        "wait",
        "1:camp",
        "1:wait",
    ]
    assert supply_die(state, (1,)) == 4
    assert play(state, "supply 4 1").events[0].text == "Bo finds 4 Rations"
    alone = begun(lamed)
    assert [wilderness.format_action(each) for each in wilderness.legal_actions(alone)] == ["camp", "wait"]
