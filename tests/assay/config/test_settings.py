"""Configurations report all their errors at once, with the nearest right name."""

from pathlib import Path

import pytest

from assay.config.config_files import known_names, load_judge
from assay.config.params import load_params
from assay.config.settings import (
    CallsConfig,
    ModelConfig,
    Price,
    RemoteModel,
    ScoreConfig,
    did_you_mean,
    validated,
)
from assay.errors import AssayError, Problems


def message(value: object, kind: type, place: str = "f.yaml") -> str:
    with pytest.raises(AssayError) as caught:
        validated(value, kind, place)
    return str(caught.value)


def test_every_wrong_key_is_named_at_once() -> None:
    text = message({"max_retrys": 1, "concurrency": 0, "timeout_s": "9"}, CallsConfig)
    assert "f.yaml: unknown key 'max_retrys' (did you mean 'max_retries'?)" in text
    assert "f.yaml: 'concurrency': input should be greater than 0, not 0" in text
    assert "f.yaml: 'timeout_s': input should be a valid number, not '9'" in text
    assert "\n" not in text


def test_an_unknown_key_inside_an_optional_part_finds_its_neighbour() -> None:
    model = {"litellm_model": "openai/x", "price": {"input": 1, "output": 1, "cached": 1}}
    assert "unknown key 'price.cached' (did you mean 'cached_input'?)" in message(
        model, RemoteModel
    )


@pytest.mark.parametrize("number", [float("inf"), float("nan"), -1, "1", None, True])
def test_a_price_is_a_finite_number_from_zero_on(number: object) -> None:
    assert "'input'" in message({"input": number, "output": 1.0}, Price)


def test_an_effort_and_a_budget_are_not_set_together() -> None:
    both = {"reasoning_effort": "low", "thinking_budget": 2048}
    text = message({"litellm_model": "anthropic/x", "sampling": both}, RemoteModel)
    assert text.startswith("f.yaml: 'sampling': ")
    assert "`thinking_budget`" in text and "`reasoning_effort`" in text


@pytest.mark.parametrize("weight", [0, -1, float("inf"), float("nan"), "1"])
def test_a_share_of_the_dialogue_category_is_positive(weight: object) -> None:
    score = {"min_coverage": 0.9, "lcif_weights": {"A": weight}, "confidence": 0.5}
    assert "'lcif_weights.A'" in message(score, ScoreConfig)


@pytest.mark.parametrize("value", [None, [], "text", 3])
def test_a_file_without_keys_is_asked_for_keys(value: object) -> None:
    assert "'the whole file': must be a mapping, lines of `key: value`" in message(value, Price)


def test_a_remote_model_needs_its_name_and_a_built_in_one_does_not() -> None:
    assert "key 'litellm_model' is missing" in message({"name": "a"}, ModelConfig)
    assert validated({"name": "a", "provider": "gold"}, ModelConfig, "").provider == "gold"


@pytest.mark.parametrize("name", ["a.b", "", "-a", "a/b", "ä", "a b"])
def test_a_name_that_would_break_paths_is_refused(name: str) -> None:
    assert "'name'" in message({"name": name, "provider": "gold"}, ModelConfig)


def test_no_model_has_the_name_of_the_exam() -> None:
    text = message({"name": "exam", "provider": "gold"}, ModelConfig, "conf/model/exam.yaml")
    assert "conf/model/exam.yaml: 'name': 'exam' stands for the exam of judges" in text


def test_the_nearest_name_is_offered_else_all_names() -> None:
    assert did_you_mean("glod", ["gold", "echo"]) == " (did you mean 'gold'?)"
    assert did_you_mean("xyz", ["gold", "echo"]) == " (known: echo, gold)"
    assert did_you_mean("xyz", []) == ""


def test_problems_are_listed_once_flat_and_in_order() -> None:
    inner, outer = Problems(), Problems()
    for line in ("b", "a", "b"):
        inner.add(line)
    with outer.collecting():
        inner.raise_if_any()
    outer.add("c")
    with pytest.raises(AssayError, match=r"^3 problems:\n  - b\n  - a\n  - c$"):
        outer.raise_if_any()
    Problems().raise_if_any()


@pytest.fixture
def conf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("model/gold", "model/null", "judge/checks", "suite/mini", "score/default"):
        path = tmp_path / f"conf/{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"provider: '{path.stem}'\n")
    return tmp_path


def params(folder: Path, **changes: object) -> str:
    values = {
        "models": '[gold, "null"]',
        "panel": "[checks]",
        "suite": "mini",
        "attempts": 1,
        "seed": 1,
        "execution": "off",
        "baseline": "null",
    } | changes
    (folder / "params.yaml").write_text(
        "".join(f"{key}: {value}\n" for key, value in values.items() if value is not None)
    )
    try:
        load_params()
    except AssayError as error:
        return str(error)
    return ""


def test_good_params_and_judges_are_read(conf: Path) -> None:
    assert params(conf) == ""
    assert load_params().models == ["gold", "null"]
    assert known_names("model") == ["gold", "null"]
    assert load_judge("checks").provider == "checks"


@pytest.mark.parametrize(
    "text, words", [("", "key 'litellm_model' is missing"), ("[a]", "must be a mapping")]
)
def test_an_empty_file_lacks_its_keys_and_a_list_is_none(conf: Path, text: str, words: str) -> None:
    (conf / "conf/judge/checks.yaml").write_text(text)
    with pytest.raises(AssayError, match=f"conf/judge/checks.yaml: .*{words}"):
        load_judge("checks")


def test_params_of_an_old_revision_without_the_newer_keys_are_read(conf: Path) -> None:
    assert params(conf, execution=None, baseline=None) == ""
    assert load_params().execution == "off"
    assert load_params().baseline is None


def test_all_names_that_stand_for_nothing_are_listed_at_once(conf: Path) -> None:
    text = params(conf, models="[glod]", panel="[chekcs]", suite="mni")
    assert "there is no conf/model/glod.yaml (did you mean 'gold'?)" in text
    assert "there is no conf/judge/chekcs.yaml (did you mean 'checks'?)" in text
    assert "there is no conf/suite/mni.yaml (did you mean 'mini'?)" in text


def test_an_unquoted_null_is_explained(conf: Path) -> None:
    assert params(conf, models="[null]").endswith('built-in model null, write it in quotes: "null"')


@pytest.mark.parametrize(
    "key, value",
    [
        ("models", "[]"),
        ("models", "[gold, gold]"),
        ("panel", "x"),
        ("attempts", 0),
        ("seed", 1.5),
        ("a", 1),
    ],
)
def test_wrong_params_are_named(conf: Path, key: str, value: object) -> None:
    assert params(conf, **{key: value}).startswith(
        ("params.yaml: '" + key, f"params.yaml: unknown key '{key}'")
    )


def test_missing_params_say_where_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssayError, match="run from the root of the repository"):
        load_params()
