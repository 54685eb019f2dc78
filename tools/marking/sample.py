"""A random, stratified sample of verdicts for people to audit. Seeded."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assay.records.hashing import content_hash
from assay.records.pipeline import CHECKS, Judgement, Prompt

PASS = "judges agree: pass"
FAIL = "judges agree: fail"
DISAGREE = "judges disagree"
CHECKS_ALONE = "checks alone"


class Candidate(NamedTuple):
    """One criterion on one answer, with its stratum: test type, and how the judges agreed."""

    model: str
    test: str
    attempt: int
    criterion: str
    stratum: tuple[str, str]


def candidates(prompts: Mapping[str, Prompt], judgements: Sequence[Judgement]) -> list[Candidate]:
    """Every criterion that a judge decided on a single-shot answer that delivered something."""
    decisions: dict[tuple[str, str, int, str], dict[str, bool]] = defaultdict(dict)
    for item in judgements:
        if item.status != "judged" or prompts[item.test].answer == "dialogue":
            continue
        for verdict in item.verdicts:
            key = (item.model, item.test, item.attempt, verdict.criterion)
            if verdict.passed is not None:
                decisions[key][item.judge] = verdict.passed
    return [
        Candidate(*key, (prompts[key[1]].type, _agreement(by_judge)))
        for key, by_judge in sorted(decisions.items())
    ]


def _agreement(verdicts: Mapping[str, bool]) -> str:
    """How the LLM judges agreed; a single one agrees with itself."""
    of_judges = {passed for judge, passed in verdicts.items() if judge != CHECKS}
    return {(): CHECKS_ALONE, (True,): PASS, (False,): FAIL}.get(tuple(of_judges), DISAGREE)


def draw(population: Sequence[Candidate], size: int, seed: int) -> list[Candidate]:
    """A sample of `size` candidates, or all of them.

    First one of each stratum, then in proportion to the strata's sizes. A larger sample begins
    with the smaller one: each next draw is from the stratum with the most members for each one
    drawn (Adams' rule of apportionment), and within a stratum by a hash of seed and candidate.
    """
    strata: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    for candidate in sorted(population, key=lambda item: content_hash([seed, *item[:4]])):
        strata[candidate.stratum].append(candidate)
    drawn: list[Candidate] = []
    taken = dict.fromkeys(sorted(strata), 0)
    for _ in range(min(size, len(population))):
        left = [stratum for stratum in taken if taken[stratum] < len(strata[stratum])]
        chosen = max(
            left,
            key=lambda stratum: (not taken[stratum], len(strata[stratum]) / (taken[stratum] or 1)),
        )
        drawn.append(strata[chosen][taken[chosen]])
        taken[chosen] += 1
    return drawn
