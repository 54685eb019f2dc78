# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""After each request: what it asks for, and whether all that was asked so far holds."""

import json
import shutil
import subprocess
import sys
from contextlib import suppress
from functools import cache
from itertools import pairwise, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

HERE = Path(__file__).parent
SECONDS = 20
TOLD = json.loads((HERE / "stories.json").read_text(encoding="utf-8"))
(HERE / "stories.json").unlink()  # so that no program finds the replies
STORIES = TOLD["stories"]
REQUESTS = range(1, len(STORIES) + 1)


@pytest.mark.parametrize("number", REQUESTS)
def test_request(number):
    """Its own stories, right after it."""
    fails = wrong(number)[number - 1]
    assert not fails, message_of(fails)


@pytest.mark.parametrize("number", REQUESTS)
def test_all_so_far(number):
    """The stories of all requests up to this one, right after it."""
    fails = [line for lines in wrong(number) for line in lines]
    assert not fails, message_of(fails)


def message_of(fails):
    return f"{len(fails)} stories go wrong: " + " | ".join(fails[:3])


@cache
def wrong(number):
    """For each request up to this one, its stories that go wrong on the files delivered by then."""
    stories = [story for of_request in STORIES[:number] for story in of_request]
    commands = [[command for command, _ in story["do"]] for story in stories]
    given = replies(number, commands)
    found = [difference(*pair) for pair in zip_longest(stories, given, fillvalue=[])]
    ends = [sum(map(len, STORIES[:step])) for step in range(number + 1)]
    return [[*filter(None, found[a:b])] for a, b in pairwise(ends)]


def replies(number, commands):
    """The replies to each story, as far as the program came."""
    with TemporaryDirectory() as folder:
        program, path = Path(folder, "program"), Path(folder, "replies")
        for step in range(1, number + 1):
            if (own := HERE.parent / f"step-{step}").is_dir():
                shutil.copytree(own, program, dirs_exist_ok=True)
        play = [sys.executable, "-B", HERE / "play_stories.py", program, *TOLD["class"], path]
        asked = json.dumps(commands)
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                play,
                check=False,
                input=asked,
                text=True,
                timeout=SECONDS,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.startswith("[")][: len(commands)]


def difference(story, replies):
    """The first reply that is not the expected one, or ''."""
    for place, (command, expected) in enumerate(story["do"]):
        reply = replies[place] if place < len(replies) else "no reply"
        if reply != expected or kinds(reply) != kinds(expected):
            shown = f"{json.dumps(reply)[:200]} instead of {json.dumps(expected)[:200]}"
            return f"{story['story']}: {json.dumps(command)}: {shown}"
    return ""


def kinds(value):
    """The JSON text: True is not 1."""
    return json.dumps(value, sort_keys=True)
