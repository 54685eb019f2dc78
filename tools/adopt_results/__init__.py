"""Adopts the results of the methodology's published archive."""
