! Reductions of all of Fortran's types, and what else is Fortran's own: MPI_IN_PLACE, MPI_BOTTOM, an operation of the
! program's, IERROR, requests. Compiled three times: as it stands it includes mpif.h, with WITH_MODULE it uses the module mpi, with
! WITH_F08 mpi_f08, and leaves IERROR out. On 1 to 4 ranks.
#if defined WITH_F08
#define USE_MPI use mpi_f08
#define INCLUDE_MPI
#define OP_OF type(MPI_Op)
#define DATATYPE_OF type(MPI_Datatype)
#define REQUEST_OF type(MPI_Request)
#define STATUS_OF(n) type(MPI_Status) :: n
#define IERROR
#define UNSET MPI_SUCCESS
#elif defined WITH_MODULE
#define USE_MPI use mpi
#define INCLUDE_MPI
#else
#define USE_MPI
#define INCLUDE_MPI include 'mpif.h'
#endif
! What MPICH's mpi_f08 does, without Sumac too: it makes derived types of array sections; that of version 4.0 counts indices
! from 0.
#ifdef MPICH_F08
#define FIRST MPICH_F08
#else
#define HAVE_SECTIONS
#define FIRST 1
#endif
#ifndef WITH_F08
#define OP_OF integer
#define DATATYPE_OF integer
#define REQUEST_OF integer
#define STATUS_OF(n) integer, dimension(MPI_STATUS_SIZE) :: n
#define IERROR , ierr
#define UNSET -12345
#endif

#define CHECK check_integer
#define TYPE_OF integer
#define DATATYPE MPI_INTEGER
#define MAKE(n) int(mod(n, 5) - 1, 4)
#define INTEGERS
#include "fortran_type.inc"

#define CHECK check_integer1
#define TYPE_OF integer(1)
#define DATATYPE MPI_INTEGER1
#define MAKE(n) int(mod(n, 5) - 1, 1)
#define INTEGERS
#include "fortran_type.inc"

#define CHECK check_integer2
#define TYPE_OF integer(2)
#define DATATYPE MPI_INTEGER2
#define MAKE(n) int(mod(n, 5) - 1, 2)
#define INTEGERS
#include "fortran_type.inc"

#define CHECK check_integer4
#define TYPE_OF integer(4)
#define DATATYPE MPI_INTEGER4
#define MAKE(n) int(mod(n, 5) - 1, 4)
#define INTEGERS
#include "fortran_type.inc"

#define CHECK check_integer8
#define TYPE_OF integer(8)
#define DATATYPE MPI_INTEGER8
#define MAKE(n) int(mod(n, 5) - 1, 8)
#define INTEGERS
#include "fortran_type.inc"

#define CHECK check_real
#define TYPE_OF real
#define DATATYPE MPI_REAL
#define MAKE(n) real(n - 20, 4) / 3
#define REALS
#include "fortran_type.inc"

#define CHECK check_real4
#define TYPE_OF real(4)
#define DATATYPE MPI_REAL4
#define MAKE(n) real(n - 20, 4) / 3
#define REALS
#include "fortran_type.inc"

#define CHECK check_real8
#define TYPE_OF real(8)
#define DATATYPE MPI_REAL8
#define MAKE(n) real(n - 20, 8) / 3
#define REALS
#include "fortran_type.inc"

#define CHECK check_double_precision
#define TYPE_OF double precision
#define DATATYPE MPI_DOUBLE_PRECISION
#define MAKE(n) real(n - 20, 8) / 3
#define REALS
#include "fortran_type.inc"

#define CHECK check_real16
#define TYPE_OF real(16)
#define DATATYPE MPI_REAL16
#define MAKE(n) real(n - 20, 16) / 3
#define REALS
#include "fortran_type.inc"

#define CHECK check_complex
#define TYPE_OF complex
#define DATATYPE MPI_COMPLEX
#define MAKE(n) cmplx(real(n, 4) / 3, real(n - 20, 4) / 7, 4)
#define COMPLEXES
#include "fortran_type.inc"

#define CHECK check_complex8
#define TYPE_OF complex(4)
#define DATATYPE MPI_COMPLEX8
#define MAKE(n) cmplx(real(n, 4) / 3, real(n - 20, 4) / 7, 4)
#define COMPLEXES
#include "fortran_type.inc"

