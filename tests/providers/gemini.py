"""Google's Gemini: POST /v1beta/models/<model>:generateContent."""

import json
from typing import Any

from tests.providers.replies import Failure, ModelReply, RefusedRequest, only

KNOWN = set(
    "contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent "
    "labels".split()
)
KNOWN_CONFIG = set(
    "temperature topP topK maxOutputTokens candidateCount stopSequences responseMimeType "
    "responseSchema responseJsonSchema thinkingConfig seed presencePenalty frequencyPenalty "
    "responseModalities mediaResolution".split()
)
ENDS = {"stop": "STOP", "length": "MAX_TOKENS", "filter": "SAFETY"}
STATUS = {
    400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE",
}  # fmt: skip
UNKNOWN = 'Invalid JSON payload received. Unknown name "{}": Cannot find field.'
SIGNATURE = "c2lnbmF0dXJl"


def camel(body: dict[str, Any]) -> dict[str, Any]:
    """The keys as the service knows them: it takes snake_case too."""
    parts = {name: name.split("_") for name in body}
    return {
        first + "".join(map(str.title, rest)): body[name] for name, (first, *rest) in parts.items()
    }


class Gemini:
    path = "/gemini/models/{model}:generateContent"

    def check(self, headers: Any, body: dict[str, Any], matched: dict[str, str]) -> None:
        if not headers.get("x-goog-api-key"):
            raise RefusedRequest(
                403, "Method doesn't allow unregistered callers. Please use API Key."
            )
        body = camel(body)
        only(body, KNOWN, UNKNOWN)
        config = camel(body.get("generationConfig") or {})
        only(config, KNOWN_CONFIG, UNKNOWN)
        thinking = camel(config.get("thinkingConfig", {}))
        only(thinking, {"thinkingBudget", "thinkingLevel", "includeThoughts"}, UNKNOWN)
        if "thinkingLevel" in thinking and not matched["model"].startswith("gemini-3"):
            raise RefusedRequest(400, "Thinking level is not supported for this model.")
        if "thinkingBudget" in thinking and "thinkingLevel" in thinking:
            raise RefusedRequest(
                400, "You can only set only one of thinking budget and thinking level."
            )
        self._check_contents(body["contents"], matched["model"])

    def _check_contents(self, contents: list[dict[str, Any]], model: str) -> None:
        calls = 0
        for content in contents:
            if content["role"] not in ("user", "model"):
                raise RefusedRequest(400, "Please use a valid role: user, model.")
            parts = [camel(part) for part in content["parts"]]
            if not parts or any(part.get("text") == "" and len(part) == 1 for part in parts):
                raise RefusedRequest(
                    400, "Unable to submit request because it must have a text parameter."
                )
            if calls != sum("functionResponse" in part for part in parts):
                raise RefusedRequest(
                    400, "the number of function response parts must equal the function call parts"
                )
            called = [part for part in parts if "functionCall" in part]
            calls = len(called)
            if called and model.startswith("gemini-3") and not called[0].get("thoughtSignature"):
                raise RefusedRequest(
                    400, "Function call is missing a thought_signature in functionCall parts."
                )

    def answer(
        self, model_reply: ModelReply, body: dict[str, Any], matched: dict[str, str]
    ) -> dict[str, Any]:
        used = {
            "promptTokenCount": model_reply.input,
            "cachedContentTokenCount": model_reply.cached,
            "candidatesTokenCount": model_reply.output - model_reply.thought,
            "thoughtsTokenCount": model_reply.thought,
            "totalTokenCount": model_reply.input + model_reply.output,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": model_reply.input}],
            "cacheTokensDetails": [{"modality": "TEXT", "tokenCount": model_reply.cached}],
        }
        about = {"usageMetadata": used, "modelVersion": matched["model"], "responseId": "r1"}
        if model_reply.end == "refusal":  # the prompt itself was blocked
            return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **about}
        parts: list[dict[str, Any]] = [{"text": model_reply.text}] if model_reply.text else []
        for number, call in enumerate(model_reply.calls):
            part = {"functionCall": {"name": call.name, "args": json.loads(call.arguments)}}
            parts.append(part | ({"thoughtSignature": SIGNATURE} if number == 0 else {}))
        candidate = {
            "content": {"parts": parts, "role": "model"},
            "finishReason": ENDS[model_reply.end],
            "index": 0,
        }
        if not parts:
            candidate["content"] = {"role": "model"}
        return {"candidates": [candidate], **about}

    def error(self, failure: Failure) -> dict[str, Any]:
        error = {
            "code": failure.status,
            "message": failure.text,
            "status": STATUS.get(failure.status, "UNKNOWN"),
        }
        if failure.kind == "retry_info":
            error["details"] = [
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s"}
            ]
        elif failure.kind:
            error["details"] = [
                {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": failure.kind}
            ]
        return {"error": error}
