// Runs the whole extraction over pages made to hurt, and holds it to the promises of docs/robustness.md.
//
//   pith_hostile [--quick] [--shape NAME] [--largest BYTES] [--method ID] [--list]
//   pith_hostile --write SHAPE BYTES [LABEL]     the page itself, to standard output
//   pith_hostile --once SHAPE BYTES              one extraction and nothing else, to be run under callgrind
//
// Each shape runs in a process of its own, so that a crash or a hang is counted and the rest goes on. Exit status
// 1 when a promise is broken.

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "hostile/shapes.hpp"
#include "pith/methods.hpp"
#include "pith/pith.hpp"
#include "text/utf8.hpp"

namespace {

// --- memory: every operator new of the program counts -------------------------------------------------

std::size_t held = 0, peak = 0;

void* counted(void* p) noexcept {
  held += malloc_usable_size(p);
  peak = std::max(peak, held);
  return p;
}
void release(void* p) noexcept {
  held -= malloc_usable_size(p);
  std::free(p);
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* p = std::malloc(size)) return counted(p);
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto a = static_cast<std::size_t>(alignment);
  if (void* p = std::aligned_alloc(a, (size + a - 1) / a * a)) return counted(p);
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }

namespace {

using pith::hostile::Charset;
using pith::hostile::Shape;

// The promises.
constexpr double kMsPerMb = 50, kMsAPage = 4;  // the latter mostly for guessing the encoding, whatever the size
constexpr double kInstructionsPerByte = 1000;  // where the machine is too slow for the time
constexpr double kGrowth = 5;                  // of the time, from n to 4n
constexpr std::size_t kBytesPerByte = 64, kBytesBeyond = 64u << 20;
// CPU times below this are not compared: the clock and the caches decide them.
constexpr double kNoiseMs = 4;
constexpr int kRounds = 3;  // of a shape that breaks a promise: another process may have had the caches
constexpr int kSecondsAShape = 300;

struct Settings {
  std::vector<std::size_t> sizes;
  std::size_t largest_encoded = 0;  // larger pages are run in UTF-8 only
  std::string only, method{pith::Options().method};
};

/// What a child reports on one page.
struct Result {
  std::uint32_t size = 0, charset = 0;
  std::uint32_t bytes = 0;  // of the encoded page
  double ms = 0;
  std::size_t memory = 0;
  std::uint32_t truncated = 0;
  bool valid = true;  // the output is UTF-8
};

double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

std::string page_of(const Shape& shape, std::size_t size, Charset charset) {
  std::string page;
  page.reserve(size + size / 4);
  shape.make(page, size);
  return charset == Charset::utf_8 ? page : pith::hostile::encode(page, charset);
}

/// Extraction and both outputs; the bytes written.
std::string run_once(const pith::Extractor& extractor, std::string_view page, Charset charset,
                     pith::Workspace& workspace, std::uint32_t& truncated) {
  const pith::Article article = extractor.extract(page, {.charset = pith::hostile::label_of(charset)}, workspace);
  truncated = static_cast<std::uint32_t>(article.truncated);
  return pith::render(article, pith::Format::text) + pith::render(article, pith::Format::json);
}

Result measure(const pith::Extractor& extractor, const Shape& shape, std::size_t size, Charset charset) {
  const std::string page = page_of(shape, size, charset);
  Result result;
  result.size = static_cast<std::uint32_t>(size);
  result.charset = static_cast<std::uint32_t>(charset);
  result.bytes = static_cast<std::uint32_t>(page.size());
  const std::size_t before = held;
  peak = held;
  pith::Workspace workspace;
  double best = 1e9, spent = 0;
  for (int round = 0; round < 5 && (round < 2 || spent < 60); ++round) {
    const double start = cpu_ms();
    const std::string output = run_once(extractor, page, charset, workspace, result.truncated);
    const double ms = cpu_ms() - start;
    best = std::min(best, ms);
    spent += ms;
    if (round == 0) {
      result.valid = pith::text::valid_utf8_prefix(output) == output.size();
      result.memory = peak - before;
    }
    if (spent > 2000) break;
  }
  result.ms = best;
  return result;
}

[[noreturn]] void child(const Settings& settings, const Shape& shape, int out) {
  alarm(kSecondsAShape);
  const pith::Extractor extractor({.method = settings.method, .catalogue = &pith::all_methods()});
  for (const std::size_t size : settings.sizes)
    for (const Charset charset : pith::hostile::kCharsets) {
      if (size > settings.largest_encoded && charset != Charset::utf_8) continue;
      const Result result = measure(extractor, shape, size, charset);
      if (write(out, &result, sizeof(result)) != sizeof(result)) _exit(3);
    }
  _exit(0);
}

/// The results of a shape; `crash` says how its process ended when it did not end well.
std::vector<Result> run_shape(const Settings& settings, const Shape& shape, std::string& crash) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) std::exit(2);
  std::fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    child(settings, shape, ends[1]);
  }
  close(ends[1]);
  std::vector<Result> results;
  Result result;
  while (read(ends[0], &result, sizeof(result)) == sizeof(result)) results.push_back(result);
  close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status))
    crash = WTERMSIG(status) == SIGALRM ? "took too long" : std::string("crashed: ") + strsignal(WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    crash = "ended with status " + std::to_string(WEXITSTATUS(status));
  return results;
}

