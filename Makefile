# The front door, and a thin one: what is to be known about building is in CMakePresets.json and
# tools/. Every target first looks whether the Debian packages it needs are there.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: run test build packages bench soak frameworks fmt clean help

# ccache is used where it is installed, and never needed.
ifneq ($(shell command -v ccache 2>/dev/null),)
export CMAKE_CXX_COMPILER_LAUNCHER := ccache
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
endif

run: build ## build, record the bundled examples, print what can be asked of them, and serve them
	@build/hence demo

test: ## build and run every test; the last line counts them
	@tools/setup build test page verifiers
	@tools/test

build: ## build the program, build/hence
	@tools/setup build
	@tools/build release hence libhence
	@ln -sfn release/hence build/hence

packages: ## build what users install (tarball, .deb, wheel, npm, image) and try each
	@tools/setup build
	@tools/packages

bench: ## build and run the benchmarks
	@tools/setup build bench page verifiers
	@tools/build bench
	@tools/bench

soak: ## what takes hours: clang-tidy, data races, faults, fuzzing; goes on where it was stopped
	@tools/setup build test bench page soak verifiers
	@tools/soak

frameworks: build ## run real agent frameworks from PyPI and npm against Hence, and compare
	@tools/setup frameworks
	@tools/frameworks

fmt: ## format the C++ and the page
	@tools/setup fmt
	@tools/ui && cd ui && node_modules/.bin/prettier --log-level warn --write .
	@find include src tests bench examples -name '*.h' -o -name '*.cpp' | xargs -r clang-format-14 -i

clean: ## remove everything that was built
	@rm -rf build

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20
