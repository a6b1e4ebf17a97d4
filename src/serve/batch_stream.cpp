#include "serve/batch_stream.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "render/formats.hpp"
#include "serve/extraction.hpp"
#include "text/ascii.hpp"

namespace pith::serve {
namespace {

constexpr std::size_t kWindowBytes = 2u << 20;   // of lines that are worked on, or one line
constexpr std::size_t kResultBytes = 16u << 20;  // of answers that wait to be sent
constexpr std::size_t kInflatedAtOnce = 64u << 10;

/// Undoes gzip or deflate piece by piece, as much at a time as is asked for.
class Inflater {
 public:
  Inflater() { usable_ = ::inflateInit2(&stream_, 15 + 32) == Z_OK; }  // tells gzip from zlib itself
  ~Inflater() {
    if (usable_) ::inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Takes from the beginning of `input` and appends to `out`. False: the data are damaged.
  bool inflate(std::string_view& input, std::string& out) {
    if (!usable_) return false;
    std::array<char, kInflatedAtOnce> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib does not write there
    stream_.avail_in = static_cast<uInt>(input.size());
    stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream_.avail_out = static_cast<uInt>(piece.size());
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    out.append(piece.data(), piece.size() - stream_.avail_out);
    input.remove_prefix(input.size() - stream_.avail_in);
    at_end_ = status == Z_STREAM_END;
    if (at_end_) return input.empty() || ::inflateReset(&stream_) == Z_OK;  // a further member
    return status == Z_OK || status == Z_BUF_ERROR;
  }
  /// Whether the data may end here.
  [[nodiscard]] bool is_at_end() const noexcept { return at_end_; }

 private:
  z_stream stream_{};
  bool usable_ = false, at_end_ = true;
};

/// Lines that follow each other, and what was made of them.
struct Group {
  std::string lines;
  std::uint64_t first = 0;  // number of the first line
  std::string out;
  bool done = false;
};

class BatchStream final : public Stream, public std::enable_shared_from_this<BatchStream> {
 public:
  BatchStream(BatchOptions options, std::string_view coding, const Request& request, Engine& engine)
      : options_(std::move(options)), engine_(engine), charge_(engine.memory()) {
    context_.trace = request.trace;
    context_.client = request.client;
    context_.stop = &cancelled_;
    if (!coding.empty() && !text::equals_ignoring_case(coding, "identity")) inflater_ = std::make_unique<Inflater>();
  }

  bool reserve() { return charge_.grow_to(engine_.options().body_bytes); }

  void begin(std::function<void()> changed) override {
    changed_ = std::move(changed);
    if (const auto append_header = rendering::info_of(options_.style.format).append_header; append_header != nullptr)
      append_header(true, header_, options_.style.members);
  }

  bool wants_more() override {
    advance();
    return coded_.empty() && !body_ended_ && has_room();
  }

  void feed(std::string_view bytes) override {
    if (inflater_ == nullptr)
      take_bytes(bytes);
    else if (!damaged_)
      coded_.append(bytes);
    advance();
  }

  void end(bool whole) override {
    body_ended_ = true;
    if (!whole) cancelled_ = true;
    advance();
  }

  bool take(std::string& out) override {
    advance();
    out += std::exchange(header_, {});
    const std::lock_guard lock(mutex_);
    while (!groups_.empty() && groups_.front()->done) {
      out += groups_.front()->out;
      results_ -= groups_.front()->out.size();
      groups_.pop_front();
    }
    return !(finished_ && groups_.empty());
  }

 private:
  bool has_room() {
    const std::lock_guard lock(mutex_);
    const std::size_t tasks = engine_.workers().running_at_most() + (engine_.fetches() ? 32U : 0U);
    return working_ < kWindowBytes && results_ < kResultBytes && groups_.size() < 4 * tasks;
  }

  /// Goes on with what is there, as far as there is room.
  void advance() {
    std::string_view coded = coded_;
    while (!coded.empty() && !damaged_ && has_room()) {
      inflated_.clear();
      damaged_ = !inflater_->inflate(coded, inflated_);
      take_bytes(inflated_);
    }
    coded_.erase(0, damaged_ ? coded_.size() : coded_.size() - coded.size());
    if (!body_ended_ || !coded_.empty() || finished_) return;
    finished_ = true;
    if (std::exchange(dropping_, false)) {
      answer_too_long();
    } else if (!partial_.empty()) {
      post(std::exchange(partial_, {}));
    }
    if (damaged_ || (inflater_ != nullptr && !inflater_->is_at_end()))
      answer("", "The body is damaged or broken off: it cannot be decompressed any further.");
  }

