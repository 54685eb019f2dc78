"""Check params.yaml, the configs that it names, the criteria of its suite and human/, before anything runs.

python -m tools.check
"""

import sys

from stages.lib.base.config import did_you_mean, load_judge, load_model
from stages.lib.base.errors import Problems
from stages.lib.base.params import load_params
from stages.lib.criteria.load import load_criteria
from stages.lib.human.audit import load_audits
from stages.lib.human.marks import load_marks
from stages.lib.scenarios import load_suite, suite_tests
from tools.exit_code import exit_code


def check(models: list[str]) -> None:
    """AssayError lists every name without a file, every file with a wrong key, and those `models` that do not run."""
    params = load_params()
    problems = Problems()
    for model in models:
        if model not in params.models:
            problems.add(f"params.yaml: models: add '{model}' to run it{did_you_mean(model, params.models)}")
    for model in params.models:
        with problems.collecting():
            load_model(model)
    for judge in params.panel:
        with problems.collecting():
            load_judge(judge)
    with problems.collecting():
        for test in suite_tests(params.suite, load_suite(params.suite), problems):
            with problems.collecting():
                load_criteria(test.criteria)
    for load in (load_marks, load_audits):
        with problems.collecting():
            load()
    problems.raise_if_any()


if __name__ == "__main__":
    sys.exit(exit_code("check", lambda: check(sys.argv[1:])))
