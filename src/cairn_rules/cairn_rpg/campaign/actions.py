"""The actions of a campaign between its scenes. Within a scene, the actions are those of the scene's game.

Of several items or containers with the same id, an id means the first one, `torch~2` the second one, and so on.
"""

from __future__ import annotations

from typing import Final, TypeAlias, final, get_args

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.combat.actions import Action as FightAction
from cairn_rules.cairn_rpg.combat.actions import are_different
from cairn_rules.cairn_rpg.dungeon.actions import Action as DungeonAction
from cairn_rules.cairn_rpg.procedures.carrying import MOST_GOLD
from cairn_rules.cairn_rpg.procedures.market import MOST_DAYS as MOST_PAID
from cairn_rules.cairn_rpg.wilderness.actions import Action as JourneyAction
from cairn_rules.cairn_rpg.wilderness.setup import SEASONS
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS, Season, number_from
from cairn_rules.checks import fits, instance, is_count, is_line, one_of, whole_number, whole_text, yes_or_no
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER, Notated

MOST_ACTIVITY: Final = 300
"""Maximum length of the activity of a downtime, in characters."""


_member_or_none = fits("the index of a member or None", lambda value: value is None or is_count(value))
_line = fits("one line of text", is_line)
_line_or_none = fits("one line of text or None", lambda value: value is None or is_line(value))
_activity = fits(
    f"one line of at most {MOST_ACTIVITY} characters", lambda value: is_line(value) and len(value) <= MOST_ACTIVITY
)
_members = fits("a tuple of different indices of members", are_different)
_price_or_none = fits(
    f"a whole number from 0 to {MOST_GOLD} or None",
    lambda value: value is None or (type(value) is int and 0 <= value <= MOST_GOLD),
)


@final
@frozen
class SetOut(Notated):
    """Set out on a way, which takes a watch of travel (R181, R199)."""

    way: str = field(validator=whole_text)
    """The id of the way, which begins where the party is."""


@final
@frozen
class Enter(Notated):
    """Enter the dungeon where the party is (R155)."""


@final
@frozen
class Fight(Notated):
    """Fight the opponents of an encounter, as the table says (R72)."""

    encounter: str = field(validator=whole_text)
    """The id of the encounter."""


@final
@frozen
class CatchBreath(Notated):
    """Rest for a few moments with water, all members together, as the table allows (R53)."""


@final
@frozen
class Aid(Notated):
    """Stabilise a dying member (R103)."""

    member: int = field(validator=whole_number)
    """The patient, as an index of `Party.members`."""
    by: int | None = field(default=None, validator=_member_or_none)
    """The helper, who spends a use of bandages (R54); None for other aid, as the table says. In a dungeon, bandaging is
    a deed of the helper instead."""


@final
@frozen
class Calm(Notated):
    """Try to overcome panic, with a WIL save (R176)."""

    member: int = field(validator=whole_number)
    """The panicked member, as an index of `Party.members`."""


@final
@frozen
class PassWatch(Notated):
    """Let a watch pass without an event, for example after a long dungeon or at a feast (R179)."""


@final
@frozen
class ChangeSeason(Notated):
    """Begin another season (R188)."""

    season: Season = field(validator=one_of(*SEASONS))
    """`spring`, `summer`, `fall` or `winter`."""


@final
@frozen
class Retire(Notated):
    """End the campaign: the party settles down where it is."""


@final
@frozen
class Buy(Notated):
    """Buy something in a settlement, at no cost of time (R213). Rations take a watch instead (R206)."""

    member: int = field(validator=whole_number)
    """The buyer, as an index of `Party.members`."""
    goods: str = field(validator=whole_text)
    """The id of a thing in the price lists, such as `rope`, or `sword` of a row with several names (R214)."""
    name: str | None = field(default=None, validator=_line_or_none)
    """Another name for it, if the row that sells it is open-ended (R214); None for its own."""


@final
@frozen
class Sell(Notated):
    """Sell an item in a settlement, if the ruling `sell_rate` lets shops buy (R221)."""

    member: int = field(validator=whole_number)
    """The seller, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of a carried item."""
    price: int | None = field(default=None, validator=_price_or_none)
    """The full price, of which shops pay a share, as the table says; None for the worth of the item, or for its price
    in the price lists."""


