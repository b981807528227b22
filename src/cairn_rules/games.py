"""The games of this library and of other installed distributions, found by name.

The code of another distribution is only imported on request, by `load`. Reading stored data never imports
any (see `known`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, cast, overload

from cairn_rules.errors import DefinitionError, UnknownGameError, cut, hint, raised
from cairn_rules.game import ActionT, Game, ObservationT, StateT, missing_functions
from cairn_rules.manifest import manifest_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

    from typing_extensions import TypeIs

    from cairn_rules import cairn, endless_winter, korrigans
    from cairn_rules.cairn_rpg import campaign, combat, creation, dungeon, wilderness
    from cairn_rules.errors import Reason
    from cairn_rules.manifest import Manifest

__all__ = ["LIBRARY", "BoardGame", "LibraryGame", "is_board_game", "known", "load", "names"]


class LibraryGame(Game[StateT, ActionT, ObservationT], Protocol[StateT, ActionT, ObservationT]):
    """What every game of this library offers, besides the ten functions of `Game`."""

    @property
    def MANIFEST(self) -> Manifest[StateT]:  # noqa: N802 - a constant of a module
        """The manifest."""
        ...

    def current_player(self, state: StateT | ObservationT) -> int | None:
        """Return the seat that decides, also of an observation."""
        ...

    def legal_actions(self, state: StateT | ObservationT) -> tuple[ActionT, ...]:
        """Return every legal action, also of the observation of the seat that decides."""
        ...

    def parse_action(self, text: str, state: StateT | ObservationT) -> ActionT:
        """Parse an action of a state or an observation."""
        ...

    def describe(self, state: StateT | ObservationT, action: ActionT) -> str:
        """Describe an action as a request."""
        ...

    def why_illegal(self, state: StateT | ObservationT, action: ActionT) -> Reason | None:
        """Return the reason why an action is illegal, or None; also for the observation of the seat that decides."""
        ...

    def events_of(
        self, state: StateT, action: ActionT, after: StateT, *, viewer: int | None = None
    ) -> tuple[object, ...]:
        """Return the events of a decision, each with a sentence as its `str`."""
        ...

    def changes(self, before: StateT, after: StateT, *, viewer: int | None = None) -> tuple[object, ...]:
        """Return the events between two states, as far as the states show the decision."""
        ...


class BoardGame(LibraryGame[StateT, ActionT, ObservationT], Protocol[StateT, ActionT, ObservationT]):
    """What every board game of this library offers, whose manifest also defines the number of players."""

    def diagram(
        self, state: StateT | ObservationT, *, unicode: bool = True, compact: bool = False, plain: bool = False
    ) -> str:
        """Return a text drawing of a state or an observation."""
        ...

    def reveals(self, before: StateT, after: StateT, *, viewer: int | None = None) -> bool:
        """Return whether a decision reveals hidden information."""
        ...

    def successors(self, state: StateT) -> tuple[tuple[ActionT, StateT], ...]:
        """Return each legal action with its state."""
        ...

    def svg(
        self,
        state: StateT | ObservationT,
        *,
        viewer: int | None = None,
        highlight: ActionT | Iterable[ActionT] = (),
        arrows: ActionT | Iterable[ActionT] | Mapping[ActionT, str] = (),
        size: int | None = None,
        colours: Any = "auto",
    ) -> str:
        """Draw a state or an observation."""
        ...


LIBRARY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cairn": "cairn_rules.cairn",
        "korrigans": "cairn_rules.korrigans",
        "endless-winter": "cairn_rules.endless_winter",
        "cairn-rpg-creation": "cairn_rules.cairn_rpg.creation",
        "cairn-rpg-combat": "cairn_rules.cairn_rpg.combat",
        "cairn-rpg-dungeon": "cairn_rules.cairn_rpg.dungeon",
        "cairn-rpg-wilderness": "cairn_rules.cairn_rpg.wilderness",
        "cairn-rpg-campaign": "cairn_rules.cairn_rpg.campaign",
    }
)
"""The games of this library: the module of each, by name. The first one is the default."""
DEFAULT: Final = next(iter(LIBRARY))
"""The default game of commands and of `json_schema`."""
GROUP: Final = "cairn_rules.games"
"""The entry-point group for games of other distributions. Each entry has the name of a game and leads to it."""


def names() -> tuple[str, ...]:
    """Return the names of all installed games, those of this library first.

    No game is imported.

    Example:
        >>> names()[:3]
        ('cairn', 'korrigans', 'endless-winter')
    """
    return (*LIBRARY, *sorted(_entries()))


@overload
def load(name: Literal["cairn"]) -> BoardGame[cairn.State, cairn.Action, cairn.Observation]: ...
@overload
def load(name: Literal["korrigans"]) -> BoardGame[korrigans.State, korrigans.Action, korrigans.Observation]: ...
@overload
def load(
    name: Literal["endless-winter"],
) -> BoardGame[endless_winter.State, endless_winter.Action, endless_winter.Observation]: ...
@overload
def load(name: Literal["cairn", "korrigans", "endless-winter"]) -> BoardGame[Any, Any, Any]: ...
@overload
def load(name: Literal["cairn-rpg-creation"]) -> LibraryGame[creation.State, creation.Action, creation.Observation]: ...
@overload
def load(name: Literal["cairn-rpg-combat"]) -> LibraryGame[combat.State, combat.Action, combat.Observation]: ...
@overload
def load(name: Literal["cairn-rpg-dungeon"]) -> LibraryGame[Any, dungeon.Action, dungeon.Observation]: ...
@overload
def load(
    name: Literal["cairn-rpg-wilderness"],
) -> LibraryGame[wilderness.State, wilderness.Action, wilderness.Observation]: ...
@overload
def load(name: Literal["cairn-rpg-campaign"]) -> LibraryGame[campaign.State, campaign.Action, campaign.Observation]: ...
@overload
def load(name: str) -> Game[Any, Any, Any]: ...
def load(name: str) -> Game[Any, Any, Any]:
    """Import a game and return its rules.

    This runs code of the game's distribution, so load only games that you trust. Not every game has a `MANIFEST`:
    `manifest_of` returns one for any game.

    Args:
        name: The name, such as `endless-winter`. `endless_winter`, `Endless Winter` and `EndlessWinter-v0` stand for
            the same game, in any case; type checkers know the class of the game by the name itself.

    Raises:
        UnknownGameError: if no installed game has this name.
        DefinitionError: if the game cannot be imported, or its entry point does not lead to a game of this name.

    Example:
        >>> load("cairn").__name__, load("Endless Winter").__name__
        ('cairn_rules.cairn', 'cairn_rules.endless_winter')
    """
    found = spelled(name, names())
    if found is None:
        raise UnknownGameError(
            f"there is no game {cut(repr(name), 100)}; {hint(name, names(), listed='installed games')}"
        )
    if found in LIBRARY:
        return _library_game(found)
    entry, *others = entries = _entries()[found]
    if others:
        offers = " and ".join(map(_origin, entries))
        raise DefinitionError(f"two distributions offer a game {found!r}: {offers}; uninstall one of them")
    return _checked(found, _imported(entry), entry)


_SEPARATORS: Final = re.compile("^cairn_rules/|-v[0-9]{1,9}$|[ _-]")
"""What the spellings of a name do not share: separators, and what the id of an environment has besides the name."""


def spelled(name: object, known: Iterable[str]) -> str | None:
    """Return the known name of a game that a text spells: in any case, with other separators, or as an environment.

    It is None if there is none, or if several fit and the text is none of them.

    Example:
        >>> [spelled(text, LIBRARY) for text in ("endless_winter", "EndlessWinter-v0", "Endless Winter", "winter")]
        ['endless-winter', 'endless-winter', 'endless-winter', None]
    """
    if not isinstance(name, str):
        return None
    by_letters: dict[str, list[str]] = {}
    for each in known:
        if each == name:
            return name
        by_letters.setdefault(_letters(each), []).append(each)
    found = by_letters.get(_letters(name), ())
    return found[0] if len(found) == 1 else None


def _letters(name: str) -> str:
    """Return what all spellings of a name share."""
    return _SEPARATORS.sub("", name).lower()


_PARTS: Final = ("describe", "changes", "why_illegal", "reveals", "successors", "svg")


def is_board_game(game: Game[StateT, ActionT, ObservationT]) -> TypeIs[BoardGame[StateT, ActionT, ObservationT]]:
    """Return whether a game offers everything that the board games of this library offer.

    Example:
        >>> is_board_game(load("korrigans")), is_board_game(load("cairn-rpg-combat"))
        (True, False)
    """
    has_parts = hasattr(game, "MANIFEST") and all(callable(getattr(game, name, None)) for name in _PARTS)
    return has_parts and bool((seats := manifest_of(game).seats).names or seats.count)


def loaded() -> Mapping[str, Game[Any, Any, Any]]:
    """Return the games already imported in this process, by name. This imports nothing."""
    found = {name: _library_game(name) for name, place in LIBRARY.items() if place.partition(":")[0] in sys.modules}
    for name, entries in _entries().items():
        for entry in entries:
            module = sys.modules.get(entry.module)
            if module is not None:
                with suppress(DefinitionError, AttributeError):  # a broken game does not hide the others
                    found[name] = _checked(name, attrgetter(entry.attr)(module) if entry.attr else module, entry)
    return found


def known(name: str, game: Game[Any, Any, Any] | None = None) -> Game[Any, Any, Any]:
    """Return the game with a name from stored data, without importing code of other distributions.

    The name is in any spelling that `load` takes; `game` is a further candidate, besides the games of this library and
    those already imported.

    Raises:
        UnknownGameError: if no such game is available. For an installed game that is not loaded yet, the message
            says how to load it.

    Example:
        >>> known("korrigans").__name__
        'cairn_rules.korrigans'
    """
    own = {} if game is None else {manifest_of(game).name: game}
    if isinstance(name, str) and name in own:
        return own[name]
    if isinstance(name, str) and name in LIBRARY:
        return _library_game(name)
    games = {**loaded(), **own}
    entries = _entries()
    found = spelled(name, dict.fromkeys((*LIBRARY, *games, *entries)))
    if found is None:
        listed = tuple(dict.fromkeys((*LIBRARY, *games)))
        raise UnknownGameError(f"there is no game {cut(repr(name), 100)}; {hint(name, listed, listed='known games')}")
    if found in games:
        return games[found]
    if found in LIBRARY:
        return _library_game(found)
    raise UnknownGameError(
        f"the game {found!r} belongs to {_origin(entries[found][0])}, which is not loaded; load it with"
        f" cairn_rules.games.load({found!r}), or pass it as game= (on the command line: --game {found})"
    )


def _library_game(name: str) -> Game[Any, Any, Any]:
    module, _, attribute = LIBRARY[name].partition(":")
    found: Any = import_module(module)
    return cast("Game[Any, Any, Any]", attrgetter(attribute)(found) if attribute else found)


def _entries() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points of games of other distributions, by name."""
    return _entries_in(tuple((place, _changed(place)) for place in sys.path))


