"""People beside the judges: what the random audit sample says of each judge, of the panel, and of the raters.

The audit alone feeds these figures. Overrules do not: they are on verdicts that someone picked, not on a random sample.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from stages.lib.human.audit import Audited
from stages.lib.scoring.agreement import (
    cohen_kappa,
    coincidence_rows,
    counted,
    gwet_ac1,
    krippendorff_alpha,
    pair_rows,
    raw_agreement,
    share_rows,
)
from stages.lib.scoring.resampling import Numbers, Resampling
from stages.validity.confidence import majority
from stages.validity.figures import Node, absent, figure
from stages.validity.rates import errors
from stages.validity.verdicts import Key, Verdicts

PANEL = "panel"


def people(verdicts: Verdicts, audits: Sequence[Audited], how: Resampling) -> Node:
    """Each judge and the panel's majority against people, and people among each other.

    A line of the audit counts if it names an answer as it is now, with a criterion that was judged; two raters of one
    verdict count twice.
    """
    raters = _ratings(verdicts, audits)
    used = sum(int((~np.isnan(rating)).sum()) for rating in raters.values())
    counts = {
        "lines": len(audits),
        "used": used,
        "raters": dict(sorted(Counter(item.rater for item in audits).items())),
    }
    if not used:
        return {**counts, **absent("nobody audited verdicts of this run (human/audit)")}
    judges = {
        **verdicts.passed,
        **(
            {PANEL: majority([verdicts.passed[name] for name in verdicts.llm])}
            if len(verdicts.llm) > 1
            else {}
        ),
    }
    return {
        **counts,
        "judges": {
            judge: _against(verdicts, passed, list(raters.values()), how)
            for judge, passed in judges.items()
        },
        "among_raters": _among(verdicts, list(raters.values()), how),
    }


def _ratings(verdicts: Verdicts, audits: Sequence[Audited]) -> dict[str, Numbers]:
    """What each rater says of each item: 1, 0 or NaN."""
    place = dict(
        zip(
            zip(verdicts.keys(), verdicts.items["answer"], strict=True),
            range(len(verdicts.items)),
            strict=True,
        )
    )
    found: dict[str, Numbers] = {}
    for item in audits:
        row = place.get((Key(item.model, item.test, item.attempt, item.criterion), item.answer))
        if row is not None:
            found.setdefault(item.rater, np.full(len(verdicts.items), np.nan))[row] = float(
                item.passed
            )
    return dict(sorted(found.items()))


def _against(
    verdicts: Verdicts, passed: Numbers, raters: Sequence[Numbers], how: Resampling
) -> Node:
    said, given = np.concatenate(raters), np.tile(passed, len(raters))
    both = ~np.isnan(said) & ~np.isnan(given)
    cluster = np.tile(verdicts.cluster, len(raters))[both]
    said, given, count = said[both], given[both], int(both.sum())
    shares = share_rows(counted([said, given]))
    return {
        "raw": figure(how.estimate(cluster, shares, raw_agreement), count),
        "kappa": figure(
            how.estimate(cluster, pair_rows(given, said), cohen_kappa),
            count,
            "one side never varies",
        ),
        "ac1": figure(how.estimate(cluster, shares, gwet_ac1), count),
        **errors(cluster, given, said, how),
    }


def _among(verdicts: Verdicts, raters: Sequence[Numbers], how: Resampling) -> Node:
    if len(raters) < 2:
        return absent("one person alone audited")
    counts = counted(raters)
    twice = counts.sum(axis=1) > 1
    rows = coincidence_rows(counts)[twice]
    estimate = how.estimate(verdicts.cluster[twice], rows, krippendorff_alpha)
    return {
        "alpha": figure(
            estimate, int(twice.sum()), "people gave one and the same verdict throughout"
        )
    }
