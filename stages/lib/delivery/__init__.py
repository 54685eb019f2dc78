"""What a model delivered: its answers, the paths it names, and its files as folders on disk."""
