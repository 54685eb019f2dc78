"""Family `review`: faults and decoys in one program. A finding is a place, and a test of it."""

import json
import random
from collections.abc import Sequence

from assay.errors import AssayError
from tools.new.hard.content import FOLDER, Content, criteria, marked, with_cases
from tools.new.hard.hard_mutants import hard_mutants
from tools.new.hard.program import CANARY, HandFault, HardProgram, Level, program_of
from tools.new.hard.suite_runs import failing
from tools.new.hard.symptom import VERDICTS, planted_together

F1 = [f"{VERDICTS}::test_f1_reaches[{percent}]" for percent in range(2, 101, 2)]
CASE_FILES = {"test_verdicts.py": "findings.py", "run_findings.py": "run_findings.py"}
Faults = Sequence[tuple[str, HandFault]]


def review(level: Level, seed: str, name: str) -> Content:
    """The program with decoys and faults that leave its usual suite alive, the deepest first.

    AssayError if a decoy fails a case, if too few faults go together, or if gold earns less than
    all.
    """
    program = program_of(level, seed, "deep")
    right = reviewed(program)
    if failed := failing(right.files, program.full):
        raise AssayError(f"hard: decoys break: {', '.join(sorted(failed))}")
    mutants = random.Random(f"{seed}:review").sample(found := hard_mutants(right), len(found))
    mutants.sort(key=lambda each: max(0, level.needs - (each.fault.needs if each.fault else 0)))
    shown, planted = planted_together(right, mutants, level.review)
    faults = [(each.mutant.file, each.fault) for each in planted if each.fault]
    gold = {"findings.py": _findings(program, faults)}
    cases = _cases(right, faults)
    if failed := failing({**shown, **gold}, cases):
        raise AssayError(f"hard: gold fails {len(failed)} of {len(F1)} verdicts")
    return Content(
        source={**shown, "RULES.md": program.rules},
        gold=gold,
        criteria=criteria("review", f1=F1),
        beside=with_cases(name, F1, cases),
    )


def reviewed(program: HardProgram) -> HardProgram:
    """The program with the tests of its faults as full suite."""
    return program._replace(full={"tests/test_findings.py": _findings(program, program.faults)})


def _findings(program: HardProgram, faults: Faults) -> str:
    """A finding for each fault, below what they share."""
    return marked("gold_findings.py.j2", frame=program.frame, faults=faults)


def _cases(right: HardProgram, faults: Faults) -> dict[str, str]:
    kept = {"at", "before", "after"}
    planted = [{"file": path, **fault.model_dump(include=kept)} for path, fault in faults]
    facts = {"canary": CANARY, "right": right.files, "faults": planted}
    texts = {"variants.json": json.dumps(facts, indent=1, ensure_ascii=False) + "\n"}
    texts |= {path: marked(own) for path, own in CASE_FILES.items()}
    return {f"{FOLDER}/{path}": text for path, text in texts.items()}
