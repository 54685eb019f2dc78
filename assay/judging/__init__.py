"""The prompt of an LLM judge, made in one place.

In reading order: `instructions` (the system message), `material` (the task and the answer as a
judge is shown them), `question` (both, with the criteria), `suspicion` (text in an answer that
addresses judges).
"""
