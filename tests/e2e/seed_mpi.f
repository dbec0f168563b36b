! The examples in Fortran of MPI_Reduce's manual page, as they stand there but for what they lack to be compiled: 1 and 2 have
! neither mpif.h nor END, 4 neither CALL, nor IERROR for MPI_COMM_RANK, nor a continuation. The first "..." of 4 is the
! beginning of a subroutine.

      SUBROUTINE PAR_BLAS1(m, a, b, c, comm)
      INCLUDE 'mpif.h'
      REAL a(m), b(m)       ! local slice of array
      REAL c                ! result (at process zero)
      REAL sum
      INTEGER m, comm, i, ierr
! local sum
      sum = 0.0
      DO i = 1, m
         sum = sum + a(i)*b(i)
      END DO
! global sum
      CALL MPI_REDUCE(sum, c, 1, MPI_REAL, MPI_SUM, 0, comm, ierr)
      RETURN
      END

      SUBROUTINE PAR_BLAS2(m, n, a, b, c, comm)
      INCLUDE 'mpif.h'
      REAL a(m), b(m,n)     ! local slice of array
      REAL c(n)             ! result
      REAL sum(n)
      INTEGER n, comm, i, j, ierr
! local sum
      DO j= 1, n
        sum(j) = 0.0
        DO i = 1, m
          sum(j) = sum(j) + a(i)*b(i,j)
        END DO
      END DO
! global sum
      CALL MPI_REDUCE(sum, c, n, MPI_REAL, MPI_SUM, 0, comm, ierr)
! return result at process zero (and garbage at the other nodes)
      RETURN
      END

      SUBROUTINE EXAMPLE4(ain, aout, ind, root, comm)
      INCLUDE 'mpif.h'
      INTEGER comm
! each process has an array of 30 double: ain(30)
      DOUBLE PRECISION ain(30), aout(30)
      INTEGER ind(30);
      DOUBLE PRECISION in(2,30), out(2,30)
      INTEGER i, myrank, root, ierr;
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, myrank, ierr);
      DO I=1, 30
        in(1,i) = ain(i)
        in(2,i) = myrank    ! myrank is coerced to a double
      END DO
      CALL MPI_REDUCE( in, out, 30, MPI_2DOUBLE_PRECISION, MPI_MAXLOC,
     &  root, comm, ierr
     &);
! At this point, the answer resides on process root
      IF (myrank .EQ. root) THEN
! read ranks out
        DO I= 1, 30
          aout(i) = out(1,i)
          ind(i) = out(2,i) ! rank is coerced back to an integer
        END DO
      END IF
      END

! All sums are of small integers: exact.
      PROGRAM SEED_MPI
      INCLUDE 'mpif.h'
      INTEGER, PARAMETER :: m = 7, n = 5
      REAL a(m), b(m), c, matrix(m,n), sums(n)
      DOUBLE PRECISION ain(30), aout(30)
      INTEGER ind(30), i, j, me, size, last, ierr
      INTEGER :: bad = 0

      CALL MPI_INIT(ierr)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, me, ierr)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, size, ierr)
      last = size - 1
      a = [(i + me, i = 1, m)]
      b = 2
      DO j = 1, n
        matrix(:,j) = j
      END DO
      CALL PAR_BLAS1(m, a, b, c, MPI_COMM_WORLD)
      CALL PAR_BLAS2(m, n, a, matrix, sums, MPI_COMM_WORLD)
! The sum of i + me over i and all ranks.
      j = size * m * (m + 1) / 2 + m * size * (size - 1) / 2
      IF (me .EQ. 0 .AND. c .NE. 2 * j) bad = 1
      IF (me .EQ. 0 .AND. ANY(sums .NE. [(i * j, i = 1, n)])) bad = 2
! Rank MOD(i, size) has the largest; of the first ten all have the same, so the lowest rank is told.
      ain = [(i * 10 + MERGE(1, 0, me .EQ. MOD(i, size)), i = 1, 30)]
      ain(1:10) = -1
      CALL EXAMPLE4(ain, aout, ind, last, MPI_COMM_WORLD)
      IF (me .EQ. last) THEN
        IF (ANY(ind(1:10) .NE. 0) .OR. ANY(aout(1:10) .NE. -1)) bad = 4
        DO i = 11, 30
          IF (ind(i) .NE. MOD(i, size) .OR. aout(i) .NE. i * 10 + 1)
     &      bad = 4
        END DO
      END IF
      CALL MPI_FINALIZE(ierr)
      IF (bad .NE. 0) PRINT *, 'rank', me, ': example', bad
      IF (bad .NE. 0) STOP 1
      END
