// The service on a socket, by many clients at once. Also run under ThreadSanitizer (preset tsan).

#include "serve/server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "serve/handlers.hpp"

namespace pith::serve {
namespace {

/// Sends all, half-closes, and reads all there is.
std::string ask(std::uint16_t port, const std::string& sent, bool reads = true) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    for (std::string_view rest = sent; !rest.empty();) {
      const ssize_t n = ::send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (n <= 0) break;
      rest.remove_prefix(static_cast<std::size_t>(n));
    }
    char piece[4096];
    if (reads) {
      ::shutdown(socket, SHUT_WR);
      for (ssize_t n = 0; (n = ::recv(socket, piece, sizeof piece, 0)) > 0;)
        answer.append(piece, static_cast<std::size_t>(n));
    }
  }
  ::close(socket);
  return answer;
}

std::string post(const std::string& path, const std::string& type, const std::string& body) {
  return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: " + type +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A service that runs in a thread of its own.
class Running {
 public:
  explicit Running(ServerOptions options = {}) : engine_({.threads = 2}), service_({}, routes(), engine_) {
    Result<std::unique_ptr<Server>> listening = Server::listen(std::move(options), service_);
    EXPECT_TRUE(listening) << listening.error().message;
    server_ = *std::move(listening);
    const std::string url = server_->url();
    port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    thread_ = std::jthread([this] { done = server_->run(); });
  }
  void stop() {
    if (server_ == nullptr) return;
    server_->stop();
    if (thread_.joinable()) thread_.join();
    server_.reset();  // with what waited for a turn that did not come
  }
  ~Running() { stop(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] Engine& engine() { return engine_; }

  std::uint16_t port = 0;
  bool done = false;

 private:
  static Router routes() {
    Router router;
    add_routes(router);
    return router;
  }

  Engine engine_;
  Service service_;
  std::unique_ptr<Server> server_;
  std::jthread thread_;
};

const std::string kPage = "<p>The bridge over the river is closed for the winter, says the harbour master.</p>";
const std::string kLine = "{\"id\":\"x\",\"html\":\"<p>The bridge over the river is closed for the winter.</p>\"}\n";

TEST(Server, ManyAtOnce) {
  Running service;
  std::atomic<int> answered = 0, lines = 0;
  {
    std::vector<std::jthread> clients;
    for (int client = 0; client < 8; ++client)
      clients.emplace_back([&, client] {
        for (int i = 0; i < 10; ++i) {
          const std::string one = post("/v1/extract", "text/html", kPage);
          if (client % 4 == 3) {  // breaks off
            ask(service.port, one.substr(0, one.size() - static_cast<std::size_t>(i)), false);
            continue;
          }
          std::string answer;
          if (client % 2 == 0) {
            answer = ask(service.port, one + one + "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
            for (std::size_t at = 0; (at = answer.find("HTTP/1.1 200", at)) != std::string::npos; ++at) ++answered;
          } else {
            std::string body;
            for (int n = 0; n < 50; ++n) body += kLine;
            answer = ask(service.port, post("/v1/batch", "application/x-ndjson", body));
            for (std::size_t at = 0; (at = answer.find("{\"id\":\"x\"", at)) != std::string::npos; ++at) ++lines;
          }
        }
      });
  }
  EXPECT_EQ(answered, 4 * 10 * 3);
  EXPECT_EQ(lines, 2 * 10 * 50);
  service.stop();
  EXPECT_TRUE(service.done);
  EXPECT_EQ(service.engine().metrics().connections, 0);
  EXPECT_EQ(service.engine().metrics().in_flight, 0);
  // A worker lets go of a batch just after its answer was handed over.
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (service.engine().memory().used() > 0 && std::chrono::steady_clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(service.engine().memory().used(), 0u);
}

// What does not come to an end is broken off, and takes nothing with it.
TEST(Server, TheEndIsBounded) {
  ServerOptions options;
  options.stop_seconds = 0.2;
  Running service(options);
  std::vector<std::jthread> clients;
  for (const std::string path : {"/v1/extract", "/v1/batch"})
    clients.emplace_back([&service, path] {
      const std::string whole = post(path, "application/x-ndjson", kLine + kLine);
      const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      sockaddr_in address{};
      address.sin_family = AF_INET;
      address.sin_port = htons(service.port);
      address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
        static_cast<void>(::send(socket, whole.data(), whole.size() - 10, MSG_NOSIGNAL));
        char piece[4096];
        while (::recv(socket, piece, sizeof piece, 0) > 0) {
        }
      }
      ::close(socket);
    });
  while (service.engine().metrics().in_flight < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  service.stop();
  EXPECT_FALSE(service.done);
}

TEST(Server, SaysWhyItCannotListen) {
  Engine engine({.threads = 1});
  Service service({}, Router(), engine);
  ServerOptions options;
  options.address = "nowhere";
  EXPECT_FALSE(Server::listen(options, service));
  Running taken;
  options.address = "127.0.0.1";
  options.port = taken.port;
  EXPECT_FALSE(Server::listen(options, service));
}

}  // namespace
}  // namespace pith::serve
