"""Write answers and verdicts as logs that `inspect view` opens, one for each model.

python -m tools.inspect_logs

Reads the records under outputs/, writes outputs/inspect/<model>.eval with Inspect's own library
(https://inspect.aisi.org.uk). Its dependencies contradict DVC's, so it has an environment of its
own: `make inspect` makes it and runs this program there. The program therefore imports nothing that
needs more than pydantic.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.config import paths
from assay.errors import AssayError
from assay.records.discrimination_rows import read_discrimination
from assay.records.jsonl import read_records, read_result
from assay.records.leaderboard_records import Leaderboard, LeaderboardRow
from assay.records.pipeline import Answer, Judgement, Prompt, Usage, Verdict
from assay.records.untyped import Message
from assay.scores.scores import finds_words, group_of, weight_earned
from tools.exit_code import exit_code

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample
    from inspect_ai.model import ChatMessage, ModelUsage
    from inspect_ai.scorer import Score

FOLDER = Path("outputs/inspect")
"""Beside the report and not in it: the report's folder is an output of DVC."""
UNDATED = datetime(1970, 1, 1, tzinfo=UTC).isoformat()
"""The time of a model that made no call, such as gold."""
Texts = Mapping[tuple[str, str], str]
"""The text of each criterion, by test and id."""


def main() -> None:
    if find_spec("inspect_ai") is None:
        raise AssayError("inspect_ai is missing here: run `make inspect`")
    from inspect_ai.log import write_eval_log

    board = read_result(paths.LEADERBOARD, Leaderboard)
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    rows = read_discrimination(paths.DISCRIMINATION)
    texts = {(row.test, row.criterion): row.text for row in rows}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for row in board.models:
        log = model_log(row, prompts, texts)
        target = FOLDER / f"{row.model}.eval"
        write_eval_log(log, str(target))
        print(f"{target}: {len(log.samples or ()):,} answers")
    print("Look at them: .venv/inspect/bin/inspect view --log-dir outputs/inspect")


def model_log(row: LeaderboardRow, prompts: Mapping[str, Prompt], texts: Texts) -> "EvalLog":
    """One model's answers as samples, each with a score of every judge."""
    from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSpec, EvalStats

    answers = read_records(paths.answers(row.model), Answer)
    judgements = read_records(paths.verdicts(row.model), Judgement)
    times = sorted(answer.time for answer in answers if answer.time) or [UNDATED]
    samples = []
    for answer in answers:
        own = [item for item in judgements if item.place == answer.place]
        samples.append(_sample(answer, prompts[answer.test], own, texts))
    spec = EvalSpec(
        created=times[0],
        task="assay",
        task_id="assay",
        eval_id=row.model,
        run_id=row.model,
        dataset=EvalDataset(name="assay", samples=len(prompts), sample_ids=list(prompts)),
        model=f"assay/{row.model}",
        config=EvalConfig(epochs=max((answer.attempt for answer in answers), default=1)),
    )
    results = _results(row, samples)
    return EvalLog(
        version=2,
        status="success",
        eval=spec,
        samples=samples,
        results=results,
        stats=EvalStats(started_at=times[0], completed_at=times[-1]),
    )


def _results(row: LeaderboardRow, samples: Sequence["EvalSample"]) -> Any:
    """The leaderboard's figures; without a score there is no metric."""
    from inspect_ai.log import EvalMetric, EvalResults, EvalScore

    figures = {"overall": row.score, **row.categories}
    metrics = {
        name: EvalMetric(name=name, value=value)
        for name, value in figures.items()
        if value is not None
    }
    score = EvalScore(name="leaderboard", scorer="assay", metrics=metrics)
    done = sum(sample.error is None for sample in samples)
    return EvalResults(total_samples=len(samples), completed_samples=done, scores=[score])


