# Tests. Unit tests (CMocka) and all they link are built a second time under ASan and UBSan, in build/san.

SAN        := $(B)/san
SAN_FLAGS  := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# Two hundred programs are linked: gold takes a third of the time, where there is one.
SAN_LINK   := $(SAN_FLAGS) $(if $(shell command -v ld.gold),-fuse-ld=gold)
MPI_CFLAGS  = $(call once,MPI_CFLAGS,$(shell $(PC) --cflags ompi-c))
SAN_CFLAGS  = $(CSTD) $(WARN) -O1 -g1 $(SAN_FLAGS) $(INCLUDES) -Itests $(FABRIC_CFLAGS) $(MPI_CFLAGS)
# The tests play PMPI themselves, so they do without mpi_profile.c, which has functions of those names.
TESTED     := $(CORE_SRC) $(TOOL_SRC) $(filter-out %/mpi_profile.c,$(wildcard host/frontend/*/*.c host/frontend/*/*/*.c)) \
              $(filter-out host/gen/gen_main.c,$(GEN_SRC)) $(filter-out sim/rack/rack_main.c,$(RACK_SRC)) \
              $(addprefix sim/wave/,wave_window.c wave_file.c) \
              $(filter-out %_main.c,$(wildcard sim/xrt/*.c sim/xrt_emulation/*.c bitstreams/xclbin/*.c))
TESTED_OBJ := $(TESTED:%.c=$(SAN)/obj/%.o)

$(SAN)/rules.mk: tests/unit-rules.sh $(wildcard tests/host/*.[ch] tests/sim/*.[ch] tests/campaign/bulk.[ch] tests/plan/*.[ch])
	@mkdir -p $(@D)
	@sh tests/unit-rules.sh $(SAN) >$@.new && mv $@.new $@

$(eval $(call flags_file,san,$(CC) $(CSTD) $(WARN) $(SAN_FLAGS) $(INCLUDES)))
$(SAN)/obj/%.o: %.c $(B)/flags/san
	@mkdir -p $(@D)
	@echo "  CC    $< (sanitized)"
	$(Q)$(CC) $(SAN_CFLAGS) $(EXTRA_SAN) -MMD -MP -c $< -o $@
# Kernels are thousands of short loops, in which checks take a compiler four times as long to optimise as tests take to run them.
$(SAN)/obj/host/engine/kernel/kernel%.o: EXTRA_SAN := -O0 -ffp-contract=off -fno-fast-math
# Exact sums rely on products that are not fused with sums.
$(SAN)/obj/host/exact/exact_%.o: EXTRA_SAN := -ffp-contract=off -fno-fast-math
# A test itself does little, and is compiled often. So is code that no test repeats for seconds.
SAN_PLAIN := tests/host $(addprefix host/,tool study page launch gen frontend core remote agree bootstrap) \
             bitstreams sim/xrt sim/xrt_emulation sim/wave
$(SAN_PLAIN:%=$(SAN)/obj/%/%.o): EXTRA_SAN := -O0 -Wno-maybe-uninitialized
# The oracle goes element by element, which is most of the time of tests that compare with it; memcpy() still judges addresses.
$(SAN)/obj/host/oracle/%.o $(SAN)/obj/tests/campaign/%.o: EXTRA_SAN := -O2 -fno-sanitize=address -ffp-contract=off
# The tool is a part of test programs, which have a main() of their own.
$(SAN)/obj/host/tool/tool_main.o: EXTRA_SAN := -Dmain=sumac_tool_main

$(SAN)/libtested.a: $(TESTED_OBJ)
	$(Q)rm -f $@ && ar rcs $@ $^

# Tests' objects are known only from their includes: a second make reads the rules.
ifneq ($(filter unit-bins $(SAN)/bin/%,$(MAKECMDGOALS)),)
include $(SAN)/rules.mk
$(UNIT_TESTS):
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(SAN_LINK) $^ $(FABRIC_LIBS) $(UNIT_LIBS) -lcmocka -lm -Wl,--build-id -o $@
# The reference of exact sums.
$(filter $(SAN)/bin/test_exact%,$(UNIT_TESTS)): UNIT_LIBS = -lmpfr
# The tests play the host MPI themselves; of the library they have the handles.
$(filter $(SAN)/bin/test_mpi_% $(SAN)/bin/test_bootstrap_mpi,$(UNIT_TESTS)): UNIT_LIBS = $(shell $(PC) --libs ompi-c)
unit-bins: $(UNIT_TESTS)
-include $(sort $(UNIT_OBJ:.o=.d)) $(TESTED_OBJ:.o=.d)
endif

# Code that threads share, a third time under TSan: those that step NICs, by themselves and in racks of fake NICs; and ranks on a
# segment and in leaves, as threads on one mapping.
TSAN       := $(B)/tsan
# TSan does not see the fence between the rack and its ranks, which are other processes.
TSAN_FLAGS := -fsanitize=thread -Wno-tsan
TSAN_SRC   := $(filter-out sim/rack/rack_main.c,$(RACK_SRC)) $(wildcard host/bus/rack/*.c) \
              $(wildcard host/base/*.c) host/launch/descendants.c \
              $(addprefix tests/sim/,fake_nic.c frame_build.c rack_child.c rack_inside.c rack_ranks.c) \
              $(wildcard host/segment/*.c) \
              $(addprefix host/fabric/,ring.c host_rings.c fabric.c fabric_host.c) \
              $(addprefix tests/host/,child.c plain_environment.c fabric_help.c fork_world.c bootstrap_threads.c segment_threads.c)
TSAN_OBJ   := $(TSAN_SRC:%.c=$(TSAN)/obj/%.o)

$(eval $(call flags_file,tsan,$(CC) $(CSTD) $(WARN) $(TSAN_FLAGS) $(INCLUDES)))
$(TSAN)/obj/%.o: %.c $(B)/flags/tsan
	@mkdir -p $(@D)
	@echo "  CC    $< (TSan)"
	$(Q)$(CC) $(CSTD) $(filter-out -Werror,$(WARN)) -O1 -g1 $(TSAN_FLAGS) $(INCLUDES) -Itests -MMD -MP -c $< -o $@
define tsan_test
@mkdir -p $(@D)
@echo "  LINK  $@"
$(Q)$(CC) $(TSAN_FLAGS) $^ $(TSAN_LIBS) -lcmocka -lm -o $@
endef
$(TSAN)/bin/%: $(TSAN)/obj/tests/sim/%.o $(TSAN_OBJ)
	$(tsan_test)
$(TSAN)/bin/%: $(TSAN)/obj/tests/host/%.o $(TSAN_OBJ)
	$(tsan_test)
# Leaves and streams, between threads.
TSAN_CPU     := base plan agree engine/kernel engine/cpu engine/leaf engine/levels fabric segment bootstrap oracle
TSAN_CPU_OBJ := $(patsubst %.c,$(TSAN)/obj/%.o,$(foreach d,$(TSAN_CPU),$(wildcard host/$(d)/*.c)) \
                $(addprefix tests/host/,cpu_world.c cpu_member.c fabric_threads.c segment_threads.c plain_environment.c))
$(TSAN_CPU_OBJ): INCLUDES += $(FABRIC_CFLAGS) -ffp-contract=off
$(TSAN)/bin/test_cpu_%: TSAN_LIBS = $(FABRIC_LIBS)
$(TSAN)/bin/test_cpu_%: $(TSAN)/obj/tests/host/test_cpu_%.o $(TSAN_CPU_OBJ)
	$(tsan_test)
-include $(sort $(TSAN_OBJ:.o=.d) $(TSAN_CPU_OBJ:.o=.d) $(wildcard $(TSAN)/obj/tests/*/*.d))
.PRECIOUS: $(TSAN)/obj/%.o

