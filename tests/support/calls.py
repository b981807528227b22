"""A valid call of every public function, and of the constructors and methods that programs call first."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import date
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, Final

from attrs import evolve, has
from public_names import ADAPTERS, MODULES

from cairn_rules import (
    Budget,
    Cursor,
    Line,
    Match,
    Outcome,
    Record,
    Review,
    ReviewedTurn,
    cairn,
    cairn_rpg,
    endless_winter,
    korrigans,
    to_data,
)
from cairn_rules.cairn import balance
from cairn_rules.cairn.documents.documents import DOCUMENTS
from cairn_rules.cairn_rpg import campaign, combat, creation, dungeon, forecast, odds, procedures, wilderness
from cairn_rules.cairn_rpg.characters import effects
from cairn_rules.chance import Chance, KeyedDice, Request, Roll, ScriptedDice
from cairn_rules.codec import write_state_tag
from cairn_rules.encoding import Encoder
from cairn_rules.games import LIBRARY, load
from cairn_rules.manifest import Option
from cairn_rules.phrasebook import Phrasebook
from cairn_rules.players import AnalysedLine, Analysis, GreedyPlayer, RandomPlayer, SagePlayer, SeerPlayer, TreePlayer
from cairn_rules.registry import Content, Registry
from cairn_rules.simulation import Contest, Pairing, Share, Simulation, Tally
from support import readers
from support.cairn_rpg.campaigns import begun as begun_campaign
from support.cairn_rpg.delves import GEM, LANTERN, MAP, TORCH
from support.cairn_rpg.journeys import begun as begun_journey
from support.cairn_rpg.people import CART, MULE, PLATE, person

Arguments = Mapping[str, Any]

HOT: Final = {"apply", "legal_actions", "resolve_keyed"}
"""Functions that are called for every node of a search, so that they do not look at all of their arguments."""

ADA: Final = person("Ada", items=(TORCH, LANTERN, GEM), gold=60)
BO: Final = person("Bo")
PARTY: Final = procedures.party.Party(members=(ADA, BO))
GAME_MODULES: Final = {place: load(name) for name, place in LIBRARY.items()}


@cache
def start(place: str) -> Any:
    """A state of a game in which a seat decides."""
    if place.endswith("campaign"):
        return begun_campaign()
    if place.endswith("wilderness"):
        return begun_journey()
    if place.endswith("dungeon"):
        return dungeon.new_game(seed=3, party=[ADA, BO], dungeon=MAP)
    if place.endswith("combat"):
        return combat.new_game(seed=3, party=[ADA], foes=[BO])
    return GAME_MODULES[place].new_game(seed=3)


@cache
def of_game(place: str) -> Arguments:
    """Arguments of the functions of a game, by name."""
    game: Any = GAME_MODULES[place]
    state = start(place)
    action = game.legal_actions(state)[0]
    after = game.apply(state, action)
    return {
        "state": state,
        "before": state,
        "after": after,
        "action": action,
        "player": 0,
        "viewer": 0,
        "observation": game.observe(state, game.current_player(state)),
        "visible": game.observe(state, None),
        "text": game.format_action(action),
        "rng": Random(1),
        "dice": KeyedDice(Chance.from_seed(1)),
    }


RECORD: Final = Record.of(Match(cairn, seed=7))
BOX: Final = "cairn_rules.cairn"
"""Cairn; what is for any game is called with it."""
DEER: Final = cairn.BASE_SET["deer"]


@cache
def played() -> Record[Any, Any]:
    """A game of a few decisions, with values."""
    match = Match(cairn, seed=7)
    for _ in range(4):
        match.do(match.legal_actions[0])
    return evolve(Record.of(match), values={0: (0.0, 0.0), 4: (0.5, -0.5)})


@cache
def measured() -> Any:
    """A game whose figures are known."""
    return balance.measure(start(BOX), [GreedyPlayer(cairn, seed=1), GreedyPlayer(cairn, seed=2)], max_turns=6)


@cache
def fight_odds() -> Any:
    """The odds of a small fight."""
    return odds.odds(combat.new_game(seed=3, party=[ADA], foes=[BO]), exact=False, games=20)


@cache
def plan() -> Any:
    """The forecast of a short journey."""
    return forecast.forecast(begun_journey(), games=20, exact=False)


def dice() -> KeyedDice:
    """Dice."""
    return KeyedDice(Chance.from_seed(1))


def path(name: str, text: str) -> str:
    """A file with a text."""
    file = Path(mkdtemp(), name)
    file.write_text(text, encoding="utf-8")
    return str(file)


GENERAL: Final[Mapping[str, Callable[[], Any]]] = {
    "game": lambda: cairn,
    "seed": lambda: 3,
    "n": lambda: 2,
    "players": lambda: {"a": RandomPlayer, "b": RandomPlayer},
    "record": played,
    "records": lambda: [played()],
    "name": lambda: "cairn",
    "position": lambda: start(BOX),
    "depth": lambda: 2,
    "character": lambda: ADA,
    "characters": lambda: [ADA, BO],
    "party": lambda: [ADA, BO],
    "members": lambda: [ADA, BO],
    "item": lambda: GEM,
    "gold": lambda: 2,
    "giver": lambda: ADA,
    "receiver": lambda: BO,
    "attribute": lambda: cairn_rpg.Attribute.STR,
    "dice": dice,
    "megalith": lambda: DEER,
    "stones": lambda: [cairn.BASE_SET["deer"]],
    "games": lambda: 2,
    "odds": fight_odds,
    "plans": plan,
    "first": plan,
    "second": plan,
    "journey": begun_journey,
    "season": lambda: "spring",
    "goods": lambda: cairn_rpg.book().goods["gear"][0],
    "gazetteer": campaign.example,
    "dungeon": lambda: MAP,
    "land": campaign.example,
    "hireling": lambda: creation.create_hireling("tracker", seed=3),
    "purpose": lambda: "luck",
    "helper": lambda: ADA,
    "patient": lambda: BO,
    "owner": lambda: ADA,
    "employer": lambda: ADA,
    "caster": lambda: ADA,
    "container": lambda: cairn_rpg.Container(id="sack", name="Sack", capacity=4),
    "kind": lambda: cairn_rpg.book().creatures["wolf"],
    "pack": lambda: cairn_rpg.parse_pack({"id": "fen", "name": "Fen", "author": "A", "license": "MIT"}),
    "source": lambda: {"id": "fen", "name": "Fen", "author": "A", "license": "MIT"},
    "log": lambda: [Roll(Request("sum", (6,), "luck"), (3,))],
    "run": lambda: lambda dice: dice.face(6, purpose="luck"),
    "text": lambda: "text",
    "value": lambda: 3,
    "state": lambda: start(BOX),
    "action": lambda: of_game(BOX)["action"],
    "after": lambda: of_game(BOX)["after"],
    "viewer": lambda: 0,
}
"""Arguments by name."""


def among(**arguments: Any) -> Callable[[], Arguments]:
    """A row of arguments that are cheap to make."""
    return lambda: arguments


def mule(**changes: Any) -> Any:
    """A container."""
    return cairn_rpg.Container(**{"id": "cart", "name": "Cart", "capacity": 4, "load": 2, **changes})


CARRYING: Final = "cairn_rules.cairn_rpg.procedures.carrying"
RECOVERY: Final = "cairn_rules.cairn_rpg.procedures.recovery"
FATIGUE: Final = "cairn_rules.cairn_rpg.procedures.fatigue"
MARKET: Final = "cairn_rules.cairn_rpg.procedures.market"
RPG: Final = "cairn_rules.cairn_rpg"
ROWS: Final[Mapping[str, Callable[[], Arguments]]] = {
    "cairn_rules.dumps": lambda: {"value": start(BOX)},
    "cairn_rules.to_data": lambda: {"value": start(BOX)},
    "cairn_rules.loads": among(text='{"format": 1, "game": "cairn", "document": "action", "value": {"type": "pass"}}'),
    "cairn_rules.from_data": lambda: {"data": to_data(start(BOX))},
    "cairn_rules.json_schema": among(document="state"),
    "cairn_rules.parse_record": lambda: {"text": str(played())},
    "cairn_rules.read_records": lambda: {"lines": str(played()).splitlines(keepends=True)},
    "cairn_rules.player_named": among(name="greedy"),
    "cairn_rules.to_png": lambda: {"picture": cairn.svg(start(BOX)), "width": 50},
    "cairn_rules.cairn.find_arrangements": among(
        shamans={cairn.Space.A1: cairn.Tribe.SEA}, face=cairn.TransformationFace.END, tribe=0
    ),
    "cairn_rules.cairn.format_puzzles": lambda: {"found": cairn.puzzles()[:1]},
    "cairn_rules.cairn.find_puzzles": lambda: {"records": [played()], "batch": False, "turns": 1},
    "cairn_rules.cairn.make_state": among(
        shamans={cairn.Space.A1: 0, cairn.Space.E5: 1},
        megaliths={cairn.Space.B3: DEER, cairn.Space.D3: cairn.BASE_SET["chaos"]},
        upcoming=(cairn.BASE_SET["dawn"], cairn.BASE_SET["alley"]),
    ),
    "cairn_rules.cairn.mirror": lambda: {"value": start(BOX)},
    "cairn_rules.cairn.rotate": lambda: {"value": start(BOX)},
    "cairn_rules.cairn.megalith": among(name="Old Rock", text="It stands."),
    "cairn_rules.cairn.ward": among(name="Old Rock", text="It stands."),
    "cairn_rules.cairn.opponent_decides": among(power=DEER.powers[0]),
    "cairn_rules.cairn.parse_position": among(text=readers.POSITION),
    "cairn_rules.cairn.parse_space": among(text="c3"),
    "cairn_rules.cairn.puzzle_of": among(day=date(2026, 1, 1)),
    "cairn_rules.cairn.forced_win": lambda: {"state": cairn.parse_position(readers.POSITION), "turns": 1},
    "cairn_rules.cairn.events.fold": lambda: {"visible": cairn.events.visible(start(BOX)), "changes": ()},
    "cairn_rules.cairn.events.visible": lambda: {"state": start(BOX)},
    "cairn_rules.cairn.balance.measure": lambda: {
        "state": start(BOX),
        "players": [GreedyPlayer(cairn, seed=1), GreedyPlayer(cairn, seed=2)],
        "max_turns": 2,
    },
    "cairn_rules.cairn.balance.measure_batch": lambda: {
        "states": [start(BOX)],
        "player": RandomPlayer,
        "seeds": [1],
        "max_turns": 2,
    },
    "cairn_rules.cairn.balance.balance": lambda: {"player": RandomPlayer, "max_turns": 4},
    "cairn_rules.cairn.balance.balance_in_steps": lambda: {"player": RandomPlayer, "max_turns": 4},
    "cairn_rules.cairn.balance.difference": among(one=Share(1, 2), other=Share(1, 3)),
    "cairn_rules.cairn.balance.p_value": among(one=Share(1, 2), other=Share(1, 3)),
    "cairn_rules.cairn.balance.significant": among(p_values=[0.1, 0.01]),
    "cairn_rules.korrigans.format_board": lambda: {"board": korrigans.default_board()},
    "cairn_rules.korrigans.make_state": among(seats=(korrigans.Seat(), korrigans.Seat())),
    "cairn_rules.korrigans.parse_board": among(text=readers.BOARD),
    "cairn_rules.korrigans.parse_link": among(text="O=V"),
    "cairn_rules.korrigans.read_board": lambda: {"path": path("board.toml", readers.BOARD)},
    "cairn_rules.endless_winter.eclipse_labor": among(seat=0),
    "cairn_rules.endless_winter.food_capacity": among(seat=0),
    "cairn_rules.endless_winter.influence": among(tile=endless_winter.Hex(0, 1)),
    "cairn_rules.endless_winter.parse_hex": among(text="0,1"),
    "cairn_rules.endless_winter.parse_spot": among(text="4,2,1"),
    "cairn_rules.endless_winter.format_pack": lambda: {"pack": endless_winter.default_pack()},
    "cairn_rules.endless_winter.parse_pack": lambda: {"source": readers.winter_pack()[0]},
    "cairn_rules.endless_winter.read_pack": lambda: {"path": path("pack.json", readers.winter_pack()[0])},
    "cairn_rules.endless_winter.effects.parse_effect": among(text=readers.EFFECTS[0]),
    f"{RPG}.format_stat_line": lambda: {"creature": cairn_rpg.book().creatures["wolf"]},
    f"{RPG}.parse_stat_line": among(text=readers.STAT_LINES[0]),
    f"{RPG}.read_pack": among(path=str(readers.FENLAND)),
    f"{RPG}.with_packs": lambda: {"packs": cairn_rpg.read_pack(str(readers.FENLAND))},
    f"{RPG}.creation.create_hireling": among(role="tracker"),
    f"{RPG}.creation.create_party": among(members=2),
    f"{CARRYING}.burden": lambda: {"character": person(containers=(MULE,)), "mount": MULE},
    f"{CARRYING}.fetch": lambda: {"character": person(stash=(GEM,))},
    f"{CARRYING}.fetch_gold": lambda: {
        "character": person(containers=(evolve(CART, gold=9),)),
        "container": evolve(CART, gold=9),
    },
    f"{CARRYING}.stow_gold": lambda: {"character": person(containers=(CART,), gold=9), "container": CART},
    f"{CARRYING}.hand_over": lambda: {"giver": person(containers=(CART,)), "container": CART},
    f"{CARRYING}.park": lambda: {
        "character": person(containers=(evolve(CART, pulled=True),)),
        "cart": evolve(CART, pulled=True),
    },
    f"{CARRYING}.pull": lambda: {"character": person(containers=(CART,)), "cart": CART},
    f"{CARRYING}.light": among(item=TORCH),
    f"{CARRYING}.put_out": among(item=TORCH),
    f"{CARRYING}.use": among(item=TORCH),
    f"{CARRYING}.take": among(items=GEM),
    f"{CARRYING}.wear": lambda: {"character": person(items=(PLATE,)), "item": PLATE},
    f"{CARRYING}.take_off": lambda: {
        "character": person(items=(evolve(PLATE, worn=True),)),
        "item": evolve(PLATE, worn=True),
    },
    f"{RECOVERY}.deprive": among(need="food"),
    f"{RECOVERY}.meet": among(needs="food"),
    f"{RECOVERY}.harm": among(amount=2),
    f"{RECOVERY}.restore": among(restores=[(cairn_rpg.Attribute.STR, "1d4")]),
    f"{RECOVERY}.settle_scar": lambda: {"character": person(scars=(cairn_rpg.Scar(row=10),)), "index": 0},
    f"{FATIGUE}.grow": lambda: {"growth": effects.Growth(item="gem", slots=1)},
    f"{RPG}.procedures.magic.call_spellbook": lambda: {"spell": cairn_rpg.book().spells["sleep"]},
    f"{RPG}.procedures.abilities.exert": lambda: {"cost": effects.FatigueCost(amount=1, when="it runs")},
    f"{RPG}.procedures.abilities.forced_save": lambda: {
        "effect": effects.ForcedSave(attribute=cairn_rpg.Attribute.STR, who="self", fail="critical")
    },
    f"{RPG}.procedures.abilities.use_daily": lambda: {"ability": effects.OncePerDay(text="It sings.")},
    f"{RPG}.combat.companion": lambda: {"follower": cairn_rpg.Companion(id="dog", name="Dog", hp=3)},
    f"{RPG}.combat.detachment": lambda: {"members": [combat.person("Rat", hp=1), combat.person("Rat", hp=1)]},
    f"{RPG}.combat.person": among(name="Ada", hp=3),
    f"{RPG}.procedures.party.march": lambda: {"party": PARTY, "order": [1, 0]},
    f"{RPG}.procedures.party.with_member": lambda: {"party": PARTY, "index": 0},
    f"{RPG}.dungeon.changed": lambda: {"parts": MAP.areas[0]},
    f"{RPG}.dungeon.parse_dungeon": among(source=readers.MILL.read_text("utf-8")),
    f"{RPG}.dungeon.read_dungeon": among(path=str(readers.MILL)),
    f"{RPG}.dungeon.surroundings": lambda: {"scene": start(f"{RPG}.dungeon")},
    f"{RPG}.wilderness.join": lambda: {
        "state": wilderness.split(begun_journey(ADA, BO), [0])[0],
        "other": wilderness.split(begun_journey(ADA, BO), [0])[1],
    },
    f"{RPG}.wilderness.meals": among(rulings=cairn_rpg.Rulings()),
    f"{RPG}.wilderness.parse_legs": among(text="Mill: road short"),
    f"{RPG}.wilderness.split": lambda: {"state": begun_journey(ADA, BO), "members": [0]},
    f"{RPG}.wilderness.supply_die": among(members=(0,)),
    f"{RPG}.wilderness.watches_needed": among(route=wilderness.Route()),
    f"{RPG}.campaign.chronicle": lambda: {"campaign": Match(campaign, begun_campaign())},
    f"{RPG}.campaign.parse_gazetteer": among(source=readers.FEN),
    f"{RPG}.campaign.read_gazetteer": lambda: {"path": path("fen.toml", readers.FEN)},
    **{
        f"{RPG}.odds.{name}": lambda: {"state": start(f"{RPG}.combat")}
        for name in ("focus_fire", "random_target", "weakest_first")
    },
    **{
        f"{RPG}.odds.{name}": lambda: {"fight": start(f"{RPG}.combat"), "exact": False, "games": 2}
        for name in ("odds", "odds_in_steps")
    },
    **{f"{RPG}.forecast.{name}": among(exact=False, games=2) for name in ("forecast", "forecast_in_steps")},
    f"{RPG}.forecast.difference": among(measure="days"),
    f"{RPG}.forecast.take_along": among(goods="rope"),
    f"{RPG}.formats.characters_of": among(value=ADA),
    f"{RPG}.formats.read_container": lambda: {"document": readers.chest()[0]},
    f"{RPG}.content.lookup.lookup": among(name="rope"),
    f"{RPG}.content.lookup.suggestions": among(name="rope"),
    f"{RPG}.content.lookup.mentions": among(words="panic"),
    f"{RPG}.random_tables.random_table": among(name="scar"),
    "cairn_rules.simulation.elo": among(share=0.6),
    "cairn_rules.simulation.perft_turns": among(turns=1),
    "cairn_rules.simulation.process_pool": among(jobs=1),
    "cairn_rules.manifest.new_game_with": among(options={}),
    "cairn_rules.manifest.resolve": among(part=3),
    "cairn_rules.phrasebook.arguments_of": among(value=cairn.Pass()),
    "cairn_rules.phrasebook.code_of": among(value=cairn.Pass()),
    "cairn_rules.codec.read_state_tag": lambda: {
        "documents": DOCUMENTS,
        "tags": write_state_tag(DOCUMENTS, start(BOX)),
        "others": (),
        "registry": None,
    },
    "cairn_rules.codec.write_state_tag": among(documents=DOCUMENTS),
    "cairn_rules.codec.named": among(what="a colour", values={"red": 1}),
    "cairn_rules.chance.resolve_keyed": lambda: {
        "resolve": dungeon.resolve,
        "state": start(f"{RPG}.dungeon"),
        "action": of_game(f"{RPG}.dungeon")["action"],
    },
    "cairn_rules.testing.activate": lambda: {"on": start(BOX), "at": "c3"},
    "cairn_rules.testing.parse_drawing": among(drawing=readers.DRAWING),
    "cairn_rules.testing.check_game": among(max_examples=1, most_decisions=None, depth=2),
    "cairn_rules.testing.check_megalith": among(max_examples=2),
    "cairn_rules.testing.check_in_steps": among(max_examples=2),
    "cairn_rules.review": among(budget=Budget(simulations=1)),
    "cairn_rules.reviewed_turns": among(budget=Budget(simulations=1)),
}
"""Arguments of functions that `GENERAL` does not fit, by name."""


EXCLUDED: Final = {"cairn_rules.simulation.dask_cluster": "needs Dask"}
"""Functions that are not called, and why."""


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, by its name; none of the adapters and of batches, which need other packages."""
    for module, names in MODULES.items():
        if module.startswith(ADAPTERS) or "batch" in module:
            continue
        for name in names:
            value = getattr(import_module(module), name)
            is_function = inspect.isfunction(value) or hasattr(value, "cache_info")
            if is_function and name not in HOT and f"{module}.{name}" not in EXCLUDED:
                yield f"{module}.{name}", value


