"""What the rules give only some seats to know: no observation of another seat, or of a spectator, holds it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, frozen

from cairn_rules import (
    Budget,
    Match,
    Record,
    Review,
    analyse,
    cairn,
    endless_winter,
    games,
    is_legal,
    korrigans,
    manifest_of,
    reviewed_turns,
)
from cairn_rules.cairn_rpg import Omen, campaign, combat, creation, dungeon, wilderness
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.history.match_log import is_hidden, log_entry
from cairn_rules.history.page import html_page
from cairn_rules.history.undo import Undo
from cairn_rules.json_documents import dumps, loads
from cairn_rules.players import AnalysedLine, Analysis, TreePlayer
from support.random_play import random_states, viewers

pytestmark = pytest.mark.untraced


@frozen
class Secret:
    """Something in a state that only some seats know."""

    name: str
    value: object
    known_to: frozenset[int] = frozenset()


def cairn_secrets(state: Any) -> Iterator[Secret]:
    """The deck is face down (2.7)."""
    yield Secret("deck", state.deck)


def korrigans_secrets(state: Any) -> Iterator[Secret]:
    """Tokens in fields and behind screens, Menhirs that lie face down, and the bag (9.1 to 9.4)."""
    yield Secret("bag", state.bag)
    yield Secret("fields", state.clovers)
    yield Secret("Menhirs", state.menhirs)
    for number, seat in enumerate(state.seats):
        if seat.screen:
            yield Secret(f"tokens of {number}", seat.hidden, frozenset({number}))


def winter_secrets(state: Any) -> Iterator[Secret]:
    """Hands, burials, Ritual piles before the Eclipse, and the order of every deck once it is shuffled (13.2)."""
    phase, table = state.phase, state.table
    yield Secret("chance", state.chance)
    yield Secret(f"Culture decks ({phase})", table.culture_decks)
    if phase != "setup":
        yield Secret(f"Animal deck ({phase})", table.animal_deck)
    for number, player in enumerate(state.players):
        own = frozenset({number})
        if phase != "setup":
            yield Secret(f"deck of {number}", player.deck)
        if phase in ("action", "eclipse"):
            yield Secret(f"hand of {number} ({phase})", player.hand, own)
            yield Secret(f"burials of {number} ({phase})", player.buried, own)
        if phase == "action":
            yield Secret(f"Ritual pile of {number}", player.ritual, own)


def creation_secrets(state: Any) -> Iterator[Secret]:
    """Private omens (R21); all dice are still to come."""
    yield Secret("chance", state.chance)
    for number, draft in enumerate(state.drafts):
        if draft.omen is not None and draft.background == "foundling":
            yield Secret(f"omen of {number}", draft.omen, frozenset({number}))


def omens(characters: Any) -> list[Omen | None]:
    return [each.omen for each in characters]


def combat_secrets(state: Any) -> Iterator[Secret]:
    """Private omens of both sides (R21)."""
    yield Secret("chance", state.chance)
    for side in (0, 1):
        fighters = [each.character for each in state.fighters if each.side == side]
        yield Secret(f"omens of side {side}", omens(fighters), frozenset({side}))


def wilderness_secrets(state: Any) -> Iterator[Secret]:
    """Private omens (R21)."""
    yield Secret("chance", state.chance)
    yield Secret("omens", omens(state.party.members), frozenset({0}))


def dungeon_secrets(state: Any) -> Iterator[Secret]:
    """Private omens (R21), and all that the party has not found (R155, R167, R178)."""
    yield from wilderness_secrets(state)
    yield Secret("map", state.dungeon)


def campaign_secrets(state: Any) -> Iterator[Secret]:
    """Private omens wherever characters are kept (R21), and maps."""
    yield from wilderness_secrets(evolve(state.journey, chance=state.chance))
    yield Secret("maps", [each.dungeon for each in state.gazetteer.landmarks])
    yield Secret("omens of foes", [omens(each.foes) for each in state.gazetteer.encounters], frozenset({1}))
    for each in state.dungeons:
        yield Secret("map inside", each.dungeon.dungeon)
        yield Secret("omens inside", omens(each.dungeon.party.members), frozenset({0}))
    if state.fight is not None:
        for secret in combat_secrets(state.fight):
            if secret.name != "chance":  # all dice of a campaign come from its own chance
                yield evolve(secret, name=f"{secret.name} in a fight")


def with_omens(characters: Any, first: int) -> tuple[Any, ...]:
    """The characters, each with a private omen, of rows from a first one."""
    return tuple(replaced(each, omen=Omen(row, private=True)) for row, each in enumerate(characters, start=first))


def rpg_party() -> tuple[Any, ...]:
    return with_omens(campaign.new_game(seed=1).party.members, 3)


def cairn_states() -> Iterator[Any]:
    yield from random_states(cairn, cairn.new_game(seed=3), 60)


def korrigans_states() -> Iterator[Any]:
    yield from list(random_states(korrigans, korrigans.new_game(seed=3, players=3), 60))[::2]


def winter_states() -> Iterator[Any]:
    states = list(random_states(endless_winter, endless_winter.new_game(seed=3, players=2), 2000))
    yield from states[::2]


def creation_states() -> Iterator[Any]:
    start = creation.new_game(seed=7, players=2)
    state = creation.apply(start, creation.parse_action("background=foundling", start))
    yield from random_states(creation, state, 40)
    while creation.decision(state) != (0, creation.Step.OMEN):
        rolls = creation.Roll() in creation.legal_actions(state)
        state = creation.apply(state, creation.Roll() if rolls else creation.legal_actions(state)[0])
    yield state


def combat_states() -> Iterator[Any]:
    foes = [each.character for each in combat.new_game(seed=1).fighters if each.side == 1]
    yield from random_states(combat, combat.new_game(seed=3, party=rpg_party(), foes=with_omens(foes, 13)), 8)


def dungeon_states() -> Iterator[Any]:
    yield from random_states(dungeon, dungeon.new_game(seed=3, party=rpg_party()), 12)


def wilderness_states() -> Iterator[Any]:
    yield from random_states(wilderness, wilderness.new_game(seed=3, party=rpg_party()), 12)


def campaign_states() -> Iterator[Any]:
    land = campaign.new_game(seed=1).gazetteer
    land = evolve(land, encounters=tuple(evolve(each, foes=with_omens(each.foes, 13)) for each in land.encounters))
    state = campaign.new_game(seed=10, at="barrow", party=rpg_party(), gazetteer=land)
    yield state
    for text in ["begin", "enter", "stay", "1:light:torch", "2:wait", "fight:wolves", "begin"]:
        state = campaign.apply(state, campaign.parse_action(text, state))
        yield state


LISTS: dict[str, tuple[Callable[[], Iterator[Any]], Callable[[Any], Iterator[Secret]]]] = {
    "cairn": (cairn_states, cairn_secrets),
    "korrigans": (korrigans_states, korrigans_secrets),
    "endless-winter": (winter_states, winter_secrets),
    "cairn-rpg-creation": (creation_states, creation_secrets),
    "cairn-rpg-combat": (combat_states, combat_secrets),
    "cairn-rpg-dungeon": (dungeon_states, dungeon_secrets),
    "cairn-rpg-wilderness": (wilderness_states, wilderness_secrets),
    "cairn-rpg-campaign": (campaign_states, campaign_secrets),
}
"""States of each game, and the secrets in a state by its rules."""


@cache
def states_of(name: str) -> tuple[Any, ...]:
    return tuple(LISTS[name][0]())


def found(name: str, rules: Any, samples: int = 1) -> set[str]:
    """What the observations of some rules reveal or lack, for the states of a game.

    A sample of what a viewer knows differs in what they may not know, and looks the same to them.
    """
    secrets = LISTS[name][1]
    wrong: set[str] = set()
    guessed: dict[tuple[str, int | None], bool] = {}
    for state in states_of(name):
        for viewer in viewers(games.load(name), state):
            seen = rules.observe(state, viewer)
            for seed in range(samples):
                other = rules.sample_hidden(seen, Random(seed))
                if rules.observe(other, viewer) != seen:
                    wrong.add(f"{viewer} can tell a sample")
                for secret, guess in zip(secrets(state), secrets(other), strict=True):
                    is_right = secret.value == guess.value
                    if viewer not in secret.known_to:
                        guessed[secret.name, viewer] = guessed.get((secret.name, viewer), True) and is_right
                    elif not is_right:
                        wrong.add(f"{viewer} does not know: {secret.name}")
    return wrong | {f"{viewer} knows: {secret}" for (secret, viewer), always in guessed.items() if always}


def hidden(name: str, *, of_first: bool = False) -> set[str]:
    """All that viewers may not know, or of it what the first seat knows, as `found` reports it."""
    secrets = LISTS[name][1]
    return {
        f"{viewer} knows: {secret.name}"
        for state in states_of(name)
        for secret in secrets(state)
        for viewer in viewers(games.load(name), state)
        if viewer not in secret.known_to and (0 in secret.known_to or not of_first)
    }


def test_every_game_lists_its_secrets() -> None:
    assert set(LISTS) == set(games.LIBRARY)


@pytest.mark.parametrize("name", LISTS)
def test_no_seat_knows_what_the_rules_give_another_alone(name: str) -> None:
    """Nor does a spectator; and everyone knows what they may."""
    assert found(name, games.load(name), samples=3) == set()


@pytest.mark.parametrize("name", LISTS)
def test_a_leak_is_found(name: str) -> None:
    """Here everyone sees the whole state, and then each seat what the first one sees."""
    game = games.load(name)
    open_game = SimpleNamespace(observe=lambda state, _: state, sample_hidden=lambda seen, _: seen)
    assert found(name, open_game) == hidden(name) != set()
    one_view = SimpleNamespace(observe=lambda state, _: game.observe(state, 0), sample_hidden=game.sample_hidden)
    assert hidden(name, of_first=True) <= found(name, one_view)


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("plain", [False, True])
def test_a_diagram_of_a_state_is_safe_to_show_to_everyone(name: str, plain: bool) -> None:  # noqa: FBT001 - a parameter
    """States that a spectator cannot tell apart have the same diagram."""
    game: Any = games.load(name)
    for state in states_of(name):
        other = game.sample_hidden(game.observe(state, None), Random(1))
        assert game.diagram(other, plain=plain) == game.diagram(state, plain=plain)


Tell = Callable[[Any, Any, Any, Any, int | None], object]


def everything(game: Any, state: Any, action: Any, after: Any, viewer: int | None) -> object:
    """All that a log says of a decision: its events, its action, its sentences."""
    return log_entry(game, state, action, after, viewer)


def leaks(name: str, tell: Tell) -> tuple[set[int | None], int]:
    """The viewers who are told different things of decisions that look the same to them, and how many were compared.

    The decisions are taken in a state and in a sample of what the viewer knows of it. Of an action that the viewer may
    not know, any other such action can be the counterpart. The dice and the map to come are the same, because no seat
    knows them and all may read of them in time; but in the making of characters, a roll can be for the player alone.
    """
    game: Any = games.load(name)
    found: set[int | None] = set()
    compared = 0
    rng = Random(1)
    for state in states_of(name)[: 400 if name == "endless-winter" else None]:
        legal = game.legal_actions(state)
        parts = () if game is creation else ("chance", "dungeon")
        to_come = {part: getattr(state, part) for part in parts if hasattr(state, part)}
        for viewer in viewers(game, state):
            twin = game.sample_hidden(game.observe(state, viewer), rng)
            if to_come:
                twin = (replaced if hasattr(state, "__dict__") else evolve)(twin, **to_come)
            for action in rng.sample(legal, min(3, len(legal))):
                after = game.apply(state, action)
                seen = game.observe(after, viewer)
                is_secret = is_hidden(game, state, action, viewer)
                for other in game.legal_actions(twin):
                    if is_hidden(game, twin, other, viewer) if is_secret else other == action:
                        later = game.apply(twin, other)
                        if game.observe(later, viewer) == seen:
                            compared += (other, later) != (action, after)
                            if tell(game, state, action, after, viewer) != tell(game, twin, other, later, viewer):
                                found.add(viewer)
    return found, compared


@pytest.mark.parametrize("name", LISTS)
def test_decisions_that_look_the_same_are_told_in_the_same_way(name: str) -> None:
    """To every seat and to spectators, in the log of a match and by `events_of`."""
    found, compared = leaks(name, everything)
    assert found == set()
    assert compared > 10, "the states have nothing to hide"


@pytest.mark.parametrize("name", ["korrigans", "endless-winter"])
def test_what_a_player_is_told_is_not_for_others(name: str) -> None:
    """So the property above can fail."""

    def to_the_player(game: Any, state: Any, action: Any, after: Any, _: int | None) -> object:
        return game.events_of(state, action, after, viewer=game.current_player(state))

    assert None in leaks(name, to_the_player)[0]


@pytest.mark.parametrize("name", [name for name in LISTS if name != "cairn"])
def test_documents_of_observations_keep_secrets(name: str) -> None:
    """What is sent to a seat is read again as what it knows, and as no more."""
    game: Any = games.load(name)
    for state in states_of(name)[-3:]:
        for viewer in viewers(game, state):
            seen = game.observe(state, viewer)
            assert loads(dumps(seen, game=game), game=game) == seen


@pytest.mark.parametrize(
    "name", ["cairn-rpg-combat", "cairn-rpg-dungeon", "cairn-rpg-wilderness", "cairn-rpg-campaign"]
)
def test_no_part_of_an_observation_has_a_private_omen_of_others(name: str) -> None:
    """Wherever characters are kept: the party has the omens 3 and 4, its foes 13 and more (R21)."""
    game: Any = games.load(name)
    for state in states_of(name):
        assert private_omens(dumps(state, game=game)) >= {3, 4}
        assert private_omens(dumps(game.observe(state, 0), game=game)) == {3, 4}
        assert private_omens(dumps(game.observe(state, None), game=game)) == set()
        if len(viewers(game, state)) > 2:  # the Warden's seat
            assert min(private_omens(dumps(game.observe(state, 1), game=game))) == 13


def private_omens(text: str) -> set[int]:
    """The rows of the private omens in a document."""
    return {int(row) for row in re.findall(r'"omen":\{"row":([0-9]+),"private":true\}', text)}


COMPETING = [name for name in LISTS if manifest_of(games.load(name)).seats.compete]


def twins(game: Any, state: Any, rng: Random, most: int) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Two states that the seat that decides cannot tell apart, and some decisions of it after which it still cannot."""
    seat = game.current_player(state)
    if seat is None:
        return
    start = game.sample_hidden(game.observe(state, seat), rng)
    states: tuple[Any, ...] = (state, start)
    actions: tuple[Any, ...] = ()
    while len(actions) < most and all(game.current_player(each) == seat for each in states):
        if len({game.observe(each, seat) for each in states}) > 1:
            break
        action = rng.choice(game.legal_actions(states[0]))
        states, actions = tuple(game.apply(each, action) for each in states), (*actions, action)
    yield state, start, actions


