"""Megaliths that other distributions bring: found, checked, and none of them able to harm the others."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from cairn_rules import (
    DefinitionError,
    DocumentError,
    Match,
    NotationError,
    Record,
    Registry,
    cairn,
    dumps,
    format_record,
    from_data,
    json_schema,
    loads,
    parse_record,
    to_data,
)
from cairn_rules.cairn import BASE_SET, LIGHT_SET
from cairn_rules.cli.main import main
from cairn_rules.plugins import PluginWarning, origin_of
from support.command_line import printed

GOOD = """
from cairn_rules.cairn import Banish, megalith

@megalith("Far Thunder", text="Banish an enemy shaman anywhere.", id="{name}.thunder")
def thunder(site):
    for enemy in site.enemies():
        yield Banish(enemy)

@megalith("Still Stone", text="Nothing happens.", id="{name}.still")
def still(site):
    return ()

STONES = (thunder, still)
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a distribution with one plugin where Python finds it, as an installer would."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(distribution: str, name: str, offered: str, code: str) -> None:
        module = distribution.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(code.replace("{name}", name), encoding="utf-8")
        metadata = tmp_path / f"{module}-1.2.dist-info"
        metadata.mkdir()
        (metadata / "top_level.txt").write_text(module, encoding="utf-8")
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n", encoding="utf-8"
        )
        (metadata / "entry_points.txt").write_text(
            f"[cairn_rules.megaliths]\n{name} = {module}:{offered}\n", encoding="utf-8"
        )
        monkeypatch.setitem(sys.modules, module, None)  # nothing of it is left when the test is over
        del sys.modules[module]
        origin_of.cache_clear()

    return put


def test_without_plugins_a_set_is_what_it_was() -> None:
    assert BASE_SET.plugins() == ()
    assert BASE_SET.with_plugins() == BASE_SET


def test_a_plugin_adds_its_megaliths(install: Install) -> None:
    install("acme-stones", "acme", "STONES", GOOD)
    install("zeta-stones", "zeta", "thunder", GOOD)
    whole = BASE_SET.with_plugins()
    assert whole.ids == (*BASE_SET.ids, "acme.thunder", "acme.still", "zeta.thunder")
    assert LIGHT_SET.with_plugins().ids[len(LIGHT_SET) :] == whole.ids[len(BASE_SET) :]
    state = cairn.parse_position("f4/5/5/2s2/5 s wooe c3=acme.thunder,d3=dawn alley,deer - 0-0", whole)
    assert cairn.legal_actions(cairn.apply(state, cairn.parse_action("c2-c3", state))) == (
        cairn.Banish(cairn.Space.A5),
    )


def test_a_game_is_set_up_with_the_megaliths_of_plugins(install: Install, capsys) -> None:
    install("acme-stones", "acme", "STONES", GOOD)
    circles = ("--circles", "acme.thunder,acme.still")
    assert main(["demo", "--seed", "1", *circles]) == 2
    assert "unknown id 'acme.thunder'" in capsys.readouterr().err
    wrong = ("--circles", "acme.thunderr,dawn", "--plugins")
    assert main(["demo", "--seed", "1", *wrong]) == 2
    assert "--circles: unknown id 'acme.thunderr'; did you mean 'acme.thunder'?" in capsys.readouterr().err
    assert " b3=acme.thunder,d3=acme.still " in printed(capsys, "demo", "--seed", "1", *circles, "--plugins")


def test_plugins_tell_where_they_are_from(install: Install) -> None:
    install("acme-stones", "acme", "STONES", GOOD)
    (plugin,) = BASE_SET.plugins()
    assert (plugin.name, plugin.distribution, plugin.version, plugin.problem) == ("acme", "acme-stones", "1.2", None)
    assert [megalith.id for megalith in plugin.things] == ["acme.thunder", "acme.still"]
    assert str(plugin) == "acme of acme-stones 1.2"


@pytest.mark.parametrize(
    ("offered", "code", "problem"),
    [
        ("STONES", "import nothing_of_this_name", "it fails with ModuleNotFoundError"),
        ("STONES", "1 / 0", "it fails with ZeroDivisionError('division by zero')"),
        ("STONES", "import sys; sys.exit(3)", "it fails with SystemExit(3)"),
        ("STONES", "class Stop(BaseException): pass\nraise Stop(chr(27) + '[31m')", "it fails with Stop('\\x1b[31m')"),
        ("STONES", "from cairn_rules import PowerError\nraise PowerError(chr(27) + '[31m')", ": \\x1b[31m"),
        ("STONES", "", "it fails with AttributeError"),
        ("STONES", "STONES = (3,)", "holds 3, which is not a Megalith; it should be a Megalith, or several of them"),
        ("STONES", "STONES = 'deer'", "holds 'd', which is not a Megalith"),
        (
            "STONES",
            GOOD.replace("{name}.thunder", "thunder"),
            "'thunder' should begin with the plugin's name: 'broken.thunder'",
        ),
        ("STONES", GOOD.replace("Nothing happens.", ""), "text should be one line of text"),
    ],
)
def test_a_broken_plugin_is_named_and_leaves_the_others_alone(
    install: Install, offered: str, code: str, problem: str
) -> None:
    install("broken-stones", "broken", offered, code)
    install("acme-stones", "acme", "STONES", GOOD)
    with pytest.warns(PluginWarning) as warned:
        whole = BASE_SET.with_plugins()
    assert whole.ids == (*BASE_SET.ids, "acme.thunder", "acme.still")
    (warning,) = warned
    assert str(warning.message).startswith("the plugin broken of broken-stones 1.2 is left out: ")
    assert problem in str(warning.message)
    assert warning.filename == __file__


