# Files to load into cards: xclbins of our own packer, and a bitstream made entirely with open tools.

BITS       := $(B)/bitstreams
XCLBIN_SRC := $(wildcard bitstreams/xclbin/*.c)
XCLBIN_OBJ := $(XCLBIN_SRC:%.c=$(B)/obj/%.o)
GIT_ID      = $(or $(shell git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null),unknown)

$(B)/bin/sumac-xclbin: $(XCLBIN_OBJ) $(B)/lib/libsumac.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(XCLBIN_OBJ) $(B)/lib/libsumac.a -o $@

# For XRT's emulation; it does not hold the model, which listens when XRT comes.
# Made each time, since the git id is in it, and left alone if that is the same.
$(BITS)/sumac_hw_emu.xclbin: $(B)/bin/sumac-xclbin ALWAYS
	@mkdir -p $(@D)
	@$< pack --mode hw_emu --git "$(GIT_ID)" -o $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

-include $(XCLBIN_OBJ:.o=.d)

# The open-tools bitstream: 16 bytes of the quick pipe behind three wires, on the largest iCE40.
ICE     := $(BITS)/ice40
ICE_TOP := sumac_serial_lane
ICE_SRC := hw/ice40/$(ICE_TOP).sv $(filter %/sumac_pkg.sv %/sumac_quick_lane.sv %/sumac_quick_shape.sv,$(RTL)) hw/ice40/ice40.sh
PKG_ICE := yosys nextpnr-ice40 fpga-icestorm fpga-icestorm-chipdb

$(ICE)/$(ICE_TOP).json: $(ICE_SRC)
	@echo "  YOSYS $(ICE_TOP) (iCE40)"
	@sh hw/ice40/ice40.sh $(ICE) $(ICE_TOP) synth

$(ICE)/$(ICE_TOP).bin: $(ICE)/$(ICE_TOP).json hw/ice40/$(ICE_TOP).pcf
	@echo "  PLACE $(ICE_TOP) (iCE40 HX8K)"
	@sh hw/ice40/ice40.sh $(ICE) $(ICE_TOP) place

# Runs the RTL's bench on its netlist, and on the packed bitstream.
$(ICE)/gates/passed: $(ICE)/$(ICE_TOP).json tests/rtl/tb_$(ICE_TOP).sv
	@sh hw/ice40/ice40.sh $(ICE) $(ICE_TOP) gates
$(ICE)/bits/passed: $(ICE)/$(ICE_TOP).bin tests/rtl/tb_$(ICE_TOP).sv
	@sh hw/ice40/ice40.sh $(ICE) $(ICE_TOP) bits

bitstreams: ## cards: an xclbin for XRT's emulation, the open-tools bitstream, simulated as gates; and their manifest (two minutes)
	@sh .ci/packages $(PKG_HOST) $(PKG_SIM) $(PKG_ICE)
	@$(MAKE) --no-print-directory $(BITS)/sumac_hw_emu.xclbin $(ICE)/$(ICE_TOP).bin $(ICE)/gates/passed $(ICE)/bits/passed
	@sh bitstreams/manifest.sh $(BITS) "$(GIT_ID)" $(ICE) $(ICE_TOP)

.PHONY: bitstreams
