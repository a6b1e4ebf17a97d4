# One command per job; `make help` lists them. CMake presets and scripts/ do the work.

SHELL := /bin/bash
JOBS ?= $(shell nproc)
PITH_DATA ?= $(CURDIR)/../shared/data
export PITH_DATA JOBS

FILE ?= examples/pages/chinese-news-gbk.html
CASES ?= $(PITH_DATA)/html5lib-tests
PREFIX ?= /usr/local
SECONDS_EACH ?= 600

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: run-dependencies ## extract a page: FILE=page.html or URL=https://...; without either, a sample
	@scripts/build.sh release pith
	@build/release/pith extract --metadata $(if $(URL),'$(URL)','$(FILE)')

.PHONY: sample
sample: run-dependencies ## build/sample.jsonl: the example pages with what is their main content, for pith batch and eval
	@examples/labelled.py build/sample.jsonl

.PHONY: build
build: run-dependencies ## build/release/pith (with the workbench where there is npm), libpith.so and libpith.a
	@scripts/web.sh --if-npm
	@scripts/build.sh release all

.PHONY: workbench
workbench: web-dependencies ## opens the workbench in the browser: DATA=pages.jsonl.zst to look through
	@scripts/web.sh
	@scripts/build.sh release pith
	@build/release/pith serve --open $(if $(DATA),--data '$(DATA)')

.PHONY: test
test: test-dependencies ## all tests, in all languages, also under sanitizers; conformance; lint; fuzzers for a moment
	@scripts/run-tests.py

.PHONY: wheel
wheel: test-dependencies ## build/wheel/: the Python package, tested where nothing else is installed: PYTHONS="python3.9 python3.13"
	@scripts/wheel.sh $(PYTHONS)

.PHONY: spark-demo
spark-demo: test-dependencies ## a sample WARC to Parquet to a query, in Apache Spark (docs/spark.md)
	@scripts/spark-demo.sh

.PHONY: conformance
conformance: test-dependencies ## html5lib's cases and the URL standard's: CASES=folder of html5lib-tests
	@scripts/build.sh release pith_conformance -DPITH_BUILD_TESTS=ON
	@build/release/pith_conformance '$(CASES)'

.PHONY: bench
bench: test-dependencies ## speed, allocations and memory of each step: INPUT=pages.jsonl.zst
	@scripts/build.sh release all
	@scripts/bench.sh $(INPUT)

.PHONY: lexbor
lexbor: test-dependencies ## parse speed beside lexbor's: INPUT=pages.jsonl.zst
	@scripts/build.sh release pith
	@scripts/compare-lexbor.sh $(INPUT)

.PHONY: peers
peers: test-dependencies ## other extractors on the same labelled pages, through the same scorer: SETS=zh,labels
	@scripts/build.sh release pith
	@bench/peers/run.py $(if $(SETS),--sets '$(SETS)')

.PHONY: methods-table
methods-table: test-dependencies ## all methods on all labelled sets, into docs/methods.md: AGAIN=pith for these alone
	@scripts/build.sh release pith
	@scripts/build.sh release pith_steps -DPITH_BUILD_TESTS=ON
	@scripts/methods-table.py build/release/pith '$(PITH_DATA)' --steps build/release/pith_steps \
	  --write docs/methods.md $(if $(AGAIN),--again '$(AGAIN)')

.PHONY: train
train: test-dependencies ## the model of the default extractor, from PITH_DATA/dev; then its figures on sites it has not seen
	@scripts/train.sh

.PHONY: feature-digest
feature-digest: test-dependencies ## after a feature has changed: the number that models of these features carry
	@scripts/feature-digest.sh

.PHONY: speed-peers
speed-peers: test-dependencies ## speed beside resiliparse and trafilatura, and of two threads: SETS=zh,wcxb-dev
	@scripts/build.sh release pith
	@bench/peers/speed.py $(if $(SETS),--sets '$(SETS)')

.PHONY: speed-warc
speed-warc: test-dependencies ## pith batch over WARC files beside FastWARC + resiliparse and warcio + trafilatura
	@scripts/build.sh release pith
	@bench/warc/run.py

.PHONY: speed-spark
speed-spark: test-dependencies ## pith.spark beside pith batch: the same records, and what they cost (docs/spark.md)
	@scripts/build.sh release pith
	@scripts/wheel.sh --build
	@scripts/venv.sh python-package python/test-requirements.txt
	@build/venv-python-package/bin/pip install --quiet --no-index --no-deps --force-reinstall build/wheel/pith-*.whl
	@build/venv-python-package/bin/python bench/spark/run.py

.PHONY: speed-serve
speed-serve: test-dependencies ## pith serve under load for MINUTES=10, beside pith batch: INPUT=pages.jsonl.zst (docs/service.md)
	@scripts/build.sh release pith
	@bench/serve/run.py $(or $(INPUT),$(error INPUT=pages.jsonl.zst is needed)) $(if $(MINUTES),--minutes $(MINUTES))

.PHONY: bench-store
bench-store: test-dependencies ## a corpus store of RECORDS=200000: adding, searching, size (docs/performance.md)
	@scripts/build.sh release pith
	@bench/store/run.py $(if $(RECORDS),--records $(RECORDS))

.PHONY: fuzz
fuzz: test-dependencies ## every fuzzer for SECONDS_EACH=600 seconds
	@scripts/fuzz.sh $(SECONDS_EACH)

.PHONY: crash
crash: test-dependencies ## batches, corpus stores and harvests killed at 50 random points each, on full disks, with their folder gone
	@scripts/build.sh release pith
	@PITH=build/release/pith PITH_KILLS=50 tests/batch/crash_test.py
	@PITH=build/release/pith PITH_KILLS=50 tests/corpus/store_crash_test.py
	@PITH=build/release/pith PITH_KILLS=50 PITH_BUILD_DIR=build/release tests/harvest/harvest_test.py Mirrored.test_killed_at_any_time

.PHONY: hostile
hostile: test-dependencies ## all pages made to hurt: crashes, time and memory of each shape (docs/robustness.md)
	@scripts/build.sh release pith_hostile -DPITH_BUILD_TESTS=ON
	@build/release/pith_hostile

.PHONY: differential
differential: test-dependencies ## our trees against gumbo's and parse5's on every page of PITH_DATA/dev
	@scripts/differential.sh

.PHONY: formats
formats: test-dependencies ## Markdown read back by cmark-gfm, TEI validated, on every page of PITH_DATA/dev
	@scripts/build.sh release pith
	@tests/formats/markdown_roundtrip.py '$(PITH_DATA)'/dev/*.jsonl.zst
	@tests/formats/tei_validation.py '$(PITH_DATA)'/dev/*.jsonl.zst

.PHONY: check
check: test-dependencies ## format, lint, direction of includes
	@scripts/build.sh release pith_tables
	@scripts/check.sh

.PHONY: format
format: test-dependencies ## format all C and C++ code in place
	@git ls-files -z '*.c' '*.h' '*.cpp' '*.hpp' '*.inl' | xargs -0 clang-format -i

.PHONY: install
install: build ## install the command line, the libraries and the headers: PREFIX=/usr/local
	@cmake --install build/release --prefix '$(PREFIX)'

.PHONY: dist
dist: ## build/pith-VERSION.tar.gz: the sources of the last commit
	@scripts/dist.sh

.PHONY: clean
clean: ## remove build/
	@rm -rf build

.PHONY: run-dependencies web-dependencies test-dependencies
run-dependencies:
	@scripts/install-dependencies.sh run
web-dependencies:
	@scripts/install-dependencies.sh web
test-dependencies:
	@scripts/install-dependencies.sh test
