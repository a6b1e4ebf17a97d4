#!/usr/bin/env python3
"""generate_openapi.py VERSION OUTPUT: the description of the HTTP interface (OpenAPI 3.1) as a literal of C++.

What an endpoint takes stands here once, for all that describe it. docs/service.md and docs/agents.md say it in words.
"""

import json
import pathlib
import sys
from typing import Any

Schema = dict[str, Any]


SAFE_INTEGER = (1 << 53) - 1  # what JavaScript can tell from its neighbours


def text(description: str = "", **more: Any) -> Schema:
    return {"type": "string", **({"description": description} if description else {}), **more}


def flag(description: str = "", **more: Any) -> Schema:
    return {"type": "boolean", **({"description": description} if description else {}), **more}


def whole(least: int, most: int, description: str = "", **more: Any) -> Schema:
    return {
        "type": "integer",
        "minimum": least,
        "maximum": most,
        **({"description": description} if description else {}),
        **more,
    }


def array(items: Schema, description: str = "", **more: Any) -> Schema:
    return {"type": "array", "items": items, **({"description": description} if description else {}), **more}


def nullable(schema: Schema) -> Schema:
    """Of requests: null is as good as nothing."""
    kinds = schema.get("type", [])
    wider = {**schema, "type": [kinds, "null"] if isinstance(kinds, str) else [*kinds, "null"]}
    return {**wider, "enum": [*schema["enum"], None]} if "enum" in schema else wider


def members(properties: Schema, **more: Any) -> Schema:
    return {"type": "object", "properties": properties, **more}


def asked(properties: Schema, **more: Any) -> Schema:
    """An object of a request."""
    return members({name: nullable(schema) for name, schema in properties.items()}, **more)


def ref(path: str) -> Schema:
    return {"$ref": f"#/components/{path}"}


def content(**types: Schema) -> Schema:
    """json=..., text_html=...: the schema by content type."""
    return {MEDIA[name]: {"schema": schema} for name, schema in types.items()}


MEDIA = {
    "json": "application/json",
    "problem": "application/problem+json",
    "html": "text/html",
    "plain": "text/plain",
    "csv": "text/csv",
    "lines": "application/x-ndjson",
    "events": "text/event-stream",
    "form": "application/x-www-form-urlencoded",
    "file": "multipart/form-data",
}


def body(**types: Schema) -> Schema:
    return {"required": True, "content": content(**types)}


def header(name: str, description: str = "", **schema: Any) -> Schema:
    return {
        "name": name,
        "in": "header",
        **({"description": description} if description else {}),
        "schema": text(**schema),
    }


def operation(
    name: str,
    tag: str,
    summary: str,
    answer: Schema,
    problem: str = "Problem",
    more_answers: Schema | None = None,
    **rest: Any,
) -> Schema:
    answers = {
        "200": {"description": "Done.", "content": answer},
        **(more_answers or {}),
        "default": ref(f"responses/{problem}"),
    }
    return {"operationId": name, "tags": [tag], "summary": summary, **rest, "responses": answers}


# --- What requests have in common ---------------------------------------------------------------------

PAGE = {
    "id": text("What the record is called; else its address."),
    "url": text("Address of the page. Without the page itself it is fetched, where the service does that."),
    "html": text("The page."),
    "html_b64": text("The page as base64, of any encoding.", contentEncoding="base64"),
    "content_type": text("The field Content-Type that came with it."),
    "charset": text("Label of the encoding, where it is known from elsewhere: gbk."),
    "encoding": text("Label of the encoding that `html` was decoded from."),
    "charset_mismatch": flag("`encoding` is what the transport said."),
    "fetched": text("When it was fetched: ISO 8601, or seconds since 1970."),
    "site": text("Whose page it is, where the address does not say."),
    "domain": text("The same."),
}
FILTERS = {
    "type": ["object", "string"],
    "description": "Settings of filters (docs/filters.md), as TOML or the same as JSON.",
}
METHOD = {
    "method": text("Id of the extraction method: GET /v1/methods lists them."),
    "favor": text("Keep less (precision) or more (recall).", enum=["balanced", "precision", "recall"]),
    "settings": {
        "type": "object",
        "additionalProperties": {"type": ["string", "number", "boolean"]},
        "description": "Of the method, by their names.",
    },
    "threshold": {
        "type": "number",
        "minimum": 0,
        "maximum": 1,
        "description": "Keep blocks of at least this probability.",
    },
    "body": text(
        "What counts as main content: of lists nothing (strict) or their entries (wide).",
        enum=["auto", "strict", "wide"],
    ),
    "filters": FILTERS,
    "profile": text("A profile among these."),
}
FORMATS = ["text", "json", "markdown", "html", "xml", "tei", "csv", "cards", "wml"]
FLAGS = ["links", "images", "tables", "headings", "captions", "comments", "metadata", "strict", "title", "alternatives"]
STYLE = {
    "format": text("How the text is written.", enum=FORMATS),
    **{name: flag() for name in FLAGS},
    "posts": text(enum=["plain", "headed"]),
    "card_size": whole(100, 1_000_000),
    "fields": array(text(), "Members of the record that are wanted."),
    "bodies": flag("false: without the bodies one by one.", default=True),
}
IN_QUERY = [
    {"name": name, "in": "query", "schema": schema}
    for name, schema in {**METHOD, **STYLE}.items()
    if name not in ("settings", "filters", "fields", "threshold")
]
MARKUP = {"type": "string"}
UPLOAD = members({"file": {}})  # any bytes


