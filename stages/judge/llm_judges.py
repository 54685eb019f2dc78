"""The judges of the panel that are models, with their clients."""

from collections.abc import Sequence

from assay.calls.remote import Gates, remote_client
from assay.config.config_files import load_judge
from assay.config.judging_settings import JudgingConfig
from assay.config.settings import CallsConfig
from assay.errors import AssayError
from assay.judging.question import judge_key
from assay.ledger.paid_calls import Ledger
from stages.judge.panel import LlmJudge


def llm_judges(
    panel: Sequence[str], judging: JudgingConfig, calls: CallsConfig, ledger: Ledger, gates: Gates
) -> list[LlmJudge]:
    """The panel's LLM judges. AssayError if two of them would send the same requests."""
    judges: list[LlmJudge] = []
    name_of_key: dict[str, str] = {}
    for name in panel:
        judge = load_judge(name)
        if judge.provider != "litellm":
            continue
        twin = name_of_key.setdefault(judge_key(judge, judging), name)
        if twin != name:
            raise AssayError(
                f"conf/judge/{name}.yaml: is the same judge as conf/judge/{twin}.yaml, so their "
                "verdicts would be mixed up: give one of them another litellm_model or sampling "
                "(max_tokens alone makes no other judge)"
            )
        config_path = f"conf/judge/{name}.yaml"
        client = remote_client(judge, calls, config_path, ledger, gates)
        judges.append(LlmJudge(judge, client, ledger, judging))
    return judges
