"""The report in a real browser: hostile text stays text, and the scripts do what they promise."""

import random
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from assay.config import paths
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Answer, DeliveredFile, Extracted, Judgement
from stages.report.page_text import PageLinks, visible
from tests.stages.report import test_page as run_of
from tests.stages.report.payloads import ADDRESS, PAYLOADS
from tests.stages.report.test_page import MODELS, site, write_run

pytestmark = pytest.mark.slow
NAME = "'-window.broken=1-'\"><img src=x onerror=window.broken=1>"
"""Of a model: it ends either kind of quotes. It has no slash, as it is the name of files too. A
configuration refuses it.
"""
EVERY_CONTROL = """
for (const part of document.querySelectorAll("details")) part.open = true;
for (const button of document.querySelectorAll(".sorts")) button.click();
for (const control of document.querySelectorAll(".chooser input, .chooser select")) {
  if (control.localName === "select") control.selectedIndex = control.options.length - 1;
  else control.value = "script";
  control.dispatchEvent(new Event("input"));
  control.dispatchEvent(new Event("change"));
}
for (const select of document.querySelectorAll(".chooser select")) {
  select.selectedIndex = Math.min(1, select.options.length - 1);
  select.dispatchEvent(new Event("change"));
}
"""
LIVE = """
const ACTIVE = "iframe, object, embed, form, base, link, video, audio, marquee";
const isHandler = (attribute) => attribute.name.startsWith("on");
return [window.broken === undefined, document.querySelectorAll("script").length,
  document.querySelectorAll(ACTIVE).length,
  [...document.images].every((image) => image.src.startsWith("data:image/")),
  [...document.querySelectorAll("*")].every((one) => ![...one.attributes].some(isHandler))];
"""
INERT = [True, 1, 0, True, True]


@pytest.fixture
def requests() -> Iterator[tuple[str, list[str]]]:
    """The address of a server on loopback, and the requests that reached it."""
    seen: list[str] = []

    class Counter(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Counter)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/hit", seen
    finally:
        server.shutdown()
        server.server_close()


WHOLE = "Port-One"
"""The test of which every verdict holds all payloads; of the others each holds two of them."""


