"""A gold answer of each toolchain is built in the sandbox and tried at the desk, by nobody's name.

The toolchains are those that `make bench` installed; without them a test is skipped.
"""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.content.criteria import criteria_of
from assay.content.scenarios import known_tests
from assay.errors import AssayError
from assay.records.execution_records import Execution, Step
from assay.records.jsonl import write_records, write_text
from assay.records.pipeline import Answer, Extracted, Judgement, Prompt, Verdict
from assay.sandbox.execution_config import load_execution
from assay.sandbox.machine_tools import open_sandbox
from assay.sandbox.run_answer import Task
from assay.sandbox.toolchains import load_toolchain
from stages.execute.answer_tasks import task_of
from stages.extract.read_answer import Answered, extracted
from stages.generate.builtin import gold_path
from stages.render import render
from tests.browser.rater import Rater
from tests.project import ROOT
from tests.tools.marking.application import ForkedApplication
from tools.marking.trial import BUILT

pytestmark = pytest.mark.slow

MODEL = "swift-otter"
SHOWS = {
    "GenerateReactApp": "Bench plane",
    "VanillaToReact-Piano_NativeJS": "Last played: nothing yet",
    "ModifyReactApp-ReactFetchAPI": "The sightings could not be loaded.",
    "ReactToAngular-ReactSignUp": "Join the Tidewater Rowing Club",
    "GenerateEnterpriseApplicationTemplate": "The application could not be started.",
    "GenerateMonorepoTemplate": "The departures could not be loaded.",
}
"""What the page of each test says when its script runs. Two of them ask a server in vain, and one
may not register the service worker in which it keeps its invented server."""
SERVER = "MigrateFlaskToFastAPI-FlaskToolLibrary"


@pytest.fixture(scope="module")
def run(product: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a run in which one model gave all these answers, and all were built."""
    folder = tmp_path_factory.mktemp("toolchains") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)  # which has the installed toolchains
        require_installed()
        patch.chdir(product)
        for name in ("conf", "scenarios", "criteria", "toolchains"):
            shutil.copytree(name, folder / name)
        patch.chdir(folder)
        Path("datasets").symlink_to(product / "datasets")
        Path(".assay").mkdir()
        (folder / paths.TOOLCHAIN_STORE).symlink_to(ROOT / paths.TOOLCHAIN_STORE)
        write_run()
        yield folder


def require_installed() -> None:
    """Skip unless there are a sandbox and every toolchain that is needed."""
    try:
        open_sandbox(load_execution())
    except AssayError as reason:
        pytest.skip(str(reason))
    for name in ("browser", "react-vite", "react-parcel", "angular", "templates"):
        if not load_toolchain(name).installed.exists():
            pytest.skip(f"the toolchain {name} is not installed: `make execution`")


def write_run() -> None:
    """What the stages would have written, and one verdict on each answer for the desk to audit."""
    names = [*SHOWS, SERVER]
    listed = "\n".join(f"- {name}" for name in names)
    write_text(paths.CONF / "suite/mini.yaml", f"tests:\n{listed}\n")
    shutil.copyfile(paths.CONF / "model/gold.yaml", paths.CONF / f"model/{MODEL}.yaml")
    write_text(
        paths.PARAMS,
        f"models: [{MODEL}]\npanel: [checks]\nsuite: mini\nattempts: 1\nseed: 1\n"
        "execution: sandbox\nbaseline: null\nmargin: 3\n",
    )
    tests = known_tests()
    prompts = [render(tests[name]) for name in names]
    answers = [answer(prompt) for prompt in prompts]
    delivered = [
        extracted(Answered(prompt, one)) for prompt, one in zip(prompts, answers, strict=True)
    ]
    write_records(paths.PROMPTS, prompts)
    write_records(paths.answers(MODEL), answers)
    write_records(paths.extracted(MODEL), delivered)
    tasks = [task_of(one, tests[one.test], "files") for one in delivered]
    write_records(paths.executions(MODEL), [execution(task) for task in tasks])
    write_records(paths.verdicts(MODEL), [judgement(prompt) for prompt in prompts])


def answer(prompt: Prompt) -> Answer:
    return Answer(
        model=MODEL,
        test=prompt.test,
        attempt=1,
        prompt=prompt.sha256,
        status="answered",
        text=read_utf8(gold_path(prompt)),
        reported_model=MODEL,
    )


def execution(task: Task | str) -> Execution:
    """As if it had been built: the desk builds it again."""
    assert isinstance(task, Task), task
    bounds = load_execution().bounds
    delivered: Extracted = task.delivered
    return Execution(
        model=delivered.model,
        test=delivered.test,
        attempt=1,
        status="executed",
        key=task.key(load_toolchain("browser").key, bounds),
        toolchain=task.toolchain.name,
        builds=Step(status="passed"),
    )


def judgement(prompt: Prompt) -> Judgement:
    first = criteria_of(prompt)[0]
    verdict = Verdict(criterion=first.id, metric=first.metric, weight=1.0, passed=True)
    return Judgement(
        model=MODEL,
        test=prompt.test,
        attempt=1,
        judge="checks",
        status="judged",
        verdicts=(verdict,),
    )


@pytest.fixture(scope="module")
def rater(chromium: Chrome, run: Path) -> Iterator[Rater]:
    with ForkedApplication(run, "--audit", "--sample", "99") as application:
        yield Rater(chromium, application)


@pytest.fixture(scope="module")
def pages(rater: Rater) -> dict[str, str]:
    """The address of each test's page."""
    found = {}
    for row in rater.all("tbody tr"):
        link = row.find_element("css selector", "a").get_attribute("href")
        found[row.find_element("css selector", ".under").text] = str(link)
    return found


WHOLE = """
const seen = [location.href, document.title, document.cookie, document.referrer, window.name];
seen.push(document.documentElement.outerHTML, JSON.stringify({ ...localStorage }));
seen.push(JSON.stringify({ ...sessionStorage }));
seen.push(...performance.getEntries().map((entry) => entry.name));
return seen.join("\\n");
"""


@pytest.mark.parametrize("test", SHOWS)
def test_an_answer_of_the_toolchain_works_at_the_desk(
    rater: Rater, pages: dict[str, str], run: Path, test: str
) -> None:
    rater.chromium.get(pages[test])
    rater.press("r")
    rater.waits_for(
        lambda: rater.all("#trial iframe") or "Building" not in rater.find("#try-status").text,
        "it was not built",
        seconds=240,
    )
    assert rater.all("#trial iframe"), rater.find("#try-status").text
    with suppress(AssertionError):
        rater.waits_for(lambda: SHOWS[test] in rater.text_in_frame(), "it shows something else")
    assert SHOWS[test] in rater.text_in_frame()
    seen = rater.in_frame(WHOLE) + rater.chromium.page_source + rater.chromium.title
    assert MODEL not in seen
    require_no_name(run / BUILT)


def require_no_name(folder: Path) -> None:
    """Whatever was built so far names the model neither in a path nor in a file."""
    built = sorted(folder.rglob("*"))
    assert built
    for path in built:
        assert MODEL not in path.as_posix()
        assert not path.is_file() or MODEL.encode() not in path.read_bytes()


def test_a_program_without_a_page_says_so(rater: Rater, pages: dict[str, str]) -> None:
    rater.chromium.get(pages[SERVER])
    assert "answers HTTP requests and has no page" in rater.find("#no-trial").text
    assert not rater.all("#try")
