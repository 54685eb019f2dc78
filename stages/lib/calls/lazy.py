"""litellm, imported when it is needed, and with the settings that it is to have."""

import gc
import importlib.util
import logging
import os
import sys
import warnings
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

LITELLM_SETTINGS = {
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",  # else fetched at the first schema for Claude
    "AIOHTTP_KEEPALIVE_TIMEOUT": "0",  # on a connection used again, a reply delivered twice would answer another call
}
"""litellm's environment, read when it is imported: nothing is fetched, every call has a connection of its own."""


@cache
def litellm_module() -> Any:
    """litellm, imported at the first call: it costs seconds and 180 MB, which a run from the ledger saves."""
    os.environ.update(LITELLM_SETTINGS)
    # a fatal error cancels the other calls, and what litellm had begun for them would be announced as never awaited
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    # of a reply with wrong types: whether it can be used is decided in llm.py
    warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
    collecting = gc.isenabled()
    gc.disable()  # nothing of what the import builds is garbage: looking for it took a fifth of the time
    try:
        import litellm
    finally:
        gc.freeze()  # nor is it later: looking through it again and again took 4 % of the calls' time
        if collecting:
            gc.enable()
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(
        logging.ERROR
    )  # its warnings come with every call, across the progress bar
    _do_without_mcp()
    return litellm


def _do_without_mcp() -> None:
    """Let litellm's responses API work without the package mcp, which it imports for tools that Assay never sends.

    In the place of its gateway for such tools stands one that has none of them.
    """
    name = "litellm.responses.mcp.litellm_proxy_mcp_handler"
    if name in sys.modules or importlib.util.find_spec("mcp"):
        return
    gateway: Any = ModuleType(name, "No MCP tools.")
    gateway.LiteLLM_Proxy_MCP_Handler = SimpleNamespace(
        should_use_litellm_mcp_gateway=lambda tools: False
    )
    sys.modules[name] = gateway
