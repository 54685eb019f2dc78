"""`make local`: run the pipeline with a small open model on this machine's CPU."""
