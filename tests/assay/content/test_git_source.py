"""A data set of a git commit: a wrong record is named, and so are files of another commit."""

import re
from pathlib import Path

import pytest

from assay.content.datasets import load_description, require_as_adopted
from assay.content.git_source import GitSource, files_hash
from assay.content.selection import Choice
from assay.errors import AssayError

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FILES = {"a.js": b"1\n", "b/c.js": b"2\n"}


@pytest.fixture(autouse=True)
def shop(here: None) -> Path:
    folder = Path("datasets/Shop")
    for path, data in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def described(source: str, more: str = "") -> None:
    text = f"technology: T\ndescription: D\nlicence: L\nsource: {source}\n{more}"
    Path("datasets/Shop/dataset.yaml").write_text(text)


def adopted(more: str = "", choice: Choice | None = None) -> None:
    """As `make adopt` writes it."""
    sha256 = files_hash(choice or Choice(), FILES)
    described(f"{{git: /repo, rev: v1, commit: '{COMMIT}', sha256: '{sha256}'}}", more)


def refusal() -> str:
    with pytest.raises(AssayError) as caught:
        require_as_adopted("Shop", load_description("Shop"))
    return str(caught.value)


@pytest.mark.parametrize(
    "source, words",
    [
        ("{git: /repo}", "key 'rev' is missing"),
        ("{git: /repo, rev: v1, comit: x}", "unknown key 'comit' (did you mean 'commit'?)"),
        ("{git: /repo, rev: 1.0}", "'rev': input should be a valid string, not 1.0"),
        ("{git: /repo, rev: --all}", "'rev': string should match pattern"),
        ("{git: --upload-pack=x, rev: v1}", "'git': string should match pattern"),
        ("{git: /repo, rev: v1, commit: abc}", "'commit': string should match pattern"),
        ("{git: 'https://me:pw@host/x', rev: v1}", "'git': the address has a password or token"),
        ("{git: 'https://ghp_x@host/x', rev: v1}", "'git': the address has a password or token"),
        ("[a]", "must be a text, or a mapping with the keys git and rev"),
    ],
)
def test_a_wrong_source_names_file_and_key(source: str, words: str) -> None:
    described(source)
    start = f"^datasets/Shop/dataset.yaml: 'source': {re.escape(words)}"
    with pytest.raises(AssayError, match=start) as caught:
        load_description("Shop")
    assert "pw" not in str(caught.value).replace("password", "")
    assert "ghp_x" not in str(caught.value)


@pytest.mark.parametrize("git", ["git@host:team/shop.git", "ssh://git@host/shop", "../shop"])
def test_usual_addresses_are_accepted(git: str) -> None:
    described(f"{{git: '{git}', rev: v1}}")
    source = load_description("Shop").source
    assert isinstance(source, GitSource) and source.git == git


def test_a_source_in_words_needs_no_files() -> None:
    described("Original work")
    require_as_adopted("Shop", load_description("Shop"))


def test_files_that_were_not_brought_yet_are_named_with_the_command() -> None:
    described("{git: /repo, rev: v1}")
    assert refusal() == (
        "datasets/Shop/dataset.yaml: source: the files of /repo are not here yet: "
        "run `make adopt NAME=Shop`"
    )


def test_the_commits_own_files_are_accepted(shop: Path) -> None:
    adopted()
    (shop / ".DS_Store").write_text("what belongs to no data set is no change")
    require_as_adopted("Shop", load_description("Shop"))


def test_an_edit_a_new_file_and_a_removed_one_are_noticed(shop: Path) -> None:
    adopted()
    (shop / "a.js").write_bytes(b"3\n")
    assert "source.sha256: the files are no longer those of commit 0123456789ab" in refusal()
    (shop / "a.js").write_bytes(FILES["a.js"])
    (shop / "d.js").write_bytes(b"")
    assert "make adopt NAME=Shop" in refusal()
    (shop / "d.js").unlink()
    (shop / "b/c.js").unlink()
    assert "make adopt NAME=Shop" in refusal()


def test_other_patterns_need_the_files_again() -> None:
    adopted("include: ['*.js', '*.ts']\n")
    assert "include, exclude or gitignore changed since" in refusal()
    adopted("include: ['*.js', '*.ts']\n", Choice(include=("*.js", "*.ts")))
    require_as_adopted("Shop", load_description("Shop"))
