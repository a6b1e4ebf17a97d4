#!/usr/bin/env python3
"""A mirror of blogs for tests of `pith harvest`: each has its own address of the loopback network (127.0.3.1, ...), its
own words, and pages, addresses, feeds and robots.txt in the shape of one of the programs that run blogs and news.

    tests/harvest/mirror.py [PORT]    serves them until it is interrupted, and prints where they begin
"""

import dataclasses
import datetime
import gzip
import html
import http.server
import json
import pathlib
import re
import sys
import threading
import urllib.parse
from collections.abc import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import writing

PER_PAGE = 5


@dataclasses.dataclass
class Post:
    number: int  # from 1, the oldest first
    title: str
    slug: str
    date: datetime.datetime
    author: str
    category: int
    paragraphs: list[str]
    comments: list[tuple[str, str]]
    url: str = ""  # path with query


@dataclasses.dataclass
class Blog:
    engine: str
    subject: str
    theme: str  # names of a shell, a list, a post and its comments
    url: Callable[[Post], str]
    page: Callable[[int], str]  # of the list, from 2
    chinese: bool = False
    charset: str = "utf-8"
    declares: str = "meta"  # where the charset stands: meta, header, nowhere
    category: Callable[[int], str] | None = None
    month: Callable[[datetime.datetime], str] | None = None
    feed: str = ""  # rss2, rss1, atom, json; "-": no feed; ",short" only beginnings, ",hidden" not announced
    feed_path: str = ""
    sitemap: str = ""  # plain, index, gzip, text
    robots: str = ""
    calendar: str = ""  # "days", "months": pages without an end
    extras: str = ""  # sessions, short, replies, print, parts
    start: str = "/"
    count: int = 12
    # Made by build().
    host: str = ""
    posts: list[Post] = dataclasses.field(default_factory=list)
    routes: dict[str, tuple[str, bytes]] = dataclasses.field(default_factory=dict)

    def has(self, extra):
        return extra in self.extras.split(",")

    def words(self, english, chinese):
        return chinese if self.chinese else english


def esc(text):
    return html.escape(text, quote=False)


# --- What stands around the main part: `main` and `side` are HTML ---


def shell_semantic(b, title, head, nav, main, side):
    return (
        f'<!DOCTYPE html><html lang="{b.words("en", "zh-CN")}"><head>{head}<title>{title}</title></head><body>'
        f'<header class="site-header"><p class="site-title"><a href="{b.start}">{b.name}</a></p><nav>{nav}</nav></header>'
        f"<main>{main}</main><aside>{side}</aside><footer><p>© 2024 {b.name}</p></footer></body></html>"
    )


def shell_wrapper(b, title, head, nav, main, side):
    return (
        f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-'
        f'transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head>{head}<title>{title}</title></head><body>'
        f'<div id="page"><div id="header"><h1><a href="{b.start}">{b.name}</a></h1><div class="description">'
        f'{b.words("Just another weblog", "又一个博客")}</div></div><div id="content" class="narrowcolumn">{main}</div>'
        f'<div id="sidebar"><ul><li>{nav}</li>{side}</ul></div>'
        f'<div id="footer"><p>{b.name} · RSS</p></div></div></body></html>'
    )


def shell_table(b, title, head, nav, main, side):
    return (
        f'<html><head>{head}<title>{title}</title></head><body bgcolor="#ffffff"><table width="760" align="center" '
        f'border="0" cellspacing="0"><tr><td colspan="2" height="60"><b>{b.name}</b></td></tr><tr><td colspan="2" '
        f'bgcolor="#336699">{nav}</td></tr><tr><td width="170" valign="top">{side}</td><td valign="top">{main}</td></tr>'
        f'<tr><td colspan="2" align="center">{b.words("All rights reserved", "版权所有")} {b.name}</td></tr>'
        f"</table></body></html>"
    )


def shell_font(b, title, head, nav, main, side):
    return (
        f"<HTML><HEAD>{head}<TITLE>{title}</TITLE></HEAD><BODY><CENTER><FONT size=5>{b.name}</FONT><BR>{nav}<HR width=700>"
        f"<TABLE width=700><TR><TD>{main}</TD></TR></TABLE><HR width=700><FONT size=2>{side}</FONT></CENTER></BODY></HTML>"
    )


def shell_grid(b, title, head, nav, main, side):
    return (
        f'<!doctype html><html><head>{head}<title>{title}</title></head><body><nav class="navbar navbar-default"><div '
        f'class="container"><a class="navbar-brand" href="{b.start}">{b.name}</a>{nav}</div></nav><div class="container">'
        f'<div class="row"><div class="col-md-8">{main}</div>'
        f'<div class="col-md-4"><div class="panel">{side}</div></div></div>'
        f'</div><footer class="footer"><div class="container">Powered by {b.engine}</div></footer></body></html>'
    )


def shell_soup(b, title, head, nav, main, side):
    return (
        f'<!doctype html><html><head>{head}<title>{title}</title></head><body><div id="root"><div class="c1 k7"><div '
        f'class="c2"><a class="k9" href="{b.start}">{b.name}</a></div><div class="c3">{nav}</div></div><div class="c4"><div '
        f'class="c5">{main}</div><div class="c6">{side}</div></div><div class="c8">{b.name}</div></div></body></html>'
    )


