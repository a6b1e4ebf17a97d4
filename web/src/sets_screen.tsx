// Data sets: their pages, and how well they are extracted; every page opens in the page screen.

import { signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { service, type Evaluation, type JudgedPage, type SetPage } from './api';
import { download } from './download';
import { number, t, t_or } from './language';
import { usePages } from './pages';
import { options, pipeline, words_of, workbench } from './page_state';
import { Columns, Failure, FileButton, Loading } from './parts';
import { address_of, change, route } from './route';
import { as_file, judged_sets, key_of, name_of, runs_of_file, type Run } from './runs';
import { SetReport } from './set_report';
import { TryPanel } from './try_panel';

export function SetsScreen() {
  const sets = workbench.value?.sets;
  if (!sets) return <Loading />;
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
  const { pages, rest, failure, more } = usePages<SetPage, { total: number }>((from, abort) => service.pages(set, search, from, abort), [set, search]);
  const total = rest?.total ?? 0;
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
        <button type="button" onClick={more}>
          {t('sets.more')}
        </button>
      )}
    </section>
  );
}

/// Of all sets, while the workbench is open.
const runs = signal<readonly Run[]>([]);

function keep(run: Run): void {
  const others = runs.value.filter((other) => other.result.set !== run.result.set || key_of(other.options) !== key_of(run.options));
  runs.value = [...others, run];
}

/// The page with the result of a run, beside another or the label.
const page_of = ({ options: of, pipeline: filters, result }: Run, page: JudgedPage, compare: string) =>
  address_of('page', {
    set: result.set,
    record: String(page.record),
    method: of.method === 'pith' ? undefined : of.method,
    favor: of.favor === 'balanced' ? undefined : of.favor,
    ...Object.fromEntries(Object.entries(of.settings).map(([name, value]) => [`set.${name}`, value])),
    filters: filters && JSON.stringify(filters),
    compare,
    pane: 'changes',
  });

function Judged({ set }: { set: string }) {
  const [progress, set_progress] = useState<Evaluation | null>(null);
  const [running, set_running] = useState(false);
  const [failure, set_failure] = useState('');
  const [shown, set_shown] = useState('');
  const wanted = { options: options.value, ...(pipeline.value ? { pipeline: pipeline.value } : {}) };
  const judge = async () => {
    set_running(true);
    set_failure('');
    try {
      // Asked again as long as it runs: the service goes on by itself.
      for (;;) {
        const result = await service.evaluate(set, wanted.options);
        set_progress(result);
        if (result.done) {
          if (result.error) set_failure(result.error);
          else keep({ ...wanted, result });
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
  const load = async (file: File) => {
    const found = runs_of_file(await file.text());
    if (found.length === 0) return set_failure(t('sets.run.wrong', file.name));
    set_failure('');
    found.forEach(keep);
    if (!found.some((run) => run.result.set === set)) change({ set: found[0]!.result.set }, false);
  };
  const sets = useMemo(() => judged_sets(runs.value), [runs.value]);
  return (
    <section class="judged">
      <details class="group settings">
        <summary>
          {t('sets.settings')}: <strong>{name_of(wanted)}</strong>
        </summary>
        <TryPanel of="set" />
      </details>
      <div class="sets-bar">
        <button type="button" class="primary" disabled={running} onClick={judge}>
          {t('sets.judge')}
        </button>
        <FileButton name={t('sets.run.load')} accept=".json,application/json" onFiles={([file]) => file && void load(file)} />
        {running && progress && !progress.done && (
          <span class="progress" role="status">
            <progress max={Math.max(1, progress.total)} value={progress.finished} aria-label={t('sets.judge')} />
            {t('sets.judging', number(progress.finished), number(progress.total))}
          </span>
        )}
      </div>
      <Failure text={failure} />
      <SetReport
        key={shown}
        sets={sets}
        set={set}
        onSet={(name) => change({ set: name }, false)}
        shown={shown}
        address={page_of}
        actions={(run) => (
          <button
            type="button"
            aria-label={t('sets.run.save.of', run.name)}
            onClick={() => download(as_file(run), `${run.result.set} ${run.name}.json`, 'application/json')}
          >
            {t('sets.run.save')}
          </button>
        )}
      />
    </section>
  );
}
