#!/bin/sh
# Each rule of docs/transport.md, a heading "## Rn: ...", has an assertion in hw/rtl that names it ("Rn: ..."), or a counter that
# its text names, and a packet script (tests/scripts). No assertion, script or comment of the RTL names a rule that there is not.
page=docs/transport.md bad=0 n=0
. hw/rtl.sh
say() { echo "$1" && bad=$((bad + 1)); }
has_counter() # RULE
{
	awk -v rule="## $1:" '/^## / { is_in = index($0, rule) == 1 } is_in' $page | grep -oE '\b[A-Z]{2,}(_[A-Z]+)*\b' |
		while read -r name; do grep -q "^SUMAC_COUNTER($name," include/spec/registers.def && echo "$name"; done | grep -q .
}
for rule in $(sed -n 's/^## \(R[0-9]*\):.*/\1/p' $page); do
	n=$((n + 1)) rules="$rules $rule"
	grep -rqE "error\(\"$rule: " hw/rtl || has_counter "$rule" ||
		say "$rule: no assertion in hw/rtl names it, and its text no counter"
	grep -qE "^script (R[0-9]+, )*$rule[,:]" tests/scripts/*.script || say "$rule: no script names it"
done
for named in $(grep -hoE '\bR[0-9]+\b' $(rtl_modules) tests/scripts/*.script hw/formal/*.sv | sort -u); do
	case " $rules " in
	*" $named "*) ;;
	*) say "$named: $page has no such rule, and something in hw or tests/scripts names it" ;;
	esac
done
echo "rules: $n, $bad faults"
[ "$n" -gt 0 ] && [ "$bad" = 0 ]
