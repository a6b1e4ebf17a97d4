// Which language the interface speaks; the choice is kept in the browser.

import { signal } from '@preact/signals';
import { languages, strings, type Language, type StringKey } from './strings';

const kept = (() => {
  try {
    return localStorage.getItem('pith.language');
  } catch {
    return null;
  }
})();

export const language = signal<Language>(
  kept === 'en' || kept === 'zh' ? kept : navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en',
);

export function set_language(value: Language): void {
  language.value = value;
  try {
    localStorage.setItem('pith.language', value);
  } catch {
    // Kept for this visit only.
  }
}

/// A string in the language of the interface.
export function t(key: StringKey, ...values: (string | number)[]): string {
  const text: string = strings[key][languages.indexOf(language.value)] ?? strings[key][0];
  return text.replace(/\{(\d)\}/g, (whole, place) => String(values[Number(place)] ?? whole));
}

/// A string whose key is made of data ("type." + "forum"); what the table does not have is shown as it is.
export function t_or(prefix: string, name: string): string {
  const key = prefix + name;
  return key in strings ? t(key as StringKey) : name;
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString(language.value === 'zh' ? 'zh-CN' : 'en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
