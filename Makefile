# All commands of a user. Each target sets itself up first: a virtual environment in .venv with
# pinned, hashed packages.
PYTHON ?= python3
VENV := .venv
TESTS ?=
ARGS ?=
BASE ?=
HEAD ?=
MARGIN ?= 2
RATER ?=
KIND ?=
NAME ?=
FROM ?=
REV ?=
TYPE ?=
CATEGORY ?=
ANSWER ?=
DATASETS ?=
TOOLCHAIN ?=
FAMILY ?=
LEVEL ?=
SEED ?=
# columns of `dvc exp show` that nobody reads: dependencies, and scores by category
UNREAD := typ|parent|tests$$|.*:(code_.*|instruction_following)$$|(conf|human|outputs|criteria|datasets|scenarios|stages|toolchains|metrics)(/[^:]*)?$$
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
export PYTHONUTF8 := 1
# an empty value: compiled code is kept, which hundreds of started processes read
export PYTHONDONTWRITEBYTECODE :=
# the files list every package with its hashes, so nothing is left to resolve
INSTALL := python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps
# how git merges ledger.dvc: what the ancestor and the other side name is fetched, and DVC unites it with ours
DRIVER := for side in %O %B; do mkdir -p .theirs && cp $$side .theirs/ledger.dvc && dvc fetch -q .theirs/ledger.dvc; done; rm -rf .theirs; \
  dvc git-hook merge-driver --ancestor %O --our %A --their %B
MERGE := git config merge.dvc.name DVC && git config merge.dvc.driver 'PATH="$(CURDIR)/$(VENV)/bin:$$PATH"; $(DRIVER)' || true

.PHONY: help bench plan check new adopt adopt-results pull compare gate audit demo experiments inspect every-eval-ever remote-s3 marking execution test collect test-fast browser lint local perf health lock

help:            ## List the targets
	@grep -E '^[a-z0-9-]+: .*##' Makefile | sed -E 's/:[^#]*##/\t/'

bench: $(VENV)/run.done ## Run the benchmark that params.yaml describes, then print the leaderboard
	@dvc repro
	@python -m tools.show_leaderboard

plan: $(VENV)/run.done ## Print the calls that `make bench` would make, and what they may cost; makes none
	@python -m tools.check
	@dvc repro --quiet render
	@python -m tools.show_plan

check: $(VENV)/run.done ## Check all content: names, files, prompts, gold answers (TESTS="A-B": the gold answers of these alone)
	@python -m tools.check --all $(TESTS)

new: $(VENV)/run.done ## Write what a new dataset|scenario|criteria|test|hard needs: make new KIND=dataset NAME=MyShop
	@python -m tools.new "$(KIND)" "$(NAME)" --from "$(FROM)" --rev "$(REV)" --type "$(TYPE)" \
	  --category "$(CATEGORY)" --answer "$(ANSWER)" --datasets "$(DATASETS)" --toolchain "$(TOOLCHAIN)" \
	  --family "$(FAMILY)" --level "$(LEVEL)" --seed "$(SEED)"

adopt: $(VENV)/run.done ## Bring the files of the git revision that datasets/NAME/dataset.yaml names: make adopt NAME=MyShop
	@python -m tools.adopt "$(NAME)"

