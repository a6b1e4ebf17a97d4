// A rule in the making: what was picked on which page. It stands in the address; the service makes paths of it. Rules
// for rows of a list are made here, of the page as it is shown.

import type { Block, PageInput, Wanted } from './api';

/// What stands at a place: of a page the block, and how much around it.
export interface Pick {
  page: number;
  node: number; // -1: wherever the text stands
  up?: number; // so many steps to elements with more in them
  text?: string; // of the block this part
}

export interface DraftField {
  name: string;
  picks: Pick[];
  path?: string; // chosen among those that were found
  type?: string;
  take?: string;
  attribute?: string;
  css?: string[]; // in a row
}

export interface RuleDraft {
  rows?: string[]; // what a row is: the rule is for a list
  list?: boolean;
  fields: DraftField[];
  toml?: string; // written by hand: counts for all else
}

export const field_types = ['text', 'date', 'number', 'link', 'html'] as const;

export function read_draft(text: string | undefined): RuleDraft {
  try {
    const draft = JSON.parse(text ?? '') as RuleDraft;
    if (Array.isArray(draft.fields)) return draft;
  } catch {
    // None yet.
  }
  return { fields: ['title', 'time', 'body'].map((name) => ({ name, picks: [] })) };
}

export const is_ready = (draft: RuleDraft): boolean =>
  draft.toml !== undefined ||
  (draft.list
    ? (draft.rows ?? []).length > 0 && draft.fields.some((field) => (field.css ?? []).length > 0)
    : draft.fields.some((field) => field.picks.some((pick) => pick.page === 0)));

/// The page as it is shown, to be looked into; its elements know their blocks.
export class ShownPage {
  readonly document: Document;
  private readonly elements = new Map<number, Element>();
  private readonly texts: Map<number, Block>;

  constructor(frame: string, blocks: readonly Block[]) {
    this.document = new DOMParser().parseFromString(frame, 'text/html');
    this.texts = new Map(blocks.map((block) => [block.node, block]));
    for (const marked of this.document.querySelectorAll('[data-block]')) {
      const node = Number(marked.getAttribute('data-block'));
      // What stands around a text alone is not of the page.
      const element = marked.localName === 'pith-text' ? marked.parentElement! : marked;
      if (!this.elements.has(node)) this.elements.set(node, element);
    }
  }

  element(node: number): Element | undefined {
    return this.elements.get(node);
  }

  blocks_in(element: Element): number[] {
    const nodes = new Set<number>();
    const own = element.getAttribute('data-block');
    if (own !== null) nodes.add(Number(own));
    for (const marked of element.querySelectorAll('[data-block]')) nodes.add(Number(marked.getAttribute('data-block')));
    return [...nodes];
  }

  /// The block, and the elements around it that have more blocks in them, the smallest first.
  around(node: number): number[][] {
    const sets = [[node]];
    for (let element = this.element(node); element && element !== this.document.body; element = element.parentElement ?? undefined) {
      const blocks = this.blocks_in(element);
      if (blocks.length > sets.at(-1)!.length) sets.push(blocks);
    }
    return sets;
  }

  blocks_of(pick: Pick): number[] {
    const sets = this.around(pick.node);
    return sets[Math.min(pick.up ?? 0, sets.length - 1)]!;
  }

  wanted(pick: Pick): Wanted {
    if (pick.node < 0) return { text: pick.text ?? '' };
    const blocks = this.blocks_of(pick);
    const text = pick.text ?? blocks.map((node) => this.texts.get(node)?.text ?? '').join('\n');
    return { node: blocks[0] ?? pick.node, text };
  }
}

// --- Paths for rows ------------------------------------------------------------------------------------------

// Names that programs count up or make anew at each change are no help.
const is_stable = (name: string) => /^[a-z][a-z_-]*\d{0,2}$/i.test(name) && name.length <= 40;
const classes_of = (element: Element) => [...element.classList].filter(is_stable);
const names_of = (element: Element): string[] => classes_of(element).map((name) => `.${CSS.escape(name)}`);

function is_like(element: Element, other: Element): boolean {
  if (element.localName !== other.localName) return false;
  const classes = classes_of(element);
  return classes.length === 0 ? classes_of(other).length === 0 : classes.some((name) => other.classList.contains(name));
}

const siblings_like = (element: Element) => [...(element.parentElement?.children ?? [])].filter((other) => is_like(element, other));

function place_of(element: Element): string {
  const same = [...(element.parentElement?.children ?? [])].filter((other) => other.localName === element.localName);
  return same.length > 1 ? `:nth-of-type(${same.indexOf(element) + 1})` : '';
}

/// A path that selects this element alone, below `root`. The nearest names first, places among siblings last.
function path_to(element: Element, root: Element | Document): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at !== root && at.localName !== 'html'; at = at.parentElement) {
    if (at.id && is_stable(at.id) && root.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1) {
      steps.unshift(`#${CSS.escape(at.id)}`);
      return steps.join(' > ');
    }
    const name = at.localName + (names_of(at)[0] ?? '');
    const alone = [name, ...steps].join(' > ');
    if (root.querySelectorAll(alone).length === 1) return alone;
    steps.unshift(at.parentElement && siblings_like(at).length > 1 ? name + place_of(at) : name);
    const placed = steps.join(' > ');
    if (root.querySelectorAll(placed).length === 1) return placed;
  }
  return steps.join(' > ');
}

