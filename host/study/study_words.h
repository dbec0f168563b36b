/*
 * Splits a line of a study's file into words, as a shell does: blanks part them, quotation marks and backslashes keep blanks, and a
 * word that begins with # ends the line.
 */
#ifndef SUMAC_STUDY_WORDS_H
#define SUMAC_STUDY_WORDS_H

/* 0, or what is wrong; the list ends with NULL. */
const char *sumac_study_words(const char *line, int *n_out, const char ***words_out);

#endif
