// Words of the history on a call: its outcome, its length, the other person. Must not be loaded before the history is.
import type { TFunction } from 'i18next';
import type { CallHistoryItem } from '#contract/areas/calls/callsModels';
import { formatDuration } from '#ui/text/time';

/** The outcome of a call, without the other person and the length. */
export function outcomeWords(t: TFunction, { call, person }: CallHistoryItem): string {
  const { direction, outcome, media } = call;
  const wasIn = outcome === 'answered' || outcome === 'running';
  return person === null && wasIn
    ? t(`callPlace.group.${direction === 'out' ? 'started' : 'in'}`, { context: media })
    : t(`callPlace.kind.${direction}.${outcome}`, { context: media });
}

/** The words before the length: the history has how long this device was in a group call, its room how long the call was. */
export const lengthOf = (t: TFunction, { call, person }: CallHistoryItem): string =>
  call.durationMs === null ? '' : person === null ? `, ${t('callPlace.group.wasIn')}` : ',';

export function kindWords(t: TFunction, item: CallHistoryItem): string {
  const { durationMs } = item.call;
  const words = `${outcomeWords(t, item)}${lengthOf(t, item)}`;
  return durationMs === null ? words : `${words} ${formatDuration(durationMs)}`;
}

/** The other side of a call: a person, or the room of a group. */
export const otherOf = ({
  person,
  roomId,
  roomName,
  address,
  avatar,
}: CallHistoryItem): {
  readonly id: string;
  readonly name: string;
  readonly avatar: string | null;
  /** Tells it from another one of this name. */
  readonly address: string | undefined;
} =>
  person === null
    ? { id: roomId, name: roomName, avatar, address }
    : {
        id: person.userId,
        name: person.name,
        avatar: person.avatar,
        address: person.ambiguous ? person.userId : undefined,
      };
