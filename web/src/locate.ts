// Where the text of blocks stands in what was made of them. Formats fold, escape and mark up; letters and digits stay,
// in their order, so these are what is looked for.

const letter = /[\p{L}\p{N}]/u;

export interface Segment {
  text: string;
  block: number | null;
}

/// Cuts `text` into parts, each of one block or of none. Blocks in the order of the text; those that are not found are
/// passed over. O(text), but for blocks that are not there.
export function segments(text: string, blocks: readonly { node: number; text: string }[]): Segment[] {
  let letters = '';
  const places: number[] = [];
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i)!;
    const character = String.fromCodePoint(code);
    if (letter.test(character)) {
      for (let unit = 0; unit < character.length; ++unit) places.push(i + unit);
      letters += character;
    }
    i += character.length;
  }
  const out: Segment[] = [];
  let done = 0; // of text
  let cursor = 0; // of letters
  for (const block of blocks) {
    if (cursor >= letters.length) break;
    const wanted = [...block.text].filter((character) => letter.test(character)).join('');
    if (wanted === '') continue;
    // Nearly always right here; further away only where something stands in between.
    const at = letters.startsWith(wanted, cursor) ? cursor : letters.indexOf(wanted, cursor);
    if (at < 0 || at - cursor > 20_000) continue;
    // What marks it up (a "#", a "-") goes with it: to the beginning of the line.
    let begin = places[at]!;
    const line = text.lastIndexOf('\n', begin) + 1;
    if (line >= done && !letter.test(text.slice(line, begin))) begin = line;
    let end = places[at + wanted.length - 1]! + 1;
    while (end < text.length && text[end] !== '\n' && !letter.test(text[end]!)) ++end;
    if (begin < done) begin = done;
    if (begin > done) out.push({ text: text.slice(done, begin), block: null });
    out.push({ text: text.slice(begin, end), block: block.node });
    done = end;
    cursor = at + wanted.length;
  }
  if (done < text.length) out.push({ text: text.slice(done), block: null });
  return out;
}
