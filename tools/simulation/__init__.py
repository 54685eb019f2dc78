"""Simulated judges of known quality.

What the instruments of the stage validity find of what was planted.
"""
