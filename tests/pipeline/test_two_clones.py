"""Whatever two people do with git and DVC, no request is paid twice and no received reply is lost.

Every edit is new, and who edits a prompt runs it before committing it. So each request has one
clone that pays for it first, and no other clone has a reason to pay for it again. A call that a
kill cut off before its reply came may be made once more.

As it is, the test tries few sequences. `ASSAY_TWO_CLONES=20 python -m pytest -s
tests/pipeline/test_two_clones.py` tries twenty, of twenty steps each. It prints a line for each
sequence, and how many steps it tried.
"""

import json
import os
import shutil
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.assay.ledger.test_sharing import driver
from tests.conftest import FakeServer
from tests.forked import Forked
from tests.ledgers import paid
from tests.pipeline.test_interruptions import wait_until
from tests.project import Project

pytestmark = pytest.mark.slow

PROMPTS = {
    "Explain": "scenarios/code_explanation/Explain.md",
    "Port": "scenarios/solution_migration/Port.md",
}
ANSWERS = ("--with-deps", "generate", "ledger.dvc")
"""What DVC is asked for: all that runs here."""
ABSENT = "ledger.dvc names paid calls that are not here"
SEQUENCES = int(os.environ.get("ASSAY_TWO_CLONES", "3"))
STEPS = 20 if "ASSAY_TWO_CLONES" in os.environ else 10
KEPT_WITHIN_S = 20.0
"""A reply is in the store so soon after the server sent it, also on a busy machine."""
CLONES = st.sampled_from(["anna", "bob"])
BRANCHES = st.sampled_from(["main", "other"])
EDITS = st.sampled_from([*sorted(PROMPTS), ""])
"""What is edited before a step that runs; the simplest sequences edit, so that they pay too."""


def keys_of(clone: Project) -> set[str]:
    """The requests that the clone's local store can answer."""
    return {entry.key for entry in paid(clone.root)}


def name_remote(clone: Project, folder: Path) -> None:
    clone.write(
        ".dvc/config.local",
        f"[core]\n    remote = team\n['remote \"team\"']\n    url = {folder}\n",
    )


