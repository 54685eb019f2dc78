"""validity: how far the judges can be trusted, what criteria tell, which verdicts to look at."""
