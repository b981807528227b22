"""The project's checks: `nox` runs the tests, `nox -t checks` every other check, `nox -l` lists all sessions."""

import os
import secrets
import shutil
import sys
from ctypes.util import find_library
from pathlib import Path

import nox

nox.options.default_venv_backend = "uv"
nox.options.sessions = ["tests"]

PROJECT = nox.project.load_toml("pyproject.toml")
BY_FILE = "tests/support/by_file.py"
"""Pytest in a process for each core."""
RELEASE_TOOLS = ".release/tools.txt"
"""What the sessions `release` and `rehearsal` install, with hashes."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the same programs start again and again
os.environ.setdefault("UV_SYSTEM_CERTS", "1")  # like pip
if "PIP_CONSTRAINT" in os.environ:  # the tools that build the wheel are constrained, too
    os.environ.setdefault("PIP_BUILD_CONSTRAINT", os.environ["PIP_CONSTRAINT"])
for name in ("INDEX_URL", "CONSTRAINT", "BUILD_CONSTRAINT"):  # uv has variables of its own
    if f"PIP_{name}" in os.environ:
        os.environ.setdefault(f"UV_{name}", os.environ[f"PIP_{name}"])


def groups(*names: str) -> list[str]:
    """Return the requirements of dependency groups of pyproject.toml."""
    return list(nox.project.dependency_groups(PROJECT, *names))


def install_release_tools(session: nox.Session) -> None:
    """Install the tools of a release, and what the library needs: only files that have the expected hashes."""
    session.install("--require-hashes", "--requirement", RELEASE_TOOLS)


def install_wheel(session: nox.Session, *names: str, compiled: bool = False) -> None:
    """Install dependency groups and the wheel, so that tests run on what users get: $WHEEL, or else a new one."""
    if names:
        session.install(*groups(*names))
    wheel = os.environ.get("WHEEL")
    if compiled or not wheel:
        folder = Path(session.create_tmp()).resolve()
        for old in (*folder.glob("*.whl"), *folder.glob("*.tar.gz")):
            old.unlink()
        # compiled: from a source distribution, so that no machine code is left among the sources
        kind = () if compiled else ("--wheel",)
        env = {"HATCH_BUILD_HOOK_ENABLE_MYPYC": str(int(compiled))}
        session.run("uv", "build", "--quiet", *kind, "--out-dir", str(folder), env=env, silent=True)
        (wheel,) = map(str, folder.glob("*.whl"))
    session.install(wheel)
    session.run("python", "-c", f"from cairn_rules import cairn; assert cairn.compiled is {compiled}")


def cover(session: nox.Session, part: str, *tests: str) -> None:
    """Run tests with branch coverage, which has to be 100 % of a part of the package, apart from that of all others."""
    session.env["COVERAGE_FILE"] = str(Path(session.create_tmp()).resolve() / "coverage")
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", *tests)
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report", f"--include=*/cairn_rules/{part}", "--omit=nothing")


def has_compiler() -> bool:
    """Return whether a C compiler can be found."""
    return sys.platform == "win32" or any(map(shutil.which, ("cc", "gcc", "clang")))


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests against the built wheel, except the slow ones."""
    install_wheel(session, "test")
    session.run("python", BY_FILE, "-m", "not slow", *session.posargs)


@nox.session(reuse_venv=True)
def quick(session: nox.Session) -> None:
    """Check style, types, and what a change can reach, or a room: `nox -s quick`, `nox -s quick -- korrigans`."""
    session.install(*groups("quick"), "-e", ".")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    session.run("python", "scripts/quick.py", *session.posargs)


@nox.session(tags=["checks"])
def coverage(session: nox.Session) -> None:
    """Run the tests with branch coverage, which has to be 100 %, and those slow ones that add nothing to it without."""
    install_wheel(session, "test")
    session.run("coverage", "erase")
    session.run("coverage", "run", BY_FILE, "-m", "not untraced", *(session.posargs or ["tests", "tests/batch"]))
    session.run("python", BY_FILE, "-m", "untraced and slow", *(session.posargs or ["tests", "tests/batch"]))
    session.run("coverage", "combine", "--quiet")
    session.run("coverage", "report")


@nox.session(tags=["checks"])
def oldest(session: nox.Session) -> None:
    """Run the tests of documents, the command line and the testing kit with the oldest dependencies allowed."""
    project = PROJECT["project"]
    extras = (each for extra in ("cli", "testing") for each in project["optional-dependencies"][extra])
    allowed = [each.replace(">=", "==") for each in (*project["dependencies"], *extras)]
    session.env["UV_CONSTRAINT"] = ""  # nothing else is to say which versions these are
    session.install(*allowed, *groups("test"))
    install_wheel(session, "test")
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
    install_wheel(session, "test")
    session.run("pytest", *(session.posargs or ["docs"]))


@nox.session(tags=["checks"])
def compiled(session: nox.Session) -> None:
    """Run the tests of the session `tests` on the compiled engine, which is Cairn's; needs a C compiler."""
    if not has_compiler():
        session.skip("there is no compiler of C")
    install_wheel(session, "test", compiled=True)
    folders = ("tests/cairn", "tests/balance", "tests/players", "tests/testing")
    tests = [*folders, *map(str, Path("tests").glob("test_*.py"))]
    others = "not (korrigans or winter or rpg or character or party or warden or packs or prose)"
    session.run("python", BY_FILE, "-m", "not slow", "-k", others, *(session.posargs or tests))


