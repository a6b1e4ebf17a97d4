// Data sets: their pages, and how well they are extracted; every page opens in the page screen.

import { signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { service, type Evaluation, type SetPage, type ViewOptions } from './api';
import { download } from './download';
import { number, t, t_or } from './language';
import { Columns, Failure } from './parts';
import { words_of, workbench } from './page_state';
import { address_of, change, route } from './route';
import { as_file, changes_by_kind, changes_of, kNoticed, name_of, run_of_file, type Run } from './runs';

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
      <Failure text={failure} />
      <p class="hint" role="status">
        {t('sets.found', number(total))}
      </p>
      <table class="list">
        <Columns names={[t('sets.page'), t('sets.type'), t('sets.label')]} />
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

/// Of all sets, while the workbench is open.
const runs = signal<readonly Run[]>([]);
const kDefaults: ViewOptions = { method: 'pith', favor: 'balanced', settings: {} };
const kFavors = ['balanced', 'precision', 'recall'] as const;

function keep(run: Run): void {
  const others = runs.value.filter((other) => other.result.set !== run.result.set || name_of(other.options) !== name_of(run.options));
  runs.value = [...others, run];
}

function Judged({ set }: { set: string }) {
  const [progress, set_progress] = useState<Evaluation | null>(null);
  const [running, set_running] = useState(false);
  const [failure, set_failure] = useState('');
  const [wanted, set_wanted] = useState(kDefaults);
  const [shown, set_shown] = useState('');
  const methods = (workbench.value?.methods ?? []).filter((m) => !m.trained);
  const has_threshold = methods.some((m) => m.id === wanted.method && m.settings.some((setting) => setting.name === 'threshold'));
  const judge = async () => {
    set_running(true);
    set_failure('');
    try {
      // Asked again as long as it runs: the service goes on by itself.
      for (;;) {
        const result = await service.evaluate(set, wanted);
        set_progress(result);
        if (result.done) {
          if (result.error) set_failure(result.error);
          else keep({ options: wanted, result });
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      set_shown(name_of(wanted));
    } catch (error) {
      set_failure(words_of(error));
    }
    set_running(false);
  };
  const load = async (file: File | undefined) => {
    if (!file) return;
    const run = run_of_file(await file.text());
    if (!run) return set_failure(t('sets.run.wrong', file.name));
    set_failure('');
    keep(run);
    if (run.result.set !== set) change({ set: run.result.set }, false);
  };
  const here = runs.value.filter((run) => run.result.set === set);
  const current = here.find((run) => name_of(run.options) === shown) ?? here.at(-1);
  return (
    <section class="judged">
      <div class="sets-bar">
        <label class="field">
          <span>{t('try.method')}</span>
          <select
            value={wanted.method}
            onChange={(event) => set_wanted({ ...wanted, method: event.currentTarget.value, settings: {} })}
          >
            {methods.map((m) => (
              <option key={m.id} value={m.id}>
                {m.id}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t('try.favor')}</span>
          <select value={wanted.favor} onChange={(event) => set_wanted({ ...wanted, favor: event.currentTarget.value })}>
            {kFavors.map((favor) => (
              <option key={favor} value={favor}>
                {t(`try.favor.${favor}`)}
              </option>
            ))}
          </select>
        </label>
        {has_threshold && (
          <label class="field">
            <span>{t('sets.threshold')}</span>
            <input
              type="number"
              min={0}
              max={1}
              step={0.05}
              value={wanted.settings.threshold ?? ''}
              onChange={(event) => {
                const threshold = event.currentTarget.value;
                set_wanted({ ...wanted, settings: threshold === '' ? {} : { threshold } });
              }}
            />
          </label>
        )}
        <button type="button" class="primary" disabled={running} onClick={judge}>
          {t('sets.judge')}
        </button>
        <label class="button">
          {t('sets.run.load')}
          <input
            type="file"
            class="visually-hidden"
            accept=".json"
            onChange={(event) => {
              void load(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
        </label>
        {running && progress && !progress.done && (
          <span class="progress" role="status">
            <progress max={Math.max(1, progress.total)} value={progress.finished} aria-label={t('sets.judge')} />
            {t('sets.judging', number(progress.finished), number(progress.total))}
          </span>
        )}
      </div>
      <Failure text={failure} />
      {current && (
        <div class="report">
          <RunsTable runs={here} current={current} onShow={set_shown} />
          {here.length > 1 && <Difference key={here.map((run) => name_of(run.options)).join()} runs={here} />}
          <Report run={current} />
        </div>
      )}
    </section>
  );
}

const shown_figures = ['f1', 'p', 'r', 'good', 'bad', 'mhr10', 'title', 'date', 'page_type'];

function RunsTable({ runs: all, current, onShow }: { runs: readonly Run[]; current: Run; onShow: (name: string) => void }) {
  return (
    <>
      <h2>{t('sets.figures')}</h2>
      {all.some((run) => run.result.trained_on) && <p class="warn">{t('sets.trained')}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label={t('sets.figures')}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{t('sets.run')}</th>
              <th scope="col">{t('sets.pages')}</th>
              {shown_figures.map((figure) => (
                <th key={figure} scope="col">
                  {figure}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {all.map((run) => {
              const name = name_of(run.options);
              return (
                <tr key={name}>
                  <th scope="row">
                    <label class="check">
                      <input
                        type="radio"
                        name="run"
                        aria-label={t('sets.run.show', name)}
                        checked={run === current}
                        onChange={() => onShow(name)}
                      />
                      {name}
                    </label>
                  </th>
                  <td>{number(run.result.pages)}</td>
                  {shown_figures.map((figure) => {
                    const value = run.result.figures[figure];
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
                  <td>
                    <button
                      type="button"
                      aria-label={t('sets.run.save.of', name)}
                      onClick={() => download(as_file(run), `${run.result.set} ${name}.json`, 'application/json')}
                    >
                      {t('sets.run.save')}
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/// The page with the result of a run, beside another or the label.
const page_of = (run: Run, record: number, compare: string) =>
  address_of('page', {
    set: run.result.set,
    record: String(record),
    method: run.options.method === 'pith' ? undefined : run.options.method,
    favor: run.options.favor === 'balanced' ? undefined : run.options.favor,
    ...Object.fromEntries(Object.entries(run.options.settings).map(([name, value]) => [`set.${name}`, value])),
    compare,
    pane: 'changes',
  });

const kListed = 30;
const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${number(Math.abs(value), 3)}`;

function Difference({ runs: all }: { runs: readonly Run[] }) {
  const [from, set_from] = useState(0);
  const [to, set_to] = useState(all.length - 1);
  const [before, after] = [all[from]!, all[to]!];
  const pages = useMemo(() => changes_of(before.result, after.result), [before, after]);
  const kinds = useMemo(() => (pages.length > 0 ? changes_by_kind(pages) : []), [pages]);
  const by_gain = [...pages].sort((a, b) => a.after - a.before - (b.after - b.before));
  const lost = by_gain.filter((page) => page.after - page.before < -kNoticed);
  const gained = by_gain.filter((page) => page.after - page.before > kNoticed).reverse();
  const choice = (label: string, value: number, choose: (place: number) => void) => (
    <label class="field">
      <span>{label}</span>
      <select value={String(value)} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {all.map((run, place) => (
          <option key={place} value={String(place)}>
            {name_of(run.options)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section class="difference">
      <h2>{t('sets.difference')}</h2>
      <div class="sets-bar">
        {choice(t('sets.difference.from'), from, set_from)}
        {choice(t('sets.difference.to'), to, set_to)}
      </div>
      {pages.length === 0 && <p class="hint">{t('sets.difference.none')}</p>}
      {kinds.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label={t('sets.difference')}>
          <table class="figures">
            <Columns names={[t('sets.type'), t('sets.pages'), name_of(before.options), name_of(after.options), t('sets.difference.of'), t('sets.difference.gained'), t('sets.difference.lost')]} />
            <tbody>
              {kinds.map((kind) => (
                <tr key={kind.kind}>
                  <th scope="row">{kind.kind === '' ? t('sets.difference.all') : t_or('type.', kind.kind)}</th>
                  <td>{number(kind.pages)}</td>
                  <td>{number(kind.before, 3)}</td>
                  <td>{number(kind.after, 3)}</td>
                  <td>
                    {signed(kind.after - kind.before)}
                    {kind.pages > 1 && <small title={t('sets.interval', signed(kind.low), signed(kind.high))}>{t('sets.difference.interval', signed(kind.low), signed(kind.high))}</small>}
                  </td>
                  <td>{number(kind.gained)}</td>
                  <td>{number(kind.lost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {lost.length + gained.length > 0 && <p class="hint">{t('sets.difference.hint')}</p>}
      <div class="report-parts">
        {[
          { name: t('sets.difference.pages-lost', number(lost.length)), list: lost },
          { name: t('sets.difference.pages-gained', number(gained.length)), list: gained },
        ].map(
          ({ name, list }) =>
            list.length > 0 && (
              <section key={name}>
                <h3>{name}</h3>
                <ol class="worst">
                  {list.slice(0, kListed).map(({ page, before: f1, after: then }) => (
                    <li key={page.id}>
                      <span class="figure">{signed(then - f1)}</span>
                      <a href={page_of(after, page.record, `run:${JSON.stringify(before.options)}`)}>{page.id}</a>
                      <small>{t_or('type.', page.page_type)}</small>
                    </li>
                  ))}
                </ol>
              </section>
            ),
        )}
      </div>
    </section>
  );
}

function Report({ run }: { run: Run }) {
  const { result } = run;
  const most = Math.max(1, ...result.distribution);
  const kinds = [...new Set(result.confusion.flatMap((cell) => [cell.labelled, cell.judged]))].sort();
  const worst = result.results
    .filter((page) => page.f1 !== null)
    .sort((x, y) => x.f1! - y.f1!)
    .slice(0, kListed);
  return (
      <div class="report-parts">
        <section>
          <h2>{t('sets.distribution')}</h2>
          <ol class="bars">
            {result.distribution.map((pages, place) => (
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
        {result.types.length > 0 && (
          <section>
            <h2>{t('sets.by-type')}</h2>
            <table class="figures">
              <Columns names={[t('sets.type'), t('sets.pages'), 'f1']} />
              <tbody>
                {result.types.map((type) => (
                  <tr key={type.type}>
                    <th scope="row">{t_or('type.', type.type)}</th>
                    <td>{number(type.pages)}</td>
                    <td>{type.f1 === null ? '–' : number(type.f1, 3)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <section>
          <h2>{t('sets.worst')}</h2>
          <ol class="worst">
            {worst.map((page) => (
              <li key={page.id}>
                <span class="figure">{number(page.f1!, 3)}</span>
                <a href={page_of(run, page.record, 'gold')}>{page.id}</a>
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
                          result.confusion.find((cell) => cell.labelled === labelled && cell.judged === judged)?.pages ?? 0;
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
  );
}
