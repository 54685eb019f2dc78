"""Deterministic checks: they decide a criterion's `check:` on an answer."""
