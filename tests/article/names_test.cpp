#include "article/names.hpp"

#include <gtest/gtest.h>

namespace pith::article {
namespace {

using Names = std::vector<std::string>;

Names names_of(std::string_view text, std::string_view site = {}, std::string_view host = {}) {
  Names names;
  append_names(text, site, host, names);
  return names;
}

TEST(Names, LoseLabelsInManyLanguages) {
  for (const std::string_view text :
       {"By Ann Lee", "Written by: Ann Lee", "Автор: Ann Lee", "Eingestellt von Ann Lee", "Publié par Ann Lee",
        "Por: Ann Lee", "Geplaatst door Ann Lee", "Írta: Ann Lee", "Postao/la Ann Lee", "Tác giả: Ann Lee",
        "View all posts by Ann Lee", "About Ann Lee", "Contributions from Ann Lee", "Vložil/a Ann Lee"}) {
    EXPECT_EQ(clean_names(text), "Ann Lee") << text;
  }
  EXPECT_EQ(clean_names("Written by"), "");  // the name has an element of its own
}

TEST(Names, LoseJobs) {
  EXPECT_EQ(clean_names("Ann Lee Senior Staff Writer"), "Ann Lee");
  EXPECT_EQ(clean_names("Ann Lee Showbiz & TV Reporter"), "Ann Lee");
  EXPECT_EQ(clean_names("Founder at Oak & Ash"), "");
  EXPECT_EQ(names_of("Ann Lee, Home and Garden Expert"), Names{"Ann Lee"});
  EXPECT_EQ(names_of("Ann Lee - Marketing Manager"), Names{"Ann Lee"});
  EXPECT_EQ(names_of("Ann Lee, CEO of Oak & Ash"), Names{"Ann Lee"});
  EXPECT_EQ(clean_names("Harbour Staff"), "Harbour Staff");  // the only word that is left may be a house
}

TEST(Names, SaidTwiceAreOne) {
  EXPECT_EQ(clean_names("Ann LeeAnn Lee"), "Ann Lee");
  EXPECT_EQ(clean_names("Ann Lee Ann Lee"), "Ann Lee");
  EXPECT_EQ(clean_names("Anan"), "Anan");
}

TEST(Names, AreNotThoseOfPhotographers) {
  EXPECT_EQ(names_of("Photo: Bob Ray"), Names{});
  EXPECT_EQ(names_of("(Image: Bob Ray / Harbour Pictures)"), Names{});
  EXPECT_EQ(names_of("Foto: Bob Ray"), Names{});
  EXPECT_EQ(names_of("Imagena Photos"), (Names{"Imagena Photos"}));
}

TEST(Names, KeepTheirDegrees) {
  EXPECT_EQ(names_of("Ann Lee, Ph.D., MD and Bob Ray"), (Names{"Ann Lee, Ph.D., MD", "Bob Ray"}));
}

TEST(Names, LoseAgenciesAndTheHouse) {
  EXPECT_EQ(names_of("Ann Lee and Bob Ray, Reuters"), (Names{"Ann Lee", "Bob Ray"}));
  EXPECT_EQ(names_of("Reuters"), Names{"Reuters"});
  EXPECT_EQ(names_of("Ann Lee, The Harbour Post", {}, "harbourpost.example"), Names{"Ann Lee"});
  EXPECT_EQ(names_of("harbour post - Ann Lee", "Harbour Post"), Names{"Ann Lee"});
  EXPECT_EQ(names_of("Harbour Post, Hamburg, Germany", "Harbour Post"), Names{});
  EXPECT_EQ(names_of("Mara - Ann Lee"), Names{"Mara - Ann Lee"});  // who is who?
}

TEST(Names, AreNoButtons) {
  for (const std::string_view text : {"See full bio", "View my complete profile", "Bio", "Send a letter to the editor",
                                      "[ show links]", "Login", "06. kolovoz", "查看打印版", "微信扫一扫赞赏作者"}) {
    EXPECT_FALSE(is_name(clean_names(text))) << text;
  }
  for (const std::string_view text : {"Omar Sharer", "Ann Clicker", "[x]~Night", "Will Followill"}) {
    EXPECT_TRUE(is_name(clean_names(text))) << text;
  }
}

}  // namespace
}  // namespace pith::article
