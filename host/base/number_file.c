/*
 * Reads one number of a file.
 */
#include "base/number_file.h"

#include <stdio.h>

unsigned int sumac_number_in_file(const char *path, const char *format, unsigned int missing)
{
	FILE *file = fopen(path, "re");
	unsigned int number = missing;

	if (file) {
		if (fscanf(file, format, &number) != 1)
			number = missing;
		fclose(file);
	}
	return number;
}
