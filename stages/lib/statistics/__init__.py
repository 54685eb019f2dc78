"""Statistics that know nothing of scores: sampling, intervals, agreement, correlation, significance."""
