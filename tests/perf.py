"""Benchmarks, not tests: `make perf` prints a table of times and ratios measured in one run on this machine.

python -m tests.perf [offline] [noop] [measure] [calls] [validity]
"""

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import yaml
from rich.console import Console
from rich.table import Table

from stages.lib.base.records import CHECKS
from stages.lib.scoring.resampling import Resampling
from stages.validity.__main__ import judge_figures
from tests.conftest import FakeServer
from tests.project import ROOT, Project
from tools.simulation.judges import FAMILIES, JUDGES, simulated

Row = tuple[str, str, str]
LATENCY_S = 2.0
"""What was measured, the figure, and how it was taken."""


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@contextmanager
def server() -> Iterator[FakeServer]:
    with folder() as place:
        command = [sys.executable, "-m", "tests.fake_server", "--port-file", str(place / "port")]
        process = subprocess.Popen(command, cwd=ROOT)
        try:
            while not (place / "port").exists():
                time.sleep(0.05)
            yield FakeServer(f"http://127.0.0.1:{(place / 'port').read_text()}")
        finally:
            process.kill()
            process.wait()


def offline() -> list[Row]:
    """The committed run in a fresh clone, and then with nothing changed."""
    with folder() as place:
        subprocess.run(["git", "clone", "-q", str(ROOT), str(place / "clone")], check=True)
        clone = Project(place / "clone")
        cold, idle = timed(clone.repro), timed(clone.repro)
    return [
        ("offline default run, cold", f"{cold:.1f} s", "dvc repro in a fresh clone (must be under 60 s)"),
        ("the same with nothing changed", f"{idle:.1f} s", "dvc repro again"),
    ]


def noop() -> list[Row]:
    """A no-op `dvc repro` with many models, over a DVC pipeline of as many stages with trivial commands."""
    rows: list[Row] = []
    for count in (10, 30):
        with folder() as place:
            models = [f"m{number}" for number in range(count)]
            ours, bare = _many_models(place / "ours", models), _trivial(place / "bare", len(models) * 4 + 5)
            pairs = [(timed(ours.repro), timed(bare.repro)) for _ in range(7)]
        ratio = statistics.median(one / other for one, other in pairs)
        seconds = statistics.median(one for one, _ in pairs)
        rows.append(
            (f"no-op at {count} models", f"{seconds:.2f} s, {ratio:.2f} × bare DVC", "median of 7 pairs (at most 1.5)")
        )
    return rows


def _many_models(root: Path, models: list[str]) -> Project:
    """A finished run of so many models: the first one's, written again under the others' names and recorded."""
    first, *others = models
    project = Project.create(root, models=[first])
    for model in models:
        project.write(f"conf/model/{model}.yaml", 'provider: "null"\n')
    project.repro()
    made = [path for folder in ("outputs", "metrics") for path in (root / folder).rglob(f"{first}.json*")]
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
        f"s{number}": {"cmd": f"echo {number} > out{number}", "deps": ["input"], "outs": [f"out{number}"]}
        for number in range(stages)
    }
    project.write("dvc.yaml", yaml.safe_dump({"stages": body}))
    project.git("init", "-q")
    project.run("dvc", "init", "-q")
    project.repro()
    return project


MODULE = """export class Shelf{n}<T extends {{ id: number }}> {{
  private items: T[] = [];
  add(item: T): void {{
    if (item.id > {n} && !this.items.some((other) => other.id === item.id)) {{
      this.items = [...this.items, item];
    }}
  }}
  label(item?: T): string {{
    return item ? `shelf {n}: ${{item.id ?? 'none'}}` : 'empty';
  }}
}}

"""


def measure() -> list[Row]:
    """measure_tree on 1 and 10 MB of TypeScript in files of about 20 kB, each in a process of its own."""
    figures = {megabytes: _measured(megabytes, False) for megabytes in (1, 10)}
    growth = (figures[10][0] / figures[1][0]) / 10
    seconds, peak = figures[10]
    both, _ = _measured(2, True)
    return [
        (
            "measure, 10 MB of TypeScript",
            f"{10 / seconds:.1f} MB/s, peak {peak:.0f} MB",
            "measure_tree in its own process",
        ),
        ("the same with lizard beside it, 2 MB", f"{2 / both:.2f} MB/s", "lizard takes nearly all of it"),
        ("measure, growth from 1 to 10 MB", f"{growth:.2f} × linear", "time at 10 MB / (10 × time at 1 MB)"),
    ]


