"""Judgements of the Warden: positions of fighters, from now on or until the end of a round (R85, R87, A18)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import IllegalActionError, Match, Record, contests, dumps, format_record, is_legal, loads, parse_record
from cairn_rules.cairn_rpg import campaign, combat
from cairn_rules.cairn_rpg.characters.attacks import Attack, Lapse
from cairn_rules.cairn_rpg.combat.actions import BEGIN, OFFER, Judge, Strike, Wait
from cairn_rules.cairn_rpg.combat.rules.setup import arranged
from cairn_rules.cairn_rpg.combat.rules.strikes import dice_against
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.state import Question, State
from cairn_rules.cairn_rpg.odds import focus_fire, odds
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import ScriptedDice
from cairn_rules.cli.play.input_line import answer
from cairn_rules.cli.play.session import Session, Wish
from cairn_rules.cli.play.table import Table
from cairn_rules.errors import DefinitionError, NotationError, UnsoundStateError
from cairn_rules.players import RandomPlayer
from support.cairn_rpg import campaigns
from support.cairn_rpg.fights import READY, begun, enemy, foe, hero


class Cheats(RandomPlayer):
    """A player that judges its own position."""

    def choose(self, *_: Any) -> Any:
        return PARTY_ENHANCED


def test_a_judgement_is_no_choice_of_a_player() -> None:
    """The Warden makes it, so a player that answers it has lost, as with any illegal action."""
    (game,) = contests(combat, {"cheat": Cheats, "other": RandomPlayer}, 1, seed=1, lineups=[("cheat", "other")])
    assert game.winners == ("other",)
    assert "which is not legal" in str(game.fault)


PARTY_ENHANCED = Judge((0, 1), "position", "enhanced", until=1)


def dice(state: State, by: int, target: int) -> tuple[int, ...]:
    """The dice of a fighter's first attack on another."""
    attacker = state.fighters[by]
    return dice_against(attacker, attacker.attacks[0], state.fighters[target], state.rulings)


def pair(**rulings: Any) -> State:
    """Ada and Bo against a wolf, when Ada declares."""
    return begun(hero(), hero("Bo"), rulings=evolve(READY, **rulings))


def after(state: State, *actions: Any) -> State:
    for each in actions:
        state = combat.apply(state, each)
    return state


def waited(state: State) -> State:
    """The state after all have waited in this round."""
    return after(state, Wait(0), Wait(1), Wait(2))


def test_a_judgement_changes_the_die_of_these_fighters() -> None:
    """Enhanced is a d12, impaired a d4 (R85, R87)."""
    state = after(pair(), Judge((0,), "position", "enhanced"))
    assert (dice(state, 0, 2), dice(state, 1, 2), dice(state, 2, 0)) == ((12,), (8,), (6,))
    state = after(pair(), Judge((2,), "exposure", "impaired"))
    assert (dice(state, 0, 2), dice(state, 1, 2), dice(state, 2, 0)) == ((4,), (4,), (6,))


@pytest.mark.parametrize(("both", "sizes"), [("cancel", (8,)), ("impaired", (4,)), ("enhanced", (12,))])
def test_both_at_once_are_as_the_ruling_says(both: Any, sizes: tuple[int, ...]) -> None:
    """(A18)."""
    state = after(pair(both=both), PARTY_ENHANCED, Judge((2,), "exposure", "impaired"))
    assert dice(state, 0, 2) == sizes


def test_it_takes_no_time() -> None:
    """The same fighter declares next, and what was declared before gets the new die."""
    state = after(pair(), Strike(0, 0, 2))
    judged = after(state, PARTY_ENHANCED)
    assert evolve(judged, fighters=state.fighters) == state
    events = combat.resolve(judged, Strike(1, 0, 2), ScriptedDice([11, 12, 20])).events
    assert str(events[0]) == "Ada and Bo hit Wolf with sword: 12 [R83]"


def test_a_judgement_ends_after_its_round() -> None:
    state = waited(after(pair(), PARTY_ENHANCED))
    assert (state.round, state.fighters) == (2, pair().fighters)
    state = after(state, Judge((0,), "position", "enhanced", until=3))
    assert [dice(each, 0, 2) for each in (state, waited(state), waited(waited(state)))] == [(12,), (12,), (8,)]


def test_a_judgement_in_the_turn_of_the_foes_ends_after_it() -> None:
    state = after(pair(), Wait(0), Wait(1), Judge((2,), "position", "impaired", until=1))
    assert dice(state, 2, 0) == (4,)
    assert dice(after(state, Wait(2)), 2, 0) == (6,)


