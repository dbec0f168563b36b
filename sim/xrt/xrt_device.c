/*
 * A card's life: it attaches to the rack, waits for a shim, serves it until that closes or dies, and begins anew. It
 * ends with its parent, with the rack, and with a host that dies; then the rack sees a dead rank, and the shim a
 * closed socket.
 */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/settings.h"
#include "sim/xrt/xrt_device.h"
#include "spec/spec.h"
#include "sumac.h"

enum { EXIT_FAILED = 1, EXIT_USAGE = 2, NOT_FIRST = -2, MHZ = SUMAC_XRT_CLOCK_HZ / 1000000 };

static int plug_in(struct sumac_xrt_device *device)
{
	const struct sumac_xrt_options *options = device->options;
	int err = sumac_bus_rack_open(options->rack_path, options->rank, options->size, &device->bus);

	if (err) {
		fprintf(stderr, "sumac-xrt-device: %s\n", sumac_last_error());
		return err;
	}
	if (device->bus->clock_hz != SUMAC_XRT_CLOCK_HZ) {
		fprintf(stderr,
			"sumac-xrt-device: the rack's NICs run at %llu MHz, but a card's kernel is built for %d: use nic_mhz=%d, "
			"or --bus rack\n",
			(unsigned long long)device->bus->clock_hz / 1000000, MHZ, MHZ);
		return -SUMAC_EINVAL;
	}
	err = sumac_xrt_banks_open(device);
	return err ? err : sumac_xrt_host_open(device);
}

/* A rank that does not say goodbye to the rack has died. A card that no shim has come to has none. */
static void pull_out(struct sumac_xrt_device *device)
{
	sumac_xrt_host_close(device);
	if (device->bus && (device->is_closed || device->shim_fd < 0))
		device->bus->ops->close(device->bus);
	else if (device->bus)
		sumac_bus_rack_destroy(sumac_bus_rack_of(device->bus));
	device->bus = NULL;
	sumac_xrt_banks_close(device);
}

static void tell_ready(int fd)
{
	static const char line[] = "ready\n";

	if (fd < 0)
		return;
	if (write(fd, line, sizeof line - 1) < 0)
		perror("sumac-xrt-device: cannot report that it is ready");
	close(fd);
}

/* The first time we ask the rack before anybody relies on it; later, when a shim has come. */
static int meet(struct sumac_xrt_device *device, int ready_fd)
{
	int err = ready_fd == NOT_FIRST ? sumac_xrt_sockets_await(device) : plug_in(device);

	if (err)
		return err;
	if (ready_fd == NOT_FIRST)
		return plug_in(device);
	tell_ready(ready_fd);
	return sumac_xrt_sockets_await(device);
}

static int serve_one(struct sumac_xrt_device *device, int ready_fd)
{
	int err;

	device->is_closed = false;
	err = meet(device, ready_fd);
	if (!err)
		sumac_xrt_mourner_begin(device);
	while (!err && !device->is_closed) {
		err = sumac_xrt_sockets_hear(device);
		if (!err)
			err = sumac_xrt_serve(device);
	}
	/* The shim must read its last answer before it finds that nobody is there, which it may take for a death. */
	if (!err)
		sumac_xrt_sockets_linger(device);
	sumac_xrt_mourner_end(device);
	return err;
}

static int live(struct sumac_xrt_device *device)
{
	int ready_fd = device->options->ready_fd, err;

	if (sumac_xrt_sockets_open(device))
		return EXIT_FAILED;
	do {
		err = serve_one(device, ready_fd);
		ready_fd = NOT_FIRST;
		pull_out(device);
		if (device->shim_fd >= 0)
			close(device->shim_fd);
		device->shim_fd = -1;
	} while (!err);
	sumac_xrt_sockets_close(device);
	return err == -SUMAC_ENOTSUP ? EXIT_FAILED : 0;
}

int sumac_xrt_device_run(int argc, char *const argv[])
{
	struct sumac_xrt_options options;
	struct sumac_xrt_device device = { .options = &options, .listen_fd = -1, .host_listen_fd = -1, .shim_fd = -1,
					   .mourner_fd = -1,
					   .host = { .lock = PTHREAD_MUTEX_INITIALIZER, .fd = -1 } };
	int wrong = sumac_xrt_options_parse(argc, argv, &options), status;

	if (wrong)
		return wrong < 0 ? EXIT_USAGE : 0;
	if (sumac_settings_load()) {
		fprintf(stderr, "sumac-xrt-device: %s\n", sumac_last_error());
		return EXIT_USAGE;
	}
	signal(SIGPIPE, SIG_IGN);
	status = live(&device);
	sumac_xrt_packet_destroy(&device.request);
	sumac_xrt_packet_destroy(&device.answer);
	return status;
}
