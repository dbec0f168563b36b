/*
 * Points are the product of designs' values and workloads; their keys tell apart what gives other results, and nothing else.
 */
#include "child.h"

#include "study/study_key.h"
#include "study/study_nic.h"
#include "study/study_points.h"
#include "study/study_pool.h"
#include "sumac.h"

static struct sumac_study study;

static int forget(void **state)
{
	sumac_study_points_forget(&study);
	return child_remove_dir(state);
}

static int make(const char *text)
{
	child_write("s", text, 0600);
	assert_int_equal(sumac_study_file_read(child_path("s"), &study.file), 0);
	study.n_points = study.n_builds = study.n_varying = 0;
	return sumac_study_points_make(&study);
}

static void points_are_the_product(void **state)
{
	static const char *const labels[] = {
		"a on base hop_ns=300", "run b on base hop_ns=300", "a on base hop_ns=600", "run b on base hop_ns=600", "a on slow",
		"run b on slow"
	};

	(void)state;
	assert_int_equal(make("hop_ns = 300 600\ndesign base\ndesign slow\nhop_ns = 900\nlink_gbps = 40\na: run a\nrun b\n"), 0);
	assert_int_equal(study.n_points, 6);
	for (int i = 0; i < 6; i++)
		assert_string_equal(study.points[i].label, labels[i]);
	assert_string_equal(sumac_study_point_value(&study.points[2], "hop_ns"), "600");
	assert_string_equal(sumac_study_point_value(&study.points[2], "link_gbps"), "100");
	assert_string_equal(sumac_study_point_value(&study.points[5], "link_gbps"), "40");
	assert_int_equal(study.n_varying, 2);
	assert_string_equal(study.varying[0], "hop_ns");
	assert_string_equal(study.varying[1], "link_gbps");
	assert_string_equal(sumac_study_point_value(&study.points[0], "engine"), "nic");
	assert_string_equal(sumac_study_point_value(&study.points[0], "clock"), "stepped");
}

static void a_study_has_a_most(void **state)
{
	(void)state;
	assert_int_equal(make("hop_ns = 4 5 6 7 8 9 10 11 12 13\nhost_read_ns = 4 5 6 7 8 9 10 11 12 13\n"
			      "host_write_ns = 4 5 6 7 8 9 10 11 12 13\nhost_doorbell_ns = 4 5 6 7 8 9 10 11 12 13\n"
			      "run a\nrun b\n"),
			 -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "the study has more than 10000 points; split it"));
}

static void parameters_make_nics(void **state)
{
	const char **words;

	(void)state;
	assert_int_equal(make("run a\ndesign base\ndesign wide\nFanIn = 4 8\nRings = 2\nhop_ns = 300 600\n"), 0);
	assert_int_equal(study.n_points, 5);
	assert_int_equal(study.n_builds, 2);
	assert_string_equal(study.builds[1].nic, "wide-FanIn8");
	assert_string_equal(study.points[2].label, "run a on wide FanIn=4 hop_ns=600");
	assert_string_equal(study.points[3].label, "run a on wide FanIn=8 hop_ns=300");
	assert_int_equal(study.points[0].build, -1);
	assert_int_equal(study.points[4].build, 1);
	assert_string_equal(sumac_study_point_value(&study.points[4], "nic"), "wide-FanIn8");
	assert_string_equal(sumac_study_point_value(&study.points[0], "FanIn"), "16");
	words = sumac_study_nic_command("/tree", &study.builds[0], 3);
	assert_string_equal(words[0], "make");
	assert_string_equal(words[2], "/tree");
	assert_string_equal(words[5], "NIC=wide-FanIn4");
	while (words[1])
		words++;
	assert_string_equal(words[-1], "FanIn=4");
	assert_string_equal(words[0], "Rings=2");
}

static void nics_of_one_name_have_the_same_parameters(void **state)
{
	(void)state;
	assert_int_equal(make("run a\nFanIn = 4\ndesign wide\ndesign wide-FanIn4\n"), 0);
	assert_int_equal(study.n_builds, 2);
	assert_int_equal(make("run a\ndesign wide\nFanIn = 4 8\ndesign wide-FanIn4\nFanIn = 5\n"), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "/s:5: the designs wide and wide-FanIn4 would each build a NIC"));
}

/* The identity of the first point of a study of this text. */
static const char *identity(const char *text)
{
	assert_int_equal(make(text), 0);
	sumac_study_key_all(&study, child_path(""));
	return study.points[0].identity;
}

static void a_key_tells_what_a_result_depends_on(void **state)
{
	const char *plain = identity("run -n 2 ./a x\n");

	(void)state;
	assert_string_equal(identity("same: run -n 2   './a' x # a comment\ndesign other\nbuffer_kib = 2K\nhop_ns = 600\n"), plain);
	assert_string_not_equal(identity("run -n 2 './a x'\n"), plain);
	assert_string_not_equal(identity("run -n 2 ./a x\nhop_ns = 601\n"), plain);
	assert_string_not_equal(identity("run -n 2 ./a x\nclock = free\n"), plain);
	assert_string_not_equal(identity("run -n 2 ./a x\nfaults = loss=0.01\n"), plain);
	child_write("a", "one", 0700);
	plain = identity("run -n 2 ./a x\n");
	child_write("a", "two", 0700);
	assert_string_not_equal(identity("run -n 2 ./a x\n"), plain);
	child_write("x", "input", 0700);
	assert_string_not_equal(identity("run -n 2 ./a x\n"), plain);
}

static void points_of_one_identity_share_a_result(void **state)
{
	(void)state;
	assert_int_equal(make("run a\ndesign base\ndesign slow\nhop_ns = 900\ndesign same\nhop_ns = 600\n"), 0);
	sumac_study_key_all(&study, child_path(""));
	assert_null(study.points[0].twin);
	assert_null(study.points[1].twin);
	assert_ptr_equal(study.points[2].twin, &study.points[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define STUDY_TEST(function) cmocka_unit_test_setup_teardown(function, child_make_dir, forget)
		STUDY_TEST(points_are_the_product),
		STUDY_TEST(a_study_has_a_most),
		STUDY_TEST(parameters_make_nics),
		STUDY_TEST(nics_of_one_name_have_the_same_parameters),
		STUDY_TEST(a_key_tells_what_a_result_depends_on),
		STUDY_TEST(points_of_one_identity_share_a_result),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
