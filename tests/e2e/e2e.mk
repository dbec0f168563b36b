# End-to-end programs: bodies linked with each API's adapter, programs of one API, and what e2e.sh needs besides.

E2E_CFLAGS   = $(CSTD) $(WARN) -O2 -g -Iinclude -Ihost -Itests -Itests/e2e
E2E_ORACLE  := $(patsubst tests/oracle/%.c,$(E2E_DIR)/obj/%.o,$(wildcard tests/oracle/*.c)) $(E2E_DIR)/obj/e2e_values.o
E2E_BODIES  := $(patsubst tests/e2e/body_%.c,%,$(wildcard tests/e2e/body_*.c))
E2E_SHMEM   := $(E2E_BODIES:%=%_shmem) $(patsubst tests/e2e/%.c,%,$(wildcard tests/e2e/shmem_*.c))
E2E_NATIVE  := $(E2E_BODIES:%=%_native) $(patsubst tests/e2e/%.c,%,$(wildcard tests/e2e/native_*.c))
E2E_MPI     := $(E2E_BODIES:%=%_mpi) $(patsubst tests/e2e/%.c,%,$(wildcard tests/e2e/mpi_*.c))
E2E_PLAIN   := check_report launcher_client seed_example seed_example_no_pie shmem_static_no_pie \
               rack_of_other_spec rack_with_nics_of_other_spec
E2E_BINS    := $(addprefix $(E2E_DIR)/,$(E2E_SHMEM) $(E2E_NATIVE) $(E2E_MPI) $(E2E_PLAIN))
E2E_LIBS    := $(B)/lib/libsumac.so $(B)/lib/libsumac_shmem.so $(B)/bin/sumac
E2E_CC       = $(B)/bin/sumac cc $(E2E_CFLAGS)
MPICC       ?= $(shell command -v mpicc.openmpi || echo mpicc)

e2e-bins: $(E2E_BINS)

$(E2E_DIR)/obj/adapter_mpi.o $(E2E_DIR)/obj/mpi_%.o: E2E_CFLAGS += $(shell $(PC) --cflags ompi-c 2>/dev/null)
$(E2E_DIR)/obj/%.o: tests/e2e/%.c
	@mkdir -p $(@D)
	@$(CC) $(E2E_CFLAGS) -MMD -MP -c $< -o $@
$(E2E_DIR)/obj/%.o: tests/oracle/%.c
	@mkdir -p $(@D)
	@$(CC) $(E2E_CFLAGS) -MMD -MP -c $< -o $@

# A body under each API.
$(E2E_BODIES:%=$(E2E_DIR)/%_shmem): $(E2E_DIR)/%_shmem: $(E2E_DIR)/obj/body_%.o $(E2E_DIR)/obj/adapter_shmem.o $(E2E_ORACLE) $(E2E_LIBS)
	@$(E2E_CC) $(filter %.o,$^) -lm -o $@
$(E2E_BODIES:%=$(E2E_DIR)/%_native): $(E2E_DIR)/%_native: $(E2E_DIR)/obj/body_%.o $(E2E_DIR)/obj/adapter_native.o $(E2E_ORACLE) $(E2E_LIBS)
	@$(E2E_CC) $(filter %.o,$^) -lm -o $@
$(E2E_BODIES:%=$(E2E_DIR)/%_mpi): $(E2E_DIR)/%_mpi: $(E2E_DIR)/obj/body_%.o $(E2E_DIR)/obj/adapter_mpi.o $(E2E_ORACLE)
	@$(MPICC) $(filter %.o,$^) -lm -o $@
$(addprefix $(E2E_DIR)/grid_,native shmem mpi): $(E2E_DIR)/obj/grid_cell.o

# Programs of one API.
$(E2E_DIR)/native_local: $(E2E_DIR)/obj/native_local.o $(E2E_ORACLE) $(E2E_LIBS)
	@$(E2E_CC) $(filter %.o,$^) -lm -o $@
$(E2E_DIR)/shmem_%: $(E2E_DIR)/obj/shmem_%.o $(E2E_LIBS)
	@$(E2E_CC) $(filter %.o,$^) -o $@
$(E2E_DIR)/native_%: $(E2E_DIR)/obj/native_%.o $(E2E_LIBS)
	@$(E2E_CC) $(filter %.o,$^) -o $@
$(E2E_DIR)/mpi_%: $(E2E_DIR)/obj/mpi_%.o $(E2E_ORACLE)
	@$(MPICC) $(filter %.o,$^) -lm -o $@

# As a user would, from the source as it stands in the standard.
$(E2E_DIR)/seed_example: tests/e2e/seed_example.c $(E2E_LIBS)
	@mkdir -p $(@D)
	@$(B)/bin/sumac cc -std=c11 -Wall -Wextra -pedantic $< -o $@
$(E2E_DIR)/seed_example_no_pie: tests/e2e/seed_example.c $(E2E_LIBS)
	@mkdir -p $(@D)
	@$(B)/bin/sumac cc -std=c11 -fno-pie -no-pie $< -o $@
$(E2E_DIR)/shmem_static_no_pie: tests/e2e/shmem_static.c $(E2E_LIBS)
	@mkdir -p $(@D)
	@$(E2E_CC) -fno-pie -no-pie $< -o $@

# The core under ThreadSanitizer, which does not follow fences: what they order between processes is none of its business.
TSAN_OBJ := $(CORE_SRC:%.c=$(B)/tsan/%.o)
$(B)/tsan/%.o: %.c
	@mkdir -p $(@D)
	@$(CC) $(CSTD) $(WARN) -Wno-tsan -O1 -g1 -fsanitize=thread $(INCLUDES) $(FABRIC_CFLAGS) -MMD -MP -c $< -o $@
$(E2E_DIR)/threads_tsan: $(E2E_DIR)/obj/native_threads.o $(TSAN_OBJ)
	@$(CC) -fsanitize=thread $^ $(FABRIC_LIBS) -o $@
-include $(TSAN_OBJ:.o=.d)

$(E2E_DIR)/check_report: $(E2E_DIR)/obj/check_report.o
	@$(CC) $^ -o $@
# Without the core: the launcher and the bootstrap alone.
$(E2E_DIR)/launcher_client: $(E2E_DIR)/obj/launcher_client.o $(B)/lib/libsumac.a
	@$(CC) $^ $(FABRIC_LIBS) -o $@

# Racks from another specification: as a whole, and with such NICs in a rack from ours.
OTHER_SPEC = sh tests/e2e/other_spec.sh $< $@ $$($(B)/bin/sumac-rack --spec-hash)
$(E2E_DIR)/rack_of_other_spec: $(B)/bin/sumac-rack tests/e2e/other_spec.sh
	@mkdir -p $(@D)
	@$(OTHER_SPEC)
$(E2E_DIR)/obj/model_of_other_spec.a: $(NIC_DIR)/model.a $(B)/bin/sumac-rack tests/e2e/other_spec.sh
	@mkdir -p $(@D)
	@$(OTHER_SPEC)
$(E2E_DIR)/rack_with_nics_of_other_spec: $(E2E_DIR)/obj/model_of_other_spec.a $(RACK_OBJ) $(B)/obj/sim/nic/vnic.o
	@$(CXX_SIM) $(filter %.o,$^) $< -lpthread -lm -latomic -o $@

-include $(wildcard $(E2E_DIR)/obj/*.d)
.PHONY: e2e-bins
.PRECIOUS: $(E2E_DIR)/obj/%.o
