"""Statistics that know nothing of scores: intervals, agreement, correlation, significance."""
