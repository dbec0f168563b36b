! Example 1 of shmem_sum(3), as it stands there but for: PROGRAM, START_PES and a value for FOO, EXTERNAL for INTRINSIC, NUM_PES()
! for N$PES, FOO of the routine's type.
      PROGRAM SEED_SUM
      INCLUDE "mpp/shmem.fh"
      INTEGER PSYNC(SHMEM_REDUCE_SYNC_SIZE)
      DATA PSYNC /SHMEM_REDUCE_SYNC_SIZE*SHMEM_SYNC_VALUE/
      PARAMETER (NR=1)
      INTEGER*4 FOO, FOOSUM,
     &  PWRK(MAX(NR/2+1,SHMEM_REDUCE_MIN_WRKDATA_SIZE))
      COMMON /COM/ FOO, FOOSUM, PWRK
      EXTERNAL MY_PE
      CALL START_PES(0)
      FOO = MY_PE() + 1
      IF ( MOD(MY_PE(),2) .EQ. 0) THEN
        CALL SHMEM_INT4_SUM_TO_ALL(FOOSUM, FOO, NR, 0, 1, NUM_PES()/2,
     &  PWRK, PSYNC)
        PRINT*,'Result on PE ',MY_PE(),' is ',FOOSUM
      ENDIF
      END
