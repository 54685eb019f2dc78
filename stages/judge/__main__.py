"""judge: the panel decides every criterion on the answers of every model."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import groupby, islice, product

from assay.answers.delivered import answers_to
from assay.calls.client import Client, require_nothing_missing, totals
from assay.calls.cost_plan import Plan, planned
from assay.calls.remote import open_gates
from assay.cluster import open_workers
from assay.config import paths
from assay.config.judging_settings import JudgingConfig
from assay.config.params import load_params
from assay.config.settings import CallsConfig, Config, ModelNames
from assay.config.stage import Summary, stage
from assay.content.criteria import criteria_by_test
from assay.errors import AssayError
from assay.ledger.paid_calls import open_ledger, read_ledger
from assay.missing import ASK_AGAIN, missing_lines, write_gaps
from assay.progress import progress
from assay.records.exam_records import EXAM, ExamSheet, SatPaper
from assay.records.execution_records import Execution
from assay.records.gaps import Gap
from assay.records.jsonl import read_records, write_records, write_result
from assay.records.models import JudgeConduct
from assay.records.pipeline import CHECKS, Answer, Extracted, Judgement, Prompt
from assay.records.totals import total_usd
from assay.scores.conduct import conduct
from assay.unchanged import Unchanged
from assay.workers import WorkerFault, outcomes
from stages.judge.case import Case
from stages.judge.exam import Asked, Exam, Sitting, asked, exam_gaps, sit, sittings
from stages.judge.panel import LlmJudge, llm_judges
from stages.judge.unasked import CheckWork, checked, on_nothing, unreadable, with_structure
from stages.judge.verdicts_plan import plan, to_be_answered

GOLD = "gold"


class JudgeStageConfig(Config):
    models: ModelNames
    panel: list[str]
    judging: JudgingConfig
    calls: CallsConfig


@stage("judge", JudgeStageConfig)
def main(config: JudgeStageConfig) -> Summary:
    if config.calls.mode == "plan":
        return planned(plans(config))
    shared_by_all = (paths.PROMPTS, paths.CRITERIA, paths.executions(GOLD))
    with open_ledger() as ledger, open_gates(config.calls) as gates:
        judges = llm_judges(config.panel, config.judging, config.calls, ledger, gates)
        exams = _exams(config, judges)
        unchanged = Unchanged(
            "judge",
            [*shared_by_all, paths.answers, paths.extracted, paths.executions],
            [paths.verdicts],
            lambda: list(_barred(exams)),
        )
        is_open = any(exam.is_open for exam in exams)  # whom it bars is not known before
        stale = [model for model in config.models if is_open or not unchanged.has(model)]
        cases = _cases(stale, config.judging)
        papers = sit(exams, gates)
        replies = asked(exams, cases, gates)
    require_nothing_missing(judge.client for judge in judges)
    barred = _barred(exams)
    write_result(paths.EXAM, ExamSheet(papers=tuple(papers), barred=barred))
    panel = [judge for judge in config.panel if judge not in barred]
    judgements: list[Judgement] = []
    works = _by_model(stale, cases, panel, replies, config.calls.executor)
    with closing(works) as by_model:  # what is written stays after an error: the next run goes on
        for model, of_model in by_model:
            write_records(paths.verdicts(model), of_model)
            unchanged.note(model, complete=not _gaps(of_model))
            judgements += map(_without_verdicts, of_model)
    found = [*_gaps(judgements), *exam_gaps(papers)]
    write_gaps("judge", config.models, found)
    clients = [judge.client for judge in judges]
    notes = [*unchanged.prune(), *barred.values()]
    return summary(judgements, clients, found, notes, papers)


def _exams(config: JudgeStageConfig, judges: Sequence[LlmJudge]) -> list[Exam]:
    most = config.judging.exam.max_false_pass
    papers = _sittings(config) if judges else []
    return [Exam(judge, papers, most, len(judges)) for judge in judges]


def _barred(exams: Sequence[Exam]) -> dict[str, str]:
    """The judges that failed their exam, each with a line that says so."""
    return {exam.judge.config.name: exam.bar for exam in exams if exam.bar}


def _gaps(items: Sequence[Judgement]) -> list[Gap]:
    return [Gap.of(item, item.judge) for item in items if item.error]


def _by_model(
    models: Sequence[str],
    cases: Sequence[Case],
    panel: Sequence[str],
    replies: Sequence[Asked],
    executor: str,
) -> Generator[tuple[str, list[Judgement]], None, None]:
    """Each model, with the judgements on it: those of one model at a time are in memory."""
    to_check = [case for case in cases if _is_checked(case, panel)]
    bar = progress("judge: checks", len(to_check))
    with open_workers(executor, ["stages.judge.unasked"]) as workers, bar as tick:
        results = zip(to_check, outcomes(workers, checked, _check_works(to_check)), strict=True)
        for model in models:
            own = [case for case in cases if case.answer.model == model]
            decided = []
            for case, result in islice(results, sum(_is_checked(case, panel) for case in own)):
                decided.append(
                    unreadable(case, result) if isinstance(result, WorkerFault) else result
                )
                tick()
            replies_on = [reply for reply in replies if reply[1].answer.model == model]
            yield model, _judgements(own, panel, replies_on, decided)


def _judgements(
    cases: Sequence[Case],
    panel: Sequence[str],
    replies: Sequence[Asked],
    by_checks: Sequence[Judgement],
) -> list[Judgement]:
    """All judgements on a model: also by the built-in judge, and on nothing."""
    empty = [case for case in cases if case.answer.status != "answered"]
    judgements = [on_nothing(judge, case) for case in empty for judge in panel]
    judgements += by_checks if CHECKS in panel else []
    by_models = [judge.judgement(case, error) for judge, case, error in replies]
    judgements += with_structure(by_models, by_checks)
    return sorted(judgements, key=lambda item: (item.test, item.attempt, item.judge))


def _is_checked(case: Case, panel: Sequence[str]) -> bool:
    """Whether checks decide something of it, for themselves or for the LLM judges."""
    return case.answer.status == "answered" and (CHECKS in panel or case.asked != case.criteria)


def _without_verdicts(item: Judgement) -> Judgement:
    """The judgement with its missing verdicts only: those of all models take too much memory."""
    missing = tuple(verdict for verdict in item.verdicts if verdict.passed is None)
    return item.model_copy(update={"verdicts": missing})


def _check_works(cases: Sequence[Case]) -> Iterator[CheckWork]:
    for model, of_model in groupby(cases, key=lambda case: case.answer.model):
        listed = list(of_model)
        extracted = _extracted(model, listed)
        executions = _executions(model)
        wavering = {} if model == GOLD else _wavering()
        for case in listed:
            execution = executions.get(case.answer.place)
            flaky = wavering.get(case.answer.test, frozenset())
            yield CheckWork(case, extracted[case.answer.place], execution, flaky)


def _sittings(config: JudgeStageConfig) -> list[Sitting]:
    prompts = list(_prompts().values())
    return sittings(prompts, criteria_by_test(prompts), config.judging)


def plans(config: JudgeStageConfig) -> dict[str, list[Plan]]:
    """By model, each judge's plan of the questions on answers on disk and to come. No call."""
    ledger = read_ledger()
    prompts = _prompts()
    criteria = criteria_by_test(prompts.values())
    attempts = range(1, load_params().attempts + 1)
    with open_gates(config.calls) as gates:
        judges = llm_judges(config.panel, config.judging, config.calls, ledger, gates)
    found: dict[str, list[Plan]] = {}
    for model in config.models:
        answers = _current_answers(model, prompts)
        cases = []
        to_come = []
        for prompt, attempt in product(prompts.values(), attempts):
            answer = answers.get((prompt.test, attempt), to_be_answered(prompt))
            case = Case.of(prompt, answer, criteria[prompt.test], config.judging)
            if answer.status == "answered":
                cases.append(case)
            elif answer.status == "gap":
                to_come.append(case)
        found[model] = [plan(judge, ledger, cases, to_come) for judge in judges]
    exam = [one.case for one in _sittings(config)]
    if exam:
        found[EXAM] = [plan(judge, ledger, exam, []) for judge in judges]
    return found


