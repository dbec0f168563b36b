# An xclbin for a card, for a user who has Vitis and Vivado (and a licence for the 100G MAC, which AMD gives away):
#   make build/bin/sumac-xclbin && make -f bitstreams/alveo/alveo.mk CARD=u55c
# Tried neither with Vitis nor on a card: see bitstreams/README.

CARD       ?= u55c
PLATFORM_u55c := xilinx_u55c_gen3x16_xdma_3_202210_1
PLATFORM_u280 := xilinx_u280_gen3x16_xdma_1_202211_1
PLATFORM   ?= $(or $(PLATFORM_$(CARD)),$(error CARD is to be u55c or u280))
MHZ        ?= 250
TOP        := $(CURDIR)
WORK       := $(TOP)/build/bitstreams/$(CARD)
GIT_ID     := $(shell git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null)
SPEC_HASH  := $(shell sed -n 's/^.define SUMAC_SPEC_HASH \(0x[0-9A-F]*\)u$$/\1/p' include/spec/spec_hash.h)
export SUMAC_TOP := $(TOP)
export SUMAC_CARD := $(CARD)

$(WORK)/sumac_$(CARD).xclbin: $(WORK)/linked.xclbin
	xclbinutil --force --input $< --key-value USER:sumac_spec_hash:$(SPEC_HASH) --key-value USER:sumac_git:$(GIT_ID) --output $@
	build/bin/sumac-xclbin show $@
	sha256sum $@ | tee $@.sha256

$(WORK)/linked.xclbin: $(WORK)/sumac_nic.xo $(WORK)/link.cfg bitstreams/alveo/cmac.tcl bitstreams/alveo/cards.tcl
	cd $(WORK) && v++ --link --target hw --platform $(PLATFORM) --kernel_frequency $(MHZ) --config link.cfg --save-temps \
		--temp_dir v++ --report_dir reports --log_dir logs --output $@ $<

$(WORK)/link.cfg: bitstreams/alveo/$(CARD).cfg
	mkdir -p $(WORK)
	sed 's|@TOP@|$(TOP)|' $< >$@

$(WORK)/sumac_nic.xo: $(WORK)/kernel.xml $(wildcard hw/rtl/*.sv hw/rtl/*/*.sv hw/xrt/*.sv) \
		bitstreams/alveo/package_kernel.tcl bitstreams/alveo/crossing.xdc
	cd $(WORK) && vivado -mode batch -nojournal -source $(TOP)/bitstreams/alveo/package_kernel.tcl -tclargs $(TOP) $(WORK) $< $@

$(WORK)/kernel.xml: build/bin/sumac-xclbin
	mkdir -p $(WORK)
	build/bin/sumac-xclbin kernel-xml >$@
