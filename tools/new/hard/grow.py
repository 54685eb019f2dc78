"""Family `grow`: a program that an answer extends, request by request, and may not break."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import RootModel

from assay.config.settings import Config, validated
from assay.config.yaml_files import parse_yaml, read_utf8
from assay.sandbox.archive import write_files
from tools.new.hard.content import FOLDER, Content, HardParts, criteria, marked, proved
from tools.new.hard.program import CANARY, HARD, Level, drawn_values

MODULE = HARD / "modules/depot"
CASES = f"{FOLDER}/test_grow.py"
TESTS = ("test_request", "test_all_so_far")
SECONDS = 300
"""Of all stories, on a machine that has other work too: alone they take about 10."""


class Story(Config):
    """Commands to a fresh program; `restored`: from here on to one that its books restore."""

    story: str
    do: list[dict[str, Any] | str]


class Stories(RootModel[list[Story]]):
    """hard/modules/depot/stories/<request>.yaml: the replies are gold's."""


def grow(level: Level, seed: str, name: str) -> Content:
    """The requests, gold, which meets all of them in its first step, and the stories."""
    return proved(parts_of(level, seed), name, SECONDS, {})


def parts_of(level: Level, seed: str) -> HardParts:
    drawn = drawn_values(["depot"], seed)[0]
    words = {key: str(value) for key, value in drawn.items() if key not in ("modules", "pkg")}
    words |= {key.capitalize(): value.capitalize() for key, value in words.items()}
    numbers = range(1, level.requests + 1)
    requests = {f"{number}.md": _text(f"requests/{number}.md", words) for number in numbers}
    program = {
        renamed(path.stem, words): f"# {CANARY}\n{_text(f'gold/{path.name}', words)}"
        for path in sorted((MODULE / "gold").iterdir())
    }
    stories = [_stories(f"stories/{number}.yaml", words) for number in numbers]
    told = _replies(program, [words["depot"], words["Depot"]], stories)
    facts = {"canary": CANARY, "class": [words["depot"], words["Depot"]], "stories": told}
    cases = {
        CASES: marked("test_grow.py"),
        f"{FOLDER}/play_stories.py": marked("play_stories.py"),
        f"{FOLDER}/stories.json": json.dumps(facts, ensure_ascii=False) + "\n",
    }
    titles = [f"{CASES}::{test}[{number}]" for test in TESTS for number in numbers]
    given = {path: f"<!-- {CANARY} -->\n{text}" for path, text in requests.items()}
    gold = {f"step-1/{path}": text for path, text in program.items()}
    found = criteria("grow", cases=CASES, requests=level.requests)
    return HardParts(given, {"gold": gold}, cases, titles, found)


def renamed(text: str, words: Mapping[str, str]) -> str:
    """The text with what the seed drew for each word that stands alone, or between underscores."""
    known = "|".join(words)
    return re.sub(rf"(?<![A-Za-z])({known})(?=s?(?![A-Za-z]))", lambda it: words[it[1]], text)


def _text(path: str, words: Mapping[str, str]) -> str:
    return renamed(read_utf8(MODULE / path), words)


def _stories(path: str, words: Mapping[str, str]) -> list[Story]:
    return validated(parse_yaml(_text(path, words), path), Stories, path).root


def _replies(
    program: Mapping[str, str], kind: Sequence[str], stories: Sequence[Sequence[Story]]
) -> list[list[dict[str, object]]]:
    """Each story with gold's reply beside each command."""
    every = [story for of_request in stories for story in of_request]
    with TemporaryDirectory() as folder:
        write_files(Path(folder), {path: text.encode() for path, text in program.items()})
        replies = Path(folder, "replies")
        subprocess.run(
            [sys.executable, HARD / "cases/play_stories.py", folder, *kind, replies],
            input=json.dumps([story.do for story in every]),
            text=True,
            check=True,
        )
        given = iter([json.loads(line) for line in replies.read_text().splitlines()])

    def with_replies(story: Story) -> dict[str, object]:
        return {"story": story.story, "do": [*zip(story.do, next(given), strict=True)]}

    return [[with_replies(story) for story in of_request] for of_request in stories]
