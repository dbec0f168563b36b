/*
 * sumac-xclbin: packs an xclbin from the spec, shows the contents of one, prints kernel.xml for Vitis.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitstreams/xclbin/kernel_xml.h"
#include "bitstreams/xclbin/xclbin_pack.h"
#include "bitstreams/xclbin/xclbin_show.h"
#include "bus/xrt/axlf.h"
#include "bus/xrt/xclbin.h"
#include "sumac.h"

enum { FAILED = 1, USAGE = 2 };

static const char usage[] =
	"usage: sumac-xclbin pack [--mode hw_emu|hw] [--platform NAME] [--git ID] [--bitstream FILE] [--no-host] -o FILE\n"
	"       sumac-xclbin show FILE\n"
	"       sumac-xclbin kernel-xml\n"
	"`show` fails if the file is not a whole xclbin of ours, or was built from another spec than this program.\n";

static int complain(void)
{
	fprintf(stderr, "sumac-xclbin: %s\n", sumac_last_error());
	return FAILED;
}

static int write_file(const char *path, const void *bytes, size_t len_bytes)
{
	FILE *file = fopen(path, "wb");
	int bad = !file || fwrite(bytes, 1, len_bytes, file) != len_bytes;

	bad |= file && fclose(file);
	if (bad)
		fprintf(stderr, "sumac-xclbin: cannot write %s: %s\n", path, strerror(errno));
	return bad ? FAILED : 0;
}

static int pack(int argc, char **argv)
{
	static const struct option options[] = {
		{ "mode", required_argument, NULL, 'm' },   { "platform", required_argument, NULL, 'p' },
		{ "git", required_argument, NULL, 'g' },    { "bitstream", required_argument, NULL, 'b' },
		{ "output", required_argument, NULL, 'o' }, { "no-host", no_argument, NULL, 'n' }, { 0 },
	};
	struct sumac_xclbin_recipe recipe = {
		.mode = SUMAC_AXLF_MODE_HW_EMU, .platform = "sumac_hw_emu", .git_id = "unknown", .spec_hash = SUMAC_SPEC_HASH,
	};
	unsigned char *bitstream = NULL, *bytes = NULL;
	const char *output = NULL;
	size_t len_bytes = 0;
	int rc;

	for (int c; (c = getopt_long(argc, argv, "o:", options, NULL)) != -1;) {
		switch (c) {
		case 'm':
			if (strcmp(optarg, "hw_emu") && strcmp(optarg, "hw"))
				return fputs(usage, stderr), USAGE;
			recipe.mode = strcmp(optarg, "hw") ? SUMAC_AXLF_MODE_HW_EMU : SUMAC_AXLF_MODE_FLAT;
			break;
		case 'p': recipe.platform = optarg; break;
		case 'g': recipe.git_id = optarg; break;
		case 'b':
			free(bitstream);
			if (sumac_xclbin_load(optarg, &bitstream, &recipe.bitstream_bytes))
				return complain();
			recipe.bitstream = bitstream;
			break;
		case 'o': output = optarg; break;
		case 'n': recipe.lacks_host = 1; break;
		default: return fputs(usage, stderr), USAGE;
		}
	}
	if (!output || optind != argc)
		return fputs(usage, stderr), USAGE;
	rc = sumac_xclbin_pack(&recipe, &bytes, &len_bytes) ? complain() : write_file(output, bytes, len_bytes);
	free(bytes);
	free(bitstream);
	return rc;
}

static int show(const char *path)
{
	struct sumac_xclbin xclbin;
	unsigned char *bytes;
	size_t len_bytes;
	int rc = sumac_xclbin_load(path, &bytes, &len_bytes);

	if (rc)
		return complain();
	rc = sumac_xclbin_show(stdout, path, bytes, len_bytes);
	if (!rc && !(rc = sumac_xclbin_parse(path, bytes, len_bytes, &xclbin)))
		rc = sumac_xclbin_check(path, &xclbin);
	free(bytes);
	return rc ? complain() : 0;
}

static int kernel_xml(void)
{
	struct sumac_xclbin_buffer text = { 0 };
	int bad;

	sumac_kernel_xml_for_vitis(&text);
	bad = text.has_failed || fwrite(text.bytes, 1, text.len_bytes, stdout) != text.len_bytes || fflush(stdout);
	sumac_xclbin_buffer_destroy(&text);
	return bad ? FAILED : 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "pack"))
		return pack(argc - 1, argv + 1);
	if (argc == 3 && !strcmp(argv[1], "show"))
		return show(argv[2]);
	if (argc == 2 && !strcmp(argv[1], "kernel-xml"))
		return kernel_xml();
	if (argc == 2 && !strcmp(argv[1], "--help"))
		return fputs(usage, stdout), 0;
	return fputs(usage, stderr), USAGE;
}
