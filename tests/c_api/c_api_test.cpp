#include <gtest/gtest.h>

// In c_api_test.c: each returns 0, or the line of the check that failed.
extern "C" {
int pith_c_api_extracts(void);
int pith_c_api_names_where_the_text_stood(void);
int pith_c_api_reports_errors(void);
int pith_c_api_takes_null(void);
int pith_c_api_keeps_to_the_size_of_structs(void);
int pith_c_api_takes_settings_and_limits(void);
int pith_c_api_takes_the_content_type(void);
int pith_c_api_learns_sites(void);
int pith_c_api_tells_all_of_an_article(void);
int pith_c_api_lists_methods(void);
}

TEST(CApi, Extracts) { EXPECT_EQ(pith_c_api_extracts(), 0); }
TEST(CApi, NamesWhereTheTextStood) { EXPECT_EQ(pith_c_api_names_where_the_text_stood(), 0); }
TEST(CApi, ReportsErrors) { EXPECT_EQ(pith_c_api_reports_errors(), 0); }
TEST(CApi, TakesNull) { EXPECT_EQ(pith_c_api_takes_null(), 0); }
TEST(CApi, KeepsToTheSizeOfStructs) { EXPECT_EQ(pith_c_api_keeps_to_the_size_of_structs(), 0); }
TEST(CApi, TakesSettingsAndLimits) { EXPECT_EQ(pith_c_api_takes_settings_and_limits(), 0); }
TEST(CApi, TakesTheContentType) { EXPECT_EQ(pith_c_api_takes_the_content_type(), 0); }
TEST(CApi, LearnsSites) { EXPECT_EQ(pith_c_api_learns_sites(), 0); }
TEST(CApi, TellsAllOfAnArticle) { EXPECT_EQ(pith_c_api_tells_all_of_an_article(), 0); }
TEST(CApi, ListsMethods) { EXPECT_EQ(pith_c_api_lists_methods(), 0); }
