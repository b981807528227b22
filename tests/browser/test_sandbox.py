"""The sandbox of the workshop, attacked from inside, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from open_pages import LONG, Quiet
from web.workshop.page import POSITION

ROOT = "/hit-"
"""The beginning of every path that an attack asks for."""


class Listening(Quiet):
    """A server of files that notes each path, and lets pages of other sites read what it sends."""

    heard: set[str] = set()  # noqa: RUF012 - emptied before each attack

    def parse_request(self) -> bool:
        is_good = super().parse_request()
        if is_good and ROOT in self.path:
            self.heard.add(self.path.partition(ROOT)[2].partition("?")[0])
        return is_good

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


@contextmanager
def listening(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("localhost", 0), partial(Listening, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def own(site: Path, pages: str) -> Iterator[str]:  # noqa: ARG001 - it skips where there is no npm
    """The address of the site."""
    with listening(site) as address:
        yield address


@pytest.fixture(scope="module")
def other(site: Path) -> Iterator[str]:
    """The address of another site."""
    with listening(site) as address:
        yield address


PAGE = """async () => {
    window.heard = [];
    addEventListener("message", ({ data }) => heard.push(data));
    new BroadcastChannel("cairn").onmessage = ({ data }) => heard.push(data);
    const { Sandbox } = await import("./sandbox.js");
    const { Python } = await import("../play/shell.js");
    window.sandbox = new Sandbox("web.workshop.page");
    window.python = new Python("web.workshop.page"); // the other pages' worker, which nothing keeps in
    window.said = (question, patience) =>
        sandbox.ask(question, { patience }).then((answer) => ({ answer }), (problem) => ({ problem: problem.message }));
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, own: str) -> Iterator[Page]:
    """A page with a sandbox of its own."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.goto(f"{own}/workshop/workshop.css")  # a page of the same folder, with no sandbox yet
    page.goto(f"{own}/workshop/codemirror-licences.txt")
    page.evaluate(PAGE)
    yield page
    context.close()


def question(source: str) -> dict[str, Any]:
    return {"source": source, "position": POSITION, "at": "c3", "taken": [], "marked": [], "dark": False}


def printed(page: Page, source: str, *, by: str = "sandbox") -> str:
    """What a text prints in the sandbox, or in a worker of the other pages."""
    answer = page.evaluate(f"question => {by}.ask(question)", question(source))
    return str(answer["printed"])


def said(page: Page, source: str, patience: int = 10_000) -> str:
    """Why there is no answer to a text; empty if there is one."""
    answer = page.evaluate("([question, patience]) => said(question, patience)", [question(source), patience])
    return str(answer.get("problem", ""))


HELPERS = """
import asyncio, builtins, js
from pyodide.ffi import create_proxy, to_js
from pyodide.code import run_js
OWN, OTHER = {own!r} + "/hit-", {other!r} + "/hit-"

def options(**given):
    return to_js(given, dict_converter=js.Object.fromEntries)

def quiet(event):
    event.preventDefault()

def script(text):
    return js.URL.createObjectURL(js.Blob.new(to_js([text]), options(type="text/javascript")))
"""
ATTACKS = {
    "fetch": "await js.fetch(OWN + name)",
    "fetch-other": "await js.fetch(OTHER + name)",
    "fetch-opaque": "await js.fetch(OTHER + name, options(mode='no-cors'))",
    "fetch-data": "reached.append(await (await js.fetch('data:text/plain,hello')).text())",
    "request": "x = js.XMLHttpRequest.new(); x.open('GET', OTHER + name, False); x.send()",
    "open_url": "import pyodide.http; pyodide.http.open_url(OTHER + name)",
    "pyfetch": "import pyodide.http; await pyodide.http.pyfetch(OTHER + name)",
    "socket": "w = js.WebSocket.new(OTHER.replace('http', 'ws') + name); await asyncio.sleep(.5)",
    "events": "e = js.EventSource.new(OTHER + name); await asyncio.sleep(.5)",
    "transport": "t = js.WebTransport.new('https' + OTHER[4:] + name); await t.ready",
    "font": "await js.FontFace.new('x', f'url({OTHER + name})').load()",
    "import": "await run_js(f'import(\"{OTHER + name}\")')",
    "import-blob": "w = script(f'import(\"{OTHER + name}\")'); await run_js(f'import(\"{w}\")')",
    "importScripts": "js.importScripts(OWN + name)",
    "importScripts-blob": "js.importScripts(script(f'importScripts(\"{OTHER + name}\")'))",
    "worker": "w = js.Worker.new(OWN + name); w.onerror = create_proxy(quiet); await asyncio.sleep(.5)",
    "worker-blob": """
