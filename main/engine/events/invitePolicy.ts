// Which invitations this account refuses by its policy (MSC3847): rules of rooms that it named, about people, rooms and servers. Reads only;
// what follows from it is a matter of the room list and of notices.
import { serverNameOf } from '#contract/plainNames';
import { account, getAccountData, policyTypes } from '#stores/settings/accountData';
import { roomNoOf } from '#stores/rooms/rooms';
import { stateOfType } from '#stores/rooms/state';
import { memo } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { globMatcher } from '../base/glob';
import { isRecord } from '../base/record';

type Db = Store['db'];

const policyKeys = ['m.ignore.invites', 'org.matrix.msc3847.ignore.invites'] as const;
const mostSources = 50;

/** By what they apply to (spec, "Moderation policy lists"). */
const ruleTypes = {
  user: 'm.policy.rule.user',
  room: 'm.policy.rule.room',
  server: 'm.policy.rule.server',
} as const;

/** Ids of rooms; the first of the two names that is set counts. */
function sourcesIn(content: Record<string, unknown> | null): readonly string[] {
  const policy = policyKeys.map((key) => content?.[key]).find(isRecord);
  const named = [
    ...(Array.isArray(policy?.['sources']) ? policy['sources'] : []),
    policy?.['target'],
  ];
  const ids = named.filter((id: unknown): id is string => typeof id === 'string');
  return [...new Set(ids)].slice(0, mostSources);
}

/** The rooms whose rules this account follows: its sources, and the one that its own rules go into. */
export const policyRooms = (db: Db): readonly string[] =>
  memo(db, policyTypes[0], () => {
    const content = policyTypes.map((type) => getAccountData(db, account, type));
    return sourcesIn(content.find((one) => one !== null) ?? null);
  });

/** Only `m.ban` says something of invitations. */
function bans(content: Readonly<Record<string, unknown>>, of: string): boolean {
  const { entity, recommendation } = content;
  return recommendation === 'm.ban' && typeof entity === 'string' && globMatcher(entity)(of);
}

export function isRefused(db: Db, roomId: string, inviter: string | null): boolean {
  const server = inviter === null ? null : serverNameOf(inviter);
  const about = [
    [ruleTypes.room, roomId],
    [ruleTypes.user, inviter],
    [ruleTypes.server, server],
  ] as const;
  return policyRooms(db).some((source) => {
    const roomNo = roomNoOf(db, source);
    return (
      roomNo !== null &&
      about.some(
        ([type, entity]) =>
          entity !== null &&
          stateOfType(db, roomNo, type).some(({ raw }) => bans(raw.content, entity)),
      )
    );
  });
}
