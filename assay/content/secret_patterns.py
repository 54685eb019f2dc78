"""Secrets that detect-secrets does not know: keys of LLM providers, settings of Maven and .NET, …

Each pattern stands on one line and has the secret's value as its group. A value that is a
placeholder, such as `${PASSWORD}`, is none.
"""

import re
from collections.abc import Iterable, Iterator

_TOKEN_NAME = r"\w*(?:token|secret|passw|passwd|pwd|api_?key|credential)\w*"
PATTERNS = {
    "LLM Provider Key": re.compile(
        r"\b(sk-(?:ant|proj|or|svcacct)-[\w-]{16,}|sk-[A-Za-z0-9]{32,}|gsk_[A-Za-z0-9]{20,}"
        r"|xai-[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{20,}|AIza[\w-]{30,})"
    ),
    "Connection String": re.compile(
        r"(?:Server|Data Source|Host|User Id|Uid)=[^\n]{0,400};\s*(?:Password|Pwd)=([^;\"'\s]{4,})",
        re.IGNORECASE,
    ),
    "Password Element": re.compile(
        r"<(?:password|passphrase|privateKey)>([^<>\n]{4,200})</", re.IGNORECASE
    ),
    "Token Constant": re.compile(
        rf"\b{_TOKEN_NAME}\s*(?::\s*\w+\s*)?=\s*[\"']([^\"'\s]{{12,}})[\"']", re.IGNORECASE
    ),
    "Curl Credentials": re.compile(
        r"\bcurl\b[^\n]{0,400}\s(?:-u|--user)[ =]?[\"']?\w+:([^\s\"']{3,})"
    ),
    "IBAN": re.compile(r"\b([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)\b"),
}
_PLACEHOLDER = re.compile(r"[$%{<]|^(?:x+|\*+|\.+|changeme|example|placeholder)$", re.IGNORECASE)


def own_findings(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """What the patterns find in these lines, given with their numbers: line, kind and value."""
    for number, line in lines:
        if "pragma: allowlist" in line:
            continue
        for kind, pattern in PATTERNS.items():
            for match in pattern.finditer(line):
                if _is_secret(kind, match[1]):
                    yield number, kind, match[1]


def _is_secret(kind: str, value: str) -> bool:
    if kind == "IBAN":
        return _is_iban(value.replace(" ", ""))
    if kind == "Token Constant" and not (re.search(r"\d", value) and re.search("[A-Za-z]", value)):
        return False
    return not _PLACEHOLDER.search(value)


def _is_iban(text: str) -> bool:
    """Whether the check digits are right (ISO 13616: the number modulo 97 is 1)."""
    moved = text[4:] + text[:4]
    return 15 <= len(text) <= 34 and int("".join(str(int(one, 36)) for one in moved)) % 97 == 1
