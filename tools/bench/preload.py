"""Imported once, by the process whose forks are the stages."""

import hydra  # noqa: F401

from assay.calls.lazy import litellm_module

litellm_module()
