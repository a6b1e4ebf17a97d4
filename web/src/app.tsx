// The shell: what stands around every screen. A screen is an entry of `screens`; its parameters are in the address.

import { useEffect, useState } from 'preact/hooks';
import { give_token, token_wanted } from './http';
import { language, t } from './language';
import { open_file, open_html, type PageScreenName } from './open_page';
import { LabelScreen } from './label_screen';
import { PageScreen } from './page_screen';
import { Failure } from './parts';
import { Preferences } from './preferences';
import { address_of_rule, RulesScreen, take_files } from './rules_screen';
import { load_workbench, source_key, unreachable, working } from './page_state';
import { address_of, can_redo, can_undo, redo, route, undo } from './route';
import { SetsScreen } from './sets_screen';
import type { StringKey } from './strings';

interface Screen {
  id: string;
  name: StringKey;
  show: () => preact.JSX.Element;
  undoable?: boolean;
}

export const screens: Screen[] = [
  { id: 'page', name: 'app.page', show: () => <PageScreen />, undoable: true },
  { id: 'rules', name: 'app.rules', show: () => <RulesScreen />, undoable: true },
  { id: 'label', name: 'app.label', show: () => <LabelScreen /> },
  { id: 'sets', name: 'app.sets', show: () => <SetsScreen /> },
];

const is_typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable);

/// Where a page opens that is dropped or pasted.
const page_screen = (): PageScreenName => (route.value.screen === 'rules' ? 'rules' : 'page');

export function App() {
  const [over, set_over] = useState(false);
  useEffect(() => void load_workbench(), []);
  useEffect(() => {
    document.documentElement.lang = language.value === 'zh' ? 'zh-CN' : 'en';
    document.title = t('app.title');
  }, [language.value]);
  useEffect(() => {
    const on_key = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || is_typing(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
    };
    // Pages are dropped and pasted anywhere.
    const on_paste = (event: ClipboardEvent) => {
      if (is_typing(event.target)) return;
      const html = event.clipboardData?.getData('text/plain') ?? '';
      if (/<[a-z!]/i.test(html)) void open_html(html, page_screen());
    };
    const on_drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      set_over(event.type === 'dragover');
    };
    const on_drop = (event: DragEvent) => {
      set_over(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!files[0]) return;
      event.preventDefault();
      if (page_screen() === 'rules' && source_key.value !== '') void take_files(files);
      else void open_file(files[0], page_screen());
    };
    addEventListener('keydown', on_key);
    addEventListener('paste', on_paste);
    addEventListener('dragover', on_drag);
    addEventListener('dragleave', on_drag);
    addEventListener('drop', on_drop);
    return () => {
      removeEventListener('keydown', on_key);
      removeEventListener('paste', on_paste);
      removeEventListener('dragover', on_drag);
      removeEventListener('dragleave', on_drag);
      removeEventListener('drop', on_drop);
    };
  }, []);
  const screen = screens.find((s) => s.id === route.value.screen) ?? screens[0]!;
  return (
    <div class={over ? 'app over' : 'app'}>
      <a class="skip" href="#main" onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}>
        {t('app.skip')}
      </a>
      <header class="bar">
        <a class="mark" href={address_of('page')}>
          pith
        </a>
        <nav aria-label={t('app.screens')}>
          {screens.map((s) => (
            <a key={s.id} href={address_of(s.id)} aria-current={s.id === screen.id ? 'page' : undefined}>
              {t(s.name)}
            </a>
          ))}
        </nav>
        <span class={working.value ? 'working on' : 'working'} role="status">
          {working.value ? t('app.loading') : ''}
        </span>
        <span class="bar-tools">
          {screen.undoable && source_key.value !== '' && (
            <>
              {screen.id === 'page' && (
                <a class="button wide-only" href={address_of_rule()}>
                  {t('rules.of-page')}
                </a>
              )}
              <a class="button" href={address_of(screen.id)}>
                {t('open.other')}
              </a>
              <button type="button" disabled={!can_undo.value} aria-label={t('app.undo')} title={t('app.undo')} onClick={undo}>
                ↶
              </button>
              <button type="button" disabled={!can_redo.value} aria-label={t('app.redo')} title={t('app.redo')} onClick={redo}>
                ↷
              </button>
            </>
          )}
          <Preferences />
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        {token_wanted.value && <TokenForm />}
        <Failure text={unreachable.value} banner />
        {screen.show()}
      </main>
    </div>
  );
}

/// Requests wait for the token that the service wants, and then go on.
function TokenForm() {
  const [token, set_token] = useState('');
  return (
    <form
      class="token card banner"
      onSubmit={(event) => {
        event.preventDefault();
        if (token.trim()) give_token(token.trim());
      }}
    >
      <h1 id="token-title">{t('token.title')}</h1>
      <span class="with-button">
          <input
            type="password"
            aria-labelledby="token-title"
            value={token}
            autocomplete="off"
            ref={(field) => field?.focus()}
            onInput={(event) => set_token(event.currentTarget.value)}
          />
          <button type="submit" class="primary" disabled={!token.trim()}>
            {t('token.give')}
          </button>
      </span>
      <p class="hint">{t('token.kept')}</p>
      <Failure text={token_wanted.value === 'wrong' ? t('token.wrong') : ''} />
    </form>
  );
}
