#include "serve/jina.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <pith/pith.hpp>

#include "fetch/fetch.hpp"
#include "serve/arguments.hpp"
#include "serve/reading.hpp"
#include "serve/scratch.hpp"
#include "text/ascii.hpp"
#include "text/json_writer.hpp"
#include "text/number.hpp"
#include "text/url.hpp"

namespace pith::serve {
namespace {

/// An option: as a header field, and as a member of the JSON or form that is posted.
struct Name {
  std::string_view header, member;
};

constexpr Name kRespondWith = {"X-Respond-With", "respondWith"}, kReturnFormat = {"X-Return-Format", "returnFormat"},
               kTarget = {"X-Target-Selector", "targetSelector"}, kRemove = {"X-Remove-Selector", "removeSelector"},
               kLinks = {"X-With-Links-Summary", "withLinksSummary"},
               kImages = {"X-With-Images-Summary", "withImagesSummary"},
               kRetainImages = {"X-Retain-Images", "retainImages"}, kRetainLinks = {"X-Retain-Links", "retainLinks"},
               kBudget = {"X-Token-Budget", "tokenBudget"}, kMostTokens = {"X-Max-Output-Tokens", "maxOutputTokens"},
               kNoCache = {"X-No-Cache", "noCache"}, kTolerance = {"X-Cache-Tolerance", "cacheTolerance"},
               kTimeout = {"X-Timeout", "timeout"}, kRobots = {"X-Robots-Txt", "robotsTxt"},
               kHidden = {"X-With-Hidden", "withHidden"}, kProxy = {"X-Proxy-Url", "proxyUrl"},
               kUserAgent = {"X-User-Agent", "userAgent"}, kLocale = {"X-Locale", "locale"},
               kReferer = {"X-Referer", "referer"}, kCookie = {"X-Set-Cookie", "setCookies"};

// Seconds, as with theirs.
constexpr std::int64_t kLongestTimeout = 180;
constexpr std::int64_t kMostTokensAsked = 1'000'000'000;

/// An error, in the shape of theirs.
Response jina_problem(int status, std::string_view detail) {
  const std::string_view name = status == 409                    ? "BudgetExceededError"
                                : status == 403                  ? "SecurityCompromiseError"
                                : status == 400 || status == 422 ? "ParamValidationError"
                                                                 : "AssertionFailureError";
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.key("data");
  json.raw("null");
  json.member("code", status);
  json.member("name", name);
  json.member("status", status * 100);
  json.member("message", detail);
  json.member("readableMessage", std::string(name) + ": " + std::string(detail));
  json.end_object();
  return json_response(std::move(out), status);
}

/// The options of a request.
class JinaOptions {
 public:
  JinaOptions(const Request& request, Arguments& arguments) : request_(request), arguments_(arguments) {}

  std::string text(const Name& name) {
    if (const std::string_view header = request_.headers.get(name.header); !header.empty()) return std::string(header);
    std::string joined;
    for (const std::string& part : arguments_.list(name.member)) joined.append(joined.empty() ? "" : ", ").append(part);
    return joined;
  }
  /// Theirs takes any text for true, and so do its callers write it.
  bool flag(const Name& name) {
    std::string value;
    const corpus::JsonObject* const object = arguments_.object();
    const auto member = object != nullptr ? corpus::member(*object, name.member) : std::nullopt;
    if (request_.headers.has(name.header)) {
      value = request_.headers.get(name.header);
    } else if (member) {
      bool truth = false;
      std::string_view text;
      if (member->get(truth) == simdjson::SUCCESS) return truth;
      if (member->get(text) != simdjson::SUCCESS)
        arguments_.fail(422, "`" + std::string(name.member) + "` is neither true nor false nor a text.");
      value = text;
    } else if (object == nullptr) {
      value = arguments_.text(name.member);
    }
    value = text::ascii_lowered(text::trim_ascii(value));
    return !value.empty() && value != "false" && value != "0" && value != "none";
  }
  std::optional<std::int64_t> whole(const Name& name, std::int64_t least, std::int64_t most) {
    if (!request_.headers.has(name.header)) {
      if (!arguments_.has(name.member)) return std::nullopt;
      return arguments_.whole(name.member, least, most, least);
    }
    const auto value = text::parse_number<std::int64_t>(text::trim_ascii(request_.headers.get(name.header)));
    if (!value || *value < least || *value > most) {
      arguments_.fail(422, std::string(name.header) + " is no whole number from " + std::to_string(least) + " to " +
                               std::to_string(most) + ".");
      return std::nullopt;
    }
    return value;
  }
  std::string choice(const Name& name, std::initializer_list<std::string_view> words) {
    std::string value = text(name);
    if (value.empty()) return std::string(*words.begin());
    std::string possible;
    for (const std::string_view word : words) {
      if (word == value) return value;
      possible.append(possible.empty() ? "" : ", ").append(word);
    }
    arguments_.fail(422, std::string(name.header) + " is `" + value + "`: possible are " + possible + ".");
    return std::string(*words.begin());
  }

