! sumac_exact.h for Fortran: exact sums. A function has its name in C and returns 0 or a negative SUMAC_E... code; only the sum of
! fields on a team has another name, since programs of MPI have one called Sumac_Exact_sum (sumac_mpi_f08, sumac_mpif.h). This file
! has declarations and no code: the program's compiler compiles it for its .mod file.
module sumac_exact
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_size_t, c_float, c_double, c_ptr
  implicit none
  private :: c_int, c_int64_t, c_size_t, c_float, c_double, c_ptr

  include 'sumac_exact_words.fh'
  integer, parameter :: SUMAC_EXACT_UNORDERED = 2

  ! A sum of doubles and floats.
  type, bind(C) :: sumac_exact_t
    integer(c_int64_t) :: word(SUMAC_EXACT_WORDS)
  end type
  ! A sum of products of two doubles, and of doubles.
  type, bind(C) :: sumac_exact_dot_t
    integer(c_int64_t) :: word(SUMAC_EXACT_DOT_WORDS)
  end type

  ! The account of the last error, as C has it: a text that ends with a zero.
  interface
    type(c_ptr) function sumac_last_error() bind(C, name="sumac_last_error")
      import
    end function
  end interface

  ! Begins a sum.
  interface
    subroutine sumac_exact_clear(sum) bind(C, name="sumac_exact_clear")
      import
      type(sumac_exact_t), intent(out) :: sum
    end subroutine
    subroutine sumac_exact_dot_clear(dot) bind(C, name="sumac_exact_dot_clear")
      import
      type(sumac_exact_dot_t), intent(out) :: dot
    end subroutine
  end interface

  ! Adds or subtracts numbers, or products.
  interface
    integer(c_int) function sumac_exact_add(sum, x) &
        bind(C, name="sumac_exact_add")
      import
      type(sumac_exact_t), intent(inout) :: sum
      real(c_double), value :: x
    end function
    integer(c_int) function sumac_exact_add_doubles(sum, x, n) &
        bind(C, name="sumac_exact_add_doubles")
      import
      type(sumac_exact_t), intent(inout) :: sum
      real(c_double), intent(in) :: x(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_add_floats(sum, x, n) &
        bind(C, name="sumac_exact_add_floats")
      import
      type(sumac_exact_t), intent(inout) :: sum
      real(c_float), intent(in) :: x(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_subtract_doubles(sum, x, n) &
        bind(C, name="sumac_exact_subtract_doubles")
      import
      type(sumac_exact_t), intent(inout) :: sum
      real(c_double), intent(in) :: x(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_subtract_floats(sum, x, n) &
        bind(C, name="sumac_exact_subtract_floats")
      import
      type(sumac_exact_t), intent(inout) :: sum
      real(c_float), intent(in) :: x(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_dot_add_products(dot, x, y, n) &
        bind(C, name="sumac_exact_dot_add_products")
      import
      type(sumac_exact_dot_t), intent(inout) :: dot
      real(c_double), intent(in) :: x(*), y(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_dot_add_doubles(dot, x, n) &
        bind(C, name="sumac_exact_dot_add_doubles")
      import
      type(sumac_exact_dot_t), intent(inout) :: dot
      real(c_double), intent(in) :: x(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_dot_subtract_products(dot, x, y, n) &
        bind(C, name="sumac_exact_dot_subtract_products")
      import
      type(sumac_exact_dot_t), intent(inout) :: dot
      real(c_double), intent(in) :: x(*), y(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_dot_subtract_doubles(dot, x, n) &
        bind(C, name="sumac_exact_dot_subtract_doubles")
      import
      type(sumac_exact_dot_t), intent(inout) :: dot
      real(c_double), intent(in) :: x(*)
      integer(c_size_t), value :: n
    end function
  end interface

  ! Adds or subtracts accumulators.
  interface
    integer(c_int) function sumac_exact_add_exact(sum, other) &
        bind(C, name="sumac_exact_add_exact")
      import
      type(sumac_exact_t), intent(inout) :: sum
      type(sumac_exact_t), intent(in) :: other
    end function
    integer(c_int) function sumac_exact_dot_add_dot(dot, other) &
        bind(C, name="sumac_exact_dot_add_dot")
      import
      type(sumac_exact_dot_t), intent(inout) :: dot
      type(sumac_exact_dot_t), intent(in) :: other
    end function
    integer(c_int) function sumac_exact_subtract_exact(sum, other) &
        bind(C, name="sumac_exact_subtract_exact")
      import
      type(sumac_exact_t), intent(inout) :: sum
      type(sumac_exact_t), intent(in) :: other
    end function
    integer(c_int) function sumac_exact_dot_subtract_dot(dot, other) &
        bind(C, name="sumac_exact_dot_subtract_dot")
      import
      type(sumac_exact_dot_t), intent(inout) :: dot
      type(sumac_exact_dot_t), intent(in) :: other
    end function
    integer(c_int) function sumac_exact_dot_add_exact(dot, sum) &
        bind(C, name="sumac_exact_dot_add_exact")
      import
      type(sumac_exact_dot_t), intent(inout) :: dot
      type(sumac_exact_t), intent(in) :: sum
    end function
  end interface

  ! The value, rounded once; and the order of two.
  interface
    integer(c_int) function sumac_exact_to_double(sum, value_out) &
        bind(C, name="sumac_exact_to_double")
      import
      type(sumac_exact_t), intent(in) :: sum
      real(c_double), intent(out) :: value_out
    end function
    integer(c_int) function sumac_exact_to_float(sum, value_out) &
        bind(C, name="sumac_exact_to_float")
      import
      type(sumac_exact_t), intent(in) :: sum
      real(c_float), intent(out) :: value_out
    end function
    integer(c_int) function sumac_exact_compare(a, b, order_out) &
        bind(C, name="sumac_exact_compare")
      import
      type(sumac_exact_t), intent(in) :: a, b
      integer(c_int), intent(out) :: order_out
    end function
    integer(c_int) function sumac_exact_dot_to_double(dot, value_out) &
        bind(C, name="sumac_exact_dot_to_double")
      import
      type(sumac_exact_dot_t), intent(in) :: dot
      real(c_double), intent(out) :: value_out
    end function
    integer(c_int) function sumac_exact_dot_to_float(dot, value_out) &
        bind(C, name="sumac_exact_dot_to_float")
      import
      type(sumac_exact_dot_t), intent(in) :: dot
      real(c_float), intent(out) :: value_out
    end function
    integer(c_int) function sumac_exact_dot_compare(a, b, order_out) &
        bind(C, name="sumac_exact_dot_compare")
      import
      type(sumac_exact_dot_t), intent(in) :: a, b
      integer(c_int), intent(out) :: order_out
    end function
  end interface

  ! Collectives on a team of sumac.h.
  interface
    integer(c_int) function sumac_exact_allreduce(team, dst, src, n) &
        bind(C, name="sumac_exact_allreduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_t) :: dst(*)
      type(sumac_exact_t), intent(in) :: src(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_reduce(team, dst, src, n, root) &
        bind(C, name="sumac_exact_reduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_t) :: dst(*)
      type(sumac_exact_t), intent(in) :: src(*)
      integer(c_size_t), value :: n
      integer(c_int), value :: root
    end function
    integer(c_int) function sumac_exact_scan(team, dst, src, n) &
        bind(C, name="sumac_exact_scan")
      import
      type(c_ptr), value :: team
      type(sumac_exact_t) :: dst(*)
      type(sumac_exact_t), intent(in) :: src(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_iallreduce(team, dst, src, n, request_out) &
        bind(C, name="sumac_exact_iallreduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_t), asynchronous :: dst(*)
      type(sumac_exact_t), asynchronous, intent(in) :: src(*)
      integer(c_size_t), value :: n
      type(c_ptr), intent(out) :: request_out
    end function
    integer(c_int) function sumac_exact_ireduce(team, dst, src, n, root, request_out) &
        bind(C, name="sumac_exact_ireduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_t), asynchronous :: dst(*)
      type(sumac_exact_t), asynchronous, intent(in) :: src(*)
      integer(c_size_t), value :: n
      integer(c_int), value :: root
      type(c_ptr), intent(out) :: request_out
    end function
    integer(c_int) function sumac_exact_iscan(team, dst, src, n, request_out) &
        bind(C, name="sumac_exact_iscan")
      import
      type(c_ptr), value :: team
      type(sumac_exact_t), asynchronous :: dst(*)
      type(sumac_exact_t), asynchronous, intent(in) :: src(*)
      integer(c_size_t), value :: n
      type(c_ptr), intent(out) :: request_out
    end function
    integer(c_int) function sumac_exact_dot_allreduce(team, dst, src, n) &
        bind(C, name="sumac_exact_dot_allreduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_dot_t) :: dst(*)
      type(sumac_exact_dot_t), intent(in) :: src(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_dot_reduce(team, dst, src, n, root) &
        bind(C, name="sumac_exact_dot_reduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_dot_t) :: dst(*)
      type(sumac_exact_dot_t), intent(in) :: src(*)
      integer(c_size_t), value :: n
      integer(c_int), value :: root
    end function
    integer(c_int) function sumac_exact_dot_scan(team, dst, src, n) &
        bind(C, name="sumac_exact_dot_scan")
      import
      type(c_ptr), value :: team
      type(sumac_exact_dot_t) :: dst(*)
      type(sumac_exact_dot_t), intent(in) :: src(*)
      integer(c_size_t), value :: n
    end function
    integer(c_int) function sumac_exact_dot_iallreduce(team, dst, src, n, request_out) &
        bind(C, name="sumac_exact_dot_iallreduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_dot_t), asynchronous :: dst(*)
      type(sumac_exact_dot_t), asynchronous, intent(in) :: src(*)
      integer(c_size_t), value :: n
      type(c_ptr), intent(out) :: request_out
    end function
    integer(c_int) function sumac_exact_dot_ireduce(team, dst, src, n, root, request_out) &
        bind(C, name="sumac_exact_dot_ireduce")
      import
      type(c_ptr), value :: team
      type(sumac_exact_dot_t), asynchronous :: dst(*)
      type(sumac_exact_dot_t), asynchronous, intent(in) :: src(*)
      integer(c_size_t), value :: n
      integer(c_int), value :: root
      type(c_ptr), intent(out) :: request_out
    end function
    integer(c_int) function sumac_exact_dot_iscan(team, dst, src, n, request_out) &
        bind(C, name="sumac_exact_dot_iscan")
      import
      type(c_ptr), value :: team
      type(sumac_exact_dot_t), asynchronous :: dst(*)
      type(sumac_exact_dot_t), asynchronous, intent(in) :: src(*)
      integer(c_size_t), value :: n
      type(c_ptr), intent(out) :: request_out
    end function
    integer(c_int) function sumac_exact_sum_on_team(team, dst, src, n_local, n_fields, stride) &
        bind(C, name="sumac_exact_sum")
      import
      type(c_ptr), value :: team
      real(c_double), intent(inout) :: dst(*)
      real(c_double), intent(in) :: src(*)
      integer(c_size_t), value :: n_local, n_fields, stride
    end function
    function sumac_team_world() bind(C, name="sumac_team_world")
      import
      type(c_ptr) :: sumac_team_world
    end function
    integer(c_int) function sumac_wait(request) bind(C, name="sumac_wait")
      import
      type(c_ptr), intent(inout) :: request
    end function
  end interface
end module