class Onlooker:
    """An analyst that counts no simulations, finds a single line, and judges by all that it sees."""

    def __init__(self, game: Any, *, seed: int | None = None) -> None:  # noqa: ARG002 - as in the protocol
        self._game = game

    def choose(self, observation: object, budget: Budget | None = None) -> Any:  # noqa: ARG002 - as in the protocol
        raise AssertionError("an analysis asks for no decision")

    def analyse(self, observation: Any, _: Budget | None = None, *, lines: int = 1) -> Iterator[Analysis[Any]]:  # noqa: ARG002
        game, start = self._game, self._game.sample_hidden(observation, Random(0))
        shares = [Random(f"{seat} {observation!r}").random() for seat in viewers(game, start)[1:]]
        chances = tuple(share / sum(shares) for share in shares)
        actions = tuple(
            next(each for each in game.legal_actions(one) if game.apply(one, each) == other)
            for one, other in pairwise(random_states(game, start, 8))
        )
        line = AnalysedLine(actions=actions, value=0, chances=chances)
        yield Analysis(seat=game.current_player(start), lines=(line,), simulations=1)


@pytest.mark.parametrize("player", [None, TreePlayer, Onlooker])
@pytest.mark.parametrize("name", COMPETING)
def test_states_that_look_the_same_are_judged_in_the_same_way(name: str, player: Any) -> None:
    """With any budget, however few simulations begin with what was played; and a better line shows no secret."""
    game: Any = games.load(name)
    rng = Random(1)
    compared = 0
    for state in rng.sample(states_of(name), min(len(states_of(name)), 20 if player or name != "cairn" else 8)):
        for one, other, actions in twins(game, state, rng, 3):
            budget, seat = Budget(simulations=rng.choice((1, 2, 5))), game.current_player(one)
            options: Any = {"budget": budget, "seed": 1, "player": player}
            analyses = [[*analyse(game, each, **options)] for each in (one, other, game.observe(one, seat))]
            assert analyses[0] == analyses[1] == analyses[2]
            records = [Record(game=game, start=each, actions=actions) for each in (one, other)]
            found = [[*reviewed_turns(each, **options)] for each in records]
            assert found[0] == found[1]
            compared += one != other
            ends = [[*each.replay()][-1] for each in records]
            if game.observe(ends[0], seat) != game.observe(ends[1], seat):
                continue
            told, alike = [Review(original=of, turns=turns).record for of, turns in zip(records, found, strict=True)]
            assert evolve(told, start=other) == alike
            assert html_page(told) == html_page(alike)
    assert compared > 4 or name == "cairn-rpg-combat"


