// What is read: focus, receipts, typing, drafts, settings of the window.
import { ensureRoom, roomNoOf } from '../../../native-stores/rooms/rooms';
import { putDraft } from '../../../native-stores/settings/drafts';
import { setSetting } from '../../../native-stores/settings/settings';
import { windowSettings } from '../views/values';
import type { CallParts, Some } from './parts';

export function readingCalls({
  network,
  store,
  focus,
  clock,
  unnotify,
}: CallParts): Some<'setFocus' | 'markRead' | 'setTyping' | 'saveDraft' | 'setSetting'> {
  return {
    async setFocus(args, { id }) {
      focus.set(id, args);
      if (args.roomId !== null && args.atBottom && args.focused) unnotify(args.roomId);
      return {};
    },
    async markRead({ roomId, eventId }) {
      await (await network.ready()).reading.markRead(roomId, eventId);
      return {};
    },
    async setTyping({ roomId, typing }) {
      const online = network.now();
      const roomNo = roomNoOf(store.db, roomId);
      // The key of the message goes out while it is written.
      if (typing && roomNo !== null) void online?.crypto?.prepareToEncrypt(roomNo);
      await online?.reading.setTyping(roomId, typing);
      return {};
    },
    async saveDraft({ roomId, draft }) {
      store.write((changes) => {
        const roomNo = ensureRoom(store.db, roomId);
        putDraft(store.db, roomNo, draft, clock.now());
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
  };
}
