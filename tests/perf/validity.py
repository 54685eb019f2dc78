"""The judges' figures, with all their intervals."""
