/*
 * Locks for Fortran, whose INTEGERs may have no room for the queue of shmem_locks.c: 32 bits on PE 0, of which the upper half
 * has the next ticket, and the lower half the ticket whose turn it is. Tickets start over at 65536.
 */
#include "frontend/shmem/shmem_far.h"
#include "frontend/shmem/shmem_fortran.h"

#pragma GCC visibility push(default) /* no header declares them */

static const uint32_t ONE_TICKET = UINT32_C(1) << 16;

struct turn {
	const char *call;
	uint32_t *lock;
	uint32_t ticket;
};

static uint32_t act(const char *call, uint32_t *lock, enum sumac_amo_op op, uint32_t value, uint32_t compare)
{
	struct sumac_amo amo = { .op = (uint8_t)op, .width = sizeof(*lock), .value = value, .compare = compare };
	uint32_t before = 0;

	if (sumac_reach_amo(0, lock, &amo, &before, true))
		sumac_shmem_die_of(call, "lock", 0);
	return before;
}

static uint32_t turn_of(uint32_t lock)
{
	return lock % ONE_TICKET;
}

static bool has_turn(void *arg)
{
	const struct turn *turn = arg;

	return turn_of(act(turn->call, turn->lock, SUMAC_AMO_FETCH, 0, 0)) == turn->ticket;
}

void shmem_set_lock_(uint32_t *lock)
{
	struct turn turn = { "shmem_set_lock", lock, 0 };

	sumac_shmem_require_init(turn.call);
	turn.ticket = act(turn.call, lock, SUMAC_AMO_ADD, ONE_TICKET, 0) / ONE_TICKET;
	if (sumac_reach_until(has_turn, &turn, turn.call))
		sumac_shmem_die(turn.call, sumac_last_error());
}

/* 0: it is this PE's now. */
int64_t shmem_test_lock_(uint32_t *lock)
{
	uint32_t seen;

	sumac_shmem_require_init("shmem_test_lock");
	seen = act("shmem_test_lock", lock, SUMAC_AMO_FETCH, 0, 0);
	if (seen / ONE_TICKET != turn_of(seen))
		return 1;
	return act("shmem_test_lock", lock, SUMAC_AMO_COMPARE_SWAP, seen + ONE_TICKET, seen) != seen;
}

/* What was put while the lock was held is there before the next one has it. Who holds the lock alone changes the turn. */
void shmem_clear_lock_(uint32_t *lock)
{
	uint32_t turn;

	sumac_shmem_quiet("shmem_clear_lock");
	turn = turn_of(act("shmem_clear_lock", lock, SUMAC_AMO_FETCH, 0, 0));
	act("shmem_clear_lock", lock, SUMAC_AMO_ADD, turn == ONE_TICKET - 1 ? -turn : 1, 0);
}
