"""The prompt of an LLM judge, made in one place.

In reading order: `instructions` (the system message), `material` (the task and the answer as a
judge is shown them), `document` (questions about a document), `question` (all of it as a request).
"""
