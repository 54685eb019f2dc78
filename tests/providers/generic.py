"""A server that speaks OpenAI's chat completions loosely: vLLM, Ollama, llama.cpp, LM Studio …"""

from typing import Any

from assay.records.untyped import JsonObject
from tests.providers.openai_chat import chat_calls, check_dialogue
from tests.providers.replies import Failure, ModelReply


class Generic:
    """Takes whatever it knows and passes over the rest; says little about usage and much else."""

    path = "/generic/v1/chat/completions"

    def check(self, headers: Any, body: JsonObject, model: str) -> None:
        check_dialogue(body["messages"])

    def answer(self, reply: ModelReply, body: JsonObject, model: str) -> JsonObject:
        message = {"role": "assistant", "content": reply.text, "reasoning_content": "Hm."}
        message |= chat_calls(reply)
        said = "length" if reply.end == "length" else "stop"
        end = "tool_calls" if reply.calls else said
        sent: JsonObject = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "/models/served.gguf",
            "choices": [
                {"index": 0, "message": message, "finish_reason": end, "stop_reason": None}
            ],
            "timings": {"predicted_per_second": 20.5},
        }
        if reply.input:
            sent["usage"] = {
                "prompt_tokens": reply.input,
                "completion_tokens": reply.output,
                "total_tokens": 0,
            }
        return sent

    def error(self, failure: Failure) -> JsonObject:
        return {
            "object": "error",
            "message": failure.text,
            "type": "BadRequestError",
            "code": failure.status,
        }
