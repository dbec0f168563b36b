/*
 * A study's file: designs, which are settings and parameters of the NIC's RTL, and workloads.
 *
 *     hop_ns = 300 600 1200                 # for all designs
 *     design wide
 *     FanIn = 8
 *     small: perf allreduce --type F32 --sizes 8:1K -n 4
 *     mpirun -n 4 ./solve
 */
#ifndef SUMAC_STUDY_FILE_H
#define SUMAC_STUDY_FILE_H

/* A setting or a parameter, with the values that it takes in turn. */
struct sumac_study_row {
	const char *name;
	int setting; /* enum sumac_setting; SUMAC_STUDY_PARAMETER: a row of params.def */
	int line;
	int n_values;
	const char **values;
};

enum { SUMAC_STUDY_PARAMETER = -1 };

struct sumac_study_rows {
	int n;
	struct sumac_study_row *list;
};

struct sumac_study_design {
	const char *name;
	int line;
	struct sumac_study_rows rows; /* those for all designs first, unless it has its own */
};

enum sumac_study_kind { SUMAC_STUDY_PERF, SUMAC_STUDY_RUN, SUMAC_STUDY_MPIRUN };

struct sumac_study_workload {
	const char *name;
	int line;
	enum sumac_study_kind kind;
	int n_words;
	const char **words; /* the first one tells the kind */
};

struct sumac_study_file {
	const char *path;
	int n_designs, n_workloads;
	struct sumac_study_design *designs;
	struct sumac_study_workload *workloads;
};

/* 0, or an error whose story names file, line and what would be right. All lies in the study's pool. */
int sumac_study_file_read(const char *path, struct sumac_study_file *file_out);
/* The default of a setting or of a parameter; "": there is none. */
const char *sumac_study_default(const char *name);

#endif
