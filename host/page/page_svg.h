/*
 * The page's plots as SVG files: a browser without a window draws the page, so only one code draws.
 */
#ifndef SUMAC_PAGE_SVG_H
#define SUMAC_PAGE_SVG_H

#include "page/page_make.h"

/* Draws the page in that browser, and writes its plots into the folder. Prints each file's name.
 * browser: NULL: the Chromium that the search path has. Returns how many plots there are, or an error with a story. */
int sumac_page_svg(const struct sumac_page *page, const char *browser, const char *folder);
/* The same from the document that the browser has printed. */
int sumac_page_svg_split(const char *document, const char *folder);

#endif
