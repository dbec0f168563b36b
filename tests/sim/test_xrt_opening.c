/*
 * Opening an emulated card: which process may, and that a program keeps its signals.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fail.h"
#include "sim/xrt_emulation/xrt_ini.h"
#include "sim/xrt_emulation/xrt_model.h"
#include "sim/xrt_emulation/xrt_opening.h"
#include "sumac.h"

static char path[] = "/tmp/sumac-test-XXXXXX";

static void write_ini(const char *packet, int padding_bytes)
{
	FILE *file = fopen(path, "w");

	fprintf(file, "[Runtime]\nverbosity = 4\n[Emulation]\n%s\n[Debug]\npadding=%0*d\n[Other]\npadding=%09999d\n", packet,
		padding_bytes, 0, 0);
	fclose(file);
	setenv("XRT_INI_PATH", path, 1);
}

static void refused(const char *words)
{
	assert_int_equal(sumac_xrt_opening_check(3), -SUMAC_ENODEV);
	if (!strstr(sumac_last_error(), words))
		fail_msg("no \"%s\" in \"%s\"", words, sumac_last_error());
}

/* The trap: without padding XRT would write past its buffer. */
static void nobody_starts_without_padding(void **state)
{
	(void)state;
	setenv("XCL_EMULATION_MODE", "hw_emu", 1);
	setenv("EMULATION_SOCKETID", "job", 1);
	setenv("USER", "somebody", 1);
	unsetenv("XRT_INI_PATH");
	refused("would corrupt the heap");
	write_ini("packet_size = 4096", 4096 + 1000);
	refused("it has 5104");
	write_ini("", 100000);
	refused("would corrupt the heap");
	write_ini("packet_size = 4096", 4096 + 1024);
	assert_int_equal(sumac_xrt_opening_check(3), 0);
	setenv("USER", "somebody-whose-name-is-longer-than-what-the-path-of-a-socket-holds-with-all-that-stands-before-and-behind",
	       1);
	refused("too long for one: set USER");
	setenv("XCL_EMULATION_MODE", "sw_emu", 1);
	refused("sw_emu");
}

/* However often a rank opens its card. */
static void a_rank_s_model_has_the_job_s_id_and_its_number(void **state)
{
	(void)state;
	setenv("XCL_EMULATION_MODE", "hw_emu", 1);
	setenv("USER", "somebody", 1);
	write_ini("packet_size=64", 2000);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(sumac_xrt_opening_check(12), 0);
		assert_string_equal(getenv("EMULATION_SOCKETID"), "job-12");
	}
	unsetenv("USER");
	refused("USER is not set");
}

static void xrt_s_settings_are_read_by_section(void **state)
{
	char value[SUMAC_XRT_INI_VALUE_BYTES];

	(void)state;
	write_ini("packet_size = 77", 5);
	assert_int_equal(sumac_xrt_ini_value("Runtime", "verbosity", value), 0);
	assert_string_equal(value, "4");
	assert_int_equal(sumac_xrt_ini_value("Emulation", "packet_size", value), 0);
	assert_string_equal(value, "77");
	assert_int_equal(sumac_xrt_ini_value("Debug", "packet_size", value), -1);
	assert_int_equal(sumac_xrt_ini_value("Emulation", "packet", value), -1);
	assert_int_equal(sumac_xrt_ini_section_bytes("Debug"), strlen("padding=00000"));
}

/* XRT's second connection to a model would wait for ever. */
static void a_card_is_had_by_one_at_a_time(void **state)
{
	int fd, other, again;

	(void)state;
	write_ini("packet_size = 64", 2000);
	assert_int_equal(sumac_xrt_opening_take(3, &fd), 0);
	assert_int_equal(sumac_xrt_opening_take(4, &other), 0);
	close(open(path, O_RDONLY)); /* as XRT reads it, too */
	assert_int_equal(sumac_xrt_opening_take(3, &again), -SUMAC_ENODEV);
	assert_non_null(strstr(sumac_last_error(), "the emulated card 3 is busy: a process has it already"));
	close(fd);
	assert_int_equal(sumac_xrt_opening_take(3, &again), 0);
	close(again);
	close(other);
}

static void signals_and_mask_are_as_before(void **state)
{
	struct sumac_xrt_opening opening;
	struct sigaction action;
	sigset_t mask;

	(void)state;
	signal(SIGFPE, SIG_IGN);
	sumac_xrt_opening_begin(&opening);
	pthread_sigmask(SIG_BLOCK, NULL, &mask);
	assert_true(sigismember(&mask, SIGPIPE));
	signal(SIGFPE, SIG_DFL); /* as XRT does */
	sumac_xrt_opening_end(&opening);
	pthread_sigmask(SIG_BLOCK, NULL, &mask);
	assert_false(sigismember(&mask, SIGPIPE));
	sigaction(SIGFPE, NULL, &action);
	assert_ptr_equal(action.sa_handler, SIG_IGN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_starts_without_padding),
		cmocka_unit_test(a_rank_s_model_has_the_job_s_id_and_its_number),
		cmocka_unit_test(xrt_s_settings_are_read_by_section),
		cmocka_unit_test(a_card_is_had_by_one_at_a_time),
		cmocka_unit_test(signals_and_mask_are_as_before),
	};
	int n_failed;

	sumac_xrt_emulation(sumac_fail);
	close(mkstemp(path));
	n_failed = cmocka_run_group_tests_name("xrt_opening", tests, NULL, NULL);
	unlink(path);
	return n_failed;
}
