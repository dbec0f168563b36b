#!/bin/sh
# XRT reads what our packer packs: xrt-reads.sh BUILD. Compared with what the packer's own `show` says, and with what the host
# library counts on.
b=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
[ -e /usr/include/xrt/experimental/xrt_xclbin.h ] || { echo "xrt-reads: no libxrt-dev here"; exit 1; }
${CXX:-c++} -std=c++17 -O0 -I/usr/include/xrt tests/bitstreams/xrt_reads.cpp -lxrt_coreutil -luuid -o "$work/xrt-reads" || exit 1
"$b/bin/sumac-xclbin" pack --git 0123abc -o "$work/it.xclbin" || exit 1
"$b/bin/sumac-xclbin" show "$work/it.xclbin" >"$work/shown" || exit 1
"$work/xrt-reads" "$work/it.xclbin" >"$work/read" || exit 1
cat >"$work/expected" <<EXPECTED
UUID $(sed -n 's/^  UUID \([-0-9a-f]*\),.*/\1/p' "$work/shown")
platform sumac_hw_emu
target hw_emu
$(sed -n 's/^    bank [0-9]: \(.*\), [A-Z0-9]*, used, base \(.*\), \(.*\) KiB/bank \1 base \2 \3 KiB/p' "$work/shown")
kernel sumac_nic
argument 0 memory in DDR[0]
argument 1 host in HOST[0]
unit sumac_nic:sumac_nic_1 base $(sed -n 's/^    unit 0: .* base //p' "$work/shown") registers 0x10000 control 0
EXPECTED
diff "$work/expected" "$work/read" || { echo "xrt-reads: XRT (>) reads another thing than was packed (<)"; exit 1; }
echo "xrt-reads: $(wc -l <"$work/read") facts as packed"
