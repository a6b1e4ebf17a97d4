// How blocks are marked on a page, in the tree and in lists.

import type { View } from './api';
import { has_probabilities } from './block_details';
import type { Mark } from './page_frame';

function strength_of(view: View): (score: number) => number {
  if (has_probabilities(view)) return (score) => score;
  let most = 0;
  for (const block of view.blocks) most = Math.max(most, block.score);
  return (score) => (most > 0 ? Math.max(0, score) / most : 0.5);
}

/// How the blocks of a view are tinted: by what it keeps, or by what differs from the other.
export function marks_of(now: View, there: View | null, gold: boolean): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  const strength = strength_of(now);
  const kept_there = there ? new Set(there.blocks.filter((b) => b.kept).map((b) => b.node)) : gold ? new Set(now.gold_blocks) : null;
  for (const block of now.blocks) {
    const level = strength(block.score);
    if (!kept_there) {
      const filtered = block.reason.startsWith('taken out by filter');
      marks.set(block.node, {
        tone: block.kept ? 'kept' : filtered ? 'filtered' : 'left',
        // Left out for sure is as pale as can be; what nearly stayed is to be seen.
        strength: block.kept ? Math.max(0.3, level) : Math.max(0.15, level * 0.9),
      });
    } else {
      const is_there = kept_there.has(block.node);
      marks.set(block.node, {
        tone: block.kept ? (is_there ? 'both' : 'now') : is_there ? 'there' : 'none',
        strength: block.kept === is_there ? 0.4 : 0.8,
      });
    }
  }
  return marks;
}
