"""generate: ask every model every prompt of the suite, and keep the answers."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

from assay.calls.client import Client, MissingCall, require_nothing_missing, totals
from assay.calls.concurrent import run_all
from assay.calls.cost_plan import (
    ANSWER_PRIOR,
    DIALOGUE_PRIOR,
    History,
    Plan,
    Range,
    input_tokens,
    planned,
)
from assay.calls.remote import Gates, open_gates, remote_client
from assay.config import paths
from assay.config.config_files import load_model
from assay.config.settings import CallsConfig, Config, DialogueConfig, ModelConfig, ModelNames
from assay.config.stage import Summary, stage
from assay.errors import AssayError, Problems
from assay.ledger.paid_calls import Ledger, open_ledger, read_ledger
from assay.ledger.request import (
    CONTEXT_TOO_LONG,
    REFUSALS,
    CallFailed,
    CallPurpose,
    CannotRun,
    ContextTooLong,
    Request,
    sampling_params,
)
from assay.missing import ASK_AGAIN, missing_lines, write_gaps
from assay.records.gaps import Gap
from assay.records.hashing import canonical_json
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Answer, Dialogue, Prompt, Response
from assay.records.totals import total_usage, total_usd
from assay.records.untyped import Message
from assay.unchanged import Unchanged
from assay.workers import Workers
from stages.generate.answer_files import answer_files
from stages.generate.builtin import BUILTIN
from stages.generate.command_answers import command_client, run_params
from stages.generate.dialogue.engine import REFUSED, converse
from stages.generate.dialogue.tools import TOOLS
from stages.generate.in_steps import done_before, in_steps


class GenerateConfig(Config):
    models: ModelNames
    dialogue: DialogueConfig
    calls: CallsConfig
    attempts: int


class WantedAnswer(NamedTuple):
    """One prompt to one model, and the client that asks it."""

    model: ModelConfig
    prompt: Prompt
    attempt: int
    client: Client


@stage("generate", GenerateConfig)
def main(config: GenerateConfig) -> Summary:
    if config.calls.mode == "plan":
        return planned(plans(config))
    prompts = read_records(paths.PROMPTS, Prompt)
    models = [load_model(name) for name in config.models]
    unchanged = Unchanged("generate", [paths.PROMPTS, _files_of], [paths.answers])
    stale = [model for model in models if not unchanged.has(model.name)]
    with (
        Workers(preload=["stages.generate.in_steps"]) as workers,
        open_ledger() as ledger,
        open_gates(config.calls) as gates,
    ):
        jobs = _jobs(config, prompts, stale, ledger, gates)
        answers = run_all("generate", [_answer(config, job, workers) for job in jobs], gates)
    clients = {job.client for job in jobs}
    require_nothing_missing(clients)
    for model in stale:
        of_model = [answer for answer in answers if answer.model == model.name]
        write_records(paths.answers(model.name), of_model)
        unchanged.note(model.name, complete=not _gaps(of_model))
    write_gaps("generate", config.models, _gaps(answers))
    return _summary(answers, clients, unchanged.prune())


def _files_of(model: str) -> Path:
    """The files that hold the model's answers; of a model that is asked there are none."""
    own = {"gold": paths.SCENARIOS, "files": paths.answer_files(model)}
    return own.get(load_model(model).provider, paths.PROMPTS)


def plans(config: GenerateConfig) -> dict[str, list[Plan]]:
    """By model, the plan of the answers that the ledger lacks. Makes no call, writes nothing."""
    prompts = read_records(paths.PROMPTS, Prompt)
    calls = {
        prompt.test: len(prompt.files) if prompt.in_steps else 1
        for prompt in prompts
        if prompt.answer != "dialogue"
    }
    ledger = read_ledger()
    found: dict[str, list[Plan]] = {}
    with (
        Workers(preload=["stages.generate.in_steps"]) as workers,
        open_gates(config.calls) as gates,
    ):
        for model in map(load_model, config.models):
            jobs = _jobs(config, prompts, [model], ledger, gates)
            run_all(f"plan {model.name}", [_answer(config, job, workers) for job in jobs])
            clients = {job.client for job in jobs}
            missing = [item for client in clients for item in client.missing]
            reused = sum(client.reused for client in clients)
            found[model.name] = [plan(model, ledger, missing, reused, calls)]
    return found


