"""Every known way in which models name their files is read."""

import pytest

from assay.answers import extract_files
from tests.assay.answers.patterns import PATTERNS, NamingPattern, filled


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_a_pattern_is_read(pattern: NamingPattern) -> None:
    files = {file.path: file.content for file in extract_files(pattern.answer).files}
    assert files == {path: filled(content) for path, content in pattern.files.items()}
