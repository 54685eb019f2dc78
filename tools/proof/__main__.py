"""Try the criteria on known answers, and write metrics/criteria.json for the report.

python -m tools.proof                          all tests
python -m tools.proof TEST ...                 these tests again; the others stay as they are
python -m tools.proof --read [TEST ...]        what the checks show, and no more: nothing is run
python -m tools.proof --execution [TEST ...]   what faults and mutants show when run, and no more
python -m tools.proof --behaviours [PROGRAM ...] [--only PART]   behaviours on sources, gold and
                                               second answers; writes nothing
python -m tools.proof --summary                the sums of the file, as README and docs have them
"""

import argparse
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence

from assay.config import paths
from assay.config.settings import did_you_mean
from assay.content.criteria import criteria_of
from assay.errors import AssayError
from assay.progress import tracked
from assay.records.criteria_health import CriteriaHealth
from assay.records.jsonl import read_results, write_results
from assay.records.pipeline import Prompt
from assay.sandbox.behaviours import NOT_REACHED
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.proof.by_reading import health, neighbours, prompts
from tools.proof.by_running import proven
from tools.proof.good_answers import Target, all_targets
from tools.proof.printed import execution_lines, lines_of, summary
from tools.proof.sandbox_trials import BehaviourFilter, TriedBehaviours, machine, tried


def main(words: Sequence[str]) -> int:
    parser = ToolParser(
        prog="python -m tools.proof",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="TEST")
    parser.add_argument("--only", default="", help="part of a target's name, such as gold/Update")
    for what in ("--read", "--execution", "--behaviours", "--summary"):
        parser.add_argument(what, action="store_true")
    chosen = parser.parse_args(words)
    if chosen.summary:
        print("\n".join(summary(list(_known(prompts()).values()))))
        return 0
    if chosen.behaviours:
        return try_behaviours(chosen.names, chosen.only)
    prove(chosen.names, reads=not chosen.execution, runs=not chosen.read)
    return 0


def prove(tests: Sequence[str], reads: bool, runs: bool) -> None:
    """Examine the named tests, or all, and write the file. The others keep what it says of them."""
    everything = prompts()
    for name in tests:
        if name not in everything:
            raise AssayError(f"there is no test '{name}'{did_you_mean(name, list(everything))}")
    known = _known(everything)
    names = list(tests or (everything if reads else known))
    results = {} if reads and not tests else dict(known)
    if reads:
        results |= _examined(names, everything)
        write_results(paths.CRITERIA_HEALTH, results)
    for name, proof in proven(names, known, runs):
        results[name] = results[name].model_copy(update={"execution": proof})
        if proof:
            print(*execution_lines(name, proof), sep="\n", flush=True)
        write_results(paths.CRITERIA_HEALTH, results)


def _examined(
    names: Sequence[str], everything: Mapping[str, Prompt]
) -> Iterator[tuple[str, CriteriaHealth]]:
    for name in tracked("health", names):
        prompt = everything[name]
        result = health(prompt, neighbours(prompt, everything))
        print(*lines_of(name, result, criteria_of(prompt)), sep="\n", flush=True)
        yield name, result


def _known(tests: Collection[str]) -> dict[str, CriteriaHealth]:
    """What the file has about these tests."""
    if not paths.CRITERIA_HEALTH.exists():
        return {}
    results = read_results(paths.CRITERIA_HEALTH, CriteriaHealth)
    return {name: result for name, result in results.items() if name in tests}


def try_behaviours(programs: Sequence[str], only: str) -> int:
    """Try sources and good answers, print what is not as it should be, and return 1 if any is.

    The source passes all but the defects, which it fails; gold and second answers pass all.
    """
    tools = machine()
    failed = 0
    for target in all_targets():
        if (programs and target.program not in programs) or only not in target.name:
            continue
        program = target.program
        outcome = tried(target.files(), target.toolchain, program, BehaviourFilter(), tools)
        wrong = list(unexpected(target, outcome))
        failed += len(wrong)
        number = len(outcome.behaviours)
        passed = f"{number - len(outcome.failed)} of {number} pass"
        line = f"{target.name}: {passed}, {len(wrong)} unexpected, {outcome.seconds:.0f} s"
        print("\n  ".join([line, *(one.replace("\n", "\n    ") for one in wrong)]), flush=True)
    return 1 if failed else 0


def unexpected(target: Target, outcome: TriedBehaviours) -> Iterator[str]:
    """What is not as it should be, one entry each."""
    if outcome.log:
        yield "is not built:\n" + outcome.log
    for each in outcome.behaviours:
        should_fail = each.defect and target.kind == "source"
        if each.message == NOT_REACHED:
            yield f"was not reached in time: {each.title}"
        elif each.outcome == "flaky":
            yield f"is flaky: {each.title}"
        elif each.title in outcome.failed and not should_fail:
            yield f"fails: {each.title}\n{outcome.failed[each.title]}"
        elif each.title not in outcome.failed and should_fail:
            yield f"passes, though it is called a defect: {each.title}"


if __name__ == "__main__":
    sys.exit(exit_code("health", lambda: main(sys.argv[1:])))
