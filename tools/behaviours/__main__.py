"""python -m tools.behaviours [Program ...] [--only PART] [--faults]: behaviours on what is known.

The source passes all but the defects, which it fails; gold and second answers pass all of them.
"""

import argparse
import sys
from pathlib import Path

from tools.behaviours.faults import FaultTrial, summary, trials
from tools.behaviours.programs import BEHAVIOURS, Target, all_targets, lay_out
from tools.behaviours.running import TriedBehaviour, run

WORK = Path(".assay/behaviours")


def unexpected(target: Target, outcome: TriedBehaviour) -> list[str]:
    """What is not as it should be, one line each."""
    if outcome.log:
        return ["is not built:\n" + outcome.log]
    wrong = [f"fails: {title}\n{outcome.messages[title]}" for title in outcome.failed]
    if target.kind == "source":
        wrong = [line for line in wrong if line.splitlines()[0][7:] not in outcome.defects]
        passing = sorted(outcome.defects - set(outcome.failed))
        wrong += [f"passes, though it is called a defect: {title}" for title in passing]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--only", default="", help="part of a target's name, such as gold/Update")
    parser.add_argument("--faults", action="store_true", help="try the faults of good answers")
    chosen = parser.parse_args()
    if chosen.faults:
        return try_faults(chosen.programs)
    bad = 0
    for target in all_targets():
        named = not chosen.programs or target.program in chosen.programs
        if named and chosen.only in target.name:
            bad += tried(target)
    return 1 if bad else 0


def try_faults(programs: list[str]) -> int:
    """Try the faults and print a line each and the figures; 1 if the aim is missed."""
    everything: list[FaultTrial] = []
    files = sorted((BEHAVIOURS / "faults").glob("*.yaml"))
    for program in programs or [path.stem for path in files]:
        for trial in trials(program, WORK):
            everything.append(trial)
            print(
                f"{program}: {trial.fault.fault}: completeness -{trial.lost_by_checks:.1f} by "
                f"checks, -{trial.lost_when_run:.1f} when run"
                f"{' (show-stopper)' if trial.fault.show_stopper else ''}"
                f"{'' if trial.lowered_when_run else ' NOT FOUND'}",
                flush=True,
            )
    print(summary(everything))
    return 0 if all(trial.lowered_when_run for trial in everything) else 1


def tried(target: Target) -> int:
    """Tries one target, prints its line and what is wrong, and returns how much is."""
    folder = (WORK / target.kind / target.test).resolve()
    lay_out(target.files(), folder)
    outcome = run(folder, target.toolchain, target.program)
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
    sys.exit(main())
