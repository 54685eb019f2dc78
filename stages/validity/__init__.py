"""validity: how far the judges can be trusted, which criteria tell models apart, and which verdicts to look at."""
