"""Google's Gemini: POST /v1beta/models/<model>:generateContent."""

import json
from typing import Any

from assay.records.untyped import JsonObject
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


def camel(body: JsonObject) -> JsonObject:
    """The keys as the service knows them: it takes snake_case too."""
    parts = {name: name.split("_") for name in body}
    return {
        first + "".join(map(str.title, rest)): body[name] for name, (first, *rest) in parts.items()
    }


class Gemini:
    path = "/gemini/models/{model}:generateContent"

    def check(self, headers: Any, body: JsonObject, model: str) -> None:
        refuse_if(not headers.get("x-goog-api-key"), "Please use API Key.", 403)
        body = camel(body)
        only(body, KNOWN, UNKNOWN)
        config = camel(body.get("generationConfig") or {})
        only(config, KNOWN_CONFIG, UNKNOWN)
        thinking = camel(config.get("thinkingConfig", {}))
        only(thinking, {"thinkingBudget", "thinkingLevel", "includeThoughts"}, UNKNOWN)
        level, budget = "thinkingLevel" in thinking, "thinkingBudget" in thinking
        older = not model.startswith("gemini-3")
        refuse_if(level and older, "Thinking level is not supported for this model.")
        refuse_if(level and budget, "You can only set one of thinking budget and thinking level.")
        self._check_contents(body["contents"], signed=not older)

    def _check_contents(self, contents: list[JsonObject], *, signed: bool) -> None:
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
            unsigned = signed and called and called[0].get("thoughtSignature") != SIGNATURE
            refuse_if(unsigned, "Function call is missing a thought_signature.")

    def answer(self, reply: ModelReply, body: JsonObject, model: str) -> JsonObject:
        used = {
            "promptTokenCount": reply.input,
            "cachedContentTokenCount": reply.cached,
            "candidatesTokenCount": reply.output - reply.thought,
            "thoughtsTokenCount": reply.thought,
            "totalTokenCount": reply.input + reply.output,
            "promptTokensDetails": [{"modality": "TEXT", "tokenCount": reply.input}],
            "cacheTokensDetails": [{"modality": "TEXT", "tokenCount": reply.cached}],
        }
        about = {"usageMetadata": used, "modelVersion": model, "responseId": "r1"}
        if reply.end == "refusal":  # the prompt itself was blocked
            return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, **about}
        parts: list[JsonObject] = [{"text": reply.text}] if reply.text else []
        for number, call in enumerate(reply.calls):
            part = {"functionCall": {"name": call.name, "args": json.loads(call.arguments)}}
            parts.append(part | ({"thoughtSignature": SIGNATURE} if number == 0 else {}))
        candidate = {
            "content": {"parts": parts, "role": "model"},
            "finishReason": ENDS[reply.end],
            "index": 0,
        }
        if not parts:
            candidate["content"] = {"role": "model"}
        return {"candidates": [candidate], **about}

    def error(self, failure: Failure) -> JsonObject:
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
