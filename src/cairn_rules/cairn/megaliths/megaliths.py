"""The fourteen base megaliths, and the sets `BASE_SET` and `LIGHT_SET` (rules page, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from cairn_rules.cairn.megaliths import box_glyphs
from cairn_rules.cairn.megaliths.decorators import megalith
from cairn_rules.cairn.megaliths.effects import (
    Banish,
    FlipTile,
    Relocate,
    ReplaceMegalith,
    Summon,
    SwapMegaliths,
    TakeExtraTurn,
)
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.board import Space
from cairn_rules.cairn.state.megalith_data import Megalith, StoneColour
from cairn_rules.cairn.state.tiles import Tile
from cairn_rules.plugins import PluginGroup, origin_of
from cairn_rules.registry import Registry


@megalith(
    "Chaos of the Giants",
    text="Banish an enemy shaman from your first row.",
    stone=StoneColour.LIGHT,
    glyph=box_glyphs.CHAOS,
)
def chaos(site: Site) -> Iterable[Effect]:
    """Offer to banish any enemy in the owner's first row (rule 7.1)."""
    return [Banish(space) for space in site.enemies(site.first_row)]


@megalith(
    "Cairn of Dawn",
    text="Add a shaman from your village to an empty space of your first row.",
    stone=StoneColour.LIGHT,
    glyph=box_glyphs.DAWN,
)
def dawn(site: Site) -> Iterable[Effect]:
    """Offer to add a shaman to any free space of the owner's first row (rule 7.2)."""
    if not site.village:
        return ()
    taken = site.own(site.first_row) if site.variant.dawn_banishes else site.shamans(site.first_row)
    return [Summon(space) for space in site.first_row if space not in taken]


@megalith(
    "Cromlech of the Stars",
    text="Move this shaman to another megalith without a shaman.",
    stone=StoneColour.LIGHT,
    glyph=box_glyphs.CROMLECH,
)
def cromlech(site: Site) -> Iterable[Effect]:
    """Offer to move the shaman to any other megalith without a shaman (rule 7.3)."""
    return [Relocate(site.space, space) for space in site.free(site.megaliths)]


@megalith("Pillars of Spring", text="The next turn is yours.", stone=StoneColour.LIGHT, glyph=box_glyphs.PILLARS)
def pillars(_: Site) -> Iterable[Effect]:
    """Offer the next turn to the owner, as the only option (rule 7.4)."""
    return (TakeExtraTurn(),)


@megalith(
    "Alley of Dusk",
    text="Banish an enemy shaman next to this megalith.",
    stone=StoneColour.LIGHT,
    glyph=box_glyphs.ALLEY,
)
def alley(site: Site) -> Iterable[Effect]:
    """Offer to banish any adjacent enemy (rule 7.5)."""
    return [Banish(space) for space in site.enemies(site.adjacent)]


@megalith(
    "Deer Rock",
    text="Move a shaman of either tribe next to this megalith one space.",
    stone=StoneColour.LIGHT,
    glyph=box_glyphs.DEER,
)
def deer(site: Site) -> Iterable[Effect]:
    """Offer every step of every adjacent shaman (rule 7.6)."""
    return [step for shaman in site.shamans(site.adjacent) for step in site.steps(shaman)]


@megalith("Menhir of the Dancers", text="Move this shaman one space.", stone=StoneColour.LIGHT, glyph=box_glyphs.MENHIR)
def menhir(site: Site) -> Iterable[Effect]:
    """Offer every step of the shaman on the megalith (rule 7.7)."""
    return site.steps(site.space)


@megalith(
    "Sanctuary of the Ages", text="Move any megalith one space.", stone=StoneColour.LIGHT, glyph=box_glyphs.SANCTUARY
)
def sanctuary(site: Site) -> Iterable[Effect]:
    """Offer every slide of every megalith (rule 7.8)."""
    return [slide for megalith in site.megaliths for slide in site.slides(megalith)]


@megalith(
    "Tumulus of Shadows", text="Banish the shaman that comes here.", stone=StoneColour.DARK, glyph=box_glyphs.TUMULUS
)
def tumulus(site: Site) -> Iterable[Effect]:
    """Offer to banish the shaman on the megalith, as the only option (rule 7.9)."""
    return (Banish(site.space),)


