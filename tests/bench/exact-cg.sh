#!/bin/sh
# Draws docs/examples/exact_cg.c's residuals, with exact and with plain sums on 1, 2, 4 and 8 ranks: exact-cg.sh BUILD DRAWING.
# It fails if the exact ones are not the same on all.
b=$1 drawing=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"$b/bin/sumac" cc -O1 docs/examples/exact_cg.c -o "$dir/exact_cg" || exit 1
for sums in exact plain; do
	for ranks in 1 2 4 8; do
		"$b/bin/sumac" run -n $ranks --engine cpu --set summary=none "$dir/exact_cg" $sums 1000 >"$dir/$sums.$ranks" ||
			exit 1
	done
done
for ranks in 2 4 8; do
	cmp "$dir/exact.1" "$dir/exact.$ranks" || exit 1
done
drawer=$(cat tests/bench/svg.awk tests/bench/exact-cg.awk)
(cd "$dir" && awk "$drawer" exact.1 plain.1 plain.2 plain.4 plain.8) >"$drawing"
