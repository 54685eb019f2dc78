"""How much of an answer is read."""

from collections.abc import Mapping

from assay.answers.budget import MAX_BYTES, MAX_FILES, reading_order


def beyond_budget(files: Mapping[str, str]) -> set[str]:
    return files.keys() - reading_order(files)


def test_an_ordinary_answer_is_read_whole() -> None:
    assert beyond_budget({f"src/{number}.ts": "x" * 5_000 for number in range(200)}) == set()


def test_the_largest_files_are_left_out_first() -> None:
    files = {"a.ts": "x" * MAX_BYTES, "b.ts": "é" * 10, "c.ts": "x" * (MAX_BYTES - 20)}
    assert beyond_budget(files) == {"a.ts"}
    assert beyond_budget({**files, "d.ts": "x"}) == {"a.ts", "c.ts"}


def test_only_so_many_files_are_read() -> None:
    files = {f"{number:05}.ts": "x" for number in range(MAX_FILES + 2)}
    assert beyond_budget(files) == {"01000.ts", "01001.ts"}
