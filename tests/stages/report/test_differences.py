"""Two files beside each other: every line stands once, and what differs is marked."""

import random

from assay.records.pipeline import DeliveredFile
from stages.report.differences import (
    MOST_CHARACTERS,
    MOST_LINES,
    DiffRow,
    PageBudget,
    counterparts,
    differences,
    file_pairs,
)


def delivered(path: str, content: str) -> DeliveredFile:
    return DeliveredFile(path=path, content=content)


def lines(rows: list[DiffRow], side: str) -> dict[int, str]:
    """The lines of one side, by number."""
    shown = [getattr(row, side) for row in rows]
    return {line.number: line.before + line.changed + line.after for line in shown if line.number}


def test_each_line_stands_once_at_its_number_and_skipped_lines_are_counted() -> None:
    generator = random.Random(1)
    for _ in range(200):
        left = [generator.choice("abc") for _ in range(generator.randrange(30))]
        right = [generator.choice("abc") for _ in range(generator.randrange(30))]
        rows = list(differences(left, right))
        skipped = sum(row.skipped for row in rows)
        for side, text in (("left", left), ("right", right)):
            by_number = lines(rows, side)
            assert all(text[number - 1] == line for number, line in by_number.items())
            if rows:
                assert len(by_number) + skipped == len(text)


def test_equal_rows_are_equal_and_changed_rows_mark_only_what_differs() -> None:
    row = next(
        row for row in differences(["const a = 1;"], ["const a = 22;"]) if row.kind == "changed"
    )
    assert (row.left.before, row.left.changed, row.left.after) == ("const a = ", "1", ";")
    assert (row.right.before, row.right.changed, row.right.after) == ("const a = ", "22", ";")
    repeated = next(iter(differences(["aa"], ["aaa"])))
    assert (repeated.left.changed, repeated.right.changed) == ("", "a")


def test_files_meet_by_path_then_by_a_name_that_is_unique_on_both_sides() -> None:
    left = [delivered("src/App.tsx", "1"), delivered("a/x.ts", "2"), delivered("b/x.ts", "3")]
    right = [delivered("App.tsx", "1"), delivered("c/x.ts", "2"), delivered("b/x.ts", "4")]
    met = {(one and one.path, two and two.path) for one, two in counterparts(left, right)}
    assert met == {("src/App.tsx", "App.tsx"), ("b/x.ts", "b/x.ts"), ("a/x.ts", "c/x.ts")}
    two_names = [delivered("c/x.ts", ""), delivered("d/x.ts", "")]
    assert (None, two_names[0]) in counterparts([delivered("a/x.ts", "")], two_names)


def test_equal_one_sided_and_too_long_files_have_no_rows() -> None:
    long = "x\n" * (MOST_LINES + 1)
    wide = "x" * (MOST_CHARACTERS + 1)
    left = [delivered("same", "1"), delivered("left", "1"), delivered("long", long)]
    right = [delivered("same", "1"), delivered("right", "1"), delivered("long", "y")]
    left.append(delivered("wide", wide))
    right.append(delivered("wide", "y"))
    by_path = {pair.path: pair for pair in file_pairs(left, right, PageBudget(100, 10_000))}
    assert by_path["same"].is_equal and by_path["long"].is_too_long
    assert by_path["wide"].is_too_long
    assert not any(pair.rows for pair in by_path.values())


def test_a_page_has_room_for_so_many_rows() -> None:
    left = [delivered("a", "1\n2\n3"), delivered("b", "1\n2\n3")]
    right = [delivered("a", "4\n5\n6"), delivered("b", "4\n5\n6")]
    first, second = file_pairs(left, right, PageBudget(5, 10_000))
    assert len(first.rows) == 3 and second.is_too_long and not second.rows


def test_a_page_has_room_for_so_many_bytes_of_either_side() -> None:
    left = [delivered("a", "1\n2"), delivered("one.ts", "const a = 1;\n" * 50)]
    right = [delivered("a", "1\n3"), delivered("two.ts", "x" * 50), delivered("b.ts", "x" * 900)]
    by_path = {pair.path: pair for pair in file_pairs(left, right, PageBudget(100, 1000))}
    assert by_path["a"].rows, "files on both sides come first"
    assert by_path["one.ts"].is_too_long, "its markup counts, and not its characters alone"
    assert not by_path["two.ts"].is_too_long and by_path["b.ts"].is_too_long


def test_rows_of_long_lines_are_bounded_by_their_bytes() -> None:
    left = [delivered(name, "<" * 400) for name in "abc"]
    right = [delivered(name, ">" * 400) for name in "abc"]
    pairs = file_pairs(left, right, PageBudget(100, 8000))
    assert [bool(pair.rows) for pair in pairs] == [True, True, False], "< is four bytes as HTML"
