// Compares the trees of real pages with those of gumbo (Debian's, which follows the standard of about 2015) and of
// parse5 (which follows today's):
//
//   pages.py SET.jsonl.zst | pith_differential NAME [--parse5 "node tree_of.mjs"] [--show N]
//
// Prints how many pages agree in element counts and text bytes (gumbo) or in the whole tree (parse5), how many do so
// once the page is rid of what the oracle is known to treat by other rules, and of each other page where it differs
// first. Exit status 1 when a page differs from parse5 in a way that is not known.

#include <gumbo.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "html/parser.hpp"
#include "text/decode.hpp"

namespace {

using namespace pith;

/// What is compared with gumbo: how often each element occurs, and how much text there is.
using Counts = std::map<std::string, std::size_t>;
constexpr const char* kTextBytes = "(text bytes)";

bool read_all(int file, void* to, std::size_t size) {
  auto* p = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t n = read(file, p, size);
    if (n <= 0) return false;
    p += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool read_record(int file, std::string& record) {
  std::uint32_t size = 0;
  if (!read_all(file, &size, sizeof(size))) return false;
  record.resize(size);
  return read_all(file, record.data(), size);
}

bool write_record(int file, std::string_view record) {
  const auto size = static_cast<std::uint32_t>(record.size());
  if (write(file, &size, sizeof(size)) != sizeof(size)) return false;
  while (!record.empty()) {
    const ssize_t n = write(file, record.data(), record.size());
    if (n <= 0) return false;
    record.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// A program that answers a record with a record.
class Oracle {
 public:
  explicit Oracle(const std::string& command) {
    std::array<int, 2> in{}, out{};
    if (pipe(in.data()) != 0 || pipe(out.data()) != 0) std::exit(2);
    pid_ = fork();
    if (pid_ == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
      execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;
  ~Oracle() {
    close(to_);
    close(from_);
    waitpid(pid_, nullptr, 0);
  }
  bool ask(std::string_view page, std::string& answer) { return write_record(to_, page) && read_record(from_, answer); }

 private:
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
};

void append_escaped(std::string_view text, std::string& out) {
  for (const char c : text) switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\0':
        out += "\\0";
        break;
      default:
        out += c;
    }
}

/// The tree as tree_of.mjs writes it.
std::string serialise(const html::Document& d) {
  std::string out;
  for (html::NodeId id = 1; id < d.size(); ++id) {
    const html::Node& n = d[id];
    out += std::to_string(n.depth);
    switch (n.kind) {
      case html::NodeKind::text:
        append_escaped(d.text(id), out += " text ");
        break;
      case html::NodeKind::comment:
        append_escaped(d.text(id), out += " comment ");
        break;
      case html::NodeKind::doctype:
        append_escaped(d.doctype()->name, out += " doctype ");
        break;
      case html::NodeKind::document:
        break;
      case html::NodeKind::element: {
        out += n.ns == html::Namespace::svg      ? " element svg "
               : n.ns == html::Namespace::mathml ? " element math "
                                                 : " element ";
        append_escaped(d.tag_name(id), out);
        std::vector<std::pair<std::string_view, std::string_view>> attributes;
        for (const html::Attribute& a : d.attributes(id)) attributes.emplace_back(d.name(a), d.value(a));
        std::sort(attributes.begin(), attributes.end());
        for (const auto& [name, value] : attributes) {
          append_escaped(name, out += '\t');
          append_escaped(value, out += '=');
        }
      }
    }
    out += '\n';
  }
  return out;
}

struct Tree {
  Counts counts;
  std::string texts;  // all text, in document order, a line feed after each node
};

std::string lowered(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 0x20);
  return out;
}

/// Names in lower case, because gumbo leaves some of SVG's so (lineargradient).
Tree tree_of(const html::Document& d) {
  Tree tree;
  Counts& counts = tree.counts;
  for (html::NodeId id = 1; id < d.size(); ++id) {
    if (d[id].is_element()) ++counts[lowered(d.tag_name(id))];
    if (d[id].is_text()) {
      counts[kTextBytes] += d.text(id).size();
      (tree.texts += d.text(id)) += '\n';
    }
  }
  return tree;
}

Tree gumbo_tree_of(std::string_view page) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  GumboOutput* output = gumbo_parse_with_options(&options, page.data(), page.size());
  Tree tree;
  Counts& counts = tree.counts;
  std::vector<const GumboNode*> stack{output->document};
  while (!stack.empty()) {
    const GumboNode* node = stack.back();
    stack.pop_back();
    const GumboVector* children = nullptr;
    switch (node->type) {
      case GUMBO_NODE_DOCUMENT:
        children = &node->v.document.children;
        break;
      case GUMBO_NODE_ELEMENT:
      case GUMBO_NODE_TEMPLATE: {
        children = &node->v.element.children;
        std::string name = gumbo_normalized_tagname(node->v.element.tag);
        if (node->v.element.tag == GUMBO_TAG_UNKNOWN) {
          GumboStringPiece piece = node->v.element.original_tag;
          gumbo_tag_from_original_text(&piece);
          for (std::size_t i = 0; i < piece.length; ++i)
            name +=
                piece.data[i] >= 'A' && piece.data[i] <= 'Z' ? static_cast<char>(piece.data[i] + 0x20) : piece.data[i];
        }
        ++counts[name];
        break;
      }
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_WHITESPACE:
      case GUMBO_NODE_CDATA:
        counts[kTextBytes] += std::string_view(node->v.text.text).size();
        (tree.texts += node->v.text.text) += '\n';
        break;
      case GUMBO_NODE_COMMENT:
        break;
    }
    if (children != nullptr)
      for (unsigned i = children->length; i-- > 0;) stack.push_back(static_cast<const GumboNode*>(children->data[i]));
  }
  gumbo_destroy_output(&options, output);
  return tree;
}

/// The page without what the oracles are known to treat by other rules (docs/robustness.md): select elements under
/// another name, no control characters.
std::string without_known_differences(std::string_view page) {
  static constexpr std::string_view kNames[] = {"select", "option", "optgroup", "keygen", "menuitem", "isindex"};
  const std::string lower = lowered(page);
  std::string out;
  for (std::size_t i = 0; i < page.size(); ++i) {
    const auto c = static_cast<unsigned char>(page[i]);
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 0x7F) continue;
    if (c == 0xC2 && i + 1 < page.size() && static_cast<unsigned char>(page[i + 1]) < 0xA0) {
      ++i;
      continue;
    }
    out += page[i];
    if (c != '<') continue;
    if (i + 1 < page.size() && page[i + 1] == '/') out += page[++i];
    for (const std::string_view name : kNames)
      if (std::string_view(lower).substr(i + 1).starts_with(name)) {
        out += "x-";
        break;
      }
  }
  return out;
}

/// "option 12/10, (text bytes) 5/7": what differs, ours first.
std::string difference(const Counts& ours, const Counts& theirs) {
  std::string out;
  Counts all = ours;
  all.insert(theirs.begin(), theirs.end());
  for (const auto& [name, unused] : all) {
    const auto a = ours.find(name), b = theirs.find(name);
    const std::size_t x = a == ours.end() ? 0 : a->second, y = b == theirs.end() ? 0 : b->second;
    if (x != y) out += (out.empty() ? "" : ", ") + name + ' ' + std::to_string(x) + '/' + std::to_string(y);
  }
  return out;
}

/// The first line in which two trees differ, ours and theirs.
std::string first_difference(std::string_view ours, std::string_view theirs) {
  std::size_t at = 0;
  while (at < ours.size() && at < theirs.size() && ours[at] == theirs[at]) ++at;
  const std::size_t line = ours.substr(0, at).rfind('\n') + 1;
  const auto line_of = [line](std::string_view tree) {
    return std::string(tree.substr(line, std::min<std::size_t>(tree.find('\n', line) - line, 160)));
  };
  return "ours   " + line_of(ours) + "\n      theirs " + line_of(theirs);
}

}  // namespace

int main(int argc, char** argv) {
  std::string name = "pages", command;
  std::size_t show = 5;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--parse5" && i + 1 < argc)
      command = argv[++i];
    else if (argument == "--show" && i + 1 < argc)
      show = std::stoul(argv[++i]);
    else
      name = argument;
  }
  const std::unique_ptr<Oracle> parse5 = command.empty() ? nullptr : std::make_unique<Oracle>(command);