def shell_columns(b, title, head, nav, main, side):
    return (
        f'<!doctype html><html><head>{head}<title>{title}</title></head><body><div id="container"><div id="banner"><a '
        f'href="{b.start}">{b.name}</a></div><div id="right"><div class="sidebar">{nav}{side}</div></div><div id="center">'
        f'<div class="content">{main}</div></div><div style="clear: both;">&nbsp;</div></div></body></html>'
    )


def shell_section(b, title, head, nav, main, side):
    return (
        f'<!doctype html><html><head>{head}<title>{title}</title></head><body><div class="layout"><section class="outer">'
        f'{main}</section><section class="widgets">{side}</section></div><div id="mobile-nav">{nav}</div><footer '
        f'id="footer"><div class="inner">{b.name}</div></footer></body></html>'
    )


# --- Lists of posts ---


def intro(p):
    return p.paragraphs[0][:90] + "…"


def list_full(b, posts):
    return "".join(
        f'<div class="post" id="post-{p.number}"><h2><a href="{p.url}" rel="bookmark">{esc(p.title)}</a></h2><small>'
        f'{b.day(p)}</small><div class="entry">{b.body(p)}</div><p class="postmetadata">'
        f'<a href="{p.url}#respond">{len(p.comments)} {b.words("Comments", "条评论")}</a></p></div>'
        for p in posts
    )


def list_excerpts(b, posts):
    return "".join(
        f'<article class="hentry"><header><h2 class="entry-title"><a href="{p.url}">{esc(p.title)}</a></h2><time '
        f'datetime="{p.date.isoformat()}">{b.day(p)}</time></header><div class="entry-summary"><p>{esc(intro(p))}</p>'
        f'<a class="more" href="{p.url}">{b.words("Continue reading", "阅读全文")}</a></div></article>'
        for p in posts
    )


def list_titles(b, posts):
    return (
        "<ul class='list'>"
        + "".join(f'<li><a href="{p.url}">{esc(p.title)}</a> <span>{p.date:%Y-%m-%d}</span></li>' for p in posts)
        + "</ul>"
    )


def list_rows(b, posts):
    return (
        '<table width="100%">'
        + "".join(
            f'<tr><td>·<a href="{p.url}" target="_blank">{esc(p.title)}</a></td><td '
            f'align="right">[{p.date:%m-%d}]</td></tr>'
            for p in posts
        )
        + "</table>"
    )


def list_cards(b, posts):
    return (
        '<div class="cards">'
        + "".join(
            f'<div class="card"><a href="{p.url}"><img src="/img/{p.number}.jpg" alt=""></a>'
            f'<div class="card-body"><a href="{p.url}" '
            f'class="card-title">{esc(p.title)}</a><p class="card-text">{esc(intro(p))}</p></div></div>'
            for p in posts
        )
        + "</div>"
    )


def list_terms(b, posts):
    return (
        "<dl>"
        + "".join(f'<dt><a href="{p.url}">{esc(p.title)}</a></dt><dd>{esc(intro(p))} ({b.day(p)})</dd>' for p in posts)
        + "</dl>"
    )


def list_soup(b, posts):
    return "".join(
        f'<div class="x1"><div class="x2"><a href="{p.url}">{esc(p.title)}</a></div><div class="x3"><span>{p.author}'
        f'</span><span>{b.day(p)}</span></div><div class="x4">{esc(intro(p))}</div></div>'
        for p in posts
    )


# --- Posts ---


def post_article(b, p):
    return (
        f'<article class="post"><header><h1 class="entry-title">{esc(p.title)}</h1><div class="entry-meta"><time '
        f'class="published" datetime="{p.date.isoformat()}">{b.day(p)}</time> <span class="author">{p.author}</span></div>'
        f'</header><div class="entry-content">{b.body(p)}</div></article>'
    )


def post_entry(b, p):
    return (
        f'<div class="post" id="post-{p.number}"><h2>{esc(p.title)}</h2><small>{b.day(p)} {b.words("by", "作者")} {p.author}'
        f'</small><div class="entry">{b.body(p)}<p class="postmetadata">{b.words("Filed under", "分类")} '
        f'<a href="{b.start}">{b.subject}</a></p></div></div>'
    )


def post_cells(b, p):
    return (
        f'<table width="100%"><tr><td align="center"><b><font size="4">{esc(p.title)}</font></b></td></tr>'
        f'<tr><td align="center">'
        f"{b.words('Date:', '发布时间：')}{p.date:%Y-%m-%d %H:%M} {b.words('Author:', '作者：')}{p.author}</td></tr><tr><td>"
        f"{b.body(p)}</td></tr></table>"
    )


def post_soup(b, p):
    return (
        f'<div class="y1"><div class="y2">{esc(p.title)}</div><div class="y3"><span>{p.author}</span><span>{b.day(p)}</span>'
        f'</div><div class="y4">{b.body(p)}</div></div>'
    )


def post_news(b, p):
    return (
        f'<div class="article"><h1>{esc(p.title)}</h1><div class="info"><span>{p.date:%Y-%m-%d %H:%M:%S}</span> <span>'
        f'{b.words("Source:", "来源：")}{b.name}</span></div><div id="artibody">{b.body(p)}</div><p class="editor">'
        f"({b.words('Editor:', '责任编辑：')}{p.author})</p></div>"
    )


