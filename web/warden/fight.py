"""The panel of fights: foes, the odds of a fight while it is typed, and the fight itself. See `Panel`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, Literal, TypeAlias, cast, final, get_args

from attrs import asdict, evolve, frozen

from cairn_rules.cairn_rpg import Attribute, Character, Rulings, book, combat
from cairn_rules.cairn_rpg.character_words import condition_words
from cairn_rules.cairn_rpg.characters.attacks import ASPECTS
from cairn_rules.cairn_rpg.characters.character import public, replaced
from cairn_rules.cairn_rpg.characters.inventory import armor_of, hit_protection
from cairn_rules.cairn_rpg.combat.notation import ACTIONS, label
from cairn_rules.cairn_rpg.combat.rules.reasons import why_illegal, why_unable
from cairn_rules.cairn_rpg.combat.rules.setup import arranged, attacks_of, join
from cairn_rules.cairn_rpg.combat.setup_options import parse_side
from cairn_rules.cairn_rpg.combat.soundness import check_sound
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, Fighter, Held, State, actor_of, position_text
from cairn_rules.cairn_rpg.estimates.policies import policy_name
from cairn_rules.cairn_rpg.odds import (
    Odds,
    focus_fire,
)
from cairn_rules.cairn_rpg.odds.policies import decide as options_of
from cairn_rules.checks import is_of
from cairn_rules.errors import CairnRulesError, cut, quoted
from cairn_rules.json_documents import from_data, to_data
from web.shared.answers import unanswered
from web.warden.game import LINES, Play, RolePlay, are_counts, decide, throw
from web.warden.game import data as play_data
from web.warden.game import read as read_play
from web.warden.game import view as play_view
from web.warden.odds import POLICIES, odds_of, shown_odds
from web.warden.steps import Slices
from web.warden.table import Table

First: TypeAlias = Literal["save", "pcs_ready", "foes_first"]
"""A ruling on the first round."""
FIRST: Final[tuple[First, ...]] = get_args(First)
LONGEST: Final = 1000
"""Maximum length of the text for the foes, in characters."""
HELD: Final[tuple[Held, ...]] = get_args(Held)
"""The conditions that keep a fighter from acting (R81); the first one is none."""
NAME: Final = "fight"
_GAME: Final = cast("RolePlay", combat)
_ODDS: Final = Slices[tuple[Odds, ...]]()


@final
@frozen(kw_only=True)
class Plan:
    """A fight as it is prepared."""

    foes: str = ""
    """The foes as they are typed, such as `2 wolf; Chief: 6 HP, axe (d8)`."""
    away: tuple[int, ...] = ()
    """The places of members who do not fight."""
    first: First = "save"
    """The fighters who act in the first round: those who make their save, the party, or the foes (R73, R74)."""
    leader: str = ""
    """The number of the foe whose WIL counts for all, from 1; empty for the one who leads by nature (R130)."""
    morale: bool = True
    """True if foes make morale saves (R129)."""
    companions: bool = True
    """True if companions fight (R56)."""
    party: str = policy_name(focus_fire)
    """The policy of the party."""
    warden: str = policy_name(focus_fire)
    """The policy of the foes."""

    @property
    def policies(self) -> tuple[str, str]:
        """The policies of the party and of the foes, for the odds and for the computer."""
        return self.party, self.warden


@final
@frozen(kw_only=True)
class Fight:
    """A fight at the table."""

    plan: Plan
    """The fight as it was prepared."""
    play: Play
    """The game `combat`."""
    places: tuple[int | None, ...]
    """The place at the table of each character of the party, None for one who is no longer there."""
    automatic: bool = False
    """True if the computer plays the foes."""


def plan_of(data: Any) -> Plan:
    """Return a plan from JSON data.

    Raises:
        CairnRulesError: if they are damaged.
    """
    match data:
        case {
            "foes": str(foes),
            "away": away,
            "first": str(first),
            "leader": str(leader),
            "morale": bool(morale),
            "companions": bool(companions),
            "party": str(party),
            "warden": str(warden),
        } if first in FIRST and {party, warden} <= POLICIES.keys() and are_counts(away):
            return Plan(
                foes=foes[:LONGEST],
                away=tuple(away),
                first=first,
                leader=leader[:LONGEST],
                morale=morale,
                companions=companions,
                party=party,
                warden=warden,
            )
        case _:
            raise CairnRulesError(f"{cut(quoted(data), 200)} is not a fight to prepare: it is damaged")


def begin(table: Table, plan: Plan) -> Fight:
    """Return a fight of members of the table before its first round.

    Raises:
        CairnRulesError: if something that was typed is wrong, or a side is empty.
    """
    places = tuple(
        place for place, each in enumerate(table.members) if place not in plan.away and not each.conditions.dead
    )
    if not places:
        raise CairnRulesError("No member of the party can fight: add a character, or tick one who is alive.")
    typed = plan.foes.strip(" ;")
    if not typed:
        raise CairnRulesError("Type the foes, such as '2 wolf'.")
    foes = parse_side(typed)
    leader = plan.leader.strip()
    if leader and not (leader.isascii() and leader.isdigit() and len(leader) < 4 and 1 <= int(leader) <= len(foes)):
        raise CairnRulesError(f"{cut(leader, 100)!r} is not the number of a foe (1 to {len(foes)}).")
    state = combat.new_game(
        party=[table.members[place] for place in places],
        foes=foes,
        leader=int(leader) - 1 if leader else None,
        companions=plan.companions,
        rulings=Rulings(initiative=plan.first, morale=plan.morale),
    )
    return Fight(plan=plan, play=Play(state=state), places=places)


def view(table: Table) -> dict[str, Any]:
    """Return what the panel shows of the fight that is prepared, or that is running."""
    fight = table.panels[NAME]
    if not isinstance(fight, Fight):
        return {"policies": list(POLICIES), **data(fight, private=False)}
    return {"policies": list(POLICIES), "plan": asdict(fight.plan), "running": _running(fight, table.log)}


def _running(fight: Fight, log: tuple[str, ...]) -> dict[str, Any]:
    state: State = fight.play.state
    actor = actor_of(state) if state.round and not state.questions else None
    declared = {each.by: combat.describe(state, each) for each in state.declared}
    return {
        **play_view(_GAME, fight.play, _label),
        "round": state.round,
        "fighters": [
            {
                **_figures(state, index),
                "declared": declared.get(index, ""),
                "decides": index == actor and combat.current_player(state) is not None,
            }
            for index in range(len(state.fighters))
        ],
        "refused": list(_refused(state, actor)),
        "automatic": fight.automatic,
        "lines": list(log[-LINES:]),
    }


def _figures(state: State, index: int) -> dict[str, Any]:
    fighter = state.fighters[index]
    character = fighter.character
    unable = why_unable(state, fighter)
    return {
        "name": label(state, index),
        "side": fighter.side,
        "hp": f"{hit_protection(character, state.rulings)}/{character.hp.max}",
        "armor": fighter.armor,
        "scores": {
            str(each): f"{score.value}" if score.value == score.max else f"{score.value}/{score.max}"
            for each in Attribute
            for score in [character.score(each)]
        },
        "attacks": [str(each) for each in fighter.attacks],
        "state": [
            *(list(condition_words(character)) or ([str(unable.text)] if unable and state.round else [])),
            *(
                f"attacks {word} it are {mode}"
                for aspect, word in ASPECTS.items()
                if (mode := position_text(state, fighter, aspect))
            ),
        ],
        "in": fighter.is_in,
        "held": fighter.held,
    }


def _label(state: State, action: Any, sentence: str) -> tuple[str, str]:
    """Return the heading and the short text of a choice: attacks by weapon."""
    kind = ACTIONS.group(action)
    if isinstance(action, combat.Strike):
        target = label(state, action.target)
        weapon = sentence.partition(" with ")[2]
        return f"{kind} with {weapon}", target
    actor = actor_of(state)
    name = "" if actor is None or not state.round else f"{label(state, actor)} "
    short = sentence.removeprefix(name)
    return kind, f"{short[:1].upper()}{short[1:]}"


def _refused(state: State, actor: int | None) -> list[dict[str, str]]:
    """Return what the fighter who decides could try, but may not, with the reasons."""
    if actor is None or combat.current_player(state) is None:
        return []
    carried = state.fighters[actor].character.inventory.items
    spells = dict.fromkeys(item.id for item in carried if item.spell)
    legal = combat.legal_actions(state)
    cast_now = {each.item for each in legal if isinstance(each, combat.Cast)}
    tried: list[combat.Action] = [combat.Cast(actor, item) for item in spells if item not in cast_now]
    if combat.Flee(actor) not in legal:
        tried.append(combat.Flee(actor))
    reasons = [(action, why_illegal(state, action)) for action in tried]
    return [{"sentence": combat.describe(state, action), "reason": str(reason)} for action, reason in reasons]


def answer(table: Table, asked: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
    """Answer a question of the panel; see `Panel`.

    Raises:
        CairnRulesError: if something cannot be done.
        ValueError: if the page never asks this.
    """
    match asked:
        case {"ask": "options"}:
            creatures = sorted(each.name for each in book().creatures.values())
            return table, {"creatures": creatures, "policies": list(POLICIES)}
        case {"ask": "odds", "plan": plan}:
            try:
                fight = begin(table, plan_of(plan))
            except CairnRulesError as error:
                return table, {"fault": str(error)}
            return table, shown_odds(_ODDS.begin(odds_of(fight.play.state, fight.plan.policies)))
        case {"ask": "go-on", "number": int(number)}:
            return table, shown_odds(_ODDS.go_on(number))
        case {"ask": "plan", "plan": plan}:
            return table.with_panel(NAME, plan_of(plan)), {"done": "Prepared a fight"}
        case {"ask": "begin", "plan": plan}:
            fight = begin(table, plan_of(plan))
            words = f"A fight: {title_of(fight.play.state)}"
            return table.with_panel(NAME, fight).with_lines(words), {"done": words}
        case _ if isinstance(table.panels.get(NAME), Fight):
            return _changed(table, _fight(table), asked)
        case _:
            raise unanswered(asked)


def title_of(state: State) -> str:
    """Return the fighters of both sides, such as `Hestia and Basil against Bear`."""
    sides = [
        ", ".join(label(state, index) for index, each in enumerate(state.fighters) if each.side == side)
        for side in (PARTY, FOES)
    ]
    return " against ".join(sides)


def _changed(table: Table, fight: Fight, asked: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
    """Answer a question about the running fight that is not a decision of a side."""
    play = fight.play
    match asked:
        case {"ask": "odds"}:
            return table, shown_odds(_ODDS.begin(odds_of(play.state, fight.plan.policies)))
        case {"ask": "hand", "on": bool(on)} if not play.action:
            return table.with_panel(NAME, evolve(fight, play=evolve(play, hand=on))), {"done": "Changed the dice"}
        case {"ask": "join", "foes": str(typed)}:
            return _joined(table, fight, typed)
        case {"ask": "arrange", "fighter": int(index), "held": str(held)} if not play.action and held in HELD:
            state = arranged(play.state, index, held=held)
            words = f"Changed the circumstances of {label(state, index)}"
            return table.with_panel(NAME, evolve(fight, play=evolve(play, state=state))), {"done": words}
        case {"ask": "leave"}:
            over = combat.outcome(play.state) is not None
            words = "The fight is put away" if over else "The party leaves the fight"
            return table.with_panel(NAME, fight.plan).with_lines(words), {"done": words}
        case _:
            return _decided(table, fight, asked)


def _decided(table: Table, fight: Fight, asked: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
    """Make a decision of a side, and those of the computer that follow."""
    play = fight.play
    match asked:
        case {"ask": "act", "action": str(action)}:
            after, lines = decide(_GAME, play, action)
        case {"ask": "throw", "faces": str(faces)}:
            after, lines = throw(_GAME, play, faces)
        case {"ask": "computer"}:
            after, lines = _computer(fight, play)
        case {"ask": "automatic", "on": bool(on)}:
            fight = evolve(fight, automatic=on)
            after, lines = play, ()
        case _:
            raise unanswered(asked)
    while fight.automatic and not after.action and combat.current_player(after.state) == FOES:
        after, more = _computer(fight, after)
        lines = (*lines, *more)
    return _with(table, evolve(fight, play=after), lines), {"done": _done(play.state, after)}


def _joined(table: Table, fight: Fight, typed: str) -> tuple[Table, dict[str, Any]]:
    """Let more foes join the fight.

    Raises:
        CairnRulesError: if the text has faults, or the fight is over or in the middle of a turn.
    """
    play = fight.play
    if combat.outcome(play.state) is not None:
        raise CairnRulesError("The fight is over: put it away, and begin another one.")
    if play.action or not typed.strip(" ;"):
        raise CairnRulesError("Type the foes who join, between two turns.")
    state: State = play.state
    foes = parse_side(typed.strip(" ;"))
    for each in foes:
        state = join(state, each, FOES)
    check_sound(state)
    words = f"{', '.join(each.name for each in foes)} joined the foes"
    after = table.with_panel(NAME, evolve(fight, play=evolve(play, state=state)))
    return after.with_lines(words), {"done": words}


def _computer(fight: Fight, play: Play) -> tuple[Play, tuple[str, ...]]:
    """Let the computer decide for the rest of a side's turn, up to the next throw of real dice."""
    state: State = play.state
    side = combat.current_player(state)
    if side is None:
        raise CairnRulesError("The fight is over.")
    lines: tuple[str, ...] = ()
    before = state.round, state.side
    while (
        not play.action and combat.current_player(play.state) == side and (play.state.round, play.state.side) == before
    ):
        options = options_of(POLICIES[fight.plan.policies[side]], play.state)
        rng = Random(play.state.chance.key + play.state.chance.used + len(play.state.declared))
        action = rng.choices(*zip(*options, strict=True))[0]
        play, more = decide(_GAME, play, combat.format_action(action))
        lines = (*lines, *more)
    return play, lines


