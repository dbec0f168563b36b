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
      interface
      integer function Sumac_Exact_type()
      end function
      integer function Sumac_Exact_op()
      end function
      integer function Sumac_Exact_dot_type()
      end function
      integer function Sumac_Exact_dot_op()
      end function
      subroutine Sumac_Exact_sum(src,dst,n_local,n_fields,              &
     &                           stride,comm,ierror)                    &
     &           bind(C,name='sumac_exact_sum_')
      use, intrinsic :: iso_c_binding, only: c_int, c_double
      real(c_double),intent(in) :: src(*)
      real(c_double),intent(inout) :: dst(*)
      integer(c_int),intent(in) :: n_local, n_fields, stride, comm
      integer(c_int),intent(out) :: ierror
      end subroutine
      end interface
