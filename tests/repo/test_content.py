"""Every id resolves, every config is valid, every test has a prompt, criteria and a gold answer."""

import json
from collections import Counter
from pathlib import Path

import pytest

from assay.code.gci import complexity_class, size_class
from assay.config.config_files import known_names, load_judge, named
from assay.config.params import load_params
from assay.config.settings import (
    CallsConfig,
    DialogueConfig,
    JudgingConfig,
    ModelConfig,
    ScoreConfig,
    validated,
)
from assay.config.yaml_files import read_yaml
from assay.content.criteria import load_criteria
from assay.content.scenarios import all_tests, load_suite, suite_tests
from assay.errors import Problems
from assay.records.pipeline import CATEGORIES, METRICS
from stages.generate.builtin import gold_path
from stages.render import render
from tools.shipped import SUITES


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


def test_every_name_in_params_resolves() -> None:
    assert load_params().models


def test_every_model_and_judge_config_is_valid() -> None:
    for name in known_names("model"):
        path = Path(f"conf/model/{name}.yaml")
        model = validated(named(read_yaml(path), name), ModelConfig, str(path))
        assert (model.litellm_model is not None) == (model.provider == "litellm"), path
    for name in known_names("judge"):
        judge = load_judge(name)
        assert (judge.litellm_model is not None) == (judge.provider == "litellm"), name


def test_the_methodologys_panel_and_a_dozen_candidates_are_shipped() -> None:
    assert {"gpt-5", "claude-sonnet-4", "gemini-2-5-pro", "checks", "openai-compatible"} <= set(
        known_names("judge")
    )
    assert len(set(known_names("model")) - {"gold", "echo", "null", "openai-compatible"}) >= 12


def test_every_other_group_is_valid() -> None:
    for group, kind in (
        ("calls", CallsConfig), ("dialogue", DialogueConfig), ("judging", JudgingConfig),
        ("score", ScoreConfig)
    ):  # fmt: skip
        for path in Path("conf", group).glob("*.yaml"):
            validated(read_yaml(path), kind, str(path))


@pytest.mark.parametrize("suite", SUITES)
def test_every_test_of_a_suite_renders_and_has_criteria_and_gold(suite: str) -> None:
    problems = Problems()
    tests = suite_tests(suite, load_suite(suite), problems)
    problems.raise_if_any()
    for test in tests:
        assert gold_path(render(test)).exists()
        criteria = load_criteria(test.criteria)
        for metric in METRICS:
            assert sum(criterion.metric == metric for criterion in criteria) >= 9, test.id
        assert sum(criterion.check is not None for criterion in criteria) >= len(criteria) / 2, (
            test.id
        )


def test_the_smoke_suite_has_all_categories_and_types() -> None:
    problems = Problems()
    tests = suite_tests("smoke", load_suite("smoke"), problems)
    assert len(tests) >= 10
    assert {test.scenario.head.category for test in tests} == set(CATEGORIES)
    assert len({test.scenario.head.type for test in tests}) == 8


def test_the_full_suite_is_the_methodologys() -> None:
    problems = Problems()
    tests = suite_tests("full", load_suite("full"), problems)
    assert len(tests) == 46
    assert len({test.scenario.name for test in tests}) == 23
    by_category = Counter(test.scenario.head.category for test in tests)
    assert [by_category[category] for category in CATEGORIES] == [13, 12, 18, 3]
    assert len({test.scenario.head.type for test in tests}) == 8


def test_the_data_sets_have_the_size_and_complexity_that_is_expected_of_them() -> None:
    measured = json.loads(Path("metrics/datasets.json").read_text(encoding="utf-8"))
    compared = {name: figures for name, figures in measured.items() if "expected" in figures}
    assert len(compared) == 17
    for name, figures in compared.items():
        expected = figures["expected"]
        assert abs(figures["deviation_percent"]["loc"]) <= 10, name
        assert abs(figures["deviation_percent"]["cyclomatic_complexity"]) <= 15, name
        assert figures["size_class"] == size_class(expected["loc"]), name
        assert figures["complexity_class"] == complexity_class(
            expected["cyclomatic_complexity"], expected["loc"]
        ), name


def test_no_criteria_or_gold_file_is_left_over() -> None:
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    assert {path.stem for path in Path("criteria").glob("*/*.yaml")} <= set(tests)
    assert {path.name.removesuffix(".md") for path in Path("scenarios").glob("*/gold/*")} <= set(
        tests
    )