# And a rack of Verilated NICs, all by one compiler (half a minute).
TSAN_CC    := $(if $(filter %clang++,$(CXX_SIM)),$(CXX_SIM:%++=%),$(CXX_SIM:%g++=%gcc))
$(TSAN)/rack/bin/sumac-rack: $(B)/bin/sumac-rack
	@$(MAKE) --no-print-directory B=$(TSAN)/rack CC="$(TSAN_CC) -fsanitize=thread" CXX_SIM="$(CXX_SIM) -fsanitize=thread" \
		WARN=-w NO_GEN=1 PROFILE=no VMAKE="CXX=$(CXX_SIM) OPT_FAST='-O1 -fsanitize=thread' \
		OPT_SLOW='-O0 -fsanitize=thread' OPT_GLOBAL='-O1 -fsanitize=thread'" $@
	@touch $@

# Everything that tests run: then the runner, which prints what it runs and a closing line.
E2E_DIR := $(B)/e2e
include tests/e2e/e2e.mk
include tests/campaign/campaign.mk
include tests/apps/apps.mk
include tests/fuzz/fuzz.mk

$(B)/runner: tests/runner/runner.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CSTD) $(WARN) $(OPT) $< -o $@

lint: ## test: every RTL module by itself under verilator -Wall, and the NIC as Yosys reads it
	@MAKE="$(MAKE)" sh tests/run.sh $(B) lint $(T)

.PHONY: unit-bins lint

bench-sim: host sim ## measure: simulated cycles of collectives up to 64 KiB, and this machine's rates (three minutes)
	@VFLAGS="$(VFLAGS)" VMAKE="$(VMAKE)" sh tests/bench/bench-sim.sh $(B)

bench-sim-full: host sim ## measure: all collectives on NICs, 8 B to 16 MiB, to docs/performance.md (an hour; goes on; SIM_MINUTES=)
	@CC="$(CC)" SIM_MINUTES="$(SIM_MINUTES)" sh tests/bench/bench-sim-full.sh $(B) docs/performance.md docs/performance.svg

