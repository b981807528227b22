"""A second process looks at the same states, with everything different that must not matter."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time

import pytest

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, Banish, Megalith, Space, Tribe, megalith
from cairn_rules.cairn.testing import second_process
from cairn_rules.cairn.testing.activation import woken
from cairn_rules.cairn.testing.second_process import look_again, seen
from cairn_rules.testing import (
    CheckStep,
    MegalithFault,
    MegalithVerdict,
    SecondLook,
    check_in_steps,
    check_megalith,
    parse_drawing,
)

pytestmark = pytest.mark.slow


def asked(stone: Megalith) -> cairn.State:
    """A state in which a megalith is asked for its options, with enemies on c3 and e5."""
    drawing = ". . . . f \n . . . . . \n . . f . . \n . . . . . \n s:it . . . ."
    return woken(parse_drawing(drawing.replace("it", stone.id), megaliths=(stone, *BASE_SET)), Space.A1, Tribe.SEA)


@megalith("Thunder", text="Banish an enemy.")
def thunder(site):
    yield from map(Banish, site.enemies())


@megalith("Endless", text="It never answers.")
def endless(_):
    while True:
        time.sleep(1)


@megalith("Leaving", text="It ends the process.")
def leaving(_):
    os._exit(7)


@megalith("Reading", text="It reads a file and imports a module.")
def reading(_):
    import colorsys  # noqa: PLC0415 - what is imported when it is asked is no fault

    with open(os.devnull, encoding=f"utf-{colorsys.ONE_THIRD > 0 and 8}"):  # noqa: PTH123 - so it is called
        return []


@pytest.mark.untraced
def test_the_second_process_sees_the_same() -> None:
    state = asked(thunder)
    look = look_again([state, state])
    assert look.seen == (("xc3", "xe5"),) * 2 == (seen(state),) * 2
    assert (look.read, look.ended, look.absent) == (((), ()), None, None)


@pytest.mark.untraced
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the name of the file is another one elsewhere")
def test_files_are_noted_and_imports_are_not() -> None:
    look = look_again([asked(reading)])
    assert look.read == (("open('/dev/null')",) * 2,), "it is asked twice"


@pytest.mark.untraced
def test_a_process_that_ends_is_told_with_the_state() -> None:
    look = look_again([asked(thunder), asked(leaving), asked(thunder)])
    assert look.seen == (("xc3", "xe5"),)
    assert look.ended == "ends the process (exit code 7)"


def test_a_process_that_does_not_come_back_is_stopped() -> None:
    look = look_again([asked(thunder), asked(endless)], limit=20)
    assert look.seen == (("xc3", "xe5"),)
    assert look.ended == "does not return within 20 seconds"


def test_it_looks_no_longer_than_it_may() -> None:
    look = look_again([asked(thunder)], enough=0)
    assert (look.seen, look.ended, look.absent) == ((), None, None)


@pytest.mark.untraced
def test_what_another_process_cannot_import_gets_the_checks_of_its_own_and_the_verdict_says_so() -> None:
    stone = megalith("Local", text="Banish an enemy.", id="local")(lambda site: map(Banish, site.enemies()))
    verdict = check_megalith(stone, max_examples=10)
    assert isinstance(verdict, MegalithVerdict)
    missing = "differences in another process, files and the environment"
    assert verdict.not_looked_for == (f"{missing}: it is not in a module that another process can import",)
    assert repr(verdict) == f"Local ('local'): nothing found; not looked for: {verdict.not_looked_for[0]}"


def test_a_module_that_is_not_there_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook: the functions are found by name here, and nowhere else."""
    notebook = type(sys)("notebook_of_a_designer")
    source = "def flash(site):\n    return map(Banish, site.enemies())"
    exec(source, {"__name__": notebook.__name__, "Banish": Banish}, vars(notebook))  # noqa: S102 - as a notebook does
    monkeypatch.setitem(sys.modules, notebook.__name__, notebook)
    look = look_again([asked(megalith("Flash", text="Banish an enemy.")(notebook.flash))])
    assert look.absent == "another process cannot import it"


def test_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_, **__):
        raise OSError("emscripten does not support processes")

    monkeypatch.setattr(subprocess, "run", refuse)
    look = look_again([asked(thunder)])
    assert look.absent == ("no other process can be started here (OSError('emscripten does not support processes'))")


@pytest.mark.untraced
def test_the_hash_seed_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where this process has the seed that the other one usually gets, it gets a third."""
    given = []
    run = subprocess.run

    def noting(*arguments, env, **options):
        given.append(env["PYTHONHASHSEED"])
        return run(*arguments, env=env, **options)

    monkeypatch.setattr(subprocess, "run", noting)
    for seed in ("0", "1"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        look_again([asked(thunder)])
    assert given == ["1", "2"]


def test_what_is_read_is_noted_unless_a_module_is_imported(tmp_path, monkeypatch) -> None:
    """What reads a file when it is imported is not to blame; an event of another kind is none."""
    watch = second_process._Watch()
    (tmp_path / "reading_when_imported.py").write_text("import builtins\nbuiltins.watch.audit('open', ('a',))\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("builtins.watch", watch, raising=False)
    watch.audit("open", ("before",))
    with watch.watching() as read:
        importlib.import_module("reading_when_imported")
        watch.audit("open", ("file", 7))
        watch.audit("exec", ("code",))
    assert read == ["open('file')"]


def test_another_place_than_a_process_can_be_looked_at() -> None:
    asked_for = []

    def elsewhere(states):
        asked_for.extend(states)
        return SecondLook(seen=(seen(states[0]), ("xa1",)))

    with pytest.raises(MegalithFault, match=r"in another process.*xa1") as caught:
        check_megalith(thunder, max_examples=20, look_again=elsewhere)
    assert caught.value.check == "other-process"
    assert caught.value.state == asked_for[1]


@pytest.mark.untraced
def test_a_place_that_is_missing_is_named() -> None:
    verdict = check_megalith(thunder, max_examples=20, look_again=lambda _: SecondLook(absent="no worker is free"))
    assert verdict.not_looked_for == ("differences in another process, files and the environment: no worker is free",)


@pytest.mark.untraced
def test_a_check_in_steps_asks_for_a_second_look_once_for_each_kind_of_states() -> None:
    """The power and the ward have states of their own; whoever sends nothing is told what was not looked for."""
    stone = Megalith("both", "Both", "Both.", cairn.StoneColour.LIGHT, (thunder.powers[0],), ward=_no_backing)
    verdicts: list[MegalithVerdict] = []

    def run():
        verdicts.append((yield from check_in_steps(stone, max_examples=10)))

    taken: list[CheckStep] = list(run())
    looks = [step.line.partition(":")[0] for step in taken if step.states is not None]
    assert looks == ["ward-ends-process", "ends-process"]
    assert [step.done for step in taken] == [*range(taken[0].checks)]
    missing = "differences in another process, files and the environment: the check ran in one process only"
    assert verdicts[0].not_looked_for == (missing,)


def _no_backing(_, action):
    return isinstance(action, cairn.Add)
