"""A small Assay project in its own folder: three tests, run by the real pipeline."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parents[1]

DATASET = (
    "technology: JavaScript\ndescription: A test data set.\n"
    "source: Original work\nlicence: Apache-2.0\n"
)
BUILT_IN_RUN = {
    "models": ["gold", "null"],
    "panel": ["checks"],
    "suite": "mini",
    "attempts": 1,
    "seed": 1,
    "execution": "off",
    "baseline": None,
    "margin": 3,
}
FILES = {
    "datasets/Mini/dataset.yaml": DATASET,
    "datasets/Mini/app.js": "function count(n) {\n  return n > 0 ? n + 1 : 1;\n}\n",
    "datasets/Mini/index.html": '<h1>Mini counter</h1>\n<script src="app.js"></script>\n',
    "datasets/Other/dataset.yaml": DATASET,
    "datasets/Other/greet.js": "function greet(name) {\n  return 'Hello ' + name;\n}\n",
    "scenarios/solution_migration/system.md": "You answer with files.\n",
    "scenarios/solution_migration/Port.md": (
        "---\ntitle: Port\ncategory: code_translation\ntype: solution_migration\nanswer: files\n"
        "datasets: [Mini]\n---\n"
        "Port this application to React 19.\n\n{{ code }}\n{{ instructions }}\n"
    ),
    "scenarios/solution_migration/gold/Port-Mini.md": (
        '### package.json\n```json\n{"dependencies": {"react": "^19.0.0"}}\n```\n'
        "### src/App.tsx\n```tsx\nexport const App = () => <h1>Mini counter</h1>;\n```\n"
    ),
    "scenarios/code_explanation/system.md": "You answer with a document.\n",
    "scenarios/code_explanation/Explain.md": (
        "---\ntitle: Explain\ncategory: code_documentation\ntype: code_explanation\n"
        "answer: document\n"
        "datasets: [Other]\n---\nDescribe this {{ technology }} code.\n\n{{ code }}\n"
    ),
    "scenarios/code_explanation/gold/Explain-Other.md": (
        "# Overview\n\nThe module greets a visitor.\n\n# Functions\n\n"
        "`greet` returns the greeting.\n"
    ),
    "scenarios/contextual_experiment/system.md": "You work with tools.\n",
    "scenarios/contextual_experiment/UpgradeReactApplication.md": (
        "---\ntitle: Upgrade\ncategory: instruction_following\ntype: contextual_experiment\n"
        "answer: dialogue\n"
        "datasets: [Mini]\n---\nUpgrade the application.\n"
    ),
    "scenarios/contextual_experiment/gold/UpgradeReactApplication-Mini/src/App.tsx": (
        "export const App = () => <h1>Mini counter</h1>;\n"
    ),
    "criteria/solution_migration/Port-Mini.yaml": """evaluation_steps:
  accuracy:
  - criterion: package.json names "react"
    check: {dependency: react, version: '>=19'}
  - criterion: The component is in "App.tsx"
    weight: 3.0
    check: {file: App.tsx}
  completeness:
  - criterion: The heading says "Mini counter"
    check: {tsx: h1, text: Mini counter}
  - criterion: The code exports "App"
    weight: 0.5
""",
    "criteria/code_explanation/Explain-Other.yaml": """evaluation_steps:
  accuracy:
  - It has a section "Overview"
  - criterion: It is about a "module"
    check: {regex: module}
  completeness:
  - criteria: It describes "greet"
    check: {mentions: ['`greet`']}
""",
    "criteria/contextual_experiment/UpgradeReactApplication-Mini.yaml": """evaluation_steps:
  accuracy:
  - criterion: The code uses "h1"
    check: {tsx: h1}
  completeness:
  - criterion: It shows "Mini counter"
    check: {regex: Mini counter}
