"""What goes into a revision's results: prompts, criteria, judges, code; and what differs in it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from assay.config import paths
from assay.config.params import load_params
from assay.config.yaml_files import read_utf8, read_yaml
from assay.content.criteria import Criterion, criteria_by_test
from assay.records.change import OtherChange
from assay.records.hashing import text_hash
from assay.records.jsonl import read_records
from assay.records.pipeline import CHECKS, Prompt

INSTRUCTIONS = Path("assay/judging/instructions.md")
NO_CHANGE = (
    *("price", "family", "sampling.max_tokens", "api_base", "api_version"),
    *("api_key_env", "api_key_command", "extra_headers", "extra_headers_env"),
)
"""Keys of a judge's file that cannot change what it says."""
CODE = ("assay/", "stages/")
JudgeSettings = Mapping[str, str]
"""What can change a judge's verdicts: dotted keys of its file, of conf/judging, instructions."""


class Inputs(NamedTuple):
    """`code`: the lines of the lists of files that extraction and judging are made of."""

    models: tuple[str, ...]
    prompts: dict[str, Prompt]
    criteria: dict[str, dict[str, Criterion]]
    judges: dict[str, JudgeSettings]
    code: frozenset[str]


def read_inputs() -> Inputs:
    """The inputs of the revision in whose files the process works."""
    params = load_params()
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    criteria = {}
    for test, of_test in criteria_by_test(prompts.values()).items():
        criteria[test] = {item.id: item for item in of_test}
    judges = {judge: _judge(judge) for judge in params.panel}
    return Inputs(tuple(params.models), prompts, criteria, judges, _code())


def _judge(name: str) -> JudgeSettings:
    if name == CHECKS:
        return {}
    settings = read_yaml(paths.CONF / "judge" / f"{name}.yaml") or {}
    kept = {key: value for key, value in _dotted(settings) if not key.startswith(NO_CHANGE)}
    judging = read_yaml(paths.CONF / "judging/default.yaml")
    instructions = read_utf8(INSTRUCTIONS) if INSTRUCTIONS.exists() else ""
    return {
        **kept,
        "judging.sources": str(judging.get("sources", "shown")),
        "judging.question": str(judging.get("question", "all")),
        "instructions": f"text {text_hash(instructions)[:8]}",
    }


def _dotted(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every value with its keys joined by dots."""
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _dotted(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def _code() -> frozenset[str]:
    lists = [paths.fingerprint(stage) for stage in ("extract", "judge")]
    lines = [line for path in lists if path.exists() for line in read_utf8(path).splitlines()]
    return frozenset(line for line in lines if line.partition("  ")[2].startswith(CODE))


def changes(base: Inputs, head: Inputs) -> list[OtherChange]:
    """Every difference of the inputs, by kind and name."""
    found = []
    for model in sorted({*base.models} ^ {*head.models}):
        found.append(_change("model", model, _presence(model in head.models)))
    for test in sorted(base.prompts.keys() | head.prompts.keys()):
        found += _prompt(test, base.prompts.get(test), head.prompts.get(test))
    for test in sorted(base.criteria.keys() & head.criteria.keys()):
        one, two = base.criteria[test], head.criteria[test]
        either = {**two, **one}
        for id_ in sorted(either, key=lambda id_: (either[id_].metric, id_)):
            found += _criterion(test, either[id_], one.get(id_), two.get(id_))
    for judge in sorted(base.judges.keys() | head.judges.keys()):
        found += _judges(judge, base.judges.get(judge), head.judges.get(judge))
    for path in sorted({line.partition("  ")[2] for line in base.code ^ head.code}):
        how = "changed: on new answers its effect is part of theirs"
        found.append(_change("code", path, how))
    return found


def _change(kind: str, name: str, how: str) -> OtherChange:
    return OtherChange(kind=kind, name=name, how=how)


def _presence(in_head: bool) -> str:
    return "added" if in_head else "removed"


def _prompt(test: str, one: Prompt | None, two: Prompt | None) -> Iterator[OtherChange]:
    """Which of the data set's files differ; the wording of the prompt if none does."""
    if one is None or two is None:
        yield _change("test", test, _presence(two is not None))
    elif one.sha256 != two.sha256:
        before = {file.path: file.content for file in one.files}
        after = {file.path: file.content for file in two.files}
        either = sorted(before.keys() | after.keys())
        files = [path for path in either if before.get(path) != after.get(path)]
        how = f"data set changed: {', '.join(files)}" if files else "prompt reworded"
        yield _change("test", test, how)


def _criterion(
    test: str, there: Criterion, one: Criterion | None, two: Criterion | None
) -> Iterator[OtherChange]:
    name = f"{test}, {there.metric}: {there.text}"
    if one is None or two is None:
        how = f"{_presence(two is not None)}, weight {there.weight:g}"
        yield _change("criterion", name, how)
        return
    parts = []
    if one.weight != two.weight:
        parts.append(f"weight {one.weight:g} → {two.weight:g}")
    if (one.check, one.run) != (two.check, two.run):
        parts.append("another check")
    if parts:
        yield _change("criterion", name, ", ".join(parts))


def _judges(
    judge: str, one: JudgeSettings | None, two: JudgeSettings | None
) -> Iterator[OtherChange]:
    """Each key that differs, with both values."""
    if one is None or two is None:
        yield _change("judge", judge, _presence(two is not None))
        return
    parts = []
    for key in sorted(one.keys() | two.keys()):
        before, after = one.get(key, "not set"), two.get(key, "not set")
        if before != after:
            parts.append(f"{key}: {before} → {after}")
    if parts:
        yield _change("judge", judge, ", ".join(parts))
