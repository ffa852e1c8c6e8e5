# Everything starts from python3 (3.11 or newer), pip and make.

PYTHON ?= python3
PORT ?= 8000
export PORT
# Without compiled modules every process would compile a thousand of them again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev
TRANSLATED := $(VENV)/.translated
CATALOGUES := $(wildcard */locale/*/LC_MESSAGES/django.po)
PYTEST := $(BIN)/python -m pytest
# Of what is alike a part, see tests/conftest.py.
SAMPLE := KAITEN_SAMPLE=1
# Slow tests stand side by side in their modules: whoever has nothing left takes some over.
PROCESSORS := $(shell nproc 2> /dev/null || echo 2)
STEAL := --dist worksteal
# Two more than there are processors: some tests wait for another process, a browser or a clock.
PARALLEL := -n $(shell expr $(PROCESSORS) + 2) $(STEAL)
# What is pure is tested without Django.
PURE := tests/games tests/tournaments/ladders/ratings \
	$(addprefix tests/tournaments/tournaments/,director formats pairing standings)
# What has nothing of databases in it need not be read to find that out.
OF_DATABASES = $(shell grep -rl "mark\.database" tests --include="test_*.py")

.DEFAULT_GOAL := help
.PHONY: help run install offline dev test lint types borders migrations rules check format soak bench pictures lock migrate

help: ## show these lines
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 14

run: install ## serve on http://localhost:$PORT, on SQLite unless DATABASE_URL says otherwise
	@exec $(BIN)/python manage.py serve --prepare

install: $(TRANSLATED) ## make .venv with what the application needs

migrate: install ## bring the database up to date
	@$(BIN)/python manage.py migrate --verbosity 0

$(TRANSLATED): $(CATALOGUES) $(RUN)
	@$(BIN)/python manage.py translations compile > /dev/null
	@touch $@

offline: install ## fetch what lets phones judge entries without a network
	@$(BIN)/python manage.py offline

dev: $(DEV) ## make .venv with the test tools as well

# uv where it can be had, pip where it cannot: both read the same lock and check the same hashes.
define install-lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c 'import uv' 2> /dev/null || $(BIN)/python -m pip install --quiet uv || true
	@if $(BIN)/python -c 'import uv' 2> /dev/null; \
	then $(BIN)/python -m uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1); \
	else $(BIN)/python -m pip install --quiet --require-hashes -r $(1); fi
	@touch $@
endef

$(RUN): requirements.lock
	$(call install-lock,$<)

$(DEV): requirements-dev.lock $(RUN)
	$(call install-lock,$<)

test: check ## lint, types, borders, migrations, the rules alone, every test on SQLite, then on PostgreSQL
	$(SAMPLE) $(PYTEST) $(PARALLEL) --durations=10 $(addprefix --ignore=,$(PURE))
	$(SAMPLE) KAITEN_TEST_DB=postgres $(PYTEST) $(PARALLEL) --durations=10 -m database $(OF_DATABASES)

# mypy takes one processor for as long as the rules take the others.
check: $(DEV) ## what needs no database: lint, types, borders, migrations, the rules alone
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=line types lint borders migrations rules

borders: $(DEV)
	$(BIN)/lint-imports --no-logo

migrations: $(DEV)
	$(BIN)/python manage.py makemigrations --check --dry-run

rules: $(DEV)
	$(SAMPLE) $(PYTEST) -q -n $(PROCESSORS) $(STEAL) -p no:django -p no:schemathesis -o addopts= $(PURE)

lint: $(DEV) ## ruff and djangofmt: rules, the format of Python and of templates
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djangofmt --check */templates games/*/templates examples/*/*/templates

types: $(DEV) ## mypy
	$(BIN)/mypy .

format: $(DEV) ## let ruff and djangofmt mend what they can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djangofmt */templates games/*/templates examples/*/*/templates

soak: $(DEV) ## the tests whose work scales, with all of it, on both databases
	KAITEN_SOAK=1 $(PYTEST) $(PARALLEL) -m soak
	KAITEN_SOAK=1 KAITEN_TEST_DB=postgres $(PYTEST) $(PARALLEL) -m "soak and database"

bench: $(DEV) ## measure
	$(BIN)/python -m benchmarks

pictures: $(DEV) ## take the pictures of the README and the guides again
	$(BIN)/python -m docs.pictures

COMPILE := $(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header --extra postgres

lock: $(DEV) ## resolve pyproject.toml into the two locks again
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock
