"""Family `bill`: services on a store that charges; the smallest bill that is known decides."""

import hashlib
import json
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
CASES = f"{FOLDER}/test_bill.py"
SECONDS = 240
"""Of all tasks, as when answers are scored."""
MOST_PLAIN = 0.1
"""The share of the bounds that the plain way may keep; else the instance is too easy."""
Texts = Mapping[str, str]


class BillParts(NamedTuple):
    given: Texts
    gold: Texts
    plain: Texts
    cases: Texts
    tasks: Sequence[str]


def bill(_: HardProgram, level: Level, seed: str, name: str) -> Content:
    """Services and the store. AssayError unless gold keeps all bounds, the plain way few."""
    parts = parts_of(level, seed)
    titles = [
        f"{CASES}::test_bill[{task}-{number}]"
        for task in parts.tasks
        for number in range(1, BOUNDS + 1)
    ]
    programs = [{**parts.given, **answer} for answer in (parts.gold, parts.plain)]
    gold, plain = failing_on_each(programs, parts.cases, SECONDS)
    if gold or 1 - len(plain) / len(titles) > MOST_PLAIN:
        raise AssayError(f"SEED: gold fails {sorted(gold)}, the plain way only {sorted(plain)}")
    found = criteria("bill", tasks=parts.tasks, cases=CASES)
    return Content(parts.given, parts.gold, found, with_cases(name, titles, parts.cases))


def parts_of(level: Level, seed: str) -> BillParts:
    """What is given, two answers, and the cases, which know gold's bills."""
    values, file_of = drawn_values(["store"], seed)
    values["services"] = level.services
    names = ("store", "services", "gold", "naive")
    texts = {each: f"# {CANARY}\n{filled(f'modules/store/{each}.py.j2', values)}" for each in names}
    package, path = values["pkg"], f"{values['pkg']}/{file_of['store']}"
    given = {
        "RULES.md": f"<!-- {CANARY} -->\n{filled('modules/store/rules.md.j2', values)}",
        f"{package}/__init__.py": f"# {CANARY}\n",
        f"{package}/store.py": texts["store"],
        f"{package}/services.py": texts["services"],
    }
    gold = {path: texts["gold"]}
    cases = {
        f"{FOLDER}/store.py": texts["store"],
        f"{FOLDER}/services.py": texts["services"],
        f"{FOLDER}/count_bill.py": marked("count_bill.py"),
        CASES: marked("test_bill.py"),
    }
    module = path.removesuffix(".py").replace("/", ".")
    commands = hashlib.sha256(f"{seed}:commands".encode()).hexdigest()[:16]
    best = _bills({**given, **gold, **cases}, module, commands)
    told = {"canary": CANARY, "seed": commands, "module": module, "best": best}
    cases[f"{FOLDER}/told.json"] = json.dumps(told) + "\n"
    return BillParts(given, gold, {path: texts["naive"]}, cases, [*best])


def _bills(files: Texts, module: str, seed: str) -> dict[str, int]:
    """What gold is charged for each task."""
    with TemporaryDirectory() as folder:
        write_files(Path(folder), {path: text.encode() for path, text in files.items()})
        count = [sys.executable, "-B", f"{FOLDER}/count_bill.py", folder, module, seed]
        ran = subprocess.run(count, cwd=folder, check=False, capture_output=True, text=True)
    if ran.returncode:
        raise AssayError(f"SEED: gold fails, take another: {ran.stderr.strip()[-200:]}")
    found: dict[str, int] = json.loads(ran.stdout)
    return found