def page_body(more: Schema) -> Schema:
    return body(json=asked({**PAGE, **more}, additionalProperties=False), html={}, file=UPLOAD)  # any bytes are HTML


# --- Rules of sites -----------------------------------------------------------------------------------

RULE = {
    "rule": text("The rule (docs/rules.md), or a stylesheet."),
    "name": text("A rule of this service: GET /v1/rules lists them."),
}
OF_SET = {
    "set": text("A set of pages of this service, in place of a page."),
    "record": whole(0, (1 << 31) - 1, "Which of its pages, from 0."),
}
ROWS = array({"type": "object"}, "The rows that the page must give; what is not named is not looked at.")
FIELD_WANTED = {
    **asked(
        {
            "text": text("As it stands on the page; a date in any notation."),
            "node": whole(0, (1 << 32) - 2, "A node in it, as /v1/view numbers blocks."),
            "path": text("CSS or XPath: the field is what it finds."),
            "type": text(enum=["text", "date", "number", "link", "html"]),
            "take": text(enum=["first", "all", "join"]),
            "attribute": text(),
        },
        additionalProperties=False,
    ),
    "type": ["string", "object"],
}
WANTED = {
    "type": "object",
    "additionalProperties": FIELD_WANTED,
    "description": "By field what it says on the page: its text, or where it stands.",
}
NODES = array(array(whole(0, 1 << 32), minItems=2, maxItems=2), "Elements: their first node, and one behind the last.")
RULE_PATHS = {
    "path": text(),
    "paths": array(text()),
    "attribute": text(),
    "type": text(),
    "take": text(),
    "required": flag(),
}
HARBOUR_PAGE = "<h1 class=headline>Ferry runs again</h1><p class=meta><time>3 May 2024</time><p>After the storm."
HARBOUR_RULE = '[[field]]\nname = "title"\ncss = "h1.headline"\nrequired = true\n'
HARBOUR = {"html": HARBOUR_PAGE, "url": "https://harbour.example/news/1"}


def with_example(request: Schema, example: Schema) -> Schema:
    """A body of JSON with a request as it may be sent."""
    request["content"][MEDIA["json"]]["example"] = example
    return request


# --- Jina Reader --------------------------------------------------------------------------------------

