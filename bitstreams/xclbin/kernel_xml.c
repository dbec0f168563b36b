/*
 * Both texts come from the rows of kernel_ports.def.
 */
#include "bitstreams/xclbin/kernel_xml.h"

#include "bus/xrt/xclbin.h"
#include "sumac.h"

#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

static const struct {
	const char *name, *mode, *range;
	int bits;
} ports[] = {
#define KERNEL_PORT(name, mode, range, bits) { #name, mode, range, bits },
#include "bitstreams/xclbin/kernel_ports.def"
};

enum { N_PORTS = sizeof(ports) / sizeof(ports[0]) };

/* AP_CTRL_NONE would do for a kernel that nobody starts, but XRT refuses to open such a kernel exclusively. */
static void print_begin(struct sumac_xclbin_buffer *out, const char *more)
{
	sumac_xclbin_buffer_print(out, "<kernel name=\"%s\" language=\"ip_c\" vlnv=\"sumac:kernel:%s:%d.%d\"",
				  SUMAC_XCLBIN_KERNEL, SUMAC_XCLBIN_KERNEL, SUMAC_VERSION_MAJOR, SUMAC_VERSION_MINOR);
	sumac_xclbin_buffer_print(out, " attributes=\"\"%s preferredWorkGroupSizeMultiple=\"0\""
				       " workGroupSize=\"1\" interrupt=\"false\" hwControlProtocol=\"ap_ctrl_hs\">\n", more);
}

static void print_ports(struct sumac_xclbin_buffer *out)
{
	for (int i = 0; i < N_PORTS; i++) {
		sumac_xclbin_buffer_print(out, "<port name=\"%s\" mode=\"%s\" range=\"%s\" dataWidth=\"%d\"",
					  ports[i].name, ports[i].mode, ports[i].range, ports[i].bits);
		sumac_xclbin_buffer_print(out, " portType=\"addressable\" base=\"0x0\"/>\n");
	}
}

static void print_argument(struct sumac_xclbin_buffer *out, const char *name, int index, const char *port, unsigned offset)
{
	sumac_xclbin_buffer_print(out, "<arg name=\"%s\" addressQualifier=\"1\" id=\"%d\" port=\"%s\"", name, index, port);
	sumac_xclbin_buffer_print(out, " size=\"0x8\" offset=\"0x%X\" hostOffset=\"0x0\" hostSize=\"0x8\"", offset);
	sumac_xclbin_buffer_print(out, " memSize=\"\" type=\"void*\"/>\n");
}

static void print_addresses(struct sumac_xclbin_buffer *out)
{
#define KERNEL_ARGUMENT(name, index, port, offset, bank) print_argument(out, #name, index, #port, offset);
#include "bitstreams/xclbin/kernel_ports.def"
}

void sumac_kernel_xml_for_xrt(struct sumac_xclbin_buffer *out, const char *platform, bool is_emulation, uint64_t base_address)
{
	sumac_xclbin_buffer_print(out, HEAD "<project name=\"%s\">\n", SUMAC_XCLBIN_KERNEL);
	sumac_xclbin_buffer_print(out, "<platform vendor=\"sumac\" boardid=\"%s\" name=\"%s\" featureRomTime=\"0\">\n",
				  platform, platform);
	sumac_xclbin_buffer_print(out, "<version major=\"%d\" minor=\"%d\"/>\n<device name=\"fpga0\" fpgaDevice=\"%s\">\n",
				  SUMAC_VERSION_MAJOR, SUMAC_VERSION_MINOR, platform);
	sumac_xclbin_buffer_print(out, "<core name=\"OCL_REGION_0\" target=\"%s\" type=\"clc_region\" clockFreq=\"250MHz\""
				       " numComputeUnits=\"1\">\n", is_emulation ? "hw_em" : "bitstream");
	print_begin(out, " type=\"rtl\"");
	print_ports(out);
	print_addresses(out);
	sumac_xclbin_buffer_print(out, "<instance name=\"%s\">\n<addrRemap base=\"0x%llX\" range=\"%s\" port=\"%s\"/>\n",
				  SUMAC_XCLBIN_UNIT, (unsigned long long)base_address, ports[0].range, ports[0].name);
	sumac_xclbin_buffer_print(out, "</instance>\n</kernel>\n</core>\n</device>\n</platform>\n</project>\n");
}

void sumac_kernel_xml_for_vitis(struct sumac_xclbin_buffer *out)
{
	sumac_xclbin_buffer_print(out, HEAD "<root versionMajor=\"1\" versionMinor=\"6\">\n");
	print_begin(out, "");
	sumac_xclbin_buffer_print(out, "<ports>\n");
	print_ports(out);
	sumac_xclbin_buffer_print(out, "</ports>\n<args>\n");
	print_addresses(out);
	sumac_xclbin_buffer_print(out, "</args>\n</kernel>\n</root>\n");
}
