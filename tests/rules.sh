#!/bin/sh
# Each rule of docs/transport.md, a heading "## Rn: ...", is named in hw/rtl and by a test: a bench, a script or a proof.
bad=0 n=0
for rule in $(sed -n 's/^## \(R[0-9]*\):.*/\1/p' docs/transport.md); do
	n=$((n + 1))
	grep -rqwE "$rule|R[0-9]+ to $rule" hw/rtl || { echo "$rule: nothing in hw/rtl names it"; bad=$((bad + 1)); }
	grep -rqw "$rule" tests/rtl tests/sim tests/e2e hw/formal || { echo "$rule: no test names it"; bad=$((bad + 1)); }
done
echo "rules: $n, $bad without"
[ "$n" -gt 0 ] && [ "$bad" = 0 ]
