// A page under one's hands: what belongs to its main content is chosen on the page itself, by click, drag and keys.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { service } from './api';
import { labels, type LabelPage } from './label_api';
import { assign, draft_of, governing_path, label_of, wider, type Draft, type Role } from './label_draft';
import { annotator, ConventionChoice, convention_of } from './label_screen';
import { t, t_or, number } from './language';
import { PageFrame, type Mark, type Tone } from './page_frame';
import { words_of } from './page_state';
import { address_of, go, route } from './route';

const kinds = ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service', 'none'];
const tools: { role: Role; key: string }[] = [
  { role: 'body', key: 'b' },
  { role: 'post', key: 'p' },
  { role: 'title', key: 't' },
  { role: 'comment', key: 'c' },
  { role: 'none', key: 'x' },
];

interface Loaded {
  page: LabelPage;
  html: string;
  nodes: number[]; // in the frame, by block
}

/// The tint of each block: bodies in turn, so that posts are told apart.
function marks_of(draft: Draft, nodes: readonly number[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  let body = 0;
  draft.roles.forEach((role, b) => {
    if (role === 'post') ++body;
    const tones: Record<Role, Tone> = {
      none: 'none',
      body: body % 2 === 0 ? 'label-1' : 'label-4',
      post: body % 2 === 0 ? 'label-1' : 'label-4',
      title: 'label-2',
      comment: 'label-3',
    };
    const node = nodes[b];
    if (node !== undefined) marks.set(node, { tone: tones[role], strength: 0.7 });
  });
  return marks;
}

export function LabelPageView({ id }: { id: string }) {
  const [loaded, set_loaded] = useState<Loaded | null>(null);
  const [drafts, set_drafts] = useState<Draft[]>([]);
  const [chosen, set_chosen] = useState<number | null>(null); // a block, by its place
  const [selection, set_selection] = useState<number[]>([]);
  const [tool, set_tool] = useState<Role>('body');
  const [failure, set_failure] = useState('');
  const [doubts, set_doubts] = useState<{ block: string; what: string }[] | null>(null);
  const begun = useRef(Date.now());
  const draft = drafts.at(-1);

  useEffect(() => {
    let current = true;
    const load = async () => {
      const [page, markup] = await Promise.all([labels.page(id), labels.markup(id)]);
      const view = await service.view({ html: markup, url: page.url }, { method: 'pith', favor: 'balanced', settings: {} }, 'styles');
      if (!current) return;
      const mine = page.labels.find((e) => !e.settled && e.annotator === annotator.value && e.convention === convention_of());
      set_loaded({ page, html: view.frame ?? '', nodes: view.blocks.map((block) => block.node) });
      set_drafts([draft_of(mine?.label ?? page.suggestion, page.blocks)]);
      begun.current = Date.now();
    };
    load().catch((error) => current && set_failure(words_of(error)));
    return () => {
      current = false;
    };
  }, [id]);

  // One change may follow another before that is drawn.
  const update = (change: (draft: Draft) => Draft) => {
    set_drafts((before) => [...before.slice(-99), change(before.at(-1)!)]);
    set_doubts(null);
  };
  const update_with = (fields: Partial<Draft>) => update((before) => ({ ...before, ...fields }));
  const take_back = () => set_drafts((before) => (before.length > 1 ? before.slice(0, -1) : before));
  const apply = (role: Role, wanted: readonly number[], may_toggle = false) => {
    if (loaded && wanted.length > 0) update((before) => assign(before, wanted, role, loaded.page.blocks, may_toggle));
  };
  const save = async (sure: boolean) => {
    if (!loaded || !draft) return;
    try {
      const seconds = Math.round((Date.now() - begun.current) / 100) / 10;
      const label = label_of(draft, loaded.page.blocks, seconds);
      const said = await labels.put(id, annotator.value, convention_of(), label);
      set_failure('');
      if (said.doubts.length > 0 && !sure) return set_doubts(said.doubts);
      const { pages } = await labels.queue(annotator.value, route.value.parameters.kind ?? '');
      const next = pages.find((page) => page.id !== id);
      go('label', { ...route.value.parameters, page: next?.id });
    } catch (error) {
      set_failure(words_of(error));
    }
  };

  const on_key = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
      event.preventDefault();
      void save(doubts !== null);
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      event.stopPropagation();
      take_back();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || chosen === null || !loaded) return;
    const wanted = selection.length > 0 ? selection : [chosen];
    const of_key = tools.find((entry) => entry.key === event.key.toLowerCase());
    if (of_key) {
      set_tool(of_key.role);
      apply(of_key.role, wanted);
    } else if (event.key === 'Enter' || event.key === ' ') {
      apply(tool, wanted);
    } else if (event.key === '+') {
      set_selection(wider(wanted, loaded.page.blocks));
    } else if (event.key === '-') {
      set_selection([]);
    } else {
      return;
    }
    event.preventDefault();
  };

  const marks = useMemo(() => {
    if (!loaded || !draft) return new Map<number, Mark>();
    const all = marks_of(draft, loaded.nodes);
    for (const b of selection) {
      const node = loaded.nodes[b];
      if (node !== undefined) all.set(node, { tone: all.get(node)!.tone === 'none' ? 'left' : all.get(node)!.tone, strength: 0.95 });
    }
    return all;
  }, [loaded, draft, selection]);

  if (!loaded || !draft)
    return failure ? (
      <p class="failure banner" role="alert">
        {failure}
      </p>
    ) : (
      <p class="banner faint">{t('app.loading')}</p>
    );
  const { page, nodes } = loaded;
  const place_of = (node: number | null) => (node === null ? null : nodes.indexOf(node));
  const bodies = label_of(draft, page.blocks, 0).bodies;
  const field = (name: 'title' | 'author' | 'date' | 'note') => (
    <label class="field">
      <span>{t(`label.field.${name}`)}</span>
      <input value={draft[name]} dir="auto" onChange={(event) => update_with({ [name]: event.currentTarget.value })} />
    </label>
  );
  return (
    <div class="label-page" onKeyDown={(event) => {
      if (!(event.target instanceof HTMLElement && event.target.matches('input, select, textarea, button, a, summary'))) on_key(event);
      else if (event.ctrlKey && event.key === 'Enter') on_key(event);
    }}>
      <section class="label-frame" aria-label={t('page.frame')}>
        <PageFrame
          html={loaded.html}
          label={t('page.frame')}
          marks={marks}
          chosen={chosen === null ? null : (nodes[chosen] ?? null)}
          onChoose={(node, event) => {
            const b = place_of(node);
            set_chosen(b);
            set_selection([]);
            // The arrow keys walk; a click says what it is, a second one takes that back.
            if (b !== null && b >= 0 && event?.type === 'click') apply(tool, [b], true);
          }}
          onKey={on_key}
          onDrag={(from, to) => {
            const ends = [nodes.indexOf(from), nodes.indexOf(to)].sort((a, b) => a - b) as [number, number];
            if (ends[0] >= 0) apply(tool, Array.from({ length: ends[1] - ends[0] + 1 }, (_, i) => ends[0] + i));
          }}
        />
      </section>
      <aside class="label-tools">
        <h1 dir="auto">{page.id}</h1>
        <small class="url">{page.url}</small>
        <fieldset class="tools">
          <legend>{t('label.tool')}</legend>
          {tools.map(({ role, key }) => (
            <label key={role} class={`tool tool-${role}`}>
              <input
                type="radio"
                name="tool"
                checked={tool === role}
                onChange={() => set_tool(role)}
              />
              {t(`label.role.${role}`)} <kbd>{key}</kbd>
            </label>
          ))}
        </fieldset>
        <p class="hint">{t('label.how')}</p>
        {chosen !== null && chosen >= 0 && (
          <div class="buttons">
            <button type="button" onClick={() => apply(tool, selection.length > 0 ? selection : [chosen])}>
              {t('label.apply')}
            </button>
            <button type="button" onClick={() => set_selection(wider(selection.length > 0 ? selection : [chosen], page.blocks))}>
              {t('label.wider')} <kbd>+</kbd>
            </button>
          </div>
        )}
        <p role="status">
          {t('label.so-far', number(bodies.reduce((sum, body) => sum + body.blocks.length, 0)), number(bodies.length))}
          {bodies.length > 0 && (
            <small class="url">
              {t('label.governing')} <code>{governing_path(draft, page.blocks)}</code>
            </small>
          )}
        </p>
        <label class="field">
          <span>{t('label.kind.of')}</span>
          <select value={draft.page_type} onChange={(event) => update_with({ page_type: event.currentTarget.value })}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t_or('type.', kind)}
              </option>
            ))}
          </select>
        </label>
        {field('title')}
        {field('author')}
        {field('date')}
        {bodies.length > 1 && (
          <details>
            <summary>{t('label.posts', number(bodies.length))}</summary>
            <ol class="posts">
              {draft.roles.flatMap((role, b) => {
                const first = role === 'post' || (role === 'body' && !draft.roles.slice(0, b).some((r) => r === 'body' || r === 'post'));
                if (!first) return [];
                const said = draft.posts[b] ?? { author: '', date: '' };
                const set_post = (change: Partial<typeof said>) =>
                  update_with({ posts: { ...draft.posts, [b]: { ...said, ...change } } });
                return [
                  <li key={b}>
                    <small dir="auto">{page.blocks[b]!.text.slice(0, 60)}</small>
                    <input
                      value={said.author}
                      aria-label={t('label.field.author')}
                      placeholder={t('label.field.author')}
                      onChange={(event) => set_post({ author: event.currentTarget.value })}
                    />
                    <input
                      value={said.date}
                      aria-label={t('label.field.date')}
                      placeholder={t('label.field.date')}
                      onChange={(event) => set_post({ date: event.currentTarget.value })}
                    />
                  </li>,
                ];
              })}
            </ol>
          </details>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={draft.quality === 'doubtful'}
            onChange={(event) => update_with({ quality: event.currentTarget.checked ? 'doubtful' : 'ok' })}
          />
          {t('label.doubtful')}
        </label>
        {field('note')}
        <ConventionChoice />
        <details class="guide">
          <summary>{t('label.guide')}</summary>
          <p>{t('label.guide.both')}</p>
          <p>{t(`label.guide.${convention_of()}`)}</p>
        </details>
        {failure && (
          <p class="failure" role="alert">
            {failure}
          </p>
        )}
        {doubts && (
          <div class="doubts" role="alert">
            <p>{t('label.doubts')}</p>
            <ul>
              {doubts.slice(0, 8).map((doubt) => {
                const b = page.blocks.findIndex((block) => block.name === doubt.block);
                return (
                  <li key={doubt.block + doubt.what}>
                    <button type="button" class="plain" onClick={() => set_chosen(b)} disabled={b < 0}>
                      {doubt.what}
                    </button>
                    {b >= 0 && <small dir="auto">{page.blocks[b]!.text.slice(0, 80)}</small>}
                  </li>
                );
              })}
            </ul>
          </div>
        )}
        <div class="buttons">
          <button type="button" class="primary" onClick={() => void save(doubts !== null)}>
            {t(doubts ? 'label.save.anyway' : 'label.save')} <kbd>Ctrl+Enter</kbd>
          </button>
          <button type="button" disabled={drafts.length < 2} onClick={take_back}>
            {t('app.undo')}
          </button>
          <a class="button" href={address_of('label', { ...route.value.parameters, page: undefined })}>
            {t('label.back')}
          </a>
        </div>
      </aside>
    </div>
  );
}
