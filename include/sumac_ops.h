/*
 * Made by sumac-gen from the tables in include/spec. Do not edit.
 *
 * Codes of operations, element types, collectives and status.
 */
#ifndef SUMAC_OPS_H
#define SUMAC_OPS_H

#ifndef SUMAC_CODES_DEFINED
#define SUMAC_CODES_DEFINED

enum sumac_op {
	SUMAC_OP_SUM = 1, /* sum */
	SUMAC_OP_PROD = 2, /* product */
	SUMAC_OP_MIN = 3, /* minimum */
	SUMAC_OP_MAX = 4, /* maximum */
	SUMAC_OP_AND = 5, /* bitwise and */
	SUMAC_OP_OR = 6, /* bitwise or */
	SUMAC_OP_XOR = 7, /* bitwise exclusive or */
	SUMAC_OP_LAND = 8, /* logical and; gives 0 or 1 */
	SUMAC_OP_LOR = 9, /* logical or; gives 0 or 1 */
	SUMAC_OP_LXOR = 10, /* logical exclusive or; gives 0 or 1 */
	SUMAC_OP_MINLOC = 11, /* minimum and the lowest index at which it is */
	SUMAC_OP_MAXLOC = 12, /* maximum and the lowest index at which it is */
	SUMAC_OP_TEST_SUB = 15, /* for test benches, never accepted here: left - right: shows errors of order that sums hide */
};

enum sumac_class {
	SUMAC_CLASS_SINT = 1, /* signed integers, two's complement */
	SUMAC_CLASS_UINT = 2, /* unsigned integers */
	SUMAC_CLASS_FLOAT = 3, /* IEEE 754 binary floating point */
	SUMAC_CLASS_BFLOAT = 4, /* bfloat16: binary32 without its low 16 bits */
	SUMAC_CLASS_X87 = 5, /* long double: x87's 80 bits */
	SUMAC_CLASS_COMPLEX = 6, /* complex of IEEE 754 binary floating point */
	SUMAC_CLASS_XCOMPLEX = 7, /* complex of long double */
	SUMAC_CLASS_LOGICAL = 8, /* truth values: 0 is false, anything else is true */
	SUMAC_CLASS_PAIR = 9, /* a value and its index */
	SUMAC_CLASS_BYTES = 10, /* bytes without arithmetic */
};

enum sumac_type {
	SUMAC_TYPE_I8 = 0x10, /* 8-bit signed integer */
	SUMAC_TYPE_I16 = 0x11, /* 16-bit signed integer */
	SUMAC_TYPE_I32 = 0x12, /* 32-bit signed integer */
	SUMAC_TYPE_I64 = 0x13, /* 64-bit signed integer */
	SUMAC_TYPE_U8 = 0x20, /* 8-bit unsigned integer */
	SUMAC_TYPE_U16 = 0x21, /* 16-bit unsigned integer */
	SUMAC_TYPE_U32 = 0x22, /* 32-bit unsigned integer */
	SUMAC_TYPE_U64 = 0x23, /* 64-bit unsigned integer */
	SUMAC_TYPE_F16 = 0x31, /* binary16; the C type holds its bits */
	SUMAC_TYPE_F32 = 0x32, /* binary32, C's float */
	SUMAC_TYPE_F64 = 0x33, /* binary64, C's double */
	SUMAC_TYPE_F128 = 0x34, /* binary128, Fortran's REAL(16) */
	SUMAC_TYPE_BF16 = 0x41, /* bfloat16; the C type holds its bits */
	SUMAC_TYPE_X80 = 0x54, /* x87 extended, C's long double; its last 6 bytes are padding */
	SUMAC_TYPE_C32 = 0x63, /* two binary32, C's float _Complex */
	SUMAC_TYPE_C64 = 0x64, /* two binary64, C's double _Complex */
	SUMAC_TYPE_C128 = 0x65, /* two binary128, Fortran's COMPLEX(16) */
	SUMAC_TYPE_CX80 = 0x75, /* two x87 extended, C's long double _Complex */
	SUMAC_TYPE_L8 = 0x80, /* C's bool, Fortran's LOGICAL(1) */
	SUMAC_TYPE_L16 = 0x81, /* Fortran's LOGICAL(2) */
	SUMAC_TYPE_L32 = 0x82, /* Fortran's LOGICAL(4), the default */
	SUMAC_TYPE_L64 = 0x83, /* Fortran's LOGICAL(8) */
	SUMAC_TYPE_PAIR_F32_I32 = 0x90, /* MPI_FLOAT_INT */
	SUMAC_TYPE_PAIR_F64_I32 = 0x91, /* MPI_DOUBLE_INT; 4 bytes of padding at the end */
	SUMAC_TYPE_PAIR_I64_I32 = 0x92, /* MPI_LONG_INT; 4 bytes of padding at the end */
	SUMAC_TYPE_PAIR_I32_I32 = 0x93, /* MPI_2INT and MPI_2INTEGER */
	SUMAC_TYPE_PAIR_I16_I32 = 0x94, /* MPI_SHORT_INT; 2 bytes of padding inside */
	SUMAC_TYPE_PAIR_X80_I32 = 0x95, /* MPI_LONG_DOUBLE_INT; 12 bytes of padding at the end */
	SUMAC_TYPE_PAIR_F32_F32 = 0x96, /* MPI_2REAL */
	SUMAC_TYPE_PAIR_F64_F64 = 0x97, /* MPI_2DOUBLE_PRECISION */
	SUMAC_TYPE_B8 = 0xA0, /* MPI_BYTE */
};

