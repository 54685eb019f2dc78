"""Prove the criteria on the answers at hand, and write metrics/criteria.json for the report.

python -m tools.health              every test that there is
python -m tools.health TEST ...     these tests anew; the others stay as they are
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from stages.lib.base import paths
from stages.lib.base.config import did_you_mean, read_utf8
from stages.lib.base.errors import AssayError, Problems
from stages.lib.base.hashing import text_hash
from stages.lib.base.jsonl import rounded, write_json
from stages.lib.base.progress import tracked
from stages.lib.base.records import METRICS, Prompt
from stages.lib.checks.subject import Subject
from stages.lib.content.criteria import Criterion, criteria_of, criteria_path, load_criteria
from stages.lib.content.scenarios import all_tests
from stages.render import render
from tools.exit_code import exit_code
from tools.health.reference import Reference, echo, failing, from_text, gold, second_path, share
from tools.health.search import Search

NEIGHBOURS = 3
"""So many golds of other tests are tried as answers off the topic."""


def prompts() -> dict[str, Prompt]:
    """Every test that the scenarios define, by id, as a model would see it."""
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    return {name: render(tests[name]) for name in sorted(tests)}


def health(prompt: Prompt, others: Sequence[Prompt]) -> dict[str, Any]:
    """What the answers at hand show of one test's criteria. Shares are percent of the checked weight."""
    path = criteria_path(prompt.type, prompt.test)
    criteria, reference = load_criteria(path), gold(prompt)
    search = Search(
        criteria, reference, {file.path: file.content for file in prompt.files if file.content}
    )
    proofs = search.run()
    found = {
        "criteria_sha256": text_hash(read_utf8(path)),
        "criteria": {metric: sum(item.metric == metric for item in criteria) for metric in METRICS},
        "checked": sum(item.check is not None for item in criteria),
        "gold": share(criteria, failing(criteria, reference.subject)),
        "null": share(criteria, failing(criteria, Subject({}, "", reference.is_document))),
        "echo": _by_metric(criteria, echo(prompt)) if prompt.dataset else None,
        "off_topic": _off_topic(prompt, criteria, others),
        "second": _second(prompt, criteria),
        "mutants": search.tried,
        "proofs": {
            name: {"mutant": proof.mutant.label, "others": proof.others, "targeted": proof.targeted}
            for name, proof in proofs.items()
        },
        "unproven": [
            item.id for item in criteria if item.check is not None and item.id not in proofs
        ],
    }
    return dict(json.loads(json.dumps(rounded(found), sort_keys=True)))


def _by_metric(criteria: tuple[Criterion, ...], answer: Reference) -> dict[str, float | None]:
    failed = failing(criteria, answer.subject)
    return {metric: share(criteria, failed, metric) for metric in METRICS}


def _off_topic(
    prompt: Prompt, criteria: tuple[Criterion, ...], others: Sequence[Prompt]
) -> dict[str, Any] | None:
    """The good answer to another test that passes most."""
    tried = [
        (share(criteria, failing(criteria, gold(other).subject)) or 0.0, other.test)
        for other in others
    ]
    return {"test": max(tried)[1], "share": max(tried)[0]} if tried else None


def neighbours(prompt: Prompt, everything: Mapping[str, Prompt]) -> list[Prompt]:
    """The tests whose answers look most like this one's, on another data set: same scenario, type, category first."""
    same_kind = [
        other
        for other in everything.values()
        if (other.answer == "document") == (prompt.answer == "document")
        and other.test != prompt.test
        and (other.dataset is None or other.dataset != prompt.dataset)
    ]

    def distance(other: Prompt) -> tuple[bool, bool, bool, str]:
        return (
            other.scenario != prompt.scenario,
            other.type != prompt.type,
            other.category != prompt.category,
            other.test,
        )

    return sorted(same_kind, key=distance)[:NEIGHBOURS]


def _second(prompt: Prompt, criteria: tuple[Criterion, ...]) -> dict[str, Any] | None:
    """What a second good answer passes, where there is one."""
    path = second_path(prompt)
    if not path.exists():
        return None
    failed = failing(criteria, from_text(prompt, read_utf8(path)).subject)
    return {"share": share(criteria, failed), "failed": sorted(failed)}


def main(names: Sequence[str]) -> None:
    everything = prompts()
    for name in names:
        if name not in everything:
            raise AssayError(f"there is no test '{name}'{did_you_mean(name, list(everything))}")
    known = (
        json.loads(paths.CRITERIA_HEALTH.read_bytes())
        if names and paths.CRITERIA_HEALTH.exists()
        else {}
    )
    found = {name: entry for name, entry in known.items() if name in everything}
    for name in tracked("health", list(names or everything)):
        found[name] = health(everything[name], neighbours(everything[name], everything))
        _tell(
            name,
            found[name],
            criteria_of(everything[name]),
        )
    write_json(paths.CRITERIA_HEALTH, found)


def _tell(name: str, entry: dict[str, Any], criteria: tuple[Criterion, ...]) -> None:
    off_topic = entry["off_topic"]["share"] if entry["off_topic"] else 0.0
    print(
        f"{name}: gold {entry['gold']:.1f} %, off the topic {off_topic:.1f} %, "
        f"{len(entry['proofs'])} of {entry['checked']} checked criteria proven",
        flush=True,
    )
    for item in criteria:
        if item.id in entry["unproven"]:
            print(f"  {'argued' if item.argued else 'UNPROVEN'}: {item.metric}: {item.text}")


if __name__ == "__main__":
    sys.exit(exit_code("health", lambda: main(sys.argv[1:])))
