# Two commands do everything on a fresh machine: make demo, make test.
PYTHON ?= python3
BIN := .venv/bin
# Modules are compiled when they are first imported: most of what PyTorch brings never is.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Tests start many processes, each of which would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test proof check docs clean

demo: .venv/models ## the whole line on the shipped graphs: no server, no download of models
	$(BIN)/kgforge demo --out kgforge-demo --force

test: .venv/dev ## all tests, in two processes; COVERAGE=1 measures what they cover
	$(BIN)/pytest -n 2 --junitxml build/tests.xml $(if $(COVERAGE),--cov --cov-report=term:skip-covered)

proof: .venv/dev ## the same tests with far more random cases
	HYPOTHESIS_PROFILE=proof $(BIN)/pytest --timeout 7200 -o faulthandler_timeout=7300

check: .venv/dev ## style, types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: .venv/dev ## what is generated in README and docs, then the site in build/site, every link checked
	$(BIN)/python -m docs.generate
	$(BIN)/mkdocs build --strict

clean:
	rm -rf .venv build dist kgforge-demo .coverage

.venv/models: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "installing kgforge[models] into .venv (PyTorch among it: some minutes) ..."
	$(INSTALL) --upgrade pip
	$(INSTALL) --editable '.[models]'
	touch $@

.venv/dev: .venv/models
	$(INSTALL) --editable '.[dev]'
	touch $@
