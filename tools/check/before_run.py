"""What the next run needs: params.yaml, the configs it names, conf/calls, criteria, human/."""

from assay.config import paths
from assay.config.config_files import load_judge, load_model, load_score
from assay.config.params import Params, load_params
from assay.config.settings import CallsConfig, validated
from assay.config.yaml_files import read_yaml
from assay.content.criteria import load_criteria
from assay.content.scenarios import load_suite, suite_tests
from assay.errors import Problems
from assay.records.pipeline import LCIF
from assay.sandbox.titles import check_titles
from assay.scores.formulas import check_dialogue_weights
from assay.scores.marks import AUDITS, MARKS

CALLS = paths.CONF / "calls" / "default.yaml"


def check() -> None:
    """AssayError lists every name without a file and every file with a wrong key."""
    params = load_params()
    problems = Problems()
    _check_written(params, problems)
    for model in params.models:
        with problems.collecting():
            load_model(model)
    for judge in params.panel:
        with problems.collecting():
            load_judge(judge)
    with problems.collecting():
        validated(read_yaml(CALLS) or {}, CallsConfig, str(CALLS))
    with problems.collecting():
        tests = suite_tests(params.suite, load_suite(params.suite), problems)
        for test in tests:
            with problems.collecting():
                load_criteria(test.criteria)
        lcif = (test for test in tests if test.scenario.head.category == LCIF)
        with problems.collecting():
            dialogues = {test.id: test.scenario.name for test in lcif}
            check_dialogue_weights(dialogues, load_score().lcif_weights)
    with problems.collecting():
        check_titles(problems)
    for table in (MARKS, AUDITS):
        with problems.collecting():
            table.read()
    problems.raise_if_any()


def _check_written(params: Params, problems: Problems) -> None:
    """Report keys with a default that are not written: dvc.yaml depends on each, and DVC stops."""
    for key, field in Params.model_fields.items():
        if key not in params.model_fields_set:
            default = "null" if field.default is None else field.default
            problems.add(f"{paths.PARAMS}: {key} is missing: add the line `{key}: {default}`")
