# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""Plays stories on the program in a folder: commands from standard input, replies into a file.

It knows no reply that is expected: those stay with the process that started it.
"""

import importlib
import json
import resource
import signal
import sys

SECONDS, AGAIN = 3.0, 0.2
"""Of one story, which takes milliseconds; then it is stopped again and again."""
MEMORY = 1 << 30


def main(folder, module, name, path):
    sys.path.insert(0, folder)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, timed_out)
    stories = json.load(sys.stdin)
    with open(path, "w", encoding="utf-8") as file:
        for commands in stories:
            signal.setitimer(signal.ITIMER_REAL, SECONDS, AGAIN)
            replies = []
            try:
                play([folder, module, name], commands, replies)
            except BaseException as error:
                replies.append(f"{type(error).__name__}: {error}"[:300])
            signal.setitimer(signal.ITIMER_REAL, 0)
            file.write(json.dumps(replies) + "\n")
            file.flush()


def play(place, commands, replies):
    """`restored` instead of a command: from here on another program with the books of the first."""
    subject = program(*place)()
    for command in commands:
        if command == "restored":
            books = json.dumps(subject.do({"do": "books"})["books"])
            subject = program(*place, anew=True).restore(json.loads(books))
            replies.append(command)
        else:
            replies.append(json.loads(json.dumps(subject.do(command))))


def program(folder, module, name, anew=False):
    """The class; `anew`: as if the program had just started."""
    for known, each in [*sys.modules.items()]:
        if anew and str(getattr(each, "__file__", "")).startswith(folder):
            del sys.modules[known]
    return getattr(importlib.import_module(module), name)


def timed_out(*_):
    raise TimeoutError(f"a story took {SECONDS:g} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
