//! Runs the extractors written in Rust: `peers METHOD < PAGES > PREDICTIONS`. PAGES are the lines that
//! run.py writes: `id`, `url`, `html` (decoded). Times are processor time of the extraction alone.

use std::io::{self, BufRead, BufWriter, Write};
use std::panic::{self, AssertUnwindSafe};

use dom_smoothie::{Config, Readability, TextMode};
use serde_json::{json, Value};

#[derive(Default)]
struct Extracted {
    text: String,
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
    page_type: Option<String>,
}

fn rs_trafilatura(html: &str, url: Option<&str>) -> Extracted {
    let options = rs_trafilatura::Options {
        url: url.map(String::from),
        ..Default::default()
    };
    match rs_trafilatura::extract_with_options(html, &options) {
        Ok(result) => Extracted {
            text: result.content_text,
            title: result.metadata.title,
            author: result.metadata.author,
            date: result.metadata.date.map(|date| date.format("%Y-%m-%d").to_string()),
            page_type: result.metadata.page_type,
        },
        Err(_) => Extracted::default(),
    }
}

fn dom_smoothie(html: &str, url: Option<&str>) -> Extracted {
    // As raw text, words of neighbouring blocks run together.
    let config = Config {
        text_mode: TextMode::Formatted,
        ..Default::default()
    };
    let parsed = Readability::new(html, url, Some(config)).and_then(|mut readability| readability.parse());
    match parsed {
        Ok(article) => Extracted {
            text: article.text_content.to_string(),
            title: Some(article.title),
            author: article.byline,
            date: article.published_time,
            page_type: None,
        },
        Err(_) => Extracted::default(),
    }
}

fn thread_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn main() -> io::Result<()> {
    let extract: fn(&str, Option<&str>) -> Extracted = match std::env::args().nth(1).as_deref() {
        Some("rs-trafilatura") => rs_trafilatura,
        Some("dom_smoothie") => dom_smoothie,
        _ => panic!("usage: peers rs-trafilatura|dom_smoothie"),
    };
    panic::set_hook(Box::new(|_| {})); // a page that fails is an empty prediction
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let page: Value = serde_json::from_str(&line?)?;
        let (html, url) = (page["html"].as_str().unwrap_or(""), page["url"].as_str());
        let start = thread_seconds();
        let result = panic::catch_unwind(AssertUnwindSafe(|| extract(html, url)));
        let ms = (thread_seconds() - start) * 1e3;
        let failed = result.is_err();
        let found = result.unwrap_or_default();
        let prediction = json!({"id": page["id"], "text": found.text, "title": found.title, "author": found.author,
                                "date": found.date, "page_type": found.page_type, "ms": ms, "failed": failed});
        writeln!(out, "{prediction}")?;
        out.flush()?; // whoever asks waits for the answer before the next page
    }
    out.flush()
}
