// What comes out of a page: to read, as text and Markdown, as a tree, with all that is known of it, and what changes.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Block, Body, Statement, View } from './api';
import { JudgedBlocks } from './block_list';
import { difference, lines_of } from './diff';
import { number, t, t_or } from './language';
import { segments } from './locate';
import type { Mark } from './page_frame';
import { Tree } from './tree';

export const panes = ['read', 'text', 'markdown', 'tree', 'blocks', 'facts', 'comments', 'changes', 'json'] as const;
export type Pane = (typeof panes)[number];

export interface ResultsProps {
  view: View;
  other: View | null;
  compare: string;
  marks: ReadonlyMap<number, Mark>;
  chosen: number | null;
  onChoose: (block: number | null) => void;
}

export function ResultPane({ pane, ...props }: ResultsProps & { pane: Pane }) {
  switch (pane) {
    case 'read':
      return <Reading {...props} />;
    case 'text':
      return <Source key="text" text={props.view.text} {...props} />;
    case 'markdown':
      return <Source key="markdown" text={props.view.markdown} {...props} />;
    case 'tree':
      return <Tree blocks={props.view.blocks} marks={props.marks} chosen={props.chosen} onChoose={props.onChoose} />;
    case 'blocks':
      return <JudgedBlocks view={props.view} chosen={props.chosen} onChoose={props.onChoose} />;
    case 'facts':
      return <Facts view={props.view} />;
    case 'comments':
      return <Comments comments={props.view.comments} />;
    case 'changes':
      return <Changes {...props} />;
    case 'json':
      return <Json view={props.view} />;
  }
}

export interface ResultTabsProps extends ResultsProps {
  panes: readonly Pane[];
  pane: Pane;
  onPane: (pane: Pane) => void;
}

export function ResultTabs({ panes: shown, pane: current, onPane, ...props }: ResultTabsProps) {
  const on_key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = shown[(shown.indexOf(current) + step + shown.length) % shown.length]!;
    onPane(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section class="results" aria-label={t('result.panes')}>
      <div class="tabs" role="tablist" aria-label={t('result.panes')} onKeyDown={on_key}>
        {shown.map((id) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls="result-pane"
            tabIndex={id === current ? 0 : -1}
            onClick={() => onPane(id)}
          >
            {t(`result.${id}`)}
            {id === 'comments' && props.view.comments.length > 0 && <span class="count">{props.view.comments.length}</span>}
          </button>
        ))}
      </div>
      <div id="result-pane" class="pane" role="tabpanel" aria-labelledby={`tab-${current}`}>
        <ResultPane pane={current} {...props} />
      </div>
    </section>
  );
}

function Copy({ text }: { text: string }) {
  const [copied, set_copied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Where pages are not served securely there is no clipboard but this.
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    set_copied(true);
    setTimeout(() => set_copied(false), 1500);
  };
  return (
    <button type="button" class="copy" onClick={copy}>
      <span role="status">{t(copied ? 'result.copied' : 'result.copy')}</span>
    </button>
  );
}

const kept_blocks = (view: View): Block[] => view.blocks.filter((block) => block.kept);

/// The bodies as HTML, in a frame of their own: what the service writes is safe, and the frame may do nothing.
function Reading({ view, chosen, onChoose }: ResultsProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const current = useRef({ view, onChoose, chosen });
  current.current = { view, onChoose, chosen };
  const mark = () => {
    const document = frame.current?.contentDocument;
    for (const element of document?.querySelectorAll<HTMLElement>('[data-chosen]') ?? []) delete element.dataset.chosen;
    const element = document?.querySelector<HTMLElement>(`[data-block="${current.current.chosen}"]`);
    if (!element) return;
    element.dataset.chosen = '';
    const place = element.getBoundingClientRect();
    const room = document?.defaultView?.innerHeight ?? 0;
    if (place.top < 0 || place.bottom > room) document?.defaultView?.scrollBy({ top: place.top - room / 3 });
  };
  const listen = () => {
    const document = frame.current?.contentDocument;
    if (!document?.body) return;
    attach_blocks(document, kept_blocks(current.current.view));
    document.documentElement.tabIndex = -1;
    document.addEventListener('click', (event) => {
      event.preventDefault();
      const element = (event.target as Element).closest<HTMLElement>('[data-block]');
      if (element) current.current.onChoose(Number(element.dataset.block));
    });
    mark();
  };
  useEffect(mark, [chosen]);
  const html = useMemo(() => reading_page(view.html), [view.html]);
  if (view.bodies.length === 0) return <Nothing view={view} />;
  return (
    <iframe
      ref={frame}
      class="reading"
      title={t('result.read')}
      sandbox="allow-same-origin"
      referrerpolicy="no-referrer"
      srcdoc={html}
      onLoad={listen}
    />
  );
}

