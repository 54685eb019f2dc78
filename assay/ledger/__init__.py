"""The paid calls: what was asked, and what came back."""
