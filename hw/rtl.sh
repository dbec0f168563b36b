# Where the RTL is: sourced, in the tree's root, by every script that reads it. The NIC's modules lie in hw/rtl, a folder a room,
# with the top and the package above; hw/ice40 and hw/xrt have modules that are around it.
rtl_pkg() { echo hw/rtl/sumac_pkg.sv; }
rtl_rooms() { find hw/rtl -type d | sort; }
# The NIC's files, without the package.
rtl_modules() { find hw/rtl -name '*.sv' ! -name sumac_pkg.sv | sort; }
# The file of a module.
rtl_file() { find hw/rtl hw/ice40 hw/xrt -name "$1.sv"; }
# Options by which Verilator, and Yosys' hierarchy, find a module by its name.
rtl_find() { { rtl_rooms; echo hw/ice40 hw/xrt; } | xargs printf -- '-y %s '; }
rtl_find_yosys() { rtl_rooms | xargs printf -- '-libdir %s '; }
