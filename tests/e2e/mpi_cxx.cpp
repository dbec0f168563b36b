/*
 * The C++ bindings of the MPIs that still have them, and the same calls in C with Open MPI 5: reductions of C++'s types and of
 * others, against a loop over the ranks. All values are small whole numbers, so that no order of the ranks gives other bits.
 * With the argument "throw" or, where a NIC is required, "required": error handlers that throw, through Sumac's frames. MPICH
 * throws by itself, too; Open MPI does so only if built for it, which Debian's is not.
 */
#include <mpi.h>

#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5 /* the calls in C, by the bindings' names */
namespace MPI
{
typedef MPI_Datatype Datatype;
typedef MPI_Op Op;
static const Datatype BOOL = MPI_CXX_BOOL, COMPLEX = MPI_CXX_FLOAT_COMPLEX, DOUBLE_COMPLEX = MPI_CXX_DOUBLE_COMPLEX,
		      LONG_DOUBLE_COMPLEX = MPI_CXX_LONG_DOUBLE_COMPLEX, INT = MPI_INT, DOUBLE = MPI_DOUBLE;
static const Op SUM = MPI_SUM, PROD = MPI_PROD, LAND = MPI_LAND, LXOR = MPI_LXOR;
static void *const IN_PLACE = MPI_IN_PLACE;
static const int ERR_ROOT = MPI_ERR_ROOT;

struct Intracomm {
	MPI_Comm comm;

	void Allreduce(const void *in, void *out, int count, Datatype type, Op op) const
	{
		MPI_Allreduce(in, out, count, type, op, comm);
	}
	void Reduce(const void *in, void *out, int count, Datatype type, Op op, int root) const
	{
		MPI_Reduce(in, out, count, type, op, root, comm);
	}
	void Scan(const void *in, void *out, int count, Datatype type, Op op) const
	{
		MPI_Scan(in, out, count, type, op, comm);
	}
	void Exscan(const void *in, void *out, int count, Datatype type, Op op) const
	{
		MPI_Exscan(in, out, count, type, op, comm);
	}
	void Reduce_scatter(const void *in, void *out, const int counts[], Datatype type, Op op) const
	{
		MPI_Reduce_scatter(in, out, counts, type, op, comm);
	}
	void Barrier() const
	{
		MPI_Barrier(comm);
	}
	Intracomm Dup() const
	{
		Intracomm copy;

		MPI_Comm_dup(comm, &copy.comm);
		return copy;
	}
	void Free()
	{
		MPI_Comm_free(&comm);
	}
};
static const Intracomm COMM_WORLD = { MPI_COMM_WORLD };

static int Get_error_class(int code)
{
	int error_class;

	MPI_Error_class(code, &error_class);
	return error_class;
}
} // namespace MPI
#endif

static int me, n, n_bad;

