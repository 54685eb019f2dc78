"""Family `bill`: services on a store that charges; the smallest bill that is known decides."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.errors import AssayError
from assay.sandbox.archive import write_files
from tools.new.hard.content import FOLDER, Content, HardParts, Texts, criteria, marked, proved
from tools.new.hard.program import CANARY, Level, drawn_values, filled

BOUNDS = 10
CASES = f"{FOLDER}/test_bill.py"
SECONDS = 240
"""Of all tasks, as when answers are scored."""
MOST_PLAIN = 0.1
"""The share of the bounds that the plain way may keep; else the instance is too easy."""


def bill(level: Level, seed: str, name: str) -> Content:
    """Services and the store. AssayError unless gold keeps all bounds, the plain way few."""
    return proved(parts_of(level, seed), name, SECONDS, {"plain": MOST_PLAIN})


def parts_of(level: Level, seed: str) -> HardParts:
    """Two answers, and cases that know gold's bills."""
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
    numbers = range(1, BOUNDS + 1)
    titles = [f"{CASES}::test_bill[{task}-{number}]" for task in best for number in numbers]
    answers = {"gold": gold, "plain": {path: texts["naive"]}}
    return HardParts(given, answers, cases, titles, criteria("bill", tasks=[*best], cases=CASES))


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
