"""Random lands by tables of this library (house rules: the book's own procedure is not among its sources)."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign.gazetteer import Encounter, Gazetteer, Landmark, Way
from cairn_rules.cairn_rpg.combat.rules.setup import creatures
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.creation.create import dice_from
from cairn_rules.cairn_rpg.dungeon.maps.create import create_dungeon, creatures_by_threat, number_of, picked
from cairn_rules.cairn_rpg.procedures.magic import the_book
from cairn_rules.cairn_rpg.wilderness.state import Distance, Path, Route, Terrain
from cairn_rules.chance import Dice
from cairn_rules.chance.dice import check_whole

LEAST_LANDMARKS: Final = 2
MOST_LANDMARKS: Final = 60
MOST_DUNGEONS: Final = 20
ENCOUNTERS: Final = 6

_FIRST: Final = ("Alder", "Bram", "Crane", "Dun", "Elver", "Fox", "Gorse", "Hern", "Mirk", "Otter", "Raven", "Thorn")
_VILLAGES: Final = ("bury", "ham", "stead", "ton", "wick")
_WILDS: Final = ("combe", "ford", "howe", "mere", "moor", "tarn")
_DUNGEONS: Final = ("crypt", "delve", "hold", "keep", "mine")
_PATHS: Final[tuple[Path, ...]] = ("road", "trail", "trail", "trail", "wilderness", "wilderness")
_DISTANCES: Final[tuple[Distance, ...]] = ("short", "short", "short", "medium", "medium", "long")
_TERRAINS: Final[tuple[Terrain, ...]] = ("easy", "easy", "easy", "tough", "tough", "perilous")


@checked
def create_gazetteer(
    *,
    seed: int | None = None,
    dice: Dice | None = None,
    landmarks: int | None = None,
    dungeons: int = 1,
    book: Book | None = None,
) -> Gazetteer:
    """Return a random land: a village, landmarks around it, ways between them, dungeons and encounters.

    The first landmark is a settlement. Each of the others can be reached, and a few ways lead around. The path, the
    distance and the terrain of each way, and the other settlements, fall by chance. The tables are house rules.

    Args:
        seed: The same seed gives the same land (default: a different one each time).
        dice: Other dice, in place of a seed.
        landmarks: Number of landmarks, from 2 to 60 (default: 4 + d6).
        dungeons: Number of random dungeons among them, from 0 to 20, each at a landmark of its own.
        book: The creatures, items and spells (default: those of the library).

    Raises:
        DefinitionError: if a number is out of range, the seed is wrong, or there are not more landmarks than dungeons.

    Example:
        >>> vale = create_gazetteer(seed=7, landmarks=5)
        >>> len(vale.landmarks), vale.landmarks[0].settlement, vale == create_gazetteer(seed=7, landmarks=5)
        (5, True, True)
    """
    roller = dice_from(seed) if dice is None else dice
    if landmarks is None:
        count = 4 + roller.face(6, purpose="landmarks")
    else:
        count = check_whole("the number of landmarks", landmarks, LEAST_LANDMARKS, MOST_LANDMARKS)
    dungeons = check_whole("the number of dungeons", dungeons, 0, min(MOST_DUNGEONS, count - 1))
    content = the_book(book)
    deep = {*roller.shuffle(range(1, count), purpose="dungeons")[:dungeons]}
    places = [_landmark(number, roller, content, is_deep=number in deep) for number in range(count)]
    return Gazetteer(
        landmarks=tuple(places), ways=tuple(_ways(places, roller)), encounters=tuple(_encounters(roller, content))
    )


def _landmark(number: int, dice: Dice, book: Book, *, is_deep: bool) -> Landmark:
    """Return a landmark. Its name is the first of its kind, or has a number that makes it unique."""
    lives = not is_deep and (number == 0 or dice.face(6, purpose="settlement") == 1)
    endings = _DUNGEONS if is_deep else _VILLAGES if lives else _WILDS
    first = _FIRST[number % len(_FIRST)]
    name = first + picked(dice, endings, "name")
    rounds = number // len(_FIRST)
    id = f"{name.lower()}{f'-{rounds + 1}' * bool(rounds)}"
    dungeon = create_dungeon(dice=dice, book=book) if is_deep else None
    return Landmark(id=id, name=name + f" {rounds + 1}" * bool(rounds), settlement=lives, dungeon=dungeon)


def _ways(places: list[Landmark], dice: Dice) -> list[Way]:
    """Return a way to each landmark from an earlier one, and a few more, at most one for a pair."""
    pairs: dict[tuple[int, int], None] = {}
    for end in range(1, len(places)):
        pairs[picked(dice, range(max(0, end - 3), end), "way"), end] = None
    for end in range(2, len(places)):
        if dice.face(3, purpose="another way") == 1:
            pairs[picked(dice, range(max(0, end - 3), end), "way"), end] = None
    ways: dict[str, Way] = {}
    for start, end in pairs:
        route = Route(
            path=picked(dice, _PATHS, "path"),
            distance=picked(dice, _DISTANCES, "distance"),
            terrain=(picked(dice, _TERRAINS, "terrain"),),
        )
        id = f"{places[end].id}-{route.path}"
        id += "-2" * (id in ways)  # at most two ways lead to a landmark from earlier ones
        ways[id] = Way(id=id, ends=(places[start].id, places[end].id), route=route)
    return list(ways.values())


def _encounters(dice: Dice, book: Book) -> list[Encounter]:
    """Return encounters with creatures of the less dangerous four fifths of the book, without repetition."""
    known = creatures_by_threat(book)
    chosen = dice.shuffle(known[: len(known) * 4 // 5], purpose="encounters")[:ENCOUNTERS]
    return [
        Encounter(id=each.id, name=each.name, foes=creatures(each, number_of(each, dice), book=book)) for each in chosen
    ]
