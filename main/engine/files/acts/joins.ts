// Into trees and out again: an invitation to a tree is accepted once, the directories below follow by themselves, and so do later ones
// (one after the other, as the server's limits allow). Only directories that a joined tree links to, and only when somebody of that
// tree invites: nobody else can draw this account into a room.
import { isRecord, textOf } from '#stores/events/types';
import { getRoom, listRooms, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { getMember, getState } from '#stores/rooms/state';
import { all } from '#stores/sqlite/statements';
import type { ChangeSet } from '#stores/sqlite/store';
import { idsBelow } from '../../rooms/hierarchy';
import { serversIn } from '../../rooms/via';
import { directoryMark } from './create';
import { createInvites } from './invites';
import { childLinks, type ActsDeps } from './kit';
import { unexpected } from '../../base/unexpected';
import { pauseMs } from '../../http/retry';

export interface Joins {
  /** Joins a tree or a single directory; what lies below follows in the background. */
  accept(roomId: string): Promise<void>;
  /** Declines it together with the invitations of the same person to what lies below, as far as those say so. */
  decline(roomId: string): Promise<void>;
  /** Watches for invitations until it is stopped. */
  start(): void;
  stop(): void;
}

interface Candidate {
  readonly roomId: string;
  readonly inviter: string;
  readonly parentNo: number;
}

const final = new Set(['forbidden', 'not_found', 'bad_request', 'unsupported_server']);

export function createJoins(deps: ActsDeps): Joins {
  const { store, membership, log } = deps;
  const { db } = store;
  const invites = createInvites(deps);
  /** Not again in this process, or not before its timer rang. */
  const resting = new Set<string>();
  const failures = new Map<string, number>();
  const timers = new Set<() => void>();
  let busy = false;
  let again = false;
  let off: (() => void) | null = null;

  function candidates(): Candidate[] {
    return all<{ room_id: string; inviter: string; parent_no: number }>(
      db,
      `SELECT r.room_id, r.inviter, p.room_no AS parent_no FROM rooms r
       JOIN space_links l ON l.child_id = r.room_id AND l.has_via = 1
       JOIN rooms p ON p.room_no = l.room_no AND p.membership = 'join' AND p.is_tree = 1
       WHERE r.membership = 'invite' AND r.inviter IS NOT NULL AND r.room_type = 'm.space'`,
    )
      .filter((row) => !resting.has(row.room_id))
      .map((row) => ({ roomId: row.room_id, inviter: row.inviter, parentNo: row.parent_no }));
  }

  /** Most commits bring messages: those must not cost a look at every room. */
  function bringsInvite({ rooms }: ChangeSet): boolean {
    for (const roomNo of rooms) if (getRoom(db, roomNo)?.membership === 'invite') return true;
    return false;
  }

  async function isOfParent({ parentNo, inviter }: Candidate): Promise<boolean> {
    const known = () => getMember(db, parentNo, inviter)?.membership === 'join';
    if (!known()) await membership.loadMembers(parentNo);
    return known();
  }

  /** Strangers' invitations rest until the next start: they stay where a person can answer them. */
  async function take(candidate: Candidate): Promise<void> {
    const { roomId, parentNo } = candidate;
    try {
      if (!(await isOfParent(candidate))) return void resting.add(roomId);
      const link = childLinks(db, parentNo).find((one) => one.roomId === roomId);
      await membership.join(roomId, serversIn(link?.content['via']));
      failures.delete(roomId);
      log.info('joined a directory below');
    } catch (thrown) {
      failed(roomId, thrown);
    }
  }

  function failed(roomId: string, thrown: unknown): void {
    const { code } = unexpected(log, 'joining a directory', thrown);
    log.info('a directory below was not joined', { code });
    resting.add(roomId);
    if (final.has(code)) return;
    const times = failures.get(roomId) ?? 0;
    failures.set(roomId, times + 1);
    const cancel = deps.clock.setTimeout(
      () => {
        timers.delete(cancel);
        resting.delete(roomId);
        void look();
      },
      pauseMs('join', times + 1),
    );
    timers.add(cancel);
  }

  async function look(): Promise<void> {
    again = true;
    if (busy) return;
    busy = true;
    try {
      while (again && off !== null) {
        again = false;
        for (const candidate of candidates()) {
          const room = getRoom(db, roomNoOf(db, candidate.roomId) ?? -1);
          if (off === null || room?.membership !== 'invite') continue;
          await take(candidate);
        }
      }
    } finally {
      busy = false;
    }
  }

  /** Invitations of the same person to what lies below: as the creation says, or the server. */
  async function invitedBelow(roomId: string, inviter: string | null): Promise<string[]> {
    const others = listRooms(db, 'invite').filter(
      (room) => room.inviter === inviter && room.roomId !== roomId,
    );
    if (others.length === 0) return [];
    // Without an answer, only what the invitations themselves say.
    const told = await idsBelow(deps.http, roomId).catch(() => new Set<string>());
    const found = [roomId];
    for (const parent of found) {
      for (const { roomNo, roomId: id } of others) {
        const mark = getState(db, roomNo, 'm.room.create')?.raw.content[directoryMark];
        const named = isRecord(mark) ? textOf(mark['parent']) : null;
        if ((named === parent || told.has(id)) && !found.includes(id)) found.push(id);
      }
    }
    return found.slice(1);
  }

  return {
    async accept(roomId) {
      await membership.join(roomId);
      resting.clear();
      void look();
    },
    async decline(roomId) {
      const roomNo = roomNoOf(db, roomId);
      const inviter = roomNo === null ? null : (getRoom(db, roomNo)?.inviter ?? null);
      const below = await invitedBelow(roomId, inviter);
      for (const id of below.reverse()) await membership.leave(id);
      await membership.leave(roomNo === null ? roomId : roomIdOf(db, roomNo));
    },
    start() {
      off ??= store.onCommit((changes) => {
        const invited = bringsInvite(changes);
        if (invited) void invites.look();
        if (invited || changes.topics.has('files')) void look();
      });
      void look();
      void invites.look();
    },
    stop() {
      off?.();
      off = null;
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
