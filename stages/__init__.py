"""The pipeline's code: one module or small package per stage of dvc.yaml, over `stages.lib`."""
