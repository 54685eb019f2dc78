"""What goes into a revision's results: prompts, criteria, judges, code; and what differs in it."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

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
    *("api_key_env", "extra_headers", "extra_headers_env"),
)
"""Keys of a judge's file that cannot change what it says."""
CODE = ("assay/", "stages/")
STAGES = ("extract", "judge")
"""The stages whose lists of files are compared."""
Settings = Mapping[str, str]
"""What is compared of a judge, a prompt, a criterion or a file of code: values by key."""


class Inputs(NamedTuple):
    """`judges`: what can change their verdicts: dotted keys of their files, and instructions.

    `code`: the hashes of the files that extraction and judging are made of.
    """

    models: tuple[str, ...]
    prompts: dict[str, Prompt]
    criteria: dict[str, dict[str, Criterion]]
    judges: dict[str, Settings]
    code: dict[str, Settings]


def read_inputs() -> Inputs:
    """The inputs of the revision in whose files the process works."""
    params = load_params()
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    criteria = {}
    for test, of_test in criteria_by_test(prompts.values()).items():
        criteria[test] = {item.id: item for item in of_test}
    judges = {judge: _judge(judge) for judge in params.panel}
    return Inputs(tuple(params.models), prompts, criteria, judges, _code())


def _judge(name: str) -> Settings:
    if name == CHECKS:
        return {}
    from dvc.utils.flatten import flatten  # as git_revision.py: it takes a while to import

    settings = flatten(read_yaml(paths.CONF / "judge" / f"{name}.yaml") or {})
    kept = {key: str(value) for key, value in settings.items() if not key.startswith(NO_CHANGE)}
    judging = read_yaml(paths.CONF / "judging/default.yaml")
    instructions = read_utf8(INSTRUCTIONS) if INSTRUCTIONS.exists() else ""
    return {
        **kept,
        "judging.sources": str(judging.get("sources", "shown")),
        "judging.question": str(judging.get("question", "all")),
        "instructions": _named(instructions),
    }


def _code() -> dict[str, Settings]:
    found: dict[str, Settings] = {}
    for path in (paths.fingerprint(stage) for stage in STAGES):
        for line in read_utf8(path).splitlines() if path.exists() else ():
            digest, _, name = line.partition("  ")
            if name.startswith(CODE):
                found[name] = {"text": digest[:8]}
    return found


def changes(base: Inputs, head: Inputs) -> list[OtherChange]:
    """Every difference of the inputs, by kind and name."""
    tests = base.prompts.keys() & head.prompts.keys()
    kinds: dict[str, tuple[Mapping[str, Settings], Mapping[str, Settings]]] = {
        "model": ({name: {} for name in base.models}, {name: {} for name in head.models}),
        "test": (_prompts(base), _prompts(head)),
        "criterion": (_criteria(base, tests), _criteria(head, tests)),
        "judge": (base.judges, head.judges),
        "code": (base.code, head.code),
    }
    found = []
    for kind, (before, after) in kinds.items():
        for name in sorted(before.keys() | after.keys()):
            how = _difference(before.get(name), after.get(name))
            found += [OtherChange(kind=kind, name=name, how=how)] if how else []
    return found


def _prompts(inputs: Inputs) -> dict[str, Settings]:
    found: dict[str, Settings] = {}
    for test, prompt in inputs.prompts.items():
        files = {file.path: _named(file.content or "") for file in prompt.files}
        found[test] = {**files, "prompt": f"text {prompt.sha256[:8]}"}
    return found


def _criteria(inputs: Inputs, tests: Collection[str]) -> dict[str, Settings]:
    found: dict[str, Settings] = {}
    for test in tests:
        for item in inputs.criteria.get(test, {}).values():
            check = item.check.model_dump_json() if item.check else ""
            found[f"{test}, {item.metric}: {item.text}"] = {
                "weight": f"{item.weight:g}",
                "check": _named(f"{check}{item.run}"),
                "question": item.asked_id,
            }
    return found


def _named(text: str) -> str:
    return f"text {text_hash(text)[:8]}"


def _difference(before: Settings | None, after: Settings | None) -> str:
    if before is None or after is None:
        return "added" if before is None else "removed"
    return ", ".join(
        f"{key}: {before.get(key, 'not set')} → {after.get(key, 'not set')}"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    )
