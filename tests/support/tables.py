"""Tables of Korrigans from short texts, so that a test shows what it is about."""

from __future__ import annotations

from typing import Any

from cairn_rules import korrigans
from cairn_rules.korrigans import (
    Carried,
    Clover,
    Companion,
    Korrigan,
    Link,
    LinkKind,
    Menhir,
    Pawn,
    Seat,
    State,
    Variant,
)

SIX_SUNS = "red orange yellow green blue indigo ."
"""Only the row at the bottom is free: the Cauldron may come to G, H, I and J."""


def seat(korrigans: str = "", hidden: str = "", *, open: str = "", backups: str = "", menhirs: str = "", screen=True):
    """A seat.

    Args:
        korrigans: Where the Korrigans stand, such as `A V`, or `A+elf V+goblin`; without it they are not placed.
        hidden: The tokens behind the screen, such as `hare g3`.
        open: The companions that are revealed.
        backups: The Backup Companions.
        menhirs: The gold Menhirs, such as `gold2`.
        screen: Whether there is a screen.
    """
    places = [place.partition("+") for place in korrigans.split()]
    standing = [Korrigan(field, Carried(carried) if carried else None) for field, _, carried in places]
    return Seat(
        korrigans=tuple((standing + [Korrigan()] * 2)[:2]),
        hidden=clovers(hidden),
        revealed=companions(open),
        backups=companions(backups),
        menhirs=tuple(Menhir[name.upper()] for name in menhirs.split()),
        screen=screen,
    )


def clovers(text: str) -> tuple[Clover, ...]:
    """Clover tokens, such as `hare g3`."""
    return tuple(
        Clover[name.upper().replace("G", "GOLD") if name[1:].isdigit() else name.upper()] for name in text.split()
    )


def companions(text: str) -> tuple[Companion, ...]:
    """Companions, such as `hare frog`."""
    return tuple(Companion[name.upper()] for name in text.split())


def pawns(text: str) -> tuple[Pawn, ...]:
    """Pawns, such as `red blue`."""
    return tuple(map(Pawn, text.split()))


def spots(text: str) -> dict[int, Pawn]:
    """Pawns on suns or clouds, one after the other, `.` where none is."""
    return {number: Pawn(name) for number, name in enumerate(text.split(), 1) if name != "."}


def link(text: str) -> Link:
    """A link, such as `A-K`, `A|B` or `B=C`."""
    return Link({"-": LinkKind.OPEN, "|": LinkKind.DOOR, "=": LinkKind.BRIDGE}[text[1]], (text[0], text[2]))


def table(
    *seats: Seat,
    fields: str = "",
    menhirs: str = "",
    troll: str | None = None,
    suns: str = "",
    clouds: str = "",
    bag: str | None = None,
    variant: dict[str, Any] | None = None,
    **others: Any,
) -> State:
    """A state; a missing second seat is one whose Korrigans stand in D and J with nothing.

    Args:
        seats: The seats.
        fields: What lies in the fields, such as `K: hare g3, D: frog`; all others are empty.
        menhirs: The Menhirs, such as `K: troll`.
        troll: Where the Troll stands, such as `A-K`.
        suns: The pawns on the suns from row 1 on.
        clouds: The pawns on the clouds from column 1 on.
        bag: The pawns in the bag as they come; without it in the order of the rainbow.
        variant: The rule options.
        others: What else `make_state` takes.
    """
    piles = [item.split(":") for item in fields.split(",") if item]
    stones = [item.split(":") for item in menhirs.split(",") if item]
    return korrigans.make_state(
        seats=seats if len(seats) > 1 else (*seats, seat("D J")),
        clovers={id.strip(): clovers(text) for id, text in piles},
        menhirs={id.strip(): Menhir[text.strip().upper()] for id, text in stones},
        troll=None if troll is None else link(troll),
        suns=spots(suns),
        clouds=spots(clouds),
        bag=None if bag is None else pawns(bag),
        variant=Variant(**(variant or {})),
        **others,
    )


def final(*seats: Seat, cauldron: str = "I", **others: Any) -> State:
    """A state in the final turn of seat 0."""
    return table(*seats, suns=SIX_SUNS, cauldron=cauldron, **others)


def play(state: State, *texts: str) -> State:
    """The state after decisions given as text."""
    for text in texts:
        state = korrigans.apply(state, korrigans.parse_action(text, state))
    return state


def texts(state: State) -> list[str]:
    """The legal actions as text, in their order; each is listed once."""
    listed = list(map(korrigans.format_action, korrigans.legal_actions(state)))
    assert len(listed) == len(set(listed))
    return listed


def code(state: State, action: str) -> str | None:
    """The code of the reason why an action is illegal, with its rule; None when it is legal."""
    reason = korrigans.why_illegal(state, korrigans.parse_action(action, state))
    return None if reason is None else f"{reason.code} {reason.rule}"


def carried(state: State) -> list[str]:
    """What the Korrigans carry, such as `A+elf`, seat by seat."""
    return [
        f"{each.field}+{each.carries.value}" if each.carries else str(each.field)
        for seat in state.seats
        for each in seat.korrigans
    ]
