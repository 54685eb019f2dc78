"""Small builders: a run of a few answers, with verdicts written out."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any

from assay.content.criteria import Criterion
from assay.records.judges import Figure, JudgeFigure
from assay.records.leaderboard_records import Difference, Leaderboard, LeaderboardRow
from assay.records.pipeline import CHECKS, Answer, Judgement, Prompt, Verdict
from assay.statistics.jackknife import Jackknife
from stages.validity.verdicts import Verdicts, collected

HOW = Jackknife(0.95)


def prompt(test: str, category: str = "code_generation", kind: str = "one") -> Prompt:
    scenario, _, dataset = test.partition("-")
    return Prompt(
        test=test, scenario=scenario, dataset=dataset or None, category=category, type=kind,
        title=test,
        answer="document", system="", user="", files=(), count_html=True, sha256=test,
        tokens_estimate=1,
    )  # fmt: skip


def answer(model: str, test: str, text: str = "an answer", attempt: int = 1) -> Answer:
    return Answer(
        model=model, test=test, attempt=attempt, prompt=test, status="answered", text=text
    )


def criterion(id_: str, weight: float = 1.0, metric: Any = "accuracy", *tags: str) -> Criterion:
    return Criterion(
        id=id_, metric=metric, text=f"It has {id_}", weight=weight, check=None, tags=tags
    )


def judgement(
    judge: str,
    of_answer: Answer,
    passed: Mapping[str, bool | None],
    confidence: int | None = None,
    **more: Any,
) -> Judgement:
    """Criteria whose id begins with `c` are of completeness, the others of accuracy."""
    listed = tuple(
        Verdict(
            criterion=id_,
            metric="completeness" if id_.startswith("c") else "accuracy",
            weight=1.0,
            passed=verdict,
            confidence=confidence,
        )
        for id_, verdict in passed.items()
    )
    base = {**of_answer.name, "judge": judge, "verdicts": listed, "status": "judged"}
    return Judgement(**{**base, **more})


def run(
    letters_of: Mapping[str, Mapping[tuple[str, str], str]],
    confidence: Mapping[str, int] | None = None,
    prompts: Sequence[Prompt] = (),
) -> Verdicts:
    """By judge and (model, test): a letter for each criterion `a0`, `a1` …

    `+` passed, `-` failed, `.` not judged.
    """
    words = {"+": True, "-": False, ".": None}
    stated = confidence or {}
    answers = {key: answer(*key) for by_answer in letters_of.values() for key in by_answer}
    judgements = [
        judgement(
            judge,
            answers[key],
            {f"a{n}": words[letter] for n, letter in enumerate(letters)},
            stated.get(judge),
        )
        for judge, by_answer in letters_of.items()
        for key, letters in by_answer.items()
    ]
    asked = prompts or [prompt(test) for test in sorted({test for _, test in answers})]
    return collected(asked, list(answers.values()), [judgements], list(letters_of))


def beside_checks(
    by_judge: Mapping[str, bool],
    by_checks: Mapping[str, bool],
    executed: Collection[str] = (),
    tags: Mapping[str, tuple[str, ...]] | None = None,
) -> Verdicts:
    """Twelve answers of two models, of each of which the judge `one` and the checks say the same.

    `executed`: the criteria that the checks decide by running the answer.
    """
    answers = [answer(model, f"T-{name}") for model in ("m", "n") for name in "ABCDEF"]
    judgements = []
    for given in answers:
        for judge, passed in (("one", by_judge), (CHECKS, by_checks)):
            made = judgement(judge, given, passed)
            run_ = executed if judge == CHECKS else ()
            verdicts = [
                verdict.model_copy(
                    update={
                        "tags": (tags or {}).get(verdict.criterion, ()),
                        "basis": "executed" if verdict.criterion in run_ else "",
                    }
                )
                for verdict in made.verdicts
            ]
            judgements.append(made.model_copy(update={"verdicts": tuple(verdicts)}))
    prompts = [prompt(f"T-{name}") for name in "ABCDEF"]
    return collected(prompts, answers, [judgements], ["one", CHECKS])


def value(figure: Figure) -> float:
    """The figure's value. AssertionError if there is none."""
    assert isinstance(figure, JudgeFigure), figure
    return figure.value


def board(
    *models: str, apart: Sequence[tuple[str, str]] = (), all_apart: bool = False
) -> Leaderboard:
    """A leaderboard of these models from best to worst; the pairs that differ significantly."""
    pairs = list(pairwise(models)) if all_apart else apart
    return Leaderboard(
        judge_group="llm",
        models=tuple(row(model, rank) for rank, model in enumerate(models, 1)),
        pairs=tuple(significant_pair(one, two) for one, two in pairs),
    )


def row(model: str, rank: int | None) -> LeaderboardRow:
    return LeaderboardRow(
        model=model, rank=rank, group=rank, best_rank=rank, worst_rank=rank, score=50.0,
        kind="final_provisional", interval=None, accuracy=50.0, completeness=50.0, coverage=1.0,
        categories={}, tests=None, complete=rank is not None, tokens=0, cost_usd=0.0, seconds=0.0,
    )  # fmt: skip


def significant_pair(first: str, second: str) -> Difference:
    return Difference(
        first=first, second=second, tests=9, difference=5.0, low=1.0, high=9.0, detectable=4.0,
        p=0.01, p_corrected=0.01, significant=True, decision="significant", noise=None,
        first_better=(),
        second_better=(), largest={},
    )  # fmt: skip