@pytest.mark.parametrize("name", LISTS)
def test_what_is_taken_back_unasked_has_shown_nothing(name: str) -> None:
    """From every state that looks the same to a person, the decision leads to what looks the same.

    A person is asked, and several are refused, if it has shown something; a die of many faces may fall alike again.
    """
    game: Any = games.load(name)
    rng, free, held = Random(1), 0, 0
    for state in rng.sample(states_of(name), min(len(states_of(name)), 60)):
        seat = game.current_player(state)
        if seat is None:
            continue
        match = Match(game, state)
        match.do(rng.choice(match.legal_actions))
        (action,), seats = match.history, viewers(game, state)[1:]
        alone = Undo(match, (seat,)).question(lambda *_: ["it"]) == ""
        together = Undo(match, seats).refusal == ""
        for viewer, is_free in ((seat, alone), *((viewer, together) for viewer in seats if len(seats) > 1)):
            free, held = free + is_free, held + (not is_free)
            before, seen = game.observe(state, viewer), game.observe(match.state, viewer)
            for _ in range(3 if is_free else 0):
                other = game.sample_hidden(before, rng)
                if is_legal(game, other, action):
                    assert game.observe(game.apply(other, action), viewer) == seen, (viewer, action)
    assert held
    assert free or name in ("cairn-rpg-combat", "cairn-rpg-wilderness")
