"""Criteria health: whether criteria can be met, can fail, and fail for their own reason."""
