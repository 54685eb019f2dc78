"""Family `symptom`: faults are planted, users tell what they see; the cases decide the answer."""

import json
import random
from collections.abc import Mapping, Sequence

from assay.errors import AssayError
from tools.new.hard.content import FOLDER, Content, criteria, marked, with_cases
from tools.new.hard.hard_mutants import HardMutant, hard_mutants
from tools.new.hard.program import CANARY, HardProgram, Level, program_of
from tools.new.hard.suite_runs import failing, passing

VERDICTS = f"{FOLDER}/test_verdicts.py"
NOTHING_BROKE, SMALL = (
    f"{VERDICTS}::test_nothing_else_broke",
    f"{VERDICTS}::test_the_change_is_small",
)
LINES_A_FAULT = 16
"""Lines added and removed that a correction may have."""


def symptom(level: Level, seed: str, name: str) -> Content:
    """The program with hard faults planted. AssayError if there are too few that go together."""
    program = program_of(level, seed)
    mutants = [
        each for each in hard_mutants(program) if each.fault and each.fault.needs >= level.needs
    ]
    shuffled = random.Random(f"{seed}:planted").sample(mutants, len(mutants))
    files, planted = planted_together(program, shuffled, level.planted)
    causes = [f"{VERDICTS}::test_cause_{number}_is_gone" for number in range(1, len(planted) + 1)]
    reports = [each.fault.report for each in planted if each.fault]
    random.Random(f"{seed}:reports").shuffle(reports)
    told = "\n".join(f"- {report}" for report in reports)
    titles = [*causes, NOTHING_BROKE, SMALL]
    return Content(
        source={
            **files,
            "RULES.md": program.rules,
            "REPORT.md": f"<!-- {CANARY} -->\n# What users tell\n\n{told}\n",
        },
        gold={path: text for path, text in program.files.items() if files[path] != text},
        criteria=criteria("symptom", causes=causes, nothing_broke=NOTHING_BROKE, small=SMALL),
        beside=with_cases(name, titles, _cases(program, files, planted)),
    )


def planted_together(
    program: HardProgram, mutants: Sequence[HardMutant], count: int
) -> tuple[dict[str, str], list[HardMutant]]:
    """The first faults no two of which fail one case, alone or together. AssayError if too few."""
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
        if len(planted) == count:
            return files, planted
    raise AssayError(f"SEED: of its faults fewer than {count} go together: take another")


def _cases(
    program: HardProgram, files: Mapping[str, str], planted: Sequence[HardMutant]
) -> dict[str, str]:
    faults = [sorted(title.removeprefix("tests.") for title in each.by) for each in planted]
    of_faults = {title for titles in faults for title in titles}
    every = {title.removeprefix("tests.") for title in passing(program.files, program.full)}
    facts = {
        "canary": CANARY,
        "faults": faults,
        "others": sorted(every - of_faults),
        "files": {path: text for path, text in files.items() if not path.endswith("__init__.py")},
        "most_lines": LINES_A_FAULT * len(planted),
    }
    texts = {path.replace("tests/", ""): text for path, text in program.full.items()}
    texts["conftest.py"] = marked("conftest.py")
    texts["test_verdicts.py"] = marked("verdicts.py.j2", count=len(planted))
    texts["planted.json"] = json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    return {f"{FOLDER}/{path}": text for path, text in texts.items()}
