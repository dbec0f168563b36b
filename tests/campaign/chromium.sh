#!/bin/bash
# chromium.sh BUILD: the page that `sumac page` makes, in Chromium without a window: what it draws, that it sorts, that the keyboard
# works, and that nothing is fetched; and the same plots as files.
command -v chromium >/dev/null || { echo "page: there is no Chromium: apt-get install chromium libjs-d3"; exit 1; }
build=$1 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0 n=0
complain() { echo "page: $*"; bad=$((bad + 1)); }

# Three designs, one of them never the best: an allreduce at three sizes, a barrier; area, path, a stage. The baseline has one.
rows()
{
	awk -v designs="$*" '
	function text(name, value) { printf "%s\"%s\": \"%s\"", sep, name, value; sep = ", " }
	function number(name, value) { printf "%s\"%s\": %s", sep, name, value; sep = ", " }
	function row(design, call, bytes, is_slow, cycles, bound) {
		sep = "{"
		text("design", design)
		number("hop_ns", is_slow ? 900 : 300)
		text("workload", "small")
		text("what", "latency")
		text("collective", call)
		text("op", bytes ? "SUM" : "")
		text("type", bytes ? "F32" : "")
		number("bytes", bytes)
		number("ranks", 4)
		text("engine", "nic")
		number("simulated", "true")
		number("clock_mhz", 250)
		text("unit", "cycles")
		number("max", cycles)
		number("bound", bound)
		if (design == "slow")
			text("hypothetical", "the clock is above that of make synth")
		if (bytes) {
			number("share", .5)
			number("lut", design == "slow" ? 900 : is_slow ? 1100 : 1000)
			number("path_ns", is_slow ? 4.5 : 3.5)
			number("stage_combine_busy", bytes)
			number("stage_combine_operand", 40)
		}
		print "}"
	}
	BEGIN {
		n = split(designs, design, " ")
		for (i = 1; i <= n; i++) {
			is_slow = design[i] != "fast"
			for (bytes = 8; bytes <= 512; bytes *= 8)
				row(design[i], "allreduce", bytes, is_slow, (is_slow ? 300 : 100) + bytes, 50 + bytes / 2)
			row(design[i], "barrier", 0, is_slow, is_slow ? 99 : 50, 40)
		}
	}'
}
mkdir "$work/s.results"
rows fast slow large >"$work/s.results/results.jsonl"
rows slow | sed 's/"max": 99/"max": 98/; s/"max": 308/"max": 408/' >"$work/baseline.jsonl"
page() { "$build/bin/sumac" page "$work/s.results" --baseline "$work/baseline.jsonl" "$@" || complain "sumac page $* fails"; }
browse()
{
	timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --enable-logging=stderr "$@" \
		2>>"$work/log"
}

# The test's script stands behind the page's own.
look()
{
	page -o "$work/page.html"
	{
		sed '/^<\/body>/,$d' "$work/page.html"
		echo "<script>"
		cat tests/campaign/chromium.js
		echo "</script></body></html>"
	} >"$work/test.html"
	browse --dump-dom "file://$work/test.html" | sed -n '/<pre id="found">/,/<\/pre>/p' >"$work/found"
}
look
expect()
{
	n=$((n + 1))
	grep -qxF "$1" "$work/found" || complain "expected $1, found $(grep "^${1%%=*}=" "$work/found" || echo nothing)"
}
# The allreduce has plots of speed, share, change, area, path and stages; the barrier of speed and change.
expect plots=8
expect curves=9
expect bounds=4 # all designs have the same in the allreduce; each its own in the barrier
expect marks=39
expect fronts=2
expect best=3
expect parts=6
expect rows=12
expect warnings=1
expect "changes=worse worse the same the same the same the same better better better better better better"
expect overlaps=0
expect "ascending=50 99 99 108 164 308 308 364 364 612 812 812"
expect "descending=812 812 612 364 364 308 308 164 108 99 99 50"
expect sorted=1
expect moved=true
expect tip=true
expect "command=sumac perf latency allreduce --op SUM --type F32 --sizes 64 -n 4 --engine nic --set hop_ns=300"
expect filtered=1
expect fewer=6
expect fetched=0
expect units=cycles
! grep -i "uncaught\|refused" "$work/log" || complain "the browser complains"

page --svg "$work/plots" >"$work/names"
[ "$(grep -c '\.svg$' "$work/names")" = 8 ] || complain "--svg writes other plots than the page has: $(cat "$work/names")"
while read -r file; do
	browse --dump-dom "file://$file" | grep -q "parsererror" && complain "$file is not XML"
done <"$work/names"
! grep -l "var(--" "$work"/plots/* || complain "a plot does not stand alone"

browse --no-pdf-header-footer --print-to-pdf="$work/page.pdf" "file://$work/page.html"
[ -s "$work/page.pdf" ] || complain "it does not print"

# Cycles of different clocks are compared as time: one design is twice as fast now.
sed -i '/"slow"/s/"clock_mhz": 250/"clock_mhz": 500/' "$work/s.results/results.jsonl"
look
expect units=us
expect "changes=worse the same the same better better better better better better better better better"
[ $bad = 0 ] || cat "$work/found"
echo "page: $n values, $bad bad"
[ $bad = 0 ]
