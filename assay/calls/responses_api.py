"""OpenAI's responses API through the parts of litellm that convert messages and replies.

litellm's own way there has no place for a client of ours, and imports the package mcp, which it
does not require.
"""

import uuid
from datetime import UTC, datetime
from typing import Any

from assay.calls.http import bounded_handler
from assay.records.untyped import JsonObject, Message


def wants_responses_api(
    litellm: Any, model: str, provider: str, api_base: str | None, params: JsonObject
) -> bool:
    """Whether litellm would ask this model by the responses API."""
    about, _ = litellm.main.responses_api_bridge_check(
        model,
        provider,
        tools=params.get("tools"),
        reasoning_effort=params.get("reasoning_effort"),
        api_base=api_base,
    )
    return bool(about.get("mode") == "responses")


async def by_responses_api(
    litellm: Any, model: str, provider: str, messages: list[Message], options: JsonObject
) -> Any:
    """litellm's reply, as `acompletion` gives it. `options`: what else `acompletion` would get."""
    model = model.replace("responses/", "")
    access = {name: options.pop(name, None) for name in ("api_key", "api_base", "api_version")}
    timeout, headers = options.pop("timeout"), options.pop("extra_headers", None)
    bridge = litellm.completion_extras.litellm_responses_transformation.transformation
    conversion = bridge.LiteLLMResponsesTransformationHandler()
    known = litellm.types.llms.openai.ResponsesAPIOptionalRequestParams.__annotations__
    config = litellm.utils.ProviderConfigManager.get_provider_responses_api_config(
        provider=litellm.LlmProviders(provider), model=model
    )
    logging = litellm.litellm_core_utils.litellm_logging
    # litellm's record of a call, which its conversions fill and nobody reads
    log = logging.Logging(
        model, messages, False, "aresponses", datetime.now(UTC), str(uuid.uuid4()), ""
    )
    try:
        params = litellm.utils.get_optional_params(
            model=model, custom_llm_provider=provider, drop_params=True, **options
        )
        sent = conversion.transform_request(model, messages, params, {"drop_params": True}, {}, log)
        reply = await litellm.main.base_llm_http_handler.async_response_api_handler(
            model=model,
            input=sent["input"],
            responses_api_provider_config=config,
            response_api_optional_request_params={
                name: value for name, value in sent.items() if name in known
            },
            custom_llm_provider=provider,
            litellm_params=litellm.types.router.GenericLiteLLMParams(**access),
            logging_obj=log,
            extra_headers=headers,
            timeout=timeout,
            client=bounded_handler(litellm),
        )
        return conversion.transform_response(
            model, reply, litellm.ModelResponse(), log, sent, messages, params, {}, None
        )
    except Exception as error:
        raise litellm.exception_type(
            model=model, custom_llm_provider=provider, original_exception=error
        ) from error