def post_microdata(b, p):
    return (
        f'<div itemscope itemtype="http://schema.org/BlogPosting"><h1 itemprop="headline">{esc(p.title)}</h1><span '
        f'itemprop="author">{p.author}</span> '
        f'<time itemprop="datePublished" datetime="{p.date.isoformat()}">{b.day(p)}</time>'
        f'<div itemprop="articleBody">{b.body(p)}</div></div>'
    )


def post_linked(b, p):
    data = json.dumps(
        {
            "@context": "https://schema.org",
            "@type": "BlogPosting",
            "headline": p.title,
            "datePublished": p.date.isoformat(),
            "author": {"@type": "Person", "name": p.author},
        },
        ensure_ascii=False,
    )
    return (
        f'<script type="application/ld+json">{data}</script><div class="gh-article"><h1>{esc(p.title)}</h1><div class="by">'
        f'{p.author} · {b.day(p)}</div><section class="gh-content">{b.body(p)}</section></div>'
    )


# --- Comments ---


def comments_list(b, p):
    if not p.comments:
        return ""
    return (
        f'<h3 id="comments">{len(p.comments)} {b.words("Responses", "条评论")}</h3><ol class="commentlist">'
        + "".join(
            f'<li id="comment-{i}"><cite>{who}</cite> {b.words("says", "说")}:<br><small>{b.day(p)}</small>'
            f"<p>{esc(text)}</p></li>"
            for i, (who, text) in enumerate(p.comments)
        )
        + "</ol>"
    )


def comments_blocks(b, p):
    if not p.comments:
        return ""
    return (
        '<div id="comments" class="comments">'
        + "".join(
            f'<div class="comment"><div class="comment-author">{who}</div>'
            f'<div class="comment-body"><p>{esc(text)}</p></div></div>'
            for who, text in p.comments
        )
        + "</div>"
    )


def comments_none(b, p):
    return ""


THEMES = {name: value for name, value in globals().items() if re.match(r"(shell|list|post|comments)_", name)}


# --- Feeds and sitemaps ---


def rfc822(date):
    return date.strftime("%a, %d %b %Y %H:%M:%S +0000")


def feed_of(b, kind, posts, full):
    def content(p):
        return b.body(p, absolute=True) if full else esc(intro(p))

    base = b.base
    if kind == "json":
        return "application/feed+json", json.dumps(
            {
                "version": "https://jsonfeed.org/version/1.1",
                "title": b.name,
                "items": [
                    {
                        "id": base + p.url,
                        "url": base + p.url,
                        "title": p.title,
                        "content_html": content(p),
                        "date_published": p.date.isoformat() + "Z",
                    }
                    for p in posts
                ],
            },
            ensure_ascii=False,
        )
    if kind == "atom":
        items = "".join(
            f'<entry><title type="html">{esc(esc(p.title))}</title><link rel="alternate" type="text/html" '
            f'href="{esc(base + p.url)}"/><id>tag:{b.host},2024:{p.number}</id><published>{p.date.isoformat()}Z'
            f"</published><updated>{p.date.isoformat()}Z</updated><author><name>{p.author}</name></author><content "
            f'type="html">{esc(content(p))}</content></entry>'
            for p in posts
        )
        return "application/atom+xml", (
            f'<?xml version="1.0" encoding="{b.charset}"?><feed xmlns="http://www.w3.org/2005/Atom">'
            f'<title>{b.name}</title><id>{base}/</id><link href="{base}/"/>{items}</feed>'
        )
    if kind == "rss1":
        items = "".join(
            f'<item rdf:about="{esc(base + p.url)}"><title>{esc(p.title)}</title><link>{esc(base + p.url)}</link>'
            f"<dc:date>{p.date.isoformat()}+00:00</dc:date><dc:creator>{p.author}</dc:creator><description>"
            f"{esc(content(p))}</description></item>"
            for p in posts
        )
        return "application/rdf+xml", (
            f'<?xml version="1.0" encoding="{b.charset}"?><rdf:RDF xmlns="http://purl.org/rss/1.0/" '
            f'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/'
            f'elements/1.1/"><channel rdf:about="{base}/"><title>{b.name}</title><link>{base}/</link>'
            f"</channel>{items}</rdf:RDF>"
        )
    items = "".join(
        f'<item><title>{esc(p.title)}</title><link>{esc(base + p.url)}</link><guid isPermaLink="false">{p.number}'
        f"</guid><pubDate>{rfc822(p.date)}</pubDate><dc:creator><![CDATA[{p.author}]]></dc:creator><description>"
        f"<![CDATA[{esc(intro(p))}]]></description>"
        + (f"<content:encoded><![CDATA[{content(p)}]]></content:encoded>" if full else "")
        + "</item>"
        for p in posts
    )
    return "text/xml", (
        f'<?xml version="1.0" encoding="{b.charset}"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/'
        f'modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>{b.name}</title><link>'
        f"{base}/</link>{items}</channel></rss>"
    )


def urlset(b, urls):
    return (
        '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        + "".join(f"<url><loc>{esc(b.base + url)}</loc><lastmod>2024-06-01</lastmod></url>" for url in urls)
        + "</urlset>"
    )


# --- Building ---


