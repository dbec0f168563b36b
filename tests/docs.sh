#!/bin/sh
# Pages name files, functions and modules: each must still exist. A file is `path/with.ext`, a function `name()`,
# a module or port of one `sumac_x` or `port_i`. "`name()` in `path`", or "`name()` (`path`)", says that this file, or one of this
# folder, has the function's body; "`struct name` in `path`" likewise. Then English: no sentence begins with Of, Who, What, Whose,
# and hand-written pages have a sentence a line (CONTRIBUTING.md, "How English is written"). docs.sh [PAGE...]
bad=0 n=0

# Whether the files $2... define $1, a function or "struct x".
defines() {
	what=$1
	shift
	case $what in struct*) grep -qE "^$what \\{" "$@"; return ;; esac
	awk -v head="^[a-z].*[ *]${what%??}\\\\(" '
		$0 ~ head { in_head = 1 } in_head && /;$/ { in_head = 0 } in_head && /^\{/ { n++ } END { exit !n }' "$@"
}

for page in docs/*.md docs/guides/*.md README.md CONTRIBUTING.md; do
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
		grep -rqw --include='*.c' --include='*.h' --include='*.sv' --include='*.cpp' --include='*.def' -- "$what" host hw \
			sim include || {
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
# Commands in indented lines: make knows the target, sumac the subcommand, and sed finds what it replaces.
does() # WORDS
{
	case $1 in
	make) case $2 in *=*) ;; *) grep -qhE "^$2:" Makefile $(find . -name '*.mk' ! -path './build/*') ;; esac ;;
	sed) ! eval "${line%% -i*}${line#* -i}" | cmp -s - "${line##* }" ;;
	*) grep -qw "\"$2\"" host/tool/tool_main.c ;;
	esac
}
while IFS=: read -r page line; do
	n=$((n + 1))
	does $line || { echo "$page: does nothing: $line"; bad=$((bad + 1)); }
done <<-END
	$(grep -oE '^    (make [a-z]|build/bin/sumac [a-z]|sed -i ).*' docs/*.md README.md CONTRIBUTING.md |
		sed 's/: */:/; s/ *#.*//')
END
echo "docs: $n names, $bad gone"

# Faults in the English of PAGES. Code, tables, headings and comments are left out; so is a bold beginning, such as **Note.**
english()
{
	awk '
	function fault(what) { print FILENAME ":" FNR ": " what ": " $0 }
	FNR == 1 { before = "blank"; fenced = 0 }
	/^```/ { fenced = !fenced; before = "code"; next }
	fenced { next }
	/^ *$/ { if (before != "code") before = "blank"; next }
	/^(    |\t)/ && before != "prose" { before = "code"; next }
	/^ *\|/ || /^#/ || /^<!--/ || /^!\[/ { before = "other"; next }
	{
		text = $0
		is_item = sub(/^ *([-*]|[0-9]+\.) +/, "", text)
		sub(/^ +/, "", text)
		gsub(/`[^`]*`/, "`", text)
		if (before == "prose" && !is_item && last !~ /[.?!][)"*]*$/)
			fault("a sentence goes on")
		last = text
		before = "prose"
		if (text ~ /(^|[.?!:][)"*]* +)[("*]*(Of|Who|What|Whose)[^A-Za-z]/)
			fault("begins with Of, Who, What or Whose")
		sub(/^\*\*[^*]*\*\*:? */, "", text)
		if (text ~ /[.?!][)"*]* +[("*]*[A-Z`]/)
			fault("two sentences")
	}' "$@"
}

[ "$(printf '%s\n' 'Of two.' '' 'Two. One.' '' 'One' 'two.' '' '- Who? **What** is.' '' '- **A. B.** One.' '' '    One. Two.' |
	english - | wc -l)" = 5 ] || {
	echo "docs: finds no fault where there are some"
	bad=$((bad + 1))
}
# Left out: pages that make gen writes with their sentences, and README.md, which does not comply yet.
pages=$(find . \( -name .git -o -path ./build -o -path ./docs/reference \) -prune -o \
	-name '*.md' ! -path ./README.md -print | sort)
faults=$(english ${*:-$pages})
[ -z "$faults" ] || { echo "$faults"; bad=$((bad + $(echo "$faults" | wc -l))); }
echo "docs: $(echo "$pages" | wc -l) pages read, $bad faults"
[ $bad = 0 ] && [ $n -gt 20 ]
