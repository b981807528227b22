"""Symbols of pieces, tokens, links and places, each drawn around the origin."""

from __future__ import annotations

from typing import Final

from cairn_rules.korrigans.state.board import LinkKind
from cairn_rules.korrigans.state.seats import SEAT_NAMES, Carried
from cairn_rules.korrigans.state.tokens import Clover, Companion, Menhir
from cairn_rules.pictures.svg import diamond

CLOVER: Final = (
    '<path class="korrigans-stem" d="M0 0Q2 5 6 8"/><g class="korrigans-clover"><circle cx="-3.4" cy="-3.4" r="3.9"/>'
    '<circle cx="3.4" cy="-3.4" r="3.9"/><circle cx="-3.4" cy="3.4" r="3.9"/><circle cx="3.4" cy="3.4" r="3.9"/></g>'
)
"""A sign for Clover tokens, within 9 units."""
MENHIR: Final = '<path class="korrigans-stone" d="M-5 9Q-7-8 0-10Q7-8 5 9Z"/>'
MOLEHILL: Final = (
    '<path class="korrigans-earth" d="M-11 8Q-8-7 0-7T11 8Z"/>'
    '<ellipse class="korrigans-hole" cx="0" cy="2.5" rx="3.6" ry="2.6"/>'
)
PONTOON: Final = (
    '<path class="korrigans-waves" d="M-11 8q2.75-3 5.5 0t5.5 0t5.5 0t5.5 0"/>'
    '<path class="korrigans-wood" d="M-9-5H9V0H-9ZM-6 0V5M6 0V5M-3-5V0M3-5V0"/>'
)
CAULDRON: Final = (
    '<circle class="korrigans-gold" cx="-5" cy="-8" r="4.5"/><circle class="korrigans-gold" cx="5" cy="-8" r="4.5"/>'
    '<circle class="korrigans-gold" cx="0" cy="-11" r="4.5"/>'
    '<path class="korrigans-pot" d="M-13-7H13Q17 15 6 15H-6Q-17 15-13-7ZM-7 15l-2 4M7 15l2 4"/>'
)
"""The Cauldron, within 19 units."""
TROLL: Final = (
    '<path class="korrigans-troll" d="M-7-16H7L16-7V7L7 16H-7L-16 7V-7Z"/>'
    '<circle class="korrigans-light" cx="-5" cy="-4" r="2.4"/><circle class="korrigans-light" cx="5" cy="-4" r="2.4"/>'
    '<path class="korrigans-glare" d="M-8-9.5l5 2M8-9.5l-5 2M-7 7Q0 2 7 7M-4 5.6V2.8M4 5.6V2.8"/>'
)
BAG: Final = '<path class="korrigans-wood" d="M-5-8Q-15 4-9 10H9Q15 4 5-8ZM-7-13Q0-9 7-13L5-8H-5Z"/>'
CLOUD: Final = "M-13 9Q-19 8-18 2Q-17-3-11-3Q-10-11-2-11Q6-12 8-5Q17-6 18 2Q18 9 12 9Z"
RAYS: Final = "M0-13V-17M9.2-9.2L12-12M13 0H17M9.2 9.2L12 12M0 13V17M-9.2 9.2L-12 12M-13 0H-17M-9.2-9.2L-12-12"
"""The path of a sun's rays."""
SCREEN: Final = '<path class="korrigans-screen" d="M-9 9V-8L-3-11V6ZM-3 6V-11L3-8V9ZM3 9V-8L9-11V6Z"/>'

_BODIES: Final = (
    '<circle cy="4" r="12"/>',
    '<rect x="-11.5" y="-7" width="23" height="23" rx="4"/>',
    diamond("korrigans-violet", 0, 3.5, 15),
    '<path d="M-6.5-7.5H6.5L13.5 4L6.5 15.5H-6.5L-13.5 4Z"/>',
    '<path d="M-3-9Q0-13 3-9L15 12Q16.5 16 12 16H-12Q-16.5 16-15 12Z"/>',
)
"""The shape of each seat's Korrigans: disc, square, diamond, hexagon, triangle."""
_HAT: Final = '<path d="M-8.5-5Q-5-15 1-18.5Q6-19 7-16Q3-15 4.5-12Q6-8 8.5-5Z"/>'


def korrigan(seat: int, text: str) -> str:
    """Return a Korrigan of a seat with a text on its face, within 19 units."""
    face = '<circle class="korrigans-face" cy="4.5" r="7.2"/>'
    number = f'<text class="korrigans-ink korrigans-strong korrigans-middle" y="8.8" font-size="12">{text}</text>'
    return f'<g class="korrigans-body korrigans-{SEAT_NAMES[seat]}">{_BODIES[seat]}{_HAT}</g>{face}{number}'


def carried(token: Carried) -> str:
    """Return an Elf or Goblin token with its value, within 10 units."""
    worth = "+2" if token is Carried.ELF else "\u22122"
    text = f'<text class="korrigans-light korrigans-strong korrigans-middle" y="3.8" font-size="10.5">{worth}</text>'
    return f'<rect class="korrigans-{token.value}" x="-10" y="-6.5" width="20" height="13" rx="6.5"/>{text}'