#define CHECK check_complex16
#define TYPE_OF complex(8)
#define DATATYPE MPI_COMPLEX16
#define MAKE(n) cmplx(real(n, 8) / 3, real(n - 20, 8) / 7, 8)
#define COMPLEXES
#include "fortran_type.inc"

#define CHECK check_double_complex
#define TYPE_OF double complex
#define DATATYPE MPI_DOUBLE_COMPLEX
#define MAKE(n) cmplx(real(n, 8) / 3, real(n - 20, 8) / 7, 8)
#define COMPLEXES
#include "fortran_type.inc"

#define CHECK check_complex32
#define TYPE_OF complex(16)
#define DATATYPE MPI_COMPLEX32
#define MAKE(n) cmplx(real(n, 16) / 3, real(n - 20, 16) / 7, 16)
#define COMPLEXES
#include "fortran_type.inc"

#define CHECK check_logical
#define TYPE_OF logical
#define DATATYPE MPI_LOGICAL
#define MAKE(n) mod(n, 3) == 0
#define LOGICALS
#include "fortran_type.inc"

#define CHECK check_2integer
#define PAIR_OF integer
#define DATATYPE MPI_2INTEGER
#define MAKE(n) n
#include "fortran_type.inc"

#define CHECK check_2real
#define PAIR_OF real
#define DATATYPE MPI_2REAL
#define MAKE(n) real(n, 4) / 3
#include "fortran_type.inc"

#define CHECK check_2double_precision
#define PAIR_OF double precision
#define DATATYPE MPI_2DOUBLE_PRECISION
#define MAKE(n) real(n, 8) / 3
#include "fortran_type.inc"

! Calls that do not block, together with messages of the host MPI's, ended in each of the ways that there are.
subroutine check_requests(n_bad)
	USE_MPI
	implicit none
	INCLUDE_MPI
	integer, intent(inout) :: n_bad
	integer, parameter :: LENGTH = 37, N_ALL = 10
	integer, asynchronous, save :: mine(4 * LENGTH), got(LENGTH, N_ALL), parts(4) = [1, 2, 3, 4]
	REQUEST_OF :: requests(N_ALL)
	integer :: me, n, way, i, ierr = UNSET

	call MPI_Comm_rank(MPI_COMM_WORLD, me IERROR)
	call MPI_Comm_size(MPI_COMM_WORLD, n IERROR)
	mine = [(value(me, i), i = 1, 4 * LENGTH)]
	do way = 1, 10
		call begin()
		call finish()
		call check()
	end do
