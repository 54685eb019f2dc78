"""Family `races`: the answer is a module of asyncio; all orders of many stories decide it."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

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
SECTION = re.compile(r"^# (.+ things meet)\.$", re.MULTILINE)
SECONDS = 600
"""Of all cases, on a machine that has other work too: alone they take about 15."""
MOST = {"gold": 1, "careful": 0.8, "naive": 0.5}
"""The share of the groups that an answer may pass; else the instance is too easy."""


class RacesParts(NamedTuple):
    """What is given, three answers by name, and the cases; faults, each a slip in gold."""

    given: Mapping[str, str]
    answers: Mapping[str, Mapping[str, str]]
    cases: Mapping[str, str]
    faults: Sequence[HandFault]


def races(_: HardProgram, level: Level, seed: str, name: str) -> Content:
    """The rules and what is given. AssayError unless gold is right and simple answers are not."""
    parts = parts_of(level, seed)
    texts = SECTION.split(parts.cases[GROUPS])[1:]
    found = [re.findall(r"^def (test_\w+)", text, re.MULTILINE) for text in texts[1::2]]
    groups = [[f"{GROUPS}::{title}" for title in titles] for titles in found]
    titles = [title for group in groups for title in group]
    programs = [{**parts.given, **answer} for answer in parts.answers.values()]
    failures = failing_on_each(programs, parts.cases, SECONDS)
    for answer, failed in zip(parts.answers, failures, strict=True):
        passed = 1 - len(failed) / len(titles)
        if passed > MOST[answer] or (answer == "gold" and failed):
            raise AssayError(f"SEED: '{answer}' passes {passed:.0%}: it fails {sorted(failed)}")
    return Content(
        source=parts.given,
        gold=parts.answers["gold"],
        criteria=criteria(
            "races", titles=titles, sections=dict(zip(texts[::2], groups, strict=True))
        ),
        beside=with_cases(name, titles, parts.cases),
    )


def parts_of(level: Level, seed: str) -> RacesParts:
    """The same bytes each time. The careful answer is gold without its deeper cares."""
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
    return RacesParts(given, answers, cases, faults)
