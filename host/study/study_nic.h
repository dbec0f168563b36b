/*
 * NICs that a study has built from the source tree, and where their racks lie.
 */
#ifndef SUMAC_STUDY_NIC_H
#define SUMAC_STUDY_NIC_H

#include "study/study_points.h"

/* The source tree above this program, from which NICs are built; NULL, if there is none. 0, or an error whose story says which
 * parameter needs one. */
int sumac_study_nic_tree(const struct sumac_study *study, const char **tree_out);
/* The words of the command that builds one, on so many cores; NULL ends them. */
const char **sumac_study_nic_command(const char *tree, const struct sumac_study_build *build, int n_cores);
/* The rack that a point would run on. 0, or -1 if there is none yet. */
int sumac_study_nic_rack(const struct sumac_study_point *point, char *path_out);

#endif
