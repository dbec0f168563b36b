/*
 * Exact sums of fields, on teams, and on active sets for Fortran, which has no teams.
 */
#include "base/fail.h"
#include "frontend/shmem/shmem_fortran.h"
#include "frontend/shmem/shmem_private.h"
#include "shmemx.h"
#include "sumac_exact.h"

struct fields {
	const char *name; /* of the call */
	double *dest;
	const double *source;
	size_t n_local, n, stride;
};

/* From the first number to the last; SIZE_MAX: more than memory can hold. */
static size_t source_bytes(const struct fields *f)
{
	size_t n;

	if (!f->n || !f->n_local)
		return 0;
	if (__builtin_mul_overflow(f->n - 1, f->stride, &n) || __builtin_add_overflow(n, f->n_local, &n) ||
	    __builtin_mul_overflow(n, sizeof(*f->source), &n))
		return SIZE_MAX;
	return n;
}

static int check(const struct fields *f)
{
	size_t dest_bytes;

	if (__builtin_mul_overflow(f->n, sizeof(*f->dest), &dest_bytes) || source_bytes(f) == SIZE_MAX)
		return sumac_fail(SUMAC_ERANGE, "%zu numbers in %zu fields, %zu apart, are more than memory can hold", f->n_local,
				  f->n, f->stride);
	return sumac_shmem_check_both(f->dest, dest_bytes, f->source, source_bytes(f));
}

/* The arguments that PEs agree on in checking mode. */
static struct sumac_shmem_call compared(const struct fields *f, const void *sync)
{
	return (struct sumac_shmem_call){ .name = f->name,
					  .numbers = { { "n_fields", f->n, false }, { "stride", f->stride, false } },
					  .dest = f->dest, .source = f->source, .sync = sync, .has_no_dest = !f->n,
					  .has_no_source = !source_bytes(f) };
}

static int add(struct sumac_team *team, const struct fields *f)
{
	return sumac_exact_sum(team, f->dest, f->source, f->n_local, f->n, f->stride);
}

int shmemx_exact_sum_reduce(shmem_team_t team, double *dest, const double *source, size_t n_local, size_t n_fields, size_t stride)
{
	const struct fields fields = { __func__, dest, source, n_local, n_fields, stride };
	struct sumac_team *members;
	int err;

	sumac_shmem_require_init(__func__);
	members = sumac_shmem_team_of(team);
	err = check(&fields);
	if (sumac_shmem_compares()) {
		struct sumac_shmem_call call = compared(&fields, NULL);

		err = sumac_shmem_compare(members, &call, err);
	}
	if (!err)
		err = add(members, &fields);
	return err ? sumac_shmem_complain(__func__, members, err) : 0;
}

/* In checking mode, all PEs learn about a fault here; otherwise an error is this PE's alone. */
static int add_among(const struct fields *fields, int start, int log_stride, int size, const int32_t *sync)
{
	struct sumac_team *team;
	int err = sumac_shmem_active_set_check(start, log_stride, size);

	if (err)
		return err;
	err = check(fields);
	if (!err)
		err = sumac_shmem_check_work(sync, 0, sync, sizeof(*sync));
	if (sumac_shmem_compares()) {
		struct sumac_shmem_call call = compared(fields, sync);

		err = sumac_shmem_enter(&call, start, log_stride, size, err, &team);
		if (!err)
			err = add(team, fields);
		sumac_shmem_leave();
		return err;
	}
	if (!err)
		err = sumac_shmem_active_set_find(start, log_stride, size, &team);
	return err ? err : add(team, fields);
}

#pragma GCC visibility push(default) /* no header declares it */

void shmemx_exact_sum_to_all_(double *dest, const double *source, sumac_fortran_in n_local, sumac_fortran_in n_fields,
			      sumac_fortran_in stride, sumac_fortran_in start, sumac_fortran_in log_stride, sumac_fortran_in size,
			      sumac_fortran_in sync);
void shmemx_exact_sum_to_all_(double *dest, const double *source, sumac_fortran_in n_local, sumac_fortran_in n_fields,
			      sumac_fortran_in stride, sumac_fortran_in start, sumac_fortran_in log_stride, sumac_fortran_in size,
			      sumac_fortran_in sync)
{
	const struct fields fields = { "shmemx_exact_sum_to_all", dest, source, sumac_fortran_count(n_local),
				       sumac_fortran_count(n_fields), sumac_fortran_count(stride) };

	sumac_shmem_require_init(fields.name);
	if (add_among(&fields, *start, *log_stride, *size, sync))
		sumac_shmem_die(fields.name, sumac_last_error());
}
