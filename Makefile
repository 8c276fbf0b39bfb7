# Every command for owners, operators and developers. Plain `make` lists them.
SOURCES ?= sources
PROFILE_DB ?= db/profile.db
HOST ?= 127.0.0.1
PORT ?= 8080
OUT ?= public
CONTAINER ?= podman
INSPECT_PORT ?= 8001
PYTHON ?= python3
# Values that may hold anything are data, which recipes read as variables of the shell: make would run $(shell ...) in them.
DATA := SOURCES PROFILE_DB OUT FILES FILE IDS DIR ORCID LANGUAGES DEPARTMENT
$(foreach name,$(DATA),$(eval override $(name) := $$(value $(name))))
export $(DATA)

# Otherwise every process of pytest compiles all tests again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes
# What a profile repository installs: the pipeline, the service, the import, and what builds them.
IMPORT := pipeline/template/requirements.txt
# --system-certs: uv ships its own list of certificates, which lacks those of an organization.
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --system-certs --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

# Four tests at a time, because many wait for servers. A process that runs out of tests takes over some of another's.
PARALLEL := --numprocesses=4 --dist=worksteal

# The benchmark starts the programs it measures (B404, B603, B607), and synthetic titles need no cryptographic randomness (B311).
AUDIT_SKIP := B311,B404,B603,B607

.DEFAULT_GOAL := help
.PHONY: help serve build-db check diff import add cv new site image sync try-imports try-sync test test-slow screenshots coverage lint audit bench inspect lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  Settings and their current values: SOURCES=$$SOURCES PROFILE_DB=$$PROFILE_DB HOST=$(HOST) PORT=$(PORT)"

serve: $(VENV)/installed ## show your pages, and build them again when you save a source file
	@exec $(BIN)/python -m pipeline serve --host $(HOST) --port $(PORT)

build-db: $(VENV)/installed ## check the sources and build the database
	@$(BIN)/python -m pipeline build

check: $(VENV)/installed ## check the sources without building; writes a preview of your photo
	@$(BIN)/python -m pipeline check --preview "$$(dirname -- "$$PROFILE_DB")/photo-preview.png" $(OPTIONS)

diff: $(VENV)/installed ## show what the next build would change
	@$(BIN)/python -m pipeline diff

import: $(VENV)/installed-import ## show what FILES="..." would add to the publications; OPTIONS=--write adds it
	@$(BIN)/python -m pipeline import $(OPTIONS) $${FILES:+-- "$$FILES"}

add: $(VENV)/installed-import ## show the publications with the DOIs or PubMed IDs in IDS="..."; OPTIONS=--write adds them (uses the network)
	@$(BIN)/python -m pipeline add $(OPTIONS) $${IDS:+-- "$$IDS"}

cv: $(VENV)/installed-import ## show the rows for cv.csv of a CV in FILE="....docx" or .txt, or of an ORCID=... record; OPTIONS=--write adds them
	@$(BIN)/python -m pipeline cv $(OPTIONS) $${ORCID:+--orcid "$$ORCID"} $${FILE:+-- "$$FILE"}

new: $(VENV)/installed$(if $(ORCID),-import) ## write a new profile repository into DIR=..., filled from your ORCID=... record (uses the network), or one for the people named in DEPARTMENT="noa-example sam-sample"; LANGUAGES="en he ar"
	@test -n "$$DIR" || { echo "Name the new folder: make new DIR=../my-profile" >&2; exit 2; }
	@$(BIN)/python -m pipeline new $${ORCID:+--orcid "$$ORCID"} $${LANGUAGES:+--languages "$$LANGUAGES"} $${DEPARTMENT:+--department "$$DEPARTMENT"} -- "$$DIR"

site: $(VENV)/installed ## write the site as files into the folder OUT=public, for hosts that only serve files
	@$(BIN)/python -m pipeline site -- "$$OUT"

image: ## make a container image of the software; CONTAINER=docker uses docker
	@# podman's own format has no health check.
	@BUILDAH_FORMAT=docker $(CONTAINER) build --tag public-profile --file Containerfile .

sync: $(VENV)/installed-import ## show what ORCID, PubMed and other services would add; OPTIONS=--write adds it (uses the network)
	@$(BIN)/python -m pipeline sync $(OPTIONS)

