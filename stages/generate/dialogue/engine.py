"""A dialogue, turn by turn, until the model ends it or a bound is reached."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from assay.answers.containment import MALFORMED
from assay.answers.dialogue_process import ENDED
from assay.config.settings import DialogueConfig
from assay.ledger.request import CONTEXT_TOO_LONG, REFUSALS
from assay.records.pipeline import Dialogue, Prompt, Response, SourceFile, ToolCall, Turn, Usage
from assay.records.untyped import Message
from stages.generate.dialogue.tools import ToolResult, ToolWorkspace

Complete = Callable[[tuple[Message, ...]], Awaitable[Response]]
REFUSED = "refused"
CUT_OFF = (
    "\n(Your message reached the limit of output tokens and was cut off: write less in one turn.)"
)


@dataclass
class _Talk:
    """A dialogue under way.

    `silent`: the last messages in a row without a call. `idle`: the last turns in a row in which
    every call had been made before.
    """

    space: ToolWorkspace
    messages: list[Message]
    turns: list[Turn] = field(default_factory=list)
    silent: int = 0
    idle: int = 0

    def take(self, response: Response) -> None:
        """Carry out what one message of the model asks for, and answer it."""
        calls = calls_of(response, len(self.turns))
        cut = response.finish_reason == "length"
        if cut:
            self.space.flags["cut off"] += 1
        results = [self._result(call, cut) for call in calls]
        self.messages.append(as_message(response, calls))
        if results:
            self.messages.extend(as_answers(calls, [result.text for result in results]))
            self.silent = 0
            self.idle = self.idle + 1 if all(result.repeated for result in results) else 0
        else:
            self.space.flags["text without a call"] += 1
            self.messages.append({"role": "user", "content": REMINDER})
            self.silent += 1
            self.idle = 0
        self.turns.append(
            Turn(
                calls=tuple(call.name for call in response.tool_calls),
                invalid=sum(result.failed for result in results),
                finish_reason=response.finish_reason,
                usage=response.usage,
                cost_usd=response.cost_usd,
                latency_s=response.latency_s,
            )
        )

    def _result(self, call: ToolCall, cut: bool) -> ToolResult:
        malformed = self.space.flags[MALFORMED]
        result = self.space.call(call)
        explains = cut and self.space.flags[MALFORMED] > malformed
        return result._replace(text=result.text + CUT_OFF) if explains else result

    def outcome(self, last: Response, bounds: DialogueConfig) -> str:
        """Why the dialogue is over with this message, or '' if it is not."""
        if self.space.ended:
            return ENDED
        if self.silent and not last.text.strip() and last.finish_reason in REFUSALS:
            return REFUSED
        if self.silent > 1:
            return "stopped calling tools"
        return self._bound_reached(bounds)

    def _bound_reached(self, bounds: DialogueConfig) -> str:
        usage = sum((turn.usage for turn in self.turns), Usage())
        seconds = sum(turn.latency_s for turn in self.turns)
        cost = sum(turn.cost_usd or 0.0 for turn in self.turns)
        if self.idle >= bounds.max_idle_turns:
            return "going in circles"
        if len(self.turns) >= bounds.max_turns:
            return "too many turns"
        if usage.output >= bounds.max_output_tokens or usage.input >= bounds.max_input_tokens:
            return "too many tokens"
        if seconds >= bounds.max_seconds:
            return "too long"
        if cost >= bounds.max_usd:
            return "too expensive"
        return ""

    def record(self, outcome: str) -> Dialogue:
        self.space.compare_structure()
        return Dialogue(
            outcome=outcome,
            turns=len(self.turns),
            per_turn=tuple(self.turns),
            transcript=tuple(self.messages),
            declared=self.space.declared,
            files=tuple(
                SourceFile(path=path, content=text)
                for path, text in sorted(self.space.written.items())
            ),
            calls=dict(sorted(self.space.calls.items())),
            flags=dict(sorted(self.space.flags.items())),
        )


async def converse(prompt: Prompt, complete: Complete, bounds: DialogueConfig) -> Dialogue:
    """Run the dialogue until the model ends it or a bound is reached; the outcome says which.

    The bounds are checked after each turn, on the responses' own figures: tokens, US dollars (an
    unknown price counts as nothing) and seconds (the sum of latencies). So a replay from the ledger
    ends where the first run ended. They grow with the number of the data set's files. Raises what
    `complete` raises. The turns before are in the ledger, and a new run continues after them.
    """
    scaled = bounds.for_files(len(prompt.files))
    head: list[Message] = [
        {"role": "system", "content": prompt.system},
        {"role": "user", "content": prompt.user},
    ]
    talk = _Talk(ToolWorkspace({file.path: file.content for file in prompt.files}), head)
    outcome = ""
    while not outcome:
        response = await complete(tuple(talk.messages))
        if response.finish_reason == CONTEXT_TOO_LONG:
            outcome = CONTEXT_TOO_LONG
        else:
            talk.take(response)
            outcome = talk.outcome(response, scaled)
    return talk.record(outcome)


REMINDER = (
    "Please go on by calling one of the tools; call end_task when the new application is complete."
)
"""The answer to a message without a call."""


def calls_of(response: Response, turn: int) -> tuple[ToolCall, ...]:
    """The calls with new ids: some servers give none, or one twice."""
    calls: dict[str, ToolCall] = {}
    for number, call in enumerate(response.tool_calls):
        id_ = call.id if call.id and call.id not in calls else f"call_{turn}_{number}"
        while id_ in calls:
            id_ += "_"
        calls[id_] = call.model_copy(update={"id": id_})
    return tuple(calls.values())


def as_message(response: Response, calls: Sequence[ToolCall]) -> Message:
    """What the model said and called, as the next request repeats it, if a provider takes it so."""
    message: Message = {"role": "assistant", "content": response.text, **response.thoughts}
    if calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": re.sub(r"[^A-Za-z0-9_-]", "_", call.name)[:64] or "unnamed",
                    "arguments": _arguments(call),
                },
            }
            for call in calls
        ]
    return message


def as_answers(calls: Sequence[ToolCall], results: Sequence[str]) -> list[Message]:
    """The result of each call, under its id."""
    return [
        {"role": "tool", "tool_call_id": call.id, "content": result}
        for call, result in zip(calls, results, strict=True)
    ]


def _arguments(call: ToolCall) -> str:
    """The arguments if they are a JSON object (some servers parse them); else one that has them."""
    try:
        value: Any = json.loads(call.arguments)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return call.arguments
    return json.dumps({"malformed": call.arguments}, ensure_ascii=False) if call.arguments else "{}"
