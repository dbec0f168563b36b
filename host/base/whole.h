/*
 * Moves of elements that others may read meanwhile.
 */
#ifndef SUMAC_WHOLE_H
#define SUMAC_WHOLE_H

#include <stddef.h>
#include <string.h>

/* Moves bytes of an element's length in one access; any other length in any pieces. */
static inline void sumac_move_whole(void *dest, const void *source, size_t len_bytes)
{
	switch (len_bytes) {
	case 1:
		memcpy(dest, source, 1);
		break;
	case 2:
		memcpy(dest, source, 2);
		break;
	case 4:
		memcpy(dest, source, 4);
		break;
	case 8:
		memcpy(dest, source, 8);
		break;
	default:
		memmove(dest, source, len_bytes);
	}
}

#endif
