// A table of all judged pages: the F1 of each run, to be sorted and searched.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JudgedPage } from './api';
import { number, t, t_or } from './language';
import { format, type ShownRun } from './runs';

export interface JudgedPagesProps {
  runs: readonly ShownRun[];
  address: (run: ShownRun, page: JudgedPage) => string;
  /// Of some pages more is known than of others: their blocks.
  has_blocks?: (page: JudgedPage) => boolean;
  onOrder?: (ids: string[]) => void;
}

const first_rows = 100;

export function JudgedPages({ runs, address, has_blocks, onOrder }: JudgedPagesProps) {
  const [word, set_word] = useState('');
  const [only, set_only] = useState(false);
  const [sort, set_sort] = useState<{ by: string; up: boolean }>({ by: '', up: true }); // '': the first run
  const [more, set_more] = useState(first_rows);
  const f1 = useMemo(() => new Map(runs.map((run) => [run.name, new Map(run.pages.map((page) => [page.id, page.f1]))])), [runs]);
  const by = sort.by === 'id' || sort.by === 'type' || f1.has(sort.by) ? sort.by : (runs[0]?.name ?? 'id');
  const pages = useMemo(() => {
    const all = new Map<string, { page: JudgedPage; place: number }>();
    for (const run of runs) for (const page of run.pages) if (!all.has(page.id)) all.set(page.id, { page, place: all.size });
    const wanted = word.toLowerCase();
    const value = (page: JudgedPage) => (by === 'id' ? page.id : by === 'type' ? page.page_type : (f1.get(by)?.get(page.id) ?? null));
    return [...all.values()]
      .filter(({ page }) => page.id.toLowerCase().includes(wanted) && (!only || !has_blocks || has_blocks(page)))
      .sort((a, b) => {
        const [x, y] = [value(a.page), value(b.page)];
        if (x === y) return a.place - b.place;
        if (x === null || y === null) return x === null ? 1 : -1;
        return (x < y ? -1 : 1) * (sort.up ? 1 : -1);
      })
      .map(({ page }) => page);
  }, [runs, word, only, by, sort.up]);
  useEffect(() => onOrder?.(pages.map((page) => page.id)), [pages]);
  const column = (id: string, name: string) => (
    <th key={id} scope="col" aria-sort={by === id ? (sort.up ? 'ascending' : 'descending') : undefined}>
      <button type="button" class="plain" onClick={() => set_sort({ by: id, up: by === id ? !sort.up : true })}>
        {name}
        {by === id && <span aria-hidden="true">{sort.up ? ' ▲' : ' ▼'}</span>}
      </button>
    </th>
  );
  const first = runs.find((run) => run.name === by) ?? runs[0];
  if (!first) return null;
  return (
    <section class="judged-pages">
      <h2>{t('report.pages')}</h2>
      <div class="sets-bar">
        <label class="field">
          <span>{t('report.part-of-id')}</span>
          <input
            type="search"
            value={word}
            onInput={(event) => {
              set_word(event.currentTarget.value);
              set_more(first_rows);
            }}
          />
        </label>
        {has_blocks && (
          <label class="check">
            <input type="checkbox" checked={only} onChange={(event) => set_only(event.currentTarget.checked)} />
            <span>{t('report.with-blocks')}</span>
          </label>
        )}
        <span class="hint" role="status">
          {t('report.rows', number(Math.min(more, pages.length)), number(pages.length))}
        </span>
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={t('report.pages')}>
        <table class="figures">
          <thead>
            <tr>
              {column('id', t('sets.page'))}
              {column('type', t('sets.type'))}
              {runs.map((run) => column(run.name, run.name))}
            </tr>
          </thead>
          <tbody>
            {pages.slice(0, more).map((page) => (
              <tr key={page.id}>
                <th scope="row">
                  <a href={address(first, page)}>{page.id}</a>
                  {has_blocks?.(page) && (
                    <span title={t('report.with-blocks')}>
                      <span aria-hidden="true"> ●</span>
                      <span class="visually-hidden">{t('report.with-blocks')}</span>
                    </span>
                  )}
                </th>
                <td>{t_or('type.', page.page_type)}</td>
                {runs.map((run) => (
                  <td key={run.name}>{format(f1.get(run.name)?.get(page.id) ?? null, 'f1')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more < pages.length && (
        <button type="button" onClick={() => set_more(more + 5 * first_rows)}>
          {t('sets.more')}
        </button>
      )}
    </section>
  );
}
