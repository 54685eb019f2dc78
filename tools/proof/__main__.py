"""Try the criteria on known answers, and write metrics/criteria.json for the report.

python -m tools.proof [TEST ...]               all tests, or these: read, and run where that decides
python -m tools.proof --read [TEST ...]        what the checks show, and no more: nothing is run
python -m tools.proof --execution [TEST ...]   what is run, and no more
python -m tools.proof --good [TEST ...]        sources and good answers run as they are; exit code 1
                                               if one is not as it must be; writes nothing
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
from assay.sandbox.execution_config import load_execution
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.steps import Tools
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.proof.by_reading import health, neighbours, prompts
from tools.proof.by_running import RunProof, as_they_are
from tools.proof.printed import lines_of, summary, trial_lines


def main(words: Sequence[str]) -> int:
    parser = ToolParser(
        prog="python -m tools.proof",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="TEST")
    for what in ("--read", "--execution", "--good", "--summary"):
        parser.add_argument(what, action="store_true")
    chosen = parser.parse_args(words)
    everything = prompts()
    for name in chosen.names:
        if name not in everything:
            raise AssayError(f"there is no test '{name}'{did_you_mean(name, list(everything))}")
    if chosen.summary:
        print(*summary([*_known(everything).values()]), sep="\n")
    elif chosen.good:
        return try_good(chosen.names)
    else:
        prove(chosen.names, everything, reads=not chosen.execution, runs=not chosen.read)
    return 0


def prove(tests: Sequence[str], everything: Mapping[str, Prompt], reads: bool, runs: bool) -> None:
    """Examine the named tests, or all, and write the file. The others keep what it says of them."""
    results = _known(everything)
    if reads:
        results |= dict(_read(tests or list(everything), everything, results))
    run = RunProof()
    outdated = run.outdated(_chosen(results, tests))
    for name in outdated:
        results[name] = results[name].model_copy(update={"execution": None})
    write_results(paths.CRITERIA_HEALTH, results)
    tools = _tools(outdated, runs)
    for name in outdated if tools else ():
        assert tools
        proof = run.proof(name, tools)
        print(*trial_lines(name, proof.trials), sep="\n", flush=True)
        results[name] = results[name].model_copy(update={"execution": proof})
        write_results(paths.CRITERIA_HEALTH, results)


def _chosen(
    results: Mapping[str, CriteriaHealth], tests: Sequence[str]
) -> dict[str, CriteriaHealth]:
    if unread := [name for name in tests if name not in results]:
        raise AssayError(f"{', '.join(unread)}: run `python -m tools.proof --read` first")
    return {name: results[name] for name in tests or results}


def _read(
    names: Sequence[str], everything: Mapping[str, Prompt], known: Mapping[str, CriteriaHealth]
) -> Iterator[tuple[str, CriteriaHealth]]:
    """Each test, read again; what its runs showed is kept."""
    for name in tracked("health", names):
        prompt = everything[name]
        found = health(prompt, neighbours(prompt, everything))
        print(*lines_of(name, found, criteria_of(prompt)), sep="\n", flush=True)
        before = known[name].execution if name in known else None
        yield name, found.model_copy(update={"execution": before})


def _tools(outdated: Sequence[str], runs: bool) -> Tools | None:
    """What to execute with; None where it cannot be done, or is not to be done: stderr says so."""
    reason = "nothing is to run"
    if not outdated:
        return None
    try:
        if runs:
            return open_tools(load_execution())
    except AssayError as error:
        reason = f"nothing can be executed here: {error}"
    names = ", ".join(outdated)
    print(
        f"health: {len(outdated)} tests have no figures of execution ({reason}): {names}",
        file=sys.stderr,
    )
    return None


def try_good(tests: Sequence[str]) -> int:
    """Print what is not as it must be of sources and good answers; 1 if anything is."""
    run = RunProof()
    tools = open_tools(load_execution())
    is_wrong = False
    for name in tests or run.subjects:
        trials = list(as_they_are(run.subjects[name], tools)) if name in run.subjects else []
        print(*trial_lines(name, trials), sep="\n", flush=True)
        is_wrong |= not all(trial.is_right for trial in trials)
    return int(is_wrong)


def _known(tests: Collection[str]) -> dict[str, CriteriaHealth]:
    if not paths.CRITERIA_HEALTH.exists():
        return {}
    results = read_results(paths.CRITERIA_HEALTH, CriteriaHealth)
    return {name: result for name, result in results.items() if name in tests}


if __name__ == "__main__":
    sys.exit(exit_code("health", lambda: main(sys.argv[1:])))
