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

struct Show {
  std::string folder, host;
  int run() const;
};

struct Forget {
  std::string folder, host;
  bool all = false;
  int run() const;
};

struct Export {
  std::string folder, host, method = Options{}.method;
  int run() const;
};

struct Import {
  std::string folder, host, input = "-";
  int run() const;
};

int fail(const std::string& folder, const Error& error) {
  complain(folder, error.message);
  return kBad;
}

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

int list(const std::vector<SiteStore::Entry>& entries) {
  for (const SiteStore::Entry& entry : entries) {
    if (!print(fmt::format("{}\t{}\t{} bytes\n", entry.site, entry.method, entry.bytes))) return kBad;
  }
  return entries.empty() ? kNothing : kDone;
}

int Show::run() const {
  const Result<std::unique_ptr<SiteStore>> store =
      SiteStore::open(folder, Options{}.method, corpus::DatabaseUse::existing);
  if (!store) return fail(folder, store.error());
  const Result<std::vector<SiteStore::Entry>> entries = (*store)->sites();
  if (!entries) return fail(folder, entries.error());
  if (host.empty()) return list(*entries);
  bool any = false;
  for (const SiteStore::Entry& entry : *entries) {
    if (entry.site != host) continue;
    const Result<Memory> memory = open(folder, entry.method, corpus::DatabaseUse::existing);
    if (!memory) return fail(folder, memory.error());
    const Result<std::string> said = memory->learnt().describe(host);
    if (!said) return fail(folder, said.error());
    if (!print(fmt::format("{}{}\nmethod: {}\n{}bytes: {}\n", any ? "\n" : "", host, entry.method, *said, entry.bytes)))
      return kBad;
    any = true;
  }
  if (!any) complain(folder, "nothing is known of " + host);
  return any ? kDone : kNothing;
}

int Forget::run() const {
  if (host.empty() != all) {
    complain({}, all ? "one site or --all: which?" : "which site? HOST, or --all");
    return kBad;
  }
  const Result<std::unique_ptr<SiteStore>> store =
      SiteStore::open(folder, Options{}.method, corpus::DatabaseUse::existing);
  if (!store) return fail(folder, store.error());
  const Result<std::vector<SiteStore::Entry>> entries = (*store)->sites();
  if (!entries) return fail(folder, entries.error());
  std::size_t forgotten = 0;
  for (const SiteStore::Entry& entry : *entries) {
    if (!all && entry.site != host) continue;
    const Result<std::unique_ptr<SiteStore>> of_method =
        SiteStore::open(folder, entry.method, corpus::DatabaseUse::existing);
    if (!of_method) return fail(folder, of_method.error());
    if (Error error = (*of_method)->forget(entry.site)) return fail(folder, error);
    ++forgotten;
  }
  if (forgotten == 0) complain(folder, host.empty() ? "it is empty" : "nothing is known of " + host);
  return forgotten == 0 ? kNothing : kDone;
}

int Export::run() const {
  const Result<Memory> memory = open(folder, method, corpus::DatabaseUse::existing);
  if (!memory) return fail(folder, memory.error());
  const Result<std::vector<SiteStore::Entry>> entries = memory->store->sites();
  if (!entries) return fail(folder, entries.error());
  if (!print(site::begin_text(method))) return kBad;
  bool any = false;
  for (const SiteStore::Entry& entry : *entries) {
    if (entry.method != method || (!host.empty() && entry.site != host)) continue;
    const Result<std::string> table = memory->learnt().table_of(entry.site);
    if (!table) return fail(folder, table.error());
    std::string text;
    site::append_site(entry.site, *table, text);
    if (!print(text)) return kBad;
    any = true;
  }
  return any ? kDone : kNothing;
}

int Import::run() const {
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
  if (!memory) return fail(folder, memory.error());
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

void add_folder_and_host(CLI::App& command, std::string& folder, std::string& host, const std::string& which) {
  command.add_option("DIR", folder, "Folder of the memory, as for `pith batch --site-memory`")
      ->required()
      ->type_name("DIR");
  command.add_option("HOST", host, which)->type_name("HOST");
}

void add_show(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Show>();
  CLI::App* command = add_command(program, group, "show", "List the sites that are known, or say what is known of one",
                                  [self] { return self->run(); });
  add_folder_and_host(*command, self->folder, self->host, "Only of this site: www.example.org");
  command->footer(
      R"(With HOST: pages, the texts that come again most often, what titles end with, where dates and authors
stood, addresses and what kinds of pages they lead to.

Examples:
  pith site show sites
  pith site show sites www.example.org

Exit status: 0 done, 1 nothing is known, 2 bad use or a bad memory.)");
}

void add_forget(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Forget>();
  CLI::App* command =
      add_command(program, group, "forget", "Forget a site, or all of them", [self] { return self->run(); });
  add_folder_and_host(*command, self->folder, self->host, "The site: www.example.org");
  command->add_flag("--all", self->all, "Forget every site");
  command->footer(R"(The next page of the site is judged as the first one ever seen.

Examples:
  pith site forget sites www.example.org
  pith site forget sites --all

Exit status: 0 done, 1 nothing was known, 2 bad use or a bad memory.)");
}

void add_export(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Export>();
  CLI::App* command = add_command(program, group, "export", "Write what is known as text to standard output",
                                  [self] { return self->run(); });
  add_folder_and_host(*command, self->folder, self->host, "Only this site: www.example.org");
  command->add_option("--method", self->method, "Whose memory is exported")->capture_default_str()->type_name("ID");
  command->footer(R"(docs/formats.md has the format.

Examples:
  pith site export sites > sites.txt
  pith site export sites www.example.org --method url-tree > site.txt

Exit status: 0 done, 1 nothing is known, 2 bad use or a bad memory.)");
}

void add_import(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Import>();
  CLI::App* command = add_command(program, group, "import", "Add to a memory what `pith site export` wrote",
                                  [self] { return self->run(); });
  add_folder_and_host(*command, self->folder, self->host, "Only this site: www.example.org");
  command->add_option("--input", self->input, "What is imported; -: standard input")
      ->capture_default_str()
      ->type_name("FILE");
  command->footer(R"(Pages and counts are summed; a memory whose pages are all known already adds nothing.

Examples:
  pith site import sites < other-machine.txt

Exit status: 0 done, 1 nothing was taken in, 2 bad use or bad input.)");
}

}  // namespace

void add_site(Program& program) {
  CLI::App& group = add_group(program, "site", "What is known of sites: look at it, forget it, take it elsewhere");
  add_show(program, group);
  add_forget(program, group);
  add_export(program, group);
  add_import(program, group);
  group.footer(R"(`pith batch --site-memory DIR` learns sites. docs/sites.md is the guide.

Examples:
  pith batch pages.jsonl.zst --site-memory sites --output articles.jsonl
  pith site show sites
  pith site show sites www.example.org
  pith site export sites > sites.txt
  pith site import other-sites < sites.txt
  pith site forget sites www.example.org)");
}

}  // namespace pith::cli
