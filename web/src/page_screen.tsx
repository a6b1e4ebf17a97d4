// The page screen: the page, what comes of it, and what would if.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { service, type View } from './api';
import { BlockDetails } from './block_details';
import { number, t } from './language';
import { OpenPage } from './open_page';
import { marks_of } from './marks';
import { PageFrame, type Mark } from './page_frame';
import { Legend, PageTitle } from './page_head';
import {
  chosen,
  compare,
  elapsed,
  frame,
  frame_parts,
  input_of,
  options,
  other,
  other_options,
  pane,
  pipeline,
  problem,
  source_key,
  styles,
  view,
  words_of,
  working,
} from './page_state';
import { panes, ResultTabs, type Pane } from './results';
import { change, route } from './route';
import { TryPanel } from './try_panel';

/// Asks for the views that the address names. The page itself is asked for once, what is made of it at each change.
function useViews(): void {
  const shown = useRef('');
  const key = source_key.value;
  const wanted = JSON.stringify([key, options.value, other_options.value, styles.value, frame_parts.value]);
  useEffect(() => {
    frame_parts.value = 1;
  }, [key]);
  useEffect(() => {
    if (key === '') {
      view.value = other.value = null;
      frame.value = '';
      shown.current = '';
      return;
    }
    const abort = new AbortController();
    const run = async () => {
      working.value = true;
      const begin = performance.now();
      try {
        const input = await input_of(key);
        const frame_key = `${key} ${styles.value} ${frame_parts.value}`;
        const needs_frame = shown.current !== frame_key ? (styles.value ? 'styles' : 'plain') : false;
        const [now, there] = await Promise.all([
          service.view(input, options.value, needs_frame, abort.signal, frame_parts.value),
          other_options.value && service.view(input, other_options.value, false, abort.signal),
        ]);
        if (now.frame !== undefined) {
          frame.value = now.frame;
          shown.current = frame_key;
        }
        view.value = now;
        other.value = there;
        problem.value = '';
        elapsed.value = performance.now() - begin;
      } catch (error) {
        if (abort.signal.aborted) return;
        problem.value = words_of(error);
        if (shown.current.split(' ')[0] !== key) view.value = other.value = null;
      }
      working.value = false;
    };
    void run();
    return () => abort.abort();
  }, [wanted]);
}

/// The same marks, with other tones for some.
function retoned(marks: ReadonlyMap<number, Mark>, tones: Record<string, Mark['tone']>): Map<number, Mark> {
  return new Map([...marks].map(([node, mark]) => [node, { ...mark, tone: tones[mark.tone] ?? mark.tone }]));
}

export function PageScreen() {
  useViews();
  if (source_key.value === '') return <OpenPage screen="page" />;
  const now = view.value;
  return (
    <div class={`page-screen part-${route.value.parameters.part ?? 'page'}`}>
      <PartTabs />
      {problem.value && (
        <p class="failure banner" role="alert">
          {problem.value}
        </p>
      )}
      {now ? (
        <Workspace now={now} there={other.value} />
      ) : (
        !problem.value && <p class="banner faint">{t('app.loading')}</p>
      )}
    </div>
  );
}

