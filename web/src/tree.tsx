// The blocks of a page by element. Only the rows in sight are in the document, so that a page of 50,000 blocks is no
// heavier than one of fifty.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Block } from './api';
import { t } from './language';
import type { Mark } from './page_frame';

const row_height = 26;

interface Row {
  key: string;
  level: number;
  label: string;
  block: Block | null;
  kept: number; // blocks in it
  blocks: number;
}

interface Folder {
  name: string;
  path: string;
  items: (Folder | Block)[];
  kept: number;
  blocks: number;
}

const is_folder = (item: Folder | Block): item is Folder => 'items' in item;

/// Blocks stand in the order of the page, so an element that is left is not met again: what is open is a stack.
function build(blocks: readonly Block[]): Folder {
  const open: Folder[] = [{ name: '', path: '', items: [], kept: 0, blocks: 0 }];
  for (const block of blocks) {
    const names = block.path === '' ? [] : block.path.split('/');
    let depth = 0;
    while (depth < names.length && open[depth + 1]?.name === names[depth]) ++depth;
    open.length = depth + 1;
    for (const name of names.slice(depth)) {
      const around = open.at(-1)!;
      const folder: Folder = { name, path: `${around.path}/${name}`, items: [], kept: 0, blocks: 0 };
      around.items.push(folder);
      open.push(folder);
    }
    for (const folder of open) {
      folder.blocks += 1;
      folder.kept += Number(block.kept);
    }
    open.at(-1)!.items.push(block);
  }
  return open[0]!;
}

function rows_of(root: Folder, closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const stack: { item: Folder | Block; level: number; label: string }[] = [{ item: root, level: 0, label: '' }];
  while (stack.length > 0) {
    const { item, level, label } = stack.pop()!;
    if (!is_folder(item)) {
      rows.push({ key: String(item.node), level, label, block: item, kept: Number(item.kept), blocks: 1 });
      continue;
    }
    const here = label && item.name ? `${label} / ${item.name}` : item.name || label;
    const only = item.items.length === 1 ? item.items[0]! : undefined;
    if (only) {
      stack.push({ item: only, level, label: here });
      continue;
    }
    if (here) rows.push({ key: item.path, level, label: here, block: null, kept: item.kept, blocks: item.blocks });
    if (closed.has(item.path)) continue;
    for (let i = item.items.length; i-- > 0; ) stack.push({ item: item.items[i]!, level: here ? level + 1 : level, label: '' });
  }
  return rows;
}

export interface TreeProps {
  blocks: readonly Block[];
  marks: ReadonlyMap<number, Mark>;
  chosen: number | null;
  onChoose: (block: number | null) => void;
}

export function Tree({ blocks, marks, chosen, onChoose }: TreeProps) {
  const [closed, set_closed] = useState<ReadonlySet<string>>(new Set());
  const [active, set_active] = useState<string | null>(null);
  const [top, set_top] = useState(0);
  const [height, set_height] = useState(600);
  const box = useRef<HTMLDivElement>(null);
  const root = useMemo(() => build(blocks), [blocks]);
  const rows = useMemo(() => rows_of(root, closed), [root, closed]);
  const place_of = useMemo(() => new Map(rows.map((row, place) => [row.key, place])), [rows]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => set_height(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const reveal = (place: number) => {
    const element = box.current;
    if (!element) return;
    const at = place * row_height;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + row_height > element.scrollTop + element.clientHeight)
      element.scrollTop = at + row_height - element.clientHeight;
  };

  useEffect(() => {
    if (chosen === null) return;
    const key = String(chosen);
    set_active(key);
    const place = place_of.get(key);
    if (place !== undefined) reveal(place);
  }, [chosen, place_of]);

  const toggle = (key: string, open?: boolean) => {
    const next = new Set(closed);
    if (open ?? next.has(key)) next.delete(key);
    else next.add(key);
    set_closed(next);
  };

  const activate = (place: number) => {
    const row = rows[place];
    if (!row) return;
    set_active(row.key);
    reveal(place);
    if (row.block) onChoose(row.block.node);
  };

  const on_key = (event: KeyboardEvent) => {
    const place = active === null ? -1 : (place_of.get(active) ?? -1);
    const row = rows[place];
    const steps: Record<string, () => void> = {
      ArrowDown: () => activate(Math.min(place + 1, rows.length - 1)),
      ArrowUp: () => activate(Math.max(place - 1, 0)),
      Home: () => activate(0),
      End: () => activate(rows.length - 1),
      PageDown: () => activate(Math.min(place + Math.floor(height / row_height), rows.length - 1)),
      PageUp: () => activate(Math.max(place - Math.floor(height / row_height), 0)),
      ArrowRight: () => row && !row.block && toggle(row.key, true),
      ArrowLeft: () => row && !row.block && toggle(row.key, false),
      Enter: () => row && (row.block ? onChoose(row.block.node) : toggle(row.key)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };

  const first = Math.max(0, Math.floor(top / row_height) - 10);
  const last = Math.min(rows.length, Math.ceil((top + height) / row_height) + 10);
  const active_place = active === null ? undefined : place_of.get(active);
  const is_rendered = active_place !== undefined && active_place >= first && active_place < last;
  return (
    <div
      ref={box}
      class="tree"
      role="tree"
      tabIndex={0}
      aria-label={t('tree.label')}
      aria-activedescendant={is_rendered ? `row-${active_place}` : undefined}
      onScroll={(event) => set_top(event.currentTarget.scrollTop)}
      onKeyDown={on_key}
    >
      <div role="presentation" style={{ height: `${rows.length * row_height}px`, position: 'relative' }}>
        {rows.slice(first, last).map((row, offset) => {
          const place = first + offset;
          const mark = row.block && marks.get(row.block.node);
          return (
            <div
              key={row.key}
              id={`row-${place}`}
              role="treeitem"
              aria-level={row.level + 1}
              aria-selected={row.block !== null && row.block.node === chosen}
              aria-expanded={row.block ? undefined : !closed.has(row.key)}
              class={`row ${row.block ? `tone-${mark?.tone ?? 'none'}` : 'folder'} ${row.key === active ? 'active' : ''}`}
              style={{ top: `${place * row_height}px`, paddingInlineStart: `${8 + Math.min(row.level, 12) * 12}px` }}
              onClick={() => {
                set_active(row.key);
                if (row.block) onChoose(row.block.node);
                else toggle(row.key);
              }}
            >
              {row.block ? (
                <>
                  <span class="row-path">{row.label}</span>
                  <span class="row-text">{row.block.text.slice(0, 200)}</span>
                </>
              ) : (
                <>
                  <span class="row-fold" aria-hidden="true">
                    {closed.has(row.key) ? '▸' : '▾'}
                  </span>
                  <span class="row-path">{row.label}</span>
                  <span class="row-count">
                    {row.kept}/{row.blocks}
                  </span>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
