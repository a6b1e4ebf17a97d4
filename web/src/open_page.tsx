// The first screen: ways to give it a page.

import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { examples } from './examples';
import { t, t_or } from './language';
import { keep_page, read_file } from './local_pages';
import { parameters_of, workbench } from './page_state';
import { Failure, FileButton } from './parts';
import { go } from './route';
import { RulePages } from './rule_pages';
import { StorePages } from './store_pages';

/// The screens that show a page.
export type PageScreenName = 'page' | 'rules';

export async function open_file(file: Blob, screen: PageScreenName): Promise<void> {
  try {
    const page = await read_file(file);
    not_read.value = false;
    go(screen, { local: await keep_page(page) });
  } catch {
    not_read.value = true;
  }
}

/// A folder, or a file that is gone or may not be read, was dropped last.
const not_read = signal(false);

export async function open_html(html: string, screen: PageScreenName): Promise<void> {
  go(screen, { local: await keep_page({ html }) });
}

export function OpenPage({ screen }: { screen: PageScreenName }) {
  const [html, set_html] = useState('');
  const [url, set_url] = useState('');
  const fetches = workbench.value?.fetch ?? false;
  const sets = workbench.value?.sets ?? [];
  return (
    <div class="open">
      <h1>{t(screen === 'rules' ? 'rules.title' : 'open.title')}</h1>
      <p class="lead">{t(screen === 'rules' ? 'rules.lead' : 'open.lead')}</p>
      <div class="open-ways">
        {fetches && (
          <form
            class="card store"
            onSubmit={(event) => {
              event.preventDefault();
              if (url.trim()) go(screen, { url: url.trim() });
            }}
          >
            <label class="field">
              <h2>{t('open.url')}</h2>
              <span class="with-button">
                <input type="url" inputMode="url" placeholder="https://" value={url} onInput={(event) => set_url(event.currentTarget.value)} />
                <button type="submit" disabled={!url.trim()}>
                  {t('open.fetch')}
                </button>
              </span>
            </label>
          </form>
        )}
        <form
          class="card"
          onSubmit={(event) => {
            event.preventDefault();
            if (html.trim()) void open_html(html, screen);
          }}
        >
          <h2>{t('open.drop')}</h2>
          <Failure text={not_read.value ? t('open.not-read') : ''} />
          <textarea
            rows={6}
            aria-label={t('open.paste')}
            placeholder={t('open.paste.hint')}
            spellcheck={false}
            value={html}
            onInput={(event) => set_html(event.currentTarget.value)}
          />
          <div class="buttons">
            <button type="submit" class="primary" disabled={!html.trim()}>
              {t('open.show')}
            </button>
            <FileButton
              name={t('open.file')}
              accept=".html,.htm,.xhtml,text/html"
              onFiles={([chosen]) => chosen && void open_file(chosen, screen)}
            />
          </div>
          {workbench.value && !fetches && <p class="hint">{t('open.url.off')}</p>}
        </form>
        <div class="card">
          <h2>{t('open.examples')}</h2>
          <ul class="examples">
            {examples.map((name) => (
              <li key={name}>
                <button type="button" onClick={() => go(screen, { example: name })}>
                  {t_or('example.', name)}
                </button>
              </li>
            ))}
          </ul>
          {sets.length > 0 && (
            <>
              <h2>{t('open.sets')}</h2>
              {screen === 'rules' ? (
                <RulePages search="" taken={[]} onAdd={([key]) => key && go(screen, parameters_of(key))} />
              ) : (
                <ul class="examples">
                  {sets.map((set) => (
                    <li key={set.name}>
                      <button type="button" onClick={() => go('sets', { set: set.name })}>
                        {set.name}
                      </button>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </div>
        {workbench.value?.store && <StorePages screen={screen} />}
      </div>
    </div>
  );
}
