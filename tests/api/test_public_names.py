"""What is public: one place for each name, no private type in a signature, everything documented, with an example.

Public is what the modules list in `__all__` that docs/reference/index.md names.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import griffe
import pytest
from attrs import has
from docstring_links import DocstringLinks
from public_names import ADAPTERS, MODULES, PACKAGE, REFERENCE, places

import cairn_rules

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

GATHERED: Final = {
    "cairn_rules.cairn.players": "cairn_rules.players",
    "cairn_rules.cairn.testing": "cairn_rules.testing",
    "cairn_rules.history": "cairn_rules",
}
"""They list in `__all__` what another module offers."""
ALIAS: Final = "a type alias: its members are what is used"
ACTION: Final = "an action: the page of the text formats has one of each"
CHANGE: Final = "one of the changes that `changes` shows"
CONSTANT: Final = "a value: what takes or gives it shows it"
FACE: Final = "`Tiles` shows the faces"
PROTOCOL: Final = "a protocol: what satisfies it shows it"
QUESTION: Final = "what a state asks or keeps; `State` and `apply` show it"
LEDGER: Final = "an entry of the ledger; `observe` and the how-to on four players show them"
RESULT: Final = "what a function gives, which shows it"
PART: Final = "a part of a game of one's own: examples/pebbles-game shows it"
CONTENT: Final = "a record of a content pack: the how-to on packs shows one"
EFFECT: Final = "a part of an effect: `parse_effect` shows one"
KIND: Final = "the ancestor of those that are raised"
BOOK: Final = "a part of the book of the role-playing game: `book` and `Goods` show it"
MAP: Final = "a part of the map of a dungeon: `Dungeon` and the how-to on chat bots show it"
LAND: Final = "a part of the land of a campaign: `Gazetteer` and the how-to on campaigns show it"
CHARACTER: Final = "a part of a character: `Character`, `Item` and the functions that take one show it"
ABILITY: Final = (
    "an effect of a row, a weapon or a creature: the data files have one of each; the page of effects lists them"
)
ARGUMENTS: Final = "keyword arguments: the functions that take them show them"
SIBLING: Final = "a function that belongs to another, whose example shows both"


def korrigans(*names: str) -> list[str]:
    """Names of Korrigans, as the following names them."""
    return [f"korrigans.{name}" for name in names]


def winter(*names: str) -> list[str]:
    """Names of Endless Winter, as the following names them."""
    return [f"endless_winter.{name}" for name in names]


def agenda(*names: str) -> list[str]:
    """Names of the agenda of Endless Winter, as the following names them."""
    return winter(*(f"state.agenda.{name}" for name in names))


def rpg(*names: str) -> list[str]:
    """Names of the role-playing game Cairn, as the following names them."""
    return [f"cairn_rpg.{name}" for name in names]


def box(*names: str) -> list[str]:
    """Names of Cairn, as the following names them."""
    return [f"cairn.{name}" for name in names]


def events(*names: str) -> list[str]:
    """Events of Cairn, as the following names them."""
    return [f"cairn.events.{name}" for name in names]


WITHOUT_EXAMPLE: Final[dict[str, str]] = {
    **dict.fromkeys(box("Action", "Destination", "Pending", "Power", "TileAction"), ALIAS),
    **dict.fromkeys(box("Ward", "balance.Cause", "balance.Ending", "state.pending.Waiting"), ALIAS),
    **dict.fromkeys(events("AnyFace", "Change", "Question"), ALIAS),
    **dict.fromkeys(("cli.Lines", "codec.Data", "phrasebook.Argument", "phrasebook.Templates"), ALIAS),
    **dict.fromkeys(("cli.Words", "codec.ById", "codec.Documents", "codec.Form", "codec.Kind", "codec.Text"), PART),
    **dict.fromkeys(("codec.TextCache", "codec.Union", "codec.named"), PART),
    **dict.fromkeys(("action_table.Part", "action_table.Row"), PART),
    **dict.fromkeys(("codec.read_state_tag", "codec.write_state_tag"), PART),
    **dict.fromkeys(("manifest.Pace", "manifest.RecordStart", "manifest.Samples"), PART),
    **dict.fromkeys(("adapters.openspiel.SHORT_NAME", "games.LIBRARY"), CONSTANT),
    **dict.fromkeys(("players_of", "simulation.dask_cluster"), PART),
    **dict.fromkeys(("game.ActionT", "game.ObservationT", "game.StateT"), ALIAS),
    "simulation.process_pool": PART,
    **dict.fromkeys(events("Activated", "Added", "Arranged", "Asked", "Banished", "Built", "Drawn"), CHANGE),
    **dict.fromkeys(events("EffectDone", "Exited"), CHANGE),
    **dict.fromkeys(events("ExtraTurnGiven", "Flipped", "Moved", "Replaced", "Scored", "Slid", "Swapped"), CHANGE),
    **dict.fromkeys(events("TurnPassed", "Won"), CHANGE),
    **dict.fromkeys(
        box("BASE_SET", "MANIFEST", "LIGHT_SET", "VILLAGE", "Village", "compiled", "StoneColour"),
        CONSTANT,
    ),
    **dict.fromkeys(("testing.PLAIN_STONES", "testing.Check", "cairn.When", "cairn.Tile"), CONSTANT),
    **dict.fromkeys(box("AddFace", "JumpFace", "MoveFace", "TransformationFace"), FACE),
    **dict.fromkeys(
        (
            "Game",
            "Player",
            "games.BoardGame",
            "games.LibraryGame",
            "players.Judgement",
            "players.MakesPlayer",
            "manifest.DrawsPicture",
            "manifest.HidesAction",
            "manifest.ListsEvents",
            "manifest.PhrasesAction",
        ),
        PROTOCOL,
    ),
    **dict.fromkeys(
        (
            "cairn.BuildMegalith",
            "cairn.ChooseAction",
            "cairn.state.pending.NextTurn",
            "cairn.Over",
            "cairn.state.pending.Snapshot",
        ),
        QUESTION,
    ),
    **dict.fromkeys(box("TransformOrPass", "UsePower"), QUESTION),
    **dict.fromkeys(
        ("cairn.Arrangement", "simulation.Playout", "plugins.Plugin", "plugins.PluginGroup", "plugins.PluginWarning"),
        RESULT,
    ),
    **dict.fromkeys(("simulation.Pairing", "simulation.Contest", "simulation.Results", "simulation.Tally"), RESULT),
    **dict.fromkeys(
        ("simulation.batch_functions.BatchPlayout", "simulation.batches.PlayoutTotals", "simulation.batches.Step"),
        RESULT,
    ),
    **dict.fromkeys(
        ("cairn.balance.BalanceReport", "cairn.balance.Measured", "cairn.balance.Point", "cairn.balance.StoneBalance"),
        RESULT,
    ),
    **dict.fromkeys(("testing.Activation", "testing.GameFault", "testing.MegalithFault", "testing.PackFault"), RESULT),
    **dict.fromkeys(("chance.Branch", "chance.Request", "chance.Resolution"), RESULT),
    **dict.fromkeys(("chance.HasChance", "chance.Resolves"), PROTOCOL),
    **dict.fromkeys(("chance.Kind", "chance.Script", "registry.Ids"), ALIAS),
    **dict.fromkeys(("CairnRulesError", "testing.ConformanceFault"), KIND),
    **dict.fromkeys(korrigans("Action", "events.Entry", "Pending", "events.SeenEntry"), ALIAS),
    **dict.fromkeys(korrigans("MANIFEST", "Carried", "Companion", "Pawn"), CONSTANT),
    **dict.fromkeys(korrigans("CoverCloud", "CoverSun", "Decline", "EndFinalTurn", "FinalMove", "GiveGoblin"), ACTION),
    **dict.fromkeys(
        korrigans("Move", "Pass", "Place", "PlaceCauldron", "PlaceTroll", "Sacrifice", "Take", "Unmask"), ACTION
    ),
    **dict.fromkeys(korrigans("ChooseCauldronField", "ChooseCloud", "ChooseFinalMove", "ChooseLink"), QUESTION),
    **dict.fromkeys(korrigans("ChooseMove", "ChooseOpponent", "ChooseReceiver", "ChooseSecondMove"), QUESTION),
    **dict.fromkeys(korrigans("ChooseSun", "Over", "PlaceKorrigan", "TakeClover", "Korrigan"), QUESTION),
    **dict.fromkeys(
        korrigans("events.CouldMove", "events.FinalTurnBegun", "events.Revealed", "events.RuledOut"), LEDGER
    ),
    **dict.fromkeys(korrigans("events.Sacrificed", "events.Taken", "events.Unmasked"), LEDGER),
    **dict.fromkeys(korrigans("events.SacrificedUnseen", "events.TakenUnseen"), LEDGER),
    **dict.fromkeys(korrigans("events.Change", "events.Question"), ALIAS),
    **dict.fromkeys(korrigans("events.Asked", "events.Bought", "events.Carries", "events.CauldronPlaced"), CHANGE),
    **dict.fromkeys(korrigans("events.CloudCovered", "events.Discarded", "events.MenhirTaken"), CHANGE),
    **dict.fromkeys(korrigans("events.Moved", "events.PawnDrawn", "events.Placed", "events.RoundBegun"), CHANGE),
    **dict.fromkeys(korrigans("events.SetAnew", "events.SunCovered", "events.TokensShown"), CHANGE),
    **dict.fromkeys(korrigans("events.TrollPlaced", "events.TurnPassed", "events.Won"), CHANGE),
    **dict.fromkeys(korrigans("Look", "Remembered", "Score", "SeenSeat", "Step"), RESULT),
    **dict.fromkeys(
        winter("Action", "Juncture", "Phase", "PlayerParts", "state.agenda.Frame", "content.Source"), ALIAS
    ),
    **dict.fromkeys(winter("effects.Effect", "events.Change", "state.agenda.Frame"), ALIAS),
    **dict.fromkeys(winter("MANIFEST"), CONSTANT),
    **dict.fromkeys(winter("AddToRitual", "Boost", "BuildVillage", "Bury", "Choose", "ChooseSide"), ACTION),
    **dict.fromkeys(winter("Decline", "Discard", "DrawAnimal", "End", "Gain", "MoveCamp"), ACTION),
    **dict.fromkeys(winter("MoveIdol", "Pay", "PlaceCamp", "PlaceFigure", "PlaceMegalith"), ACTION),
    **dict.fromkeys(winter("PlayCulture", "PlayTribe", "ResolveTribe", "RevealAnimals"), ACTION),
    **dict.fromkeys(winter("SpendFood", "TakeAnimal", "TakeChief", "TakeCulture", "TakePart"), ACTION),
    **dict.fromkeys(winter("TakeSetup", "TakeStone", "TakeTile", "TakeTribe", "Tip"), ACTION),
    **dict.fromkeys(winter("events.AbilityUsed", "events.AnimalGained", "events.AnimalTipped"), CHANGE),
    **dict.fromkeys(winter("events.AnimalsRevealed", "events.Asked", "events.BottomClaimed"), CHANGE),
    **dict.fromkeys(winter("events.CampMoved", "events.CampPlaced", "events.CardBuried"), CHANGE),
    **dict.fromkeys(winter("events.CardDiscarded", "events.CardPlayed", "events.CardTaken"), CHANGE),
    **dict.fromkeys(winter("events.CardsDrawn", "events.ChiefTaken", "events.CultureReturned"), CHANGE),
    **dict.fromkeys(
        winter("events.CultureRevealed", "events.Event", "events.FigurePlaced", "events.GoodsChanged"), CHANGE
    ),
    **dict.fromkeys(winter("events.IdolMoved", "events.LaborChanged", "events.MegalithPlaced"), CHANGE),
    **dict.fromkeys(winter("events.OrderSet", "events.PlayedDiscarded", "events.PlayerEvent"), CHANGE),
    **dict.fromkeys(winter("events.PointsGained", "events.Reshuffled", "events.RitualAdded"), CHANGE),
    **dict.fromkeys(winter("events.RitualDiscarded", "events.RitualRevealed", "events.RivalTurn"), CHANGE),
    **dict.fromkeys(winter("events.RoundBegun", "events.Scored", "events.SetAnew"), CHANGE),
    **dict.fromkeys(winter("events.SetupTaken", "events.StoneTaken", "events.TileUsed"), CHANGE),
    **dict.fromkeys(winter("events.TurnPassed", "events.VillageBuilt", "events.Won"), CHANGE),
    **dict.fromkeys(
        agenda("AfterAbility", "Arrows", "BoardBenefits", "Culture", "DraftChief", "DraftSetup", "EclipseTurn"),
        QUESTION,
    ),
    **dict.fromkeys(agenda("EndTurn", "Figure", "Middle", "PickSide", "Pile", "Ritual", "SetupChoice"), QUESTION),
    **dict.fromkeys(agenda("StartBurial", "StartIdol", "Tiles", "Top", "Tribe"), QUESTION),
    **dict.fromkeys(winter("content.Animal", "content.Chief", "content.CultureCard"), CONTENT),
    **dict.fromkeys(winter("content.Limits", "content.MegalithSpace", "content.RivalCard"), CONTENT),
    **dict.fromkeys(winter("content.SetupCard", "content.Stone", "content.StoneSpace"), CONTENT),
    **dict.fromkeys(winter("content.Terrain", "content.TribeCard"), CONTENT),
    **dict.fromkeys(winter("effects.Benefit", "effects.Both", "effects.Either"), EFFECT),
    **dict.fromkeys(winter("effects.Exchange", "effects.InColumn", "effects.InOrder"), EFFECT),
    **dict.fromkeys(winter("Megalith", "Player", "Rival", "Score", "SeenPlayer", "Spot", "Table"), RESULT),
    **dict.fromkeys(winter("ThisTurn"), RESULT),
    **dict.fromkeys(rpg("CharacterKind", "Restored", "ScarPart", "characters.attacks.Consequence"), ALIAS),
    **dict.fromkeys(rpg("characters.attacks.Mode", "combat.Action", "combat.Declaration", "combat.Gone"), ALIAS),
    **dict.fromkeys(rpg("combat.Held", "content.book.PriceList", "content.book.Threat", "creation.Action"), ALIAS),
    **dict.fromkeys(
        rpg("creation.Swap", "characters.effects.Change", "characters.effects.Effect", "characters.effects.Failure"),
        ALIAS,
    ),
    **dict.fromkeys(
        rpg("characters.effects.Subject", "procedures.fatigue.Change", "content.lookup.EntryKind", "odds.Policy"), ALIAS
    ),
    **dict.fromkeys(rpg("procedures.retinue.Lodging", "procedures.recovery.Pair", "sheets.Format"), ALIAS),
    **dict.fromkeys(rpg("procedures.retinue.Cost", "procedures.retinue.Upkeep"), RESULT),
    **dict.fromkeys(rpg("Attribute", "CREDIT", "combat.FOES"), CONSTANT),
    **dict.fromkeys(rpg("combat.MANIFEST", "combat.PARTY", "creation.MANIFEST", "creation.Step"), CONSTANT),
    **dict.fromkeys(rpg("forecast.Measure", "forecast.Policy"), ALIAS),
    **dict.fromkeys(rpg("Companion", "Conditions", "Omen", "Scar", "Traits", "Uses"), CHARACTER),
    **dict.fromkeys(rpg("Background", "Book", "Creature", "Credit", "Grant"), BOOK),
    **dict.fromkeys(rpg("content.book.Leader", "content.book.Purchase", "content.book.Reaction"), BOOK),
    **dict.fromkeys(rpg("content.book.Repertoire"), BOOK),
    **dict.fromkeys(
        rpg(
            "characters.attacks.Affliction",
            "characters.attacks.Doom",
            "characters.attacks.Feast",
            "characters.attacks.Loss",
        ),
        ABILITY,
    ),
    **dict.fromkeys(
        rpg(
            "characters.attacks.Rend",
            "characters.attacks.Ruin",
            "characters.attacks.Spellbound",
            "characters.attacks.Story",
        ),
        ABILITY,
    ),
    **dict.fromkeys(
        rpg("characters.attacks.Wither", "characters.effects.ActsFirst", "characters.effects.ArmorChange"), ABILITY
    ),
    **dict.fromkeys(
        rpg("characters.effects.AttackChange", "characters.effects.CannotDie", "characters.effects.CompanionLoss"),
        ABILITY,
    ),
    **dict.fromkeys(
        rpg("characters.effects.CriticalHp", "characters.effects.CriticalSavePass", "characters.effects.DailyNeed"),
        ABILITY,
    ),
    **dict.fromkeys(
        rpg("characters.effects.DamageLink", "characters.effects.DefenceChange", "characters.effects.Deprive"), ABILITY
    ),
    **dict.fromkeys(
        rpg("characters.effects.DeprivedWhile", "characters.effects.Eats", "characters.effects.FatigueCost"), ABILITY
    ),
    **dict.fromkeys(
        rpg("characters.effects.FatigueRelief", "characters.effects.FleeWithoutSave", "characters.effects.ForcedSave"),
        ABILITY,
    ),
    **dict.fromkeys(
        rpg(
            "characters.effects.Form",
            "characters.effects.FreeUpkeep",
            "characters.effects.Growth",
            "characters.effects.Harm",
        ),
        ABILITY,
    ),
    **dict.fromkeys(
        rpg("characters.effects.Immunity", "characters.effects.NextAttack", "characters.effects.NoNeed"), ABILITY
    ),
    **dict.fromkeys(
        rpg("characters.effects.OnUse", "characters.effects.OncePerDay", "characters.effects.OnlyWhile"), ABILITY
    ),
    **dict.fromkeys(
        rpg("characters.effects.OwnerOnly", "characters.effects.PassSaves", "characters.effects.Produces"), ABILITY
    ),
    **dict.fromkeys(
        rpg(
            "characters.effects.RechargeCost",
            "characters.effects.Returns",
            "characters.effects.Revive",
            "characters.effects.Rises",
        ),
        ABILITY,
    ),
    **dict.fromkeys(
        rpg(
            "characters.effects.Rewind",
            "characters.effects.Speed",
            "characters.effects.StepChange",
            "characters.effects.Summons",
        ),
        ABILITY,
    ),
    **dict.fromkeys(rpg("characters.effects.SwapLosses", "characters.effects.Vow"), ABILITY),
    **dict.fromkeys(rpg("combat.Aid", "combat.Begin", "combat.Cast", "combat.Drop", "combat.Flee"), ACTION),
    **dict.fromkeys(rpg("combat.Lose", "combat.Recover", "combat.Strike", "combat.Wait"), ACTION),
    **dict.fromkeys(
        rpg("combat.Agree", "combat.Destroy", "combat.Offer", "combat.Refuse", "combat.Rise", "combat.Judge"), ACTION
    ),
    **dict.fromkeys(rpg("combat.Use"), ACTION),
    **dict.fromkeys(rpg("characters.attacks.Aspect", "combat.Truce"), ALIAS),
    **dict.fromkeys(rpg("creation.Arrange", "creation.Buy", "creation.Done", "creation.Leave"), ACTION),
    **dict.fromkeys(rpg("creation.Roll", "creation.RollRest"), ACTION),
    **dict.fromkeys(rpg("combat.Fighter", "combat.Question", "combat.State", "creation.Draft"), QUESTION),
    **dict.fromkeys(rpg("creation.State"), QUESTION),
    **dict.fromkeys(rpg("creation.Choices"), ARGUMENTS),
    **dict.fromkeys(rpg("characters.attacks.Lapse", "combat.Plight", "combat.Scene"), QUESTION),
    **dict.fromkeys(rpg("characters.effects.Leads"), ABILITY),
    **dict.fromkeys(
        rpg("combat.Log", "combat.Observation", "creation.Observation", "procedures.magic.Casting"), RESULT
    ),
    **dict.fromkeys(rpg("odds.Ending", "odds.FighterOdds", "odds.Odds", "odds.TooManyStatesError"), RESULT),
    **dict.fromkeys(
        rpg("procedures.carrying.fetch", "procedures.carrying.fetch_gold", "procedures.carrying.park"), SIBLING
    ),
    **dict.fromkeys(rpg("procedures.carrying.put_out", "procedures.carrying.take_off"), SIBLING),
    **dict.fromkeys(rpg("formats.FOUNDRY_CAIRN", "formats.FOUNDRY_CAIRN2E", "formats.KETTLEWRIGHT"), CONSTANT),
    **dict.fromkeys(rpg("formats.read_container", "odds.random_target"), SIBLING),
    **dict.fromkeys(rpg("odds.weakest_first", "procedures.recovery.hour_passed", "procedures.recovery.meet"), SIBLING),
    **dict.fromkeys(rpg("dungeon.Action", "dungeon.Cost", "dungeon.Deed", "dungeon.DoorState"), ALIAS),
    **dict.fromkeys(rpg("dungeon.TroubleKind"), ALIAS),
    **dict.fromkeys(rpg("dungeon.MANIFEST"), CONSTANT),
    **dict.fromkeys(rpg("dungeon.Do", "dungeon.Go", "dungeon.Lead", "dungeon.Leave", "dungeon.Pay"), ACTION),
    **dict.fromkeys(rpg("dungeon.Settle", "dungeon.Stay"), ACTION),
    **dict.fromkeys(
        rpg("dungeon.Found", "dungeon.Scene", "dungeon.State", "dungeon.Trouble", "dungeon.Work"), QUESTION
    ),
    **dict.fromkeys(rpg("dungeon.Area", "dungeon.Door", "dungeon.Exit", "dungeon.Place", "dungeon.Tables"), MAP),
    **dict.fromkeys(rpg("dungeon.Observation"), RESULT),
    **dict.fromkeys(rpg("campaign.Action", "campaign.Campaign", "campaign.OwnAction", "campaign.SceneAction"), ALIAS),
    **dict.fromkeys(rpg("campaign.SceneState"), ALIAS),
    **dict.fromkeys(rpg("campaign.BelongingsAction", "campaign.CompanyAction", "campaign.Dealing"), ALIAS),
    **dict.fromkeys(rpg("campaign.Deed", "campaign.MarketAction"), ALIAS),
    **dict.fromkeys(rpg("campaign.MANIFEST"), CONSTANT),
    **dict.fromkeys(rpg("campaign.Aid", "campaign.Calm", "campaign.CatchBreath", "campaign.ChangeSeason"), ACTION),
    **dict.fromkeys(rpg("campaign.Enter", "campaign.Fight", "campaign.PassWatch", "campaign.Retire"), ACTION),
    **dict.fromkeys(rpg("campaign.SetOut"), ACTION),
    **dict.fromkeys(rpg("campaign.Buy", "campaign.Dismiss", "campaign.Downtime"), ACTION),
    **dict.fromkeys(rpg("campaign.Fetch", "campaign.Give", "campaign.GiveGold"), ACTION),
    **dict.fromkeys(rpg("campaign.Hire", "campaign.Join", "campaign.PartWays"), ACTION),
    **dict.fromkeys(rpg("campaign.PayWages", "campaign.Pull", "campaign.PutDown", "campaign.Receive"), ACTION),
    **dict.fromkeys(rpg("campaign.Rename", "campaign.Sell", "campaign.Share"), ACTION),
    **dict.fromkeys(rpg("campaign.Spend", "campaign.Stow", "campaign.Succeed"), ACTION),
    **dict.fromkeys(rpg("campaign.TakeOff", "campaign.TakeOver", "campaign.Wear"), ACTION),
    **dict.fromkeys(rpg("campaign.Explored", "campaign.Scene", "campaign.State"), QUESTION),
    **dict.fromkeys(rpg("campaign.Chronicle", "campaign.Entry", "campaign.Observation"), RESULT),
    **dict.fromkeys(rpg("campaign.Encounter", "campaign.Way"), LAND),
    **dict.fromkeys(rpg("wilderness.Action", "wilderness.Answer", "wilderness.ChoiceKind", "wilderness.Cost"), ALIAS),
    **dict.fromkeys(rpg("wilderness.Declaration", "wilderness.Distance", "wilderness.Finding"), ALIAS),
    **dict.fromkeys(rpg("wilderness.Part", "wilderness.Path", "wilderness.Phase", "wilderness.Season"), ALIAS),
    **dict.fromkeys(rpg("wilderness.Terrain", "wilderness.Toll", "wilderness.Weather"), ALIAS),
    **dict.fromkeys(rpg("wilderness.MANIFEST"), CONSTANT),
    **dict.fromkeys(rpg("wilderness.Begin", "wilderness.Camp", "wilderness.Explore", "wilderness.Find"), ACTION),
    **dict.fromkeys(rpg("wilderness.FindWay", "wilderness.Guard", "wilderness.Lose", "wilderness.Pay"), ACTION),
    **dict.fromkeys(rpg("wilderness.Rest", "wilderness.Resupply", "wilderness.Shift", "wilderness.Supply"), ACTION),
    **dict.fromkeys(rpg("wilderness.Take", "wilderness.Travel", "wilderness.Wait", "procedures.party.Drop"), ACTION),
    **dict.fromkeys(
        rpg("wilderness.Choice", "wilderness.Scene", "wilderness.State", "procedures.party.Light"), QUESTION
    ),
    **dict.fromkeys(rpg("forecast.Forecast"), RESULT),
    **dict.fromkeys(rpg("procedures.party.Party", "procedures.party.Question"), QUESTION),
    **dict.fromkeys(rpg("wilderness.Observation"), RESULT),
    **dict.fromkeys(rpg(), SIBLING),
}
"""The public names without an example, each with the reason."""

Thing = griffe.Object
IMPORTED: Final = {module: names for module, names in MODULES.items() if not module.startswith(ADAPTERS)}
IMPORTED_NAMES: Final = [f"{module}.{name}" for module, names in IMPORTED.items() for name in names]
NAMES: Final = [f"{module}.{name}" for module, names in MODULES.items() for name in names]


@pytest.fixture(scope="module")
def things() -> dict[str, Thing]:
    """What griffe, which runs no code, finds of every public name."""
    root = Path(cairn_rules.__file__).parent.parent
    extensions = griffe.Extensions(DocstringLinks())
    package = griffe.load(
        PACKAGE, search_paths=[root], resolve_aliases=True, extensions=extensions, allow_inspection=False
    )
    found = {name: package[name.removeprefix(f"{PACKAGE}.")] for name in NAMES}
    return {name: each.final_target if isinstance(each, griffe.Alias) else each for name, each in found.items()}


def all_modules() -> list[str]:
    every = (each.name for each in pkgutil.walk_packages(cairn_rules.__path__, f"{PACKAGE}."))
    return [PACKAGE, *(name for name in every if not name.startswith(ADAPTERS))]


def written_out(module: str) -> list[str] | None:
    """The names of a list `__all__` that stands in a module; None when there is none."""
    path = Path(str(import_module(module).__file__))  # which may be of machine code
    source = path.with_name(f"{path.name.partition('.')[0]}.py").read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == ["__all__"]:
            return list(ast.literal_eval(node.value))
    return None


def test_every_all_is_of_a_public_module_and_written_out() -> None:
    """Whoever lists names in `__all__` is public, or gathers names that another module offers."""
    listed = {name: names for name in all_modules() if "__main__" not in name and (names := written_out(name))}
    assert listed.keys() == IMPORTED.keys() | GATHERED.keys()
    for name, names in listed.items():
        assert tuple(names) == tuple(import_module(name).__all__), name
    for name, door in GATHERED.items():
        assert set(listed[name]) <= set(import_module(door).__all__), name


def test_every_name_has_one_place() -> None:
    """No two public names stand for the same thing, and none is listed twice."""
    assert [name for name, times in Counter(NAMES).items() if times > 1] == []
    classes = Counter(
        id(value)
        for name in IMPORTED_NAMES
        if callable(value := getattr(import_module(name.rpartition(".")[0]), name.rpartition(".")[2]))
    )
    assert set(classes.values()) == {1}


def test_every_name_is_there_and_told_by_dir() -> None:
    """What `__all__` lists can be imported, also what is loaded later. The tests of the adapters import those."""
    for name in IMPORTED_NAMES:
        module, _, last = name.rpartition(".")
        assert hasattr(import_module(module), last), name
        assert last in dir(import_module(module)), name


def test_every_name_is_on_one_page_of_the_reference() -> None:
    """The reference has each public name once, and no other."""
    assert sorted(name for _, name in places()) == sorted(NAMES)


def test_every_public_module_has_a_heading_in_the_reference() -> None:
    """Other pages can lead to a module by its name."""
    pages = "\n".join(page.read_text(encoding="utf-8") for page in REFERENCE.rglob("*.md"))
    assert sorted(re.findall(r"^#+ .+ \{ #(cairn_rules[a-z0-9_.]*) \}$", pages, re.MULTILINE)) == sorted(MODULES)


def test_everything_public_is_documented(things: dict[str, Thing]) -> None:
    """Names and their public members have docstrings; members of enumerations are told by their class."""
    bare = [name for name, thing in things.items() if not thing.has_docstring]
    bare += [f"{name}.{member.name}" for name, thing in things.items() for member in members(thing) if is_bare(member)]
    assert bare == []


def test_everything_public_has_an_example(things: dict[str, Thing]) -> None:
    """An example stands in the docstring of a name or of one of its members, or there is a reason why not."""
    without = {name.removeprefix(f"{PACKAGE}.") for name, thing in things.items() if not has_example(thing)}
    assert sorted(without) == sorted(WITHOUT_EXAMPLE)


def test_attributes_that_fit_a_row_are_labelled(things: dict[str, Thing]) -> None:
    """Rows of a table have no room for sections and code; whatever has them gets a heading on its page."""
    attributes = [
        member for thing in things.values() for member in members(thing) if isinstance(member, griffe.Attribute)
    ]
    plain = [each for each in attributes if "plain" in each.labels]
    assert [each.path for each in plain if ">>>" in each.docstring.value or ":\n    " in each.docstring.value] == []
    assert len(plain) > 100
    assert "plain" in things["cairn_rules.cairn.State"]["shamans"].labels
    assert [each.path for each in attributes if "plain" not in each.labels and each.has_docstring] != []


def test_no_private_type_in_a_public_signature(things: dict[str, Thing]) -> None:
    """Whatever an annotation of a public name says can be imported from a public place, or is not ours."""
    public = {*MODULES, *NAMES, *(thing.path for thing in things.values())}
    made = made_by_the_library()
    leaks = {
        f"{name}: {found}"
        for name, thing in things.items()
        for part in (thing, *members(thing, calls=name not in made))
        for found in annotated(part)
        if found.startswith(f"{PACKAGE}.") and not is_parameter(found)
        if found not in public and found.rpartition(".")[0] not in public
    }
    assert leaks == set()


def test_the_package_offers_what_the_decision_lists() -> None:
    decision = (Path(__file__).parents[2] / "docs/decisions/0026-one-name-in-one-place.md").read_text(encoding="utf-8")
    rows = [row.split(" | ")[0] for row in decision.splitlines() if row.startswith("| `")]
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(cairn_rules.__all__)


def test_classes_say_what_they_take() -> None:
    """In `help`, in notebooks and for `inspect`: no class of the library hides its parameters."""
    named = ((name, getattr(import_module(module), name)) for module, names in IMPORTED.items() for name in names)
    classes = {name: each for name, each in named if inspect.isclass(each) and has(each)}
    vague = [name for name, each in classes.items() if {"args", "kwargs"} & {*inspect.signature(each).parameters}]
    assert vague == []
    assert len(classes) > 300


def members(thing: Thing, *, calls: bool = False) -> Iterator[Thing]:
    """The public members of a class; `calls` for how it is called, too."""
    if isinstance(thing, griffe.Class):
        for name, member in thing.members.items():
            if isinstance(member, Thing) and (not name.startswith("_") or (calls and name == "__init__")):
                yield member


def is_bare(member: Thing) -> bool:
    is_enumerated = member.name.isupper() and isinstance(member, griffe.Attribute)
    return not member.has_docstring and not is_enumerated


def has_example(thing: Thing) -> bool:
    return any(each.docstring is not None and ">>>" in each.docstring.value for each in (thing, *members(thing)))


def annotated(thing: Thing) -> Iterator[str]:
    """The paths of the names in a signature, an annotation, or a type alias."""
    expressions: list[object] = []
    if isinstance(thing, griffe.Function):
        expressions = [thing.returns, *(parameter.annotation for parameter in thing.parameters)]
    elif isinstance(thing, griffe.Attribute):
        expressions = [thing.annotation, thing.value if "TypeAlias" in str(thing.annotation) else None]
    for expression in expressions:
        if isinstance(expression, griffe.Expr):
            yield from (each.canonical_path for each in expression.iterate() if isinstance(each, griffe.ExprName))


def is_parameter(path: str) -> bool:
    """Whether a name is a type variable."""
    module, _, name = path.rpartition(".")
    try:
        return type(getattr(import_module(module), name)).__name__ == "TypeVar"
    except ImportError:
        return False


def made_by_the_library() -> set[str]:
    """The classes that users do not call: the reference does not show how."""
    pages = "\n".join(page.read_text(encoding="utf-8") for page in REFERENCE.rglob("*.md"))
    return set(
        re.findall(r"^::: (\S+)\n    options:\n(?:      .*\n)*      merge_init_into_class: false$", pages, re.MULTILINE)
    )