def _measured(megabytes: int, second_opinion: bool) -> tuple[float, float]:
    code = (
        "import sys, time, resource\n"
        "from tests.perf import MODULE\n"
        "from stages.lib.measurement.measure import measure_tree\n"
        f"size, files, number = {megabytes} * 10**6, {{}}, 0\n"
        "while size > 0:\n"
        "    text = ''.join(MODULE.format(n=number * 60 + k) for k in range(60)).encode()\n"
        "    files[f'src/m{number}.ts'] = text; size -= len(text); number += 1\n"
        f"started = time.perf_counter(); measure_tree(files, second_opinion={second_opinion})\n"
        "print(time.perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    seconds, peak = map(float, done.stdout.split())
    return seconds, peak


BARE = """
import asyncio, os, sys
os.environ |= {"LITELLM_OFFLINE_MODE": "true", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
import litellm
count, concurrency, base = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
gate = asyncio.Semaphore(concurrency)
async def one(number):
    async with gate:
        messages = [{"role": "system", "content": "Files."}, {"role": "user", "content": f"Port {number}"}]
        await litellm.acompletion(
            model="openai/strong", messages=messages, api_base=base, api_key="none", num_retries=0, max_retries=0,
            timeout=600, _skip_mcp_handler=True,
        )
async def main():
    await asyncio.gather(*map(one, range(count)))
asyncio.run(main())
"""
"""As many calls by litellm alone, under a semaphore."""


def calls() -> list[Row]:
    """One generate stage before a server that takes 2 s for each call, beside bare litellm: 600 calls and 2,000."""
    return [row for count, concurrency in ((600, 64), (2000, 256)) for row in _calls(count, concurrency)]


def _calls(count: int, concurrency: int) -> list[Row]:
    with folder() as place, server() as fake:
        project = Project.create(place / "project", fake.url)
        project.remote("model", "strong")
        project.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
        project.params(models=["strong"], attempts=count // 2)
        project.stage("render", check=True)
        fake.settings(latency_s=LATENCY_S)
        bare = [sys.executable, "-c", BARE, str(count), str(concurrency), f"{fake.url}/v1"]
        fake.mark()
        subprocess.run(bare, check=True, capture_output=True)
        alone = _calling(fake)
        fake.mark()
        whole = timed(lambda: project.stage("generate", "model=strong", f"calls.concurrency={concurrency}", check=True))
        assert len(fake.calls()) == count
        ours = _calling(fake)
        again = timed(lambda: project.stage("generate", "model=strong", check=True))
    ideal, what = count * LATENCY_S / concurrency, f"{count} calls × {LATENCY_S:.0f} s, {concurrency} at once"
    return [
        (what, f"{ours:.1f} s, {ours / ideal:.2f} × ideal", "from the first call to the last reply"),
        (
            "the same by bare litellm",
            f"{alone:.1f} s, {alone / ideal:.2f} × ideal",
            f"ours over it {ours / alone:.2f}",
        ),
        ("the same, whole process", f"{whole:.1f} s, {whole / ideal:.2f} × ideal", "with litellm's start-up"),
        ("the same from the ledger", f"{again:.1f} s", "whole process, no call"),
    ]


def _calling(fake: FakeServer) -> float:
    """Seconds from the first call's arrival to the last reply, as the server saw them since the last mark."""
    made = fake.calls()
    return float(max(call["ended"] for call in made) - min(call["arrived"] for call in made))


def validity() -> list[Row]:
    """The figures of three simulated LLM judges and the checks on eight models, with all their intervals."""
    run = simulated(1)
    judges = ["careful", "lenient", "partial", CHECKS]
    verdicts = replace(
        run.verdicts,
        passed={judge: run.verdicts.passed[judge] for judge in judges},
        confidence={judge: run.verdicts.confidence[judge] for judge in judges},
    )
    families = {judge: JUDGES[judge].family for judge in judges[:-1]}
    how = Resampling(draws=2000, confidence=0.95, seed=1)
    seconds = timed(lambda: judge_figures(verdicts, FAMILIES, families, run.audits, how))
    size = f"{len(verdicts.items) * len(judges):,} verdicts, 2000 draws"
    return [("judges' figures with intervals, 8 models × 46 tests × 4 judges", f"{seconds:.1f} s", size)]


def main() -> None:
    names = sys.argv[1:] or ["offline", "noop", "measure", "calls", "validity"]
    table = Table(
        title=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    for column in ("measured", "figure", "how"):
        table.add_column(column)
    for name in names:
        for row in {"offline": offline, "noop": noop, "measure": measure, "calls": calls, "validity": validity}[name]():
            table.add_row(*row)
    Console(width=140).print(table)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    Console(width=140).print(f"Largest child process: {peak:.0f} MB.")


if __name__ == "__main__":
    main()