def _done(before: State, play: Play) -> str:
    """Return a few words about a change, for the undo button."""
    after: State = play.state
    if combat.current_player(after) is None:
        return "The end of the fight"
    if after != before and replaced(after, fighters=before.fighters) == before:
        return "Changed a position"
    if play.action or after == before:
        return "A throw of dice"
    if len(after.declared) > len(before.declared):
        return combat.describe(before, after.declared[-1])
    return f"Round {after.round}, {('the party', 'the foes')[after.side]}"


def _with(table: Table, fight: Fight, lines: tuple[str, ...]) -> Table:
    """Return the table with a fight, and with the members as they are in it."""
    members = list(table.members)
    for place, character in zip(fight.places, combat.characters(fight.play.state, PARTY), strict=True):
        if place is not None:
            members[place] = character
    return table.with_members(*members).with_panel(NAME, fight).with_lines(*lines)


def data(value: object, *, private: bool) -> dict[str, Any]:
    """Return a fight or a plan as JSON data."""
    if not isinstance(value, Fight):
        return {"plan": asdict(cast("Plan", value)), "running": None}
    state: State = value.play.state
    if not private:
        fighters = tuple(replaced(each, character=public(each.character)) for each in state.fighters)
        state = replaced(state, fighters=fighters)
    running = {
        "state": to_data(state),
        "play": play_data(value.play),
        "places": list(value.places),
        "automatic": value.automatic,
    }
    return {"plan": asdict(value.plan), "running": running}


