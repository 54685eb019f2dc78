"""People compared with the judges, from the audit sample.

Only the audit feeds these figures. Overrules do not: someone picked those verdicts, so they are
no random sample.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from assay.records.judges import AuditFigures, NoFigure, PeopleAgainstJudge
from assay.scores.marks import Audited
from assay.statistics.jackknife import Jackknife, Numbers
from stages.validity.figures import ac1
from stages.validity.rates import errors
from stages.validity.verdicts import Verdicts

MAJORITY = "panel"
"""The name beside the judges' names of the majority of the LLM judges."""
NOBODY = "nobody audited verdicts of this run (human/audit)"


def people(verdicts: Verdicts, audits: Sequence[Audited], how: Jackknife) -> AuditFigures:
    """Each judge and the LLM judges' majority against people, and people among each other.

    A line of the audit counts if it names a present answer and a criterion that was judged. Two
    raters of one verdict count twice.
    """
    by_rater = ratings_by_rater(verdicts, audits)
    ratings = list(by_rater.values())
    figures = AuditFigures(
        lines=len(audits),
        used=sum(int((~np.isnan(rating)).sum()) for rating in ratings),
        raters=dict(sorted(Counter(item.rater for item in audits).items())),
    )
    if not figures.used:
        return figures.model_copy(update={"why": NOBODY})
    judges = dict(verdicts.passed)
    if len(verdicts.llm) > 1:
        judges[MAJORITY] = majority([verdicts.passed[name] for name in verdicts.llm])
    against = {name: _against(verdicts, passed, ratings, how) for name, passed in judges.items()}
    alone = NoFigure(why="one person alone audited")
    among = ac1(verdicts.cluster, ratings, how) if len(ratings) > 1 else alone
    return figures.model_copy(update={"judges": against, "among_raters": among})


def majority(ratings: Sequence[Numbers]) -> Numbers:
    """What most raters decide of each item, 1 or 0; NaN for a tie or without a verdict."""
    table = np.stack(list(ratings))
    passes = (table == 1).sum(axis=0)
    fails = (table == 0).sum(axis=0)
    return np.where(passes == fails, np.nan, (passes > fails).astype(float))


def ratings_by_rater(verdicts: Verdicts, audits: Sequence[Audited]) -> dict[str, Numbers]:
    """What each rater decides of each item: 1, 0 or NaN."""
    rows = {item[:5]: row for row, item in enumerate(verdicts.rows())}
    by_rater: dict[str, Numbers] = {}
    for item in audits:
        row = rows.get(item[1:6])
        if row is not None:
            ratings = by_rater.setdefault(item.rater, np.full(len(verdicts.items), np.nan))
            ratings[row] = float(item.passed)
    return dict(sorted(by_rater.items()))


def _against(
    verdicts: Verdicts, passed: Numbers, raters: Sequence[Numbers], how: Jackknife
) -> PeopleAgainstJudge:
    of_people = np.concatenate(raters)
    of_judge = np.tile(passed, len(raters))
    both = ~np.isnan(of_people) & ~np.isnan(of_judge)
    of_people = of_people[both]
    of_judge = of_judge[both]
    cluster = np.tile(verdicts.cluster, len(raters))[both]
    wrong = errors(cluster, of_judge, of_people, how)
    return PeopleAgainstJudge(
        ac1=ac1(cluster, [of_people, of_judge], how),
        false_pass=wrong.false_pass,
        false_fail=wrong.false_fail,
    )
