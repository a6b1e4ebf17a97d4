// pith site: what is known of sites, looked at, forgotten, taken elsewhere.

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "corpus/byte_source.hpp"
#include "corpus/site_store.hpp"
#include "pith/methods.hpp"
#include "site/memory.hpp"
#include "site_memory.hpp"

namespace pith::cli {
namespace {

using corpus::SiteStore;

struct Site {
  std::string action, folder, host, input = "-", method = Options{}.method;
  bool all = false;

  int run() const;

 private:
  int show() const;
  int describe(const std::vector<SiteStore::Entry>& entries) const;
  int forget() const;
  int export_text() const;
  int import_text() const;
  int fail(const Error& error) const {
    complain(folder, error.message);
    return kBad;
  }
};

/// The memory of a method, over what lies in the folder.
struct Memory {
  std::unique_ptr<SiteStore> store;
  std::unique_ptr<SiteMemory> sites;

  [[nodiscard]] site::Memory& learnt() const { return *sites->impl().sites; }
};

Result<Memory> open(const std::string& folder, const std::string& method, corpus::DatabaseUse use) {
  const Extractor extractor(Options{.method = method, .catalogue = &pith::all_methods()});
  Memory memory;
  memory.sites = std::make_unique<SiteMemory>(extractor);
  if (memory.sites->error()) return memory.sites->error();
  Result<std::unique_ptr<SiteStore>> store = SiteStore::open(folder, method, use);
  if (!store) return std::move(store).error();
  memory.store = *std::move(store);
  memory.learnt().keep_in(*memory.store, 0);
  return memory;
}

int Site::run() const {
  return action == "show" ? show() : action == "forget" ? forget() : action == "export" ? export_text() : import_text();
}

int Site::show() const {
  const Result<Memory> memory = open(folder, method, corpus::DatabaseUse::existing);
  if (!memory) return fail(memory.error());
  const Result<std::vector<SiteStore::Entry>> entries = memory->store->sites();
  if (!entries) return fail(entries.error());
  if (!host.empty()) return describe(*entries);
  for (const SiteStore::Entry& entry : *entries) {
    if (!print(fmt::format("{}\t{}\t{} bytes\n", entry.site, entry.method, entry.bytes))) return kBad;
  }
  return entries->empty() ? kNothing : kDone;
}

int Site::describe(const std::vector<SiteStore::Entry>& entries) const {
  bool any = false;
  for (const SiteStore::Entry& entry : entries) {
    if (entry.site != host) continue;
    const Result<Memory> memory = open(folder, entry.method, corpus::DatabaseUse::existing);
    if (!memory) return fail(memory.error());
    const Result<std::string> said = memory->learnt().describe(host);
    if (!said) return fail(said.error());
    if (!print(fmt::format("{}{}\nmethod: {}\n{}bytes: {}\n", any ? "\n" : "", host, entry.method, *said, entry.bytes)))
      return kBad;
    any = true;
  }
  if (!any) complain(folder, "nothing is known of " + host);
  return any ? kDone : kNothing;
}

int Site::forget() const {
  if (host.empty() != all) {
    complain({}, all ? "one site or --all: which?" : "which site? HOST, or --all");
    return kBad;
  }
  const Result<Memory> memory = open(folder, method, corpus::DatabaseUse::existing);
  if (!memory) return fail(memory.error());
  const Result<std::vector<SiteStore::Entry>> entries = memory->store->sites();
  if (!entries) return fail(entries.error());
  std::size_t forgotten = 0;
  for (const SiteStore::Entry& entry : *entries) {
    if (!all && entry.site != host) continue;
    const Result<std::unique_ptr<SiteStore>> store =
        SiteStore::open(folder, entry.method, corpus::DatabaseUse::existing);
    if (!store) return fail(store.error());
    if (Error error = (*store)->forget(entry.site)) return fail(error);
    ++forgotten;
  }
  if (forgotten == 0) complain(folder, host.empty() ? "it is empty" : "nothing is known of " + host);
  return forgotten == 0 ? kNothing : kDone;
}

int Site::export_text() const {
  const Result<Memory> memory = open(folder, method, corpus::DatabaseUse::existing);
  if (!memory) return fail(memory.error());
  const Result<std::vector<SiteStore::Entry>> entries = memory->store->sites();
  if (!entries) return fail(entries.error());
  if (!print(site::begin_text(method))) return kBad;
  bool any = false;
  for (const SiteStore::Entry& entry : *entries) {
    if (entry.method != method || (!host.empty() && entry.site != host)) continue;
    const Result<std::string> table = memory->learnt().table_of(entry.site);
    if (!table) return fail(table.error());
    std::string text;
    site::append_site(entry.site, *table, text);
    if (!print(text)) return kBad;
    any = true;
  }
  return any ? kDone : kNothing;
}

int Site::import_text() const {
  Result<std::unique_ptr<corpus::ByteSource>> source = corpus::open_bytes(input);
  if (!source) {
    complain(input, source.error().message);
    return kBad;
  }
  std::string text;
  constexpr std::size_t kPart = 1u << 20;
  for (std::size_t got = kPart; got > 0;) {
    const std::size_t size = text.size();
    text.resize(size + kPart);
    got = (*source)->read(text.data() + size, kPart);
    text.resize(size + got);
  }
  std::string_view of_method;
  std::vector<site::NamedTable> tables;
  if (!(*source)->failure().empty() || !site::read_text(text, of_method, tables)) {
    complain(input, (*source)->failure().empty() ? "is no memory of sites" : (*source)->failure());
    return kBad;
  }
  const Result<Memory> memory = open(folder, std::string(of_method), corpus::DatabaseUse::create);
  if (!memory) return fail(memory.error());
  std::size_t taken = 0;
  for (const auto& [site, table] : tables) {
    if (!host.empty() && site != host) continue;
    if (Error error = memory->store->add_table(site, table, memory->learnt())) {
      complain(input, std::string(site) + ": " + error.message);
      return kBad;
    }
    ++taken;
  }
  complain({}, fmt::format("{} {} taken in", taken, taken == 1 ? "site" : "sites"));
  return taken == 0 ? kNothing : kDone;
}

}  // namespace

void add_site(Program& program) {
  const auto self = std::make_shared<Site>();
  CLI::App* command = add_command(program, "site", "What is known of sites: look at it, forget it, take it elsewhere",
                                  [self] { return self->run(); });
  const std::vector<std::string> actions = {"show", "forget", "export", "import"};
  CLI::Option* action = command->add_option("ACTION", self->action, "show, forget, export or import");
  action->required()->check(CLI::IsMember(actions));
  program.values.emplace(action, actions);
  command->add_option("DIR", self->folder, "Folder of the memory, as for `pith batch --site-memory`")
      ->required()
      ->type_name("DIR");
  command->add_option("HOST", self->host, "A site: www.example.org")->type_name("HOST");
  command->add_option("--method", self->method, "Whose memory is exported")->capture_default_str()->type_name("ID");
  command->add_option("--input", self->input, "What is imported; -: standard input")
      ->capture_default_str()
      ->type_name("FILE");
  command->add_flag("--all", self->all, "Forget every site");
  command->footer(
      R"(show without HOST lists the sites; with one it says what is known: pages, the texts that come again most often,
what titles end with, where dates and authors stood, addresses and what kinds of pages they lead to.
forget HOST: the next page of the site is judged as the first one ever seen.
export writes a memory to standard output, all of it or one site; import adds one to what is known: pages and
counts are summed, and a memory whose pages are all known already adds nothing.

Examples:
  pith batch pages.jsonl.zst --site-memory sites --output articles.jsonl
  pith site show sites
  pith site show sites www.example.org
  pith site export sites > sites.txt
  pith site import other-sites < sites.txt
  pith site forget sites www.example.org

Exit status: 0 done, 1 nothing is known of the site, 2 bad use or bad input.)");
}

}  // namespace pith::cli
