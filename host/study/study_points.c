#include "study/study_points.h"

#include <string.h>

#include "base/fail.h"
#include "base/json.h"
#include "base/settings.h"
#include "study/study_names.h"
#include "study/study_pool.h"

/* A study is about NICs, unless its file says otherwise, and its cycles repeat exactly, however busy the machine is. */
static const struct sumac_study_value usual[] = {
	{ "engine", "nic", SUMAC_SETTING_ENGINE },
	{ "clock", "stepped", SUMAC_SETTING_CLOCK },
};

static const char nic_setting[] = "nic";

const char *sumac_study_point_value(const struct sumac_study_point *point, const char *name)
{
	for (int i = 0; i < point->n_values; i++)
		if (!strcmp(point->values[i].name, name))
			return point->values[i].value;
	return sumac_study_default(name);
}

static const struct sumac_study_row *find_row(const struct sumac_study_design *design, const char *name)
{
	for (int i = 0; i < design->rows.n; i++)
		if (!strcmp(design->rows.list[i].name, name))
			return &design->rows.list[i];
	return NULL;
}

/* The values of a design's combination of that number; the last row's change fastest. */
static void combine(const struct sumac_study_design *design, int number, struct sumac_study_point *point)
{
	int n_usual = sizeof(usual) / sizeof(usual[0]);

	point->values = sumac_study_alloc((size_t)(design->rows.n + n_usual + 1) * sizeof(*point->values)); /* 1: the NIC's name */
	for (int i = 0; i < n_usual; i++)
		if (!find_row(design, usual[i].name))
			point->values[point->n_values++] = usual[i];
	for (int i = design->rows.n - 1; i >= 0; i--) {
		const struct sumac_study_row *row = &design->rows.list[i];

		point->values[point->n_values + i] =
		    (struct sumac_study_value){ row->name, row->values[number % row->n_values], row->setting };
		number /= row->n_values;
	}
	point->n_values += design->rows.n;
}

static void label(struct sumac_study_point *point)
{
	point->label = sumac_study_text("%s on %s", point->workload->name, point->design->name);
	for (int i = 0; i < point->n_values; i++) {
		const struct sumac_study_row *row = find_row(point->design, point->values[i].name);

		if (row && row->n_values > 1)
			point->label = sumac_study_text("%s %s=%s", point->label, row->name, point->values[i].value);
	}
}

static bool are_params_alike(const struct sumac_study_build *a, const struct sumac_study_build *b)
{
	if (a->n_params != b->n_params)
		return false;
	for (int i = 0; i < a->n_params; i++)
		if (strcmp(a->params[i].name, b->params[i].name) || strcmp(a->params[i].value, b->params[i].value))
			return false;
	return true;
}

static int add_build(struct sumac_study *study, const struct sumac_study_build *build)
{
	for (int i = 0; i < study->n_builds; i++) {
		const struct sumac_study_build *other = &study->builds[i];

		if (strcmp(other->nic, build->nic))
			continue;
		if (are_params_alike(other, build))
			return 0;
		return sumac_fail(SUMAC_EINVAL,
				  "%s:%d: the designs %s and %s would each build a NIC called %s, with other "
				  "parameters; give one of them another name",
				  study->file.path, build->line, other->design, build->design, build->nic);
	}
	study->builds = sumac_study_grow(study->builds, study->n_builds, sizeof(*study->builds));
	study->builds[study->n_builds++] = *build;
	return 0;
}

/* A point with parameters takes a NIC that is built with them. It has the name that the setting nic gives it, or the design's, and
 * behind that the parameters that the design varies. */
