"""judge: one model's answers before the whole panel, criterion by criterion."""

from collections.abc import Mapping
from typing import Any

from stages.judge.memory import Memory
from stages.judge.panel import Case, LlmJudge
from stages.judge.plan import plan
from stages.lib.base import paths
from stages.lib.base.config import CallsConfig, Config, JudgingConfig, ModelConfig, load_judge
from stages.lib.base.errors import AssayError, Problems
from stages.lib.base.jsonl import read_records, write_records
from stages.lib.base.params import load_params
from stages.lib.base.records import CHECKS, Answer, Extracted, Judgement, Prompt, Verdict
from stages.lib.base.stage import Summary, stage
from stages.lib.base.totals import total_usd
from stages.lib.calls.client import Client, newly
from stages.lib.calls.concurrent import run_all
from stages.lib.calls.ledger import Ledger, open_ledger, read_ledger
from stages.lib.calls.llm import api_key
from stages.lib.calls.plan import planned
from stages.lib.calls.remote import Gates, open_gates, remote_client
from stages.lib.checks.decide import decide
from stages.lib.checks.documents import unwrapped
from stages.lib.checks.subject import Subject
from stages.lib.content.criteria import Criterion, load_criteria
from stages.lib.delivery.answers import answers_to
from stages.lib.judging.question import judge_key
from stages.lib.scoring.conduct import conduct


class JudgeStageConfig(Config):
    model: ModelConfig
    panel: list[str]
    judging: JudgingConfig
    calls: CallsConfig


@stage("judge", JudgeStageConfig)
def main(config: JudgeStageConfig) -> Summary:
    model = config.model.name
    if config.calls.mode == "plan":
        return _planned(config)
    cases = _cases(model, config.judging)
    delivered = {
        (item.test, item.attempt): item for item in read_records(paths.extracted(model), Extracted)
    }
    if missing := [
        case for case in cases if (case.answer.test, case.answer.attempt) not in delivered
    ]:
        raise AssayError(
            f"{paths.extracted(model)}: has no {missing[0].answer.test}: run `dvc repro extract@{model}`"
        )
    with open_ledger("judge", model) as ledger, open_gates(config.calls) as gates:
        judges = _llm_judges(config, ledger, gates)
        to_judge = [
            (judge, case) for judge in judges for case in cases if case.answer.status == "answered"
        ]
        _require_keys(to_judge)
        errors = run_all(f"judge {model}", [judge.ask(case) for judge, case in to_judge], gates)
        for judge in judges:
            judge.client.require_nothing_missing()
        asked = [
            judge.judgement(case, error)
            for (judge, case), error in zip(to_judge, errors, strict=True)
        ]
    settled = [
        _settled(name, case)
        for name in config.panel
        for case in cases
        if case.answer.status != "answered"
    ]
    checked = [
        _checked(case, delivered[case.answer.test, case.answer.attempt])
        for case in cases
        if CHECKS in config.panel and case.answer.status == "answered"
    ]
    judgements = sorted(
        [*asked, *settled, *checked], key=lambda item: (item.test, item.attempt, item.judge)
    )
    write_records(paths.verdicts(model), judgements)
    return _summary(judgements, [judge.client for judge in judges])


def _planned(config: JudgeStageConfig) -> Summary:
    """Plan the questions on the answers that are there, and on those that the prompts will have. Calls nobody."""
    prompts, ledger, model = _prompts(), read_ledger("judge", config.model.name), config.model.name
    criteria = _criteria(prompts)
    found = read_records(paths.answers(model), Answer) if paths.answers(model).exists() else ()
    current = [
        answer
        for answer in found
        if answer.test in prompts and prompts[answer.test].sha256 == answer.prompt
    ]
    answered = [item for item in current if item.status == "answered"]
    cases = [
        Case.of(prompts[item.test], item, criteria[item.test], config.judging) for item in answered
    ]
    settled = {(answer.test, answer.attempt) for answer in current if answer.status != "gap"}
    attempts = range(1, load_params().attempts + 1)
    expected = [
        prompts[test] for test in prompts for attempt in attempts if (test, attempt) not in settled
    ]
    with open_gates(config.calls) as gates:
        judges = _llm_judges(config, ledger, gates)
    return planned(
        "judge",
        model,
        len(cases),
        [plan(judge, ledger, cases, expected, criteria) for judge in judges],
    )


def _prompts() -> dict[str, Prompt]:
    return {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}


def _criteria(prompts: Mapping[str, Prompt]) -> dict[str, tuple[Criterion, ...]]:
    """The criteria of every prompt. One AssayError lists all criteria files that are wrong."""
    problems, criteria = Problems(), dict[str, tuple[Criterion, ...]]()
    for prompt in prompts.values():
        with problems.collecting():
            criteria[prompt.test] = load_criteria(
                paths.CRITERIA / prompt.type / f"{prompt.test}.yaml"
            )
    problems.raise_if_any()
    return criteria


