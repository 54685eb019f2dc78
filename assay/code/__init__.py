"""From code to syntax trees: grammars, queries, and whether a delivered file parses."""
