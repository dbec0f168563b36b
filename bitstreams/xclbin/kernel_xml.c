/*
 * Both texts come from the rows of kernel_ports.def.
 */
#include "bitstreams/xclbin/kernel_xml.h"

#include <string.h>

#include "bus/xrt/xclbin.h"
#include "sumac.h"

#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

static const struct {
	const char *name, *mode, *range;
	int bits;
	const char *kind;
} ports[] = {
#define KERNEL_PORT(name, mode, range, bits, kind) { #name, mode, range, bits, kind },
#include "bitstreams/xclbin/kernel_ports.def"
};

enum { N_PORTS = sizeof(ports) / sizeof(ports[0]) };

/* AP_CTRL_NONE would do for a kernel that nobody starts, but XRT refuses to open such a one for itself alone. */
static void print_begin(struct sumac_xclbin_buffer *out)
{
	sumac_xclbin_buffer_print(out, "<kernel name=\"%s\" language=\"ip_c\" vlnv=\"sumac:kernel:%s:%d.%d\"",
				  SUMAC_XCLBIN_KERNEL, SUMAC_XCLBIN_KERNEL, SUMAC_VERSION_MAJOR, SUMAC_VERSION_MINOR);
	sumac_xclbin_buffer_print(out, " attributes=\"\" type=\"rtl\" preferredWorkGroupSizeMultiple=\"0\""
				       " workGroupSize=\"1\" interrupt=\"false\" hwControlProtocol=\"ap_ctrl_hs\">\n");
}

static void print_ports(struct sumac_xclbin_buffer *out, bool with_streams)
{
	for (int i = 0; i < N_PORTS; i++) {
		if (!with_streams && !strcmp(ports[i].kind, "stream"))
			continue;
		sumac_xclbin_buffer_print(out, "<port name=\"%s\" mode=\"%s\" range=\"%s\" dataWidth=\"%d\"",
					  ports[i].name, ports[i].mode, ports[i].range, ports[i].bits);
		sumac_xclbin_buffer_print(out, " portType=\"%s\" base=\"0x0\"/>\n", ports[i].kind);
	}
}

static void print_argument(struct sumac_xclbin_buffer *out, const char *name, int index, const char *port, int kind,
			   unsigned bytes, unsigned offset, const char *type)
{
	sumac_xclbin_buffer_print(out, "<arg name=\"%s\" addressQualifier=\"%d\" id=\"%d\" port=\"%s\"", name, kind,
				  index, port);
	sumac_xclbin_buffer_print(out, " size=\"0x%X\" offset=\"0x%X\" hostOffset=\"0x0\" hostSize=\"0x%X\"", bytes,
				  offset, bytes);
	sumac_xclbin_buffer_print(out, " memSize=\"\" type=\"%s\"/>\n", type);
}

static void print_addresses(struct sumac_xclbin_buffer *out)
{
#define KERNEL_ARGUMENT(name, index, port, offset, bank) print_argument(out, #name, index, #port, 1, 8, offset, "void*");
#include "bitstreams/xclbin/kernel_ports.def"
}

static void print_streams(struct sumac_xclbin_buffer *out)
{
	static const char type[] = "stream&lt;ap_axiu&lt;512,1,0,0&gt;&gt;&amp;";

#define KERNEL_STREAM(name, index) print_argument(out, #name, index, #name, 4, 4, 0, type);
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
	print_begin(out);
	print_ports(out, false);
	print_addresses(out);
	sumac_xclbin_buffer_print(out, "<instance name=\"%s\">\n<addrRemap base=\"0x%llX\" range=\"%s\" port=\"%s\"/>\n",
				  SUMAC_XCLBIN_UNIT, (unsigned long long)base_address, ports[0].range, ports[0].name);
	sumac_xclbin_buffer_print(out, "</instance>\n</kernel>\n</core>\n</device>\n</platform>\n</project>\n");
}

void sumac_kernel_xml_for_vitis(struct sumac_xclbin_buffer *out)
{
	sumac_xclbin_buffer_print(out, HEAD "<root versionMajor=\"1\" versionMinor=\"6\">\n");
	print_begin(out);
	sumac_xclbin_buffer_print(out, "<ports>\n");
	print_ports(out, true);
	sumac_xclbin_buffer_print(out, "</ports>\n<args>\n");
	print_addresses(out);
	print_streams(out);
	sumac_xclbin_buffer_print(out, "</args>\n</kernel>\n</root>\n");
}
