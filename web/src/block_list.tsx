// Blocks one below the other, each with the verdict and the reason: those of a page, and those of a judged page beside its
// label.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { View } from './api';
import { has_probabilities } from './block_details';
import { number, t } from './language';
import { read_reason, type Factor } from './reasons';

export type BlockTone = 'kept' | 'left' | 'right' | 'wrong' | 'missed' | 'rest';

export interface ListedBlock {
  node: number;
  tone: BlockTone;
  verdict: string;
  path: string;
  score: string;
  reason: string;
  text: string;
}

export interface BlockListProps {
  blocks: readonly ListedBlock[];
  chosen: number | null;
  onChoose: (block: number | null) => void;
}

const first_blocks = 200;

function Factors({ sign, factors }: { sign: string; factors: Factor[] }) {
  if (factors.length === 0) return null;
  return (
    <span>
      <b>{sign}</b> {factors.map((factor) => `${factor.words} ${factor.weight > 0 ? '+' : '−'}${number(Math.abs(factor.weight), 2)}`).join(', ')}
    </span>
  );
}

export function BlockList({ blocks, chosen, onChoose }: BlockListProps) {
  const list = useRef<HTMLOListElement>(null);
  const place = chosen === null ? -1 : blocks.findIndex((block) => block.node === chosen);
  // A beginning, as far as the block that is chosen: browsers take seconds for tens of thousands.
  const [more, set_more] = useState(first_blocks);
  const shown = Math.max(more, place + 20);
  useEffect(() => {
    list.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <>
      <ol ref={list} class="block-list">
        {blocks.slice(0, shown).map((block) => {
          const reason = read_reason(block.reason);
          return (
            <li
              key={block.node}
              class={`listed ${block.tone}`}
              data-chosen={block.node === chosen ? '' : undefined}
              onClick={() => getSelection()?.isCollapsed !== false && onChoose(block.node)}
            >
              <p class="about">
                <button type="button" class="plain tag" aria-pressed={block.node === chosen}>
                  {block.verdict}
                </button>
                {block.score && <span>{block.score}</span>}
                <span class="path">{block.path}</span>
              </p>
              <p class="listed-text" dir="auto">
                {block.text}
              </p>
              {block.reason && (
                <p class="about reason">
                  <span>{reason.verdict}</span>
                  <Factors sign={t('block.for')} factors={reason.for_it} />
                  <Factors sign={t('block.against')} factors={reason.against_it} />
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {shown < blocks.length && (
        <button type="button" onClick={() => set_more(shown + first_blocks)}>
          {t('result.more', number(blocks.length - shown))}
        </button>
      )}
    </>
  );
}

const shares = ['all', 'kept', 'left', 'doubtful'] as const;
const doubt = 0.25; // a probability so far from both 0 and 1 could have gone either way

/// Every block of a page, or those that were kept, left out or doubtful.
export function JudgedBlocks({ view, chosen, onChoose }: { view: View } & Omit<BlockListProps, 'blocks'>) {
  const [share, set_share] = useState<(typeof shares)[number]>('all');
  const probable = has_probabilities(view);
  const is_doubtful = (score: number) => probable && score > doubt && score < 1 - doubt;
  const blocks = view.blocks
    .filter((block) =>
      share === 'all' ? true : share === 'doubtful' ? is_doubtful(block.score) : block.kept === (share === 'kept'),
    )
    .map((block): ListedBlock => ({
      node: block.node,
      tone: block.kept ? 'kept' : 'left',
      verdict: t(block.kept ? 'page.kept' : 'page.left') + (is_doubtful(block.score) ? `, ${t('blocks.doubtful')}` : ''),
      path: block.path,
      score: t('block.score', number(block.score, 2)),
      reason: block.reason,
      text: block.text,
    }));
  return (
    <div class="pane-text" tabIndex={0} role="region" aria-label={t('result.blocks')}>
      <label class="field inline">
        <span>{t('blocks.shown')}</span>
        <select value={share} onChange={(event) => set_share(shares.find((name) => name === event.currentTarget.value) ?? 'all')}>
          {shares
            .filter((name) => name !== 'doubtful' || probable)
            .map((name) => (
              <option key={name} value={name}>
                {t(`blocks.shown.${name}`)}
              </option>
            ))}
        </select>
      </label>
      <BlockList blocks={blocks} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}