 private:
  const Request& request_;
  Arguments& arguments_;
};

/// The address behind /r/, as people write it there: as it is or percent-encoded, with or without a scheme.
std::string address_in(std::string_view rest) {
  std::string url(rest);
  if (url.find(':') == std::string::npos && url.find('%') != std::string::npos) url = text::percent_decoded(url);
  if (fetch::lacks_scheme(url)) return "https://" + url;
  // Proxies make one slash of two.
  for (const std::string_view scheme : {"https:/", "http:/"}) {
    if (!text::starts_with_ignoring_case(url, scheme)) continue;
    if (url.size() > scheme.size() && url[scheme.size()] != '/') url.insert(scheme.size(), "/");
    break;
  }
  return url;
}

/// What of a page is given back.
struct Wanted {
  bool content = false, markdown = false, html = false, text = false;
};

bool read_wanted(const std::string& words, Wanted& wanted, Arguments& arguments) {
  std::string_view rest = words;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(",+ "), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (word.empty()) continue;
    if (word == "content") {
      wanted.content = true;
    } else if (word == "markdown") {
      wanted.markdown = true;
    } else if (word == "html") {
      wanted.html = true;
    } else if (word == "text") {
      wanted.text = true;
    } else {
      arguments.fail(422, "X-Respond-With: `" + std::string(word) +
                              "` is not to be had here: possible are content, markdown, html and text.");
      return false;
    }
  }
  if (!wanted.markdown && !wanted.html && !wanted.text) wanted.content = true;
  return true;
}

/// A page, as an answer.
class JinaAnswer {
 public:
  JinaAnswer(const Reading& reading, const Wanted& wanted, bool links, bool images)
      : reading_(reading), wanted_(wanted), links_(links), images_(images) {
    const int status = reading.answer.status;
    if (status >= 400)
      warning_ = "Target URL returned error " + std::to_string(status) + ": " + std::string(reason_phrase(status));
  }

  std::string content, text;

  [[nodiscard]] std::string as_text() const {
    if (!wanted_.content && !wanted_.markdown) return wanted_.html ? reading_.html : text;
    std::string head, tail;
    if (!reading_.article.date.empty()) head += "\nPublished Time: " + reading_.article.date + "\n";
    if (!warning_.empty()) head += "\nWarning: " + warning_ + "\n";
    if (images_) {
      tail += "\nImages:\n";
      std::size_t number = 0;
      for (const PageLink& image : reading_.images)
        tail += "- ![" + label_of(image, ++number) + "](" + image.url + ")\n";
      if (number == 0) tail += "This page does not seem to contain any images.\n";
    }
    if (links_) {
      tail += "\nLinks/Buttons:\n";
      for (const PageLink& link : reading_.links) tail += "- [" + link.text + "](" + link.url + ")\n";
      if (reading_.links.empty()) tail += "This page does not seem to contain any buttons/links.\n";
    }
    if (wanted_.markdown) return (head.empty() ? "" : head.substr(1) + "\n") + content + "\n" + tail;
    return "Title: " + reading_.title + "\n\nURL Source: " + reading_.article.url + "\n" + head +
           "\nMarkdown Content:\n" + content + "\n" + tail;
  }

  [[nodiscard]] std::string as_json() const {
    std::string out;
    text::JsonWriter json(out);
    json.begin_object();
    json.member("title", reading_.title);
    json.member("description", reading_.article.description);
    json.member("url", reading_.article.url);
    if (wanted_.content || wanted_.markdown) json.member("content", content);
    if (wanted_.html) json.member("html", reading_.html);
    if (wanted_.text) json.member("text", text);
    if (!reading_.article.date.empty()) json.member("publishedTime", reading_.article.date);
    if (!warning_.empty()) json.member("warning", warning_);
    if (images_) {
      json.key("images");
      json.begin_object();
      std::size_t number = 0;
      for (const PageLink& image : reading_.images) json.member(label_of(image, ++number), image.url);
      json.end_object();
    }
    if (links_) {
      // A list of pairs, as theirs gives for "all": texts of links are not names that each have one address.
      json.key("links");
      json.begin_array();
      for (const PageLink& link : reading_.links) {
        json.begin_array();
        json.string(link.text);
        json.string(link.url);
        json.end_array();
      }
      json.end_array();
    }
    json.key("usage");
    json.begin_object();
    json.member("tokens", tokens());
    json.end_object();
    json.end_object();
    return out;
  }

  [[nodiscard]] std::size_t tokens() const {
    return estimated_tokens(content) + estimated_tokens(text) + (wanted_.html ? estimated_tokens(reading_.html) : 0);
  }

 private:
  static std::string label_of(const PageLink& image, std::size_t number) {
    return "Image " + std::to_string(number) + (image.text.empty() ? "" : ": " + image.text);
  }