def test_before_the_fight_it_can_hold_for_the_first_round() -> None:
    """Those who lose their first turn lose it, too (R73)."""
    start = combat.new_game(seed=1, party=(hero(), hero("Bo")), foes=(foe(),), rulings=READY)
    state = after(start, PARTY_ENHANCED, BEGIN)
    assert dice(state, 1, 2) == (12,)
    assert dice(waited(state), 1, 2) == (8,)


def test_after_it_all_is_as_before() -> None:
    """What lasts comes back; a later judgement replaces an earlier one, and each of both fields ends by itself."""
    guarded = begun(hero(), hero("Bo"), foes=[enemy(exposure="impaired")])
    state = after(guarded, Judge((2,), "exposure", "enhanced", until=2), Judge((2,), "exposure", "normal", until=1))
    state = after(state, Judge((2,), "position", "enhanced", until=2))
    assert state.fighters[2].lapses == (Lapse("exposure", "impaired", 2), Lapse("position", "normal", 4))
    later = waited(state).fighters[2]
    assert (later.exposure, later.position, later.lapses) == ("impaired", "enhanced", (Lapse("position", "normal", 2),))
    for_good = after(state, Judge((2,), "exposure", "normal"))
    assert waited(for_good).fighters[2].exposure == "normal"


def test_a_weakened_detachment_stays_impaired() -> None:
    """A judgement that ends does not undo what a rule has changed since (A29)."""
    bomber = combat.person("Ada", hp=4, attacks=[Attack(name="bomb", dice=(10,), blast=True)])
    guards = foe("Guards", detachment=True)
    state = begun(bomber, foes=[guards], rulings=evolve(READY, detachment_crit="weakened"))
    state = after(state, Judge((1,), "position", "enhanced", until=1))
    state = combat.resolve(state, Strike(0, 0, 1), ScriptedDice([10, 20, 1])).state
    assert state.fighters[1].position == "impaired"
    assert after(state, Wait(1)).fighters[1].position == "impaired"


def test_circumstances_that_are_arranged_do_not_end() -> None:
    state = after(pair(), PARTY_ENHANCED, Judge((0,), "exposure", "impaired", until=1))
    state = arranged(state, 0, position="impaired")
    assert state.fighters[0].lapses == (Lapse("exposure", "normal", 2),)
    assert waited(state).fighters[0].position == "impaired"


def test_it_is_never_listed_and_nobody_plays_it() -> None:
    state = pair()
    assert not any(isinstance(each, Judge) for each in combat.legal_actions(state))
    assert is_legal(combat, state, PARTY_ENHANCED)
    with pytest.raises(DefinitionError, match="not a legal action"):
        odds(state, party=lambda _: PARTY_ENHANCED)


def test_a_judgement_is_possible_at_every_decision_of_a_fight() -> None:
    state = pair()
    asked = evolve(state, questions=(Question("drop", 0),))
    for each in (state, after(state, OFFER), asked, combat.new_game(seed=1, party=(hero(), hero("Bo")))):
        assert combat.why_illegal(each, PARTY_ENHANCED) is None
        assert combat.apply(each, PARTY_ENHANCED).fighters[1].position == "enhanced"


def test_refusals() -> None:
    state = pair()
    assert str(combat.why_illegal(state, Judge((0, 7), "position", "enhanced"))) == (
        "there is no fighter 8 (1 to 3) [fighter/unknown, rule R79]"
    )
    over = after(state, OFFER, combat.Agree())
    with pytest.raises(IllegalActionError, match="the fight is over"):
        combat.apply(over, PARTY_ENHANCED)
    with pytest.raises(IllegalActionError, match=r"round 1 is over: it is round 2 now"):
        combat.apply(waited(state), PARTY_ENHANCED)


