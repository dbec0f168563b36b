! What ends a SHMEM job in Fortran: each error names call, argument and PE. Its argument says which.
      PROGRAM WRONG
      INCLUDE 'shmem.fh'
      INTEGER PSYNC(SHMEM_REDUCE_SYNC_SIZE), ERR
      DATA PSYNC /SHMEM_REDUCE_SYNC_SIZE*SHMEM_SYNC_VALUE/
      INTEGER*8 I, J, WORK(SHMEM_REDUCE_MIN_WRKDATA_SIZE)
      INTEGER, SAVE :: LOCK = 0
      COMMON /OBJ/ I, J, WORK
      CHARACTER*10 WHAT
      IF (IARGC() .GT. 0) CALL GETARG(1, WHAT)
      IF (WHAT .EQ. 'early') CALL SHMEM_QUIET
      CALL START_PES(0)
      NP = NUM_PES()
      IF (WHAT .EQ. 'count') THEN
      CALL SHMEM_INT8_SUM_TO_ALL(I, J, -1, 0, 0, NP, WORK, PSYNC)
      ELSE IF (WHAT .EQ. 'set') THEN
      CALL SHMEM_INT8_SUM_TO_ALL(I, J, 1, 0, 1, NP, WORK, PSYNC)
      ELSE IF (WHAT .EQ. 'psync') THEN
      PSYNC(3) = 5
      CALL SHMEM_INT8_SUM_TO_ALL(I, J, 1, 0, 0, NP, WORK, PSYNC)
      ELSE IF (WHAT .EQ. 'pe') THEN
      CALL SHMEM_INTEGER_PUT(I, J, 1, 7)
      ELSE IF (WHAT .EQ. 'stride') THEN
      CALL SHMEM_REAL_IGET(I, J, 1, 0, 1, 0)
      ELSE IF (WHAT .EQ. 'cmp') THEN
      CALL SHMEM_WAIT_UNTIL(I, 99, 0)
      ELSE IF (WHAT .EQ. 'free') THEN
      CALL SHPDEALLC(I, ERR, 1)
      ELSE IF (WHAT .EQ. 'length') THEN
      CALL SHPALLOC(I, -1, ERR, 1)
      ELSE IF (WHAT .EQ. 'lock') THEN
      IF (MY_PE() .EQ. 1) CALL SHMEM_SET_LOCK(LOCK)
      CALL SHMEM_BARRIER_ALL
      IF (MY_PE() .EQ. 0) CALL SHMEM_CLEAR_LOCK(LOCK)
      CALL SHMEM_BARRIER_ALL
      ELSE IF (WHAT .EQ. 'twice') THEN
      CALL SHMEM_SET_LOCK(LOCK)
      CALL SHMEM_SET_LOCK(LOCK)
      ELSE IF (WHAT .EQ. 'exit') THEN
      IF (MY_PE() .EQ. 1) CALL SHMEM_GLOBAL_EXIT(9)
      CALL SHMEM_BARRIER_ALL
      END IF
      PRINT *, 'still there'
      END
