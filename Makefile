# make run     start the product; on the first call this makes its environment in .venv
# make test    run all tests
# make check   format, lint, types, import rules, then all tests
# make bench   measure; docs/performance.md says how to read the figures
# make clean   remove the environment and everything that was made
#
# Needs python3 (3.11 to 3.13), python3-venv and make; the tests need Chromium, too (sudo apt install
# chromium), or MOONTABLE_NO_BROWSER=1 to leave those of the panel in a browser out. Variables, given after the target:
#   PYTHON=python3.12                      another Python
#   VENV_OPTIONS=--system-site-packages    let the environment see what apt installed (picamera2)
#   PYTEST_OPTIONS='-m "not slow"'         choose among the tests
#   PYTEST_OPTIONS='-n 0'                  one test after the other, in one process

PYTHON ?= python3
VENV ?= .venv
VENV_OPTIONS ?=
PYTEST_OPTIONS ?=

BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	--constraint constraints.txt

# A stamp is written only after its step has succeeded, so an interrupted one is done again.
MADE := $(VENV)/made.stamp
RUNTIME := $(VENV)/runtime.stamp
DEV := $(VENV)/dev.stamp

# An environment belongs to one folder and one Python. If the folder was moved, another Python is
# asked for or the one it was made with is gone, the stamps go, and so the environment is made anew.
IDENTITY := $(CURDIR) $(PYTHON) $(VENV_OPTIONS)
ifneq ($(wildcard $(MADE)),)
ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && cat $(MADE)),$(strip $(IDENTITY)))
$(shell rm -f $(MADE) $(RUNTIME) $(DEV))
endif
endif

.DELETE_ON_ERROR:
.PHONY: help run test check static format-check lint types imports format bench browser clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

run: $(RUNTIME)
	@$(BIN)/moontable serve

test: $(DEV) browser
	@$(BIN)/python -m pytest -q -n auto --maxprocesses 4 --dist loadscope --no-loadscope-reorder \
		$(PYTEST_OPTIONS)

# The panel is tested in Chromium. Whoever may install it gets it; else the tests say what to do.
browser:
	@[ -n "$$MOONTABLE_NO_BROWSER$$MOONTABLE_CHROMIUM" ] && exit 0; \
	for name in chromium chromium-browser google-chrome; do \
		command -v $$name >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium, in which the panel is tested."; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends chromium >/dev/null || exit 0; \
	fi

check: static test

static: format-check lint types imports

format-check: $(DEV)
	@$(BIN)/ruff format --check .

lint: $(DEV)
	@$(BIN)/ruff check .

types: $(DEV)
	@$(BIN)/mypy

imports: $(DEV)
	@$(BIN)/lint-imports

format: $(DEV)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(DEV)
	@$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "There is no $(PYTHON) here. On Debian or Raspberry Pi OS: sudo apt install python3 python3-venv" >&2; \
		exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { \
		echo "moontable needs Python 3.11, 3.12 or 3.13, and $(PYTHON) is $$("$(PYTHON)" --version 2>&1)." \
			"Name another one, for example: make run PYTHON=python3.13" >&2; \
		exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) can't make environments yet. On Debian or Raspberry Pi OS: sudo apt install python3-venv" >&2; \
		exit 1; }
	@echo "Making the environment in $(VENV) (once)."
	@"$(PYTHON)" -m venv --clear $(VENV_OPTIONS) $(VENV)
	@echo "$(strip $(IDENTITY))" > $@

$(RUNTIME): pyproject.toml constraints.txt | $(MADE)
	@echo "Installing what moontable needs to run."
	@$(PIP_INSTALL) --editable .
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(MADE)
	@echo "Installing moontable and its development tools."
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $(RUNTIME) $@
