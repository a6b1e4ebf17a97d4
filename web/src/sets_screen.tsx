// Data sets: their pages, and how well they are extracted; every page opens in the page screen.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { service, type Evaluation, type SetPage } from './api';
import { number, t, t_or } from './language';
import { words_of, workbench } from './page_state';
import { address_of, change, route } from './route';

export function SetsScreen() {
  const sets = workbench.value?.sets;
  if (!sets) return <p class="banner faint">{t('app.loading')}</p>;
  const set = route.value.parameters.set ?? sets[0]?.name ?? '';
  return (
    <div class="sets">
      <h1>{t('sets.title')}</h1>
      {sets.length === 0 ? (
        <p class="lead">{t('sets.none')}</p>
      ) : (
        <>
          <p class="lead">{t('sets.lead')}</p>
          <div class="sets-bar">
            <label class="field">
              <span>{t('sets.set')}</span>
              <select value={set} onChange={(event) => change({ set: event.currentTarget.value, search: undefined }, false)}>
                {sets.map((s) => (
                  <option key={s.name} value={s.name}>
                    {s.name} ({number(s.pages)})
                  </option>
                ))}
              </select>
            </label>
            <label class="field grow">
              <span>{t('sets.search')}</span>
              <input
                type="search"
                value={route.value.parameters.search ?? ''}
                onInput={(event) => change({ search: event.currentTarget.value || undefined }, false)}
              />
            </label>
          </div>
          <Judged set={set} />
          <Pages set={set} search={route.value.parameters.search ?? ''} />
        </>
      )}
    </div>
  );
}

function Pages({ set, search }: { set: string; search: string }) {
  const [pages, set_pages] = useState<SetPage[]>([]);
  const [total, set_total] = useState(0);
  const [failure, set_failure] = useState('');
  const load = async (from: number, abort?: AbortSignal) => {
    try {
      const found = await service.pages(set, search, from, abort);
      set_pages((before) => (from === 0 ? found.pages : [...before, ...found.pages]));
      set_total(found.total);
      set_failure('');
    } catch (error) {
      if (!abort?.aborted) set_failure(words_of(error));
    }
  };
  useEffect(() => {
    const abort = new AbortController();
    void load(0, abort.signal);
    return () => abort.abort();
  }, [set, search]);
  return (
    <section>
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      <p class="hint" role="status">
        {t('sets.found', number(total))}
      </p>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{t('sets.page')}</th>
            <th scope="col">{t('sets.type')}</th>
            <th scope="col">{t('sets.label')}</th>
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.record}>
              <td>
                <a href={address_of('page', { set, record: String(page.record), compare: page.labelled ? 'gold' : undefined })} dir="auto">
                  {page.title || page.id}
                </a>
                <small class="url">{page.url || page.id}</small>
              </td>
              <td>{t_or('type.', page.page_type)}</td>
              <td>{t(page.labelled ? 'sets.labelled' : 'sets.unlabelled')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages.length < total && (
        <button type="button" onClick={() => load(pages.length)}>
          {t('sets.more')}
        </button>
      )}
    </section>
  );
}

const evaluation = signal<Evaluation | null>(null);