class TwoClones(RuleBasedStateMachine):
    """Two clones of one repository, with one DVC remote. Runs stop at the answers."""

    origin: Path
    server: FakeServer
    forked: Forked
    tried: Counter[str]

    @initialize()
    def clone(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="assay-clones-"))
        for name in ("git", "remote"):
            shutil.copytree(self.origin / name, self.folder / "origin" / name, symlinks=True)
        self.server.mark()
        self.started = time.monotonic()
        self.steps = 0
        self.edits = 0
        self.kept: dict[str, set[str]] = {}
        self.clones: dict[str, Project] = {}
        for name in ("anna", "bob"):
            project = Project(self.folder / name, self.server.url, self.forked.path)
            shutil.copytree(self.origin / "clone", project.root, symlinks=True)
            project.git("config", "user.name", name)
            project.git("config", "user.email", f"{name}@example.org")
            project.git("config", "merge.dvc.driver", driver())
            name_remote(project, self.folder / "origin/remote")
            self.clones[name] = project
            self.kept[name] = set()
        assert self.has_run("anna", "Port")
        assert self.replies(), "a sequence without a paid call proves nothing"

    @rule(name=CLONES, prompt=st.sampled_from(sorted(PROMPTS)))
    def edit(self, name: str, prompt: str) -> None:
        self.edits += 1
        path = PROMPTS[prompt]
        head = self.clones[name].read(path).split("\nEdit ")[0].rstrip("\n")
        self.clones[name].write(path, f"{head}\nEdit {self.edits}.\n")

    @rule(name=CLONES, edit=EDITS)
    def run(self, name: str, edit: str) -> None:
        self.has_run(name, edit)

    def has_run(self, name: str, edit: str) -> bool:
        """Edit a prompt, if one is named, and run to the answers.

        A run that lacks a ledger stops before its first call, and says so.
        """
        if edit:
            self.edit(name, edit)
        before = len(self.server.calls())
        done = self.clones[name].repro("generate", check=False)
        if done.code:
            assert ABSENT in done.err, done.err
            assert len(self.server.calls()) == before
        return done.code == 0

    @rule(name=CLONES)
    def run_and_kill(self, name: str) -> None:
        """Kill the stage when its first reply has come and another call is under way."""
        for prompt in PROMPTS:
            self.edit(name, prompt)
        clone = self.clones[name]
        clone.repro("render")
        keys, replies = len(keys_of(clone)), len(self.replies())
        self.server.settings(answered=1)
        stage = clone.started("generate", "models=[strong]", "calls.concurrency=1")
        wait_until(lambda: stage.poll() is not None or len(self.replies()) > replies, 300)
        with suppress(AssertionError):
            wait_until(
                lambda: len(keys_of(clone)) > keys or stage.poll() is not None, KEPT_WITHIN_S
            )
        if stage.poll() is None:
            self.forked.stage_in(clone.root).kill()
        stage.wait()
        self.server.settings(answered=None)
        received = len(self.replies()) - replies
        assert len(keys_of(clone)) >= keys + received, "a received reply was lost"

    def replies(self) -> list[str]:
        """The requests that were answered."""
        calls = [call for call in self.server.calls() if call["done"]]
        return [json.dumps(call["body"], sort_keys=True) for call in calls]

    @rule(name=CLONES, edit=EDITS)
    def commit(self, name: str, edit: str) -> None:
        """Only what has run is committed."""
        if self.has_run(name, edit):
            self.clones[name].commit("run")

    @rule(name=CLONES, branch=BRANCHES, edit=EDITS)
    def switch(self, name: str, branch: str, edit: str) -> None:
        clone = self.clones[name]
        if not self.has_run(name, edit):
            return
        clone.commit("before switching")
        clone.git("checkout", "-q", branch)
        clone.run("dvc", "checkout", "-q", "--force", *ANSWERS, check=False)

    @rule(name=CLONES, outputs=st.booleans())
    def push(self, name: str, outputs: bool) -> None:
        """Push the commits if nobody was faster, and perhaps forget the outputs."""
        clone = self.clones[name]
        clone.run("git", "push", "-q", "origin", "HEAD", check=False)
        if outputs:
            clone.run("dvc", "push", "-q", check=False)

    @rule(name=CLONES)
    def delete_outputs(self, name: str) -> None:
        shutil.rmtree(self.clones[name].root / "outputs", ignore_errors=True)

    @rule(name=CLONES, branch=BRANCHES, edit=EDITS)
    def pull(self, name: str, branch: str, edit: str) -> None:
        """Merge what was pushed, as docs/pipeline.md says, after committing one's own run."""
        clone = self.clones[name]
        if not self.has_run(name, edit):
            return
        clone.commit("before merging")
        clone.git("fetch", "-q", "origin")
        merged = clone.run("git", "merge", "-q", f"origin/{branch}", check=False)
        if merged.returncode:
            unmerged = clone.git("diff", "--name-only", "--diff-filter=U").split()
            for path in unmerged:  # the driver could not get what they did not push
                clone.git("checkout", "--theirs" if path == "ledger.dvc" else "--ours", path)
            clone.git("add", "-A")
            clone.run("dvc", "fetch", "-q", "ledger", check=False)
            clone.git("commit", "-q", "--no-edit")
        else:
            clone.run("dvc", "pull", "-q", "--force", *ANSWERS, check=False)

    def check_invariants(self, *arguments: object, **more: object) -> None:
        super().check_invariants(*arguments, **more)
        if hasattr(self, "clones"):
            self.steps += 1
            self.require_nothing_lost_or_paid_twice()

    def require_nothing_lost_or_paid_twice(self) -> None:
        twice = [body for body, times in Counter(self.replies()).items() if times > 1]
        assert not twice, "paid twice"
        for name, clone in self.clones.items():
            keys = keys_of(clone)
            assert keys >= self.kept[name], "a received reply was lost"
            self.kept[name] = keys

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            calls = len(self.server.calls())
            self.tried.update(sequences=1, steps=self.steps, calls=calls)
            seconds = time.monotonic() - self.started
            print(
                f"sequence {self.tried['sequences']}: {self.steps} steps, {calls} calls, "
                f"{seconds:.0f} s",
                flush=True,
            )
            shutil.rmtree(self.folder)


@pytest.fixture
def origin(project: Project, server: FakeServer) -> Path:
    """A bare repository with the branches main and other, a DVC remote with their outputs, a clone.

    The clone has pulled both. Its own remote is that of a copy of the repository.
    """
    folder = project.root.parent / "shared"
    folder.mkdir()
    project.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
    project.remote("model", "strong")
    project.params(models=["strong"])
    project.repro("generate")
    project.commit("two prompts")
    project.git("branch", "other")
    project.run("dvc", "remote", "add", "-q", "-d", "team", str(folder / "remote"))
    project.run("dvc", "push", "-q")
    project.git("clone", "-q", "--bare", str(project.root), str(folder / "git"))
    clone = Project(folder / "clone", project.server, project.python)
    project.git("clone", "-q", str(folder / "git"), str(clone.root))
    clone.git("remote", "set-url", "origin", "../origin/git")
    name_remote(clone, folder / "remote")
    clone.run("dvc", "pull", "-q", *ANSWERS)
    return folder


def test_no_request_is_paid_twice_and_no_reply_is_lost(
    origin: Path, server: FakeServer, forked: Forked
) -> None:
    tried = Counter[str]()
    shared = {"origin": origin, "server": server, "forked": forked, "tried": tried}
    machine = type("Machine", (TwoClones,), shared)
    machine.TestCase.settings = settings(
        max_examples=SEQUENCES,
        stateful_step_count=STEPS,
        deadline=None,
        phases=(Phase.reuse, Phase.generate),  # a shorter failure is not worth minutes of runs
        suppress_health_check=list(HealthCheck),
    )
    try:
        machine.TestCase().runTest()
    finally:
        print(f"{tried['sequences']} sequences, {tried['steps']} steps, {tried['calls']} calls")
    assert tried["sequences"] >= SEQUENCES
