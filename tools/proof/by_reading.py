"""What known answers show when they are read: shares of the checked weight, and proven criteria."""

from collections import Counter
from collections.abc import Mapping, Sequence

from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion, criteria_of, criteria_path
from assay.content.scenarios import known_tests
from assay.exam.altered_documents import KINDS as ALTERED
from assay.records.criteria_health import (
    CriteriaHealth,
    MetricCounts,
    MetricShares,
    OffTopic,
    SecondAnswer,
)
from assay.records.hashing import text_hash
from assay.records.pipeline import METRICS, Prompt
from stages.render import render
from tools.proof import known_answers
from tools.proof.broken_answers import KINDS
from tools.proof.known_answers import KnownAnswer, failures, gold, passed
from tools.proof.search import Search

NEIGHBOURS = 3
"""How many golds of other tests are tried as answers off the topic."""


def prompts() -> dict[str, Prompt]:
    """Every test that the scenarios define, by id, as a model would see it."""
    tests = known_tests()
    return {name: render(tests[name]) for name in sorted(tests)}


def health(prompt: Prompt, others: Sequence[Prompt]) -> CriteriaHealth:
    """What known answers show about one test's criteria, rounded as in the file."""
    criteria = criteria_of(prompt)
    reference = gold(prompt)
    gold_share = passed(criteria, reference)  # first: mutants share what it finds
    nothing = KnownAnswer({}, is_document=prompt.answer == "document")
    echo = known_answers.echo(prompt)
    second = known_answers.second(prompt)
    sources = {file.path: file.content for file in prompt.files if file.content}
    checked = tuple(item for item in criteria if item.check is not None)
    search = Search(prompt, reference, sources, checked)
    search.run(KINDS)
    return CriteriaHealth(
        criteria_sha256=text_hash(read_utf8(criteria_path(prompt.type, prompt.test))),
        criteria=MetricCounts(**Counter[str](item.metric for item in criteria)),
        checked=len(checked),
        gold=gold_share,
        null=passed(criteria, nothing),
        echo=echo and MetricShares(**{one: passed(criteria, echo, one) for one in METRICS}),
        off_topic=_off_topic(criteria, others),
        second=second
        and SecondAnswer(
            share=passed(criteria, second), failed=tuple(sorted(failures(criteria, second.subject)))
        ),
        altered=_altered(prompt, criteria, reference) if reference.is_document else {},
        mutants=search.tried,
        proofs=search.proofs,
        unproven=tuple(item.id for item in search.open()),
    )


def _altered(
    prompt: Prompt, criteria: Sequence[Criterion], reference: KnownAnswer
) -> dict[str, float | None]:
    source = [line for file in prompt.files for line in (file.content or "").splitlines()]
    texts = {kind: alter(reference.text, source, 1) for kind, alter in ALTERED.items()}
    answers = {kind: known_answers.from_text(prompt, text) for kind, text in texts.items()}
    return {kind: passed(criteria, answer) for kind, answer in answers.items()}


def _off_topic(criteria: Sequence[Criterion], others: Sequence[Prompt]) -> OffTopic | None:
    """The good answer to another test that passes most."""
    shares = [(passed(criteria, gold(other)) or 0.0, other.test) for other in others]
    share_of_best, best = max(shares, default=(0.0, ""))
    return OffTopic(test=best, share=share_of_best) if best else None


def neighbours(prompt: Prompt, everything: Mapping[str, Prompt]) -> list[Prompt]:
    """The tests whose answers look most like this one's, on another data set.

    Those of the same scenario first, then of the same type, then of the same category.
    """

    def distance(other: Prompt) -> tuple[bool, bool, bool, str]:
        return (
            other.scenario != prompt.scenario,
            other.type != prompt.type,
            other.category != prompt.category,
            other.test,
        )

    comparable = [
        other
        for other in everything.values()
        if other.test != prompt.test
        and (other.answer == "document") == (prompt.answer == "document")
        and (other.dataset is None or other.dataset != prompt.dataset)
    ]
    return sorted(comparable, key=distance)[:NEIGHBOURS]