RETAINED_IMAGES, RETAINED_LINKS = ["all", "none", "alt", "all_p", "alt_p"], ["all", "none", "text"]
MOST_TOKENS = 1_000_000_000
JINA_HEADERS = [
    header(
        "X-Respond-With",
        "What is given back, several with commas between them.",
        examples=["content", "markdown", "html", "text"],
    ),
    header("X-Target-Selector", "CSS: only what is in these elements."),
    header("X-Remove-Selector", "CSS: without these elements."),
    header("X-With-Links-Summary", "true: all links of the page behind the content."),
    header("X-With-Images-Summary", "true: all images of the page behind the content."),
    header("X-Retain-Images", enum=RETAINED_IMAGES),
    header("X-Retain-Links", enum=RETAINED_LINKS),
    header("X-Token-Budget", "An answer of more tokens, about, is refused with status 409.", pattern="^[0-9]{1,9}$"),
    header("X-Max-Output-Tokens", "The content is cut after so many tokens, about.", pattern="^[0-9]{1,9}$"),
    header("X-No-Cache", "true: the page is fetched anew."),
    header("X-Timeout", "Seconds until the page is given up.", pattern="^([1-9][0-9]?|1[0-7][0-9]|180)$"),
    header("X-Robots-Txt", "true: what robots.txt does not allow is not fetched."),
    header("X-With-Hidden", "true: also what the page shows to nobody."),
]
SELECTORS = {"type": ["string", "array"], "items": text()}
TRUTH = {"type": ["boolean", "string"]}  # as theirs takes it
JINA_MEMBERS = {
    "url": text("Address of the page."),
    "html": text("The page itself."),
    "respondWith": text(),
    "targetSelector": SELECTORS,
    "removeSelector": SELECTORS,
    "withLinksSummary": TRUTH,
    "withImagesSummary": TRUTH,
    "retainImages": text(enum=RETAINED_IMAGES),
    "retainLinks": text(enum=RETAINED_LINKS),
    "tokenBudget": whole(0, MOST_TOKENS),
    "maxOutputTokens": whole(0, MOST_TOKENS),
    "noCache": TRUTH,
    "timeout": whole(1, 180),
    "robotsTxt": TRUTH,
    "withHidden": TRUTH,
}
JINA_ANSWER = content(plain=text(), json=ref("schemas/JinaAnswer"), events=text())

# --- Firecrawl ----------------------------------------------------------------------------------------

SCRAPED = text(enum=["markdown", "html", "rawHtml", "links", "images"])
SCRAPE_MEMBERS = {
    "url": text("Address of the page."),
    "formats": array({"anyOf": [SCRAPED, members({"type": SCRAPED}, required=["type"])]}, default=["markdown"]),
    "onlyMainContent": flag("false: all that is in sight.", default=True),
    "includeTags": array(text(), "CSS: only what is in these elements."),
    "excludeTags": array(text(), "CSS: without these elements."),
    "headers": {"type": "object", "additionalProperties": text(), "description": "Sent to the host of the page."},
    "timeout": whole(0, 300_000, "Milliseconds until the page is given up.", default=30_000),
    "maxAge": whole(0, 1 << 53, "0: the page is fetched anew."),
    "hidden": flag("true: also what the page shows to nobody.", default=False),
}


def scrape(version: str) -> Schema:
    return operation(
        f"scrape_{version}",
        "Firecrawl",
        "A page as Firecrawl gives it",
        content(json=ref("schemas/ScrapeAnswer")),
        problem="ScrapeProblem",
        description="What needs a browser or a model is refused, or left out with a `warning` where more is asked for.",
        requestBody=body(json=asked(SCRAPE_MEMBERS, required=["url"])),
    )


# --- Labels -------------------------------------------------------------------------------------------

OBJECT = content(json={"type": "object"})


def in_path(name: str, description: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "description": description, "schema": text(minLength=1)}


def in_query(**schemas: Schema) -> list[Schema]:
    return [{"name": name, "in": "query", "schema": schema} for name, schema in schemas.items()]


