! Additions of Sumac's libraries for MPI programs to the MPI standard, for programs that include 'mpif.h' or use the module
! mpi: include this after that, among the declarations. In fixed and in free form.
      interface
      subroutine MPI_Reduce_locals(inbuf,argbuf,inoutbuf,count,         &
     &                             datatype,op,ierror)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf, argbuf, inoutbuf
!DIR$ IGNORE_TKR inbuf, argbuf, inoutbuf
      type(*),dimension(*),intent(in) :: inbuf, argbuf
      type(*),dimension(*) :: inoutbuf
      integer,intent(in) :: count, datatype, op
      integer,intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce_locals(inbuf,argbuf,inoutbuf,count,        &
     &                              datatype,op,ierror)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf, argbuf, inoutbuf
!DIR$ IGNORE_TKR inbuf, argbuf, inoutbuf
      type(*),dimension(*),intent(in) :: inbuf, argbuf
      type(*),dimension(*) :: inoutbuf
      integer,intent(in) :: count, datatype, op
      integer,intent(out) :: ierror
      end subroutine
      subroutine MPIX_Reduce_locals(inbuf,argbuf,inoutbuf,count,        &
     &                              datatype,op,ierror)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf, argbuf, inoutbuf
!DIR$ IGNORE_TKR inbuf, argbuf, inoutbuf
      type(*),dimension(*),intent(in) :: inbuf, argbuf
      type(*),dimension(*) :: inoutbuf
      integer,intent(in) :: count, datatype, op
      integer,intent(out) :: ierror
      end subroutine
      subroutine PMPIX_Reduce_locals(inbuf,argbuf,inoutbuf,count,       &
     &                               datatype,op,ierror)
!GCC$ ATTRIBUTES NO_ARG_CHECK :: inbuf, argbuf, inoutbuf
!DIR$ IGNORE_TKR inbuf, argbuf, inoutbuf
      type(*),dimension(*),intent(in) :: inbuf, argbuf
      type(*),dimension(*) :: inoutbuf
      integer,intent(in) :: count, datatype, op
      integer,intent(out) :: ierror
      end subroutine
      end interface
