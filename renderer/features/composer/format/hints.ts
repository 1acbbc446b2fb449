// Finds the markdown in a text that is being written. It approximates the engine's parser, well enough to paint hints. Pure.

export type HintKind = 'sign' | 'bold' | 'italic' | 'strike' | 'code' | 'spoiler' | 'link';

export interface Hint {
  readonly start: number;
  readonly end: number;
  readonly kind: HintKind;
}

const delimiters = [
  ['**', 'bold'],
  ['__', 'bold'],
  ['~~', 'strike'],
  ['||', 'spoiler'],
  ['*', 'italic'],
  ['_', 'italic'],
] as const;

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isBlank = (character: string | undefined): boolean =>
  character === undefined || /\s/.test(character);

/** The position of the closing delimiter for the one at `from`, before `to`; -1: none. */
function closing(text: string, sign: string, from: number, to: number): number {
  const first = from + sign.length;
  if (sign === '*' && /\d\*\d/.test(text.slice(Math.max(0, from - 1), first + 1))) return -1;
  if (isBlank(text[first]) || (sign.startsWith('_') && isWord(text[from - 1]))) return -1;
  for (let at = first + 1; at + sign.length <= to; at += 1) {
    if (text[at - 1] === '\\') continue;
    if (text[at] === '`') {
      const code = /^(`+)[^`](?:.*?[^`])?\1(?!`)/s.exec(text.slice(at, to));
      if (code !== null) at += code[0].length - 1;
      continue;
    }
    if (!text.startsWith(sign, at) || isBlank(text[at - 1])) continue;
    if (sign === '*' && /^\d\*\d$/.test(text.slice(at - 1, at + 2))) continue;
    const isLonger = sign.length === 1 && (text[at + 1] === sign || text[at - 1] === sign);
    if (isLonger && !(text[at + 1] === sign && text[at + 2] === sign)) {
      at += text[at + 1] === sign ? 1 : 0;
      continue;
    }
    if (sign.startsWith('_') && isWord(text[at + sign.length])) continue;
    return at;
  }
  return -1;
}

function inlineHints(text: string, from: number, to: number, hints: Hint[]): void {
  const add = (start: number, end: number, kind: HintKind): void =>
    void (end > start && hints.push({ start, end, kind }));
  let at = from;
  while (at < to) {
    const rest = text.slice(at, to);
    const code = /^(`+)(?!`)([^`](?:.*?[^`])?)\1(?!`)/s.exec(rest);
    const link = /^\[([^\]\n]*)\]\((?:<[^>\n]*>|[^\s()]*)\)/.exec(rest);
    const delimiter = delimiters.find(([sign]) => rest.startsWith(sign));
    const close = delimiter === undefined ? -1 : closing(text, delimiter[0], at, to);
    const address = /^https?:\/\/[^\s<>`[\]"|]*/i.exec(rest)?.[0].replace(/[*_~.,:;!?'")]+$/, '');
    const isAddress = address !== undefined && !isWord(text[at - 1]);
    if (text[at] === '\\') at += 2;
    else if (isAddress) at += address.length;
    else if (code !== null) {
      const [whole, sign = ''] = code;
      add(at, at + sign.length, 'sign');
      add(at + sign.length, at + whole.length - sign.length, 'code');
      add(at + whole.length - sign.length, at + whole.length, 'sign');
      at += whole.length;
    } else if (link !== null) {
      const [whole, words = ''] = link;
      add(at, at + 1, 'sign');
      add(at + 1, at + 1 + words.length, 'link');
      inlineHints(text, at + 1, at + 1 + words.length, hints);
      add(at + 1 + words.length, at + whole.length, 'sign');
      at += whole.length;
    } else if (delimiter !== undefined && close !== -1) {
      const [sign, kind] = delimiter;
      add(at, at + sign.length, 'sign');
      add(at + sign.length, close, kind);
      inlineHints(text, at + sign.length, close, hints);
      add(close, close + sign.length, 'sign');
      at = close + sign.length;
    } else at += delimiter?.[0].length ?? 1;
  }
}

const prefix = /^ {0,3}(?:> ?|[-*+] |\d{1,9}[.)] |#{1,6} )+/;

/** The hints in the order of the text; one may contain another. */
export function hintsOf(text: string): readonly Hint[] {
  const hints: Hint[] = [];
  let at = 0;
  let block = 0;
  let fence: string | null = null;
  const endBlock = (to: number): void => {
    if (to > block) inlineHints(text, block, to, hints);
  };
  for (const line of text.split('\n')) {
    const end = at + line.length;
    const fenced = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      const isEnd = fenced?.startsWith(fence) === true && line.trim() === fenced;
      hints.push({ start: at, end, kind: isEnd ? 'sign' : 'code' });
      if (isEnd) fence = null;
      block = end + 1;
    } else if (fenced !== null) {
      endBlock(at);
      hints.push({ start: at, end, kind: 'sign' });
      fence = fenced;
      block = end + 1;
    } else {
      const sign = prefix.exec(line)?.[0] ?? '';
      if (sign !== '' || line.trim() === '') {
        endBlock(at);
        block = at + sign.length;
        if (sign !== '') hints.push({ start: at, end: block, kind: 'sign' });
        if (sign.includes('#')) hints.push({ start: block, end, kind: 'bold' });
      }
    }
    at = end + 1;
  }
  endBlock(Math.max(block, text.length));
  return hints.filter(({ start, end }) => end > start);
}

/** The text in pieces, each with all hint kinds that apply to it. */
export function pieces(
  text: string,
  hints: readonly Hint[],
): { text: string; kinds: HintKind[] }[] {
  const cuts = [...new Set([0, text.length, ...hints.flatMap(({ start, end }) => [start, end])])];
  cuts.sort((a, b) => a - b);
  const coming = hints.toSorted((a, b) => b.start - a.start);
  let open: Hint[] = [];
  return cuts.slice(0, -1).map((from, index) => {
    open = open.filter(({ end }) => end > from);
    for (let hint = coming.at(-1); hint !== undefined && hint.start <= from; hint = coming.at(-1)) {
      open.push(hint);
      coming.pop();
    }
    return { text: text.slice(from, cuts[index + 1]), kinds: open.map(({ kind }) => kind) };
  });
}
