"""extract: the files of each answer, read in bounded workers."""
