// pith serve: the engine over HTTP.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/page_serving.hpp"
#include "cli/rules_option.hpp"
#include "cli/terminal.hpp"
#include "corpus/store.hpp"
#include "serve/firecrawl.hpp"
#include "serve/handlers.hpp"
#include "serve/jina.hpp"
#include "serve/labels.hpp"
#include "serve/mcp.hpp"
#include "serve/openapi.hpp"
#include "serve/rules.hpp"
#include "serve/server.hpp"
#include "serve/stored_pages.hpp"
#include "serve/workbench.hpp"
#include "text/ascii.hpp"
#include "text/number.hpp"

namespace pith::cli {
namespace {

struct Serve {
  std::string listen = "127.0.0.1:8080", token_file, store;
  bool logs = false, opens = false;
  std::vector<std::string> data;
  std::string rules;
  bool edits_rules = false;
  Options options;
  serve::LabelService labels;
  serve::EngineOptions engine;
  PageServing pages;
  serve::ServiceOptions service;
  serve::ServerOptions server;

  int run();

 private:
  Error read_address();
  Error read_tokens();
  Error read_rules();
};

/// ADDRESS:PORT, [ADDRESS]:PORT or PORT.
Error Serve::read_address() {
  const std::size_t colon = listen.rfind(':');
  std::string_view address = std::string_view(listen).substr(0, colon == std::string::npos ? 0 : colon);
  const std::string_view digits = std::string_view(listen).substr(colon == std::string::npos ? 0 : colon + 1);
  const auto port = text::parse_number<std::uint16_t>(digits);
  if (!port)
    return {ErrorCode::bad_option, "--listen: `" + listen + "` is not ADDRESS:PORT, such as 127.0.0.1:8080 or [::1]:0"};
  if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  if (!address.empty()) server.address = address;
  server.port = *port;
  return {};
}

Error Serve::read_tokens() {
  if (const char* const token = std::getenv("PITH_TOKEN"); token != nullptr && *token != '\0')
    service.tokens.emplace_back(token);
  if (token_file.empty()) return {};
  std::ifstream file(token_file);
  if (!file) return {ErrorCode::io, token_file + ": cannot be read"};
  const std::size_t before = service.tokens.size();
  for (std::string line; std::getline(file, line);)
    if (const std::string_view token = text::trim_ascii(line); !token.empty() && !token.starts_with('#'))
      service.tokens.emplace_back(token);
  // Nobody means by an empty file that all may ask.
  if (service.tokens.size() == before) return {ErrorCode::bad_data, token_file + ": holds no token"};
  return {};
}

Error Serve::read_rules() {
  if (rules.empty())
    return edits_rules ? Error{ErrorCode::bad_option, "--edit-rules needs --rules DIR, where they are kept"} : Error{};
  if (edits_rules) {
    std::error_code failed;
    std::filesystem::create_directories(rules, failed);
    if (!std::filesystem::is_directory(rules, failed))
      return {ErrorCode::bad_option, "--edit-rules: " + rules + " is no folder, in which rules can be kept"};
  }
  Result<std::unique_ptr<rules::ArticleRules>> loaded = rules::ArticleRules::load(rules, edits_rules);
  if (!loaded) return std::move(loaded).error();
  engine.site_rules = *std::move(loaded);
  return {};
}

/// What the desktop opens addresses with; where there is none the address stands on the screen.
void open_in_browser(const std::string& url) {
  const pid_t child = ::fork();
  if (child != 0) return;
  // What the browser says is nobody's business here.
  if (const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC); nowhere >= 0)
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      static_cast<void>(::dup2(nowhere, descriptor));
  ::execlp("xdg-open", "xdg-open", url.c_str(), static_cast<char*>(nullptr));
  ::_exit(1);
}

int Serve::run() {
  engine.extraction = options;
  if (Error error = read_address(); error || (error = read_tokens()) || (error = read_rules())) {
    complain({}, error.message);
    return kBad;
  }
  if (logs) {
    // A line at a time, whatever the number of threads.
    service.access_log = [mutex = std::make_shared<std::mutex>()](const std::string& line) {
      const std::lock_guard lock(*mutex);
      static_cast<void>(::write(STDERR_FILENO, line.data(), line.size()));
    };
  }
  serve::Engine shared(std::move(engine), pages.make_fetcher());
  const Result<std::shared_ptr<const Extractor>> extractor = shared.extractor(shared.options().extraction);
  if (!extractor) {
    complain({}, with_hint(extractor.error().message, options));
    return kBad;
  }
  const auto sets = std::make_shared<serve::PageSets>();
  if (const Error error = sets->read(data)) {
    complain({}, error.message);
    return kBad;
  }
  if (!store.empty()) {
    if (const Result<corpus::Store> opened = corpus::Store::open(store); !opened) {
      complain(store, opened.error().message);
      return kBad;
    }
  }
  serve::Router router;
  serve::add_routes(router);
  serve::add_workbench(router, sets, !store.empty());
  serve::add_rules(router, sets, edits_rules ? rules : std::string());
  if (!store.empty()) serve::add_stored_pages(router, store);
  serve::add_jina(router);
  serve::add_firecrawl(router);
  serve::add_mcp(router, {.runs = pages.runs, .origins = service.origins});
  serve::add_openapi(router);
  if (!labels.store.empty()) {
    std::error_code failed;
    labels.program = std::filesystem::read_symlink("/proc/self/exe", failed).string();
    if (const Error error = serve::use_adopted_model(labels, shared)) {
      complain({}, error.message);
      return kBad;
    }
    serve::add_label_routes(router, labels);
  }
  serve::Service all(std::move(service), std::move(router), shared);
  const Result<std::unique_ptr<serve::Server>> listening = serve::Server::listen(server, all);
  if (!listening) {
    complain({}, listening.error().message);
    return kBad;
  }
  serve::Server& running = **listening;
  running.stop_on_signals();
  complain({}, "listening at " + running.url());
  if (opens) open_in_browser(running.url());
  const bool done = running.run();
  complain({}, done ? "ended" : "ended before all was answered: the time was up");
  return kDone;
}

}  // namespace

