"""Texts for states and their parts, as a player or a spectator sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from random import Random

from cairn_rules.korrigans.rules.determinisation import sample_hidden
from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.rules.scoring import Score, scores
from cairn_rules.korrigans.state.board import Field, LinkKind, link_text
from cairn_rules.korrigans.state.pending import Over, TakeClover
from cairn_rules.korrigans.state.seats import korrigan_name, seat_name
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import token_text


def title(state: State | Observation) -> str:
    """Return a title for a state, in one line.

    Example:
        >>> from cairn_rules import korrigans
        >>> title(korrigans.new_game(seed=7))
        'Korrigans, placing: Blue must place a Korrigan'
    """
    return f"Korrigans, {when(state).lower()}: {asked(state)}"


def when(state: State | Observation) -> str:
    """Return the phase of the game."""
    if isinstance(state.pending, Over):
        return f"After round {state.round}"
    if state.round == 0:
        return "Placing"
    return f"Round {state.round}" if state.cauldron is None else f"Round {state.round}, final turns"


def asked(state: State | Observation) -> str:
    """Return the pending decision with its seat, or the winner."""
    from cairn_rules.korrigans.events import last_event  # noqa: PLC0415 - not needed to import the library

    return str(last_event(state.pending))


def standing(seen: Observation, field: str) -> tuple[tuple[int, int], ...]:
    """Return the Korrigans in a field, by seat and number."""
    return tuple(
        (seat, number)
        for seat, owner in enumerate(seen.seats)
        for number, korrigan in enumerate(owner.korrigans)
        if korrigan.field == field
    )


def gathered(seen: Observation) -> str:
    """Return the id of the field where the deciding seat takes a token."""
    pending = seen.pending
    assert isinstance(pending, TakeClover), "a seat gathers"
    field = seen.seats[pending.seat].korrigans[pending.korrigan].field
    assert field is not None, "a Korrigan gathers where it stands"
    return field


def totals(seen: Observation) -> tuple[int, ...] | None:
    """Return the gold of each seat if the game is over, else None."""
    final = final_scores(seen)
    return None if final is None else tuple(score.total for score in final)


def final_scores(seen: Observation) -> tuple[Score, ...] | None:
    """Return the score of each seat if the game is over, else None.

    At the end, everything that scores is visible, so every sample has the same scores.
    """
    return scores(sample_hidden(seen, Random(0))) if isinstance(seen.pending, Over) else None


def score_text(score: Score) -> str:
    """Return a player's gold, in total and by source.

    Example:
        >>> score_text(Score(clovers=4, menhirs=0, elves=2, goblins=-2, cauldron=10, companions=1))
        '14 (Clovers 4, Elves 2, Goblins -2, Cauldron 10)'
    """
    kinds = ("clovers", "menhirs", "elves", "goblins", "cauldron")
    parts = [f"{kind.capitalize()} {getattr(score, kind)}" for kind in kinds if getattr(score, kind)]
    return f"{score.total} ({', '.join(parts)})" if parts else str(score.total)


def description(seen: Observation) -> str:
    """Return the observation of a seat or a spectator in sentences."""
    return " ".join(f"{sentence}." for sentence in sentences(seen))


def sentences(seen: Observation) -> tuple[str, ...]:
    """Return the observation of a seat or a spectator, as sentences without full stops."""
    closed = "in the supply" if seen.troll is None else f"on {link_words(seen)}"
    return (
        f"{when(seen)}: {asked(seen)}",
        *((f"Tokens in {gathered(seen)}: {_listed(map(token_text, seen.offered))}",) if seen.offered else ()),
        *(field_text(seen, index) for index in range(len(seen.board.fields))),
        f"The Troll is {closed}",
        f"Suns: {', '.join(_covered('row', seen.suns)) or 'all free'}",
        f"Clouds: {', '.join(_covered('column', seen.clouds)) or 'all free'}",
        f"{len(seen.bag)} pawns in the bag, {seat_name(seen.bag_holder)} draws next",
        f"Supply: {_listed(f'{number} {name}' for name, number in supply(seen) if number)}",
        *(seat_text(seen, seat) for seat in range(len(seen.seats))),
    )


def field_text(seen: Observation, index: int) -> str:
    """Return the visible contents of a field in words."""
    field = seen.board.fields[index]
    number = seen.clovers[index]
    there = standing(seen, field.id)
    parts = (
        f"{number} Clover token{'' if number == 1 else 's'}",
        *(("a Menhir",) if seen.menhirs[index] else ()),
        *_marks(field),
        *(("the Cauldron",) if seen.cauldron == field.id else ()),
        *(korrigan_text(seen, *each) for each in there),
        *_memory(seen, field.id),
    )
    return f"{field.name} ({field.id}, {field.colour}): {', '.join(parts)}"


def _memory(seen: Observation, field: str) -> Iterator[str]:
    """Yield the seat's memory of a field, if the option `memory_aid` is on (rule 10.5)."""
    if field in seen.remembered:
        memory = seen.remembered[field]
        yield f"last seen there {_listed(map(token_text, memory.clovers))}, {memory.taken} taken since"


def _marks(field: Field) -> Iterator[str]:
    if field.molehill:
        yield "molehill"
    if field.pontoon:
        yield "pontoon"
    if field.start:
        yield f"start {field.start}"


def seat_text(seen: Observation, seat: int) -> str:
    """Return the visible possessions of a seat in words."""
    owner = seen.seats[seat]
    tokens, gold = owner.hidden, totals(seen)
    unused = f"{owner.tokens} behind the screen" if owner.screen else "no screen"
    parts = [
        unused if tokens is None else f"{unused} ({_listed(map(token_text, tokens))})",
        f"in front {_listed(map(token_text, owner.revealed))}",
        *([f"Backup Companions {_listed(map(token_text, owner.backups))}"] if owner.backups else ()),
        *map(token_text, owner.menhirs),
    ]
    if gold is not None:
        parts.append(f"{gold[seat]} gold in all")
    return f"{seat_name(seat)}: {', '.join(parts)}"


def supply(seen: Observation) -> tuple[tuple[str, int], ...]:
    """Return the number of pieces of each kind in the supply."""
    return (
        ("Elf", seen.elves),
        ("Goblin", seen.goblins),
        ("Backup Companion", seen.backups),
        ("Troll", int(seen.troll is None)),
        ("Cauldron", int(seen.cauldron is None)),
    )


def link_words(seen: Observation) -> str:
    """Return the Troll's link in words."""
    assert seen.troll is not None, "it stands on the board"
    kind = {LinkKind.OPEN: "open link", LinkKind.DOOR: "door", LinkKind.BRIDGE: "bridge"}[seen.troll.kind]
    return f"the {kind} {link_text(seen.troll)}"


def _covered(line: str, pawns: Iterable[Enum | None]) -> Iterator[str]:
    return (f"{pawn.value} on {line} {number}" for number, pawn in enumerate(pawns, 1) if pawn is not None)


def korrigan_text(seen: Observation, seat: int, number: int) -> str:
    """Return a Korrigan in words, with the token that it carries."""
    carries = seen.seats[seat].korrigans[number].carries
    return f"{korrigan_name(seat, number)}{f' with {_article(carries)}' if carries else ''}"


def _article(token: Enum) -> str:
    return "an Elf" if token.value == "elf" else "a Goblin"


def _listed(items: Iterable[str]) -> str:
    counted = Counter(items).items()
    return ", ".join(f"{number} \u00d7 {item}" if number > 1 else item for item, number in counted) or "nothing"
