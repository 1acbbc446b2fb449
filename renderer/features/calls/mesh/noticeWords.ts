// What went wrong in a group call, and what to do about it.
import type { TFunction } from 'i18next';
import type { GroupState } from './groupCenter';
import type { GroupNotice } from './groupTypes';

const own = [
  'floor_taken',
  'floor_lost',
  'floor_over',
  'leg_failed',
  'no_such_call',
  'members_may_not_join',
] as const;

type Own = (typeof own)[number];

const isOwn = (notice: string): notice is Own => (own as readonly string[]).includes(notice);

export function noticeWords(
  t: TFunction,
  notice: GroupNotice | NonNullable<GroupState['failed']>,
): { readonly what: string; readonly remedy: string } {
  if (isOwn(notice))
    return {
      what: t(`groupCalls.notice.${notice}.what`),
      remedy: t(`groupCalls.notice.${notice}.remedy`),
    };
  return {
    what: t(`calls.problem.${notice}.what`),
    remedy: t(`calls.problem.${notice}.remedy`),
  };
}
