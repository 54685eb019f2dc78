"""Default names for a file without a path: by the fence's language and the content."""

import re
from collections.abc import Mapping

from assay.answers.fence_languages import is_plain_text

_ENDING_WORDS: Mapping[str, str] = {
    "js": "javascript js node", "mjs": "mjs", "cjs": "cjs", "jsx": "jsx javascriptreact",
    "ts": "typescript ts", "tsx": "tsx typescriptreact", "vue": "vue", "svelte": "svelte",
    "html": "html", "css": "css", "scss": "scss", "sass": "sass", "less": "less", "json": "json",
    "yaml": "yaml yml", "py": "python py", "md": "markdown md", "mdx": "mdx", "sql": "sql",
    "java": "java", "go": "go", "rs": "rust", "php": "php", "rb": "ruby", "xml": "xml",
    "toml": "toml",
}  # fmt: skip
_ENDINGS = {word: ending for ending, words in _ENDING_WORDS.items() for word in words.split()}
_STEMS: Mapping[str, str] = {
    "tsx": "Component", "jsx": "Component", "vue": "Component", "svelte": "Component",
    "html": "index", "css": "styles", "scss": "styles", "sass": "styles", "less": "styles",
    "md": "README", "mdx": "README", "json": "data", "yaml": "config", "toml": "config",
    "sql": "query", "xml": "document",
}  # fmt: skip
_JSX = re.compile(r"(?:return|=>|\()\s{0,40}\(?\s{0,40}<(?:[A-Za-z][\w.]{0,60}[\s/>]|>)|className=")
_TEST = re.compile(r"^\s{0,8}(?:describe|it|test)(?:\.\w{1,10})?\(\s{0,40}['\"`]", re.MULTILINE)
_MANIFEST = re.compile(r"\"(?:dependencies|devDependencies|scripts)\"\s{0,8}:")
_TYPED = re.compile(
    r"^\s{0,8}(?:interface|type)\s\w{1,60}|:\s(?:string|number|boolean|void)\b|import type\b", re.M
)

_SIGNS: Mapping[str, re.Pattern[str]] = {
    "go": re.compile(r"^package\s\w{1,60}\s*$", re.M),
    "java": re.compile(
        r"^(?:package|import(?: static)?)\s[\w.]{1,200}(?:\.\*)?;"
        r"|^public\s(?:final\s)?(?:class|interface|record|enum)\s",
        re.M,
    ),
    "py": re.compile(
        r"^(?:def|class)\s.{1,200}:\s*$|^from\s[\w.]{1,200}\simport\s|^import\s[\w.]{1,200}\s*$",
        re.M,
    ),
    "js": re.compile(
        r"^import\s.{1,200}\sfrom\s['\"]|^export\s|^const\s\w{1,60}(?::[^=\n]{1,80})?\s?="
        r"|^(?:async\s)?function\s\w|^class\s\w[^\n]{0,200}\{\s*$|^module\.exports\b",
        re.M,
    ),
    "css": re.compile(r"^[.#:@*\w][^{};\n]{0,200}\{\s*$", re.M),
}
"""Lines at the margin that only code of the language with this ending has, first match wins."""


def default_name(language: str, content: str) -> str | None:
    """The name for an answer's only code block; None if nothing shows that it is code.

    Scripts with JSX are `Component.tsx` or `Component.jsx`, other scripts `main.ts` or `main.js`;
    with `describe(` or `test(` in them `Component.test.tsx` and so on; a JSON manifest is
    `package.json`; HTML `index.html`; CSS `styles.css`; Markdown `README.md`; other languages are
    `main.` and their ending.
    """
    ending = _ENDINGS.get(language) or (_guess(content) if is_plain_text(language) else None)
    if ending is None:
        return None
    if ending == "json" and _MANIFEST.search(content):
        return "package.json"
    if ending in ("js", "ts") and _JSX.search(content):
        ending += "x"
    stem = _STEMS.get(ending, "main")
    is_test = ending in ("js", "ts", "jsx", "tsx") and _TEST.search(content)
    return f"{stem}.test.{ending}" if is_test else f"{stem}.{ending}"


def _guess(content: str) -> str | None:
    """The ending that the content of an unlabelled block shows."""
    head = content.lstrip()[:200].lower()
    if head.startswith(("<!doctype html", "<html")):
        return "html"
    if head.startswith("{") and content.rstrip().endswith("}") and '"' in head:
        return "json"
    ending = next((ending for ending, signs in _SIGNS.items() if signs.search(content)), None)
    return "ts" if ending == "js" and _TYPED.search(content) else ending
