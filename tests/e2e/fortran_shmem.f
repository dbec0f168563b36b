! SHMEM in Fortran, but for the reductions, with 2 PEs or more; in fixed and in free form, with default kinds of 4 and of 8 bytes.
! Prints what is wrong.
      SUBROUTINE CHECK(WHAT, IS_RIGHT)
      CHARACTER*(*) WHAT
      LOGICAL IS_RIGHT
      COMMON /BAD/ NBAD
      INCLUDE 'mpp/shmem.fh'
      IF (IS_RIGHT) RETURN
      PRINT *, 'PE', MY_PE(), ': wrong: ', WHAT
      NBAD = NBAD + 1
      END

! What is in COMMON, has SAVE or has DATA is symmetric, and the constants are known to the compiler.
      SUBROUTINE OBJECTS(ME, NP)
      INCLUDE 'mpp/shmem.fh'
      INTEGER, PARAMETER :: NSYNC = SHMEM_REDUCE_SYNC_SIZE
      INTEGER, PARAMETER :: NWORK = SHMEM_REDUCE_MIN_WRKDATA_SIZE
      INTEGER PSYNC(NSYNC), BSYNC(SHMEM_BARRIER_SYNC_SIZE)
      DATA PSYNC, BSYNC /NSYNC*SHMEM_SYNC_VALUE, NSYNC*-1/
      INTEGER*8 WORK(NWORK), INCOMMON(4), SAVED(4), GIVEN(4)
      COMMON /OBJ/ WORK, INCOMMON
      REAL*8 EXACT(6)
      SAVE SAVED, EXACT
      DATA GIVEN /1, 2, 3, 4/
      EXTERNAL CHECK
      SAVED = GIVEN + ME
      CALL SHMEM_INT8_SUM_TO_ALL(INCOMMON,SAVED,4,0,0,NP,WORK,PSYNC)
      SAVED = GIVEN * NP + NP * (NP - 1) / 2
      CALL CHECK('SAVE to COMMON', ALL(INCOMMON .EQ. SAVED))
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_INT8_MAX_TO_ALL(SAVED,GIVEN,4,0,0,NP,WORK,PSYNC)
      CALL CHECK('DATA to SAVE', ALL(SAVED .EQ. GIVEN))
      CALL SHMEM_BARRIER(0, 0, NP, BSYNC)
      EXACT = [1D300, 1D0, -1D300, 2D0, 1D200, -1D200]
      CALL SHMEMX_EXACT_SUM_TO_ALL(EXACT,EXACT,3,2,3,0,0,NP,PSYNC)
      CALL CHECK('exact', EXACT(1) .EQ. NP .AND. EXACT(2) .EQ. 2 * NP)
      CALL CHECK('pSync', ALL(PSYNC .EQ. SHMEM_SYNC_VALUE))
      END

