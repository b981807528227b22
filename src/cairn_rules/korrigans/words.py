"""A state in words, for titles, descriptions and captions, as one of the players or a spectator sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum

from cairn_rules.korrigans.board import Field, LinkKind
from cairn_rules.korrigans.notation import link_text
from cairn_rules.korrigans.pending import Over, TakeClover
from cairn_rules.korrigans.reasons import DECISIONS
from cairn_rules.korrigans.scoring import scores
from cairn_rules.korrigans.seats import seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover, Companion, Menhir


def title(state: State) -> str:
    """What the state is about, in one line.

    Example:
        >>> from cairn_rules import korrigans
        >>> title(korrigans.new_game(seed=7))
        'Korrigans, placing: Blue is to place a Korrigan'
    """
    return f"Korrigans, {when(state).lower()}: {asked(state)}"


def when(state: State) -> str:
    """How far the game is."""
    if isinstance(state.pending, Over):
        return f"After round {state.round}"
    if state.round == 0:
        return "Placing"
    return f"Round {state.round}" if state.cauldron is None else f"Round {state.round}, final turns"


def asked(state: State) -> str:
    """Who decides what, or who has won."""
    pending = state.pending
    if isinstance(pending, Over):
        outcome = pending.outcome
        return f"{seat_name(outcome.winners[0])} wins: {outcome.reason.replace('-', ' ')}"
    drawn = getattr(pending, "pawn", None)
    return f"{seat_name(pending.seat)} is to {DECISIONS[type(pending)][1]}{f' ({drawn})' if drawn else ''}"


def open_tokens(state: State, seat: int, player: int | None) -> tuple[Clover, ...] | None:
    """The unused Clover tokens of a seat, when somebody may see them (rules 6.4, 9.2, 9.7); None otherwise.

    Args:
        state: The state.
        seat: Whose tokens.
        player: Who looks; None for a spectator.
    """
    owner = state.seats[seat]
    is_open = player == seat or not owner.screen or isinstance(state.pending, Over)
    return owner.hidden if is_open else None


def looked_at(state: State, player: int | None) -> tuple[str, tuple[Clover, ...]] | None:
    """The field whose tokens somebody looks at in order to take one, and the tokens (rule 9.1); None otherwise."""
    pending = state.pending
    if not isinstance(pending, TakeClover) or pending.seat != player:
        return None
    field = state.seats[pending.seat].korrigans[pending.korrigan].field
    assert field is not None, "a Korrigan gathers where it stands"
    return field, state.clovers_in(field)


def token_text(token: Clover | Companion | Menhir) -> str:
    """A token in words.

    Example:
        >>> token_text(Clover.GOLD3), token_text(Menhir.GOLD2), token_text(Companion.FROG)
        ('3 gold', 'Menhir with 2 gold', 'frog')
    """
    if isinstance(token, Menhir):
        return f"Menhir with {token.gold} gold"
    amount = token.gold if isinstance(token, Clover) else 0
    return f"{amount} gold" if amount else str(token)


def korrigan_text(state: State, seat: int, number: int) -> str:
    """A Korrigan in words, with what it carries."""
    carries = state.seats[seat].korrigans[number].carries
    return f"{seat_name(seat)} {number}{f' with {_article(carries)}' if carries else ''}"


def _article(token: Enum) -> str:
    return "an Elf" if token.value == "elf" else "a Goblin"


def field_text(state: State, index: int) -> str:
    """Everything in a field that everybody may see, in words."""
    field = state.board.fields[index]
    number = len(state.clovers[index])
    there = state.standing.get(field.id, ())
    parts = (
        f"{number} Clover token{'' if number == 1 else 's'}",
        *(("a Menhir",) if state.menhirs[index] is not None else ()),
        *_marks(field),
        *(("the Cauldron",) if state.cauldron == field.id else ()),
        *(korrigan_text(state, *each) for each in there),
    )
    return f"{field.name} ({field.id}, {field.colour}): {', '.join(parts)}"


def _marks(field: Field) -> Iterator[str]:
    if field.molehill:
        yield "molehill"
    if field.pontoon:
        yield "pontoon"
    if field.start:
        yield f"start {field.start}"


def seat_text(state: State, seat: int, player: int | None) -> str:
    """What belongs to a seat, as far as somebody may see it, in words."""
    owner = state.seats[seat]
    tokens = open_tokens(state, seat, player)
    unused = f"{len(owner.hidden)} behind the screen" if owner.screen else "no screen"
    parts = [
        unused if tokens is None else f"{unused} ({_listed(map(token_text, tokens))})",
        f"in front {_listed(map(token_text, owner.revealed))}",
        *([f"Backup Companions {_listed(map(token_text, owner.backups))}"] if owner.backups else ()),
        *map(token_text, owner.menhirs),
    ]
    if isinstance(state.pending, Over):
        parts.append(f"{scores(state)[seat].total} gold in all")
    return f"{seat_name(seat)}: {', '.join(parts)}"


def supply(state: State) -> tuple[tuple[str, int], ...]:
    """How much lies beside the board, by what it is."""
    return (
        ("Elf", state.elves),
        ("Goblin", state.goblins),
        ("Backup Companion", state.backups),
        ("Troll", int(state.troll is None)),
        ("Cauldron", int(state.cauldron is None)),
    )


def description(state: State, player: int | None = None) -> str:
    """Everything about a state that somebody may see, in sentences.

    Args:
        state: The state.
        player: Who looks; None for a spectator.
    """
    looked = looked_at(state, player)
    closed = "beside the board" if state.troll is None else f"on {link_words(state)}"
    sentences = (
        f"{when(state)}: {asked(state)}",
        *((f"In {looked[0]} lie {_listed(map(token_text, looked[1]))}",) if looked else ()),
        *(field_text(state, index) for index in range(len(state.board.fields))),
        f"The Troll is {closed}",
        f"Suns: {_listed(_covered('row', state.suns))}",
        f"Clouds: {_listed(_covered('column', state.clouds))}",
        f"{len(state.bag)} pawns in the bag, {seat_name(state.bag_holder)} draws next",
        f"Beside the board: {_listed(f'{number} {name}' for name, number in supply(state) if number)}",
        *(seat_text(state, seat, player) for seat in range(len(state.seats))),
    )
    return " ".join(f"{sentence}." for sentence in sentences)


def link_words(state: State) -> str:
    """Where the Troll stands, in words."""
    assert state.troll is not None, "it stands on the board"
    kind = {LinkKind.OPEN: "open link", LinkKind.DOOR: "door", LinkKind.BRIDGE: "bridge"}[state.troll.kind]
    return f"the {kind} {link_text(state.troll)}"


def _covered(line: str, pawns: Iterable[Enum | None]) -> Iterator[str]:
    return (f"{pawn.value} on {line} {number}" for number, pawn in enumerate(pawns, 1) if pawn is not None)


def _listed(items: Iterable[str]) -> str:
    counted = Counter(items).items()
    return ", ".join(f"{number} \u00d7 {item}" if number > 1 else item for item, number in counted) or "nothing"
