# Sumac. `make help` lists what there is to make.
#
# The pieces: host/host.mk (libraries and tool), sim/sim.mk (the rack with its Verilated NICs),
# hw/hw.mk (gates and proofs), bitstreams/bitstreams.mk (what cards are loaded with), tests/tests.mk.
# Everything made lies in build/.

.DEFAULT_GOAL := all
MAKEFLAGS     += --no-builtin-rules
SHELL         := /bin/bash
# Some thousand lines make an object each: a simple one runs without a shell where SHELL is this one.
%.o: private SHELL := /bin/sh

B        := build
CC       ?= cc
ifeq ($(origin CC),default)
CC       := cc
endif
CSTD     := -std=gnu11
# A warning is an error only where we build, in `make test` and `make check`: a user's compiler may know more warnings than ours.
WARN     := -Wall -Wextra $(if $(filter 1,$(WERROR)),-Werror)
OPT      ?= -O2 -g
INCLUDES := -Iinclude -Ihost -I.
# The result does not depend on the folder that the tree is in.
PLACELESS := -ffile-prefix-map=$(CURDIR)=.
CFLAGS   := $(CSTD) $(WARN) $(OPT) $(PLACELESS) -fPIC -fvisibility=hidden $(INCLUDES)
PREFIX   ?= /usr/local

# Commands are shown with V=1.
Q := $(if $(filter 1,$(V)),,@)

# $(call flags_file,NAME,FLAGS): a file that changes when the flags do, so what is made with them is made again.
define flags_file
$(B)/flags/$(1): ALWAYS
	@mkdir -p $$(@D)
	@printf '%s\n' '$$(subst ','\'',$(filter-out -Werror $(PLACELESS),$(2)))' >$$@.new
	@cmp -s $$@.new $$@ && rm $$@.new || mv $$@.new $$@
endef
ALWAYS:

# Debian's packages, by what needs them. `make deps` installs them as root, or says how.
PKG_HOST := gcc libc6-dev make pkg-config libfabric-dev libpmix-dev
PKG_SIM  := verilator clang g++ libc6-dev
PKG_WAVE := zlib1g-dev
PKG_FAST := llvm libclang-rt-dev
PKG_MPI  := libopenmpi-dev openmpi-bin libmpich-dev mpich
PKG_TEST := libcmocka-dev libmpfr-dev procps gfortran yosys valgrind spin libxrt-dev libxrt1 libxrt-utils uuid-dev tcl libxml2-utils

# The MPIs that there is a front end for: what pkg-config calls them, and what brings their headers.
MPIS         := ompi mpich
PC_ompi      := ompi-c
PC_mpich     := mpich
FC_ompi      := mpifort.openmpi
FC_mpich     := mpifort.mpich
NAME_ompi    := Open MPI
NAME_mpich   := MPICH
LEFT_ompi    := Open MPI, whose headers are in Debian's package libopenmpi-dev
LEFT_mpich   := MPICH, whose headers are in Debian's package libmpich-dev
HAVE_MPI     := $(foreach m,$(MPIS),$(shell pkg-config --exists $(PC_$(m)) 2>/dev/null && echo $(m)))
# A front end, and the module for Fortran where there is a compiler.
have_fortran = $(shell command -v $(FC_$(1)) && command -v gfortran)
$(foreach m,$(MPIS),$(eval FRONT_END_$(m) = $(B)/lib/libsumac_$(m).so \
	$(if $(call have_fortran,$(m)),$(B)/lib/$(m)/sumac_mpi_f08.mod)))

# make reports missing packages before it compiles anything. Only MPI's headers may be missing or broken: then all the rest is
# built.
all: deps-build ## use: libraries, tool, rack
	@$(MAKE) --no-print-directory host sim
	@$(MAKE) --no-print-directory front-ends

# Another make than that of `all`, which could not see packages that it installs.
front-ends:
	@$(foreach m,$(HAVE_MPI),MAKE="$(MAKE)" sh host/front-end.sh $(B) \
		"$(NAME_$(m)) $$(pkg-config --modversion $(PC_$(m)))" $(m) $(FRONT_END_$(m)) && )true
	@true$(foreach m,$(filter-out $(HAVE_MPI),$(MPIS)),; echo "left out: the front end for $(LEFT_$(m))")

