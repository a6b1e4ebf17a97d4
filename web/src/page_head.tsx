// What stands above a page: what it is, how much of it was kept, what the colours mean.

import type { View } from './api';
import { number, t } from './language';
import { Scores } from './results';

export interface PageTitleProps {
  view: View;
  other?: View | null;
  time?: preact.ComponentChildren;
  children?: preact.ComponentChildren;
}

export function PageTitle({ view, other = null, time, children }: PageTitleProps) {
  const kept = view.blocks.filter((block) => block.kept);
  const characters = (blocks: typeof kept) => blocks.reduce((sum, block) => sum + block.text.length, 0);
  return (
    <div class="page-title">
      <h1 dir="auto">{view.title || view.url || t('page.untitled')}</h1>
      <p class="meta">
        {view.url && <span class="url">{view.url}</span>}
        <span>{t('page.blocks', number(kept.length), number(view.blocks.length))}</span>
        <span class="wide-only">
          {t('page.characters', number(characters(kept)), number(characters(view.blocks)))}
        </span>
        {time}
      </p>
      <Scores view={view} other={other} />
      {children}
    </div>
  );
}

export function Legend({ tones }: { tones: [string, string][] }) {
  return (
    <ul class="legend" aria-label={t('page.tint')}>
      {tones.map(([tone, name]) => (
        <li key={tone}>
          <span class={`swatch tone-${tone}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}
