// What the service says, and how it is asked (docs/service.md).

import { request } from './http';

export { ServiceError } from './http';

export interface Block {
  node: number;
  path: string;
  kept: boolean;
  body: number;
  score: number;
  reason: string;
  post: number;
  comment: boolean;
  kind: string;
  text: string;
}

export interface Statement {
  field: string;
  chosen: boolean;
  confidence: number;
  source: string;
  value: string;
}

export interface Body {
  text: string;
  author: string;
  date: string;
  path: string;
}

export interface FilterOutcome {
  kind: string;
  on: boolean;
  removed: number;
  changed: number;
  characters: number;
  undone: boolean;
}

export interface Score {
  f1: number;
  p: number;
  r: number;
}

/// A page as a method sees it.
export interface View {
  url: string;
  title: string;
  method: string;
  page_type: string;
  page_type_probability: number;
  page_types: { type: string; probability: number }[];
  cut: number;
  encoding: string;
  encoding_source: string;
  truncated: string;
  error: string;
  milliseconds: number;
  text: string;
  markdown: string;
  html: string;
  bodies: Body[];
  comments: Body[];
  record: unknown;
  fields: Statement[];
  blocks: Block[];
  filters: FilterOutcome[];
  gold?: string;
  gold_blocks?: number[];
  score?: Score;
  frame?: string;
  hidden?: boolean;
}

/// As it is sent: blocks have the place of their reason.
export type SentView = Omit<View, 'blocks'> & { blocks: (Omit<Block, 'reason'> & { reason: number })[]; reasons: string[] };

export function view_of(sent: SentView): View {
  return { ...sent, blocks: sent.blocks.map((block) => ({ ...block, reason: sent.reasons[block.reason] ?? '' })) };
}

/// Where a page comes from, as the service takes it.
export interface PageInput {
  html?: string;
  html_b64?: string;
  url?: string;
  set?: string;
  record?: number;
}

export interface ViewOptions {
  method: string;
  favor: string;
  settings: Record<string, string>;
  filters?: string;
  profile?: string;
}

export interface MethodSetting {
  name: string;
  type: 'flag' | 'integer' | 'number' | 'choice' | 'text';
  default: string;
  help: string;
  of_service: boolean; // requests cannot set it
  least?: number;
  most?: number;
  choices?: string[];
}

export interface Method {
  id: string;
  summary: string;
  source: string;
  trained: boolean;
  settings: MethodSetting[];
}

export interface SetInfo {
  name: string;
  pages: number;
}

export interface Workbench {
  version: string;
  fetch: boolean;
  store?: boolean; // of articles, with the pages that it has kept
  sets: SetInfo[];
  methods: Method[];
}

export interface SetPage {
  record: number;
  id: string;
  url: string;
  title: string;
  page_type: string;
  labelled: boolean;
}

export type SettingValue = boolean | number | string | string[] | Record<string, string>;

/// One filter of a pipeline: its kind, whether it is on, and the settings of its kind (docs/filters.md).
export interface Filter {
  kind: string;
  on: boolean;
  [setting: string]: SettingValue;
}

export interface Filters {
  undo: number;
  filter: Filter[];
}

/// Filters without a name, and profiles of others; `profile` is the one in use, '' or undefined the first.
export interface Pipeline extends Filters {
  profiles?: Record<string, Filters>;
  profile?: string;
}

/// A record of a store of articles.
export interface StoredPage {
  address: string;
  revision: number;
  url: string;
  title: string;
  date: string;
  page_type: string;
  snippet: string;
}

export interface KnownRule {
  name: string;
  file: string;
  urls: string[];
  rule: string;
}

/// What is wanted of a page: a text, where it stands, or a path that was chosen.
export interface Wanted {
  text?: string;
  node?: number;
  path?: string;
  type?: string;
  take?: string;
  attribute?: string;
}

export interface RulePath {
  path: string;
  attribute: string;
  type: string;
  take: string;
  value: string;
}

/// Elements as the first of their nodes and the one behind their last; nodes are numbered as blocks are.
export type NodeRange = [number, number];

