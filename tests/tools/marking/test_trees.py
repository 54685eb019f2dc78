"""The trees side by side: folders once, files in order, and their differences."""

from tools.marking.trees import MOST_COMPARED, MOST_LINES, sides, split, twins


def test_tree_names_each_folder_once_and_indents() -> None:
    _, new = sides({}, {"src/b/x.ts": "", "src/a.ts": "", "src/b/y.ts": "", "top.json": ""})
    assert [(row.depth, row.name) for row in new.rows] == [
        (0, "src/"), (1, "a.ts"), (1, "b/"), (2, "x.ts"), (2, "y.ts"), (0, "top.json"),
    ]  # fmt: skip


def test_folder_of_the_same_name_elsewhere_is_another_one() -> None:
    _, new = sides({}, {"a/lib/x": "", "b/lib/x": ""})
    assert [row.name for row in new.rows] == ["a/", "lib/", "x", "b/", "lib/", "x"]


def test_files_say_whether_the_other_side_has_them() -> None:
    old, new = sides(
        {"a": "1", "b": "1", "gone": "", "logo": None}, {"a": "1", "b": "2", "made": ""}
    )
    assert {file.path: file.state for file in old.files} == {
        "a": "same", "b": "changed", "gone": "only here", "logo": "binary",
    }  # fmt: skip
    assert {file.path: file.state for file in new.files} == {
        "a": "same",
        "b": "changed",
        "made": "only here",
    }


def test_lines_that_differ_are_marked_on_both_sides() -> None:
    old, new = sides({"a": "one\ntwo\nthree\n"}, {"a": "one\n2\nthree\nfour\n"})
    assert [line.text for line in old.files[0].lines if line.mark] == ["two"]
    assert [line.text for line in new.files[0].lines if line.mark] == ["2", "four"]


def test_a_file_stands_beside_the_one_of_its_path_or_with_another_ending_or_of_its_name() -> None:
    old = ["index.html", "js/todoItem.js", "package.json", "src/a.js", "src/list.js"]
    new = [
        "index.html",
        "src/TodoItem.tsx",
        "package.json",
        "src/a.tsx",
        "src/list.js",
        "src/list.css",
    ]
    assert twins(old, new) == {
        "index.html": "index.html", "package.json": "package.json", "src/list.js": "src/list.js",
        "src/a.js": "src/a.tsx", "js/todoItem.js": "src/TodoItem.tsx",
    }  # fmt: skip


def test_a_file_with_several_likely_counterparts_has_none() -> None:
    assert (
        twins(
            ["a/index.js", "b/one.js"],
            ["c/index.ts", "d/index.ts", "e/One.ts", "b/one.ts", "b/one.tsx"],
        )
        == {}
    )


def test_both_sides_name_their_counterpart() -> None:
    old, new = sides({"a.js": "1", "b.js": "2"}, {"b.tsx": "2"})
    assert [file.twin for file in old.files] == ["", "b.tsx"]
    assert [(file.id, file.twin) for file in new.files] == [("new-0", "b.js")]


def test_huge_files_are_cut_and_not_compared() -> None:
    lines = [f"{number % 40}" for number in range(MOST_LINES + 7)]
    old, new = sides({"a": "\n".join(lines)}, {"a": "\n".join(lines[::-1])})
    assert (len(old.files[0].lines), old.files[0].hidden) == (MOST_LINES, 7)
    assert not [line for line in new.files[0].lines if line.mark]
    assert MOST_COMPARED < MOST_LINES


def test_last_line_end_makes_no_line_and_windows_line_ends_are_line_ends() -> None:
    assert split("a\r\nb\n") == ["a", "b"]
    assert split("a\n\n") == ["a", ""]
    assert split("") == []
