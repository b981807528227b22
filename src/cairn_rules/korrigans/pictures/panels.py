"""The panels around the board: the pending decision, the supply, and a card for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from cairn_rules.korrigans.pictures import symbols
from cairn_rules.korrigans.pictures.board import BOARD_HEIGHT, BOARD_WIDTH, LEFT, TOP
from cairn_rules.korrigans.pictures.pieces import pawn_shape
from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.state.pending import Over
from cairn_rules.korrigans.state.seats import Carried, seat_name
from cairn_rules.korrigans.state.tokens import Companion, token_text
from cairn_rules.korrigans.texts.words import asked, gathered, seat_text, totals, when
from cairn_rules.pictures.svg import escape, fitted

MARGIN: Final = 16
WIDTH: Final = LEFT + BOARD_WIDTH + MARGIN
_SUPPLY_Y: Final = TOP + BOARD_HEIGHT + 30
"""Middle line of the supply."""
_CARDS: Final = TOP + BOARD_HEIGHT + 60
"""Top of the seats' cards."""
_CARD_WIDTH: Final = (WIDTH - 3 * MARGIN) // 2
_CARD_HEIGHT: Final = 116
_STEP: Final = _CARD_HEIGHT + 12
_ACROSS: Final = 36
"""Distance between the tokens of a row that is not scaled down."""


