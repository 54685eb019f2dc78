"""Ruler or model? What changed a score between two git revisions."""
