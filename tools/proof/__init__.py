"""The proof of the criteria: they are tried on good and on broken answers, read and run."""
