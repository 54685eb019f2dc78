# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""What the findings come to: each runs on the right program, the shown one, and with each fault.

A finding is true if it passes on the right program and fails on the shown one. It finds the first
fault of the place it names which makes it fail when planted alone, if at most SPECIFIC faults do;
so no finding finds two, and a fault counts once. F1 is of the findings and the faults.
"""

import ast
import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

HERE = Path(__file__).parent
FACTS = json.loads((HERE / "variants.json").read_text(encoding="utf-8"))
PACKAGE = min(FACTS["right"]).partition("/")[0]
MOST, LINES, WIDTH, REST, SPECIFIC = 18, 16, 120, 60, 2
IMPORTS = {
    "datetime": {"date", "datetime", "time", "timedelta", "timezone"},
    "zoneinfo": {"ZoneInfo"},
}
NAMES = {
    *("open", "exec", "eval", "compile", "getattr", "setattr", "delattr", "globals", "locals"),
    *("vars", "dir", "input", "breakpoint", "help", "exit", "quit", "format"),
}
ATTRIBUTES = {"format", "format_map", "tb", "traceback"}
INNER = ("__", "gi_", "f_", "tb_", "co_", "cr_", "ag_")
PLACE = re.compile(r"([\w./]+\.py)\W+([\w.]+)")


def is_finding(node):
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def is_import_allowed(node):
    names = {each.name for each in node.names}
    if isinstance(node, ast.Import):
        return names == {"pytest"} and node.names[0].asname is None
    if (node.module or "").partition(".")[0] == PACKAGE:
        return node.level == 0 and not any(each.startswith("_") or each == "*" for each in names)
    return node.level == 0 and names <= IMPORTS.get(node.module, set())


def is_named_badly(node):
    if isinstance(node, ast.Name):
        return node.id in NAMES or node.id.startswith("__")
    return isinstance(node, ast.Attribute) and (
        node.attr in ATTRIBUTES or node.attr.startswith(INNER)
    )


def is_of_pytest(node):
    return isinstance(node, ast.Name) and node.id == "pytest"


def wrong_with(tree, text):
    """Why nothing of the file is run; '' if all is well."""
    nodes = list(ast.walk(tree))
    for node in nodes:
        is_import = isinstance(node, (ast.Import, ast.ImportFrom))
        if (is_import and not is_import_allowed(node)) or isinstance(node, ast.Match):
            return f"line {node.lineno} is not allowed"
        if is_named_badly(node):
            return f"line {node.lineno} has a name that is not allowed"
    raising = [each for each in nodes if isinstance(each, ast.Attribute) and each.attr == "raises"]
    if sum(map(is_of_pytest, nodes)) > sum(is_of_pytest(each.value) for each in raising):
        return "of pytest only pytest.raises is allowed"
    rest = [node for node in tree.body if not is_finding(node)]
    if any(isinstance(inner, ast.Assert) for node in rest for inner in ast.walk(node)):
        return "there is an assert outside of the findings"
    lines = text.splitlines()
    for node in filter(is_finding, tree.body):
        lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    count = sum(bool(line.strip()) for line in lines)
    return f"{count} lines stand outside of the findings" if count > REST else ""


def wrong_with_finding(node, lines):
    own = lines[node.lineno - 1 : node.end_lineno]
    if len(own) > LINES or max(map(len, own)) > WIDTH:
        return "is too long"
    arguments = node.args
    taken = (arguments.posonlyargs, arguments.args, arguments.kwonlyargs)
    if any(taken) or arguments.vararg or arguments.kwarg or node.decorator_list:
        return "has arguments or a decorator"
    return "" if PLACE.search(ast.get_docstring(node) or "") else "names no place"


def failing(programs, names, text):
    """Those that fail on each of the programs, by its key."""
    own = {str(Path.cwd()), str(HERE), ""}
    path = os.pathsep.join(each for each in sys.path if each not in own)
    with TemporaryDirectory() as folder:
        for key, files in programs.items():
            for name, content in files.items():
                target = Path(folder, str(key), name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(content, encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, "-P", HERE / "run_findings.py", folder, *names],
            input=text,
            text=True,
            check=True,
            cwd=folder,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        lines = map(json.loads, ran.stdout.splitlines())
        return {key: set(failed) for key, failed in lines}


def with_fault(files, fault):
    changed = files[fault["file"]].replace(fault["before"], fault["after"])
    return {**files, fault["file"]: changed}


def is_at(place, fault):
    file, function = PLACE.search(place).groups()
    named = function.rpartition(".")[2].strip("_")
    return fault["file"].endswith(Path(file).name) and named in {
        each.strip("_") for each in fault["at"]
    }


def matches(places, text):
    """The finding of each fault that is found, by the fault's number; why others find nothing."""
    faults, right = FACTS["faults"], FACTS["right"]
    shown = functools.reduce(with_fault, faults, right)
    programs = {str(number): with_fault(right, fault) for number, fault in enumerate(faults)}
    failed = failing({"right": right, "shown": shown, **programs}, places, text)
    wrong = failed["right"]
    silent = places.keys() - failed["shown"]
    words = [f"{name}: fails on the right program" for name in sorted(wrong)]
    words += [f"{name}: passes on the program as shown" for name in sorted(silent - wrong)]
    true = [name for name in places if name not in wrong | silent]
    noticed = {
        name: [number for number in range(len(faults)) if name in failed[str(number)]]
        for name in true
    }
    matched = {}
    for name in sorted(true, key=lambda name: len(noticed[name])):
        own = [each for each in noticed[name] if is_at(places[name], faults[each])]
        new = [each for each in own if each not in matched]
        if len(noticed[name]) <= SPECIFIC and new:
            matched[new[0]] = name
        else:
            why = "another place" if not own else "found already" if not new else "many faults"
            words.append(f"{name}: {why} ({len(noticed[name])} faults make it fail)")
    return matched, words


@functools.cache
def review():
    """F1, and what it comes of."""
    count = len(FACTS["faults"])
    try:
        text = Path("findings.py").read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError) as error:
        return 0.0, f"findings.py cannot be read: {error}"
    if reason := wrong_with(tree, text):
        return 0.0, f"findings.py: {reason}"
    nodes = list(filter(is_finding, tree.body))
    lines = text.splitlines()
    reasons = {node.name: wrong_with_finding(node, lines) for node in nodes}
    words = [f"{name} {reason}" for name, reason in reasons.items() if reason]
    places = {node.name: ast.get_docstring(node) for node in nodes[:MOST] if not reasons[node.name]}
    matched, more = matches(places, text)
    sums = f"{len(matched)} of {count} faults found by {len(nodes)} findings"
    numbers = ", ".join(str(number + 1) for number in sorted(matched))
    f1 = 2 * len(matched) / (count + len(nodes))
    return f1, "; ".join([f"{sums}: faults {numbers}", *words, *more])


@pytest.mark.parametrize("percent", range(2, 101, 2))
def test_f1_reaches(percent):
    f1, words = review()
    assert f1 * 100 >= percent - 1e-9, words
