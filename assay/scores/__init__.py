"""From verdicts to scores and their uncertainty."""
