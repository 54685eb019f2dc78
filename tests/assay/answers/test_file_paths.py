"""What looks like a path, and what is kept of it."""

import pytest

from assay.answers.bare import mentions
from assay.answers.file_paths import looks_like_path, normalise


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("src/a.ts", "src/a.ts"),
        ("./src/a.ts", "src/a.ts"),
        ("././src//a.ts", "src/a.ts"),
        ("src\\app\\a.ts", "src/app/a.ts"),
        ("__mocks__/../api/a.ts", "api/a.ts"),
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
