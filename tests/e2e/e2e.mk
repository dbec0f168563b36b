# End-to-end programs: bodies linked with each API's adapter, programs of one API, and what e2e.sh needs besides.

E2E_CFLAGS   = $(CSTD) $(WARN) $(E2E_OPT) -g -Iinclude -Ihost -Itests -Itests/e2e
# A program of one API does little itself. Bodies, adapters and oracle compute what is expected, and call as programs do
# that are optimised.
E2E_OPT     := -O2
$(E2E_DIR)/obj/shmem_%.o $(E2E_DIR)/obj/native_%.o $(E2E_DIR)/obj/mpi_%.o $(E2E_DIR)/mpich/obj/mpi_%.o: E2E_OPT := -O0
E2E_ORACLE  := $(patsubst host/oracle/%.c,$(E2E_DIR)/obj/%.o,$(wildcard host/oracle/*.c)) $(E2E_DIR)/obj/e2e_values.o
E2E_BODIES  := $(patsubst tests/e2e/body_%.c,%,$(wildcard tests/e2e/body_*.c))
E2E_SHMEM   := $(E2E_BODIES:%=%_shmem) $(patsubst tests/e2e/%.c,%,$(wildcard tests/e2e/shmem_*.c))
E2E_NATIVE  := $(E2E_BODIES:%=%_native) $(patsubst tests/e2e/%.c,%,$(wildcard tests/e2e/native_*.c))
E2E_MPI     := $(E2E_BODIES:%=%_mpi) $(patsubst tests/e2e/%.c,%,$(wildcard tests/e2e/mpi_*.c))
E2E_PLAIN   := check_report launcher_client seed_example seed_example_no_pie shmem_static_no_pie \
               rack_of_other_spec rack_with_nics_of_other_spec rack_without_wire grid_late mismatch_late \
               tool_all.so mpich/tool_all.so tool_fortran.so tool_shmem.so short_sleep.so busy_card.so in_progress
E2E_BINDING := fortran_mpif fortran_module fortran_f08 seed_mpi_fortran seed_mpi_c cxx_mpi
E2E_FORMS   := fixed free fixed_8 free_8
E2E_FORTRAN := $(E2E_FORMS:%=shmem_fortran_%) $(E2E_FORMS:%=shmem_fortran_reductions_%) \
               $(addprefix shmem_fortran_wrong_,fixed fixed_8) seed_shmem_min seed_shmem_sum seed_shmem
E2E_LOCALS  := fortran_locals_mpif fortran_locals_module fortran_locals_f08 fortran_exact_module fortran_exact_f08
E2E_BINS    := $(addprefix $(E2E_DIR)/,$(E2E_SHMEM) $(E2E_NATIVE) $(E2E_FORTRAN) $(E2E_MPI) $(E2E_MPI:%=mpich/%) $(E2E_PLAIN) \
               $(E2E_BINDING) $(E2E_BINDING:%=mpich/%) $(E2E_LOCALS) $(E2E_LOCALS:%=mpich/%))
# No case of in_test.list runs these, so they are left to make check. A case that moves there takes its programs along.
E2E_LATER   := $(addprefix fortran_,locals_f08 locals_module locals_mpif module) \
               $(addprefix mpi_,huge session spawn) native_fork native_rounds rack_without_wire seed_mpi_c \
               busy_card.so in_progress tool_fortran.so sums_shmem \
               $(addprefix shmem_,and_mpi full_nics threads $(addprefix fortran_,fixed_8 free reductions_fixed_8 reductions_free \
               wrong_fixed_8)) \
               $(addprefix mpich/,fortran_exact_f08 fortran_exact_module fortran_module fortran_mpif killed_mpi mismatch_mpi \
               mpi_accumulators mpi_collectives mpi_come_and_go mpi_communicators mpi_dlopen mpi_huge mpi_pass mpi_progress \
               mpi_requests mpi_session mpi_spawn mpi_threads seed_mpi_fortran sums_mpi tool_all.so)

E2E_LIBS    := $(B)/lib/libsumac.so $(B)/lib/libsumac_shmem.so $(B)/bin/sumac
E2E_CC       = $(B)/bin/sumac cc $(E2E_CFLAGS)
MPICC       ?= $(shell command -v mpicc.openmpi || echo mpicc)
MPIFC       ?= $(shell command -v mpif90.openmpi || echo mpif90)
MPICXX      ?= $(shell command -v mpicxx.openmpi || echo mpicxx)

e2e-bins: $(E2E_BINS)
e2e-test-bins: $(filter-out $(E2E_LATER:%=$(E2E_DIR)/%),$(E2E_BINS))

$(E2E_DIR)/obj/adapter_mpi.o $(E2E_DIR)/obj/mpi_%.o: E2E_CFLAGS += $(shell $(PC) --cflags ompi-c 2>/dev/null)
$(E2E_DIR)/obj/%.o: tests/e2e/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(E2E_CFLAGS) -MMD -MP -c $< -o $@
$(E2E_DIR)/obj/%.o: host/oracle/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(E2E_CFLAGS) -MMD -MP -c $< -o $@

$(addprefix $(E2E_DIR)/,$(E2E_SHMEM) $(E2E_NATIVE) $(E2E_MPI) $(E2E_MPI:%=mpich/%)): $(E2E_DIR)/obj/whole_lines.o

# A body under each API.
$(E2E_BODIES:%=$(E2E_DIR)/%_shmem): $(E2E_DIR)/%_shmem: $(E2E_DIR)/obj/body_%.o $(E2E_DIR)/obj/adapter_shmem.o \
		$(E2E_ORACLE) $(E2E_LIBS)
	$(Q)$(E2E_CC) $(filter %.o,$^) -lm -o $@
$(E2E_BODIES:%=$(E2E_DIR)/%_native): $(E2E_DIR)/%_native: $(E2E_DIR)/obj/body_%.o $(E2E_DIR)/obj/adapter_native.o \
		$(E2E_ORACLE) $(E2E_LIBS)
	$(Q)$(E2E_CC) $(filter %.o,$^) -lm -o $@
$(E2E_BODIES:%=$(E2E_DIR)/%_mpi): $(E2E_DIR)/%_mpi: $(E2E_DIR)/obj/body_%.o $(E2E_DIR)/obj/adapter_mpi.o $(E2E_ORACLE)
	$(Q)$(MPICC) $(filter %.o,$^) -lm -o $@
$(addprefix $(E2E_DIR)/,grid_native grid_shmem grid_mpi mpich/grid_mpi): $(E2E_DIR)/obj/grid_cell.o

# Sumac's own API once more, with calls that have high numbers.
$(E2E_DIR)/grid_late: $(E2E_DIR)/obj/grid_cell.o
$(E2E_DIR)/grid_late $(E2E_DIR)/mismatch_late: $(E2E_DIR)/%_late: $(E2E_DIR)/obj/body_%.o $(E2E_DIR)/obj/adapter_native.o \
		$(E2E_DIR)/obj/late_calls.o $(E2E_ORACLE) $(B)/lib/libsumac.a
	$(Q)$(CC) -Wl,--wrap=sumac_team_make -Wl,--build-id $(filter %.o,$^) $(B)/lib/libsumac.a $(FABRIC_LIBS) -lpthread -lm -o $@

# Programs of one API.
$(E2E_DIR)/native_local: $(E2E_DIR)/obj/native_local.o $(E2E_ORACLE) $(E2E_LIBS)
	$(Q)$(E2E_CC) $(filter %.o,$^) -lm -o $@
$(E2E_DIR)/shmem_%: $(E2E_DIR)/obj/shmem_%.o $(E2E_LIBS)
	$(Q)$(E2E_CC) $(filter %.o,$^) -o $@
$(E2E_DIR)/shmem_tables.inc: tests/e2e/shmem_tables.sh tests/e2e/shmem_tables.txt
	@mkdir -p $(@D)
	@sh $^ >$@
$(E2E_DIR)/obj/shmem_tables.o: $(E2E_DIR)/shmem_tables.inc
$(E2E_DIR)/obj/shmem_tables.o: E2E_CFLAGS += -I$(E2E_DIR)
$(E2E_DIR)/obj/shmem_and_mpi.o: E2E_CFLAGS += $(shell $(PC) --cflags ompi-c 2>/dev/null)
$(E2E_DIR)/shmem_and_mpi: $(E2E_DIR)/obj/shmem_and_mpi.o $(E2E_LIBS)
	$(Q)$(MPICC) $< -L$(B)/lib -lsumac_shmem -Wl,-rpath,$(abspath $(B)/lib) -o $@
$(E2E_DIR)/in_progress: tests/bench/in_progress.c $(E2E_LIBS)
	$(Q)$(E2E_CC) $< -o $@
$(E2E_DIR)/native_%: $(E2E_DIR)/obj/native_%.o $(E2E_LIBS)
	$(Q)$(E2E_CC) $(filter %.o,$^) -o $@
$(E2E_DIR)/mpi_%: $(E2E_DIR)/obj/mpi_%.o $(E2E_ORACLE)
	$(Q)$(MPICC) $(filter %.o,$^) -lm -o $@

# A program that calls what only a front end has is linked with it.
FRONT_END = -L$(B)/lib -lsumac_$(1) -lsumac -Wl,-rpath,$(abspath $(B)/lib)
$(addprefix $(E2E_DIR)/,mpi_reduce_locals mpi_accumulators): $(E2E_DIR)/%: $(E2E_DIR)/obj/%.o $(E2E_ORACLE) \
		$(B)/lib/libsumac_ompi.so
	$(Q)$(MPICC) $(filter %.o,$^) $(call FRONT_END,ompi) -lm -o $@
$(addprefix $(E2E_DIR)/mpich/,mpi_reduce_locals mpi_accumulators): $(E2E_DIR)/mpich/%: $(E2E_DIR)/mpich/obj/%.o $(E2E_ORACLE) \
		$(B)/lib/libsumac_mpich.so
	$(Q)mpicc.mpich $(filter %.o,$^) $(call FRONT_END,mpich) -lm -o $@
define locals_in_fortran # of an MPI, in a folder
$(2)/fortran_locals_mpif: tests/e2e/fortran_locals.F include/sumac_mpif.h $(B)/lib/libsumac_$(1).so
	@mkdir -p $$(@D)
	$(Q)$(FC_$(1)) -Wall -Werror -Iinclude $$< $(call FRONT_END,$(1)) -o $$@
$(2)/fortran_locals_module: tests/e2e/fortran_locals.F include/sumac_mpif.h $(B)/lib/libsumac_$(1).so
	@mkdir -p $$(@D)
	$(Q)$(FC_$(1)) -Wall -Werror -DWITH_MODULE -Iinclude $$< $(call FRONT_END,$(1)) -o $$@
$(2)/fortran_locals_f08: tests/e2e/fortran_locals_f08.f90 $(B)/lib/$(1)/sumac_mpi_f08.mod $(B)/lib/libsumac_$(1).so
	@mkdir -p $$(@D)
	$(Q)$(FC_$(1)) -Wall -I$(B)/lib/$(1) -J$$(@D) $$< $(call FRONT_END,$(1)) -o $$@
$(2)/fortran_exact_%: tests/e2e/fortran_exact.F90 include/sumac_mpif.h $(B)/lib/sumac_exact.mod $(B)/lib/$(1)/sumac_mpi_f08.mod \
		$(B)/lib/libsumac_$(1).so
	@mkdir -p $$(@D)
	$(Q)$(FC_$(1)) $$(FORTRAN_FLAGS) $$(FORTRAN_$$*) -Iinclude -I$(B)/lib -I$(B)/lib/$(1) $$< $(call FRONT_END,$(1)) -o $$@
endef
$(eval $(call locals_in_fortran,ompi,$(E2E_DIR)))
$(eval $(call locals_in_fortran,mpich,$(E2E_DIR)/mpich))

# The programs of MPI once more, with MPICH's headers and library. Its MPI_STATUSES_IGNORE is the address 1.
$(E2E_DIR)/mpich/obj/%.o: tests/e2e/%.c
	@mkdir -p $(@D)
	$(Q)mpicc.mpich $(E2E_CFLAGS) -Wno-stringop-overflow -MMD -MP -c $< -o $@
$(E2E_BODIES:%=$(E2E_DIR)/mpich/%_mpi): $(E2E_DIR)/mpich/%_mpi: $(E2E_DIR)/obj/body_%.o \
		$(E2E_DIR)/mpich/obj/adapter_mpi.o $(E2E_ORACLE)
	$(Q)mpicc.mpich $(filter %.o,$^) -lm -o $@
$(E2E_DIR)/mpich/mpi_%: $(E2E_DIR)/mpich/obj/mpi_%.o $(E2E_ORACLE)
	$(Q)mpicc.mpich $(filter %.o,$^) -lm -o $@

# Profiling tools to be preloaded.
$(E2E_DIR)/tool_all.so: tests/e2e/tool_profile.c
$(E2E_DIR)/tool_fortran.so: tests/e2e/tool_fortran.c
$(E2E_DIR)/tool_all.so $(E2E_DIR)/tool_fortran.so:
	@mkdir -p $(@D)
	$(Q)$(MPICC) $(E2E_CFLAGS) -shared -fPIC $< -o $@
$(E2E_DIR)/mpich/tool_all.so: tests/e2e/tool_profile.c
	@mkdir -p $(@D)
	$(Q)mpicc.mpich $(E2E_CFLAGS) -shared -fPIC $< -o $@

$(E2E_DIR)/tool_shmem.so $(E2E_DIR)/short_sleep.so $(E2E_DIR)/busy_card.so: $(E2E_DIR)/%.so: tests/e2e/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(E2E_CFLAGS) -shared -fPIC $< -o $@

# MPI's other languages, with each MPI. The program in Fortran, three times: calls that differ in their arguments' types are
# allowed only where an interface says so, and mpif.h has none.
FORTRAN_FLAGS := -O0 -g -w -fallow-argument-mismatch
FORTRAN_module = -DWITH_MODULE
FORTRAN_f08    = -DWITH_F08 \
	$(if $(filter $(E2E_DIR)/mpich/%,$@),-DMPICH_F08=$(shell $(PC) --max-version=4.0.99 mpich && echo 0 || echo 1))
define e2e_bindings
$(1)fortran_%: tests/e2e/fortran_mpi.F90 tests/e2e/fortran_type.inc
	@mkdir -p $$(@D)
	$(Q)$(3) $$(FORTRAN_FLAGS) $$(FORTRAN_$$*) $$< -o $$@
$(1)seed_mpi_fortran: tests/e2e/seed_mpi.f
	@mkdir -p $$(@D)
	$(Q)$(3) $$(FORTRAN_FLAGS) -ffixed-line-length-132 $$< -o $$@
$(1)seed_mpi_c: tests/e2e/seed_mpi.c
	@mkdir -p $$(@D)
	$(Q)$(2) -std=c11 -Wall -Wextra -Werror $$< -o $$@
$(1)cxx_mpi: tests/e2e/mpi_cxx.cpp
	@mkdir -p $$(@D)
	$(Q)$(4) -std=c++11 $$(WARN) -Wno-cast-function-type -O1 -g $$< -o $$@
endef
$(eval $(call e2e_bindings,$(E2E_DIR)/,$(MPICC),$(MPIFC),$(MPICXX)))
$(eval $(call e2e_bindings,$(E2E_DIR)/mpich/,mpicc.mpich,mpif90.mpich,mpicxx.mpich))

# As a user would, from the source as it stands in the standard.
$(E2E_DIR)/seed_example: tests/e2e/seed_example.c $(E2E_LIBS)
	@mkdir -p $(@D)
	@$(B)/bin/sumac cc -std=c11 -Wall -Wextra -pedantic $< -o $@
$(E2E_DIR)/seed_example_no_pie: tests/e2e/seed_example.c $(E2E_LIBS)
	@mkdir -p $(@D)
	@$(B)/bin/sumac cc -std=c11 -fno-pie -no-pie $< -o $@
$(E2E_DIR)/shmem_static_no_pie: tests/e2e/shmem_static.c $(E2E_LIBS)
	@mkdir -p $(@D)
	$(Q)$(E2E_CC) -fno-pie -no-pie $< -o $@

# SHMEM in Fortran: the same source in fixed and in free form, and with default kinds of 8 bytes.
OSHFORT = $(B)/bin/sumac fc -O0 -g -Wall -Wno-conversion -Werror $(if $(findstring free,$@),-ffree-form) \
	$(if $(filter %_8,$@),-fdefault-integer-8 -fdefault-real-8)
E2E_FH := include/shmem.fh include/mpp/shmem.fh $(E2E_LIBS)
$(E2E_DIR)/shmem_reductions.f: tests/e2e/fortran_reductions.sh include/spec/shmem_names.def
	@mkdir -p $(@D)
	@sh $^ >$@
$(E2E_DIR)/shmem_fortran_reductions_%: $(E2E_DIR)/shmem_reductions.f $(E2E_FH)
	$(Q)$(OSHFORT) $< -o $@
$(E2E_DIR)/shmem_fortran_wrong_%: tests/e2e/fortran_shmem_wrong.f $(E2E_FH)
	$(Q)$(OSHFORT) $< -o $@
$(E2E_DIR)/shmem_fortran_%: tests/e2e/fortran_shmem.f $(E2E_FH)
	$(Q)$(OSHFORT) $< -o $@
$(E2E_DIR)/seed_shmem_%: tests/e2e/seed_shmem_%.f $(E2E_FH)
	$(Q)$(OSHFORT) -Wno-integer-division -ffixed-line-length-132 $< -o $@
$(E2E_DIR)/seed_shmem: tests/e2e/seed_shmem.c $(E2E_LIBS)
	$(Q)$(E2E_CC) $< -o $@

# The core under ThreadSanitizer, which does not follow fences: what they order between processes is none of its business.
TSAN_OBJ := $(CORE_SRC:%.c=$(B)/tsan/%.o)
$(B)/tsan/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CSTD) $(WARN) -Wno-tsan -O1 -g1 -fsanitize=thread $(INCLUDES) $(FABRIC_CFLAGS) -MMD -MP -c $< -o $@
$(E2E_DIR)/threads_tsan: $(E2E_DIR)/obj/native_threads.o $(TSAN_OBJ)
	$(Q)$(CC) -fsanitize=thread $^ $(FABRIC_LIBS) -o $@
TSAN_SHMEM := $(patsubst %.c,$(B)/tsan/%.o,$(wildcard host/frontend/shmem/*.c) tests/e2e/shmem_threads.c)
$(E2E_DIR)/shmem_threads_tsan: $(TSAN_SHMEM) $(TSAN_OBJ)
	$(Q)$(CC) -fsanitize=thread $^ $(FABRIC_LIBS) -o $@
-include $(TSAN_OBJ:.o=.d) $(TSAN_SHMEM:.o=.d)

$(E2E_DIR)/check_report: $(E2E_DIR)/obj/check_report.o
	$(Q)$(CC) $^ -o $@
# Without the core: the launcher and the bootstrap alone.
$(E2E_DIR)/launcher_client: $(E2E_DIR)/obj/launcher_client.o $(B)/lib/libsumac.a
	$(Q)$(CC) $^ $(FABRIC_LIBS) -o $@

# Racks from another specification: as a whole, and with such NICs in a rack from ours.
OTHER_SPEC = sh tests/e2e/other_spec.sh $< $@ $$($(B)/bin/sumac-rack --spec-hash)
$(E2E_DIR)/rack_of_other_spec: $(B)/bin/sumac-rack tests/e2e/other_spec.sh
	@mkdir -p $(@D)
	@$(OTHER_SPEC)
$(E2E_DIR)/obj/model_of_other_spec.a: $(NIC_DIR)/model.a $(B)/bin/sumac-rack tests/e2e/other_spec.sh
	@mkdir -p $(@D)
	@$(OTHER_SPEC)
$(E2E_DIR)/rack_with_nics_of_other_spec: $(E2E_DIR)/obj/model_of_other_spec.a $(RACK_OBJ) $(B)/obj/sim/nic/vnic.o
	$(Q)$(CXX_SIM) $(filter %.o,$^) $< -lpthread -lm -latomic -o $@
# A rack whose switch forwards nothing.
$(E2E_DIR)/obj/no_wire.o: E2E_CFLAGS += -I.
$(E2E_DIR)/rack_without_wire: $(E2E_DIR)/obj/no_wire.o $(RACK_OBJ) $(B)/obj/sim/nic/vnic.o $(NIC_DIR)/model.a
	$(Q)$(CXX_SIM) -Wl,--wrap=sumac_switch_frame_in $^ -lpthread -lm -latomic -o $@

-include $(wildcard $(E2E_DIR)/obj/*.d $(E2E_DIR)/mpich/obj/*.d)
# Reads waveforms by the library that Verilator brings along.
WAVE_READS   = $(addprefix $(VROOT)/include/gtkwave/,fstapi.c lz4.c fastlz.c)
$(E2E_DIR)/wave_highs: tests/e2e/wave_highs.c
	@mkdir -p $(@D)
	$(Q)$(CC) -O1 -w -DFST_CONFIG_INCLUDE='"gtkwave/fst_config.h"' $(VINCLUDES) $< $(WAVE_READS) -lz -o $@

.PHONY: e2e-bins e2e-test-bins
.PRECIOUS: $(E2E_DIR)/obj/%.o $(E2E_DIR)/mpich/obj/%.o
