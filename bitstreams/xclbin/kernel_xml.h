/*
 * The kernel as XML, twice: for XRT, in an xclbin, and for Vitis, which builds the kernel from the RTL (kernel.xml).
 */
#ifndef SUMAC_KERNEL_XML_H
#define SUMAC_KERNEL_XML_H

#include <stdint.h>

#include "bitstreams/xclbin/xclbin_buffer.h"

/* Section EMBEDDED_METADATA. */
void sumac_kernel_xml_for_xrt(struct sumac_xclbin_buffer *out, const char *platform, bool is_emulation,
			      uint64_t base_address);
void sumac_kernel_xml_for_vitis(struct sumac_xclbin_buffer *out);

#endif
