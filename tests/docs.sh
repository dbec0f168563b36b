#!/bin/sh
# Pages name files, functions and modules: each must still exist. A file is `path/with.ext`, a function `name()`,
# a module or port of one `sumac_x` or `port_i`. "`name()` in `path`", or "`name()` (`path`)", says that this file, or one of this
# folder, has the function's body; "`struct name` in `path`" likewise.
bad=0 n=0

# Whether the files $2... define $1, a function or "struct x".
defines() {
	what=$1
	shift
	case $what in struct*) grep -qE "^$what \\{" "$@"; return ;; esac
	awk -v head="^[a-z].*[ *]${what%??}\\\\(" '
		$0 ~ head { in_head = 1 } in_head && /;$/ { in_head = 0 } in_head && /^\{/ { n++ } END { exit !n }' "$@"
}

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
	while read -r path what; do
		[ -n "$what" ] || continue
		n=$((n + 1))
		files=$path
		[ ! -d "$path" ] || files=$(find "$path" -name '*.[ch]')
		# shellcheck disable=SC2086 # names of files have no spaces
		defines "$what" $files || { echo "$page: $path does not define $what"; bad=$((bad + 1)); }
	done <<-END
		$(grep -oE '`(struct [a-z_0-9]+|[a-z_0-9]+\(\))` (in |\()`[a-z_0-9]+/[a-z_0-9/.]+`' "$page" |
			sed -E 's/`(.*)` (in |\()`(.*)`/\3 \1/' | sort -u)
	END
done
echo "docs: $n names, $bad gone"
[ $bad = 0 ] && [ $n -gt 20 ]
