"""Criteria as files: their reading, and the vocabulary of their checks."""
