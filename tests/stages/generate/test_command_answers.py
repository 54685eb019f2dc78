"""A command answers: what it leaves in the folder, once, within bounds; nothing of it stays."""

from contextlib import suppress
from pathlib import Path

import psutil
import pytest
import yaml

from tests.conftest import FakeServer
from tests.project import FILES
from tests.stages.conftest import Mini, answers

PORT = "Port-Mini"
DIALOGUE = "UpgradeReactApplication-Mini"
APP = FILES["scenarios/contextual_experiment/gold/UpgradeReactApplication-Mini/src/App.tsx"]
AGENT = f"""
import json, os, pathlib, sys
prompt = pathlib.Path(os.environ["ASSAY_PROMPT"]).read_text()
open(LOG, "a").write("run\\n")
if "current folder" in prompt:
    pathlib.Path("src").mkdir(exist_ok=True)
    pathlib.Path("src/App.tsx").write_text({APP!r})
else:
    print("The document.")
note = {{"who": "agent 1.2", "cost_usd": 0.25, "output_tokens": 70}}
pathlib.Path(os.environ["ASSAY_NOTE"]).write_text(json.dumps(note))
"""


def agent(mini: Mini, script: str, **more: object) -> Path:
    """A model of that script. Returns the file with a line for each run of it."""
    log = mini.root / "log"
    mini.write("agent.py", f"LOG = {str(log)!r}\n{script}")
    config = {"provider": "command", "command": ["python3", str(mini.root / "agent.py")], **more}
    mini.write("conf/model/agent.yaml", yaml.safe_dump(config))
    return log


def test_what_it_leaves_is_the_answer_and_is_bought_once(mini: Mini, server: FakeServer) -> None:
    log = agent(mini, AGENT)
    mini.generate(model="agent")
    found = answers("agent")
    assert found[PORT].text.startswith("### src/App.tsx\n") and APP in found[PORT].text
    assert found[PORT].cost_usd == 0.25 and found[PORT].usage.output == 70
    assert found[PORT].reported_model == "agent 1.2"
    dialogue = found[DIALOGUE].dialogue
    assert dialogue and dialogue.outcome == "ended"
    assert [(file.path, file.content) for file in dialogue.files] == [("src/App.tsx", APP)]
    assert found["Explain-Other"].text.strip() == "The document."
    runs = len(log.read_text().splitlines())
    assert runs == len(found)
    (mini.root / "outputs/answers/agent.jsonl").unlink()
    mini.generate("calls.mode=replay", model="agent")
    assert answers("agent") == found and len(log.read_text().splitlines()) == runs
    assert server.calls() == []


@pytest.mark.parametrize(
    ("script", "more", "error"),
    [
        ("import sys; sys.exit('no key')", {}, "the command ended with exit code 1: no key"),
        ("import time; time.sleep(60)", {"seconds": 0.5}, "the command took longer than 0.5 s"),
        ("", {"command": ["no-such-agent"]}, "no-such-agent cannot be started"),
    ],
)
def test_a_command_that_fails_is_a_gap_with_its_reason(
    mini: Mini, script: str, more: dict[str, object], error: str
) -> None:
    agent(mini, script, **more)
    mini.generate(model="agent")
    assert {answer.status for answer in answers("agent").values()} == {"gap"}
    assert error in answers("agent")[PORT].error


def test_what_it_started_ends_with_it(mini: Mini) -> None:
    log = agent(
        mini,
        "import subprocess\nchild = subprocess.Popen(['sleep', '4444'])\n"
        "open(LOG, 'a').write(f'{child.pid}\\n')\n",
    )
    mini.generate(model="agent")
    for pid in map(int, log.read_text().split()):
        with suppress(psutil.NoSuchProcess):
            psutil.Process(pid).wait(5)


def test_a_budget_needs_what_an_answer_costs_at_most(mini: Mini) -> None:
    log = agent(mini, AGENT)
    mini.write("conf/calls/default.yaml", "budget_usd: 1\n")
    mini.generate(model="agent")
    assert "add `most_usd`" in answers("agent")[PORT].error and not log.exists()
