/*
 * A row of a table has the point's design, the settings and parameters in which points differ, the workload, the time that the
 * point took, and the members of one of its results.
 */
#include "study/study_table.h"

#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "study/study_pool.h"
#include "study/study_print.h"

static const struct sumac_json *result_of(const struct sumac_study_point *point)
{
	return (point->twin ? point->twin : point)->result;
}

static const struct sumac_json *first_row(const struct sumac_study_point *point)
{
	const struct sumac_json *rows = sumac_json_member(result_of(point), "results");

	return rows ? rows->first : NULL;
}

/* A result's member has the name of a column of the point: an engine that was asked for, and the one that computed. */
static const char *name_of(const struct sumac_study *study, const char *member)
{
	bool is_taken = !strcmp(member, "design") || !strcmp(member, "workload") || !strcmp(member, "wall_s");

	for (int i = 0; i < study->n_varying; i++)
		is_taken |= !strcmp(member, study->varying[i]);
	return is_taken ? sumac_study_text("result_%s", member) : member;
}

/* The names that results' members have in the results, in the order in which they come first, and in the table. */
struct columns {
	int n;
	const char **members, **names;
};

static int find_member(const struct columns *columns, const char *member)
{
	int i = 0;

	while (i < columns->n && strcmp(columns->members[i], member))
		i++;
	return i;
}

static struct columns columns_of(const struct sumac_study *study)
{
	struct columns columns = { 0 };

	for (int i = 0; i < study->n_points; i++)
		for (const struct sumac_json *row = first_row(&study->points[i]); row; row = row->next)
			for (const struct sumac_json *at = row->first; at; at = at->next) {
				if (find_member(&columns, at->key) < columns.n)
					continue;
				columns.members = sumac_study_grow(columns.members, columns.n, sizeof(*columns.members));
				columns.names = sumac_study_grow(columns.names, columns.n, sizeof(*columns.names));
				columns.members[columns.n] = at->key;
				columns.names[columns.n++] = name_of(study, at->key);
			}
	return columns;
}

static void csv_head(FILE *to, const struct sumac_study *study, const struct columns *columns)
{
	fputs("design", to);
	for (int i = 0; i < study->n_varying; i++)
		fprintf(to, ",%s", study->varying[i]);
	fputs(",workload,wall_s", to);
	for (int i = 0; i < columns->n; i++) {
		fputc(',', to);
		sumac_study_print_csv(to, columns->names[i]);
	}
	fputs("\n", to);
}

static void csv_row(FILE *to, const struct sumac_study *study, const struct sumac_study_point *point, const struct sumac_json *row,
		    const struct columns *columns)
{
	sumac_study_print_csv(to, point->design->name);
	for (int i = 0; i < study->n_varying; i++) {
		fputc(',', to);
		sumac_study_print_csv(to, sumac_study_point_value(point, study->varying[i]));
	}
	fputc(',', to);
	sumac_study_print_csv(to, point->workload->name);
	fprintf(to, ",%s", sumac_json_text(result_of(point), "wall_s", ""));
	for (int i = 0; i < columns->n; i++) {
		fputc(',', to);
		sumac_study_print_csv(to, sumac_json_text(row, columns->members[i], ""));
	}
	fputs("\n", to);
}

void sumac_study_table_csv(FILE *to, const void *ctx)
{
	const struct sumac_study *study = ctx;
	struct columns columns = columns_of(study);

	csv_head(to, study, &columns);
	for (int i = 0; i < study->n_points; i++)
		for (const struct sumac_json *row = first_row(&study->points[i]); row; row = row->next)
			csv_row(to, study, &study->points[i], row, &columns);
}

static void print_member(FILE *to, const char *name, const char *text)
{
	fputs(", ", to);
	sumac_json_print_text(to, name);
	fputs(": ", to);
	sumac_json_print_text(to, text);
}

/* A number as one, so that readers need not convert it. */
static void print_setting(FILE *to, const char *name, const char *value)
{
	size_t digits = strspn(value, "0123456789");

	if (!digits || value[digits] || (*value == '0' && digits > 1)) {
		print_member(to, name, value);
		return;
	}
	fputs(", ", to);
	sumac_json_print_text(to, name);
	fprintf(to, ": %s", value);
}

void sumac_study_table_jsonl(FILE *to, const void *ctx)
{
	const struct sumac_study *study = ctx;
	struct columns columns = columns_of(study);

	for (int i = 0; i < study->n_points; i++) {
		const struct sumac_study_point *point = &study->points[i];

		for (const struct sumac_json *row = first_row(point); row; row = row->next) {
			fputs("{\"design\": ", to);
			sumac_json_print_text(to, point->design->name);
			for (int k = 0; k < study->n_varying; k++)
				print_setting(to, study->varying[k], sumac_study_point_value(point, study->varying[k]));
			print_member(to, "workload", point->workload->name);
			fprintf(to, ", \"wall_s\": %s", sumac_json_text(result_of(point), "wall_s", "0"));
			for (const struct sumac_json *at = row->first; at; at = at->next) {
				fputs(", ", to);
				sumac_json_print_text(to, columns.names[find_member(&columns, at->key)]);
				fputs(": ", to);
				sumac_study_print_value(to, at);
			}
			fputs("}\n", to);
		}
	}
}

int sumac_study_table_write(const struct sumac_study *study, const struct sumac_study_store *store)
{
	return sumac_study_store_write(store, "results.csv", sumac_study_table_csv, study) ||
		       sumac_study_store_write(store, "results.jsonl", sumac_study_table_jsonl, study)
		   ? -1
		   : 0;
}
