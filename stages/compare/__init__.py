"""compare: the leaderboard of all models."""
