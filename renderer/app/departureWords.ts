// How this account came out of a room or a shared folder, as the page of a folder and the notice of both say it.
import type { TFunction } from 'i18next';
import type { Departure } from '#contract/areas/rooms/departureModels';
import { isolate } from '#ui/text/isolate';

/** A sentence without its full stop. Its words are among those of later screens. */
export const departureWords = (
  t: TFunction,
  name: string,
  { how, by, deleted }: Departure = { how: 'unknown', by: null, listed: false },
): string =>
  t(`files.empty.gone.${deleted !== true ? how : by === null ? 'ownDeleted' : 'deleted'}`, {
    name: isolate(name),
    who: by === null ? t('files.conflict.somebody') : isolate(by.name),
  });

/** The same with the words of who did it. */
export function departureAndReason(t: TFunction, name: string, departure: Departure): string {
  const told = departureWords(t, name, departure);
  return departure.reason === undefined ? told : `${told}: ${departure.reason}`;
}
