"""Wards: the megaliths that forbid actions (rule 12.4)."""

from __future__ import annotations

from typing import Any, TypeVar

from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.megaliths.wider_effects import parts
from cairn_rules.cairn.state.actions import Action, TileAction
from cairn_rules.cairn.state.board import TRIBES, Space, Tribe
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State
from cairn_rules.errors import PowerError, quoted, raised

ActionT = TypeVar("ActionT", bound=Action)


def permitted(state: State, actions: tuple[ActionT, ...], owner: Tribe) -> tuple[ActionT, ...]:
    """Return the actions that no megalith forbids (rule 12.4).

    Args:
        state: The state in which they would be chosen.
        actions: Actions of a tribe, or options of its powers. An option with several effects is
            forbidden if one of them is.
        owner: The tribe.

    Raises:
        PowerError: if the ward of a megalith misbehaves.
    """
    layout = state._layout
    for space, _ in layout.wards:
        site = Site(state, layout.power(1 << space, owner))
        actions = tuple([action for action in actions if not _forbids(site, action)])
    return actions


def forbidding(state: State, action: Action, owner: Tribe) -> tuple[Megalith, Space] | None:
    """Return a megalith that forbids an action, and its space, or None (rule 12.4)."""
    layout = state._layout
    for space, stone in layout.wards:
        if _forbids(Site(state, layout.power(1 << space, owner)), action):
            return stone, space
    return None


def permitted_tile_actions(state: State) -> tuple[TileAction, ...]:
    """Return the active tribe's actions with the action tiles that no ward forbids (rules 3.1, 12.4)."""
    layout, active = state._layout, state._active
    actions = layout.reaches[active][state._faces].actions(state._own, state._enemy)
    return permitted(state, actions, TRIBES[active]) if layout.wards else actions


def _forbids(site: Site, action: Action) -> bool:
    """Return whether the ward of a site's megalith forbids an action, or a part of it."""
    ward: Any = site.megalith.ward  # it may return anything
    for part in parts(action):
        try:
            forbidden: object = ward(site, part)
        except (PowerError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise PowerError(
                f"the ward of {site.megalith.id!r} on {site.space} failed with {raised(error)};"
                " a ward takes a Site and an Action and returns whether it is forbidden"
            ) from error
        if not isinstance(forbidden, bool):
            returned = f"the ward of {site.megalith.id!r} on {site.space} returned {quoted(forbidden)}"
            raise PowerError(f"{returned}; it should return True or False")
        if forbidden:
            return True
    return False
