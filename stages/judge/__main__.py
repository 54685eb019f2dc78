"""judge: the panel decides every criterion on one model's answers."""

from collections.abc import Mapping, Sequence

from assay.answers.delivered import answers_to
from assay.calls.concurrent import run_all
from assay.calls.cost_plan import planned
from assay.calls.llm import credentials
from assay.calls.remote import Gates, open_gates, remote_client
from assay.config import paths
from assay.config.config_files import load_judge
from assay.config.params import load_params
from assay.config.settings import CallsConfig, Config, JudgingConfig, ModelConfig
from assay.config.stage import Summary, stage
from assay.content.criteria import criteria_by_test
from assay.errors import AssayError, Problems
from assay.judging.question import judge_key
from assay.ledger.store import Ledger, open_ledger, read_ledger
from assay.records.executions import Execution
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import CHECKS, Answer, Extracted, Judgement, Prompt
from assay.records.repeats import Repeated
from stages.judge.case import Case
from stages.judge.memory import Memory
from stages.judge.notes import summary
from stages.judge.panel import LlmJudge
from stages.judge.plan import plan
from stages.judge.repeats import FirstWave, Repeat, repeated, sampled, sampled_tests
from stages.judge.unasked import by_checks, on_nothing


class JudgeStageConfig(Config):
    model: ModelConfig
    panel: list[str]
    judging: JudgingConfig
    calls: CallsConfig


@stage("judge", JudgeStageConfig)
def main(config: JudgeStageConfig) -> Summary:
    if config.calls.mode == "plan":
        return _planned(config)
    model = config.model.name
    cases = _cases(model, config.judging)
    extracted = _extracted(model, cases)
    answered = [case for case in cases if case.answer.status == "answered"]
    with open_ledger("judge", model) as ledger, open_gates(config.calls) as gates:
        judges = _llm_judges(config, ledger, gates)
        judgements, repeats = _ask(config, judges, answered, gates)
    if CHECKS in config.panel:
        judgements += _checked(model, answered, extracted)
    unanswered = [case for case in cases if case.answer.status != "answered"]
    judgements += [on_nothing(judge, case) for case in unanswered for judge in config.panel]
    judgements.sort(key=lambda item: (item.test, item.attempt, item.judge))
    write_records(paths.verdicts(model), judgements)
    write_records(paths.repeats(model), repeats)
    faulty = {judge.config.name: judge.memory.faulty(judge.key) for judge in judges}
    return summary(judgements, [judge.client for judge in judges], faulty, repeats)


def _checked(
    model: str, cases: Sequence[Case], extracted: Mapping[tuple[str, int], Extracted]
) -> list[Judgement]:
    """The verdicts of the built-in judge on every case."""
    executions = _executions(model)
    return [by_checks(case, extracted[_key(case)], executions.get(_key(case))) for case in cases]


def _ask(
    config: JudgeStageConfig, judges: Sequence[LlmJudge], cases: Sequence[Case], gates: Gates
) -> tuple[list[Judgement], list[Repeated]]:
    """The judgement of every LLM judge on every case, and its repeats on the sampled ones."""
    work = [(judge, case) for judge in judges for case in cases]
    again = _work_again(config, judges, cases)
    _require_keys([*work, *again])
    first = FirstWave(len(work))
    calls = [first.ask(judge, case) for judge, case in work]
    calls += [first.then_ask(repeat, case) for repeat, case in again]
    errors = run_all(f"judge {config.model.name}", calls, gates)
    for judge in judges:
        judge.client.require_nothing_missing()
    judged = zip(work, errors[: len(work)], strict=True)
    judgements = [judge.judgement(case, error) for (judge, case), error in judged]
    return judgements, repeated(again, errors[len(work) :])


def _work_again(
    config: JudgeStageConfig, judges: Sequence[LlmJudge], cases: Sequence[Case]
) -> list[tuple[Repeat, Case]]:
    """What the judges are asked again; nothing unless conf/judging says so."""
    if not config.judging.repeats:
        return []
    sample = sampled(cases, _sampled_tests(config, _prompts()))
    repeats = [repeat for judge in judges for repeat in _repeats(judge, config)]
    return [(repeat, case) for repeat in repeats for case in sample]


def _repeats(judge: LlmJudge, config: JudgeStageConfig) -> list[Repeat]:
    return [Repeat(judge, number) for number in range(1, config.judging.repeats + 1)]


