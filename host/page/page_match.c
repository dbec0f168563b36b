/*
 * Finds for each row the row of the baseline that it is compared with.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/json.h"
#include "page/page_rows.h"

static int compare_keys(const void *a, const void *b)
{
	const struct sumac_page_row *left = *(const struct sumac_page_row *const *)a;
	const struct sumac_page_row *right = *(const struct sumac_page_row *const *)b;
	int order = strcmp(left->key, right->key);

	return order ? order : (left > right) - (left < right);
}

/* A study's row begins with the design and the settings in which points differ; the workload comes behind them. */
static const struct sumac_json *first_setting(const struct sumac_json *row)
{
	return sumac_json_member(row, "design") && sumac_json_member(row, "workload") ? row->first : NULL;
}

static bool is_setting(const struct sumac_json *at)
{
	return at && strcmp(at->key, "workload");
}

static bool has_equal(const struct sumac_json *row, const struct sumac_json *setting)
{
	return !strcmp(sumac_json_text(row, setting->key, ""), setting->text ? setting->text : "");
}

/* How many settings two rows have in common. all_out: those that either has are equal. */
static int count_common(const struct sumac_json *row, const struct sumac_json *other, bool *all_out)
{
	const struct sumac_json *at;
	int n = 0;

	*all_out = true;
	for (at = first_setting(row); is_setting(at); at = at->next) {
		if (has_equal(other, at))
			n++;
		else
			*all_out = false;
	}
	for (at = first_setting(other); is_setting(at); at = at->next)
		*all_out &= has_equal(row, at);
	return n;
}

/* The index of the first row in this order whose key is not less. */
static long find_key(const struct sumac_page_row *const *sorted, long n, const char *key)
{
	long low = 0, high = n;

	while (low < high) {
		long middle = low + (high - low) / 2;

		if (strcmp(sorted[middle]->key, key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct sumac_page_row *match(const struct sumac_page_row *row, const struct sumac_page_row *const *sorted, long n)
{
	const struct sumac_page_row *best = NULL;
	int most = -1;

	for (long i = find_key(sorted, n, row->key); i < n && !strcmp(sorted[i]->key, row->key); i++) {
		bool is_all;
		int common = count_common(row->value, sorted[i]->value, &is_all);

		if (is_all)
			return sorted[i];
		if (common >= most)
			best = common > most ? sorted[i] : NULL;
		if (common > most)
			most = common;
	}
	return best;
}

long sumac_page_rows_match(struct sumac_page_rows *rows, const struct sumac_page_rows *baseline)
{
	const struct sumac_page_row **sorted = malloc((size_t)baseline->n * sizeof(*sorted) + 1);
	long n_found = 0;

	if (!sorted)
		return sumac_fail(SUMAC_ENOMEM, "there is no memory to compare with the baseline");
	for (long i = 0; i < baseline->n; i++)
		sorted[i] = &baseline->list[i];
	qsort(sorted, (size_t)baseline->n, sizeof(*sorted), compare_keys);
	for (long i = 0; i < rows->n; i++) {
		const struct sumac_page_row *found = match(&rows->list[i], sorted, baseline->n);

		rows->list[i].match = found ? found - baseline->list : SUMAC_PAGE_NO_MATCH;
		n_found += found != NULL;
	}
	free(sorted);
	return n_found;
}
