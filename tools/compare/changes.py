"""What differs between two revisions besides answers: prompts, criteria, judges, code."""

from typing import NamedTuple

from assay.content.criteria import Criterion
from assay.records.pipeline import Prompt
from tools.compare.side import JudgeSettings, Side

UNSET = "not set"


class Change(NamedTuple):
    """One difference: its kind, its name, and how it changed."""

    kind: str
    name: str
    how: str


def changes(base: Side, head: Side) -> list[Change]:
    """Every difference, by kind and name."""
    return [
        *_models(base, head),
        *_prompts(base, head),
        *_criteria(base, head),
        *_judges(base, head),
        *_code(base, head),
    ]


def _models(base: Side, head: Side) -> list[Change]:
    alone = sorted(base.models.keys() ^ head.models.keys())
    return [Change("model", name, _presence(name in head.models)) for name in alone]


def _presence(in_head: bool) -> str:
    return "added" if in_head else "removed"


def _prompts(base: Side, head: Side) -> list[Change]:
    changed = []
    for test in sorted(base.prompts.keys() | head.prompts.keys()):
        one = base.prompts.get(test)
        two = head.prompts.get(test)
        if one is None or two is None:
            changed.append(Change("test", test, _presence(two is not None)))
        elif one.sha256 != two.sha256:
            changed.append(Change("test", test, _reworded(one, two)))
    return changed


def _reworded(one: Prompt, two: Prompt) -> str:
    """Which of the data set's files differ; the wording of the prompt if none does."""
    before, after = ({file.path: file.content for file in prompt.files} for prompt in (one, two))
    files = sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
    return f"data set changed: {', '.join(files)}" if files else "prompt reworded"


def _criteria(base: Side, head: Side) -> list[Change]:
    changed = []
    for test in sorted(base.criteria.keys() & head.criteria.keys()):
        one = base.criteria[test]
        two = head.criteria[test]
        either = {**two, **one}
        for id_ in sorted(either, key=lambda id_: (either[id_].metric, id_)):
            changed += _criterion(test, one.get(id_), two.get(id_))
    return changed


def _criterion(test: str, one: Criterion | None, two: Criterion | None) -> list[Change]:
    there = one or two
    assert there is not None
    name = f"{test}, {there.metric}: {there.text}"
    if one is None or two is None:
        return [Change("criterion", name, f"{_presence(two is not None)}, weight {there.weight:g}")]
    how = [f"weight {one.weight:g} → {two.weight:g}"] if one.weight != two.weight else []
    how += ["another check"] if one.check != two.check else []
    return [Change("criterion", name, ", ".join(how))] if how else []


def _judges(base: Side, head: Side) -> list[Change]:
    changed = []
    for name in sorted(base.judges.keys() | head.judges.keys()):
        if name not in base.judges or name not in head.judges:
            changed.append(Change("judge", name, _presence(name in head.judges)))
        elif base.judges[name] != head.judges[name]:
            changed.append(Change("judge", name, _settings(base.judges[name], head.judges[name])))
    return changed


def _settings(one: JudgeSettings, two: JudgeSettings) -> str:
    """Each key that differs, with both values."""
    parts = []
    for key in sorted(one.keys() | two.keys()):
        before, after = one.get(key, UNSET), two.get(key, UNSET)
        if before != after:
            parts.append(f"{key}: {before} → {after}")
    return ", ".join(parts)


def _code(base: Side, head: Side) -> list[Change]:
    """Files of the stages extract and judge that differ. Their effect on old answers is unknown."""
    if not base.code or not head.code:
        return []
    differ = sorted({line.partition("  ")[2] for line in base.code ^ head.code})
    return [
        Change("code", path, "changed: on new answers its effect is part of theirs")
        for path in differ
    ]
