# The headers of a model are a third of what its files cost a compiler, which reads them once here, after the model's own makefile:
# make -f Vsumac_nic.mk -f headers.mk. Verilator from 5.018 on does so by itself.

ifeq ($(wildcard $(VM_PREFIX)__pch.h),)
$(VK_FAST_OBJS) $(VK_SLOW_OBJS): | headers.h.gch
$(VK_FAST_OBJS) $(VK_SLOW_OBJS): private CPPFLAGS += -include headers.h

headers.h.gch: $(VM_PREFIX).mk
	printf '#include "%s"\n' $(VM_PREFIX)__Syms.h $(VM_PREFIX)___024root.h >headers.h
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(OPT_FAST) -x c++-header headers.h -o $@
endif
