// The screens of the gallery, with hostile words wherever an engine tells what other people named or wrote.
import { onTheWay } from '../../../gallery/fakes/fakeApp';
import { attackOn } from './attacks';

declare global {
  interface Window {
    /** Which attack of each turn this page shows. */
    turn: number;
    ran: number;
    /** Places whose words reach the direction of what stands beside them. */
    turned(): string[];
  }
}

window.turn = Number(new URLSearchParams(window.location.search).get('turn') ?? 0);
window.ran = 0;
(window as unknown as { pwned: () => void }).pwned = () => {
  window.ran += 1;
};

const fields = new Set(
  (
    'name userName senderName displayName roomName deviceName fileName text topic title description caption detail ' +
    'question voters senders key keywords label shortcode reason status site inFile word words alias pronouns biography'
  ).split(' '),
);
let count = window.turn;

/** `path`: the last two names that lead here. */
function poisoned(value: unknown, path: readonly string[]): unknown {
  const field = path.at(-1) ?? '';
  if (typeof value === 'string') {
    const isRowKey = field === 'key' && path.at(-2) !== 'reactions';
    if (!fields.has(field) || isRowKey || value === '') return value;
    count += 1;
    return attackOn(value, path.slice(-2).join('.'), count);
  }
  if (Array.isArray(value)) return value.map((one) => poisoned(one, path));
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, poisoned(one, [...path, name])]),
  );
}

const carried = new Set(['output', 'value', 'ops']);
onTheWay.change = (message) =>
  typeof message !== 'object' || message === null
    ? message
    : Object.fromEntries(
        Object.entries(message).map(([name, one]) => [
          name,
          carried.has(name) ? poisoned(one, []) : (one as unknown),
        ]),
      );

const isDrawn = (node: Node): boolean => (node.textContent ?? '').trim() !== '';
const flows = (node: Node): boolean =>
  node instanceof Text ||
  (node instanceof Element && /^(inline|contents)$/.test(getComputedStyle(node).display));

const isolating = 'bdi, [dir]:not(html)';

/** True when no element isolates these words from others in the same line. */
function reaches(words: Text): boolean {
  for (let node: Node = words; ;) {
    const parent = node.parentElement;
    if (parent === null) return false;
    if (parent.matches(isolating)) return false;
    const beside = [...parent.childNodes].filter((one) => one !== node && flows(one));
    if (!/flex|grid/.test(getComputedStyle(parent).display) && beside.some(isDrawn)) return true;
    if (!flows(parent)) return false;
    node = parent;
  }
}

/** The text without the parts between U+2068 and U+2069. */
const unisolated = (text: string): string => text.replace(/\u2068[^\u2069]*\u2069/g, '');
/** Our own words follow in the same text. */
const goesOn = (text: string): boolean =>
  text.includes('⟧') && /\p{L}/u.test(text.split('⟧').at(-1) ?? '');

window.turned = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const field = /⟦([\w.]+)/.exec(node.data)?.[1];
    if (field === undefined || node.parentElement?.checkVisibility() !== true) continue;
    const bare = unisolated(node.data);
    if (!/[⟦⟧]/.test(bare)) continue;
    const isIsolated = node.parentElement.closest(isolating) !== null;
    if (reaches(node) || (!isIsolated && goesOn(bare)))
      found.add(`${field}: ${node.parentElement.parentElement?.textContent ?? ''}`);
  }
  return [...found];
};

void import('../../../gallery/gallery');