contains
	integer function value(rank, at)
		integer, intent(in) :: rank, at
		value = mod(rank * 7 + at, 50)
	end function

	! Of the first ranks.
	integer function total(ranks, at)
		integer, intent(in) :: ranks, at
		integer :: rank
		total = 0
		do rank = 0, ranks - 1
			total = total + value(rank, at)
		end do
	end function

	subroutine begin()
		got = -1
		got(:, 3) = mine(:LENGTH)
		call MPI_Irecv(got(:, 9), LENGTH, MPI_INTEGER, mod(me + 1, n), 5, MPI_COMM_WORLD, requests(9) IERROR)
		call MPI_Ireduce(mine, got(:, 1), LENGTH, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, requests(1) IERROR)
		call MPI_Iallreduce(mine, got(:, 2), LENGTH, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(2) IERROR)
		call MPI_Iallreduce(MPI_IN_PLACE, got(:, 3), LENGTH, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(3) IERROR)
		call MPI_Ireduce_scatter_block(mine, got(:, 4), 9, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(4) IERROR)
		call MPI_Ireduce_scatter(mine, got(:, 5), parts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(5) IERROR)
		call MPI_Iscan(mine, got(:, 6), LENGTH, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(6) IERROR)
		call MPI_Iexscan(mine, got(:, 7), LENGTH, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(7) IERROR)
		call MPI_Ibarrier(MPI_COMM_WORLD, requests(8) IERROR)
		call MPI_Isend(mine, LENGTH, MPI_INTEGER, mod(me + n - 1, n), 5, MPI_COMM_WORLD, requests(10) IERROR)
	end subroutine

	subroutine finish()
		integer :: index, n_done, indices(N_ALL), done
		logical :: flag
		STATUS_OF(status)
		done = 0
		flag = .false.
		select case (way)
		case (1)
			call MPI_Waitall(N_ALL, requests, MPI_STATUSES_IGNORE IERROR)
		case (2)
			do index = N_ALL, 1, -1
				call MPI_Wait(requests(index), status IERROR)
			end do
		case (3)
			do done = 1, N_ALL
				call MPI_Waitany(N_ALL, requests, index, status IERROR)
				call expect(index >= FIRST .and. index < FIRST + N_ALL)
			end do
			call MPI_Waitany(N_ALL, requests, index, status IERROR)
			call expect(index < FIRST) ! MPICH adds one to MPI_UNDEFINED
		case (4)
			do while (done < N_ALL)
				call MPI_Waitsome(N_ALL, requests, n_done, indices, MPI_STATUSES_IGNORE IERROR)
				call expect(n_done > 0 .and. all(indices(:n_done) >= FIRST))
				done = done + n_done
			end do
		case (5)
			do while (.not. flag)
				call MPI_Testall(N_ALL, requests, flag, MPI_STATUSES_IGNORE IERROR)
			end do
		case (6)
			do index = 1, N_ALL
				flag = .false.
				do while (.not. flag)
					call MPI_Test(requests(index), flag, MPI_STATUS_IGNORE IERROR)
				end do
			end do
		case (7)
			do while (done < N_ALL)
				call MPI_Testany(N_ALL, requests, index, flag, MPI_STATUS_IGNORE IERROR)
				if (flag) done = done + 1
			end do
		case (8)
			do while (done < N_ALL)
				call MPI_Testsome(N_ALL, requests, n_done, indices, MPI_STATUSES_IGNORE IERROR)
				done = done + n_done
			end do
		case (9)
			do while (.not. flag)
				call MPI_Request_get_status(requests(2), flag, status IERROR)
			end do
			call MPI_Waitall(N_ALL, requests, MPI_STATUSES_IGNORE IERROR)
		case (10) ! a freed one goes on
			call MPI_Request_free(requests(10) IERROR)
			call MPI_Waitall(N_ALL, requests, MPI_STATUSES_IGNORE IERROR)
		end select
		if (ierr /= MPI_SUCCESS) call expect(.false.)
		do index = 1, N_ALL
			call expect(requests(index) == MPI_REQUEST_NULL)
		end do
	end subroutine

	subroutine check()
		integer :: first
		if (me == 0) call expect(all(got(:, 1) == [(total(n, i), i = 1, LENGTH)]))
		if (me > 0) call expect(all(got(:, 1) == -1))
		call expect(all(got(:, 2) == [(total(n, i), i = 1, LENGTH)]))
		call expect(all(got(:, 3) == [(total(n, i), i = 1, LENGTH)]))
		call expect(all(got(:9, 4) == [(total(n, me * 9 + i), i = 1, 9)]))
		first = me * (me + 1) / 2
		call expect(all(got(:me + 1, 5) == [(total(n, first + i), i = 1, me + 1)]))
		call expect(all(got(:, 6) == [(total(me + 1, i), i = 1, LENGTH)]))
		if (me > 0) call expect(all(got(:, 7) == [(total(me, i), i = 1, LENGTH)]))
		call expect(all(got(:, 9) == [(value(mod(me + 1, n), i), i = 1, LENGTH)]))
	end subroutine

	subroutine expect(is_right)
		logical, intent(in) :: is_right
		if (is_right) return
		print *, 'rank', me, ': requests are not done right by way', way
		n_bad = n_bad + 1
	end subroutine
end subroutine

! Gives the last rank's value, wherever that is.
#ifdef WITH_F08
subroutine keep_right(left, right, length, datatype)
	use, intrinsic :: iso_c_binding, only: c_ptr
	use mpi_f08
	implicit none
	type(c_ptr), value :: left, right
	integer :: length
	type(MPI_Datatype) :: datatype
#else
subroutine keep_right(left, right, length, datatype)
	implicit none
	integer :: left(*), right(*), length, datatype
