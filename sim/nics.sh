#!/bin/sh
# Keeps the parameters of NICs that have a name: nics.sh FOLDER NAME [PARAMETER=VALUE...].
# FOLDER/NAME/params has those that are not the default, a line each. Without PARAMETERs they stay what they were; a new NIC's are
# all the default. The file is written only when it changes, so that what hangs on it is not made again.
kept=$1/$2/params name=$2
shift 2
if [ $# = 0 ] && [ -e "$kept" ]; then
	now=$(bash hw/params.sh $(cat "$kept")) || {
		echo "NIC $name had these parameters: $(xargs <"$kept"); give it others, or remove ${kept%/params}" >&2
		exit 2
	}
else
	now=$(bash hw/params.sh "$@") || exit
fi
[ ! -e "$kept" ] || [ "$(cat "$kept")" != "$now" ] || exit 0
[ ! -e "$kept" ] || echo "  NIC $name is another one now: $(echo ${now:-the default}) instead of $(xargs <"$kept")"
mkdir -p "${kept%/*}" && { [ -z "$now" ] || echo "$now"; } >"$kept.new" && mv "$kept.new" "$kept"
