"""Statistics, independent of scores: sampling, intervals, agreement, correlation, significance."""
