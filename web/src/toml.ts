// Settings of filters as the TOML of `pith filter`. Reading it is the service's: it knows what is wrong with a file.

import type { Filter, Filters, Pipeline, SettingValue } from './api';

function value_of(value: SettingValue): string {
  if (Array.isArray(value)) return `[${value.map((v) => JSON.stringify(v)).join(', ')}]`;
  if (typeof value === 'object')
    return `{ ${Object.entries(value)
      .map(([name, v]) => `${JSON.stringify(name)} = ${JSON.stringify(v)}`)
      .join(', ')} }`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

const filter_of = (filter: Filter, table: string): string =>
  [`[[${table}filter]]`, ...Object.entries(filter).map(([name, value]) => `${name} = ${value_of(value)}`)].join('\n');

function filters_of({ undo, filter }: Filters, table: string): string {
  if (filter.length === 0) return `undo = ${undo}\nfilter = []\n`;
  return [`undo = ${undo}`, ...filter.map((one) => filter_of(one, table))].join('\n\n') + '\n';
}

export function to_toml(pipeline: Pipeline): string {
  const profiles = Object.entries(pipeline.profiles ?? {}).map(([name, filters]) => {
    const table = `profile.${JSON.stringify(name)}`;
    return `\n[${table}]\n${filters_of(filters, `${table}.`)}`;
  });
  return filters_of(pipeline, '') + profiles.join('');
}

/// Those that are in use.
export const filters_in_use = (pipeline: Pipeline): Filters => pipeline.profiles?.[pipeline.profile ?? ''] ?? pipeline;

/// The pipeline with these in place of those in use.
export function with_filters(pipeline: Pipeline, filters: Filters): Pipeline {
  const { profile, profiles } = pipeline;
  if (profile && profiles?.[profile]) return { ...pipeline, profiles: { ...profiles, [profile]: filters } };
  return { ...pipeline, ...filters };
}

/// Each kind of filter with its defaults (docs/filters.md), in the order in which they are offered.
export const kinds: Record<string, () => Filter> = {
  advertisements: () => ({
    kind: 'advertisements',
    on: true,
    known: true,
    deny: [],
    allow: [],
  }),
  links: () => ({
    kind: 'links',
    on: true,
    mode: 'links',
    ratio: 0.25,
    which: 'all',
    remove: 'cell',
    cells: ['td'],
  }),
  empty_tables: () => ({
    kind: 'empty_tables',
    on: true,
    characters: 12,
    substance: ['img', 'a', 'textarea'],
    tables: ['table'],
  }),
  elements: () => ({ kind: 'elements', on: true, remove: ['scripts', 'styles', 'forms', 'nav'] }),
  attributes: () => ({ kind: 'attributes', on: true, remove: ['style', 'on*'], keep: [], elements: [] }),
  flatten_tables: () => ({ kind: 'flatten_tables', on: true }),
  alternatives: () => ({ kind: 'alternatives', on: true }),
  hidden: () => ({ kind: 'hidden', on: true }),
  line_breaks: () => ({ kind: 'line_breaks', on: true, most: 2 }),
};

export const choices: Record<string, Record<string, string[]>> = {
  links: { mode: ['links', 'words'], which: ['all', 'image', 'text'], remove: ['cell', 'links'] },
};

export const default_pipeline = (): Pipeline => ({
  undo: 0.95,
  filter: [kinds.advertisements!(), kinds.links!(), kinds.empty_tables!()],
});