CONVENTION = text("By which the labels are made (docs/labels.md).", enum=["wide", "strict"])
ANNOTATOR = text("Who labels.")
NUMBER = whole(0, SAFE_INTEGER, "Of a model.")
LABELS: list[tuple[str, str, str, Schema, Schema]] = [
    # path, name, summary, parameters of GET, answer
    ("", "labels", "How many pages, how many labelled", {}, OBJECT),
    ("/pages", "labelled_pages", "All pages", {}, OBJECT),
    (
        "/queue",
        "label_queue",
        "The pages to be labelled next",
        {
            "annotator": ANNOTATOR,
            "kind": text(),
            "seed": whole(0, (1 << 63) - 1),
            "count": whole(1, 1000),
            "per_site": whole(1, 1000),
        },
        OBJECT,
    ),
    ("/page", "labelled_page", "A page with its suggestion and its labels", {"id": text()}, OBJECT),
    ("/markup", "labelled_markup", "Its markup", {"id": text()}, content(plain=text())),
    (
        "/history",
        "label_history",
        "What was said of a page, and when",
        {"page": text(), "annotator": ANNOTATOR, "convention": CONVENTION},
        OBJECT,
    ),
    (
        "/agreement",
        "label_agreement",
        "How far two agree",
        {"first": ANNOTATOR, "second": ANNOTATOR, "convention": CONVENTION},
        OBJECT,
    ),
    (
        "/export",
        "export_labels",
        "Labelled pages",
        {"annotator": ANNOTATOR, "convention": CONVENTION, "paths": flag(), "all": flag()},
        content(lines=text()),
    ),
    ("/models", "label_models", "The models that were made of labels", {}, OBJECT),
    ("/model", "label_model", "A model beside the one in use", {"number": NUMBER}, OBJECT),
]
LABELLED = {"page": text(), "annotator": ANNOTATOR, "convention": CONVENTION}
LABELLING: list[tuple[str, str, str, Schema]] = [
    # path, name, summary, members of POST
    ("/pages", "import_pages", "Pages, with labels or without", {}),
    ("/label", "put_label", "What a page's blocks are", {**LABELLED, "label": {"type": "object"}}),
    ("/settle", "settle", "What counts where two differ", {**LABELLED, "by": ANNOTATOR, "label": {"type": "object"}}),
    ("/unsettle", "unsettle", "That no longer counts", LABELLED),
    (
        "/train",
        "train_model",
        "A model of the labels, in the background",
        {"annotator": ANNOTATOR, "convention": CONVENTION, "how": text(enum=["continued", "whole"])},
    ),
    ("/cancel", "cancel_training", "Its making is given up", {"number": NUMBER}),
    ("/adopt", "adopt_model", "It is in use; 0: the one that ships is", {"number": NUMBER}),
]


def label_paths() -> Schema:
    """Where the service was started with --labels."""
    paths: Schema = {}
    for path, name, summary, parameters, answer in LABELS:
        get = operation(name, "labels", summary, answer, parameters=in_query(**parameters))
        paths.setdefault("/v1/labels" + path, {})["get"] = get
    for path, name, summary, properties in LABELLING:
        types = {"json": asked(properties)} if properties else {"lines": text()}
        accepted = {"202": {"description": "It has begun.", "content": OBJECT}} if path == "/train" else None
        post = operation(name, "labels", summary, OBJECT, more_answers=accepted, requestBody=body(**types))
        paths.setdefault("/v1/labels" + path, {})["post"] = post
    return paths


# --- The paths ----------------------------------------------------------------------------------------

REVISIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05"]
STATE = content(json=members({"status": text()}, required=["status"]))
PATHS: Schema = {
    "/v1/extract": {
        "post": operation(
            "extract",
            "pith",
            "The main content of a page",
            content(json=ref("schemas/Record"), csv=text()),
            description="The record that `pith batch` writes for the page.",
            parameters=IN_QUERY,
            requestBody=page_body({**METHOD, **STYLE}),
        )
    },
    "/v1/explain": {
        "post": operation(
            "explain",
            "pith",
            "Why each block of a page was kept or not",
            content(json=ref("schemas/Explanation"), html=MARKUP),
            requestBody=page_body({**METHOD, "format": text(enum=["json", "html"])}),
        )
    },
    "/v1/filter": {
        "post": operation(
            "filter",
            "pith",
            "A page without what filters take out of it",
            content(json={"type": "object"}, html=MARKUP, plain=text()),
            requestBody=page_body(
                {"settings": FILTERS, "profile": text(), "format": text(enum=["json", "html", "text"])}
            ),
        )
    },
    "/v1/batch": {
        "post": operation(
            "batch",
            "pith",
            "Many pages, one a line",
            content(lines=text(), csv=text()),
            description="Lines of JSON in, lines out in the same order, while they come.",
            parameters=IN_QUERY,
            requestBody=body(lines=text()),
        )
    },
    "/v1/methods": {
        "get": operation(
            "methods",
            "pith",
            "The extraction methods and their settings",
            content(json=members({"methods": array({"type": "object"})}, required=["methods"])),
        )
    },
    "/v1/rules": {
        "get": operation(
            "rules",
            "pith",
            "The rules of sites that the service was given",
            content(
                json=members(
                    {"writable": flag("Whether POST keeps more."), "rules": array({"type": "object"})},
                    required=["writable", "rules"],
                )
            ),
        ),
        "post": operation(
            "keep_rule",
            "pith",
            "A rule is kept, and in use from now on",
            content(json=members({"file": text()}, required=["file"])),
            description="Where the service was started with --edit-rules.",
            more_answers={
                "201": {"description": "It is a new one.", "content": content(json=members({"file": text()}))}
            },
            requestBody=with_example(
                body(
                    json=asked(
                        {"rule": text(), "file": text(pattern=r"^[A-Za-z0-9_-][A-Za-z0-9._-]*$", maxLength=60)},
                        required=["rule", "file"],
                        additionalProperties=False,
                    )
                ),
                {"rule": HARBOUR_RULE, "file": "harbour.example"},
            ),
        ),
    },
    "/v1/rules/apply": {
        "post": operation(
            "apply_rule",
            "pith",
            "The rows of a page, as a rule says",
            content(json=ref("schemas/AppliedRule")),
            description="The rule of the request, or the one of this service that is named, or is for the page.",
            requestBody=with_example(page_body({**RULE, **OF_SET}), {**HARBOUR, "rule": HARBOUR_RULE}),
        )
    },
    "/v1/rules/test": {
        "post": operation(
            "test_rule",
            "pith",
            "Whether a page gives the rows that it must give",
            content(json=ref("schemas/TestedRule")),
            requestBody=with_example(
                body(
                    json=asked({**PAGE, **RULE, **OF_SET, "rows": ROWS}, required=["rows"], additionalProperties=False)
                ),
                {**HARBOUR, "rule": HARBOUR_RULE, "rows": [{"title": "Ferry runs again"}]},
            ),
        )
    },
    "/v1/rules/make": {
        "post": operation(
            "make_rule",
            "pith",
            "A rule made of pages and of what is wanted of them",
            content(json=ref("schemas/MadeRule")),
            description="Pages behind the first, with `wanted` or without it, decide between paths and mend them.",
            requestBody=with_example(
                body(
                    json=asked(
                        {
                            "pages": array(asked({**PAGE, **OF_SET, "wanted": WANTED}), minItems=1, maxItems=20),
                            "wanted": {**WANTED, "description": "Of the first page."},
                            "name": text("What the rule is called; else the host."),
                        },
                        required=["pages"],
                        additionalProperties=False,
                    )
                ),
                {"pages": [HARBOUR], "wanted": {"title": "Ferry runs again", "time": "3 May 2024"}},
            ),
        )
    },
    "/r/{url}": {
        "get": operation(
            "read",
            "Jina Reader",
            "A page by its address, as Jina Reader gives it",
            JINA_ANSWER,
            problem="JinaProblem",
            parameters=[
                {
                    "name": "url",
                    "in": "path",
                    "required": True,
                    "description": "The address as it is, with its query, or percent-encoded: https://example.org/page?id=7",
                    "schema": text(minLength=1),
                },
                *JINA_HEADERS,
            ],
        )
    },
    "/": {
        "get": operation("workbench", "service", "The workbench, for browsers", content(html=MARKUP)),
        "post": operation(
            "read_posted",
            "Jina Reader",
            "A page by its address, or handed over",
            JINA_ANSWER,
            problem="JinaProblem",
            parameters=JINA_HEADERS,
            requestBody=body(
                json=asked(JINA_MEMBERS, anyOf=[{"required": ["url"]}, {"required": ["html"]}]),
                form=members({"url": text(), "html": text()}),
            ),
        ),
    },
    "/v1/scrape": {"post": scrape("v1")},
    "/v2/scrape": {"post": scrape("v2")},
    "/mcp": {
        "post": operation(
            "mcp",
            "MCP",
            "A message of the Model Context Protocol",
            content(json=ref("schemas/Message"), events=text()),
            problem="McpProblem",
            more_answers={"202": {"description": "A notification was taken."}},
            description="Streamable HTTP, without sessions. Tools: extract, explain and, with --runs, batch_status.",
            parameters=[
                header("MCP-Protocol-Version", enum=REVISIONS),
                header("Mcp-Method", "The method of the message; needed from 2026-07-28 on."),
                header("Mcp-Name", "The tool that is called; likewise."),
            ],
            requestBody=body(
                json=members(
                    {
                        "jsonrpc": {"const": "2.0"},
                        "id": {"type": ["string", "integer"], "minimum": -SAFE_INTEGER, "maximum": SAFE_INTEGER},
                        "method": text(minLength=1),
                        "params": {"type": "object"},
                    },
                    required=["jsonrpc", "method"],
                )
            ),
        )
    },
    "/assets/{file}": {
        "get": operation(
            "asset",
            "workbench",
            "A file of the workbench",
            {"text/javascript": {}, "text/css": {}, "image/svg+xml": {}, "application/octet-stream": {}},
            parameters=[in_path("file", "As `/` names it.")],
        )
    },
    "/v1/workbench": {"get": operation("describe_workbench", "workbench", "Methods, and sets of pages", OBJECT)},
    "/v1/sets/{name}": {
        "get": operation(
            "list_set",
            "workbench",
            "The pages of a set",
            content(json=members({"pages": array({"type": "object"}), "total": {"type": "integer"}})),
            parameters=[
                in_path("name", "Of the set."),
                *in_query(search=text("Words that id, address, title or kind hold."), **{"from": whole(0, 10**9)}),
            ],
        )
    },
    "/v1/store": {
        "get": operation(
            "search_store",
            "workbench",
            "With --store: the records of the store that hold words, or all",
            OBJECT,
            parameters=in_query(search=text(), **{"from": whole(0, 10_000)}),
        )
    },
    "/v1/store/page": {
        "get": operation(
            "stored_page",
            "workbench",
            "With --store: a kept page, as bytes",
            {"application/octet-stream": {}},
            parameters=in_query(address=text(), revision=whole(0, (1 << 31) - 1)),
        )
    },
    "/v1/view": {
        "post": operation(
            "view",
            "workbench",
            "A page, and all that is made of it: as /v1/explain, with `reason` of a block as its place in `reasons`",
            OBJECT,
            requestBody=page_body({**METHOD, **OF_SET, "frame": text(enum=["none", "styles", "plain"])}),
        )
    },
    "/v1/pipeline": {
        "post": operation(
            "read_pipeline",
            "workbench",
            "Settings of filters in TOML as JSON",
            OBJECT,
            requestBody={"content": content(plain=text())},
        )
    },
    "/v1/evaluate": {
        "post": operation(
            "evaluate",
            "workbench",
            "Methods on the labelled pages of a set",
            OBJECT,
            requestBody=body(
                json=asked({"set": text(), "methods": array(text())}, required=["set"], additionalProperties=False)
            ),
        )
    },
    **label_paths(),
    "/openapi.json": {"get": operation("openapi", "service", "This description", content(json={"type": "object"}))},
    "/healthz": {"get": operation("health", "service", "It answers", STATE)},
    "/readyz": {"get": operation("ready", "service", "It takes new work", STATE)},
    "/metrics": {"get": operation("metrics", "service", "Figures for Prometheus", content(plain=text()))},
}

