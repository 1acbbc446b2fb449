// The filters of lists of files: groups of kinds, senders, times. Pure.
import type { FileKind, FilesQuery } from '#contract/areas/files/filesModels';
import type { z } from 'zod';

export type KindGroup =
  'all' | 'pictures' | 'videos' | 'audio' | 'documents' | 'code' | 'archives' | 'other';
export type Period = 'any' | 'today' | 'week' | 'month' | 'year';

export const kindGroups: readonly KindGroup[] = [
  'all',
  'pictures',
  'videos',
  'audio',
  'documents',
  'code',
  'archives',
  'other',
];
export const periods: readonly Period[] = ['any', 'today', 'week', 'month', 'year'];

const kinds: Readonly<Record<KindGroup, readonly FileKind[]>> = {
  all: [],
  pictures: ['image'],
  videos: ['video'],
  audio: ['audio'],
  documents: ['pdf', 'document', 'sheet', 'slides', 'text', 'markdown'],
  code: ['code'],
  archives: ['archive'],
  other: ['design', 'other'],
};

const days: Readonly<Record<Exclude<Period, 'any'>, number>> = {
  today: 0,
  week: 7,
  month: 30,
  year: 365,
};

export interface Filters {
  readonly text: string;
  readonly group: KindGroup;
  readonly sender: string | null;
  readonly period: Period;
}

export const noFilters: Filters = { text: '', group: 'all', sender: null, period: 'any' };

export const isFiltered = ({ text, group, sender, period }: Filters): boolean =>
  text.trim() !== '' || group !== 'all' || sender !== null || period !== 'any';

/** Local midnight so many days ago: the same all day long, so that the query stays the same. */
function fromMsOf(period: Period, nowMs: number): number | null {
  if (period === 'any') return null;
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - days[period]);
  return day.getTime();
}

export function queryOf(
  roomId: string | null,
  { text, group, sender, period }: Filters,
  nowMs: number,
  limit: number,
): z.infer<typeof FilesQuery> {
  return {
    roomId,
    text: text.trim().slice(0, 200),
    inText: true,
    kinds: [...kinds[group]],
    sender,
    fromMs: fromMsOf(period, nowMs),
    toMs: null,
    sort: { by: 'changed', descending: true },
    limit,
  };
}

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The name cut where the searched text stands in it: `[before, hit, after]`; no hit: the whole name alone. */
export function cutAtHit(name: string, text: string): readonly [string, string, string] {
  const wanted = fold(text.trim());
  if (wanted === '') return [name, '', ''];
  const letters = [...name];
  for (let from = 0; from < letters.length; from += 1) {
    let to = from;
    let found = '';
    while (to < letters.length && found.length < wanted.length) {
      found += fold(letters[to] ?? '');
      to += 1;
    }
    if (found === wanted)
      return [
        letters.slice(0, from).join(''),
        letters.slice(from, to).join(''),
        letters.slice(to).join(''),
      ];
  }
  return [name, '', ''];
}
