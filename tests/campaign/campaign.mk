# The campaigns. For bits: lanes and kernels against the oracle. The Verilated lanes by themselves, and kernels built in some ways.

BITS        := $(B)/campaign
BITS_CFLAGS  = $(CSTD) $(WARN) -O2 -g -Iinclude -Ihost -I. -Itests
BITS_SRC    := $(filter-out tests/campaign/busy.c tests/campaign/rubbish.c,$(wildcard tests/campaign/*.c host/oracle/*.c))
BITS_OBJ    := $(BITS_SRC:%.c=$(BITS)/obj/%.o)

$(BITS)/model/lanes.a: $(RTL) $(VFILES) tests/campaign/lanes.sv tests/rtl/shared_lanes.vlt
	$(call verilate,lanes,tests/rtl/shared_lanes.vlt tests/campaign/lanes.sv)

$(BITS)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(BITS_CFLAGS) -MMD -MP -c $< -o $@
$(BITS)/obj/alu.o: tests/campaign/alu.cpp $(BITS)/model/lanes.a
	@mkdir -p $(@D)
	$(Q)$(CXX_SIM) -std=gnu++17 -O2 -Wall -Wextra -Itests -I$(BITS)/model/obj $(VINCLUDES) -MMD -MP -c $< -o $@
$(BITS)/sumac-bits: $(BITS_OBJ) $(BITS)/obj/alu.o $(BITS)/model/lanes.a
	@echo "  LINK  $@"
	$(Q)$(CXX_SIM) $^ -ldl -lpthread -lm -latomic -o $@

campaign-bits: ## campaign: lanes and kernels against the FPU, bit by bit (an hour on 2 cores; W="rtl SUM F32" picks; SEED, COUNT)
campaign-bits: $(BITS)/sumac-bits
	@bash tests/campaign/bits.sh $(BITS) "$(W)" $(or $(SEED),1) $(COUNT)

campaign-kills: host sim ## campaign: ranks killed and stopped at random moments (RUNS=102 on ENGINE=cpu: twelve minutes; SEED)
	@bash tests/campaign/kills.sh $(B) $(or $(RUNS),102) $(or $(SEED),1) $(or $(ENGINE),cpu)

# The smallest NICs that serve teams of up to 2 and up to 4 ranks. These parameters are larger than the smallest, since the library
# refuses a team otherwise, and powers of two: its plans take nodes of three rings, 8 different nodes for 2 ranks and 26 for 4; and
# a rank of 4 has two channels to each of three peers, and folds four values at once.
SMALL         := small-2 small-4
LARGER_small-2 = Rings=4 Routes=8
LARGER_small-4 = Rings=4 Routes=32 FanIn=4 Channels=8
SMALLEST       = $(shell awk -F '[^A-Za-z_0-9]+' '/^SUMAC_PARAM[^_]/ { print $$2 "=" $$4 }' include/spec/params.def)
# One after the other, as they share what is built for all.
nic-small-%: sim
	@$(MAKE) --no-print-directory NO_GEN=1 sim NIC=small-$* $(SMALLEST) $(LARGER_small-$*)
campaign-nics: sim
	@$(foreach n,$(SMALL),$(MAKE) --no-print-directory nic-$(n) && )true

campaign-faults: ## campaign: every plan of NICs over wires that lose and damage frames (MINUTES=150 at most; SEED; CHUNKS=100000)
campaign-faults: host sim mpi e2e-bins campaign-nics
	@bash tests/campaign/faults.sh $(B) $(or $(MINUTES),150) $(or $(SEED),1) $(CHUNKS)

campaign-selftest: ## campaign: all vectors on a NIC that XRT emulates, with rings in the host's memory and in the card's (a minute)
campaign-selftest: host sim
	@$(B)/bin/sumac selftest --bus xrt && $(B)/bin/sumac selftest --bus xrt --set xrt_memory=device

# It writes into the library's own structures; ASan watches both.
$(SAN)/bin/busy_with_rubbish: tests/campaign/busy.c tests/campaign/rubbish.c $(SAN)/libtested.a
	@mkdir -p $(@D)
	@echo "  LINK  $@"
	$(Q)$(CC) $(SAN_CFLAGS) -O1 $^ $(SAN_LINK) $(FABRIC_LIBS) -lm -Wl,--build-id -o $@
campaign-rubbish: ## campaign: a rank that writes rubbish into its part of the segment (RUNS=400: twenty minutes; SEED)
campaign-rubbish: host $(SAN)/bin/busy_with_rubbish
	@bash tests/campaign/rubbish.sh $(B) $(or $(RUNS),400) $(or $(SEED),1)

# Hosts are made of namespaces, which takes root.
campaign-hosts: ## campaign: jobs on several hosts, made of namespaces: needs root (5 to 10 minutes on 2 cores; W="silent" picks)
campaign-hosts: host mpi e2e-bins
	@bash tests/campaign/hosts.sh $(B) "$(W)"

campaign-page: host ## campaign: `sumac page` in Chromium: what is drawn, sorted, fetched (packages chromium, libjs-d3)
	@bash tests/campaign/chromium.sh $(B)

# Each page has a clone of its own, and builds it.
campaign-guides: ## campaign: the commands of docs/guides and docs/first-change.md, in clones (half an hour; W=ci picks)
	@mkdir -p $(B)
	@bash tests/guides/guides.sh run $(B) "$(W)"

-include $(BITS_OBJ:.o=.d) $(BITS)/obj/alu.d
.PHONY: campaign-bits campaign-faults campaign-guides campaign-hosts campaign-nics campaign-kills campaign-page campaign-rubbish \
	campaign-selftest
