"""Checked by mypy and pyright, not run: mistakes in a megalith are type errors. Each comment must be needed."""
# pyright: reportUnnecessaryTypeIgnoreComment=true

from collections.abc import Iterator

from cairn_rules.cairn import (
    BASE_SET,
    Banish,
    Effect,
    FlipTile,
    Relocate,
    Site,
    Space,
    Summon,
    Tile,
    Together,
    megalith,
)


@megalith("Right", text="Banish an enemy next to this megalith.")
def right(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)


@megalith("Also right", text="The same, as a list.")
def also_right(site: Site) -> list[Banish]:
    return [Banish(enemy) for enemy in site.enemies(site.adjacent)]


@megalith("Spaces", text="Spaces are no effects.")  # type: ignore[arg-type]
def yields_spaces(site: Site) -> Iterator[Space]:
    yield from site.adjacent


@megalith("Nothing", text="A power that yields nothing at all returns an empty list.")  # type: ignore[arg-type]
def returns_nothing(site: Site) -> None:
    Banish(site.space)


@megalith("One", text="One effect is not several.")  # type: ignore[arg-type]
def returns_one(site: Site) -> Effect:
    return Banish(site.space)


@megalith("Two", text="A power gets its site and nothing else.")  # type: ignore[arg-type]
def takes_two(site: Site, other: Site) -> Iterator[Effect]:
    yield Relocate(site.space, other.space)


@megalith("Other", text="A power gets a site, not a space.")  # type: ignore[arg-type]
def takes_space(space: Space) -> Iterator[Effect]:
    yield Banish(space)


def forgets_to_yield(site: Site) -> Iterator[Effect]:  # type: ignore[return]
    Banish(site.space)


def several_kinds(site: Site) -> Iterator[Effect]:
    """A list of different effects is one of effects, for mypy, too."""
    gains = [*map(Banish, site.enemies(site.adjacent)), *map(FlipTile, Tile)]
    for gain in gains:
        yield Together(Banish(site.space), gain)


def wrong_types(site: Site) -> Iterator[Effect]:
    yield Banish(["c3"])  # type: ignore[arg-type]
    yield Relocate(site.space)  # type: ignore[call-arg]
    yield Summon(site)  # type: ignore[arg-type]
    yield Together([Banish(site.space)])  # type: ignore[arg-type]
    yield site.space  # type: ignore[misc]
    yield site.steps(site.space)  # type: ignore[misc]


megalith("Nameless")  # type: ignore[call-arg]
megalith("Number", text=3)  # type: ignore[arg-type]
more = BASE_SET | "deer"  # type: ignore[operator]
