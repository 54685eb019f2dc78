"""Building an answer again to try it: what was built once is kept, and nothing else is built."""

from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.records.execution_records import Execution, Step
from assay.records.pipeline import DeliveredFile, Extracted
from tools.marking.trial import BUILT, built_site, forget_built, trial_kind

TEST = "UpgradeReactApplication-ToDoApp_ReactJS"
ANSWER = Extracted(
    model="swift-otter",
    test=TEST,
    attempt=1,
    files=(DeliveredFile(path="index.html", content="<h1>App</h1>"),),
    ignored={},
)


def execution(
    toolchain: str = "react-vite", builds: str = "passed", key: str = "cafe"
) -> Execution:
    return Execution.model_validate(
        {
            **{"model": "swift-otter", "test": TEST, "attempt": 1, "status": "executed"},
            **{"key": key, "toolchain": toolchain, "builds": {"status": builds}},
        }
    )


@pytest.fixture(autouse=True)
def folder(product: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("toolchains", "scenarios", "datasets", "criteria", "conf"):
        Path(name).symlink_to(product / name)


def test_only_what_was_built_into_a_page_can_be_tried() -> None:
    assert trial_kind(execution()) == "page"
    assert trial_kind(execution(builds="failed")) == "unbuilt"
    assert trial_kind(None) == "none"
    assert trial_kind(execution(builds="not run")) == "none"
    assert trial_kind(execution(toolchain="unknown")) == "none"
    assert trial_kind(execution(toolchain="")) == "none"
    assert trial_kind(execution().model_copy(update={"builds": None})) == "none"
    assert Step(status="passed") == execution().builds


def test_a_program_that_answers_requests_has_no_page_to_try() -> None:
    assert trial_kind(execution(toolchain="python")) == "server"
    assert trial_kind(execution(toolchain="python", builds="not run")) == "none"


def test_what_was_not_executed_like_this_is_not_built() -> None:
    with pytest.raises(AssayError, match="have changed since"):
        built_site(ANSWER, execution(key="0"))
    assert not BUILT.exists()


def test_an_application_is_built_once() -> None:
    page = BUILT / "cafe/index.html"
    page.parent.mkdir(parents=True)
    page.write_text("kept")
    assert (built_site(ANSWER, execution()) / "index.html").read_text() == "kept"


def test_nothing_that_an_earlier_start_built_is_kept() -> None:
    page = BUILT / "cafe/index.html"
    page.parent.mkdir(parents=True)
    page.write_text("kept")
    forget_built()
    assert not BUILT.exists()