thresholds: host sim ## measure: from which size slices pay on NICs; writes these rows of include/spec/plans.def (ten minutes)
	@CC="$(CC)" sh tests/bench/thresholds.sh $(B)

bench-host: ## measure: instructions of short calls, and whether anything grows in 10,000 teams and 1,000,000 calls (two minutes)
bench-host: host sim mpi
	@sh .ci/packages $(PKG_TEST)
	@sh tests/bench/bench-host.sh $(B)

.PHONY: bench-sim bench-sim-full thresholds bench-host

bench-bus: ## measure: register accesses, and doorbell to completion, on the rack and through XRT, to docs/bus-speed.md (10 seconds)
bench-bus: host sim
	@sh .ci/packages $(PKG_TEST)
	@sh tests/bench/bench-bus.sh $(B) docs/bus-speed.md

.PHONY: bench-bus

PKG_SMPI := libsimgrid-dev

bench-smpi: ## measure: one MPI program on the rack and under SimGrid's SMPI, side by side, to docs/smpi.md (five minutes; goes on)
bench-smpi: host sim mpi
	@sh .ci/packages $(PKG_MPI) $(PKG_SMPI)
	@sh tests/bench/smpi.sh $(B) docs/smpi.md

.PHONY: bench-smpi

bench-cpu: ## measure: calls in a row beside Open MPI and MPICH, to docs/cpu-speed.md; bench-isolated, bench-locals (RANKS; QUICK=1)
bench-cpu: host mpi $(if $(QUICK),,bench-isolated bench-locals)
	@RANKS="$(RANKS)" ROUNDS="$(ROUNDS)" QUICK="$(QUICK)" sh tests/bench/cpu-speed.sh $(B) \
		$(if $(QUICK),,docs/cpu-speed.md docs/cpu-speed.svg)

# Each make of processor has a page, since what is best on one is not on another.
isolated_page = docs/isolated-calls-$(shell sed -n '/^vendor_id/{s/.*: *\(Authentic\|Genuine\)*//p;q;}' /proc/cpuinfo | tr A-Z a-z)

bench-isolated: ## measure: each call by itself, as OSU times them, to docs/isolated-calls-*.md (ten minutes; FULL=1: an hour)
bench-isolated: host mpi
	@sh tests/bench/isolated.sh $(B) $(isolated_page).md $(isolated_page).svg

# Each MPI's own MPI_Reduce_local beside it, in a process of that MPI.
bench-locals: ## measure: MPI_Reduce_locals beside a copy and each MPI's MPI_Reduce_local (two minutes; W="SUM" and BYTES=64 pick)
bench-locals: mpi
	@mkdir -p $(B)/bench
	@for mpi in openmpi:ompi mpich:mpich; do \
		mpicc.$${mpi%:*} $(CSTD) $(WARN) -O2 -Iinclude -Ihost tests/bench/locals.c -o $(B)/bench/locals_$${mpi#*:} \
			-L$(B)/lib -lsumac_$${mpi#*:} -lm -Wl,-rpath,$(abspath $(B)/lib) && echo "beside $${mpi%:*}" && \
		OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 $(B)/bench/locals_$${mpi#*:} "$(W)" $(BYTES) || exit 1; \
	done

bench-exact: ## measure: exact sums beside a plain loop, Kahan's, and E3SM's two passes, in the cache and out of memory (20 seconds)
bench-exact: host
	@CC="$(CC)" sh tests/bench/exact-speed.sh $(B)

.PHONY: bench-cpu bench-exact bench-isolated bench-locals

coverage: ## test: lines of hw/rtl and cover properties that benches reach; build/coverage/annotated (4 minutes with a warm ccache)
	@sh .ci/packages $(PKG_SIM)
	@sh tests/coverage/coverage.sh $(B)

mutation: ## test: breaks the RTL in N=240 ways by SEED=1; tests must notice (3 minutes with a warm ccache; M="modules"; resumes)
	@sh .ci/packages $(PKG_SIM)
	@sh tests/mutation/mutation.sh $(B) $(or $(N),240) $(or $(SEED),1) $(M)

known-bugs: ## campaign: bugs that we and ACCL have had, put back one by one; tests must find each (half an hour; T=name)
	@$(MAKE) --no-print-directory deps-test
	@bash tests/mutation/known-bugs.sh run $(B) "$(T)"

.PHONY: coverage known-bugs mutation

campaign-tests: ## campaign: tests that make check has no time for: the rack under TSan, grids of 16 and 17 ranks, MPICH
	@$(MAKE) --no-print-directory deps-test
	@MAKE="$(MAKE)" sh tests/run.sh $(B) campaign "$(T)"

.PHONY: campaign-tests

campaign-grid: ## campaign: every API, engine, size, pair NICs do, count, root (an hour; W="nic, 4 ranks" picks; DEPTH=full: all)
campaign-grid: all
	@$(MAKE) --no-print-directory e2e-bins
	@bash tests/e2e/grid.sh $(B) "$(W)" $(DEPTH)

.PHONY: campaign-grid
