/*
 * MPI_THREAD_MULTIPLE: two threads of each rank on communicators of their own, which make their teams at the same time, in
 * opposite orders on neighbouring ranks; threads that wait, in Sumac and in the host MPI, while another one calls. A hang
 * is ended by an alarm.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { THREADS = 2, TURNS = 40, COUNT = 300, TIMEOUT_S = 100 };

static int me, n;
static atomic_int n_bad;
static MPI_Comm comms[THREADS];

#define EXPECT(condition) \
	((condition) ? (void)0 : ((void)n_bad++, (void)fprintf(stderr, "rank %d: line %d: %s\n", me, __LINE__, #condition)))

static void reduce(MPI_Comm comm, int salt)
{
	int mine[COUNT], sum[COUNT];

	for (int i = 0; i < COUNT; i++)
		mine[i] = me * i + salt;
	EXPECT(!MPI_Allreduce(mine, sum, COUNT, MPI_INT, MPI_SUM, comm));
	for (int i = 0; i < COUNT; i++)
		EXPECT(sum[i] == i * (n * (n - 1) / 2) + n * salt);
}

static void reduce_later(MPI_Comm comm, int salt)
{
	int mine = me + salt, sum = 0, product = 0;
	MPI_Request requests[2];

	EXPECT(!MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[0]));
	EXPECT(!MPI_Iallreduce(&mine, &product, 1, MPI_INT, MPI_MAX, comm, &requests[1]));
	EXPECT(!MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
	EXPECT(sum == n * salt + n * (n - 1) / 2 && product == n - 1 + salt);
}

static void *work(void *which)
{
	int thread = (int)(size_t)which;
	MPI_Comm copy;

	/* Where one waits for its team already, its neighbours' has not yet begun. */
	if (thread != me % THREADS)
		usleep(300000);
	for (int turn = 0; turn < TURNS; turn++) {
		reduce(comms[thread], turn);
		reduce_later(comms[thread], turn);
	}
	for (int turn = 0; turn < 5; turn++) {
		MPI_Comm_dup(comms[thread], &copy);
		reduce(copy, turn);
		reduce_later(copy, turn);
		MPI_Comm_free(&copy);
	}
	return NULL;
}

static void in_threads(void *(*body)(void *))
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, body, (void *)(size_t)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

/* The first thread waits in Sumac for a rank that comes only when the second threads have reduced; in a call that blocks, then
 * in a wait. The second one then waits in the host MPI for the first. */
static void *wait_and_call(void *which)
{
	int sum = 0, token = 0;
	MPI_Request request;

	if (which) {
		usleep(200000);
		for (int turn = 0; turn < TURNS; turn++)
			reduce(comms[1], turn);
		MPI_Send(&token, 1, MPI_INT, me, 1, MPI_COMM_WORLD);
		MPI_Recv(&token, 1, MPI_INT, me, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		return NULL;
	}
	if (me == 0)
		MPI_Recv(&token, 1, MPI_INT, me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	reduce(comms[0], 5);
	EXPECT(!MPI_Iallreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comms[0], &request));
	EXPECT(!MPI_Wait(&request, MPI_STATUS_IGNORE) && sum == n * (n - 1) / 2);
	if (me)
		MPI_Recv(&token, 1, MPI_INT, me, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Send(&token, 1, MPI_INT, me, 2, MPI_COMM_WORLD);
	return NULL;
}

int main(int argc, char **argv)
{
	int level;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	alarm(TIMEOUT_S);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	EXPECT(level == MPI_THREAD_MULTIPLE);
	for (int i = 0; i < THREADS; i++)
		MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
	in_threads(work);
	/* In a job of one rank MPICH 4.0 never delivers what one thread sends to a receive that another one has posted; nor has
	 * that rank another to wait for. */
	if (n > 1)
		in_threads(wait_and_call);
	for (int i = 0; i < THREADS; i++)
		MPI_Comm_free(&comms[i]);
	MPI_Finalize();
	return n_bad != 0;
}
