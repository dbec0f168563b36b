#!/bin/sh
# A copy of something built, as from another specification: other_spec.sh FILE COPY HASH, the specification's hash. Wherever
# it stands in FILE, COPY has it with its lowest bit changed. Fails when it stands nowhere.
perl -0777 -pe '
	BEGIN { $hash = hex pop; ($ours, $other) = (pack("V", $hash), pack("V", $hash ^ 1)) }
	$n += s/\Q$ours\E/$other/g;
	END { exit !$n }' "$1" "$3" >"$2" && chmod --reference="$1" "$2"
