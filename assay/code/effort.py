"""How much the parser may do for one answer: a bound in its own steps, the same on every machine.

The files of an answer share one effort. So neither their number nor a busy machine changes what is
parsed.
"""

PARSE_STEPS = 20_000
"""Calls of the parser's progress function: 2 MB of ordinary code, 400 kB of code without spaces, or
some seconds of bad code."""
PARSE_READS = 20_000
"""Pieces of the text that the parser may ask for: bad code makes it look ahead again and again."""


class Effort:
    """What the parser may still do. It counts down.

    `tries_memory`: whether a text is parsed in a child process first, in case it takes gigabytes.
    Assay's own texts do not, and the trial takes longer than the parsing.
    """

    def __init__(
        self, steps: int = PARSE_STEPS, reads: int = PARSE_READS, tries_memory: bool = True
    ) -> None:
        self.steps_left = steps
        self.reads_left = reads
        self.tries_memory = tries_memory

    @property
    def is_spent(self) -> bool:
        return self.steps_left <= 0 or self.reads_left <= 0
