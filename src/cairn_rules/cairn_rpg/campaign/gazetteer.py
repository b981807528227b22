"""The land of a campaign as its author wrote it: landmarks, ways, dungeons and encounters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Final, TypeAlias, TypeVar, cast, final

from attrs.validators import optional

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.soundness import character_faults, check_faultless, name_faults
from cairn_rules.cairn_rpg.combat.rules.setup import MOST_FIGHTERS, person
from cairn_rules.cairn_rpg.dungeon.areas import MOST_HINTED, Dungeon, check_dungeon
from cairn_rules.cairn_rpg.dungeon.areas import example as example_dungeon
from cairn_rules.cairn_rpg.wilderness.soundness import route_faults
from cairn_rules.cairn_rpg.wilderness.state import Route
from cairn_rules.checks import fits, instance, instances, is_count, is_text, tuple_of, whole_text, yes_or_no
from cairn_rules.errors import Fault, UnsoundStateError, cut, hint, quoted
from cairn_rules.frozen_classes import field, frozen

MOST_PARTS: Final = 1000
"""Maximum number of landmarks, of ways and of encounters."""
_ID: Final = re.compile("[a-z0-9][a-z0-9-]{0,59}")
_are_texts: Final = tuple_of(is_text)


def _is_pair(value: object) -> bool:
    return _are_texts(value) and len(cast("tuple[str, ...]", value)) == 2


_foe_or_none = fits("the index of a foe or None", lambda value: value is None or is_count(value))


@final
@frozen(kw_only=True)
class Landmark:
    """A place where ways end (R181): a village, a ruin, a ford.

    Example:
        >>> Landmark(id="mill", settlement=True).dungeon is None
        True
    """

    id: str = field(validator=whole_text)
    """The id."""
    name: str = field(default="", validator=whole_text)
    """The displayed name (default: the id)."""
    settlement: bool = field(default=False, validator=yes_or_no)
    """True if rations are sold here (R206)."""
    dungeon: Dungeon | None = field(default=None, validator=optional(instance(Dungeon)))
    """The map of the dungeon that can be entered here; None if there is none."""


@final
@frozen(kw_only=True)
class Way:
    """A way between two landmarks, which can be travelled from either end."""

    id: str = field(validator=whole_text)
    """The id."""
    ends: tuple[str, str] = field(validator=fits("a tuple of the ids of two landmarks", _is_pair))
    """The ids of the landmarks at its ends."""
    route: Route = field(factory=Route, validator=instance(Route))
    """The path, the distance and the terrain. Its goal, and whether rations are sold there, follow from the
    landmark."""

    def end(self, start: str) -> str:
        """Return the id of the landmark at the other end."""
        return self.ends[1] if self.ends[0] == start else self.ends[0]


@final
@frozen(kw_only=True)
class Encounter:
    """Opponents that the party can fight, wherever the table places them."""

    id: str = field(validator=whole_text)
    """The id."""
    name: str = field(default="", validator=whole_text)
    """The displayed name (default: the id)."""
    foes: tuple[Character, ...] = field(validator=instances(Character))
    """The opponents."""
    leader: int | None = field(default=None, validator=_foe_or_none)
    """Their leader, as an index of `foes` (R130); None for the first that leads by its nature."""
    crowd: bool = field(default=False, validator=yes_or_no)
    """True if the number of targets of a blast is unclear, so that its die decides (R89)."""


Part: TypeAlias = Landmark | Way | Encounter
"""A part of a gazetteer with an id."""
PartT = TypeVar("PartT", Landmark, Way, Encounter)


@final
@frozen(kw_only=True, slots=False, cache_hash=True)
class Gazetteer:
    """The land of a campaign: landmarks, the ways between them, and encounters; each kind needs unique ids.

    Example:
        >>> fen = Gazetteer(
        ...     landmarks=(Landmark(id="inn", settlement=True), Landmark(id="ford")),
        ...     ways=(Way(id="dyke", ends=("inn", "ford"), route=Route(path="road")),),
        ... )
        >>> [way.id for way in fen.ways_from("ford")], fen.way("dyke").end("ford")
        (['dyke'], 'inn')
    """

    landmarks: tuple[Landmark, ...] = field(validator=instances(Landmark))
    """The landmarks. A campaign starts at the first one."""
    ways: tuple[Way, ...] = field(default=(), validator=instances(Way))
    """The ways between them."""
    encounters: tuple[Encounter, ...] = field(default=(), validator=instances(Encounter))
    """Opponents that the party can meet."""

    def landmark(self, id: str) -> Landmark:
        """Return the landmark with an id.

        Raises:
            KeyError: if there is none.
        """
        return _by_id(self.landmarks, id)

    def way(self, id: str) -> Way:
        """Return the way with an id.

        Raises:
            KeyError: if there is none.
        """
        return _by_id(self.ways, id)

    def encounter(self, id: str) -> Encounter:
        """Return the encounter with an id.

        Raises:
            KeyError: if there is none.
        """
        return _by_id(self.encounters, id)

    def ways_from(self, id: str) -> tuple[Way, ...]:
        """Return the ways that begin at a landmark."""
        return tuple(way for way in self.ways if id in way.ends)


def title(part: Landmark | Encounter) -> str:
    """Return the name of a part of the gazetteer; its id if it has none."""
    return part.name or part.id


def _by_id(parts: tuple[PartT, ...], id: str) -> PartT:
    for part in parts:
        if part.id == id:
            return part
    raise KeyError(id)


@checked
def check_gazetteer(gazetteer: Gazetteer) -> None:
    """Check that the parts of a gazetteer fit together.

    Raises:
        UnsoundStateError: if they do not. It lists every fault with its place.

    Example:
        >>> check_gazetteer(Gazetteer(landmarks=(Landmark(id="inn"),), ways=(Way(id="dyke", ends=("inn", "frod")),)))
        Traceback (most recent call last):
            ...
        cairn_rules.errors.UnsoundStateError: unsound state: ways[0].ends[1]: 'frod' is not a landmark; known: inn
    """
    check_faultless(_faults(gazetteer))


def _faults(gazetteer: Gazetteer) -> Iterator[Fault]:
    if not gazetteer.landmarks:
        yield Fault("landmarks", "there should be at least one landmark")
    lists: tuple[tuple[str, tuple[Part, ...]], ...] = (
        ("landmarks", gazetteer.landmarks),
        ("ways", gazetteer.ways),
        ("encounters", gazetteer.encounters),
    )
    for name, parts in lists:
        if len(parts) > MOST_PARTS:
            yield Fault(name, f"{len(parts)} of them; there should be at most {MOST_PARTS}")
            return
        yield from _id_faults(name, parts)
    known = {landmark.id: None for landmark in gazetteer.landmarks}
    for place, landmark in enumerate(gazetteer.landmarks):
        yield from _landmark_faults(f"landmarks[{place}]", landmark)
    for place, way in enumerate(gazetteer.ways):
        yield from _way_faults(f"ways[{place}]", way, known)
    for place, encounter in enumerate(gazetteer.encounters):
        yield from _encounter_faults(f"encounters[{place}]", encounter)


def _id_faults(name: str, parts: tuple[Part, ...]) -> Iterator[Fault]:
    seen: set[str] = set()
    for place, part in enumerate(parts):
        where = f"{name}[{place}].id"
        if not _ID.fullmatch(part.id):
            text = f"{cut(quoted(part.id), 100)} is not an id: small letters, digits and hyphens, such as 'old-mill'"
            yield Fault(where, text)
        elif part.id in seen:
            yield Fault(where, f"another of the {name} already has the id {part.id!r}: use each id once")
        seen.add(part.id)


def _landmark_faults(where: str, landmark: Landmark) -> Iterator[Fault]:
    if landmark.name:
        yield from name_faults(f"{where}.name", landmark.name)
    if landmark.dungeon is not None:
        try:
            check_dungeon(landmark.dungeon)
        except UnsoundStateError as error:
            yield from (Fault(f"{where}.dungeon.{fault.where}", fault.message) for fault in error.faults)


def _way_faults(where: str, way: Way, known: Collection[str]) -> Iterator[Fault]:
    for place, end in enumerate(way.ends):
        if end not in known:
            meant = f"; {hint(end, tuple(known))}" if len(known) <= MOST_HINTED else ""
            yield Fault(f"{where}.ends[{place}]", f"{cut(quoted(end), 100)} is not a landmark{meant}")
    if way.ends[0] == way.ends[1]:
        yield Fault(f"{where}.ends", f"the way leads from {cut(quoted(way.ends[0]), 100)} to the same landmark")
    yield from route_faults(f"{where}.route", way.route)


def _encounter_faults(where: str, encounter: Encounter) -> Iterator[Fault]:
    if encounter.name:
        yield from name_faults(f"{where}.name", encounter.name)
    foes = encounter.foes
    if not 1 <= len(foes) <= MOST_FIGHTERS:
        yield Fault(f"{where}.foes", f"{len(foes)} of them; there should be 1 to {MOST_FIGHTERS}")
    for place, foe in enumerate(foes[:MOST_FIGHTERS]):
        yield from character_faults(foe, f"{where}.foes[{place}].")
    leader = encounter.leader
    if leader is not None and leader not in range(len(foes)):
        yield Fault(f"{where}.leader", f"{quoted(leader)} is not the index of a foe")


@cache
def example() -> Gazetteer:
    """Return a small land for a first evening: a village, a ford and the barrow of `dungeon.example`.

    Example:
        >>> [landmark.id for landmark in example().landmarks]
        ['village', 'ford', 'barrow']
    """
    wolves = tuple(
        person(name, hp=4, strength=12, dexterity=14, attacks=["bite d6"], kind="creature")
        for name in ("Grey Wolf", "Lame Wolf")
    )
    return Gazetteer(
        landmarks=(
            Landmark(id="village", name="Thornwick", settlement=True),
            Landmark(id="ford", name="Ottersford"),
            Landmark(id="barrow", name="King's Barrow", dungeon=example_dungeon()),
        ),
        ways=(
            Way(id="mill-road", ends=("village", "ford"), route=Route(path="road")),
            Way(id="sheep-trail", ends=("village", "barrow"), route=Route(terrain=("tough",))),
            Way(id="moor", ends=("ford", "barrow"), route=Route(path="wilderness")),
        ),
        encounters=(Encounter(id="wolves", name="two wolves", foes=wolves),),
    )
