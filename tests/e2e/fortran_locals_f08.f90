! MPI_Reduce_locals with mpi_f08: contiguous arrays, sections that are not, of one and of two dimensions, and backwards;
! MPI_IN_PLACE; scalars; with and without ierror; counts of both kinds; an operation of the program's own; what is an error.
module own_operation
  use mpi_f08
  implicit none
contains
  subroutine less(in, inout, len, datatype)
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: in, inout
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: left(:), right(:)
    if (datatype /= MPI_INTEGER) stop 2
    call c_f_pointer(in, left, [len])
    call c_f_pointer(inout, right, [len])
    right = left - 2 * right
  end subroutine
end module

program locals_f08
  use mpi_f08
  use own_operation, only: less
  use sumac_mpi_f08
  implicit none
  integer, parameter :: n = 3000
  integer :: x(n), y(n), a(n), table(40, 30), other(40, 30), i, j, ierr, n_bad = 0, one = 4
  type(MPI_Op) :: less_op

  call MPI_Init()
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  call MPI_Op_create(less, .false., less_op)
  call fill()

  call MPI_Reduce_locals(x, y, a, n, MPI_INTEGER, MPI_SUM)
  call expect(all(a == 3 * [(i, i = 1, n)]), 'whole arrays')
  call MPI_Reduce_locals(MPI_IN_PLACE, MPI_IN_PLACE, a, int(n, MPI_COUNT_KIND), MPI_INTEGER, MPI_SUM, ierr)
  call expect(ierr == MPI_SUCCESS .and. all(a == 6 * [(i, i = 1, n)]), 'in place twice')
  call MPIX_Reduce_locals(x(3), 5, one, 1, MPI_INTEGER, MPI_PROD, ierr)
  call expect(one == 15, 'scalars')

  ! Every third element, into every second one; what lies between stays.
  call fill()
  call MPI_Reduce_locals(x(1:n:3), y(n:2:-3), a(2:2 * (n / 3):2), n / 3, MPI_INTEGER, less_op, ierr)
  call expect(ierr == MPI_SUCCESS, 'sections, ierror')
  call expect(all(a(2:2 * (n / 3):2) == x(1:n:3) - 2 * y(n:2:-3)), 'sections')
  call expect(all(a(1:2 * (n / 3):2) == [(3 * i, i = 1, 2 * (n / 3), 2)]), 'between sections')
  ! Elements of one array between those of the other; and a part of a section.
  call fill()
  call MPI_Reduce_locals(a(1:9:2), x(1:5), a(2:10:2), 3, MPI_INTEGER, MPI_SUM, ierr)
  call expect(ierr == MPI_SUCCESS .and. all(a(:10) == [3, 4, 9, 11, 15, 18, 21, 24, 27, 30]), 'interleaved')
  call PMPI_Reduce_locals(MPI_IN_PLACE, x(2:4), a(1:9:4), 3, MPI_INTEGER, MPI_SUM, ierr)
  call expect(ierr == MPI_SUCCESS .and. all(a(1:9:4) == [5, 18, 31]), 'in place of a section')

  ! An inner block of a matrix.
  do j = 1, 30
    do i = 1, 40
      table(i, j) = 100 * i + j
      other(i, j) = -1
    end do
  end do
  call MPI_Reduce_locals(table(2:38:4, 3:29:2), table(3:39:4, 2:28:2), other(11:20, 11:24), 10 * 14, MPI_INTEGER, less_op)
  call expect(all(other(11:20, 11:24) == table(2:38:4, 3:29:2) - 2 * table(3:39:4, 2:28:2)), 'blocks')
  call expect(count(other == -1) == 40 * 30 - 140, 'around a block')

  call fill()
  call MPI_Reduce_locals(x, y, MPI_IN_PLACE, 1, MPI_INTEGER, MPI_SUM, ierr)
  call expect_class(ierr, MPI_ERR_BUFFER)
  call MPI_Reduce_locals(a(1:9:2), x, a(3:9:3), 3, MPI_INTEGER, MPI_SUM, ierr)
  call expect_class(ierr, MPI_ERR_BUFFER)
  call MPI_Reduce_locals(x(1:9:2), y, a, 6, MPI_INTEGER, MPI_SUM, ierr)
  call expect_class(ierr, MPI_ERR_BUFFER)
  call MPI_Reduce_locals(x(1:9:2), y, a, -1, MPI_INTEGER, MPI_SUM, ierr)
  call expect_class(ierr, MPI_ERR_COUNT)
  call MPI_Reduce_local(x, a, -1, MPI_INTEGER, MPI_SUM, ierr)
  call expect_class(ierr, MPI_ERR_COUNT)
  call MPI_Reduce_locals(x(1:9:2), y, a, 0, MPI_INTEGER, MPI_SUM, ierr)
  call expect(ierr == MPI_SUCCESS .and. all(a == 3 * [(i, i = 1, n)]), 'no elements')
  call MPI_Op_free(less_op)
  call MPI_Finalize()
  print *, n_bad, ' times wrong'
  if (n_bad /= 0) stop 1

contains

  subroutine fill()
    do i = 1, n
      x(i) = i
      y(i) = 2 * i
      a(i) = 3 * i
    end do
  end subroutine

  subroutine expect(is_so, what)
    logical, intent(in) :: is_so
    character(*), intent(in) :: what
    if (is_so) return
    n_bad = n_bad + 1
    print *, 'wrong: ', what
  end subroutine

  subroutine expect_class(code, wanted)
    integer, intent(in) :: code, wanted
    integer :: error_class
    call MPI_Error_class(code, error_class)
    call expect(error_class == wanted, 'class of an error')
  end subroutine
end program
