/*
 * Made by sumac-gen from the tables in include/spec. Do not edit.
 *
 * OpenSHMEM's reductions and scans: on teams, typed and (in C11) generic, and reductions on active sets.
 * shmem.h includes this, after shmem_team_t and outside of extern "C".
 */
#ifndef SUMAC_SHMEM_REDUCTIONS_H
#define SUMAC_SHMEM_REDUCTIONS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#ifndef __STDC_NO_COMPLEX__
#include <complex>
typedef std::complex<float> sumac_complexf;
typedef std::complex<double> sumac_complexd;
#endif
extern "C" {
#elif !defined(__STDC_NO_COMPLEX__)
typedef float _Complex sumac_complexf;
typedef double _Complex sumac_complexd;
#endif

/* and_reduce */
int shmem_short_and_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_and_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_and_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_and_reduce(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_uchar_and_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_and_reduce(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_and_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_and_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_and_reduce(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_and_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_and_reduce(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_and_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_and_reduce(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_and_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_and_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_and_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_and_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_and_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
void shmem_short_and_to_all(short *dest, const short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_and_to_all(int *dest, const int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_and_to_all(long *dest, const long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_and_to_all(long long *dest, const long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_uchar_and_to_all(unsigned char *dest, const unsigned char *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned char *pWrk, long *pSync);
void shmem_ushort_and_to_all(unsigned short *dest, const unsigned short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned short *pWrk, long *pSync);
void shmem_uint_and_to_all(unsigned int *dest, const unsigned int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned int *pWrk, long *pSync);
void shmem_ulong_and_to_all(unsigned long *dest, const unsigned long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long *pWrk, long *pSync);
void shmem_ulonglong_and_to_all(unsigned long long *dest, const unsigned long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long long *pWrk, long *pSync);

/* or_reduce */
int shmem_short_or_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_or_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_or_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_or_reduce(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_uchar_or_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_or_reduce(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_or_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_or_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_or_reduce(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_or_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_or_reduce(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_or_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_or_reduce(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_or_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_or_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_or_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_or_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_or_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
void shmem_short_or_to_all(short *dest, const short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_or_to_all(int *dest, const int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_or_to_all(long *dest, const long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_or_to_all(long long *dest, const long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_uchar_or_to_all(unsigned char *dest, const unsigned char *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned char *pWrk, long *pSync);
void shmem_ushort_or_to_all(unsigned short *dest, const unsigned short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned short *pWrk, long *pSync);
void shmem_uint_or_to_all(unsigned int *dest, const unsigned int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned int *pWrk, long *pSync);
void shmem_ulong_or_to_all(unsigned long *dest, const unsigned long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long *pWrk, long *pSync);
void shmem_ulonglong_or_to_all(unsigned long long *dest, const unsigned long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long long *pWrk, long *pSync);

/* xor_reduce */
int shmem_short_xor_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_xor_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_xor_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_xor_reduce(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_uchar_xor_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_xor_reduce(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_xor_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_xor_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_xor_reduce(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_xor_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_xor_reduce(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_xor_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_xor_reduce(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_xor_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_xor_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_xor_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_xor_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_xor_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
void shmem_short_xor_to_all(short *dest, const short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_xor_to_all(int *dest, const int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_xor_to_all(long *dest, const long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_xor_to_all(long long *dest, const long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_uchar_xor_to_all(unsigned char *dest, const unsigned char *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned char *pWrk, long *pSync);
void shmem_ushort_xor_to_all(unsigned short *dest, const unsigned short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned short *pWrk, long *pSync);
void shmem_uint_xor_to_all(unsigned int *dest, const unsigned int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned int *pWrk, long *pSync);
void shmem_ulong_xor_to_all(unsigned long *dest, const unsigned long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long *pWrk, long *pSync);
void shmem_ulonglong_xor_to_all(unsigned long long *dest, const unsigned long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long long *pWrk, long *pSync);

/* max_reduce */
int shmem_char_max_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_max_reduce(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce);
int shmem_short_max_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_max_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_max_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_max_reduce(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_ptrdiff_max_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce);
int shmem_uchar_max_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_max_reduce(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_max_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_max_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_max_reduce(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_max_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_max_reduce(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_max_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_max_reduce(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_max_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_max_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_max_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_max_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_max_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
int shmem_float_max_reduce(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_max_reduce(shmem_team_t team, double *dest, const double *source, size_t nreduce);
int shmem_longdouble_max_reduce(shmem_team_t team, long double *dest, const long double *source, size_t nreduce);
void shmem_short_max_to_all(short *dest, const short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_max_to_all(int *dest, const int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_max_to_all(long *dest, const long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_max_to_all(long long *dest, const long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_uchar_max_to_all(unsigned char *dest, const unsigned char *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned char *pWrk, long *pSync);
void shmem_ushort_max_to_all(unsigned short *dest, const unsigned short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned short *pWrk, long *pSync);
void shmem_uint_max_to_all(unsigned int *dest, const unsigned int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned int *pWrk, long *pSync);
void shmem_ulong_max_to_all(unsigned long *dest, const unsigned long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long *pWrk, long *pSync);
void shmem_ulonglong_max_to_all(unsigned long long *dest, const unsigned long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long long *pWrk, long *pSync);
void shmem_float_max_to_all(float *dest, const float *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_max_to_all(double *dest, const double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_max_to_all(long double *dest, const long double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long double *pWrk, long *pSync);

/* min_reduce */
int shmem_char_min_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_min_reduce(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce);
int shmem_short_min_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_min_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_min_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_min_reduce(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_ptrdiff_min_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce);
int shmem_uchar_min_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_min_reduce(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_min_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_min_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_min_reduce(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_min_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_min_reduce(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_min_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_min_reduce(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_min_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_min_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_min_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_min_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_min_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
int shmem_float_min_reduce(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_min_reduce(shmem_team_t team, double *dest, const double *source, size_t nreduce);
int shmem_longdouble_min_reduce(shmem_team_t team, long double *dest, const long double *source, size_t nreduce);
void shmem_short_min_to_all(short *dest, const short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_min_to_all(int *dest, const int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_min_to_all(long *dest, const long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_min_to_all(long long *dest, const long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_uchar_min_to_all(unsigned char *dest, const unsigned char *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned char *pWrk, long *pSync);
void shmem_ushort_min_to_all(unsigned short *dest, const unsigned short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned short *pWrk, long *pSync);
void shmem_uint_min_to_all(unsigned int *dest, const unsigned int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned int *pWrk, long *pSync);
void shmem_ulong_min_to_all(unsigned long *dest, const unsigned long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long *pWrk, long *pSync);
void shmem_ulonglong_min_to_all(unsigned long long *dest, const unsigned long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long long *pWrk, long *pSync);
void shmem_float_min_to_all(float *dest, const float *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_min_to_all(double *dest, const double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_min_to_all(long double *dest, const long double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long double *pWrk, long *pSync);

/* sum_reduce */
int shmem_char_sum_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_sum_reduce(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce);
int shmem_short_sum_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_sum_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_sum_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_sum_reduce(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_ptrdiff_sum_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce);
int shmem_uchar_sum_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_sum_reduce(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_sum_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_sum_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_sum_reduce(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_sum_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_sum_reduce(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_sum_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_sum_reduce(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_sum_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_sum_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_sum_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_sum_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_sum_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
int shmem_float_sum_reduce(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_sum_reduce(shmem_team_t team, double *dest, const double *source, size_t nreduce);
int shmem_longdouble_sum_reduce(shmem_team_t team, long double *dest, const long double *source, size_t nreduce);
void shmem_short_sum_to_all(short *dest, const short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_sum_to_all(int *dest, const int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_sum_to_all(long *dest, const long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_sum_to_all(long long *dest, const long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_uchar_sum_to_all(unsigned char *dest, const unsigned char *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned char *pWrk, long *pSync);
void shmem_ushort_sum_to_all(unsigned short *dest, const unsigned short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned short *pWrk, long *pSync);
void shmem_uint_sum_to_all(unsigned int *dest, const unsigned int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned int *pWrk, long *pSync);
void shmem_ulong_sum_to_all(unsigned long *dest, const unsigned long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long *pWrk, long *pSync);
void shmem_ulonglong_sum_to_all(unsigned long long *dest, const unsigned long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long long *pWrk, long *pSync);
void shmem_float_sum_to_all(float *dest, const float *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_sum_to_all(double *dest, const double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_sum_to_all(long double *dest, const long double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long double *pWrk, long *pSync);

/* prod_reduce */
int shmem_char_prod_reduce(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_prod_reduce(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce);
int shmem_short_prod_reduce(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_prod_reduce(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_prod_reduce(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_prod_reduce(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_ptrdiff_prod_reduce(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce);
int shmem_uchar_prod_reduce(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_prod_reduce(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_prod_reduce(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_prod_reduce(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_prod_reduce(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_prod_reduce(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_prod_reduce(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_prod_reduce(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_prod_reduce(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_prod_reduce(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_prod_reduce(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_prod_reduce(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_prod_reduce(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_prod_reduce(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
int shmem_float_prod_reduce(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_prod_reduce(shmem_team_t team, double *dest, const double *source, size_t nreduce);
int shmem_longdouble_prod_reduce(shmem_team_t team, long double *dest, const long double *source, size_t nreduce);
void shmem_short_prod_to_all(short *dest, const short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, short *pWrk, long *pSync);
void shmem_int_prod_to_all(int *dest, const int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, int *pWrk, long *pSync);
void shmem_long_prod_to_all(long *dest, const long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long *pWrk, long *pSync);
void shmem_longlong_prod_to_all(long long *dest, const long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long long *pWrk, long *pSync);
void shmem_uchar_prod_to_all(unsigned char *dest, const unsigned char *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned char *pWrk, long *pSync);
void shmem_ushort_prod_to_all(unsigned short *dest, const unsigned short *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned short *pWrk, long *pSync);
void shmem_uint_prod_to_all(unsigned int *dest, const unsigned int *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned int *pWrk, long *pSync);
void shmem_ulong_prod_to_all(unsigned long *dest, const unsigned long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long *pWrk, long *pSync);
void shmem_ulonglong_prod_to_all(unsigned long long *dest, const unsigned long long *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, unsigned long long *pWrk, long *pSync);
void shmem_float_prod_to_all(float *dest, const float *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, float *pWrk, long *pSync);
void shmem_double_prod_to_all(double *dest, const double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, double *pWrk, long *pSync);
void shmem_longdouble_prod_to_all(long double *dest, const long double *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, long double *pWrk, long *pSync);

/* sum_inscan */
int shmem_char_sum_inscan(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_sum_inscan(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce);
int shmem_short_sum_inscan(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_sum_inscan(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_sum_inscan(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_sum_inscan(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_ptrdiff_sum_inscan(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce);
int shmem_uchar_sum_inscan(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_sum_inscan(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_sum_inscan(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_sum_inscan(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_sum_inscan(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_sum_inscan(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_sum_inscan(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_sum_inscan(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_sum_inscan(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_sum_inscan(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_sum_inscan(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_sum_inscan(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_sum_inscan(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_sum_inscan(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
int shmem_float_sum_inscan(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_sum_inscan(shmem_team_t team, double *dest, const double *source, size_t nreduce);
int shmem_longdouble_sum_inscan(shmem_team_t team, long double *dest, const long double *source, size_t nreduce);

/* sum_exscan */
int shmem_char_sum_exscan(shmem_team_t team, char *dest, const char *source, size_t nreduce);
int shmem_schar_sum_exscan(shmem_team_t team, signed char *dest, const signed char *source, size_t nreduce);
int shmem_short_sum_exscan(shmem_team_t team, short *dest, const short *source, size_t nreduce);
int shmem_int_sum_exscan(shmem_team_t team, int *dest, const int *source, size_t nreduce);
int shmem_long_sum_exscan(shmem_team_t team, long *dest, const long *source, size_t nreduce);
int shmem_longlong_sum_exscan(shmem_team_t team, long long *dest, const long long *source, size_t nreduce);
int shmem_ptrdiff_sum_exscan(shmem_team_t team, ptrdiff_t *dest, const ptrdiff_t *source, size_t nreduce);
int shmem_uchar_sum_exscan(shmem_team_t team, unsigned char *dest, const unsigned char *source, size_t nreduce);
int shmem_ushort_sum_exscan(shmem_team_t team, unsigned short *dest, const unsigned short *source, size_t nreduce);
int shmem_uint_sum_exscan(shmem_team_t team, unsigned int *dest, const unsigned int *source, size_t nreduce);
int shmem_ulong_sum_exscan(shmem_team_t team, unsigned long *dest, const unsigned long *source, size_t nreduce);
int shmem_ulonglong_sum_exscan(shmem_team_t team, unsigned long long *dest, const unsigned long long *source, size_t nreduce);
int shmem_int8_sum_exscan(shmem_team_t team, int8_t *dest, const int8_t *source, size_t nreduce);
int shmem_int16_sum_exscan(shmem_team_t team, int16_t *dest, const int16_t *source, size_t nreduce);
int shmem_int32_sum_exscan(shmem_team_t team, int32_t *dest, const int32_t *source, size_t nreduce);
int shmem_int64_sum_exscan(shmem_team_t team, int64_t *dest, const int64_t *source, size_t nreduce);
int shmem_uint8_sum_exscan(shmem_team_t team, uint8_t *dest, const uint8_t *source, size_t nreduce);
int shmem_uint16_sum_exscan(shmem_team_t team, uint16_t *dest, const uint16_t *source, size_t nreduce);
int shmem_uint32_sum_exscan(shmem_team_t team, uint32_t *dest, const uint32_t *source, size_t nreduce);
int shmem_uint64_sum_exscan(shmem_team_t team, uint64_t *dest, const uint64_t *source, size_t nreduce);
int shmem_size_sum_exscan(shmem_team_t team, size_t *dest, const size_t *source, size_t nreduce);
int shmem_float_sum_exscan(shmem_team_t team, float *dest, const float *source, size_t nreduce);
int shmem_double_sum_exscan(shmem_team_t team, double *dest, const double *source, size_t nreduce);
int shmem_longdouble_sum_exscan(shmem_team_t team, long double *dest, const long double *source, size_t nreduce);

#ifndef __STDC_NO_COMPLEX__

/* and_reduce */

/* or_reduce */

/* xor_reduce */

/* max_reduce */

/* min_reduce */

/* sum_reduce */
int shmem_complexd_sum_reduce(shmem_team_t team, sumac_complexd *dest, const sumac_complexd *source, size_t nreduce);
int shmem_complexf_sum_reduce(shmem_team_t team, sumac_complexf *dest, const sumac_complexf *source, size_t nreduce);
void shmem_complexd_sum_to_all(sumac_complexd *dest, const sumac_complexd *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexd *pWrk, long *pSync);
void shmem_complexf_sum_to_all(sumac_complexf *dest, const sumac_complexf *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexf *pWrk, long *pSync);

/* prod_reduce */
int shmem_complexd_prod_reduce(shmem_team_t team, sumac_complexd *dest, const sumac_complexd *source, size_t nreduce);
int shmem_complexf_prod_reduce(shmem_team_t team, sumac_complexf *dest, const sumac_complexf *source, size_t nreduce);
void shmem_complexd_prod_to_all(sumac_complexd *dest, const sumac_complexd *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexd *pWrk, long *pSync);
void shmem_complexf_prod_to_all(sumac_complexf *dest, const sumac_complexf *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexf *pWrk, long *pSync);

/* sum_inscan */
int shmem_complexd_sum_inscan(shmem_team_t team, sumac_complexd *dest, const sumac_complexd *source, size_t nreduce);
int shmem_complexf_sum_inscan(shmem_team_t team, sumac_complexf *dest, const sumac_complexf *source, size_t nreduce);

/* sum_exscan */
int shmem_complexd_sum_exscan(shmem_team_t team, sumac_complexd *dest, const sumac_complexd *source, size_t nreduce);
int shmem_complexf_sum_exscan(shmem_team_t team, sumac_complexf *dest, const sumac_complexf *source, size_t nreduce);
#endif

#ifdef __cplusplus
}
#if defined(__GNUC__) && !defined(__STDC_NO_COMPLEX__)
/* Compilers that have C's complex types in C++, too. */
__extension__ typedef float _Complex sumac_complexf_in_c;
__extension__ typedef double _Complex sumac_complexd_in_c;

inline int shmem_complexd_sum_reduce(shmem_team_t team, sumac_complexd_in_c *dest, const sumac_complexd_in_c *source, size_t nreduce)
{
	return shmem_complexd_sum_reduce(team, reinterpret_cast<sumac_complexd *>(dest), reinterpret_cast<const sumac_complexd *>(source),
		nreduce);
}
inline void shmem_complexd_sum_to_all(sumac_complexd_in_c *dest, const sumac_complexd_in_c *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexd_in_c *pWrk, long *pSync)
{
	shmem_complexd_sum_to_all(reinterpret_cast<sumac_complexd *>(dest), reinterpret_cast<const sumac_complexd *>(source), nreduce, PE_start,
		logPE_stride, PE_size, reinterpret_cast<sumac_complexd *>(pWrk), pSync);
}

inline int shmem_complexf_sum_reduce(shmem_team_t team, sumac_complexf_in_c *dest, const sumac_complexf_in_c *source, size_t nreduce)
{
	return shmem_complexf_sum_reduce(team, reinterpret_cast<sumac_complexf *>(dest), reinterpret_cast<const sumac_complexf *>(source),
		nreduce);
}
inline void shmem_complexf_sum_to_all(sumac_complexf_in_c *dest, const sumac_complexf_in_c *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexf_in_c *pWrk, long *pSync)
{
	shmem_complexf_sum_to_all(reinterpret_cast<sumac_complexf *>(dest), reinterpret_cast<const sumac_complexf *>(source), nreduce, PE_start,
		logPE_stride, PE_size, reinterpret_cast<sumac_complexf *>(pWrk), pSync);
}

inline int shmem_complexd_prod_reduce(shmem_team_t team, sumac_complexd_in_c *dest, const sumac_complexd_in_c *source, size_t nreduce)
{
	return shmem_complexd_prod_reduce(team, reinterpret_cast<sumac_complexd *>(dest), reinterpret_cast<const sumac_complexd *>(source),
		nreduce);
}
inline void shmem_complexd_prod_to_all(sumac_complexd_in_c *dest, const sumac_complexd_in_c *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexd_in_c *pWrk, long *pSync)
{
	shmem_complexd_prod_to_all(reinterpret_cast<sumac_complexd *>(dest), reinterpret_cast<const sumac_complexd *>(source), nreduce, PE_start,
		logPE_stride, PE_size, reinterpret_cast<sumac_complexd *>(pWrk), pSync);
}

inline int shmem_complexf_prod_reduce(shmem_team_t team, sumac_complexf_in_c *dest, const sumac_complexf_in_c *source, size_t nreduce)
{
	return shmem_complexf_prod_reduce(team, reinterpret_cast<sumac_complexf *>(dest), reinterpret_cast<const sumac_complexf *>(source),
		nreduce);
}
inline void shmem_complexf_prod_to_all(sumac_complexf_in_c *dest, const sumac_complexf_in_c *source, int nreduce, int PE_start,
	int logPE_stride, int PE_size, sumac_complexf_in_c *pWrk, long *pSync)
{
	shmem_complexf_prod_to_all(reinterpret_cast<sumac_complexf *>(dest), reinterpret_cast<const sumac_complexf *>(source), nreduce, PE_start,
		logPE_stride, PE_size, reinterpret_cast<sumac_complexf *>(pWrk), pSync);
}

inline int shmem_complexd_sum_inscan(shmem_team_t team, sumac_complexd_in_c *dest, const sumac_complexd_in_c *source, size_t nreduce)
{
	return shmem_complexd_sum_inscan(team, reinterpret_cast<sumac_complexd *>(dest), reinterpret_cast<const sumac_complexd *>(source),
		nreduce);
}

inline int shmem_complexf_sum_inscan(shmem_team_t team, sumac_complexf_in_c *dest, const sumac_complexf_in_c *source, size_t nreduce)
{
	return shmem_complexf_sum_inscan(team, reinterpret_cast<sumac_complexf *>(dest), reinterpret_cast<const sumac_complexf *>(source),
		nreduce);
}

inline int shmem_complexd_sum_exscan(shmem_team_t team, sumac_complexd_in_c *dest, const sumac_complexd_in_c *source, size_t nreduce)
{
	return shmem_complexd_sum_exscan(team, reinterpret_cast<sumac_complexd *>(dest), reinterpret_cast<const sumac_complexd *>(source),
		nreduce);
}

inline int shmem_complexf_sum_exscan(shmem_team_t team, sumac_complexf_in_c *dest, const sumac_complexf_in_c *source, size_t nreduce)
{
	return shmem_complexf_sum_exscan(team, reinterpret_cast<sumac_complexf *>(dest), reinterpret_cast<const sumac_complexf *>(source),
		nreduce);
}
#endif
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

/* Defined nowhere: the compiler names it when a type lacks the operation. */
int sumac_shmem_no_such_reduction_for_this_type(void);

#ifndef __STDC_NO_COMPLEX__
#define SUMAC_SHMEM_COMPLEX(call) sumac_complexd *: shmem_complexd_##call, sumac_complexf *: shmem_complexf_##call,
#else
#define SUMAC_SHMEM_COMPLEX(call)
#endif

#define shmem_and_reduce(team, dest, source, nreduce) \
	_Generic((dest), \
	short *: shmem_short_and_reduce, \
	int *: shmem_int_and_reduce, \
	long *: shmem_long_and_reduce, \
	long long *: shmem_longlong_and_reduce, \
	unsigned char *: shmem_uchar_and_reduce, \
	unsigned short *: shmem_ushort_and_reduce, \
	unsigned int *: shmem_uint_and_reduce, \
	unsigned long *: shmem_ulong_and_reduce, \
	unsigned long long *: shmem_ulonglong_and_reduce, \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_and_reduce, \
	int16_t *: shmem_int16_and_reduce, \
	int32_t *: shmem_int32_and_reduce, \
	int64_t *: shmem_int64_and_reduce, \
	uint8_t *: shmem_uint8_and_reduce, \
	uint16_t *: shmem_uint16_and_reduce, \
	uint32_t *: shmem_uint32_and_reduce, \
	uint64_t *: shmem_uint64_and_reduce, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_and_reduce, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type)))(team, dest, source, nreduce)

#define shmem_or_reduce(team, dest, source, nreduce) \
	_Generic((dest), \
	short *: shmem_short_or_reduce, \
	int *: shmem_int_or_reduce, \
	long *: shmem_long_or_reduce, \
	long long *: shmem_longlong_or_reduce, \
	unsigned char *: shmem_uchar_or_reduce, \
	unsigned short *: shmem_ushort_or_reduce, \
	unsigned int *: shmem_uint_or_reduce, \
	unsigned long *: shmem_ulong_or_reduce, \
	unsigned long long *: shmem_ulonglong_or_reduce, \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_or_reduce, \
	int16_t *: shmem_int16_or_reduce, \
	int32_t *: shmem_int32_or_reduce, \
	int64_t *: shmem_int64_or_reduce, \
	uint8_t *: shmem_uint8_or_reduce, \
	uint16_t *: shmem_uint16_or_reduce, \
	uint32_t *: shmem_uint32_or_reduce, \
	uint64_t *: shmem_uint64_or_reduce, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_or_reduce, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type)))(team, dest, source, nreduce)

#define shmem_xor_reduce(team, dest, source, nreduce) \
	_Generic((dest), \
	short *: shmem_short_xor_reduce, \
	int *: shmem_int_xor_reduce, \
	long *: shmem_long_xor_reduce, \
	long long *: shmem_longlong_xor_reduce, \
	unsigned char *: shmem_uchar_xor_reduce, \
	unsigned short *: shmem_ushort_xor_reduce, \
	unsigned int *: shmem_uint_xor_reduce, \
	unsigned long *: shmem_ulong_xor_reduce, \
	unsigned long long *: shmem_ulonglong_xor_reduce, \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_xor_reduce, \
	int16_t *: shmem_int16_xor_reduce, \
	int32_t *: shmem_int32_xor_reduce, \
	int64_t *: shmem_int64_xor_reduce, \
	uint8_t *: shmem_uint8_xor_reduce, \
	uint16_t *: shmem_uint16_xor_reduce, \
	uint32_t *: shmem_uint32_xor_reduce, \
	uint64_t *: shmem_uint64_xor_reduce, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_xor_reduce, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type)))(team, dest, source, nreduce)

#define shmem_max_reduce(team, dest, source, nreduce) \
	_Generic((dest), \
	char *: shmem_char_max_reduce, \
	signed char *: shmem_schar_max_reduce, \
	short *: shmem_short_max_reduce, \
	int *: shmem_int_max_reduce, \
	long *: shmem_long_max_reduce, \
	long long *: shmem_longlong_max_reduce, \
	unsigned char *: shmem_uchar_max_reduce, \
	unsigned short *: shmem_ushort_max_reduce, \
	unsigned int *: shmem_uint_max_reduce, \
	unsigned long *: shmem_ulong_max_reduce, \
	unsigned long long *: shmem_ulonglong_max_reduce, \
	float *: shmem_float_max_reduce, \
	double *: shmem_double_max_reduce, \
	long double *: shmem_longdouble_max_reduce, \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_max_reduce, \
	int16_t *: shmem_int16_max_reduce, \
	int32_t *: shmem_int32_max_reduce, \
	int64_t *: shmem_int64_max_reduce, \
	uint8_t *: shmem_uint8_max_reduce, \
	uint16_t *: shmem_uint16_max_reduce, \
	uint32_t *: shmem_uint32_max_reduce, \
	uint64_t *: shmem_uint64_max_reduce, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_max_reduce, \
	default: \
	_Generic((dest), \
	ptrdiff_t *: shmem_ptrdiff_max_reduce, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type))))(team, dest, source, nreduce)

#define shmem_min_reduce(team, dest, source, nreduce) \
	_Generic((dest), \
	char *: shmem_char_min_reduce, \
	signed char *: shmem_schar_min_reduce, \
	short *: shmem_short_min_reduce, \
	int *: shmem_int_min_reduce, \
	long *: shmem_long_min_reduce, \
	long long *: shmem_longlong_min_reduce, \
	unsigned char *: shmem_uchar_min_reduce, \
	unsigned short *: shmem_ushort_min_reduce, \
	unsigned int *: shmem_uint_min_reduce, \
	unsigned long *: shmem_ulong_min_reduce, \
	unsigned long long *: shmem_ulonglong_min_reduce, \
	float *: shmem_float_min_reduce, \
	double *: shmem_double_min_reduce, \
	long double *: shmem_longdouble_min_reduce, \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_min_reduce, \
	int16_t *: shmem_int16_min_reduce, \
	int32_t *: shmem_int32_min_reduce, \
	int64_t *: shmem_int64_min_reduce, \
	uint8_t *: shmem_uint8_min_reduce, \
	uint16_t *: shmem_uint16_min_reduce, \
	uint32_t *: shmem_uint32_min_reduce, \
	uint64_t *: shmem_uint64_min_reduce, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_min_reduce, \
	default: \
	_Generic((dest), \
	ptrdiff_t *: shmem_ptrdiff_min_reduce, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type))))(team, dest, source, nreduce)

#define shmem_sum_reduce(team, dest, source, nreduce) \
	_Generic((dest), \
	char *: shmem_char_sum_reduce, \
	signed char *: shmem_schar_sum_reduce, \
	short *: shmem_short_sum_reduce, \
	int *: shmem_int_sum_reduce, \
	long *: shmem_long_sum_reduce, \
	long long *: shmem_longlong_sum_reduce, \
	unsigned char *: shmem_uchar_sum_reduce, \
	unsigned short *: shmem_ushort_sum_reduce, \
	unsigned int *: shmem_uint_sum_reduce, \
	unsigned long *: shmem_ulong_sum_reduce, \
	unsigned long long *: shmem_ulonglong_sum_reduce, \
	float *: shmem_float_sum_reduce, \
	double *: shmem_double_sum_reduce, \
	long double *: shmem_longdouble_sum_reduce, \
	SUMAC_SHMEM_COMPLEX(sum_reduce) \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_sum_reduce, \
	int16_t *: shmem_int16_sum_reduce, \
	int32_t *: shmem_int32_sum_reduce, \
	int64_t *: shmem_int64_sum_reduce, \
	uint8_t *: shmem_uint8_sum_reduce, \
	uint16_t *: shmem_uint16_sum_reduce, \
	uint32_t *: shmem_uint32_sum_reduce, \
	uint64_t *: shmem_uint64_sum_reduce, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_sum_reduce, \
	default: \
	_Generic((dest), \
	ptrdiff_t *: shmem_ptrdiff_sum_reduce, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type))))(team, dest, source, nreduce)

#define shmem_prod_reduce(team, dest, source, nreduce) \
	_Generic((dest), \
	char *: shmem_char_prod_reduce, \
	signed char *: shmem_schar_prod_reduce, \
	short *: shmem_short_prod_reduce, \
	int *: shmem_int_prod_reduce, \
	long *: shmem_long_prod_reduce, \
	long long *: shmem_longlong_prod_reduce, \
	unsigned char *: shmem_uchar_prod_reduce, \
	unsigned short *: shmem_ushort_prod_reduce, \
	unsigned int *: shmem_uint_prod_reduce, \
	unsigned long *: shmem_ulong_prod_reduce, \
	unsigned long long *: shmem_ulonglong_prod_reduce, \
	float *: shmem_float_prod_reduce, \
	double *: shmem_double_prod_reduce, \
	long double *: shmem_longdouble_prod_reduce, \
	SUMAC_SHMEM_COMPLEX(prod_reduce) \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_prod_reduce, \
	int16_t *: shmem_int16_prod_reduce, \
	int32_t *: shmem_int32_prod_reduce, \
	int64_t *: shmem_int64_prod_reduce, \
	uint8_t *: shmem_uint8_prod_reduce, \
	uint16_t *: shmem_uint16_prod_reduce, \
	uint32_t *: shmem_uint32_prod_reduce, \
	uint64_t *: shmem_uint64_prod_reduce, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_prod_reduce, \
	default: \
	_Generic((dest), \
	ptrdiff_t *: shmem_ptrdiff_prod_reduce, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type))))(team, dest, source, nreduce)

#define shmem_sum_inscan(team, dest, source, nreduce) \
	_Generic((dest), \
	char *: shmem_char_sum_inscan, \
	signed char *: shmem_schar_sum_inscan, \
	short *: shmem_short_sum_inscan, \
	int *: shmem_int_sum_inscan, \
	long *: shmem_long_sum_inscan, \
	long long *: shmem_longlong_sum_inscan, \
	unsigned char *: shmem_uchar_sum_inscan, \
	unsigned short *: shmem_ushort_sum_inscan, \
	unsigned int *: shmem_uint_sum_inscan, \
	unsigned long *: shmem_ulong_sum_inscan, \
	unsigned long long *: shmem_ulonglong_sum_inscan, \
	float *: shmem_float_sum_inscan, \
	double *: shmem_double_sum_inscan, \
	long double *: shmem_longdouble_sum_inscan, \
	SUMAC_SHMEM_COMPLEX(sum_inscan) \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_sum_inscan, \
	int16_t *: shmem_int16_sum_inscan, \
	int32_t *: shmem_int32_sum_inscan, \
	int64_t *: shmem_int64_sum_inscan, \
	uint8_t *: shmem_uint8_sum_inscan, \
	uint16_t *: shmem_uint16_sum_inscan, \
	uint32_t *: shmem_uint32_sum_inscan, \
	uint64_t *: shmem_uint64_sum_inscan, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_sum_inscan, \
	default: \
	_Generic((dest), \
	ptrdiff_t *: shmem_ptrdiff_sum_inscan, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type))))(team, dest, source, nreduce)

#define shmem_sum_exscan(team, dest, source, nreduce) \
	_Generic((dest), \
	char *: shmem_char_sum_exscan, \
	signed char *: shmem_schar_sum_exscan, \
	short *: shmem_short_sum_exscan, \
	int *: shmem_int_sum_exscan, \
	long *: shmem_long_sum_exscan, \
	long long *: shmem_longlong_sum_exscan, \
	unsigned char *: shmem_uchar_sum_exscan, \
	unsigned short *: shmem_ushort_sum_exscan, \
	unsigned int *: shmem_uint_sum_exscan, \
	unsigned long *: shmem_ulong_sum_exscan, \
	unsigned long long *: shmem_ulonglong_sum_exscan, \
	float *: shmem_float_sum_exscan, \
	double *: shmem_double_sum_exscan, \
	long double *: shmem_longdouble_sum_exscan, \
	SUMAC_SHMEM_COMPLEX(sum_exscan) \
	default: \
	_Generic((dest), \
	int8_t *: shmem_int8_sum_exscan, \
	int16_t *: shmem_int16_sum_exscan, \
	int32_t *: shmem_int32_sum_exscan, \
	int64_t *: shmem_int64_sum_exscan, \
	uint8_t *: shmem_uint8_sum_exscan, \
	uint16_t *: shmem_uint16_sum_exscan, \
	uint32_t *: shmem_uint32_sum_exscan, \
	uint64_t *: shmem_uint64_sum_exscan, \
	default: \
	_Generic((dest), \
	size_t *: shmem_size_sum_exscan, \
	default: \
	_Generic((dest), \
	ptrdiff_t *: shmem_ptrdiff_sum_exscan, \
	default: \
	sumac_shmem_no_such_reduction_for_this_type))))(team, dest, source, nreduce)

#endif
#endif
