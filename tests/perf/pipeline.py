"""The whole pipeline: the offline run, and the cost of a run with nothing to do."""

import statistics
import subprocess
from pathlib import Path

import yaml

from tests.perf.common import Row, folder, timed
from tests.project import ROOT, Project


def offline() -> list[Row]:
    """The committed run in a fresh clone, and then with nothing changed."""
    with folder() as place:
        subprocess.run(["git", "clone", "-q", str(ROOT), str(place / "clone")], check=True)
        clone = Project(place / "clone")
        cold, idle = timed(clone.repro), timed(clone.repro)
    return [
        (
            "offline default run, cold",
            f"{cold:.1f} s",
            "dvc repro in a fresh clone (must be under 60 s)",
        ),
        ("the same with nothing changed", f"{idle:.1f} s", "dvc repro again"),
    ]


def noop() -> list[Row]:
    """No-op `dvc repro` with many models, relative to as many DVC stages of trivial commands."""
    rows: list[Row] = []
    for count in (10, 30):
        with folder() as place:
            models = [f"m{number}" for number in range(count)]
            ours = _many_models(place / "ours", models)
            bare = _trivial(place / "bare", len(models) * 4 + 6)
            pairs = [(timed(ours.repro), timed(bare.repro)) for _ in range(7)]
        ratio = statistics.median(one / other for one, other in pairs)
        seconds = statistics.median(one for one, _ in pairs)
        rows.append(
            (
                f"no-op at {count} models",
                f"{seconds:.2f} s, {ratio:.2f} × bare DVC",
                "median of 7 pairs (at most 1.5)",
            )
        )
    return rows


def _many_models(root: Path, models: list[str]) -> Project:
    """A finished run of so many models: the first one's outputs, copied under the others' names."""
    first, *others = models
    project = Project.create(root, models=[first])
    for model in models:
        project.write(f"conf/model/{model}.yaml", 'provider: "null"\n')
    project.repro()
    made = [
        path
        for folder in ("outputs", "metrics")
        for path in (root / folder).rglob(f"{first}.json*")
    ]
    for model in others:
        for path in made:
            text = path.read_text(encoding="utf-8").replace(f'"{first}"', f'"{model}"')
            path.with_name(path.name.replace(first, model)).write_text(text, encoding="utf-8")
    project.params(models=models)
    project.run("dvc", "commit", "--force", "--quiet")
    assert project.repro().stages == []
    return project


def _trivial(root: Path, stages: int) -> Project:
    """A chain-free pipeline: one dependency, one output, the cheapest command."""
    root.mkdir(parents=True)
    project = Project(root)
    project.write("input", "x")
    body = {
        f"s{number}": {
            "cmd": f"echo {number} > out{number}",
            "deps": ["input"],
            "outs": [f"out{number}"],
        }
        for number in range(stages)
    }
    project.write("dvc.yaml", yaml.safe_dump({"stages": body}))
    project.git("init", "-q")
    project.run("dvc", "init", "-q")
    project.repro()
    return project
