"""Games of other distributions: found, loaded on request alone, and used by every tool without being named there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cairn_rules import (
    UnknownIdError,
    cairn,
    dumps,
    format_record,
    games,
    json_schema,
    loads,
    manifest_of,
    parse_record,
    players_of,
)
from cairn_rules.errors import DefinitionError, DocumentError, NotationError, UnknownGameError
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record
from cairn_rules.registry import Content, Registry
from cairn_rules.testing import check_game
from support.command_line import printed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "pebbles-game"
PAGE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")
"""The page that makes a game of another distribution."""


def put(folder: Path, distribution: str, offered: str, code: str | None = None) -> None:
    """Install a distribution into a folder: its metadata, and a module if there is code."""
    if code is not None:
        (folder / f"{distribution.replace('-', '_')}.py").write_text(code, encoding="utf-8")
    metadata = folder / f"{distribution.replace('-', '_')}-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[cairn_rules.games]\n{offered}\n", encoding="utf-8")


@contextmanager
def installing(folder: Path) -> Iterator[Path]:
    """Let Python find the distributions of a folder, in this process and in those that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(folder), os.environ.get("PYTHONPATH")))))
        yield folder
    for name in [name for name, module in sys.modules.items() if str(folder) in str(getattr(module, "__file__", ""))]:
        del sys.modules[name]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder to install distributions into."""
    with installing(tmp_path) as folder:
        yield folder


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The distribution of the example, installed; it is imported once, as in any process."""
    with installing(tmp_path_factory.mktemp("site")) as folder:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(EXAMPLE / "src" / "pebbles_game", folder / "pebbles_game", ignore=ignored)
        put(folder, "pebbles-game", "pebbles = pebbles_game\ntake-away = pebbles_game.take_away")
        yield folder


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command writes is written into an empty folder."""
    monkeypatch.chdir(tmp_path_factory.mktemp("work"))


def python(program: str) -> str:
    """Run a program in a process of its own and return what it prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def command(*arguments: object, lines: str = "", code: int = 0) -> str:
    """Run the command line in a process of its own and return what it prints."""
    line = [sys.executable, "-m", "cairn_rules", *map(str, arguments)]
    done = subprocess.run(line, capture_output=True, text=True, input=lines, check=False)  # noqa: S603
    assert (done.returncode, done.stderr if code == 0 else "") == (code, ""), done.stderr
    return done.stdout + done.stderr


