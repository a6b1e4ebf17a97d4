// What `pith eval --report` lays into its page (src/evaluate/report.cpp), as the runs that the components show.

import type { Figures } from './api';
import { judged_sets, type JudgedSet } from './runs';

type Interval = [value: number | null, low: number | null, high: number | null];
type Score = [f1: number | null, p: number | null, r: number | null, ms: number | null, judged: string];
type Block = [text: number, path: number, reason: number, score: number, kind: number, kept: 0 | 1, wanted: 0 | 1];

/// A page with its blocks, by method; texts by their number in `strings`.
export interface ExplainedPage {
  set: number;
  page: number;
  url: string;
  gold: string[];
  blocks: Block[][];
  cuts: number[];
  found: number[][];
  strings: string[];
}

export interface ReportData {
  version: string;
  methods: string[];
  figures: string[];
  sets: {
    name: string;
    groups: { name: string; pages: number; figures: Interval[][] }[];
    trained_on: boolean[];
    pages: [id: string, group: string, type: string, scores: Score[]][];
  }[];
  explained: ExplainedPage[];
}

const kSteps = 10; // of F1, in the distribution

export function sets_of(data: ReportData): JudgedSet[] {
  const figures_of = (intervals: Interval[] | undefined): Figures =>
    Object.fromEntries(
      (intervals ?? []).flatMap(([value, low, high], f) => (value === null ? [] : [[data.figures[f]!, { value, low, high }]])),
    );
  const runs = data.sets.flatMap((set) =>
    data.methods.map((method, m) => {
      const [all, ...groups] = set.groups;
      const distribution = new Array<number>(kSteps).fill(0);
      const confusion = new Map<string, { labelled: string; judged: string; pages: number }>();
      for (const [, , labelled, scores] of set.pages) {
        const [f1, , , , judged] = scores[m]!;
        if (f1 !== null) ++distribution[Math.min(kSteps - 1, Math.floor(f1 * kSteps))]!;
        if (!labelled || !judged) continue;
        const cell = confusion.get(`${labelled} ${judged}`) ?? { labelled, judged, pages: 0 };
        ++cell.pages;
        confusion.set(`${labelled} ${judged}`, cell);
      }
      return {
        options: { method, favor: 'balanced', settings: {} },
        result: {
          set: set.name,
          done: true,
          finished: set.pages.length,
          total: set.pages.length,
          method,
          pages: all?.pages ?? 0,
          trained_on: set.trained_on[m] ?? false,
          figures: figures_of(all?.figures[m]),
          types: groups.map((group) => {
            const figures = figures_of(group.figures[m]);
            return { type: group.name, pages: group.pages, f1: figures.f1?.value ?? null, figures };
          }),
          distribution,
          confusion: [...confusion.values()],
          results: set.pages.map(([id, group, , scores], record) => {
            const [f1, p, r, ms] = scores[m]!;
            return { record, id, page_type: group, f1, p, r, ms };
          }),
        },
      };
    }),
  );
  return judged_sets(runs);
}
