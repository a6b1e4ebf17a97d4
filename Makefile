# One command per job; `make help` lists them. The work is done by CMake presets and scripts/.

JOBS ?= $(shell nproc)
PRESET ?= release

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.PHONY: build
build: ## build the command line and the libraries: build/release/pith, libpith.so, libpith.a
	@cmake --preset $(PRESET) > /dev/null
	@cmake --build build/$(PRESET) -j $(JOBS)
