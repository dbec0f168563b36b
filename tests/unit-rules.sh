#!/bin/sh
# Prints make rules for the CMocka tests: unit-rules.sh BUILD.
# A test is linked with the archive of everything under test, and with those helpers of tests/ whose headers it
# (or a helper of it) includes, and with plain_environment.c. So no list of objects is kept by hand.
awk -v b="$1" '
	function real(path) { while (sub(/[^\/]+\/\.\.\//, "", path)) ; return path }
	function dir(path) { sub(/[^\/]*$/, "", path); return path }
	# A file of tests/ that another includes: beside itself, or from the folders that the compiler looks in.
	function add(file, name,  tried, n, i) {
		n = split(dir(file) name " tests/" name " " name, tried, " ")
		for (i = 1; i <= n; i++) {
			tried[i] = real(tried[i])
			if (tried[i] in known) { includes[file] = includes[file] " " tried[i]; return }
		}
	}
	# Everything that belongs to a file, in `has`: headers, their sources, and what these include.
	function walk(file,  list, n, i, c) {
		if (file in has) return
		has[file] = 1
		n = split(includes[file], list, " ")
		for (i = 1; i <= n; i++) walk(list[i])
		c = file
		if (sub(/\.h$/, ".c", c) && c in known) walk(c)
	}
	BEGIN {
		for (i = 1; i < ARGC; i++) known[ARGV[i]] = 1
		for (i = 1; i < ARGC; i++) {
			while ((getline line <ARGV[i]) > 0)
				if (match(line, /^#include "[^"]+"/)) add(ARGV[i], substr(line, 11, RLENGTH - 11))
			close(ARGV[i])
		}
		for (i = 1; i < ARGC; i++) {
			if (ARGV[i] !~ /\/test_[^\/]*\.c$/) continue
			delete has
			walk(ARGV[i])
			walk("tests/host/plain_environment.c")
			objects = ""
			for (j = 1; j < ARGC; j++)
				if (ARGV[j] in has) {
					file = ARGV[j]
					if (sub(/\.c$/, ".o", file)) objects = objects " " b "/obj/" file
				}
			name = ARGV[i]
			sub(/.*\//, "", name)
			sub(/\.c$/, "", name)
			print "UNIT_TESTS += " b "/bin/" name
			print b "/bin/" name ":" objects " " b "/libtested.a"
			print "UNIT_OBJ +=" objects
		}
	}' tests/host/*.[ch] tests/sim/*.[ch] tests/campaign/bulk.[ch] tests/plan/*.[ch]
