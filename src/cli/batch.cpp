// pith batch: many pages, on all cores.

#include <memory>
#include <string>

#include "cli/batch_run.hpp"
#include "cli/command.hpp"
#include "cli/corpus.hpp"
#include "cli/fetching.hpp"
#include "cli/rules_option.hpp"
#include "cli/selecting.hpp"

namespace pith::cli {

void add_batch(Program& program) {
  const auto self = std::make_shared<BatchRun>();
  CLI::App* command =
      add_command(program, "batch", "Extract many pages on all cores, as JSONL", [self] { return self->run(); });
  command
      ->add_option("INPUT", self->batch.inputs,
                   "JSONL or WARC files (also .gz, .zst), directories with HTML files, or -")
      ->type_name("FILE|DIR|-");
  command
      ->add_option("--urls", self->batch.lists,
                   "A list of URLs, one a line, to fetch; from each host one page at a time")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command->add_option("-o,--output", self->batch.output, "JSONL file; .gz and .zst compress it; - for standard output")
      ->type_name("FILE");
  add_store(*command, self->batch, "Put the articles into this corpus store, too, or instead (docs/corpus.md)");
  command->add_option("-j,--jobs", self->batch.jobs, "Threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      ->add_option("--shard-size", self->batch.shard_pages,
                   "The output is a folder: part-00000.jsonl.zst and so on with N pages each, and manifest.jsonl")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command->add_option("--stats", self->statistics, "Write what became of the run to FILE, as JSON")->type_name("FILE");
  using batch::Existing;
  const auto add_existing = [&](const std::string& name, Existing existing, const std::string& help) {
    return command->add_flag_callback(
        name, [self, existing] { self->batch.existing = existing; }, help);
  };
  CLI::Option* resume = add_existing("--resume", Existing::resume, "Go on with a run that was interrupted");
  CLI::Option* restart = add_existing("--restart", Existing::restart, "Throw such a run away and start anew");
  CLI::Option* force =
      add_existing("--force", Existing::overwrite, "Overwrite what is there, a whole output or an interrupted run");
  resume->excludes(restart)->excludes(force);
  restart->excludes(force);
  command->add_flag("--keep-dirs", self->batch.keep_dirs,
                    "Directories as input: a file for each page, in the same tree below the output, a directory");
  add_method_and_favor(program, *command, self->options);
  add_filters(*command, self->options.settings);
  add_site_rules(*command, self->rules);
  add_rendering(program, *command, self->format,
                "Of the field `text`; json is the same as text, csv writes rows instead of objects",
                self->batch.rendering);
  // A file is for readers, who have no other members.
  command->parse_complete_callback([&program, self, command] {
    program.action = [self] { return self->run(); };
    if (!self->batch.keep_dirs) return;
    if (command->count("--title") == 0) self->batch.rendering.title = true;
    if (command->count("--posts") == 0) self->batch.rendering.posts = PostStyle::headed;
  });
  command->add_flag("--duplicates", self->batch.duplicates,
                    "Tell which pages say the same as an earlier one, or nearly so");
  command
      ->add_option("--site-memory", self->batch.site_memory,
                   "What is known of the sites of the pages, which goes on being learnt (`pith site`, docs/sites.md)")
      ->type_name("DIR");
  command
      ->add_option("--site-passes", self->batch.site_passes,
                   "1: learn while extracting; 2: learn from all pages first, then extract")
      ->check(CLI::Range(1, 2))
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--site-memory-size", self->batch.site_memory_bytes,
                   "Memory for what is known of sites; those not seen for longest stay on the disk alone")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("256MB")
      ->type_name("SIZE");
  add_selection(*command, self->batch.selection);
  add_members(*command, self->members);
  command->add_option("--keep-members", self->batch.kept, "Hand on these members of JSON records, or all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,NAME|all");
  command->add_flag("--verify-digests", self->batch.verify_digests,
                    "Pages of WARC files without the digest that their header names are bad records");
  add_fetching(*command, self->batch.fetching);
  command->footer(
      R"(Writes one JSON object a line and page, in input order whatever the number of threads: id, url, title,
author, date, language, page_type, text, comments, bodies, truncated, error (docs/formats.md).

With --duplicates also fingerprint, similarity, duplicate_of, near_duplicate_of: every page is written, duplicates
too, and says what it repeats. Records from WARC files also have warc_file, warc_offset and warc_date.
With --keep-members the other members of the input's records are handed on; one whose name is among those
above is called input_NAME.

With --shard-size N the output is a folder. Each shard is there as a whole or not at all, and has a line in
manifest.jsonl with its pages and its SHA-256; bad records are in quarantine.jsonl. The files are .jsonl.zst,
or as the folder is called: out.jsonl, out.jsonl.gz.

A record that cannot be read is kept aside in FILE.bad.jsonl with its reason, and the batch goes on. FILE
appears when it is whole; until then FILE.part grows, and after an interruption or a crash the same
command with --resume goes on to the same bytes as if nothing had happened. Nothing that is there is
overwritten unasked: --restart throws an interrupted run away, --force a whole output, too.

Examples:
  pith batch pages.jsonl.zst --output articles.jsonl
  pith batch crawl/*.warc.gz --output articles.jsonl.zst --jobs 8
  pith batch crawl/*.warc.gz --output articles --shard-size 100000 --stats run.json
  pith batch site/ --output - | jq -r .title
  pith batch --urls list.txt --output articles.jsonl --jobs 8
  pith batch site/ --keep-dirs --output texts/ --format markdown
  pith batch pages.jsonl -o articles.jsonl --fields id,url,title,text --keep-members source,label
  pith batch pages.jsonl -o articles.jsonl --language zh --min-length 200 --drop-duplicates --no-bodies
  pith batch today.jsonl --site-memory sites --output today.out.jsonl
  pith batch today.jsonl --method url-tree --site-memory sites --output today.out.jsonl
  pith batch today.jsonl --store news.pith
  zstdcat pages.jsonl.zst | pith batch - --output articles.jsonl

Exit status: 0 done, 1 nothing extracted, 2 bad use or bad records (all others were extracted).)");
}

}  // namespace pith::cli