def _require_distinct(models: Sequence[ModelConfig]) -> None:
    """AssayError if two models send the same requests to two servers: answers would be mixed up."""
    known: dict[str, ModelConfig] = {}
    for model in models:
        if model.provider != "litellm":
            continue
        asked = canonical_json([model.litellm_model, sampling_params(model)])
        other = known.setdefault(asked, model)
        if other.api_base != model.api_base:
            raise AssayError(
                f"conf/model/{model.name}.yaml: asks the same as conf/model/{other.name}.yaml at "
                "another api_base, so their answers would be mixed up: let one server give its "
                "model another name, and write it into litellm_model"
            )


def _jobs(
    config: GenerateConfig,
    prompts: Sequence[Prompt],
    models: Sequence[ModelConfig],
    ledger: Ledger,
    gates: Gates,
) -> list[WantedAnswer]:
    """Every prompt to every model: one client a model behind litellm, one a prompt of others."""
    problems = Problems()
    with problems.collecting():
        _require_distinct(models)
    jobs = []
    for model in models:
        place = f"conf/model/{model.name}.yaml"
        client: Client | None = None
        if model.provider == "litellm":
            client = remote_client(model, config.calls, place, ledger, gates)
        for prompt in prompts:
            with problems.collecting():
                of_prompt = client or _own_client(model, prompt, config.calls, ledger, gates)
                attempts = range(1, config.attempts + 1)
                jobs += [WantedAnswer(model, prompt, attempt, of_prompt) for attempt in attempts]
    problems.raise_if_any()
    return jobs


def _own_client(
    model: ModelConfig, prompt: Prompt, calls: CallsConfig, ledger: Ledger, gates: Gates
) -> Client:
    if model.provider == "command":
        return command_client(model, prompt, calls, ledger, gates)
    if model.provider == "files":
        return Client(answer_files(model.name, prompt), ledger, calls, paid=False)
    return Client(BUILTIN[model.provider](prompt), ledger, calls, paid=False)


async def _answer(config: GenerateConfig, job: WantedAnswer, workers: Executor) -> Answer:
    """The model's answer to one prompt.

    A call that fails after its retries makes it a gap. So do a model that cannot run, and a prompt
    that does not fit the model's context window: then no call is made if its config says so.
    """
    model, prompt, attempt, client = job
    answer = Answer(
        model=model.name, test=prompt.test, attempt=attempt, prompt=prompt.sha256, status="gap"
    )
    purpose = CallPurpose(**answer.name, prompt=answer.prompt)
    keys: list[str] = []
    taken: list[Response] = []

    async def complete(
        messages: tuple[Message, ...],
        tools: tuple[dict[str, object], ...] = (),
        asked: Prompt = prompt,
    ) -> Response:
        request = Request(
            model=model.litellm_model or model.provider,
            messages=messages,
            tools=tools,
            params=run_params(model, asked) if model.command else sampling_params(model),
            attempt=attempt,
            prompt=asked,
            shared=len(messages[-1]["content"]) if tools else 0,  # the next turn begins with it
        )
        keys.append(request.key)
        response = await client.complete(request, purpose)
        if response.finish_reason != CONTEXT_TOO_LONG:  # the provider refused the call
            taken.append(response)
        return response

    async def ask(asked: Prompt) -> Response:
        require_fits(model, asked)
        system = {"role": "system", "content": asked.system}
        return await complete((system, {"role": "user", "content": asked.user}), asked=asked)

    is_asked = model.provider in ("litellm", "command")
    try:
        if prompt.answer == "dialogue":
            dialogue = await converse(
                prompt, lambda messages: complete(messages, TOOLS), config.dialogue
            )
            ended = taken[-1].finish_reason
            update = {"dialogue": dialogue, "status": _status_of(dialogue), "finish_reason": ended}
        else:
            by_steps = prompt.in_steps and is_asked
            whole = await (in_steps(prompt, ask, workers) if by_steps else ask(prompt))
            ended = whole.finish_reason
            update = {"text": whole.text, "status": _status(whole), "finish_reason": ended}
    except (CallFailed, CannotRun, ContextTooLong) as error:
        return answer.model_copy(update={"error": str(error)})
    requests = tuple(keys) if is_asked else ()
    return answer.model_copy(
        update={
            "usage": total_usage(taken),
            "cost_usd": total_usd(taken),
            "latency_s": round(sum(response.latency_s for response in taken), 3),
            "time": taken[-1].time,
            "reported_model": taken[-1].reported_model,
            "requests": requests,
            **update,
        }
    )


