"""Small builders: a run of a few answers before judges whose verdicts are written out."""

from collections.abc import Mapping, Sequence
from typing import Any

from stages.lib.base.records import Answer, Judgement, Prompt, Verdict
from stages.lib.content.criteria import Criterion
from stages.lib.scoring.resampling import Resampling
from stages.validity.verdicts import Verdicts, collected

HOW = Resampling(draws=200, confidence=0.95, seed=1)


def prompt(test: str, category: str = "code_generation", kind: str = "one") -> Prompt:
    scenario, _, dataset = test.partition("-")
    return Prompt(
        test=test, scenario=scenario, dataset=dataset or None, category=category, type=kind, title=test,
        answer="document", system="", user="", files=(), count_html=True, sha256=test, tokens_estimate=1,
    )  # fmt: skip


def answer(model: str, test: str, text: str = "an answer", attempt: int = 1) -> Answer:
    return Answer(
        model=model, test=test, attempt=attempt, prompt=test, status="answered", text=text
    )


def criterion(id_: str, weight: float = 1.0, metric: Any = "accuracy") -> Criterion:
    return Criterion(
        id=id_, metric=metric, text=f"It has {id_}", weight=weight, check=None, tags=()
    )


def judgement(
    judge: str,
    given: Answer,
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
    base = {
        "model": given.model,
        "test": given.test,
        "attempt": given.attempt,
        "judge": judge,
        "verdicts": listed,
    }
    return Judgement(**{"status": "judged", **base, **more})


def run(
    said: Mapping[str, Mapping[tuple[str, str], str]],
    confidence: Mapping[str, int] | None = None,
    prompts: Sequence[Prompt] = (),
) -> Verdicts:
    """By judge and (model, test): a letter for each criterion `a0`, `a1` …: `+` passed, `-` failed, `.` not judged."""
    words = {"+": True, "-": False, ".": None}
    stated = confidence or {}
    answers = {key: answer(*key) for given in said.values() for key in given}
    judgements = [
        judgement(
            judge,
            answers[key],
            {f"a{n}": words[letter] for n, letter in enumerate(letters)},
            stated.get(judge),
        )
        for judge, given in said.items()
        for key, letters in given.items()
    ]
    asked = prompts or [prompt(test) for test in sorted({test for _, test in answers})]
    return collected(asked, list(answers.values()), judgements, list(said))