LET_THROUGH = "or by RFC 9457 where the service did not let the request through"
RESPONSES: Schema = {
    "Problem": {"description": "What went wrong, by RFC 9457.", "content": content(problem=ref("schemas/Problem"))},
    "JinaProblem": {
        "description": f"What went wrong, in the shape of Jina Reader, {LET_THROUGH}.",
        "content": content(json=ref("schemas/JinaProblem"), problem=ref("schemas/Problem")),
    },
    "ScrapeProblem": {
        "description": f"What went wrong, in the shape of Firecrawl, {LET_THROUGH}.",
        "content": content(json=ref("schemas/ScrapeProblem"), problem=ref("schemas/Problem")),
    },
    "McpProblem": {
        "description": "What went wrong, as an error of JSON-RPC, or by RFC 9457 where no message was read.",
        "content": content(json=ref("schemas/Message"), events=text(), problem=ref("schemas/Problem")),
    },
}
BLOCK = members(
    {"path": text(), "kept": flag(), "score": {"type": "number"}, "reason": text(), "text": text()},
    required=["path", "kept", "score", "reason", "text"],
)
RECORD_TEXTS = ["id", "url", "title", "author", "date", "language", "page_type", "text", "truncated", "error"]
JINA_PAGE = members(
    {
        **{
            name: text()
            for name in ["title", "description", "url", "content", "html", "text", "publishedTime", "warning"]
        },
        "images": {"type": "object", "additionalProperties": text()},
        "links": array(array(text(), minItems=2, maxItems=2)),
        "usage": members({"tokens": {"type": "integer"}}),
    },
    required=["title", "url", "usage"],
)
SCRAPED_PAGE = members(
    {
        **{name: text() for name in ["markdown", "html", "rawHtml", "warning"]},
        "links": array(text()),
        "images": array(text()),
        "metadata": members(
            {"title": text(), "sourceURL": text(), "url": text(), "statusCode": {"type": "integer"}},
            required=["title", "sourceURL", "url", "statusCode"],
        ),
    },
    required=["metadata"],
)
SCHEMAS: Schema = {
    "Problem": members(
        {"type": text(), "title": text(), "status": {"type": "integer"}, "detail": text()},
        required=["title", "status", "detail"],
    ),
    "Record": members(
        {**{name: text() for name in RECORD_TEXTS}, "comments": {"type": "array"}, "bodies": {"type": "array"}},
        description="docs/formats.md names the members.",
    ),
    "Explanation": members({"url": text(), "title": text(), "blocks": array(BLOCK)}, required=["blocks"]),
    "AppliedRule": members(
        {
            "rule": text(),
            "rows": array({"type": "object"}, "As `pith rules apply` writes them."),
            "fields": array(
                members(
                    {
                        "name": text(),
                        **RULE_PATHS,
                        "rows": whole(0, 10_000, "In how many it has a value."),
                        "problem": text(),
                        "nodes": NODES,
                    },
                    required=["name", "rows", "problem", "nodes"],
                )
            ),
            "row_nodes": members({"nodes": NODES}, required=["nodes"]),
            "problems": array(text()),
        },
        required=["rule", "rows", "fields", "row_nodes", "problems"],
    ),
    "TestedRule": members(
        {"rule": text(), "passed": flag(), "differences": text(), "rows": array({"type": "object"})},
        required=["rule", "passed", "differences", "rows"],
    ),
    "MadeRule": members(
        {
            "rule": text("TOML."),
            "fields": array(
                members(
                    {
                        "name": text(),
                        **RULE_PATHS,
                        "likeness": {"type": "number"},
                        "alternatives": array(members({**RULE_PATHS, "value": text()}, required=["path", "value"])),
                        "found": array(
                            members(
                                {"page": text(), "value": text(), "problem": text(), "nodes": NODES},
                                required=["page", "value", "problem", "nodes"],
                            ),
                            "What it says on each page.",
                        ),
                    },
                    required=["name", "path", "alternatives", "found"],
                )
            ),
        },
        required=["rule", "fields"],
    ),
    "JinaAnswer": members(
        {"code": {"const": 200}, "status": {"const": 20000}, "data": JINA_PAGE, "meta": {"type": "object"}},
        required=["code", "status", "data"],
    ),
    "JinaProblem": members(
        {
            "data": {"type": "null"},
            "code": {"type": "integer"},
            "status": {"type": "integer"},
            **{name: text() for name in ["name", "message", "readableMessage"]},
        },
        required=["data", "code", "status", "name", "message"],
    ),
    "ScrapeAnswer": members({"success": {"const": True}, "data": SCRAPED_PAGE}, required=["success", "data"]),
    "ScrapeProblem": members(
        {"success": {"const": False}, "code": text(), "error": text()}, required=["success", "error"]
    ),
    "Message": members(
        {
            "jsonrpc": {"const": "2.0"},
            "id": {"type": ["string", "integer", "null"]},
            "result": {"type": "object"},
            "error": members({"code": {"type": "integer"}, "message": text()}, required=["code", "message"]),
        },
        required=["jsonrpc"],
    ),
}


def document(version: str) -> Schema:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pith",
            "summary": "The main content of web pages",
            "description": "docs/service.md and docs/agents.md say more, with a call of each endpoint.",
            "version": version,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": "pith", "description": "The endpoints of pith itself."},
            {"name": "Jina Reader", "description": "For programs that call Jina Reader."},
            {"name": "Firecrawl", "description": "For programs that call Firecrawl."},
            {"name": "MCP", "description": "For programs that speak the Model Context Protocol."},
            {"name": "workbench", "description": "What the workbench asks for (docs/workbench.md)."},
            {
                "name": "labels",
                "description": "With --labels: labels of pages and what is learnt of them (docs/labels.md).",
            },
            {"name": "service", "description": "How it does."},
        ],
        "security": [{}, {"token": []}],
        "paths": PATHS,
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Where the service was started with tokens.",
                }
            },
            "responses": RESPONSES,
            "schemas": SCHEMAS,
        },
    }


def main() -> None:
    version, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    literal = json.dumps(document(version.read_text(encoding="utf-8").strip()), separators=(",", ":"))
    output.write_text(f'R"openapi({literal})openapi"\n', encoding="utf-8")


if __name__ == "__main__":
    main()
