// How the interface is shown: light or dark, and in which language.

import { language, set_language, t } from './language';
import { set_theme, theme, themes } from './theme';

export function Preferences() {
  return (
    <>
      <label class="theme">
        <span class="visually-hidden">{t('app.theme')}</span>
        <select value={theme.value} onChange={(event) => set_theme(event.currentTarget.value)}>
          {themes.map((name) => (
            <option key={name} value={name}>
              {t(`app.theme.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="language"
        lang={language.value === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => set_language(language.value === 'zh' ? 'en' : 'zh')}
      >
        {t('app.language')}
      </button>
    </>
  );
}
