// A label while it is being made: what each block of the page is, and the fields. Every change gives a new draft, so that
// undo is a list of them.

import type { Label, LabelBlock } from './label_api';

/// What a block is: of a body ("body"), the first of a new one ("post"), the headline, a comment, nothing.
export type Role = 'none' | 'body' | 'post' | 'title' | 'comment';

export interface Draft {
  roles: readonly Role[]; // by block
  page_type: string;
  title: string;
  author: string;
  date: string;
  posts: Readonly<Record<number, { author: string; date: string }>>; // by the block that a body begins with
  quality: string;
  note: string;
}

export function draft_of(label: Label, blocks: readonly LabelBlock[]): Draft {
  const number = new Map(blocks.map((block, b) => [block.name, b]));
  const roles: Role[] = blocks.map(() => 'none');
  const posts: Record<number, { author: string; date: string }> = {};
  label.bodies.forEach((body, i) => {
    body.blocks.forEach((name, place) => {
      const b = number.get(name);
      if (b !== undefined) roles[b] = place === 0 && i > 0 ? 'post' : 'body';
    });
    const first = number.get(body.blocks[0] ?? '');
    if (first !== undefined && (body.author || body.date)) posts[first] = { author: body.author, date: body.date };
  });
  for (const comment of label.comments)
    for (const name of comment.blocks) {
      const b = number.get(name);
      if (b !== undefined) roles[b] = 'comment';
    }
  const title = number.get(label.title_block);
  if (title !== undefined) roles[title] = 'title';
  const { page_type, author, date, quality, note } = label;
  return { roles, page_type, title: label.title, author, date, posts, quality, note };
}

export function label_of(draft: Draft, blocks: readonly LabelBlock[], seconds: number): Label {
  const label: Label = {
    page_type: draft.page_type,
    title_block: '',
    title: draft.title,
    author: draft.author,
    date: draft.date,
    bodies: [],
    comments: [],
    quality: draft.quality,
    note: draft.note,
    seconds,
  };
  let last_comment = -2;
  draft.roles.forEach((role, b) => {
    const name = blocks[b]!.name;
    if (role === 'title') label.title_block = name;
    if (role === 'body' || role === 'post') {
      if (role === 'post' || label.bodies.length === 0)
        label.bodies.push({ blocks: [], ...(draft.posts[b] ?? { author: '', date: '' }) });
      label.bodies.at(-1)!.blocks.push(name);
    }
    if (role === 'comment') {
      // Blocks side by side are one comment.
      if (last_comment !== b - 1 || blocks[b]!.post !== blocks[b - 1]!.post)
        label.comments.push({ blocks: [], author: '', date: '' });
      label.comments.at(-1)!.blocks.push(name);
      last_comment = b;
    }
  });
  return label;
}

/// Gives some blocks a role. There is one headline. `may_toggle`: a single block that has the role already loses it.
export function assign(draft: Draft, wanted: readonly number[], role: Role, blocks: readonly LabelBlock[], may_toggle: boolean): Draft {
  const toggles = may_toggle && wanted.length === 1 && draft.roles[wanted[0]!] === role;
  const roles = [...draft.roles];
  let title = draft.title;
  if (role === 'title') {
    for (let b = 0; b < roles.length; ++b) if (roles[b] === 'title') roles[b] = 'none';
    title = toggles ? '' : (blocks[wanted[0]!]?.text ?? '');
    roles[wanted[0]!] = toggles ? 'none' : 'title';
    return { ...draft, roles, title };
  }
  for (const b of wanted) {
    if (roles[b] === 'title') title = '';
    roles[b] = toggles ? 'none' : role;
  }
  return { ...draft, roles, title };
}

/// The path of the element that holds all kept blocks: the governing node. Empty where nothing is kept.
export function governing_path(draft: Draft, blocks: readonly LabelBlock[]): string {
  let common: string[] | null = null;
  draft.roles.forEach((role, b) => {
    if (role !== 'body' && role !== 'post') return;
    const parts = blocks[b]!.path.split('/');
    if (common === null) {
      common = parts;
      return;
    }
    let same = 0;
    while (same < common.length && common[same] === parts[same]) ++same;
    common = common.slice(0, same);
  });
  return ((common ?? []) as string[]).join('/');
}

/// The blocks below the element that a block and the next larger part of the page have in common: a paragraph, then all
/// paragraphs of its section, then the article.
export function wider(from: readonly number[], blocks: readonly LabelBlock[]): number[] {
  const first = from[0];
  if (first === undefined) return [];
  for (let parts = blocks[first]!.path.split('/'); parts.length > 1; parts = parts.slice(0, -1)) {
    const path = parts.join('/');
    const inside = blocks.flatMap((block, b) => (block.path === path || block.path.startsWith(`${path}/`) ? [b] : []));
    if (inside.length > from.length) return inside;
  }
  return [...from];
}
