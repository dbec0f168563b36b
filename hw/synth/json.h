/*
 * JSON as Yosys writes it, read whole into a tree.
 */
#ifndef SUMAC_SYNTH_JSON_H
#define SUMAC_SYNTH_JSON_H

enum sumac_json_kind {
	SUMAC_JSON_NULL,
	SUMAC_JSON_BOOL,
	SUMAC_JSON_NUMBER,
	SUMAC_JSON_TEXT,
	SUMAC_JSON_ARRAY,
	SUMAC_JSON_OBJECT
};

struct sumac_json {
	enum sumac_json_kind kind;
	const char          *key;    /* in an object */
	const char          *text;   /* of a TEXT */
	long                 number; /* of a NUMBER or BOOL */
	int                  n;      /* members of an ARRAY or OBJECT */
	struct sumac_json   *first;  /* its first member */
	struct sumac_json   *next;   /* the next member of the same parent */
};

struct sumac_json_file;

/* Reads `path`. Returns 0, or -1 after a message on stderr. */
int sumac_json_open(const char *path, struct sumac_json_file **file_out, struct sumac_json **root_out);
void sumac_json_close(struct sumac_json_file *file);

/* The member of an object by its key, or NULL; `object` may be NULL. */
struct sumac_json *sumac_json_get(const struct sumac_json *object, const char *key);

#endif
