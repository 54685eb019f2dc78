"""Passwords, keys and tokens in the files of a data set, before anything is sent to a provider.

The scanner is detect-secrets, without its two detectors of random-looking text: they take hashes
and identifiers for secrets. A line with the comment `pragma: allowlist secret` is no finding.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from assay.code.languages import language_of_path
from assay.errors import AssayError

_KEYWORD = "Secret Keyword"
_NOISY = frozenset({"Base64HighEntropyString", "HexHighEntropyString", "IPPublicDetector"})

_FILTERS = (
    *("allowlist.is_line_allowlisted", "heuristic.is_indirect_reference"),
    *("heuristic.is_likely_id_string", "heuristic.is_templated_secret"),
    *("heuristic.is_not_alphanumeric_string", "heuristic.is_potential_uuid"),
    *("heuristic.is_sequential_string", "heuristic.is_prefixed_with_dollar_sign"),
    *("heuristic.is_lock_file", "heuristic.is_swagger_file", "heuristic.is_non_text_file"),
)
"""What looks like a reference to a secret, or like a placeholder, is none."""


class SecretFinding(NamedTuple):
    """Where something looks like a secret. Of its value 12 digits of the SHA-256 are kept."""

    path: str
    line: int
    kind: str
    digest: str

    @property
    def waiver(self) -> str:
        """What `not_secret` says of it. A line's number would move; a value has one hash."""
        return f"{self.path}:{self.digest}"


def secrets_in(root: Path, paths: Iterable[str]) -> list[SecretFinding]:
    """What looks like a secret in the files below `root`, in the order of paths and lines."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.settings import transient_settings

    plugins: dict[str, Any] = get_mapping_from_secret_type_to_class()
    detectors = {plugin.__name__ for plugin in plugins.values()}
    used = [{"name": name} for name in sorted(detectors - _NOISY)]
    filters = [{"path": f"detect_secrets.filters.{name}"} for name in _FILTERS]
    with transient_settings({"plugins_used": used, "filters_used": filters}):
        return sorted(found for path in paths for found in _findings(root, path))


def _findings(root: Path, path: str) -> set[SecretFinding]:
    """What the scanner and our own patterns find in the file; nothing in a binary one."""
    from detect_secrets.core.secrets_collection import SecretsCollection

    data = (root / path).read_bytes()
    if b"\0" in data:
        return set()
    # to the scanner a carriage return alone ends a line, too
    numbered = list(_numbered(data.decode("utf-8", "replace")))
    collection: Any = SecretsCollection()
    try:
        with TemporaryDirectory() as folder:
            part = Path(folder) / Path(path).name
            part.write_text("".join(f"{line}\n" for _, line in numbered), encoding="utf-8")
            collection.scan_file(str(part))
    except OSError as error:
        why = f"a copy to scan for secrets cannot be written ({error.strerror})"
        raise AssayError(f"{path}: {why}: free space") from error
    found: set[SecretFinding] = set()
    for _, each in collection:
        number, line = numbered[each.line_number - 1]
        if not _is_reference(path, line, each):
            digest = _digest(str(each.secret_value))
            found.add(SecretFinding(path, number, each.type, digest))
    known = {(each.line, each.digest) for each in found}
    for number, kind, value in own_findings(numbered):
        if (number, _digest(value)) not in known:
            found.add(SecretFinding(path, number, kind, _digest(value)))
    return found


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines as the scanner reads them, each with its number in the file."""
    for number, line in enumerate(text.split("\n"), 1):
        for part in line.removesuffix("\r").split("\r"):
            yield number, part


def _digest(value: str) -> str:
    return sha256(value.encode()).hexdigest()[:12]


def _is_reference(path: str, line: str, finding: Any) -> bool:
    """Whether it is code such as `password = settings.password`: a value without quotes."""
    if finding.type != _KEYWORD or language_of_path(path) is None:
        return False
    return not any(f"{quote}{finding.secret_value}" in line for quote in "\"'`")


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
"""What detect-secrets does not know, on one line, with the secret's value as its group."""
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
