"""compare: all models side by side."""
