"""Family `cycles`: programs for a machine that counts; as few cycles as the best known decide."""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from assay.errors import AssayError
from assay.sandbox.archive import write_files
from tools.new.hard.content import Content, criteria, marked, with_cases
from tools.new.hard.program import CANARY, HardProgram, Level, drawn_values, filled
from tools.new.hard.suite_runs import failing_on_each

FOLDER, BOUNDS = "assaycases", 10
CASES = f"{FOLDER}/test_cycles.py"
SECONDS = 300
"""Of all programs, on a machine that has other work too."""
MOST_PLAIN = 0.1
"""The share of the bounds that plain programs may keep; else the instance is too easy."""
Texts = Mapping[str, str]


class CycleParts(NamedTuple):
    given: Texts
    gold: Texts
    plain: Texts
    cases: Texts
    tasks: Sequence[str]


def cycles(_: HardProgram, level: Level, seed: str, name: str) -> Content:
    """The machine and its manual. AssayError unless gold keeps all bounds, plain programs few."""
    parts = parts_of(level, seed)
    titles = [
        f"{CASES}::test_cycles[{task}-{number}]"
        for task in parts.tasks
        for number in range(1, BOUNDS + 1)
    ]
    programs = [{**parts.given, **answer} for answer in (parts.gold, parts.plain)]
    gold, plain = failing_on_each(programs, parts.cases, SECONDS)
    if gold or 1 - len(plain) / len(titles) > MOST_PLAIN:
        raise AssayError(f"SEED: gold fails {sorted(gold)}, plain programs only {sorted(plain)}")
    found = criteria("cycles", tasks=parts.tasks, cases=CASES)
    return Content(parts.given, parts.gold, found, with_cases(name, titles, parts.cases))


def parts_of(level: Level, seed: str) -> CycleParts:
    """What is given, two answers, and the cases, which know gold's cycles."""
    values, file_of = drawn_values(["cycles"], seed)
    values["level"] = level.cycles
    names = ("machine", "tasks", "gold", "naive")
    texts = {
        each: f"# {CANARY}\n{filled(f'modules/cycles/{each}.py.j2', values)}" for each in names
    }
    package, path = values["pkg"], f"{values['pkg']}/{file_of['cycles']}"
    rules = filled("modules/cycles/rules.md.j2", values)
    given = {
        "RULES.md": f"<!-- {CANARY} -->\n{rules}",
        f"{package}/__init__.py": f"# {CANARY}\n",
        f"{package}/machine.py": texts["machine"],
    }
    gold, tasks = {path: texts["gold"]}, re.findall(r"^\| `(\w+)` \| a", rules, re.MULTILINE)
    cases = {
        f"{FOLDER}/machine.py": texts["machine"],
        f"{FOLDER}/tasks.py": texts["tasks"],
        f"{FOLDER}/count_cycles.py": marked("count_cycles.py"),
        CASES: marked("test_cycles.py"),
    }
    module = path.removesuffix(".py").replace("/", ".")
    inputs = hashlib.sha256(f"{seed}:inputs".encode()).hexdigest()[:16]
    best = _cycles({**given, **gold, **cases}, module, inputs, tasks)
    told = {"canary": CANARY, "seed": inputs, "module": module, "best": best}
    cases[f"{FOLDER}/told.json"] = json.dumps(told) + "\n"
    return CycleParts(given, gold, {path: texts["naive"]}, cases, tasks)


def _cycles(files: Texts, module: str, seed: str, tasks: Sequence[str]) -> dict[str, int]:
    """What gold takes for each task."""
    with TemporaryDirectory() as folder:
        write_files(Path(folder), {path: text.encode() for path, text in files.items()})
        count = [sys.executable, "-B", f"{FOLDER}/count_cycles.py", folder, module, seed, *tasks]
        ran = subprocess.run(count, cwd=folder, check=False, capture_output=True, text=True)
    if ran.returncode:
        raise AssayError(f"SEED: gold fails, take another: {ran.stderr.strip()[-200:]}")
    found: dict[str, int] = json.loads(ran.stdout)
    return found
