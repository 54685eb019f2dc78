"""Show the ledger, check it, merge a colleague's, and prune calls that are not asked any more."""