def _sample(
    answer: Answer, prompt: Prompt, judgements: Sequence[Judgement], texts: Texts
) -> "EvalSample":
    from inspect_ai.log import EvalError, EvalSample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ModelOutput

    asked: list[ChatMessage] = [
        ChatMessageSystem(content=prompt.system),
        ChatMessageUser(content=prompt.user),
    ]
    error = None
    if answer.status == "gap":
        error = EvalError(message=answer.error, traceback="", traceback_ansi="")
    model = f"assay/{answer.model}"
    return EvalSample(
        id=answer.test,
        epoch=answer.attempt,
        input=asked,
        target="",
        messages=[*asked, *_reply(answer)],
        output=ModelOutput.from_content(model, answer.text or f"({answer.status})"),
        scores={
            item.judge: _score(item, texts)
            for item in judgements
            if not finds_words(group_of(item.judge), prompt)
        },
        metadata={
            "category": prompt.category,
            "dataset": prompt.dataset,
            "status": answer.status,
            "finish_reason": answer.finish_reason,
            "cost_usd": answer.cost_usd,
            "reported_model": answer.reported_model,
        },
        model_usage={model: _usage(answer.usage, answer.cost_usd)},
        total_time=answer.latency_s,
        error=error,
    )


def _reply(answer: Answer) -> "list[ChatMessage]":
    from inspect_ai.model import ChatMessageAssistant

    if answer.dialogue is None:
        return [ChatMessageAssistant(content=answer.text)] if answer.text else []
    return [_message(message) for message in answer.dialogue.transcript[2:]]  # after the prompt


def _message(message: Message) -> "ChatMessage":
    """A message of a transcript, in which the arguments of each call are a JSON object."""
    from inspect_ai.model import ChatMessageAssistant, ChatMessageTool, ChatMessageUser
    from inspect_ai.tool import ToolCall

    text = message["content"] or ""
    if message["role"] == "tool":
        return ChatMessageTool(content=text, tool_call_id=message["tool_call_id"])
    if message["role"] == "user":
        return ChatMessageUser(content=text)
    calls = []
    for call in message.get("tool_calls", ()):
        name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
        calls.append(ToolCall(id=call["id"], function=name, arguments=arguments))
    return ChatMessageAssistant(content=text, tool_calls=calls or None)


def _usage(usage: Usage, cost_usd: float | None) -> "ModelUsage":
    """Inspect counts cached tokens beside the others, Assay among them."""
    from inspect_ai.model import ModelUsage

    return ModelUsage(
        input_tokens=usage.input - usage.cached - usage.cache_write,
        output_tokens=usage.output,
        total_tokens=usage.input + usage.output,
        input_tokens_cache_read=usage.cached,
        input_tokens_cache_write=usage.cache_write,
        reasoning_tokens=usage.reasoning,
        total_cost=cost_usd,
    )


def _score(judgement: Judgement, texts: Texts) -> "Score":
    """The share of judged weight that passed, 0 to 1; no number where nothing was judged."""
    from inspect_ai.scorer import Score

    judged = [verdict for verdict in judgement.verdicts if verdict.passed is not None]
    total = sum(verdict.weight for verdict in judged)
    earned = weight_earned(judged)
    lines = [_line(judgement.test, verdict, texts) for verdict in judgement.verdicts]
    return Score(
        value=round(earned / total, 4) if total else float("nan"),
        explanation="\n".join(lines) or judgement.error or judgement.status,
        metadata={
            "status": judgement.status,
            "verdicts": [verdict.model_dump(mode="json") for verdict in judgement.verdicts],
        },
    )


def _line(test: str, verdict: Verdict, texts: Texts) -> str:
    decision = verdict.picked or {True: "pass", False: "fail", None: "not judged"}[verdict.passed]
    text = texts.get((test, verdict.criterion), verdict.criterion)
    reason = f" ({verdict.explanation})" if verdict.explanation else ""
    return f"{decision}: {text}{reason}"


if __name__ == "__main__":
    sys.exit(exit_code("inspect_logs", main))
