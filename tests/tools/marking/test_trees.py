"""The trees side by side: folders once, files in order, and their differences."""

from tools.marking.trees import MOST_COMPARED, MOST_LINES, sides, split, twins


def test_tree_names_each_folder_once_and_indents() -> None:
    _, new = sides({}, {"src/b/x.ts": "", "src/a.ts": "", "src/b/y.ts": "", "top.json": ""}, {})
    assert [(row.depth, row.name) for row in new.rows] == [
        (0, "src/"), (1, "a.ts"), (1, "b/"), (2, "x.ts"), (2, "y.ts"), (0, "top.json"),
    ]  # fmt: skip
    _, new = sides({}, {"a/lib/x": "", "b/lib/x": ""}, {})
    assert [row.name for row in new.rows] == ["a/", "lib/", "x", "b/", "lib/", "x"]


def test_files_name_their_counterpart_and_say_whether_it_differs() -> None:
    before = {"a": "1", "b": "1", "gone": "", "logo": None, "c.js": "counter"}
    old, new = sides(before, {"a": "1", "b": "2", "made": "", "c.tsx": "counter"}, {})
    assert [(file.path, file.state, file.twin) for file in old.files] == [
        ("a", "same", "a"), ("b", "changed", "b"), ("c.js", "renamed", "c.tsx"),
        ("gone", "only here", ""), ("logo", "binary", ""),
    ]  # fmt: skip
    assert [(file.id, file.path, file.state, file.twin) for file in new.files] == [
        ("new-0", "a", "same", "a"), ("new-1", "b", "changed", "b"),
        ("new-2", "c.tsx", "renamed", "c.js"), ("new-3", "made", "only here", ""),
    ]  # fmt: skip


def test_the_counterpart_of_a_file_has_its_name_but_for_the_ending_and_a_test_is_none() -> None:
    old = {"js/todoStorage.js": "", "js/app.js": "", "js/gone.js": ""}
    new = {"src/todoStorage.test.ts": "", "src/model/todoStorage.ts": "", "src/App.tsx": ""}
    assert twins(old, new) == {
        "js/app.js": "src/App.tsx",
        "js/todoStorage.js": "src/model/todoStorage.ts",
    }


def test_a_counterpart_under_another_name_is_compared_line_by_line() -> None:
    old, new = sides({"a.js": "one\ntwo\nlast\n"}, {"src/a.ts": "one\nzwei\ndrei\nlast\n"}, {})
    (before,), (after,) = old.files, new.files
    assert (before.state, after.state) == ("renamed", "renamed")
    assert (before.pair, after.pair) == (after.id, before.id)
    assert [(line.text, line.mark) for line in before.lines] == [
        ("one", ""), ("two", "differs"), ("", "filler"), ("last", ""),
    ]  # fmt: skip
    assert [(line.text, line.mark) for line in after.lines] == [
        ("one", ""), ("zwei", "differs"), ("drei", "differs"), ("last", ""),
    ]  # fmt: skip


def test_huge_files_are_cut_and_not_compared() -> None:
    lines = [f"{number % 40}" for number in range(MOST_LINES + 7)]
    old, new = sides({"a": "\n".join(lines)}, {"a": "\n".join(lines[::-1])}, {})
    assert (len(old.files[0].lines), old.files[0].hidden) == (MOST_LINES, 7)
    assert not [line for line in new.files[0].lines if line.mark]
    assert MOST_COMPARED < MOST_LINES


def test_last_line_end_makes_no_line_and_windows_line_ends_are_line_ends() -> None:
    assert split("a\r\nb\n") == ["a", "b"]
    assert split("a\n\n") == ["a", ""]
    assert split("") == []