enum sumac_coll {
	SUMAC_COLL_REDUCE = 0, /* reduction to a root */
	SUMAC_COLL_ALLREDUCE = 1, /* reduction whose result all ranks get */
	SUMAC_COLL_BARRIER = 2, /* an allreduce of nothing */
	SUMAC_COLL_REDUCE_SCATTER = 3, /* reduction that gives each rank its part */
	SUMAC_COLL_SCAN = 4, /* reduction over the ranks up to this one */
	SUMAC_COLL_EXSCAN = 5, /* reduction over the ranks before this one */
	SUMAC_COLL_BROADCAST = 6, /* the root's bytes, for all ranks */
	SUMAC_COLL_ALLGATHER = 7, /* each rank's bytes, for all ranks */
};

/* A function returns 0 or the negative of one of these. */
enum sumac_status {
	SUMAC_OK = 0, /* success */
	SUMAC_EINVAL = 1, /* an argument is not valid */
	SUMAC_EOP = 2, /* the operation is not known, or not defined for this type */
	SUMAC_ETYPE = 3, /* the type is not known */
	SUMAC_ERANGE = 4, /* the range of elements leaves its memory window */
	SUMAC_EOVERLAP = 5, /* source and destination overlap in part: they must be the same or disjoint */
	SUMAC_ETEAM = 6, /* the team is not valid */
	SUMAC_EROUTE = 7, /* the descriptor names a route that is empty or needs a feature that this NIC lacks */
	SUMAC_EWINDOW = 8, /* a descriptor or a ring lies in no memory window that is installed */
	SUMAC_ENOTSUP = 9, /* this NIC does not support that */
	SUMAC_ENOMEM = 10, /* out of memory */
	SUMAC_ENORES = 11, /* the NIC has no context, channel or packet memory left */
	SUMAC_ENODEV = 12, /* no NIC or rack could be reached */
	SUMAC_ESPEC = 13, /* the device was built from another specification than this library */
	SUMAC_EBUILD = 14, /* the ranks run different builds of Sumac */
	SUMAC_EBOOTSTRAP = 15, /* the ranks could not find each other */
	SUMAC_EMISMATCH = 16, /* the ranks disagree on the collective, operation, type, count or root */
	SUMAC_EPEER = 17, /* a rank of this team has died, or cannot be reached */
	SUMAC_ETIMEOUT = 18, /* no progress within the time limit */
	SUMAC_EFAILED = 19, /* the team failed earlier and takes no more calls */
	SUMAC_EREQUIRED = 20, /* a NIC was required for this call, but none can take it */
	SUMAC_EIO = 21, /* the device or the operating system reported an error */
	SUMAC_ESTATE = 22, /* the library is not initialised, or already finalised */
	SUMAC_EBUS = 23, /* a memory transfer of the NIC ended with an error */
	SUMAC_ETHREAD = 24, /* threads of a rank made calls on one team in no fixed order */
};

#endif
#endif