try-imports: $(VENV)/installed-import ## import every export in DIR=... and compare with the rows its README expects
	@$(BIN)/python -m tests.commands.try_imports "$$DIR"

try-sync: $(VENV)/installed-test ## sync with the recorded answers in DIR=..., without the network
	@$(BIN)/python -m tests.commands.try_sync "$$DIR"

test: $(VENV)/installed-test ## run the tests; PYTEST="..." passes options to pytest
	@$(BIN)/python -m pytest -m "not slow" $(PARALLEL) $(PYTEST)

test-slow: $(VENV)/installed-test ## run the random, exhaustive and long tests, and those in a browser
	@$(BIN)/python -m pytest -m slow $(PARALLEL) $(PYTEST)

screenshots: $(VENV)/installed-test build-db ## save pictures of the pages in tests/screenshots, or of every page in DIR=... (needs Chromium)
	@PROFILE_FONTS=$(CURDIR)/db $(BIN)/python -m tests.commands.screenshots $${DIR:+"$$DIR"}

coverage: $(VENV)/installed-test ## run the tests and print the branches that none of them takes
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -m "not slow" $(PARALLEL) $(PYTEST)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

lint: $(VENV)/installed-test ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

audit: $(VENV)/installed-audit ## look for insecure code and vulnerable libraries; OPTIONS=--strict fails if none could be audited
	@$(BIN)/bandit --quiet --recursive api db pipeline
	@$(BIN)/bandit --quiet --recursive --skip $(AUDIT_SKIP) bench
	@# requirements-test.txt holds everything in requirements.txt and $(IMPORT); -client has other versions.
	@$(BIN)/python -m tests.commands.audit $(OPTIONS) $(foreach name,test inspect bench audit,requirements-$(name).txt)
	@$(BIN)/python -m tests.commands.audit $(OPTIONS) requirements-client.txt

bench: $(VENV)/installed-import $(VENV)/installed-bench ## measure speed and memory, and write BENCHMARKS.md; ONLY="import" measures a part
	@$(BIN)/python -m bench --only "$(ONLY)"

inspect: $(VENV)/installed-inspect build-db ## open the database in Datasette
	@$(BIN)/python -m pipeline describe > $(VENV)/datasette.json
	@exec $(BIN)/datasette --immutable "$$PROFILE_DB" --metadata $(VENV)/datasette.json --host $(HOST) --port $(INSPECT_PORT)

lock: $(VENV)/installed-test ## lock the newest versions that pyproject.toml allows
	@$(LOCK) --upgrade --extra pipeline --output-file requirements.txt
	@$(LOCK) --upgrade --extra pipeline --extra import --extra build --constraints requirements.txt --output-file $(IMPORT)
	@$(LOCK) --upgrade --extra pipeline --extra import --extra build --extra test --constraints $(IMPORT) --output-file requirements-test.txt
	@$(LOCK) --upgrade --extra inspect --constraints requirements-test.txt --output-file requirements-inspect.txt
	@$(LOCK) --upgrade --extra bench --constraints requirements-test.txt --output-file requirements-bench.txt
	@$(LOCK) --upgrade --extra client --output-file requirements-client.txt
	@$(LOCK) --upgrade --extra audit --constraints requirements-test.txt --output-file requirements-audit.txt

clean: ## delete virtual environments, the database and caches
	rm -rf $(VENV) .venv-client tests/node/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* *.egg-info build
	rm -f db/*.db db/.*.tmp db/photo-preview.png
	rm -rf db/.sync db/fonts-*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed. Name it with PYTHON=..." >&2; exit 2; }
	@echo "Creating the virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# One stamp per lock file: make installs a lock file again when it changes.
$(VENV)/installed: requirements.txt | $(VENV)/python
	@echo "Installing the libraries of the pipeline and the service ..."
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/installed-import: $(IMPORT) | $(VENV)/python
	@echo "Installing the libraries for \`make import\` ..."
	@$(PIP) -r $<
	@touch $@

$(VENV)/installed-%: requirements-%.txt | $(VENV)/python
	@echo "Installing the libraries for \`make $*\` ..."
	@$(PIP) -r $<
	@touch $@

# The typer of the client generator conflicts with Frictionless's, so it needs a separate environment.
.venv-client/installed: requirements-client.txt
	@$(PYTHON) -m venv .venv-client
	@.venv-client/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@
