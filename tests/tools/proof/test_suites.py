"""Candidates for mutants are whole lines of the source, each other than the source."""

from assay.sandbox.source_mutants import replaced
from tools.proof.suites import candidates

SOURCE = {
    "src/a.js": b"export const isLong = (text) => text.length > 3\nexport const three = 3",
    "src/index.js": b"start(1 > 2)",
    "src/a.test.js": b"expect(1 > 2)",
    "package.json": b"{}",
}


def test_candidates_change_one_place_of_the_code_under_test() -> None:
    found = list(candidates(SOURCE))
    assert {mutant.file for mutant in found} == {"src/a.js"}
    assert {mutant.line for mutant in found} == {1, 2}
    for mutant in found:
        text = SOURCE[mutant.file].decode()
        assert mutant.before in text.splitlines()
        assert replaced(text, mutant) != text
