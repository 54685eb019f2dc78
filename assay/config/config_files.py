"""The files under conf/: which there are, and each one validated. AssayError names a wrong file."""

from typing import Any

from assay.config import paths
from assay.config.settings import C, JudgeConfig, ModelConfig, ScoreConfig, did_you_mean, validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError


def known_names(group: str) -> list[str]:
    """The names of the files in conf/<group>/, sorted."""
    return sorted(path.stem for path in (paths.CONF / group).glob("*.yaml"))


def load_judge(name: str) -> JudgeConfig:
    """conf/judge/<name>.yaml, validated."""
    return _loaded("judge", name, JudgeConfig)


def load_model(name: str) -> ModelConfig:
    """conf/model/<name>.yaml, validated."""
    return _loaded("model", name, ModelConfig)


def _loaded(group: str, name: str, kind: type[C]) -> C:
    path = paths.CONF / group / f"{name}.yaml"
    if not path.exists():
        raise AssayError(f"there is no {path}{did_you_mean(name, known_names(group))}")
    return validated(named(read_yaml(path), name), kind, str(path))


def load_score() -> ScoreConfig:
    """conf/score/default.yaml, validated."""
    return validated(read_yaml(paths.SCORE_CONFIG) or {}, ScoreConfig, str(paths.SCORE_CONFIG))


def named(value: Any, name: str) -> Any:
    """A group's YAML with the name of its file added, which the file itself does not contain."""
    if value is None:
        return {"name": name}
    return {**value, "name": name} if isinstance(value, dict) and "name" not in value else value
