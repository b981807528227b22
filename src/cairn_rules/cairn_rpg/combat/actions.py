"""The actions of a fight: one declaration of one fighter, or one answer after the dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias, final, get_args

from cairn_rules.cairn_rpg.characters.attacks import ASPECTS, Aspect, Mode
from cairn_rules.checks import fits, is_count, one_of, tuple_of, whole_number, whole_text
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import Notated

_are_indices: Final = tuple_of(is_count)


def are_different(value: Any) -> bool:
    """Return whether a value is a tuple of different indices."""
    return _are_indices(value) and len({*value}) == len(value)


_fighters = fits("a tuple of different indices of fighters", lambda value: are_different(value) and value != ())
_round_or_none = fits(
    "a round from 1 to 999 or None", lambda value: value is None or (type(value) is int and 1 <= value <= 999)
)
_fighter_or_none = fits("the index of a fighter or None", lambda value: value is None or is_count(value))


@final
@frozen
class Begin(Notated):
    """Begin the fight: each member of the party makes its DEX save (R73)."""


@final
@frozen
class Strike(Notated):
    """Attack a fighter, or with a blast everyone in its area (R82, R88)."""

    by: int = field(validator=whole_number)
    """The attacker, as an index of `Scene.fighters`."""
    attack: int = field(validator=whole_number)
    """The attack, as an index of `Fighter.attacks`."""
    target: int = field(validator=whole_number)
    """The target, as an index of `Scene.fighters`."""


@final
@frozen
class Cast(Notated):
    """Read a spellbook or a scroll, or use a relic (R145, R151, R152)."""

    by: int = field(validator=whole_number)
    """The caster, as an index of `Scene.fighters`."""
    item: str = field(validator=whole_text)
    """The id of the item."""
    target: int | None = field(default=None, validator=_fighter_or_none)
    """The creature that the spell acts on; None if none is chosen."""


@final
@frozen
class Use(Notated):
    """Use a power of a creature besides its attacks, such as a gaze or a breath (R52)."""

    by: int = field(validator=whole_number)
    """The creature, as an index of `Scene.fighters`."""
    power: str = field(validator=whole_text)
    """The name of the power."""
    target: int | None = field(default=None, validator=_fighter_or_none)
    """The opponent whom it acts on; None if it acts on all of them."""


@final
@frozen
class Flee(Notated):
    """Run away to a safe place, with a DEX save (R134)."""

    by: int = field(validator=whole_number)
    """The fighter who runs, as an index of `Scene.fighters`."""


@final
@frozen
class Recover(Notated):
    """Overcome panic, with a WIL save (R176)."""

    by: int = field(validator=whole_number)
    """The panicked fighter, as an index of `Scene.fighters`."""


@final
@frozen
class Aid(Notated):
    """Bandage a fighter who is dying (R54, R103)."""

    by: int = field(validator=whole_number)
    """The helper, as an index of `Scene.fighters`."""
    target: int = field(validator=whole_number)
    """The dying fighter, as an index of `Scene.fighters`."""


@final
@frozen
class Destroy(Notated):
    """Destroy the remains of a slain creature that would get up again."""

    by: int = field(validator=whole_number)
    """The fighter, as an index of `Scene.fighters`."""
    target: int = field(validator=whole_number)
    """The slain creature, as an index of `Scene.fighters`."""


@final
@frozen
class Rise(Notated):
    """Get up again after death, as some creatures can."""

    by: int = field(validator=whole_number)
    """The slain creature, as an index of `Scene.fighters`."""


@final
@frozen
class Wait(Notated):
    """Do something that needs no rule."""

    by: int = field(validator=whole_number)
    """The idle fighter, as an index of `Scene.fighters`."""


@final
@frozen
class Offer(Notated):
    """Offer the other side to stop fighting, before anyone on this side declares (R80)."""


@final
@frozen
class Agree(Notated):
    """Agree to stop fighting, which ends the fight (R80)."""


@final
@frozen
class Refuse(Notated):
    """Refuse to stop fighting: the side that offered it declares (R80)."""


@final
@frozen
class Drop(Notated):
    """Drop an item, to make room for Fatigue (R65)."""

    by: int = field(validator=whole_number)
    """The tired fighter, as an index of `Scene.fighters`."""
    item: str = field(validator=whole_text)
    """The id of the item."""


@final
@frozen
class Lose(Notated):
    """Choose the appendage that a Sundered character loses (R119)."""

    by: int = field(validator=whole_number)
    """The wounded fighter, as an index of `Scene.fighters`."""
    limb: str = field(validator=whole_text)
    """`hand`, `arm`, `foot`, `leg`, `ear`, `eye` or `nose`."""


@final
@frozen
class Judge(Notated):
    """Judge the position of fighters, as the Warden: their attacks, or attacks on them, change from now on (R85, R87).

    It is never listed among the legal actions, takes no time, and does not change whose turn it is.
    """

    fighters: tuple[int, ...] = field(validator=_fighters)
    """The fighters, as indices of `Scene.fighters`."""
    aspect: Aspect = field(validator=one_of(*ASPECTS))
    """`position` for the attacks of these fighters, `exposure` for attacks on them."""
    mode: Mode = field(validator=one_of(*get_args(Mode)))
    """`impaired`, `normal` or `enhanced`."""
    until: int | None = field(default=None, validator=_round_or_none)
    """The last round in which it holds, after which all is as before; None if it does not end by itself."""


Declaration: TypeAlias = Strike | Cast | Use | Flee | Recover | Aid | Destroy | Rise | Wait
"""An action that a fighter declares for its side's turn (R79)."""
Action: TypeAlias = Begin | Declaration | Offer | Agree | Refuse | Drop | Lose | Judge
"""A legal decision in a fight, or a judgement of the Warden."""
REFEREE_ACTIONS: Final = (Judge,)
"""The classes of actions of the Warden, which are never listed."""

BEGIN: Final = Begin()
OFFER: Final = Offer()
AGREE: Final = Agree()
REFUSE: Final = Refuse()
# Actions are made again and again: the same numbers give the same object.
strike: Final[Callable[[int, int, int], Strike]] = cache(Strike)
flee: Final[Callable[[int], Flee]] = cache(Flee)
wait: Final[Callable[[int], Wait]] = cache(Wait)
