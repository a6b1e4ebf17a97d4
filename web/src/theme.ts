// Light or dark; the choice is kept in the browser.

import { signal } from '@preact/signals';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

function kept(): Theme {
  try {
    const value = localStorage.getItem('pith.theme');
    return themes.find((name) => name === value) ?? 'auto';
  } catch {
    return 'auto';
  }
}

export const theme = signal<Theme>('auto');

export function set_theme(value: string): void {
  theme.value = themes.find((name) => name === value) ?? 'auto';
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem('pith.theme', theme.value);
  } catch {
    // Kept for this visit only.
  }
}

set_theme(kept());