def hostile_run(payloads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A run in which every kind of text of a model or judge holds all payloads.

    The names of its models: one with a failed call, a refusal, an empty answer and one that a judge
    left out, and one that answers every test. All payloads in each of the 270 verdicts on each of
    the 10 answers make 20 MB of pages. So they are all in each verdict on one test, and one after
    the other in those on the other tests.
    """
    models = ["patchy", NAME]
    everything = "\n".join(payloads)
    monkeypatch.setattr(run_of, "HOSTILE", everything)
    steps = {"accuracy": payloads[::2], "completeness": payloads[1::2]}
    monkeypatch.setattr(run_of, "CRITERIA", steps)
    write_run(models)
    for model in models:
        answers = [_answer(item, everything) for item in read_records(paths.answers(model), Answer)]
        write_records(paths.answers(model), answers)
        extracts = read_records(paths.extracted(model), Extracted)
        write_records(paths.extracted(model), [_files(item, payloads) for item in extracts])
        judgements = read_records(paths.verdicts(model), Judgement)
        quoted = [_verdicts(item, payloads, everything) for item in judgements]
        write_records(paths.verdicts(model), quoted)


def _answer(answer: Answer, text: str) -> Answer:
    update: dict[str, object] = {"reported_model": text, "finish_reason": text, "error": text}
    if answer.text:
        update["text"] = text
    if answer.dialogue:
        call = {"id": "c", "function": {"name": text, "arguments": text}}
        message = {"role": "assistant", "content": text, "tool_calls": [call]}
        result = {"role": "tool", "tool_call_id": "c", "content": text}
        talk = answer.dialogue.model_copy(
            update={
                "transcript": (*answer.dialogue.transcript, message, result),
                "declared": (text,),
                "outcome": text,
                "flags": {text: 1},
            }
        )
        update["dialogue"] = talk
    return answer.model_copy(update=update)


def _files(item: Extracted, payloads: list[str]) -> Extracted:
    """A file of each kind for every payload, which is its name and its content."""
    endings = (".tsx", ".html", ".css", ".json", ".md")
    files = [
        DeliveredFile(path=f"{payload}{endings[number % 5]}", content=payload, marks=(payload,))
        for number, payload in enumerate(payloads)
    ]
    return item.model_copy(update={"files": (*item.files, *files), "ignored": {payloads[0]: 1}})


def _verdicts(item: Judgement, payloads: list[str], text: str) -> Judgement:
    shifted = [*payloads[1:], payloads[0]]
    verdicts = [
        verdict.model_copy(
            update={
                "explanation": text if item.test == WHOLE else shifted[number],
                "evidence": payloads[number],
            }
        )
        for number, verdict in enumerate(item.verdicts)
    ]
    return item.model_copy(update={"verdicts": tuple(verdicts), "error": text})


def written(pages: dict[str, str], folder: Path) -> Path:
    for name, text in pages.items():
        path = folder / "report" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "report"


def test_no_payload_becomes_markup_on_any_page(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chromium: Chrome,
    requests: tuple[str, list[str]],
) -> None:
    assert len(PAYLOADS) == len(set(PAYLOADS)) >= 60
    monkeypatch.chdir(tmp_path)
    address, seen = requests
    payloads = [payload.replace(ADDRESS, address) for payload in PAYLOADS]
    hostile_run(payloads, monkeypatch)
    pages = site()
    report = written(pages, tmp_path)
    chromium.get_log("browser")
    for name in pages:
        chromium.get(f"file://{report / name}")
        assert chromium.execute_script(LIVE) == INERT, name
        chromium.execute_script(EVERY_CONTROL)
        assert chromium.execute_script(LIVE) == INERT, f"{name}, after every control was used"
        assert chromium.get_log("browser") == [], f"{name}: nothing was even refused"
    assert seen == [], "no request left the report"
    page = pages[PageLinks().answer(WHOLE, NAME)]
    for payload in payloads:
        assert str(visible(payload)) in page, "the reader sees what was written"


CRITERIA = {
    "accuracy": [{"criterion": f"It is so in {n}", "tags": ["syntax"]} for n in range(6)],
    "completeness": [{"criterion": f"There is {n}", "tags": ["tests", "types"]} for n in range(6)],
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the report, which nobody changes."""
    folder = tmp_path_factory.mktemp("report")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(run_of, "CRITERIA", CRITERIA)
        write_run(MODELS)
        return written(site(), folder)


def rows(chromium: Chrome, table: str) -> list[str]:
    """The first cells of the rows that are shown."""
    cells = chromium.find_elements(By.CSS_SELECTOR, f"{table} tbody tr:not(.group) > :first-child")
    return [cell.text for cell in cells if cell.is_displayed()]


def test_a_table_is_searched_filtered_and_sorted_by_keyboard(
    chromium: Chrome, report: Path
) -> None:
    chromium.get(f"file://{report}/find.html")
    lines = chromium.find_elements(By.CSS_SELECTOR, "#answers tbody tr")
    texts = [line.text for line in lines]
    search = tab_to(chromium, "#answers input[type=search]")
    search.send_keys("port")
    assert 0 < len(rows(chromium, "#answers")) < len(lines)
    search.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE)
    assert len(rows(chromium, "#answers")) == len(lines)
    choices = tab_to(chromium, "#answers select")
    choices.send_keys(Keys.ARROW_DOWN)
    chosen = Select(choices).first_selected_option.text
    shown = [line.text for line in lines if line.is_displayed()]
    assert shown == [text for text in texts if chosen in text]
    assert 0 < len(shown) < len(lines)
    counted = chromium.find_element(By.CSS_SELECTOR, "#answers output").text
    assert counted == f"{len(shown)} of {len(lines)} rows"
    tab_to(chromium, "#answers .number .sorts").send_keys(Keys.ENTER)
    head = chromium.find_element(By.CSS_SELECTOR, "#answers th[aria-sort]")
    assert head.get_attribute("aria-sort") == "descending"
    cells = chromium.find_elements(By.CSS_SELECTOR, "#answers tbody td:nth-child(5)")
    figures = [float(cell.text) for cell in cells if cell.is_displayed() and cell.text[0].isdigit()]
    assert figures == sorted(figures, reverse=True) and len(figures) > 2
    chromium.switch_to.active_element.send_keys(Keys.SPACE)
    assert head.get_attribute("aria-sort") == "ascending"


def tab_to(chromium: Chrome, css: str) -> WebElement:
    """Press the tab key until such a control has the focus, which can be seen."""
    for _ in range(80):
        chromium.switch_to.active_element.send_keys(Keys.TAB)
        reached = chromium.switch_to.active_element
        if chromium.execute_script("return arguments[0].matches(arguments[1])", reached, css):
            assert reached.value_of_css_property("outline-style") != "none"
            return reached
    raise AssertionError(f"the tab key does not reach {css}")


def test_verdicts_are_filtered_by_result_judge_and_tag(chromium: Chrome, report: Path) -> None:
    chromium.get(f"file://{report}/tests/Port-One.html")
    choose(chromium, "Tag", "types")
    assert len(rows(chromium, "table.signs")) == 6
    choose(chromium, "Result", "fail")
    choose(chromium, "Whose result", "solid")
    assert rows(chromium, "table.signs") == [], "solid fails nothing"
    choose(chromium, "Whose result", "patchy")
    assert len(rows(chromium, "table.signs")) == 6, "patchy refused, which fails everything"
    chromium.get(f"file://{report}/answers/Port-One--hostile.html")
    choose(chromium, "Result", "fail")
    choose(chromium, "Whose result", "kind")
    assert rows(chromium, "table.verdicts") == [], "the kind judge fails nothing"
    choose(chromium, "Whose result", "strict")
    assert 0 < len(rows(chromium, "table.verdicts")) < 12


