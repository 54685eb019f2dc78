"""What the stages share, one subject a file. What the same stages use together lies in one folder, which is one
dependency in dvc.yaml."""
