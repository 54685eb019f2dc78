"""Family `races`: the answer is a module of asyncio; all orders of many stories decide it."""

import re

from tools.new.hard.content import FOLDER, Content, HardParts, criteria, proved
from tools.new.hard.program import CANARY, Level, drawn_values, faults_of, filled

MODULE, GROUPS = "modules/races", f"{FOLDER}/test_races.py"
TITLE = re.compile(r"^def (test_\w+)", re.MULTILINE)
SECONDS = 600
"""Of all cases, on a machine that has other work too: alone they take about 15."""
MOST = {"careful": 0.8, "naive": 0.5}
"""The share of the groups that an answer may pass; else the instance is too easy."""


def races(level: Level, seed: str, name: str) -> Content:
    """The rules and what is given. AssayError unless gold is right and simple answers are not."""
    return proved(parts_of(level, seed), name, SECONDS, MOST)


def parts_of(level: Level, seed: str) -> HardParts:
    """Three answers. The careful one is gold without its deeper cares."""
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
    cases = {f"{FOLDER}/driver.py": texts["driver"], GROUPS: texts["groups"]}
    titles = [f"{GROUPS}::{title}" for title in TITLE.findall(texts["groups"])]
    lines = texts["groups"].splitlines()
    found = criteria("races", titles=titles, lines=lines, path=GROUPS)
    return HardParts(given, answers, cases, titles, found)