def _current_answers(model: str, prompts: dict[str, Prompt]) -> dict[tuple[str, int], Answer]:
    """The answers on disk to the present prompts; none before the first run."""
    path = paths.answers(model)
    answers = read_records(path, Answer) if path.exists() else ()
    return {
        answer.place: answer
        for answer in answers
        if answer.test in prompts and prompts[answer.test].sha256 == answer.prompt
    }


def _prompts() -> dict[str, Prompt]:
    return {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}


def _cases(models: Sequence[str], judging: JudgingConfig) -> list[Case]:
    prompts = _prompts()
    criteria = criteria_by_test(prompts.values())
    return [
        Case.of(prompts[answer.test], answer, criteria[answer.test], judging)
        for model in models
        for answer in answers_to(prompts, model)
    ]


def _wavering() -> dict[str, frozenset[str]]:
    """By test, the behaviours that waver on gold in this run."""
    found: dict[str, frozenset[str]] = {}
    for (test, _), item in _executions(GOLD).items():
        flaky = {each.title for each in item.behaviours if each.outcome == "flaky"}
        found[test] = found.get(test, frozenset()) | flaky
    return found


def _executions(model: str) -> dict[tuple[str, int], Execution]:
    """What came of running the answers. Without the file nothing was run."""
    path = paths.executions(model)
    return {item.place: item for item in read_records(path, Execution)} if path.exists() else {}