""",
    "conf/suite/mini.yaml": "tests: [Port-Mini, Explain-Other, UpgradeReactApplication-Mini]\n",
    "criteria/behaviours/README.md": "behaviours\n",
    "toolchains/README.md": "toolchains\n",
    "answers/README.md": "answers\n",
    "executions/gold.jsonl": "",
    "human/marks/README.md": "marks\n",
    "human/audit/README.md": "audits\n",
    "human/overrules.csv": "model,test,attempt,answer,criterion,judge,passed,person,reason\n",
    "metrics/change.json": "{}\n",
    "metrics/criteria.json": "{}\n",
    "metrics/missing/generate.json": "[]\n",
    "metrics/missing/judge.json": "[]\n",
    ".gitignore": "/outputs/\n/ledger\n/.assay\n__pycache__/\n",
    ".gitattributes": "ledger.dvc merge=dvc\n",
}
CODE = ("assay", "stages", "tools")
COPIED = (*CODE, "dvc.yaml", ".dvcignore", "conf")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "suite")


NO_NETWORK = ("unshare", "--map-root-user", "--net")
"""A network namespace of its own, without even a loopback interface that is up."""


def without_network() -> tuple[str, ...]:
    """What to put before a command that must not reach anything.

    Nothing where the machine has no namespaces.
    """
    able = (
        shutil.which("unshare")
        and subprocess.run([*NO_NETWORK, "true"], check=False).returncode == 0
    )
    return NO_NETWORK if able else ()


class Project:
    """The folder, and what a user does in it."""

    def __init__(self, root: Path, server: str = "", python: Path | None = None) -> None:
        """`server`: the address of the fake server.

        `python`: a folder whose `python` stands in for the real one.
        """
        self.root = root
        self.server = server
        self.python = python or Path(sys.executable).parent

    @classmethod
    def create(cls, root: Path, server: str = "") -> "Project":
        """Write the project's files, make it a git and DVC repository, commit."""
        project = cls(root, server)
        for name in COPIED:
            source = ROOT / name
            copy = shutil.copytree if source.is_dir() else shutil.copyfile
            copy(source, root / name, **({"ignore": LEFT_OUT} if source.is_dir() else {}))
        for path, text in FILES.items():
            project.write(path, text)
        project.params(**BUILT_IN_RUN)
        project.git("init", "-q", "-b", "main")
        project.run("dvc", "init", "-q")
        shutil.copyfile(ROOT / ".dvc/config", root / ".dvc/config")
        shutil.copytree(ROOT / ".dvc/plots", root / ".dvc/plots", dirs_exist_ok=True)
        project.commit("start")
        return project

    @classmethod
    def copy(
        cls, source: Path, root: Path, server: str = "", python: Path | None = None
    ) -> "Project":
        """A project like that in `source`, which stays as it is. Compiled code is copied too.

        The code is most of the files, and tests seldom change it. So both projects share its files,
        and `write` makes a new file.
        """
        root.mkdir()
        others = [path for path in sorted(source.iterdir()) if path.name not in CODE]
        code = [source / name for name in CODE]
        subprocess.run(["cp", "-a", *others, root], check=True)
        subprocess.run(["cp", "-al", *code, root], check=True)
        return cls(root, server, python)

    def params(self, **changes: Any) -> None:
        path = self.root / "params.yaml"
        old = yaml.safe_load(path.read_text()) if path.exists() else {}
        path.write_text(yaml.safe_dump(old | changes))

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)  # the file may be that of other projects too
        target.write_text(text, encoding="utf-8")

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def json(self, path: str) -> Any:
        return json.loads(self.read(path))

    def replace(self, path: str, old: str, new: str) -> None:
        text = self.read(path)
        assert old in text, f"{path} does not contain {old!r}"
        self.write(path, text.replace(old, new))

    def remote(self, group: str, name: str, served: str = "", **more: Any) -> None:
        """Write conf/<group>/<name>.yaml for a model of the fake server.

        1 dollar a million input tokens, 2 output.
        """
        config = {
            "litellm_model": f"openai/{served or name}",
            "price": {"input": 1.0, "output": 2.0, "cached_input": 0.5},
        }
        self.write(f"conf/{group}/{name}.yaml", yaml.safe_dump(config | more))

    def environment(self) -> dict[str, str]:
        """This process's, with Python first on PATH and without real keys.

        OpenAI is the fake server.
        """
        kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
        return kept | {
            "PATH": f"{self.python}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DVC_NO_ANALYTICS": "1",
            "COLUMNS": "200",
            "OPENAI_API_BASE": f"{self.server}/v1",
        }

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert not check or done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
        return done

    def git(self, *arguments: str) -> str:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
        return self.run("git", *identity, *arguments).stdout

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def repro(self, *arguments: str, check: bool = True) -> "Repro":
        done = self.run("dvc", "repro", *arguments, check=check)
        return Repro(done.returncode, done.stdout, done.stderr)

    def started(self, name: str, *overrides: str) -> subprocess.Popen[bytes]:
        """One stage by hand, not waited for."""
        return subprocess.Popen(
            ["python", "-m", f"stages.{name}", *overrides],
            cwd=self.root,
            env=self.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stage(
        self, name: str, *overrides: str, check: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Run one stage by hand."""
        return self.run("python", "-m", f"stages.{name}", *overrides, check=check)


class Repro(NamedTuple):
    """What a `dvc repro` did."""

    code: int
    out: str
    err: str

    @property
    def items(self) -> dict[str, int]:
        """How many items each stage that ran worked on: those of models with work."""
        lines = re.findall(r"^(\w+): (\d+) items", self.out, re.M)
        return {stage: int(count) for stage, count in lines}

    @property
    def stages(self) -> list[str]:
        """The stages that ran, by name, in order."""
        return [
            line.split("'")[1] for line in self.out.splitlines() if line.startswith("Running stage")
        ]
