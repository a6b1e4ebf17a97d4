// Why one block was kept or not: the verdict, its score on the scale, what spoke for and against.

import type { Block, View } from './api';
import { number, t, t_or } from './language';
import { read_reason, type Factor } from './reasons';

/// What a block is judged by, besides itself.
export type Judgement = Pick<View, 'cut' | 'bodies'> & { blocks: readonly Pick<Block, 'score'>[] };

/// Whether the scores of a method are probabilities.
export function has_probabilities(view: Pick<Judgement, 'cut' | 'blocks'>): boolean {
  return view.cut > 0 && view.cut <= 1 && view.blocks.every((block) => block.score >= 0 && block.score <= 1);
}

function Factors({ title, factors, most, tone }: { title: string; factors: Factor[]; most: number; tone: string }) {
  return (
    <div class={`factors ${tone}`}>
      <h3>{title}</h3>
      {factors.length === 0 ? (
        <p class="faint">{t('block.nothing')}</p>
      ) : (
        <ul>
          {factors.map((factor) => (
            <li key={factor.words}>
              <span class="factor-bar" aria-hidden="true">
                <span style={{ width: `${Math.round((100 * Math.abs(factor.weight)) / most)}%` }} />
              </span>
              <span class="factor-words">{factor.words}</span>
              <span class="factor-weight" title={t('block.weight')}>
                {factor.weight > 0 ? '+' : '−'}
                {number(Math.abs(factor.weight), 2)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function BlockDetails({ view, block }: { view: Judgement; block: Block | undefined }) {
  if (!block)
    return (
      <div class="faint details-none">
        <p>{t('block.none')}</p>
        <p>{t('page.more')}</p>
      </div>
    );
  const reason = read_reason(block.reason);
  const probable = has_probabilities(view);
  const most = Math.max(1, ...[...reason.for_it, ...reason.against_it].map((factor) => Math.abs(factor.weight)));
  return (
    <div class="details">
      <p class="verdict">
        <strong class={block.kept ? 'chip kept' : 'chip left'}>{t(block.kept ? 'page.kept' : 'page.left')}</strong>
        <span>{reason.verdict}</span>
      </p>
      {probable && (
        <div class="scale" aria-hidden="true">
          <span class={block.kept ? 'fill kept' : 'fill left'} style={{ width: `${100 * block.score}%` }} />
          <span class="cut" style={{ left: `${100 * view.cut}%` }} title={t('block.cut', number(view.cut, 2))} />
        </div>
      )}
      {(reason.for_it.length > 0 || reason.against_it.length > 0) && (
        <div class="both-sides">
          <Factors title={t('block.for')} factors={reason.for_it} most={most} tone="for" />
          <Factors title={t('block.against')} factors={reason.against_it} most={most} tone="against" />
        </div>
      )}
      <dl class="small-facts">
        <div>
          <dt>{t('block.path')}</dt>
          <dd class="path">{block.path}</dd>
        </div>
        <div>
          <dt>{t('block.kind')}</dt>
          <dd>
            {[
              t_or('kind.', block.kind),
              !probable && t('block.score', number(block.score, 2)),
              block.body >= 0 && view.bodies.length > 1 && t('block.body', block.body + 1),
              block.post >= 0 && t('block.post', block.post + 1),
              block.comment && t('block.comment'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </dd>
        </div>
      </dl>
    </div>
  );
}
