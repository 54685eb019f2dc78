"""The local web application in which people mark dialogues and audit verdicts, blind."""
