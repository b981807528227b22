"""Setting up a campaign: the land, the party, and the first day."""

from __future__ import annotations

from collections.abc import Iterable

from cairn_rules.cairn_rpg import wilderness
from cairn_rules.cairn_rpg.argument_checks import checked, wrong_argument
from cairn_rules.cairn_rpg.campaign.gazetteer import Gazetteer, check_gazetteer, example
from cairn_rules.cairn_rpg.campaign.state import HERE, UNUSED, State
from cairn_rules.cairn_rpg.characters.character import Character, replaced
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.procedures.party import Party
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.wilderness import Season, Weather
from cairn_rules.errors import DefinitionError, hint, quoted


@checked
def new_game(
    *,
    seed: int | None = None,
    party: Iterable[Character] | Party = (),
    gazetteer: Gazetteer | None = None,
    at: str | None = None,
    season: Season = "spring",
    watch: int = 0,
    weather: Weather | None = None,
    circumstances: Iterable[str] = (),
    braves: bool = False,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> State:
    """Return the first state of a campaign.

    Args:
        seed: The same seed and decisions give the same campaign (default: a different one each time).
        party: The party in marching order (default: two adventurers with rations).
        gazetteer: The land (default: a village, a ford and a barrow).
        at: The id of the landmark where it starts (default: the first one).
        season: `spring`, `summer`, `fall` or `winter`.
        watch: The first watch: 0 for the morning, 1 for the afternoon, 2 for the night.
        weather: The weather of the first day (default: rolled by the action `Begin` of journeys, R6).
        circumstances: Conditions that hold now: the `when` of effects that change terrain, odds or supplies.
        braves: True if the table allows travel in Catastrophic weather (R194).
        rulings: The rulings.
        book: The spells and creatures, which its dungeons and fights also use (default: those of the library).

    Raises:
        DefinitionError: if a value is not one of those, no member of the party is alive, or it has more than 100
            members.
        UnsoundStateError: if the parts of the gazetteer do not fit together. It lists every fault.

    Example:
        >>> state = new_game(seed=7, season="winter")
        >>> state.place, state.journey.day, [member.name for member in state.party.members]
        ('Thornwick', 1, ['Hestia', 'Basil'])
    """
    if gazetteer is None:
        gazetteer = example()
    elif isinstance(gazetteer, Gazetteer):
        check_gazetteer(gazetteer)
    else:
        raise wrong_argument("gazetteer", gazetteer, Gazetteer)
    places = {landmark.id: landmark for landmark in gazetteer.landmarks}
    start = gazetteer.landmarks[0].id if at is None else at
    if start not in places:
        raise DefinitionError(f"{quoted(at)} is not a landmark; {hint(at, tuple(places))}")
    journey = wilderness.new_game(
        seed=seed,
        party=party,
        legs=(HERE,),
        season=season,
        watch=watch,
        weather=weather,
        settlement=places[start].settlement,
        circumstances=circumstances,
        braves=braves,
        rulings=rulings,
        book=book,
    )
    return State(gazetteer=gazetteer, at=start, journey=replaced(journey, chance=UNUSED), chance=journey.chance)
