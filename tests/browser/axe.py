"""axe-core in the browser of the tests: what of a page keeps people from using it."""

from hashlib import sha256
from typing import Any

from selenium.webdriver import Chrome

from stages.lib.execution.programs import node
from stages.lib.execution.toolchains import Toolchain, ToolchainConfig, install
from tests.project import ROOT

PACKAGES = ROOT / "tests/browser/axe_core"
SERIOUS = ("serious", "critical")
SCHEMES = ("light", "dark")
WIDTHS = (1440, 390)
VIEWS = [(scheme, width) for scheme in SCHEMES for width in WIDTHS]
FEWER_VIEWS = [("light", 1440), ("dark", 390)]
"""For 30 models, whose pages are of the same kinds and ten times as large."""


def installed_axe() -> str:
    """axe-core's script, by npm from its lock file, once. AssayError says why it is not there."""
    lock = (PACKAGES / "package-lock.json").read_bytes()
    key = sha256(lock).hexdigest()
    toolchain = Toolchain("axe", PACKAGES, PACKAGES, ToolchainConfig(kind="node"), key, key)
    folder = install(toolchain, lambda: node("auto", "18.0.0"))
    return (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def look(chromium: Chrome, scheme: str, width: int) -> None:
    """Show pages as on a screen of this width to somebody who prefers this scheme."""
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    seen = "return [matchMedia('(prefers-color-scheme: dark)').matches, innerWidth]"
    assert chromium.execute_script(seen) == [scheme == "dark", width]


def look_as_before(chromium: Chrome) -> None:
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def serious(chromium: Chrome, axe: str) -> list[str]:
    """The serious and critical findings on the page that is open: rule, how many, and the first.

    Whatever can be unfolded is unfolded first.
    """
    chromium.set_script_timeout(240)
    chromium.execute_script(
        "for (const part of document.querySelectorAll('details')) part.open = true;"
    )
    chromium.execute_script(axe)
    found: list[dict[str, Any]] = chromium.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run(document, { resultTypes: ['violations'] })"
        ".then((found) => done(found.violations), (error) => done([{ id: String(error),"
        " impact: 'critical', nodes: [] }]));"
    )
    return [_in_words(item) for item in found if item["impact"] in SERIOUS]


def _in_words(item: dict[str, Any]) -> str:
    nodes = item["nodes"]
    first = f"{nodes[0]['html'][:200]} {nodes[0].get('failureSummary', '')}" if nodes else ""
    return f"{item['id']} × {len(nodes)}: {' '.join(first.split())[:500]}"
