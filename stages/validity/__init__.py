"""validity: how far the judges can be trusted, and which verdicts to look at."""
