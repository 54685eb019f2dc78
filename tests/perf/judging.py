"""The input tokens that LLM judges are billed for the answers of the whole suite."""

import subprocess

from tests.conftest import FakeServer
from tests.perf.common import Row, folder, server
from tests.project import ROOT, Project

JUDGES = ("judge-one", "judge-two", "judge-three")
"""The fake server gives a verdict on every criterion, and bills a token for four characters."""


def judging() -> list[Row]:
    """Input tokens of three judges on the gold answers.

    As shipped, and with a question for each metric and judge.
    """
    with folder() as place, server() as fake:
        subprocess.run(["git", "clone", "-q", str(ROOT), str(place / "clone")], check=True)
        project = Project(place / "clone", fake.url)
        for judge in JUDGES:
            project.remote("judge", judge)
        for command in (("render",), ("generate", "models=[gold]"), ("extract", "models=[gold]")):
            project.stage(*command, check=True)
        shipped, calls = _billed(project, fake, "all")
        apart, more = _billed(project, fake, "metric")
    return [
        (
            "input tokens billed to 3 judges on the gold answers",
            f"{shipped:,}, {shipped / apart:.3f} × one question per metric and judge",
            f"{calls} calls and {more}, nothing taken off for caches (at most 0.55)",
        )
    ]


def _billed(project: Project, fake: FakeServer, question: str) -> tuple[int, int]:
    """Input tokens and calls of the judge stage, as the server counted them."""
    fake.mark()
    panel = f"panel=[{','.join(JUDGES)}]"
    project.stage("judge", "models=[gold]", panel, f"judging.question={question}", check=True)
    calls = fake.calls()
    return sum(call["usage"]["prompt_tokens"] for call in calls), len(calls)
