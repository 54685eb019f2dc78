"""make adopt: the files of a commit as they are stored, its id recorded, nothing lost or run."""

import re
import subprocess
from pathlib import Path

import pytest

from assay.config.yaml_files import parse_yaml
from assay.content.datasets import load_description, require_as_adopted, selection
from assay.content.git_source import GitSource
from assay.errors import AssayError
from tools.adopt.__main__ import adopt, main, with_source

SHOPS = Path("datasets/Shop/dataset.yaml")
DESCRIPTION = "# ours\ntechnology: T\ndescription: D\nlicence: L   # see LEGAL\n"


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    command = ["git", "-C", str(folder), *identity, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def committed(folder: Path, **files: str) -> str:
    """Commit these files (with `__` for `/` and `_` for a dot); the commit's id."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    git(folder, "add", "--force", "--all")
    git(folder, "commit", "--quiet", "--message", "change")
    return git(folder, "rev-parse", "HEAD")


def repository_at(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    return folder


@pytest.fixture
def upstream(tmp_path: Path) -> Path:
    """A repository with a tag, and what must not come along."""
    folder = repository_at(tmp_path / "upstream")
    (folder / "link").symlink_to("/etc/hostname")
    committed(
        folder,
        src__A_java="class A {}\n",
        src__build__B_java="class B {}\n",
        package_json="{}\n",
        build__out_js="made\n",
        _env="PASSWORD=x\n",
        _gitattributes="* text=auto eol=crlf\nsrc/A.java export-ignore\n",
        sub__dvc_yaml="stages: {}\n",
        dataset_yaml="version: 1\n",
    )
    git(folder, "tag", "v1")
    return folder


@pytest.fixture(autouse=True)
def assay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of Assay's with an empty data set."""
    folder = repository_at(tmp_path / "assay")
    (folder / "datasets/Shop").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def describe(upstream: Path, rev: str, more: str = "") -> None:
    SHOPS.write_text(f"{DESCRIPTION}source: {{git: '{upstream}', rev: {rev}}}\n{more}")


def brought() -> dict[str, bytes]:
    root = Path("datasets/Shop")
    files = (path for path in root.rglob("*") if path.is_file() and path.name != "dataset.yaml")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def source() -> GitSource:
    found = load_description("Shop").source
    assert isinstance(found, GitSource)
    return found


def refusal() -> str:
    before = brought()
    with pytest.raises(AssayError) as caught:
        adopt("Shop")
    assert brought() == before
    return str(caught.value)


def test_the_files_are_those_of_the_commit_byte_for_byte_and_what_is_unsafe_stays_out(
    upstream: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    describe(upstream, "v1")
    adopt("Shop")
    assert brought() == {
        "package.json": b"{}\n",
        "src/A.java": b"class A {}\n",
        "src/build/B.java": b"class B {}\n",
    }
    printed = capsys.readouterr().out
    for words in (
        "a link: 1 (link)",
        "may hold secrets: 1 (.env)",
        "of git or DVC: 2 (.gitattributes, sub/dvc.yaml)",
        "in build: 1 (build/out.js)",
        "has the name of the data set's own description: 1 (dataset.yaml)",
    ):
        assert words in printed


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_every_byte_beside_the_source_stays_as_it_is(upstream: Path, ends: str) -> None:
    describe(upstream, "v1", "not_secret:  []  # ünïcode\n")
    text = SHOPS.read_text().replace("\n", ends)
    SHOPS.write_bytes(text.encode())
    adopt("Shop")
    before, _, after = text.partition("source:")
    written = SHOPS.read_bytes().decode()
    assert written.startswith(before) and written.endswith(after.partition(ends)[2])


@pytest.mark.parametrize("rev", ["1.0", "yes", "012", "0x1f", "v1", "1e3", "release/1:2"])
def test_a_revision_is_written_so_that_it_is_read_as_the_same_text(rev: str) -> None:
    given = GitSource(git="/a path/with: spaces # and more", rev=rev, commit="1" * 40)
    text = with_source("source: x\nlicence: L\n", given)
    assert parse_yaml(text, "") == {"source": given.model_dump(exclude_none=True), "licence": "L"}


def test_the_full_commit_is_recorded_and_stays(upstream: Path) -> None:
    describe(upstream, "v1", "exclude: [package.json]\n")
    adopt("Shop")
    text = SHOPS.read_text()
    assert source().commit == git(upstream, "rev-parse", "v1^{commit}")
    assert "package.json" not in brought()
    require_as_adopted("Shop", load_description("Shop"))
    assert set(selection("Shop", load_description("Shop").choice).files) == set(brought())
    adopt("Shop")
    assert SHOPS.read_text() == text


@pytest.mark.parametrize("rev", ["main", "HEAD", "full", "short", "annotated"])
def test_a_revision_is_a_tag_a_branch_or_a_commit(upstream: Path, rev: str) -> None:
    first = git(upstream, "rev-parse", "v1")
    git(upstream, "tag", "-a", "annotated", "-m", "x", "v1")
    committed(upstream, new_js="1\n")
    names = {"full": first, "short": first[:10]}
    describe(upstream, f"'{names.get(rev, rev)}'")
    adopt("Shop")
    assert ("new.js" in brought()) == (rev in ("main", "HEAD"))


def test_a_tag_that_moved_is_an_error_that_names_both_commits_until_its_record_is_removed(
    upstream: Path,
) -> None:
    describe(upstream, "v1")
    adopt("Shop")
    first = source().commit
    second = committed(upstream, src__A_java="changed\n")
    git(upstream, "tag", "--force", "v1")
    assert f"source.rev: 'v1' is commit {second} now, and was {first}" in refusal()
    describe(upstream, "v1")
    adopt("Shop")
    assert source().commit == second
    assert brought()["src/A.java"] == b"changed\n"


def test_a_revision_or_repository_that_is_not_there_is_named(upstream: Path) -> None:
    describe(upstream, "v9")
    assert refusal().endswith("has no tag, branch or commit 'v9'")
    describe(upstream, "v1")
    adopt("Shop")
    git(upstream, "tag", "--delete", "v1")
    assert f"has no tag, branch or commit 'v1'; it named commit {source().commit}" in refusal()
    describe(upstream / "nowhere", "v1")
    assert re.match(r"datasets/Shop/dataset.yaml: source.git: .* cannot be read", refusal())


def test_what_the_folder_held_before_is_kept(upstream: Path, tmp_path: Path) -> None:
    describe(upstream, "v1")
    adopt("Shop")
    assert not Path(".assay/replaced").exists(), "there was nothing but the description"
    root = Path("datasets/Shop")
    (root / "src/A.java").write_text("edited")
    (root / "link").symlink_to(tmp_path)
    git(root, "init", "--quiet")
    adopt("Shop")
    assert brought()["src/A.java"] == b"class A {}\n" and not (root / "link").is_symlink()
    (kept,) = Path(".assay/replaced").iterdir()
    assert (kept / "src/A.java").read_text() == "edited" and (kept / ".git").is_dir()
    assert (kept / "link").is_symlink() and (kept / "dataset.yaml").exists()
    adopt("Shop")
    assert len(list(Path(".assay/replaced").iterdir())) == 2


def test_a_description_that_ends_without_a_new_line_keeps_each_key_once(upstream: Path) -> None:
    SHOPS.write_text(f"{DESCRIPTION}source:\n  git: {upstream}\n  rev: v1")
    adopt("Shop")
    assert SHOPS.read_text().count("rev:") == 1 and source().commit


def test_files_that_git_ignores_are_named_at_once(
    upstream: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(".gitignore").write_text("package.json\n")
    describe(upstream, "main")
    adopt("Shop")
    printed = capsys.readouterr().out
    assert "git ignores 1 of the files: `git add --force datasets/Shop/package.json`" in printed


def tree_of(repository: Path, *lines: str) -> str:
    """The id of a tree with these entries, which no file system has to take."""
    command = ["git", "-C", str(repository), "mktree"]
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_path_that_leads_out_is_refused(upstream: Path) -> None:
    blob = git(upstream, "hash-object", "-w", "package.json")
    inner = tree_of(upstream, f"100644 blob {blob}\tevil")
    tree = tree_of(upstream, f"040000 tree {inner}\t..")
    commit = git(upstream, "commit-tree", tree, "-m", "evil")
    git(upstream, "branch", "evil", commit)
    describe(upstream, "evil")
    assert "leads out of its folder" in refusal()


def test_a_file_that_the_disk_does_not_take_changes_nothing(upstream: Path) -> None:
    describe(upstream, "v1")
    adopt("Shop")
    blob = git(upstream, "hash-object", "-w", "package.json")
    tree = tree_of(upstream, f"100644 blob {blob}\ta.js", f"100644 blob {blob}\t{'z' * 300}.js")
    git(upstream, "branch", "long", git(upstream, "commit-tree", tree, "-m", "long"))
    describe(upstream, "long")
    before = SHOPS.read_bytes()
    assert "cannot be written" in refusal()
    assert SHOPS.read_bytes() == before
    assert [path.name for path in Path("datasets").iterdir()] == ["Shop"]


def test_what_is_asked_wrongly_is_named() -> None:
    with pytest.raises(AssayError, match="name the data set: make adopt NAME=MyShop"):
        main([""])
    SHOPS.write_text(DESCRIPTION + "source: Original work\n")
    with pytest.raises(AssayError, match=r"source: name a repository"):
        main(["Shop"])
