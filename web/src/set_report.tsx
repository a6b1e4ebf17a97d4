// How well sets are extracted: figures of runs beside each other, what changes between them, plots and tables of their
// pages. The data set screen and the report of `pith eval` show it.

import { useMemo, useState } from 'preact/hooks';
import type { JudgedPage } from './api';
import { JudgedPages } from './judged_pages';
import { number, t, t_or } from './language';
import { Columns } from './parts';
import { Intervals, PagePlots } from './plots';
import {
  changes_by_kind,
  changes_of,
  colour_of,
  figures_of,
  format,
  is_lower_better,
  kNoticed,
  kSeries,
  type JudgedSet,
  type NamedRun,
} from './runs';
import type { StringKey } from './strings';

/// Where a page opens with the result of a run, beside the label ('gold') or another run ('run:' and its options).
export type Address = (run: NamedRun, page: JudgedPage, compare: string) => string;

export interface SetReportProps {
  sets: readonly JudgedSet[];
  set: string;
  onSet: (name: string) => void;
  address: Address;
  shown?: string; // the run that is looked at, by its name; the last where there is none of it
  actions?: (run: NamedRun) => preact.ComponentChildren;
  /// Of some pages more is known than of others: their blocks.
  has_blocks?: (page: JudgedPage) => boolean;
  onOrder?: (ids: string[]) => void;
}

