// Words for those who could not be invited: each is named, with the reason.
import { serverNameOf } from '#contract/plainNames';
import type { TFunction } from 'i18next';
import type { Uninvited } from '#contract/areas/rooms/peopleModels';
import { isolate } from '#ui/text/isolate';

/** Those whom a failure of an invitation names. */
export function uninvitedOf(data: Record<string, unknown> | null): readonly Uninvited[] {
  const told = data?.['uninvited'];
  return Array.isArray(told) ? (told as readonly Uninvited[]) : [];
}

/** A sentence for each reason, and for each server that was not reached. */
export function uninvitedText(t: TFunction, uninvited: readonly Uninvited[]): string {
  const groups = new Map<string, Uninvited[]>();
  for (const one of uninvited) {
    const key = one.reason === 'server' ? `server ${serverNameOf(one.userId)}` : one.reason;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .map(([first, ...others]) => {
      if (first === undefined) return '';
      const names = [first, ...others].map(({ userId }) => isolate(userId));
      return t(`notInvited.${first.reason}`, {
        names,
        server: isolate(serverNameOf(first.userId)),
      });
    })
    .join(' ');
}
