/*
 * The results of all finished points as tables: results.csv and results.jsonl.
 */
#ifndef SUMAC_STUDY_TABLE_H
#define SUMAC_STUDY_TABLE_H

#include "study/study_points.h"
#include "study/study_store.h"

/* Writes both anew. 0, or -1 with errno. */
int sumac_study_table_write(const struct sumac_study *study, const struct sumac_study_store *store);
/* The same of one, as struct sumac_study. */
void sumac_study_table_csv(FILE *to, const void *study);
void sumac_study_table_jsonl(FILE *to, const void *study);

#endif