def choose(chromium: Chrome, label: str, choice: str) -> None:
    labels = chromium.find_elements(By.CSS_SELECTOR, ".chooser label")
    around = next(item for item in labels if item.text.split("\n")[0] == label)
    Select(around.find_element(By.TAG_NAME, "select")).select_by_visible_text(choice)


def test_any_two_models_are_compared_by_test_criterion_and_line(
    chromium: Chrome, report: Path
) -> None:
    chromium.get(f"file://{report}/pairs.html")
    pick(chromium, "solid", "hostile")
    shown = chromium.find_elements(By.CSS_SELECTOR, "table.choice thead th")
    heads = [head.text for head in shown if head.is_displayed()]
    assert heads == ["Score", "solid", "hostile", "Difference"]
    links = chromium.find_elements(By.CSS_SELECTOR, "a.of-test")
    rows = [link.find_element(By.XPATH, "ancestor::tr") for link in links]
    by_test = {link.text: row.text.split() for link, row in zip(links, rows, strict=True)}
    one, two, difference = map(float, (by_test["Port-One"][-3:]))
    assert difference == pytest.approx(one - two, abs=0.11)
    pairs = chromium.find_elements(By.CSS_SELECTOR, "table.pairs tbody tr")
    ids = [pair.get_attribute("id") for pair in pairs if pair.is_displayed()]
    assert ids == ["two--hostile--solid"]
    link = next(link for link in links if link.text == "Explain-One")
    chromium.get(link.get_attribute("href") or "")
    parts = chromium.find_elements(By.CSS_SELECTOR, "section.whole")
    names = {part.get_attribute("data-model") for part in parts if part.is_displayed()}
    assert names == {"solid", "hostile"}
    changed = chromium.find_elements(By.CSS_SELECTOR, "#differences tr.changed")
    assert changed and changed[0].is_displayed()
    cells = chromium.find_elements(By.CSS_SELECTOR, "table.signs tbody td:last-child")
    assert {cell.text for cell in cells} == {"", "differs"}
    pick(chromium, "", "")
    assert all(part.is_displayed() for part in parts) and not cells[0].is_displayed()


def pick(chromium: Chrome, *models: str) -> None:
    """Choose two models, or none of them."""
    lists = chromium.find_elements(By.CSS_SELECTOR, "#any > .chooser:not([role]) select")
    for control, model in zip(lists, models, strict=True):
        Select(control).select_by_value(model)


DIFFERENCES = """
const [left, right] = [arguments[0].split("\\n"), arguments[1].split("\\n")];
return rowsOf(left, right).map(([x, y, equal]) =>
  [x < 0 ? null : left[x], y < 0 ? null : right[y], equal]);
"""


def test_each_line_of_both_files_stands_once_and_equal_lines_beside_each_other(
    chromium: Chrome, report: Path
) -> None:
    chromium.get(f"file://{report}/tests/Explain-One.html")
    generator = random.Random(1)
    for _ in range(60):
        left, right = (
            "\n".join(generator.choice("abc") for _ in range(1 + generator.randrange(20)))
            for _ in range(2)
        )
        rows = chromium.execute_script(DIFFERENCES, left, right)
        assert [one for one, _, _ in rows if one is not None] == left.split("\n")
        assert [two for _, two, _ in rows if two is not None] == right.split("\n")
        assert all(one == two for one, two, equal in rows if equal)


def test_only_what_differs_is_marked_and_equal_lines_far_from_it_are_counted(
    chromium: Chrome, report: Path
) -> None:
    chromium.get(f"file://{report}/tests/Explain-One.html")
    table = (
        "return diffTable(arguments[0].split('|'), arguments[1].split('|'), ['a', 'b']).innerHTML"
    )
    html = chromium.execute_script(
        table, "let n = f(1);|" + "x|" * 9, "let n = f(1, 2);|" + "x|" * 9
    )
    assert "<td>let n = f(1<mark></mark>);</td>" in html
    assert "<td>let n = f(1<mark>, 2</mark>);</td>" in html
    assert "7 equal lines" in html


def test_files_meet_by_path_then_by_a_name_that_is_unique_on_both_sides(
    chromium: Chrome, report: Path
) -> None:
    chromium.get(f"file://{report}/tests/Explain-One.html")
    script = """
    const files = (paths) => new Map(paths.map((path) => [path, ""]));
    const [one, two] = [files(arguments[0]), files(arguments[1])];
    return [...one.keys()].map((path) => counterpart(path, one, two) || "none");
    """
    left, right = ["src/App.tsx", "a/x.ts", "b/x.ts"], ["App.tsx", "c/x.ts", "b/x.ts"]
    assert chromium.execute_script(script, left, right) == right
    assert chromium.execute_script(script, ["a/x.ts"], ["c/x.ts", "d/x.ts"]) == ["none"]
