# Programs that users have. Their packages are MPI programs' and large, so only this target installs them.

$(B)/apps/count.so: tests/apps/count.c
	@mkdir -p $(@D)
	$(Q)$(MPICC) $(CSTD) $(WARN) $(OPT) -fPIC -shared $< -Wl,--no-as-needed -lmpi_mpifh -o $@

apps: ## measure: LAMMPS, HPC Challenge, ScaLAPACK's tests, MUMPS, mpi4py; writes docs/programs.md (1 to 2 minutes; T=name: one)
	@sh .ci/packages $(PKG_HOST) $(PKG_SIM) $(PKG_MPI) $$(bash tests/apps/apps.sh packages)
	@$(MAKE) --no-print-directory host sim mpi
	@$(MAKE) --no-print-directory $(B)/apps/count.so
	@bash tests/apps/apps.sh $(B) "$(T)" docs/programs.md

.PHONY: apps
