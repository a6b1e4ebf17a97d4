#pragma once

// HTTP messages as handlers see them. Nothing here knows of sockets, so handlers are plain functions, and what they
// answer can be tested without any.

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::serve {

using Clock = std::chrono::steady_clock;

/// A header field, or a parameter of a query or form.
struct Field {
  std::string name, value;
};

/// Header fields in their order; names in any case are the same.
class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<Field> fields) : fields_(fields) {}

  /// Value of the first field of this name; empty where there is none.
  [[nodiscard]] std::string_view get(std::string_view name) const noexcept;
  [[nodiscard]] bool has(std::string_view name) const noexcept;
  void add(std::string name, std::string value) { fields_.push_back({std::move(name), std::move(value)}); }
  /// In place of all fields of this name.
  void set(std::string name, std::string value);
  /// Whether a field that is a list ("gzip, deflate;q=0.5") has this entry, parameters aside.
  [[nodiscard]] bool lists(std::string_view name, std::string_view entry) const noexcept;

  [[nodiscard]] auto begin() const noexcept { return fields_.begin(); }
  [[nodiscard]] auto end() const noexcept { return fields_.end(); }

 private:
  std::vector<Field> fields_;
};

/// "a=1&b=x+y%20z", percent-encoding undone; "+" is a space.
std::vector<Field> parse_query(std::string_view query);

/// Who asks, as W3C Trace Context has it (the field `traceparent`).
struct Trace {
  std::string trace_id;   ///< 32 hexadecimal digits, handed on as they came, else made here
  std::string parent_id;  ///< 16 digits: the span of the caller; empty where none was named
  std::string span_id;    ///< 16 digits: this request
  std::string flags = "00";

  /// What the field says; where it says nothing valid the trace begins here.
  static Trace from(std::string_view traceparent);
  /// The field for what this request asks of others, and for its answer.
  [[nodiscard]] std::string traceparent() const;
};

struct Request {
  std::string method = "GET";
  std::string target{};             ///< as it was sent: "/v1/extract?format=markdown"
  std::vector<Field> parameters{};  ///< of the query, decoded
  std::string rest{};  ///< what the `*` of the route's pattern stands for, as it was sent, without the query
  Headers headers{};
  std::string body{};    ///< with its content codings undone; of a route that streams: empty
  std::string client{};  ///< its address, without the port
  Trace trace{};
  Clock::time_point deadline = Clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;  ///< set when nobody waits for the answer any more

  /// The target up to its query, and behind the "?".
  [[nodiscard]] std::string_view path() const noexcept;
  [[nodiscard]] std::string_view query() const noexcept;
  /// Sets the target and the parameters.
  void set_target(std::string_view target);
  /// Value of the first parameter of the query of this name; empty where there is none.
  [[nodiscard]] std::string_view parameter(std::string_view name) const noexcept;
  /// The type of the body, without parameters, in lower case: "text/html".
  [[nodiscard]] std::string content_type() const;
  /// Whether to go on is in vain.
  [[nodiscard]] bool is_over() const noexcept {
    return (stop != nullptr && stop->load(std::memory_order_relaxed)) || Clock::now() > deadline;
  }
};

/// A body that is answered while it still comes. The functions may be called from different threads, but not two at
/// once; none of them waits.
class Stream {
 public:
  virtual ~Stream() = default;
  /// Calls `changed`, from any thread, whenever wants_more() or take() may say something new. Comes first.
  virtual void begin(std::function<void()> changed) = 0;
  /// False: the sender has to wait.
  [[nodiscard]] virtual bool wants_more() = 0;
  /// The next part of the body.
  virtual void feed(std::string_view bytes) = 0;
  /// There is no more of it; `whole` is false where the sender broke off.
  virtual void end(bool whole) = 0;
  /// Appends what is ready to be sent. False: that was all there will be.
  virtual bool take(std::string& out) = 0;
};

struct Response {
  int status = 200;
  Headers headers{};
  std::string body{};
  /// In place of `body` where it is set: appends the next part; false: that was the last. Called by one thread at a
  /// time, again only when the part before was sent; it may work and wait.
  std::function<bool(std::string& part)> parts{};
  /// In place of both, for routes that stream.
  std::shared_ptr<Stream> stream{};
};

/// "Not Found".
std::string_view reason_phrase(int status) noexcept;

Response json_response(std::string json, int status = 200);
Response text_response(std::string text, std::string content_type = "text/plain; charset=utf-8");
/// An error as problem+json (RFC 9457): type, title (that of the status), status, detail, and further members. `detail`
/// is for people and says what to do about it.
Response problem(int status, std::string_view detail, const std::vector<Field>& members = {});

}  // namespace pith::serve
