// What the service says, and how it is asked (docs/service.md). Nothing else is ever asked for.

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

/// A page as a method sees it: the answer of /v1/view.
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
}

export interface MethodSetting {
  name: string;
  type: 'flag' | 'integer' | 'number' | 'choice' | 'text';
  default: string;
  help: string;
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

export interface Pipeline {
  undo: number;
  filter: Filter[];
}

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
  figures: Record<string, { value: number; low: number; high: number }>;
  types: { type: string; pages: number; f1: number | null }[];
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
}

/// What the service has refused, in its words.
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown, signal?: AbortSignal, type = 'application/json'): Promise<T> {
  let response: Response;
  try {
    response = await fetch(
      path,
      body === undefined
        ? { signal }
        : {
            method: 'POST',
            headers: { 'Content-Type': type },
            body: type === 'application/json' ? JSON.stringify(body) : String(body),
            signal,
          },
    );
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServiceError('', 0);
  }
  if (response.ok) return (await response.json()) as T;
  const problem = await response.json().catch(() => ({}));
  throw new ServiceError(String(problem.detail ?? problem.title ?? response.statusText), response.status);
}

export const service = {
  workbench: () => ask<Workbench>('/v1/workbench'),
  /// `frame`: the page itself, too; `parts`: of a very large one so many parts.
  view: (page: PageInput, options: ViewOptions, frame: false | 'styles' | 'plain', signal?: AbortSignal, parts = 1) =>
    ask<View>('/v1/view', { ...page, ...options, ...(frame ? { frame, frame_parts: parts } : {}) }, signal),
  pages: (set: string, search: string, from: number, signal?: AbortSignal) =>
    ask<{ total: number; pages: SetPage[] }>(
      `/v1/sets/${encodeURIComponent(set)}?search=${encodeURIComponent(search)}&from=${from}`,
      undefined,
      signal,
    ),
  /// Settings of filters: TOML in, the same as a value out; what is wrong with it is told by the error.
  pipeline: (toml: string) => ask<Pipeline>('/v1/pipeline', toml, undefined, 'application/toml'),
  evaluate: (set: string, options: ViewOptions, signal?: AbortSignal) =>
    ask<Evaluation>('/v1/evaluate', { set, ...options }, signal),
};