  html::ParseOptions letter;  // by the letter of the standard, without limits
  letter.limits.input_bytes = std::size_t{1} << 30;
  letter.limits.depth = 0;
  letter.limits.attributes_per_element = 0xFFFF;
  letter.limits.cloned_elements = letter.limits.nodes = 0x7FFF'FFFF;
  letter.limits.work_per_byte = 0xFFFF'FFFF;

  std::size_t pages = 0, agree_gumbo = 0, agree_parse5 = 0, known_gumbo = 0, known_parse5 = 0, limited = 0;
  std::vector<std::string> gumbo_reports, parse5_reports;
  std::string id, bytes, buffer, tree;
  html::Parser parser;
  html::Document document;
  while (read_record(0, id) && read_record(0, bytes)) {
    ++pages;
    const std::string_view page = text::decode(bytes, {}, buffer).utf8;
    parser.parse(page, html::ParseOptions{}, document);
    if (document.truncated() != Truncation::none) ++limited;
    letter.noscript = html::Noscript::markup;  // gumbo knows no scripting
    parser.parse(page, letter, document);
    const Tree own = tree_of(document), gumbo = gumbo_tree_of(page);
    const std::string plain = without_known_differences(page);
    const std::string differs = difference(own.counts, gumbo.counts);
    if (differs.empty()) {
      ++agree_gumbo;
    } else {
      const Tree plain_own = tree_of(html::parse(plain, letter)), plain_gumbo = gumbo_tree_of(plain);
      const std::string still = difference(plain_own.counts, plain_gumbo.counts);
      if (still.empty())
        ++known_gumbo;
      else
        gumbo_reports.push_back(id + ": " + still + "\n      " + first_difference(plain_own.texts, plain_gumbo.texts));
    }
    if (parse5 == nullptr) continue;
    if (!parse5->ask(page, tree)) {
      std::fprintf(stderr, "pith_differential: '%s' ended at page %s\n", command.c_str(), id.c_str());
      return 2;
    }
    letter.noscript = html::Noscript::text;
    parser.parse(page, letter, document);
    const std::string ours = serialise(document);
    if (ours == tree) {
      ++agree_parse5;
      continue;
    }
    if (!parse5->ask(plain, tree)) return 2;
    const html::Document plain_document = html::parse(plain, letter);
    if (serialise(plain_document) == tree)
      ++known_parse5;
    else
      parse5_reports.push_back(id + ": " + first_difference(serialise(plain_document), tree));
  }
  std::printf("%-28s %5zu pages, %zu past a limit; gumbo agrees on %zu, differs as known on %zu", name.c_str(), pages,
              limited, agree_gumbo, known_gumbo);
  if (parse5 != nullptr) std::printf("; parse5 agrees on %zu, differs as known on %zu", agree_parse5, known_parse5);
  std::printf("\n");
  for (std::size_t i = 0; i < std::min(show, gumbo_reports.size()); ++i)
    std::printf("   gumbo  %s\n", gumbo_reports[i].c_str());
  for (std::size_t i = 0; i < std::min(show, parse5_reports.size()); ++i)
    std::printf("   parse5 %s\n", parse5_reports[i].c_str());
  return parse5_reports.empty() && pages > 0 ? 0 : 1;
}