struct Verdict {
  std::size_t pages = 0;
  double ms_per_mb = 0, growth = 0, memory = 0;  // worst ones; memory as a part of what is allowed
  std::uint32_t truncated = 0;
  std::vector<std::string> faults;
  double growth_by_instructions = 0;  // where time left doubt
  std::string slow_growth;            // the worst growth past the promise
  double instructions_per_byte = 0;   // where a time was past the promise
  std::optional<Result> slowest;      // of those pages, by time per byte

  [[nodiscard]] std::size_t doubts() const { return faults.size() + (slowest ? 1 : 0); }
};

std::string describe(const Result& r) {
  return std::to_string(r.bytes) + " bytes, " + std::string(pith::hostile::label_of(static_cast<Charset>(r.charset)));
}

Verdict judge(const std::vector<Result>& results) {
  Verdict v;
  std::map<std::pair<std::uint32_t, std::uint32_t>, const Result*> by_size;
  for (const Result& r : results) by_size[{r.charset, r.size}] = &r;
  for (const Result& r : results) {
    ++v.pages;
    v.truncated |= r.truncated;
    if (!r.valid) v.faults.push_back("output is not UTF-8: " + describe(r));
    const double allowed = static_cast<double>(kBytesPerByte * r.bytes + kBytesBeyond);
    v.memory = std::max(v.memory, static_cast<double>(r.memory) / allowed);
    if (static_cast<double>(r.memory) > allowed)
      v.faults.push_back(std::to_string(r.memory) + " bytes of memory: " + describe(r));
    const double megabytes = static_cast<double>(r.bytes) / 1e6;
    if (r.ms > kMsAPage + kMsPerMb * megabytes && (!v.slowest || r.ms * v.slowest->bytes > v.slowest->ms * r.bytes))
      v.slowest = r;
    if (r.ms < kNoiseMs) continue;
    v.ms_per_mb = std::max(v.ms_per_mb, r.ms / megabytes);
    const auto smaller = by_size.find({r.charset, r.size / 4});
    if (smaller == by_size.end() || smaller->second->ms < kNoiseMs) continue;
    const double growth = r.ms / smaller->second->ms;
    v.growth = std::max(v.growth, growth);
    if (growth > kGrowth && growth == v.growth)
      v.slow_growth = "time grows " + std::to_string(growth) + " times from a quarter: " + describe(r);
  }
  return v;
}

/// Instructions of one extraction, counted by callgrind; 0 when it is not installed.
double instructions_of(const Shape& shape, std::size_t size) {
  const std::string command = "valgrind --tool=callgrind --callgrind-out-file=/dev/null \"$(readlink /proc/" +
                              std::to_string(getpid()) + "/exe)\" --once " + std::string(shape.name) + ' ' +
                              std::to_string(size) + " 2>&1 | sed -n 's/.*refs: *//p' | tr -d ,";
  FILE* output = popen(command.c_str(), "r");
  double count = 0;
  if (output == nullptr || std::fscanf(output, "%lf", &count) != 1) count = 0;
  if (output != nullptr) pclose(output);
  return count;
}

/// Times grow faster than work does where a page outgrows the caches. A shape whose time grows too fast is
/// acquitted when its instructions do not.
void settle_growth(const Shape& shape, Verdict& v) {
  if (v.slow_growth.empty()) return;
  constexpr std::size_t kSizes[] = {64u << 10, 256u << 10, 1u << 20};
  double before = 0, worst = 0;
  for (const std::size_t size : kSizes) {
    const double count = instructions_of(shape, size);
    if (before > 0) worst = std::max(worst, count / before);
    before = count;
  }
  if (worst == 0 || worst > kGrowth)
    v.faults.push_back(v.slow_growth);
  else
    v.growth_by_instructions = worst;
}

/// How long a page takes is the machine's affair, too, and that of what else runs on it. A shape that takes too long is
/// acquitted when its page of that size in UTF-8 takes few instructions a byte.
void settle_rate(const Shape& shape, Verdict& v) {
  if (!v.slowest) return;
  // What a page of next to nothing takes is the reading of the model, and the allowance a page has whatever its size.
  constexpr std::size_t kNextToNothing = 1024;
  const double start_up = instructions_of(shape, kNextToNothing);
  const double count = instructions_of(shape, v.slowest->size);
  v.instructions_per_byte = std::max(count - start_up, 0.0) / v.slowest->size;
  if (count == 0 || v.instructions_per_byte > kInstructionsPerByte)
    v.faults.push_back(std::to_string(v.slowest->ms) + " ms: " + describe(*v.slowest));
}

