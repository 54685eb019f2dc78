"""fingerprint: which files each stage is made of, so that only what a change affects runs.

`outputs/fingerprint/<stage>.txt` lists the files that the stage imports, directly or through
others, its configuration and its templates, each with its SHA-256 (as `sha256sum` writes it), and
the values that it takes from params.yaml. In dvc.yaml each stage depends on its list.
"""

import json
import re
from hashlib import sha256
from pathlib import Path

from assay.config import paths
from assay.config.code_imports import imported
from assay.config.params import Params, load_params
from assay.config.settings import Config
from assay.config.stage import Summary, stage
from assay.config.yaml_files import read_yaml
from assay.records.jsonl import write_text

CALLS = "calls"
"""The config group that can change no result."""
STAGES = (
    "measure",
    "render",
    "generate",
    "extract",
    "execute",
    "judge",
    "score",
    "compare",
    "validity",
    "report",
)
FROM_PARAMS = re.compile(r"\$\{params:(\w+)\}")


@stage("fingerprint", Config)
def main(_: Config) -> Summary:
    params = load_params()
    for name in STAGES:
        files = closure(name)
        for group, names in chosen_files(name, params):
            files += [paths.CONF / group / f"{file}.yaml" for file in names]
        files.sort()
        write_text(paths.fingerprint(name), hashes(files) + settings(name, params))
    return Summary(items=len(STAGES), new=len(STAGES))


def chosen_files(name: str, params: Params) -> list[tuple[str, list[str]]]:
    """The files of params.yaml's models or judges that the stage reads, by folder."""
    if name == "generate":
        return [("model", params.models)]
    return [("judge", params.panel)] if name == "judge" else []


def hashes(files: list[Path]) -> str:
    """A line for each file: the SHA-256 of its bytes, two spaces, its path."""
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in files]
    return "".join(lines)


def settings(name: str, params: Params) -> str:
    """A line for each value of params.yaml that the stage's configuration refers to."""
    configuration_text = (paths.CONF / f"{name}.yaml").read_text(encoding="utf-8")
    wanted = sorted(set(FROM_PARAMS.findall(configuration_text)))
    return "".join(f"# params.yaml {key}: {json.dumps(getattr(params, key))}\n" for key in wanted)


def closure(name: str) -> list[Path]:
    """Every file that can change what the stage does, sorted.

    These are its import closure (imports inside functions too), texts of a module's name beside
    the module, the templates in its folder and its configuration.
    """
    seen: set[Path] = set()
    queue = [entry(name)]
    while queue:
        path = queue.pop()
        if path not in seen and path.exists():
            seen.add(path)
            queue.extend(imported(path))
    texts = {text for path in seen if (text := path.with_suffix(".md")).exists()}
    return sorted(seen | texts | set(_beside(name)))


def entry(name: str) -> Path:
    """The module that `python -m stages.<name>` runs."""
    package = Path("stages") / name
    return package / "__main__.py" if package.is_dir() else package.with_suffix(".py")


def _beside(name: str) -> list[Path]:
    package = Path("stages") / name
    templates = [
        path for path in package.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")
    ]
    return [*templates, paths.CONF / "base.yaml", *configuration(name)]


def configuration(name: str) -> list[Path]:
    """The stage's own file under conf/ and the default files of the groups that it composes.

    The group of calls is left out: it says how calls are made, not what they ask.
    """
    own = paths.CONF / f"{name}.yaml"
    files = [own]
    for item in read_yaml(own)["defaults"]:
        groups = item.items() if isinstance(item, dict) else ()
        for group, choice in groups:
            if choice == "default" and group != CALLS:
                files.append(paths.CONF / group / f"{choice}.yaml")
    return files


if __name__ == "__main__":
    main()
