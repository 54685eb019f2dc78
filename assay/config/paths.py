"""Where everything is, relative to the repository's root. dvc.yaml names the same paths."""

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
DATASET_FIGURES = Path("outputs/datasets.jsonl")
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
GAPS = Path("outputs/gaps")
MISSING = Path("metrics/missing")
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


def answer_files(model: str) -> Path:
    """The answers of a model with `provider: files`."""
    return Path("answers") / model


def plan(stage: str) -> Path:
    return Path(".assay/plan") / f"{stage}.json"


def inputs(stage: str) -> Path:
    """By model, the hashes of what the stage's outputs were made from, and of the outputs."""
    return Path("outputs/inputs") / f"{stage}.json"


def gaps(stage: str) -> Path:
    """What the stage could not get: answers of models, or verdicts of judges."""
    return GAPS / f"{stage}.json"


def missing(stage: str) -> Path:
    """What the last run could not get from the stage, which the next run asks for again."""
    return MISSING / f"{stage}.json"


def fingerprint(stage: str) -> Path:
    return Path("outputs/fingerprint") / f"{stage}.txt"


def answers(model: str) -> Path:
    return Path("outputs/answers") / f"{model}.jsonl"


def extracted(model: str) -> Path:
    return Path("outputs/extracted") / f"{model}.jsonl"


def dialogues(model: str) -> Path:
    """The files that the model wrote in its dialogues: `<test>/<attempt>/`, and a README.md."""
    return Path("outputs/dialogues") / model


def executions(model: str) -> Path:
    return Path("outputs/executions") / f"{model}.jsonl"


def executed(model: str) -> Path:
    """Executions with their times and pictures, shared so that nobody has to run them again."""
    return Path("outputs/executed") / f"{model}.jsonl"


def screenshots(model: str) -> Path:
    """Pictures of failed behaviours."""
    return Path("outputs/screenshots") / model


def verdicts(model: str) -> Path:
    return Path("outputs/verdicts") / f"{model}.jsonl"


def test_scores(model: str) -> Path:
    return Path("outputs/scores") / f"{model}.jsonl"


def model_metrics(model: str) -> Path:
    return Path("metrics/models") / f"{model}.json"


def model_spending(model: str) -> Path:
    return Path("metrics/spending") / f"{model}.json"


def model_summary(model: str) -> Path:
    """The model's row in the table of `dvc metrics show`."""
    return Path("metrics/summary") / f"{model}.json"
