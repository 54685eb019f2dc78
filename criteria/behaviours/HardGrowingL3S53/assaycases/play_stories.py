# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Plays stories on the program in a folder: commands from standard input, replies into a file.

It knows no reply that is expected: those stay with the process that started it.
"""

import importlib
import json
import signal
import sys

SECONDS = 5.0
"""Of one story: it takes milliseconds."""


def main(folder, module, name, path):
    sys.path.insert(0, folder)
    signal.signal(signal.SIGALRM, timed_out)
    stories = json.load(sys.stdin)
    with open(path, "w", encoding="utf-8") as file:
        for commands in stories:
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            replies = []
            try:
                play(getattr(importlib.import_module(module), name), commands, replies)
            except BaseException as error:
                replies.append(f"{type(error).__name__}: {error}"[:300])
            signal.setitimer(signal.ITIMER_REAL, 0)
            file.write(json.dumps(replies) + "\n")
            file.flush()


def play(kind, commands, replies):
    """`restored` instead of a command: from here on with what was written and read again."""
    subject = kind()
    for command in commands:
        if command == "restored":
            subject = kind.restore(json.loads(json.dumps(subject.do({"do": "books"})["books"])))
            replies.append(command)
        else:
            replies.append(json.loads(json.dumps(subject.do(command))))


def timed_out(*_):
    raise TimeoutError(f"a story took {SECONDS:g} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
