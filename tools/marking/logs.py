"""Which delivered files the logs of failed steps name, such as one with a type error."""

import re
from collections.abc import Iterable, Sequence

from stages.report.execution_views import StepView

BEFORE = r"(?:(?<![\w./@-])|(?<=/app/)|(?<=\s\./))"
"""A log names a file as `src/App.tsx`, `./src/App.tsx` or `/app/src/App.tsx`."""
AFTER = r"(?![\w/-])(?!\.\w)"


def steps_by_file(paths: Iterable[str], steps: Sequence[StepView]) -> dict[str, list[str]]:
    """The names of the failed steps whose log names the file, by its path.

    A log is the end of an output. So a file that it does not name may be at fault too.
    """
    failed = [view for view in steps if view.step.status == "failed"]
    found: dict[str, list[str]] = {}
    for path in paths:
        pattern = re.compile(BEFORE + re.escape(path) + AFTER)
        names = [view.name for view in failed if pattern.search(view.step.log)]
        if names:
            found[path] = names
    return found
