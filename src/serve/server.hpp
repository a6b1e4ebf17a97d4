#pragma once

// The service on a socket: HTTP/1.1 over TCP, with bounds on everything that a client can send or hold.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "result.hpp"
#include "serve/service.hpp"

namespace pith::serve {

struct ServerOptions {
  std::string address = "127.0.0.1";  ///< of one of the machine's interfaces; "0.0.0.0", "::": all
  std::uint16_t port = 0;             ///< 0: any that is free
  std::size_t header_bytes = 16u << 10;
  std::size_t connections = 10'000;  ///< at a time, as far as the system lets that many be open
  double header_seconds = 10;        ///< from the first byte of a header to its last
  /// For a body or an answer, and as long again for each `least_rate` bytes of it.
  double body_seconds = 30;
  std::size_t least_rate = 16u << 10;  ///< bytes a second that a client must send or take
  double idle_seconds = 60;            ///< between two requests of a connection, and of batches without a new line
  double stop_seconds = 30;            ///< for what is under way when the service is told to end
};

class Server {
 public:
  /// Listens from now on.
  static Result<std::unique_ptr<Server>> listen(ServerOptions options, Service& service);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// "http://127.0.0.1:8080".
  [[nodiscard]] std::string url() const;
  /// Serves until stop() and all that is under way is done, or its time is up. True: all was done.
  bool run();
  /// From any thread, at any time.
  void stop();
  /// SIGTERM and SIGINT stop it from now on; a second one ends the program.
  void stop_on_signals();

  struct Impl;

 private:
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::serve