int run_all(const Settings& settings) {
  std::printf("%-26s %6s %10s %8s  %8s  %s\n", "shape", "pages", "ms per MB", "n to 4n", "memory", "limits met");
  std::size_t pages = 0, crashes = 0, broken = 0, by_instructions = 0, too_slow = 0;
  double worst_rate = 0, worst_growth = 0, worst_memory = 0;
  for (const Shape& shape : pith::hostile::shapes()) {
    if (!settings.only.empty() && settings.only != shape.name) continue;
    std::string crash;
    Verdict v = judge(run_shape(settings, shape, crash));
    for (int round = 1; round < kRounds && crash.empty() && v.doubts() != 0; ++round) {
      const Verdict again = judge(run_shape(settings, shape, crash));
      if (again.doubts() < v.doubts()) v = again;
    }
    settle_growth(shape, v);
    settle_rate(shape, v);
    if (v.growth_by_instructions > 0) ++by_instructions;
    if (v.instructions_per_byte > 0) ++too_slow;
    if (!crash.empty()) {
      v.faults.push_back(crash);
      ++crashes;
    }
    pages += v.pages;
    broken += v.faults.empty() ? 0 : 1;
    worst_rate = std::max(worst_rate, v.ms_per_mb);
    const double growth = v.growth_by_instructions > 0 ? v.growth_by_instructions : v.growth;
    worst_growth = std::max(worst_growth, growth);
    worst_memory = std::max(worst_memory, v.memory);
    std::printf("%-26s %6zu %10.1f %8.1f%c %7.0f%%  %s\n", std::string(shape.name).c_str(), v.pages, v.ms_per_mb,
                growth, v.growth_by_instructions > 0 ? '*' : ' ', 100 * v.memory,
                pith::describe(static_cast<pith::Truncation>(v.truncated)).c_str());
    if (v.instructions_per_byte > 0) std::printf("    %.0f instructions a byte\n", v.instructions_per_byte);
    for (const std::string& fault : v.faults) std::printf("    BROKEN: %s\n", fault.c_str());
    std::fflush(stdout);
  }
  std::printf(
      "%zu pages, %zu crashes, %zu shapes with a broken promise; at most %.1f ms per MB, time times %.1f from n to 4n, "
      "%.0f%% of the memory allowed\n",
      pages, crashes, broken, worst_rate, worst_growth, 100 * worst_memory);
  if (by_instructions > 0)
    std::printf("* instructions, for %zu shapes whose time grew faster than their work\n", by_instructions);
  if (too_slow > 0)
    std::printf("%zu shapes took longer than promised and were judged by their instructions\n", too_slow);
  return pages != 0 && crashes == 0 && broken == 0 ? 0 : 1;
}

const Shape* find_shape(std::string_view name) {
  for (const Shape& shape : pith::hostile::shapes())
    if (shape.name == name) return &shape;
  return nullptr;
}

int usage() {
  std::fprintf(stderr,
               "usage: pith_hostile [--quick] [--shape NAME] [--largest BYTES] [--method ID] | --list |\n"
               "       --write SHAPE BYTES [LABEL] | --once SHAPE BYTES\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  Settings settings;
  settings.sizes = {1u << 10, 4u << 10, 16u << 10, 64u << 10, 256u << 10, 1u << 20, 4u << 20, 16u << 20};
  settings.largest_encoded = 1u << 20;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    const std::size_t left = arguments.size() - i - 1;
    if (a == "--quick") {
      settings.sizes = {1u << 10, 64u << 10, 256u << 10};
      settings.largest_encoded = 1u << 10;
    } else if (a == "--list") {
      for (const Shape& shape : pith::hostile::shapes())
        std::printf("%-26s %s\n", std::string(shape.name).c_str(), std::string(shape.what).c_str());
      return 0;
    } else if (a == "--shape" && left >= 1) {
      settings.only = arguments[++i];
      if (find_shape(settings.only) == nullptr) return usage();
    } else if (a == "--method" && left >= 1) {
      settings.method = arguments[++i];
    } else if (a == "--largest" && left >= 1) {
      const std::size_t largest = std::stoul(arguments[++i]);
      std::erase_if(settings.sizes, [&](std::size_t size) { return size > largest; });
    } else if ((a == "--write" || a == "--once") && left >= 2) {
      const Shape* shape = find_shape(arguments[i + 1]);
      if (shape == nullptr) return usage();
      Charset charset = Charset::utf_8;
      for (const Charset c : pith::hostile::kCharsets)
        if (left >= 3 && arguments[i + 3] == pith::hostile::label_of(c)) charset = c;
      const std::string page = page_of(*shape, std::stoul(arguments[i + 2]), charset);
      if (a == "--write") return std::fwrite(page.data(), 1, page.size(), stdout) == page.size() ? 0 : 2;
      pith::Workspace workspace;
      std::uint32_t truncated = 0;
      std::printf("%zu bytes out\n",
                  run_once(pith::Extractor({.method = settings.method, .catalogue = &pith::all_methods()}), page,
                           charset, workspace, truncated)
                      .size());
      return 0;
    } else {
      return usage();
    }
  }
  return run_all(settings);
}