  void take_bytes(std::string_view bytes) {
    if (dropping_) {
      const std::size_t end = bytes.find('\n');
      if (end == std::string_view::npos) return;
      dropping_ = false;
      answer_too_long();
      bytes.remove_prefix(end + 1);
    }
    const std::size_t last = engine_.fetches() ? bytes.find('\n') : bytes.rfind('\n');
    if (last != std::string_view::npos) {
      std::string lines = std::exchange(partial_, {});
      lines.append(bytes.substr(0, last + 1));
      post(std::move(lines));
      bytes.remove_prefix(last + 1);
      // Lines whose pages may have to be waited for go one by one.
      for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
        post(std::string(bytes.substr(0, end + 1)));
        bytes.remove_prefix(end + 1);
      }
    }
    partial_.append(bytes);
    if (partial_.size() <= engine_.options().body_bytes) return;
    std::string().swap(partial_);
    dropping_ = true;
  }

  void answer_too_long() {
    answer(std::to_string(line_++),
           "The line is longer than " + std::to_string(engine_.options().body_bytes) + " bytes.");
  }

  /// Says what is wrong, in its place among the answers.
  void answer(std::string_view id, std::string_view reason) {
    auto group = std::make_shared<Group>();
    append_error(id, {}, reason, group->out);
    group->done = true;
    const std::lock_guard lock(mutex_);
    results_ += group->out.size();
    groups_.push_back(std::move(group));
  }

  void append_error(std::string_view id, std::string_view url, std::string_view reason, std::string& out) const {
    Article none;
    none.url = url;
    none.reason = reason;
    batch::append_result(id, none, options_.style, out);
  }

  void post(std::string lines) {
    auto group = std::make_shared<Group>();
    group->first = line_;
    line_ += static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
    group->lines = std::move(lines);
    {
      const std::lock_guard lock(mutex_);
      working_ += group->lines.size();
      groups_.push_back(group);
    }
    engine_.workers().post([self = shared_from_this(), group = std::move(group)] { self->work(*group); });
  }

  void work(Group& group) {
    std::string out;
    const std::size_t bytes = group.lines.size();
    std::uint64_t number = group.first;
    try {
      const Engine::Lease scratch = engine_.scratch();
      std::string line;
      for (std::string_view rest = group.lines; !rest.empty() && !cancelled_; ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view trimmed = text::trim_ascii(rest.substr(0, end));
        if (!trimmed.empty()) {
          line.reserve(trimmed.size() + simdjson::SIMDJSON_PADDING);
          line = trimmed;
          work_on(line, number, *scratch, out);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    } catch (const std::exception& problem) {  // out of memory, above all: the others go on
      append_error(std::to_string(number), {}, problem.what(), out);
    }
    {
      const std::lock_guard lock(mutex_);
      std::string().swap(group.lines);
      working_ -= bytes;
      results_ += out.size();
      group.out = std::move(out);
      group.done = true;
    }
    changed_();
  }

  void work_on(const std::string& line, std::uint64_t number, Scratch& scratch, std::string& out) {
    const Result<corpus::JsonObject> object = scratch.json.read_object(line);
    if (!object) return append_error(std::to_string(number), {}, "The line is " + object.error().message + ".", out);
    GivenPage page;
    if (const std::optional<Fault> fault = page.read(*object, number, context_, engine_, scratch))
      return append_error(page.record().id, page.record().url, fault->detail, out);
    const Article article = options_.extractor->extract(page.record().html, page.info(), scratch.workspace);
    ++engine_.metrics().pages;
    append_record(page, article, options_.style, out);
  }

  const BatchOptions options_;
  Engine& engine_;
  Charge charge_;
  Request context_;  // for what is fetched
  std::atomic<bool> cancelled_ = false;
  std::function<void()> changed_;

  // Of those who feed and take.
  std::unique_ptr<Inflater> inflater_;
  std::string coded_, inflated_;  // what is still compressed
  std::string partial_;           // a line that has not ended
  std::string header_;
  std::uint64_t line_ = 1;
  bool dropping_ = false;  // a line that is too long
  bool damaged_ = false, body_ended_ = false, finished_ = false;

  std::mutex mutex_;  // of what follows
  std::deque<std::shared_ptr<Group>> groups_;
  std::size_t working_ = 0, results_ = 0;  // bytes
};

}  // namespace

bool is_batch_coding(std::string_view coding) noexcept {
  constexpr std::array<std::string_view, 5> kCodings = {"", "identity", "gzip", "x-gzip", "deflate"};
  return std::any_of(kCodings.begin(), kCodings.end(),
                     [&](std::string_view known) { return text::equals_ignoring_case(coding, known); });
}

std::shared_ptr<Stream> open_batch_stream(BatchOptions options, std::string_view coding, const Request& request,
                                          Engine& engine) {
  auto stream = std::make_shared<BatchStream>(std::move(options), coding, request, engine);
  if (!stream->reserve()) return nullptr;
  return stream;
}

}  // namespace pith::serve
