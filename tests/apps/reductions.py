# Reductions from Python, by mpi4py, as it begins MPI by default (MPI_THREAD_MULTIPLE): of buffers and of objects, by predefined
# and by Python's own operations, on derived types, in place, on intercommunicators, as requests. Each rank tells what it got.
from array import array
from mpi4py import MPI

world = MPI.COMM_WORLD
me, n = world.rank, world.size
lines = []


def tell(what, value):
    lines.append(f"rank {me}: {what}: {value}")


def numbers(code, first):
    return array(code, [first + i for i in range(5)])


def buffers(comm, what):
    # Of numbers that any order of the ranks sums to the same bits.
    for code, kind in ("i", MPI.INT), ("l", MPI.LONG), ("d", MPI.DOUBLE), ("f", MPI.FLOAT), ("B", MPI.UNSIGNED_CHAR):
        for op in MPI.SUM, MPI.MAX, MPI.MIN, MPI.PROD:
            mine, got = numbers(code, comm.rank + 1), numbers(code, 0)
            comm.Allreduce([mine, kind], [got, kind], op)
            tell(f"{what} Allreduce {code}", got.tolist())
            comm.Allreduce(MPI.IN_PLACE, [mine, kind], op)
            tell(f"{what} Allreduce in place {code}", mine.tolist())
            for root in range(comm.size):
                mine = numbers(code, comm.rank + root)
                if comm.rank == root:
                    comm.Reduce(MPI.IN_PLACE, [mine, kind], op, root)
                    tell(f"{what} Reduce in place {code}", mine.tolist())
                else:
                    comm.Reduce([mine, kind], None, op, root)
            mine, got = numbers(code, comm.rank + 1), numbers(code, 0)
            comm.Scan([mine, kind], [got, kind], op)
            tell(f"{what} Scan {code}", got.tolist())
            comm.Exscan([mine, kind], [got, kind], op)
            tell(f"{what} Exscan {code}", got.tolist() if comm.rank else "")
    mine, got = array("i", range(comm.size * 2)), array("i", [0, 0])
    comm.Reduce_scatter_block(mine, got, MPI.SUM)
    tell(f"{what} Reduce_scatter_block", got.tolist())
    comm.Reduce_scatter(mine, got, [2] * comm.size, MPI.SUM)
    tell(f"{what} Reduce_scatter", got.tolist())
    comm.Barrier()


def requests():
    mine, got = numbers("d", me), numbers("d", 0)
    request = world.Iallreduce(mine, got, MPI.SUM)
    other = world.Ibarrier()
    MPI.Request.Waitall([request, other])
    tell("Iallreduce", got.tolist())
    request = world.Ireduce(mine, got, MPI.MAX, n - 1)
    while not request.Test():
        pass
    if me == n - 1:
        tell("Ireduce", got.tolist())


def compose(left, right, kind):
    # x -> a x + b, after one another: the order of the ranks decides.
    a, b = memoryview(left).cast("i"), memoryview(right).cast("i")
    for i in range(0, len(a), 2):
        b[i + 1] += b[i] * a[i + 1]
        b[i] *= a[i]


def keep_left(left, right, kind):
    memoryview(right).cast("B")[:] = memoryview(left).cast("B")


def own_operations():
    op = MPI.Op.Create(compose, commute=False)
    mine, got = array("i", [2, me + 1] * 3), array("i", [0] * 6)
    pair = MPI.INT.Create_contiguous(2).Commit()
    world.Allreduce([mine, 3, pair], [got, 3, pair], op)
    tell("own operation on pairs", got.tolist())
    world.Scan([mine, 3, pair], [got, 3, pair], op)
    tell("its scan", got.tolist())
    world.Reduce([mine, 3, pair], [got, 3, pair] if me == n - 1 else None, op, n - 1)
    tell("its reduce", got.tolist() if me == n - 1 else "")
    mine, got = numbers("i", me), array("i", [0] * 5)
    world.Allreduce(mine, got, MPI.Op.Create(keep_left, False))
    tell("the left one", got.tolist())
    MPI.COMM_SELF.Allreduce(MPI.IN_PLACE, [got, 5, MPI.INT], MPI.SUM)
    tell("alone", got.tolist())
    MPI.SUM.Reduce_local(mine, got)
    tell("Reduce_local", got.tolist())
    pair.Free()
    op.Free()


def objects():
    tell("lists", world.allreduce([me], MPI.SUM))
    tell("text", world.scan(chr(ord("a") + me)))
    tell("text before", world.exscan(chr(ord("a") + me)))
    tell("pairs", world.allreduce((me % 2, me), MPI.MAX))
    tell("whole numbers", world.reduce(10 ** 30 + me, root=0))
    tell("sets", sorted(world.allreduce({me, me + 1}, MPI.BOR)))
    tell("where", world.allreduce((float(me % 2), me), MPI.MAXLOC))
    tell("a function", world.allreduce(me + 1, lambda left, right: left * 10 + right))


def between_groups():
    half = world.Split(me % 2, me)
    inter = half.Create_intercomm(0, world, (me + 1) % 2, 7)
    mine, got = array("i", [me + 1, 2 * me]), array("i", [0, 0])
    inter.Allreduce(mine, got, MPI.SUM)
    tell("of the other group", got.tolist())
    tell("objects of the other group", inter.allreduce([me]))
    got = array("i", [0, 0])
    root = (MPI.ROOT if half.rank == 0 else MPI.PROC_NULL) if me % 2 else 0
    inter.Reduce(None if me % 2 else mine, got if root == MPI.ROOT else None, MPI.SUM, root)
    tell("reduced to the other group's first", got.tolist())
    inter.Barrier()
    whole = inter.Merge(me % 2 == 1)
    buffers(whole, "merged")
    whole.Free()
    inter.Free()
    half.Free()


tell("thread level", MPI.Query_thread() == MPI.THREAD_MULTIPLE)
buffers(world, "world")
requests()
own_operations()
objects()
between_groups()
for line in [line for rank in world.gather(lines) or [] for line in rank]:
    print(line)
