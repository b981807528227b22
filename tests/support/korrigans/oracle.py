"""The rules of Korrigans once more, slow and plain: over dicts and texts, from the rules page alone.

A state is read into a dict, and nothing of the engine but the values of its states is used:

- `fields`: by id a dict with `colour`, `molehill`, `pontoon`, `start`, `cells` (pairs) and `tokens` (texts);
- `links`: a set of texts such as `A-K`, `A|B`, `B=C`; `troll`: one of them or None;
- `seats`: dicts with `korrigans` (two lists of the field and what is carried), `hidden`, `open` (the companions before
  the screen, Backup Companions too), `menhirs` and `screen`;
- `suns`, `clouds`: the covered rows and columns; `supply`: Backup Companions left; `options`: the variant.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from cairn_rules.korrigans import State

Data = dict[str, Any]

WALKS = {"hare": "-", "squirrel": "|", "mouse": "="}
GOLD = {"gold1": 1, "gold2": 2, "gold3": 3, "gold4": 4}
SIGNS = {"open": "-", "door": "|", "bridge": "="}


def read(state: State) -> Data:
    """A state as a dict."""
    return {
        "fields": {
            field.id: {
                "colour": field.colour,
                "molehill": field.molehill,
                "pontoon": field.pontoon,
                "start": field.start,
                "cells": [(cell.row, cell.column) for cell in field.cells],
                "tokens": [token.name.lower() for token in tokens],
            }
            for field, tokens in zip(state.board.fields, state.clovers, strict=True)
        },
        "links": {sign(link) for link in state.board.links},
        "troll": None if state.troll is None else sign(state.troll),
        "seats": [
            {
                "korrigans": [
                    [korrigan.field, None if korrigan.carries is None else korrigan.carries.value]
                    for korrigan in seat.korrigans
                ],
                "hidden": [token.name.lower() for token in seat.hidden],
                "open": [companion.name.lower() for companion in (*seat.revealed, *seat.backups)],
                "menhirs": [menhir.name.lower() for menhir in seat.menhirs],
                "screen": seat.screen,
            }
            for seat in state.seats
        ],
        "suns": {row for row, pawn in enumerate(state.suns, 1) if pawn is not None},
        "clouds": {column for column, pawn in enumerate(state.clouds, 1) if pawn is not None},
        "supply": state.backups,
        "cauldron": state.cauldron,
        "round": state.round,
        "options": {
            name: getattr(state.variant, name)
            for name in ("side", "backup", "fairy_gathers", "troll_blocks_jumps", "cauldron_match", "final_meetings")
        },
    }


def sign(link: Any) -> str:
    """A link as text."""
    return SIGNS[link.kind.name.lower()].join(link.ends)


def leads(data: Data, companion: str, here: str, there: str) -> bool:
    """Whether a companion brings a Korrigan from one field to another (rules 4.4 to 4.10)."""
    if here == there:
        return False
    one, other = data["fields"][here], data["fields"][there]
    if companion in WALKS:
        link = WALKS[companion].join(sorted([here, there]))
        return link in data["links"] and link != data["troll"]
    troll = data["troll"]
    if data["options"]["troll_blocks_jumps"] and troll is not None and here in troll and there in troll:
        return False
    if companion == "bird":
        return one["colour"] == other["colour"]
    mark = {"mole": "molehill", "frog": "pontoon"}[companion]
    return one[mark] and other[mark]


COMPANIONS = ("hare", "squirrel", "bird", "mouse", "mole", "frog")


def owned(seat: Data) -> set[str]:
    """The kinds of companions of a seat: behind and before the screen (rule 4.1)."""
    return {each for each in (*seat["hidden"], *seat["open"]) if each in COMPANIONS}


def movements(data: Data, number: int, companions: set[str] | None = None) -> set[tuple[int, str, str]]:
    """Every movement of a seat; of two Korrigans that are alike number 0 moves (rules 4.1, 14.2)."""
    seat = data["seats"][number]
    found = set()
    for which, companion, there in product((0, 1), owned(seat) if companions is None else companions, data["fields"]):
        if leads(data, companion, seat["korrigans"][which][0], there):
            found.add((which, companion, there))
    if seat["korrigans"][0] == seat["korrigans"][1]:
        found = {each for each in found if each[0] == 0}
    return found


def sacrifices(data: Data, number: int) -> set[tuple[str, str]]:
    """What a seat may give up, and for which side (rules 4.11 to 4.15, 10.2)."""
    if data["supply"] == 0:
        return set()
    able = [side for side in ("hare", "squirrel") if movements(data, number, {side})]
    if not movements(data, number):
        sides = able  # forced: one that helps, and none when neither does
    elif data["options"]["backup"] == "voluntary":
        sides = ["hare", "squirrel"]
    else:
        sides = []
    return {(token, side) for token in data["seats"][number]["hidden"] for side in sides}


def normal_turn(data: Data, number: int) -> set[str]:
    """All that a seat can do when it is to move, as texts (section 4)."""
    found = {f"{which}:{companion}-{there}" for which, companion, there in movements(data, number)}
    found |= {f"-{short(token)}={side}" for token, side in sacrifices(data, number)}
    return found or {"pass"}


def short(token: str) -> str:
    """A Clover token as text."""
    return token.replace("gold", "g")


def places(data: Data, number: int, which: int) -> set[str]:
    """Where a seat may place a Korrigan (rules 2.5, 2.6)."""
    if data["options"]["side"] == "advanced":
        return set(data["fields"])
    own = {id for id, field in data["fields"].items() if field["start"] == number + 1}
    return own - {data["seats"][number]["korrigans"][0][0]} if which == 1 else own


def candidates(data: Data) -> set[str]:
    """The fields in a free row and a free column (rules 7.2, 10.6)."""
    rows = {row for row in range(1, 8) if row not in data["suns"]}
    columns = {column for column in range(1, 8) if column not in data["clouds"]}
    found = set()
    for id, field in data["fields"].items():
        for (row, one), (other, column) in product(field["cells"], repeat=2):
            same_cell = (row, one) == (other, column)
            if row in rows and column in columns and (same_cell or data["options"]["cauldron_match"] == "projection"):
                found.add(id)
    return found


def cauldron(data: Data, number: int) -> set[str]:
    """Where a seat may put the Cauldron (rule 7.3)."""
    away = candidates(data) - {field for field, _ in data["seats"][number]["korrigans"]}
    return away or candidates(data)


def met(data: Data, number: int, field: str) -> list[tuple[int, int]]:
    """The opponents' Korrigans in a field, by seat and number."""
    return [
        (other, which)
        for other, seat in enumerate(data["seats"])
        for which in (0, 1)
        if other != number and seat["korrigans"][which][0] == field
    ]


