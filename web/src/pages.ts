// A list that the service gives in parts: its beginning at once, more when it is asked for.

import { useEffect, useState } from 'preact/hooks';
import { words_of } from './page_state';

export interface PagesOf<Page, Rest> {
  pages: readonly Page[];
  rest: Rest | null; // what the service says besides, in its last answer
  failure: string;
  more: () => void;
}

/// Begins anew when one of `wanted` changes.
export function usePages<Page, Rest>(
  ask: (from: number, abort?: AbortSignal) => Promise<{ pages: Page[] } & Rest>,
  wanted: readonly unknown[],
): PagesOf<Page, Rest> {
  const [found, set_found] = useState<{ pages: readonly Page[]; rest: Rest | null }>({ pages: [], rest: null });
  const [failure, set_failure] = useState('');
  const load = async (from: number, abort?: AbortSignal) => {
    try {
      const answer = await ask(from, abort);
      set_found((before) => ({ pages: from === 0 ? answer.pages : [...before.pages, ...answer.pages], rest: answer }));
      set_failure('');
    } catch (error) {
      if (!abort?.aborted) set_failure(words_of(error));
    }
  };
  useEffect(() => {
    const abort = new AbortController();
    void load(0, abort.signal);
    return () => abort.abort();
  }, [...wanted]);
  return { ...found, failure, more: () => void load(found.pages.length) };
}
