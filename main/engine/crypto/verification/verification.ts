// All verifications of this account: how they begin, continue and end. They are only in memory, as the library's are: a window may reload,
// an engine that restarts has none.
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { isIgnored } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import type { ToDeviceEvent } from '../../sync/cryptoSync';
import { reported } from '../../base/unexpected';
import { createBook, type BookDeps } from './book';
import { createCrossing, isGoing, type Asking } from './crossing';
import { isOver, stateOf, type Flow, type VerificationState } from './flow';
import { createRoomEvents, type RoomVerificationEvent } from './roomEvents';

export type { VerificationState } from './flow';

export type VerificationTarget =
  | { readonly own: true; readonly deviceId: string | null }
  | { readonly own: false; readonly userId: string; readonly roomId: string };

export interface Verifications {
  /** Verifications that are running or have ended and were not dismissed, oldest first. */
  all(): readonly VerificationState[];
  onChange(listener: () => void): () => void;
  /** Answers the id, also of one that is running with the same person already, which then continues. */
  start(target: VerificationTarget): Promise<string>;
  accept(id: string): Promise<void>;
  compare(id: string): Promise<void>;
  /** Takes the bytes of a code that was read here; answers whether it belongs to this verification. */
  read(id: string, bytes: Uint8Array): Promise<'read' | 'not_a_code' | 'other_verification'>;
  /** Confirms that the emoji match, or that the other side read our code. */
  confirm(id: string, matches: boolean): Promise<void>;
  end(id: string): Promise<void>;
}

export interface VerificationDeps extends BookDeps {
  readonly store: Store;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
}

export interface VerificationEngine extends Verifications {
  /** Filters to-device events before the library gets them: answers those that it may see. */
  admit(events: readonly ToDeviceEvent[]): Promise<ToDeviceEvent[]>;
  found(events: readonly StoredEvent[]): void;
  decrypted(eventNos: readonly number[]): void;
  stop(): void;
}

const requestType = 'm.key.verification.request';
/** Milliseconds that a server may take to name the keys of a device that asks. */
const longestMeetingMs = 30_000;

/** The request that an event of a room belongs to. */
function about(content: RoomVerificationEvent['content']): string | null {
  const relation = content['m.relates_to'];
  return isRecord(relation) ? textOf(relation['event_id']) : null;
}

const isOfThisDevice = (
  { ownUserId, ownDeviceId }: Pick<VerificationDeps, 'ownUserId' | 'ownDeviceId'>,
  { sender, content }: Pick<RoomVerificationEvent, 'sender' | 'content'>,
): boolean => sender === ownUserId && content['from_device'] === ownDeviceId;

const askingOf = ({ sender, content }: ToDeviceEvent): Asking => ({
  sender,
  deviceId: textOf(content['from_device']),
  flowId: textOf(content['transaction_id']),
});

/** The library ignores requests of devices that it does not know, such as one that signed in while this one was off (matrix-rust-sdk 5007). */
async function meet(deps: VerificationDeps, deviceId: string | null): Promise<void> {
  const { machine, ownUserId, clock, guard, log } = deps;
  if (deviceId === null) return;
  const met = guard(machine.meet(ownUserId, deviceId)).catch(reported(log, 'who asks'));
  // The rest of the inbox waits for this.
  const late = Promise.withResolvers<void>();
  const cancel = clock.setTimeout(late.resolve, longestMeetingMs);
  await Promise.race([met, late.promise]);
  cancel();
}

