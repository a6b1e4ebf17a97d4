#pragma once

// A server of the tests, in a thread of its own.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "fetch/fetch.hpp"

namespace pith::fetch {

/// Answers every connection to a port of 127.0.0.1 with what `answer` makes of the request; an empty
/// answer is a server that keeps silent.
class Server {
 public:
  using Answer = std::function<std::string(const std::string& request)>;

  explicit Server(Answer answer) : answer_(std::move(answer)), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::listen(socket_, 16), 0);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    stop_ = true;
    thread_.join();
    ::close(socket_);
  }

  [[nodiscard]] std::string port() const { return std::to_string(port_); }
  [[nodiscard]] std::string url(const std::string& path = "/") const { return "http://127.0.0.1:" + port() + path; }
  [[nodiscard]] int requests() const { return requests_; }

 private:
  void serve() {
    while (!stop_) {
      pollfd wait{socket_, POLLIN, 0};
      if (::poll(&wait, 1, 20) <= 0) continue;
      const int connection = ::accept(socket_, nullptr, nullptr);
      char buffer[8192];
      const ssize_t got = ::recv(connection, buffer, sizeof buffer, 0);
      ++requests_;
      const std::string answer = got > 0 ? answer_(std::string(buffer, static_cast<std::size_t>(got))) : "";
      for (std::size_t sent = 0; sent < answer.size();) {
        const ssize_t n = ::send(connection, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
        if (n <= 0) break;
        sent += static_cast<std::size_t>(n);
      }
      if (answer.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(600));
      ::close(connection);
    }
  }

  Answer answer_;
  int socket_;
  int port_ = 0;
  std::atomic<bool> stop_ = false;
  std::atomic<int> requests_ = 0;
  std::thread thread_;
};

inline std::string ok(const std::string& body, const std::string& fields = "Content-Type: text/html; charset=gbk\r\n") {
  return "HTTP/1.1 200 OK\r\n" + fields + "Content-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n\r\n" + body;
}

inline std::string redirect(const std::string& target) {
  return "HTTP/1.1 302 Found\r\nLocation: " + target + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
}

inline FetchOptions local() {
  FetchOptions options;
  options.allow_private = true;
  return options;
}

}  // namespace pith::fetch