def require_fits(model: ModelConfig, prompt: Prompt) -> None:
    """ContextTooLong if the prompt alone is larger than the `context_window` of the model's file.

    Some servers cut such a prompt without a word. The estimate of its tokens is a low one.
    """
    window = model.context_window
    if window is not None and prompt.answer != "dialogue" and prompt.tokens_estimate > window:
        raise ContextTooLong(
            f"conf/model/{model.name}.yaml: the context window of {window:,} tokens is too small "
            f"for this prompt of about {prompt.tokens_estimate:,}"
        )


def _status(response: Response) -> str:
    """An empty text with a provider's refusal is a refusal; any other text is an answer."""
    if response.text.strip():
        return "answered"
    return "refused" if response.finish_reason in REFUSALS else "empty"


def _status_of(dialogue: Dialogue) -> str:
    """The status of a dialogue: with files it is an answer, whatever ended it."""
    if dialogue.files:
        return "answered"
    return "refused" if dialogue.outcome == REFUSED else "empty"


def _gaps(answers: Sequence[Answer]) -> list[Gap]:
    return [Gap.of(answer) for answer in answers if answer.error]


def _summary(answers: Sequence[Answer], clients: set[Client], notes: Sequence[str]) -> Summary:
    gaps = missing_lines(_gaps(answers))
    return Summary(
        items=len(answers),
        failed=sum(bool(answer.error) for answer in answers),
        all_usd=total_usd(answers),
        **totals(clients),
        notes=[*notes, *gaps, *([ASK_AGAIN] if gaps else [])],
    )


def plan(
    model: ModelConfig,
    ledger: Ledger,
    missing: Sequence[MissingCall],
    reused: int,
    calls: Mapping[str, int],
) -> Plan:
    """The plan. `missing`: the requests that the ledger cannot answer.

    `calls`: how many each test without a dialogue takes; what was written on them tells what will
    be. Of a dialogue, and of an answer in steps, the next request stands for all that follow.
    """
    found = Plan(model.name, reused)
    if missing and ledger.absent:
        found.warnings.append(ledger.absent)
    rows = ledger.rows(stage="generate", model=model.name)
    written = ((row.test, row.output_tokens) for row in rows if row.test in calls)
    history = History(written, ANSWER_PRIOR)
    for request, purpose in missing:
        if purpose.test not in calls:
            done = sum(message["role"] == "assistant" for message in request.messages)
            rest = [max(1 - done / turns, 1 / turns) for turns in DIALOGUE_PRIOR["calls"]]
            found.add(*(DIALOGUE_PRIOR[name].times(*rest) for name in ("calls", "input", "output")))
        else:
            left, wrote = calls[purpose.test] - done_before(request), history.of(purpose.test)
            again = left * (left - 1) / 2  # later requests show what was written
            sent = input_tokens(request).times(left, left) + wrote.times(again, again)
            found.add(Range(left, left), sent, wrote.times(left, left))
            found.check_window(model, purpose.test, input_tokens(request))
    found.priced(model)
    return found


if __name__ == "__main__":
    main()
