/*
 * Linked with every program: a line on standard error goes there at once, and no other rank's comes in between. Newer C libraries
 * write it in pieces otherwise.
 */
#include <stdio.h>

static __attribute__((constructor)) void write_whole_lines(void)
{
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
}