w = js.Worker.new(script(f'''
    fetch("{OTHER + name}", {{ mode: "no-cors" }}).catch(() => {{}});
    import("{OTHER + name}").catch(() => {{}});
    try {{ importScripts("{OTHER + name}"); }} catch {{}}'''))
await asyncio.sleep(.8)""",
    "worker-module": """
w = js.Worker.new(script(f'import "{OTHER + name}"'), options(type="module"))
w.onerror = create_proxy(quiet)
await asyncio.sleep(.8)""",
    "worker-data": "w = js.Worker.new(f'data:text/javascript,fetch(\"{OTHER + name}\")'); await asyncio.sleep(.5)",
    "shared-worker": "w = js.SharedWorker.new(OWN + name); await asyncio.sleep(.5)",
    "service-worker": "await js.navigator.serviceWorker.register(OWN + name)",
    "beacon": "js.navigator.sendBeacon(OTHER + name)",
    "package": "import pyodide_js; await pyodide_js.loadPackage(OTHER + name + '.whl')",
    "micropip": "import micropip; await micropip.install(OTHER + name + '-1-py3-none-any.whl')",
    "database": "q = js.indexedDB.open('attack'); await asyncio.sleep(.5); reached.append(str(q.result))",
    "cache": """
c = await js.caches.open('cairn-rules-play-attack')
await c.put(OWN, js.Response.new(''))
reached.append('')""",
    "files": """
d = await js.navigator.storage.getDirectory()
await d.getFileHandle('attack', options(create=True))
reached.append('')""",
    "locks": "await js.navigator.locks.request('attack', create_proxy(lambda lock: None)); reached.append('')",
    "cookies": "reached.append(str(js.cookieStore) + str(await js.cookieStore.getAll()))",
    "storage": "reached.append(str(js.localStorage))",
    "document": "reached.append(str(js.document))",
    "parent": "reached.append(str(js.parent))",
    "broadcast": "js.BroadcastChannel.new('cairn').postMessage('attack')",
    "frame": "js.postMessage('attack'); js.postMessage(options(code='postMessage(1)', files=options()))",
}
"""What each attack does, by its name. It may note what it reached; a request is noted by the server that gets it."""
ATTACK = """
builtins.reached = {{}}

async def attack(name, code):
    reached = builtins.reached.setdefault(name, [])
    found = dict(globals(), name=name, reached=reached)
    exec("async def do():\\n" + "\\n".join("    " + line for line in code.splitlines()), found)
    try:
        await asyncio.wait_for(found["do"](), 4)
    except BaseException as error:
        pass

async def attacks():
    await asyncio.gather(*(attack(*each) for each in {attacks!r}.items()))
    builtins.reached["done"] = True

builtins.task = asyncio.ensure_future(attacks())
"""
LOOK = "import builtins, json\nprint(json.dumps(builtins.reached))"


def attacked(page: Page, own: str, other: str, by: str) -> tuple[set[str], dict[str, Any]]:
    """What the servers heard of the attacks, and what the attacks noted."""
    Listening.heard.clear()
    helpers = HELPERS.format(own=own, other=other)
    printed(page, helpers + ATTACK.format(attacks=ATTACKS), by=by)
    while "done" not in (reached := json.loads(printed(page, LOOK, by=by))):
        page.wait_for_timeout(200)
    page.wait_for_timeout(500)
    return {*Listening.heard}, {name: what for name, what in reached.items() if what and name != "done"}


STORED = """async () => {
    const files = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return [await caches.keys(), (await indexedDB.databases()).map(({ name }) => name), files, heard];
}"""


def test_no_attack_gets_out(page: Page, own: str, other: str) -> None:
    """Nothing reaches a server, the page or anything stored."""
    heard, reached = attacked(page, own, other, "sandbox")
    assert (heard, reached) == (set(), {})
    assert page.evaluate(STORED) == [[], [], [], []]


def test_the_attacks_work_where_nothing_keeps_them_in(page: Page, own: str, other: str) -> None:
    """The same text in the worker of the other pages gets out nearly everywhere, so the test above means something."""
    heard, reached = attacked(page, own, other, "python")
    requests = "fetch fetch-other fetch-opaque request open_url pyfetch events socket import import-blob font"
    assert heard >= {*requests.split(), "worker", "worker-blob", "worker-module"}
    assert reached.keys() >= {"fetch-data", "database", "cache", "files", "locks"}
    stores = page.evaluate(STORED)
    assert stores == [["cairn-rules-play-attack"], ["attack"], ["attack"], ["attack"]]
    page.evaluate("() => python.ask({}).catch(() => {})")


def test_the_frame_has_an_origin_of_its_own(page: Page) -> None:
    assert printed(page, "import js\nprint(js.origin, js.location.href[:9])") == "null blob:null\n"
    frames = page.locator("iframe")
    assert {frame.get_attribute("sandbox") for frame in frames.all()} == {"allow-scripts"}


LOOP = "while True:\n    pass\n"
WORKS = """
from cairn_rules.cairn import Banish, megalith
@megalith('A', text='a')
def a(site):
    yield Banish(site.space)
