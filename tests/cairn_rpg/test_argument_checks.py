# ruff: noqa: ARG001 - functions that only fail
"""Arguments of a wrong class end in an error of the library that names them and says what would be right."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import (
    Attribute,
    Character,
    Creature,
    Item,
    Spell,
    book,
    campaign,
    combat,
    creation,
    dungeon,
    wilderness,
)
from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.combat import person
from cairn_rules.cairn_rpg.creation import (
    Choices,
    create_character,
    create_characters,
    create_party,
    find_character,
)
from cairn_rules.cairn_rpg.odds import odds
from cairn_rules.cairn_rpg.procedures import market
from cairn_rules.cairn_rpg.procedures.party import Party
from cairn_rules.cairn_rpg.sheets import sheet
from cairn_rules.errors import CairnRulesError, DefinitionError, SetupError, UnknownIdError

ADA = person("Ada", hp=4)
WOLF = book().creatures["wolf"]
DOCS = Path(__file__).parents[2] / "docs/reference/cairn-rpg"


@checked
def ask(
    hero: Character | None = None,
    *things: Item,
    group: Sequence[Character | combat.Fighter] = (),
    names: Iterable[str] = (),
    kind: Creature | None = None,
    spell: Spell | None = None,
    number: int = 1,
    wish: Callable[[int], int] | None = None,
    words: Mapping[str, int] | None = None,
    side: Literal["left", "right"] = "left",
    members: int | Sequence[Choices] = 1,
    pair: tuple[Character, Character] | None = None,
    mixed: tuple[Character, int] | None = None,
    hidden: Any = None,
    **more: int,
) -> None:
    """Fail like code that uses its arguments."""
    raise TypeError("from inside")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"hero": (ADA, ADA)}, "hero should be a Character or None, not a tuple of 2; give one of them"),
        ({"hero": "Ada"}, "hero should be a Character or None, not 'Ada'"),
        ({"hero": combat.fighter(ADA)}, "not a Fighter; give its character, fighter.character"),
        ({"group": ADA}, "group should be a list of Characters or Fighters, not a Character; put it into a list"),
        ({"group": [ADA, WOLF]}, "group[1] should be a Character or a Fighter, not a Creature; combat.creature makes"),
        ({"group": Party(members=(ADA,))}, "not a Party; give its members, party.members"),
        ({"group": None}, "group should be a list of Characters or Fighters, not None"),
        ({"names": "Ada"}, "names should be a list of texts, not 'Ada'"),
        ({"kind": "wolf"}, "kind should be a Creature or None, not 'wolf'; give book().creatures['wolf']"),
        ({"kind": "wulf"}, "not 'wulf'; the book has none; did you mean 'wolf'?"),
        ({"spell": "sleep"}, "not 'sleep'; give book().spells['sleep']"),
        ({"number": 1.5}, "number should be a whole number, not 1.5"),
        ({"wish": 3}, "wish should be a function or None, not 3"),
        ({"words": ["hair"]}, "words should be a dict or None, not a list of 1"),
        ({"side": "up"}, "side should be 'left' or 'right', not 'up'"),
        ({"members": ["outrider"]}, "members[0] should be a dict, not 'outrider'"),
        ({"pair": ADA}, "pair should be a tuple of Characters or None, not a Character"),
        ({"mixed": ADA}, "mixed should be a tuple or None, not a Character"),
        ({"hero": object()}, "not an object"),
    ],
)
def test_the_error_names_the_argument_and_a_remedy(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(DefinitionError, match=f"^ask: .*{re.escape(said)}"):
        ask(**wrong)


def test_every_further_argument_is_compared() -> None:
    with pytest.raises(DefinitionError, match="ask: things should be an Item, not 'torch'"):
        ask(ADA, *(Item(id="rope", name="Rope"), "torch"))  # type: ignore[arg-type]


@pytest.mark.parametrize("right", [{}, {"group": (ADA,)}, {"names": iter([1])}, {"more": "?"}, {"hidden": "?"}])
def test_other_errors_of_python_are_left_alone(right: dict[str, Any]) -> None:
    """The fault is not in the class of an argument, or nobody can tell."""
    with pytest.raises(TypeError, match="from inside"):
        ask(**right)


def test_calls_that_python_refuses_keep_its_error() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'character'"):
        sheet()  # type: ignore[call-arg]


def test_names_that_only_type_checkers_know_stand_for_anything() -> None:
    def asked(thing: Any, hero: Any) -> None:
        raise AttributeError("from inside")

    asked.__annotations__ |= {"thing": "Unheard", "hero": "Character"}
    with pytest.raises(AttributeError, match="from inside"):
        checked(asked)(1, ADA)
    with pytest.raises(DefinitionError, match="hero should be a Character, not 1"):
        checked(asked)(1, 1)


def _wrong_calls() -> Iterator[tuple[Callable[[], object], str]]:
    wrong: Any = "Ada"
    route: Any = wilderness.Route()
    creature: Any = WOLF
    yield lambda: combat.creature("root-goblin"), "give book().creatures['root-goblin']"  # type: ignore[arg-type]
    yield lambda: sheet((ADA, ADA)), "not a tuple of 2; give one of them"  # type: ignore[arg-type]
    yield lambda: create_party(["outrider"]), "members[0] should be a dict, not 'outrider'"  # type: ignore[list-item]
    yield lambda: create_party(None), "members should be a whole number or a list of dicts"  # type: ignore[arg-type]
    yield lambda: wilderness.new_game(legs=route), "not a Route; put it into a list"
    yield lambda: combat.new_game(foes=[creature]), "foes[0] should be a Character or a Fighter, not a Creature; combat"
    yield lambda: dungeon.new_game(party=[ADA, creature]), "party[1] should be a Character, not a Creature; combat"
    yield lambda: combat.new_game(foes="2 wolf"), "foes should be a list of Characters or Fighters, not '2 wolf'"  # type: ignore[arg-type]
    yield lambda: wilderness.new_game(legs="Mill: road"), "not 'Mill: road'; wilderness.parse_legs reads a text"  # type: ignore[arg-type]
    yield lambda: wilderness.new_game(season="autumn"), "did you mean 'fall'?"  # type: ignore[arg-type]
    yield lambda: wilderness.join(wrong, wrong), "join: state should be a State, not 'Ada'"
    yield lambda: combat.fighter(ADA, shield=1), "'shield' is not a field to give to a fighter; "
    yield lambda: combat.fighter(ADA, positon="impaired"), "did you mean 'position'?"
    yield lambda: create_character(swap={}), "swap should be 'none' or 'STR-DEX'"  # type: ignore[arg-type]
    yield lambda: create_character(dice=wrong), "dice should be a Dice or None, not 'Ada'"


@pytest.mark.parametrize(("call", "said"), [*_wrong_calls()])
def test_what_newcomers_try(call: Callable[[], object], said: str) -> None:
    with pytest.raises(DefinitionError, match=re.escape(said)):
        call()


def test_misspelt_choices_are_named_with_their_member() -> None:
    wrong: Any = {"backgroud": "outrider"}
    said = "'backgroud' is not a choice for a character; did you mean 'background'?"
    with pytest.raises(SetupError, match=re.escape(f"members[1]: {said}")):
        create_party([{}, wrong])
    with pytest.raises(SetupError, match=f"^{re.escape(said)}"):
        create_characters(7, **wrong)
    with pytest.raises(SetupError, match=f"^{re.escape(said)}"):
        find_character(**wrong)


def test_wishes_take_the_names_of_attributes() -> None:
    """They are compared after all rolls (R14)."""
    names: Any = {"DEX": 14}
    assert find_character(at_least=names) == find_character(at_least={Attribute.DEX: 14})
    with pytest.raises(SetupError, match="'DAX' is not an attribute; known: STR, DEX, WIL"):
        find_character(at_least={"DAX": 14})  # type: ignore[dict-item]


@pytest.mark.parametrize("number", [0, -1, 101, 10**40])
def test_a_party_has_one_to_a_hundred_members(number: int) -> None:
    """A number that fills the memory is refused at once."""
    with pytest.raises(SetupError, match=f"a party has 1 to 100 members, not {number}"):
        create_party(number)


def _functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the documented functions of the package outside its games, with their full names."""
    for page in sorted(DOCS.glob("*.md")):
        for name in re.findall(r"^::: (cairn_rules\S+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            module, _, own = name.rpartition(".")
            thing = getattr(importlib.import_module(module), own)
            if inspect.isfunction(thing) and hasattr(thing, "__wrapped__"):
                yield name, thing


@pytest.mark.untraced
@pytest.mark.parametrize("function", [pytest.param(each, id=name) for name, each in _functions()])
def test_nothing_but_errors_of_the_library(function: Callable[..., Any]) -> None:
    """Whatever its arguments are, Python's own errors are those about their number."""
    parameters = inspect.signature(function).parameters.values()
    number = sum(each.default is each.empty for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD)
    for wrong in (None, "Ada", 5, object()):
        named = {
            each.name: wrong for each in parameters if (each.kind, each.default) == (each.KEYWORD_ONLY, each.empty)
        }
        with suppress(CairnRulesError):
            function(*[wrong] * number, **named)


@pytest.mark.parametrize("game", [campaign, combat, creation, dungeon, wilderness])
def test_a_value_that_is_no_state_is_refused(game: Any) -> None:
    for wrong, said in (("x", "'x' is not a state"), (None, "None is not a state")):
        with pytest.raises(DefinitionError, match=said):
            game.legal_actions(wrong)
        with pytest.raises(DefinitionError, match=said):
            game.apply(wrong, None)


@pytest.mark.parametrize("game", [campaign, combat, creation, dungeon, wilderness])
@pytest.mark.parametrize("seed", [True, 1.5, "7"])
def test_every_game_takes_the_same_seeds(game: Any, seed: Any) -> None:
    """Any whole number, also below 0, as in the other games."""
    with pytest.raises(CairnRulesError, match=f"seed must be a whole number, got {seed!r}"):
        game.new_game(seed=seed)
    assert game.new_game(seed=-1) == game.new_game(seed=-1)


def test_a_map_holds_tuples() -> None:
    """A list could be changed later, under the feet of those who are on the map."""
    room = dungeon.Area(id="room")
    assert dungeon.Dungeon(areas=[room]).areas == (room,)  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="Area 'hall': exits should be a tuple of Exits, not 'room'"):
        dungeon.Area(id="hall", exits="room")  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="Place 'chest': reveals should be a tuple of ids, not 'lid'"):
        dungeon.Place(id="chest", reveals="lid")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [campaign, combat, dungeon, wilderness])
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"book": 3}, "new_game: book should be a Book or None, not 3"),
        ({"rulings": "deadly"}, "new_game: rulings should be a Rulings, not 'deadly'"),
    ],
)
def test_a_new_game_refuses_what_it_only_stores(game: Any, wrong: Mapping[str, Any], said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        game.new_game(seed=1, **wrong)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("game", "wrong", "said"),
    [
        (combat, {"crowd": "yes"}, "crowd should be True or False, not 'yes'"),
        (wilderness, {"braves": 1}, "braves should be True or False, not 1"),
        (wilderness, {"circumstances": [3]}, "circumstances[0] should be a text, not 3"),
        (wilderness, {"provided": "food"}, "provided should be a list of texts, not 'food'"),
        (campaign, {"circumstances": "fog"}, "circumstances should be a list of texts, not 'fog'"),
        (wilderness, {"season": "autumn"}, "'autumn' is not a season; did you mean 'fall'?"),
    ],
)
def test_a_new_game_keeps_its_own_errors_and_adds_those_of_classes(
    game: Any, wrong: Mapping[str, Any], said: str
) -> None:
    with pytest.raises(DefinitionError, match=re.escape(said) + "$"):
        game.new_game(seed=1, **wrong)


