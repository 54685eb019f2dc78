"""Deterministic checks: how a criterion's `check:` is decided on an answer."""