export function createVerifications(deps: VerificationDeps): VerificationEngine {
  const { machine, store, ownUserId, guard, log } = deps;
  const book = createBook(deps);
  const { live, flowOf } = book;
  const crossing = createCrossing(deps, book);
  function incoming(sender: string, flowId: string): void {
    const request = machine.find(sender, flowId);
    if (request === null || request.isPassive() || request.isCancelled()) return;
    if (book.knowsRequest(flowId)) return;
    const roomId = request.roomId?.toString() ?? null;
    const flow = book.add({ userId: sender, roomId, byMe: false, engaged: false });
    const isWanted = crossing.isWanted(sender, flowId);
    flow.engaged = isWanted;
    book.follow(flow, request);
    if (isWanted) void accept(flow.id).catch(reported(log, 'a request that crossed ours'));
  }
  machine.onRequest((sender, flowId) => {
    if (!isIgnored(store.db, sender)) incoming(sender, flowId);
  });

  async function take(event: RoomVerificationEvent): Promise<void> {
    const { roomId, eventId, sender, ts, type, content, isRequest } = event;
    if (isRequest) {
      if (sender === ownUserId || content['to'] !== ownUserId || isIgnored(store.db, sender))
        return;
      const deviceId = textOf(content['from_device']);
      if (!(await guard(crossing.makeRoom({ sender, deviceId, flowId: eventId })))) return;
      // Without their keys the library would cancel at once.
      await guard(machine.query(sender));
    }
    if (sender === ownUserId && !isOfThisDevice(deps, event)) book.answered(about(content));
    const raw = { event_id: eventId, type, sender, content, origin_server_ts: ts };
    await guard(machine.receive(roomId, raw));
    if (isRequest) incoming(sender, eventId);
    machine.pump();
  }
  const roomEvents = createRoomEvents(store, ownUserId, take, log);

  async function admit(events: readonly ToDeviceEvent[]): Promise<ToDeviceEvent[]> {
    const newest = new Map<string, ToDeviceEvent>();
    for (const event of events)
      if (event.type === requestType && !isOfThisDevice(deps, event))
        newest.set(event.sender, event);
    const admitted = new Set<ToDeviceEvent>();
    for (const [sender, event] of newest)
      if (!isIgnored(store.db, sender) && (await guard(crossing.makeRoom(askingOf(event)))))
        admitted.add(event);
    const own = newest.get(ownUserId);
    if (own !== undefined && admitted.has(own))
      await meet(deps, textOf(own.content['from_device']));
    return events.filter((event) => event.type !== requestType || admitted.has(event));
  }

  /** A running verification with the person continues; one that was not answered is cancelled. */
  async function start(target: VerificationTarget): Promise<string> {
    const userId = target.own ? ownUserId : target.userId;
    const before = live(userId);
    const going = before.find(isGoing);
    if (going !== undefined) return going.id;
    const asked = before.find((flow) => !flow.byMe && !flow.engaged);
    if (asked !== undefined) {
      await accept(asked.id);
      return asked.id;
    }
    before.forEach(book.giveUp);
    await guard(machine.collect());
    const roomId = target.own ? null : target.roomId;
    const flow = book.add({ userId, roomId, byMe: true, engaged: true });
    book.tell();
    try {
      await ask(flow, target);
    } catch (thrown) {
      book.drop(flow);
      throw thrown;
    }
    // It was ended while its request was being sent.
    if (!book.knows(flow) && flow.request !== null) await guard(book.cancel(flow.request));
    // It may have given way to theirs.
    return book.knows(flow) ? flow.id : (live(userId).at(-1)?.id ?? flow.id);
  }

  const ask = (flow: Flow, target: VerificationTarget): Promise<void> =>
    target.own
      ? guard(
          machine.askOwn(target.deviceId, {
            isWanted: () => book.knows(flow),
            made: (request) => book.follow(flow, request),
          }),
        )
      : roomEvents.between(async () =>
          book.follow(flow, await guard(machine.askInRoom(target.userId, target.roomId))),
        );

  async function accept(id: string): Promise<void> {
    const flow = flowOf(id);
    if (flow.request === null || flow.byMe) return;
    flow.engaged = true;
    await guard(machine.accept(flow.request));
    book.refresh(flow);
  }

  async function confirm(id: string, matches: boolean): Promise<void> {
    const flow = flowOf(id);
    const { sas, qr } = flow;
    if (sas !== null) {
      const outgoing = matches
        ? await guard(sas.confirm())
        : [sas.cancelWithCode('m.mismatched_sas')];
      for (const one of outgoing) if (one !== undefined) await guard(machine.post(one));
    } else if (qr?.hasBeenScanned() === true) {
      const outgoing = matches ? qr.confirmScanning() : qr.cancelWithCode('m.user');
      if (outgoing !== undefined) await guard(machine.post(outgoing));
    } else {
      throw appFailure('conflict', 'There is nothing to compare yet');
    }
    book.refresh(flow);
    machine.pump();
  }

  async function read(id: string, bytes: Uint8Array) {
    const flow = flowOf(id);
    const { request } = flow;
    if (request === null || stateOf(flow).phase !== 'ready')
      throw appFailure('conflict', 'No code is wanted now');
    const reading = await guard(machine.readCode(request, bytes));
    if (reading === 'not_a_code' || reading === 'other_verification') return reading;
    // The code names this very verification, but has other keys: somebody is between the two devices.
    if (reading === 'wrong_keys') await guard(book.refuse(flow, request, 'key_mismatch'));
    else book.followCode(flow, reading);
    machine.pump();
    return 'read' as const;
  }

  async function end(id: string): Promise<void> {
    const flow = flowOf(id);
    const { request } = flow;
    book.drop(flow);
    if (request !== null && !isOver(stateOf(flow))) await guard(book.cancel(request));
  }

  return {
    all: book.states,
    onChange: book.onChange,
    start,
    accept,
    compare: async (id) => {
      const flow = flowOf(id);
      if (flow.request !== null && stateOf(flow).phase === 'ready')
        await guard(book.beginEmoji(flow, flow.request));
    },
    read,
    confirm,
    end,
    admit,
    found: roomEvents.found,
    decrypted: roomEvents.decrypted,
    stop() {
      machine.stop();
      book.stop();
    },
  };
}