static int name_nic(struct sumac_study *study, struct sumac_study_point *point)
{
	const struct sumac_study_row *named = find_row(point->design, nic_setting);
	struct sumac_study_build build = { .design = point->design->name, .nic = named ? named->values[0] : point->design->name };

	build.params = sumac_study_alloc((size_t)point->n_values * sizeof(*build.params));
	for (int i = 0; i < point->n_values; i++) {
		const struct sumac_study_value *value = &point->values[i];
		const struct sumac_study_row *row = find_row(point->design, value->name);

		if (value->setting != SUMAC_STUDY_PARAMETER)
			continue;
		build.line = row->line;
		build.params[build.n_params++] = *value;
		if (row->n_values > 1)
			build.nic = sumac_study_text("%s-%s%s", build.nic, value->name, value->value);
	}
	if (!build.n_params)
		return 0;
	if (named && named->n_values > 1)
		return sumac_fail(SUMAC_EINVAL, "%s:%d: a design with parameters, such as %s, takes one name of a NIC",
				  study->file.path, named->line, build.params[0].name);
	for (int i = 0; named && i < point->n_values; i++)
		if (!strcmp(point->values[i].name, nic_setting))
			point->values[i].value = build.nic;
	if (!named)
		point->values[point->n_values++] =
		    (struct sumac_study_value){ nic_setting, build.nic, sumac_study_name(nic_setting) };
	return add_build(study, &build);
}

static int add_design(struct sumac_study *study, const struct sumac_study_design *design)
{
	long long n = 1;

	for (int i = 0; i < design->rows.n && n <= SUMAC_STUDY_MAX_POINTS; i++)
		n *= design->rows.list[i].n_values;
	if (study->n_points + n * study->file.n_workloads > SUMAC_STUDY_MAX_POINTS)
		return sumac_fail(SUMAC_EINVAL, "%s: the study has more than %d points; split it", study->file.path,
				  SUMAC_STUDY_MAX_POINTS);
	for (int i = 0; i < n * study->file.n_workloads; i++) {
		struct sumac_study_point point = { .design = design,
						   .build = -1,
						   .workload = &study->file.workloads[i % study->file.n_workloads] };

		combine(design, i / study->file.n_workloads, &point);
		if (name_nic(study, &point))
			return -SUMAC_EINVAL;
		label(&point);
		study->points = sumac_study_grow(study->points, study->n_points, sizeof(point));
		study->points[study->n_points++] = point;
	}
	return 0;
}

/* Another design may name a NIC that is built for this study. */
static void find_build(const struct sumac_study *study, struct sumac_study_point *point)
{
	for (int i = 0; i < study->n_builds; i++)
		if (!strcmp(sumac_study_point_value(point, nic_setting), study->builds[i].nic))
			point->build = i;
}

static void note_varying(struct sumac_study *study, const char *name)
{
	const char *first = sumac_study_point_value(&study->points[0], name);
	bool varies = false;

	for (int i = 0; i < study->n_varying; i++)
		if (!strcmp(study->varying[i], name))
			return;
	for (int i = 1; i < study->n_points && !varies; i++)
		varies = strcmp(sumac_study_point_value(&study->points[i], name), first);
	if (!varies)
		return;
	study->varying = sumac_study_grow(study->varying, study->n_varying, sizeof(*study->varying));
	study->varying[study->n_varying++] = name;
}

int sumac_study_points_make(struct sumac_study *study)
{
	for (int i = 0; i < study->file.n_designs; i++)
		if (add_design(study, &study->file.designs[i]))
			return -SUMAC_EINVAL;
	for (int i = 0; i < study->n_points; i++)
		find_build(study, &study->points[i]);
	/* A design's points have the same rows: its first one names them all. */
	for (int i = 0; i < study->n_points; i++) {
		const struct sumac_study_point *point = &study->points[i];

		for (int k = 0; k < point->n_values && (!i || point->design != point[-1].design); k++)
			note_varying(study, point->values[k].name);
	}
	return 0;
}

void sumac_study_points_forget(struct sumac_study *study)
{
	for (int i = 0; i < study->n_points; i++)
		sumac_json_free(study->points[i].result);
	*study = (struct sumac_study){ 0 };
	sumac_study_forget();
}
