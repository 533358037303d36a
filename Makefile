# Two commands matter: `make demo` and `make test`. Both set up everything they need in .venv first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
CORE   := $(shell find cpp -type f) CMakeLists.txt pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint format stubs sanitize bench play clean

help:
	@echo "make demo      solve, rate and draw a level of each family"
	@echo "make test      every test, in real Chromium too"
	@echo "make lint      ruff, mypy, clang-format, clang-tidy, stub drift"
	@echo "make bench     the benchmarks"
	@echo "make play      the page, in your browser"
	@echo "make clean     remove everything that was built"

$(VENV)/tools: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "unjam needs Python 3.11 or newer; set PYTHON=python3.11" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt scikit-build-core nanobind cmake ninja
	@touch $@

$(VENV)/ready: $(VENV)/tools $(CORE)
	@command -v $${CXX:-c++} >/dev/null || { echo "unjam needs a C++20 compiler: install g++ 12 or newer (Debian: apt-get install g++), or set CXX" >&2; exit 2; }
	@echo "building unjam"
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[web,plot,test,dev]'
	@touch $@

setup: $(VENV)/ready

stubs: setup
	@$(BIN)/python -m nanobind.stubgen -q -m unjam._core -o src/unjam/_core.pyi