@final
@frozen
class Spend(Notated):
    """Spend gold on something without a rule, such as a bribe (R222)."""

    member: int = field(validator=whole_number)
    """The member who pays, as an index of `Party.members`."""
    gold: int = field(validator=number_from(1, MOST_GOLD))
    """The gold pieces."""


@final
@frozen
class Hire(Notated):
    """Hire someone in a settlement, who joins the party; some days are paid in advance (R138, R140)."""

    member: int = field(validator=whole_number)
    """The employer, as an index of `Party.members`."""
    role: str = field(validator=whole_text)
    """The id of a hireling in the price lists, such as `bodyguard`."""
    days: int = field(default=1, validator=number_from(1, MOST_PAID))
    """Number of days that are paid."""
    name: str | None = field(default=None, validator=_line_or_none)
    """The name of the hireling; None for the name of the role."""


@final
@frozen
class PayWages(Notated):
    """Pay the wages of all hirelings for some days (R140)."""

    member: int = field(validator=whole_number)
    """The member who pays, as an index of `Party.members`."""
    days: int = field(validator=number_from(1, MOST_PAID))
    """Number of days."""


@final
@frozen
class Dismiss(Notated):
    """Dismiss a hireling, who leaves the party with all belongings (R143)."""

    member: int = field(validator=whole_number)
    """The hireling, as an index of `Party.members`."""


@final
@frozen
class Give(Notated):
    """Give an item, or a cart, a wagon or a mount with its load, to another member (R40, R35).

    What a dead member carries can be given as well. An item can come from a container, and go into one.
    """

    member: int = field(validator=whole_number)
    """The giver, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of a carried item, or else of a container; the id of an item in the source if there is one."""
    to: int = field(validator=whole_number)
    """The receiver, as an index of `Party.members`. With a container, it may be the giver."""
    source: str = field(default="", validator=whole_text, metadata={ADDED_LATER: True})
    """The id of the giver's container in which the item lies; empty if the giver carries it."""
    container: str = field(default="", validator=whole_text, metadata={ADDED_LATER: True})
    """The id of the receiver's container for the item; empty if the receiver is to carry it."""


@final
@frozen
class GiveGold(Notated):
    """Give gold to another member (R222). The gold of a dead member can be given as well."""

    member: int = field(validator=whole_number)
    """The giver, as an index of `Party.members`."""
    gold: int = field(validator=number_from(1, MOST_GOLD))
    """The gold pieces."""
    to: int = field(validator=whole_number)
    """The receiver, as an index of `Party.members`."""


@final
@frozen
class Receive(Notated):
    """Receive an item, as the table says: treasure, a gift, a reward (R40)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    item: Item = field(validator=instance(Item))
    """The item."""


@final
@frozen
class Share(Notated):
    """Divide found gold evenly among members; the first ones get the remainder (R222)."""

    gold: int = field(validator=number_from(1, MOST_GOLD))
    """The gold pieces."""
    members: tuple[int, ...] = field(default=(), validator=_members)
    """The members, as indices of `Party.members`; empty for all who are alive."""


@final
@frozen
class Wear(Notated):
    """Wear armour, hold a shield, or attach a part of the body (R42)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of a carried item."""


@final
@frozen
class TakeOff(Notated):
    """Take off what is worn, held or attached (R42)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of a carried item."""


@final
@frozen
class PutDown(Notated):
    """Put an item on the ground, where it can be picked up until the party travels on (R40, R207).

    In a dungeon, it is a deed of the member instead.
    """

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`. What a dead member carries can be put down as well."""
    item: str = field(validator=whole_text)
    """The id of a carried item."""


@final
@frozen
class Stow(Notated):
    """Stow an item in one's own cart, wagon or mount (R35, R40)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of a carried item."""
    container: str = field(validator=whole_text)
    """The id of the container."""


@final
@frozen
class Fetch(Notated):
    """Take an item out of a cart, wagon or mount (R35, R40)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of an item in the container."""
    container: str = field(validator=whole_text)
    """The id of the container."""


