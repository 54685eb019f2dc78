"""Write the leaderboard in the field's shared form, one file for each model.

python -m tools.every_eval_ever "Example Team"

The form is Every Eval Ever, schema 0.2.2 (https://evalevalai.com); the name is that of whoever ran
the benchmark. Reads metrics/leaderboard.json and conf/model/, and writes
outputs/every_eval_ever/data/assay/<developer>/<model>/<uuid>.json. The same results get the same
uuid, so that a file is replaced, and not published twice. Rulers are no models and are left out.
"""

import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from assay.config import paths
from assay.config.config_files import load_model, load_score
from assay.config.settings import ModelConfig
from assay.records.hashing import content_hash, git_id
from assay.records.jsonl import read_result, write_json
from assay.records.leaderboard_records import Leaderboard, LeaderboardRow
from assay.records.untyped import JsonObject
from tools.command_line import ToolParser
from tools.exit_code import exit_code

SCHEMA = "0.2.2"
FOLDER = Path("outputs/every_eval_ever")


def main() -> None:
    parser = ToolParser(prog="every_eval_ever", description=__doc__)
    parser.add_argument("organization", help="who ran the benchmark, as it is to be published")
    organization = parser.parse_args().organization.strip()
    if not organization:
        parser.error('the name of your organization is missing: ORG="Example Team"')
    board = read_result(paths.LEADERBOARD, Leaderboard)
    rows = [row for row in board.models if not row.ruler and row.score is not None]
    level = load_score().confidence
    if not rows:
        print("No model of this run has a score: gold, echo and null are rulers, no models.")
    for row in rows:
        config = load_model(row.model)
        results = [*_results(row, board.judge_group, level)]
        name = uuid.UUID(content_hash([row.model, results])[:32], version=4)
        developer, model = names(config)
        target = FOLDER / "data" / "assay" / developer / model.replace("/", "_") / f"{name}.json"
        write_json(target, _evaluation(config, organization, results))
        print(target)


def names(config: ModelConfig) -> tuple[str, str]:
    """The developer and the model, as litellm names them; one without litellm's name has its own.

    >>> names(ModelConfig(name="ours", litellm_model="openrouter/acme/small"))
    ('acme', 'small')
    """
    parts = (config.litellm_model or config.name).rsplit("/", 2)
    if len(parts) == 1:
        return config.family or "unknown", parts[0]
    return parts[-2], parts[-1]


def _evaluation(config: ModelConfig, organization: str, results: list[JsonObject]) -> JsonObject:
    developer, model = names(config)
    now = str(time.time())
    info: JsonObject = {"name": config.name, "id": f"{developer}/{model}", "developer": developer}
    if config.litellm_model:
        info["inference_platform"] = config.litellm_model.partition("/")[0]
    sampling = config.sampling
    named = {"temperature", "top_p", "top_k", "max_tokens"}
    arguments = sampling.model_dump(include=named, exclude_none=True)
    generation: JsonObject = {"generation_args": arguments}
    if sampling.reasoning:
        generation["additional_details"] = {"reasoning": sampling.reasoning}
    return {
        "schema_version": SCHEMA,
        "evaluation_id": f"assay/{developer}/{model}/{now}",
        "retrieved_timestamp": now,
        "source_metadata": {
            "source_name": "Assay",
            "source_type": "evaluation_run",
            "source_organization_name": organization,
            "evaluator_relationship": "third_party",
        },
        "eval_library": {
            "name": "assay",
            "version": "unknown",
            "additional_details": {"leaderboard": git_id(paths.LEADERBOARD.read_bytes())},
        },
        "model_info": info,
        "evaluation_results": [{**result, "generation_config": generation} for result in results],
    }


def _results(row: LeaderboardRow, judge_group: str, level: float) -> Iterator[JsonObject]:
    for name, value in {"overall": row.score, **row.categories}.items():
        details: JsonObject = {"score": value}
        if name == "overall" and row.interval:
            bounds = {"lower": row.interval.low, "upper": row.interval.high}
            details["uncertainty"] = {"confidence_interval": {**bounds, "confidence_level": level}}
        if name == "overall" and row.tests:
            details["details"] = {"tests": str(row.tests.all), "scored": str(row.tests.scored)}
        yield {
            "evaluation_name": f"assay.{name}",
            "source_data": {"dataset_name": "assay", "source_type": "other"},
            "metric_config": {
                "evaluation_description": f"{row.kind} score by {judge_group}: weight of the "
                "criteria passed, mean of accuracy and completeness",
                "metric_unit": "percent",
                "lower_is_better": False,
                "score_type": "continuous",
                "min_score": 0,
                "max_score": 100,
            },
            "score_details": details,
        }


if __name__ == "__main__":
    sys.exit(exit_code("every_eval_ever", main))
