# Host side: the generator, libsumac (core, engines, bus, fabric), the front ends, the tool.

PC = pkg-config
FABRIC_CFLAGS = $(shell $(PC) --cflags libfabric pmix)
FABRIC_LIBS   = $(shell $(PC) --libs libfabric pmix) -lpthread -lm

# What depends on rounding is compiled as written: no contraction, no reassociation.
KERNEL_CFLAGS := -ffp-contract=off -fno-fast-math -O3

SOVERSION  := 0
CORE_SRC   := $(wildcard host/base/*.c host/plan/*.c host/agree/*.c host/core/*.c host/engine/*/*.c host/bus/*/*.c host/fabric/*.c)
CORE_OBJ   := $(CORE_SRC:%.c=$(B)/obj/%.o)
SHMEM_OBJ  := $(patsubst %.c,$(B)/obj/%.o,$(wildcard host/frontend/shmem/*.c))
OMPI_OBJ   := $(patsubst %.c,$(B)/obj/%.o,$(wildcard host/frontend/mpi/*.c))
TOOL_OBJ   := $(patsubst %.c,$(B)/obj/%.o,$(wildcard host/tool/*.c))
GEN_SRC    := $(wildcard host/gen/*.c)

host: $(B)/lib/libsumac.so $(B)/lib/libsumac_shmem.so $(B)/bin/sumac ## libraries and tool, without Verilator and MPI
mpi: $(B)/lib/libsumac_ompi.so ## the front end for Open MPI

# Before anything is compiled: else the compiler would complain of missing headers in every file.
deps-host: ## the packages that `make host` needs
	@pkg-config --exists libfabric pmix 2>/dev/null || \
		{ sh .ci/packages $(PKG_HOST) && pkg-config --exists --print-errors libfabric pmix; }
deps-mpi:
	@pkg-config --exists ompi-c 2>/dev/null || { sh .ci/packages $(PKG_MPI) && pkg-config --exists --print-errors ompi-c; }
$(CORE_OBJ) $(SHMEM_OBJ) $(OMPI_OBJ) $(TOOL_OBJ): | deps-host
$(OMPI_OBJ): | deps-mpi

$(B)/gen/sumac-gen: $(GEN_SRC) $(wildcard host/gen/*.h include/spec/*)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(CSTD) $(WARN) -O1 -Iinclude -Ihost -I. $(GEN_SRC) -o $@

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC    $<"
	@$(CC) $(CFLAGS) $(FABRIC_CFLAGS) $(EXTRA_$(*F)) -MMD -MP -c $< -o $@

$(B)/obj/host/engine/cpu/kernel%.o: CFLAGS += $(KERNEL_CFLAGS)
$(B)/obj/host/frontend/mpi/%.o: CFLAGS += $(shell $(PC) --cflags ompi-c 2>/dev/null)

$(B)/lib/libsumac.a: $(CORE_OBJ)
	@mkdir -p $(@D)
	@echo "  AR    $@"
	@rm -f $@ && ar rcs $@ $^

# A shared library: its objects and libraries are LINK_IN, its version script the map of its name.
define soname
@mkdir -p $(@D)
@echo "  LINK  $@"
@$(CC) -shared -Wl,-soname,$(notdir $@).$(SOVERSION) -Wl,--build-id -Wl,-z,defs \
	-Wl,--version-script,host/$(basename $(notdir $@)).map $(LINK_IN) -o $@.$(SOVERSION)
@ln -sf $(notdir $@).$(SOVERSION) $@
endef

# A front end finds libsumac beside itself.
BESIDE := -L$(B)/lib -lsumac '-Wl,-rpath,$$ORIGIN'

$(B)/lib/libsumac.so: LINK_IN = $(CORE_OBJ) $(FABRIC_LIBS)
$(B)/lib/libsumac.so: $(CORE_OBJ) host/libsumac.map
	$(soname)

$(B)/lib/libsumac_shmem.so: LINK_IN = $(SHMEM_OBJ) $(BESIDE)
$(B)/lib/libsumac_shmem.so: $(SHMEM_OBJ) $(B)/lib/libsumac.so host/libsumac_shmem.map
	$(soname)

$(B)/lib/libsumac_ompi.so: LINK_IN = $(OMPI_OBJ) $(BESIDE) $(shell $(PC) --libs ompi-c 2>/dev/null)
$(B)/lib/libsumac_ompi.so: $(OMPI_OBJ) $(B)/lib/libsumac.so host/libsumac_ompi.map
	$(soname)

$(B)/bin/sumac: $(TOOL_OBJ) $(B)/lib/libsumac.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(TOOL_OBJ) $(B)/lib/libsumac.a $(FABRIC_LIBS) -Wl,--build-id -o $@

-include $(CORE_OBJ:.o=.d) $(SHMEM_OBJ:.o=.d) $(OMPI_OBJ:.o=.d) $(TOOL_OBJ:.o=.d)
.PHONY: host mpi deps-host deps-mpi
