#!/bin/sh
# libsumac.so exports the functions of sumac.h and sumac_exact.h under SUMAC_0, those of libsumac.map's SUMAC_PRIVATE, and nothing
# else.
# Usage: test_libsumac_exports.sh libsumac.so
set -eu
lib=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm -D --defined-only "$lib" | awk '$2 != "A" { print $3 }' | sort > "$work/exported"
cat "$root/include/sumac.h" "$root/include/sumac_exact.h" | sed 's|/\*.*\*/||' | grep -v '^ \*\|^/\*' |
	grep -o 'sumac_[a-z_]*(' | tr -d '(' |
	sed 's/$/@@SUMAC_0/' | sort -u > "$work/public"
awk '/^SUMAC_PRIVATE/ { in_node = 1 } in_node && /^\tsumac_/ { sub(/;/, ""); print $1 "@@SUMAC_PRIVATE" }' \
	"$root/host/libsumac.map" | sort > "$work/private"
sort "$work/public" "$work/private" > "$work/expected"
if ! diff -u "$work/expected" "$work/exported"; then
	echo "not ok: $lib does not export exactly what sumac.h, sumac_exact.h and libsumac.map say"
	exit 1
fi
echo "ok: $lib exports $(wc -l < "$work/public") public and $(wc -l < "$work/private") private functions"
