#include "serve/service.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <exception>

#include "fetch/http_message.hpp"
#include "text/ascii.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

constexpr std::size_t kLongestLogged = 1024;  // bytes of what clients send

/// In a time that does not tell how much of it is right.
bool same_secret(std::string_view a, std::string_view b) noexcept {
  unsigned different = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    different |= static_cast<unsigned char>(a[i]) ^ (b.empty() ? 0U : static_cast<unsigned char>(b[i % b.size()]));
  return different == 0;
}

/// Whoever has one address of IPv6 has all of its network.
std::string_view network_of(std::string_view client) noexcept {
  if (client.find(':') == std::string_view::npos) return client;
  std::size_t at = 0;
  for (int group = 0; group < 4 && at != std::string_view::npos; ++group) at = client.find(':', at + 1);
  return client.substr(0, at);
}

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

RateLimit::RateLimit(double rate) : rate_(rate), burst_(std::max(1.0, rate)) {}

double RateLimit::ask(std::string_view client, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= kMostClients) {
    // Those who may ask as if they had never asked need not be known.
    std::erase_if(buckets_, [&](const auto& entry) {
      return entry.second.tokens + std::chrono::duration<double>(now - entry.second.at).count() * rate_ >= burst_;
    });
    if (buckets_.size() >= kMostClients) buckets_.clear();
  }
  const auto [it, is_new] = buckets_.try_emplace(std::string(network_of(client)), Bucket{burst_, now});
  Bucket& bucket = it->second;
  bucket.tokens = std::min(burst_, bucket.tokens + std::chrono::duration<double>(now - bucket.at).count() * rate_);
  bucket.at = now;
  if (bucket.tokens < 1) return (1 - bucket.tokens) / rate_;
  bucket.tokens -= 1;
  return 0;
}

Service::Service(ServiceOptions options, Router router, Engine& engine)
    : options_(std::move(options)), router_(std::move(router)), engine_(engine) {
  if (options_.rate > 0) limit_ = std::make_unique<RateLimit>(options_.rate);
}

bool Service::has_token(const Request& request) const {
  if (options_.tokens.empty()) return true;
  std::string_view field = request.headers.get("authorization");
  if (!text::starts_with_ignoring_case(field, "bearer ")) return false;
  field = text::trim_ascii(field.substr(7));
  bool found = false;
  for (const std::string& token : options_.tokens) found = same_secret(token, field) || found;
  return found;
}

bool Service::may_read(std::string_view origin) const {
  return std::any_of(options_.origins.begin(), options_.origins.end(),
                     [&](const std::string& known) { return known == "*" || known == origin; });
}

Router::Found Service::admit(const Request& request) {
  Router::Found found = router_.find(request.method, request.path());
  const auto refuse = [&found](Response response) {
    found.route = nullptr;
    found.refusal = std::move(response);
  };
  const bool is_open = (found.route != nullptr && found.route->open) || request.method == "OPTIONS";
  if (!is_open && !has_token(request)) {
    Response response = problem(401, "This service asks for a token: Authorization: Bearer TOKEN.");
    response.headers.set("WWW-Authenticate", "Bearer realm=\"pith\"");
    refuse(std::move(response));
  } else if (limit_ != nullptr && !is_open) {
    if (const double wait = limit_->ask(request.client, Clock::now()); wait > 0) {
      Response response = problem(429, "That is more than this service answers of one client in a second.");
      response.headers.set("Retry-After", std::to_string(static_cast<long>(std::ceil(wait))));
      refuse(std::move(response));
    }
  }
  return found;
}

Response Service::answer(const Route& route, Request& request) try {
  const std::string_view coding = request.headers.get("content-encoding");
  if (!route.streams && !coding.empty() && !request.body.empty()) {
    const std::size_t most = engine_.options().body_bytes;
    const fetch::DecompressionLimits limits{.bytes = most};
    std::string decoded;
    switch (fetch::decode_content(coding, request.body, limits, decoded)) {
      case fetch::Decoding::done:
        break;
      case fetch::Decoding::limited:
        return problem(413, "The body is too large when it is decompressed: at most " + std::to_string(most) +
                                " bytes, and beyond " + std::to_string(limits.free_bytes) + " at most " +
                                std::to_string(limits.ratio) + " times what was sent.");
      case fetch::Decoding::damaged:
        return problem(400, "The body is no whole " + std::string(coding.substr(0, 100)) + " data.");
      case fetch::Decoding::unknown_coding: {
        Response response =
            problem(415, "`" + std::string(coding.substr(0, 100)) + "` is no content coding that is known here.");
        response.headers.set("Accept-Encoding", "gzip, deflate, br, zstd");
        return response;
      }
    }
    request.body.swap(decoded);
  }
  return route.handler(request, engine_);
} catch (const std::bad_alloc&) {
  return problem(503, "There is not enough memory for this request now.");
} catch (const std::exception& failure) {
  return problem(500, failure.what());
}

void Service::complete(const Request& request, Response& response) const {
  if (!request.trace.trace_id.empty()) response.headers.set("traceparent", request.trace.traceparent());
  response.headers.set("X-Content-Type-Options", "nosniff");
  if (options_.origins.empty()) return;
  response.headers.add("Vary", "Origin");
  const std::string_view origin = request.headers.get("origin");
  if (origin.empty() || !may_read(origin)) return;
  response.headers.set("Access-Control-Allow-Origin", std::string(origin));
  if (request.method != "OPTIONS" || !request.headers.has("access-control-request-method")) {
    response.headers.set("Access-Control-Expose-Headers", "traceparent, Retry-After, Mcp-Session-Id");
    return;
  }
  if (const std::string_view allowed = response.headers.get("allow"); !allowed.empty())
    response.headers.set("Access-Control-Allow-Methods", std::string(allowed));
  if (const std::string_view asked = request.headers.get("access-control-request-headers"); !asked.empty())
    response.headers.set("Access-Control-Allow-Headers", std::string(asked));
  response.headers.set("Access-Control-Max-Age", "600");
}

void Service::log(const Request& request, const Route* route, const Answered& answered) const {
  engine_.metrics().count(route != nullptr ? std::string_view(route->pattern) : std::string_view(), answered.status,
                          answered.seconds);
  if (!options_.access_log) return;
  std::string line;
  text::JsonWriter json(line);
  json.begin_object();
  json.member("time", time_now());
  json.member("client", request.client);
  json.member("method", std::string_view(request.method).substr(0, kLongestLogged));
  json.member("target", std::string_view(request.target).substr(0, kLongestLogged));
  json.member("status", answered.status);
  json.member("seconds", std::round(answered.seconds * 1e6) / 1e6);
  json.member("bytes_in", answered.bytes_in);
  json.member("bytes_out", answered.bytes_out);
  json.member("trace_id", request.trace.trace_id);
  json.member("span_id", request.trace.span_id);
  if (!request.trace.parent_id.empty()) json.member("parent_id", request.trace.parent_id);
  if (const std::string_view agent = request.headers.get("user-agent"); !agent.empty())
    json.member("user_agent", agent.substr(0, kLongestLogged));
  json.end_object();
  line += '\n';
  options_.access_log(line);
}

}  // namespace pith::serve
