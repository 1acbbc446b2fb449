// File names of other people as they may be shown: no control or bidi characters, no path, a length that fits. Pure.
import { fold } from '../rooms/fold';

/** CHAT-3.32. */
export const unnamed = 'Unnamed File';
const longestName = 255;
const longestExtension = 16;
const longestSortKey = 300;

// Controls, bidi marks, overrides and isolates, and invisible characters except the joiners that scripts and emoji need.
const unwanted =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d/gu;
const lookLikeSeparators = /[/\\\u2044\u2215\u29f8\uff0f\uff3c]/gu;
/** A long pause hides what comes after it. */
const pause = /\s{3,}/gu;

export interface FileName {
  readonly name: string;
  /** True when the shown name differs from the sent one. */
  readonly odd: boolean;
  /** The extension that decides how the file is opened: lower case, no dot; empty when there is none. */
  readonly extension: string;
}

/** Letters and digits after the last dot; a name that begins with its only dot has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return '';
  const extension = name.slice(dot + 1).trim();
  if (extension.length > longestExtension || !/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(extension))
    return '';
  return extension.toLowerCase();
}

/** The end stays visible: it says what the file is. */
function cut(name: string, extension: string): string {
  if (name.length <= longestName) return name;
  const end = extension === '' ? '…' : `….${name.slice(-extension.length)}`;
  const head = name.slice(0, longestName - end.length);
  // Half of a surrogate pair is no character.
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}${end}`;
}

/** Cleans a file name; 'Unnamed File' for a value that is no text, or has no visible characters left. */
export function cleanFileName(raw: unknown): FileName {
  if (typeof raw !== 'string' || raw === '') return { name: unnamed, odd: false, extension: '' };
  const clean = raw
    .slice(0, 20_000)
    .replace(unwanted, '')
    .replace(lookLikeSeparators, '_')
    .replace(pause, ' ')
    .trim();
  const safe = /^\.+$/.test(clean) ? clean.replaceAll('.', '_') : clean;
  const extension = extensionOf(safe);
  const name = cut(safe, extension);
  if (name === '') return { name: unnamed, odd: true, extension: '' };
  return { name, odd: name !== raw.trim(), extension };
}

/** Folded, numbers with their length before them, so that 'img 2' comes before 'img 10'. */
export function sortKey(name: string): string {
  return fold(name)
    .slice(0, longestSortKey)
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '');
      return `${String(number.length).padStart(3, '0')}${number}`;
    });
}