#define EXPECT(condition) \
	((condition) ? (void)0 : (n_bad++, (void)fprintf(stderr, "rank %d: line %d: %s\n", me, __LINE__, #condition)))

enum { COUNT = 20 };

template <typename T> static T make(int rank, int i)
{
	return T((rank * 7 + i) % 3);
}

/* Over the first ranks: those before or at this one, or all. */
template <typename T, typename Combine> static std::vector<T> fold(int n_ranks, int begin, int count, Combine combine)
{
	std::vector<T> result;

	for (int i = begin; i < begin + count; i++) {
		T value = make<T>(0, i);

		for (int rank = 1; rank < n_ranks; rank++)
			value = combine(value, make<T>(rank, i));
		result.push_back(value);
	}
	return result;
}

template <typename T> static bool is_same(const T *got, const std::vector<T> &wanted)
{
	for (size_t i = 0; i < wanted.size(); i++)
		if (got[i] != wanted[i])
			return false;
	return true;
}

template <typename T, typename Combine>
static void check(const MPI::Intracomm &comm, const MPI::Datatype &type, const MPI::Op &op, Combine combine)
{
	const std::vector<T> all = fold<T>(n, 0, COUNT, combine);
	const std::vector<T> up_to_me = fold<T>(me + 1, 0, COUNT, combine), before_me = fold<T>(me ? me : 1, 0, COUNT, combine);
	int root = n - 1, parts[COUNT];
	T mine[COUNT], got[COUNT];

	for (int i = 0; i < COUNT; i++)
		mine[i] = make<T>(me, i);
	comm.Allreduce(mine, got, COUNT, type, op);
	EXPECT(is_same(got, all));
	std::memcpy(got, mine, sizeof(got));
	comm.Reduce(me == root ? MPI::IN_PLACE : mine, me == root ? got : NULL, COUNT, type, op, root);
	EXPECT(me != root || is_same(got, all));
	comm.Scan(mine, got, COUNT, type, op);
	EXPECT(is_same(got, up_to_me));
	comm.Exscan(mine, got, COUNT, type, op);
	EXPECT(!me || is_same(got, before_me));
	for (int rank = 0; rank < n; rank++)
		parts[rank] = COUNT / n;
	comm.Reduce_scatter(mine, got, parts, type, op);
	EXPECT(is_same(got, fold<T>(n, me * (COUNT / n), COUNT / n, combine)));
	comm.Barrier();
}

template <typename T> static T sum(T left, T right)
{
	return left + right;
}

template <typename T> static T product(T left, T right)
{
	return left * right;
}

static bool both(bool left, bool right)
{
	return left && right;
}

static bool either_not_both(bool left, bool right)
{
	return left != right;
}

static void check_types(const MPI::Intracomm &comm)
{
	check<bool>(comm, MPI::BOOL, MPI::LAND, both);
	check<bool>(comm, MPI::BOOL, MPI::LXOR, either_not_both);
	check<std::complex<float> >(comm, MPI::COMPLEX, MPI::SUM, sum<std::complex<float> >);
	check<std::complex<double> >(comm, MPI::DOUBLE_COMPLEX, MPI::PROD, product<std::complex<double> >);
	check<std::complex<long double> >(comm, MPI::LONG_DOUBLE_COMPLEX, MPI::SUM, sum<std::complex<long double> >);
	check<int>(comm, MPI::INT, MPI::SUM, sum<int>);
	check<double>(comm, MPI::DOUBLE, MPI::PROD, product<double>);
}

/* Whether the error class that is thrown says that the root is wrong; -1: nothing is thrown. */
static int throws(int root, const MPI::Datatype &type)
{
	std::complex<double> mine(1, 2), got[1];

	try {
		MPI::COMM_WORLD.Reduce(&mine, got, 1, type, MPI::SUM, root);
#ifdef MPICH
	} catch (MPI::Exception &thrown) { /* by the MPI */
		return thrown.Get_error_class() == MPI::ERR_ROOT;
#endif
	} catch (int code) { /* by the handler below */
		return MPI::Get_error_class(code) == MPI::ERR_ROOT;
	}
	return -1;
}

static void throw_code(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	throw *code;
}

/* A wrong call throws, and so does one that no NIC does where a NIC is required; then all goes on. */
static void check_exceptions(bool is_nic_required)
{
	int mine = me, total = 0;

	for (int i = 0; i < 20; i++) {
		EXPECT(throws(n, MPI::DOUBLE_COMPLEX) == 1);
		EXPECT(throws(0, MPI::DOUBLE_COMPLEX) == (is_nic_required ? 0 : -1));
		MPI::COMM_WORLD.Allreduce(&mine, &total, 1, MPI::INT, MPI::SUM);
		EXPECT(total == n * (n - 1) / 2);
	}
}

static void check_all_exceptions(bool is_nic_required)
{
	MPI_Errhandler handler;

	MPI_Comm_create_errhandler(throw_code, &handler);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
	check_exceptions(is_nic_required);
	MPI_Errhandler_free(&handler);
#ifdef MPICH
	MPI::COMM_WORLD.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
	check_exceptions(is_nic_required);
#endif
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	if (argc > 1) {
		check_all_exceptions(!std::strcmp(argv[1], "required"));
	} else {
		MPI::Intracomm copy = MPI::COMM_WORLD.Dup();

		check_types(MPI::COMM_WORLD);
		check_types(copy);
		copy.Free();
	}
	MPI_Finalize();
	return n_bad != 0;
}