def height(seats: int) -> int:
    """Return the height of a picture with this many cards."""
    return _CARDS + _STEP * ((seats + 1) // 2) + 4


def status(seen: Observation) -> str:
    """Return the pending decision, the drawn pawn and the bag."""
    size, lines = fitted(asked(seen), WIDTH - 2 * MARGIN - 150, ((20, 1), (17, 2)))
    texts = "".join(
        f'<text class="korrigans-strong" x="{MARGIN}" y="{58 + 19 * row}" font-size="{size:g}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    pawn = getattr(seen.pending, "pawn", None)
    drawn = "" if pawn is None else f'<g transform="translate({WIDTH - 130} 46) scale(1.25)">{pawn_shape(pawn)}</g>'
    left = len(seen.bag)
    number = f'<text class="korrigans-ink korrigans-strong korrigans-middle" y="5" font-size="12">{left}</text>'
    tooltip = f"{len(seen.bag)} pawns in the bag; {seat_name(seen.bag_holder)} has it"
    holder = f'<g transform="translate({WIDTH - 36} 44) scale(.85)">{symbols.korrigan(seen.bag_holder, "")}</g>'
    return (
        f'<g class="korrigans-status"><text class="korrigans-muted" x="{MARGIN}" y="32" font-size="15">{when(seen)}'
        f"</text>{texts}{drawn}</g>"
        f'<g class="korrigans-bag" data-count="{len(seen.bag)}" data-seat="{seen.bag_holder}"><title>{tooltip}</title>'
        f'<g transform="translate({WIDTH - 82} 46) scale(1.5)">{symbols.BAG}{number}</g>{holder}</g>'
    )


def beside(seen: Observation) -> str:
    """Return the tokens to choose from during a choice, otherwise the supply."""
    if not seen.offered:
        return _supply(seen)
    field = gathered(seen)
    shown = [(symbols.clover(token), token_text(token)) for token in seen.offered]
    label = _text(f"To take in {field}:", LEFT, _SUPPLY_Y + 5)
    row = _row("looked", shown, LEFT + 130, _SUPPLY_Y, BOARD_WIDTH - 130)
    return f'<g class="korrigans-looked-at" data-field="{field}">{label}{row}</g>'


def _supply(seen: Observation) -> str:
    items = (
        (symbols.carried(Carried.ELF), "Elf", seen.elves),
        (symbols.carried(Carried.GOBLIN), "Goblin", seen.goblins),
        (_backup(Companion.HARE), "Backup Companion", seen.backups),
        (f'<g transform="scale(.75)">{symbols.TROLL}</g>', "Troll", seen.troll is None),
        (f'<g transform="scale(.75)">{symbols.CAULDRON}</g>', "Cauldron", seen.cauldron is None),
    )
    shown = [(shape, name) for shape, name, number in items for _ in range(number)]
    row = _row("supply", shown, LEFT + 142, _SUPPLY_Y, BOARD_WIDTH - 142)
    return f"{_text('Supply:', LEFT, _SUPPLY_Y + 5)}{row}"


def _text(text: str, x: float, y: float) -> str:
    return f'<text class="korrigans-muted" x="{x:g}" y="{y:g}" font-size="15">{escape(text)}</text>'


def _backup(kind: Companion) -> str:
    """Return a Backup Companion, which is square."""
    return f'<rect class="korrigans-backup" x="-16" y="-16" width="32" height="32" rx="5"/>{symbols.companion(kind)}'


def _row(name: str, tokens: Sequence[tuple[str, str]], x: float, y: float, room: float) -> str:
    """Return a row of tokens with tooltips, counted by kind and scaled down to fit the room."""
    groups = Counter(tokens)
    widths = [_ACROSS + (28 if number > 1 else 0) for number in groups.values()]
    scale = min(1, room / max(1, sum(widths)))
    parts: list[str] = []
    at = 0.0
    for width, ((shape, name_of_kind), number) in zip(widths, groups.items(), strict=True):
        count = "" if number == 1 else f'<text x="18" y="5" font-size="14">\u00d7{number}</text>'
        data = f'data-{name}="{name_of_kind}" data-count="{number}" transform="translate({at + 16:g} 0)"'
        parts.append(
            f'<g class="korrigans-{name}" {data}><title>{number} \u00d7 {name_of_kind}</title>{shape}{count}</g>'
        )
        at += width
    return f'<g transform="translate({x:g} {y:g}) scale({scale:.3g})">{"".join(parts)}</g>'


def cards(seen: Observation) -> str:
    """Return a card for each seat with its visible possessions."""
    return "".join(_card(seen, seat) for seat in range(len(seen.seats)))


def card_place(seat: int) -> str:
    """Return the position of a seat's card, as attributes of an SVG rectangle."""
    x = MARGIN + (seat % 2) * (_CARD_WIDTH + MARGIN)
    return f'x="{x}" y="{_CARDS + (seat // 2) * _STEP}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="10"'


def _card(seen: Observation, seat: int) -> str:
    owner, pending = seen.seats[seat], seen.pending
    x, y = MARGIN + (seat % 2) * (_CARD_WIDTH + MARGIN), _CARDS + (seat // 2) * _STEP
    if isinstance(pending, Over):
        kind = "wins" if seat in pending.outcome.winners else "frame"
    else:
        kind = "decides" if seat == pending.seat else "frame"
    in_front = [
        *((symbols.companion(each), token_text(each)) for each in owner.revealed),
        *((_backup(each), f"Backup {token_text(each)}") for each in owner.backups),
        *((symbols.gold_menhir(each), token_text(each)) for each in owner.menhirs),
    ]
    unused = [(symbols.clover_back(), "Clover token")] * owner.tokens
    if owner.hidden is not None:
        unused = [(symbols.clover(token), token_text(token)) for token in owner.hidden]
    gold = totals(seen)
    status_text = f"{owner.tokens} behind the screen" if owner.screen else "no screen"
    status_text = status_text if gold is None else f"{gold[seat]} gold"
    head = (
        f'<g transform="translate({x + 26} {y + 22}) scale(.85)">{symbols.korrigan(seat, "")}</g>'
        f'<text class="korrigans-strong" x="{x + 48}" y="{y + 27}" font-size="17">{seat_name(seat)}</text>'
        f'<text class="korrigans-end{" korrigans-strong" if gold else " korrigans-muted"}" x="{x + _CARD_WIDTH - 12}"'
        f' y="{y + 27}" font-size="15">{status_text}</text>'
    )
    screen = (
        f'<g transform="translate({x + 24} {y + 94})">{symbols.SCREEN}</g>' if owner.screen and gold is None else ""
    )
    rows = (
        _row("front", in_front, x + 44, y + 56, _CARD_WIDTH - 52),
        _row("unused", unused, x + 44, y + 94, _CARD_WIDTH - 52),
    )
    return (
        f'<g class="korrigans-seat" data-seat="{seat}"><title>{escape(seat_text(seen, seat))}</title>'
        f'<rect class="korrigans-card" {card_place(seat)}/><rect class="korrigans-{kind}" {card_place(seat)}/>'
        f"{head}{screen}{''.join(rows)}</g>"
    )
