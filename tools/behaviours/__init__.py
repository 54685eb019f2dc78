"""Behaviours tried on the legacy source, on gold, on second answers and on their faults."""
