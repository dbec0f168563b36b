/*
 * An arithmetic type's code as the compiler knows it, so that a wrong row of a generated map shows.
 */
#ifndef E2E_COMPILER_TYPES_H
#define E2E_COMPILER_TYPES_H

#include "sumac_ops.h"

#define E2E_INTEGER_TYPE(c_type) \
	((c_type)-1 < (c_type)1 ? \
	 (sizeof(c_type) == 1 ? SUMAC_TYPE_I8 : sizeof(c_type) == 2 ? SUMAC_TYPE_I16 : \
	  sizeof(c_type) == 4 ? SUMAC_TYPE_I32 : SUMAC_TYPE_I64) : \
	 (sizeof(c_type) == 1 ? SUMAC_TYPE_U8 : sizeof(c_type) == 2 ? SUMAC_TYPE_U16 : \
	  sizeof(c_type) == 4 ? SUMAC_TYPE_U32 : SUMAC_TYPE_U64))
#define E2E_TYPE_OR(c_type, integer) \
	_Generic((c_type)0, float: SUMAC_TYPE_F32, double: SUMAC_TYPE_F64, long double: SUMAC_TYPE_X80, \
		 float _Complex: SUMAC_TYPE_C32, double _Complex: SUMAC_TYPE_C64, default: integer)
/* A complex number cannot be compared, not even in the branch that is not chosen. */
#define E2E_COMPARABLE(c_type) \
	__typeof__(_Generic((c_type)0, float _Complex: 0, double _Complex: 0, default: (c_type)0))
#define E2E_TYPE_OF(c_type) E2E_TYPE_OR(c_type, E2E_INTEGER_TYPE(E2E_COMPARABLE(c_type)))

#endif
