#!/bin/sh
# Writes and prints the manifest of `make bitstreams`: manifest.sh FOLDER GIT_ID ICE_FOLDER ICE_MODULE. It says for each file what
# it was made of and with, and what was measured; it says nothing that was not measured.
dir=$1 git=$2 ice=$3 top=$4
spec=$(sed -n 's/^#define SUMAC_SPEC_HASH \(0x[0-9A-F]*\)u$/\1/p' include/spec/spec_hash.h)
version() { dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo unknown; }
# entry FILE FOR TOOLS MEASURED: the last two are lines of names and values
entry()
{
	printf '    {\n      "file": "%s",\n      "for": "%s",\n      "sha256": "%s"' "${1#"$dir"/}" "$2" \
		"$(sha256sum "$1" | cut -d' ' -f1)"
	echo "$3" | fields tools string
	echo "$4" | fields measured number
	printf '\n    }'
}
fields() # NAME KIND
{
	awk -v name="$1" -v kind="$2" 'NF > 1 {
		value = $2; for (i = 3; i <= NF; i++) value = value " " $i
		if (kind == "string") value = "\"" value "\""
		printf "%s\"%s\": %s", n++ ? ", " : ",\n      \"" name "\": {", $1, value } END { if (n) printf "}" }'
}
figures=$(sh hw/ice40/ice40.sh "$ice" "$top" figures)
[ "$(echo "$figures" | wc -l)" = 6 ] || { echo "manifest: not all figures are there: $figures"; exit 1; }
{
	printf '{\n  "git": "%s",\n  "spec_hash": "%s",\n  "files": [\n' "$git" "$spec"
	entry "$dir/sumac_hw_emu.xclbin" "XRT's hw_emu, in front of a model that listens" "sumac-xclbin $git" ""
	printf ',\n'
	entry "$ice/$top.bin" "iCE40 HX8K, package ct256: two quick lanes behind three wires" "yosys $(version yosys)
nextpnr-ice40 $(version nextpnr-ice40)
fpga-icestorm $(version fpga-icestorm)" "$figures"
	printf '\n  ],\n  "recipes": [\n'
	for card in u55c u280; do
		printf '    {"card": "%s", "recipe": "bitstreams/alveo/alveo.mk", "tried_with_vitis": false, %s}%s\n' \
			$card '"tried_on_a_card": false' "$([ $card = u280 ] || echo ,)"
	done
	printf '  ]\n}\n'
} >"$dir/manifest.new" && mv "$dir/manifest.new" "$dir/manifest"
cat "$dir/manifest"
