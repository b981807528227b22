"""The panel of dungeons: turns, lights, deeds and events, on a map of the page or one on paper. See `Panel`.

Both are the game `dungeon`. A map on paper is one that grows: there is always a way to a new area.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, cast, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg import Attribute, dungeon
from cairn_rules.cairn_rpg.character_words import condition_words
from cairn_rules.cairn_rpg.characters.character import public, replaced
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.dungeon.areas import Area, Dungeon, Exit, Row, Tables, title
from cairn_rules.cairn_rpg.dungeon.maps.map_file import parse_dungeon
from cairn_rules.cairn_rpg.dungeon.notation import ACTIONS
from cairn_rules.cairn_rpg.dungeon.rules.setup import changed
from cairn_rules.cairn_rpg.dungeon.rules.turn import Turn
from cairn_rules.cairn_rpg.dungeon.soundness import check_sound
from cairn_rules.cairn_rpg.dungeon.state import State, Trouble, actor_of, here
from cairn_rules.cairn_rpg.dungeon.words import area_name, label, surroundings
from cairn_rules.cairn_rpg.procedures.party import Light, Party
from cairn_rules.chance import KeyedDice
from cairn_rules.checks import is_of
from cairn_rules.errors import CairnRulesError
from cairn_rules.json_documents import from_data, to_data
from web.shared.answers import unanswered
from web.warden.game import LINES, Play, RolePlay, decide, throw
from web.warden.game import data as play_data
from web.warden.game import read as read_play
from web.warden.game import view as play_view
from web.warden.table import Table

NAME: Final = "dungeon"
TABLES: Final = ("encounters", "signs", "environments", "losses")
"""The tables of events that can be typed, a row on each line."""
MOST_ROWS: Final = 100
"""Maximum number of rows of a table."""
NEW: Final = "new-area-"
"""The beginning of the ids of areas on a map on paper."""
LONGEST: Final = 1_000_000
"""Maximum length of a map, in characters."""
_GAME: Final = cast("RolePlay", dungeon)


@final
@frozen(kw_only=True)
class Delve:
    """A party in a dungeon."""

    play: Play
    """The game `dungeon`, whose party are all members of the table."""
    paper: bool
    """True if the map is on paper, so that this one grows."""


def enter(table: Table, asked: Mapping[str, Any]) -> Delve:
    """Return the table's party at the entrance of a dungeon.

    Raises:
        CairnRulesError: if nobody can enter it, or the map has faults.
    """
    if not any(each.is_able for each in table.members):
        raise CairnRulesError("No member of the party can enter the dungeon: add a character who can act.")
    match asked:
        case {"map": str(text)} if text.strip():
            if len(text) > LONGEST:
                raise CairnRulesError(f"This map has {len(text)} characters; it may have {LONGEST}.")
            return Delve(play=_begun(table, parse_dungeon(text)), paper=False)
        case {"tables": tables, "dark": bool(dark)} if is_of(dict)(tables):
            first = Area(id="area-1", name="Area 1", dark=dark, outside=True)
            plan = Dungeon(areas=(first,), tables=_tables(cast("Mapping[str, Any]", tables)))
            play = _begun(table, plan)
            return Delve(play=evolve(play, state=grown(play.state)), paper=True)
        case _:
            raise unanswered(asked)


def _begun(table: Table, plan: Dungeon) -> Play:
    return Play(state=dungeon.new_game(party=table.members, dungeon=plan))


def _tables(typed: Mapping[str, Any]) -> Tables:
    rows: dict[str, tuple[Row, ...]] = {}
    for name in TABLES:
        lines = [line.strip() for line in str(typed.get(name, "")).splitlines()]
        rows[name] = tuple(Row(text=line) for line in lines if line)
        if len(rows[name]) > MOST_ROWS:
            raise CairnRulesError(f"A table has at most {MOST_ROWS} rows; that of the {name} has {len(rows[name])}.")
    return Tables(**rows, reactions=True)


def grown(state: State) -> State:
    """Return a state on a map on paper with a way from the party's area to one that it has not entered."""
    area = here(state)
    if any(each.to not in state.visited for each in area.exits):
        return state
    number = len(state.dungeon.areas) + 1
    new = Area(id=f"{NEW}{number}", name=f"Area {number}", dark=area.dark, exits=(Exit(to=area.id),))
    return changed(state, evolve(area, exits=(*area.exits, Exit(to=new.id))), new)


