# Vivado: the RTL as a kernel for v++. package_kernel.tcl TOP_FOLDER WORK_FOLDER KERNEL_XML XO_FILE
lassign $argv top work kernel_xml xo
source $top/bitstreams/alveo/cards.tcl

create_project -force sumac_nic $work/project -part [card part]
# The package of constants first: all others look into it.
add_files -norecurse [concat $top/hw/rtl/sumac_pkg.sv [lsort [glob $top/hw/rtl/sumac_nic.sv $top/hw/rtl/*/*.sv $top/hw/xrt/sumac_*.sv]]]
add_files -fileset constrs_1 -norecurse $top/bitstreams/alveo/crossing.xdc
set_property top sumac_xrt_top [current_fileset]
update_compile_order -fileset sources_1

ipx::package_project -root_dir $work/ip -vendor sumac -library kernel -taxonomy /KernelIP -import_files -set_current true
set core [ipx::current_core]
set_property name sumac_nic $core
set_property sdx_kernel true $core
set_property sdx_kernel_type rtl $core
foreach parameter [ipx::get_user_parameters -of_objects $core] {
    ipx::remove_user_parameter [get_property NAME $parameter] $core
}
# Vivado finds the interfaces by the names of their ports, but not their clocks.
foreach {bus clock} {s_axi_control ap_clk  m_axi_gmem ap_clk  tx tx_clk  rx rx_clk} {
    ipx::associate_bus_interfaces -busif $bus -clock $clock $core
}
set_property value ACTIVE_HIGH [ipx::add_bus_parameter POLARITY [ipx::get_bus_interfaces tx_reset -of_objects $core]]
set_property value ACTIVE_HIGH [ipx::add_bus_parameter POLARITY [ipx::get_bus_interfaces rx_reset -of_objects $core]]
set_property supported_families {} $core
set_property auto_family_support_level level_2 $core
ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::save_core $core
close_project

file delete -force $xo
package_xo -xo_path $xo -kernel_name sumac_nic -ip_directory $work/ip -kernel_xml $kernel_xml
