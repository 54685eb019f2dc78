"""Links from a criterion into the delivered files: by its text alone."""

from tools.marking.pointers import MOST, pointers

FILES: dict[str, str | None] = {
    "package.json": "{}\n",
    "src/App.tsx": "import { useReducer } from 'react';\nreturn <h1>All done</h1>;\n",
    "src/logo.png": None,
    "src/main.tsx": "createRoot(document)\n",
}


def test_a_named_file_is_linked() -> None:
    (found, *_) = pointers("src/main.tsx starts it, and package.json has scripts", FILES)
    assert (found.path, found.line) == ("src/main.tsx", 0)
    assert found.file == "new-3"


def test_a_quotation_and_a_name_are_linked_to_their_first_line() -> None:
    found = pointers('"All done" is derived through useReducer', FILES)
    assert [(item.path, item.line) for item in found] == [("src/App.tsx", 2), ("src/App.tsx", 1)]


def test_words_that_stand_nowhere_and_plain_prose_link_nothing() -> None:
    assert pointers("The list is sorted by dueDate and by title", FILES) == []


def test_links_are_few() -> None:
    many: dict[str, str | None] = {f"src/file{n}.ts": f"nameOf{n}\n" for n in range(20)}
    assert len(pointers(" ".join(f"nameOf{n}" for n in range(20)), many)) == MOST
