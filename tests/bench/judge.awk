# A table of what callgrind has counted: judge.awk -v what=WORDS -v calls=N -v limits="NAME LIMIT ..." FILES. Fails where a call
# took more than its limit, or was not counted.
BEGIN { n = split(limits, limit, " ") }
/^desc: Trigger: Client Request: / { name = $NF }
/^totals: / && name != "" { total[name] = $2 / calls; name = "" }
END {
	printf "%-30s instructions   limit\n", what
	for (i = 1; i < n; i += 2) {
		more = total[limit[i]] - total["nothing"]
		is_bad = !(limit[i] in total) || more > limit[i + 1]
		printf "%-30s %12d %7d%s\n", limit[i], more, limit[i + 1], (is_bad ? "  too many" : "")
		bad += is_bad
	}
	exit bad != 0
}
