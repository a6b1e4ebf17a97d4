// Runs over a data set: a method with its settings on all pages, beside each other, kept as files.

import type { Evaluation, JudgedPage, ViewOptions } from './api';

export interface Run {
  options: ViewOptions;
  result: Evaluation;
}

export function name_of(options: ViewOptions): string {
  const settings = Object.entries(options.settings).map(([name, value]) => `${name} ${value}`);
  return [options.method, ...(options.favor === 'balanced' ? [] : [options.favor]), ...settings].join(', ');
}

const kFile = 'pith run';

export const as_file = (run: Run): string => JSON.stringify({ file: kFile, ...run });

/// undefined: it is no run, or none of a whole set.
export function run_of_file(text: string): Run | undefined {
  try {
    const { file, options, result } = JSON.parse(text);
    const is_run =
      file === kFile &&
      typeof options.method === 'string' &&
      typeof options.favor === 'string' &&
      typeof options.settings === 'object' &&
      typeof result.set === 'string' &&
      [result.results, result.types, result.distribution, result.confusion].every(Array.isArray) &&
      typeof result.figures === 'object';
    return is_run ? { options, result } : undefined;
  } catch {
    return undefined;
  }
}

export interface ChangedPage {
  page: JudgedPage;
  before: number;
  after: number;
}

export interface Change {
  kind: string; // '': all
  pages: number;
  before: number;
  after: number;
  low: number;
  high: number;
  gained: number;
  lost: number;
}

export const kNoticed = 0.01; // of F1: a page has changed

/// Pages that both runs know, in the order of the second.
export function changes_of(from: Evaluation, to: Evaluation): ChangedPage[] {
  const before = new Map(from.results.map((page) => [page.id, page.f1]));
  return to.results.flatMap((page) => {
    const earlier = before.get(page.id);
    return typeof earlier === 'number' && page.f1 !== null ? [{ page, before: earlier, after: page.f1 }] : [];
  });
}

/// 95 % of the mean, by bootstrap over pages; the same in every run.
function interval_of(values: readonly number[]): [number, number] {
  const kSamples = 1000;
  let state = 1;
  const draw = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * values.length);
  };
  const means = Array.from({ length: kSamples }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; ++i) sum += values[draw()]!;
    return sum / values.length;
  }).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * kSamples)]!, means[Math.floor(0.975 * kSamples)]!];
}

function change_of(kind: string, pages: readonly ChangedPage[]): Change {
  const mean = (of: (page: ChangedPage) => number) => pages.reduce((sum, page) => sum + of(page), 0) / pages.length;
  const gains = pages.map((page) => page.after - page.before);
  const [low, high] = interval_of(gains);
  return {
    kind,
    pages: pages.length,
    before: mean((page) => page.before),
    after: mean((page) => page.after),
    low,
    high,
    gained: gains.filter((gain) => gain > kNoticed).length,
    lost: gains.filter((gain) => gain < -kNoticed).length,
  };
}

/// All pages first, then each kind.
export function changes_by_kind(pages: readonly ChangedPage[]): Change[] {
  const kinds = [...new Set(pages.map((changed) => changed.page.page_type))].filter((kind) => kind !== '').sort();
  return [
    change_of('', pages),
    ...kinds.map((kind) => change_of(kind, pages.filter((changed) => changed.page.page_type === kind))),
  ];
}
