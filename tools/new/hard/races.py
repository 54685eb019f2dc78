"""Family `races`: the answer is a module of asyncio; all orders of many stories decide it."""

import re
from collections.abc import Mapping, Sequence

from assay.errors import AssayError
from tools.new.hard.content import Content, criteria, with_cases
from tools.new.hard.program import (
    CANARY,
    HandFault,
    HardProgram,
    Level,
    drawn_values,
    faults_of,
    filled,
)
from tools.new.hard.suite_runs import failing_on_each

MODULE, GROUPS = "modules/races", "assaycases/test_races.py"
TITLE = re.compile(r"^def (test_\w+)", re.MULTILINE)
Texts = Mapping[str, str]
SECONDS = 600
"""Of all cases, on a machine that has other work too: alone they take about 15."""
MOST = {"gold": 1, "careful": 0.8, "naive": 0.5}
"""The share of the groups that an answer may pass; else the instance is too easy."""


def races(_: HardProgram, level: Level, seed: str, name: str) -> Content:
    """The rules and what is given. AssayError unless gold is right and simple answers are not."""
    given, answers, cases = parts_of(level, seed)[:3]
    titles = [f"{GROUPS}::{title}" for title in TITLE.findall(cases[GROUPS])]
    programs = [{**given, **answer} for answer in answers.values()]
    failures = failing_on_each(programs, cases, SECONDS)
    for answer, failed in zip(answers, failures, strict=True):
        passed = 1 - len(failed) / len(titles)
        if passed > MOST[answer] or (answer == "gold" and failed):
            raise AssayError(f"SEED: '{answer}' passes {passed:.0%}: it fails {sorted(failed)}")
    found = criteria("races", titles=titles, lines=cases[GROUPS].splitlines(), path=GROUPS)
    return Content(given, answers["gold"], found, with_cases(name, titles, cases))


def parts_of(
    level: Level, seed: str
) -> tuple[Texts, Mapping[str, Texts], Texts, Sequence[HandFault]]:
    """What is given, three answers by name, and the cases; faults, each a slip in gold.

    The careful answer is gold without its deeper cares.
    """
    values, file_of = drawn_values(["races"], seed)
    values["level"] = level.races
    names = ("ports", "gold", "naive", "driver", "groups")
    texts = {name: f"# {CANARY}\n{filled(f'{MODULE}/{name}.py.j2', values)}" for name in names}
    faults = faults_of(f"{MODULE}/faults.yaml.j2", values, texts["gold"])[0].faults
    texts["careful"] = texts["gold"]
    for fault in faults:
        if fault.needs > 2:
            texts["careful"] = texts["careful"].replace(fault.before, fault.after)
    package = values["pkg"]
    given = {
        "RULES.md": f"<!-- {CANARY} -->\n{filled(f'{MODULE}/rules.md.j2', values)}",
        f"{package}/__init__.py": f"# {CANARY}\n",
        f"{package}/ports.py": texts["ports"],
    }
    path = f"{package}/{file_of['races']}"
    answers = {name: {path: texts[name]} for name in ("gold", "careful", "naive")}
    cases = {"assaycases/driver.py": texts["driver"], GROUPS: texts["groups"]}
    return given, answers, cases, faults
