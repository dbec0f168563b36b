/*
 * Opening and closing a job's NICs.
 */
#ifndef SUMAC_JOB_NICS_H
#define SUMAC_JOB_NICS_H

#include "core/job/job.h"

/* Opens this rank's NIC where settings ask for one; else says in nic_why why there is none. */
int sumac_job_nics_open(struct sumac_job *job);
void sumac_job_nics_close(struct sumac_job *job);
struct sumac_design;
/* Facts about this rank's NIC for the report. False: there is none. */
struct sumac_nics_about {
	const char *kind; /* of bus */
	bool is_simulated, is_stepped;
	uint64_t clock_hz;
	const struct sumac_design *design; /* NULL: another rank owns the NIC */
	const char *surroundings;	   /* members of a JSON object, as the rack says them; NULL: it is not simulated here */
};
bool sumac_job_nics_about(const struct sumac_job *job, struct sumac_nics_about *about_out);
/* Reads what the cycles of its stages have gone to, from the NIC that this rank owns. False: it owns none, or none answers. */
struct sumac_causes;
bool sumac_job_nics_causes(const struct sumac_job *job, struct sumac_causes *causes_out);
/* Whether settings say that NICs are reached through XRT: launcher and ranks must agree. */
bool sumac_job_nics_by_xrt(void);

#endif
