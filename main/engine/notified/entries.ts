// The entries of the list: those of the server's pages, and mentions of encrypted rooms, which no server knows, among them by time. Pure.
import type { NotifiedMessage } from '#contract/areas/notifications';
import type { StoredMention } from '#stores/ingest/mentions';
import { cleanReason } from '../events/cleanName';
import type { Notified } from './request';

type Facts = Pick<NotifiedMessage, 'key' | 'roomId' | 'eventId' | 'sentAtMs' | 'read' | 'mention'>;

/** The facts of an entry that stay in memory: its message is on the disk. */
export interface Entry {
  readonly facts: Facts;
  /** Null: a message, as far as one can know. */
  readonly act: 'invited' | 'moved' | 'other' | null;
  /** Sender of the event; needed for an invitation, whose event is not stored. */
  readonly by: string;
  /** The words of an invitation. */
  readonly reason?: string;
  /** When it came, as the server says it, or this computer; an entry that an older build kept has none. */
  readonly atMs?: number;
}

const keyOf = (roomId: string, eventId: string): string => `${roomId} ${eventId}`;

export const toEntry = (
  { roomId, event, read, mention, atMs }: Notified,
  ownUserId: string | null,
): Entry => {
  const {
    event_id: eventId,
    origin_server_ts: sentAtMs,
    type,
    content,
    state_key: of,
    sender: by,
  } = event;
  const invites = type === 'm.room.member' && content['membership'] === 'invite';
  const moves = type === 'm.room.tombstone';
  const act = moves ? 'moved' : 'other';
  const reason = cleanReason(content['reason']);
  return {
    // The rule about rooms that moved is one for mentions, but it names nobody.
    facts: {
      key: keyOf(roomId, eventId),
      roomId,
      eventId,
      sentAtMs,
      read,
      mention: mention && !moves,
    },
    act: of === undefined ? null : invites && of === ownUserId ? 'invited' : act,
    ...{ by, atMs },
    ...(invites && reason !== null && { reason }),
  };
};

const ofMention = ({ roomId, eventId, sender: by, sentAtMs, atMs }: StoredMention): Entry => ({
  facts: {
    ...{ key: keyOf(roomId, eventId), roomId, eventId, sentAtMs },
    read: false,
    mention: true,
  },
  ...{ act: null, by, atMs },
});

const timeOf = ({ atMs, facts }: Entry): number => atMs ?? facts.sentAtMs;

/** Entries of one source, newest first; `whole`: there is nothing older. */
export interface Source<T> {
  readonly entries: readonly T[];
  readonly whole: boolean;
}

const untilOf = ({ entries, whole }: Source<Entry>): number =>
  whole || entries.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...entries.map(timeOf));

/**
 * Both sources as one list, each message once. It ends where one of them is not known any further, so that nothing comes in between
 * later.
 */
export function withMentions(
  listed: Source<Entry>,
  { entries: mentions, whole }: Source<StoredMention>,
): Entry[] {
  const own = mentions.map(ofMention);
  const [mine, theirs] = [own, listed.entries].map(
    (entries) => new Set(entries.map(({ facts }) => facts.key)),
  );
  const rest = own.filter(({ facts }) => theirs?.has(facts.key) !== true);
  const all: Entry[] = [];
  let next = 0;
  for (const entry of listed.entries) {
    for (; next < rest.length; next += 1) {
      const mention = rest[next];
      if (mention === undefined || timeOf(mention) <= timeOf(entry)) break;
      all.push(mention);
    }
    const isMention = entry.facts.mention || mine?.has(entry.facts.key) === true;
    all.push({ ...entry, facts: { ...entry.facts, mention: isMention } });
  }
  all.push(...rest.slice(next));
  const untilMs = Math.max(untilOf(listed), untilOf({ entries: own, whole }));
  return all.filter((entry) => timeOf(entry) >= untilMs);
}
