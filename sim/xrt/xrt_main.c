/*
 * sumac-xrt-device: a simulated card behind XRT's emulation.
 */
#include "sim/xrt/xrt_device.h"

int main(int argc, char *argv[])
{
	return sumac_xrt_device_run(argc, argv);
}
