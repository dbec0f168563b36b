/*
 * Tells which Sumac this is: its version, and the linker's build id of the object (library or program) that contains this code.
 * Ranks compare it to find out that they run different builds.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "core/job/version.h"

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sumac.h"

#ifndef SUMAC_COMMIT /* an object for tests alone */
#define SUMAC_COMMIT "unknown"
#define SUMAC_CLEAN false
#endif

#define TEXT(x) #x
#define DOTTED(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *sumac_version(void)
{
	return DOTTED(SUMAC_VERSION_MAJOR, SUMAC_VERSION_MINOR, SUMAC_VERSION_PATCH);
}

const char *sumac_commit(void)
{
	return SUMAC_COMMIT;
}

bool sumac_is_clean(void)
{
	return SUMAC_CLEAN;
}

struct search {
	uintptr_t address;
	char *text_out;
	size_t cap_bytes;
	int is_found;
};

static size_t padded(size_t len)
{
	return (len + 3) & ~(size_t)3;
}

static int read_notes(const unsigned char *notes, size_t len, struct search *search)
{
	while (len >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const void *)notes;
		const unsigned char *name = notes + sizeof(*note), *id = name + padded(note->n_namesz);
		size_t whole = sizeof(*note) + padded(note->n_namesz) + padded(note->n_descsz);

		if (whole > len)
			return 0;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
			for (size_t i = 0; i < note->n_descsz && 2 * i + 3 <= search->cap_bytes; i++)
				snprintf(search->text_out + 2 * i, 3, "%02x", id[i]);
			return 1;
		}
		notes += whole;
		len -= whole;
	}
	return 0;
}

static int contains(const struct dl_phdr_info *object, uintptr_t address)
{
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		uintptr_t start = object->dlpi_addr + part->p_vaddr;

		if (part->p_type == PT_LOAD && address >= start && address - start < part->p_memsz)
			return 1;
	}
	return 0;
}

static int visit(struct dl_phdr_info *object, size_t size, void *ctx)
{
	struct search *search = ctx;

	(void)size;
	if (!contains(object, search->address))
		return 0;
	for (int i = 0; i < object->dlpi_phnum && !search->is_found; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];

		if (part->p_type == PT_NOTE)
			search->is_found = read_notes((const void *)(object->dlpi_addr + part->p_vaddr),
						      part->p_memsz, search);
	}
	return 1;
}

int sumac_build_id(char *text_out, size_t cap_bytes)
{
	struct search search = { (uintptr_t)&visit, text_out, cap_bytes, 0 };

	memset(text_out, 0, cap_bytes);
	dl_iterate_phdr(visit, &search);
	return search.is_found ? 0 : -SUMAC_EBUILD;
}