class Built(Blog):
    """A blog with its posts and pages."""

    def build(self, number, host, port, posts=None):
        self.host, self.base = host, f"http://{host}:{port}"
        writer = writing.Writer(f"{number} {self.engine}", self.subject, self.chinese)
        self.name = (
            (self.subject + writer.rng.choice(("小站", "随笔", "札记")))
            if self.chinese
            else f"{writer.name().split()[0]}'s {self.subject}"
        )
        shell, listing, post, comments = self.theme.split()
        self.shell, self.listing = THEMES["shell_" + shell], THEMES["list_" + listing]
        self.post, self.comments = THEMES["post_" + post], THEMES["comments_" + comments]
        date = datetime.datetime(2023, 1 + number % 12, 3 + number % 20, 9, 30)
        for index in range(1, self.count + 1):
            title = writer.title()
            slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") if not self.chinese else f"p{index * 37 % 1000}"
            text = writer.paragraphs()
            said = [(writer.name(), writer.paragraph(1)) for _ in range(writer.rng.randint(0, 3))]
            new = Post(index, title, slug, date, writer.name(), index % 3, text, said)
            new.url = self.url(new)
            self.posts.append(new)
            date += datetime.timedelta(days=writer.rng.randint(2, 19), minutes=writer.rng.randint(1, 700))
        self.about = writer.paragraph(2)
        self.visible = len(self.posts) if posts is None else posts
        self.make()
        return self

    def day(self, p):
        return f"{p.date.year}年{p.date.month}月{p.date.day}日" if self.chinese else p.date.strftime("%B %-d, %Y")

    def body(self, p, absolute=False):
        if self.theme.split()[2] == "cells" and not absolute:
            return "<br><br>".join(f"　　{esc(each)}" if self.chinese else esc(each) for each in p.paragraphs)
        if self.theme.split()[2] == "soup" and not absolute:
            return "".join(f"<div class='z'>{esc(each)}</div>" for each in p.paragraphs)
        return "".join(f"<p>{esc(each)}</p>" for each in p.paragraphs)

    def put(self, path, body, kind="text/html"):
        data = body if isinstance(body, bytes) else body.encode(self.charset, "xmlcharrefreplace")
        if kind == "text/html" and self.declares == "header":
            kind += "; charset=" + self.charset
        self.routes[path] = (kind, data)

    def render(self, title, main, head=""):
        if self.declares == "meta":
            head = f'<meta http-equiv="Content-Type" content="text/html; charset={self.charset}">' + head
        kind, path = self.feed_kind(), self.feed_path
        if kind and "hidden" not in self.feed:
            types = {"atom": "application/atom+xml", "json": "application/feed+json", "rss1": "application/rdf+xml"}
            head += f'<link rel="alternate" type="{types.get(kind, "application/rss+xml")}" title="RSS" href="{path}">'
        nav = f'<a href="{self.start}">{self.words("Home", "首页")}</a> '
        nav += f'<a href="{self.about_path()}">{self.words("About", "关于")}</a>'
        side = ""
        if self.category:
            names = self.words(["Daily", "Longer", "Odd"], ["日常", "长文", "其他"])
            side += (
                f"<h3>{self.words('Categories', '分类')}</h3><ul>"
                + "".join(f'<li><a href="{self.category(i)}">{names[i]}</a></li>' for i in range(3))
                + "</ul>"
            )
        recent = self.newest()[:3]
        side += (
            f"<h3>{self.words('Recent Posts', '最新文章')}</h3><ul>"
            + "".join(f'<li><a href="{p.url}">{esc(p.title)}</a></li>' for p in recent)
            + "</ul>"
        )
        if self.month:
            months = sorted({(p.date.year, p.date.month) for p in self.newest()}, reverse=True)
            side += (
                f"<h3>{self.words('Archives', '归档')}</h3><ul>"
                + "".join(
                    f'<li><a href="{self.month(datetime.datetime(y, m, 1))}">{y}-{m:02}</a></li>' for y, m in months
                )
                + "</ul>"
            )
        side += '<h3>Blogroll</h3><ul><li><a href="http://friend.example/">A friend</a></li></ul>'
        if self.calendar:
            side += '<div class="calendar"><a href="/calendar/2024/06/">2024-06</a></div>'
        return self.shell(self, title, head, nav, main, side)

    def about_path(self):
        return "/about.html" if self.url(self.posts[0]).endswith("html") else "/about/"

    def feed_kind(self):
        kind = self.feed.split(",")[0]
        return "" if kind == "-" else kind

    def newest(self):
        return list(reversed(self.posts[: self.visible]))

    def lists(self, title, posts, first, path_of):
        """Pages of a list and the links between them."""
        pages = [posts[i : i + PER_PAGE] for i in range(0, len(posts), PER_PAGE)]
        for number, some in enumerate(pages, 1):
            links = []
            if number > 1:
                newer = first if number == 2 else path_of(number - 1)
                links.append(f'<a class="prev" href="{newer}">{self.words("Newer", "上一页")}</a>')
            links += [
                f'<a href="{first if n == 1 else path_of(n)}">{n}</a>' for n in range(1, len(pages) + 1) if n != number
            ]
            if number < len(pages):
                links.append(f'<a class="next" href="{path_of(number + 1)}">{self.words("Older posts", "下一页")}</a>')
            main = (
                (f"<h2>{title}</h2>" if title else "")
                + self.listing(self, some)
                + '<div class="pager">'
                + " ".join(links)
                + "</div>"
            )
            self.put(first if number == 1 else path_of(number), self.render(self.name, main))

    def make(self):
        self.routes.clear()
        posts = self.newest()
        self.lists("", posts, self.start, self.page)
        for index, p in enumerate(posts):
            main = self.post(self, p)
            around = []
            if index + 1 < len(posts):
                around.append(f'<a href="{posts[index + 1].url}">« {esc(posts[index + 1].title)}</a>')
            if index > 0:
                around.append(f'<a href="{posts[index - 1].url}">{esc(posts[index - 1].title)} »</a>')
            extra = head = ""
            if self.has("replies"):
                extra = "".join(
                    f'<a class="reply" href="{p.url}?replytocom={i}">Reply</a>' for i in range(len(p.comments))
                )
                head = f'<link rel="canonical" href="{self.base}{p.url}">'
            if self.has("print"):
                extra += f'<a href="{p.url}?print=1">{self.words("Print", "打印")}</a>'
                head = f'<link rel="canonical" href="{self.base}{p.url}">'
            if self.has("short"):
                head += f'<link rel="shortlink" href="/?p={p.number}">'
                extra += f'<a href="/?p={p.number}">{self.words("Short link", "短链接")}</a>'
            if self.has("parts"):
                main = self.make_parts(p)
            main += f'<div class="nav-links">{" ".join(around)}</div>' + self.comments(self, p) + extra
            page = self.render(f"{esc(p.title)} {self.words('|', '-')} {self.name}", main, head)
            self.put(p.url, page)
            if self.has("replies"):
                for i in range(len(p.comments)):
                    self.put(f"{p.url}?replytocom={i}", page)
            if self.has("print"):
                self.put(
                    f"{p.url}?print=1",
                    f"<html><head>{head}<title>{esc(p.title)}</title></head><body>{self.post(self, p)}</body></html>",
                )
            if self.has("short"):
                self.routes[f"/?p={p.number}"] = ("redirect", p.url.encode())
        if self.category:
            for i in range(3):
                some = [p for p in posts if p.category == i]
                path = self.category(i)
                self.lists(
                    self.words(["Daily", "Longer", "Odd"], ["日常", "长文", "其他"])[i],
                    some,
                    path,
                    lambda n, path=path: path + ("&" if "?" in path else "?") + f"pg={n}",
                )
        if self.month:
            for when in {(p.date.year, p.date.month) for p in posts}:
                some = [p for p in posts if (p.date.year, p.date.month) == when]
                path = self.month(datetime.datetime(*when, 1))
                self.lists(
                    f"{when[0]}-{when[1]:02}",
                    some,
                    path,
                    lambda n, path=path: path + ("&" if "?" in path else "?") + f"pg={n}",
                )
        self.put(
            self.about_path(),
            self.render(self.words("About", "关于"), f"<h1>{self.words('About', '关于')}</h1><p>{self.about}</p>"),
        )
        if self.feed_kind():
            kind, body = feed_of(self, self.feed_kind(), posts[:10], "short" not in self.feed)
            self.put(self.feed_path, body, kind)
        robots = self.robots
        if self.sitemap:
            urls = ["/", self.about_path()] + [p.url for p in posts]
            if self.sitemap == "plain":
                self.put("/sitemap.xml", urlset(self, urls).encode(), "application/xml")
            elif self.sitemap == "text":
                self.put("/sitemap.txt", "\n".join(self.base + url for url in urls).encode(), "text/plain")
                robots += f"\nSitemap: {self.base}/sitemap.txt\n"
            elif self.sitemap == "gzip":
                self.put("/sitemap.xml.gz", gzip.compress(urlset(self, urls).encode(), mtime=0), "application/gzip")
                robots += f"\nSitemap: {self.base}/sitemap.xml.gz\n"
            else:
                maps = "".join(
                    f"<sitemap><loc>{self.base}/{name}.xml</loc></sitemap>"
                    for name in ("sitemap-posts", "sitemap-pages")
                )
                self.put(
                    "/sitemap.xml",
                    f'<?xml version="1.0"?><sitemapindex>{maps}</sitemapindex>'.encode(),
                    "application/xml",
                )
                self.put("/sitemap-posts.xml", urlset(self, urls[2:]).encode(), "application/xml")
                self.put("/sitemap-pages.xml", urlset(self, urls[:2]).encode(), "application/xml")
        if robots:
            self.put("/robots.txt", robots.encode(), "text/plain")

    def make_parts(self, p):
        """The main part of a post's first page; the further ones are put in their places. Each begins with the headline."""
        paths = [p.url] + [p.url.replace(".html", f"_{number}.html") for number in range(2, len(p.paragraphs) + 1)]
        mains = []
        for number, (path, paragraph) in enumerate(zip(paths, p.paragraphs), 1):
            pager = [f'<a href="{other}">{i}</a>' for i, other in enumerate(paths, 1) if i != number]
            if number < len(paths):
                pager.append(f'<a href="{paths[number]}">{self.words("Next page", "下一页")}</a>')
            part = dataclasses.replace(p, paragraphs=[paragraph])
            mains.append(self.post(self, part) + f'<div class="pages">{" ".join(pager)}</div>')
            self.put(path, self.render(esc(p.title), mains[-1]))
        return mains[0]

    def publish(self):
        """One post more is there."""
        self.visible += 1
        self.make()

    def answer(self, target):
        """Status, type, body of a path with its query."""
        if self.has("sessions"):
            target = re.sub(r"[?&]sid=[0-9a-f]+$", "", target)
        if target in self.routes:
            kind, body = self.routes[target]
            if kind == "redirect":
                return 301, body.decode(), b""
            if self.has("sessions") and kind.startswith("text/html"):
                self.session = getattr(self, "session", 0) + 1
                body = re.sub(
                    rb'href="(/[^"#]*)"',
                    lambda m: b'href="%s%ssid=%032x"' % (m[1], b"&" if b"?" in m[1] else b"?", self.session),
                    body,
                )
            return 200, kind, body
        found = re.fullmatch(r"/calendar/(\d+)/(\d+)/(?:(\d+)/)?", target) if self.calendar else None
        if found:
            year, month = int(found[1]), int(found[2])
            links = [
                f"/calendar/{year + (month == 12)}/{month % 12 + 1:02}/",
                f"/calendar/{year - (month == 1)}/{(month + 10) % 12 + 1:02}/",
            ]
            if self.calendar == "days" and not found[3]:
                links += [f"/calendar/{year}/{month:02}/{day:02}/" for day in range(1, 29)]
            what = "".join(f'<td><a href="{link}">{link[10:]}</a></td>' for link in links)
            page = self.render(
                f"{year}-{month:02}",
                f"<h1>{year}-{month:02}</h1><table><tr>{what}</tr></table>"
                f"<p>{self.words('Nothing on these days.', '这些天没有文章。')}</p>",
            )
            return 200, "text/html", page.encode(self.charset, "xmlcharrefreplace")
        return (
            404,
            "text/html",
            b"<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>",
        )


