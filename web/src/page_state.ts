// What the page screen is about, read out of the address and written into it.

import { computed, signal } from '@preact/signals';
import { service, ServiceError, type PageInput, type Pipeline, type View, type ViewOptions, type Workbench } from './api';
import { address_of_example } from './examples';
import { t } from './language';
import { kept_page, read_file } from './local_pages';
import { change, route } from './route';
import { to_toml } from './toml';

export const workbench = signal<Workbench | null>(null);
export const unreachable = signal('');

export async function load_workbench(): Promise<void> {
  try {
    workbench.value = await service.workbench();
    unreachable.value = '';
  } catch (error) {
    unreachable.value = words_of(error);
  }
}

export function words_of(error: unknown): string {
  if (error instanceof ServiceError && error.status !== 0) return error.message;
  return t('app.offline');
}

const parameter = (name: string) => computed(() => route.value.parameters[name] ?? '');

export const method = computed(() => route.value.parameters.method ?? 'pith');
export const favor = computed(() => route.value.parameters.favor ?? 'balanced');
export const compare = parameter('compare'); // '', 'defaults', 'gold', 'method:ID' or 'run:' and options as JSON
export const pane = computed(() => route.value.parameters.pane ?? 'read');
export const chosen = computed(() => {
  const block = route.value.parameters.block;
  return block === undefined ? null : Number(block);
});

/// Settings of the method that are not the defaults: "set.threshold=0.5" in the address.
export const settings = computed(() =>
  Object.fromEntries(
    Object.entries(route.value.parameters)
      .filter(([name]) => name.startsWith('set.'))
      .map(([name, value]) => [name.slice(4), value]),
  ),
);

export const pipeline = computed<Pipeline | null>(() => {
  const text = route.value.parameters.filters;
  if (!text) return null;
  try {
    const value = JSON.parse(text) as Pipeline;
    return Array.isArray(value.filter) ? value : null;
  } catch {
    return null;
  }
});

export function set_pipeline(value: Pipeline | null): void {
  change({ filters: value === null ? undefined : JSON.stringify(value) });
}

export function set_method(id: string): void {
  const without: Record<string, undefined> = {};
  for (const name of Object.keys(settings.value)) without[`set.${name}`] = undefined;
  change({ ...without, method: id === 'pith' ? undefined : id });
}

export const options = computed<ViewOptions>(() => ({
  method: method.value,
  favor: favor.value,
  settings: settings.value,
  ...(pipeline.value ? { filters: to_toml(pipeline.value) } : {}),
  ...(pipeline.value?.profile ? { profile: pipeline.value.profile } : {}),
}));

/// Options as they stand in an address, which anybody may have written.
function run_of(text: string): ViewOptions | null {
  try {
    const { method = 'pith', favor = 'balanced', settings = {}, filters } = JSON.parse(text) as Partial<ViewOptions>;
    return { method, favor, settings, ...(filters ? { filters } : {}) };
  } catch {
    return null;
  }
}

/// What it is compared with, where another extraction is needed for that.
export const other_options = computed<ViewOptions | null>(() => {
  const kind = compare.value;
  if (kind === 'defaults') return { method: 'pith', favor: 'balanced', settings: {} };
  if (kind.startsWith('run:')) return run_of(kind.slice(4));
  if (kind.startsWith('method:')) return { ...options.value, method: kind.slice(7), settings: {} };
  return null;
});

/// The page itself, as parameters of the address: example, set and record, store (an address in it) and revision, url, or
/// the key of a page of this browser.
export const source_key = computed(() => {
  const { example, set, record, url, local, store, revision } = route.value.parameters;
  if (example) return `example:${example}`;
  if (set && record) return `set:${set}:${record}`;
  if (store) return `store:${revision ?? ''}:${store}`;
  if (local) return `local:${local}`;
  return url ? `url:${url}` : '';
});

/// The parameters that a key comes from.
export function parameters_of(key: string): Record<string, string> {
  const [kind = '', ...rest] = key.split(':');
  if (kind === 'set') return { set: rest.slice(0, -1).join(':'), record: rest.at(-1)! };
  if (kind === 'store') return { revision: rest[0]!, store: rest.slice(1).join(':') };
  return { [kind]: rest.join(':') };
}

/// Pages out of the store, as they were read last.
const stored = new Map<string, PageInput>();

async function stored_page(key: string, revision: string, address: string): Promise<PageInput> {
  const known = stored.get(key);
  if (known) return known;
  const page = await read_file(await service.stored_page(address, revision || '0'));
  if (/^https?:/i.test(address)) page.url = address;
  if (stored.size >= 20) stored.clear();
  stored.set(key, page);
  return page;
}

export async function input_of(key: string): Promise<PageInput> {
  const [kind = '', ...rest] = key.split(':');
  const name = rest.join(':');
  if (kind === 'set') return { set: rest.slice(0, -1).join(':'), record: Number(rest.at(-1)) };
  if (kind === 'url') return { url: name };
  if (kind === 'store') return stored_page(key, rest[0]!, rest.slice(1).join(':'));
  if (kind === 'example') {
    const address = address_of_example(name);
    if (!address) throw new ServiceError(t('open.gone'), 404);
    return read_file(await (await fetch(address)).blob());
  }
  const page = await kept_page(name);
  if (!page) throw new ServiceError(t('open.gone'), 404);
  return page;
}

export const view = signal<View | null>(null);
export const other = signal<View | null>(null);
export const frame = signal('');
/// Of a very large page so many parts are shown in the frame.
export const frame_parts = signal(1);
export const problem = signal('');
export const working = signal(false);
export const styles = computed(() => route.value.parameters.styles !== 'off');
export const elapsed = signal(0);
