"""Model calls: the ledger, the one module that talks to providers, and many calls at once."""
