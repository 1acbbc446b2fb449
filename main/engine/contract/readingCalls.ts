// Calls of reading: focus, receipts, typing, drafts, the window's settings.
import type { StoredEvent } from '#stores/events/types';
import { ensureRoom, roomNoOf } from '#stores/rooms/rooms';
import { getDraft, isNoDraft, putDraft } from '#stores/settings/drafts';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Crypto } from '../crypto/crypto';
import { recomputeRoom } from '../rooms/derive';
import { newestGap } from '#stores/search/coverage';
import { createOnServer } from '../search/onServer';
import { dayPlace } from '../timeline/dayPlace';
import { findMentions, unreadPlace } from '../rooms/unread/unreadPlace';
import { unsentIn } from '../views/unsent';
import { windowSettings } from '../views/values';
import type { Notices } from '../desktop';
import type { CallParts, Calls } from './parts';

const prepareEveryMs = 30_000;

/** Pages of older messages that one call reads: the window shows progress after each call and may stop. */
const pagesAtOnce = 5;

export function readingCalls({
  network,
  store,
  focus,
  clock,
  desktop,
  ownUserId,
}: Pick<CallParts, 'network' | 'store' | 'focus' | 'clock' | 'ownUserId'> & {
  readonly desktop: { readonly notices: Pick<Notices, 'read'> };
}) {
  /** When the key of a room was last shared ahead because the user was typing (monotonic), by room. */
  const preparedAt = new Map<number, number>();

  const onServer = createOnServer({ db: store.db, http: async () => (await network.ready()).http });

  /** Shares the room key while the user writes: once per half minute, however often the window reports typing. */
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
    async unreadPlace({ roomId }) {
      const userId = ownUserId();
      return { place: userId === null ? null : unreadPlace(store.db, roomId, userId) };
    },
    async findMentions({ roomId, mentions }) {
      const online = network.now();
      const isHighlight = (event: StoredEvent) => online?.push.isHighlight(event) ?? false;
      const deps = { db: store.db, http: online?.http ?? null, isHighlight };
      return { eventIds: await findMentions(deps, roomId, mentions) };
    },
    findDay: async ({ roomId, atMs }) => ({
      eventId: await dayPlace({ db: store.db, online: network.ready }, roomId, atMs),
    }),
    async fetchOlder({ roomId }) {
      const { wanted } = await network.ready();
      const roomNo = roomNoOf(store.db, roomId);
      let gap = roomNo === null ? null : newestGap(store.db, roomNo);
      for (let page = 0; roomNo !== null && gap !== null && page < pagesAtOnce; page += 1) {
        await (gap.chunkNo === null ? wanted.older(roomNo) : wanted.older(roomNo, gap.chunkNo));
        gap = newestGap(store.db, roomNo);
      }
      return { complete: gap === null };
    },
    searchServer: (query) => onServer.search(query),
    searchServerMore: ({ searchId }) => onServer.more(searchId),
    async markRead({ roomId, threadId, eventId }) {
      await (await network.ready()).reading.markRead({ roomId, threadId }, eventId);
      return {};
    },
    // Matrix has typing notifications in rooms only, not in threads.
    async setTyping({ roomId, typing }) {
      const online = network.now();
      const roomNo = roomNoOf(store.db, roomId);
      const crypto = online?.crypto ?? null;
      if (typing && roomNo !== null && crypto !== null) prepareKey(roomNo, crypto);
      if (getSetting(store.db, `${windowSettings}typing.hidden`) !== true)
        await online?.reading.setTyping(roomId, typing);
      return {};
    },
    async saveDraft({ roomId, threadId, draft }) {
      // Sending the message has deleted the draft already, so an empty draft needs no commit.
      const known = roomNoOf(store.db, roomId);
      const stored = known === null ? null : getDraft(store.db, known, threadId);
      if (isNoDraft(draft) && stored === null) return {};
      store.write((changes) => {
        const roomNo = ensureRoom(store.db, roomId);
        putDraft(store.db, roomNo, draft, clock.now(), threadId);
        changes.topic('drafts');
        changes.room(roomNo);
      });
      return {};
    },
    async forgetUnsent({ roomId, key }) {
      const roomNo = roomNoOf(store.db, roomId);
      const one = unsentIn(store.db, roomId).words.find((words) => words.key === key);
      if (roomNo === null || one === undefined || one.kind === 'scheduled') return {};
      const draft = getDraft(store.db, roomNo, one.threadId);
      if (draft === null) return {};
      const rest =
        one.kind === 'edit'
          ? { ...draft, editing: null }
          : { text: '', replyTo: null, editing: draft.editing };
      store.write((changes) => {
        putDraft(store.db, roomNo, rest, clock.now(), one.threadId);
        changes.topic('drafts');
        // A room that has moved leaves the list with the last of them.
        recomputeRoom(store.db, roomNo, ownUserId() ?? '', changes);
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
