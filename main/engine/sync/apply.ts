// Applies an answer of GET /sync: one transaction, or for a huge one many short ones with the token and the crypto inbox in the last (D16).
// Checks every part on the way. Must not touch the network; the news for other parts are returned, after the commit.
import {
  account,
  getAccountData,
  ignoredUsers,
  isPolicyType,
  putAccountData,
} from '#stores/settings/accountData';
import { countInbox, pushInbox } from '#stores/settings/inbox';
import { putPresence } from '#stores/settings/presence';
import { getSetting, setSetting } from '#stores/settings/settings';
import { listRooms, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import type { Changes } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import { recomputeRoom } from '../rooms/derive';
import { directRooms } from '../rooms/direct';
import { ignoredChanged, policyChanged } from '../rooms/ignored';
import { clearedAway } from '../rooms/removal';
import type { RoomAnswer, SyncAnswer } from './answer';
import { roomSteps, type Step } from './applyRoom';
import type { InboxContent, ToDeviceEvent } from './cryptoSync';
import type { Pause } from '../events/cursor';
import { beginsAnew, pass } from './givenUp';
import { createDrops } from '../events/dropped';
import { isPresence } from '../events/presence';
import { applySlices, guarded, type StepDeps } from './slices';
import { nothingFound, type Found, type RoomContext } from './roomContext';
import { vetSmall } from '../events/vet';

export interface ApplyDeps extends StepDeps {
  readonly ownUserId: string;
  /** The key counts that crypto got last in this run, so that an answer without news costs it nothing. */
  readonly counts?: { told: string | null };
  /** Room rules changed: the muted flags have to be set again, within the transaction. */
  readonly onPushRules: (changes: Changes) => void;
}

export interface Applied {
  readonly found: Found;
  readonly nextBatch: string;
  readonly toDeviceCount: number;
}

/** Above this number of events an answer is applied in slices. */
export const slicedAbove = 2000;

/** @param running asked between slices */
export async function applyAnswer(
  deps: ApplyDeps,
  answer: SyncAnswer,
  firstSync: boolean,
  pause: Pause,
  running: () => boolean,
): Promise<Applied> {
  const context = newContext(deps, answer.bytes, firstSync);
  context.drops.add('room', 'room id', answer.badRooms);
  await clearedAway(
    deps.store,
    answer.rooms.map((room) => room.roomId),
  );
  const { bytes } = answer;
  const steps = stepsOf(
    context,
    answer.rooms.map((room) => ({ bytes, room })),
  );
  const named = new Set(answer.rooms.map((room) => room.roomId));
  const finish = (changes: Changes) => applyRest(deps, context, answer, named, changes);
  let toDeviceCount = 0;
  if (answer.eventCount <= slicedAbove) {
    deps.store.write((changes) => {
      for (const step of steps) guarded(deps, context, step, changes);
      toDeviceCount = finish(changes);
    });
  } else {
    await applySlices(deps, context, steps, pause, running);
    toDeviceCount = deps.store.write(finish);
  }
  return { found: context.found, nextBatch: answer.nextBatch, toDeviceCount };
}

const newContext = (deps: ApplyDeps, bytes: Buffer, firstSync: boolean): RoomContext => ({
  db: deps.store.db,
  bytes,
  ownUserId: deps.ownUserId,
  since: getSetting<string>(deps.store.db, 'nextBatch'),
  receivedMs: deps.clock.now(),
  drops: createDrops(deps.log),
  found: nothingFound(),
  keepLive: !firstSync,
  anew: firstSync && beginsAnew(deps.store.db) ? new Map() : null,
  provisional: false,
  joined: new Set(),
  restated: new Set(),
  retold: new Set(),
  requests: new Map(),
  answered: new Set(),
  readOn: new Set(),
});

/**
 * Applies rooms that are shown until the first answer of /sync brings everything: crypto does not get them, and the token does not move. A
 * kill or a power cut may leave any part of them.
 */
export async function applyProvisional(
  deps: ApplyDeps,
  answer: SyncAnswer,
  pause: Pause,
  running: () => boolean,
): Promise<Found> {
  const { bytes, rooms } = answer;
  const context = { ...newContext(deps, bytes, true), provisional: true };
  // `m.direct` comes first, because the names of direct rooms depend on it.
  deps.store.write((changes) => applyAccountData(deps, context, answer, changes), 'passing');
  const steps = stepsOf(
    context,
    rooms.map((room) => ({ bytes, room })),
  );
  await applySlices(deps, context, steps, pause, running);
  deps.store.write((changes) => {
    if (context.drops.save(deps.store.db)) changes.topic('sync');
  }, 'passing');
  return context.found;
}

/** A room with the bytes that contain it. */
export interface RoomBytes {
  readonly bytes: Buffer;
  readonly room: RoomAnswer;
}

/** Applies an answer while it arrives, in the order of these calls. When it breaks off, the applied parts may be applied again. */
export interface Arriving {
  /** The news so far, of committed parts only. */
  readonly found: Found;
  badRoom(): void;
  rooms(rooms: readonly RoomBytes[]): Promise<void>;
  /** @param rest everything except the rooms; the token and the crypto inbox commit with it */
  finish(rest: SyncAnswer): Applied;
}

/** @param running asked between slices */
export function applyArriving(
  deps: ApplyDeps,
  firstSync: boolean,
  pause: Pause,
  running: () => boolean,
): Arriving {
  const context = newContext(deps, Buffer.alloc(0), firstSync);
  const named = new Set<string>();
  return {
    found: context.found,
    badRoom: () => context.drops.add('room', 'room id'),
    async rooms(rooms) {
      for (const { room } of rooms) named.add(room.roomId);
      await clearedAway(
        deps.store,
        rooms.map(({ room }) => room.roomId),
      );
      await applySlices(deps, context, stepsOf(context, rooms), pause, running);
    },
    finish(rest) {
      const here = { ...context, bytes: rest.bytes };
      const toDeviceCount = deps.store.write((changes) =>
        applyRest(deps, here, rest, named, changes),
      );
      return { found: context.found, nextBatch: rest.nextBatch, toDeviceCount };
    },
  };
}

function* stepsOf(context: RoomContext, rooms: readonly RoomBytes[]): Generator<Step> {
  for (const { bytes, room } of rooms) yield* roomSteps({ ...context, bytes }, room);
}

/** Applies everything outside rooms, the crypto inbox and the token. Answers the number of to-device events. */
function applyRest(
  deps: ApplyDeps,
  context: RoomContext,
  answer: SyncAnswer,
  named: ReadonlySet<string>,
  changes: Changes,
): number {
  const { db } = deps.store;
  // Neither may keep the token from moving: the next answer would bring the same again.
  applyAccountData(deps, context, answer, changes);
  guarded(deps, context, (own) => applyPresence(context, answer, own), changes);
  if (!context.keepLive) leaveUnnamed(deps, named, changes);
  const inbox = inboxOf(context, answer);
  const counts = JSON.stringify([inbox.oneTimeKeysCounts, inbox.unusedFallbackKeys]);
  const told = isIdle(inbox) && (countInbox(db) > 0 || counts === deps.counts?.told);
  if (!told) {
    pushInbox(db, { ...inbox });
    if (deps.counts !== undefined) deps.counts.told = counts;
  }
  if (context.anew !== null) pass(db, 'asking', 'looking');
  setSetting(db, 'nextBatch', answer.nextBatch);
  if (context.drops.save(db)) changes.topic('sync');
  return inbox.toDeviceEvents.length;
}

function applyAccountData(
  deps: ApplyDeps,
  context: RoomContext,
  answer: SyncAnswer,
  changes: Changes,
): void {
  for (const span of answer.accountData)
    guarded(deps, context, (own) => putOwnData(deps, context, answer, span, own), changes);
}

function putOwnData(
  deps: ApplyDeps,
  context: RoomContext,
  answer: SyncAnswer,
  span: SyncAnswer['accountData'][number],
  changes: Changes,
): void {
  const { db } = deps.store;
  const result = vetSmall(answer.bytes, span, 'accountData');
  if (!('event' in result)) {
    context.drops.add('accountData', result.bad);
    return;
  }
  const { type, content } = result.event;
  const before = type === 'm.direct' ? getAccountData(db, account, type) : null;
  const unheard = ignoredUsers(db);
  putAccountData(db, account, type, content);
  changes.topic('accountData');
  for (const roomNo of ignoredChanged(db, unheard, ignoredUsers(db), deps.ownUserId, changes))
    context.found.quiet.add(roomNo);
  if (isPolicyType(type)) policyChanged(db, deps.ownUserId, changes);
  if (type === 'm.direct') directChanged(deps, before, content, changes);
  if (type === 'm.push_rules') deps.onPushRules(changes);
}

/** A first answer has every room that this account has joined or is invited to: any other stored room was left since an earlier session. */
function leaveUnnamed(deps: ApplyDeps, named: ReadonlySet<string>, changes: Changes): void {
  const { db } = deps.store;
  for (const membership of ['join', 'invite', 'knock'] as const) {
    for (const { roomId, roomNo } of listRooms(db, membership)) {
      if (named.has(roomId)) continue;
      updateRoom(db, roomNo, { membership: 'leave', membersLoaded: false, inviter: null });
      recomputeRoom(db, roomNo, deps.ownUserId, changes);
      changes.room(roomNo);
      changes.members(roomNo);
    }
  }
}

/** Names and sections depend on the other person of a direct room. */
function directChanged(
  deps: ApplyDeps,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
  changes: Changes,
): void {
  const { db } = deps.store;
  const touched = new Set([...directRooms(before).keys(), ...directRooms(after).keys()]);
  for (const roomId of touched) {
    const roomNo = roomNoOf(db, roomId);
    if (roomNo !== null) recomputeRoom(db, roomNo, deps.ownUserId, changes);
  }
}

function applyPresence(context: RoomContext, answer: SyncAnswer, changes: Changes): void {
  for (const span of answer.presence) {
    const result = vetSmall(answer.bytes, span, 'presence');
    const state = 'event' in result ? result.event.content['presence'] : null;
    if (!('event' in result) || !isPresence(state)) {
      context.drops.add('presence', 'bad' in result ? result.bad : 'presence');
      continue;
    }
    const { last_active_ago: ago, status_msg: message } = result.event.content;
    putPresence(context.db, {
      userId: result.event.sender ?? '',
      state,
      lastActiveMs:
        typeof ago === 'number' && ago >= 0 ? Math.round(context.receivedMs - ago) : null,
      statusMessage: typeof message === 'string' ? message : null,
    });
    changes.topic('presence');
  }
}

function inboxOf(context: RoomContext, answer: SyncAnswer): InboxContent {
  const toDeviceEvents: ToDeviceEvent[] = [];
  for (const span of answer.toDevice) {
    const result = vetSmall(answer.bytes, span, 'toDevice');
    if ('event' in result) {
      const { type, sender, content } = result.event;
      toDeviceEvents.push({ type, sender: sender ?? '', content });
    } else context.drops.add('toDevice', result.bad);
  }
  const lists = isRecord(answer.deviceLists) ? answer.deviceLists : {};
  const changed = userIdsOf(lists['changed']);
  const retold = changed.filter((userId) => context.retold.has(userId));
  return {
    toDeviceEvents,
    deviceLists: {
      changed,
      left: userIdsOf(lists['left']),
      ...(retold.length === 0 ? {} : { retold }),
    },
    oneTimeKeysCounts: countsOf(answer.oneTimeKeysCount),
    unusedFallbackKeys: Array.isArray(answer.unusedFallbackKeyTypes)
      ? answer.unusedFallbackKeyTypes.filter((type): type is string => typeof type === 'string')
      : null,
    nextBatch: answer.nextBatch,
  };
}

/** When crypto has inbox rows to process, and the counts did not change, they alone are no reason for another row. */
const isIdle = ({ toDeviceEvents, deviceLists }: InboxContent): boolean =>
  toDeviceEvents.length + deviceLists.changed.length + deviceLists.left.length === 0;

const userIdsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter(
        (id): id is string =>
          typeof id === 'string' && id.startsWith('@') && id.length <= 255 && id.includes(':'),
      )
    : [];

function countsOf(value: unknown): Record<string, number> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, number] =>
        entry[0] !== '__proto__' && Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0,
    ),
  );
}