def read(data: Any) -> Fight | Plan:
    """Return a fight or a plan from JSON data.

    Raises:
        CairnRulesError: if they are damaged.
    """
    match data:
        case {"plan": plan, "running": None}:
            return plan_of(plan)
        case {
            "plan": plan,
            "running": {"state": state, "play": play, "places": places, "automatic": bool(automatic)},
        } if is_of(list)(places) and are_counts([each for each in places if each is not None]):
            found = from_data(state, expect=State)
            if len(places) == len(combat.characters(found, PARTY)):
                return Fight(
                    plan=plan_of(plan), play=read_play(_GAME, found, play), places=tuple(places), automatic=automatic
                )
        case _:
            pass
    raise CairnRulesError("the fight of this table is damaged")


def followed(before: Table, after: Table) -> Fight | Plan:
    """Return the fight or the plan with members that were changed elsewhere, such as on their sheets.

    What the side has declared is dropped if a change concerns the attacks.

    Raises:
        CairnRulesError: if a member cannot fight on like that.
    """
    fight = before.panels[NAME]
    if not isinstance(fight, Fight):
        plan = cast("Plan", fight)
        away = (new_place(before, after, place) for place in plan.away if place < len(before.members))
        return evolve(plan, away=tuple(place for place in away if place is not None))
    state: State = fight.play.state
    places = tuple(None if place is None else new_place(before, after, place) for place in fight.places)
    indices = [
        index
        for index, each in enumerate(state.fighters)
        if each.side == PARTY and (each.owner is None or each.character.kind in ("pc", "hireling"))
    ]
    fighters = list(state.fighters)
    for index, old, new in zip(indices, fight.places, places, strict=True):
        if old is not None and new is not None and before.members[old] != after.members[new]:
            fighters[index] = _with_character(fighters[index], after.members[new], state.rulings)
    changed = any(old.attacks != new.attacks for old, new in zip(state.fighters, fighters, strict=True))
    state = replaced(state, fighters=tuple(fighters), **({"declared": ()} if changed else {}))
    check_sound(state)
    play = evolve(fight.play, state=state)
    if changed or fighters != list(fight.play.state.fighters):
        play = evolve(play, action="", faces=())
    return evolve(fight, play=play, places=places)


def _with_character(fighter: Fighter, character: Character, rulings: Rulings) -> Fighter:
    return evolve(
        fighter,
        character=character,
        attacks=attacks_of(character, rulings, circumstances=fighter.circumstances),
        armor=armor_of(character, rulings, circumstances=fighter.circumstances),
    )


def new_place(before: Table, after: Table, place: int) -> int | None:
    """Return the place of a member after a change of the table; None if the member left.

    A member who changed is at the same place. One who did not change may have moved.
    """
    member = before.members[place]
    for index, each in enumerate(after.members):
        if each is member:
            return index
    return place if len(after.members) >= len(before.members) else None


def _fight(table: Table) -> Fight:
    return cast("Fight", table.panels[NAME])
