"""Bring the files of a git revision into a data set."""
