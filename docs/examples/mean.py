# mpi4py: each rank draws numbers. Reductions of buffers give the mean and the variance of them all, and the farthest.
import random
from array import array
from mpi4py import MPI

world = MPI.COMM_WORLD


def allreduce(numbers, op):
    result = array("d", numbers)
    world.Allreduce(MPI.IN_PLACE, [result, MPI.DOUBLE], op)
    return result


random.seed(world.rank)
mine = [random.gauss(10, 2) for _ in range(10000)]
n, total, squares = allreduce([len(mine), sum(mine), sum(x * x for x in mine)], MPI.SUM)
mean = total / n
[farthest] = allreduce([max(abs(x - mean) for x in mine)], MPI.MAX)

if world.rank == 0:
    print(f"{n:.0f} numbers: mean {mean:.6f}, variance {squares / n - mean * mean:.6f}, farthest by {farthest:.6f}")
assert abs(mean - 10) < 0.1
