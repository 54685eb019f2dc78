"""Look at the ledger, check it, take over a colleague's, and move away what nobody asks any more."""
