# Host side: the generator, libsumac (core, engines, bus, fabric), the front ends, the tool.

PC = pkg-config
# $(call once,NAME,VALUE): the value, found out when it is first needed (packages may come before) and then kept.
once          = $(eval $(1) := $(2))$($(1))
FABRIC_CFLAGS = $(call once,FABRIC_CFLAGS,$(shell $(PC) --cflags libfabric pmix))
FABRIC_LIBS   = $(call once,FABRIC_LIBS,$(shell $(PC) --libs pmix) -lpthread -lm) # libfabric is loaded when it is needed

# Code that rounds is compiled as written: no contraction, no reassociation. A short loop that begins where it falls may
# take half as long again.
KERNEL_CFLAGS := -ffp-contract=off -fno-fast-math -O3 -falign-loops=32

SOVERSION  := 0
CORE_SRC   := $(wildcard host/base/*.c host/plan/*.c host/agree/*.c host/remote/*.c host/core/*.c host/core/*/*.c \
              host/engine/*/*.c host/exact/*.c host/bus/*/*.c host/fabric/*.c host/segment/*.c host/bootstrap/*.c)
CORE_OBJ   := $(CORE_SRC:%.c=$(B)/obj/%.o)
SHMEM_OBJ  := $(patsubst %.c,$(B)/obj/%.o,$(wildcard host/frontend/shmem/*.c))
MPI_SRC    := $(wildcard host/frontend/mpi/*.c host/frontend/mpi/*/*.c)
MPI_OBJ    := $(foreach m,$(MPIS),$(MPI_SRC:%.c=$(B)/obj/$(m)/%.o)) # of each MPI's headers its own
TOOL_SRC   := $(wildcard host/tool/*.c host/study/*.c host/page/*.c host/launch/*.c host/oracle/*.c)
TOOL_OBJ   := $(TOOL_SRC:%.c=$(B)/obj/%.o)
GEN_SRC    := $(wildcard host/gen/*.c)

host: $(B)/lib/libsumac.so $(B)/lib/libsumac_shmem.so $(B)/bin/sumac ## use: libraries and tool, without Verilator and MPI
mpi: $(MPIS:%=deps-%) $(foreach m,$(MPIS),$(FRONT_END_$(m))) ## use: the front ends for Open MPI and MPICH

# Before anything is compiled: else the compiler would complain of missing headers in every file.
deps-host: ## packages: the packages that `make host` needs
	@pkg-config --exists libfabric pmix 2>/dev/null || \
		{ sh .ci/packages $(PKG_HOST) && pkg-config --exists --print-errors libfabric pmix; }
$(MPIS:%=deps-%): deps-%:
	@pkg-config --exists $(PC_$*) 2>/dev/null || { sh .ci/packages $(PKG_MPI) && pkg-config --exists --print-errors $(PC_$*); }
$(CORE_OBJ) $(SHMEM_OBJ) $(MPI_OBJ) $(TOOL_OBJ): | deps-host

$(B)/gen/sumac-gen: $(GEN_SRC) $(wildcard host/gen/*.h include/spec/*)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CSTD) $(WARN) -O0 -Iinclude -Ihost -I. $(GEN_SRC) -o $@
$(B)/gen/current.mk: $(B)/gen/sumac-gen
	@$< --out . && touch $@

$(eval $(call flags_file,cc,$(CC) $(CFLAGS) $(KERNEL_CFLAGS)))
$(B)/obj/%.o: %.c $(B)/flags/cc
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CFLAGS) $(FABRIC_CFLAGS) $(EXTRA_$(*F)) -MMD -MP -c $< -o $@

# Which commit of the sources this is, and whether they are as it has them.
COMMIT := $(or $(shell [ -e .git ] && git rev-parse --short=12 HEAD 2>/dev/null),unknown)
CLEAN  := $(if $(filter unknown,$(COMMIT))$(shell [ -e .git ] && git status --porcelain 2>/dev/null | head -1),0,1)
$(eval $(call flags_file,commit,$(COMMIT) $(CLEAN)))
$(B)/obj/host/core/job/version.o: $(B)/flags/commit
EXTRA_version = -DSUMAC_COMMIT='"$(COMMIT)"' -DSUMAC_CLEAN=$(CLEAN)

$(B)/obj/host/engine/kernel/kernel%.o $(B)/obj/host/exact/exact_%.o: CFLAGS += $(KERNEL_CFLAGS)

$(B)/lib/libsumac.a: $(CORE_OBJ)
	@mkdir -p $(@D)
	@echo "  AR    $@"
	$(Q)rm -f $@ && ar rcs $@ $^

# A shared library: its objects and libraries are LINK_IN, its version script the map of its name, or MAP.
define soname
@mkdir -p $(@D)
@echo "  LINK  $@"
$(Q)$(CC) -shared -Wl,-soname,$(notdir $@).$(SOVERSION) -Wl,--build-id -Wl,-z,defs \
	-Wl,--version-script,$(or $(MAP),host/$(basename $(notdir $@)).map) $(LINK_IN) -o $@.$(SOVERSION)
@ln -sf $(notdir $@).$(SOVERSION) $@
endef

# A front end finds libsumac beside itself.
BESIDE := -L$(B)/lib -lsumac '-Wl,-rpath,$$ORIGIN'

$(B)/lib/libsumac.so: LINK_IN = $(CORE_OBJ) $(FABRIC_LIBS)
$(B)/lib/libsumac.so: $(CORE_OBJ) host/libsumac.map
	$(soname)

# Profiling tools call the function that they stand in for by its name with a p before it. The names come from the objects, so
# no list is kept; names that are not exported begin with sumac_.
$(B)/lib/profiling.ld: $(SHMEM_OBJ)
	@mkdir -p $(@D)
	@nm -g --defined-only $^ | awk '$$2 == "T" && $$3 !~ /^sumac_/ { print "p" $$3 " = " $$3 ";" }' | sort >$@

# Calls within the library stay there: a tool sees the program's.
$(B)/lib/libsumac_shmem.so: LINK_IN = $(SHMEM_OBJ) $(BESIDE) $(B)/lib/profiling.ld -Wl,-Bsymbolic-functions
$(B)/lib/libsumac_shmem.so: $(SHMEM_OBJ) $(B)/lib/libsumac.so $(B)/lib/profiling.ld host/libsumac_shmem.map
	$(soname)

# The front end for one of MPIS, $(1). The map alone says what it exports: MPICH's headers do not. An error handler in C++ may
# throw through it.
define mpi_front_end
$(B)/obj/$(1)/%.o: %.c $(B)/flags/cc | deps-$(1)
	@mkdir -p $$(@D)
	@echo "  CC    $$< ($(1))"
	$(Q)$$(CC) $$(CFLAGS) -fvisibility=default -fexceptions $$(FABRIC_CFLAGS) \
		$$(shell $$(PC) --cflags $(PC_$(1)) 2>/dev/null) -MMD -MP -c $$< -o $$@

$(B)/lib/libsumac_$(1).so: private MAP = host/libsumac_mpi.map
$(B)/lib/libsumac_$(1).so: LINK_IN = $(MPI_SRC:%.c=$(B)/obj/$(1)/%.o) $$(BESIDE) -Wl,--as-needed \
	$$(shell $$(PC) --libs $(PC_$(1)) 2>/dev/null)
$(B)/lib/libsumac_$(1).so: $(MPI_SRC:%.c=$(B)/obj/$(1)/%.o) $(B)/lib/libsumac.so host/libsumac_mpi.map
	$$(soname)
endef
$(foreach m,$(MPIS),$(eval $(call mpi_front_end,$(m))))

# The module of exact sums has no code; where there is a compiler for it, its declarations are compiled.
host: $(if $(shell command -v gfortran),$(B)/lib/sumac_exact.mod)
$(B)/lib/sumac_exact.mod: include/sumac_exact.f90 include/sumac_exact_words.fh
	@mkdir -p $(@D)
	@echo "  FC    $<"
	$(Q)gfortran -fsyntax-only -J$(@D) $< && touch $@

# The module for mpi_f08 has no code; what it declares is made of that MPI's own modules.
$(B)/lib/%/sumac_mpi_f08.mod: include/sumac_mpi_f08.f90 | deps-%
	@mkdir -p $(@D)
	@echo "  FC    $< ($*)"
	$(Q)$(FC_$*) -fsyntax-only -J$(@D) $< && touch $@ # which the compiler leaves alone where nothing has changed

# By these names libpmix reaches the launcher's guard (host/launch/pmix_guard.c).
TOOL_EXPORTS := $(foreach name,listen accept accept4,-Wl,--export-dynamic-symbol=$(name))

$(B)/bin/sumac: $(TOOL_OBJ) $(B)/lib/libsumac.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(TOOL_OBJ) $(B)/lib/libsumac.a $(FABRIC_LIBS) -Wl,--build-id $(TOOL_EXPORTS) -o $@

# The tool under OpenSHMEM's names of commands.
OSH := $(addprefix $(B)/bin/,oshcc oshc++ oshcxx oshfort oshrun)
host: $(OSH)
$(OSH): $(B)/bin/sumac
	@ln -sf sumac $@

-include $(CORE_OBJ:.o=.d) $(SHMEM_OBJ:.o=.d) $(MPI_OBJ:.o=.d) $(TOOL_OBJ:.o=.d)
.PHONY: host mpi deps-host $(MPIS:%=deps-%)
