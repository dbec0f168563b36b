/*
 * The identity of this build. The version is public: sumac_version().
 */
#ifndef SUMAC_VERSION_H
#define SUMAC_VERSION_H

#include <stdbool.h>
#include <stddef.h>

enum { SUMAC_BUILD_ID_CAP = 48 };

/* The linker's build id in hexadecimal, zero-padded to
 * cap_bytes; -SUMAC_EBUILD if this object was linked without one. */
int sumac_build_id(char *text_out, size_t cap_bytes);

/* The commit of the sources, or "unknown" where they came without their history; and whether nothing in them differed from it. */
const char *sumac_commit(void);
bool sumac_is_clean(void);

#endif