def _changed(place: str) -> int | None:
    """Return when something was last installed in a folder."""
    from pathlib import Path  # noqa: PLC0415 - as slow to import as what it is for

    with suppress(OSError, TypeError, ValueError):  # not a folder, or no path at all
        return Path(place).stat().st_mtime_ns
    return None


@lru_cache(maxsize=1)
def _entries_in(_places: tuple[tuple[str, int | None], ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Read the entry points of all distributions in some folders, which takes milliseconds."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, rarely needed

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        if entry.name not in LIBRARY:
            found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


def _origin(entry: EntryPoint) -> str:
    return "a distribution" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def _imported(entry: EntryPoint) -> object:
    try:
        return cast("object", entry.load())
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # even SystemExit
        raise DefinitionError(
            f"the game {entry.name!r} of {_origin(entry)} cannot be loaded: {raised(error)}"
        ) from error


def _checked(name: str, game: object, entry: EntryPoint) -> Game[Any, Any, Any]:
    missing = missing_functions(game)
    if missing:
        raise DefinitionError(f"{entry.value} of {_origin(entry)} is not a game: it has no {', '.join(missing)}")
    rules = cast("Game[Any, Any, Any]", game)
    own = manifest_of(rules).name
    if own != name:
        raise DefinitionError(
            f"{entry.value} of {_origin(entry)} is the game {own!r}, but its entry point is named {name!r}:"
            f" name the entry point {own!r}, or give the game MANIFEST = Manifest(name={name!r})"
        )
    return rules
