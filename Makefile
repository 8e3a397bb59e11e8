# Fracas: two commands on a fresh machine with Python 3.11 or later: make demo, make test.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup compile demo test test-all fuzz lint types web pages bench bench-within lock clean

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

setup: $(STAMP) ## build .venv with fracas in it

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Fracas needs Python 3.11 or later; this is %d.%d. Say: make PYTHON=python3.11 …" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@
	@echo 'Ready. The first question to a game compiles its rules; make compile does it for all now.'

compile: $(STAMP) ## compile the rules of all games now, so that no question waits for it
	$(BIN)/fracas compile

demo: $(STAMP) ## one fight, its odds, its exact chance, a million of its kind, and the replay of one
	@$(BIN)/python -m fracas.demo

lint: $(STAMP) ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP) ## mypy --strict
	$(BIN)/mypy

test: lint types ## lint, types and tests
	$(BIN)/pytest -n 2 -m "not slow"

test-all: lint types ## the same and the slow, exhaustive tests
	FRACAS_TESTS=random $(BIN)/pytest -n 2

SECONDS ?= 60
fuzz: $(STAMP) ## hostile input of a random seed: make fuzz SECONDS=60; what breaks is kept in tests/fuzz/regressions
	$(BIN)/python -m tests.fuzz.run --seconds $(SECONDS)

web: $(STAMP) ## the server: play, workbench and claims in a browser
	$(BIN)/fracas serve

pages: $(STAMP) ## the pages that are computed: docs/claims.md, docs/answers.md
	$(BIN)/python docs/make.py

bench: $(STAMP) ## speed, as ratios to references measured in the same run
	$(BIN)/python benchmarks/run.py

bench-within: $(STAMP) ## every built-in fight to 1 %, a minute of processor time each: benchmarks/results/within.md (may take an hour)
	$(BIN)/python benchmarks/within.py --keep benchmarks/results/within.md

lock: $(STAMP) ## write requirements.lock anew (needs uv)
	uv pip compile pyproject.toml --extra test --extra bench --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  --output-file requirements.lock build.in

clean: ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
