# The rack: the Verilated NIC and the processes' side of it.

CXX_SIM     := $(shell command -v clang++ || command -v g++)
VERILATOR   ?= verilator
RTL         := $(wildcard hw/rtl/*.sv hw/rtl/*/*.sv)
NIC_DIR     := $(B)/nic
VFILES      := hw/lint.vlt sim/nic/vnic.vlt
VFLAGS      := --cc -O3 --x-assign fast --x-initial fast --noassert --no-timing -Wno-fatal -Werror-USERERROR $(VFILES) \
               hw/rtl/sumac_pkg.sv $(addprefix -y ,$(sort $(dir $(RTL))))
VMAKE       := CXX=$(CXX_SIM) LINK=$(CXX_SIM) OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2
VROOT        = $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)
VINCLUDES    = -isystem $(VROOT)/include -isystem $(VROOT)/include/vltstd
RACK_SRC    := $(wildcard sim/rack/*.c sim/nic/*.c)
RACK_HOST   := host/base/pass_fd.c host/base/sealed_file.c host/base/decimal.c host/base/setting_value.c \
               host/base/fault_plan.c host/base/fnv.c host/base/clock.c host/base/json.c host/base/json_values.c \
               host/base/trace_file.c host/base/causes.c
RACK_OBJ    := $(RACK_SRC:%.c=$(B)/obj/%.o) $(RACK_HOST:%.c=$(B)/obj/%.o)

# The device behind XRT's emulation is a rank's side of the rack, and has no NIC itself.
XRT_SRC     := $(wildcard sim/xrt/*.c host/bus/rack/*.c host/base/*.c)
XRT_OBJ     := $(XRT_SRC:%.c=$(B)/obj/%.o)

# libsumac loads this where XRT emulates cards; it exports one function.
EMULATION     := $(B)/lib/sumac_xrt_emulation.so
EMULATION_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard sim/xrt_emulation/*.c))

sim: ## use: the rack (needs Verilator), and devices for XRT's emulation; NIC=name FanIn=8: a rack of other NICs beside it
include sim/nics.mk
WAVE_DIR    := $(or $(NAMED),$(B))/wave
sim: deps-sim $(if $(NIC),nic-named,sim-default)
sim-default: $(B)/bin/sumac-rack $(B)/bin/sumac-xrt-device $(EMULATION) $(B)/bitstreams/sumac_hw_emu.xclbin
	@[ ! -e $(WAVE_DIR)/sources ] || [ -z "$$(find $(RTL) -newer $(WAVE_DIR)/sources)" ] || \
		echo "the rack for waveforms is older than the RTL: \`make sim-wave\` builds it anew"

sim-pgo: ## use: all that host and sim make, in build/pgo, with a NIC that is laid out by a profile and simulates faster
	@$(MAKE) --no-print-directory B=$(B)/pgo PROFILE=yes host sim

sim-wave: ## use: the rack that records waveforms (docs/waveforms.md), also of NIC=name; its model takes a minute of its own
sim-wave: deps-sim deps-wave host $(WAVE_DIR)/bin/sumac-rack

deps-wave:
	@echo '#include <zlib.h>' | $(CXX_SIM) -E -x c++ - >/dev/null 2>&1 || sh .ci/packages $(PKG_WAVE)

deps-sim:
	@{ command -v $(VERILATOR) >/dev/null && [ -n "$(CXX_SIM)" ]; } || \
		{ sh .ci/packages $(PKG_SIM) && command -v $(VERILATOR) >/dev/null; }
$(RACK_OBJ) $(NIC_DIR)/sources: | deps-sim

# In a recipe that comes by $(call), make does not see which line is a make, and would give that one no more than one job.
BY_MAKE = $(if $(findstring n,$(firstword -$(MAKEFLAGS))),,+)

# write_model TOP,FILES[,FLAGS]: the sources of a model, in obj beside the target.
# compile_model TOP,SOURCES[,FLAGS]: an archive of them.
define write_model
	@mkdir -p $(@D)
	@echo "  VERILATE $(1) (up to half a minute; log in $(@D)/build.log)"
	$(Q)$(VERILATOR) $(VFLAGS) --top-module $(1) --Mdir $(@D)/obj $(3) $(2) \
		>$(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }
endef
define compile_model
	@rm -f $@ $(2)/*.[oad] $(2)/*__pch.h.* $(2)/*_headers.h* # of other flags
	$(BY_MAKE)$(Q)$(MAKE) -C $(2) -f V$(1).mk -f $(CURDIR)/sim/nic/headers.mk $(VMAKE) $(3) V$(1)__ALL.a \
		verilated.o verilated_threads.o $(4) >>$(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }
	@cd $(2) && ar rcs $(abspath $@) $$(ar t V$(1)__ALL.a | sort -u) verilated.o verilated_threads.o $(4)
endef
define verilate
	$(call write_model,$(1),$(2))
	$(call compile_model,$(1),$(@D)/obj)
endef

# A changed C file or comment Verilates nothing again: the model hangs on the text of the RTL alone.
$(eval $(call flags_file,rtl_files,$(RTL)))
$(B)/flags/rtl.text: $(RTL) hw/design.sh hw/rtl.sh $(B)/flags/rtl_files
	@sh hw/design.sh text >$@
$(B)/flags/rtl: $(B)/flags/rtl.text
	@cmp -s $< $@ || cp $< $@
$(eval $(call flags_file,model,$(CXX_SIM) $(VERILATOR) $(VFLAGS) $(VMAKE)))
DESIGN_VFLAGS = -GDesign=64\'h$$(sh hw/design.sh hash $(B)/flags/rtl)
$(NIC_DIR)/sources: $(B)/flags/rtl $(VFILES) $(B)/flags/model
	$(call write_model,sumac_nic,hw/rtl/sumac_nic.sv,$(DESIGN_VFLAGS))
	@touch $@

# With PROFILE=yes the model is compiled twice. First it counts how often each branch is taken, while a short job runs on such NICs;
# then clang lays out the code by those counts. Most of a NIC is idle in most cycles, and a processor that fetches only what runs
# simulates some 14 % faster. It costs half a minute. Where no counts can be had, the profile is empty.
PROFILE ?= no
USE_PROFILE = -fprofile-instr-use=$(abspath $(NIC_DIR)/profile)
$(eval $(call flags_file,profile,$(PROFILE)))
$(NIC_DIR)/profile: $(NIC_DIR)/sources $(B)/flags/profile
ifeq ($(PROFILE),no)
	@: >$@
else
$(NIC_DIR)/profile: | $(RACK_OBJ) $(B)/obj/sim/nic/vnic.o $(B)/lib/libsumac.so $(B)/bin/sumac
	@echo "  PROFILE sumac_nic (half a minute; log in $@.log)"
	$(Q)MAKE="$(MAKE)" sh sim/profile/profile.sh $(B) $@ $(CXX_SIM) $(RACK_OBJ) $(B)/obj/sim/nic/vnic.o
endif
$(NIC_DIR)/model.a: $(NIC_DIR)/profile
	$(call compile_model,sumac_nic,$(@D)/obj,$(if $(shell test -s $< && echo yes),OPT_FAST='-O2 $(USE_PROFILE)'))

# compile_vnic OBJ: vnic.cpp for the model in that folder.
define compile_vnic
	@mkdir -p $(@D)
	@echo "  CXX   $<"
	$(Q)$(CXX_SIM) -std=gnu++17 -O2 -g -Wall -Wextra $(PLACELESS) -Iinclude -Ihost -I. -I$(1) \
		$(VINCLUDES) -MMD -MP -c $< -o $@
endef
define link_rack
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CXX_SIM) $^ -lpthread -lm -latomic -o $@
endef
$(B)/obj/sim/nic/vnic.o: sim/nic/vnic.cpp $(NIC_DIR)/sources
	$(call compile_vnic,$(NIC_DIR)/obj)

$(B)/bin/sumac-rack: $(RACK_OBJ) $(B)/obj/sim/nic/vnic.o $(NIC_DIR)/model.a
	$(call link_rack)

# The rack that records waveforms: the same, but for the model, and for what is around it in vnic.cpp. A named NIC's is in the NIC's
# folder. Structs are shown field by field, beats as a whole; memories are left out.
WAVE_VFLAGS := --trace-fst --trace-structs --trace-max-width 1024
WAVE_CFLAGS := $(OPT) -Wall -Wextra $(PLACELESS) -DSUMAC_WAVE -DVM_TRACE=1 -DVM_TRACE_FST=1 -Iinclude -Ihost -I. -MMD -MP
WAVE_OBJ    := $(patsubst sim/%.c,$(WAVE_DIR)/%.o,$(wildcard sim/wave/*.c)) $(WAVE_DIR)/nic/vnic.o
$(eval $(call flags_file,wave,$(CXX_SIM) $(CC) $(VERILATOR) $(VFLAGS) $(WAVE_VFLAGS) $(VMAKE) $(WAVE_CFLAGS)))
$(WAVE_DIR)/sources: $(or $(NAMED:%=%/design),$(B)/flags/rtl) $(VFILES) $(B)/flags/wave | deps-sim deps-wave
	$(call write_model,sumac_nic,hw/rtl/sumac_nic.sv,$(WAVE_VFLAGS) $(or $(NAMED_VFLAGS),$(DESIGN_VFLAGS)))
	@touch $@
$(WAVE_DIR)/model.a: $(WAVE_DIR)/sources
	$(call compile_model,sumac_nic,$(@D)/obj,OPT_FAST=-O1 OPT_SLOW=-O0,verilated_fst_c.o)
$(WAVE_DIR)/wave/%.o: sim/wave/%.c $(B)/flags/wave
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(CSTD) $(WAVE_CFLAGS) $(VINCLUDES) -c $< -o $@
$(WAVE_DIR)/nic/vnic.o: sim/nic/vnic.cpp $(WAVE_DIR)/sources
	@mkdir -p $(@D)
	@echo "  CXX   $< (waveforms)"
	$(Q)$(CXX_SIM) -std=gnu++17 $(WAVE_CFLAGS) -I$(WAVE_DIR)/obj $(VINCLUDES) -c $< -o $@
$(WAVE_DIR)/bin/sumac-rack: $(RACK_OBJ) $(WAVE_OBJ) $(WAVE_DIR)/model.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CXX_SIM) $^ -lpthread -lm -latomic -lz -o $@

$(B)/bin/sumac-xrt-device: $(XRT_OBJ)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(XRT_OBJ) -lpthread -o $@

$(EMULATION): $(EMULATION_OBJ)
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) -shared -Wl,--build-id -Wl,-z,defs $^ -lpthread -o $@

-include $(RACK_OBJ:.o=.d) $(XRT_OBJ:.o=.d) $(EMULATION_OBJ:.o=.d) $(B)/obj/sim/nic/vnic.d $(WAVE_OBJ:.o=.d)
.PHONY: sim sim-default sim-pgo sim-wave deps-sim deps-wave
