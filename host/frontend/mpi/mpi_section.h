/*
 * Arrays as Fortran 2018 describes them to C, TYPE(*), DIMENSION(..): sections whose elements need not lie side by side.
 */
#ifndef SUMAC_MPI_SECTION_H
#define SUMAC_MPI_SECTION_H

#include <ISO_Fortran_binding.h>
#include <stdbool.h>
#include <stddef.h>

bool sumac_section_is_contiguous(const CFI_cdesc_t *section);
/* The bytes of all its elements together; not for arrays of assumed size. */
size_t sumac_section_bytes(const CFI_cdesc_t *section);
/* Copies its first len_bytes, in the order of elements, into memory without gaps, and back. */
void sumac_section_pack(const CFI_cdesc_t *section, void *packed_out, size_t len_bytes);
void sumac_section_unpack(const CFI_cdesc_t *section, const void *packed, size_t len_bytes);
/* Whether the first len_bytes of both have a byte in common. */
bool sumac_section_overlap(const CFI_cdesc_t *a, const CFI_cdesc_t *b, size_t len_bytes);

#endif