def alike(data: Data, receiver: tuple[int, int]) -> tuple[int, int]:
    """The one that stands for two Korrigans that cannot be told apart (rule 14.2)."""
    first, second = data["seats"][receiver[0]]["korrigans"]
    return (receiver[0], 0) if first == second else receiver


def receivers(data: Data, number: int, which: int) -> set[tuple[int, int]]:
    """Who can get the Goblin that a Korrigan brings (rule 6.10); none if it brings none."""
    field, carries = data["seats"][number]["korrigans"][which]
    return {alike(data, each) for each in met(data, number, field)} if carries == "goblin" else set()


def may_pass(data: Data) -> bool:
    """Whether Elves and Goblins pass between Korrigans now (rules 7.6, 10.8)."""
    return data["cauldron"] is None or data["options"]["final_meetings"]


def after_entering(
    data: Data, number: int, which: int, receiver: tuple[int, int] | None
) -> dict[tuple[int, int], str | None]:
    """What each Korrigan carries after one has entered its field; both tokens pass at the same time (6.8 to 6.11).

    Args:
        data: The state in which the Korrigan stands in the field, and nothing has passed yet.
        number: The seat of the one that enters.
        which: Its number.
        receiver: Who gets the Goblin; None when none is brought or nobody is there.
    """
    before = {
        (seat, each): data["seats"][seat]["korrigans"][each][1]
        for seat, each in product(range(len(data["seats"])), (0, 1))
    }
    field = data["seats"][number]["korrigans"][which][0]
    elves = [each for each in met(data, number, field) if before[each] == "elf" and may_pass(data)]
    after = dict(before)
    for each in elves:
        after[each] = None
    if receiver is not None:
        after[number, which] = None
        after[receiver] = "goblin"
    if elves:
        after[number, which] = "elf"
    return after


def score(data: Data, number: int) -> tuple[int, int]:
    """The gold of a seat and its companions that are left (rules 8.1, 8.3)."""
    seat = data["seats"][number]
    gold = sum(GOLD.get(each, 0) for each in (*seat["hidden"], *seat["menhirs"]))
    gold += sum({"elf": 2, "goblin": -2, None: 0}[carries] for _, carries in seat["korrigans"])
    there = [field for field, _ in seat["korrigans"]].count(data["cauldron"]) if data["cauldron"] else 0
    companions = [each for each in (*seat["hidden"], *seat["open"]) if each in COMPANIONS]
    return gold + {0: 0, 1: 10, 2: 15}[there], len(companions)


def winner(data: Data) -> tuple[int, str]:
    """Who wins, and why (rules 8.2, 8.3, 13.2)."""
    told = [(*score(data, number), number) for number in range(len(data["seats"]))]
    first, *others = sorted(told, reverse=True)
    if all(other[0] < first[0] for other in others):
        return first[2], "most-gold"
    if all(other[:2] < first[:2] for other in others):
        return first[2], "most-companions"
    return first[2], "later-in-turn-order"


def legal(state: State) -> set[str]:  # noqa: C901 - a case for each decision
    """Every legal action of a state, as texts."""
    data, asked = read(state), state.pending
    seat = getattr(asked, "seat", -1)
    free = set(range(1, 8))
    match type(asked).__name__:
        case "PlaceKorrigan":
            return {f"@{field}" for field in places(data, seat, asked.korrigan)}
        case "TakeClover":
            field = data["seats"][seat]["korrigans"][asked.korrigan][0]
            return {f"+{short(token)}" for token in data["fields"][field]["tokens"]}
        case "ChooseSun":
            return {f"sun{row}" for row in free - data["suns"]}
        case "ChooseCloud":
            return {f"cloud{column}" for column in free - data["clouds"]}
        case "ChooseMove":
            return normal_turn(data, seat)
        case "ChooseSecondMove":
            return {f"{a}:{b}-{c}" for a, b, c in movements(data, seat)} | {"decline"}
        case "ChooseFinalMove":
            return {f"{a}:{b}>{c}" for a, b, c in movements(data, seat)} | {"end"}
        case "ChooseReceiver":
            names = ("blue", "green", "violet", "pink", "yellow")
            return {f"goblin:{names[a]}.{b}" for a, b in receivers(data, seat, asked.korrigan)}
        case "ChooseOpponent":
            names = ("blue", "green", "violet", "pink", "yellow")
            opponents = [number for number in range(len(data["seats"])) if number != seat]
            return {f"unmask:{names[number]}" for number in opponents if data["seats"][number]["screen"]}
        case "ChooseLink":
            return {f"troll:{link}" for link in data["links"] - {data["troll"]}}
        case "ChooseCauldronField":
            return {f"cauldron:{field}" for field in cauldron(data, seat)}
        case _:
            return set()