_COMPANIONS: Final = {
    Companion.HARE: "M-2-2Q-7-13-3.5-13Q-1-13 0-4Q1-13 3.5-13Q7-13 2-2Q7 0 7 4.5Q7 10 0 10Q-7 10-7 4.5Q-7 0-2-2Z"
    "M-3 3v.5M3 3v.5M-1.5 6.5h3",
    Companion.SQUIRREL: "M-9 10H5Q8 10 6 5Q4 2 1 2L3-1Q2-6-1-7L-2-10L-4-7Q-9-6-9-2Q-7 1-4 0Q-8 4-9 10Z"
    "M6 9Q12 6 11-3Q10-11 4-10Q9-7 6-2Q4 0 6 5M-5-4v.5",
    Companion.BIRD: "M-12-2L-7-4Q-6-9-1-8Q3-7 4-2L12-4Q11 5 3 8Q-5 9-7-1ZM-3-5v.5M0 1Q4 3 7-1M-1 8V12M2 8V12",
    Companion.MOUSE: "M-5-2A5 5 0 1 1-1-5Q0-5.3 1-5A5 5 0 1 1 5-2Q8 3 3 8Q0 11-3 8Q-8 3-5-2ZM-2.5 2v.5M2.5 2v.5M0 8v1"
    "M3 7.5l6 1.5M-3 7.5l-6 1.5",
    Companion.MOLE: "M-8 11Q-9-6 0-9Q9-6 8 11ZM-3-2h1M2-2h1M-3 3Q0 0 3 3Q0 6-3 3ZM-8 8l-4-2M-8 10h-4M8 8l4-2M8 10h4",
    Companion.FROG: "M-9-3A4 4 0 1 1-2-6Q0-6.4 2-6A4 4 0 1 1 9-3Q13 3 8 8Q0 12-8 8Q-13 3-9-3ZM-5.5-6v.5M5.5-6v.5"
    "M-7 4Q0 8 7 4",
}
"""The drawing on the tokens of each companion."""


def companion(kind: Companion) -> str:
    """Return a companion on a token, within 15 units."""
    return f'<circle class="korrigans-face" r="15"/><path class="korrigans-sign" d="{_COMPANIONS[kind]}"/>'


def gold(amount: int) -> str:
    """Return gold on a token, within 15 units."""
    text = f'<text class="korrigans-ink korrigans-strong korrigans-middle" y="5.5" font-size="16">{amount}</text>'
    return f'<circle class="korrigans-gold" r="15"/>{text}'


def clover(token: Clover) -> str:
    """Return a Clover token, face up, within 15 units."""
    return gold(token.gold) if token.companion is None else companion(token.companion)


def clover_back() -> str:
    """Return a Clover token, face down, within 15 units."""
    leaves = "".join(f'<circle cx="{x}" cy="{y}" r="4"/>' for x in (-3.6, 3.6) for y in (-3.6, 3.6))
    return f'<circle class="korrigans-back" r="15"/><g class="korrigans-leaf">{leaves}</g>'


def gold_menhir(menhir: Menhir) -> str:
    """Return a Menhir with gold, within 15 units."""
    text = f'<text class="korrigans-ink korrigans-strong korrigans-middle" y="7.5" font-size="14">{menhir.gold}</text>'
    return f'<path class="korrigans-gold" d="M-9 15Q-12-13 0-15Q12-13 9 15Z"/>{text}'


LINKS: Final = {
    LinkKind.OPEN: '<path class="korrigans-path" d="M-7-2.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5Z'
    'M0-2.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5ZM7-2.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5Z"/>',
    LinkKind.DOOR: '<path class="korrigans-wood" d="M-8-6H8V6H-8ZM-2.7-6V6M2.7-6V6"/>'
    '<circle class="korrigans-hole" cx="5.3" cy="0" r="1.3"/>',
    LinkKind.BRIDGE: '<path class="korrigans-wood"'
    ' d="M-9-11Q-6-8-6 0T-9 11H9Q6 8 6 0T9-11ZM-6.6-5H6.6M-6 0H6M-6.6 5H6.6"/>',
}
"""The sign of each kind of link, for a border from left to right."""

MOTIFS: Final = {
    "yellow": "m0 6v-11m0 4l-3-3m3 3l3-3m-3 7l-3-3m3 3l3-3",
    "green": "m-4 3q-1-4-3-5m5 5v-7m2 7q1-4 3-5",
    "pink": "m-4-5.5q-.5 6.5 4 6.5t4-6.5l-2 2.5l-2-3l-2 3zm4 6.5v5.5",
    "grey": "m-6 3q0-5 4-5t4 5zm8 0q0-4 3-4t3 4z",
    "village": "m-5 5v-6l5-5l5 5v6zm4 0v-3h2v3",
    "blue": "m-6 0q3-4 6 0t6 0",
    "orange": "m-4-4l8 8m0-8l-8 8",
    "violet": "m0-5l5 5l-5 5l-5-5z",
}
"""The ornament of each field colour, so that fields differ in more than colour."""
