# Coverage-guided fuzzing by clang's libFuzzer. Each target is fuzz_NAME.c here with the sources that it is about, all under ASan
# and UBSan; corpus/NAME has the inputs that it starts from.

FUZZ          := $(B)/fuzz
FUZZ_TARGETS  := attach xclbin frames host
FUZZ_NIC      := frames host
FUZZ_BINS     := $(FUZZ_TARGETS:%=$(FUZZ)/fuzz_%)
FUZZ_FLAGS    := -std=gnu11 -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined $(INCLUDES) -Itests
FUZZ_HEADERS  := $(wildcard tests/fuzz/*.h sim/*/*.h host/base/*.h host/bus/*.h host/bus/*/*.h host/bus/*/*.def tests/sim/*.h \
                 tests/rtl/nic_writes.h include/spec/*)
FUZZ_attach   := $(filter-out sim/rack/rack_main.c,$(RACK_SRC)) $(RACK_HOST) tests/sim/fake_nic.c tests/sim/frame_build.c
FUZZ_xclbin   := host/bus/xrt/xclbin.c host/bus/xrt/axlf.c host/base/fail.c host/base/fnv.c
FUZZ_frames   := tests/fuzz/card.c tests/fuzz/card_group.c tests/rtl/nic_writes.c tests/sim/frame_build.c sim/rack/frame.c \
                 $(wildcard sim/nic/*.c)
FUZZ_host     := $(FUZZ_frames)

# Two targets drive the Verilated NIC. Its branches guide them, but not its comparisons, which take five sixths of the time to
# trace. Their corpora are run on the rack's own build of the NIC, which is there already.
FUZZ_GUIDED   := -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
FUZZ_REPLAYS  := $(FUZZ_NIC:%=$(FUZZ)/replay_%)
$(FUZZ)/nic/model.a: VMAKE := CXX=clang++ LINK=clang++ OPT_FAST='-O2 $(FUZZ_GUIDED)' OPT_SLOW=-O1 OPT_GLOBAL=-O2
$(FUZZ)/nic/model.a: $(RTL) $(VFILES) $(B)/flags/model | deps-sim
	$(call verilate,sumac_nic,hw/rtl/sumac_nic.sv)
$(FUZZ)/nic/vnic.o: sim/nic/vnic.cpp $(FUZZ)/nic/model.a $(FUZZ_HEADERS)
	@echo "  CXX   $< (for coverage)"
	$(Q)clang++ -std=gnu++17 -O2 -g1 $(FUZZ_GUIDED) -Iinclude -Ihost -I. -I$(FUZZ)/nic/obj $(VINCLUDES) -c $< -o $@

$(foreach t,$(FUZZ_TARGETS),$(eval $(FUZZ)/fuzz_$(t) $(FUZZ)/replay_$(t): tests/fuzz/fuzz_$(t).c $(FUZZ_$(t)) $(FUZZ_HEADERS)))
$(FUZZ_NIC:%=$(FUZZ)/fuzz_%): $(FUZZ)/nic/vnic.o $(FUZZ)/nic/model.a
$(FUZZ_REPLAYS): $(B)/obj/sim/nic/vnic.o $(NIC_DIR)/model.a
$(FUZZ_NIC:%=$(FUZZ)/fuzz_%) $(FUZZ_REPLAYS): FUZZ_LIBS := -fno-sanitize-coverage=trace-cmp -lstdc++ -latomic
$(FUZZ_BINS) $(FUZZ_REPLAYS):
	@command -v clang >/dev/null || { echo "fuzz: libFuzzer is clang's; install Debian's package clang" >&2; exit 1; }
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)clang $(FUZZ_FLAGS) $(filter %.c %.o %.a,$^) $(FUZZ_LIBS) -lpthread -lm -o $@

fuzz: ## campaign: xclbins, foreigners at the rack, frames and hosts at a NIC, by libFuzzer (half an hour each: MINUTES; T=NAME)
# T is a test's name, with any characters, where other targets are made.
ifneq ($(filter fuzz,$(MAKECMDGOALS)),)
fuzz: $(if $(T),$(FUZZ)/fuzz_$(T),$(FUZZ_BINS))
endif
	@for t in $(or $(T),$(FUZZ_TARGETS)); do sh tests/fuzz/fuzz.sh $(B) $$t $(or $(MINUTES),30) || exit 1; done

.PHONY: fuzz
