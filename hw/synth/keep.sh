#!/bin/sh
# Keeps what hw/synth/elaborate.sh made of the NIC's parts: keep.sh FOLDER. FOLDER/part/MODULE.il.new becomes MODULE.il, and
# MODULE.key the key of its gates in the store of hw/synth/map.sh: a hash of the part and of all that maps it. A part that differs
# from the kept one in Yosys' running numbers alone has the same key, and both files stay as they are.
how=$(grep -v '^#' hw/synth/map.sh && yosys -V) || exit 1
for new in "$1"/part/*.il.new; do
	part=${new%.il.new}
	{ echo "$how" && awk -f hw/synth/numbers.awk "$new"; } | sha256sum | cut -c1-32 >"$part.key.new"
	if cmp -s "$part.key.new" "$part.key" && [ -e "$part.il" ]; then
		rm "$new" "$part.key.new"
	else
		mv "$new" "$part.il" && mv "$part.key.new" "$part.key" || exit 1
	fi
done