def test_two_plugins_with_one_name_do_not_mix(install: Install) -> None:
    install("acme-stones", "acme", "STONES", GOOD)
    install("other-stones", "acme", "STONES", GOOD.replace("Far Thunder", "Near Thunder"))
    with pytest.warns(PluginWarning, match=r"acme of other-stones 1.2 is left out: .*the id 'acme.thunder'"):
        whole = BASE_SET.with_plugins()
    assert whole["acme.thunder"].name == "Far Thunder"
    assert whole.ids == (*BASE_SET.ids, "acme.thunder", "acme.still")


def test_of_two_plugins_with_one_id_the_second_is_listed_as_what_cannot_be_used(install: Install, capsys) -> None:
    """As `with_plugins` has it: the first one is usable, and the second one is not."""
    install("acme-stones", "acme", "still", GOOD)
    install("other-stones", "acme", "still", GOOD.replace("Nothing happens.", "Something happens."))
    usable, other = BASE_SET.plugins()
    assert (usable.problem, len(usable.things)) == (None, 1)
    assert other.things == ()
    problem = "two different things have the id 'acme.still': Still Stone and Still Stone"
    assert other.problem == problem
    assert main(["megaliths", "--plugins"]) == 1
    out = capsys.readouterr().out
    assert out.count("acme.still ") == 1
    assert out.endswith(f"The plugin acme of other-stones 1.2 cannot be used: {problem}\n")


def test_two_plugins_with_an_effect_of_one_name_are_not_used_together(install: Install) -> None:
    code = GOOD.replace("import Banish", "import Banish, Effect") + (
        "from attrs import frozen\n\n"
        "@frozen\nclass Quake(Effect):\n    def apply(self, state):\n        return state\n\n"
        "@megalith('Quake Stone', text='Nothing quakes.', id='{name}.quake', effects=(Quake,))\n"
        "def quake(site):\n    yield Quake()\n"
    )
    install("acme-stones", "acme", "quake", code)
    install("zeta-stones", "zeta", "quake", code)
    with pytest.warns(PluginWarning, match="'acme.quake' and 'zeta.quake' each define a different effect 'quake'"):
        whole = BASE_SET.with_plugins()
    assert whole.ids == (*BASE_SET.ids, "acme.quake")


def test_an_interruption_while_a_plugin_is_loaded_passes(install: Install) -> None:
    install("acme-stones", "acme", "STONES", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        BASE_SET.plugins()


def test_a_set_made_of_another_still_knows_its_plugins(install: Install) -> None:
    install("acme-stones", "acme", "thunder", GOOD)
    assert (LIGHT_SET | BASE_SET["fairy"]).with_plugins().ids[-2:] == ("fairy", "acme.thunder")


def test_a_set_of_ones_own_knows_no_plugins() -> None:
    with pytest.raises(DefinitionError, match="has no plug-ins"):
        Registry((BASE_SET["deer"],)).with_plugins()


@pytest.mark.untraced
def test_nothing_is_imported_unless_it_is_asked_for(install: Install, tmp_path: Path) -> None:
    install("acme-stones", "acme", "STONES", GOOD + "\nprint('imported')")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nfrom cairn_rules import cairn\ncairn.new_game()\n"
    for asked, shown in (("", ""), ("cairn.BASE_SET.with_plugins()", "imported\n")):
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", program + asked], capture_output=True, text=True, check=True
        )
        assert done.stdout == shown


