/*
 * The job by which the NIC's model is laid out (profile.sh): what most programs ask of NICs. Long calls take the types that have
 * adders and comparers of their own; short ones follow.
 */
#include <stdio.h>
#include <sumac.h>

enum { LONG_BYTES = 32768, SHORT_CALLS = 32 };

static const struct {
	enum sumac_op op;
	enum sumac_type type;
	size_t size;
} kinds[] = {
	{ SUMAC_OP_SUM, SUMAC_TYPE_F32, 4 },
	{ SUMAC_OP_SUM, SUMAC_TYPE_F64, 8 },
	{ SUMAC_OP_SUM, SUMAC_TYPE_I32, 4 },
	{ SUMAC_OP_MAX, SUMAC_TYPE_I64, 8 },
};

int main(void)
{
	struct sumac_team *world;
	float *in;
	void *out;
	int err = sumac_init();

	if (!err)
		err = sumac_alloc(LONG_BYTES, (void **)&in);
	if (!err)
		err = sumac_alloc(LONG_BYTES, &out);
	world = err ? NULL : sumac_team_world();
	for (size_t i = 0; !err && i < LONG_BYTES / sizeof(*in); i++)
		in[i] = (float)(i + (size_t)sumac_rank());
	for (size_t k = 0; !err && k < sizeof(kinds) / sizeof(kinds[0]); k++)
		err = sumac_allreduce(world, kinds[k].op, kinds[k].type, out, in, LONG_BYTES / kinds[k].size);
	if (!err)
		err = sumac_reduce(world, SUMAC_OP_SUM, SUMAC_TYPE_F32, out, in, LONG_BYTES / sizeof(*in), 0);
	if (!err)
		err = sumac_scan(world, SUMAC_OP_SUM, SUMAC_TYPE_F32, out, in, LONG_BYTES / sizeof(*in));
	for (int i = 0; !err && i < SHORT_CALLS; i++)
		err = sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_F64, out, in, 1);
	if (!err)
		err = sumac_barrier(world);
	if (err)
		fprintf(stderr, "workload: %s\n", sumac_last_error());
	return err || sumac_finalize();
}