@pytest.mark.parametrize(
    "fields",
    [((), "position", "enhanced"), ((0, 0), "position", "enhanced"), ((0,), "armor", "enhanced"),
     ((0,), "position", "good"), ((0,), "position", "enhanced", 0), ((0,), "position", "enhanced", 1000)],
)  # fmt: skip
def test_a_judgement_has_sensible_fields(fields: tuple[Any, ...]) -> None:
    with pytest.raises(DefinitionError):
        Judge(*fields)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("position:party=enhanced", Judge((0, 1), "position", "enhanced")),
        ("Exposure:foes=Impaired:3", Judge((2,), "exposure", "impaired", 3)),
        ("position:bo=normal", Judge((1,), "position", "normal")),
        ("exposure:ada,3=enhanced:1", Judge((0, 2), "exposure", "enhanced", 1)),
    ],
)
def test_a_judgement_is_written_for_fighters_or_a_side(text: str, action: Judge) -> None:
    state = pair()
    assert combat.parse_action(text, state) == action
    assert combat.parse_action(combat.format_action(action), state) == action


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("position:cy=enhanced", "'cy' is not the number or name of a fighter"),
        ("position:1=enhance", "did you mean 'enhanced'"),
        ("position:1=enhanced:x", "'x' is not a whole number"),
        ("position:1=enhanced:0", "until should be a round from 1 to 999 or None, not 0"),
        ("position:1", "position"),
    ],
)
def test_what_is_wrong_in_the_text_of_a_judgement(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        combat.parse_action(text, pair())


def test_its_words() -> None:
    state = pair()
    assert combat.describe(state, PARTY_ENHANCED) == "Attacks by Ada and Bo are enhanced up to round 1"
    exposed = Judge((2,), "exposure", "impaired")
    assert combat.describe(state, exposed) == "Attacks on Wolf are impaired"
    told = [str(each) for action in (PARTY_ENHANCED, exposed) for each in combat.explain(state, action)]
    assert told == [
        "attacks by Ada and Bo are enhanced up to round 1 [R87]",
        "attacks on Wolf are impaired [R85]",
    ]
    board = combat.diagram(after(state, PARTY_ENHANCED, exposed), plain=True)
    assert "attacks enhanced up to round 1" in board
    assert board.endswith("attacked impaired.")


def test_a_record_keeps_judgements() -> None:
    match = Match(combat, pair())
    for text in ("position:ada=enhanced:1", "1:1>3", "exposure:foes=impaired", "2:1>3"):
        match.do(text)
    record = Record.of(match)
    again = parse_record(format_record(record), game=combat)
    assert tuple(again.replay()) == match.states == tuple(loads(dumps(record)).replay())
    assert loads(dumps(match.states[1])) == match.states[1]
    seen = combat.observe(match.states[1], 1)
    assert combat.sample_hidden(loads(dumps(seen)), Random(1)).fighters == match.states[1].fighters


def test_an_end_that_never_comes_is_a_fault() -> None:
    state = pair()
    fighters = (evolve(state.fighters[0], lapses=(Lapse("position", "normal", 0),)), *state.fighters[1:])
    with pytest.raises(UnsoundStateError, match=r"fighters\[0\].lapses\[0\].left: 0 is not a number of turns"):
        check_sound(evolve(state, fighters=fighters))


def test_it_is_typed_at_the_terminal() -> None:
    session = Session(Match(combat, pair()), Table(names={0: "human", 1: "human"}), seed=1)
    assert answer(session, "position:bo=impaired:1").wish is Wish.DECIDED
    assert session.match.state.fighters[1].position == "impaired"


def test_in_a_fight_of_a_campaign() -> None:
    """Between fights there is nobody to judge."""
    start = campaigns.begun()
    reason = campaign.why_illegal(start, PARTY_ENHANCED)
    assert reason is not None
    assert reason.code == "action/unknown"
    state, events = campaigns.play(start, "fight:rat position:party=enhanced:1", faces=())
    assert state.fight is not None
    assert [each.position for each in state.fight.fighters] == ["enhanced", "enhanced", "normal"]
    assert str(events[-1]) == "attacks by Ada and Bo are enhanced up to round 1 [R87]"
    assert loads(dumps(state)) == state


@pytest.mark.untraced
def test_exact_odds_know_the_end_of_a_judgement() -> None:
    """They are those of the next round, for each result of this one; this round's are between none and always."""
    ada = combat.person("Ada", hp=1, strength=2, attacks=["knife d4"])
    wolf = combat.person("Wolf", hp=3, strength=2, attacks=["bite d4"])
    state = begun(ada, foes=[wolf], rulings=Rulings(initiative="pcs_ready", morale=False))
    judged = after(state, Judge((0,), "position", "enhanced", until=1))
    wins = Fraction(0)
    for first in combat.outcomes(judged, focus_fire(judged)):  # type: ignore[arg-type]
        if combat.outcome(first.result) is not None:
            wins += first.probability * (combat.outcome(first.result).winners == (0,))  # type: ignore[union-attr]
            continue
        for second in combat.outcomes(first.result, focus_fire(first.result)):  # type: ignore[arg-type]
            assert second.result.fighters[0].position == "normal"
            share = odds(second.result, fractions=True).wins[0].value
            wins += first.probability * second.probability * share
    found = odds(judged, fractions=True).wins[0].value
    assert found == wins
    always = odds(after(state, Judge((0,), "position", "enhanced")), fractions=True).wins[0].value
    assert odds(state, fractions=True).wins[0].value < found < always
    simulated = odds(judged, exact=False, games=300, seed=1).wins[0]
    assert simulated.interval is not None
    assert simulated.interval[0] <= found <= simulated.interval[1]
