#ifdef PITH_HAVE_XSLT

#include "rules/xml_guard.hpp"

#include <libxml/globals.h>
#include <libxml/parser.h>
#include <libxslt/xsltutils.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <mutex>
#include <utility>

namespace pith::rules {

namespace {

constexpr std::size_t kMostExpressionBytes = 4096, kMostBrackets = 32, kMostSteps = 128;
constexpr std::size_t kMostMessageBytes = 1000;

thread_local XmlGuard* guard = nullptr;
thread_local std::string messages;

double thread_seconds() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void charge(std::size_t bytes) noexcept {
  if (guard != nullptr) guard->charge(bytes);
}

void* counted_malloc(std::size_t bytes) {
  charge(bytes);
  return std::malloc(bytes);
}
void* counted_realloc(void* old, std::size_t bytes) {
  charge(bytes);
  return std::realloc(old, bytes);
}
char* counted_strdup(const char* text) {
  charge(std::strlen(text));
  return ::strdup(text);
}

xmlParserInputPtr refuse_entity(const char*, const char*, xmlParserCtxtPtr) { return nullptr; }

[[gnu::format(printf, 2, 3)]] void note_message(void*, const char* format, ...) {
  char line[512];
  std::va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (length > 0 && messages.size() < kMostMessageBytes) messages += line;
}

void ignore_error(void*, xmlErrorPtr) {}

}  // namespace

void prepare_xml() {
  static std::once_flag once;
  std::call_once(once, [] {
    xmlGcMemSetup(std::free, counted_malloc, counted_malloc, counted_realloc, counted_strdup);
    xmlInitParser();
    xmlSetExternalEntityLoader(refuse_entity);
    xsltSetGenericErrorFunc(nullptr, note_message);
  });
  // Of this thread:
  xmlSetStructuredErrorFunc(nullptr, ignore_error);
  xmlSetGenericErrorFunc(nullptr, note_message);
}

XmlGuard::XmlGuard(XmlBudget& budget) : budget_(budget), begin_(thread_seconds()) { guard = this; }

XmlGuard::~XmlGuard() {
  guard = nullptr;
  unsigned long spent = work_;
  for (unsigned i = 0; i < watched_; ++i) spent += *counts_[i];
  budget_.operations -= std::min(is_over() ? budget_.operations : spent, budget_.operations);
  budget_.seconds -= thread_seconds() - begin_;
}

void XmlGuard::watch(unsigned long& count, unsigned long& limit) {
  limit = std::max(budget_.operations, 1ul);  // 0 would be no limit
  counts_[watched_++] = &count;
}

bool XmlGuard::is_over() const noexcept {
  return over_ || std::any_of(counts_, counts_ + watched_,
                              [&](const unsigned long* count) { return *count >= std::max(budget_.operations, 1ul); });
}

void XmlGuard::charge(std::size_t bytes) noexcept {
  work_ += 1 + bytes / 64;
  if (work_ > budget_.operations) return end();
  if (work_ < next_look_) return;
  next_look_ = work_ + 1000;
  if (thread_seconds() - begin_ > budget_.seconds) end();
}

void XmlGuard::end() noexcept {
  over_ = true;
  for (unsigned i = 0; i < watched_; ++i) *counts_[i] = std::numeric_limits<unsigned long>::max() / 2;
}

std::string XmlGuard::message() {
  return "takes more than " + std::to_string(XmlBudget::kOperations) + " operations on this page";
}

std::string take_xml_messages() {
  std::string all = std::exchange(messages, {});
  while (!all.empty() && all.back() == '\n') all.pop_back();
  for (char& c : all)
    if (c == '\n') c = ' ';
  return all;
}

Error check_expression(std::string_view xpath) {
  const auto fail = [](const std::string& message, std::size_t at) {
    return Error{ErrorCode::bad_option, "offset " + std::to_string(at) + ": " + message};
  };
  if (xpath.size() > kMostExpressionBytes)
    return fail("an expression may have " + std::to_string(kMostExpressionBytes) + " bytes", kMostExpressionBytes);
  std::size_t open = 0, steps = 0;
  for (std::size_t at = 0; at < xpath.size(); ++at) {
    const char c = xpath[at];
    if (c == '"' || c == '\'') {
      const std::size_t end = xpath.find(c, at + 1);
      if (end == std::string_view::npos) return fail("the quotation mark is not closed", at);
      at = end;
    } else if (c == '(' || c == '[') {
      if (++open > kMostBrackets)
        return fail("more than " + std::to_string(kMostBrackets) + " brackets inside each other", at);
    } else if ((c == ')' || c == ']') && open > 0) {
      --open;
    } else if (c == '/' && ++steps > kMostSteps) {
      return fail("more than " + std::to_string(kMostSteps) + " steps", at);
    }
  }
  return {};
}

}  // namespace pith::rules

#endif
