"""Block structure of HTML, to compare what two programs make of the same article.

A block is a tuple: ("p", text, inlines), ("h2", text, inlines), ("ul", [item, ...]) where an item is a list of blocks,
("blockquote", [block, ...]), ("pre", language, code), ("table", [[cell text, ...], ...]), ("hr",), ("note", [block, ...]).
"""
import html.parser
import re

VOID = {"br", "hr", "img", "meta", "link"}
INLINE = {"strong", "em", "del", "code", "a", "sup", "sub"}
FLOW = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "pre", "table", "hr", "dl", "figure", "details",
        "div", "section", "figcaption", "summary", "dt", "dd", "article", "caption"}


class Node:
    def __init__(self, tag, attributes=()):
        self.tag, self.attributes = tag, dict(attributes)
        self.children: list[Node | str] = []


class Builder(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Node("root")
        self.open = [self.root]

    def handle_starttag(self, tag, attributes):
        node = Node(tag, attributes)
        self.open[-1].children.append(node)
        if tag == "rt":  # Markdown has the reading in brackets
            node.children.append("(")
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].children.append(Node(tag, attributes))

    def close_back_link(self):
        if self.open[-1].tag == "a" and self.open[-1].attributes.get("class") == "footnote-backref":
            self.open[-2].children.remove(self.open[-1])

    def handle_endtag(self, tag):
        for i in range(len(self.open) - 1, 0, -1):
            if self.open[i].tag == tag:
                self.close_back_link()
                if tag == "rt":
                    self.open[i].children.append(")")
                if tag == "header":  # who wrote a post, and when: Markdown leaves it out
                    self.open[i - 1].children.remove(self.open[i])
                del self.open[i:]
                return

    def handle_data(self, data):
        self.open[-1].children.append(data)


def parse(markup):
    builder = Builder()
    builder.feed(markup)
    builder.close()
    return builder.root


def walk(node):
    stack = [node]
    while stack:
        item = stack.pop()
        yield item
        if isinstance(item, Node):
            stack.extend(reversed(item.children))


def find(node, tag):
    return [n for n in walk(node) if isinstance(n, Node) and n.tag == tag]


def text_of(node):
    parts = []
    for item in walk(node):
        if isinstance(item, str):
            parts.append(item)
        elif item.tag in ("br", "p", "pre", "li", "td", "th"):
            parts.append(" ")
    return " ".join("".join(parts).split())


def inlines_of(node):
    return sorted(n.tag for n in walk(node) if isinstance(n, Node) and n.tag in INLINE)


def has_formula(node):
    return any(isinstance(n, Node) and n.attributes.get("class", "").startswith("math ") for n in walk(node))


def leaf(name, node):
    if has_formula(node):  # readers of Markdown without formulas see other text there
        return (name, None, None)
    return (name, text_of(node), inlines_of(node))


def blocks_of(node, notes):
    blocks: list[tuple] = []
    run: list[Node | str] = []

    def end_run():
        # Text right in a container, as in items of tight lists.
        if any(not isinstance(n, str) or n.strip() for n in run):
            holder = Node("p")
            holder.children = list(run)
            blocks.append(leaf("p", holder))
        run.clear()

    for child in node.children:
        if isinstance(child, str) or child.tag not in FLOW:
            run.append(child)
            continue
        end_run()
        tag = child.tag
        if tag in ("p", "figcaption", "summary", "caption"):
            blocks.append(leaf("p", child))
        elif re.fullmatch("h[1-6]", tag):
            blocks.append(leaf(tag, child))
        elif tag in ("ul", "ol"):
            blocks.append((tag, [blocks_of(item, notes) for item in child.children
                                 if isinstance(item, Node) and item.tag == "li"]))
        elif tag == "blockquote":
            blocks.append((tag, blocks_of(child, notes)))
        elif tag == "pre":
            code = find(child, "code")
            language = (code[0].attributes.get("class") or "") if code else ""
            blocks.append(("pre", language, "".join(n for n in walk(child) if isinstance(n, str)).rstrip("\n")))
        elif tag == "hr":
            blocks.append(("hr",))
        elif tag == "table":
            blocks.extend(leaf("p", caption) for caption in find(child, "caption"))
            blocks.append(("table", grid(child)))
        elif tag == "dl":
            items: list[list] = []  # of the term before; those of one have one list
            for part in child.children:
                if isinstance(part, str):
                    continue
                if part.tag == "dt":
                    blocks.extend(blocks_of(part, notes))
                    items = []
                elif part.tag == "dd":
                    if not items:
                        blocks.append(("ul", items))
                    items.append(blocks_of(part, notes))
        elif tag == "div" and child.attributes.get("class") == "footnote":
            notes[child.attributes["id"].removeprefix("note-")] = blocks_of(child, notes)
        elif tag == "section" and child.attributes.get("class") == "footnotes":
            for item in find(child, "li"):
                if (item.attributes.get("id") or "").startswith("fn"):
                    notes[str(len(notes) + 1)] = blocks_of(item, notes)
        else:
            blocks.extend(blocks_of(child, notes))
    end_run()
    return blocks


def grid(table):
    """Rows of texts, the cells that a span covers empty; None where a cell holds a formula."""
    rows: list[list[str | None]] = []
    covered: dict[tuple[int, int], bool] = {}
    for y, row in enumerate(n for n in find(table, "tr")):
        cells: list[str | None] = []
        for cell in row.children:
            if isinstance(cell, str) or cell.tag not in ("td", "th"):
                continue
            while covered.get((y, len(cells))):
                cells.append("")
            width, height = int(cell.attributes.get("colspan", 1)), int(cell.attributes.get("rowspan", 1))
            for dy in range(height):
                for dx in range(width):
                    covered[(y + dy, len(cells) + dx)] = True
            cells.append(None if has_formula(cell) else text_of(cell))
            cells.extend([""] * (width - 1))
        rows.append(cells)
    # Columns that are empty at the right end say nothing.
    rows = [row[:max((i + 1 for i, cell in enumerate(row) if cell != ""), default=0)] for row in rows]
    width = max((len(row) for row in rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows]


def outline(markup):
    notes: dict[str, list] = {}
    root = parse(markup)
    bodies = find(root, "article") or find(root, "body") or [root]
    blocks = [block for body in bodies for block in blocks_of(body, notes)]
    return blocks + [("note", notes[key]) for key in sorted(notes, key=lambda k: (len(k), k))]


def same(a, b):
    """Whether two blocks say the same; text with formulas is not compared."""
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return a is None or b is None or a == b
