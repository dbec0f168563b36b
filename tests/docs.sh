#!/bin/sh
# Pages name files, functions and modules: each must still exist. A file is `path/with.ext`, a function `name()`,
# a module or port of one `sumac_x` or `port_i`.
bad=0 n=0
for page in docs/one-reduction.md docs/architecture.md README.md CONTRIBUTING.md docs/proofs.md docs/programs.md docs/operators.md; do
	for name in $(grep -o '`[^` ]*`' "$page" | tr -d '\140' | sort -u); do
		case $name in
		_* | *'<'*) continue ;; # a pattern of names
		*\(\)) what=${name%\(\)} ;;
		*/*.*) n=$((n + 1)); [ -e "$name" ] || { echo "$page: no file $name"; bad=$((bad + 1)); }; continue ;;
		sumac_*) what=$name ;;
		*_[io]) what=$name ;;
		*) continue ;;
		esac
		n=$((n + 1))
		grep -rqw --include='*.c' --include='*.h' --include='*.sv' --include='*.cpp' --include='*.def' -- "$what" host hw sim include || {
			echo "$page: nothing is called $name"
			bad=$((bad + 1))
		}
	done
done
echo "docs: $n names, $bad gone"
[ $bad = 0 ] && [ $n -gt 20 ]
