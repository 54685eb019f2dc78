"""A small open model on this machine's CPU, taken through the whole pipeline.

`python -m tools.local_model`.
"""
