// What is read: focus, receipts, typing, drafts, settings of the window.
import { ensureRoom, roomNoOf } from '#stores/rooms/rooms';
import { putDraft } from '#stores/settings/drafts';
import { setSetting } from '#stores/settings/settings';
import type { Crypto } from '../crypto/crypto';
import { refuseThread } from '../rooms/conversations';
import { windowSettings } from '../views/values';
import type { Notices } from '../desktop';
import type { CallParts, Calls } from './parts';

const prepareEveryMs = 30_000;

export function readingCalls({
  network,
  store,
  focus,
  clock,
  desktop,
}: Pick<CallParts, 'network' | 'store' | 'focus' | 'clock'> & {
  readonly desktop: { readonly notices: Pick<Notices, 'read'> };
}) {
  /** By room, when its key was last made ready for somebody who types (monotonic). */
  const preparedAt = new Map<number, number>();

  /** The key of a message goes out while it is written: once per half minute, however often the window says that somebody types. */
  function prepareKey(roomNo: number, crypto: Crypto): void {
    const now = clock.monotonic();
    if (now - (preparedAt.get(roomNo) ?? Number.NEGATIVE_INFINITY) < prepareEveryMs) return;
    preparedAt.set(roomNo, now);
    void crypto.prepareToEncrypt(roomNo);
  }

  return {
    async setFocus(args, { id }) {
      focus.set(id, args);
      const { conversation, atBottom, focused } = args;
      if (conversation?.threadId === null && atBottom && focused)
        desktop.notices.read(conversation.roomId);
      return {};
    },
    async markRead({ roomId, threadId, eventId }) {
      refuseThread({ roomId, threadId });
      await (await network.ready()).reading.markRead(roomId, eventId);
      return {};
    },
    // Matrix knows typing in rooms only.
    async setTyping({ roomId, typing }) {
      const online = network.now();
      const roomNo = roomNoOf(store.db, roomId);
      const crypto = online?.crypto ?? null;
      if (typing && roomNo !== null && crypto !== null) prepareKey(roomNo, crypto);
      await online?.reading.setTyping(roomId, typing);
      return {};
    },
    async saveDraft({ roomId, threadId, draft }) {
      store.write((changes) => {
        const roomNo = ensureRoom(store.db, roomId);
        putDraft(store.db, roomNo, draft, clock.now(), threadId);
        changes.topic('drafts');
        changes.room(roomNo);
      });
      return {};
    },
    async setSetting({ name, value }) {
      store.write((changes) => {
        setSetting(store.db, `${windowSettings}${name}`, value);
        changes.topic('settings');
      });
      return {};
    },
  } satisfies Partial<Calls>;
}
