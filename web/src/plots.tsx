// Pages and figures of several runs, drawn: each run in its colour, each point a page that opens.

import type { JudgedPage } from './api';
import { number, t, t_or } from './language';
import { colour_of, figures_of, format, type JudgedSet, type ShownRun } from './runs';

export interface IntervalsProps {
  sets: readonly JudgedSet[];
  shown: (name: string) => boolean; // a run, by its name
  names: readonly string[]; // of all runs: their colours
  figure: string;
  onChoose: (set: string, group: string) => void;
}

const kRow = 9; // pixels between the runs of a row

/// A row for each set and kind of page: means with their intervals.
export function Intervals({ sets, shown, names, figure, onChoose }: IntervalsProps) {
  const rows = sets.flatMap((set) => {
    const runs = set.runs.filter((run) => shown(run.name));
    const kinds = [...new Set(runs.flatMap((run) => run.result.types.map((type) => type.type)))];
    return ['', ...kinds].map((group) => {
      const pages = group === '' ? runs[0]?.result.pages : runs[0]?.result.types.find((type) => type.type === group)?.pages;
      const figures = runs.map((run) => ({ run, of: figures_of(run.result, group)[figure] }));
      return { set, group, pages: pages ?? 0, figures };
    });
  });
  const drawn = rows.filter((row) => row.pages === 0 || row.figures.some(({ of }) => of));
  const most_runs = Math.max(1, ...drawn.map((row) => row.figures.length));
  const step = Math.max(22, kRow * most_runs + 8);
  const [left, right, top] = [260, 960, 8];
  const is_share = !['ms', 'mcr'].includes(figure);
  const most = is_share ? 1 : Math.max(1e-3, ...drawn.flatMap((row) => row.figures.map(({ of }) => of?.high ?? of?.value ?? 0)));
  const x = (value: number) => left + ((right - left) * Math.min(value, most)) / most;
  const height = top + drawn.length * step + 26;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('report.by-set', figure)}>
      <svg class="intervals" viewBox={`0 0 1000 ${height}`} role="img" aria-label={t('report.by-set', figure)}>
        {Array.from({ length: 11 }, (_, i) => (
          <g key={i}>
            <line class="axis" x1={x((most * i) / 10)} x2={x((most * i) / 10)} y1={top} y2={height - 22} />
            <text x={x((most * i) / 10)} y={height - 6} text-anchor="middle">
              {number((most * i) / 10, most > 10 ? 0 : 1)}
            </text>
          </g>
        ))}
        {drawn.map(({ set, group, pages, figures }, place) => {
          const middle = top + (place + 0.5) * step;
          return (
            <g key={`${set.name} ${group}`} class="point" onClick={() => onChoose(set.name, group)}>
              {group === '' && place > 0 && <line class="axis" x1={0} x2={right} y1={middle - step / 2} y2={middle - step / 2} />}
              <text x={group === '' ? 0 : 16} y={middle + 4} class={group === '' ? 'row-name all' : 'row-name'}>
                {`${group === '' ? set.name : t_or('type.', group)} (${number(pages)})`}
              </text>
              {pages === 0 && (
                <text x={left - 16} y={middle + 4} text-anchor="end">
                  –
                </text>
              )}
              {figures.map(({ run, of }, k) => {
                if (!of) return null;
                const y = middle + (k - (figures.length - 1) / 2) * kRow;
                const colour = colour_of(names, run.name);
                return (
                  <g key={run.name}>
                    {of.low !== null && of.high !== null && (
                      <line x1={x(of.low)} x2={x(of.high)} y1={y} y2={y} stroke={colour} stroke-width={2} />
                    )}
                    <circle cx={x(of.value)} cy={y} r={4.5} fill={colour}>
                      <title>{`${set.name}, ${group === '' ? t('report.all') : t_or('type.', group)}\n${run.name}: ${format(of.value, figure)} (${format(of.low, figure)}–${format(of.high, figure)})`}</title>
                    </circle>
                  </g>
                );
              })}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const box = { left: 62, right: 538, top: 12, bottom: 330 };
const scale_x = (share: number) => box.left + (box.right - box.left) * share;
const scale_y = (share: number) => box.bottom - (box.bottom - box.top) * share;
const tenths = [0, 0.2, 0.4, 0.6, 0.8, 1];
type Tick = [at: number, text: string];
const shares = (scale: (share: number) => number): Tick[] => tenths.map((share) => [scale(share), number(share, 1)]);

interface PlotProps {
  name: string;
  x: Tick[];
  x_name: string;
  y: Tick[];
  y_name: string;
  children: preact.ComponentChildren;
}

function Plot({ name, x, x_name, y, y_name, children }: PlotProps) {
  const middle = (box.top + box.bottom) / 2;
  return (
    <figure>
      <figcaption>{name}</figcaption>
      <svg viewBox="0 0 570 390" role="img" aria-label={name}>
        {x.map(([at, text]) => (
          <g key={at}>
            <line class="axis" x1={at} x2={at} y1={box.top} y2={box.bottom} />
            <text x={at} y={box.bottom + 20} text-anchor="middle">
              {text}
            </text>
          </g>
        ))}
        {y.map(([at, text]) => (
          <g key={at}>
            <line class="axis" x1={box.left} x2={box.right} y1={at} y2={at} />
            <text x={box.left - 8} y={at + 5} text-anchor="end">
              {text}
            </text>
          </g>
        ))}
        <text x={(box.left + box.right) / 2} y={box.bottom + 46} text-anchor="middle">
          {x_name}
        </text>
        <text x={16} y={middle} text-anchor="middle" transform={`rotate(-90 16 ${middle})`}>
          {y_name}
        </text>
        {children}
      </svg>
    </figure>
  );
}

interface PointsProps {
  runs: readonly ShownRun[];
  names: readonly string[];
  point: (page: JudgedPage) => [number, number] | null;
  onOpen: (run: ShownRun, page: JudgedPage) => void;
}

/// Points, and a large one for each run at their mean.
function Points({ runs, names, point, onOpen }: PointsProps) {
  // Points at the very edge lie on each other: spread by a fixed pattern.
  let n = 0;
  const spread = () => (((n++ * 0.618034) % 1) - 0.5) * 6;
  const means: preact.JSX.Element[] = [];
  const points = runs.map((run) => {
    const colour = colour_of(names, run.name);
    const drawn = run.pages.flatMap((page) => {
      const at = point(page);
      return at ? [{ page, x: at[0] + spread(), y: at[1] + spread() }] : [];
    });
    const mean = (of: 'x' | 'y') => drawn.reduce((sum, at) => sum + at[of], 0) / drawn.length;
    if (drawn.length > 0) means.push(<circle key={`mean ${run.name}`} class="mean" cx={mean('x')} cy={mean('y')} r={7} fill={colour} />);
    return drawn.map(({ page, x, y }) => (
      <circle key={`${run.name} ${page.id}`} class="point" cx={x.toFixed(1)} cy={y.toFixed(1)} r={3} fill={colour} onClick={() => onOpen(run, page)}>
        <title>{`${page.id}\n${run.name}: F1 ${format(page.f1, 'f1')}`}</title>
      </circle>
    ));
  });
  return (
    <>
      {points}
      {means}
    </>
  );
}

export interface PagePlotsProps {
  runs: readonly ShownRun[];
  names: readonly string[];
  onOpen: (run: ShownRun, page: JudgedPage) => void;
}

const kBins = 20;

function Distribution({ runs, names }: PagePlotsProps) {
  const counts = runs.map((run) => {
    const bins = new Array<number>(kBins).fill(0);
    for (const { f1 } of run.pages) if (f1 !== null) ++bins[Math.min(kBins - 1, Math.floor(f1 * kBins))]!;
    return bins;
  });
  const most = Math.max(1, ...counts.flat());
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share): Tick => [scale_y(share), number(Math.round(share * most))]);
  return (
    <Plot name={t('sets.distribution')} x={shares(scale_x)} x_name="F1" y={ticks} y_name={t('sets.pages')}>
      {runs.map((run, k) => {
        const steps = counts[k]!.map((count, bin) => ` V ${scale_y(count / most)} H ${scale_x((bin + 1) / kBins)}`).join('');
        const colour = colour_of(names, run.name);
        return (
          <path key={run.name} d={`M ${scale_x(0)} ${scale_y(0)}${steps} V ${scale_y(0)}`} fill={colour} fill-opacity={0.12} stroke={colour} stroke-width={1.5} />
        );
      })}
    </Plot>
  );
}

export function PagePlots({ runs, names, onOpen }: PagePlotsProps) {
  const times = runs.flatMap((run) => run.pages.flatMap((page) => (page.ms ? [Math.log10(page.ms)] : [])));
  let [low, high] = [-1, 1];
  for (const time of times) [low, high] = [Math.min(low, Math.floor(time)), Math.max(high, Math.ceil(time))];
  const time_ticks = Array.from({ length: high - low + 1 }, (_, i): Tick => [scale_x(i / (high - low)), String(Number((10 ** (low + i)).toPrecision(1)))]);
  const known = (value: number | null | undefined): value is number => typeof value === 'number';
  const has_recall = runs.some((run) => run.pages.some((page) => known(page.p)));
  return (
    <div class="plots">
      {has_recall && (
        <Plot name={t('report.precision-recall')} x={shares(scale_x)} x_name={t('report.recall')} y={shares(scale_y)} y_name={t('report.precision')}>
          <Points runs={runs} names={names} onOpen={onOpen} point={({ p, r }) => (known(p) && known(r) ? [scale_x(r), scale_y(p)] : null)} />
        </Plot>
      )}
      <Distribution runs={runs} names={names} onOpen={onOpen} />
      {times.length > 0 && (
        <Plot name={t('report.time')} x={time_ticks} x_name={t('report.milliseconds')} y={shares(scale_y)} y_name="F1">
          <Points
            runs={runs}
            names={names}
            onOpen={onOpen}
            point={({ f1, ms }) => (f1 !== null && ms ? [scale_x((Math.log10(ms) - low) / (high - low)), scale_y(f1)] : null)}
          />
        </Plot>
      )}
    </div>
  );
}
