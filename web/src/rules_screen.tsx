// Rules by clicking: fields are picked on one page, tried on further ones, mended where they do not hold, and kept.

import { signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { service, type AppliedRule, type KnownRule, type MadeField, type MadeRule, type NodeRange, type View } from './api';
import { download } from './download';
import { number, t, t_or } from './language';
import { keep_page, read_file } from './local_pages';
import { OpenPage } from './open_page';
import { PageFrame, type Mark, type Tone } from './page_frame';
import { input_of, source_key, words_of, workbench } from './page_state';
import { Columns, Failure, FileButton, Loading } from './parts';
import { address_of, change, route } from './route';
import {
  field_types,
  host_of,
  is_ready,
  list_rule,
  mend_rows,
  path_in_row,
  read_draft,
  row_candidates,
  rows_of,
  ShownPage,
  to_csv,
  to_jsonl,
  type DraftField,
  type MakingPage,
  type Pick,
  type RuleDraft,
} from './rule_draft';
import { RulePages } from './rule_pages';
import './rules.css';

const tones: Tone[] = ['label-1', 'label-2', 'label-3', 'label-4'];
const tone_of = (field: number): Tone => tones[field % tones.length]!;
const rows_field = -1; // what a click picks: the row itself

/// The further pages: their keys stand in the address.
export const further_keys = (): string[] => {
  try {
    return JSON.parse(route.value.parameters.more ?? '[]') as string[];
  } catch {
    return [];
  }
};

export const set_further = (keys: string[]): void =>
  change({ more: keys.length > 0 ? JSON.stringify(keys.slice(0, 19)) : undefined });

/// Files that are dropped while a rule is made are pages to try it on.
export async function take_files(files: File[]): Promise<void> {
  const keys = [];
  for (const file of files) keys.push(`local:${await keep_page(await read_file(file))}`);
  set_further([...new Set([...further_keys(), ...keys])].filter((key) => key !== source_key.value));
}

interface Shown {
  view: View;
  page: ShownPage;
}

const shown_pages = signal<ReadonlyMap<string, Shown>>(new Map());

/// The pages as they look, each asked for once.
function useShown(keys: readonly string[]): string {
  const [failure, set_failure] = useState('');
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      set_failure('');
      for (const key of keys) {
        if (shown_pages.value.has(key)) continue;
        try {
          const view = await service.view(
            await input_of(key),
            { method: 'pith', favor: 'balanced', settings: {} },
            'styles',
            abort.signal,
          );
          const known = [...shown_pages.value].slice(-40);
          shown_pages.value = new Map([...known, [key, { view, page: new ShownPage(view.frame ?? '', view.blocks) }]]);
        } catch (error) {
          if (!abort.signal.aborted) set_failure(words_of(error));
        }
      }
    };
    void load();
    return () => abort.abort();
  }, [keys.join('\n')]);
  return failure;
}

interface Outcome {
  toml: string;
  made: MadeRule | null;
  applied: (AppliedRule | string)[]; // by page; a text says why not
}

const nothing: Outcome = { toml: '', made: null, applied: [] };

