"""Where everything is, relative to the repository's root. dvc.yaml names the same paths."""

from collections.abc import Callable
from pathlib import Path

PARAMS = Path("params.yaml")
CONF = Path("conf")
SCORE_CONFIG = CONF / "score" / "default.yaml"
DATASETS = Path("datasets")
SCENARIOS = Path("scenarios")
CRITERIA = Path("criteria")
BEHAVIOURS = Path("criteria/behaviours")
QUESTIONS = Path("criteria/questions")
DEFECTS = Path("criteria/defects")
OF_DATASETS = (QUESTIONS, DEFECTS)
"""Folders with a file for each data set, as criteria/ has one for each test."""
TOOLCHAINS = Path("toolchains")
MARKS = Path("human/marks")
AUDIT = Path("human/audit")
OVERRULES = Path("human/overrules.csv")

PROMPTS = Path("outputs/prompts.jsonl")
DATASET_METRICS = Path("metrics/datasets.json")
CRITERIA_HEALTH = Path("metrics/criteria.json")
LEADERBOARD = Path("metrics/leaderboard.json")
SUMMARY = Path("metrics/summary.json")
CHANGE = Path("metrics/change.json")
PLOTS = Path("metrics/plots")
JUDGE_METRICS = Path("metrics/judges.json")
EXAM = Path("outputs/exam.json")
DISCRIMINATION = Path("outputs/discrimination.csv")
REVIEW = Path("outputs/review.csv")
REPORT = Path("outputs/report")
SYNTHETIC = Path("outputs/SYNTHETIC")
"""Stands where a generator made the answers: every page of the report says so."""

LEDGER = Path("ledger")
"""Paid answers as DVC shares them: ledger.dvc names them."""
LOCAL_STORE = Path(".assay/ledger")
"""Paid answers as they arrive. Ignored by git and unknown to DVC, so no checkout can touch it."""
LEDGER_INDEX = LOCAL_STORE / "index"
BATCHES = Path(".assay/batches.jsonl")
"""The batches of calls that were sent, and those that ended."""
SPENT = Path(".assay/spent.json")
"""What the run has spent so far, for its next stage."""
RUN_LOCK = Path(".assay/run.lock")
"""Locked by the stage that works in this checkout."""
TOOLCHAIN_STORE = Path(".assay/toolchains")
EXECUTION_STORE = Path(".assay/executions")
COMMITTED_EXECUTIONS = Path("executions")
"""Executions of the built-in models, which git tracks: a fresh clone has nothing to run."""
MACHINE = Path(".assay/machine")
"""A random id, which stands in what this machine executed."""
CANARIES = Path(".assay/canaries")
"""Toolchains that were believed on this machine."""


def gold(type_: str, test: str) -> Path:
    """The reference answer to a test of this type: one text."""
    return SCENARIOS / type_ / "gold" / f"{test}.md"


def _of(pattern: str) -> Callable[[str], Path]:
    """The path of a model, or of a stage, by its name."""
    return lambda name: Path(pattern.format(name))


inputs = _of("outputs/inputs/{}.json")
"""By model, the hashes of what the stage's outputs were made from, and of the outputs."""
gaps = _of("outputs/gaps/{}.json")
"""What the stage could not get: answers of models, or verdicts of judges."""
missing = _of("metrics/missing/{}.json")
"""What the last run could not get from the stage, which the next run asks for again."""
fingerprint = _of("outputs/fingerprint/{}.txt")

answer_files = _of("answers/{}")
"""The answers of a model with `provider: files`."""
answers = _of("outputs/answers/{}.jsonl")
extracted = _of("outputs/extracted/{}.jsonl")
dialogues = _of("outputs/dialogues/{}")
"""The files that the model wrote in its dialogues: `<test>/<attempt>/`, and a README.md."""
executions = _of("outputs/executions/{}.jsonl")
executed = _of("outputs/executed/{}.jsonl")
"""Executions with their times and pictures, shared so that nobody has to run them again."""
screenshots = _of("outputs/screenshots/{}")
"""Pictures of failed behaviours."""
verdicts = _of("outputs/verdicts/{}.jsonl")
test_scores = _of("outputs/scores/{}.jsonl")
model_metrics = _of("metrics/models/{}.json")
model_spending = _of("metrics/spending/{}.json")
model_summary = _of("metrics/summary/{}.json")
"""The model's row in the table of `dvc metrics show`."""
