"""generate: ask one model every prompt of the suite, and keep its answers."""

from assay.calls.client import Client, totals
from assay.calls.concurrent import run_all
from assay.calls.cost_plan import planned
from assay.calls.remote import Gates, open_gates, remote_client
from assay.config import paths
from assay.config.settings import CallsConfig, Config, DialogueConfig, ModelConfig
from assay.config.stage import Summary, stage
from assay.errors import Problems
from assay.ledger.request import (
    REFUSALS,
    CallFailed,
    CallPurpose,
    ContextTooLong,
    Request,
    sampling_params,
)
from assay.ledger.store import Ledger, open_ledger, read_ledger
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Answer, Dialogue, Prompt, Response
from assay.records.totals import total_usage, total_usd
from assay.records.untyped import Message
from stages.generate.builtin import BUILTIN
from stages.generate.dialogue.engine import REFUSED, converse
from stages.generate.dialogue.native import Native
from stages.generate.dialogue.text import Text
from stages.generate.dialogue.wire import Wire
from stages.generate.plan import plan

WIRES: dict[str, Wire] = {"native": Native(), "text": Text()}
"""The way of calling tools for each value of `tools`."""


class GenerateConfig(Config):
    model: ModelConfig
    dialogue: DialogueConfig
    calls: CallsConfig
    attempts: int


@stage("generate", GenerateConfig)
def main(config: GenerateConfig) -> Summary:
    prompts = read_records(paths.PROMPTS, Prompt)
    work = [(prompt, attempt) for prompt in prompts for attempt in range(1, config.attempts + 1)]
    if config.calls.mode == "plan":
        return _planned(config, prompts, work)
    with open_ledger("generate", config.model.name) as ledger, open_gates(config.calls) as gates:
        clients = _clients(config, prompts, ledger, gates)
        asked = [_answer(config, prompt, attempt, clients[prompt.test]) for prompt, attempt in work]
        answers = run_all(f"generate {config.model.name}", asked, gates)
    for client in set(clients.values()):
        client.require_nothing_missing()
    write_records(paths.answers(config.model.name), answers)
    return _summary(answers, set(clients.values()))


def _planned(
    config: GenerateConfig, prompts: tuple[Prompt, ...], work: list[tuple[Prompt, int]]
) -> Summary:
    """Plan the calls for answers that the ledger lacks. Makes no call, writes no output."""
    ledger = read_ledger("generate", config.model.name)
    with open_gates(config.calls) as gates:
        clients = _clients(config, prompts, ledger, gates)
        run_all(
            f"plan {config.model.name}",
            [_answer(config, *item, clients[item[0].test]) for item in work],
        )
    missing = [item for client in set(clients.values()) for item in client.missing]
    reused = sum(client.reused for client in set(clients.values()))
    return planned(
        "generate", config.model.name, len(work), [plan(config.model, ledger, missing, reused)]
    )


def _clients(
    config: GenerateConfig, prompts: tuple[Prompt, ...], ledger: Ledger, gates: Gates
) -> dict[str, Client]:
    """The client of each test: one for a remote model, one a prompt for a built-in model."""
    builtin = BUILTIN.get(config.model.provider)
    if builtin is None:
        place = f"conf/model/{config.model.name}.yaml"
        client = remote_client(config.model, config.calls, place, ledger, gates)
        return {prompt.test: client for prompt in prompts}
    problems = Problems()
    clients: dict[str, Client] = {}
    for prompt in prompts:
        with problems.collecting():
            clients[prompt.test] = Client(builtin(prompt), ledger, config.calls, paid=False)
    problems.raise_if_any()
    return clients


async def _answer(config: GenerateConfig, prompt: Prompt, attempt: int, client: Client) -> Answer:
    """The model's answer to one prompt.

    A call that fails after its retries makes it a gap, and so does a prompt that does not fit the
    model's context window. Then no call is made if the config of the model says so.
    """
    answer = Answer(
        model=config.model.name,
        test=prompt.test,
        attempt=attempt,
        prompt=prompt.sha256,
        status="gap",
    )
    purpose = CallPurpose(
        model=answer.model, test=answer.test, attempt=answer.attempt, prompt=answer.prompt
    )
    keys: list[str] = []

    async def complete(
        messages: tuple[Message, ...], tools: tuple[dict[str, object], ...] = ()
    ) -> Response:
        request = Request(
            model=config.model.litellm_model or config.model.provider,
            messages=messages,
            tools=tools,
            params=sampling_params(config.model),
            attempt=attempt,
        )
        keys.append(request.key)
        return await client.complete(request, purpose)

    try:
        require_fits(config.model, prompt)
        if prompt.answer == "dialogue":
            wire = WIRES[config.model.tools]
            run = await converse(
                prompt, lambda messages: complete(messages, wire.tools), config.dialogue, wire
            )
            update = {"dialogue": run.dialogue, "status": _status_of(run.dialogue)}
            responses = run.responses
        else:
            response = await complete(_messages(prompt))
            update = {"text": response.text, "status": _status(response)}
            responses = (response,)
    except (CallFailed, ContextTooLong) as error:
        return answer.model_copy(update={"error": str(error)})
    requests = tuple(keys) if config.model.provider == "litellm" else ()
    return answer.model_copy(update={**update, **_totals(responses), "requests": requests})


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


def _messages(prompt: Prompt) -> tuple[Message, ...]:
    return ({"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user})


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


def _totals(responses: tuple[Response, ...]) -> dict[str, object]:
    """Usage, cost and time of all responses. The cost is None if one of them has no price."""
    return {
        "finish_reason": responses[-1].finish_reason,
        "usage": total_usage(responses),
        "cost_usd": total_usd(responses),
        "latency_s": round(sum(response.latency_s for response in responses), 3),
        "time": responses[-1].time,
        "reported_model": responses[-1].reported_model,
    }


def _summary(answers: list[Answer], clients: set[Client]) -> Summary:
    gaps = [
        f"gap: {answer.test} attempt {answer.attempt}: {answer.error}"
        for answer in answers
        if answer.error
    ]
    return Summary(
        items=len(answers),
        failed=len(gaps),
        all_usd=total_usd(answers),
        **totals(clients),
        notes=[*gaps, "run `make retry` to ask for the gaps again"] if gaps else [],
    )


if __name__ == "__main__":
    main()
