# The README's two commands are `make demo` and `make test`; each makes its own .venv and installs what it needs from PyPI.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
INPUT ?=
# One more than the cores of CI: a third of the time of two is spent waiting for brokers and tools. A fourth gains little and loads more.
WORKERS ?= 3
# What needs nothing but klog's own dependencies.
OWN = tests/records tests/wire tests/storage tests/net tests/broker tests/zookeeper tests/client \
	--ignore tests/client/blocking/test_pending_fetch.py
# What users add, and what stands on it.
EXTRAS = demo zookeeper arrow spark delta avro
WITH_EXTRAS = tests/arrow tests/spark tests/pull tests/client/blocking
# What names each implementation itself, and so is the same with and without extensions.
BOTH = test_appending.py test_batch.py test_columns.py test_compaction.py test_encode.py test_implementations.py test_legacy.py test_python.py \
	test_tally.py test_views.py
COMMA = ,
EMPTY =
SPACE = $(EMPTY) $(EMPTY)
PLAIN = tests/records $(BOTH:%=--ignore tests/records/%) tests/storage/log/test_log.py tests/storage/compaction/test_compaction.py tests/broker/handlers/test_produce.py tests/broker/handlers/test_fetch.py tests/client/producing tests/client/fetching

.PHONY: demo test lint types compiled unit noext docs soak mindeps bench clean

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("klog needs Python 3.11 or newer; this is %d.%d. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.demo: setup.py pyproject.toml $(wildcard klog/records/*.pyx klog/records/*.pxi) | $(BIN)/python
	@echo 'klog is compiled and put into $(VENV), with what it needs from PyPI: a minute or two'
	$(BIN)/python -m pip install --quiet --editable '.[demo]'
	@touch $@

$(VENV)/.test: setup.py pyproject.toml $(wildcard klog/records/*.pyx klog/records/*.pxi) | $(BIN)/python
	@echo 'klog is compiled and put into $(VENV), with what it needs from PyPI: a minute or two'
	$(BIN)/python -m pip install --quiet --editable '.[demo,test,lint,docs]'
	@touch $@

demo: $(VENV)/.demo
	$(BIN)/python -m klog.cli.demo $(if $(INPUT),--input '$(INPUT)')

# Who compiles and renders waits for nobody else: two at a time, then the tests, which wait a third of their time for brokers and tools;
# meanwhile types, and the tests of plain Python, which wait for nothing, and are shown when they have ended.
test: $(VENV)/.test
	@$(MAKE) --no-print-directory -j2 compiled docs lint
	@nice $(MAKE) --no-print-directory -j2 --keep-going --output-sync=target types noext WORKERS=1 & beside=$$!; \
	$(MAKE) --no-print-directory unit; code=$$?; wait $$beside && exit $$code

lint: $(VENV)/.test
	$(BIN)/ruff check klog tests docs setup.py twisted
	$(BIN)/ruff format --check klog tests docs setup.py twisted

types: $(VENV)/.test
	$(BIN)/mypy

docs: $(VENV)/.test
	$(BIN)/sphinx-build -q -W -b html docs docs/_build/html

# So that the workers of `unit`, which begin at the same time, need not compile the same files each. What is wrong is told by `unit`.
compiled: $(VENV)/.test
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only -q >/dev/null 2>&1 || true

# What one worker has compiled the others need not, whatever the surroundings say of writing it down.
unit: $(VENV)/.test
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# Plain Python in the place of what is compiled: what stands on records, but for what looks at both by itself.
noext: $(VENV)/.test
	KLOG_REQUIRE= KLOG_NO_EXTENSIONS=1 $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(PLAIN)

soak: $(VENV)/.test mindeps
	KLOG_SOAK=1 $(BIN)/python -m pytest -m soak -s tests

# The oldest versions that setup.py allows, in environments of their own: klog's own dependencies, then all extras and what tests use.
# They were made before today's Cython, which builds klog apart.
mindeps: $(VENV)/.test
	$(PYTHON) -m venv --clear $(VENV)/mindeps
	$(BIN)/python -m tests.minimum_versions > $(VENV)/mindeps/constraints.txt
	$(VENV)/mindeps/bin/python -m pip install --quiet --constraint $(VENV)/mindeps/constraints.txt --editable .
	$(VENV)/mindeps/bin/python -m pip install --quiet 'pytest>=8' 'hypothesis>=6.100' 'psutil>=5.9' 'lz4>=4.1' 'kazoo>=2.10'
	$(VENV)/mindeps/bin/python -m pytest $(OWN)
	$(PYTHON) -m venv --clear $(VENV)/mindeps_extras
	$(BIN)/python -m tests.minimum_versions $(EXTRAS) test > $(VENV)/mindeps_extras/constraints.txt
	$(VENV)/mindeps_extras/bin/python -m pip install --quiet --constraint $(VENV)/mindeps_extras/constraints.txt --editable '.[$(subst $(SPACE),$(COMMA),$(EXTRAS)),test]'
	$(VENV)/mindeps_extras/bin/python -m pytest $(WITH_EXTRAS)

bench: $(VENV)/.test
	$(BIN)/python -m tests.bench

clean:
	rm -rf build dist docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis
