#include "serve/server.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "text/ascii.hpp"
#include "version.hpp"

// Handlers name each other in a circle, but none runs inside another: each is called when its turn has come. What Asio
// returns is the error that it also puts into its last argument.
// NOLINTBEGIN(misc-no-recursion,bugprone-unused-return-value)
namespace pith::serve {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t kLeastPiece = 8u << 10, kMostPiece = 64u << 10;  // of a body, read at once
constexpr std::size_t kKeptBuffer = 8u << 10;                          // by a connection that waits
constexpr std::size_t kBufferBytes = 256u << 10;
constexpr std::size_t kSparedFiles = 64;  // not for connections
constexpr auto kLinger = std::chrono::seconds(2);
constexpr auto kAcceptAgain = std::chrono::milliseconds(50);
constexpr std::string_view kFull =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n";

Clock::duration seconds(double value) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(value));
}

/// The field Date, made anew each second.
const std::string& date_field() {
  thread_local std::time_t made = 0;
  thread_local std::string text;
  if (const std::time_t now = std::time(nullptr); now != made) {
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char line[64];
    // In English, whatever the locale.
    constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const int length = std::snprintf(line, sizeof line, "%s, %02d %s %04d %02d:%02d:%02d GMT",
                                     kDays[static_cast<std::size_t>(parts.tm_wday)], parts.tm_mday,
                                     kMonths[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900,
                                     parts.tm_hour, parts.tm_min, parts.tm_sec);
    text.assign(line, static_cast<std::size_t>(length));
    made = now;
  }
  return text;
}

/// A value of a header field that cannot end it: handlers put addresses there.
void append_field(std::string_view name, std::string_view value, std::string& out) {
  out.append(name).append(": ");
  for (const char c : value) out += static_cast<unsigned char>(c) < 0x20 && c != '\t' ? ' ' : c;
  out += "\r\n";
}

/// What must have gone before the threads and contexts of a server may.
class Outstanding {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++count_;
  }
  void remove() {
    const std::lock_guard lock(mutex_);
    if (--count_ == 0) none_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    none_.wait(lock, [this] { return count_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable none_;
  std::size_t count_ = 0;
};

class Token {
 public:
  explicit Token(Outstanding& outstanding) : outstanding_(outstanding) { outstanding_.add(); }
  Token(const Token& other) : Token(other.outstanding_) {}
  Token& operator=(const Token&) = delete;
  ~Token() { outstanding_.remove(); }

 private:
  Outstanding& outstanding_;
};

class Connection;

}  // namespace

struct Server::Impl {
  Impl(ServerOptions given, Service& of) : options(std::move(given)), service(of) {}

  Error open();
  bool run();
  void stop();
  void accept();
  void taken(tcp::socket socket, asio::io_context& context);
  void enter(Connection* connection, std::weak_ptr<Connection> weak);
  void leave(Connection* connection);
  std::vector<std::shared_ptr<Connection>> all_connections();
  void end_if_done();

  ServerOptions options;
  Service& service;
  std::vector<std::unique_ptr<asio::io_context>> contexts;
  std::vector<asio::executor_work_guard<asio::io_context::executor_type>> guards;
  std::optional<tcp::acceptor> acceptor;
  std::optional<asio::steady_timer> accept_timer, stop_timer;
  std::optional<asio::signal_set> signals;
  std::size_t next_context = 0;
  std::atomic<bool> stopping = false, forced = false;
  Outstanding outstanding;  // tasks of workers, and streams
  std::mutex mutex;
  std::unordered_map<Connection*, std::weak_ptr<Connection>> connections;
};

namespace {

/// One connection: request after request. All functions but answer() run on the thread of its context.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Server::Impl& server, tcp::socket socket, asio::io_context& context)
      : server_(server),
        metrics_(server.service.engine().metrics()),
        context_(context),
        socket_(std::move(socket)),
        timer_(context),
        buffer_(kBufferBytes) {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    const tcp::endpoint peer = socket_.remote_endpoint(ignored);
    client_ = peer.address().to_string(ignored);
    ++metrics_.connections;
    ++metrics_.connections_total;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    end_stream();
    finish_request();
    --metrics_.connections;
    server_.leave(this);
  }

  [[nodiscard]] asio::io_context& context() noexcept { return context_; }

  /// Waits for the next request.
  void next() {
    request_ = {};
    response_ = {};
    charge_.release();
    std::string().swap(piece_);
    finish_request();
    while (buffer_.size() > 0 && is_line_end(*static_cast<const char*>(buffer_.data().data()))) buffer_.consume(1);
    if (buffer_.size() > 0) return read_header();
    if (server_.stopping) return close();
    if (buffer_.capacity() > kKeptBuffer) buffer_.shrink_to_fit();
    idle_ = true;
    arm(seconds(is_first_ ? server_.options.header_seconds : server_.options.idle_seconds));
    socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
      self->idle_ = false;
      if (error || self->timed_out_) return self->close();
      self->read_header();
    });
  }

  /// The server ends: what waits for a request goes.
  void end_idle() {
    if (idle_) close();
  }

  /// Lets go of what must not outlive the server.
  void end_stream() {
    if (const std::shared_ptr<Stream> stream = std::exchange(response_.stream, nullptr)) stream->end(false);
    held_.reset();
  }

 private:
  static bool is_line_end(char c) noexcept { return c == '\r' || c == '\n'; }

  // --- Time ---

  void arm(Clock::duration time) {
    timed_out_ = false;
    timer_.expires_after(time);
    timer_.async_wait([weak = weak_from_this(), number = ++armed_](error_code error) {
      const std::shared_ptr<Connection> self = weak.lock();
      if (!error && self && number == self->armed_) self->time_is_up();
    });
  }

  void disarm() {
    ++armed_;
    timer_.cancel();
  }

  void time_is_up() {
    // A stream whose lines are worked on is not idle.
    if (response_.stream && !reading_ && !writing_) return arm(seconds(server_.options.idle_seconds));
    timed_out_ = true;
    error_code ignored;
    socket_.cancel(ignored);
  }

  void finish_request() {
    if (!in_flight_) return;
    in_flight_ = false;
    --metrics_.in_flight;
  }

  // --- Header ---

  void read_header() {
    is_first_ = false;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_.options.header_bytes));
    parser_->body_limit(boost::none);
    buffer_.reserve(std::min(kBufferBytes, std::max(buffer_.size(), kLeastPiece / 2)));
    arm(seconds(server_.options.header_seconds));
    http::async_read_header(socket_, buffer_, *parser_,
                            [self = shared_from_this()](error_code error, std::size_t) { self->header_read(error); });
  }

  void header_read(error_code error) {
    disarm();
    start_ = Clock::now();
    received_ = 0;
    if (timed_out_) {
      if (buffer_.size() == 0 && !parser_->got_some()) return close();
      return refuse_header(408, "The header did not come within " + in_words(server_.options.header_seconds) + ".");
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return refuse_header(431,
                           "The header is larger than " + std::to_string(server_.options.header_bytes) + " bytes.");
    if (error && (!is_of_http(error) || error == http::error::end_of_stream || error == http::error::partial_message))
      return close();
    if (error == http::error::bad_version) return refuse_header(505, "This service speaks HTTP/1.1.");
    if (error) return refuse_header(400, "This is no request of HTTP/1.1: " + error.message() + ".");
    take_header();
  }

  static bool is_of_http(error_code error) {
    return error.category() == http::make_error_code(http::error::bad_method).category();
  }

  static std::string in_words(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text + " seconds";
  }

  void begin_request() {
    in_flight_ = true;
    ++metrics_.in_flight;
    request_.client = client_;
    route_ = nullptr;
    keep_alive_ = false;
  }

  void refuse_header(int status, std::string_view detail) {
    begin_request();
    is_head_ = false;
    version_ = 11;
    request_.method = "";
    request_.trace = Trace::from({});
    respond(problem(status, detail));
  }

  void take_header() {
    begin_request();
    auto& message = parser_->get();
    version_ = message.version();
    request_.method = std::string(message.method_string());
    is_head_ = request_.method == "HEAD";
    for (const auto& field : message)
      request_.headers.add(std::string(field.name_string()), std::string(field.value()));
    std::string_view target(message.target().data(), message.target().size());
    if (const std::size_t scheme = target.find("://"); target.starts_with("http") && scheme < 6) {
      target.remove_prefix(scheme + 3);  // a proxy's form: http://host/path
      target.remove_prefix(std::min(target.find_first_of("/?"), target.size()));
    }
    request_.set_target(target.empty() ? "/" : target);
    request_.trace = Trace::from(request_.headers.get("traceparent"));
    request_.stop = &gone_;
    left_ = parser_->chunked() ? std::nullopt : std::optional<std::uint64_t>(parser_->content_length().value_or(0));
    const bool has_body = !left_ || *left_ > 0;
    keep_alive_ = parser_->keep_alive() && !has_body;  // with a body: once it is read
    if (version_ >= 11 && !request_.headers.has("host")) {
      keep_alive_ = false;
      return respond(problem(400, "The header has no field Host."));
    }
    Router::Found found = server_.service.admit(request_);
    if (found.refusal) return respond(*std::move(found.refusal));
    route_ = found.route;
    request_.rest = std::move(found.rest);
    const std::size_t most = server_.service.engine().options().body_bytes;
    if (!route_->streams && left_.value_or(0) > most) return respond(too_large());
    if (const std::string_view expected = request_.headers.get("expect"); !expected.empty()) {
      if (!text::equals_ignoring_case(expected, "100-continue"))
        return respond(
            problem(417, "`" + std::string(expected.substr(0, 100)) + "` cannot be expected of this service."));
      if (has_body && version_ >= 11) {
        static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
        arm(seconds(server_.options.body_seconds));
        asio::async_write(socket_, asio::buffer(kContinue), [self = shared_from_this()](error_code error, std::size_t) {
          if (error) return self->close();
          self->begin_body();
        });
        return;
      }
    }
    begin_body();
  }

  // --- Body ---

  [[nodiscard]] Response too_large() const {
    return problem(
        413, "The body is larger than " + std::to_string(server_.service.engine().options().body_bytes) + " bytes.");
  }

  void begin_body() {
    charge_ = Charge(server_.service.engine().memory());
    body_ended_ = false;
    if (route_->streams) {
      if (left_ == 0U) body_ended_ = true;
      return dispatch();  // the handler says what the body is for
    }
    if (left_ == 0U) {
      body_ended_ = true;
      return body_read();
    }
    body_start_ = Clock::now();
    read_body();
  }

  /// Reads the next piece of the body, which goes to body_piece().
  void read_body() {
    while (left_ && buffer_.size() > 0) {  // came with the header
      const std::size_t n = static_cast<std::size_t>(std::min<std::uint64_t>(*left_, buffer_.size()));
      // Copied, for whoever gets it may read on.
      piece_.assign(static_cast<const char*>(buffer_.data().data()), n);
      buffer_.consume(n);
      *left_ -= n;
      if (!body_piece(std::string_view(piece_).substr(0, n))) return;
    }
    reading_ = true;
    const std::size_t size = std::clamp<std::size_t>(received_, kLeastPiece, kMostPiece);
    if (piece_.size() < size) piece_.resize(size);
    if (response_.stream)
      arm(seconds(server_.options.idle_seconds));
    else
      arm(body_start_ +
          seconds(server_.options.body_seconds +
                  static_cast<double>(received_) / static_cast<double>(server_.options.least_rate)) -
          Clock::now());
    if (left_) {
      const std::size_t n = static_cast<std::size_t>(std::min<std::uint64_t>(*left_, piece_.size()));
      socket_.async_read_some(asio::buffer(piece_.data(), n),
                              [self = shared_from_this()](error_code error, std::size_t got) {
                                self->reading_ = false;
                                if (error) return self->body_failed();
                                *self->left_ -= got;
                                if (self->body_piece({self->piece_.data(), got})) self->read_body();
                              });
      return;
    }
    buffer_.reserve(std::min(kBufferBytes / 2, std::max(buffer_.size(), size)));
    auto& body = parser_->get().body();
    body.data = piece_.data();
    body.size = piece_.size();
    http::async_read_some(socket_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      self->reading_ = false;
      if (error == http::error::need_buffer) error = {};
      if (error) {
        const bool is_malformed =
            is_of_http(error) && error != http::error::partial_message && error != http::error::end_of_stream;
        if (is_malformed && !self->response_.stream && !self->timed_out_) {
          self->keep_alive_ = false;
          return self->respond(problem(400, "The body is no chunked message: " + error.message() + "."));
        }
        return self->body_failed();
      }
      const std::size_t got = self->piece_.size() - self->parser_->get().body().size;
      if (self->body_piece({self->piece_.data(), got})) self->read_body();
    });
  }

  void body_failed() {
    disarm();
    if (response_.stream) {
      response_.stream->end(false);
      return close();
    }
    if (!timed_out_) return close();
    keep_alive_ = false;
    respond(problem(408, "The body came too slowly: it has " + in_words(server_.options.body_seconds) +
                             ", and one more for each " + std::to_string(server_.options.least_rate) + " bytes."));
  }

  /// True: the next one is to be read.
  bool body_piece(std::string_view bytes) {
    received_ += bytes.size();
    metrics_.bytes_in += bytes.size();
    body_ended_ = left_ ? *left_ == 0 : parser_->is_done();
    if (response_.stream) {
      response_.stream->feed(bytes);
      if (body_ended_) {
        disarm();
        response_.stream->end(true);
        if (!writing_) arm(seconds(server_.options.idle_seconds));
      }
      pump();
      return false;
    }
    const std::size_t most = server_.service.engine().options().body_bytes;
    std::string& body = request_.body;
    if (body.size() + bytes.size() > most) {
      respond(too_large());
      return false;
    }
    if (const std::size_t needed = body.size() + bytes.size() + kPadding; needed > body.capacity()) {
      // As much as was announced, as far as that is believed; then twice as much each time.
      const std::size_t announced = static_cast<std::size_t>(std::min<std::uint64_t>(left_.value_or(0), kBufferBytes));
      const std::size_t capacity =
          std::min(std::max({needed + announced, 2 * body.capacity(), kLeastPiece}), most + kPadding);
      if (!charge_.grow_to(capacity + piece_.size())) {
        std::string().swap(body);
        charge_.release();
        Response response = problem(503, "All memory for bodies is taken. Try again later.");
        response.headers.set("Retry-After", "1");
        respond(std::move(response));
        return false;
      }
      body.reserve(capacity);
    }
    body.append(bytes);
    if (!body_ended_) return true;
    body_read();
    return false;
  }

  void body_read() {
    disarm();
    keep_alive_ = parser_->keep_alive();
    std::string().swap(piece_);
    dispatch();
  }

  // --- Answer ---

  void dispatch() {
    if (route_->immediate) return respond(server_.service.answer(*route_, request_));
    request_.deadline = start_ + std::chrono::minutes(10);
    auto task = [token = Token(server_.outstanding), self = shared_from_this()]() mutable {
      auto response = std::make_shared<Response>(self->server_.service.answer(*self->route_, self->request_));
      asio::io_context& context = self->context_;
      asio::post(context, [self = std::move(self), response] { self->respond(std::move(*response)); });
    };
    if (server_.service.engine().workers().try_post(std::move(task))) return;
    Response response = problem(503, "Too many requests wait already. Try again later.");
    response.headers.set("Retry-After", "1");
    respond(std::move(response));
  }

  void respond(Response response) {
    disarm();
    response_ = std::move(response);
    if (server_.stopping) keep_alive_ = false;
    is_flowing_ = response_.stream || response_.parts;
    is_chunked_ = is_flowing_ && version_ >= 11;
    if (is_flowing_ && !is_chunked_) keep_alive_ = false;
    if (route_ != nullptr && route_->streams && !response_.stream && !body_ended_) keep_alive_ = false;
    server_.service.complete(request_, response_);
    make_head();
    std::string().swap(request_.body);
    sent_ = 0;
    if (is_flowing_) return begin_flow();
    const bool has_no_body = is_head_ || response_.status == 204 || response_.status == 304;
    if (has_no_body) response_.body.clear();
    charge_ = Charge(server_.service.engine().memory());
    charge_.force_to(response_.body.capacity());
    sent_ = response_.body.size();
    arm(seconds(server_.options.body_seconds +
                static_cast<double>(sent_) / static_cast<double>(server_.options.least_rate)));
    const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_), asio::buffer(response_.body)};
    asio::async_write(socket_, buffers,
                      [self = shared_from_this()](error_code error, std::size_t) { self->written(error); });
  }

  void make_head() {
    head_.clear();
    head_.append("HTTP/1.1 ").append(std::to_string(response_.status)).append(" ");
    head_.append(reason_phrase(response_.status)).append("\r\n");
    append_field("Date", date_field(), head_);
    append_field("Server", "pith/" + std::string(kVersion), head_);
    for (const Field& field : response_.headers) append_field(field.name, field.value, head_);
    if (is_chunked_)
      append_field("Transfer-Encoding", "chunked", head_);
    else if (!is_flowing_ && response_.status != 204 && response_.status != 304)
      append_field("Content-Length", std::to_string(response_.body.size()), head_);
    if (!keep_alive_ && !(response_.stream && is_chunked_))
      append_field("Connection", "close", head_);
    else if (version_ < 11)
      append_field("Connection", "keep-alive", head_);
    head_ += "\r\n";
  }

  void written(error_code error) {
    disarm();
    metrics_.bytes_out += sent_;
    log();
    if (error) return close();
    charge_.release();
    if (!keep_alive_ || server_.stopping) return linger();
    next();
  }

  void log() {
    server_.service.log(request_, route_,
                        {.status = response_.status,
                         .seconds = std::chrono::duration<double>(Clock::now() - start_).count(),
                         .bytes_in = received_,
                         .bytes_out = sent_});
    finish_request();
  }

  // --- Answers in parts, and streams ---

  void begin_flow() {
    out_.clear();
    flow_ended_ = is_head_;
    if (response_.stream) {
      response_.stream->begin([token = Token(server_.outstanding), weak = weak_from_this()] {
        if (std::shared_ptr<Connection> self = weak.lock()) {
          asio::io_context& context = self->context_;
          asio::post(context, [self = std::move(self)] { self->pump(); });
        }
      });
      held_ = shared_from_this();
      if (body_ended_) response_.stream->end(true);
      arm(seconds(server_.options.idle_seconds));
    }
    write_part();
  }

  /// Sends the head, where it was not sent, and what is in `out_`; behind the last part its end.
  void write_part() {
    writing_ = true;
    frame_.clear();
    std::swap(frame_, head_);
    sent_ += out_.size();
    tail_.clear();
    if (is_chunked_ && !out_.empty() && !is_head_) {
      char digits[24];
      const int n = std::snprintf(digits, sizeof digits, "%zx\r\n", out_.size());
      frame_.append(digits, static_cast<std::size_t>(n));
      tail_ = "\r\n";
    }
    if (is_chunked_ && flow_ended_ && !is_head_) tail_ += "0\r\n\r\n";
    if (is_head_) out_.clear();
    if (!response_.stream)
      arm(seconds(server_.options.body_seconds +
                  static_cast<double>(out_.size()) / static_cast<double>(server_.options.least_rate)));
    else
      arm(seconds(server_.options.idle_seconds));
    const std::array<asio::const_buffer, 3> buffers = {asio::buffer(frame_), asio::buffer(out_), asio::buffer(tail_)};
    asio::async_write(socket_, buffers, [self = shared_from_this(), last = flow_ended_](error_code error, std::size_t) {
      self->writing_ = false;
      self->out_.clear();
      if (error) return self->break_off();
      if (last) return self->end_flow();
      self->pump();
    });
  }

  void break_off() {
    disarm();
    if (response_.stream) response_.stream->end(false);
    gone_ = true;
    metrics_.bytes_out += sent_;
    log();
    close();
  }

  void end_flow() {
    held_.reset();
    if (response_.stream && is_chunked_) keep_alive_ = body_ended_ && parser_->keep_alive() && !server_.stopping;
    written({});
  }

  /// Goes on with what can go on: the next part, and where the stream has room more of the body.
  void pump() {
    if (!is_flowing_ || !socket_.is_open()) return;
    if (response_.parts) return next_part();
    if (!response_.stream) return;
    if (!writing_ && !flow_ended_) {
      flow_ended_ = !response_.stream->take(out_);
      if (!out_.empty() || flow_ended_) write_part();
    }
    if (!reading_ && !body_ended_ && !flow_ended_ && response_.stream->wants_more()) read_body();
  }

  void next_part() {
    if (writing_ || flow_ended_) return;
    writing_ = true;
    server_.service.engine().workers().post([token = Token(server_.outstanding), self = shared_from_this()]() mutable {
      bool more = false, failed = false;
      try {
        more = self->response_.parts(self->out_);
      } catch (const std::exception&) {
        failed = true;
      }
      asio::io_context& context = self->context_;
      asio::post(context, [self = std::move(self), more, failed] {
        self->writing_ = false;
        if (failed) return self->break_off();
        self->flow_ended_ = !more;
        if (self->out_.empty() && more) return self->pump();
        self->write_part();
      });
    });
  }

  // --- The end ---

  /// Lets the client read the answer, although it has not been listened to: what it still sends is thrown away for a
  /// while. To close at once would take the answer away from it.
  void linger() {
    error_code error;
    socket_.shutdown(tcp::socket::shutdown_send, error);
    if (error) return close();
    response_ = {};
    finish_request();
    piece_.resize(kLeastPiece);
    arm(kLinger);
    discard();
  }

  void discard() {
    socket_.async_read_some(asio::buffer(piece_.data(), piece_.size()),
                            [self = shared_from_this()](error_code error, std::size_t) {
                              if (error || self->timed_out_) return self->close();
                              self->discard();
                            });
  }

  void close() {
    disarm();
    gone_ = true;
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_both, ignored);
    socket_.close(ignored);
    end_stream();
    finish_request();
  }

  static constexpr std::size_t kPadding = 64;  // which readers of JSON want behind it

  Server::Impl& server_;
  Metrics& metrics_;
  asio::io_context& context_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_;
  std::string client_;
  std::uint64_t armed_ = 0;
  std::shared_ptr<Connection> held_;  // itself, while nothing but a stream that works knows of it
  bool timed_out_ = false, is_first_ = true, idle_ = false;

  // Of the request at hand.
  std::optional<http::request_parser<http::buffer_body>> parser_;
  Request request_;
  Response response_;
  const Route* route_ = nullptr;
  Charge charge_;
  Clock::time_point start_, body_start_;
  std::optional<std::uint64_t> left_;  // bytes of the body; nothing: it is chunked
  std::size_t received_ = 0, sent_ = 0;
  std::string piece_, head_, frame_, out_, tail_;
  std::atomic<bool> gone_ = false;
  unsigned version_ = 11;
  bool is_head_ = false, keep_alive_ = false, in_flight_ = false;
  bool body_ended_ = false, reading_ = false, writing_ = false;
  bool is_flowing_ = false, is_chunked_ = false, flow_ended_ = false;
};

}  // namespace

// --- The server --------------------------------------------------------------------------------------

Error Server::Impl::open() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &files));
    if (files.rlim_cur != RLIM_INFINITY)
      options.connections = std::min<std::size_t>(
          options.connections, files.rlim_cur > 2 * kSparedFiles ? files.rlim_cur - kSparedFiles : kSparedFiles);
  }
  // One thread moves the bytes for eight that extract.
  const std::size_t threads = 1 + (service.engine().workers().running_at_most() - 1) / 8;
  for (std::size_t i = 0; i < threads; ++i) {
    contexts.push_back(std::make_unique<asio::io_context>(1));
    guards.push_back(asio::make_work_guard(*contexts.back()));
  }
  asio::io_context& first = *contexts.front();
  error_code error;
  const asio::ip::address address =
      asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, error);
  if (error) return {ErrorCode::bad_option, "`" + options.address + "` is no address of a machine, such as 127.0.0.1"};
  const tcp::endpoint endpoint(address, options.port);
  acceptor.emplace(first);
  if (!acceptor->open(endpoint.protocol(), error) && !acceptor->set_option(tcp::acceptor::reuse_address(true), error) &&
      !acceptor->bind(endpoint, error))
    acceptor->listen(tcp::acceptor::max_listen_connections, error);
  if (error)
    return {ErrorCode::io,
            "cannot listen at " + options.address + ", port " + std::to_string(options.port) + ": " + error.message()};
  accept_timer.emplace(first);
  stop_timer.emplace(first);
  return {};
}

void Server::Impl::accept() {
  asio::io_context& context = *contexts[next_context++ % contexts.size()];
  acceptor->async_accept(context, [this, &context](error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || !acceptor->is_open()) return;
    if (!error) {
      taken(std::move(socket), context);
      return accept();
    }
    // Out of files, above all: those that are open have to go first.
    accept_timer->expires_after(kAcceptAgain);
    accept_timer->async_wait([this](error_code stopped) {
      if (!stopped && acceptor->is_open()) accept();
    });
  });
}

void Server::Impl::taken(tcp::socket socket, asio::io_context& context) {
  Metrics& metrics = service.engine().metrics();
  if (metrics.connections >= static_cast<std::int64_t>(options.connections)) {
    ++metrics.refused_connections;
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.send(asio::buffer(kFull), 0, ignored);
    return;
  }
  auto connection = std::make_shared<Connection>(*this, std::move(socket), context);
  enter(connection.get(), connection);
  asio::post(context, [connection = std::move(connection)] { connection->next(); });
}

void Server::Impl::enter(Connection* connection, std::weak_ptr<Connection> weak) {
  const std::lock_guard lock(mutex);
  connections.emplace(connection, std::move(weak));
}

void Server::Impl::leave(Connection* connection) {
  const std::lock_guard lock(mutex);
  connections.erase(connection);
  if (stopping && !forced && connections.empty()) asio::post(*contexts.front(), [this] { end_if_done(); });
}

std::vector<std::shared_ptr<Connection>> Server::Impl::all_connections() {
  std::vector<std::shared_ptr<Connection>> all;
  const std::lock_guard lock(mutex);
  for (const auto& [connection, weak] : connections)
    if (std::shared_ptr<Connection> one = weak.lock()) all.push_back(std::move(one));
  return all;
}

void Server::Impl::end_if_done() {
  {
    const std::lock_guard lock(mutex);
    if (!stopping || !connections.empty()) return;
  }
  stop_timer->cancel();
  guards.clear();
}

void Server::Impl::stop() {
  if (stopping.exchange(true)) return;
  service.engine().set_ready(false);
  asio::post(*contexts.front(), [this] {
    error_code ignored;
    acceptor->close(ignored);
    accept_timer->cancel();
    if (signals) {
      signals->cancel(ignored);
      signals->clear(ignored);  // a second signal ends the program
    }
    stop_timer->expires_after(seconds(options.stop_seconds));
    stop_timer->async_wait([this](error_code error) {
      if (error) return;
      forced = true;
      for (const auto& context : contexts) context->stop();
    });
    for (std::shared_ptr<Connection>& connection : all_connections()) {
      asio::io_context& context = connection->context();
      asio::post(context, [connection = std::move(connection)] { connection->end_idle(); });
    }
    end_if_done();
  });
}

