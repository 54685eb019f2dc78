"""The CSV files that people write under human/: marks, audits, overrules."""