export function SetReport({ sets, set, onSet, address, shown, actions, has_blocks, onOrder }: SetReportProps) {
  const names = useMemo(() => [...new Set(sets.flatMap((one) => one.runs.map((run) => run.name)))], [sets]);
  const [chosen, set_chosen] = useState('');
  const [group, set_group] = useState('');
  const [figure, set_figure] = useState('f1');
  // Runs that are left out of plots and tables of pages; at first those that there are no colours for.
  const [off, set_off] = useState<ReadonlySet<string>>(() => new Set(names.slice(kSeries)));
  const runs = sets.find((one) => one.name === set)?.runs ?? [];
  const current = runs.find((run) => run.name === (chosen || shown)) ?? runs.at(-1);
  const groups = [...new Set(runs.flatMap((run) => run.result.types.map((type) => type.type)))];
  const here = groups.includes(group) ? group : '';
  const drawn = useMemo(
    () =>
      runs
        .filter((run) => !off.has(run.name))
        .map((run) => ({ ...run, pages: run.result.results.filter((page) => here === '' || page.page_type === here) })),
    [runs, off, here],
  );
  if (!current) return null;
  const all_figures = [...new Set(runs.flatMap((run) => Object.keys(run.result.figures)))];
  const toggle = (name: string) => {
    const next = new Set(off);
    if (!next.delete(name)) next.add(name);
    set_off(next);
  };
  const pages_of = (name: string) => current.result.types.find((type) => type.type === name)?.pages ?? 0;
  const has_pages = drawn.some((run) => run.pages.length > 0);
  return (
    <div class="report">
      <h2>{t('sets.figures')}</h2>
      {runs.some((run) => run.result.trained_on) && <p class="warn">{t('sets.trained')}</p>}
      {groups.length > 0 && (
        <label class="field inline start">
          <span>{t('report.group')}</span>
          <select value={here} onChange={(event) => set_group(event.currentTarget.value)}>
            <option value="">
              {t('report.all')} ({number(current.result.pages)})
            </option>
            {groups.map((name) => (
              <option key={name} value={name}>
                {t_or('type.', name)} ({number(pages_of(name))})
              </option>
            ))}
          </select>
        </label>
      )}
      <FiguresTable
        runs={runs}
        group={here}
        names={names}
        figures={first_figures}
        label={t('sets.figures')}
        current={current}
        onShow={set_chosen}
        off={off}
        onToggle={toggle}
        actions={actions}
      />
      <details class="group">
        <summary>{t('report.all-figures')}</summary>
        {themes.map(([name, fits]) => {
          const of_theme = all_figures.filter((one) => theme_of(one) === fits);
          return (
            of_theme.length > 0 && (
              <section key={name}>
                <h3>{t(name)}</h3>
                <FiguresTable runs={runs} group={here} names={names} figures={of_theme} label={t(name)} />
              </section>
            )
          );
        })}
      </details>
      {runs.length > 1 && <Difference key={runs.map((run) => run.name).join()} runs={runs} address={address} />}
      {(sets.length > 1 || groups.length > 0) && (
        <section class="judged-pages">
          <h2>{t('report.by-set', figure)}</h2>
          <label class="field inline start">
            <span>{t('report.figure')}</span>
            <select value={figure} onChange={(event) => set_figure(event.currentTarget.value)}>
              {all_figures.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <Series names={names} shown={(name) => !off.has(name)} />
          <Intervals
            sets={sets}
            names={names}
            shown={(name) => !off.has(name)}
            figure={figure}
            onChoose={(name, kind) => {
              onSet(name);
              set_group(kind);
            }}
          />
        </section>
      )}
      {has_pages && (
        <section class="judged-pages">
          <h2>{t('report.plots')}</h2>
          <p class="hint">{t('report.plots.hint')}</p>
          <Series names={names} shown={(name) => drawn.some((run) => run.name === name)} />
          <PagePlots runs={drawn} names={names} onOpen={(run, page) => (location.hash = address(run, page, 'gold'))} />
        </section>
      )}
      {runs.length > 1 && (
        <h2>
          {t('sets.run')}: {current.name}
        </h2>
      )}
      <RunParts run={current} address={address} />
      {has_pages && (
        <JudgedPages runs={drawn} address={(run, page) => address(run, page, 'gold')} has_blocks={has_blocks} onOrder={onOrder} />
      )}
    </div>
  );
}

/// Whose colour is whose.
function Series({ names, shown }: { names: readonly string[]; shown: (name: string) => boolean }) {
  return (
    <ul class="legend">
      {names.filter(shown).map((name) => (
        <li key={name}>
          <span class="series" style={{ background: colour_of(names, name) }} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}

const first_figures = ['f1', 'p', 'r', 'good', 'bad', 'mhr10', 'title', 'date', 'page_type'];

// A table a theme: beside each other they would not fit a window of usual width.
const themes: [StringKey, RegExp][] = [
  ['report.theme.text', /^(f1|p|r|wcxb|aeb|lev|mcr|snippet)$/],
  ['report.theme.shares', /^(mhr\d+|good|bad|wiehf_[pr])$/],
  ['report.theme.fields', /^(title|title_f1|author_f1|date|date_f1|no_.*|page_type)$/],
  ['report.theme.blocks', /^(scope_.|block_mhr\d+)$/],
  ['report.theme.time', /^ms$/],
  ['report.theme.more', /./],
];
const theme_of = (figure: string) => themes.find(([, fits]) => fits.test(figure))![1];

interface FiguresTableProps {
  runs: readonly NamedRun[];
  group: string;
  names: readonly string[];
  figures: readonly string[];
  label: string;
  current?: NamedRun;
  onShow?: (name: string) => void;
  off?: ReadonlySet<string>;
  onToggle?: (name: string) => void;
  actions?: (run: NamedRun) => preact.ComponentChildren;
}

/// Runs as rows, figures as columns; the best of each is bold.
function FiguresTable({ runs, group, names, figures, label, current, onShow, off, onToggle, actions }: FiguresTableProps) {
  const of = runs.map((run) => figures_of(run.result, group));
  const best = new Map(
    figures.map((figure) => {
      const values = of.flatMap((one) => (one[figure] ? [one[figure].value] : []));
      return [figure, values.length < 2 ? null : is_lower_better(figure) ? Math.min(...values) : Math.max(...values)];
    }),
  );
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class={current ? 'figures runs' : 'figures'}>
        <thead>
          <tr>
            <th scope="col">{t('sets.run')}</th>
            <th scope="col">{t('sets.pages')}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col">
                {figure}
              </th>
            ))}
            {onToggle && <th scope="col">{t('report.drawn')}</th>}
            {actions && <td />}
          </tr>
        </thead>
        <tbody>
          {runs.map((run, place) => {
            const { name, result } = run;
            const pages = group === '' ? result.pages : (result.types.find((type) => type.type === group)?.pages ?? 0);
            return (
              <tr key={name}>
                <th scope="row">
                  <span class="run-name">
                    <span class="series" style={{ background: colour_of(names, name) }} aria-hidden="true" />
                    {onShow ? (
                      <label class="check">
                        <input type="radio" name="run" aria-label={t('sets.run.show', name)} checked={run === current} onChange={() => onShow(name)} />
                        {name}
                      </label>
                    ) : (
                      name
                    )}
                  </span>
                </th>
                <td>{number(pages)}</td>
                {figures.map((figure) => {
                  const value = of[place]![figure];
                  const [low, high] = [format(value?.low ?? null, figure), format(value?.high ?? null, figure)];
                  const has_interval = value && value.low !== null;
                  return (
                    <td key={figure} class={value && value.value === best.get(figure) ? 'best' : undefined} title={has_interval ? t('sets.interval', low, high) : undefined}>
                      {format(value?.value ?? null, figure)}
                      {has_interval && (
                        <small>
                          {low}–{high}
                        </small>
                      )}
                    </td>
                  );
                })}
                {onToggle && (
                  <td>
                    <input type="checkbox" aria-label={t('report.draw', name)} checked={!off?.has(name)} onChange={() => onToggle(name)} />
                  </td>
                )}
                {actions && <td>{actions(run)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const kListed = 30;
const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${number(Math.abs(value), 3)}`;

function Difference({ runs: all, address }: { runs: readonly NamedRun[]; address: Address }) {
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
            {run.name}
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
            <Columns names={[t('sets.type'), t('sets.pages'), before.name, after.name, t('sets.difference.of'), t('sets.difference.gained'), t('sets.difference.lost')]} />
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
                      <a href={address(after, page, `run:${JSON.stringify(before.options)}`)}>{page.id}</a>
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

/// One run: how its pages are spread, its kinds of pages, its worst.
function RunParts({ run, address }: { run: NamedRun; address: Address }) {
  const { result } = run;
  const most = Math.max(1, ...result.distribution);
  const kinds = [...new Set(result.confusion.flatMap((cell) => [cell.labelled, cell.judged]))].sort();
  const worst = result.results
    .filter((page) => page.f1 !== null)
    .sort((x, y) => x.f1! - y.f1!)
    .slice(0, kListed);
  return (
      <div class="report-parts">
        {result.distribution.length > 0 && (
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
        )}
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
        {worst.length > 0 && (
          <section>
            <h2>{t('sets.worst')}</h2>
            <ol class="worst">
              {worst.map((page) => (
                <li key={page.id}>
                  <span class="figure">{number(page.f1!, 3)}</span>
                  <a href={address(run, page, 'gold')}>{page.id}</a>
                  <small>{t_or('type.', page.page_type)}</small>
                </li>
              ))}
            </ol>
          </section>
        )}
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
