#include "corpus/media.hpp"

#include <algorithm>

#include "text/ascii.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kSniffed = 1445;  // bytes, as the standard has it

struct Family {
  std::string_view part;  // of a media type, the first that it holds
  NoPage kind;
};
constexpr Family kFamilies[] = {
    {"image/", NoPage::image},       {"audio/", NoPage::audio},      {"video/", NoPage::video},
    {"font", NoPage::font},          {"/pdf", NoPage::pdf},          {"json", NoPage::json},
    {"xml", NoPage::markup},         {"javascript", NoPage::script}, {"ecmascript", NoPage::script},
    {"text/css", NoPage::style},     {"zip", NoPage::archive},       {"x-tar", NoPage::archive},
    {"compressed", NoPage::archive}, {"text/", NoPage::text},
};

constexpr Family kBinaries[] = {
    {"image", NoPage::image},  {"PDF", NoPage::pdf},       {"MP4", NoPage::video},       {"Ogg", NoPage::audio},
    {"MP3", NoPage::audio},    {"font", NoPage::font},     {"archive", NoPage::archive}, {"gzip", NoPage::archive},
    {"zstd", NoPage::archive}, {"bzip2", NoPage::archive}, {"xz", NoPage::archive},
};

template <std::size_t N>
NoPage find(const Family (&families)[N], std::string_view name) noexcept {
  const auto* const found = std::find_if(std::begin(families), std::end(families), [name](const Family& family) {
    return name.find(family.part) != std::string_view::npos;
  });
  return found != std::end(families) ? found->kind : NoPage::other;
}

bool begins_with_tag(std::string_view bytes, std::string_view tag) noexcept {
  if (!text::starts_with_ignoring_case(bytes, tag) || bytes.size() == tag.size()) return false;
  return bytes[tag.size()] == ' ' || bytes[tag.size()] == '>';
}

}  // namespace

NoPage kind_of_type(std::string_view essence) noexcept { return find(kFamilies, essence); }

NoPage kind_of_binary(std::string_view kind) noexcept { return find(kBinaries, kind); }

bool looks_like_html(std::string_view bytes) noexcept {
  bytes = bytes.substr(0, kSniffed);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\n\f\r"), bytes.size()));
  if (bytes.starts_with("<!--")) return true;
  for (const std::string_view tag : {"<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font",
                                     "<table", "<a", "<style", "<title", "<b", "<body", "<br", "<p"})
    if (begins_with_tag(bytes, tag)) return true;
  return bytes.starts_with("<?xml") && text::find_ignoring_case(bytes, "<html") != std::string_view::npos;
}

}  // namespace pith::corpus
