# The campaign for bits: lanes and kernels against the oracle. The Verilated lanes by themselves, and kernels built in some ways.

BITS        := $(B)/campaign
BITS_CFLAGS  = $(CSTD) $(WARN) -O2 -g -Iinclude -Ihost -I. -Itests
BITS_SRC    := $(filter-out tests/campaign/%.cpp,$(wildcard tests/campaign/*.c tests/oracle/*.c)) tests/rtl/ref_beat.c
BITS_OBJ    := $(BITS_SRC:%.c=$(BITS)/obj/%.o)

$(BITS)/alu.a: $(RTL) tests/campaign/lanes.sv hw/lint.vlt sim/nic/shared.vlt tests/campaign/shared.vlt
	@mkdir -p $(@D)
	@echo "  VERILATE the lanes (log in $(@D)/alu.log)"
	@$(VERILATOR) $(VFLAGS) --top-module lanes --Mdir $(@D)/alu tests/campaign/shared.vlt tests/campaign/lanes.sv \
		>$(@D)/alu.log 2>&1 && \
	$(MAKE) -C $(@D)/alu -f Vlanes.mk CXX=$(CXX_SIM) LINK=$(CXX_SIM) OPT_FAST=-O2 OPT_SLOW=-O1 OPT_GLOBAL=-O2 \
		Vlanes__ALL.a verilated.o verilated_threads.o >>$(@D)/alu.log 2>&1 || { cat $(@D)/alu.log; exit 1; }
	@rm -f $@
	@cd $(@D)/alu && ar rcs ../alu.a $$(ar t Vlanes__ALL.a | sort -u) verilated.o verilated_threads.o

$(BITS)/obj/%.o: %.c
	@mkdir -p $(@D)
	@$(CC) $(BITS_CFLAGS) -MMD -MP -c $< -o $@
$(BITS)/obj/alu.o: tests/campaign/alu.cpp $(BITS)/alu.a
	@mkdir -p $(@D)
	@$(CXX_SIM) -std=gnu++17 -O2 -Wall -Wextra -Itests -I$(BITS)/alu -isystem $(VROOT)/include -isystem $(VROOT)/include/vltstd -MMD -MP -c $< -o $@
$(BITS)/sumac-bits: $(BITS_OBJ) $(BITS)/obj/alu.o $(BITS)/alu.a
	@echo "  LINK  $@"
	@$(CXX_SIM) $^ -ldl -lpthread -lm -latomic -o $@

campaign-bits: $(BITS)/sumac-bits ## lanes and kernels against the FPU, bit by bit (an hour or less on 2 idle cores; W="rtl SUM F32" picks; SEED, COUNT)
	@bash tests/campaign/bits.sh $(BITS) "$(W)" $(or $(SEED),1) $(COUNT)

-include $(BITS_OBJ:.o=.d) $(BITS)/obj/alu.d
.PHONY: campaign-bits