  const Reading& reading_;
  const Wanted& wanted_;
  bool links_, images_;
  std::string warning_;
};

void add_header(FetchRequest& page, std::string name, std::string value) {
  if (!value.empty()) page.headers.push_back({std::move(name), std::move(value)});
}

/// "a=1; Path=/" as it is sent back: "a=1".
std::string cookie_of(const std::string& set_cookie) { return set_cookie.substr(0, set_cookie.find(';')); }

Response read(const Request& request, Engine& engine, ReadingOrder order, Arguments& arguments) {
  JinaOptions options(request, arguments);
  Wanted wanted;
  std::string respond_with = options.text(kRespondWith);
  if (respond_with.empty()) respond_with = options.text(kReturnFormat);
  read_wanted(respond_with, wanted, arguments);
  const bool links = options.flag(kLinks), images = options.flag(kImages);
  RenderOptions rendering;
  rendering.title = false;
  const std::string retained = options.choice(kRetainImages, {"all", "none", "alt", "all_p", "alt_p"});
  rendering.alternatives = retained.starts_with("alt");
  rendering.images = retained != "none";
  rendering.links = options.choice(kRetainLinks, {"all", "none", "text"}) == "all";
  const auto budget = options.whole(kBudget, 0, kMostTokensAsked),
             most = options.whole(kMostTokens, 0, kMostTokensAsked);
  if (options.flag(kProxy)) arguments.fail(422, "X-Proxy-Url: pages are not fetched through proxies of callers.");

  order.target = options.text(kTarget);
  order.remove = options.text(kRemove);
  order.hidden = options.flag(kHidden);
  order.errors = true;
  order.links = links || images;
  order.html_wanted = wanted.html;
  order.whole = !wanted.content;
  order.page.seconds = static_cast<double>(options.whole(kTimeout, 1, kLongestTimeout).value_or(0));
  order.page.fresh = options.flag(kNoCache) || options.whole(kTolerance, 0, kMostTokensAsked) == 0;
  order.page.obey_robots = options.flag(kRobots);
  order.page.stop = request.stop;
  add_header(order.page, "User-Agent", options.text(kUserAgent));
  add_header(order.page, "Accept-Language", options.text(kLocale));
  add_header(order.page, "Referer", options.text(kReferer));
  add_header(order.page, "Cookie", cookie_of(options.text(kCookie)));
  if (arguments.problem()) {
    const std::string& body = arguments.problem()->body;  // of problem+json
    corpus::JsonDocument document;
    const Result<corpus::JsonObject> object = document.read_object(body);
    return jina_problem(arguments.problem()->status, object ? corpus::string_or_empty(*object, "detail") : body);
  }

  const Reading reading = read_page(order, engine);
  if (reading.problem != 0) return jina_problem(reading.problem, reading.detail);
  const Limits& limits = engine.options().extraction.limits;
  JinaAnswer answer(reading, wanted, links, images);
  if (wanted.content || wanted.markdown) {
    answer.content = render(reading.article, Format::markdown, rendering, limits);
    if (most) answer.content = within_tokens(std::string(answer.content), static_cast<std::size_t>(*most));
  }
  if (wanted.text) {
    answer.text = text_of(reading.article);
    if (most) answer.text = within_tokens(std::string(answer.text), static_cast<std::size_t>(*most));
  }
  const std::size_t tokens = answer.tokens();
  if (budget && tokens > static_cast<std::size_t>(*budget))
    return jina_problem(409, "Token budget (" + std::to_string(*budget) + ") exceeded, intended charge amount " +
                                 std::to_string(tokens));
  const Headers& headers = request.headers;
  if (headers.lists("Accept", "text/event-stream"))
    return text_response("event: data\ndata: " + answer.as_json() + "\n\n", "text/event-stream");
  if (headers.lists("Accept", "application/json") || headers.lists("Accept", "text/json"))
    return json_response("{\"code\":200,\"status\":20000,\"data\":" + answer.as_json() +
                         ",\"meta\":{\"usage\":{\"tokens\":" + std::to_string(tokens) + "}}}");
  return text_response(answer.as_text());
}

Response get(const Request& request, Engine& engine) {
  const Engine::Lease scratch = engine.scratch();
  // The query is that of the page.
  Request without_query = request;
  without_query.parameters.clear();
  Arguments arguments(without_query, scratch->json);
  ReadingOrder order;
  const std::size_t begin = request.target.find("/r/");
  order.page.url = address_in(begin == std::string::npos ? "" : std::string_view(request.target).substr(begin + 3));
  if (order.page.url.empty()) return jina_problem(400, "the address of a page follows: /r/https://example.org/page");
  return read(request, engine, std::move(order), arguments);
}

Response post(const Request& request, Engine& engine) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  ReadingOrder order;
  order.is_given = arguments.has("html");
  order.html = arguments.text("html");
  order.page.url = address_in(arguments.text("url"));
  if (!order.is_given && order.page.url.empty())
    arguments.fail(422, "Give `url`, the address of a page, or `html`, the page itself.");
  return read(request, engine, std::move(order), arguments);
}

}  // namespace

void add_jina(Router& router) {
  router.add({.method = "GET", .pattern = "/r/*", .handler = get});
  router.add({.method = "POST", .pattern = "/", .handler = post});
}

}  // namespace pith::serve