bool Server::Impl::run() {
  accept();
  {
    std::vector<std::jthread> threads;
    threads.reserve(contexts.size());
    for (const auto& context : contexts) {
      threads.emplace_back([&context] {
        for (;;) {
          try {
            context->run();
            return;
          } catch (const std::exception&) {
            continue;  // out of memory: that connection is lost, the others go on
          }
        }
      });
    }
  }
  // What was broken off, where the time was up.
  for (const std::shared_ptr<Connection>& connection : all_connections()) connection->end_stream();
  outstanding.wait();
  const bool done = !forced;
  guards.clear();
  stop_timer.reset();
  accept_timer.reset();
  acceptor.reset();
  signals.reset();
  forced = true;  // what goes with the contexts is no news
  contexts.clear();
  return done;
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::listen(ServerOptions options, Service& service) {
  auto impl = std::make_unique<Impl>(std::move(options), service);
  if (Error error = impl->open()) return error;
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::string Server::url() const {
  error_code ignored;
  const tcp::endpoint endpoint = impl_->acceptor->local_endpoint(ignored);
  const std::string address = endpoint.address().to_string(ignored);
  return "http://" + (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" +
         std::to_string(endpoint.port());
}

bool Server::run() { return impl_->run(); }

void Server::stop() { impl_->stop(); }

void Server::stop_on_signals() {
  impl_->signals.emplace(*impl_->contexts.front(), SIGINT, SIGTERM);
  impl_->signals->async_wait([this](error_code error, int) {
    if (!error) impl_->stop();
  });
}

}  // namespace pith::serve
// NOLINTEND(misc-no-recursion,bugprone-unused-return-value)