! The functions' names may be a program's own variables.
      SUBROUTINE NAMES(ME, NP)
      IMPLICIT NONE
      INCLUDE 'mpp/shmem.fh'
      INTEGER ME, NP, MY_PE, NUM_PES
      MY_PE = SHMEM_MY_PE()
      NUM_PES = SHMEM_N_PES()
      CALL CHECK('names', MY_PE .EQ. ME .AND. NUM_PES .EQ. NP)
      END

      SUBROUTINE MEMORY(ME, NP)
      INCLUDE 'mpp/shmem.fh'
      PARAMETER (N = 6)
      INTEGER I(N), J(N), LEFT, RIGHT
      LOGICAL L(N), M(N)
      REAL R(N), S(N)
      DOUBLE PRECISION D(N), E(N)
      COMPLEX Z(N), Y(N)
      CHARACTER*(N) C, B
      COMMON /MEM/ Z, Y, D, E, I, J, R, S, L, M, C, B
      RIGHT = MOD(ME + 1, NP)
      LEFT = MOD(ME + NP - 1, NP)
      I = [(10 * ME + K, K = 1, N)]
      R = I
      D = I
      Z = I
      L = [(MOD(ME + K, 2) .EQ. 0, K = 1, N)]
      WRITE (C, '(I6)') ME
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_INTEGER_PUT(J, I, N, RIGHT)
      CALL SHMEM_REAL_PUT(S, R, N, RIGHT)
      CALL SHMEM_DOUBLE_PUT_NBI(E, D, N, RIGHT)
      CALL SHMEM_COMPLEX_PUT(Y, Z, N, RIGHT)
      CALL SHMEM_LOGICAL_PUT(M, L, N, RIGHT)
      CALL SHMEM_CHARACTER_PUT(B, C, N, RIGHT)
      CALL SHMEM_BARRIER_ALL
      CALL CHECK('integer_put', ALL(J .EQ. I - 10 * (ME - LEFT)))
      CALL CHECK('real_put', ALL(S .EQ. J))
      CALL CHECK('double_put_nbi', ALL(E .EQ. J))
      CALL CHECK('complex_put', ALL(Y .EQ. J))
      DO K = 1, N
      CALL CHECK('logical_put', M(K) .EQV. MOD(LEFT + K, 2) .EQ. 0)
      END DO
      READ (B, '(I6)') K
      CALL CHECK('character_put', K .EQ. LEFT)
      CALL SHMEM_COMPLEX_GET_NBI(Y, Z, N, RIGHT)
      CALL SHMEM_INTEGER_IGET(J, I, 2, 1, N / 2, RIGHT)
      CALL SHMEM_DOUBLE_GET(E, D, N, RIGHT)
      CALL SHMEM_QUIET
      CALL CHECK('complex_get_nbi', Y(N) .EQ. 10 * RIGHT + N)
      CALL CHECK('double_get', E(N) .EQ. 10 * RIGHT + N)
      CALL CHECK('integer_iget', J(5) .EQ. 10 * RIGHT + 3)
      CALL CHECK('integer_iget', J(4) .EQ. 10 * LEFT + 4)
      CALL SHMEM_BARRIER_ALL
      S = 0
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_REAL_IPUT(S, R, 3, 2, 2, RIGHT)
      CALL SHMEM_BARRIER_ALL
      CALL CHECK('real_iput', S(4) .EQ. 10 * LEFT + 3)
      CALL CHECK('real_iput', S(2) .EQ. 0 .AND. S(3) .EQ. 0)
      CALL SHMEM_UDCFLUSH
      CALL SHMEM_SET_CACHE_LINE_INV(S(3))
      CALL CHECK('accessible', SHMEM_PE_ACCESSIBLE(RIGHT))
      CALL CHECK('not accessible', .NOT. SHMEM_PE_ACCESSIBLE(NP))
      CALL CHECK('addr', SHMEM_ADDR_ACCESSIBLE(I, RIGHT))
      END

      SUBROUTINE ATOMICS(ME, NP)
      INCLUDE 'mpp/shmem.fh'
      INTEGER*4 I4, ONE4
      INTEGER*8 I8, ONE8, OLD, TURNS
      INTEGER DEF, LOCK
      REAL*4 R4, A4
      REAL*8 R8, A8
      COMMON /AMO/ I8, TURNS, R8, I4, R4, DEF, LOCK
      DATA LOCK /0/
      ONE4 = -1
      ONE8 = 1
      I4 = 0
      I8 = 2_8**40
      TURNS = 0
      DEF = -5
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_INT4_ADD(I4, ONE4, 0)
      CALL SHMEM_INT8_INC(I8, 0)
      OLD = SHMEM_INT8_FADD(I8, ONE8, 0)
      CALL CHECK('int8_fadd', OLD .GT. 2_8**40)
      CALL SHMEM_BARRIER_ALL
      CALL CHECK('int4_fetch', SHMEM_INT4_FETCH(I4, 0) .EQ. -NP)
      I = SHMEM_INT8_FETCH(I8, 0) - 2_8**40
      CALL CHECK('int8_inc', I .EQ. 2 * NP)
      CALL SHMEM_BARRIER_ALL
      K = SHMEM_SWAP(DEF, ME, MOD(ME + 1, NP))
      CALL CHECK('swap', K .EQ. -5)
      CALL SHMEM_WAIT(DEF, -5)
      CALL SHMEM_WAIT_UNTIL(DEF, SHMEM_CMP_GE, 0)
      CALL CHECK('wait', DEF .EQ. MOD(ME + NP - 1, NP))
      A4 = 1.5
      A8 = -2.25
      CALL SHMEM_REAL4_SET(R4, A4, ME)
      R8 = SHMEM_REAL4_SWAP(R4, A4 + A4, ME)
      CALL CHECK('real4_swap', R8 .EQ. 1.5 .AND. R4 .EQ. 3)
      CALL SHMEM_REAL8_SET(R8, A8, ME)
      CALL CHECK('real8_fetch', SHMEM_REAL8_FETCH(R8, ME) .EQ. A8)
      ONE4 = 7
      K = SHMEM_INT4_CSWAP(I4, I4, ONE4, ME)
      CALL CHECK('int4_cswap', I4 .EQ. 7)
      CALL SHMEM_BARRIER_ALL
      DO K = 1, 20
      CALL SHMEM_SET_LOCK(LOCK)
      CALL SHMEM_GET64(OLD, TURNS, 1, 0)
      OLD = OLD + 1
      CALL SHMEM_PUT64(TURNS, OLD, 1, 0)
      CALL SHMEM_CLEAR_LOCK(LOCK)
      END DO
      CALL SHMEM_BARRIER_ALL
      IF (ME .EQ. 0) THEN
      CALL CHECK('locks', TURNS .EQ. 20 * NP)
      CALL CHECK('test_lock', SHMEM_TEST_LOCK(LOCK) .EQ. 0)
      CALL CHECK('test_lock again', SHMEM_TEST_LOCK(LOCK) .EQ. 1)
      CALL SHMEM_CLEAR_LOCK(LOCK)
      END IF
      CALL SHMEM_BARRIER_ALL
      END

      SUBROUTINE MOVES(ME, NP)
      INCLUDE 'mpp/shmem.fh'
      PARAMETER (MAX_PES = 8)
      INTEGER, SAVE :: PSYNC(SHMEM_COLLECT_SYNC_SIZE)
      DATA PSYNC /SHMEM_COLLECT_SYNC_SIZE*SHMEM_SYNC_VALUE/
      INTEGER*4 A(2 * MAX_PES), B(4 * MAX_PES)
      COMMON /MOV/ A, B
      A = [(100 * ME + K, K = 1, 2 * MAX_PES)]
      B = -1
      CALL SHMEM_BROADCAST4(B, A, 2, NP - 1, 0, 0, NP, PSYNC)
      K = MERGE(-1, 100 * (NP - 1) + 2, ME .EQ. NP - 1)
      CALL CHECK('broadcast4', B(2) .EQ. K)
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_FCOLLECT32(B, A, 2, 0, 0, NP, PSYNC)
      CALL CHECK('fcollect32', B(2 * NP) .EQ. 100 * (NP - 1) + 2)
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_COLLECT8(B, A, MIN(ME, 2), 0, 0, NP, PSYNC)
      CALL CHECK('collect8', B(1) .EQ. 101 .AND. B(2) .EQ. 102)
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_ALLTOALL32(B, A, 1, 0, 0, NP, PSYNC)
      CALL CHECK('alltoall32', B(NP) .EQ. 100 * (NP - 1) + ME + 1)
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_ALLTOALLS32(B, A, 2, 1, 1, 0, 0, NP, PSYNC)
      K = 100 * (NP - 1) + ME + 1
      CALL CHECK('alltoalls32', B(2 * NP - 1) .EQ. K)
      CALL SHMEM_BARRIER_ALL
      END

      SUBROUTINE HEAP(ME, NP)
      INCLUDE 'mpp/shmem.fh'
      INTEGER*4 BLOCK(*), OTHER(*)
      INTEGER ERR, MAJOR, MINOR
      POINTER (P, BLOCK)
      POINTER (Q, OTHER)
      CHARACTER*12 NAME
      ERR = -7
      CALL SHPALLOC(P, 1000, ERR, 1)
      CALL CHECK('shpalloc', ERR .EQ. 0)
      BLOCK(1000) = ME
      CALL SHMEM_BARRIER_ALL
      CALL SHMEM_PUT32(BLOCK(1), BLOCK(1000), 1, MOD(ME + 1, NP))
      CALL SHMEM_BARRIER_ALL
      CALL CHECK('put on heap', BLOCK(1) .EQ. MOD(ME + NP - 1, NP))
      Q = SHMEM_PTR(BLOCK, ME)
      CALL CHECK('shmem_ptr', OTHER(1000) .EQ. ME)
      CALL SHPCLMOVE(P, 5000, ERR, 1)
      CALL CHECK('shpclmove', ERR .GE. 0 .AND. BLOCK(1000) .EQ. ME)
      CALL SHPALLOC(Q, 0, ERR, 0)
      CALL CHECK('no length', ERR .EQ. -1)
      CALL SHPALLOC(Q, 2147483647, ERR, 0)
      CALL CHECK('no memory', ERR .EQ. -2)
      CALL SHPDEALLC(LOC(ME), ERR, 0)
      CALL CHECK('outside', ERR .EQ. -3)
      CALL SHPDEALLC(LOC(BLOCK(2)), ERR, 0)
      CALL CHECK('not at the beginning', ERR .EQ. -5)
      Q = P
      CALL SHPDEALLC(P, ERR, 0)
      CALL CHECK('shpdeallc', ERR .EQ. 0)
      CALL SHPDEALLC(Q, ERR, 0)
      CALL CHECK('free already', ERR .EQ. -4)
      CALL SHMEM_INFO_GET_VERSION(MAJOR, MINOR)
      CALL CHECK('major', MAJOR .EQ. SHMEM_MAJOR_VERSION)
      CALL CHECK('minor', MINOR .EQ. SHMEM_MINOR_VERSION)
      CALL SHMEM_INFO_GET_NAME(NAME)
      CALL CHECK('name', NAME .EQ. SHMEM_VENDOR_STRING)
      END

      PROGRAM ALL_CALLS
      IMPLICIT NONE
      INCLUDE 'mpp/shmem.fh'
      INTEGER ME, NP, NBAD
      COMMON /BAD/ NBAD
! As programs do that have no interfaces.
      INTEGER SHMEM_MY_PE, SHMEM_N_PES, MY_PE, NUM_PES
      LOGICAL SHMEM_PE_ACCESSIBLE
      EXTERNAL SHMEM_BARRIER_ALL
      CALL SHMEM_INIT
      ME = SHMEM_MY_PE()
      NP = SHMEM_N_PES()
      CALL CHECK('pes', ME .EQ. MY_PE() .AND. NP .EQ. NUM_PES())
      CALL OBJECTS(ME, NP)
      CALL NAMES(ME, NP)
      CALL MEMORY(ME, NP)
      CALL ATOMICS(ME, NP)
      CALL MOVES(ME, NP)
      CALL HEAP(ME, NP)
      CALL SHMEM_FINALIZE
      IF (NBAD .NE. 0) STOP 1
      END