def _sampled_tests(config: JudgeStageConfig, prompts: dict[str, Prompt]) -> frozenset[str]:
    judging = config.judging
    return sampled_tests(prompts.values(), judging.repeat_seed, judging.repeat_tests)


def _planned(config: JudgeStageConfig) -> Summary:
    """Plan the questions on answers on disk and on answers to come. Makes no call."""
    model = config.model.name
    ledger = read_ledger("judge", model)
    prompts = _prompts()
    criteria = criteria_by_test(prompts.values())
    current = _current_answers(model, prompts)
    cases = [
        Case.of(prompts[answer.test], answer, criteria[answer.test], config.judging)
        for answer in current
        if answer.status == "answered"
    ]
    settled = {(answer.test, answer.attempt) for answer in current if answer.status != "gap"}
    attempts = range(1, load_params().attempts + 1)
    expected = [
        prompts[test] for test in prompts for attempt in attempts if (test, attempt) not in settled
    ]
    with open_gates(config.calls) as gates:
        judges = _llm_judges(config, ledger, gates)
    tests = _sampled_tests(config, prompts)
    plans = [
        plan(judge, ledger, cases, expected, criteria, _repeats(judge, config), tests)
        for judge in judges
    ]
    return planned("judge", model, len(cases), plans)


def _current_answers(model: str, prompts: dict[str, Prompt]) -> list[Answer]:
    """The answers on disk to the present prompts; none before the first run."""
    path = paths.answers(model)
    answers = read_records(path, Answer) if path.exists() else ()
    return [
        answer
        for answer in answers
        if answer.test in prompts and prompts[answer.test].sha256 == answer.prompt
    ]


def _prompts() -> dict[str, Prompt]:
    return {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}


def _cases(model: str, judging: JudgingConfig) -> list[Case]:
    """Every answer with its task and criteria."""
    prompts = _prompts()
    criteria = criteria_by_test(prompts.values())
    return [
        Case.of(prompts[answer.test], answer, criteria[answer.test], judging)
        for answer in answers_to(prompts, model)
    ]


def _executions(model: str) -> dict[tuple[str, int], Execution]:
    """What came of running the answers. Without the file nothing was run."""
    path = paths.executions(model)
    return {_key(item): item for item in read_records(path, Execution)} if path.exists() else {}


def _key(item: Case | Extracted | Execution) -> tuple[str, int]:
    """Test and attempt: what identifies an answer and its extraction."""
    answer = item.answer if isinstance(item, Case) else item
    return answer.test, answer.attempt


def _extracted(model: str, cases: Sequence[Case]) -> dict[tuple[str, int], Extracted]:
    """The extraction of every case. AssayError names the first case that has none."""
    path = paths.extracted(model)
    extracted = {_key(item): item for item in read_records(path, Extracted)}
    for case in cases:
        if _key(case) not in extracted:
            raise AssayError(f"{path}: has no {case.answer.test}: run `dvc repro extract@{model}`")
    return extracted


def _llm_judges(config: JudgeStageConfig, ledger: Ledger, gates: Gates) -> list[LlmJudge]:
    """The panel's LLM judges. AssayError if two of them would send the same requests."""
    memory = Memory(ledger)
    judges: list[LlmJudge] = []
    name_of_key: dict[str, str] = {}
    for name in config.panel:
        judge = load_judge(name)
        if judge.provider != "litellm":
            continue
        twin = name_of_key.setdefault(judge_key(judge, config.judging), name)
        if twin != name:
            raise AssayError(
                f"conf/judge/{name}.yaml: is the same judge as conf/judge/{twin}.yaml, so their "
                "verdicts would be mixed up: give one of them another litellm_model or sampling "
                "(max_tokens alone makes no other judge)"
            )
        config_path = f"conf/judge/{name}.yaml"
        client = remote_client(judge, config.calls, config_path, ledger, gates)
        judges.append(LlmJudge(judge, client, memory, config.judging))
    return judges


def _require_keys(work: Sequence[tuple[LlmJudge | Repeat, Case]]) -> None:
    """AssayError that names every missing key, before any call is made."""
    problems = Problems()
    examined: set[str] = set()
    for judge, case in work:
        name = judge.config.name
        if name not in examined and judge.must_ask(case):
            examined.add(name)
            with problems.collecting():
                credentials(judge.config, f"conf/judge/{name}.yaml")
    problems.raise_if_any()


if __name__ == "__main__":
    main()
