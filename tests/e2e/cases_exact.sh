# Exact sums: one digest, whatever computes it. Read by e2e.sh.

exact_digest=b9dc9c856dba9ea6
for engine in $engines; do
	begin "exact sums are the same on 1 to 16 ranks, $engine" && {
		[ $engine = nic ] && required=nic ranks="1 2 3 5 8 16" || required=none ranks=$(seq 16)
		for n in $ranks; do
			go 0 "$sumac" run -n $n --engine $engine --require $required "$programs/native_exact"
			printed "^exact $exact_digest, plain sums have several digests"
		done
		end
	}
done
begin "exact sums are the same on several hosts" && {
	SUMAC_RANKS_A_HOST=2 go 0 "$sumac" run -n 7 --engine cpu "$programs/native_exact"; printed "^exact $exact_digest,"; end
}
begin "an accumulator that one rank has spoilt is an error on all" && {
	for how in "uncleared:never cleared" "version:version 2 of the layout" "addends:each may bring"; do
		go 0 "$sumac" run -n 3 --engine cpu "$programs/native_exact" "${how%%:*}"
		printed "^rank 1: -1: .*${how#*:}"; printed "^rank 0: -1: accumulator 1 is valid on 2 of 3"
	done
	go 0 "$sumac" run -n 3 --engine cpu "$programs/native_exact" reduce
	printed "^rank 0: -1: .*that rank says more"; printed "^rank 1: -1: .*never cleared"; printed "^rank 2: 0: $"
	go 0 "$sumac" run -n 3 --engine cpu "$programs/native_exact" form
	printed "^rank 2: -16: .*rank 1 called .* they differ in the count"; end
}
