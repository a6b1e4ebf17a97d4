// The state in the address bar: "#/page?set=zh&record=12&method=cetd". Every screen has a name and parameters; what
// stands in the address is all there is to know, so that a view can be kept and handed on. Undo goes back through the
// addresses of a screen.

import { computed, signal } from '@preact/signals';

export interface Route {
  screen: string;
  parameters: Record<string, string>;
}

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2) as [string, string?];
  return { screen: path || 'page', parameters: Object.fromEntries(new URLSearchParams(query)) };
}

export function address_of(screen: string, parameters: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined && value !== '') query.set(name, value);
  const text = query.toString();
  return `#/${screen}${text ? `?${text}` : ''}`;
}

export const route = signal<Route>(parse(location.hash));
const past = signal<string[]>([]);
const future = signal<string[]>([]);
export const can_undo = computed(() => past.value.length > 0);
export const can_redo = computed(() => future.value.length > 0);

function show(hash: string): void {
  history.replaceState(null, '', hash || '#/page');
  route.value = parse(hash);
}

/// To another screen or page; the browser's own "back" leads here again.
export function go(screen: string, parameters: Record<string, string | undefined> = {}): void {
  history.pushState(null, '', address_of(screen, parameters));
  past.value = [];
  future.value = [];
  route.value = parse(location.hash);
}

/// Changes parameters of this screen; undefined and '' take one out. `undoable`: a step that undo() takes back.
export function change(parameters: Record<string, string | undefined>, undoable = true): void {
  const before = location.hash;
  const next = address_of(route.value.screen, { ...route.value.parameters, ...parameters });
  if (next === before) return;
  if (undoable) {
    past.value = [...past.value.slice(-199), before];
    future.value = [];
  }
  show(next);
}

export function undo(): void {
  const hash = past.value.at(-1);
  if (hash === undefined) return;
  past.value = past.value.slice(0, -1);
  future.value = [...future.value, location.hash];
  show(hash);
}

export function redo(): void {
  const hash = future.value.at(-1);
  if (hash === undefined) return;
  future.value = future.value.slice(0, -1);
  past.value = [...past.value, location.hash];
  show(hash);
}

addEventListener('popstate', () => {
  past.value = [];
  future.value = [];
  route.value = parse(location.hash);
});
