/*
 * The register map as the bench of sumac_csr sees it (DPI): expanded from include/spec/registers.def, and nothing of the RTL.
 */
#include "spec/spec.h"

enum access { NONE, RO, RW, WO };

static const struct {
	int offset;
	enum access access;
} global_registers[] = {
#define SUMAC_REG(name, offset, access, help) { offset, access },
#include "spec/rows.def"
}, group_registers[] = {
#define SUMAC_GREG(name, offset, access, help) { offset, access },
#include "spec/rows.def"
};

#ifdef __cplusplus		/* Verilator's makefile compiles this as C++ */
extern "C" {
#endif

/* Bit 0: may be read; bit 1: may be written. The push aperture is a feature that this NIC lacks. */
int ref_register(int address, int groups)
{
	enum access access = NONE;

	if (address < SUMAC_GROUP_BASE) {
		for (unsigned i = 0; i < sizeof(global_registers) / sizeof(global_registers[0]); i++)
			if (global_registers[i].offset == address)
				access = global_registers[i].access;
	} else if ((address - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE < groups) {
		for (unsigned i = 0; i < sizeof(group_registers) / sizeof(group_registers[0]); i++)
			if (group_registers[i].offset == (address - SUMAC_GROUP_BASE) % SUMAC_GROUP_SIZE &&
			    group_registers[i].offset != SUMAC_G_PUSH)
				access = group_registers[i].access;
	}
	return (access == RO || access == RW) | (access == WO || access == RW) << 1;
}

#ifdef __cplusplus
}
#endif