/// The rule of what was picked, and what it gives on each page.
function useRule(keys: readonly string[], draft: RuleDraft, name: string, site: string): { outcome: Outcome; failure: string } {
  const [outcome, set_outcome] = useState(nothing);
  const [failure, set_failure] = useState('');
  const shown = shown_pages.value;
  const picked = draft.fields.flatMap((field) => field.picks.map((pick) => keys[pick.page] ?? ''));
  const is_known = picked.every((key) => shown.has(key));
  const wanted = JSON.stringify([keys, draft, name, site, is_known]);
  useEffect(() => {
    if (!is_ready(draft) || !is_known) {
      set_outcome(nothing);
      set_failure('');
      return;
    }
    const abort = new AbortController();
    const run = async () => {
      try {
        const inputs: MakingPage[] = await Promise.all(keys.map(input_of));
        // Files have no address of their own; the rule is for the site that is named.
        for (const input of inputs) if ((input.html ?? input.html_b64) !== undefined && !input.url && site) input.url = `https://${site}/`;
        let toml = draft.toml ?? (draft.list ? list_rule(draft, name, site) : '');
        let made: MadeRule | null = null;
        if (toml === '') {
          const pages = inputs.map((input, place) => {
            const asked = draft.fields.flatMap((field) => {
              const pick = field.picks.find((p) => p.page === place);
              if (place === 0 && field.path !== undefined)
                return [[field.name, { path: field.path, type: field.type, take: field.take, attribute: field.attribute || undefined }]];
              return pick ? [[field.name, shown.get(keys[place]!)!.page.wanted(pick)]] : [];
            });
            return asked.length > 0 ? { ...input, wanted: Object.fromEntries(asked) } : input;
          });
          made = await service.make_rule(pages, name, abort.signal);
          toml = made.rule;
        }
        const applied: (AppliedRule | string)[] = [];
        for (const input of inputs) {
          applied.push(
            await service.apply_rule(toml, input, abort.signal).catch((error) => {
              if (abort.signal.aborted || inputs.length === 1) throw error;
              return words_of(error);
            }),
          );
        }
        set_outcome({ toml, made, applied });
        set_failure('');
      } catch (error) {
        if (!abort.signal.aborted) set_failure(words_of(error));
      }
    };
    const timer = setTimeout(() => void run(), 30);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted]);
  return { outcome, failure };
}

const in_ranges = (node: number, ranges: readonly NodeRange[]) => ranges.some(([begin, end]) => node >= begin && node < end);

function marks_of({ view, page }: Shown, outcome: AppliedRule | string | undefined, draft: RuleDraft, rows: readonly Element[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const row of rows) for (const node of page.blocks_in(row)) marks.set(node, { tone: 'left', strength: 0.35 });
  if (!outcome || typeof outcome === 'string') return marks;
  for (const block of view.blocks) {
    if (in_ranges(block.node, outcome.row_nodes.nodes)) marks.set(block.node, { tone: 'left', strength: 0.35 });
    for (const field of outcome.fields) {
      const place = draft.fields.findIndex((one) => one.name === field.name);
      if (in_ranges(block.node, field.nodes)) {
        marks.set(block.node, { tone: tone_of(Math.max(0, place)), strength: 0.7 });
        break;
      }
    }
  }
  // Of a field that is a part of a block: the block.
  for (const field of outcome.fields) {
    const place = Math.max(0, draft.fields.findIndex((one) => one.name === field.name));
    for (const [begin] of field.nodes) {
      let holder: number | undefined;
      for (const block of view.blocks) {
        if (block.node > begin) break;
        holder = block.node;
      }
      const is_there = view.blocks.some((block) => block.node >= begin && in_ranges(block.node, field.nodes));
      if (!is_there && holder !== undefined) marks.set(holder, { tone: tone_of(place), strength: 0.7 });
    }
  }
  return marks;
}

export function RulesScreen() {
  const key = source_key.value;
  return key === '' ? <OpenPage screen="rules" /> : <Making key={key} main={key} />;
}

