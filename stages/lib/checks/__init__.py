"""Deterministic checks: what a criterion's `check:` may say, and how it is decided on an answer."""