def played(name: str, seed: int, **options: object) -> Match:
    """A game between a player who takes the first legal action and one who takes the last."""
    game = games.load(name)
    match = Match(game, game.new_game(seed=seed, **options)) if options else Match(game, seed=seed)
    while match.outcome is None:
        match.do(match.legal_actions[-(match.turns % 2)])
    return match


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
def test_installed_games_are_found_by_name_without_being_imported() -> None:
    program = """
import sys
from cairn_rules import games
assert games.names() == (*games.LIBRARY, "pebbles", "take-away")
assert not {"pebbles", "take-away"} & games.loaded().keys()
assert not [name for name in sys.modules if name.startswith("pebbles_game")]
assert games.load("pebbles").__name__ == "pebbles_game"
print(games.loaded()["pebbles"].__name__)
"""
    assert python(program) == "pebbles_game\n"


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize(("name", "seat"), [("pebbles", "grey"), ("take-away", "1")])
def test_every_tool_works_for_an_installed_game(name: str, seat: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Demo, a game by script, records and JSON, check, show, replay, convert, perft, many games."""
    assert "It took" in command("demo", "--game", name, "--seed", 7)
    assert "It took" in printed(capsys, "demo", "--game", name, "--seed", "7", "--all")
    told = command(
        "play", "--game", name, "--player", f"{seat}=random", "--seed", 7, "--save", "kept", lines="1\n1\nresign\n"
    )
    assert "wins: " in told
    assert told.splitlines()[-2].endswith(" resigned" if name == "pebbles" else "resignation")
    Path("game").write_text(format_record(Record.of(played(name, 7))), encoding="utf-8")
    assert "3 read" not in command("check", "kept", "game", "--game", name)
    assert command("show", "game", "--number", 1, "--game", name).strip()
    assert "<html" in command("show", "game", "--html", "page.html", "--game", name) + Path("page.html").read_text()
    assert "\n2. " in command("replay", "game", "--all", "--game", name)
    command("convert", "game", "--output", "game.json", "--game", name)
    assert loads(Path("game.json").read_text()) == Record.of(played(name, 7))
    command("convert", "game.json", "--output", "again", "--game", name)
    assert Path("again").read_text() == Path("game").read_text()
    assert command("perft", "2", "--seed", 7, "--game", name).strip().isdigit()
    told = command("simulate", "--lineup", "greedy,random", "-n", 4, "--seed", 1, "--jobs", 2, "--game", name)
    assert "4 games" in told


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
def test_the_parts_of_an_installed_game_are_used_everywhere() -> None:
    """Its set-up options, players, words, pictures, commands."""
    told = command("demo", "--game", "pebbles", "--players", 3, "--copies", 2, "--seed", 7)
    assert "Black" in told
    told = command("simulate", "--lineup", "thrifty,random,greedy", "-n", 3, "--seed", 1, "--game", "pebbles")
    assert "thrifty" in told
    Path("game").write_text(format_record(Record.of(played("pebbles", 7))), encoding="utf-8")
    command("show", "game", "--svg", "board.svg", "--game", "pebbles")
    assert Path("board.svg").read_text().startswith("<svg")
    assert "drew" in command("replay", "game", "--all", "--game", "pebbles")


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
def test_an_installed_game_has_commands_of_its_own() -> None:
    """The command does not have to care about `--game`, which was read before it."""
    assert "white draws moss: 1/4" in command("odds", "--game", "pebbles")


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_json_and_records_of_an_installed_game(players: int) -> None:
    """States, observations and actions in the middle of a game, and its record, are read again."""
    match = played("pebbles", 7, players=players)
    game = match.game
    for state, action in zip(match.states, match.history, strict=False):
        for value in (state, action, game.observe(state, 0), game.observe(state, None)):
            text = dumps(value)
            assert '"game":"pebbles"' in text
            assert loads(text) == loads(text, game=game) == value
    record = Record.of(match)
    assert record.outcome is not None
    assert record.outcome.scores is not None
    assert len(record.outcome.scores) == players_of(game, match.state) == players
    text = format_record(record)
    assert text.rstrip().endswith(f"({', '.join(map(str, record.outcome.scores))})")
    assert parse_record(text) == loads(dumps(record)) == record
    later = Record(game=game, start=match.states[3], actions=match.history[3:], outcome=match.outcome)
    assert parse_record(format_record(later)) == later


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("name", ["pebbles", "take-away"])
def test_an_installed_game_keeps_every_promise(name: str) -> None:
    check_game(games.load(name))


@pytest.mark.usefixtures("pebbles")
def test_values_of_a_game_with_rules_alone_have_no_json() -> None:
    """Its records do; its seats are those of its players."""
    game = games.load("take-away")
    assert manifest_of(game).name == "take-away"
    for value in ((12, 0), 2):
        with pytest.raises(DocumentError, match="no loaded game has documents for it"):
            dumps(value)
    record = Record.of(played("take-away", 7))
    assert loads(dumps(record)) == record


@pytest.mark.usefixtures("pebbles")
def test_content_of_several_kinds_is_looked_up_in_documents_and_records() -> None:
    """Other content is given for one kind or for all; a registry alone does not say which kind is meant."""
    game = games.load("pebbles")
    from pebbles_game.content import CHARMS, CONTENT, PEBBLES, Pebble  # noqa: PLC0415 - installed by this test

    jade = Pebble(id="jade", points=5)
    more = Content({"pebbles": PEBBLES | jade})
    state = game.new_game(seed=1, content=CONTENT.updated(more))
    assert state.bag[-1] == jade
    text = dumps(state)
    assert loads(text, more) == loads(text, CONTENT.updated(more)) == state
    with pytest.raises(DocumentError, match=r"\$\.value\.bag\[16\]: unknown id 'jade'"):
        loads(text)
    record = format_record(Record.of(Match(game, state)))
    assert parse_record(record, registry=more).start == state
    assert loads(dumps(Record.of(Match(game, state))), more).start == state
    with pytest.raises(NotationError, match="tag Bag: unknown id 'jade'"):
        parse_record(record)
    with pytest.raises(DefinitionError, match=r"a Registry is of one kind; give Content, .*: pebbles, charms"):
        loads(text, PEBBLES)
    with pytest.raises(DefinitionError, match="'pebble' is not a kind of content here; did you mean 'pebbles'"):
        loads(text, Content({"pebble": PEBBLES}))
    with pytest.raises(DefinitionError, match="cairn has no kinds of content; give a Registry"):
        loads(dumps(cairn.new_game(seed=1)), Content({"charms": CHARMS}))


READING = """
import sys
from cairn_rules import CairnRulesError, games, loads, parse_record
text = open(sys.argv[1] if len(sys.argv) > 1 else {path!r}, encoding="utf-8").read()
read = loads if text.startswith("{{") else parse_record
try:
    read(text)
except CairnRulesError as error:
    told = str(error)
else:
    raise SystemExit("it was read")
assert games.names() and "pebbles" not in games.loaded()
assert not [name for name in sys.modules if name.startswith("pebbles_game")], "reading imported code"
assert "belongs to pebbles-game 1.2, which is not loaded" in told, told
assert "cairn_rules.games.load('pebbles')" in told, told
games.load("pebbles")
assert read(text)
print("read")
"""


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("kind", ["record", "record as JSON", "state", "action"])
def test_reading_imports_nothing(kind: str) -> None:
    """What names an installed game that is not loaded is refused, with the way to load it; then it is read."""
    match = played("pebbles", 7)
    values = {"record as JSON": Record.of(match), "state": match.states[4], "action": match.history[0]}
    text = format_record(Record.of(match)) if kind == "record" else dumps(values[kind])
    Path("stored").write_text(text, encoding="utf-8")
    assert python(READING.format(path="stored")) == "read\n"


@pytest.mark.usefixtures("pebbles")
def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGameError, match=f"'chess'; installed games: {', '.join(games.LIBRARY)}, pebbles"):
        games.load("chess")
    with pytest.raises(NotationError, match="there is no game 'pebble'"):
        parse_record('[Game "pebble"]\n\nresult: *\n')


SPELLINGS = [
    ("endless-winter", "endless_winter", "EndlessWinter-v0", "Endless Winter", "ENDLESS-WINTER", "endlesswinter"),
    ("cairn", "Cairn", "CAIRN", "Cairn-v0", "cairn_rules/Cairn-v0"),
    ("cairn-rpg-combat", "cairn_rpg_combat", "CairnRpgCombat-v0", "Cairn RPG combat"),
    ("take-away", "take_away", "TakeAway-v0", "Take Away"),
]
"""The name of a game, and other spellings of it."""


@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize(("name", "spelling"), [(name, each) for name, *others in SPELLINGS for each in others])
def test_a_game_is_found_by_any_spelling_of_its_name(name: str, spelling: str) -> None:
    assert games.load(spelling) is games.load(name)
    assert games.known(spelling) is games.load(name)


def test_a_spelling_in_a_file_is_enough_to_import_a_game_of_the_library() -> None:
    program = """
import sys
from cairn_rules.games import known
assert "cairn_rules.endless_winter" not in sys.modules
print(known("Endless Winter").__name__)
"""
    assert python(program) == "cairn_rules.endless_winter\n"


@pytest.mark.usefixtures("pebbles")
def test_a_similar_name_is_suggested_alone() -> None:
    for text, name in (("Cairm", "cairn"), ("pebble", "pebbles"), ("Endles Wintr", "endless-winter")):
        with pytest.raises(UnknownGameError) as caught:
            games.load(text)
        assert str(caught.value) == f"there is no game {text!r}; did you mean {name!r}?"
    with pytest.raises(UnknownGameError, match="there is no game 3; installed games"):
        games.load(3)  # type: ignore[call-overload]


def test_names_that_differ_in_separators_only_are_told_apart(place: Path) -> None:
    put(place, "one-game", "moon-rise = one_game")
    put(place, "two-game", "moonrise = two_game")
    with pytest.raises(DefinitionError, match="the game 'moonrise' of two-game"):
        games.load("moonrise")
    with pytest.raises(UnknownGameError, match="did you mean 'moon"):
        games.load("Moon Rise")


@pytest.mark.usefixtures("pebbles")
def test_a_file_may_spell_the_name_of_its_game_otherwise() -> None:
    """Texts and JSON, without and with the game that it should be; what is written has the name itself."""
    for name, spelling in (("endless-winter", "Endless Winter"), ("take-away", "Take_Away")):
        record = Record.of(Match(games.load(name), seed=7))
        for written, read in ((format_record(record), parse_record), (dumps(record), loads)):
            text = written.replace(f'"{name}"', f'"{spelling}"')
            assert text != written
            assert read(text) == read(text, game=record.game) == record
        with pytest.raises(NotationError, match=f"{spelling!r} is not 'cairn', the given game"):
            parse_record(format_record(record).replace(f'"{name}"', f'"{spelling}"'), cairn)
    text = dumps(cairn.new_game(seed=7))
    assert loads(text.replace('"cairn"', '"Cairn"')) == loads(text)
    assert json_schema("variant", game="Endless_Winter") == json_schema("variant", game="endless-winter")
    with pytest.raises(UnknownIdError, match="did you mean 'cairn'"):
        json_schema("variant", game="cairm")


@pytest.mark.untraced
@pytest.mark.usefixtures("pebbles")
def test_the_command_line_takes_any_spelling() -> None:
    Path("game").write_text(format_record(Record.of(played("korrigans", 7))).replace("korrigans", "Korrigans", 1))
    shown = command("show", "game")
    assert shown == command("show", "game", "--game", "Korrigans")
    assert command("perft", 1, "--seed", 7, "--game", "Take Away") == command(
        "perft", 1, "--seed", 7, "--game=take-away"
    )
    assert "To play: 'cairn-rules play --game endless-winter'" in command("EndlessWinter", code=2)
    assert "'Korrigans'; choose a game with --game korrigans" in command("play", "Korrigans", code=2)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import nothing_of_this_name", "cannot be loaded: ModuleNotFoundError"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("import sys; sys.exit(3)", "cannot be loaded: SystemExit"),
        ("class Stop(BaseException): pass\nraise Stop", "cannot be loaded: Stop()"),
        ("", "is not a game: it has no new_game, current_player"),
        ("from pebbles_game import *", "is the game 'pebbles', but its entry point is named 'broken': name the entry"),
        ("from pebbles_game.take_away import *\nMANIFEST = 3", "the MANIFEST of a game must be a Manifest, not 3"),
    ],
)
@pytest.mark.usefixtures("pebbles")
def test_a_broken_game_leaves_the_others_alone(place: Path, code: str, told: str) -> None:
    put(place, "broken-game", "broken = broken_game", code)
    assert games.names() == (*games.LIBRARY, "broken", "pebbles", "take-away")
    assert "broken_game" not in sys.modules
    with pytest.raises(DefinitionError) as error:
        games.load("broken")
    assert told in str(error.value)
    if "MANIFEST" not in code:
        assert "broken-game 1.2" in str(error.value)
    assert games.load("pebbles")
    assert "pebbles" in games.loaded()
    assert "broken" not in games.loaded()
    assert loads(dumps(games.load("pebbles").new_game(seed=1)))


@pytest.mark.usefixtures("pebbles")
def test_both_remedies_for_a_game_of_another_name_work(place: Path) -> None:
    """Without a manifest, a game is named after its module: `fifteen_game` is `fifteen-game`."""
    code = "from pebbles_game.take_away import *\nfrom cairn_rules.manifest import Manifest\n"
    put(place, "fifteen-game", "fifteen = fifteen_game", code)
    told = r"name the entry point 'fifteen-game', or give the game MANIFEST = Manifest\(name='fifteen'\)"
    with pytest.raises(DefinitionError, match=told):
        games.load("fifteen")
    put(place, "sixteen-game", "sixteen-game = sixteen_game", code)
    put(place, "seventeen-game", "seventeen = seventeen_game", f"{code}MANIFEST = Manifest(name='seventeen')\n")
    assert [manifest_of(games.load(name)).name for name in ("sixteen-game", "seventeen")] == [
        "sixteen-game",
        "seventeen",
    ]


@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize(
    "code",
    [
        "from pebbles_game.take_away import *",
        "from pebbles_game.take_away import *\ndel observe",
    ],
)
def test_the_page_has_the_errors_of_a_game_that_is_not_found(place: Path, code: str) -> None:
    put(place, "nim-game", "nim = nim_game", code)
    with pytest.raises(DefinitionError) as error:
        games.load("nim")
    assert f"| `{str(error.value).replace('1.2', '1.0.0')}` |" in PAGE


@pytest.mark.usefixtures("pebbles")
def test_two_options_of_one_name_are_refused(place: Path) -> None:
    """A seat has an option in `play`; other commands leave its name to the set-up."""
    code = """
from pebbles_game.take_away import *
from cairn_rules.manifest import Manifest, Option, Seats, SetupOptions
first = Option(name="first", help="Begin.")
setup = SetupOptions(options=(first,), arguments=lambda _: {})
MANIFEST = Manifest(name="nim", seats=Seats(names=("first", "second")), setup=setup)
"""
    put(place, "nim-game", "nim = nim_game", code)
    told = "nim has a second option --first for 'cairn-rules play': give the set-up option another name, or the seat"
    assert told in " ".join(command("play", "--game", "nim", code=2).split())
    assert "It took" in command("demo", "--game", "nim", "--first")


def test_an_interruption_while_a_game_is_loaded_passes(place: Path) -> None:
    put(place, "broken-game", "broken = broken_game", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        games.load("broken")


@pytest.mark.usefixtures("pebbles")
def test_two_distributions_with_the_same_game(place: Path) -> None:
    """Neither is loaded; their other games are."""
    put(place, "other-game", "pebbles = pebbles_game", None)
    with pytest.raises(DefinitionError, match=r"two distributions offer a game 'pebbles': .*; uninstall one"):
        games.load("pebbles")
    assert games.load("take-away")


def test_no_distribution_takes_the_name_of_a_game_of_the_library(place: Path) -> None:
    put(place, "false-game", "cairn = false_game", "raise SystemExit(3)")
    assert games.names().count("cairn") == 1
    assert games.load("cairn").__name__ == "cairn_rules.cairn"
    assert games.known("cairn") is games.load("cairn")
    assert "false_game" not in sys.modules


def test_content_is_a_mapping_of_registries() -> None:
    content = Content({"stones": cairn.BASE_SET, "light": cairn.LIGHT_SET})
    assert [*content] == ["stones", "light"]
    assert content["light"] is cairn.LIGHT_SET
    assert ("stones" in content, "cards" in content, 3 in content) == (True, False, False)
    assert repr(content) == "Content(stones: 14, light: 8)"
    assert (
        content
        == Content({"stones": cairn.BASE_SET, "light": cairn.LIGHT_SET})
        != content.updated(Content({"light": Registry()}))
    )
    assert content != {"stones": cairn.BASE_SET, "light": cairn.LIGHT_SET}
    assert len({content, Content(dict(content))}) == 1
    assert content.updated(None) is content
    assert Content({"stones": cairn.BASE_SET}).updated(cairn.LIGHT_SET)["stones"] is cairn.LIGHT_SET
    with pytest.raises(UnknownIdError, match="unknown id 'stone'; did you mean 'stones'"):
        content["stone"]
    with pytest.raises(DefinitionError, match="content is a Registry for each kind such as 'cards', not 3"):
        Content({"cards": 3})
