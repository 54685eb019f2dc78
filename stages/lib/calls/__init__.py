"""Model calls: the ledger, the one place that talks to providers, and many calls at once."""