def arguments_of(name: str, function: Callable[..., Any]) -> Arguments:
    """The arguments of a valid call of a public function.

    Raises:
        LookupError: if an argument is in no table.
    """
    module = name.rpartition(".")[0]
    own = {**(of_game(module) if module in GAME_MODULES else {}), **ROWS.get(name, dict)()}
    needed = [
        each.name
        for each in inspect.signature(function).parameters.values()
        if each.default is each.empty and each.kind is not each.VAR_KEYWORD
    ]
    return {**{each: own[each] if each in own else GENERAL[each]() for each in needed}, **ROWS.get(name, dict)()}


def a_match() -> Match[Any, Any]:
    """A match of two decisions, of which a third was undone."""
    match = Match(cairn, seed=7)
    for _ in range(3):
        match.do(match.legal_actions[0])
    match.undo()
    return match


def line(**more: Any) -> Any:
    """A line found by an analysis."""
    return AnalysedLine(**{"actions": ("take-1",), "value": 0.5, "chances": (0.75, 0.25), **more})


SEEN: Final = cairn.observe(start(BOX), cairn.current_player(start(BOX)))
CONTEST: Final = Contest(0, 7, ("a", "b"), Outcome((0,), "points"), 3, 9, None)
TURN: Final = {"seat": 0, "turn": 1, "first": 0, "actions": ("take-1",), "best": line(), "after": (0.5, 0.5)}
PARTS: Final = {"actions": (cairn.Pass(),)}
CLASSES: Final[Mapping[str, tuple[type, Callable[[], Any], Arguments, Mapping[str, Arguments]]]] = {
    "cairn_rules.Budget": (
        Budget,
        lambda: Budget(simulations=3),
        {"simulations": 3, "seconds": 1.0, "cancelled": None},
        {"of": {"simulations": 3, "seconds": None}, "spend": {}},
    ),
    "cairn_rules.Cursor": (
        Cursor,
        lambda: Cursor(played()),
        {"record": RECORD},
        {"add_variation": {"actions": "a5-a4"}},
    ),
    "cairn_rules.Line": (
        Line,
        lambda: Line(**PARTS),
        {**PARTS, "comments": {}, "marks": {}, "values": {}, "variations": {}},
        {},
    ),
    "cairn_rules.Match": (
        Match,
        a_match,
        {"game": cairn, "start": None, "seed": 7, "draw_at_repetition": None, "draw_after_turns": None},
        {
            "log": {},
            "do": {"action": "a5-a4"},
            "undo_to": {"player": 0},
            "resign": {},
            "end": {"outcome": Outcome((0,), "resignation")},
            "start_variation": {"after": 1},
        },
    ),
    "cairn_rules.Outcome": (
        Outcome,
        lambda: Outcome((0,), "points"),
        {"winners": (0,), "reason": "points"},
        {
            "lost_by": {"player": 0, "players": 2, "reason": "forfeit"},
            "sentence": {},
            "reason_text": {},
        },
    ),
    "cairn_rules.Record": (
        Record,
        lambda: RECORD,
        {"game": cairn, "start": start(BOX), "actions": (), "outcome": None, "tags": {}, "comments": {}, "marks": {}}
        | {"values": {}, "variations": {}},
        {"of": {"match": a_match()}, "match": {}},
    ),
    "cairn_rules.Registry": (Registry, lambda: Registry((DEER,)), {"things": (DEER,)}, {}),
    "cairn_rules.registry.Content": (
        Content,
        lambda: Content({"megaliths": cairn.BASE_SET}),
        {"sets": {"megaliths": cairn.BASE_SET}},
        {"updated": {"ids": None}},
    ),
    "cairn_rules.ReviewedTurn": (ReviewedTurn, lambda: ReviewedTurn(**TURN), TURN, {}),
    "cairn_rules.Review": (Review, lambda: None, {"original": RECORD, "turns": (ReviewedTurn(**TURN),)}, {}),
    "cairn_rules.players.AnalysedLine": (
        AnalysedLine,
        line,
        {"actions": (1,), "value": 0.5, "chances": (0.5, 0.5)},
        {},
    ),
    "cairn_rules.players.Analysis": (Analysis, lambda: None, {"seat": 0, "lines": (line(),), "simulations": 3}, {}),
    **{
        f"cairn_rules.players.{kind.__name__}": (
            kind,
            lambda kind=kind: kind(cairn, seed=1),
            {"game": cairn, "seed": 3},
            {"choose": {"observation": SEEN, "budget": Budget(simulations=9)}}
            | ({"analyse": {"observation": SEEN, "budget": Budget(simulations=9)}} if hasattr(kind, "analyse") else {}),
        )
        for kind in (RandomPlayer, GreedyPlayer, TreePlayer, SeerPlayer, SagePlayer)
    },
    "cairn_rules.simulation.Contest": (
        Contest,
        lambda: CONTEST,
        {"number": 0, "seed": 7, "players": ("a", "b"), "outcome": None, "turns": 3, "decisions": 9, "fault": None},
        {},
    ),
    "cairn_rules.simulation.Pairing": (
        Pairing,
        lambda: None,
        {"first": "a", "second": "b", "games": (CONTEST,)},
        {},
    ),
    "cairn_rules.simulation.Share": (Share, lambda: None, {"count": 1, "of": 2}, {}),
    "cairn_rules.simulation.Simulation": (
        Simulation,
        lambda: Simulation(game=cairn, players={"a": RandomPlayer, "b": RandomPlayer}, seed=7),
        {"game": cairn, "players": {"a": RandomPlayer, "b": RandomPlayer}, "seed": 7},
        {"play": {"n": 2}, "results": {"path": str(Path(mkdtemp()) / "games.csv")}},
    ),
    "cairn_rules.simulation.Tally": (
        Tally,
        Tally,
        {},
        {"add": {"contest": CONTEST}, "won": {"player": "a"}},
    ),
    "cairn_rules.manifest.Option": (Option, lambda: None, {"name": "side", "help": "The side.", "value": "SIDE"}, {}),
    "cairn_rules.encoding.Encoder": (
        Encoder,
        lambda: Encoder(cairn),
        {"game": cairn},
        {
            "indices": {"state": start(BOX)},
            "check_indices": {"state": start(BOX)},
            "index": {"state": start(BOX), "action": of_game(BOX)["action"]},
            "action": {"state": start(BOX), "index": Encoder(cairn).indices(start(BOX))[0]},
            "mask": {"state": start(BOX)},
            "tensor": {"state": start(BOX), "seat": 0},
        },
    ),
    "cairn_rules.chance.Chance": (
        Chance,
        lambda: Chance(3),
        {"key": 3},
        {"from_seed": {"seed": 3}, "draw": {"rng": Random(1)}, "below": {"bound": 6}},
    ),
    "cairn_rules.chance.KeyedDice": (KeyedDice, dice, {"chance": Chance(3)}, {}),
    "cairn_rules.chance.ScriptedDice": (ScriptedDice, lambda: ScriptedDice([3]), {"script": (3,)}, {}),
    "cairn_rules.cairn.State": (cairn.State, lambda: start(BOX), {}, {"replace": {}}),
    "cairn_rules.cairn.Puzzle": (cairn.Puzzle, lambda: cairn.puzzles()[0], {}, {"start": {}}),
    "cairn_rules.cairn.Attempt": (
        cairn.Attempt,
        cairn.puzzles()[0].start,
        {},
        {"play": {"action": cairn.legal_actions(cairn.puzzles()[0].state)[0]}},
    ),
    "cairn_rules.cairn.Variant": (cairn.Variant, lambda: None, {"power_exit": True}, {}),
    "cairn_rules.cairn.Tiles": (cairn.Tiles, lambda: None, {"add": cairn.AddFace.WHITE}, {}),
    "cairn_rules.phrasebook.Phrasebook": (Phrasebook, lambda: Phrasebook({}), {"templates": {}}, {}),
}
"""The class, an instance, and arguments of the constructor and of methods, by the public name of the class."""


