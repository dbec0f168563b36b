/*
 * Numbers that the system keeps in files, as below /proc and /sys.
 */
#ifndef SUMAC_NUMBER_FILE_H
#define SUMAC_NUMBER_FILE_H

/* The unsigned number that the format of fscanf() finds in the file; missing: there is none, or the file cannot be read. */
unsigned int sumac_number_in_file(const char *path, const char *format, unsigned int missing);

#endif