def dated(p):
    return f"/{p.date:%Y/%m/%d}/{p.slug}/"


def blogs():
    """The blogs, in the shapes of programs that many sites run."""
    month = lambda d: f"/{d:%Y/%m}/"  # noqa: E731
    make = Built
    return [
        make(
            "WordPress",
            "garden",
            "wrapper full entry list",
            lambda p: f"/{p.date:%Y/%m}/{p.slug}/",
            lambda n: f"/page/{n}/",
            category=lambda i: f"/category/c{i}/",
            month=month,
            feed="rss2",
            feed_path="/feed/",
            extras="replies,short",
            calendar="months",
            robots="User-agent: *\nDisallow: /wp-admin/\n",
        ),
        make(
            "WordPress",
            "茶",
            "semantic excerpts article list",
            lambda p: f"/{p.slug}/",
            lambda n: f"/page/{n}/",
            chinese=True,
            category=lambda i: f"/category/c{i}/",
            month=month,
            feed="rss2,short",
            feed_path="/feed/",
            sitemap="index",
        ),
        make(
            "WordPress",
            "cycling",
            "grid excerpts article blocks",
            lambda p: f"/?p={p.number * 7}",
            lambda n: f"/?paged={n}",
            category=lambda i: f"/?cat={i + 1}",
            month=lambda d: f"/?m={d:%Y%m}",
            feed="rss2",
            feed_path="/?feed=rss2",
        ),
        make(
            "Blogger",
            "kitchen",
            "columns full entry blocks",
            lambda p: f"/{p.date:%Y/%m}/{p.slug[:30].strip('-')}.html",
            lambda n: f"/search?updated-max=2023-{n:02}-01T00:00:00&max-results=5",
            category=lambda i: f"/search/label/c{i}",
            month=month,
            feed="atom",
            feed_path="/feeds/posts/default",
            robots="User-agent: Mediapartners-Google\nDisallow:\n\nUser-agent: *\nDisallow: /share-widget\nAllow: /\n",
        ),
        make(
            "Hexo",
            "编程",
            "section excerpts microdata none",
            lambda p: f"/{p.date:%Y/%m/%d}/{p.slug}/",
            lambda n: f"/page/{n}/",
            chinese=True,
            category=lambda i: f"/tags/t{i}/",
            month=lambda d: f"/archives/{d:%Y/%m}/",
            feed="atom",
            feed_path="/atom.xml",
        ),
        make(
            "Hugo",
            "night sky",
            "semantic titles article none",
            lambda p: f"/posts/{p.slug}/",
            lambda n: f"/page/{n}/",
            category=lambda i: f"/tags/t{i}/",
            feed="rss2,short,hidden",
            feed_path="/index.xml",
            sitemap="plain",
        ),
        make(
            "Jekyll",
            "databases",
            "semantic titles article none",
            lambda p: f"/notes/{p.date:%Y/%m/%d}/{p.slug}.html",
            lambda n: f"/page{n}/",
            feed="atom,short",
            feed_path="/feed.xml",
        ),
        make(
            "Typecho",
            "读书",
            "grid excerpts entry blocks",
            lambda p: f"/index.php/archives/{p.number}/",
            lambda n: f"/index.php/page/{n}/",
            chinese=True,
            category=lambda i: f"/index.php/category/c{i}/",
            month=lambda d: f"/index.php/{d:%Y/%m}/",
            feed="rss2",
            feed_path="/index.php/feed/",
        ),
        make(
            "Z-Blog",
            "美食",
            "columns excerpts entry blocks",
            lambda p: f"/post/{p.number}.html",
            lambda n: f"/page_{n}.html",
            chinese=True,
            category=lambda i: f"/cate-{i}.html",
            month=lambda d: f"/date-{d:%Y-%m}.html",
            feed="rss2,short",
            feed_path="/feed.php",
            calendar="days",
        ),
        make(
            "Z-Blog",
            "旅行",
            "table full cells none",
            lambda p: f"/post/{p.slug}.html",
            lambda n: f"/catalog.asp?page={n}",
            chinese=True,
            charset="gbk",
            category=lambda i: f"/catalog.asp?cate={i}",
            feed="rss2,short",
            feed_path="/rss.xml",
        ),
        make(
            "emlog",
            "摄影",
            "wrapper excerpts entry list",
            lambda p: f"/?post={p.number}",
            lambda n: f"/?page={n}",
            chinese=True,
            category=lambda i: f"/?sort={i}",
            month=lambda d: f"/?record={d:%Y%m}",
            feed="rss2,hidden",
            feed_path="/rss.php",
        ),
        make(
            "Discuz! X",
            "新闻",
            "grid excerpts news none",
            lambda p: f"/article-{p.number}-1.html",
            lambda n: f"/portal.php?page={n}",
            chinese=True,
            charset="gbk",
            category=lambda i: f"/list-{i}-1.html",
            feed="-",
        ),
        make(
            "Discuz! X",
            "历史",
            "table rows news blocks",
            lambda p: f"/portal.php?mod=view&aid={p.number}",
            lambda n: f"/portal.php?mod=list&catid=1&page={n}",
            chinese=True,
            charset="gbk",
            declares="header",
            feed="-",
            robots="User-agent: *\nDisallow: /admin.php\n",
        ),
        make(
            "DedeCMS",
            "新闻",
            "wrapper titles news none",
            lambda p: f"/a/xinwen/{p.date:%Y/%m%d}/{p.number + 80}.html",
            lambda n: f"/a/list_1_{n}.html",
            chinese=True,
            charset="gbk",
            category=lambda i: f"/a/c{i}/",
            feed="-",
            sitemap="plain",
        ),
        make(
            "hand-made",
            "历史",
            "font rows cells none",
            lambda p: f"/{p.number:03}.htm",
            lambda n: f"/list{n}.htm",
            chinese=True,
            charset="gbk",
            declares="nowhere",
            feed="-",
            start="/index.htm",
        ),
        make(
            "hand-made",
            "trains",
            "table rows cells none",
            lambda p: f"/articles/{p.date:%Y%m%d}.html",
            lambda n: f"/old{n}.html",
            feed="-",
            charset="iso-8859-1",
        ),
        make(
            "Movable Type",
            "printing",
            "columns full entry list",
            lambda p: f"/archives/{p.number:06}.html",
            lambda n: f"/archives/index_{n}.html",
            month=lambda d: f"/archives/{d:%Y_%m}.html",
            feed="rss1",
            feed_path="/index.rdf",
        ),
        make(
            "Ghost",
            "music",
            "soup cards linked none",
            lambda p: f"/{p.slug}/",
            lambda n: f"/page/{n}/",
            category=lambda i: f"/tag/t{i}/",
            feed="rss2",
            feed_path="/rss/",
            sitemap="index",
        ),
        make(
            "Drupal",
            "town",
            "grid excerpts article blocks",
            lambda p: f"/node/{p.number + 30}",
            lambda n: f"/node?page={n - 1}",
            category=lambda i: f"/taxonomy/term/{i + 1}",
            feed="rss2,short",
            feed_path="/rss.xml",
            robots="User-agent: *\nCrawl-delay: 0.01\nDisallow: /admin/\nDisallow: /?q=admin/\n",
            extras="print",
        ),
        make(
            "React app",
            "hiking",
            "soup soup soup none",
            lambda p: f"/p/{p.number * 7919 % 65536:04x}-{p.slug}",
            lambda n: f"/?after={n}",
            feed="json",
            feed_path="/feed.json",
        ),
        make(
            "phpBB blog",
            "boats",
            "table terms cells blocks",
            lambda p: f"/viewtopic.php?t={p.number}",
            lambda n: f"/viewforum.php?start={n * 5}",
            feed="-",
            extras="sessions",
        ),
        make(
            "Squarespace",
            "bees",
            "section cards linked none",
            lambda p: f"/blog/{p.slug}",
            lambda n: f"/blog?offset={n * 1000}",
            feed="rss2",
            feed_path="/blog?format=rss",
            start="/blog",
            sitemap="text",
        ),
        make(
            "Sina blog",
            "旅行",
            "columns titles soup blocks",
            lambda p: f"/s/blog_4a0b{p.number * 4099:06x}.html",
            lambda n: f"/s/articlelist_1241_0_{n}.html",
            chinese=True,
            feed="-",
        ),
        make(
            "Tumblr",
            "printing",
            "section full microdata none",
            lambda p: f"/post/{p.number * 104729}/{p.slug}",
            lambda n: f"/page/{n}",
            feed="rss2",
            feed_path="/rss/",
        ),
        make(
            "Octopress",
            "databases",
            "semantic full article none",
            lambda p: f"/blog/{p.date:%Y/%m/%d}/{p.slug}/",
            lambda n: f"/blog/page/{n}/",
            month=lambda d: f"/blog/archives/{d:%Y-%m}/",
            feed="atom",
            feed_path="/atom.xml",
            calendar="months",
        ),
        make(
            "WordPress",
            "读书",
            "section excerpts microdata list",
            lambda p: f"/archives/{p.number}.html",
            lambda n: f"/page/{n}",
            chinese=True,
            category=lambda i: f"/topics/c{i}",
            feed="rss2",
            feed_path="/feed/",
            sitemap="gzip",
            extras="replies",
        ),
        make(
            "WordPress",
            "music",
            "soup terms article blocks",
            lambda p: f"/blog/{p.slug}/",
            lambda n: f"/blog/page/{n}/",
            category=lambda i: f"/blog/section/s{i}/",
            feed="-",
            start="/blog/",
            robots="User-agent: *\nDisallow: /blog/section/\n",
        ),
        make(
            "PHPCMS",
            "新闻",
            "table titles news none",
            lambda p: f"/index.php?m=content&c=index&a=show&catid=6&id={p.number}",
            lambda n: f"/index.php?m=content&c=index&a=lists&catid=6&page={n}",
            chinese=True,
            feed="-",
        ),
        make(
            "Empire CMS",
            "美食",
            "wrapper rows news none",
            lambda p: f"/e/{p.date:%Y-%m-%d}/{p.number}.html",
            lambda n: f"/e/index_{n}.html",
            chinese=True,
            charset="gb2312",
            feed="-",
            sitemap="plain",
        ),
        make(
            "VuePress",
            "编程",
            "semantic cards article none",
            lambda p: f"/posts/{p.slug}.html",
            lambda n: f"/posts/page-{n}.html",
            chinese=True,
            category=lambda i: f"/tag/t{i}/",
            feed="-",
            sitemap="plain",
        ),
        make(
            "Bitcron",
            "茶",
            "columns soup soup none",
            lambda p: f"/post/{p.date:%Y-%m}/{p.slug}",
            lambda n: f"/?page={n}",
            chinese=True,
            feed="atom,short",
            feed_path="/feed.xml",
            calendar="days",
        ),
        make(
            "Joomla",
            "kitchen",
            "table excerpts article none",
            lambda p: f"/index.php/{p.number}-{p.slug}",
            lambda n: f"/index.php?start={n * 5 - 5}",
            category=lambda i: f"/index.php/categories/{i}-c",
            feed="rss2,short",
            feed_path="/index.php?format=feed&type=rss",
            extras="print",
        ),
        make(
            "Serendipity",
            "bees",
            "wrapper terms entry list",
            lambda p: f"/archives/{p.number}-{p.slug}.html",
            lambda n: f"/archives/P{n}.html",
            month=lambda d: f"/archives/{d:%Y/%m}.html",
            feed="rss2",
            feed_path="/feeds/index.rss2",
        ),
        make(
            "Pelican",
            "hiking",
            "grid titles article none",
            lambda p: f"/{p.slug}.html",
            lambda n: f"/index{n}.html",
            category=lambda i: f"/category/c{i}.html",
            feed="atom",
            feed_path="/feeds/all.atom.xml",
        ),
        make(
            "Textpattern",
            "town",
            "font terms entry none",
            lambda p: f"/articles/{p.number}/{p.slug}",
            lambda n: f"/?pg={n}",
            feed="rss2,short",
            feed_path="/rss/",
        ),
        make(
            "hand-made",
            "night sky",
            "soup rows soup none",
            lambda p: f"/log.cgi?entry={p.number}",
            lambda n: f"/log.cgi?page={n}",
            feed="-",
        ),
        make(
            "Write.as",
            "cycling",
            "section soup article none",
            lambda p: f"/{p.slug}",
            lambda n: f"/page/{n}",
            feed="rss2",
            feed_path="/feed/",
        ),
    ]


