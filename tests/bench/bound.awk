# The bound: no plan takes less. -v bounds=FILE names the bounds as `sumac perf bound` gives them (bounds() in points.sh).
# bare_bound() is the part of it that the bytes take at the busiest link.
function read_bounds(  line, f) {
	while ((getline line < bounds) > 0) {
		split(line, f, " ")
		least_of[f[1], f[2], f[3]] = f[4]; bare_of[f[1], f[2], f[3]] = f[5]
	}
	has_bounds = 1
}
function bound(coll, n, bytes) {
	if (!has_bounds) read_bounds()
	if (!((coll, n, bytes) in least_of)) { print "bound.awk: no bound of " coll, n, bytes >"/dev/stderr"; exit 2 }
	return least_of[coll, n, bytes] + 0
}
function bare_bound(coll, n, bytes) { return bound(coll, n, bytes) ? bare_of[coll, n, bytes] + 0 : 0 }
