"""Proof of test cases: the source passes and fails as cases.yaml says, and gold passes all."""

from collections.abc import Collection, Mapping

from assay.config import paths
from assay.content.scenarios import Test
from assay.errors import Problems
from assay.sandbox.behaviours import CASES, load_spec
from assay.sandbox.execution_config import load_execution
from assay.sandbox.machine_tools import open_tools
from stages.render import render
from tools.proof.by_running import as_they_are
from tools.proof.known_answers import gold
from tools.proof.trials import GoodAnswer


def prove_cases(tests: Mapping[str, Test], only: Collection[str], problems: Problems) -> None:
    """Run the cases of these tests in the sandbox, on the source and on gold."""
    for test in (tests[name] for name in only if name in tests):
        spec = load_spec(test.program)
        if spec is None or not spec.has_cases:
            continue
        tools = open_tools(load_execution())
        done = list(as_they_are([GoodAnswer("gold", test, gold(render(test)))], tools))
        for trial in done:
            if trial.lowered_when_run:
                place = paths.BEHAVIOURS / test.program / CASES
                problems.add(f"{place}: {trial.of}: {trial.seen}")
        sides = " and ".join(trial.of.partition("/")[0] for trial in done)
        print(f"check: {test.id}: {len(spec.titles)} behaviours were run on {sides}")
