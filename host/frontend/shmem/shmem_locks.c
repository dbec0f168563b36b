/*
 * Locks: a queue of PEs, in the order in which they came. The lock's 8 bytes on PE 0 have its last PE; those on each PE what
 * concerns that one: who comes after it, and whether it still has to wait. So who waits looks at its own memory only.
 */
#include <stdint.h>

#include "frontend/shmem/shmem_far.h"

/* Of a long. PEs are counted from 1 on here, since 0 is nobody. */
enum { LAST, OWN };

static const uint32_t WAITS = UINT32_C(1) << 31, HOLDS = UINT32_C(1) << 30; /* or will, once it need not wait */

static uint32_t act(const char *call, int pe, long *lock, int part, enum sumac_amo_op op, uint32_t value, uint32_t compare)
{
	struct sumac_amo amo = { .op = (uint8_t)op, .width = sizeof(uint32_t), .value = value, .compare = compare };
	uint32_t before = 0;

	if (sumac_reach_amo(pe, (uint32_t *)lock + part, &amo, &before, true))
		sumac_shmem_die_of(call, "lock", pe);
	return before;
}

static uint32_t own(const long *lock)
{
	return __atomic_load_n((const uint32_t *)lock + OWN, __ATOMIC_ACQUIRE);
}

static bool has_turn(void *lock)
{
	return !(own(lock) & WAITS);
}

static bool has_next(void *lock)
{
	return own(lock) & ~(WAITS | HOLDS);
}

static void await(const char *call, bool (*is_so)(void *arg), long *lock)
{
	if (sumac_reach_until(is_so, lock, call))
		sumac_shmem_die(call, sumac_last_error());
}

void shmem_set_lock(long *lock)
{
	uint32_t me, before;

	sumac_shmem_require_init(__func__);
	me = (uint32_t)sumac_rank() + 1;
	act(__func__, (int)me - 1, lock, OWN, SUMAC_AMO_SET, WAITS | HOLDS, 0);
	before = act(__func__, 0, lock, LAST, SUMAC_AMO_SWAP, me, 0);
	if (!before)
		return;
	act(__func__, (int)before - 1, lock, OWN, SUMAC_AMO_OR, me, 0);
	await(__func__, has_turn, lock);
}

int shmem_test_lock(long *lock)
{
	uint32_t me;

	sumac_shmem_require_init(__func__);
	me = (uint32_t)sumac_rank() + 1;
	if (act(__func__, 0, lock, LAST, SUMAC_AMO_FETCH, 0, 0))
		return 1;
	act(__func__, (int)me - 1, lock, OWN, SUMAC_AMO_SET, HOLDS, 0);
	if (!act(__func__, 0, lock, LAST, SUMAC_AMO_COMPARE_SWAP, me, 0))
		return 0;
	act(__func__, (int)me - 1, lock, OWN, SUMAC_AMO_SET, 0, 0);
	return 1;
}

/* What was put while the lock was held is there before the next one has it. */
void shmem_clear_lock(long *lock)
{
	uint32_t me, next;

	sumac_shmem_quiet(__func__);
	me = (uint32_t)sumac_rank() + 1;
	if (!(own(lock) & HOLDS))
		sumac_shmem_die(__func__, "this PE does not hold the lock");
	if (!has_next(lock)) {
		if (act(__func__, 0, lock, LAST, SUMAC_AMO_COMPARE_SWAP, 0, me) == me) {
			act(__func__, (int)me - 1, lock, OWN, SUMAC_AMO_SET, 0, 0);
			return;
		}
		await(__func__, has_next, lock);
	}
	next = own(lock) & ~(WAITS | HOLDS);
	act(__func__, (int)me - 1, lock, OWN, SUMAC_AMO_SET, 0, 0);
	act(__func__, (int)next - 1, lock, OWN, SUMAC_AMO_AND, ~WAITS, 0);
}
