"""generate: one model answers every prompt of the suite."""
