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

/* Bit 0: may be read; bit 1: may be written. G_PUSH has a register for each word of a descriptor. */
int ref_register(int address, int groups)
{
	enum access access = NONE;

	if (address >= SUMAC_PARAM_BASE && address < SUMAC_PARAM_BASE + 4 * SUMAC_N_PARAMS && address % 4 == 0) {
		access = RO;
	} else if (address < SUMAC_GROUP_BASE) {
		for (unsigned i = 0; i < sizeof(global_registers) / sizeof(global_registers[0]); i++)
			if (global_registers[i].offset == address)
				access = global_registers[i].access;
	} else if ((address - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE < groups) {
		int offset = (address - SUMAC_GROUP_BASE) % SUMAC_GROUP_SIZE;

		if (offset % 4 == 0 && offset >= SUMAC_G_PUSH && offset < SUMAC_G_PUSH + SUMAC_DESC_BYTES)
			offset = SUMAC_G_PUSH;
		for (unsigned i = 0; i < sizeof(group_registers) / sizeof(group_registers[0]); i++)
			if (group_registers[i].offset == offset)
				access = group_registers[i].access;
	}
	return (access == RO || access == RW) | (access == WO || access == RW) << 1;
}

#ifdef __cplusplus
}
#endif
