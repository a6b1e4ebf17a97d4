// Pages of the service's sets that a rule is tried on.

import { useEffect, useState } from 'preact/hooks';
import { service, type SetPage } from './api';
import { number, t } from './language';
import { words_of, workbench } from './page_state';
import { Failure } from './parts';

export interface RulePagesProps {
  search: string;
  taken: readonly string[];
  onAdd: (keys: string[]) => void;
}

export function RulePages({ search, taken, onAdd }: RulePagesProps) {
  const sets = workbench.value?.sets ?? [];
  const [set, choose_set] = useState(taken[0]?.startsWith('set:') ? taken[0].split(':').slice(1, -1).join(':') : (sets[0]?.name ?? ''));
  const [words, set_words] = useState(search);
  const [found, set_found] = useState<{ total: number; pages: SetPage[] }>({ total: 0, pages: [] });
  const [failure, set_failure] = useState('');
  useEffect(() => set_words(search), [search]);
  useEffect(() => {
    const abort = new AbortController();
    service
      .pages(set, words, 0, abort.signal)
      .then((pages) => {
        set_found(pages);
        set_failure('');
      })
      .catch((error) => !abort.signal.aborted && set_failure(words_of(error)));
    return () => abort.abort();
  }, [set, words]);
  const left = found.pages.filter((page) => !taken.includes(`set:${set}:${page.record}`));
  return (
    <details class="group" open={search !== '' || taken.length === 0 || undefined}>
      <summary>{t('rules.try.set')}</summary>
      <div class="rules-search">
        <select aria-label={t('sets.set')} value={set} onChange={(event) => choose_set(event.currentTarget.value)}>
          {sets.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
        <input type="search" aria-label={t('sets.search')} value={words} onInput={(event) => set_words(event.currentTarget.value)} />
      </div>
      <Failure text={failure} />
      <p class="hint">{t('sets.found', number(found.total))}</p>
      <ul class="rules-found">
        {left.slice(0, 8).map((page) => (
          <li key={page.record}>
            <button type="button" class="plain" onClick={() => onAdd([`set:${set}:${page.record}`])} dir="auto">
              + {page.title || page.id}
            </button>
          </li>
        ))}
      </ul>
      {left.length > 1 && (
        <button type="button" onClick={() => onAdd(left.slice(0, 8).map((page) => `set:${set}:${page.record}`))}>
          {t('rules.try.all', number(Math.min(8, left.length)))}
        </button>
      )}
    </details>
  );
}
