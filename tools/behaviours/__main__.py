"""python -m tools.behaviours [Program ...] [--only PART] [--faults]: behaviours on what is known.

The source passes all but the defects, which it fails; gold and second answers pass all of them.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from assay.sandbox.steps import Tools
from tools.behaviours.faults import FaultTrial, fault_files, summary, trials
from tools.behaviours.programs import Target, all_targets
from tools.behaviours.running import BehaviourTrial, TriedBehaviours, machine
from tools.exit_code import exit_code


def unexpected(target: Target, outcome: TriedBehaviours) -> list[str]:
    """What is not as it should be, one line each."""
    if outcome.log:
        return ["is not built:\n" + outcome.log]
    wrong = [f"fails: {title}\n{outcome.messages[title]}" for title in outcome.failed]
    if target.kind == "source":
        wrong = [line for line in wrong if line.splitlines()[0][7:] not in outcome.defects]
        passing = sorted(set(outcome.defects) - set(outcome.failed))
        wrong += [f"passes, though it is called a defect: {title}" for title in passing]
    wrong += [f"was not reached in time: {title}" for title in outcome.unreached]
    return wrong + [f"is flaky: {title}" for title in outcome.flaky]


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--only", default="", help="part of a target's name, such as gold/Update")
    parser.add_argument("--faults", action="store_true", help="try the faults of good answers")
    chosen = parser.parse_args(words)
    tools = machine()
    if chosen.faults:
        return try_faults(chosen.programs, tools)
    bad = 0
    for target in all_targets():
        named = not chosen.programs or target.program in chosen.programs
        if named and chosen.only in target.name:
            bad += tried(target, tools)
    return 1 if bad else 0


def try_faults(programs: Sequence[str], tools: Tools) -> int:
    """Try the faults, print a line each and the figures, and return 1 if the aim is missed."""
    files = [path for program in programs or ["*"] for path in fault_files(program)]
    with ThreadPoolExecutor(2) as pool:
        everything = [
            trial
            for found in pool.map(lambda path: _file_tried(path, tools), files)
            for trial in found
        ]
    print(summary(everything))
    return 0 if all(trial.lowered_when_run for trial in everything) else 1


def _file_tried(path: Path, tools: Tools) -> list[FaultTrial]:
    found = list[FaultTrial]()
    for trial in trials(path, tools):
        found.append(trial)
        print(line_of(path.stem, trial), flush=True)
    return found


def line_of(name: str, trial: FaultTrial) -> str:
    """What the terminal shows of one fault."""
    costs = (
        f"completeness -{trial.lost_by_checks:.1f} by checks, -{trial.lost_when_run:.1f} when run"
    )
    stops = " (show-stopper)" if trial.fault.show_stopper else ""
    missed = "" if trial.lowered_when_run else " NOT FOUND"
    return f"{name}: {trial.fault.fault}: {costs}{stops}{missed}"


def tried(target: Target, tools: Tools) -> int:
    """Tries one target, prints its line and what is wrong, and returns how much is."""
    outcome = BehaviourTrial(target.files(), target.toolchain, target.program).run(tools)
    wrong = unexpected(target, outcome)
    passed = len(outcome.messages) - len(outcome.failed)
    print(
        f"{target.name}: {passed} of {len(outcome.messages)} pass, "
        f"{len(wrong)} unexpected, {outcome.seconds:.0f} s",
        flush=True,
    )
    for line in wrong:
        print("  " + line.replace("\n", "\n    "))
    return len(wrong)


if __name__ == "__main__":
    sys.exit(exit_code("behaviours", lambda: main(sys.argv[1:])))
