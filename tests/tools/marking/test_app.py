"""The application: one browser only, models hidden, hostile answers stay text."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from assay.records.execution_records import Behaviour, Execution, Step
from assay.records.jsonl import write_records, write_text
from assay.records.pipeline import DeliveredFile, Extracted
from assay.scores.marks import MARKS
from tests.tools.marking.run_to_rate import HOSTILE, MODELS, make_run
from tools.marking.app import create_app
from tools.marking.desk import AuditDesk, Desk, MarksDesk
from tools.marking.guard import Guard
from tools.marking.run import read_run

HOST = "127.0.0.1:8642"
FOUR = {"accuracy": "4", "completeness": "4"}
HEAD = "model,test,dialogue,accuracy,completeness,note\n"
ANNS = Path("human/marks/ann.csv")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_run(tmp_path, HOSTILE)


class Browser:
    """A client that asks as a browser on this machine would."""

    def __init__(self, desk: Desk) -> None:
        self.guard = Guard(8642)
        self.token = self.guard.token
        self.client: FlaskClient = create_app(desk, self.guard).test_client()

    def get(self, path: str, host: str = HOST):  # type: ignore[no-untyped-def]
        return self.client.get(path, base_url=f"http://{host}")

    def post(self, path: str, headers: dict[str, str] | None = None, **form: str):  # type: ignore[no-untyped-def]
        return self.client.post(path, data=form, headers=headers, base_url=f"http://{HOST}")

    def enter(self) -> "Browser":
        assert self.get(f"/?key={self.guard.key}").status_code == 303
        return self


def marking() -> Browser:
    return Browser(MarksDesk("ann", read_run(verdicts=False)))


def auditing() -> Browser:
    return Browser(AuditDesk("ann", read_run(verdicts=True), 6))


def item_links(page: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'href="(/[0-9a-f]{16})"', page)))


def pages_of(browser: Browser) -> list[str]:
    """The page of each item, of which there is at least one."""
    links = item_links(browser.get("/").text)
    assert links
    return [browser.get(link).text for link in links]


def begun() -> tuple[Browser, str]:
    """A rater's browser, and the first dialogue's address."""
    browser = marking().enter()
    return browser, item_links(browser.get("/").text)[0]


def test_without_the_key_nothing_is_shown() -> None:
    browser = marking()
    for path in ("/", "/?key=guess", "/static/marking.js", "/report.css"):
        answer = browser.get(path)
        assert answer.status_code == 403
        assert "make marking" in answer.text or path != "/"


def test_key_is_good_for_one_browser_and_leaves_its_address() -> None:
    browser = marking()
    cookie = browser.get(f"/?key={browser.guard.key}").headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert browser.get("/").status_code == 200
    again = browser.get(f"/?key={browser.guard.key}")
    assert (again.status_code, again.headers["Location"]) == (303, "/")
    browser.client.delete_cookie("assay_marking_8642", domain="127.0.0.1")
    assert browser.get(f"/?key={browser.guard.key}").status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example:8642", "127.0.0.1:1", "127.0.0.1.evil.example:8642", "[::1]:8642"]
)
def test_other_host_names_are_refused(host: str) -> None:
    browser = marking().enter()
    assert browser.get("/", host).status_code == 400
    assert browser.get(f"/?key={browser.guard.key}", host).status_code == 400


def test_nothing_is_saved_without_the_token_or_for_another_origin() -> None:
    browser, link = begun()
    assert browser.post(link, **FOUR).status_code == 403
    assert browser.post(link, **FOUR, token="guess").status_code == 403
    assert browser.post(f"{link}/withdraw").status_code == 403
    evil = {"Origin": "http://evil.example"}
    assert browser.post(link, evil, **FOUR, token=browser.token).status_code == 403
    assert MARKS.of("ann") == []
    own = {"Origin": "http://127.0.0.1:8642"}
    assert browser.post(link, own, **FOUR, token=browser.token).status_code == 303
    assert len(MARKS.of("ann")) == 1


@pytest.mark.parametrize("open_browser", [marking, auditing])
def test_every_page_forbids_all_but_its_own_files(open_browser: Callable[[], Browser]) -> None:
    browser = open_browser().enter()
    pages = ["/", *item_links(browser.get("/").text), "/nothing", "/static/marking.js"]
    for path in pages:
        headers = browser.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("open_browser", [marking, auditing])
def test_no_model_reaches_the_browser(open_browser: Callable[[], Browser]) -> None:
    browser = open_browser().enter()
    links = item_links(browser.get("/").text)
    answers = [browser.get("/"), *map(browser.get, links)]
    answers.append(browser.post(links[0], accuracy="4", passed="yes", token=browser.token))
    for answer in answers:
        for model in MODELS:
            assert model not in answer.text and model not in str(answer.headers)


def test_no_verdict_of_a_judge_reaches_the_browser_in_an_audit() -> None:
    for page in pages_of(auditing().enter()):
        assert "strict" not in page.lower()
        assert "judges agree" not in page and "disagree" not in page
        assert " checked" not in page


@pytest.mark.parametrize("open_browser", [marking, auditing])
def test_hostile_answers_are_text(open_browser: Callable[[], Browser]) -> None:
    for page in pages_of(open_browser().enter()):
        assert "&lt;script&gt;document.title=" in page
        assert "<img" not in page and page.count("<script") == 1
        assert "{{ 7 * 7 }}" in page and "U+202E" in page and "\u202e" not in page


def test_page_shows_task_trees_transcript_criteria_and_both_scales() -> None:
    browser, link = begun()
    page = browser.get(link).text
    for shown in (
        "Do it with care.",
        "You have tools.",
        "Turn 1",
        "src/never.ts",
        "It uses &lt;hooks&gt;",
        "logo.png",
    ):
        assert shown in page
    assert page.count('name="accuracy"') == page.count('name="completeness"') == 9
    assert page.count("an addition of Assay") == 2


def test_reference_answer_is_shown_after_the_mark_and_not_before(tmp_path: Path) -> None:
    browser, link = begun()
    test = "Upgrade-One" if "Upgrade-One" in browser.get(link).text else "Migrate-Two"
    gold = tmp_path / f"scenarios/talks/gold/{test}/src/App.tsx"
    write_text(gold, "export const Gold = 'the reference';\n")
    assert browser.get(f"{link}/reference").status_code == 403
    browser.post(link, accuracy="4", token=browser.token)
    assert browser.get(f"{link}/reference").status_code == 403
    browser.post(link, **FOUR, token=browser.token)
    page = browser.get(f"{link}/reference")
    assert page.status_code == 200 and "the reference" in page.text
    browser.post(f"{link}/withdraw", token=browser.token)
    assert browser.get(f"{link}/reference").status_code == 403


def test_syntax_and_what_was_executed_stand_with_the_files_unless_of_another_answer() -> None:
    ran(executed("calm-heron", "Upgrade-One"))
    extract_dialogue("calm-heron", "Upgrade-One", parse_ok=False)
    pages = pages_of(marking().enter())
    (page,) = [text for text in pages if "does not parse" in text]
    assert "1 of\n2 passed" in page and "It greets &lt;b&gt;" in page and "vite broke" in page
    assert sum("It greets" in text for text in pages) == 1
    extract_dialogue("calm-heron", "Upgrade-One", "older", parse_ok=False)
    of_another = "".join(pages_of(marking().enter()))
    assert "does not parse" not in of_another and "It greets" not in of_another


def test_an_audit_says_no_outcome_of_an_execution() -> None:
    for model in MODELS:
        ran(executed(model, "Port-One"))
    for page in pages_of(auditing().enter()):
        assert "It greets" not in page and "vite broke" not in page


def ran(execution: Execution) -> None:
    write_records(Path(f"outputs/executions/{execution.model}.jsonl"), [execution])


def extract_dialogue(model: str, test: str, content: str = HOSTILE, parse_ok: bool = True) -> None:
    """What extract finds in a dialogue's answer."""
    files = (
        DeliveredFile(path="src/App.tsx", content=content, parse_ok=parse_ok),
        DeliveredFile(path="src/extra10.ts", content="let kept = 1;\n", parse_ok=True),
    )
    found = Extracted(model=model, test=test, attempt=1, files=files, ignored={})
    write_records(Path(f"outputs/extracted/{model}.jsonl"), [found])