def test_the_command_line_lists_plugins(install: Install, capsys) -> None:
    install("acme-stones", "acme", "still", GOOD)
    assert "acme" not in printed(capsys, "megaliths")
    assert printed(capsys, "megaliths", "--plugins").splitlines()[-3:] == [
        "acme.still light  Still Stone",
        "                  Nothing happens.",
        "                  (plugin acme of acme-stones 1.2)",
    ]
    install("harbour-stones", "harbour", "still", GOOD)
    lines = printed(capsys, "megaliths", "--plugins").splitlines()
    assert (lines[0], lines[-3]) == (
        "chaos         light  Chaos of the Giants",
        "harbour.still light  Still Stone",
    ), "long ids have room"
    install("broken-stones", "broken", "STONES", "1 / 0")
    assert main(["megaliths", "--plugins"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == (
        "The plugin broken of broken-stones 1.2 cannot be used: it fails with ZeroDivisionError('division by zero')"
    )


def test_stored_games_with_plugins_are_read_when_they_are_loaded(install: Install, capsys, tmp_path: Path) -> None:
    install("acme-stones", "acme", "still", GOOD)
    position = "2s2/5/5/5/4f s wooe c3=acme.still,d3=dawn alley,menhir - 0-0"
    match = Match(cairn, cairn.parse_position(position, BASE_SET.with_plugins()))
    match.do("c5-x")
    file = tmp_path / "game.cairn"
    file.write_text(format_record(Record.of(match)), encoding="utf-8")
    assert main(["check", str(file)]) == 1
    assert "unknown id 'acme.still'" in capsys.readouterr().out
    assert main(["check", "--plugins", str(file)]) == 0
    assert "Still Stone" in printed(capsys, "show", "--plugins", position)
    assert main(["perft", "--plugins", position, "1"]) == 0


@pytest.fixture
def foreign(install: Install) -> cairn.State:
    """A state with a stone of a plugin."""
    install("acme-stones", "acme", "still", GOOD)
    position = "2s2/5/5/5/4f s wooe c3=acme.still,d3=dawn alley,menhir - 0-0"
    return cairn.parse_position(position, BASE_SET.with_plugins())


@pytest.mark.untraced
def test_documents_name_the_distribution_of_every_stone_that_is_not_of_the_box(foreign: cairn.State) -> None:
    data = to_data(foreign)
    assert data["packages"] == {"acme.still": "acme-stones 1.2"}
    assert from_data(data, BASE_SET.with_plugins()) == foreign
    assert "packages" not in to_data(cairn.new_game(seed=1))
    jsonschema.validate(data, json_schema("state"))
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert "it belongs to acme-stones 1.2: load it with --plugins on the command line" in str(caught.value)
    data["packages"] = {"acme.still": "other-stones 1.2"}
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert "it belongs to other-stones 1.2: pip install other-stones, and load it with --plugins" in str(caught.value)


def test_documents_name_the_distribution_however_often_they_are_written_and_read(foreign: cairn.State) -> None:
    registry = BASE_SET.with_plugins()
    for state in (foreign, cairn.apply(foreign, cairn.legal_actions(foreign)[0])):
        text = json.dumps(to_data(state), separators=(",", ":"))
        assert text.endswith('"packages":{"acme.still":"acme-stones 1.2"}}')
        for _ in range(3):
            assert dumps(state) == text
            assert loads(text, registry) == state
            with pytest.raises(DocumentError, match=r"acme-stones 1\.2: load it with --plugins"):
                loads(text)


def test_the_distribution_of_an_editable_installation_is_known(foreign: cairn.State, tmp_path: Path) -> None:
    """Nothing says which modules it has, except its entry points."""
    (tmp_path / "acme_stones-1.2.dist-info/top_level.txt").unlink()
    origin_of.cache_clear()
    assert to_data(foreign)["packages"] == {"acme.still": "acme-stones 1.2"}


@pytest.mark.parametrize("packages", [[], {"acme.still": 3}, "acme-stones", None])
def test_packages_are_texts_by_id(foreign: cairn.State, packages: object) -> None:
    data = to_data(foreign) | {"packages": packages}
    with pytest.raises(DocumentError, match=r"\$.packages: should be an object that maps ids to texts") as caught:
        from_data(data)
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize("origin", ["acme-stones; rm -rf 1.2", "acme-stones", "", "--index-url=x 1", "x" * 5000])
def test_an_origin_that_is_none_is_not_repeated(foreign: cairn.State, origin: str) -> None:
    data = to_data(foreign) | {"packages": {"acme.still": origin}}
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert "pip install" not in str(caught.value)


def test_records_name_the_distribution_too(foreign: cairn.State) -> None:
    record = Record.of(Match(cairn, foreign))
    text = format_record(record)
    assert '[Packages "acme.still=acme-stones 1.2"]' in text.splitlines()
    again = parse_record(text, registry=BASE_SET.with_plugins())
    assert again == record
    assert again.tags == {}
    with pytest.raises(NotationError, match=r"acme-stones 1\.2: load it with --plugins"):
        parse_record(text)


def test_stones_of_a_program_itself_have_no_distribution() -> None:
    @cairn.megalith("Own", text="Nothing happens.")
    def own(_: cairn.Site) -> tuple[cairn.Effect, ...]:
        return ()

    assert "packages" not in to_data(cairn.Construct(own))
