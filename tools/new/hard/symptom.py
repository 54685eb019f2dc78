"""Family `symptom`: faults are planted, users tell what they see; the cases decide the answer."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import jinja2

from assay.config import paths
from assay.errors import AssayError
from assay.sandbox.behaviours import CASES
from tools.new.hard.content import Content, as_yaml
from tools.new.hard.hard_mutants import HardMutant, hard_mutants
from tools.new.hard.program import CANARY, HARD, HardProgram, Level
from tools.new.hard.suite_runs import failing, titles_of

FOLDER = "assaycases"
VERDICTS = f"{FOLDER}/test_verdicts.py"
NOTHING_BROKE, SMALL = (
    f"{VERDICTS}::test_nothing_else_broke",
    f"{VERDICTS}::test_the_change_is_small",
)
LINES_A_FAULT = 16
"""Lines added and removed that a correction may have."""


def symptom(program: HardProgram, level: Level, seed: str, name: str) -> Content:
    """The program with hard faults planted. AssayError if there are too few that go together."""
    mutants = [
        each for each in hard_mutants(program) if each.fault and each.fault.needs >= level.needs
    ]
    files, planted = _planted(
        program, random.Random(f"{seed}:planted").sample(mutants, len(mutants)), level
    )
    causes = [f"{VERDICTS}::test_cause_{number}_is_gone" for number in range(1, len(planted) + 1)]
    reports = [each.fault.report for each in planted if each.fault]
    random.Random(f"{seed}:reports").shuffle(reports)
    told = "\n".join(f"- {report}" for report in reports)
    changed = {path: text for path, text in program.files.items() if files[path] != text}
    folder = paths.BEHAVIOURS / name
    cases = {"titles": [*causes, NOTHING_BROKE, SMALL], "defects": [*causes, NOTHING_BROKE, SMALL]}
    return Content(
        source={
            **files,
            "RULES.md": program.rules,
            "REPORT.md": f"<!-- {CANARY} -->\n# What users tell\n\n{told}\n",
        },
        gold=changed,
        criteria=_criteria(causes),
        beside={folder / CASES: as_yaml(cases), **_cases(program, files, planted, folder)},
    )


def _planted(
    program: HardProgram, mutants: Sequence[HardMutant], level: Level
) -> tuple[dict[str, str], list[HardMutant]]:
    """The first faults no two of which fail one case, alone or together."""
    files = dict(program.files)
    planted = list[HardMutant]()
    for each in mutants:
        fault, path = each.fault, each.mutant.file
        shared = each.by & frozenset().union(*(other.by for other in planted))
        if fault is None or shared or files[path].count(fault.before) != 1:
            continue
        with_it = {**files, path: files[path].replace(fault.before, fault.after)}
        if failing(with_it, program.full) == each.by.union(*(other.by for other in planted)):
            files, planted = with_it, [*planted, each]
        if len(planted) == level.planted:
            return files, planted
    raise AssayError(f"SEED: of its faults fewer than {level.planted} go together: take another")


def _criteria(causes: Sequence[str]) -> dict[str, object]:
    """Each cause counts alike, in both metrics; without one that is gone nothing counts."""
    gone = [
        {"criterion": f"Cause {number} is gone", "run": [cause], "tags": ["behaviour"]}
        for number, cause in enumerate(causes, 1)
    ]
    all_gone = {"criterion": "Every cause is gone", "weight": 2.0, "run": list(causes)}
    kept = {
        "criterion": "What followed the rules still does",
        "weight": 1.0,
        "run": [NOTHING_BROKE],
    }
    small = {"criterion": "The change is small", "weight": 0.5, "run": [SMALL]}
    accuracy = [each | {"tags": ["constraint"]} for each in (all_gone, kept, small)]
    return {"accuracy": accuracy, "completeness": gone}


def _cases(
    program: HardProgram, files: Mapping[str, str], planted: Sequence[HardMutant], folder: Path
) -> dict[Path, str]:
    faults = [sorted(title.removeprefix("tests.") for title in each.by) for each in planted]
    of_faults = {title for titles in faults for title in titles}
    every = {title.removeprefix("tests.") for title in titles_of(program.files, program.full)}
    facts = {
        "canary": CANARY,
        "faults": faults,
        "others": sorted(every - of_faults),
        "files": {path: text for path, text in files.items() if not path.endswith("__init__.py")},
        "most_lines": LINES_A_FAULT * len(planted),
    }
    template = jinja2.Template((HARD / "cases/verdicts.py.j2").read_text(), trim_blocks=True)
    texts = {path.replace("tests/", ""): text for path, text in program.full.items()}
    texts["conftest.py"] = f"# {CANARY}\n{(HARD / 'cases/conftest.py').read_text()}"
    texts["test_verdicts.py"] = f"# {CANARY}\n{template.render(numbers=range(1, len(planted) + 1))}"
    texts["planted.json"] = json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    return {folder / FOLDER / path: text for path, text in texts.items()}