const reading_style = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 20px 24px 48px; max-width: 40em; line-height: 1.65; overflow-wrap: anywhere;
  font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "Noto Serif", "Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", SimSun, serif;
  color: #1c2321; background: #fffdf9; text-autospace: normal; }
:lang(zh) { line-height: 1.85; }
h1 { font-size: 1.6em; line-height: 1.25; } h2 { font-size: 1.25em; } h3 { font-size: 1.1em; }
img { max-width: 100%; min-height: 1.5em; background: repeating-linear-gradient(135deg, #8881 0 6px, #8883 6px 12px); }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: 3px 8px; vertical-align: top; }
pre { overflow-x: auto; padding: 10px; background: #8881; font-size: .88em; }
a { color: #1a5c86; } [data-block] { cursor: pointer; } [data-block]:hover { background: #0f6f7814; }
[data-chosen] { outline: 2px solid #0f6f78; outline-offset: 3px; }
@media (prefers-color-scheme: dark) { body { color: #dfe4e1; background: #171b1b; } a { color: #7fc0e0; } }
`;
// The interface may be light on a dark system and the other way.
const forced_dark = 'body { color: #dfe4e1 !important; background: #171b1b !important; } a { color: #7fc0e0 !important; }';
const forced_light = 'body { color: #1c2321 !important; background: #fffdf9 !important; } a { color: #1a5c86 !important; }';

// Browsers take seconds for more.
const most_elements = 1000;
const most_characters = 300_000;

function reading_page(html: string): string {
  const theme = document.documentElement.dataset.theme;
  const document_of_it = new DOMParser().parseFromString(html.slice(0, most_characters), 'text/html');
  for (const element of document_of_it.querySelectorAll('meta, link, base, script, style')) element.remove();
  // Pictures stand where they stood, and are not asked for.
  for (const image of document_of_it.querySelectorAll('img')) {
    image.removeAttribute('src');
    image.removeAttribute('srcset');
  }
  for (const source of document_of_it.querySelectorAll('source, video, audio')) source.remove();
  const elements = document_of_it.body.querySelectorAll('*');
  const is_long = elements.length > most_elements;
  if (is_long) {
    const range = document_of_it.createRange();
    range.setStartBefore(elements[most_elements]!);
    range.setEndAfter(document_of_it.body.lastChild!);
    range.deleteContents();
  }
  if (is_long || html.length > most_characters) {
    const cut = document_of_it.createElement('p');
    cut.textContent = t('result.read_cut');
    document_of_it.body.append(cut);
  }
  const policy = document_of_it.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "default-src 'none'; style-src 'unsafe-inline'";
  const style = document_of_it.createElement('style');
  style.textContent = reading_style + (theme === 'dark' ? forced_dark : theme === 'light' ? forced_light : '');
  document_of_it.head.prepend(policy, style);
  return `<!doctype html>${document_of_it.documentElement.outerHTML}`;
}

/// Gives the elements of a page that was made of blocks the numbers of these.
function attach_blocks(document: Document, blocks: readonly Block[]): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes: { begin: number; node: Node }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ begin: text.length, node });
    text += `${node.nodeValue}\n`;
  }
  let begin = 0;
  let place = 0;
  for (const segment of segments(text, blocks)) {
    const end = begin + segment.text.length;
    while (place < nodes.length && nodes[place]!.begin < end) {
      const element = nodes[place]!.node.parentElement?.closest<HTMLElement>('p,li,td,th,dt,dd,h1,h2,h3,h4,h5,h6,pre,blockquote,figcaption,caption');
      if (segment.block !== null && element && element.dataset.block === undefined && nodes[place]!.begin >= begin)
        element.dataset.block = String(segment.block);
      ++place;
    }
    begin = end;
  }
}

function Nothing({ view }: { view: View }) {
  return (
    <div class="pane-text empty">
      <p>
        <strong>{t('page.nothing')}</strong>
      </p>
      {view.error && <p lang="en">{view.error}</p>}
    </div>
  );
}

const first_parts = 1000;

/// Text as it is written, each block to be chosen.
function Source({ text, view, chosen, onChoose }: ResultsProps & { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => segments(text, kept_blocks(view)), [text, view]);
  // A beginning, as far as the block that is chosen: browsers take seconds for tens of thousands of parts.
  const [more, set_more] = useState(first_parts);
  const place = chosen === null ? -1 : parts.findIndex((part) => part.block === chosen);
  const shown = Math.max(more, place + 50);
  useEffect(() => {
    const element = box.current?.querySelector<HTMLElement>('[data-chosen]');
    const scroller = box.current;
    if (!element || !scroller) return;
    const place = element.getBoundingClientRect();
    const around = scroller.getBoundingClientRect();
    if (place.top < around.top || place.bottom > around.bottom)
      scroller.scrollTop += place.top - around.top - around.height / 3;
  }, [chosen, text]);
  if (text.trim() === '') return <Nothing view={view} />;
  return (
    <div class="pane-source">
      <Copy text={text} />
      <div
        ref={box}
        class="source"
        tabIndex={0}
        role="region"
        aria-label={t('result.text')}
        dir="auto"
        onClick={(event) => {
          const element = (event.target as Element).closest<HTMLElement>('[data-block]');
          if (element && getSelection()?.isCollapsed !== false) onChoose(Number(element.dataset.block));
        }}
      >
        {parts.slice(0, shown).map((part, place) =>
          part.block === null ? (
            <span key={place}>{part.text}</span>
          ) : (
            <span key={place} data-block={part.block} data-chosen={part.block === chosen ? '' : undefined}>
              {part.text}
            </span>
          ),
        )}
        {shown < parts.length && (
          <button type="button" onClick={() => set_more(shown + first_parts)}>
            {t('result.more', number(parts.length - shown))}
          </button>
        )}
      </div>
    </div>
  );
}

function why(statement: Statement, all: readonly Statement[]): string {
  const best = all.find((other) => other.chosen);
  if (statement.chosen) return t(statement === best ? 'facts.why.best' : 'facts.why.agrees');
  return t(best && statement.confidence > best.confidence ? 'facts.why.other' : 'facts.why.less');
}

function Facts({ view }: { view: View }) {
  const fields = useMemo(() => {
    const by_field = new Map<string, Statement[]>();
    for (const statement of view.fields) {
      const others = by_field.get(statement.field);
      if (others) others.push(statement);
      else by_field.set(statement.field, [statement]);
    }
    return [...by_field];
  }, [view]);
  const types = view.page_types.length > 0 || !view.page_type
    ? view.page_types
    : [{ type: view.page_type, probability: view.page_type_probability }];
  return (
    <div class="pane-text facts" tabIndex={0} role="region" aria-label={t('result.facts')}>
      <h3>{t('facts.type')}</h3>
      {types.length === 0 ? (
        <p class="faint">{t('facts.type.none')}</p>
      ) : (
        <ul class="types">
          {types.map(({ type, probability }) => (
            <li key={type} class={type === view.page_type ? 'chosen' : ''}>
              <span>{t_or('type.', type)}</span>
              <span class="bar" aria-hidden="true">
                <span style={{ width: `${100 * probability}%` }} />
              </span>
              <span class="figure">{number(100 * probability, probability > 0 && probability < 0.1 ? 1 : 0)} %</span>
            </li>
          ))}
        </ul>
      )}
      <h3>{t('facts.settled')}</h3>
      {fields.length === 0 ? (
        <p class="faint">{t('facts.none')}</p>
      ) : (
        <p class="hint">{t('facts.settled.lead')}</p>
      )}
      {fields.map(([field, statements]) => (
        <section key={field} class="statements">
          <h4>{t_or('field.', field)}</h4>
          <ul>
            {statements.map((statement, place) => (
              <li key={place} class={statement.chosen ? 'chosen' : ''}>
                <span class="value" dir="auto">
                  {statement.value}
                </span>
                <span class="origin">
                  {statement.chosen && <strong class="chip kept">{t('facts.chosen')}</strong>}
                  <span lang="en">{statement.source}</span>
                  <span>{t('facts.trust', number(statement.confidence, 2))}</span>
                  <span>{why(statement, statements)}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <dl class="small-facts">
        <div>
          <dt>{t('facts.encoding')}</dt>
          <dd>{t('facts.encoding.by', view.encoding, view.encoding_source)}</dd>
        </div>
        {view.truncated && (
          <div>
            <dt>{t('facts.truncated')}</dt>
            <dd>{view.truncated}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Comments({ comments }: { comments: readonly Body[] }) {
  if (comments.length === 0)
    return (
      <div class="pane-text empty">
        <p class="faint">{t('result.no-comments')}</p>
      </div>
    );
  return (
    <div class="pane-text" tabIndex={0} role="region" aria-label={t('result.comments')}>
      <ol class="comments">
        {comments.map((comment, place) => (
          <li key={place}>
            <p class="byline">
              <strong dir="auto">{comment.author}</strong> <span>{comment.date}</span>
            </p>
            <p class="comment" dir="auto">
              {comment.text}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Json({ view }: { view: View }) {
  const text = useMemo(() => JSON.stringify(view.record, null, 2), [view]);
  const [more, set_more] = useState(most_characters);
  return (
    <div class="pane-source">
      <Copy text={text} />
      <div class="source mono" tabIndex={0} role="region" aria-label={t('result.json')}>
        {text.slice(0, more)}
        {more < text.length && (
          <button type="button" onClick={() => set_more(2 * more)}>
            {t('result.more', number(text.length - more))}
          </button>
        )}
      </div>
    </div>
  );
}

function Changes({ view, other, compare }: ResultsProps) {
  const gold = compare === 'gold';
  const there = gold ? (view.gold ?? '') : (other?.text ?? '');
  const pieces = useMemo(() => difference(lines_of(there), lines_of(view.text)), [there, view]);
  if (compare === '')
    return (
      <div class="pane-text empty">
        <p class="faint">{t('diff.none')}</p>
      </div>
    );
  const more = pieces.filter((piece) => piece.kind === 'more').length;
  const fewer = pieces.filter((piece) => piece.kind === 'fewer').length;
  return (
    <div class="pane-text changes" tabIndex={0} role="region" aria-label={t('result.changes')}>
      <Scores view={view} other={other} />
      <p class="hint">{more + fewer === 0 ? t('diff.same') : t('diff.summary', number(more), number(fewer))}</p>
      {shortened(pieces).map((piece, place) =>
        piece === null ? (
          <p key={place} class="gap" aria-hidden="true">
            ⋯
          </p>
        ) : (
          <p key={place} class={piece.kind} dir="auto">
            {piece.kind !== 'same' && (
              <span class="sign">
                <span aria-hidden="true">{piece.kind === 'more' ? '+' : '−'}</span>
                <span class="visually-hidden">
                  {piece.kind === 'more'
                    ? t(gold ? 'page.wrong' : 'diff.now')
                    : t(gold ? 'page.missed' : 'diff.there')}
                </span>
              </span>
            )}
            {piece.text}
          </p>
        ),
      )}
    </div>
  );
}

/// Of long stretches that are the same the ends alone.
function shortened<T extends { kind: string }>(pieces: readonly T[]): (T | null)[] {
  const out: (T | null)[] = [];
  pieces.forEach((piece, place) => {
    const near = pieces.slice(Math.max(0, place - 2), place + 3).some((other) => other.kind !== 'same');
    if (near) out.push(piece);
    else if (out.at(-1) !== null) out.push(null);
  });
  return out;
}

export function Scores({ view, other }: { view: View; other: View | null }) {
  if (!view.score) return null;
  const change = other?.score ? view.score.f1 - other.score.f1 : null;
  return (
    <p class="scores">
      <strong>{t('diff.f1', number(view.score.f1, 3))}</strong>
      <span>{t('diff.precision', number(view.score.p, 3))}</span>
      <span>{t('diff.recall', number(view.score.r, 3))}</span>
      {change !== null && (
        <span class={change > 0 ? 'better' : change < 0 ? 'worse' : ''}>
          {t('diff.f1.change', `${change < 0 ? '−' : '+'}${number(Math.abs(change), 3)}`)}
        </span>
      )}
    </p>
  );
}
