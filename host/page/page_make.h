/*
 * Makes the page: its parts beside the tool, d3 and the data become one file that fetches nothing.
 */
#ifndef SUMAC_PAGE_MAKE_H
#define SUMAC_PAGE_MAKE_H

#include "page/page_rows.h"

#define SUMAC_PAGE_D3 "/usr/share/javascript/d3/d3.min.js"

struct sumac_page {
	const char *results, *baseline; /* where the rows came from; no baseline: NULL */
	struct sumac_page_rows rows, before;
	const char *folder;    /* of the page's parts */
	const char *d3;	       /* the file of d3 */
	char *d3_text;	       /* its text, read by sumac_page_read_d3() */
};

/* 0, or an error with a story: the file is missing, or another version of d3. */
int sumac_page_read_d3(struct sumac_page *page);
/* Writes the page. A file that is there keeps its old contents unless all has been written. 0, or an error with a story. */
int sumac_page_write(const struct sumac_page *page, const char *path);

#endif
