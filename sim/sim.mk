# The rack: the Verilated NIC and the processes' side of it.

CXX_SIM     := $(shell command -v clang++ || command -v g++)
VERILATOR   ?= verilator
RTL         := $(wildcard hw/rtl/*.sv)
NIC_DIR     := $(B)/nic
VFLAGS      := --cc -O3 --x-assign fast --x-initial fast --noassert --no-timing -Wno-fatal hw/lint.vlt sim/nic/shared.vlt hw/rtl/sumac_pkg.sv -y hw/rtl
VROOT        = $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)
RACK_SRC    := $(wildcard sim/rack/*.c sim/nic/*.c)
RACK_OBJ    := $(RACK_SRC:%.c=$(B)/obj/%.o) $(B)/obj/host/core/setting_value.o

sim: $(B)/bin/sumac-rack ## the rack (needs Verilator)

# A changed C file Verilates nothing again: the model hangs on the RTL alone.
$(NIC_DIR)/model.a: $(RTL) hw/lint.vlt sim/nic/shared.vlt
	@mkdir -p $(NIC_DIR)
	@echo "  VERILATE sumac_nic (about half a minute; log in $(NIC_DIR)/build.log)"
	@$(VERILATOR) $(VFLAGS) --top-module sumac_nic --Mdir $(NIC_DIR)/obj hw/rtl/sumac_nic.sv >$(NIC_DIR)/build.log 2>&1 && \
	$(MAKE) -C $(NIC_DIR)/obj -f Vsumac_nic.mk CXX=$(CXX_SIM) LINK=$(CXX_SIM) OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 \
		Vsumac_nic__ALL.a verilated.o verilated_threads.o >>$(NIC_DIR)/build.log 2>&1 || \
		{ cat $(NIC_DIR)/build.log; exit 1; }
	@rm -f $@
	@cd $(NIC_DIR)/obj && ar rcs ../model.a $$(ar t Vsumac_nic__ALL.a | sort -u) verilated.o verilated_threads.o

$(B)/obj/sim/nic/nic.o: sim/nic/nic.cpp $(NIC_DIR)/model.a
	@mkdir -p $(@D)
	@echo "  CXX   $<"
	@$(CXX_SIM) -std=gnu++17 -O2 -g -Wall -Wextra -Iinclude -Ihost -I. -I$(NIC_DIR)/obj -isystem $(VROOT)/include -isystem $(VROOT)/include/vltstd -MMD -MP -c $< -o $@

$(B)/bin/sumac-rack: $(RACK_OBJ) $(B)/obj/sim/nic/nic.o $(NIC_DIR)/model.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CXX_SIM) $(RACK_OBJ) $(B)/obj/sim/nic/nic.o $(NIC_DIR)/model.a -lpthread -lm -latomic -o $@

-include $(RACK_OBJ:.o=.d) $(B)/obj/sim/nic/nic.d
.PHONY: sim
