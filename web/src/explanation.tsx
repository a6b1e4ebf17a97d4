// A page by itself, without a service: what `pith explain --html` writes.

import { useMemo, useState } from 'preact/hooks';
import type { View } from './api';
import { BlockDetails } from './block_details';
import { number, t } from './language';
import { marks_of } from './marks';
import { PageFrame } from './page_frame';
import { Legend, PageTitle } from './page_head';
import { panes, ResultTabs, type Pane } from './results';

// There is nothing to compare it with.
const shown_panes = panes.filter((pane) => pane !== 'changes');

export function Explanation({ view }: { view: View }) {
  const [pane, set_pane] = useState<Pane>('blocks');
  const [chosen, set_chosen] = useState<number | null>(null);
  const [pointed, set_pointed] = useState<number | null>(null);
  const [tinted, set_tinted] = useState(true);
  const [part, set_part] = useState<'page' | 'results'>('page');
  const marks = useMemo(() => marks_of(view, null, false), [view]);
  const block = view.blocks.find((one) => one.node === (pointed ?? chosen));
  const legend: [string, string][] = [
    ['kept', t('page.kept')],
    ['left', t('page.left')],
  ];
  if (view.filters.length > 0) legend.push(['filtered', t('page.filtered')]);
  return (
    <div class={`page-screen alone part-${part}`}>
      <div class="part-tabs" role="group" aria-label={t('app.screens')}>
        {([['page', t('app.page')], ['results', t('result.panes')]] as const).map(([id, name]) => (
          <button key={id} type="button" aria-pressed={part === id} onClick={() => set_part(id)}>
            {name}
          </button>
        ))}
      </div>
      <section class="stage" aria-label={t('app.page')}>
        <header class="page-head">
          <PageTitle view={view} time={<span class="wide-only">{t('explanation.method', view.method)}</span>}>
            {view.bodies.length === 0 && (
              <p class="warn">
                {t('page.nothing')}
                {view.error && <span lang="en">: {view.error}</span>}
              </p>
            )}
            {view.bodies.length > 1 && <p class="hint">{t('explanation.bodies', number(view.bodies.length))}</p>}
          </PageTitle>
          <div class="page-tools">
            <Legend tones={legend} />
            <label class="check">
              <input type="checkbox" checked={tinted} onChange={(event) => set_tinted(event.currentTarget.checked)} />
              <span>{t('page.tint')}</span>
            </label>
          </div>
        </header>
        <div class="frames">
          <PageFrame
            html={view.frame ?? ''}
            label={t('page.frame')}
            marks={marks}
            chosen={chosen}
            tinted={tinted}
            onChoose={set_chosen}
            onPoint={set_pointed}
          />
        </div>
        <div class="why" aria-live="off">
          <h2 class="visually-hidden">{t('block.why')}</h2>
          <BlockDetails view={view} block={block} />
        </div>
      </section>
      <ResultTabs
        panes={shown_panes}
        pane={pane}
        onPane={set_pane}
        view={view}
        other={null}
        compare=""
        marks={marks}
        chosen={chosen}
        onChoose={set_chosen}
      />
    </div>
  );
}
