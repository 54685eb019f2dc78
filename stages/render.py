"""render: one prompt for each test of the suite, exactly as every model sees it."""

import math
import traceback

import jinja2

from assay.code.source_files import Scope
from assay.config import paths
from assay.config.settings import Config, SuiteConfig
from assay.config.stage import Summary, stage
from assay.config.yaml_files import read_utf8
from assay.content.criteria import load_criteria
from assay.content.datasets import (
    DatasetConfig,
    load_description,
    load_sources,
    require_as_adopted,
    require_no_secrets,
)
from assay.content.scenarios import SYSTEM, Test, suite_tests
from assay.errors import AssayError, Problems
from assay.progress import tracked
from assay.records.hashing import content_hash
from assay.records.jsonl import write_records
from assay.records.pipeline import Prompt, SourceFile
from assay.records.presentation import BYTES_PER_TOKEN, presented


class RenderConfig(Config):
    suite: SuiteConfig
    suite_name: str


@stage("render", RenderConfig)
def main(config: RenderConfig) -> Summary:
    prompts = render_all(config.suite_name, config.suite.tests)
    write_records(paths.PROMPTS, prompts)
    tokens = sum(prompt.tokens_estimate for prompt in prompts)
    return Summary(
        items=len(prompts),
        new=len(prompts),
        notes=[f"about {tokens} tokens in all prompts together"],
    )


def render_all(suite: str, ids: list[str]) -> list[Prompt]:
    """A prompt for each test, in the order of test ids. One AssayError lists all errors."""
    problems = Problems()
    prompts: list[Prompt] = []
    tests = sorted(suite_tests(suite, ids, problems), key=lambda test: test.id)
    for test in tracked("render", tests):
        with problems.collecting():
            load_criteria(
                test.criteria
            )  # before anything is paid: a test that cannot be judged is a mistake
        with problems.collecting():
            prompts.append(render(test))
    for name in sorted({test.dataset for test in tests if test.dataset}):
        with problems.collecting():
            description = load_description(name)
            require_as_adopted(name, description)
            require_no_secrets(name, description)
    problems.raise_if_any()
    return prompts


def render(test: Test) -> Prompt:
    """The test's prompt with its content hash and token estimate (bytes / 4)."""
    head = test.scenario.head
    description = load_description(test.dataset) if test.dataset else None
    scope = description.scope if description else Scope()
    files: tuple[SourceFile, ...] = ()
    if test.dataset and description:
        files = load_sources(test.dataset, description.choice)
    system = read_utf8(test.scenario.path.parent / SYSTEM).strip()
    user = _filled(test, description, files).strip() + "\n"
    is_served = head.answer == "dialogue" or head.in_steps
    served = [file.model_dump() for file in files] if is_served else []
    seen = len((system + user).encode()) + sum(
        len((file.content or "").encode()) for file in files if served
    )
    return Prompt(
        test=test.id,
        scenario=test.scenario.name,
        dataset=test.dataset,
        category=head.category,
        type=head.type,
        title=head.title,
        answer=head.answer,
        system=system,
        user=user,
        files=files,
        in_steps=head.in_steps,
        count_html=scope.count_html,
        languages=scope.languages,
        exclude=scope.exclude,
        sha256=content_hash([system, user, served]),
        tokens_estimate=math.ceil(seen / BYTES_PER_TOKEN),
    )


def _filled(test: Test, description: DatasetConfig | None, files: tuple[SourceFile, ...]) -> str:
    """The template with its values. Code enters as a value and is never read as a template."""
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True)
    values = {"instructions": test.scenario.head.instructions.get(test.dataset or "", "")}
    if description:
        values |= {
            "code": presented(files),
            "dataset": test.dataset or "",
            "technology": description.technology,
        }
    try:
        return environment.from_string(test.scenario.template).render(values)
    except Exception as error:  # an expression in a template can raise anything
        place = f"{test.scenario.path}:{_template_line(test, error)}"
        raise AssayError(
            f"{place}: template of '{test.id}': {error or type(error).__name__}"
        ) from error


def _template_line(test: Test, error: Exception) -> int:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno or 1 for frame in frames if frame.filename == "<template>"]
    line = lines[-1] if lines else 1
    if isinstance(error, jinja2.TemplateSyntaxError):
        line = error.lineno
    above = test.scenario.path.read_text(encoding="utf-8").count("\n")
    return line + above - test.scenario.template.count("\n")


if __name__ == "__main__":
    main()
