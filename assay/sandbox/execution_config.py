"""How answers are executed: conf/execution/default.yaml."""

from typing import Literal

from pydantic import Field

from assay.config import paths
from assay.config.settings import Config, validated
from assay.config.yaml_files import read_yaml


class Seconds(Config):
    """The longest that each step of one answer may take, and all of them together (`total`)."""

    types: float = Field(gt=0)
    build: float = Field(gt=0)
    own_tests: float = Field(gt=0)
    behaviours: float = Field(gt=0)
    total: float = Field(gt=0)


class ExecutionBounds(Config):
    """What one sandbox may use.

    `memory_mb`: of all its processes together. `processes`: at once. `disk_mb`: what it may
    write, which is held in memory. `log_kb`: how much of its output is kept; the rest is dropped
    while it is read. `collected_mb`: what may be taken out of it, such as a built application.
    """

    seconds: Seconds
    memory_mb: int = Field(gt=0)
    processes: int = Field(gt=0)
    disk_mb: int = Field(gt=0)
    log_kb: int = Field(gt=0)
    collected_mb: int = Field(gt=0)


class MutantSeconds(Config):
    """The longest that an answer's own tests may take on one mutant, and on all (`total`)."""

    one: float = Field(gt=0)
    total: float = Field(gt=0)


class ExecutionConfig(Config):
    """How answers are executed.

    `jobs`: answers executed at once; 0 means as many as there are cores. `node` and `browser`:
    the programs' paths; auto finds them. `node_version`: the oldest version allowed. `packages`:
    those of the toolchain alone, or what an answer declares beyond it too, from the registry.
    `allow_soft_bounds`: run although the kernel does not bound the memory of a sandbox.
    """

    jobs: int = Field(ge=0)
    node: str
    node_version: str
    browser: str
    packages: Literal["toolchain", "registry"] = "toolchain"
    allow_soft_bounds: bool
    bounds: ExecutionBounds
    mutant_seconds: MutantSeconds


def load_execution() -> ExecutionConfig:
    """The configuration in conf/. AssayError names file and key of a mistake."""
    path = paths.CONF / "execution/default.yaml"
    return validated(read_yaml(path), ExecutionConfig, str(path))
