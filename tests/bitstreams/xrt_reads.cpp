// Prints what XRT itself reads in an xclbin, a line each: for tests/bitstreams/xrt-reads.sh.
#include <cstdio>
#include <experimental/xrt_xclbin.h>

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	xrt::xclbin xclbin{std::string(argv[1])};
	std::printf("UUID %s\nplatform %s\n", xclbin.get_uuid().to_string().c_str(), xclbin.get_xsa_name().c_str());
	std::printf("target %s\n", xclbin.get_target_type() == xrt::xclbin::target_type::hw_emu ? "hw_emu" : "another");
	for (const auto &mem : xclbin.get_mems())
		std::printf("bank %s base 0x%llx %llu KiB\n", mem.get_tag().c_str(),
			    static_cast<unsigned long long>(mem.get_base_address()),
			    static_cast<unsigned long long>(mem.get_size_kb()));
	for (const auto &kernel : xclbin.get_kernels()) {
		std::printf("kernel %s\n", kernel.get_name().c_str());
		for (const auto &arg : kernel.get_args())
			for (const auto &mem : arg.get_mems())
				std::printf("argument %zu %s in %s\n", arg.get_index(), arg.get_name().c_str(),
					    mem.get_tag().c_str());
		for (const auto &unit : kernel.get_cus())
			std::printf("unit %s base 0x%llx registers 0x%zx control %d\n", unit.get_name().c_str(),
				    static_cast<unsigned long long>(unit.get_base_address()), unit.get_size(),
				    static_cast<int>(unit.get_control_type()));
	}
}
