"""Show what was paid, and take damaged lines out."""