def view(table: Table) -> dict[str, Any]:
    """Return what the panel shows of the dungeon."""
    delve = _delve(table)
    state: State = delve.play.state
    area = here(state)
    actor = actor_of(state)
    declared = {each.by: dungeon.describe(state, each) for each in state.declared}
    return {
        **play_view(_GAME, delve.play, _label),
        "turn": state.turn,
        "paper": delve.paper,
        "area": {"name": title(area), "dark": area.dark, "safe": area.safe, "danger": area.danger},
        "surroundings": [] if delve.paper else surroundings(state).splitlines(),
        "troubles": [_trouble(each) for each in state.troubles],
        "stay": "The party has been here for a turn: if it stays, an event is due [R158]" if state.stay else "",
        "lights": list(_lights(state)),
        "members": [
            {
                "name": label(state, index),
                "hp": f"{hit_protection(member, state.rulings)}/{member.hp.max}",
                "scores": {str(each): str(member.score(each)) for each in Attribute},
                "state": list(condition_words(member)),
                "declared": declared.get(index, ""),
                "decides": index == actor,
            }
            for index, member in enumerate(state.party.members)
        ],
        "between": _is_between(delve.play),
        "lines": list(table.log[-LINES:]),
    }


def _trouble(trouble: Trouble) -> str:
    """Return an encounter or a loss that is not settled, in words (R163, R164)."""
    words = trouble.text or f"the Warden describes the {trouble.kind}"
    attitude = f", {trouble.reaction}" if trouble.reaction else ""
    rule = "R163" if trouble.kind == "encounter" else "R164"
    return f"Not settled, {trouble.kind}: {words}{attitude} [{rule}]"


def _lights(state: State) -> Iterator[dict[str, Any]]:
    """Yield the lights that burn, and the items that could be lit, each with its uses."""
    burning = list(state.party.lights)
    for index, member in enumerate(state.party.members):
        for item in member.inventory.items:
            if item.light:
                light = Light(index, item.id)
                lit = light in burning
                if lit:
                    burning.remove(light)
                yield {"who": label(state, index), "item": str(item), "burns": lit}


def _label(state: State, action: Any, sentence: str) -> tuple[str, str]:
    """Return the heading and the short text of a choice."""
    kind = ACTIONS.group(action)
    if isinstance(action, dungeon.Do):
        short = sentence.removeprefix(f"{label(state, action.by)} ")
        return kind, f"{short[:1].upper()}{short[1:]}"
    if isinstance(action, dungeon.Stay):
        return "Move", "Stay here"
    if isinstance(action, dungeon.Go):
        return "Move", f"{'Hurry' if action.quick else 'Go'} to {_place(state, action.to)}"
    return kind, sentence


def _place(state: State, id: str) -> str:
    """Return the name of an area; a new one on a map on paper has none yet."""
    return "a new area" if id.startswith(NEW) and id not in state.visited else area_name(state, id)


def answer(table: Table, asked: Mapping[str, Any]) -> tuple[Table, dict[str, Any]]:
    """Answer a question of the panel; see `Panel`.

    Raises:
        CairnRulesError: if something cannot be done.
        ValueError: if the page never asks this.
    """
    if asked.get("ask") == "enter":
        delve = enter(table, asked)
        return table.with_panel(NAME, delve).with_lines("The party enters a dungeon"), {"done": "Entered a dungeon"}
    if NAME not in table.panels:
        raise unanswered(asked)
    delve = _delve(table)
    play = delve.play
    match asked:
        case {"ask": "act", "action": str(action)}:
            return _with(table, delve, *decide(_GAME, play, action))
        case {"ask": "throw", "faces": str(faces)}:
            return _with(table, delve, *throw(_GAME, play, faces))
        case {"ask": "rest-waits"}:
            return _with(table, delve, *_all_wait(play))
        case {"ask": "hand", "on": bool(on)} if not play.action:
            return _with(table, delve, evolve(play, hand=on), (), done="Changed the dice")
        case {"ask": "area", "name": str(name), "dark": bool(dark), "safe": bool(safe), "danger": bool(danger)}:
            _check_between(play)
            part = evolve(here(play.state), name=name.strip(), dark=dark, safe=safe, danger=danger)
            return _with(table, delve, evolve(play, state=changed(play.state, part)), (), done=f"Changed {title(part)}")
        case {"ask": "panic"}:
            _check_between(play)
            return _with(table, delve, *_panic(play), done="Panic")
        case {"ask": "leave"}:
            words = "The party is done with the dungeon"
            return table.with_panel(NAME, None).with_lines(words), {"done": words}
        case _:
            raise unanswered(asked)


