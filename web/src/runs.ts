// Runs over a data set: a method with its settings on all pages, beside each other, kept as files.

import type { Evaluation, Figures, JudgedPage, Pipeline, ViewOptions } from './api';
import { number } from './language';
import { filters_in_use } from './toml';

export interface Run {
  options: ViewOptions;
  pipeline?: Pipeline; // what `options.filters` says, as a value
  result: Evaluation;
}

/// What makes two runs over a set the same.
export const key_of = (options: ViewOptions): string =>
  JSON.stringify([options.method, options.favor, Object.entries(options.settings).sort(), options.filters ?? '', options.profile ?? '']);

export function name_of({ options, pipeline }: Pick<Run, 'options' | 'pipeline'>): string {
  const settings = Object.entries(options.settings).map(([name, value]) => `${name} ${value}`);
  const filters = pipeline ? filters_in_use(pipeline).filter.filter((one) => one.on).map((one) => one.kind) : [];
  return [
    options.method,
    ...(options.favor === 'balanced' ? [] : [options.favor]),
    ...settings,
    ...(filters.length > 0 ? [`[${filters.join(' ')}]`] : []),
  ].join(', ');
}

const kFile = 'pith run';

export const as_file = (run: Run): string => JSON.stringify({ file: kFile, ...run });

const is_object = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/// One group of `pith eval --json`: {"pages": 3, "f1": 0.9, ..., "interval": {"f1": [0.8, 1]}}.
function figures_in(group: Record<string, unknown>): Figures {
  const intervals = is_object(group.interval) ? group.interval : {};
  return Object.fromEntries(
    Object.entries(group).flatMap(([name, value]) => {
      if (name === 'pages' || typeof value !== 'number') return [];
      const interval = intervals[name];
      const [low = null, high = null] = Array.isArray(interval) ? interval : [];
      return [[name, { value, low, high }]];
    }),
  );
}

/// What `pith eval --json` has written: figures of sets and methods, without their pages.
function runs_of_eval(sets: Record<string, unknown>): Run[] {
  return Object.entries(sets).flatMap(([set, methods]) =>
    Object.entries(is_object(methods) ? methods : {}).flatMap(([method, groups]): Run[] => {
      if (!is_object(groups) || !is_object(groups.all) || typeof groups.all.pages !== 'number') return [];
      const { all, ...kinds } = groups as Record<string, Record<string, unknown>>;
      const types = Object.entries(kinds).map(([type, group]) => {
        const figures = figures_in(group);
        return { type, pages: Number(group.pages), f1: figures.f1?.value ?? null, figures };
      });
      const confusion = Object.entries(is_object(all!.confusion) ? all!.confusion : {}).flatMap(([labelled, judged]) =>
        Object.entries(is_object(judged) ? judged : {}).map(([type, count]) => ({ labelled, judged: type, pages: Number(count) })),
      );
      const pages = Number(all!.pages);
      const result = { set, done: true, finished: pages, total: pages, method, pages, trained_on: all!.trained_on === true, figures: figures_in(all!), types, distribution: [], confusion, results: [] };
      return [{ options: { method, favor: 'balanced', settings: {} }, result }];
    }),
  );
}

/// Runs in a file: one that was saved here, or those that `pith eval --json` has written. None: it is something else.
export function runs_of_file(text: string): Run[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!is_object(value)) return [];
    if (value.file !== kFile) return runs_of_eval(value);
    const { options, pipeline, result } = value as unknown as Run;
    const is_run =
      typeof options.method === 'string' &&
      typeof options.favor === 'string' &&
      is_object(options.settings) &&
      typeof result.set === 'string' &&
      [result.results, result.types, result.distribution, result.confusion].every(Array.isArray) &&
      is_object(result.figures);
    return is_run ? [{ options, ...(pipeline ? { pipeline } : {}), result }] : [];
  } catch {
    return [];
  }
}

/// A run by its name.
export interface NamedRun extends Run {
  name: string;
}

export interface JudgedSet {
  name: string;
  runs: readonly NamedRun[];
}

/// One with its pages of the kind that is looked at.
export interface ShownRun extends NamedRun {
  pages: readonly JudgedPage[];
}

/// Sets in the order in which they were judged first.
export function judged_sets(runs: readonly Run[]): JudgedSet[] {
  const sets = new Map<string, NamedRun[]>();
  for (const run of runs) sets.set(run.result.set, [...(sets.get(run.result.set) ?? []), { ...run, name: name_of(run) }]);
  return [...sets].map(([name, of]) => ({ name, runs: of }));
}

/// Figures of a kind of page; '': of all.
export function figures_of(result: Evaluation, group: string): Figures {
  if (group === '') return result.figures;
  const type = result.types.find((one) => one.type === group);
  return type?.figures ?? (type && type.f1 !== null ? { f1: { value: type.f1, low: null, high: null } } : {});
}

export const format = (value: number | null, figure: string): string =>
  value === null ? '–' : number(value, figure === 'ms' ? 2 : 3);

export const is_lower_better = (figure: string): boolean => /^(mhr|mcr|bad|ms|no_|block_mhr)/.test(figure);

export const kSeries = 8; // colours for runs

export const colour_of = (names: readonly string[], name: string): string => `var(--series-${names.indexOf(name) % kSeries})`;

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
