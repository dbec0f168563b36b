# Read by scripts that look at what jobs leave behind: gives them a /tmp and a /dev/shm of their own, where they may have
# them, by starting them again with the same arguments. The folders that the array seen_folders names are still seen
# where they lie, be that in /tmp. Afterwards own_mounts says whether it is so.
for how in "" "--user --map-current-user --keep-caps"; do # as root, or as somebody who may be one among mounts
	[ -z "${has_own_mounts-}" ] && unshare $how --mount mount -t tmpfs tmpfs /dev/shm 2>/dev/null || continue
	has_own_mounts=1 exec unshare $how --mount --propagation private bash "$0" "$@"
done
if [ -n "${has_own_mounts-}" ]; then
	seen_fds=()
	for folder in "${seen_folders[@]}"; do
		exec {seen_fd}<"$folder"
		seen_fds+=("$seen_fd")
	done
	mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs -o mode=1777 tmpfs /tmp || exit 1
	for i in "${!seen_folders[@]}"; do
		folder=${seen_folders[i]}
		[ -e "$folder" ] ||
			{ mkdir -p "$folder" && mount --no-canonicalize --bind "/proc/$$/fd/${seen_fds[i]}" "$folder"; } || exit 1
	done
	for seen_fd in "${seen_fds[@]}"; do exec {seen_fd}<&-; done
fi
own_mounts=${has_own_mounts-}
unset has_own_mounts TMPDIR