/// On narrow screens one part at a time.
function PartTabs() {
  const part = route.value.parameters.part ?? 'page';
  const parts = [
    ['page', t('app.page')],
    ['results', t('result.panes')],
    ['try', t('try.title')],
  ] as const;
  return (
    <div class="part-tabs" role="group" aria-label={t('app.screens')}>
      {parts.map(([id, name]) => (
        <button
          key={id}
          type="button"
          aria-pressed={part === id}
          onClick={() => change({ part: id === 'page' ? undefined : id }, false)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function Workspace({ now, there }: { now: View; there: View | null }) {
  const gold = compare.value === 'gold';
  const marks = useMemo(() => marks_of(now, there, gold), [now, there, gold]);
  const [pointed, set_pointed] = useState<number | null>(null);
  const by_node = useMemo(() => new Map(now.blocks.map((block) => [block.node, block])), [now]);
  const choose = (block: number | null) => change({ block: block === null ? undefined : String(block) }, false);
  const more = () => (frame_parts.value *= 2);
  const block = by_node.get(pointed ?? chosen.value ?? -1);
  const side = there !== null && route.value.parameters.side === 'on';
  // Side by side each shows what it keeps itself, in the colours of the legend.
  const own_marks = useMemo(() => (side ? retoned(marks, { there: 'none' }) : marks), [side, marks]);
  const other_marks = useMemo(() => (side ? retoned(marks, { now: 'none' }) : null), [side, marks]);
  return (
    <>
      <section class="stage" aria-label={t('app.page')}>
        <PageHead now={now} there={there} />
        <div class={side ? 'frames two' : 'frames'}>
          <Framed title={side ? now.method : ''}>
            <PageFrame
              html={frame.value}
              label={t('page.frame')}
              marks={own_marks}
              chosen={chosen.value}
              tinted={route.value.parameters.tint !== 'off'}
              onChoose={choose}
              onPoint={set_pointed}
              onMore={more}
              onKey={(event) => event.key === '?' && change({ part: 'try' }, false)}
            />
          </Framed>
          {side && other_marks && there && (
            <Framed title={there.method}>
              <PageFrame
                html={frame.value}
                label={`${t('page.frame')}: ${there.method}`}
                marks={other_marks}
                chosen={chosen.value}
                tinted={route.value.parameters.tint !== 'off'}
                onChoose={choose}
                onPoint={set_pointed}
                onMore={more}
              />
            </Framed>
          )}
        </div>
        <div class="why" aria-live="off">
          <h2 class="visually-hidden">{t('block.why')}</h2>
          <BlockDetails view={now} block={block} />
        </div>
      </section>
      <Results now={now} there={there} marks={marks} onChoose={choose} />
      <aside class="side">
        <TryPanel />
      </aside>
    </>
  );
}

function Framed({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <div class="framed">
      {title && <p class="framed-title">{title}</p>}
      {children}
    </div>
  );
}

function PageHead({ now, there }: { now: View; there: View | null }) {
  const gold = compare.value === 'gold';
  const methods_differ = there !== null && there.method !== now.method;
  const legend: [string, string][] =
    there || gold
      ? [
          ['both', t('page.both')],
          ['now', gold ? t('page.wrong') : methods_differ ? t('page.only', now.method) : t('page.only-now')],
          ['there', gold ? t('page.missed') : methods_differ ? t('page.only', there!.method) : t('page.only-before')],
        ]
      : [
          ['kept', t('page.kept')],
          ['left', t('page.left')],
          ...(pipeline.value ? [['filtered', t('page.filtered')] as [string, string]] : []),
        ];
  const toggle = (name: string, on: boolean) => change({ [name]: on ? undefined : 'off' }, false);
  return (
    <header class="page-head">
      <PageTitle
        view={now}
        other={there}
        time={
          <span class="wide-only" title={t('page.time', number(elapsed.value))}>
            {t('page.time', number(now.milliseconds, 1))}
          </span>
        }
      >
        {source_key.value.startsWith('local:') && <p class="hint wide-only">{t('open.local')}</p>}
      </PageTitle>
      <div class="page-tools">
        <Legend tones={legend} />
        <span class="switches">
          <label class="check">
            <input
              type="checkbox"
              checked={route.value.parameters.tint !== 'off'}
              onChange={(event) => toggle('tint', event.currentTarget.checked)}
            />
            <span>{t('page.tint')}</span>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={styles.value}
              onChange={(event) => toggle('styles', event.currentTarget.checked)}
            />
            <span>{t('page.styles')}</span>
          </label>
          {there && (
            <label class="check">
              <input
                type="checkbox"
                checked={route.value.parameters.side === 'on'}
                onChange={(event) => change({ side: event.currentTarget.checked ? 'on' : undefined }, false)}
              />
              <span>{t('page.side')}</span>
            </label>
          )}
        </span>
      </div>
    </header>
  );
}

interface ResultsBoxProps {
  now: View;
  there: View | null;
  marks: ReadonlyMap<number, Mark>;
  onChoose: (block: number | null) => void;
}

function Results({ now, there, marks, onChoose }: ResultsBoxProps) {
  const current = (panes as readonly string[]).includes(pane.value) ? (pane.value as Pane) : 'read';
  const open = (id: Pane) => change({ pane: id === 'read' ? undefined : id }, false);
  return (
    <ResultTabs
      panes={panes}
      pane={current}
      onPane={open}
      view={now}
      other={there}
      compare={compare.value}
      marks={marks}
      chosen={chosen.value}
      onChoose={onChoose}
    />
  );
}
