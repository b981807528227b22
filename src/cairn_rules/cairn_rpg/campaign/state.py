"""The state of a campaign at one decision, as an immutable value."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, final

from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign.gazetteer import Gazetteer, Landmark, Way, title
from cairn_rules.cairn_rpg.characters.items import Container
from cairn_rules.cairn_rpg.combat.state import State as FightState
from cairn_rules.cairn_rpg.dungeon.state import State as DungeonState
from cairn_rules.cairn_rpg.dungeon.state import front
from cairn_rules.cairn_rpg.procedures.party import Party
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness.state import Route
from cairn_rules.cairn_rpg.wilderness.state import State as JourneyState
from cairn_rules.chance import Chance
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import ADDED_LATER, Drawn

SEAT_NAMES: Final = ("party", "warden")
"""The names of the seats: the party, and the Warden, who decides for foes in fights."""
UNUSED: Final = Chance(0)
"""The chance of every scene. All dice of a campaign come from its own chance."""
HERE: Final = Route(to="here")
"""The last leg of the journey, which is never travelled: it keeps the journey going after the party has arrived."""

SceneState: TypeAlias = JourneyState | DungeonState | FightState
"""The state of a scene, as in its own game."""


@final
@frozen(kw_only=True)
class Explored:
    """A dungeon that the party has entered."""

    landmark: str
    """The id of its landmark."""
    dungeon: DungeonState
    """The dungeon as it is now, or as the party left it."""


@frozen(kw_only=True, slots=False)
class Scene:
    """A campaign without the source of its rolls."""

    gazetteer: Gazetteer
    """The land."""
    at: str
    """The id of the landmark where the party is, or of the one that it left last."""
    way: str = ""
    """The id of the way on which the party travels; empty while it is at a landmark."""
    journey: JourneyState
    """The party with its lights, the day, the watch, the season and the weather: a journey that never ends.

    During a dungeon or a fight, it is suspended. It receives the new party after each turn of a dungeon, and after a
    fight.
    """
    dungeons: tuple[Explored, ...] = ()
    """The dungeons that the party has entered, in the order of the first visits."""
    inside: bool = False
    """True while the party is in the dungeon of its landmark."""
    fight: FightState | None = None
    """The current fight; None if there is none."""
    retired: bool = False
    """True if the party has settled down."""
    carts: tuple[tuple[str, Container], ...] = field(default=(), metadata={ADDED_LATER: True})
    """Carts that stayed behind, each with its `place_id` (R35)."""
    rested: int = field(default=0, metadata={ADDED_LATER: True})
    """Days of downtime in the settlement where the party is, since the last full week (R55)."""

    @property
    def party(self) -> Party:
        """The party; during a fight, as it was before the fight."""
        return self.journey.party

    @property
    def rulings(self) -> Rulings:
        """The rulings by which it is played."""
        return self.journey.rulings

    @property
    def landmark(self) -> Landmark:
        """The landmark where the party is, or the one that it left last."""
        return self.gazetteer.landmark(self.at)

    @property
    def place(self) -> str:
        """The place of the party in words, such as `Thornwick` or `on the way to King's Barrow`."""
        if not self.way:
            return title(self.landmark)
        return f"on the way to {title(self.gazetteer.landmark(self.gazetteer.way(self.way).end(self.at)))}"

    @property
    def dungeon(self) -> DungeonState | None:
        """The dungeon that the party is in; None if it is in none."""
        return explored(self, self.at) if self.inside else None


@final
@frozen(kw_only=True, slots=False)
class State(Scene, Drawn):
    """A campaign at one decision.

    Equality covers everything that can affect what follows. The log is not part of it: a `Match` or a `Record` keeps
    the decisions, from which `chronicle` makes the log.
    """

    chance: Chance
    """The source of all later rolls."""


def place_id(scene: Scene) -> str:
    """Return the id of the landmark, with that of the area inside, or with the way and the watches travelled on it."""
    if (inside := scene.dungeon) is not None:
        return f"{scene.at}/{inside.area}"
    return f"{scene.at}/{scene.way}/{scene.journey.progress}" if scene.way else scene.at


def explored(scene: Scene, landmark: str) -> DungeonState | None:
    """Return the dungeon of a landmark as it is now; None if the party has never entered it."""
    return next((each.dungeon for each in scene.dungeons if each.landmark == landmark), None)


def scene_of(scene: Scene) -> tuple[Any, Any]:
    """Return the game of the current scene, and its state: a fight, a dungeon, or else the journey."""
    if scene.fight is not None:
        return combat, scene.fight
    inside = scene.dungeon
    return (wilderness, scene.journey) if inside is None else (dungeon, inside)


def is_free(scene: Scene) -> bool:
    """Return whether the party is free: between two watches, or between two turns of a dungeon."""
    if scene.fight is not None:
        return False
    inside = scene.dungeon
    if inside is not None:
        waits = inside.goal is not None or inside.questions or inside.rests is not None
        return not waits and front(inside) is not None
    journey = scene.journey
    return journey.phase == "plan" and not (journey.declared or journey.questions)


def is_halted(scene: Scene) -> bool:
    """Return whether the party is at a landmark, and outside."""
    return not (scene.way or scene.inside)


def route_of(scene: Scene, way: Way) -> Route:
    """Return the route of a way from the landmark of the party, with the landmark at its end."""
    end = scene.gazetteer.landmark(way.end(scene.at))
    return evolve(way.route, to=title(end), settlement=end.settlement)
