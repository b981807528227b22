"""Checked by mypy and pyright, not run: mistakes in wards and wider powers are type errors, too."""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from collections.abc import Iterable, Iterator

from cairn_rules.cairn import (
    Action,
    Banish,
    Borrow,
    Effect,
    Jump,
    Relocate,
    RelocateAll,
    Site,
    Space,
    Tile,
    Wake,
    When,
    megalith,
    opponent_decides,
    ward,
)


@ward("Right", text="Nobody jumps.")
def right(site: Site, action: Action) -> bool:
    return isinstance(action, Jump) and bool(site.jumped(action))


@megalith("Also right", text="The enemy chooses.", wakes=When.LEAVING, ward=right.ward)
@opponent_decides
def also_right(site: Site) -> Iterable[Effect]:
    return map(Banish, site.enemies())


@ward("One", text="A ward gets a site and an action.")  # type: ignore[arg-type]
def takes_one(site: Site) -> bool:
    return bool(site.own())


@ward("None", text="A ward says yes or no.")  # type: ignore[arg-type]
def says_nothing(site: Site, action: Action) -> None:
    assert isinstance(action, Jump) or site.own()


@ward("Options", text="A ward is no power.")  # type: ignore[arg-type]
def yields_effects(site: Site, action: Action) -> Iterator[Effect]:
    yield action if isinstance(action, Banish) else Banish(site.space)


@opponent_decides  # type: ignore[arg-type]
def chooses_spaces(site: Site) -> Iterable[Space]:
    return site.adjacent


def wrong_types(site: Site) -> Iterator[Effect]:
    yield RelocateAll(Banish(site.space))  # type: ignore[arg-type]
    yield RelocateAll(Relocate(site.space, Space.A1), Relocate(Space.A1, site.space))
    yield Borrow(site.megalith)  # type: ignore[arg-type]
    yield Wake(Tile.ADD)  # type: ignore[arg-type]


megalith("When", text="It wakes.", wakes="leaving")  # type: ignore[arg-type]
megalith("Right is no power", text="It has one.")(right)  # type: ignore[arg-type]
