/*
 * Memory that a study needs until its end: its file, its points, its results' names. A process without memory ends here, since all
 * that is finished lies on the disk.
 */
#ifndef SUMAC_STUDY_POOL_H
#define SUMAC_STUDY_POOL_H

#include <stddef.h>
#include <stdio.h>

/* Zeroed. */
void *sumac_study_alloc(size_t len_bytes);
char *sumac_study_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Room for one more than the n elements that the list has. */
void *sumac_study_grow(void *list, int n, size_t element_bytes);
/* A stream into a text, which free() frees after fclose(). */
FILE *sumac_study_memory(char **text_out, size_t *len_out);
/* Frees all. */
void sumac_study_forget(void);

#endif