def _all_wait(play: Play) -> tuple[Play, tuple[str, ...]]:
    """Let all members who have not declared anything wait."""
    lines: tuple[str, ...] = ()
    turn = play.state.turn
    if actor_of(play.state) is None:
        raise CairnRulesError("Nobody declares anything now: decide where the party goes first.")
    while not play.action and play.state.turn == turn:
        by = cast("int", actor_of(play.state))
        play, more = decide(_GAME, play, dungeon.format_action(dungeon.Do(by, "wait")))
        lines = (*lines, *more)
    return play, lines


def _panic(play: Play) -> tuple[Play, tuple[str, ...]]:
    """Make everyone save against panic: they are surrounded, or face their worst fear (R175)."""
    dice = KeyedDice(play.state.chance)
    turn = Turn(play.state, dice)
    turn.frighten()
    after = evolve(play, state=replaced(turn.state, chance=dice.chance))
    return after, (*map(str, dice.log), *map(str, turn.events))


def _is_between(play: Play) -> bool:
    """Return whether no turn and no decision is under way."""
    state: State = play.state
    return not play.action and state.goal is None and not state.questions and state.rests is None


def _check_between(play: Play) -> None:
    if not _is_between(play):
        raise CairnRulesError("Finish this turn first: this can be changed only between two turns.")


def _with(table: Table, delve: Delve, play: Play, lines: Iterable[str], done: str = "") -> tuple[Table, dict[str, Any]]:
    """Return the table with the party as it is in the dungeon, and a few words about the change."""
    before: State = delve.play.state
    if delve.paper and _is_between(play):
        play = evolve(play, state=grown(play.state))
    state: State = play.state
    words = done or _done(before, play)
    after = table.with_members(*state.party.members).with_panel(NAME, evolve(delve, play=play))
    return after.with_lines(*lines), {"done": words}


def _done(before: State, play: Play) -> str:
    """Return a few words about a change, for the undo button."""
    state: State = play.state
    if play.action:
        return "A throw of dice"
    if state.turn > before.turn:
        return f"Turn {state.turn}"
    if state.declared:
        return dungeon.describe(state, state.declared[-1])
    return "A decision in the dungeon"


def data(value: object, *, private: bool) -> dict[str, Any]:
    """Return the dungeon as JSON data."""
    delve = cast("Delve", value)
    state: State = delve.play.state
    if not private:
        members = tuple(map(public, state.party.members))
        state = replaced(state, party=replaced(state.party, members=members))
    return {"state": to_data(state), "play": play_data(delve.play), "paper": delve.paper}


def read(data: Any) -> Delve:
    """Return the dungeon from JSON data.

    Raises:
        CairnRulesError: if they are damaged.
    """
    match data:
        case {"state": state, "play": play, "paper": bool(paper)}:
            return Delve(play=read_play(_GAME, from_data(state, expect=State), play), paper=paper)
        case _:
            raise CairnRulesError("the dungeon of this table is damaged")


def followed(before: Table, after: Table) -> Delve | None:
    """Return the dungeon with members that were changed elsewhere; None if nobody is left.

    Lights stay with their bearers. What was declared in this turn is dropped if members came or went.

    Raises:
        CairnRulesError: if the party cannot go on like that.
    """
    if not after.members:
        return None
    delve = _delve(before)
    state: State = delve.play.state
    same = len(before.members) == len(after.members)
    places = {
        old: next((new for new, each in enumerate(after.members) if each is member), old if same else None)
        for old, member in enumerate(before.members)
    }
    lights: list[Light] = []
    for light in state.party.lights:
        bearer = places[light.bearer]
        if bearer is None:
            continue
        moved = Light(bearer, light.item)
        alike = sum(item.id == light.item for item in after.members[bearer].inventory.items)
        if lights.count(moved) < alike:
            lights.append(moved)
    party = Party(members=after.members, lights=tuple(lights))
    kept = same and all(old == new for old, new in places.items())
    more: dict[str, Any] = {} if kept else {"goal": None, "declared": (), "questions": ()}
    state = replaced(state, party=party, **more)
    try:
        check_sound(state)
    except CairnRulesError:
        state = replaced(state, goal=None, declared=(), questions=())
        check_sound(state)
    return evolve(delve, play=evolve(delve.play, state=state, action="", faces=()))


def _delve(table: Table) -> Delve:
    return cast("Delve", table.panels[NAME])
