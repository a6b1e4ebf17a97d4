// Pages of a store of articles: found by their text, opened as they were kept.

import { useEffect, useState } from 'preact/hooks';
import { service, type StoredPage } from './api';
import { t } from './language';
import { words_of } from './page_state';
import { Failure } from './parts';
import { address_of } from './route';

export function StorePages({ screen }: { screen: string }) {
  const [search, set_search] = useState('');
  const [found, set_found] = useState<{ pages: StoredPage[]; more: boolean }>({ pages: [], more: false });
  const [failure, set_failure] = useState('');
  const load = async (from: number, abort?: AbortSignal) => {
    try {
      const next = await service.stored(search, from, abort);
      set_found((before) => ({ pages: from === 0 ? next.pages : [...before.pages, ...next.pages], more: next.more }));
      set_failure('');
    } catch (error) {
      if (!abort?.aborted) set_failure(words_of(error));
    }
  };
  useEffect(() => {
    const abort = new AbortController();
    void load(0, abort.signal);
    return () => abort.abort();
  }, [search]);
  return (
    <section class="card store">
      <label class="field">
        <h2>{t('store.title')}</h2>
        <input type="search" value={search} placeholder={t('store.search')} onInput={(event) => set_search(event.currentTarget.value)} />
      </label>
      <Failure text={failure} />
      {found.pages.length === 0 && failure === '' && <p class="hint">{t('store.none')}</p>}
      <ul class="store-list">
        {found.pages.map((page) => (
          <li key={`${page.address} ${page.revision}`}>
            <a href={address_of(screen, { store: page.address, revision: String(page.revision) })} dir="auto">
              {page.title || page.address}
            </a>
            <small class="url">
              {page.date && `${page.date.slice(0, 10)} · `}
              {page.address}
            </small>
            {search !== '' && (
              <small class="snippet" dir="auto">
                {page.snippet}
              </small>
            )}
          </li>
        ))}
      </ul>
      {found.more && (
        <button type="button" onClick={() => void load(found.pages.length)}>
          {t('sets.more')}
        </button>
      )}
    </section>
  );
}
