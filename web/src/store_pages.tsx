// Pages of a store of articles: found by their text, opened as they were kept.

import { useState } from 'preact/hooks';
import { service, type StoredPage } from './api';
import { t } from './language';
import { usePages } from './pages';
import { Failure } from './parts';
import { address_of } from './route';

export function StorePages({ screen }: { screen: string }) {
  const [search, set_search] = useState('');
  const { pages, rest, failure, more } = usePages<StoredPage, { more: boolean }>((from, abort) => service.stored(search, from, abort), [search]);
  return (
    <section class="card store">
      <label class="field">
        <h2>{t('store.title')}</h2>
        <input type="search" value={search} placeholder={t('store.search')} onInput={(event) => set_search(event.currentTarget.value)} />
      </label>
      <Failure text={failure} />
      {pages.length === 0 && failure === '' && <p class="hint">{t('store.none')}</p>}
      <ul class="store-list">
        {pages.map((page) => (
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
      {rest?.more && (
        <button type="button" onClick={more}>
          {t('sets.more')}
        </button>
      )}
    </section>
  );
}