"""
QUICK = """async ([looping, works]) => {
    const stuck = said(looping, 60000);
    await new Promise((done) => setTimeout(done, 500));
    const start = performance.now();
    sandbox.stop();
    const { problem } = await stuck;
    const { answer } = await said(works);
    return [problem, answer.actions.length, performance.now() - start];
}"""


def test_after_a_stop_another_answer_takes_six_seconds_at_most(page: Page) -> None:
    said(page, WORKS)
    page.wait_for_timeout(8000)  # the spare cell starts meanwhile
    problem, options, passed = page.evaluate(QUICK, [question(LOOP), question(WORKS)])
    assert (problem, options) == ("It was stopped.", 1)
    assert passed < 6000


@pytest.mark.parametrize(
    "source",
    [
        LOOP,
        "import os\nos._exit(3)",
        "import asyncio, js\njs.close()\nwhile True: pass",
        "found = []\nwhile True: found.append(bytearray(50_000_000))",
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()",
        "import json\njson.dumps = lambda *_: 'no JSON'",
        "import json\njson.dumps = lambda *_: 'x' * 2_000_000",
    ],
)
def test_a_text_that_does_not_answer_is_ended(page: Page, source: str) -> None:
    """The clock or a check ends it, the page lives, and the next text works."""
    assert said(page, source, 3000)
    assert said(page, WORKS, 30_000) == ""


@pytest.mark.parametrize(
    "source",
    [
        "raise SystemExit(3)",
        "def f(): f()\nf()",
        "'x' * (1 << 40)",
        "from cairn_rules.cairn import *\n@megalith('A', text='a')\ndef a(site):\n    raise KeyboardInterrupt",
    ],
)
def test_a_text_that_only_fails_is_answered(page: Page, source: str) -> None:
    answer = page.evaluate("question => sandbox.ask(question)", question(source))
    assert answer["fault"]
    assert said(page, WORKS) == ""


PORT = """
import builtins, js
from pyodide.ffi import create_proxy, to_js
builtins.mark = "still here"
say = js.MessagePort.prototype.postMessage

def again(port, text):
    for said in {said}:
        js.Reflect.apply(say, port, to_js([said]))

js.MessagePort.prototype.postMessage = create_proxy(again, capture_this=True)
"""
MARK = "import builtins\nprint(getattr(builtins, 'mark', 'gone'))"


@pytest.mark.parametrize("said_instead", ["()", "(b'{}',)", "(1,)", "(None,)", "(js.Object.new(),)"])
def test_an_answer_that_is_no_text_ends_the_worker(page: Page, said_instead: str) -> None:
    assert said(page, PORT.format(said=said_instead)) == ""  # this answer is not forged yet
    assert said(page, MARK, 3000)
    assert printed(page, MARK) == "gone\n"


def test_a_worker_that_speaks_unasked_is_ended(page: Page) -> None:
    """What it says could be taken for the answer to the next question."""
    printed(page, "import builtins\nbuiltins.mark = 'still here'")
    assert printed(page, MARK) == "still here\n"
    assert said(page, PORT.format(said="(text, text)")) == ""
    assert printed(page, MARK) == "still here\n"
    page.wait_for_timeout(200)
    assert printed(page, MARK) == "gone\n"


TEXTS = """async texts => {
    const said = [];
    for (const [question, text, goesOn] of texts) {
        const answer = sandbox.ask(question, { text, goesOn });
        said.push(await answer.then(({ printed }) => printed, ({ message }) => message));
    }
    return said;
}"""


def test_no_text_runs_where_another_one_has_run(page: Page) -> None:
    """Each text finds what it left there itself, and a question without a text what nobody left."""
    source = "import builtins\nprint(vars(builtins).setdefault('mark', 'fresh'))\nbuiltins.mark = 'used'"
    asked = question(source)
    wanted = [("one", False), ("one", False), ("other", False), ("other", True), ("one", True), ("one", False)]
    wanted += [(None, False), ("one", True)]
    lost = "It was stopped, or another text has run."
    said = page.evaluate(TEXTS, [[asked, *each] for each in wanted])
    assert said == ["fresh\n", "used\n", "fresh\n", "used\n", lost, "fresh\n", "fresh\n", lost]
