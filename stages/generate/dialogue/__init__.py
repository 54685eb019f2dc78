"""Dialogues with tools: a model reads a legacy application and writes the new one, turn by turn.

`tools` carries out the methodology's five tools. `engine` runs the turns and decides where a
dialogue ends. docs/dialogues.md describes what readers of results see.
"""
