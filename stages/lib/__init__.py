"""What the stages share: records, configs, the ledger, model calls, checks, statistics. One subject a file."""
