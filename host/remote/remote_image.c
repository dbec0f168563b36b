/*
 * The executable's static data: its writable segments, found once, and the marks that tell it from another
 * executable: its build-id and the layout of its segments.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <elf.h>
#include <link.h>
#include <string.h>

#include "base/fnv.h"
#include "remote/remote_private.h"

/* Finds the linker's build-id in a segment of notes. */
static uint64_t hash_notes(uint64_t hash, const uint8_t *at, size_t len_bytes)
{
	const uint8_t *end = at + len_bytes;

	while ((size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
		size_t name_bytes = (note->n_namesz + 3u) & ~3u, desc_bytes = (note->n_descsz + 3u) & ~3u;
		const uint8_t *name = at + sizeof(*note);

		if (name_bytes + desc_bytes > (size_t)(end - name))
			break;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof(ELF_NOTE_GNU) &&
		    !memcmp(name, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)))
			hash = sumac_fnv(hash, name + name_bytes, note->n_descsz);
		at = name + name_bytes + desc_bytes;
	}
	return hash;
}

/* The executable comes first. */
static int read_first(struct dl_phdr_info *object, size_t size, void *ctx)
{
	struct sumac_remote_image *image = ctx;

	(void)size;
	image->base = object->dlpi_addr;
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];

		if (part->p_type == PT_NOTE)
			image->identity = hash_notes(image->identity, (const uint8_t *)(object->dlpi_addr + part->p_vaddr),
						     part->p_memsz);
		if (part->p_type != PT_LOAD)
			continue;
		image->identity = sumac_fnv(image->identity, &part->p_vaddr, sizeof(part->p_vaddr));
		image->identity = sumac_fnv(image->identity, &part->p_memsz, sizeof(part->p_memsz));
		if ((part->p_flags & PF_W) && image->n_parts < SUMAC_REMOTE_MAX_PARTS)
			image->parts[image->n_parts++] = (struct sumac_remote_part){ part->p_vaddr, part->p_memsz };
	}
	return 1;
}

void sumac_remote_image_read(struct sumac_remote_image *image_out)
{
	*image_out = (struct sumac_remote_image){ .identity = SUMAC_FNV_START };
	dl_iterate_phdr(read_first, image_out);
}

bool sumac_remote_image_holds(const struct sumac_remote_image *image, uint64_t offset, size_t len_bytes)
{
	for (int i = 0; i < image->n_parts; i++) {
		uint64_t first = offset - image->parts[i].offset;

		if (first <= image->parts[i].len_bytes && len_bytes <= image->parts[i].len_bytes - first)
			return true;
	}
	return false;
}
