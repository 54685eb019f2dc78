"""A made-up run of many models: to show the report without keys, and to measure it."""
