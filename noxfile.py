"""The project's checks: `nox` runs the tests, `nox -t checks` every other check, `nox -l` lists all sessions."""

import secrets
import shutil
import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["tests"]

PROJECT = nox.project.load_toml("pyproject.toml")


def groups(*names: str) -> list[str]:
    """Return the requirements of dependency groups of pyproject.toml."""
    return list(nox.project.dependency_groups(PROJECT, *names))


def install_wheel(session: nox.Session, *, compiled: bool = False) -> None:
    """Build the wheel and install it, so that the tests run on what users get."""
    wheels = Path(session.create_tmp()).resolve()
    for old in (*wheels.glob("*.whl"), *wheels.glob("*.tar.gz")):
        old.unlink()
    if compiled:  # from a source distribution, so that no machine code is left among the sources
        session.install("build")
        env = {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"}
        session.run("python", "-m", "build", "--outdir", str(wheels), env=env, silent=True)
    else:
        session.run("python", "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), ".")
    session.install(*map(str, wheels.glob("*.whl")))
    session.run("python", "-c", f"import cairn_rules; assert cairn_rules.compiled is {compiled}")


def has_compiler() -> bool:
    """Return whether a C compiler can be found."""
    return sys.platform == "win32" or any(map(shutil.which, ("cc", "gcc", "clang")))


# A worker for each core; the examples of a page build on one another, so that files stay together.
IN_PARALLEL = ("-n", "auto", "--dist", "loadfile")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests against the built wheel, except the slow ones."""
    session.install("--no-compile", *groups("test"))  # most of it is never imported
    install_wheel(session)
    session.run("pytest", *IN_PARALLEL, "-m", "not slow", *session.posargs)


@nox.session(tags=["checks"])
def coverage(session: nox.Session) -> None:
    """Run all tests with branch coverage, which has to be 100 %."""
    session.install(*groups("test"))
    install_wheel(session)
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", *IN_PARALLEL, "-m", "not untraced", *session.posargs)
    session.run("coverage", "run", "-m", "pytest", *IN_PARALLEL, "tests/batch")  # not collected from `tests`
    session.run("pytest", *IN_PARALLEL, "-m", "untraced", *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session(tags=["checks"])
def oldest(session: nox.Session) -> None:
    """Run the tests of documents, the command line and the testing kit with the oldest dependencies allowed."""
    project = PROJECT["project"]
    extras = (each for extra in ("cli", "testing") for each in project["optional-dependencies"][extra])
    allowed = [each.replace(">=", "==") for each in (*project["dependencies"], *extras)]
    session.env["PIP_CONSTRAINT"] = ""  # nothing else is to say which versions these are
    session.install("--no-compile", *allowed, *groups("test"))
    install_wheel(session)
    chosen = (
        "test_documents.py",
        "test_match_documents.py",
        "test_same_everywhere.py",
        "cli",
        "testing",
        "cairn/test_state.py",
    )
    session.run("pytest", "-m", "not slow", *(session.posargs or [f"tests/{each}" for each in chosen]))


@nox.session(tags=["checks"])
def pages(session: nox.Session) -> None:
    """Run the examples of all pages of the documentation."""
    session.install(*groups("test"))
    install_wheel(session)
    session.run("pytest", *(session.posargs or ["docs"]))


@nox.session(tags=["checks"])
def compiled(session: nox.Session) -> None:
    """Run the tests of the session `tests` on the compiled engine, which is Cairn's; needs a C compiler."""
    if not has_compiler():
        session.skip("there is no compiler of C")
    session.install(*groups("test"))
    install_wheel(session, compiled=True)
    not_compiled = ("korrigans", "endless_winter", "cairn_rpg", "api", "cli")
    others = [f"--ignore=tests/{part}" for part in not_compiled]
    session.run("pytest", *IN_PARALLEL, "-m", "not slow", *others, *session.posargs)


@nox.session(tags=["checks"])
def examples(session: nox.Session) -> None:
    """Run every example with the wheel: the script, the twelve stones, the plug-ins, the chat bot, the web server."""
    session.install(*groups("test"))
    install_wheel(session)
    session.run("python", "examples/first_game.py", silent=True)
    with session.chdir("examples"):
        session.run("cairn-rules", "check-megalith", "twelve_stones:whirlpool", silent=True, env={"PYTHONPATH": "."})
    session.install("--no-deps", "./examples/moorland-stones")
    with session.chdir("examples/moorland-stones"):
        session.run("pytest")
        session.run("cairn-rules", "megaliths", "--plugins", silent=True)
    session.install("--no-deps", "./examples/fenland-pack")
    with session.chdir("examples/fenland-pack"):
        session.run("pytest")
        session.run("cairn-rules", "character", "--pack", "fenland", "--background", "eel-warden", silent=True)
    session.install("--no-deps", "./examples/pebbles-game")
    with session.chdir("examples/pebbles-game"):
        session.run("pytest")
        session.run("cairn-rules", "demo", "--game", "pebbles", silent=True)
    session.install("--no-deps", "./examples/chat-bot")
    with session.chdir("examples/chat-bot"):
        session.run("pytest")
    session.install("./examples/two-browsers[test]")
    with session.chdir("examples/two-browsers"):
        session.run("pytest")


@nox.session
def thorough(session: nox.Session) -> None:
    """Run the property tests with many more examples, and a million decisions of batches, different each time."""
    session.install(*groups("batch"))
    install_wheel(session)
    seeded = [each for each in session.posargs if each.startswith("--hypothesis-seed")]
    seed = () if seeded else (f"--hypothesis-seed={secrets.randbits(32)}",)
    session.log(f"The same examples again: nox -s thorough -- {' '.join([*seed, *session.posargs])}")
    session.run("pytest", "--hypothesis-profile=thorough", *seed, *session.posargs)
    if session.posargs == seeded:  # nothing else was asked for
        session.run("pytest", "tests/batch/test_lockstep.py", "--hypothesis-profile=thorough", *seed, *seeded)


@nox.session
def mutation(session: nox.Session) -> None:
    """Check that the tests of a game notice changes of its sources: `nox -s mutation -- cairn`, or all games."""
    session.install(*groups("test"), "-e", ".")
    session.run("python", "scripts/mutation.py", *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Try the web pages in a real browser: Chromium, or the one that $BROWSER names."""
    session.install(*groups("browser"))
    install_wheel(session)
    site = str(Path(session.create_tmp()).resolve() / "site")
    session.run("python", "tests/browser/build_site.py", site, env={"NO_MKDOCS_2_WARNING": "1"})
    session.run("pytest", *IN_PARALLEL, "tests/browser", *session.posargs, env={"SITE": site})
    session.install("./examples/two-browsers[test]")
    with session.chdir("examples/two-browsers"):
        session.run("pytest", "browser")


@nox.session(tags=["checks"])
def cluster(session: nox.Session) -> None:
    """Play many games on a Dask cluster of two processes."""
    session.install(*groups("cluster"))
    install_wheel(session)
    session.run("pytest", "tests/cluster", *session.posargs)


@nox.session(tags=["checks"])
def batch(session: nox.Session) -> None:
    """Play batches and the scalar engine side by side with Numba; the session `coverage` does so without it."""
    session.install(*groups("batch"))
    install_wheel(session)
    session.run("pytest", "tests/batch", *session.posargs)
    # what only runs with Numba, with branch coverage
    session.env["COVERAGE_FILE"] = str(Path(session.create_tmp()).resolve() / "coverage")  # apart from all others
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", "tests/batch/test_compiler.py", "-m", "not slow")
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report", "--include=*/cairn_rules/cairn/batch/compiler.py", "--omit=nothing")


@nox.session(tags=["checks"])
def adapters(session: nox.Session) -> None:
    """Run the tests that PettingZoo, Gymnasium and OpenSpiel have for environments; check the licences of extras."""
    session.install(*groups("adapters", "cluster"))
    install_wheel(session)
    session.run("python", "scripts/licences.py", "--check")
    session.env["COVERAGE_FILE"] = str(Path(session.create_tmp()).resolve() / "coverage")  # apart from all others
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", "tests/adapters", "tests/test_extras.py", *session.posargs)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report", "--include=*/cairn_rules/adapters/*", "--omit=nothing")


@nox.session(tags=["checks"])
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning is an error. `nox -s docs -- serve` previews it."""
    session.install(*groups("docs"), "-e", ".[cli,report,testing]")
    command = session.posargs or ("build", "--strict")
    session.run("mkdocs", *command, env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session(tags=["checks"])
def types(session: nox.Session) -> None:
    """Check the types with mypy and pyright, that the wheel is fully typed, and what editors offer."""
    session.install(*groups("types"), "-e", ".")
    session.run("mypy")
    session.run("mypy", "tests/typing")
    session.run("mypy", "examples/first_game.py", "examples/twelve_stones.py")
    pages = ("play", "characters", "puzzles", "warden", "workshop", "packs")
    session.run("mypy", *(str(each) for page in pages for each in Path("docs", page).glob("*.py")))
    session.run("pyright")
    # What users see: every type of the wheel is known, asked where there are no sources to look at instead. Classes
    # built on those of PettingZoo and OpenSpiel, which have no types, are left out.
    install_wheel(session)
    session.run("pytest", "tests/editor")
    program = "from pathlib import Path; import cairn_rules.adapters as a; [Path(*a.__path__, n).unlink() for n in {}]"
    session.run("python", "-c", program.format(["openspiel.py", "pettingzoo.py"]))
    with session.chdir(session.create_tmp()):
        session.run("pyright", "--verifytypes", "cairn_rules", "--ignoreexternal", silent=True)


@nox.session(tags=["checks"])
def api(session: nox.Session) -> None:
    """List the changes that would break programs written for the last release."""
    session.install(*groups("lint"))
    session.run("python", "scripts/api_changes.py")


@nox.session(tags=["checks"])
def lint(session: nox.Session) -> None:
    """Check style, spelling, English, workflows, and that imports run one way."""
    session.install(*groups("lint"), "-e", ".")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("codespell")
    session.run("lint-imports")
    session.run("python", "scripts/prose.py")
    session.run("zizmor", "--offline", "--quiet", ".github")


@nox.session
def release(session: nox.Session) -> None:
    """Make a release, or refuse it with the reasons: `nox -s release -- 0.2.0`. Nothing is sent anywhere."""
    session.install(*groups("release"), *PROJECT["project"]["dependencies"])
    session.run("python", "scripts/release.py", *session.posargs)


@nox.session(tags=["checks"])
def rehearsal(session: nox.Session) -> None:
    """Make the next release in a copy of the last commit, and try everything that a release must refuse; needs git."""
    if not shutil.which("git"):
        session.error("a release is made with git, which was not found: install it")
    session.install(*groups("release"))
    install_wheel(session)
    session.run("pytest", "tests/releases")
    session.run("python", "scripts/rehearsal.py")


@nox.session
def licences(session: nox.Session) -> None:
    """Write the licences of all packages that extras bring into `docs/licences.md`."""
    session.install("packaging>=24.2", f".[{','.join(PROJECT['project']['optional-dependencies'])}]")
    session.run("python", "scripts/licences.py")


@nox.session
def constraints(session: nox.Session) -> None:
    """Pin what the checks install, on all systems and versions of Python, in `constraints.txt`."""
    session.install("uv>=0.9")
    example = nox.project.load_toml("examples/two-browsers/pyproject.toml")["project"]
    others = [*example["dependencies"], *example["optional-dependencies"]["test"]]
    others += PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["dependencies"]
    file = Path(session.create_tmp()).resolve() / "others.in"
    file.write_text("\n".join(each for each in others if not each.startswith("cairn-rules")), encoding="utf-8")
    names = [f"--group={name}" for name in PROJECT["dependency-groups"] if name != "bench"]  # which is no check
    command = ("uv", "pip", "compile", "--quiet", "--upgrade", "--universal", "--python-version=3.11", "--all-extras")
    written = ("--no-annotate", "--custom-compile-command=nox -s constraints", "--output-file=constraints.txt")
    session.run(*command, *names, *written, "pyproject.toml", str(file))


@nox.session
def parts(session: nox.Session) -> None:
    """Rewrite the generated parts of the pages, after you changed code or docstrings."""
    session.install(*groups("docs"), "-e", ".[cli,report,testing]")
    session.run("python", "docs/building/write_parts.py")


@nox.session
def fonts(session: nox.Session) -> None:
    """Make the fonts of PNG images, after you changed their characters."""
    session.install(*groups("test"), "-e", ".")
    session.run("python", "scripts/fonts.py")


@nox.session
def schemas(session: nox.Session) -> None:
    """Write the JSON Schemas of the documents, after you changed their types."""
    session.install("-e", ".")
    program = """
import json
from pathlib import Path
from cairn_rules import json_schema
from cairn_rules.json_documents import schema_names
for game, document in schema_names():
    folder = Path("src/cairn_rules/schemas", game)
    folder.mkdir(exist_ok=True)
    text = json.dumps(json_schema(document, game=game), indent=2) + "\\n"
    (folder / f"{document}.json").write_text(text, encoding="utf-8")
"""
    session.run("python", "-c", program)


@nox.session
@nox.parametrize("compiled", [False, True], ids=["pure", "compiled"])
def bench(session: nox.Session, *, compiled: bool) -> None:
    """Compare speed and memory with the peers, in the same runs; options go to the programs that compare speeds."""
    session.install(*groups("bench"))
    install_wheel(session, compiled=compiled)
    modules = Path(session.create_tmp()).resolve() / "node_modules"
    if shutil.which("npm"):
        npm = ("npm", "install", "--silent", "--prefix", str(modules.parent), "boardgame.io@0.50.2")
        session.run(*npm, external=True, success_codes=[0, 1])  # without it, this peer is left out
    peers = {"NODE_PATH": str(modules)}
    for program in ("playouts", "fights", "exploring", "characters", "operations", "round_trips"):
        session.run("python", f"benchmarks/{program}.py", *session.posargs, env=peers)
    for program in ("import_time", "memory"):
        session.run("python", f"benchmarks/{program}.py", env=peers)


@nox.session
def growth(session: nox.Session) -> None:
    """Measure how games and training grow with threads, processes, workers and the size of a batch."""
    extras = PROJECT["project"]["optional-dependencies"]
    session.install(*extras["batch"], *extras["cluster"])
    install_wheel(session)
    session.run("python", "benchmarks/growth.py", *session.posargs)
