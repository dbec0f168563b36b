# The headers of a model are a third of what its files cost a compiler, which reads them here once for each of the two levels of
# optimisation, after the model's own makefile: make -f Vsumac_nic.mk -f headers.mk. Verilator from 5.018 on does so by itself.

ifeq ($(wildcard $(VM_PREFIX)__pch.h),)
$(VK_FAST_OBJS): | fast_headers.h.gch
$(VK_FAST_OBJS): private CPPFLAGS += -include fast_headers.h
$(VK_SLOW_OBJS): | slow_headers.h.gch
$(VK_SLOW_OBJS): private CPPFLAGS += -include slow_headers.h

fast_headers.h.gch: private OPT := $(OPT_FAST)
slow_headers.h.gch: private OPT := $(OPT_SLOW)
%_headers.h.gch: $(VM_PREFIX).mk
	printf '#include "%s"\n' $(VM_PREFIX)__Syms.h $(VM_PREFIX)___024root.h >$*_headers.h
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(OPT) -x c++-header $*_headers.h -o $@
endif
