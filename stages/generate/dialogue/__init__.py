"""Dialogues with tools: a model explores a legacy application and writes the new one, turn by turn.

`tools` carries out the methodology's five tools, `engine` plays the turns and says where a dialogue ends, `native` and
`text` are the two ways in which a model calls a tool. docs/dialogues.md describes what a reader of results meets.
"""
