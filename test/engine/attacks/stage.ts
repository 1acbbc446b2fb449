// One conversation under attack: Alice and Mallory talk to the server itself, Bob through a proxy that plays a hostile server. What Bob
// sees is read from his engine's contract, as his window would.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { RoomRow } from '#contract/areas/rooms/roomsModels';
import type { RawEvent } from '#stores/events/types';
import { createEngine, type TestEngine } from '../crypto/harness';
import { openWindow, type Window } from '../support';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
type Content = Record<string, unknown>;

export const password = 'correct horse battery';

interface JoinedRoom {
  timeline?: { events?: RawEvent[] };
  state?: { events?: RawEvent[] };
}

/** The parts of a sync answer that a hostile server changes. */
export interface SyncAnswer {
  rooms?: { join?: Record<string, JoinedRoom> };
  to_device?: { events?: { type: string; sender: string; content: Content }[] };
  device_lists?: { changed?: string[]; left?: string[] };
}

export interface Stage {
  readonly homeserver: Homeserver;
  readonly proxy: FaultProxy;
  readonly alice: TestEngine;
  readonly mallory: TestEngine;
  readonly bob: Window;
  readonly bobId: string;
  readonly roomId: string;
  /** A device that the server made up for this account: nobody signed it. */
  ghostOf(username: string): Promise<TestEngine>;
  /** Changes every answer to Bob's sync; returns what ends that. */
  rewrite(edit: (answer: SyncAnswer) => void): () => void;
  /** Changes the events of rooms on their way to Bob: none, one or more in place of each. */
  rewriteEvents(edit: (event: RawEvent, roomId: string) => readonly RawEvent[]): () => void;
  /** Events that nobody sent, at the end of Bob's room. */
  deliver(events: readonly RawEvent[], roomId?: string): Promise<void>;
  forge(type: string, sender: string, content: Content): RawEvent;
  /** The first message of Bob's timeline that fits, as it stands when it does. */
  shown(fits: (item: MessageItem) => boolean, roomId?: string): Promise<MessageItem>;
  said(text: string, fits?: (item: MessageItem) => boolean): Promise<MessageItem>;
  byId(eventId: string, fits?: (item: MessageItem) => boolean): Promise<MessageItem>;
  row(fits: (row: RoomRow) => boolean): Promise<RoomRow>;
  /** A room of these people, with Bob in it. */
  room(encrypted?: boolean): Promise<string>;
  close(): Promise<void>;
}

export const textOf = ({ body }: MessageItem): string | null =>
  'text' in body && body.type !== 'undecryptable' ? String(body.text) : null;

let forged = 0;

export async function setStage(): Promise<Stage> {
  const homeserver = await startHomeserver();
  const proxy = await startFaultProxy(homeserver.baseUrl);
  const person = async (username: string): Promise<TestEngine> => {
    const account = await homeserver.registerUser({ username, password });
    const engine = await createEngine({ baseUrl: homeserver.baseUrl, account });
    await engine.crypto.bootstrap(password);
    return engine;
  };
  const [alice, mallory] = [await person('alice'), await person('mallory')];
  // Else the sign-in would find the way around.
  proxy.rules.add({ match: on('GET', '/.well-known/'), status: 404 });
  // One rule from the start: a request that waits already when a rule is added escapes it.
  const edits = new Set<(answer: SyncAnswer) => void>();
  proxy.rules.add({
    match: on('GET', '/sync'),
    edit: (json) => {
      for (const edit of edits) edit(json as SyncAnswer);
      return json;
    },
  });
  const rewrite: Stage['rewrite'] = (edit) => {
    edits.add(edit);
    return () => void edits.delete(edit);
  };

  await homeserver.registerUser({ username: 'bob', password });
  const bob = openWindow();
  await bob.call('signIn', { server: proxy.url, user: 'bob', password });
  const bobId = (await bob.value('session', {}, () => true)).userId ?? '';
  await bob.value('sync', {}, ({ state }) => state === 'SYNCING');
  const ghosts: TestEngine[] = [];
  let pokes = 0;

  async function room(encrypted = true): Promise<string> {
    const roomId = await alice.createRoom({ invite: [bobId, mallory.userId], encrypted });
    await mallory.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
    await bob.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
      rows.some((row) => row.kind === 'room' && row.roomId === roomId),
    );
    await bob.call('acceptInvite', { roomId });
    await alice.untilJoined(roomId, [bobId, mallory.userId]);
    await mallory.untilJoined(roomId, [alice.userId, bobId]);
    return roomId;
  }

  const roomId = await room();
  const stage: Stage = {
    homeserver,
    proxy,
    alice,
    mallory,
    bob,
    bobId,
    roomId,
    room,
    async ghostOf(username) {
      const account = await homeserver.login({ username, password });
      const ghost = await createEngine({ baseUrl: homeserver.baseUrl, account });
      ghosts.push(ghost);
      await ghost.until('the ghost sees the room', () => ghost.events(roomId).length > 0);
      return ghost;
    },
    rewrite,
    rewriteEvents: (edit) =>
      rewrite((answer) => {
        for (const [id, joined] of Object.entries(answer.rooms?.join ?? {}))
          if (joined.timeline?.events !== undefined)
            joined.timeline.events = joined.timeline.events.flatMap((event) => [
              ...edit(event, id),
            ]);
      }),
    async deliver(events, into = roomId) {
      let delivered = false;
      let tell = (): void => undefined;
      const went = new Promise<void>((resolve) => (tell = resolve));
      const poke = `poke${(pokes += 1)}`;
      const end = rewrite((answer) => {
        const timeline = answer.rooms?.join?.[into]?.timeline?.events;
        const at = timeline?.findIndex((event) => event.state_key === poke) ?? -1;
        if (at < 0 || delivered) return;
        delivered = true;
        timeline?.splice(at, 0, ...events);
        tell();
      });
      const path = `/rooms/${encodeURIComponent(into)}/state/test.poke/${poke}`;
      await alice.request('PUT', path, { poke });
      await went;
      end();
    },
    forge: (type, sender, content) => ({
      event_id: `$forged${(forged += 1)}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`,
      type,
      sender,
      content,
      origin_server_ts: Date.now(),
    }),
    async shown(fits, into = roomId) {
      const isIt = (item: { kind: string }): item is MessageItem =>
        item.kind === 'message' && fits(item as MessageItem);
      const items = await bob.list(
        'timeline',
        { roomId: into, threadId: null, around: null, limit: 200 },
        (all) => all.some(isIt),
      );
      return items.find(isIt) as MessageItem;
    },
    said: (text, fits = () => true) => stage.shown((item) => textOf(item) === text && fits(item)),
    byId: (eventId, fits = () => true) =>
      stage.shown((item) => item.eventId === eventId && fits(item)),
    async row(fits) {
      const isIt = (row: { kind: string }): row is RoomRow =>
        row.kind === 'room' && (row as RoomRow).roomId === roomId && fits(row as RoomRow);
      const rows = await bob.list('rooms', { text: '', collapsed: [], limit: 50 }, (all) =>
        all.some(isIt),
      );
      return rows.find(isIt) as RoomRow;
    },
    async close() {
      await bob.stop();
      for (const engine of [alice, mallory, ...ghosts]) await engine.destroy();
      await proxy.close();
      await homeserver.stop();
    },
  };
  return stage;
}
