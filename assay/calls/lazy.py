"""litellm, imported only when it is needed, with Assay's settings."""

import logging
import os
import warnings
from functools import cache
from typing import Any

LITELLM_SETTINGS = {
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",  # else fetched at the first schema for Claude
    # on a reused connection, a reply that is delivered twice would answer another call
    "AIOHTTP_KEEPALIVE_TIMEOUT": "0",
}
"""litellm's environment, read at its import. Nothing is fetched; connections are not reused."""


@cache
def litellm_module() -> Any:
    """litellm, imported at the first call.

    The import takes seconds and 180 MB. A run from the ledger does not need it.
    """
    os.environ.update(LITELLM_SETTINGS)
    # a fatal error cancels the other calls; Python would warn of litellm's unfinished ones
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    # of a reply with wrong types: whether it can be used is decided in llm.py
    warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
    import litellm

    from assay.calls.http import bounded_handler

    litellm.aclient_session = bounded_handler(litellm).client
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    # its warnings come with every call, across the progress bar
    logging.getLogger("LiteLLM").setLevel(logging.ERROR)
    return litellm