/// Elements around a place that stand among others of their kind: what a row may be, the likeliest first.
export function row_candidates(page: ShownPage, node: number): string[] {
  const found: { css: string; worth: number }[] = [];
  for (let element = page.element(node); element && element !== page.document.body; element = element.parentElement ?? undefined) {
    const siblings = siblings_like(element).filter((other) => page.blocks_in(other).length > 0);
    // The cells of a table are no rows; its rows are.
    if (siblings.length < 2 || ['td', 'th', 'span', 'a', 'em', 'b', 'strong', 'br'].includes(element.localName)) continue;
    const common = names_of(element).filter((name) => siblings.every((other) => other.matches(name)));
    const step = element.localName + (common[0] ?? '');
    const parent = element.parentElement!;
    const css = parent === page.document.body ? `body > ${step}` : `${path_to(parent, page.document)} > ${step}`;
    const depth = siblings.reduce((sum, other) => sum + Math.min(8, page.blocks_in(other).length), 0) / siblings.length;
    found.push({ css, worth: siblings.length * Math.sqrt(depth) });
  }
  return found.sort((a, b) => b.worth - a.worth).map((one) => one.css);
}

/// A row that the paths do not reach: one path that reaches both it and what they reach, else one more.
export function mend_rows(page: ShownPage, rows: readonly string[], node: number): string[] {
  const first = rows[0];
  const wanted = row_candidates(page, node)[0];
  if (!wanted) return [...rows];
  const one = first ? page.document.querySelector(first) : null;
  const two = page.document.querySelector(wanted);
  if (one && two) {
    let steps: string[] = [];
    let best = '';
    for (let a: Element | null = one, b: Element | null = two; a && b && a.localName === b.localName; a = a.parentElement, b = b.parentElement) {
      if (a === page.document.body) break;
      const other = b;
      const common = names_of(a).find((name) => other.matches(name)) ?? '';
      steps = [a.localName + common, ...steps];
      if (common !== '' || best === '') best = steps.join(' > ');
      if (a === b) break;
    }
    if (best.includes('.') || best.includes(' > ')) return [best];
  }
  return [...rows, wanted];
}

/// The rows of a page, as the page is shown.
export const rows_of = (page: ShownPage, rows: readonly string[]): Element[] => {
  for (const css of rows) {
    const found = [...page.document.querySelectorAll(css)];
    if (found.length > 0) return found;
  }
  return [];
};

/// A path to a place below its row that other rows have, too; undefined: it is in none of the rows.
export function path_in_row(page: ShownPage, rows: readonly string[], target: Element): string | undefined {
  const all = rows_of(page, rows);
  const row = all.find((one) => one.contains(target));
  if (!row) return undefined;
  if (row === target) return ':scope';
  const ways: string[] = [];
  for (const name of names_of(target)) ways.push(target.localName + name, name);
  const parent = target.parentElement;
  if (parent && parent !== row) for (const name of names_of(parent)) ways.push(`${parent.localName}${name} > ${target.localName}`);
  ways.push(target.localName);
  const steps: string[] = [];
  for (let at: Element = target; at !== row; at = at.parentElement!) steps.unshift(at.localName + (names_of(at)[0] ?? '') + place_of(at));
  ways.push(`> ${steps.join(' > ')}`);
  const first_of = (one: Element, css: string) => one.querySelector(css.startsWith('>') ? `:scope ${css}` : css);
  const holds = (css: string) =>
    first_of(row, css) === target && all.filter((one) => first_of(one, css) !== null).length * 2 >= Math.min(all.length, 50);
  return ways.find(holds) ?? ways.at(-1);
}

const quoted = (text: string) => JSON.stringify(text);
const listed = (texts: readonly string[]) => (texts.length === 1 ? quoted(texts[0]!) : `[${texts.map(quoted).join(', ')}]`);

/// The file of a rule for rows.
export function list_rule(draft: RuleDraft, name: string, host: string): string {
  const lines = [`name = ${quoted(name)}`];
  if (host) lines.push(`urls = [${quoted(host)}]`);
  lines.push(`rows = ${listed(draft.rows ?? [])}`);
  for (const field of draft.fields) {
    if (!field.css?.length) continue;
    lines.push('', '[[field]]', `name = ${quoted(field.name)}`, `css = ${listed(field.css)}`);
    if (field.attribute) lines.push(`attribute = ${quoted(field.attribute)}`);
    if (field.type && field.type !== 'text') lines.push(`type = ${quoted(field.type)}`);
    if (field.take && field.take !== 'first') lines.push(`take = ${quoted(field.take)}`);
  }
  return `${lines.join('\n')}\n`;
}

export const host_of = (url: string): string => {
  try {
    return new URL(url).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
};

// --- Rows as files -------------------------------------------------------------------------------------------

/// As RFC 4180 has it; a list is one text with a line for each.
export function to_csv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const cell = (value: unknown) => {
    const text = Array.isArray(value) ? value.join('\n') : value === null || value === undefined ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n';
}

export const to_jsonl = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export type MakingPage = PageInput & { url?: string; wanted?: Record<string, Wanted> };