# "## GROUP: TEXT" behind a target; groups come in this order.
help: ## use: this list
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sort -u | \
		awk -v groups="use test measure campaign cards generate packages" ' \
		{ target = $$1; text = $$0; sub(":.*", "", target); sub(".*## ", "", text); group = text; sub(":.*", "", group); \
		  sub("[a-z]*: ", "", text); list[group] = list[group] sprintf("  %-17s %s\n", target, text) } \
		END { for (i = 1; i <= split(groups, order, " "); i++) \
			printf("%s%s\n%s", (i > 1 ? "\n" : ""), order[i], list[order[i]]) }'
	@echo; echo "V=1 shows commands; WERROR=1 takes warnings for errors; B=DIR builds in another folder than build;"; \
		echo "PROFILE=yes builds the NIC half a minute later, which then simulates some 14 % faster."

# Whoever edits include/spec has what is generated of it written anew before make looks at anything else. Where there is no
# compiler yet, packages come first.
FRONT_GOALS := all help demo test check install clean gen gen-check bare-check deps-%
ifneq ($(filter-out $(FRONT_GOALS),$(or $(MAKECMDGOALS),all)),)
ifneq ($(and $(if $(NO_GEN),,1),$(shell command -v $(firstword $(CC)))),)
include $(B)/gen/current.mk
endif
endif

include host/host.mk
include sim/sim.mk
include tests/tests.mk
include hw/hw.mk
include bitstreams/bitstreams.mk

# The two commands for a fresh machine: packages first, then a second make that sees them.
demo: ## use: a SHMEM program on 4 PEs over Verilated NICs, then on the CPU engine
	@$(MAKE) --no-print-directory deps-demo
	@$(MAKE) --no-print-directory host sim PROFILE=$$(cat $(B)/flags/profile 2>/dev/null || echo no)
	@sh tests/demo/demo.sh $(B)

test: ## test: what you run while you work (5 minutes on 2 cores with all to compile; T=name: those whose name contains it)
	@$(MAKE) --no-print-directory deps-test
	@MAKE="$(MAKE)" WERROR=1 sh tests/run.sh $(B) test "$(T)"

check: ## test: more tests: then the smallest NIC, proofs, and most end-to-end cases (10 minutes more; T=name)
	@$(MAKE) --no-print-directory deps-test
	@MAKE="$(MAKE)" WERROR=1 sh tests/run.sh $(B) check "$(T)"

check-long: ## test: what CI runs besides: the longest proofs, benches and cases, tests/long.list (12 minutes more; T=name)
	@$(MAKE) --no-print-directory deps-test
	@MAKE="$(MAKE)" WERROR=1 sh tests/run.sh $(B) long "$(T)"

deps-build:
	@{ pkg-config --exists libfabric pmix 2>/dev/null && command -v $(VERILATOR) >/dev/null && [ -n "$(CXX_SIM)" ]; } || \
		sh .ci/packages $(PKG_HOST) $(PKG_SIM) $(PKG_FAST)

deps-demo: ## packages: the packages that `make demo` needs
	@sh .ci/packages $(PKG_HOST) $(PKG_SIM)

deps-test: ## packages: the packages that `make test` needs
	@sh .ci/packages $(PKG_HOST) $(PKG_SIM) $(PKG_WAVE) $(PKG_FAST) $(PKG_MPI) $(PKG_TEST)

gen: $(B)/gen/sumac-gen ## generate: writes what is generated from include/spec, as every build does after an edit
	$< --out .

gen-check: $(B)/gen/sumac-gen ## generate: fails when generated files have drifted from include/spec
	sh host/gen/drift.sh $<

clean: ## use: removes build/
	rm -rf $(B)

.PHONY: ALWAYS all front-ends help demo test check check-long deps-build deps-demo deps-test gen gen-check clean

install: all ## use: into DESTDIR and PREFIX (/usr/local)
	@sh host/install.sh $(B) "$(DESTDIR)" "$(PREFIX)"

bare-check: ## test: `make demo` and `make test` in a bare Debian (mmdebstrap, root; SUITE=trixie, or bookworm; about ten minutes)
	@SUITE="$(SUITE)" sh .ci/bare-check

.PHONY: install bare-check