function Making({ main }: { main: string }) {
  const keys = [main, ...further_keys()];
  const loading_failure = useShown(keys);
  const draft = read_draft(route.value.parameters.rule);
  const write = (next: RuleDraft) => change({ rule: JSON.stringify(next) });
  const [active, set_active] = useState(0);
  const [said, say] = useState('');
  const place = Math.min(Number(route.value.parameters.page ?? 0), keys.length - 1);
  const shown = shown_pages.value.get(keys[place]!);
  const first = shown_pages.value.get(main);
  const site = route.value.parameters.site ?? host_of(first?.view.url ?? '');
  const name = route.value.parameters.name ?? (site || 'rule');
  const { outcome, failure } = useRule(keys, draft, name, site);
  const [chosen, set_chosen] = useState<number | null>(null);
  useEffect(() => set_chosen(null), [place]);
  const rows_here = useMemo(() => (shown ? rows_of(shown.page, draft.rows ?? []) : []), [shown, draft.rows?.join()]);
  const marks = useMemo(
    () => (shown ? marks_of(shown, outcome.applied[place], draft, rows_here) : new Map<number, Mark>()),
    [shown, outcome, place, rows_here],
  );
  const current = active === rows_field && !draft.list ? 0 : Math.min(active, draft.fields.length - 1);

  const put_field = (index: number, field: DraftField) =>
    write({ ...draft, toml: undefined, fields: draft.fields.map((one, i) => (i === index ? field : one)) });

  const pick_row = (node: number) => {
    if (!shown) return;
    const rows = draft.rows?.length ? mend_rows(shown.page, draft.rows, node) : row_candidates(shown.page, node).slice(0, 1);
    if (rows.length === 0) return say(t('rules.no-rows'));
    write({ ...draft, toml: undefined, rows });
    if (!draft.rows?.length) set_active(0);
  };
  const pick_in_row = (index: number, node: number, target: Element | undefined) => {
    const field = draft.fields[index]!;
    let element = target ?? shown?.page.element(node);
    if (!shown || !element) return;
    const link = field.type === 'link' || ['link', 'url'].includes(field.name);
    if (link) element = element.closest('a') ?? element.querySelector('a') ?? element;
    const css = path_in_row(shown.page, draft.rows ?? [], element);
    if (css === undefined) return say(t('rules.no-row-here'));
    const known = field.css ?? [];
    put_field(index, {
      ...field,
      ...(link ? { type: 'link' } : element.localName === 'time' && !field.type ? { type: 'date' } : {}),
      css: known.includes(css) ? known : place === 0 && known.length === 0 ? [css] : [...known, css].slice(-3),
    });
  };
  const pick = (node: number, event?: MouseEvent | KeyboardEvent) => {
    if (!shown || draft.toml !== undefined) return;
    say('');
    const target = event?.type === 'click' ? twin_of(event.target as Element, shown.page) : undefined;
    if (draft.list) {
      if (current === rows_field || !draft.rows?.length) pick_row(node);
      else pick_in_row(current, node, target);
      return;
    }
    const field = draft.fields[current];
    if (!field) return;
    const is_long = ['body', 'text', 'content'].includes(field.name);
    const one: Pick = { page: place, node };
    if (is_long) {
      const kept = new Set(shown.view.blocks.filter((block) => block.kept).map((block) => block.node));
      const sets = shown.page.around(node);
      const away = (set: number[]) => kept.size + set.length - 2 * set.filter((n) => kept.has(n)).length;
      if (kept.has(node)) one.up = sets.reduce((best, set, i) => (away(set) < away(sets[best]!) ? i : best), 0);
    } else {
      const selected = event?.type === 'click' ? ((event as MouseEvent).view?.getSelection()?.toString().trim() ?? '') : '';
      const inner = target?.textContent?.trim() ?? '';
      const text = shown.view.blocks.find((block) => block.node === node)?.text ?? '';
      if (selected !== '' && selected.length < 300) one.text = selected;
      else if (inner !== '' && inner.length < text.length && text.includes(inner)) one.text = inner;
    }
    put_field(current, { ...field, path: undefined, picks: [...field.picks.filter((p) => p.page !== place), one] });
    // On the first page one field after the other.
    if (place === 0 && field.picks.length === 0) {
      const next = draft.fields.findIndex((other, i) => i !== current && other.picks.length === 0);
      if (next >= 0) set_active(next);
    }
  };
  const widen = (step: 1 | -1) => {
    const index = draft.fields.findIndex((one) => one.picks.some((p) => p.page === place && p.node === chosen));
    const field = draft.fields[index];
    const old = field?.picks.find((p) => p.page === place);
    if (!field || !old || !shown || draft.list) return;
    const up = Math.max(0, Math.min(shown.page.around(old.node).length - 1, (old.up ?? 0) + step));
    put_field(index, { ...field, path: undefined, picks: [...field.picks.filter((p) => p !== old), { ...old, up, text: undefined }] });
  };
  const on_key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || chosen === null) return;
    if (event.key === 'Enter' || event.key === ' ') pick(chosen, event);
    else if (event.key === '+') widen(1);
    else if (event.key === '-') widen(-1);
    else return;
    event.preventDefault();
  };
  const suggest = () => {
    if (!first) return;
    // What the extractor takes for it, where it stands on the page in so many words.
    const blocks = first.view.blocks;
    const kept = blocks.filter((block) => block.kept);
    const heading = blocks.find((block) => block.kind === 'heading' && block.text !== '' && first.view.title.includes(block.text)) ?? blocks.find((block) => block.text === first.view.title);
    const date = first.view.fields.find((one) => one.field === 'date' && one.chosen)?.value.slice(0, 10);
    const fields: DraftField[] = [];
    if (heading) fields.push({ name: 'title', picks: [{ page: 0, node: heading.node }] });
    if (date) fields.push({ name: 'time', picks: [{ page: 0, node: -1, text: date }] });
    if (kept.length > 0) {
      const middle = kept[kept.length >> 1]!;
      const sets = first.page.around(middle.node);
      const nodes = new Set(kept.map((block) => block.node));
      const away = (set: number[]) => nodes.size + set.length - 2 * set.filter((n) => nodes.has(n)).length;
      fields.push({ name: 'body', picks: [{ page: 0, node: middle.node, up: sets.reduce((best, set, i) => (away(set) < away(sets[best]!) ? i : best), 0) }] });
    }
    if (fields.length > 0) write({ fields });
  };

  return (
    <div class="rules">
      <section class="rules-stage" aria-label={t('page.frame')}>
        <nav class="rules-pages" aria-label={t('rules.pages')}>
          {keys.map((key, i) => (
            <PageTab
              key={key}
              title={shown_pages.value.get(key)?.view.title || key.split(':').at(-1)!}
              current={i === place}
              state={state_of(outcome, i)}
              onOpen={() => change({ page: i === 0 ? undefined : String(i) }, false)}
              onRemove={i === 0 ? undefined : () => {
                const fields = draft.fields.map((field) => ({
                  ...field,
                  picks: field.picks.filter((p) => p.page !== i).map((p) => (p.page > i ? { ...p, page: p.page - 1 } : p)),
                }));
                change({ page: undefined, more: JSON.stringify(keys.slice(1).filter((other) => other !== key)), rule: JSON.stringify({ ...draft, fields }) });
              }}
            />
          ))}
        </nav>
        <Failure text={loading_failure} />
        {shown ? (
          <PageFrame
            html={shown.view.frame ?? ''}
            label={t('page.frame')}
            marks={marks}
            chosen={chosen}
            onChoose={(node, event) => {
              set_chosen(node);
              if (node !== null && event?.type === 'click') pick(node, event);
            }}
            onKey={on_key}
          />
        ) : (
          loading_failure === '' && <Loading />
        )}
        <Rows outcome={outcome} keys={keys} name={name} onOpen={(i) => change({ page: i === 0 ? undefined : String(i) }, false)} />
      </section>
      <aside class="rules-tools">
        <h1>{t('rules.title')}</h1>
        <p class="hint">{t(draft.list ? 'rules.how.list' : 'rules.how')}</p>
        <fieldset class="field segments">
          <legend>{t('rules.kind')}</legend>
          <div>
            {([false, true] as const).map((list) => (
              <label key={String(list)}>
                <input
                  type="radio"
                  name="rule-kind"
                  checked={(draft.list ?? false) === list}
                  onChange={() => {
                    write(list ? { list, rows: [], fields: ['title', 'link'].map((n) => ({ name: n, picks: [] })) } : read_draft(undefined));
                    set_active(list ? rows_field : 0);
                  }}
                />
                <span>{t(list ? 'rules.kind.list' : 'rules.kind.page')}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {!draft.list && !is_ready(draft) && first && (
          <button type="button" onClick={suggest}>
            {t('rules.suggest')}
          </button>
        )}
        {draft.list && (
          <RowsChoice draft={draft} active={current === rows_field} rows={rows_here.length} onActive={() => set_active(rows_field)} onClear={() => write({ ...draft, toml: undefined, rows: [] })} />
        )}
        <ol class="rules-fields" aria-label={t('rules.fields')}>
          {draft.fields.map((field, i) => (
            <Field
              key={i}
              field={field}
              index={i}
              active={i === current}
              list={draft.list ?? false}
              made={outcome.made?.fields.find((one) => one.name === field.name)}
              applied={outcome.applied}
              onActive={() => set_active(i)}
              onChange={(next) => put_field(i, next)}
              onRemove={() => write({ ...draft, toml: undefined, fields: draft.fields.filter((_, other) => other !== i) })}
            />
          ))}
        </ol>
        <NewField
          known={draft.fields.map((field) => field.name)}
          onAdd={(field) => {
            write({ ...draft, toml: undefined, fields: [...draft.fields, { name: field, picks: [] }] });
            set_active(draft.fields.length);
          }}
        />
        {chosen !== null && !draft.list && draft.fields.some((field) => field.picks.some((p) => p.page === place && p.node === chosen)) && (
          <div class="buttons">
            <button type="button" onClick={() => widen(1)}>
              {t('label.wider')} <kbd>+</kbd>
            </button>
            <button type="button" onClick={() => widen(-1)}>
              {t('rules.narrower')} <kbd>−</kbd>
            </button>
          </div>
        )}
        <p class="visually-hidden" role="status">
          {said}
        </p>
        {said && <p class="hint warn">{said}</p>}
        <Failure text={failure} />
        <section>
          <h2>{t('rules.try')}</h2>
          <p class="hint">{t('rules.try.lead')}</p>
          <FileButton name={t('rules.try.files')} accept=".html,.htm,.xhtml,text/html" multiple onFiles={(files) => void take_files(files)} />
          {(workbench.value?.sets.length ?? 0) > 0 && (
            <RulePages search={site} taken={keys} onAdd={(added) => set_further([...further_keys(), ...added])} />
          )}
        </section>
        <Keep outcome={outcome} draft={draft} name={name} site={site} onWrite={write} />
      </aside>
    </div>
  );
}

/// The same element in the page that is looked into.
function twin_of(target: Element, page: ShownPage): Element | undefined {
  const element = target.localName === 'pith-text' ? target.parentElement! : target;
  const place = [...element.ownerDocument.getElementsByTagName(element.localName)].indexOf(element);
  return page.document.getElementsByTagName(element.localName)[place];
}

function state_of(outcome: Outcome, page: number): 'none' | 'good' | 'bad' {
  const applied = outcome.applied[page];
  if (applied === undefined) return 'none';
  if (typeof applied === 'string' || applied.rows.length === 0) return 'bad';
  const fails = outcome.made?.fields.some((field) => (field.found[page]?.problem ?? '') !== '') ?? false;
  return fails || applied.problems.length > 0 ? 'bad' : 'good';
}

interface PageTabProps {
  title: string;
  current: boolean;
  state: 'none' | 'good' | 'bad';
  onOpen: () => void;
  onRemove?: () => void;
}

function PageTab({ title, current, state, onOpen, onRemove }: PageTabProps) {
  return (
    <span class={`rules-page ${current ? 'current' : ''}`}>
      <button type="button" aria-pressed={current} onClick={onOpen} title={title}>
        {state !== 'none' && (
          <span class={state}>
            <span aria-hidden="true">{state === 'good' ? '✓' : '!'}</span>
            <span class="visually-hidden">{t(state === 'good' ? 'rules.page.good' : 'rules.page.bad')}</span>
          </span>
        )}
        <span class="rules-page-title" dir="auto">
          {title}
        </span>
      </button>
      {onRemove && (
        <button type="button" aria-label={t('rules.page.remove', title)} onClick={onRemove}>
          ×
        </button>
      )}
    </span>
  );
}

interface RowsChoiceProps {
  draft: RuleDraft;
  active: boolean;
  rows: number;
  onActive: () => void;
  onClear: () => void;
}

function RowsChoice({ draft, active, rows, onActive, onClear }: RowsChoiceProps) {
  return (
    <div class={`rules-field ${active ? 'active' : ''}`}>
      <div class="rules-field-head">
        <button type="button" class="plain" aria-pressed={active} onClick={onActive}>
          <span class="swatch tone-left" aria-hidden="true" /> {t('rules.row')}
        </button>
        {(draft.rows?.length ?? 0) > 0 && (
          <button type="button" aria-label={t('rules.field.clear', t('rules.row'))} onClick={onClear}>
            ×
          </button>
        )}
      </div>
      {draft.rows?.map((css) => <code key={css}>{css}</code>)}
      <p class="hint">{draft.rows?.length ? t('rules.row.found', number(rows)) : t('rules.row.pick')}</p>
    </div>
  );
}

interface FieldProps {
  field: DraftField;
  index: number;
  active: boolean;
  list: boolean;
  made: MadeField | undefined;
  applied: (AppliedRule | string)[];
  onActive: () => void;
  onChange: (field: DraftField) => void;
  onRemove: () => void;
}

function Field({ field, index, active, list, made, applied, onActive, onChange, onRemove }: FieldProps) {
  const is_picked = list ? (field.css?.length ?? 0) > 0 : made !== undefined;
  const ways = made ? [{ ...made, value: made.found[0]?.value ?? '' }, ...made.alternatives] : [];
  const held = made?.found.filter((one) => one.problem === '').length ?? 0;
  const rows = applied.reduce((sum, one) => sum + (typeof one === 'string' ? 0 : (one.fields.find((f) => f.name === field.name)?.rows ?? 0)), 0);
  const name = t_or('field.', field.name);
  const type = list ? (field.type ?? 'text') : (made?.type ?? 'text');
  const failed = made?.found.map((one, page) => ({ ...one, page })).filter((one) => one.problem !== '') ?? [];
  return (
    <li class={`rules-field ${active ? 'active' : ''}`}>
      <div class="rules-field-head">
        <button type="button" class="plain" aria-pressed={active} onClick={onActive}>
          <span class={`swatch tone-${tone_of(index)}`} aria-hidden="true" /> {name}
        </button>
        <button type="button" aria-label={t('rules.field.remove', name)} onClick={onRemove}>
          ×
        </button>
      </div>
      {!is_picked && active && <p class="hint">{t('rules.field.pick')}</p>}
      {made && (
        <>
          <p class="rules-value" dir="auto">
            {made.found[0]?.value.slice(0, 160)}
          </p>
          {ways.length > 1 ? (
            <select
              aria-label={t('rules.field.path', name)}
              value="0"
              onChange={(event) => {
                const way = ways[Number(event.currentTarget.value)]!;
                onChange({ ...field, path: way.path, type: way.type, take: way.take, attribute: way.attribute });
              }}
            >
              {ways.map((way, i) => (
                <option key={i} value={String(i)}>
                  {way.path}
                  {way.attribute && ` @${way.attribute}`}
                </option>
              ))}
            </select>
          ) : (
            <code>{made.path}</code>
          )}
          {made.found.length > 1 && (
            <p class={`hint ${held < made.found.length ? 'warn' : ''}`}>{t('rules.field.held', number(held), number(made.found.length))}</p>
          )}
          {failed.slice(0, 3).map((one) => (
            <p key={one.page} class="hint warn">
              {t('rules.field.fails', number(one.page + 1))} <span lang="en">{one.problem}</span>
            </p>
          ))}
        </>
      )}
      {list && field.css?.map((css) => <code key={css}>{css}</code>)}
      {list && is_picked && <p class={`hint ${rows === 0 ? 'warn' : ''}`}>{t('rules.field.rows', number(rows))}</p>}
      {is_picked && (
        <label class="field inline">
          <span>{t('rules.field.type')}</span>
          <select
            value={type}
            onChange={(event) =>
              onChange({ ...field, type: event.currentTarget.value, ...(made ? { path: made.path, take: made.take, attribute: made.attribute } : {}) })
            }
          >
            {field_types.map((one) => (
              <option key={one} value={one}>
                {t(`rules.type.${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
    </li>
  );
}

function NewField({ known, onAdd }: { known: string[]; onAdd: (name: string) => void }) {
  const [name, set_name] = useState('');
  const is_good = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !known.includes(name);
  return (
    <form
      class="with-button"
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_good) return;
        onAdd(name);
        set_name('');
      }}
    >
      <input
        type="text"
        value={name}
        aria-label={t('rules.field.name')}
        placeholder={t('rules.field.name')}
        spellcheck={false}
        onInput={(event) => set_name(event.currentTarget.value)}
      />
      <button type="submit" disabled={!is_good}>
        {t('rules.field.add')}
      </button>
    </form>
  );
}

interface KeepProps {
  outcome: Outcome;
  draft: RuleDraft;
  name: string;
  site: string;
  onWrite: (draft: RuleDraft) => void;
}

const file_of = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '').slice(0, 60) || 'rule';

/// The rule as a file: to be looked at, changed, taken along, and given to the service.
function Keep({ outcome, draft, name, site, onWrite }: KeepProps) {
  const [known, set_known] = useState<{ writable: boolean; rules: KnownRule[] } | null>(null);
  const [failure, set_failure] = useState('');
  const [kept, set_kept] = useState({ file: '', toml: '' });
  const toml = draft.toml ?? outcome.toml;
  const load = () =>
    service
      .rules()
      .then(set_known)
      .catch((error) => set_failure(words_of(error)));
  useEffect(() => void load(), []);
  const file = file_of(name);
  const keep = async () => {
    try {
      set_kept({ ...(await service.keep_rule(toml, file)), toml });
      set_failure('');
      await load();
    } catch (error) {
      set_failure(words_of(error));
    }
  };
  return (
    <section>
      <h2>{t('rules.rule')}</h2>
      <label class="field">
        <span>{t('rules.name')}</span>
        <input type="text" value={name} onChange={(event) => change({ name: event.currentTarget.value || undefined })} />
      </label>
      <label class="field">
        <span>{t('rules.site')}</span>
        <input type="text" value={site} placeholder="example.org" spellcheck={false} onChange={(event) => change({ site: event.currentTarget.value || undefined })} />
      </label>
      {(known?.rules.length ?? 0) > 0 && (
        <label class="field">
          <span>{t('rules.open')}</span>
          <select
            value=""
            onChange={(event) => {
              const rule = known?.rules.find((one) => one.file === event.currentTarget.value);
              if (rule) onWrite({ ...draft, toml: rule.rule });
            }}
          >
            <option value="">…</option>
            {known?.rules.map((rule) => (
              <option key={rule.file} value={rule.file}>
                {rule.name} ({rule.file})
              </option>
            ))}
          </select>
        </label>
      )}
      {toml || draft.toml !== undefined ? (
        <details class="group" open={draft.toml !== undefined || undefined}>
          <summary>{t('rules.toml')}</summary>
          <textarea
            rows={12}
            spellcheck={false}
            aria-label={t('rules.toml')}
            value={toml}
            onChange={(event) => onWrite({ ...draft, toml: event.currentTarget.value })}
          />
          {draft.toml !== undefined && (
            <>
              <p class="hint">{t('rules.toml.own')}</p>
              <button type="button" onClick={() => onWrite({ ...draft, toml: undefined })}>
                {t('rules.toml.back')}
              </button>
            </>
          )}
        </details>
      ) : (
        <p class="hint">{t('rules.rule.none')}</p>
      )}
      <div class="buttons">
        <button type="button" class="primary" disabled={!toml} onClick={() => download(toml, `${file}.toml`, 'application/toml')}>
          {t('rules.save')}
        </button>
        {known?.writable && (
          <button type="button" disabled={!toml} onClick={() => void keep()}>
            {t('rules.keep')}
          </button>
        )}
      </div>
      <p role="status" class="hint">
        {kept.file !== '' && kept.toml === toml && t('rules.kept', kept.file)}
      </p>
      <Failure text={failure} />
    </section>
  );
}

interface RowsProps {
  outcome: Outcome;
  keys: string[];
  name: string;
  onOpen: (page: number) => void;
}

const most_rows = 200;

/// What the rule gives, a row a line, and as files.
function Rows({ outcome, keys, name, onOpen }: RowsProps) {
  const rows = outcome.applied.flatMap((one, page) => (typeof one === 'string' ? [] : one.rows.map((row) => ({ page, row }))));
  const first = outcome.applied.find((one) => typeof one !== 'string');
  const columns = first && typeof first !== 'string' ? first.fields.map((field) => field.name) : [];
  const problems = outcome.applied.flatMap((one, page) => (typeof one === 'string' ? [one] : one.problems).map((text) => ({ page, text })));
  if (outcome.applied.length === 0) return null;
  const all = rows.map(({ row }) => row);
  return (
    <div class="rules-rows">
      <header>
        <h2>{t('rules.rows')}</h2>
        <span class="hint" role="status">
          {t('rules.rows.count', number(rows.length), number(keys.length))}
        </span>
        <span class="buttons">
          <button type="button" disabled={rows.length === 0} onClick={() => download(to_csv(['url', ...columns], all), `${file_of(name)}.csv`, 'text/csv')}>
            CSV
          </button>
          <button type="button" disabled={rows.length === 0} onClick={() => download(to_jsonl(all), `${file_of(name)}.jsonl`, 'application/x-ndjson')}>
            JSONL
          </button>
        </span>
      </header>
      {problems.slice(0, 5).map(({ page, text }) => (
        <p key={`${page} ${text}`} class="hint warn">
          {t('rules.field.fails', number(page + 1))} <span lang="en">{text}</span>
        </p>
      ))}
      <div class="scroll" tabIndex={0} role="region" aria-label={t('rules.rows')}>
        <table class="figures">
          <Columns names={[t('rules.rows.page'), ...columns.map((column) => t_or('field.', column))]} />
          <tbody>
            {rows.slice(0, most_rows).map(({ page, row }, i) => (
              <tr key={i}>
                <th scope="row">
                  <button type="button" class="plain" aria-label={t('rules.rows.open', number(page + 1))} onClick={() => onOpen(page)}>
                    {number(page + 1)}
                  </button>
                </th>
                {columns.map((column) => (
                  <td key={column} dir="auto" class={row[column] === null ? 'missing' : ''}>
                    {row[column] === null ? '–' : String(Array.isArray(row[column]) ? row[column].join(', ') : row[column]).slice(0, 160)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most_rows && <p class="hint">{t('rules.rows.more', number(rows.length - most_rows))}</p>}
    </div>
  );
}

/// From the page screen: the same page, to make a rule of.
export const address_of_rule = (): string => {
  const { example, set, record, url, local, store, revision } = route.value.parameters;
  return address_of('rules', { example, set, record, url, local, store, revision });
};
