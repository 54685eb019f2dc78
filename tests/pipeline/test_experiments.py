"""DVC's experiments in a copy of the repository pay for nothing that is paid for here."""

import pytest

from tests.conftest import FakeServer
from tests.project import Project

pytestmark = pytest.mark.slow

SETTING = "attempts=2"
LEDGER = ".assay/ledger/generate/strong.jsonl"


@pytest.fixture
def tried(paid: Project, server: FakeServer) -> Project:
    """A setting was tried, and the repository went back: only the local store has its answers."""
    paid.git("config", "user.name", "t")
    paid.git("config", "user.email", "t@example.org")
    paid.params(attempts=2)
    paid.repro()
    assert server.count()["strong"] > 0
    paid.git("checkout", "--", ".")
    paid.run("dvc", "checkout", "--force")
    server.mark()
    return paid


@pytest.mark.parametrize(
    "commands",
    [[["--temp", "-S", SETTING]], [["--queue", "-S", SETTING], ["--run-all"]]],
    ids=["temp", "queue"],
)
def test_an_experiment_in_a_copy_uses_what_the_local_store_has(
    tried: Project, server: FakeServer, commands: list[list[str]]
) -> None:
    before = tried.read(LEDGER)
    for arguments in commands:
        tried.run("dvc", "exp", "run", *arguments)
    assert server.count() == {}
    assert tried.read(LEDGER) == before
    name = tried.run("dvc", "exp", "list", "--name-only").stdout.split()[-1]
    references = tried.git("for-each-ref", "--format=%(refname)", "refs/exps").split()
    experiment = next(reference for reference in references if reference.endswith(f"/{name}"))
    assert "attempts: 2" in tried.git("show", f"{experiment}:params.yaml")
    assert ".assay" not in tried.git("ls-tree", "--name-only", experiment).split()


def test_what_an_experiment_in_a_copy_pays_is_in_the_local_store(
    paid: Project, server: FakeServer
) -> None:
    paid.git("config", "user.name", "t")
    paid.git("config", "user.email", "t@example.org")
    before = paid.read(LEDGER).splitlines()
    paid.run("dvc", "exp", "run", "--temp", "-S", SETTING)
    assert server.count()["strong"] > 0
    assert len(paid.read(LEDGER).splitlines()) > len(before)