@final
@frozen
class Pull(Notated):
    """Pull a cart, which takes both hands, or let go of it (R35).

    A cart that no able member pulls stays behind when the party moves on. Who goes in front finds it there again.
    """

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    container: str = field(validator=whole_text)
    """The id of the cart."""
    park: bool = field(default=False, validator=yes_or_no)
    """True to let go of it."""


@final
@frozen
class Rename(Notated):
    """Give a member another name (R10)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    name: str = field(validator=_line)
    """The name."""


@final
@frozen
class Join(Notated):
    """Let a character join the party, for example one from a file (R27)."""

    character: Character = field(validator=instance(Character))
    """The character."""


@final
@frozen
class PartWays(Notated):
    """Let a member, who may be dead, leave the party with all belongings (R180)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""


@final
@frozen
class Succeed(Notated):
    """Let a new character take the place of a dead member, whose items lie on the ground from then on (R104, R207).

    In a dungeon they lie in the area. The events name all that is left. Gold, carts and mounts cannot lie there: give
    them away before.
    """

    member: int = field(validator=whole_number)
    """The dead member, as an index of `Party.members`."""
    character: Character = field(validator=instance(Character))
    """The new character."""


@final
@frozen
class TakeOver(Notated):
    """Take over a hireling, who becomes a player's character and draws no more pay (R104, R141)."""

    member: int = field(validator=whole_number)
    """The hireling, as an index of `Party.members`."""


@final
@frozen
class Downtime(Notated):
    """Spend some days at a landmark until a morning (R55, R66).

    Everyone recovers as after a night of rest and, after seven days in a settlement, as after a week with help. The
    days of several downtimes there count together, unless the party does anything else that takes time, moves or
    fights. Food, lodging and the wages are up to the table, as is the result of the activity.
    """

    days: int = field(validator=number_from(1, MOST_DAYS))
    """Number of nights."""
    activity: str = field(validator=_activity)
    """The activity, in the words of the players."""


MarketAction: TypeAlias = Buy | Sell | Spend
"""A decision about goods and gold."""
BelongingsAction: TypeAlias = Give | GiveGold | Receive | Share | Wear | TakeOff | PutDown | Stow | Fetch | Pull
"""A decision about what members carry."""
CompanyAction: TypeAlias = Hire | PayWages | Dismiss | Rename | Join | PartWays | Succeed | TakeOver
"""A decision about who belongs to the party."""
Dealing: TypeAlias = MarketAction | BelongingsAction | CompanyAction | Downtime
"""A decision about trade, belongings, company or downtime."""
Deed: TypeAlias = SetOut | Enter | Fight | CatchBreath | Aid | Calm | PassWatch | ChangeSeason | Retire
"""A decision about the course of the campaign."""
OwnAction: TypeAlias = Deed | Dealing
"""A decision of the campaign itself."""
OPEN_ACTIONS: Final = tuple(kind for kind in get_args(Dealing) if kind not in {Wear, Dismiss, TakeOver})
"""The classes of which `legal_actions` lists only some actions: they take names, amounts, items or characters, or can
be undone at no cost."""
FROM_DEAD: Final = (Give, GiveGold, PutDown, PartWays, Succeed)
"""The actions with the belongings or the body of a member, who may be dead."""
AT_MARKET: Final = (Buy, Sell, Hire)
"""The actions that need a settlement."""
AT_LANDMARK: Final = (
    *(SetOut, Enter, PassWatch, ChangeSeason, Retire),
    *(Spend, PayWages, Dismiss, Rename, Join, PartWays, Downtime),
)
"""The actions that need a landmark."""
SceneAction: TypeAlias = JourneyAction | DungeonAction | FightAction
"""A decision in a scene: on a journey, in a dungeon or in a fight."""
Action: TypeAlias = OwnAction | SceneAction
"""A legal decision in a campaign."""

ENTER: Final = Enter()
CATCH_BREATH: Final = CatchBreath()
PASS_WATCH: Final = PassWatch()
RETIRE: Final = Retire()
