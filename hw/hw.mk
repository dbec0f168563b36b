# The RTL as gates: what Yosys makes of it for the FPGA of an Alveo U55C, how long its paths are, and whether it still computes.

SYNTH         := $(B)/synth
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

# The NIC is taken apart whenever a module has changed; its parts are mapped again when they have.
$(SYNTH)/parts: hw/synth/elaborate.sh hw/synth/take_apart.awk hw/synth/modules.txt $(RTL)
	@echo "  YOSYS sumac_nic, into parts"
	@sh hw/synth/elaborate.sh $(SYNTH)

$(SYNTH)/part/%.net: $(SYNTH)/part/%.il hw/synth/map.sh
	@echo "  YOSYS $*"
	@sh hw/synth/map.sh $(SYNTH) $*

$(SYNTH_PART): $(SYNTH)/%.json: hw/synth/link.sh
	@echo "  LINK $*"
	@sh hw/synth/link.sh $(SYNTH) $*

-include $(wildcard $(SYNTH)/*.d $(SYNTH)/parts.mk)

$(SYNTH)/cells.json: hw/synth/cells.sh hw/synth/cells_more.v
	@mkdir -p $(@D)
	@sh hw/synth/cells.sh $@

$(SYNTH)/sumac-timing: $(wildcard hw/synth/*.[ch]) host/base/json.c host/base/json_values.c host/base/json.h host/base/decimal.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(CSTD) $(WARN) $(OPT) -I. -Ihost $(filter %.c,$^) -o $@

synth: ## cards: Yosys on each module and on the NIC whole: area, longest paths, docs/silicon.md (a quarter of an hour)
	@sh .ci/packages $(PKG_SYNTH)
	@$(MAKE) --no-print-directory $(SYNTH)/parts
	@$(MAKE) --no-print-directory -j 2 $(SYNTH_PART) $(SYNTH_OWN) $(SYNTH)/cells.json $(SYNTH)/sumac-timing
	@sh hw/synth/page.sh $(SYNTH) $(SYNTH_GATE_PS) docs/silicon.md

gates: ## test: the lanes' netlists in the lanes' benches, a million vectors each, and on any inputs (some minutes)
	@sh .ci/packages $(PKG_SYNTH) $(PKG_SIM)
	@$(MAKE) --no-print-directory $(SYNTH)/parts
	@$(MAKE) --no-print-directory -j 2 $(GATES_MODULES:%=$(SYNTH)/%.json)
	@for m in $(GATES_MODULES); do sh hw/synth/gates.sh $(SYNTH) $$m || exit 1; done

formal: ## test: proofs of streams and of the combine unit, and mutants that each must refuse (some minutes; T=name: some of them)
	@sh .ci/packages make yosys
	@MAKE="$(MAKE)" sh tests/run.sh $(B) proofs $(T)

.PHONY: synth gates formal