#endif
end subroutine

! What goes to the host MPI: an operation of the program's on a derived type, and what is wrong.
subroutine check_host(n_bad)
	USE_MPI
	implicit none
	INCLUDE_MPI
	integer, intent(inout) :: n_bad
#ifdef WITH_F08
	procedure(MPI_User_function) :: keep_right
#else
	external :: keep_right
#endif
	integer(MPI_ADDRESS_KIND) :: address(1)
	integer :: me, n, class, code, ierr
	integer, target :: mine, got
	DATATYPE_OF :: here
	OP_OF :: op

	call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
	call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
	mine = me + 10
	call MPI_Op_create(keep_right, .false., op, ierr)
	call MPI_Get_address(mine, address(1), ierr)
	call MPI_Type_create_hindexed(1, [1], address, MPI_INTEGER, here, ierr)
	call MPI_Type_commit(here, ierr)
	ierr = UNSET
	call MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, here, op, MPI_COMM_WORLD IERROR)
	call look_at(mine)
	if (ierr /= MPI_SUCCESS .or. mine /= n + 9) call complain('an operation of the program''s at MPI_BOTTOM')
	call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
	got = 5
	call MPI_Reduce(mine, got, 1, MPI_INTEGER, MPI_SUM, n, MPI_COMM_WORLD, ierr)
	call MPI_Error_class(ierr, class, code)
	if (class /= MPI_ERR_ROOT .or. got /= 5) call complain('a root that is none')
	call MPI_Allreduce(mine, got, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
	if (ierr /= MPI_SUCCESS .or. got /= n + 9) call complain('it does not go on')
	call MPI_Op_free(op, ierr)
	call MPI_Type_free(here, ierr)
contains
	subroutine complain(what)
		character(*), intent(in) :: what
		print *, 'rank', me, ' ', what, ': IERROR', ierr, ', result', mine, got
		n_bad = n_bad + 1
	end subroutine
end subroutine

! It may have changed, for all that the compiler knows.
subroutine look_at(number)
	integer, intent(inout) :: number
	if (number == -1) print *, number
end subroutine

! With the argument "required", where NICs are: a reduction that none does.
program fortran_mpi
	USE_MPI
	implicit none
	INCLUDE_MPI
	integer :: n_bad = 0, level, ierr
	character(8) :: what
	double complex :: mine = (1, 2), got
#ifdef WITH_F08
	call MPI_Init()
#elif defined WITH_MODULE
	call MPI_Init_thread(MPI_THREAD_FUNNELED, level, ierr)
	if (level < MPI_THREAD_FUNNELED) stop 3
#else
	call MPI_Init(ierr)
#endif
	call get_command_argument(1, what)
	if (what == 'required') call MPI_Allreduce(mine, got, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD, ierr)
	call check_integer('MPI_INTEGER', n_bad)
	call check_integer1('MPI_INTEGER1', n_bad)
	call check_integer2('MPI_INTEGER2', n_bad)
	call check_integer4('MPI_INTEGER4', n_bad)
	call check_integer8('MPI_INTEGER8', n_bad)
	call check_real('MPI_REAL', n_bad)
	call check_real4('MPI_REAL4', n_bad)
	call check_real8('MPI_REAL8', n_bad)
	call check_double_precision('MPI_DOUBLE_PRECISION', n_bad)
	call check_real16('MPI_REAL16', n_bad)
	call check_complex('MPI_COMPLEX', n_bad)
	call check_complex8('MPI_COMPLEX8', n_bad)
	call check_complex16('MPI_COMPLEX16', n_bad)
	call check_double_complex('MPI_DOUBLE_COMPLEX', n_bad)
	call check_complex32('MPI_COMPLEX32', n_bad)
	call check_logical('MPI_LOGICAL', n_bad)
	call check_2integer('MPI_2INTEGER', n_bad)
	call check_2real('MPI_2REAL', n_bad)
	call check_2double_precision('MPI_2DOUBLE_PRECISION', n_bad)
	call check_requests(n_bad)
	call check_host(n_bad)
	call MPI_Barrier(MPI_COMM_WORLD, ierr)
	call MPI_Finalize(ierr)
	if (n_bad > 0) stop 1
end program