function Judged({ set }: { set: string }) {
  const [running, set_running] = useState(false);
  const [failure, set_failure] = useState('');
  const [other, set_other] = useState('');
  const methods = (workbench.value?.methods ?? []).filter((m) => !m.trained && m.id !== 'pith');
  const judge = async () => {
    set_running(true);
    set_failure('');
    try {
      // Asked again as long as it runs: the service goes on by itself.
      for (;;) {
        const result = await service.evaluate(set, { methods: other ? ['pith', other] : ['pith'] });
        evaluation.value = result;
        if (result.done) break;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    } catch (error) {
      set_failure(words_of(error));
    }
    set_running(false);
  };
  const result = evaluation.value?.set === set ? evaluation.value : null;
  return (
    <section class="judged">
      <div class="sets-bar">
        <label class="field">
          <span>{t('try.compare')}</span>
          <select value={other} onChange={(event) => set_other(event.currentTarget.value)}>
            <option value="">{t('try.compare.nothing')}</option>
            {methods.map((m) => (
              <option key={m.id} value={m.id}>
                {t('try.compare.method', m.id)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" disabled={running} onClick={judge}>
          {t('sets.judge')}
        </button>
        {running && result && !result.done && (
          <span class="progress" role="status">
            <progress max={Math.max(1, result.total)} value={result.finished} aria-label={t('sets.judge')} />
            {t('sets.judging', number(result.finished), number(result.total))}
          </span>
        )}
      </div>
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {result?.error && (
        <p class="failure" role="alert">
          {result.error}
        </p>
      )}
      {result?.done && !result.error && <Report result={result} />}
    </section>
  );
}

const shown_figures = ['f1', 'p', 'r', 'good', 'bad', 'mhr10', 'title', 'date', 'page_type'];

function Report({ result }: { result: Evaluation }) {
  const first = result.methods[0];
  if (!first) return null;
  const types = first.types.map((type) => type.type);
  const most = Math.max(1, ...first.distribution);
  const kinds = [...new Set(first.confusion.flatMap((cell) => [cell.labelled, cell.judged]))].sort();
  return (
    <div class="report">
      <h2>{t('sets.figures')}</h2>
      {first.trained_on && <p class="warn">{t('sets.trained')}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label={t('sets.figures')}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{t('try.method')}</th>
              <th scope="col">{t('sets.pages')}</th>
              {shown_figures.map((figure) => (
                <th key={figure} scope="col">
                  {figure}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.methods.map((method) => (
              <tr key={method.method}>
                <th scope="row">{method.method}</th>
                <td>{number(method.pages)}</td>
                {shown_figures.map((figure) => {
                  const value = method.figures[figure];
                  return (
                    <td key={figure} title={value && t('sets.interval', number(value.low, 3), number(value.high, 3))}>
                      {value ? number(value.value, 3) : '–'}
                      {value && (
                        <small>
                          {number(value.low, 3)}–{number(value.high, 3)}
                        </small>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="report-parts">
        <section>
          <h2>{t('sets.distribution')}</h2>
          <ol class="bars">
            {first.distribution.map((pages, place) => (
              <li key={place}>
                <span class="bar-name">{number(place / 10, 1)}</span>
                <span class="bar" aria-hidden="true">
                  <span style={{ width: `${(100 * pages) / most}%` }} />
                </span>
                <span class="figure">
                  <span class="visually-hidden">
                    {t('sets.distribution.bar', number(place / 10, 1), number((place + 1) / 10, 1), number(pages))}
                  </span>
                  <span aria-hidden="true">{number(pages)}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
        {types.length > 0 && (
          <section>
            <h2>{t('sets.by-type')}</h2>
            <table class="figures">
              <thead>
                <tr>
                  <th scope="col">{t('sets.type')}</th>
                  <th scope="col">{t('sets.pages')}</th>
                  {result.methods.map((method) => (
                    <th key={method.method} scope="col">
                      {method.method}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {first.types.map((type, place) => (
                  <tr key={type.type}>
                    <th scope="row">{t_or('type.', type.type)}</th>
                    <td>{number(type.pages)}</td>
                    {result.methods.map((method) => (
                      <td key={method.method}>{number(method.types[place]?.f1 ?? 0, 3)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <section>
          <h2>{t('sets.worst')}</h2>
          <ol class="worst">
            {result.worst.map((page) => (
              <li key={page.record}>
                <span class="figure">{number(page.f1[0] ?? 0, 3)}</span>
                <a
                  href={address_of('page', {
                    set: result.set,
                    record: String(page.record),
                    compare: 'gold',
                    pane: 'changes',
                  })}
                >
                  {page.id}
                </a>
                <small>{t_or('type.', page.page_type)}</small>
              </li>
            ))}
          </ol>
        </section>
        {kinds.length > 1 && (
          <section>
            <h2>{t('sets.confusion')}</h2>
            <div class="scroll" tabIndex={0} role="region" aria-label={t('sets.confusion')}>
              <table class="figures confusion">
                <thead>
                  <tr>
                    <td />
                    {kinds.map((kind) => (
                      <th key={kind} scope="col">
                        {t_or('type.', kind)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {kinds.map((labelled) => (
                    <tr key={labelled}>
                      <th scope="row">{t_or('type.', labelled)}</th>
                      {kinds.map((judged) => {
                        const pages =
                          first.confusion.find((cell) => cell.labelled === labelled && cell.judged === judged)?.pages ?? 0;
                        return (
                          <td key={judged} class={labelled === judged ? 'right' : pages > 0 ? 'wrong' : ''}>
                            {pages > 0 ? number(pages) : '·'}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        )}
      </div>
    </div>
  );
}
