# What a card is loaded with: xclbins of our own packer, and a bitstream made entirely with open tools.

BITS       := $(B)/bitstreams
XCLBIN_SRC := $(wildcard bitstreams/xclbin/*.c)
XCLBIN_OBJ := $(XCLBIN_SRC:%.c=$(B)/obj/%.o)
GIT_ID      = $(or $(shell git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null),unknown)

$(B)/bin/sumac-xclbin: $(XCLBIN_OBJ) $(B)/lib/libsumac.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	@$(CC) $(XCLBIN_OBJ) $(B)/lib/libsumac.a -o $@

# For XRT's emulation; the model is not in it, but listens when XRT comes.
$(BITS)/sumac_hw_emu.xclbin: $(B)/bin/sumac-xclbin
	@mkdir -p $(@D)
	@$< pack --mode hw_emu --git "$(GIT_ID)" -o $@

-include $(XCLBIN_OBJ:.o=.d)
