"""A server that speaks OpenAI's chat completions loosely: vLLM, Ollama, llama.cpp, LM Studio …"""

from typing import Any

from tests.providers.openai_chat import chat_calls, check_dialogue
from tests.providers.replies import Failure, ModelReply


class Generic:
    """Takes whatever it knows and passes over the rest; says little about usage and much else."""

    path = "/generic/v1/chat/completions"

    def check(self, headers: Any, body: dict[str, Any], matched: dict[str, str]) -> None:
        check_dialogue(body["messages"])

    def answer(
        self, model_reply: ModelReply, body: dict[str, Any], matched: dict[str, str]
    ) -> dict[str, Any]:
        message: dict[str, Any] = {
            "role": "assistant",
            "content": model_reply.text,
            "reasoning_content": "Hm.",
        }
        message |= chat_calls(model_reply)
        said = "length" if model_reply.end == "length" else "stop"
        end = "tool_calls" if model_reply.calls else said
        reply: dict[str, Any] = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "/models/served.gguf",
            "choices": [
                {"index": 0, "message": message, "finish_reason": end, "stop_reason": None}
            ],
            "timings": {"predicted_per_second": 20.5},
        }
        if model_reply.input:
            reply["usage"] = {
                "prompt_tokens": model_reply.input,
                "completion_tokens": model_reply.output,
                "total_tokens": 0,
            }
        return reply

    def error(self, failure: Failure) -> dict[str, Any]:
        return {
            "object": "error",
            "message": failure.text,
            "type": "BadRequestError",
            "code": failure.status,
        }
