# Coverage-guided fuzzing by clang's libFuzzer. Each target is fuzz_NAME.c here with the sources that it is about, all under ASan
# and UBSan; corpus/NAME has the inputs that it starts from.

FUZZ          := $(B)/fuzz
FUZZ_TARGETS  := attach xclbin
FUZZ_BINS     := $(FUZZ_TARGETS:%=$(FUZZ)/fuzz_%)
FUZZ_FLAGS    := -std=gnu11 -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined $(INCLUDES) -Itests
FUZZ_attach   := $(filter-out sim/rack/rack_main.c,$(RACK_SRC)) $(RACK_HOST) tests/sim/fake_nic.c tests/sim/frame_build.c
FUZZ_HEADERS  := $(wildcard sim/*/*.h host/base/*.h host/bus/*.h host/bus/*/*.h host/bus/*/*.def tests/sim/*.h include/spec/*)
FUZZ_xclbin   := host/bus/xrt/xclbin.c host/bus/xrt/axlf.c host/base/fail.c host/base/fnv.c

$(foreach t,$(FUZZ_TARGETS),$(eval $(FUZZ)/fuzz_$(t): tests/fuzz/fuzz_$(t).c tests/fuzz/fuzz.h $(FUZZ_$(t)) $(FUZZ_HEADERS)))
$(FUZZ_BINS):
	@command -v clang >/dev/null || { echo "fuzz: libFuzzer is clang's; install Debian's package clang" >&2; exit 1; }
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)clang $(FUZZ_FLAGS) $(filter %.c,$^) -lpthread -lm -o $@

fuzz: ## campaign: xclbins and what foreigners send to the rack, by libFuzzer (half an hour each: MINUTES=30; T=attach or xclbin)
fuzz: $(if $(T),$(FUZZ)/fuzz_$(T),$(FUZZ_BINS))
	@for t in $(or $(T),$(FUZZ_TARGETS)); do sh tests/fuzz/fuzz.sh $(B) $$t $(or $(MINUTES),30) || exit 1; done

.PHONY: fuzz
