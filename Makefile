# Short names for the commands of CONTRIBUTING.md. PYTHON is the interpreter of a prepared environment.
PYTHON ?= python

.PHONY: build test test-page test-all lint types bench golden docs man pages ci clean

build:            ## compile the extension modules beside their sources
	$(PYTHON) setup.py build_ext --inplace

test: build       ## the tests of every change
	$(PYTHON) -m pytest

test-all: build   ## the same and every exhaustive check
	$(PYTHON) -m pytest -m ""

test-page: build  ## the page of `hakem explore` in Chromium, which must be on the machine (extra `page`)
	$(PYTHON) -m pytest -m "browser and not slow" -n 0 tests/page

lint:             ## style of Python and Cython
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	cython-lint solver

types: build      ## types of the Python face, and the stubs against the compiled modules
	$(PYTHON) -m mypy
	$(PYTHON) -m mypy.stubtest --mypy-config-file pyproject.toml --allowlist .ci/stubtest-allowlist.txt \
		--ignore-unused-allowlist --ignore-disjoint-bases $$(find solver -name '*.pyi' ! -name __init__.pyi | sed 's/\.pyi$$//; s#/#.#g')

bench: build      ## the timed suites
	$(PYTHON) -m pytest benchmarks --benchmark-only -n 0

golden: build     ## write the golden texts of the command line again; read the difference
	$(PYTHON) -m pytest tests -k golden --write-golden

docs:             ## the site of docs/ in build/docs/html, with every warning an error and every link checked (extra `docs`)
	$(PYTHON) -m sphinx -E -W -n -q -b html -d build/docs/trees docs build/docs/html
	$(PYTHON) -m sphinx -W -q -b linkcheck -d build/docs/trees docs build/docs/links

man:              ## the man page in build/docs/man
	$(PYTHON) -m sphinx -E -W -n -q -b man docs build/docs/man

pages:            ## write the pages of the games again, from their records
	$(PYTHON) docs/generate.py

ci:               ## all of it, from nothing
	.ci/run

clean:
	rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find solver -name '*.so' -delete
