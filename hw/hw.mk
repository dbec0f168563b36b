# The RTL as gates: what Yosys makes of it for the FPGA of an Alveo U55C, how long its paths are, and whether it still computes.

# A NIC that has a name has a folder of its own; the store, the delays and sumac-timing are for all.
SYNTH_ALL     := $(B)/synth
SYNTH         := $(if $(NIC),$(B)/nics/$(NIC)/synth,$(SYNTH_ALL))
SYNTH_GATE_PS := 3600
SYNTH_ROWS    := $(shell awk '/^sumac_/ { print $$1 ":" $$2 ":" $$6 }' hw/synth/modules.txt)
synth_how      = $(foreach r,$(SYNTH_ROWS),$(if $(filter $1,$(word 2,$(subst :, ,$r))),$(SYNTH)/$(word 1,$(subst :, ,$r)).json))
SYNTH_PART    := $(call synth_how,part)
SYNTH_OWN     := $(call synth_how,own)
GATES_MODULES := $(foreach r,$(filter %:gates,$(SYNTH_ROWS)),$(word 1,$(subst :, ,$r)))
PKG_SYNTH     := gcc libc6-dev make yosys

$(SYNTH_OWN): $(SYNTH)/%.json: hw/synth/synth.sh
	@mkdir -p $(@D)
	@echo "  YOSYS $*"
	@sh hw/synth/synth.sh $(SYNTH) $*

# The NIC is taken apart whenever a module has changed; its parts are mapped when no design has had the same part mapped before.
SYNTH_APART   := $(addprefix hw/synth/,elaborate.sh take_apart.awk keep.sh numbers.awk map.sh modules.txt)
$(SYNTH)/parts: $(SYNTH_APART) $(RTL) $(if $(NIC),$(NAMED)/params)
	@echo "  YOSYS sumac_nic, into parts"
	@sh hw/synth/elaborate.sh $(SYNTH) $(if $(NIC),$$(cat $(NAMED)/params))

$(SYNTH)/part/%.net: $(SYNTH)/part/%.key
	@sh hw/synth/map.sh $(SYNTH) $* $(SYNTH_ALL)/store

$(SYNTH_PART): $(SYNTH)/%.json: hw/synth/link.sh
	@echo "  LINK $*"
	@sh hw/synth/link.sh $(SYNTH) $*

# Then hw/synth/named.sh prints the figures.
SYNTH_NAMED   := $(NAMED)/design $(SYNTH)/sumac_nic.json $(SYNTH_ALL)/cells.json $(SYNTH_ALL)/sumac-timing

-include $(wildcard $(SYNTH)/*.d $(SYNTH)/parts.mk)

$(SYNTH_ALL)/cells.json: hw/synth/cells.sh hw/synth/cells_more.v
	@mkdir -p $(@D)
	@sh hw/synth/cells.sh $@

$(SYNTH_ALL)/sumac-timing: $(wildcard hw/synth/*.[ch]) host/base/json.c host/base/json_values.c host/base/json.h host/base/decimal.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CSTD) $(WARN) $(OPT) -I. -Ihost $(filter %.c,$^) -o $@

synth: ## cards: area and paths of each module by Yosys, to docs/silicon.md (15 minutes); NIC=name: of that NIC, beside its rack
	@sh .ci/packages $(PKG_SYNTH)
	@$(MAKE) --no-print-directory $(SYNTH)/parts
ifeq ($(NIC),)
	@$(MAKE) --no-print-directory -j 2 $(SYNTH_PART) $(SYNTH_OWN) $(SYNTH)/cells.json $(SYNTH)/sumac-timing
	@sh hw/synth/page.sh $(SYNTH) $(SYNTH_GATE_PS) docs/silicon.md
else
	@$(MAKE) --no-print-directory -j 2 $(SYNTH_NAMED)
	@sh hw/synth/named.sh $(NAMED) $(SYNTH_ALL) $(SYNTH_GATE_PS)
endif

gates: ## test: the lanes' netlists in the lanes' benches, a million vectors each, and on any inputs (some minutes)
	@sh .ci/packages $(PKG_SYNTH) $(PKG_SIM)
	@$(MAKE) --no-print-directory $(SYNTH)/parts
	@$(MAKE) --no-print-directory -j 2 $(GATES_MODULES:%=$(SYNTH)/%.json)
	@for m in $(GATES_MODULES); do sh hw/synth/gates.sh $(SYNTH) $$m || exit 1; done

formal: ## test: proofs of streams and of the combine unit, and mutants that each must refuse (some minutes; T=name: some of them)
	@sh .ci/packages make yosys
	@MAKE="$(MAKE)" sh tests/run.sh $(B) proofs $(T)

.PHONY: synth gates formal
