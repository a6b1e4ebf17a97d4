// Labelling: who one is, what to label next, a page under one's hands.

import { computed, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { AgreementPane } from './agreement_pane';
import { labels, type Convention, type Overview, type QueuedPage } from './label_api';
import { LabelPageView } from './label_page';
import { number, t, t_or } from './language';
import { save } from './download';
import { Columns, Failure } from './parts';
import { ModelsPane } from './models_pane';
import { words_of } from './page_state';
import { address_of, change, go, route } from './route';
import './label.css';

const kName = 'pith.annotator';
const kept_name = () => {
  try {
    return localStorage.getItem(kName) ?? '';
  } catch {
    return '';
  }
};
const typed_name = signal(kept_name());
/// Who labels; kept in the browser.
export const annotator = computed(() => typed_name.value.trim());
function set_annotator(name: string): void {
  typed_name.value = name;
  try {
    localStorage.setItem(kName, name);
  } catch {
    // Kept for this visit only.
  }
}

export const convention_of = (): Convention => (route.value.parameters.convention === 'strict' ? 'strict' : 'wide');

const panes = ['queue', 'agreement', 'models'] as const;

export function LabelScreen() {
  const { page, pane = 'queue' } = route.value.parameters;
  if (page && annotator.value) return <LabelPageView key={`${page} ${convention_of()}`} id={page} />;
  return (
    <div class="sets labels">
      <h1>{t('label.heading')}</h1>
      <p class="lead">{t('label.lead')}</p>
      <div class="sets-bar">
        <label class="field">
          <span>{t('label.name')}</span>
          <input
            value={typed_name.value}
            autocomplete="name"
            maxLength={100}
            onInput={(event) => set_annotator(event.currentTarget.value)}
          />
        </label>
        <ConventionChoice />
      </div>
      <nav class="tabs" aria-label={t('label.parts')}>
        {panes.map((name) => (
          <a
            key={name}
            href={address_of('label', { ...route.value.parameters, page: undefined, pane: name === 'queue' ? undefined : name })}
            aria-current={pane === name ? 'page' : undefined}
          >
            {t(`label.pane.${name}`)}
          </a>
        ))}
      </nav>
      {pane === 'agreement' ? <AgreementPane /> : pane === 'models' ? <ModelsPane /> : <QueuePane />}
    </div>
  );
}

export function ConventionChoice() {
  return (
    <label class="field">
      <span>{t('label.convention')}</span>
      <select
        value={convention_of()}
        onChange={(event) => change({ convention: event.currentTarget.value === 'strict' ? 'strict' : undefined }, false)}
      >
        <option value="wide">{t('label.convention.wide')}</option>
        <option value="strict">{t('label.convention.strict')}</option>
      </select>
    </label>
  );
}

function QueuePane() {
  const [overview, set_overview] = useState<Overview | null>(null);
  const [queue, set_queue] = useState<QueuedPage[]>([]);
  const [failure, set_failure] = useState('');
  const [off, set_off] = useState(false);
  const [told, set_told] = useState('');
  const [again, set_again] = useState(0);
  const { kind = '', order = '' } = route.value.parameters;
  const who = annotator.value;
  useEffect(() => {
    let current = true;
    Promise.all([labels.overview(), labels.queue(who, kind, order === 'chance' ? '1' : '')])
      .then(([all, next]) => {
        if (!current) return;
        set_overview(all);
        set_queue(next.pages);
        set_failure('');
      })
      .catch((error) => {
        if (!current) return;
        set_off(error.status === 404);
        set_failure(words_of(error));
      });
    return () => {
      current = false;
    };
  }, [who, kind, order, again]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const counts = await labels.take(await file.text());
      set_told(
        [t('label.taken', number(counts.pages), number(counts.known), number(counts.labels)), ...counts.problems.slice(0, 5)].join('\n'),
      );
      set_again(again + 1);
    } catch (error) {
      set_failure(words_of(error));
    }
  };
  const give = async (paths: boolean) => {
    try {
      save(await labels.export(convention_of(), paths), paths ? 'label-paths.jsonl' : 'labels.jsonl');
    } catch (error) {
      set_failure(words_of(error));
    }
  };
  if (off) return <p class="lead">{t('label.off')}</p>;
  return (
    <section>
      <Failure text={failure} />
      {overview && (
        <p class="hint" role="status">
          {t('label.counts', number(overview.pages), number(overview.labelled), number(overview.settled))}
        </p>
      )}
      {told && <p class="told">{told}</p>}
      <div class="sets-bar">
        <label class="field">
          <span>{t('label.kind')}</span>
          <select value={kind} onChange={(event) => change({ kind: event.currentTarget.value || undefined }, false)}>
            <option value="">{t('label.kind.all')}</option>
            {(overview?.page_types ?? []).map((type) => (
              <option key={type} value={type}>
                {t_or('type.', type)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t('label.order')}</span>
          <select value={order} onChange={(event) => change({ order: event.currentTarget.value || undefined }, false)}>
            <option value="">{t('label.order.doubt')}</option>
            <option value="chance">{t('label.order.chance')}</option>
          </select>
        </label>
        <label class="button">
          {t('label.take')}
          <input
            type="file"
            class="visually-hidden"
            accept=".jsonl,.json,.ndjson"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
        </label>
        <button type="button" onClick={() => void give(false)}>
          {t('label.export')}
        </button>
        <button type="button" onClick={() => void give(true)} title={t('label.export.paths.hint')}>
          {t('label.export.paths')}
        </button>
      </div>
      {!who && <p class="warn">{t('label.name.needed')}</p>}
      {queue.length > 0 && who && (
        <p>
          <button type="button" class="primary" onClick={() => go('label', { ...route.value.parameters, page: queue[0]!.id })}>
            {t('label.begin')}
          </button>
        </p>
      )}
      {queue.length === 0 && overview && <p class="lead">{t(overview.pages === 0 ? 'label.empty' : 'label.done')}</p>}
      {queue.length > 0 && (
        <table class="list">
          <Columns names={[t('label.page'), t('label.guess'), t('label.doubt'), t('label.by')]} />
          <tbody>
            {queue.map((page) => (
              <tr key={page.id}>
                <td>
                  {who ? (
                    <a href={address_of('label', { ...route.value.parameters, page: page.id })} dir="auto">
                      {page.id}
                    </a>
                  ) : (
                    page.id
                  )}
                  <small class="url">{page.url}</small>
                </td>
                <td>{t_or('type.', page.kind)}</td>
                <td>{number(page.doubt, 2)}</td>
                <td>{page.annotators.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
