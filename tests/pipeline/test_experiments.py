"""DVC's experiments in a copy of the repository pay for nothing that is paid for here."""

import pytest

from tests.conftest import FakeServer
from tests.ledgers import paid
from tests.project import Project

pytestmark = pytest.mark.slow

ANSWERS = "generate"
"""The stage that pays, and the only one that a model's own setting makes run."""
SETTING = "conf/model/strong.yaml:+sampling.temperature=0.5"


@pytest.fixture
def started(small: Project) -> Project:
    small.git("config", "user.name", "t")
    small.git("config", "user.email", "t@example.org")
    return small


def test_an_experiment_in_a_copy_uses_what_the_local_store_has(
    started: Project, server: FakeServer
) -> None:
    before = started.read("conf/model/strong.yaml")
    started.remote("model", "strong", sampling={"temperature": 0.5})
    started.stage("generate", check=True)
    assert server.count() == {"strong": 7}
    started.write("conf/model/strong.yaml", before)
    started.run("dvc", "checkout", "--force", "--quiet")
    server.mark()
    in_the_store = paid(started.root)

    started.run("dvc", "exp", "run", "--temp", "-S", SETTING, ANSWERS)
    assert server.count() == {}
    assert paid(started.root) == in_the_store
    name = started.run("dvc", "exp", "list", "--name-only").stdout.split()[-1]
    references = started.git("for-each-ref", "--format=%(refname)", "refs/exps").split()
    experiment = next(reference for reference in references if reference.endswith(f"/{name}"))
    assert "temperature: 0.5" in started.git("show", f"{experiment}:conf/model/strong.yaml")
    assert ".assay" not in started.git("ls-tree", "--name-only", experiment).split()


def test_what_an_experiment_in_a_copy_pays_is_in_the_local_store(
    started: Project, server: FakeServer
) -> None:
    before = paid(started.root)
    started.run("dvc", "exp", "run", "--temp", "-S", SETTING, ANSWERS)
    assert server.count() == {"strong": 7}
    assert len(paid(started.root)) == len(before) + 7
