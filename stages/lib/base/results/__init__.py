"""The records under metrics/: one module for each file there, named as it.

`jsonl.write_result` and `jsonl.read_result` are the only way to and from these files (`write_results` and
`read_results` where a file maps names to records).

A field with a default is left out of the file while it has that default. A field without one is always written, as
null if it is None. Scores are percent; money is in US dollars, time in seconds.
"""
