"""Simulations: whether the figures about judges and the comparison of models are right."""
