"""The records under metrics/: one module for each file there, with the file's name.

`jsonl.read_result` and `jsonl.write_result` are the only functions that read and write these files
(`read_results` and `write_results` if a file maps names to records).

A field with a default is left out of the file while it has that default. A field without a default
is always written, as null if it is None. Scores are percent; money is in US dollars, time in
seconds.
"""