export interface MadeField extends RulePath {
  name: string;
  paths: string[];
  required: boolean;
  likeness: number;
  alternatives: RulePath[];
  found: { value: string; problem: string; nodes: NodeRange[] }[];
}

export interface MadeRule {
  rule: string;
  fields: MadeField[];
}

export type RuleRow = Record<string, string | number | string[] | null>;

export interface AppliedRule {
  rows: RuleRow[];
  problems: string[];
  fields: { name: string; path: string; rows: number; problem: string; nodes: NodeRange[] }[];
  row_nodes: { nodes: NodeRange[] };
}

/// A figure of several pages, with its interval of 95 %.
export type Figures = Record<string, { value: number; low: number | null; high: number | null }>;

/// A set judged by one method with its settings, once `done`.
export interface Evaluation {
  set: string;
  done: boolean;
  finished: number;
  total: number;
  error?: string;
  method: string;
  pages: number;
  trained_on: boolean;
  figures: Figures;
  types: { type: string; pages: number; f1: number | null; figures?: Figures }[];
  distribution: number[];
  confusion: { labelled: string; judged: string; pages: number }[];
  results: JudgedPage[];
}

/// f1: null of a page whose main text is not known.
export interface JudgedPage {
  record: number;
  id: string;
  page_type: string;
  f1: number | null;
  p?: number | null;
  r?: number | null;
  ms?: number | null;
}

async function ask<T>(path: string, body?: unknown, signal?: AbortSignal, type = 'application/json'): Promise<T> {
  const text = body === undefined ? undefined : type === 'application/json' ? JSON.stringify(body) : String(body);
  return (await (await request(path, { body: text, type, signal })).json()) as T;
}

export const service = {
  workbench: () => ask<Workbench>('/v1/workbench'),
  /// `frame`: the page itself, too; `parts`: of a very large one so many parts.
  view: async (page: PageInput, options: ViewOptions, frame: false | 'styles' | 'plain', signal?: AbortSignal, parts = 1) => {
    return view_of(await ask<SentView>('/v1/view', { ...page, ...options, ...(frame ? { frame, frame_parts: parts } : {}) }, signal));
  },
  pages: (set: string, search: string, from: number, signal?: AbortSignal) =>
    ask<{ total: number; pages: SetPage[] }>(
      `/v1/sets/${encodeURIComponent(set)}?search=${encodeURIComponent(search)}&from=${from}`,
      undefined,
      signal,
    ),
  stored: (search: string, from: number, signal?: AbortSignal) =>
    ask<{ pages: StoredPage[]; more: boolean }>(
      `/v1/store?${new URLSearchParams({ search, from: String(from) })}`,
      undefined,
      signal,
    ),
  stored_page: async (address: string, revision: string): Promise<Blob> =>
    (await request(`/v1/store/page?${new URLSearchParams({ address, revision })}`)).blob(),
  /// Settings of filters: TOML in, the same as a value out; what is wrong with it is told by the error.
  pipeline: (toml: string) => ask<Pipeline>('/v1/pipeline', toml, undefined, 'application/toml'),
  /// What the rules give that the service was started with, and whether it takes more.
  rules: (signal?: AbortSignal) => ask<{ writable: boolean; rules: KnownRule[] }>('/v1/rules', undefined, signal),
  keep_rule: (rule: string, file: string) => ask<{ file: string }>('/v1/rules', { rule, file }),
  make_rule: (pages: (PageInput & { wanted?: Record<string, Wanted> })[], name: string, signal?: AbortSignal) =>
    ask<MadeRule>('/v1/rules/make', { pages, ...(name ? { name } : {}) }, signal),
  apply_rule: (rule: string, page: PageInput, signal?: AbortSignal) =>
    ask<AppliedRule>('/v1/rules/apply', { ...page, rule }, signal),
  evaluate: (set: string, options: ViewOptions, signal?: AbortSignal) =>
    ask<Evaluation>('/v1/evaluate', { set, ...options }, signal),
};
