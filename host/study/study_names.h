/*
 * The names that a study's file may use: settings and parameters of the NIC's RTL.
 */
#ifndef SUMAC_STUDY_NAMES_H
#define SUMAC_STUDY_NAMES_H

/* Which of them it is: an enum sumac_setting, or SUMAC_STUDY_PARAMETER; -2: none. */
int sumac_study_name(const char *name);
/* The one that is most like it. */
const char *sumac_study_nearest(const char *name);
/* NULL, or why a study's file cannot give this setting. */
const char *sumac_study_why_not(const char *name);
/* NULL, or what would be right. */
const char *sumac_study_value_fault(int setting, const char *value);

#endif
