// The sentence of a notice, for where it stands without its view.
import type { TFunction } from 'i18next';
import { isolate } from '#ui/text/isolate';
import { groupWords, lineWords } from '../../calls';
import type { Notice } from './kind';
import { stateWords } from './stateChange';

/** Names everybody, the reader too. */
export function noticeWords(t: TFunction, item: Notice): string {
  const actor = isolate(item.actor.name);
  if (item.call !== undefined) return lineWords(t, item.call, actor, null);
  if (item.groupCall !== undefined) return groupWords(t, item.groupCall, actor);
  return stateWords(t, item, null);
}
