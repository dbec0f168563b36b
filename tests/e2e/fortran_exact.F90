! Exact sums in Fortran: accumulators, their reductions and sums of fields, by mpi_f08 or by the module mpi; and on a team. The
! largest numbers cancel. Prints what is wrong.
program exact_sums
  use, intrinsic :: iso_c_binding, only: c_double, c_size_t
#ifdef WITH_F08
  use mpi_f08
  use sumac_mpi_f08
#else
  use mpi
#endif
  use sumac_exact
  implicit none
#ifndef WITH_F08
  include 'sumac_mpif.h'
#endif
  type(sumac_exact_t) :: mine(2), all_ranks(2)
  type(sumac_exact_dot_t) :: dot
  real(c_double) :: numbers(3, 2) = reshape([1d300, 1d0, -1d300, 1d200, 2d0, -1d200], [3, 2])
  real(c_double) :: wanted(2), sums(2), x(3) = [1d200, 3d0, 1d200], y(3) = [1d200, 1d0, -1d200]
  integer :: n_ranks, i, ierror

  call MPI_Init(ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, n_ranks, ierror)
  wanted = [n_ranks, 2 * n_ranks]
  do i = 1, 2
    call sumac_exact_clear(mine(i))
    call expect(sumac_exact_add_doubles(mine(i), numbers(:, i), 3_c_size_t) == 0, 'add')
  end do
  call MPI_Allreduce(mine, all_ranks, 2, Sumac_Exact_type(), Sumac_Exact_op(), MPI_COMM_WORLD, ierror)
  do i = 1, 2
    call expect(sumac_exact_to_double(all_ranks(i), sums(i)) == 0 .and. sums(i) == wanted(i), 'allreduce')
  end do
  call sumac_exact_dot_clear(dot)
  call expect(sumac_exact_dot_add_products(dot, x, y, 3_c_size_t) == 0, 'products')
  call MPI_Allreduce(MPI_IN_PLACE, dot, 1, Sumac_Exact_dot_type(), Sumac_Exact_dot_op(), MPI_COMM_WORLD, ierror)
  call expect(sumac_exact_dot_to_double(dot, sums(1)) == 0 .and. sums(1) == 3 * n_ranks, 'allreduce of dots')
  call Sumac_Exact_sum(numbers, sums, 3, 2, 3, MPI_COMM_WORLD, ierror)
  call expect(ierror == MPI_SUCCESS .and. all(sums == wanted), 'fields')
  sums = 0
  i = sumac_exact_sum_on_team(sumac_team_world(), sums, numbers, 3_c_size_t, 2_c_size_t, 3_c_size_t)
  call expect(i == 0 .and. all(sums == wanted), 'fields on a team')
  call MPI_Finalize(ierror)

contains

  subroutine expect(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what
    if (is_so) return
    print *, 'wrong: ', what
    stop 1
  end subroutine
end program
