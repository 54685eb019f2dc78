"""A page that no build has made: it has the packages that it declares, and nothing else of here."""

import json
from pathlib import Path
from typing import Any, cast

import pytest

from assay.sandbox.staging import stage_files
from assay.sandbox.steps import ExecutionSteps, Workplace
from assay.sandbox.toolchains import Toolchain
from tests.assay.sandbox.conftest import toolchain_of

SCRIPT = "node_modules/jquery/dist/jquery.js"


@pytest.fixture
def toolchain() -> Toolchain:
    """A toolchain without a build, installed with two packages, beside a secret of the machine."""
    made = toolchain_of("node", static=(".",))
    for path in (SCRIPT, "node_modules/@a/b/index.js"):
        (made.installed / path).parent.mkdir(parents=True)
        (made.installed / path).write_text("of the toolchain")
    Path("secret").mkdir()
    Path("secret/key").write_text("secret")
    return made


def page_of(toolchain: Toolchain, files: dict[str, str]) -> Path:
    """The page of an answer with these files."""
    answer = Path("scratch/answer")
    answer.mkdir(parents=True)
    staged = {path: text.encode() for path, text in files.items()}
    stage_files(answer, staged, toolchain)
    place = Workplace(answer, staged, toolchain, toolchain.installed)
    step, site = ExecutionSteps(cast(Any, None), place).build(Path("scratch"))
    assert step.status == "passed" and site is not None
    return site


def manifest(*packages: str) -> str:
    return json.dumps({"dependencies": dict.fromkeys(packages, "1")})


def test_declared_packages_lie_beside_a_page_that_no_build_has_made(toolchain: Toolchain) -> None:
    site = page_of(
        toolchain, {"index.html": "<p>", "package.json": manifest("jquery", "@a/b", "no-such")}
    )
    assert (site / "index.html").read_text() == "<p>"
    modules = site / "node_modules"
    found = {path.relative_to(modules).as_posix() for path in modules.rglob("*") if path.is_file()}
    assert found == {"jquery/dist/jquery.js", "@a/b/index.js"}
    assert not Path("scratch/answer/node_modules").exists(), "in the sandbox packages are links"


def test_a_name_of_a_package_leads_nowhere_else(toolchain: Toolchain) -> None:
    up = "../" * len((toolchain.installed / "node_modules").parts)
    absolute = str(Path("secret").resolve())
    names = manifest(f"{up}secret", absolute, "..", ".", "")
    site = page_of(toolchain, {"index.html": "<p>", "package.json": names})
    assert "secret" not in {path.name for path in Path("scratch").rglob("*")}
    assert {path.name for path in site.iterdir()} == {"index.html", "package.json"}


def test_a_package_of_the_answers_own_is_not_replaced(toolchain: Toolchain) -> None:
    own = json.dumps({"name": "jquery"})
    files = {"index.html": "<p>", "package.json": manifest("jquery"), "lib/package.json": own}
    site = page_of(toolchain, files)
    assert (site / "node_modules/jquery").is_symlink()
