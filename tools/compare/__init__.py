"""`make compare`: what changed a score between two git revisions."""