def _extracted(model: str, cases: Sequence[Case]) -> dict[tuple[str, int], Extracted]:
    """The extraction of every case. AssayError names the first case that has none."""
    path = paths.extracted(model)
    extracted = {item.place: item for item in read_records(path, Extracted)}
    for case in cases:
        if case.answer.place not in extracted:
            raise AssayError(f"{path}: has no {case.answer.test}: run `dvc repro extract`")
    return extracted


def summary(
    judgements: Sequence[Judgement],
    clients: Sequence[Client],
    gaps: Sequence[Gap],
    notes: Sequence[str],
    papers: Sequence[SatPaper],
) -> Summary:
    """The stage's line, with notes. `papers`: for their cost."""
    lines = [*notes, *missing_lines(gaps)]
    for judge, figures in conduct(judgements).items():
        lines += _conduct_notes(judge, figures)
    if gaps:
        lines.append(ASK_AGAIN)
    return Summary(
        items=len(judgements),
        failed=len(gaps),
        all_usd=total_usd([*judgements, *papers]),
        **totals(clients),
        notes=lines,
    )


def _conduct_notes(judge: str, figures: JudgeConduct) -> list[str]:
    """A line for each way in which replies of the judge, or what it was shown, are incomplete."""
    replies = f"of its {figures.calls} replies were"
    notes = []
    if figures.not_judged:
        notes.append(
            f"{figures.not_judged} criteria are not judged: no usable verdict came. The replies: "
            "`python -m tools.ledger show --stage judge`"
        )
    if figures.truncated:
        notes.append(
            f"{figures.truncated} {replies} cut off by the token cap: raise its max_tokens"
            " (asks again only what was cut off)"
        )
    if figures.refused:
        notes.append(f"{figures.refused} {replies} refusals")
    if figures.cut_answers:
        notes.append(
            f"{figures.cut_answers} answers were longer than judging.max_answer_chars and shown "
            "without their middle"
        )
    return [f"{judge}: {note}" for note in notes]


if __name__ == "__main__":
    main()
