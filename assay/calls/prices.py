"""The prices of a model and its context window: from its config, else from litellm's table."""

import re
from functools import cache
from importlib.metadata import version
from typing import Any

from assay.calls.lazy import litellm_module
from assay.config.settings import Price, RemoteModel
from assay.records.pipeline import Usage
from assay.records.untyped import JsonObject

PRICE_TABLES = {"1.106.2": "2026-10-21"}
"""When the table of prices in a version of litellm was made: the date of the file in its wheel."""


def price_of(config: RemoteModel, prompt: float = 0) -> Price | None:
    """The prices in US dollars per million tokens: the config's, else litellm's, else None.

    Some of litellm's prices are higher for prompts of more than so many tokens.
    """
    if config.price or not config.litellm_model:
        return config.price
    name = _name_in_table(config.litellm_model)
    if name is None:
        return None
    litellm = litellm_module()
    listed = litellm.model_cost[litellm.get_model_info(name)["key"]]
    if "tiered_pricing" in listed:
        return None  # tiers are not read: as a price of nothing they would pass every budget
    return Price(
        input=_by_length(listed, "input_cost_per_token", prompt) or 0,
        output=_by_length(listed, "output_cost_per_token", prompt) or 0,
        cache_write=_by_length(listed, "cache_creation_input_token_cost", prompt),
    )


def _by_length(entry: JsonObject, name: str, prompt: float) -> float | None:
    """The price of a million tokens in an entry of litellm's table, for a prompt of this length."""
    reached = {0: name}
    for key in entry:
        found = re.fullmatch(rf"{name}_above_(\d+)k_tokens", key)
        if found and prompt > 1000 * int(found[1]):
            reached[int(found[1])] = key
    price = entry.get(reached[max(reached)])
    return None if price is None else 1e6 * float(price)


def context_window(config: RemoteModel) -> int | None:
    """The most input tokens that the model takes, by its config, else as litellm knows it."""
    if config.context_window is not None:
        return config.context_window
    try:
        return int(litellm_module().get_model_info(config.litellm_model)["max_input_tokens"])
    except Exception:  # litellm raises a bare Exception for a model that it does not know
        return None


@cache
def _name_in_table(model: str) -> str | None:
    """The model's name in litellm's table of prices; None without an entry.

    `get_model_info` alone is not enough: for some models without an entry it returns a price of
    zero.
    """
    litellm = litellm_module()
    for name in (model, model.replace("/responses/", "/", 1)):
        try:
            if litellm.get_model_info(name)["key"] in litellm.model_cost:
                return name
        except Exception:  # litellm raises a bare Exception for a model that it does not know
            continue
    return None


def cost_of(usage: Usage, reply: Any, config: RemoteModel) -> tuple[float | None, str]:
    """The call's cost in US dollars and the source of the prices; None if either is unknown."""
    price = config.price
    if not usage.input + usage.output and not (price and price.input == price.output == 0):
        return None, ""
    if price:
        return price.dollars(usage), "config"
    try:
        name = _name_in_table(config.litellm_model or "")
        if name is None:
            return None, ""
        cost = litellm_module().completion_cost(completion_response=reply, model=name)
    except Exception:  # litellm raises a bare Exception for what it cannot price
        return None, ""
    table = version("litellm")
    date = f" of {PRICE_TABLES[table]}" if table in PRICE_TABLES else ""
    return round(float(cost), 8), f"litellm {table}{date}"
