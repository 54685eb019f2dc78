"""The programs that behaviours are written for, and the folders in which they are tried."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assay.answers import extract_files
from assay.config.yaml_files import read_yaml
from assay.content.scenarios import Test, all_tests
from assay.errors import Problems
from assay.sandbox.staging import host_files

BEHAVIOURS = Path("criteria/behaviours")
TOOLCHAINS = Path("toolchains")

Kind = Literal["source", "gold", "second"]
ANSWERS: tuple[Kind, ...] = ("gold", "second")


@dataclass(frozen=True)
class Target:
    """Something that the behaviours are tried on. `test` is the data set's name for the source."""

    program: str
    kind: Kind
    test: str
    toolchain: str

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.test}"

    def files(self) -> Mapping[str, bytes]:
        """The delivered files, with those of the program's host over them."""
        return {**_files(self), **self.host()}

    def host(self) -> Mapping[str, bytes]:
        """The files of the program's host, for the source or for an answer."""
        return host_files(self.program, "source" if self.kind == "source" else "answer")


def all_targets() -> Iterator[Target]:
    """Program by program: the source, then each test's gold and second answer if there is one."""
    sources: dict[str, str] = read_yaml(BEHAVIOURS / "hosts/sources.yaml")
    problems = Problems()
    tests = all_tests(problems).values()
    problems.raise_if_any()
    for spec in sorted(BEHAVIOURS.glob("*.spec.ts")):
        program = spec.name.removesuffix(".spec.ts")
        if program in sources:
            yield Target(program, "source", program, sources[program])
        for test in tests:
            if test.program == program and not test.scenario.head.over_source:
                yield from _answers(program, test)


def _answers(program: str, test: Test) -> Iterator[Target]:
    for toolchain in test.scenario.head.toolchains(test.dataset)[:1]:
        for kind in ANSWERS:
            target = Target(program, kind, test.id, toolchain)
            if answer_path(target) is not None:
                yield target


def answer_path(target: Target) -> Path | None:
    """The Markdown file or folder of a gold or second answer; None where there is none."""
    for path in Path("scenarios").glob(f"*/{target.kind}/{target.test}*"):
        if path.name in (target.test, f"{target.test}.md"):
            return path
    return None


def _files(target: Target) -> dict[str, bytes]:
    if target.kind == "source":
        return _folder(Path("datasets") / target.program)
    path = answer_path(target)
    assert path is not None
    if path.is_dir():
        return _folder(path)
    extracted = extract_files(path.read_text(encoding="utf-8")).files
    return {file.path: file.content.encode() for file in extracted}


def _folder(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