void add_serve(Program& program) {
  const auto self = std::make_shared<Serve>();
  CLI::App* command = add_command(program, "serve", "Extract over HTTP", [self] { return self->run(); });
  command
      ->add_option("--listen", self->listen, "Where: an address of this machine and a port; port 0: any that is free")
      ->type_name("ADDRESS:PORT")
      ->capture_default_str();
  command->add_option("-j,--jobs", self->engine.threads, "Threads that extract (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  add_method_and_favor(program, *command, self->options);
  add_filters(*command, self->options.settings);
  add_site_rules(*command, self->rules);
  command->add_flag("--edit-rules", self->edits_rules,
                    "Requests may keep rules (POST /v1/rules) in the folder of --rules");
  command->add_option("--data", self->data, "Pages to look through in the workbench: JSONL, WARC or a folder")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command->add_option("--store", self->store, "A store of articles, whose kept pages the workbench opens, too")
      ->type_name("FILE");
  command->add_flag("--open", self->opens, "Open the workbench in the browser");
  add_page_serving(*command, self->pages);
  command
      ->add_option("--token", self->service.tokens,
                   "Who has no token is refused; also in the environment, as PITH_TOKEN")
      ->allow_extra_args(false)
      ->type_name("TOKEN");
  command->add_option("--token-file", self->token_file, "The tokens of this file, one a line")->type_name("FILE");
  command
      ->add_option("--cors", self->service.origins,
                   "Web pages of this origin may read the answers, https://app.example; *: all")
      ->allow_extra_args(false)
      ->type_name("ORIGIN");
  command->add_option("--rate", self->service.rate, "Requests a second of one client (default: any number)")
      ->check(CLI::Range(0.001, 1e6))
      ->type_name("N");
  const auto add_size = [&](const char* name, std::size_t& value, const char* shown, const char* help) {
    command->add_option(name, value, help)
        ->transform(CLI::AsSizeValue(false))
        ->check(CLI::Range(std::size_t{1024}, std::size_t{1} << 40))
        ->default_str(shown)
        ->type_name("SIZE");
  };
  add_size("--max-body", self->engine.body_bytes, "32MiB", "Largest body, decompressed, and largest line of a batch");
  add_size("--max-memory", self->engine.memory_bytes, "512MiB", "Of all bodies together; beyond it: 503, come again");
  command->add_option("--max-connections", self->server.connections, "At the same time")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--queue", self->engine.queued, "Requests that may wait for a thread; beyond it: 503, come again")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  const auto add_seconds = [&](const char* name, double& value, const char* help) {
    command->add_option(name, value, help)
        ->check(CLI::Range(0.1, 86400.0))
        ->type_name("SECONDS")
        ->capture_default_str();
  };
  add_seconds("--header-time", self->server.header_seconds, "For the header of a request");
  add_seconds("--body-time", self->server.body_seconds, "For a body, and one more for each 16 KiB of it");
  add_seconds("--idle-time", self->server.idle_seconds, "Between two requests of a connection");
  add_seconds("--stop-time", self->server.stop_seconds, "For what is under way at SIGTERM or SIGINT");
  command
      ->add_option(
          "--labels", self->labels.store,
          "A store of labels (docs/labels.md), made where there is none: pages are labelled under /v1/labels, and "
          "the model that it has adopted is in use")
      ->type_name("FILE");
  command->add_flag("--access-log", self->logs, "A JSON line on standard error for each request");
  command->footer(
      R"(Answers POST /v1/extract, /v1/explain, /v1/filter, /v1/batch, /v1/rules/apply, /v1/rules/make,
/v1/rules/test, GET /v1/rules, /v1/methods, /healthz, /readyz, /metrics
(docs/service.md); at / stands the workbench (docs/workbench.md); as Jina Reader GET /r/ADDRESS and POST /, as
Firecrawl POST /v1/scrape and /v2/scrape, agents by MCP at /mcp (docs/agents.md); and /openapi.json.
Prints its address on standard error; SIGTERM and SIGINT end it when what is under way is done.

Examples:
  pith serve
  pith serve --open --data pages.jsonl.zst
  pith serve --rules rules/ --edit-rules
  pith serve --listen 0.0.0.0:8080 --token-file tokens.txt --access-log
  pith serve --fetch --fetch-robots
  curl -s http://127.0.0.1:8080/r/https://example.org/
  curl -s http://127.0.0.1:8080/v1/extract -H 'Content-Type: text/html' --data-binary @page.html
  curl -s http://127.0.0.1:8080/v1/batch -H 'Content-Type: application/x-ndjson' -X POST -T pages.jsonl

Exit status: 0 done, 2 bad use, or the address cannot be had.)");
}

}  // namespace pith::cli
