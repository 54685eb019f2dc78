"""Commands that people and the Makefile run by hand. No stage imports from here."""
