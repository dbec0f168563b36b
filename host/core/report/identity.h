/*
 * The identity of a result: library and sources, plans, the NIC's design and its surroundings. Reports and tables carry it, so that
 * results of two designs are never taken for results of one.
 */
#ifndef SUMAC_IDENTITY_H
#define SUMAC_IDENTITY_H

#include <stdio.h>

#include "base/json.h"
#include "core/job/job.h"

/* Prints the members of a JSON object, each with a comma behind it. */
void sumac_identity_print(FILE *file, const struct sumac_job *job);
/* The same without objects and lists, for a row of a table; each member has a comma before it. */
void sumac_identity_print_flat(FILE *file, const struct sumac_job *job);
/* The NICs' surroundings as an object, to be freed. NULL: nothing is known of them, or there is no memory. */
struct sumac_json *sumac_identity_surroundings(const struct sumac_job *job);
/* The identity in a line for people: sources, design, settings, and whether the result is hypothetical. */
void sumac_identity_print_line(FILE *file, const struct sumac_job *job);

#endif
