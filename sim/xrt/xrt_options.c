/*
 * The device's command line. `sumac run --bus xrt` writes it; users have no need to.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/xrt/xrt_device.h"

static const char usage[] =
	"sumac-xrt-device --rack PATH --rank R --size N --folder DIR --id ID [options]: a simulated card behind XRT's emulation\n\n"
	"  --rack PATH        the socket of the rack that has the NICs\n"
	"  --rank R, --size N the card's rank, and how many there are\n"
	"  --folder DIR       where XRT looks for its models: /tmp/$USER\n"
	"  --id ID            XRT's EMULATION_SOCKETID\n"
	"  --bank BASE:BYTES  memory of the card; may be repeated\n"
	"  --host BASE:BYTES  where XRT puts buffers that stay in the host's memory\n"
	"  --ready-fd N       descriptor to which the device writes \"ready\"\n"
	"  --parent-fd N      descriptor of a pipe; the device ends when the pipe's other end closes\n";

static bool take_range(const char *text, struct sumac_xrt_range *range_out)
{
	char *end;

	range_out->base = strtoull(text, &end, 0);
	if (*end != ':')
		return false;
	range_out->len_bytes = strtoull(end + 1, &end, 0);
	return !*end && range_out->base && range_out->len_bytes;
}

static bool take_number(const char *text, int *number_out)
{
	char *end;
	long number = strtol(text, &end, 10);

	*number_out = (int)number;
	return *text && !*end && number >= 0 && number < 1 << 20;
}

static bool take(int letter, struct sumac_xrt_options *options)
{
	switch (letter) {
	case 'k': options->rack_path = optarg; return true;
	case 'f': options->folder = optarg; return true;
	case 'i': options->id = optarg; return true;
	case 'r': return take_number(optarg, &options->rank);
	case 'n': return take_number(optarg, &options->size);
	case 'R': return take_number(optarg, &options->ready_fd);
	case 'P': return take_number(optarg, &options->parent_fd);
	case 'h': return take_range(optarg, &options->host);
	case 'b':
		return options->n_banks < SUMAC_XRT_MAX_BANKS && take_range(optarg, &options->banks[options->n_banks++]);
	}
	return false;
}

int sumac_xrt_options_parse(int argc, char *const argv[], struct sumac_xrt_options *options_out)
{
	static const struct option rows[] = {
		{ "rack", required_argument, NULL, 'k' },    { "rank", required_argument, NULL, 'r' },
		{ "size", required_argument, NULL, 'n' },    { "folder", required_argument, NULL, 'f' },
		{ "id", required_argument, NULL, 'i' },	     { "bank", required_argument, NULL, 'b' },
		{ "host", required_argument, NULL, 'h' },    { "ready-fd", required_argument, NULL, 'R' },
		{ "parent-fd", required_argument, NULL, 'P' }, { "help", no_argument, NULL, '?' + 1 },
		{ 0 },
	};
	int letter;

	*options_out = (struct sumac_xrt_options){ .rank = -1, .ready_fd = -1, .parent_fd = -1 };
	optind = 1;
	while ((letter = getopt_long(argc, argv, "", rows, NULL)) != -1) {
		if (letter == '?' + 1) {
			fputs(usage, stdout);
			return 1;
		}
		if (!take(letter, options_out)) {
			fputs(usage, stderr);
			return -1;
		}
	}
	if (optind == argc && options_out->rack_path && options_out->folder && options_out->id && options_out->rank >= 0 &&
	    options_out->size > options_out->rank)
		return 0;
	fputs(usage, stderr);
	return -1;
}
