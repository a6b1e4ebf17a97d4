#pragma once

// What is learnt of sites while their pages pass by: for the methods that ask for it.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/error.hpp"
#include "result.hpp"

namespace pith::site {

struct LineTableOptions;
struct UrlTreeOptions;

/// No turn: the page comes when it comes.
inline constexpr std::uint64_t kNoTurn = ~std::uint64_t{0};

/// A line of a page, as the memory of its site knows it.
struct Line {
  std::uint64_t digest = 0;
  std::uint32_t characters = 0;
  std::uint32_t spared = 0;  ///< on so many more pages than other lines it may be
};

/// A place of the template that tells a field of the page, and whether it was right.
struct FieldPlace {
  char field = 0;  ///< 'd': date, 'a': author
  bool right = false;
  std::uint64_t path = 0;  ///< digest of the elements around
  std::string label;       ///< of the last of them, for people: "div.info > span.time"
};

/// What a memory of sites is told of a page besides its lines.
struct Origin {
  std::string_view url = {};     ///< may be empty
  std::string_view site = {};    ///< whose page it is, where the address does not say: "example.org"; may be empty
  std::int64_t time = 0;         ///< when it was fetched, in seconds since 1970; 0: not known
  std::uint64_t turn = kNoTurn;  ///< pages of several threads are let in in this order: 0, 1, 2, ...
};

/// Where sites lie that are not at work: on a disk, say. What it is given are texts of the memory's own.
class Store {
 public:
  virtual ~Store() = default;
  /// All that is known of a site: its table, empty where there is none, and what each visit since has told, oldest
  /// first.
  virtual Error load(std::string_view site, std::string& table, std::vector<std::string>& visits) = 0;
  /// What one more visit has told. load() gives it from now on; when it is safe, the store says.
  virtual Error add(std::string_view site, std::string_view visit, std::uint64_t turn) = 0;
};

/// What the pages of sites have taught; what it says of a page depends on the pages before, in their order. Threads may
/// share it where each page has its turn: a page is let in when all before it have left.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;

  /// The page that was let in leaves: it is learnt, and the next one is let in. Nothing where none was let in.
  void leave(std::uint64_t turn = kNoTurn);
  /// A page of this turn that never comes, or failed: nothing is learnt of it.
  void pass(std::uint64_t turn);
  /// The turn that is let in first, in place of 0; no page is in.
  void start(std::uint64_t turn);
  /// Pages are judged by what is known, and nothing is learnt: a second pass.
  void freeze(bool frozen) noexcept { frozen_ = frozen; }
  /// Pages are learnt, and judged as if nothing was known: a first pass, which so learns the same of a page wherever it
  /// stands among the others, and on whatever machine.
  void judge_alone(bool alone) noexcept { alone_ = alone; }
  /// Where sites are kept from now on, which outlives the memory; in memory no more than so many bytes of them, or one
  /// site: those not asked for longest go first.
  virtual void keep_in(Store& store, std::size_t bytes) = 0;
  // --- Fields of the page that was let in ---

  /// What titles of its site end with; empty where they do not or nothing is known.
  [[nodiscard]] virtual std::string_view title_tail() const { return {}; }
  /// How far a place has proved right as one of this field ('d': date, 'a': author): 1 always, -1 never; 0: not known.
  [[nodiscard]] virtual float standing(char /*field*/, std::uint64_t /*path*/) const { return 0; }
  /// What the page says, to be learnt when it leaves.
  virtual void tell(std::string_view /*title*/, std::span<const FieldPlace> /*places*/) {}

  /// What the store could not do, if anything. Pages are then judged as if nothing was known.
  [[nodiscard]] const Error& trouble() const noexcept { return trouble_; }

  /// All that is held in memory, to be looked at and read back (docs/formats.md).
  [[nodiscard]] virtual std::string to_text() const = 0;
  /// In place of all that was learnt. On an error, when it is no text of such a memory, the memory is empty.
  virtual Error from_text(std::string_view text) = 0;
  // --- One site ---

  /// Its table as text, from the store where it lies there; empty where nothing is known of it.
  virtual Result<std::string> table_of(std::string_view site) = 0;
  /// What a person wants to know of it, line by line.
  virtual Result<std::string> describe(std::string_view site) = 0;
  /// Adds what another memory has learnt of it, as table_of() gave it. An error when it is no such text.
  virtual Error add_table(std::string_view site, std::string_view table) = 0;
  /// Whether it is in memory.
  [[nodiscard]] virtual bool holds(std::string_view site) const = 0;
  /// Takes it out of memory; the store keeps what it has.
  virtual void drop(std::string_view site) = 0;

 protected:
  /// Waits for the turn. Called by the method that asks about a page.
  void enter(std::uint64_t turn);
  [[nodiscard]] bool is_frozen() const noexcept { return frozen_; }
  [[nodiscard]] bool judges_alone() const noexcept { return alone_; }
  void set_trouble(Error error) {
    if (!trouble_) trouble_ = std::move(error);
  }
  /// The page that was let in has left: learn it.
  virtual void learn(std::uint64_t turn) = 0;
  /// Or forget that it was there.
  virtual void discard() = 0;

 private:
  void end(std::uint64_t turn);

  std::mutex mutex_;
  std::condition_variable moved_;
  std::uint64_t next_ = 0;          // the turn that is let in
  std::set<std::uint64_t> passed_;  // further turns that are over
  Error trouble_;
  bool frozen_ = false, alone_ = false;
};

/// Of methods that ask of each line whether it is content.
class LineMemory : public Memory {
 public:
  /// Takes note of the next page and says for each of its lines whether it is content. The page is of the site of its
  /// address; without one, of `page.site`.
  virtual void visit(const Origin& page, std::span<const Line> lines, std::span<bool> keep) = 0;
};

/// A line table for each site (site/line_table.hpp), a URL tree for each domain (site/url_tree.hpp). `method`, whose
/// memory it is, stands in the text; the options do not.
std::unique_ptr<LineMemory> make_line_tables(std::string_view method, const LineTableOptions& options);
std::unique_ptr<LineMemory> make_url_trees(std::string_view method, const UrlTreeOptions& options);

// --- What to_text() writes (docs/formats.md) ---

/// A site and the text of its table.
struct NamedTable {
  std::string_view site, table;
};
std::string begin_text(std::string_view method);
void append_site(std::string_view site, std::string_view table, std::string& out);
/// Takes a text apart; the views look into it. False when it is no such text.
bool read_text(std::string_view text, std::string_view& method, std::vector<NamedTable>& tables);

}  // namespace pith::site
