# The RTL as gates: what Yosys makes of it for the FPGA of an Alveo U55C, how long its paths are, and whether it still computes.

SYNTH         := $(B)/synth
SYNTH_GATE_PS := 3600
SYNTH_MODULES := $(shell awk '!/^\#/ && NF { print $$1 }' hw/synth/modules.txt)
SYNTH_JSON    := $(SYNTH_MODULES:%=$(SYNTH)/%.json)
GATES_MODULES := $(shell awk '!/^\#/ && $$4 == "gates" { print $$1 }' hw/synth/modules.txt)
PKG_SYNTH     := gcc libc6-dev make yosys

$(SYNTH)/%.json: hw/synth/synth.sh
	@mkdir -p $(@D)
	@echo "  YOSYS $*"
	@sh hw/synth/synth.sh $(SYNTH) $*

-include $(wildcard $(SYNTH)/*.d)

$(SYNTH)/cells.json: hw/synth/cells.sh
	@mkdir -p $(@D)
	@sh hw/synth/cells.sh $@

$(SYNTH)/sumac-timing: $(wildcard hw/synth/*.[ch])
	@mkdir -p $(@D)
	$(Q)$(CC) $(CSTD) $(WARN) $(OPT) -I. $(filter %.c,$^) -o $@

synth: ## cards: Yosys on lanes and combine engine: area, longest paths, docs/silicon.md (some minutes)
	@sh .ci/packages $(PKG_SYNTH)
	@$(MAKE) --no-print-directory -j 2 $(SYNTH_JSON) $(SYNTH)/cells.json $(SYNTH)/sumac-timing
	@sh hw/synth/page.sh $(SYNTH) $(SYNTH_GATE_PS) docs/silicon.md

gates: ## test: the lanes' netlists in the lanes' benches, a million vectors each, and on any inputs (some minutes)
	@sh .ci/packages $(PKG_SYNTH) $(PKG_SIM)
	@$(MAKE) --no-print-directory -j 2 $(GATES_MODULES:%=$(SYNTH)/%.json)
	@for m in $(GATES_MODULES); do sh hw/synth/gates.sh $(SYNTH) $$m || exit 1; done

formal: ## test: proofs of streams and of the combine unit, and mutants that each must refuse (some minutes; T=name: some of them)
	@sh .ci/packages make yosys
	@MAKE="$(MAKE)" sh tests/run.sh $(B) proofs $(T)

.PHONY: synth gates formal
