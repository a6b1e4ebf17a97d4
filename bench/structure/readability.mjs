// Reads an HTML page on standard input, writes Markdown as readability with turndown makes it.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.argv[2] + "/");
const { Readability } = require("@mozilla/readability");
const { JSDOM } = require("jsdom");
const Turndown = require("turndown");
const { gfm } = require("turndown-plugin-gfm");

const { document } = new JSDOM(readFileSync(0, "utf8"), { url: "https://example.org/a/b" }).window;
const article = new Readability(document).parse();
const turndown = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced" });
turndown.use(gfm);
process.stdout.write(article ? turndown.turndown(article.content) : "");
