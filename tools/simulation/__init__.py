"""Simulated judges of known quality: what the instruments of the stage validity find of what was planted."""
