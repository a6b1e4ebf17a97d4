// One judged page in the report: its blocks beside the label, as each method has judged them.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BlockDetails } from './block_details';
import { BlockList, type BlockTone, type ListedBlock } from './block_list';
import { number, t } from './language';
import type { ExplainedPage } from './report_data';
import { format, type NamedRun } from './runs';

export interface JudgedPageProps {
  page: ExplainedPage | undefined; // undefined: its blocks are not known
  runs: readonly NamedRun[];
  record: number;
  run: NamedRun;
  onRun: (name: string) => void;
  onTurn: ((step: 1 | -1) => void) | undefined;
  onClose: () => void;
  has: (step: 1 | -1) => boolean;
}

const kFound = 0.5; // of a line: it is in the result

export function JudgedPageDialog({ page, runs, record, run, onRun, onTurn, onClose, has }: JudgedPageProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [rest, set_rest] = useState(false);
  const [chosen, set_chosen] = useState<number | null>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    set_chosen(null);
    for (const column of dialog.current?.querySelectorAll('.columns > section') ?? []) column.scrollTop = 0;
  }, [page, run.name]);
  const m = runs.indexOf(run);
  const judged = run.result.results[record]!;
  const names: Record<string, string> = { right: t('page.kept'), wrong: t('page.wrong'), missed: t('page.missed'), rest: t('page.left') };
  const blocks = useMemo(
    () =>
      (page?.blocks[m] ?? []).map(([text, path, reason, score, kind, kept, wanted], node) => {
        const tone: BlockTone = kept ? (wanted ? 'right' : 'wrong') : wanted ? 'missed' : 'rest';
        const listed: ListedBlock = {
          node,
          tone,
          verdict: names[tone]!,
          path: page!.strings[path]!,
          // Predictions of other programs have neither.
          score: page!.strings[path] ? t('block.score', number(score, 2)) : '',
          reason: page!.strings[reason]!,
          text: page!.strings[text]!,
        };
        return { ...listed, details: { node, path: listed.path, kept: kept === 1, body: -1, score, reason: listed.reason, post: -1, comment: false, kind: page!.strings[kind]!, text: listed.text } };
      }),
    [page, m, names.right],
  );
  const count = (tone: BlockTone) => number(blocks.filter((block) => block.tone === tone).length);
  const found = page?.found[m] ?? [];
  const gold = (page?.gold ?? []).map((text, node): ListedBlock => {
    const is_found = (found[node] ?? 0) >= kFound;
    return { node, tone: is_found ? 'right' : 'missed', verdict: t(is_found ? 'report.found' : 'page.missed'), path: '', score: '', reason: '', text };
  });
  const first_kept = () => {
    for (const column of dialog.current?.querySelectorAll('.columns > section') ?? [])
      (column.querySelector('.right, .wrong') ?? column.querySelector('.missed'))?.scrollIntoView({ block: 'start' });
  };
  const on_key = (event: KeyboardEvent) => {
    if ((event.target as Element).matches('select, input') || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') onTurn?.(-1);
    else if (event.key === 'ArrowRight') onTurn?.(1);
    else if (event.key === 'k') first_kept();
  };
  const listed = blocks.filter((block) => rest || block.tone !== 'rest');
  const block = blocks.find((one) => one.node === chosen)?.details;
  return (
    <dialog ref={dialog} class="judged-page" aria-labelledby="judged-page" onClose={onClose} onKeyDown={on_key}>
      <header class="page-head">
        <div class="page-title">
          <h2 id="judged-page" dir="auto">
            {judged.id}
          </h2>
          <p class="scores">
            <strong>{t('diff.f1', format(judged.f1, 'f1'))}</strong>
            <span>{t('diff.precision', format(judged.p ?? null, 'p'))}</span>
            <span>{t('diff.recall', format(judged.r ?? null, 'r'))}</span>
            {page?.url && <span class="url">{page.url}</span>}
          </p>
        </div>
        <div class="sets-bar">
          <label class="field inline">
            <span>{t('try.method')}</span>
            <select value={run.name} onChange={(event) => onRun(event.currentTarget.value)}>
              {runs.map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
            </select>
          </label>
          <label class="check">
            <input type="checkbox" checked={rest} onChange={(event) => set_rest(event.currentTarget.checked)} />
            <span>{t('report.rest')}</span>
          </label>
          <span class="buttons">
            <button type="button" class="first-kept" title={t('report.first-kept.hint')} onClick={first_kept}>
              {t('report.first-kept')}
            </button>
            <button type="button" disabled={!has(-1)} aria-label={t('report.previous')} title={t('report.previous')} onClick={() => onTurn?.(-1)}>
              ←
            </button>
            <button type="button" disabled={!has(1)} aria-label={t('report.next')} title={t('report.next')} onClick={() => onTurn?.(1)}>
              →
            </button>
            <button type="button" class="close" onClick={() => dialog.current?.close()}>
              {t('report.close')}
            </button>
          </span>
        </div>
      </header>
      {page ? (
        <>
          <div class="columns">
            <section tabIndex={0} aria-label={t('result.blocks')}>
              <h3>{t('report.blocks', count('right'), count('wrong'), count('missed'), count('rest'))}</h3>
              {listed.length === 0 && <p class="faint">{t('page.nothing')}</p>}
              <BlockList key={`${record} ${run.name}`} blocks={listed} chosen={chosen} onChoose={set_chosen} />
            </section>
            <section tabIndex={0} aria-label={t('report.gold')}>
              <h3>{t('report.gold.lines', number(gold.length), number(gold.filter((line) => line.tone === 'missed').length))}</h3>
              {gold.length === 0 && <p class="faint">{t('report.gold.none')}</p>}
              <BlockList key={record} blocks={gold} chosen={null} onChoose={() => {}} />
            </section>
          </div>
          {block && block.path !== '' && (
            <div class="why">
              <BlockDetails view={{ cut: page.cuts[m] ?? 0, bodies: [], blocks: blocks.map((one) => one.details) }} block={block} />
            </div>
          )}
        </>
      ) : (
        <p class="pane-text faint">{t('report.no-blocks')}</p>
      )}
    </dialog>
  );
}