@nox.session(tags=["checks"])
def examples(session: nox.Session) -> None:
    """Run every example with the wheel: the script, the twelve stones, the plug-ins, the chat bot, the web server."""
    install_wheel(session, "test")
    session.run("python", "examples/first_game.py", silent=True)
    with session.chdir("examples"):
        session.run("cairn-rules", "check-megalith", "twelve_stones:whirlpool", silent=True, env={"PYTHONPATH": "."})
    for name, *command in (
        ("moorland-stones", "megaliths", "--plugins"),
        ("fenland-pack", "character", "--pack", "fenland", "--background", "eel-warden"),
        ("pebbles-game", "demo", "--game", "pebbles"),
        ("chat-bot", "--version"),
    ):
        session.install("--no-deps", f"./examples/{name}")
        with session.chdir(f"examples/{name}"):
            session.run("pytest")
            session.run("cairn-rules", *command, silent=True)
    session.install("./examples/two-browsers[test]")
    with session.chdir("examples/two-browsers"):
        session.run("pytest")


@nox.session
def thorough(session: nox.Session) -> None:
    """Run the property tests with many more examples, and a million decisions of batches, different each time."""
    install_wheel(session, "batch")
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
    install_wheel(session, "browser")
    site = str(Path(session.create_tmp()).resolve() / "site")
    session.run("python", "tests/browser/build_site.py", site, env={"NO_MKDOCS_2_WARNING": "1"})
    session.run("python", BY_FILE, *(session.posargs or ["tests/browser"]), env={"SITE": site})
    session.install("./examples/two-browsers[test]")
    with session.chdir("examples/two-browsers"):
        session.run("pytest", "browser")


@nox.session(tags=["checks"])
def cluster(session: nox.Session) -> None:
    """Play many games on a Dask cluster of two processes."""
    install_wheel(session, "cluster")
    session.run("pytest", "tests/cluster", *session.posargs)


@nox.session(tags=["checks"])
def batch(session: nox.Session) -> None:
    """Play batches and the scalar engine side by side with Numba, as on pages; `coverage` does so without it."""
    install_wheel(session, "batch")
    pages = (f"docs/how-to/{name}.md" for name in ("analyse-a-position", "million-games", "opponents"))
    session.run("pytest", "tests/batch", *(session.posargs or pages))
    cover(session, "cairn/batch/compiler.py", "tests/batch/test_compiler.py", "-m", "not slow")  # runs only with Numba


@nox.session(tags=["checks"])
def adapters(session: nox.Session) -> None:
    """Run the tests that PettingZoo, Gymnasium and OpenSpiel have for environments; check the licences of extras."""
    install_wheel(session, "adapters", "cluster")
    session.run("python", "scripts/licences.py", "--check")
    cover(session, "adapters/*", "tests/adapters", "tests/test_extras.py", *session.posargs)


@nox.session(tags=["checks"])
def renderers(session: nox.Session) -> None:
    """Draw every kind of picture with CairoSVG, which needs cairo, and with pygame."""
    if not find_library("cairo"):
        session.skip("there is no cairo, the library with which CairoSVG draws")
    install_wheel(session, "renderers")
    session.run("pytest", "tests/renderers", *session.posargs)


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
    session.run("mypy", "--package", "web")
    session.run("pyright")
    # What users see: every type of the wheel is known, asked where there are no sources to look at instead. Classes
    # built on those of PettingZoo and OpenSpiel, which have no types, are left out.
    install_wheel(session, "types")
    session.run("pytest", "tests/editor")
    program = "from pathlib import Path; import cairn_rules.adapters as a; [Path(*a.__path__, n).unlink() for n in {}]"
    session.run("python", "-c", program.format(["openspiel.py", "pettingzoo.py"]))
    with session.chdir(session.create_tmp()):
        session.run("pyright", "--verifytypes", "cairn_rules", "--ignoreexternal", silent=True)


@nox.session(tags=["checks"])
def api(session: nox.Session) -> None:
    """List the changes that would break programs written for the last release, or refuse its documents."""
    session.install(*groups("lint"), "-e", ".")
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
    install_release_tools(session)
    session.run("python", "scripts/release.py", *session.posargs)


@nox.session(tags=["checks"])
def rehearsal(session: nox.Session) -> None:
    """Make the next release in a copy of the last commit, and try everything that a release must refuse; needs git."""
    if not shutil.which("git"):
        session.error("a release is made with git, which was not found: install it")
    install_release_tools(session)
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
    """Pin what the checks install, on all systems and versions of Python, and the tools of a release with hashes."""
    example = nox.project.load_toml("examples/two-browsers/pyproject.toml")["project"]
    others = [*example["dependencies"], *example["optional-dependencies"]["test"]]
    others += PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["dependencies"]
    file = Path(session.create_tmp()).resolve() / "others.in"
    file.write_text("\n".join(each for each in others if not each.startswith("cairn-rules")), encoding="utf-8")
    names = [f"--group={name}" for name in PROJECT["dependency-groups"] if name != "bench"]  # which is no check
    command = ("uv", "pip", "compile", "--quiet", "--upgrade", "--universal", "--python-version=3.11", "--no-annotate")
    written = ("--custom-compile-command=nox -s constraints", "pyproject.toml", "--output-file")
    session.run(*command, *names, "--all-extras", *written, "constraints.txt", str(file))
    hashed = ("--generate-hashes", "--constraint=constraints.txt", "--group=release")
    session.run(*command, *hashed, *written, RELEASE_TOOLS)


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
    """Write the digests of the JSON Schemas, after you changed the format of a document."""
    session.install("-e", ".")
    session.run("python", "scripts/schemas.py")


@nox.session
@nox.parametrize("compiled", [False, True], ids=["pure", "compiled"])
def bench(session: nox.Session, *, compiled: bool) -> None:
    """Compare speed and memory with the peers, in the same runs; options go to the programs that compare speeds."""
    install_wheel(session, "bench", compiled=compiled)
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
    install_wheel(session, "batch", "cluster")
    session.run("python", "benchmarks/growth.py", *session.posargs)
