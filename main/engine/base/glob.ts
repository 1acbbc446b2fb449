// Glob patterns of push rules, in time linear in the text: a bit per place in the pattern, all moved at once for each character. Patterns
// come from others too (policy rooms), so there is no regular expression and no backtracking.

const wordLength = 32;
const mostPatternCharacters = 1024;

interface Compiled {
  /** Number of places; the last one means that the pattern is matched. */
  readonly places: number;
  readonly words: number;
  /** Places that stay while any character passes: a star stands there. */
  readonly stay: Uint32Array;
  /** Per character: the places that it leads to. */
  readonly leads: ReadonlyMap<string, Uint32Array>;
  /** The places that any other character leads to. */
  readonly anyLeads: Uint32Array;
}

/** Case-insensitive; `*` is any run of characters, `?` exactly one. Returns the test of the whole text. */
export function globMatcher(pattern: string): (text: string) => boolean {
  const compiled = compile(pattern);
  return (text) => compiled !== null && run(compiled, text, false);
}

/** The same for a part of the text that stands between the ends of the text or characters other than A-Z, a-z, 0-9 and _. */
export function wordGlobMatcher(pattern: string): (text: string) => boolean {
  const compiled = compile(pattern);
  return (text) => compiled !== null && run(compiled, text, true);
}

function compile(pattern: string): Compiled | null {
  const characters = Array.from(pattern.toLowerCase());
  if (characters.length > mostPatternCharacters) return null;
  const tokens = characters.filter((character) => character !== '*');
  const places = tokens.length + 1;
  const words = Math.ceil(places / wordLength);
  const empty = () => new Uint32Array(words);
  const stay = empty();
  let at = 0;
  for (const character of characters) {
    if (character === '*') setBit(stay, at);
    else at += 1;
  }
  const anyLeads = empty();
  tokens.forEach((token, i) => token === '?' && setBit(anyLeads, i + 1));
  const leads = new Map<string, Uint32Array>();
  for (const token of new Set(tokens)) {
    const mask = Uint32Array.from(anyLeads);
    tokens.forEach((other, i) => other === token && setBit(mask, i + 1));
    leads.set(token, mask);
  }
  return { places, words, stay, leads, anyLeads };
}

function run(glob: Compiled, text: string, words: boolean): boolean {
  const last = glob.places - 1;
  let now = new Uint32Array(glob.words);
  let next = new Uint32Array(glob.words);
  let before = true;
  setBit(now, 0);
  for (const character of text.toLowerCase()) {
    const inWord = isWord(character);
    if (words) {
      // A new try begins where a word may begin; what was matched up to here counts if a word may end here.
      if (before) setBit(now, 0);
      if (!inWord && hasBit(now, last)) return true;
    }
    const lead = glob.leads.get(character) ?? glob.anyLeads;
    let carry = 0;
    let alive = 0;
    for (let i = 0; i < glob.words; i += 1) {
      const bits = now[i] ?? 0;
      const moved = ((bits << 1) | carry) & (lead[i] ?? 0);
      carry = bits >>> (wordLength - 1);
      const kept = moved | (bits & (glob.stay[i] ?? 0));
      next[i] = kept;
      alive |= kept;
    }
    if (!words && alive === 0) return false;
    [now, next] = [next, now];
    before = !inWord;
  }
  if (words && before) setBit(now, 0);
  return hasBit(now, last);
}

const isWord = (character: string) => /^[0-9a-z_]$/.test(character);

function setBit(bits: Uint32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

const hasBit = (bits: Uint32Array, at: number): boolean =>
  ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
