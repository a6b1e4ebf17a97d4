// Parses pages with parse5 and writes their trees, for tree_differential.cpp to compare with.
// Standard input: pages, each as 4 bytes of length (little-endian) and UTF-8. Standard output: one tree a page, the
// same way. A tree is one line a node in document order: depth, kind, name or text, attributes sorted by name.
// With --cases FILE...: prints html5lib's cases with parse5's trees as the expected ones.

import { readFileSync, writeSync } from "node:fs";
import { parse, parseFragment } from "parse5";

const OPTIONS = { scriptingEnabled: true };

const escape = (text) => text.replace(/[\\\n\t\0]/g, (c) => ({ "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\0": "\\0" })[c]);

const prefixOf = (node) =>
  node.namespaceURI === "http://www.w3.org/2000/svg" ? "svg " : node.namespaceURI === "http://www.w3.org/1998/Math/MathML" ? "math " : "";

function attributesOf(node) {
  return node.attrs
    .map((a) => [a.prefix ? `${a.prefix}:${a.name}` : a.name, a.value])
    .map(([name, value]) => [Buffer.from(name), `${escape(name)}=${escape(value)}`])
    .sort((a, b) => Buffer.compare(a[0], b[0]))
    .map(([, line]) => line);
}

function childrenOf(node) {
  return node.content ? [...node.content.childNodes, ...node.childNodes] : (node.childNodes ?? []);
}

function lineOf(node) {
  switch (node.nodeName) {
    case "#text": return `text ${escape(node.value)}`;
    case "#comment": return `comment ${escape(node.data)}`;
    case "#documentType": return `doctype ${escape(node.name ?? "")}`;
    default: return [`element ${prefixOf(node)}${escape(node.tagName)}`, ...attributesOf(node)].join("\t");
  }
}

function serialise(root) {
  const out = [];
  const stack = [];
  const push = (node, depth) => {
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; --i) stack.push([children[i], depth]);
  };
  push(root, 1);
  while (stack.length > 0) {
    const [node, depth] = stack.pop();
    out.push(`${depth} ${lineOf(node)}`);
    push(node, depth + 1);
  }
  return out.join("\n") + "\n";
}

function serialiseCase(root) {
  const out = [];
  const visit = (node, indent) => {
    const pad = "| " + " ".repeat(indent);
    if (node.nodeName === "#text") out.push(`${pad}"${node.value}"`);
    else if (node.nodeName === "#comment") out.push(`${pad}<!-- ${node.data} -->`);
    else if (node.nodeName === "#documentType") {
      const ids = node.publicId || node.systemId ? ` "${node.publicId ?? ""}" "${node.systemId ?? ""}"` : "";
      out.push(`${pad}<!DOCTYPE ${node.name ?? ""}${ids}>`);
    } else {
      out.push(`${pad}<${prefixOf(node)}${node.tagName}>`);
      const attributes = node.attrs.map((a) => [a.prefix ? `${a.prefix} ${a.name}` : a.name, a.value]);
      for (const [name, value] of attributes.sort((a, b) => (a[0] < b[0] ? -1 : 1))) out.push(`${pad}  ${name}="${value}"`);
    }
    let deeper = indent + 2;
    if (node.content) {
      out.push(`${pad}  content`);
      for (const child of node.content.childNodes) visit(child, deeper + 2);
    }
    for (const child of node.childNodes ?? []) visit(child, deeper);
  };
  for (const child of root.childNodes) visit(child, 0);
  return out.join("\n");
}

function printCases(files) {
  for (const file of files) {
    const cases = readFileSync(file, "utf8").split(/^(?=#data\n)/m).filter((c) => c.startsWith("#data\n"));
    const out = cases.map((text) => {
      const data = text.slice(6, text.indexOf("\n#errors"));
      const context = /\n#document-fragment\n(.*)\n/.exec(text)?.[1];
      const scripting = /\n#script-(on|off)\n/.exec(text)?.[1];
      const options = { scriptingEnabled: scripting !== "off" };
      const tree = context === undefined ? parse(data, options) : parseFragment(contextElement(context), data, options);
      const flags = (context === undefined ? "" : `#document-fragment\n${context}\n`) + (scripting ? `#script-${scripting}\n` : "");
      return `#data\n${data}\n#errors\n${flags}#document\n${serialiseCase(tree)}\n`;
    });
    process.stdout.write(out.join("\n"));
  }
}

function contextElement(context) {
  const [prefix, name] = context.includes(" ") ? context.split(" ") : ["", context];
  const uri = { "": "http://www.w3.org/1999/xhtml", svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" }[prefix];
  return { nodeName: name, tagName: name, attrs: [], namespaceURI: uri, childNodes: [], parentNode: null };
}

function writeAll(buffer) {
  for (let at = 0; at < buffer.length; ) at += writeSync(1, buffer, at);
}

async function servePages() {
  let held = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 4 && held.length >= 4 + held.readUInt32LE(0)) {
      const length = held.readUInt32LE(0);
      const tree = Buffer.from(serialise(parse(held.toString("utf8", 4, 4 + length), OPTIONS)));
      held = held.subarray(4 + length);
      const size = Buffer.alloc(4);
      size.writeUInt32LE(tree.length);
      writeAll(Buffer.concat([size, tree]));
    }
  }
}

if (process.argv[2] === "--cases") printCases(process.argv.slice(3));
else await servePages();
