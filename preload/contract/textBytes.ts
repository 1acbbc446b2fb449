// The characters of a text file, by its bytes alone: no file says how it is encoded. Pure.

/** Node and the window both have it; the contract knows the types of neither. */
declare const TextDecoder: new (
  label: string,
  options?: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array, options?: { readonly stream: boolean }): string };

/** The encoding that a byte order mark names. Absent: there is none. */
function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

// eslint-disable-next-line no-control-regex -- these are the characters that no text has
const control = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

/** Decodes bytes that may end within a character; null where they are none of that encoding. */
function fitting(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    // They do not fit.
    return null;
  }
}

/** Whether these first bytes of a file are text: UTF-8, UTF-16 with a mark, or one byte for each character, as Windows has written it. */
export function isText(head: Uint8Array): boolean {
  const marked = markedEncoding(head);
  const text = fitting(head, marked ?? 'utf-8');
  if (marked !== undefined) return text !== null && !control.test(text);
  if (head.includes(0)) return false;
  return text !== null || !control.test(new TextDecoder('windows-1252').decode(head));
}

/** The text with plain line ends. A few bytes that are no UTF-8 become the replacement character; where most are none, each is a character. */
export function decodeText(bytes: Uint8Array): string {
  const decode = (encoding: string) =>
    new TextDecoder(encoding).decode(bytes, { stream: true }).replace(/\r\n?/g, '\n');
  const marked = markedEncoding(bytes);
  const text = decode(marked ?? 'utf-8');
  if (marked !== undefined) return text;
  const count = (what: RegExp): number => text.match(what)?.length ?? 0;
  const unfit = count(/\ufffd/g);
  return unfit > 0 && unfit > count(/[^\0-\x7f\ufffd]/gu) ? decode('windows-1252') : text;
}
