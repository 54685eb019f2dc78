"""The plan before paying: what each model and judge would be asked, and the cost. Makes no call.

python -m tools.plan
"""

import json
import subprocess
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from stages.lib.base import paths
from stages.lib.base.errors import AssayError
from stages.lib.base.params import load_params
from stages.lib.calls.plan import shown
from tools.exit_code import exit_code

STAGES = ("generate", "judge")
COLUMNS = ("stage", "model", "judge", "calls", "reused", "tokens in", "tokens out", "US dollars")


def plans(models: list[str]) -> list[dict[str, Any]]:
    """The plan of each stage and model, as the stage computes it. AssayError passes errors on."""
    found = []
    for model in models:
        for stage in STAGES:
            command = [sys.executable, "-m", f"stages.{stage}", f"model={model}", "calls.mode=plan"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise AssayError(done.stderr.strip())
            for plan in json.loads(paths.plan(stage, model).read_text(encoding="utf-8")):
                found.append(plan | {"stage": stage, "model": model})
    return found


def table(found: list[dict[str, Any]]) -> Table:
    """A line for each model and judge that would be asked or has been asked, and the total."""
    shown_table = Table(
        title="Calls that the ledger cannot answer (low to high estimate)", title_justify="left"
    )
    for name in COLUMNS:
        shown_table.add_column(name, justify="left" if name in COLUMNS[:3] else "right")
    for plan in found:
        if plan["calls"][1] or plan["reused"]:
            judge = plan["name"] if plan["stage"] == "judge" else ""
            shown_table.add_row(plan["stage"], plan["model"], judge, *_figures(plan))
    unknown = any(plan["usd"] is None for plan in found)
    total = {
        name: [sum(plan[name][end] for plan in found) for end in (0, 1)]
        for name in ("calls", "input", "output")
    }
    usd = [sum(plan["usd"][end] for plan in found if plan["usd"]) for end in (0, 1)]
    cells = _figures({**total, "usd": usd, "reused": sum(plan["reused"] for plan in found)})
    shown_table.add_section()
    shown_table.add_row(
        "total", "", "", *cells[:-1], cells[-1] + (" and what has no price" if unknown else "")
    )
    return shown_table


def _figures(plan: dict[str, Any]) -> list[str]:
    usd = "unknown" if plan["usd"] is None else shown(plan["usd"], 2)
    return [
        shown(plan["calls"]),
        f"{plan['reused']:,}",
        shown(plan["input"]),
        shown(plan["output"]),
        usd,
    ]


def main() -> None:
    found = plans(list(load_params().models))
    for warning in dict.fromkeys(line for plan in found for line in plan["warnings"]):
        print(f"plan: warning: {warning}", file=sys.stderr)
    Console(width=None if sys.stdout.isatty() else 160).print(table(found))


if __name__ == "__main__":
    sys.exit(exit_code("plan", main))
