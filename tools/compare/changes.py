"""What differs between two revisions besides answers: prompts, criteria, judges, code."""

from typing import NamedTuple

from stages.lib.base.records import Prompt
from stages.lib.content.criteria import Criterion
from tools.compare.side import Side


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
    found = []
    for test in sorted(base.prompts.keys() | head.prompts.keys()):
        one, two = base.prompts.get(test), head.prompts.get(test)
        if one is None or two is None:
            found.append(Change("test", test, _presence(two is not None)))
        elif one.sha256 != two.sha256:
            found.append(Change("test", test, _reworded(one, two)))
    return found


def _reworded(one: Prompt, two: Prompt) -> str:
    """Which of the data set's files differ; the wording of the prompt if none does."""
    before, after = ({file.path: file.content for file in prompt.files} for prompt in (one, two))
    files = sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
    return f"data set changed: {', '.join(files)}" if files else "prompt reworded"


def _criteria(base: Side, head: Side) -> list[Change]:
    found = []
    for test in sorted(base.criteria.keys() & head.criteria.keys()):
        one, two = base.criteria[test], head.criteria[test]
        for id_ in sorted(
            one.keys() | two.keys(), key=lambda id_: ((one.get(id_) or two[id_]).metric, id_)
        ):
            found += _criterion(test, one.get(id_), two.get(id_))
    return found


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
    found = []
    for name in sorted(base.judges.keys() | head.judges.keys()):
        if name not in base.judges or name not in head.judges:
            found.append(Change("judge", name, _presence(name in head.judges)))
        elif base.judges[name] != head.judges[name]:
            found.append(Change("judge", name, "other settings or instructions"))
    return found


def _code(base: Side, head: Side) -> list[Change]:
    """Files of extraction and judging that differ. Their effect on old answers is unknown."""
    if not base.code or not head.code:
        return []
    differ = sorted({line.partition("  ")[2] for line in base.code ^ head.code})
    return [
        Change("code", path, "changed: on new answers its effect is part of theirs")
        for path in differ
    ]
