"""judge: one model's answers before the whole panel, criterion by criterion."""
