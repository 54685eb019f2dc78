"""Known files written out in the layouts of real answers, to measure what extraction reads."""
