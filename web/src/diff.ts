// Differences of two texts, line by line (Myers 1986, linear refinement by common ends): what a reader wants to see is
// which paragraphs came and went.

export interface Piece {
  kind: 'same' | 'more' | 'fewer';
  text: string;
}

/// Above so many differences the middle is told as replaced: the shortest script would take seconds and say no more.
const most_steps = 2000;

export function lines_of(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/// What `now` has that `there` has not (more), and the other way (fewer).
export function difference(there: readonly string[], now: readonly string[]): Piece[] {
  let begin = 0;
  while (begin < there.length && begin < now.length && there[begin] === now[begin]) ++begin;
  let end = 0;
  while (end < there.length - begin && end < now.length - begin && there.at(-1 - end) === now.at(-1 - end)) ++end;
  const a = there.slice(begin, there.length - end);
  const b = now.slice(begin, now.length - end);
  const piece = (kind: Piece['kind']) => (text: string): Piece => ({ kind, text });
  return [
    ...there.slice(0, begin).map(piece('same')),
    ...middle(a, b),
    ...there.slice(there.length - end).map(piece('same')),
  ];
}

function middle(a: string[], b: string[]): Piece[] {
  const bound = Math.min(a.length + b.length, most_steps);
  const reach = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let d = 0; d <= bound; ++d) {
    trace.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) ++x;
      reach.set(k, x);
      if (x >= a.length && x - k >= b.length) return back(a, b, trace, d);
    }
    if (d * d > 4_000_000) break;
  }
  return [...a.map((text): Piece => ({ kind: 'fewer', text })), ...b.map((text): Piece => ({ kind: 'more', text }))];
}

function back(a: string[], b: string[], trace: Map<number, number>[], steps: number): Piece[] {
  const pieces: Piece[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = steps; d > 0; --d) {
    const reach = trace[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const from_x = reach.get(from) ?? 0;
    const from_y = from_x - from;
    while (x > from_x && y > from_y && x > 0 && y > 0 && a[x - 1] === b[y - 1]) {
      pieces.push({ kind: 'same', text: a[x - 1]! });
      --x;
      --y;
    }
    if (down) pieces.push({ kind: 'more', text: b[--y]! });
    else pieces.push({ kind: 'fewer', text: a[--x]! });
  }
  while (x > 0 && y > 0) {
    pieces.push({ kind: 'same', text: a[--x]! });
    --y;
  }
  return pieces.reverse();
}
