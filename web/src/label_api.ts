// Labels of pages, as the service has them (docs/labels.md).

import { request } from './http';

export type Convention = 'wide' | 'strict';

export interface LabelledBody {
  blocks: string[];
  author: string;
  date: string;
}

export interface Label {
  page_type: string;
  title_block: string;
  title: string;
  author: string;
  date: string;
  bodies: LabelledBody[];
  comments: LabelledBody[];
  quality: string;
  note: string;
  seconds: number;
}

export interface LabelBlock {
  name: string;
  path: string;
  text: string;
  score: number;
  kept: boolean;
  kind: string;
  post: number;
  comment: boolean;
  record: number;
}

export interface LabelEntry {
  page: string;
  annotator: string;
  convention: Convention;
  revision: number;
  settled: boolean;
  at: string;
  label: Label;
}

export interface LabelPage {
  id: string;
  url: string;
  page_type: string;
  page_type_probability: number;
  doubt: number;
  blocks: LabelBlock[];
  suggestion: Label;
  labels: LabelEntry[];
}

export interface QueuedPage {
  id: string;
  url: string;
  site: string;
  source: string;
  kind: string;
  doubt: number;
  annotators: string[];
  settled: boolean;
}

export interface Overview {
  pages: number;
  labelled: number;
  settled: number;
  annotators: Record<string, number>;
  page_types: string[];
}

export interface Disagreement {
  what: string;
  block: string;
  first: string;
  second: string;
  text: string;
}

export interface Figures {
  blocks: number;
  both: number;
  only_first: number;
  only_second: number;
  observed: number;
  expected: number;
  kappa: number;
}

export interface Agreement {
  all: Figures & { mean_kappa: number; mean_f1: number };
  pages: { id: string; comparison: Figures & { f1: number; disagreements: Disagreement[] } }[];
}

export interface Model {
  number: number;
  made: string;
  how: string;
  state: string;
  adopted: boolean;
  log: string;
  pages?: number;
  before?: number;
  after?: number;
  difference?: number;
  low?: number;
  high?: number;
}

export interface Comparison {
  against: string;
  sites: number;
  kinds: { kind: string; pages: number; before: number; after: number; difference: number; low: number; high: number }[];
  pages: { id: string; kind: string; before: number; after: number }[];
}

const call = (path: string, body?: string, type?: string) => request(`/v1/labels${path}`, { body, type });

const get = async <T>(path: string, query: Record<string, string> = {}): Promise<T> => {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return (await (await call(path + (text ? `?${text}` : ''))).json()) as T;
};
const post = async <T>(path: string, body: unknown): Promise<T> => (await (await call(path, JSON.stringify(body))).json()) as T;

export const labels = {
  overview: () => get<Overview>(''),
  queue: (annotator: string, kind = '', seed = '') => get<{ pages: QueuedPage[] }>('/queue', { annotator, kind, seed }),
  pages: () => get<{ pages: QueuedPage[] }>('/pages'),
  page: (id: string) => get<LabelPage>('/page', { id }),
  markup: async (id: string) => (await call(`/markup?${new URLSearchParams({ id })}`)).text(),
  put: (page: string, annotator: string, convention: Convention, label: Label) =>
    post<{ doubts: { block: string; what: string }[] }>('/label', { page, annotator, convention, label }),
  settle: (page: string, by: string, convention: Convention, label: Label) =>
    post<unknown>('/settle', { page, by, convention, label }),
  unsettle: (page: string, convention: Convention) => post<unknown>('/unsettle', { page, convention }),
  agreement: (first: string, second: string, convention: Convention) =>
    get<Agreement>('/agreement', { first, second, convention }),
  take: async (lines: string) =>
    (await (await call('/pages', lines, 'application/x-ndjson')).json()) as {
      pages: number;
      known: number;
      labels: number;
      problems: string[];
    },
  export: async (convention: Convention, paths: boolean) =>
    (await call(`/export?convention=${convention}${paths ? '&paths=1' : ''}`)).blob(),
  models: () => get<{ models: Model[] }>('/models'),
  comparison: (number: number) => get<Comparison>('/model', { number: String(number) }),
  train: (how: string, annotator: string, convention: Convention) =>
    post<{ number: number }>('/train', annotator ? { how, annotator, convention } : { how, convention }),
  cancel: (number: number) => post<unknown>('/cancel', { number }),
  adopt: (number: number) => post<unknown>('/adopt', { number }),
};
