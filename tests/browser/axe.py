"""axe-core in the browser of the tests: what of a page keeps people from using it."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from selenium.webdriver import Chrome

from assay.sandbox.programs import node
from assay.sandbox.toolchains import Toolchain, ToolchainConfig, install
from tests.project import ROOT

PACKAGES = ROOT / "tests/browser/axe_core"
SERIOUS = ("serious", "critical")
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""What a colour scheme can change, as it sets nothing but colours."""


class View(NamedTuple):
    """A screen of this width, and the scheme that its reader prefers.

    `only`: the rules to try, all if there are none. `without`: rules not to try.
    """

    scheme: str
    width: int
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


WIDTHS = (1440, 390)
WIDE = View("light", 1440)
NARROW = View("light", 390, without=COLOUR_RULES)
DARK = View("dark", 390, only=COLOUR_RULES)
VIEWS = (WIDE, NARROW, DARK)
"""Colours are tried once in each scheme and once at each width. A scheme changes nothing else, and
a width hides nothing and has no colours of its own (test_accessible.py).
"""
FEWER_VIEWS = (WIDE,)
"""For pages of kinds that VIEWS are tried on too, with more in them."""
SCROLLING = "scrollable-region-focusable"
"""The rule that is tried on whole pages, at each width."""
UNFOLD = "for (const part of document.querySelectorAll('details')) part.open = true;"
HAS_SCROLLING_WITHOUT_FOCUS = """
const scrolls = (region) => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = region;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
  const { overflowX, overflowY } = getComputedStyle(region);
  return /auto|scroll/.test(overflowX + overflowY);
};
const takesFocus = (element) => element.tabIndex >= 0 && !element.disabled
  && element.localName !== "iframe" && element.checkVisibility();
return [...document.body.querySelectorAll("*")].some((region) =>
  scrolls(region) && !takesFocus(region) && ![...region.querySelectorAll("*")].some(takesFocus));
"""
"""Whether axe-core may find such a region. What scrolls depends on how much is in it, so the page
has to be whole. On most pages there is none, and axe-core need not read 16,000 elements.
"""
THIN_OUT = """
const MOST_ALIKE = 2;
const COMPARED = new Set(
  ["class", "type", "role", "scope", "hidden", "tabindex", "lang", "open"]
);
const shapes = new Map();
const shapeOf = (element) => {
  const children = new Set([...element.children].map(shapeOf));
  const attributes = [...element.attributes].map(({ name, value }) =>
    `${name}=${COMPARED.has(name) ? value : value.trim() !== ""}`);
  const hasText = [...element.childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && node.data.trim());
  const parts = [element.localName, attributes.sort(), hasText, [...children].sort()];
  const key = JSON.stringify(parts);
  if (!shapes.has(key)) shapes.set(key, shapes.size);
  element.shape = shapes.get(key);
  return element.shape;
};
shapeOf(document.body);
for (const parent of document.body.querySelectorAll("*")) {
  const alike = new Map();
  for (const child of [...parent.children]) {
    if (child.matches("td, th, col, colgroup, label *")) continue;
    alike.set(child.shape, (alike.get(child.shape) ?? 0) + 1);
    if (alike.get(child.shape) > MOST_ALIKE) child.remove();
  }
}
"""
"""Leaves two neighbours of each shape: elements, classes and attributes, but not texts.

Rows that differ in their texts alone have the same findings. A page of 16,000 elements has 250.
"""
FIND = """
const [only, without, done] = arguments;
const options = { resultTypes: ["violations"], rules: {} };
if (only.length) options.runOnly = only;
for (const rule of without) options.rules[rule] = { enabled: false };
axe.run(document, options).then(
  (found) => done(found.violations),
  (error) => done([{ id: String(error), impact: "critical", nodes: [] }]));
"""


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


def serious(chromium: Chrome, axe: str, views: Sequence[View]) -> list[str]:
    """The serious and critical findings on the page that is open, in these views.

    Each has its view, the rule, how many, and the first. Whatever can be unfolded is unfolded,
    and the page is not the same afterwards: open another.
    """
    chromium.set_script_timeout(240)
    chromium.execute_script(UNFOLD)
    chromium.execute_script(axe)
    findings = [finding for width in WIDTHS for finding in _scrolling(chromium, width)]
    chromium.execute_script(THIN_OUT)
    return findings + [finding for view in views for finding in _findings(chromium, view)]


def _scrolling(chromium: Chrome, width: int) -> list[str]:
    look(chromium, "light", width)
    if not chromium.execute_script(HAS_SCROLLING_WITHOUT_FOCUS):
        return []
    return _findings(chromium, View("light", width, only=(SCROLLING,)))


def _findings(chromium: Chrome, view: View) -> list[str]:
    look(chromium, view.scheme, view.width)
    found: list[dict[str, Any]] = chromium.execute_async_script(FIND, view.only, view.without)
    words = [_in_words(item) for item in found if item["impact"] in SERIOUS]
    return [f"{view.scheme} {view.width}: {finding}" for finding in words]


def _in_words(item: dict[str, Any]) -> str:
    nodes = item["nodes"]
    first = f"{nodes[0]['html'][:200]} {nodes[0].get('failureSummary', '')}" if nodes else ""
    return f"{item['id']} × {len(nodes)}: {' '.join(first.split())[:500]}"