def _cases(model: str, judging: JudgingConfig) -> list[Case]:
    """Every answer with its task and criteria."""
    prompts = _prompts()
    criteria = _criteria(prompts)
    answers = answers_to(prompts, model)
    return [
        Case.of(prompts[answer.test], answer, criteria[answer.test], judging) for answer in answers
    ]


def _llm_judges(config: JudgeStageConfig, ledger: Ledger, gates: Gates) -> list[LlmJudge]:
    memory, judges, by_key = Memory(ledger), list[LlmJudge](), dict[str, str]()
    for name in config.panel:
        judge = load_judge(name)
        if judge.provider == "litellm":
            twin = by_key.setdefault(judge_key(judge, config.judging), name)
            if twin != name:
                raise AssayError(
                    f"conf/judge/{name}.yaml: asks the very same as conf/judge/{twin}.yaml, so its verdicts would be "
                    "taken for the other's: give one of them another litellm_model or sampling"
                )
            place = f"conf/judge/{name}.yaml"
            client = remote_client(judge, config.calls, place, ledger, gates, too_long_ends=False)
            judges.append(LlmJudge(judge, client, memory, config.judging))
    return judges


def _require_keys(work: list[tuple[LlmJudge, Case]]) -> None:
    """Name every missing key before the first call of any judge is paid."""
    problems, seen = Problems(), set[str]()
    for judge, case in work:
        if judge.config.name not in seen and judge.must_ask(case):
            seen.add(judge.config.name)
            with problems.collecting():
                api_key(judge.config, f"conf/judge/{judge.config.name}.yaml")
    problems.raise_if_any()


def _settled(judge: str, case: Case) -> Judgement:
    """No judge is asked about nothing: an empty or refused answer fails every criterion, a gap is missing."""
    answer = case.answer
    failed = tuple(
        criterion.verdict(
            None if judge == CHECKS and criterion.check is None else False,
            "the answer delivers nothing",
        )
        for criterion in case.criteria
    )
    return Judgement(
        model=answer.model,
        test=answer.test,
        attempt=answer.attempt,
        judge=judge,
        status="missing" if answer.status == "gap" else "delivered nothing",
        verdicts=() if answer.status == "gap" else failed,
    )


def _checked(case: Case, delivered: Extracted) -> Judgement:
    """The verdicts of the built-in judge: a criterion without a check is not judged by it."""
    broken = {
        file.path
        for file in delivered.files
        if file.parse_ok is False or file.tag_errors or "truncated" in file.marks
    }
    subject = Subject(
        files={file.path: file.content for file in delivered.files},
        text=unwrapped(case.answer.text) if case.prompt.answer == "document" else case.answer.text,
        is_document=case.prompt.answer == "document",
        broken=frozenset(broken),
    )
    answer = case.answer
    verdicts = tuple(_check(criterion, subject) for criterion in case.criteria)
    return Judgement(
        model=answer.model,
        test=answer.test,
        attempt=answer.attempt,
        judge=CHECKS,
        status="judged",
        verdicts=verdicts,
    )


def _check(criterion: Criterion, subject: Subject) -> Verdict:
    if criterion.check is None:
        return criterion.verdict(None, "the criterion has no check")
    decision = decide(criterion.check, subject)
    return criterion.verdict(decision.passed, decision.seen)


def _summary(judgements: list[Judgement], clients: list[Client]) -> Summary:
    gaps = [
        f"gap: {item.judge} on {item.test}: {item.error}"
        for item in judgements
        if item.status == "gap"
    ]
    open_ = sum(
        verdict.passed is None
        for item in judgements
        for verdict in item.verdicts
        if item.judge != CHECKS
    )
    notes = [f"{open_} criteria are not judged: no usable verdict came"] if open_ else []
    notes += [
        note
        for name, figures in conduct(judgements).items()
        for note in _conduct_notes(name, figures)
    ]
    return Summary(
        items=len(judgements),
        failed=len(gaps),
        all_usd=total_usd(judgements),
        **newly(clients),
        notes=[*gaps, *notes, *(["run `make retry` to ask for the gaps again"] if gaps else [])],
    )


def _conduct_notes(judge: str, figures: dict[str, Any]) -> list[str]:
    """What a reader should know of the judge's replies in these judgements."""
    found = {
        "{} of its {calls} replies were cut off by the token cap: raise its max_tokens": figures[
            "truncated"
        ],
        "{} of its {calls} replies were refusals": figures["refused"],
        "{} answers were longer than judging.max_answer_chars and shown without their middle": figures[
            "cut_answers"
        ],
    }
    return [
        f"{judge}: {text.format(number, calls=figures['calls'])}"
        for text, number in found.items()
        if number
    ]


if __name__ == "__main__":
    main()
