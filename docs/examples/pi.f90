! MPI in Fortran: each rank integrates its share of 4 / (1 + x**2) from 0 to 1, and MPI_Reduce sums the shares on rank 0.
program pi
  use mpi_f08
  implicit none
  integer, parameter :: intervals = 1000000
  double precision :: x, share, total
  integer :: rank, ranks, i

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  share = 0
  do i = rank, intervals - 1, ranks
    x = (i + 0.5d0) / intervals
    share = share + 4 / (1 + x * x) / intervals
  end do
  call MPI_Reduce(share, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
  if (rank == 0) print '(a, f17.15)', 'pi is about ', total
  call MPI_Finalize()
  if (rank == 0 .and. abs(total - acos(-1d0)) > 1d-10) stop 1
end program
