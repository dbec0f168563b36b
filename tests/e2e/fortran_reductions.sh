#!/bin/sh
# Every reduction that Fortran has, as a program in fixed and in free form at once: fortran_reductions.sh SHMEM_NAMES.DEF. Each is
# called for a scalar and for an array by the same name; what it must give is folded in Fortran, in the order of the PEs, which
# is that of three.
awk -F'[(,] *|\\) *' '
	BEGIN {
		split("AND OR XOR MAX MIN SUM PROD", ops, " ")
		group["AND"] = group["OR"] = group["XOR"] = "BITWISE"; group["MAX"] = group["MIN"] = "MINMAX"
		group["SUM"] = group["PROD"] = "ARITH"
		fold["AND"] = "IAND(X,V)"; fold["OR"] = "IOR(X,V)"; fold["XOR"] = "IEOR(X,V)"; fold["MAX"] = "MAX(X,V)"
		fold["MIN"] = "MIN(X,V)"; fold["SUM"] = "X+V"; fold["PROD"] = "X*V"
		# Fractions that the next smaller type does not hold.
		value["int"] = "5*P-3*K+1"; value["real4"] = "5*P-3*K+0.5"; value["real8"] = "5*P-3*K+2D0**(-40)"
		value["real16"] = "5*P-3*K+2.0_16**(-100)"; value["comp4"] = value["comp8"] = "CMPLX(5*P-3*K,K-P)"
	}
	function line(text) { print "      " text }
	function fill(source) {
		line("P=MY_PE()"); line("DO K=1,9"); line("V=" source); line("A(K)=V"); line("END DO"); line("S=A(9)")
	}
	/^SUMAC_SHMEM_FORTRAN\(/ {
		name = $2; source = (name in value) ? value[name] : value["int"]
		match($0, /"[^"]*"/); type = substr($0, RSTART + 1, RLENGTH - 2)
		for (o = 1; o <= 7; o++) {
			op = ops[o]
			if (index($4, group[op]) == 0) continue
			call = "SHMEM_" toupper(name) "_" op "_TO_ALL"
			routines[++n] = "T_" toupper(name) op
			line("SUBROUTINE " routines[n] "(BAD)"); line("IMPLICIT NONE"); line("INCLUDE '\''shmem.fh'\''")
			line("INTEGER BAD,K,P,Q,MY_PE,NUM_PES")
			line("INTEGER PSYNC(SHMEM_REDUCE_SYNC_SIZE)"); line("DATA PSYNC/SHMEM_REDUCE_SYNC_SIZE*SHMEM_SYNC_VALUE/")
			line(type " S,D,A(9),B(9),W(SHMEM_REDUCE_MIN_WRKDATA_SIZE),V,X")
			line("COMMON/C" toupper(name) op "/S,D,A,B,W")
			line("SAVE PSYNC"); fill(source)
			line("CALL " call "(D,S,1,0,0,NUM_PES(),W,PSYNC)"); line("CALL SHMEM_BARRIER_ALL")
			line("CALL " call "(B,A,9,0,0,NUM_PES(),W,PSYNC)")
			line("Q=0"); line("DO K=1,9"); line("X=0"); line("DO P=0,NUM_PES()-1"); line("V=" source)
			line("IF(P.EQ.0)THEN"); line("X=V")
			line("ELSE"); line("X=" fold[op]); line("END IF"); line("END DO"); line("IF(B(K).NE.X)Q=Q+1")
			line("END DO"); line("IF(D.NE.X)Q=Q+1")
			line("IF(Q.NE.0)PRINT *,'\''" call "'\'',Q,'\'' wrong'\''"); line("BAD=BAD+Q")
			line("CALL SHMEM_BARRIER_ALL"); line("END")
		}
	}
	END {
		line("PROGRAM ALL"); line("INCLUDE '\''shmem.fh'\''"); line("CALL SHMEM_INIT")
		line("N=0")
		for (i = 1; i <= n; i++) line("CALL " routines[i] "(N)")
		line("IF(MY_PE().EQ.0)PRINT *," n ",'\''calls,'\'',N,'\''wrong'\''"); line("CALL SHMEM_FINALIZE")
		line("IF(N.NE.0)STOP 1"); line("END")
	}' "$1"
