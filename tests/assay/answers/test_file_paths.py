"""What looks like a path, and what is kept of it."""

import pytest

from assay.answers.bare import mentions
from assay.answers.containment import MAX_PATH
from assay.answers.file_paths import looks_like_path, normalise


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("src/a.ts", "src/a.ts"),
        ("./src/a.ts", "src/a.ts"),
        ("././src//a.ts", "src/a.ts"),
        ("src\\app\\a.ts", "src/app/a.ts"),
        ("/src/a.ts", "src/a.ts"),
        (" src/a.ts ", "src/a.ts"),
        ("/home/home.component.ts", "home/home.component.ts"),
        ("Package.json", "package.json"),
        ("web/Index.html", "web/index.html"),
        ("App.tsx", "App.tsx"),
        ("src/Über.ts", "src/Über.ts"),
    ],
)
def test_a_path_is_normalised(written: str, kept: str) -> None:
    assert normalise(written) == kept
    assert normalise(kept) == kept


@pytest.mark.parametrize(
    "written",
    [
        "", "/", ".", "..", "../a.ts", "src/../../a.ts", "a/..",
        "C:\\a.ts", "c:/a.ts", "//host/a.ts",
        "~/a.ts",
        "/etc/passwd", "/usr/lib/a.js", "/tmp/a.ts", "a\x00.ts", "a\n.ts", "a\u202e.ts",
        "a\u200b.ts",
        "a\ud800.ts", "a" * (MAX_PATH + 1), "a/" * (MAX_PATH // 2) + "b.ts",
        "ü" * (MAX_PATH // 2 + 1),
    ],
)  # fmt: skip
def test_a_path_that_leads_out_or_hides_something_is_refused(written: str) -> None:
    assert normalise(written) is None


@pytest.mark.parametrize(
    "token",
    [
        "a.ts", "src/a.component.html", ".env", ".env.production", ".gitignore", ".eslintrc",
        "tsconfig.app.json", "Dockerfile", "docker/Dockerfile", "go.mod", "api/go.sum", "mvnw",
        "LICENSE", ".github/CODEOWNERS",
        "next.config.mjs", "_app.tsx", "$.ts",
        "[id].tsx", "a.test.tsx", "vite-env.d.ts", "yarn.lock", "nginx.conf", "index.JS",
    ],
)  # fmt: skip
def test_these_look_like_paths(token: str) -> None:
    assert looks_like_path(token)


@pytest.mark.parametrize(
    "token",
    [
        "", "a", "React", "src/", "src/components", "Node.js", "next.js", "v1.2.3", "e.g.",
        "this.state",
        "array.map", "process.env", "console.log", "https://a.org/b.html", "www.a.org/b.html",
        "example.com/b.html", ".ts", "*.ts", "a b.ts", "f(a.ts", "and/or", "1.5",
        "@angular/core", "a.ts?x=1", "...", "a..",
    ],
)  # fmt: skip
def test_these_do_not_look_like_paths(token: str) -> None:
    assert not looks_like_path(token)


def test_mentions_skip_links_targets_and_libraries() -> None:
    line = "Use Moment.js as in [a.ts](https://a.org/z.ts), then `b.ts` and (c.ts)."
    assert [mention.path for mention in mentions(line)] == ["a.ts", "b.ts", "c.ts"]