def blog_in_parts():
    """A site whose articles have several pages."""
    return Built(
        "DedeCMS",
        "历史",
        "wrapper excerpts news none",
        lambda p: f"/a/lishi/{p.date:%Y/%m%d}/{p.number + 40}.html",
        lambda n: f"/a/lishi/list_3_{n}.html",
        chinese=True,
        charset="gbk",
        feed="-",
        extras="parts",
        count=6,
    )


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "BlogServer"

    def do_GET(self):
        blog = self.server.blog
        self.server.log.append((blog.host, self.path))
        status, kind, body = blog.answer(
            urllib.parse.unquote(self.path) if blog.chinese and "%" in self.path else self.path
        )
        etag = f'"{hash(body) & 0xFFFFFFFF:08x}"'
        if status == 200 and self.headers.get("If-None-Match") == etag:
            self.send_response(304)
            self.send_header("ETag", etag)
            self.end_headers()
            return
        self.send_response(status)
        if status == 301:
            self.send_header("Location", kind)
        else:
            self.send_header("Content-Type", kind)
            self.send_header("ETag", etag)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address, handler, log):
        super().__init__(address, handler)
        self.log = log
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        """That a client has gone is what some tests are about."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class BlogServer(Server):
    def __init__(self, number, blog, port, log):
        self.blog = blog
        host = f"127.0.3.{number}"
        super().__init__((host, port), Handler, log)
        blog.build(number, host, self.server_address[1])


class Mirror:
    """All blogs, served. `log` has what was asked for: pairs of host and path."""

    def __init__(self, port=0):
        self.log = []
        self.blogs = blogs()
        self.servers = []
        for number, blog in enumerate(self.blogs, 1):
            server = BlogServer(number, blog, port, self.log)
            port = server.server_address[1]
            self.servers.append(server)

    def close(self):
        for server in self.servers:
            server.close()


if __name__ == "__main__":
    mirror = Mirror(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    for each in mirror.blogs:
        print(each.base + each.start, each.engine, each.subject, sep="\t", flush=True)
    threading.Event().wait()
