"""Passwords, keys and tokens in the files of a data set, before anything is sent to a provider.

The scanner is detect-secrets, without its two detectors of random-looking text: they take hashes
and identifiers for secrets. A line with the comment `pragma: allowlist secret` is no finding.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from stages.lib.parsing.languages import language_of_path

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
    """Where something looks like a secret. Its value is not kept."""

    path: str
    line: int
    kind: str

    @property
    def at(self) -> str:
        return f"{self.path}:{self.line}"


def secrets_in(root: Path, paths: Iterable[str]) -> list[SecretFinding]:
    """What looks like a secret in the files below `root`, in the order of paths and lines."""
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.core.secrets_collection import SecretsCollection
    from detect_secrets.settings import transient_settings

    detectors = {each.__name__ for each in get_mapping_from_secret_type_to_class().values()}
    used = [{"name": name} for name in sorted(detectors - _NOISY)]
    filters = [{"path": f"detect_secrets.filters.{name}"} for name in _FILTERS]
    found: set[SecretFinding] = set()
    collection: Any
    with transient_settings({"plugins_used": used, "filters_used": filters}):
        for path in paths:
            collection = SecretsCollection()
            collection.scan_file(str(root / path))
            for _, each in collection:
                if not _is_reference(root / path, each):
                    found.add(SecretFinding(path, each.line_number, each.type))
    return sorted(found)


def _is_reference(path: Path, finding: Any) -> bool:
    """Whether it is code such as `password = settings.password`: a value without quotes."""
    if finding.type != _KEYWORD or language_of_path(path.name) is None:
        return False
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    line = lines[finding.line_number - 1] if finding.line_number <= len(lines) else ""
    return not any(f"{quote}{finding.secret_value}" in line for quote in "\"'`")