def test_a_new_game_takes_what_can_be_read_only_once() -> None:
    state = wilderness.new_game(seed=1, party=iter([ADA]), circumstances=iter(["fog"]), provided={"food"})
    assert (state.party.members, state.circumstances, {*state.provided}) == ((ADA,), ("fog",), {"food"})


ROLLING: list[Any] = [campaign, combat, creation, dungeon, wilderness]


@pytest.mark.parametrize("game", ROLLING)
def test_faces_in_a_list_are_no_dice(game: Any) -> None:
    with pytest.raises(DefinitionError, match=r"^\w+: dice should be a Dice, not a list of 2; ScriptedDice takes"):
        play_with(game, [1, 2])


def play_with(game: Any, dice: Any) -> None:
    """Play until a decision needs the dice."""
    state = game.new_game(seed=1)
    while legal := game.legal_actions(state):
        action = creation.RollRest() if game is creation else legal[0]
        game.resolve(state, action, dice)
        state = game.apply(state, action)


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (lambda: evolve(ADA, hp=99), r"hp should be a Score, not 99; give Score.full\(99\)"),
        (lambda: evolve(ADA, strength="x"), "strength should be a Score, not 'x'; give a value and a maximum"),
        (lambda: evolve(ADA, name=3), "Character: name should be a text without lone surrogates, not 3"),
        (lambda: evolve(ADA, inventory=()), r"Character: inventory should be an Inventory, not \(\)"),
        (
            lambda: dungeon.Trap(id="pit", damage="d6"),  # type: ignore[arg-type]
            "Trap 'pit': damage should be a Formula such as Formula.parse",
        ),
        (lambda: dungeon.check_dungeon("x"), "check_dungeon: dungeon should be a Dungeon, not 'x'"),  # type: ignore[arg-type]
        (lambda: market.buy(ADA, "rope"), "buy: goods should be a Goods, not 'rope'; give a row of book"),  # type: ignore[arg-type]
        (
            lambda: odds(combat.new_game(seed=1), party="focus-fire"),  # type: ignore[arg-type]
            "odds_in_steps: party should be a function, not 'focus-fire'; give the function itself, without quotes",
        ),
        (
            lambda: odds(combat.new_game(seed=1), foes=3),  # type: ignore[arg-type]
            "odds_in_steps: foes should be a function, not 3",
        ),
    ],
)
def test_a_value_of_another_class_is_refused_at_once(run: Callable[[], object], said: str) -> None:
    with pytest.raises(DefinitionError, match=f"^{said}"):
        run()


def test_an_id_that_is_not_in_the_book_is_answered_with_a_similar_one() -> None:
    with pytest.raises(UnknownIdError, match="unknown id 'wulf'; did you mean 'wolf'"):
        book().creatures["wulf"]
    with pytest.raises(UnknownIdError, match="unknown id 'addhere'; did you mean 'adhere'"):
        book().spells["addhere"]
    assert book().backgrounds.get("nobody") is None
