# NICs that have a name: racks of other designs beside the default one. `make sim NIC=small FanIn=8 Nodes=16` builds
# $(B)/nics/small/sumac-rack, with parameters by the names of include/spec/params.def; they are kept, so `make sim NIC=small` builds
# that design from the RTL as it is then. The rack's objects are the default one's; all of these share Verilator's runtime.

# Our own variables are in capitals; what is given on make's command line and is not, is meant as a parameter.
NIC          :=
NAMED        :=
NAMED_VFLAGS :=
NIC_PARAMS  := $(foreach v,$(.VARIABLES),$(if $(filter command,$(origin $(v))),$(v)))
NIC_PARAMS  := $(if $(NIC_PARAMS),$(shell printf '%s\n' $(NIC_PARAMS) | grep '[a-z]'))
ifneq ($(NIC_PARAMS),)
ifeq ($(NIC),)
$(error $(firstword $(NIC_PARAMS)) is a parameter of NICs that have a name: make sim NIC=name $(firstword $(NIC_PARAMS))=...)
endif
endif

ifneq ($(NIC),)
ifeq ($(filter all host sim sim-wave synth what-if $(B)/nics/%,$(or $(MAKECMDGOALS),all)),)
$(error NIC=$(NIC) goes with `make sim`, `make sim-wave`, `make synth` and `make what-if`)
endif
ifneq ($(shell printf %s '$(subst ','\'',$(NIC))' | grep -cE '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$$'),1)
$(error NIC=$(NIC): a name has letters, digits, dots, dashes and underscores, 64 at most, and begins with a letter or digit)
endif
ifeq ($(NIC),default)
$(error NIC=default: that is the name of the NIC that `make sim` builds; take another)
endif

NAMED        := $(B)/nics/$(NIC)
NAMED_VFLAGS  = -GDesign=64\'h$$(cat $(NAMED)/design) $$(sed 's/^/-G/' $(NAMED)/params)
QUOTE  = '$(subst ','\'',$(1))'
$(NAMED)/params: ALWAYS
	@sh sim/nics.sh $(B)/nics $(NIC) $(foreach p,$(NIC_PARAMS),$(call QUOTE,$(p)=$($(p))))
$(NAMED)/design: $(NAMED)/params $(B)/flags/rtl
	@sh hw/design.sh hash $(B)/flags/rtl $$(cat $<) >$@.new
	@cmp -s $@.new $@ && rm $@.new || \
		{ rm -f $(NAMED)/sumac-rack $(NAMED)/wave/bin/sumac-rack && mv $@.new $@; } # none has another design's name
$(NAMED)/sources: $(NAMED)/design $(VFILES) $(B)/flags/model | deps-sim
	$(call write_model,sumac_nic,hw/rtl/sumac_nic.sv,$(NAMED_VFLAGS))
	@touch $@
$(NAMED)/model.a: $(NAMED)/sources sim/nic/headers.mk
	@rm -f $@ $(@D)/obj/*.[oad] $(@D)/obj/*__pch.h.* $(@D)/obj/*_headers.h*
	$(Q)$(MAKE) -C $(@D)/obj -f Vsumac_nic.mk -f $(CURDIR)/sim/nic/headers.mk $(VMAKE) Vsumac_nic__ALL.a \
		>>$(@D)/build.log 2>&1 || { cat $(@D)/build.log; exit 1; }
	@cp $(@D)/obj/Vsumac_nic__ALL.a $@
$(NAMED)/vnic.o: sim/nic/vnic.cpp $(NAMED)/sources
	$(call compile_vnic,$(NAMED)/obj)

NAMED_RUNTIME := $(addprefix $(B)/nics/.runtime/,verilated.o verilated_threads.o)
$(NAMED_RUNTIME): $(B)/nics/.runtime/%.o: $(B)/flags/model | deps-sim
	@mkdir -p $(@D)
	$(Q)$(CXX_SIM) -std=gnu++17 -O2 -w $(VINCLUDES) -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0 \
		-c $(VROOT)/include/$*.cpp -o $@

$(NAMED)/sumac-rack: $(RACK_OBJ) $(NAMED)/vnic.o $(NAMED)/model.a $(NAMED_RUNTIME)
	$(call link_rack)
nic-named: $(NAMED)/params $(NAMED)/sumac-rack
	@echo "NIC $(NIC): $$(xargs <$(NAMED)/params | grep . || echo all parameters are the default);" \
		"design $$(cat $(NAMED)/design)"
-include $(NAMED)/vnic.d
endif
.PHONY: nic-named

# The RTL as it is beside the NIC that BASE names (docs/first-change.md).
what-if: ## measure: NIC=name: benches, cycles, area and path of the RTL as it is, beside those of BASE=base (some minutes)
ifeq ($(NIC),)
	@echo "a name is missing: make what-if NIC=base keeps the RTL as a baseline, NIC=mine compares with it" >&2; exit 2
else
	@sh .ci/packages $(PKG_HOST) $(PKG_SIM) $(PKG_SYNTH) $(filter %openmpi%,$(PKG_MPI))
	@sh .ci/packages lammps libjs-d3 || true
	@$(MAKE) --no-print-directory host $(B)/lib/libsumac_ompi.so
	@MAKE="$(MAKE)" bash sim/what-if.sh $(B) $(NIC) $(or $(BASE),base)
endif
.PHONY: what-if
