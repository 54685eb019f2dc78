/** Letters that Unicode does not decompose into a base letter and a mark. */
const SPECIAL: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

const MARKS = /\p{M}/gu;

export interface FoldedText {
  text: string;
  /** For each character of the folded text, the index in the original that it stems from. */
  origins: number[];
}

export interface Segment {
  text: string;
  match: boolean;
}

type Range = [start: number, end: number];

function foldCharacter(character: string): string {
  const plain = character.normalize('NFD').replace(MARKS, '').toLowerCase();
  return SPECIAL[plain] ?? plain;
}

/** Folds case and diacritics, so that "Ærø" and "aero" compare as equal. */
export function fold(text: string): string {
  return Array.from(text, foldCharacter).join('');
}

/** As `fold`, and remembers where each folded character comes from. */
export function foldWithOrigins(text: string): FoldedText {
  let folded = '';
  const origins: number[] = [];
  let index = 0;
  for (const character of text) {
    const part = foldCharacter(character);
    for (let offset = 0; offset < part.length; offset += 1) origins.push(index);
    folded += part;
    index += character.length;
  }
  return { text: folded, origins };
}

/** The words of a query, folded and without repetitions. */
export function queryWords(query: string): string[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  return [...new Set(words)];
}

function endOf(folded: FoldedText, last: number, length: number): number {
  const origin = folded.origins[last];
  for (let next = last + 1; next < folded.origins.length; next += 1) {
    if (folded.origins[next] > origin) return folded.origins[next];
  }
  return length;
}

function findRanges(text: string, words: string[]): Range[] {
  const folded = foldWithOrigins(text);
  const ranges: Range[] = [];
  for (const word of words) {
    let at = folded.text.indexOf(word);
    while (at !== -1) {
      ranges.push([folded.origins[at], endOf(folded, at + word.length - 1, text.length)]);
      at = folded.text.indexOf(word, at + word.length);
    }
  }
  return ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges) {
    const previous = merged[merged.length - 1];
    if (previous && start <= previous[1]) {
      previous[1] = Math.max(previous[1], end);
    } else {
      merged.push([start, end]);
    }
  }
  return merged;
}

/** Cuts a text into parts that match a word of the query and parts that do not. Joined, they are the text. */
export function segments(text: string, query: string): Segment[] {
  const words = queryWords(query);
  if (words.length === 0) return [{ text, match: false }];
  const parts: Segment[] = [];
  let position = 0;
  for (const [start, end] of mergeRanges(findRanges(text, words))) {
    if (start > position) parts.push({ text: text.slice(position, start), match: false });
    parts.push({ text: text.slice(start, end), match: true });
    position = end;
  }
  if (position < text.length) parts.push({ text: text.slice(position), match: false });
  return parts;
}
