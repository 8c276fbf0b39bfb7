# Every command for owners, operators and developers. Plain `make` lists them.
SOURCES ?= sources
PROFILE_DB ?= db/profile.db
HOST ?= 127.0.0.1
PORT ?= 8080
OUT ?= public
CONTAINER ?= podman
INSPECT_PORT ?= 8001
PYTHON ?= python3
# These values can hold anything, so recipes read them as variables of the shell: make would run a $(shell ...) in them.
DATA := SOURCES PROFILE_DB OUT FILES IDS DIR ORCID LANGUAGES DEPARTMENT
$(foreach name,$(DATA),$(eval override $(name) := $$(value $(name))))
export $(DATA)

# Otherwise every process of pytest compiles all tests again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
# pip installs uv, and uv everything else, in a tenth of the time. uv has its own certificates, which lack an organization's.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes
UV := $(BIN)/python -m uv --quiet --system-certs
INSTALL := $(UV) pip install --require-hashes
LOCK := $(UV) pip compile --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

# Four tests at a time even on two cores, because many wait for servers. A process that runs out of tests takes over another's.
PARALLEL := --numprocesses=4 --dist=worksteal

.DEFAULT_GOAL := help
.PHONY: help serve build-db check diff import add cv new site image sync try-imports try-sync test test-slow screenshots coverage lint audit bench inspect lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "  Settings and their current values: SOURCES=$$SOURCES PROFILE_DB=$$PROFILE_DB HOST=$(HOST) PORT=$(PORT)"

serve: $(VENV)/installed ## show your pages, and build them again when you save a file
	@exec $(BIN)/python -m cli serve --host $(HOST) --port $(PORT)

build-db: $(VENV)/installed ## check the sources and build the database
	@$(BIN)/python -m cli build

check: $(VENV)/installed ## check the sources without building; writes a preview of your photo
	@$(BIN)/python -m cli check --preview "$$(dirname -- "$$PROFILE_DB")/photo-preview.png" $(OPTIONS)

diff: $(VENV)/installed ## show what the next build would change
	@$(BIN)/python -m cli diff

import: $(VENV)/installed ## show what FILES="..." would add to the publications; OPTIONS=--write adds it
	@$(BIN)/python -m cli import $(OPTIONS) $${FILES:+-- "$$FILES"}

add: $(VENV)/installed ## show the publications with the DOIs or PubMed IDs in IDS="..."; OPTIONS=--write adds them (uses the network)
	@$(BIN)/python -m cli add $(OPTIONS) $${IDS:+-- "$$IDS"}

cv: $(VENV)/installed ## show the rows that an ORCID=... record has and cv.csv lacks; OPTIONS=--write adds them (uses the network)
	@$(BIN)/python -m cli cv $(OPTIONS) $${ORCID:+--orcid "$$ORCID"}

new: $(VENV)/installed ## write a new profile repository into DIR=..., filled from your ORCID=... record (uses the network), or one for the people named in DEPARTMENT="noa-example sam-sample"; LANGUAGES="en he ar"
	@test -n "$$DIR" || { echo "Name the new folder: make new DIR=../my-profile" >&2; exit 2; }
	@$(BIN)/python -m cli new $${ORCID:+--orcid "$$ORCID"} $${LANGUAGES:+--languages "$$LANGUAGES"} $${DEPARTMENT:+--department "$$DEPARTMENT"} -- "$$DIR"

site: $(VENV)/installed ## write the site as files into the folder OUT=public, for hosts that only serve files
	@$(BIN)/python -m cli site -- "$$OUT"

image: ## make a container image of the software; CONTAINER=docker uses docker
	@# podman's own format has no health check.
	@BUILDAH_FORMAT=docker $(CONTAINER) build --tag public-profile --file Containerfile .

sync: $(VENV)/installed ## show what ORCID, PubMed and other services would add; OPTIONS=--write adds it (uses the network)
	@$(BIN)/python -m cli sync $(OPTIONS)

try-imports: $(VENV)/installed ## import every export in DIR=... and compare with the rows in DIR/expected
	@$(BIN)/python -m tests.commands.try_imports "$$DIR"

try-sync: $(VENV)/installed-dev ## sync with the recorded answers in DIR=..., without the network
	@$(BIN)/python -m tests.commands.try_sync "$$DIR"

test: $(VENV)/installed-dev ## run the tests; PYTEST="..." passes options to pytest
	@$(BIN)/python -m pytest -m "not slow" $(PARALLEL) $(PYTEST)

test-slow: $(VENV)/installed-dev ## run the random, exhaustive and long tests, and those in a browser
	@$(BIN)/python -m pytest -m slow $(PARALLEL) $(PYTEST)

screenshots: $(VENV)/installed-dev build-db ## save the picture of the README, or pictures of every page in DIR=... (needs Chromium)
	@$(BIN)/python -m tests.commands.screenshots $${DIR:+"$$DIR"}

coverage: $(VENV)/installed-dev ## run the tests and print the branches that none of them takes
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -m "not slow" $(PARALLEL) $(PYTEST)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

lint: $(VENV)/installed-dev ## check style, types and directions of imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo --no-cache
	@$(BIN)/mypy

audit: $(VENV)/installed-dev ## look for known vulnerabilities in the libraries; OPTIONS=--strict fails if none could be audited
	@$(BIN)/python -m tests.commands.audit $(OPTIONS) requirements-uv.txt requirements-dev.txt

bench: $(VENV)/installed-dev ## measure speed and memory, and write BENCHMARKS.md; ONLY="import" measures a part
	@$(BIN)/python -m bench --only "$(ONLY)"

inspect: $(VENV)/installed-dev build-db ## open the database in Datasette
	@$(BIN)/python -m cli describe > $(VENV)/datasette.json
	@exec $(BIN)/datasette --immutable "$$PROFILE_DB" --metadata $(VENV)/datasette.json --host $(HOST) --port $(INSPECT_PORT)

lock: $(VENV)/installed ## lock the newest versions that pyproject.toml allows
	@echo uv | $(LOCK) --output-file requirements-uv.txt -
	@$(LOCK) --all-extras --output-file requirements-dev.txt pyproject.toml
	@$(LOCK) --extra pipeline --extra import --extra build --constraints requirements-dev.txt --output-file requirements.txt pyproject.toml
	@cp requirements-uv.txt requirements.txt pipeline/template/

clean: ## delete virtual environments, the database and caches
	rm -rf $(VENV) tests/node/node_modules mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* *.egg-info build
	rm -f db/*.db db/.*.tmp db/photo-preview.png
	rm -rf db/.sync
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed. Name it with PYTHON=..." >&2; exit 2; }
	@echo "Creating the virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Each lock file is installed again when it changes.
$(VENV)/uv: requirements-uv.txt | $(VENV)/python
	@$(PIP) -r $<
	@touch $@

$(VENV)/installed: requirements.txt $(VENV)/uv
	@echo "Installing the libraries ..."
	@$(INSTALL) -r $<
	@touch $@

$(VENV)/installed-dev: requirements-dev.txt $(VENV)/uv
	@echo "Installing the libraries of the tests and of development ..."
	@$(INSTALL) -r $<
	@touch $@