def methods() -> Iterator[tuple[str, Callable[..., Any], Arguments]]:
    """The constructors and methods of `CLASSES`, by name, each with the arguments of a valid call."""
    for name, (kind, make, own, others) in CLASSES.items():
        if own:
            yield name, kind, own
        for method, arguments in others.items():
            yield f"{name}.{method}", getattr(make(), method), arguments


def called(function: Callable[..., Any], arguments: Arguments) -> Any:
    """Call a function with arguments by name; return the answer, of an iterator its first items."""
    positional: list[Any] = []
    named = dict(arguments)
    parameters = inspect.signature(function).parameters.values()
    if any(each.kind in {each.VAR_POSITIONAL, each.POSITIONAL_ONLY} and each.name in named for each in parameters):
        first = [each.name for each in parameters if each.kind not in {each.KEYWORD_ONLY, each.VAR_KEYWORD}]
        positional = [named.pop(name) for name in first if name in named]
    answer = function(*positional, **named)
    if isinstance(answer, AbstractContextManager):
        with answer:
            return None
    return list(islice(answer, 3)) if isinstance(answer, Iterator) else answer


def public_classes() -> dict[type, str]:
    """Every public class of attrs, with its name."""
    found = {
        f"{module}.{name}": getattr(import_module(module), name)
        for module, names in MODULES.items()
        if not module.startswith(ADAPTERS) and "batch" not in module
        for name in names
    }
    return {kind: name for name, kind in found.items() if isinstance(kind, type) and has(kind)}