def executed(model: str, test: str) -> Execution:
    """One behaviour passed and one failed, in an answer that builds."""
    return Execution(
        model=model,
        test=test,
        attempt=1,
        status="executed",
        builds=Step(status="passed"),
        types=Step(status="failed", reason="exit code 2", log="vite broke"),
        behaviours=(
            Behaviour(title="It opens", outcome="passed"),
            Behaviour(title="It greets <b>", outcome="failed", message="no <b>"),
        ),
    )


def test_script_is_told_what_is_left_and_a_plain_form_goes_back_to_its_page() -> None:
    browser = marking().enter()
    first, second, *_, last = item_links(browser.get("/").text)
    form = {"accuracy": "4", "completeness": "3.5", "token": browser.token}
    script = {"Accept": "application/json"}
    said = browser.post(last, script, **form).json
    assert said["next"] == first.strip("/"), "after the last the first that is open"
    said = browser.post(first, script, **form).json
    assert said == {"done": True, "progress": {"done": 2, "of": 4}, "next": second.strip("/")}
    assert browser.post(second, **form).headers["Location"] == second


def test_a_wrong_line_is_shown_with_its_place_and_models_are_named_in_the_terminal_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    browser, link = begun()
    write_text(ANNS, f"{HEAD}swift-otter,Upgrade-One,d,swift-otter,4,\n")
    page = browser.get("/")
    by_script = browser.post(link, {"Accept": "application/json"}, **FOUR, token=browser.token)
    assert page.status_code == by_script.status_code == 409
    for told in (page.text, by_script.json["problem"]):
        assert "ann.csv:2: accuracy" in told and "‹a model›" in told and "swift-otter" not in told
    assert "a number from 0 to 4, not 'swift-otter'" in capsys.readouterr().err


def test_stale_marks_are_counted_on_the_page(tmp_path: Path) -> None:
    browser, link = begun()
    browser.post(link, **FOUR, token=browser.token)
    make_run(tmp_path, "changed")
    browser = marking().enter()
    page = " ".join(browser.get("/").text.split())
    assert (
        "1 of your lines in <code>human/marks/ann.csv</code> belongs to an answer that has changed"
        in page
    )
    assert browser.get(link).status_code == 404


def test_form_that_is_too_large_is_refused() -> None:
    browser, link = begun()
    assert browser.post(link, note="x" * 300_000, token=browser.token).status_code == 413
