"""Passwords, keys and tokens in the files of a data set, before anything is sent to a provider.

The scanner is detect-secrets, without its two detectors of random-looking text: they take hashes
and identifiers for secrets. A line with the comment `pragma: allowlist secret` is no finding.
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from assay.checks.patterns import compiled
from assay.code.languages import language_of_path
from assay.content.secret_patterns import own_findings

_KEYWORD = "Secret Keyword"
_WORDS = (
    r"key|pass|pwd|secret|token|auth|cred|priv|account|contrase|cloudant|softlayer|ibm|cos"
    r"|://|begin |xox|pragma|curl|[A-Z]{2}[0-9]{2} ?[A-Z0-9]{4}"
)
_TOKEN = r"[A-Za-z_-]*[0-9][0-9A-Za-z_-]{15,}|[A-Za-z_-]{15,}[0-9]|eyJ|SG\.|A(KIA|SIA|3T)|hf_|xai-"
"""Long, and with a digit; or how tokens of JWT, SendGrid, AWS and others begin."""
_SETTINGS = frozenset({".yaml", ".yml", ".ini", ".cfg", ".conf", ".properties"})
"""What the scanner parses: one of its lines alone means something else to it."""
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
    found: list[SecretFinding] = []
    settings = transient_settings({"plugins_used": used, "filters_used": filters})
    with settings, TemporaryDirectory() as folder:
        for path in paths:
            is_code = Path(path).suffix.lower() not in _SETTINGS
            lines = _as_the_scanner_reads(suspicious_lines((root / path).read_bytes(), is_code))
            if lines:
                found += _findings(path, lines, Path(folder) / Path(path).name)
    return sorted(found)


def _findings(path: str, lines: list[tuple[int, str]], part: Path) -> Iterable[SecretFinding]:
    """What the scanner and our own patterns find in the lines, which are written to `part`."""
    from detect_secrets.core.secrets_collection import SecretsCollection

    part.write_text("".join(f"{line}\n" for _, line in lines), encoding="utf-8")
    collection: Any = SecretsCollection()
    collection.scan_file(str(part))
    found: set[SecretFinding] = set()
    for _, each in collection:
        number, line = lines[each.line_number - 1]
        if not _is_reference(path, line, each):
            digest = _digest(str(each.secret_value))
            found.add(SecretFinding(path, number, each.type, digest))
    known = {(each.line, each.digest) for each in found}
    for number, kind, value in own_findings(dict(lines)):
        if (number, _digest(value)) not in known:
            found.add(SecretFinding(path, number, kind, _digest(value)))
    return found


def _digest(value: str) -> str:
    return sha256(value.encode()).hexdigest()[:12]


def suspicious_lines(data: bytes, is_code: bool = True) -> dict[int, str]:
    """The lines with a word or a token that a secret may have, by their numbers; none of a binary.

    The scanner reads 100 kB a second, so it is asked about these alone. Settings with such a line
    are asked about whole, because the scanner parses them. A mark that covers the next line keeps
    that line beside it.
    """
    if b"\0" in data:
        return {}
    text = data.decode("utf-8", "replace")
    numbers = {*compiled(_WORDS, ignores_case=True).lines(text), *compiled(_TOKEN).lines(text)}
    lines = text.split("\n")
    if numbers and not is_code:
        numbers = set(range(1, len(lines) + 1))
    marks = compiled("pragma").lines(text)
    numbers |= {number + 1 for number in marks if number < len(lines)}
    return {number: lines[number - 1].rstrip("\r") for number in sorted(numbers)}


def _as_the_scanner_reads(lines: dict[int, str]) -> list[tuple[int, str]]:
    """The lines with their numbers. To the scanner a carriage return alone ends a line, too."""
    return [(number, part) for number, line in lines.items() for part in line.split("\r")]


def _is_reference(path: str, line: str, finding: Any) -> bool:
    """Whether it is code such as `password = settings.password`: a value without quotes."""
    if finding.type != _KEYWORD or language_of_path(path) is None:
        return False
    return not any(f"{quote}{finding.secret_value}" in line for quote in "\"'`")
