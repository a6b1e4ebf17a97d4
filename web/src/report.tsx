// Pages that need nothing but themselves: the report of `pith eval --report` and the page of `pith explain --html`. The
// program lays the data in (src/evaluate/written_page.cpp).

import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { view_of, type SentView } from './api';
import { Explanation } from './explanation';
import { JudgedPageDialog } from './judged_page';
import { language, number, t } from './language';
import { Preferences } from './preferences';
import { sets_of, type ReportData } from './report_data';
import { address_of, change, go, route } from './route';
import { SetReport } from './set_report';
import './style.css';

function Report({ data }: { data: ReportData }) {
  const sets = useMemo(() => sets_of(data), [data]);
  const [order, set_order] = useState<readonly string[]>([]);
  const { set: wanted, page: id, run: name } = route.value.parameters;
  const place = Math.max(0, sets.findIndex((one) => one.name === wanted));
  const set = sets[place];
  const explained = useMemo(() => new Map(data.explained.map((page) => [`${page.set} ${page.page}`, page])), [data]);
  if (!set) return null;
  const run = set.runs.find((one) => one.name === name) ?? set.runs[0];
  const judged = id === undefined ? undefined : run?.result.results.find((page) => page.id === id);
  const pages = sets.reduce((sum, one) => sum + (one.runs[0]?.result.results.length ?? 0), 0);
  const turn = (step: 1 | -1) => order[order.indexOf(id ?? '') + step];
  return (
    <div class="sets">
      <h1>{t('report.title')}</h1>
      <p class="lead">{t('report.about', data.version, number(data.methods.length), number(pages), number(sets.length))}</p>
      {sets.length > 1 && (
        <label class="field inline start">
          <span>{t('sets.set')}</span>
          <select value={set.name} onChange={(event) => change({ set: event.currentTarget.value })}>
            {sets.map((one) => (
              <option key={one.name}>{one.name}</option>
            ))}
          </select>
        </label>
      )}
      <SetReport
        sets={sets}
        set={set.name}
        onSet={(one) => change({ set: one })}
        shown={set.runs[0]?.name}
        address={(of, page) => address_of('sets', { set: set.name, page: page.id, run: of.name })}
        has_blocks={(page) => explained.has(`${place} ${page.record}`)}
        onOrder={set_order}
      />
      {judged && run && (
        <JudgedPageDialog
          page={explained.get(`${place} ${judged.record}`)}
          runs={set.runs}
          record={judged.record}
          run={run}
          onRun={(one) => change({ run: one })}
          has={(step) => order.includes(id!) && turn(step) !== undefined}
          onTurn={(step) => turn(step) !== undefined && order.includes(id!) && change({ page: turn(step) })}
          onClose={() => go('sets', { set: set.name })}
        />
      )}
    </div>
  );
}

function WrittenPage({ children }: { children: preact.ComponentChildren }) {
  useEffect(() => {
    document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
  }, [language.value]);
  return (
    <div class="app">
      <header class="bar">
        <span class="mark">pith</span>
        <span class="bar-tools">
          <Preferences />
        </span>
      </header>
      <main>{children}</main>
    </div>
  );
}

const element = document.getElementById('data')!;
const data = JSON.parse(element.textContent!) as unknown;
render(
  <WrittenPage>
    {element.dataset.kind === 'view' ? <Explanation view={view_of(data as SentView)} /> : <Report data={data as ReportData} />}
  </WrittenPage>,
  document.getElementById('app')!,
);
