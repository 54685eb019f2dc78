"""Google's Gemini: POST /v1beta/models/<model>:generateContent."""

import json
from typing import Any

from tests.providers.replies import Failure, ModelReply, only, refuse_if

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
        refuse_if(not headers.get("x-goog-api-key"), "Please use API Key.", 403)
        body = camel(body)
        only(body, KNOWN, UNKNOWN)
        config = camel(body.get("generationConfig") or {})
        only(config, KNOWN_CONFIG, UNKNOWN)
        thinking = camel(config.get("thinkingConfig", {}))
        only(thinking, {"thinkingBudget", "thinkingLevel", "includeThoughts"}, UNKNOWN)
        level, budget = "thinkingLevel" in thinking, "thinkingBudget" in thinking
        older = not matched["model"].startswith("gemini-3")
        refuse_if(level and older, "Thinking level is not supported for this model.")
        refuse_if(level and budget, "You can only set one of thinking budget and thinking level.")
        self._check_contents(body["contents"], signed=not older)

    def _check_contents(self, contents: list[dict[str, Any]], *, signed: bool) -> None:
        calls = 0
        for content in contents:
            refuse_if(content["role"] not in ("user", "model"), "Please use a valid role.")
            parts = [camel(part) for part in content["parts"]]
            empty = not parts or {"text": ""} in parts
            refuse_if(empty, "Unable to submit request because it must have a text parameter.")
            results = sum("functionResponse" in part for part in parts)
            refuse_if(calls != results, "function response parts must equal function call parts")
            called = [part for part in parts if "functionCall" in part]
            calls = len(called)
            unsigned = signed and called and not called[0].get("thoughtSignature")
            refuse_if(unsigned, "Function call is missing a thought_signature.")

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
