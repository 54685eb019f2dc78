"""Simulations: are the figures about judges and models right? And invented runs to look at."""
