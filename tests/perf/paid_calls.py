"""A ledger of real size: 30 models, 46 tests, 5 attempts, 3 judges, prompts of 30 kB.

python -m tests.perf.paid_calls FOLDER     writes it there once, then measures
"""

import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from assay.config import paths
from assay.ledger.paid_calls import open_ledger, read_ledger
from assay.ledger.request import LedgerEntry
from assay.records.hashing import content_hash
from assay.records.pipeline import Response, Usage

MODELS, TESTS, ATTEMPTS, JUDGES = 30, 46, 5, 3
PROMPT, ANSWER, CRITERIA, REPORT = 30_000, 8_000, 3_000, 4_000
WORDS = [content_hash(number)[: 3 + number % 8] for number in range(5_000)]


def text(seed: object, size: int) -> str:
    """Lines of words that look random, the same for the same seed."""
    chance = random.Random(repr(seed))
    lines = [" ".join(chance.choices(WORDS, k=7)) for _ in range(size // 52)]
    return "\n".join(lines)


def entry(request: dict[str, object], answer: str, **purpose: object) -> LedgerEntry:
    usage = Usage(input=9_000, output=2_000)
    response = Response(text=answer, usage=usage, cost_usd=0.01, time="2026-01-01T00:00:00+00:00")
    return LedgerEntry(key=content_hash(request), about=purpose, request=request, response=response)


def calls() -> Iterator[LedgerEntry]:
    """Every call of a run: each answer, and what three judges said of it."""
    prompts = [text(("prompt", test), PROMPT) for test in range(TESTS)]
    asked = [text(("criteria", test), CRITERIA) for test in range(TESTS)]
    for model in range(MODELS):
        for test in range(TESTS):
            for attempt in range(ATTEMPTS):
                about = {"model": f"m{model}", "test": f"T{test}", "attempt": attempt}
                answer = text(("answer", model, test, attempt), ANSWER)
                system = {"role": "system", "content": "You write code. " * 40}
                request = {
                    "model": f"openai/m{model}", "tools": [], "params": {}, "attempt": attempt,
                    "response_format": None,
                    "messages": [system, {"role": "user", "content": prompts[test]}],
                }  # fmt: skip
                yield entry(request, answer, prompt=f"p{test}", **about)
                for judge in range(JUDGES):
                    mark = content_hash([model, test, attempt])[:16]
                    question = (
                        f"<task-{mark}>\n{prompts[test]}\n</task-{mark}>\n<answer-{mark}>\n"
                        f"{answer}\n</answer-{mark}>\nThe criteria:\n{asked[test]}"
                    )
                    request = request | {
                        "model": f"openai/j{judge}",
                        "messages": [system, {"role": "user", "content": question}],
                    }
                    report = text(("report", judge, model, test, attempt), REPORT)
                    yield entry(
                        request, report, judge=f"j{judge}", judge_name=f"judge{judge}",
                        subject=f"{model}/{test}/{attempt}", criteria=["a", "b"], **about,
                    )  # fmt: skip


def measured(name: str) -> None:
    """Do one thing in this process, and print its seconds of CPU and its peak memory."""
    began = time.process_time()
    if name == "write":
        with open_ledger() as ledger:
            for one in calls():
                ledger.append(one)
                ledger.keep_raw(one.key, one.response.model_dump_json(), one.purpose.model)
    elif name == "answers":
        ledger = read_ledger()
        print(sum(ledger.answer(row.key) is not None for row in list(ledger.rows())), "answers")
    elif name == "entries":
        print(sum(1 for _ in read_ledger().entries()), "whole calls")
    elif name == "subjects":
        ledger = read_ledger()
        subjects = sorted({row.subject for row in ledger.rows(stage="judge", model="m3")})
        found = [len(list(ledger.entries(subject=one))) for one in subjects]
        print(sum(found), "calls of one model's judges")
    elif name == "index":
        for path in paths.LEDGER_INDEX.glob("*"):
            path.unlink()
        read_ledger()
    else:
        print(len(list(read_ledger().rows())), "calls known")
    seconds = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name}: {seconds:.2f} s of CPU, {peak:,.0f} MB at most", flush=True)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    names = sys.argv[2:]
    if names:
        measured(names[0])
        return
    root = Path(__file__).parents[2]
    steps = ["index", "open", "answers", "subjects", "entries"]
    if not paths.LOCAL_STORE.exists():
        steps.insert(0, "write")
    for step in steps:
        command = [sys.executable, "-m", "tests.perf.paid_calls", str(Path.cwd()), step]
        subprocess.run(command, cwd=root, check=True)
    sizes = [path.stat().st_size for path in paths.LOCAL_STORE.glob("*.gz")]
    print(f"{len(sizes)} segments of {sum(sizes) / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()