@megalith("Stormwell", text="Exchange two megaliths on the board.", stone=StoneColour.DARK, glyph=box_glyphs.STORMWELL)
def stormwell(site: Site) -> Iterable[Effect]:
    """Offer to swap any two megaliths (rule 7.10)."""
    return _swaps(tuple(site.megaliths))


@lru_cache(maxsize=1024)
def _swaps(megaliths: tuple[Space, ...]) -> tuple[SwapMegaliths, ...]:
    return tuple([SwapMegaliths(*two) for two in combinations(megaliths, 2)])


@megalith("Fairy Circle", text="Move any enemy shaman one space.", stone=StoneColour.DARK, glyph=box_glyphs.FAIRY)
def fairy(site: Site) -> Iterable[Effect]:
    """Offer every step of every enemy (rule 7.11)."""
    return [step for shaman in site.enemies() for step in site.steps(shaman)]


@megalith(
    "Haven of Purity", text="Move another shaman of yours one space.", stone=StoneColour.DARK, glyph=box_glyphs.HAVEN
)
def haven(site: Site) -> Iterable[Effect]:
    """Offer every step of the owner's other shamans (rule 7.12)."""
    return [step for shaman in site.own() if shaman != site.space for step in site.steps(shaman)]


_FLIPS: Final = tuple(map(FlipTile, Tile))


@megalith("Memorial Mound", text="Turn over an action tile.", stone=StoneColour.DARK, glyph=box_glyphs.MOUND)
def mound(_: Site) -> Iterable[Effect]:
    """Offer to turn over any action tile (rule 7.13)."""
    return _FLIPS


@megalith(
    "Source of Silver",
    text="Put an upcoming megalith in place of one on the board; that one goes under the deck.",
    stone=StoneColour.DARK,
    glyph=box_glyphs.SOURCE,
)
def source(site: Site) -> Iterable[Effect]:
    """Offer to replace any megalith on the board with any upcoming one (rule 7.14)."""
    return _replacements(tuple(site.megaliths), site.upcoming)


@lru_cache(maxsize=1024)
def _replacements(spaces: tuple[Space, ...], upcoming: tuple[Megalith, ...]) -> tuple[ReplaceMegalith, ...]:
    return tuple([ReplaceMegalith(space, megalith) for space in spaces for megalith in upcoming])


_PLUGINS: Final = PluginGroup("cairn_rules.megaliths", Megalith)
BASE_SET: Final = Registry[Megalith](
    (chaos, dawn, cromlech, pillars, alley, deer, menhir, sanctuary, tumulus, stormwell, fairy, haven, mound, source),
    plugins=_PLUGINS,
)
"""The fourteen base megaliths: the eight light ones, then the six dark ones."""
NUMBERS: Final = {megalith: number for number, megalith in enumerate(BASE_SET)}
"""The number of each base megalith."""
BOX_POWERS: Final = frozenset([power for stone in BASE_SET for power in stone.powers])
"""Power functions of the base megaliths. The engine trusts only these to yield base effects without duplicates."""
CHAINING_IDS: Final = ("dawn", "cromlech", "deer", "menhir", "fairy", "haven")
"""Ids of the base megaliths whose power moves or adds a shaman, so that it can wake another one."""
LIGHT_SET: Final = Registry[Megalith](
    (stone for stone in BASE_SET if stone.stone is StoneColour.LIGHT), plugins=_PLUGINS
)
"""The eight light megaliths, for first games (rule 2.5)."""

_BOX: Final = __name__


def origin(megalith: Megalith) -> str | None:
    """Return the distribution and version that a megalith comes from.

    It is None for base megaliths, and for those that no installed distribution provides.
    """
    module = getattr(megalith.functions[0], "__module__", None)
    return origin_of(module) if isinstance(module, str) and module != _BOX else None


def origins(stones: Iterable[Megalith]) -> dict[str, str]:
    """Return the origin of each megalith that has one, by id."""
    found = {megalith.id: origin(megalith) for megalith in stones}
    return {id: each for id, each in sorted(found.items()) if each is not None}
