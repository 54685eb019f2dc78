"""Which files of an adopted repository belong to its data set, and the reason of each other."""

import pytest

from assay.content.selection import EVERYTHING, Choice, selected

REPOSITORY = {
    ".env": "may hold secrets",
    ".env.local": "may hold secrets",
    ".env.example": None,
    ".npmrc": "may hold secrets",
    "certs/server.key": "may hold secrets",
    "deploy/id_rsa": "may hold secrets",
    "infra/terraform.tfstate": "may hold secrets",
    ".github/workflows/ci.yml": "in a dot-folder",
    ".eslintrc.json": None,
    "package.json": None,
    "package-lock.json": "lock file",
    "go.sum": "lock file",
    "node_modules/a/index.js": "in node_modules",
    "build/app.js": "in build",
    "coverage/lcov.info": "in coverage",
    "src/build/steps.ts": None,
    "src/coverage/map.ts": None,
    "target/app.jar": "in target",
    "service/src/target/Aim.java": None,
    "bin/cli.js": None,
    "vendor/x/x.go": "in vendor",
    "js/vendor/jquery.js": None,
    "tools/venv/lib/a.py": "in venv",
    ".DS_Store": "made by tools",
}


def no_content(path: str) -> bytes:
    raise AssertionError(f"{path} is no .gitignore, and was read")


def left_out(choice: Choice = EVERYTHING) -> dict[str, str]:
    return selected(REPOSITORY, choice, no_content).left_out


def test_each_file_of_a_repository_belongs_or_has_its_reason() -> None:
    expected = {path: reason for path, reason in REPOSITORY.items() if reason}
    assert left_out() == expected
    chosen = selected(REPOSITORY, Choice(), no_content)
    assert chosen.files == tuple(sorted(REPOSITORY.keys() - expected.keys()))


def test_gitignore_counts_where_it_lies_unless_switched_off() -> None:
    contents = {".gitignore": b"*.log\n/generated/\n", "web/.gitignore": b"out\n!keep.log\n"}
    paths = [".gitignore", "a.log", "generated/a.ts", "src/generated/b.ts", "web/.gitignore"]
    paths += ["web/out/a.js", "out/a.js"]
    chosen = selected(paths, Choice(), contents.__getitem__)
    ignored = ["a.log", "generated/a.ts", "web/out/a.js"]
    assert chosen.left_out == dict.fromkeys(ignored, "in .gitignore")
    assert selected(paths, Choice(gitignore=False), no_content).left_out == {}


def test_include_limits_a_data_set_and_brings_back_what_a_default_leaves_out() -> None:
    choice = Choice(include=("src/", "build/", ".env", "*.key"))
    chosen = selected(REPOSITORY, choice, no_content)
    assert chosen.files == (
        "build/app.js",
        "service/src/target/Aim.java",
        "src/build/steps.ts",
        "src/coverage/map.ts",
    )
    assert chosen.left_out[".env"] == "may hold secrets", "include brings no secret back"
    assert chosen.left_out["package.json"] == "not included"


@pytest.mark.parametrize("patterns", [("src/**",), ("src/", "!src/coverage/")])
def test_exclude_leaves_files_out(patterns: tuple[str, ...]) -> None:
    out = left_out(Choice(exclude=patterns))
    assert out["src/build/steps.ts"] == "excluded"
    assert ("src/coverage/map.ts" in out) == (len(patterns) == 1)
