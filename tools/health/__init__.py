"""Criteria health.

Whether criteria can be met, tell answers apart, and fail for the reason that they name.
"""