# the copy: `dvc pull` takes away what is in ledger/ if nobody pushed what it should be
pull: $(VENV)/run.done ## Get the team's commits, outputs and paid answers
	@mkdir -p .assay/ledger && cp -n ledger/*.gz .assay/ledger/ 2>/dev/null || true
	@git pull
	@dvc pull

compare: $(VENV)/run.done ## What changed scores since a git revision: make compare BASE=v1.0
	@test -n "$(BASE)" || { echo 'compare: name the revision to compare with: make compare BASE=main~1' >&2; exit 1; }
	@python -m tools.compare "$(BASE)" $(if $(HEAD),"$(HEAD)") $(ARGS)

gate: $(VENV)/run.done ## Is any model worse than at BASE, from paid answers alone? make gate BASE=main MARGIN=2
	@python -m tools.gate "$(BASE)" --margin "$(MARGIN)"

audit: $(VENV)/run.done $(VENV)/audit/done ## List third parties with their licences; ask pip-audit and npm for known flaws
	@PATH="$(CURDIR)/$(VENV)/audit/bin:$(PATH)" $(CURDIR)/$(VENV)/bin/python -m tools.third_parties

test: $(VENV)/test.done ## Run all tests, with linters and type checks first
	@$(MAKE) --no-print-directory -j2 lint collect
	@python -m pytest -q -n auto --dist worksteal -m 'not alone'
	@python -m pytest -q -p no:xdist -m alone

# beside the type checks, which take one core: the tests' code is compiled once, not by each process
collect: $(VENV)/test.done
	@python -m pytest -q --collect-only -p no:xdist >$(VENV)/collected || { cat $(VENV)/collected >&2; exit 1; }

test-fast: $(VENV)/test.done ## Run the tests that take little time: all but those marked slow
	@python -m pytest -q -n auto --dist worksteal -m 'not slow'

local: $(VENV)/run.done $(VENV)/local/done ## Run three tests with a small real model on this machine's CPU (downloads 1.1 GB once)
	@python -m tools.local_model $(ARGS)

perf: $(VENV)/test.done ## Measure times and ratios on this machine (several minutes)
	@python -m tests.perf

health: $(VENV)/test.done ## Try the criteria on good and broken answers (minutes; when run an hour; ARGS=--read: nothing is run)
	@python -m tools.proof $(ARGS) $(TESTS)
	@dvc repro

demo: $(VENV)/run.done ## Show a full report without keys: invented models and figures (ARGS="--models 30")
	@python -m tests.simulation.synthetic $(ARGS)

remote-s3: $(VENV)/remote-s3.done ## Install what a DVC remote at s3:// needs, once

adopt-results: $(VENV)/run.done ## Score and report the methodology's published archive: make adopt-results BENCH=path RESULTS=path
	@python -m tools.adopt_results "$(BENCH)" "$(RESULTS)" $(ARGS)

inspect: $(VENV)/run.done $(VENV)/inspect/done ## Write answers and verdicts as logs for `inspect view` (installs Inspect apart, 330 MB)
	@$(VENV)/inspect/bin/python -m tools.inspect_logs

every-eval-ever: $(VENV)/run.done ## Write the scores in the form of Every Eval Ever, to publish them: make every-eval-ever ORG="Our Team"
	@python -m tools.every_eval_ever "$(ORG)"

experiments: $(VENV)/run.done ## DVC's experiments: overall scores, and the parameters that differ (dvc exp show has all columns)
	@dvc exp show --only-changed --drop '$(UNREAD)' $(ARGS)

marking: $(VENV)/run.done ## Mark dialogues in a browser: make marking RATER=name (ARGS=--audit: audit verdicts)
	@python -m tools.marking --rater "$(RATER)" $(ARGS)

browser:         ## Install chromium for the tests in a real browser (needs root and apt-get)
	@tests/browser/install.sh

lint: $(VENV)/test.done ## Check style, formatting and types
	@ruff check --quiet . && ruff format --check --quiet . && mypy

# the stage execute calls it when an answer is to be executed and a program is missing
execution: $(VENV)/execution.done browser

lock: $(VENV)/test.done ## Resolve pyproject.toml into the requirements files again
	@python -m pip install --quiet uv
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group remote-s3 pyproject.toml -o requirements-remote-s3.txt --upgrade
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml -c requirements-remote-s3.txt -o requirements.txt --upgrade
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group dev pyproject.toml -c requirements.txt -o requirements-dev.txt --upgrade
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group execution -o requirements-execution.txt --upgrade
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group cluster pyproject.toml -c requirements.txt -o requirements-cluster.txt --upgrade
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group audit -o requirements-audit.txt --upgrade
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  --group inspect -o requirements-inspect.txt --upgrade

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Assay needs Python 3.11 or later: make PYTHON=/path/to/python")'
	@echo "Setting up $(VENV) (two or three minutes, once) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run.done: requirements.txt | $(VENV)/bin/python
	@$(INSTALL) -r requirements.txt
	@$(MERGE)
	@touch $@

$(VENV)/execution.done: requirements-execution.txt $(VENV)/run.done
	@$(INSTALL) -r requirements-execution.txt
	@touch $@

$(VENV)/remote-s3.done: requirements-remote-s3.txt $(VENV)/run.done
	@$(INSTALL) -r requirements-remote-s3.txt
	@touch $@

# an environment of its own: the server is no part of the benchmark
$(VENV)/local/done: tools/local_model/requirements.txt | $(VENV)/bin/python
	@$(VENV)/bin/python -m venv $(VENV)/local
	@PATH="$(CURDIR)/$(VENV)/local/bin:$(PATH)" $(INSTALL) -r $<
	@touch $@

$(VENV)/audit/done: requirements-audit.txt | $(VENV)/bin/python
	@$(VENV)/bin/python -m venv $(VENV)/audit
	@PATH="$(CURDIR)/$(VENV)/audit/bin:$(PATH)" $(INSTALL) -r $<
	@touch $@

# an environment of its own: Inspect's dependencies contradict DVC's
$(VENV)/inspect/done: requirements-inspect.txt | $(VENV)/bin/python
	@echo "Setting up Inspect in $(VENV)/inspect (a minute, once) …"
	@$(VENV)/bin/python -m venv $(VENV)/inspect
	@PATH="$(CURDIR)/$(VENV)/inspect/bin:$(PATH)" $(INSTALL) -r $<
	@touch $@

$(VENV)/test.done: requirements-dev.txt requirements-cluster.txt $(VENV)/run.done $(VENV)/execution.done
	@$(INSTALL) -r requirements-dev.txt
	@$(INSTALL) -r requirements-cluster.txt
	@touch $@
