#!/bin/sh
# .ci/bare-check rests on these: it reads apt's sources in both forms, for another suite; it tells a machine that cannot make a bare
# system, and packages that cannot be had, from tests that fail.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad() { cat "$work/out"; echo "$*"; exit 1; }

cat >"$work/a.list" <<'EOF'
# deb http://mirror.example/commented bookworm main
deb [arch=amd64 signed-by=/keys/a.gpg] http://mirror.example/debian/ bookworm main contrib
deb-src http://mirror.example/debian bookworm main
deb http://other.example/apt tool-bookworm main
deb http://mirror.example/security bookworm-security main
EOF
cat >"$work/b.sources" <<'EOF'
Types: deb deb-src
URIs: http://mirror.example/deb822
Suites: bookworm bookworm-updates
 bookworm-backports
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://mirror.example/deb822-security
Suites: bookworm-security
# a comment
Signed-By: /keys/b.gpg
Trusted: yes

Enabled: no
Types: deb
URIs: http://mirror.example/disabled
Suites: bookworm
EOF
cat >"$work/wanted" <<'EOF'
deb [arch=amd64 signed-by=/keys/a.gpg] http://mirror.example/debian/ trixie main
deb http://mirror.example/security trixie-security main
deb http://mirror.example/deb822 trixie main
deb http://mirror.example/deb822 trixie-updates main
deb [signed-by=/keys/b.gpg trusted=yes] http://mirror.example/deb822-security trixie-security main
EOF
sh .ci/sources trixie bookworm "$work/a.list" "$work/b.sources" >"$work/out"
diff "$work/wanted" "$work/out" || bad "these are not the sources for trixie"

mkdir "$work/bin"
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1" && chmod +x "$work/bin/$1"; }
# cannot WHY: status 77 and a line
cannot()
{
	PATH=$work/bin:$PATH TMPDIR=$work SUITE=trixie sh .ci/bare-check >"$work/out" 2>&1
	[ $? = 77 ] && grep -qx "bare-check: no trixie here: $1" "$work/out" || bad "it does not say: $1"
}
fake id 'echo 1000'
cannot "it needs root"
fake id 'echo 0'
fake unshare 'exit 1'
cannot "unshare --mount is refused"
fake dpkg-query 'exit 1'
fake apt-get 'exit 100'
! PATH=$work/bin:$PATH sh .ci/packages nothing >"$work/out" 2>&1 && grep -qx "could not install: nothing" "$work/out" ||
	bad "it does not say what could not be installed"
