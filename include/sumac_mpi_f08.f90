! Additions of Sumac's libraries for MPI programs to the MPI standard, for programs that use the module mpi_f08. This file has
! declarations and no code: the program's compiler compiles it for its .mod file.
module sumac_mpi_f08
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_Op, MPI_COUNT_KIND
  implicit none
  private
  public :: MPI_Reduce_locals, PMPI_Reduce_locals, MPIX_Reduce_locals, PMPIX_Reduce_locals
  public :: Sumac_Exact_type, Sumac_Exact_op, Sumac_Exact_dot_type, Sumac_Exact_dot_op, Sumac_Exact_sum

  interface MPI_Reduce_locals
    subroutine MPI_Reduce_locals_f08ts(inbuf, argbuf, inoutbuf, count, datatype, op, ierror) &
        bind(C, name="mpi_reduce_locals_f08ts_")
      import :: c_int, MPI_Datatype, MPI_Op
      type(*), dimension(..), intent(in) :: inbuf, argbuf
      type(*), dimension(..) :: inoutbuf
      integer(c_int), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer(c_int), optional, intent(out) :: ierror
    end subroutine
    subroutine MPI_Reduce_locals_f08ts_large(inbuf, argbuf, inoutbuf, count, datatype, op, ierror) &
        bind(C, name="mpi_reduce_locals_f08ts_large_")
      import :: c_int, MPI_Datatype, MPI_Op, MPI_COUNT_KIND
      type(*), dimension(..), intent(in) :: inbuf, argbuf
      type(*), dimension(..) :: inoutbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer(c_int), optional, intent(out) :: ierror
    end subroutine
  end interface

  interface PMPI_Reduce_locals
    subroutine PMPI_Reduce_locals_f08ts(inbuf, argbuf, inoutbuf, count, datatype, op, ierror) &
        bind(C, name="pmpi_reduce_locals_f08ts_")
      import :: c_int, MPI_Datatype, MPI_Op
      type(*), dimension(..), intent(in) :: inbuf, argbuf
      type(*), dimension(..) :: inoutbuf
      integer(c_int), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer(c_int), optional, intent(out) :: ierror
    end subroutine
    subroutine PMPI_Reduce_locals_f08ts_large(inbuf, argbuf, inoutbuf, count, datatype, op, ierror) &
        bind(C, name="pmpi_reduce_locals_f08ts_large_")
      import :: c_int, MPI_Datatype, MPI_Op, MPI_COUNT_KIND
      type(*), dimension(..), intent(in) :: inbuf, argbuf
      type(*), dimension(..) :: inoutbuf
      integer(MPI_COUNT_KIND), intent(in) :: count
      type(MPI_Datatype), intent(in) :: datatype
      type(MPI_Op), intent(in) :: op
      integer(c_int), optional, intent(out) :: ierror
    end subroutine
  end interface

  ! By names that no standard will take.
  interface MPIX_Reduce_locals
    procedure :: MPI_Reduce_locals_f08ts, MPI_Reduce_locals_f08ts_large
  end interface
  interface PMPIX_Reduce_locals
    procedure :: PMPI_Reduce_locals_f08ts, PMPI_Reduce_locals_f08ts_large
  end interface

  ! SUMAC_EXACT, SUMAC_EXACT_SUM, SUMAC_EXACT_DOT and SUMAC_EXACT_DOT_SUM of sumac_mpi.h, for elements that are of the types
  ! sumac_exact_t and sumac_exact_dot_t.
  interface
    type(MPI_Datatype) function Sumac_Exact_type() bind(C, name="sumac_exact_type_f08_")
      import :: MPI_Datatype
    end function
    type(MPI_Op) function Sumac_Exact_op() bind(C, name="sumac_exact_op_f08_")
      import :: MPI_Op
    end function
    type(MPI_Datatype) function Sumac_Exact_dot_type() bind(C, name="sumac_exact_dot_type_f08_")
      import :: MPI_Datatype
    end function
    type(MPI_Op) function Sumac_Exact_dot_op() bind(C, name="sumac_exact_dot_op_f08_")
      import :: MPI_Op
    end function
  end interface

  interface
    subroutine Sumac_Exact_sum(src, dst, n_local, n_fields, stride, comm, ierror) bind(C, name="sumac_exact_sum_")
      import :: c_int, c_double, MPI_Comm
      real(c_double), intent(in) :: src(*)
      real(c_double), intent(inout) :: dst(*)
      integer(c_int), intent(in) :: n_local, n_fields, stride
      type(MPI_Comm), intent(in) :: comm
      integer(c_int), optional, intent(out) :: ierror
    end subroutine
  end interface
end module
