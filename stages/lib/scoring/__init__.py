"""From verdicts to scores, and how sure they are."""
