// The engine's side of the control contract: the calls of main to this account, and the values that main shows.
import { mostPictureBytes, type ControlContract, type OfNotice } from '#contract/control';
import { placeSetting } from '#contract/firstPicture';
import type { Implementation, ValueSink } from '#contract/wire/serve';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getSetting, setSetting } from '#stores/settings/settings';
import { isRecord } from '../base/record';
import { reported, unexpected } from '../base/unexpected';
import { savedPath } from '../transfers/work/savedPath';
import type { Cell } from '../desktop';
import { readSession, windowSettings } from '../views/values';
import { followRings, followRunning } from './callSubscriptions';
import type { EngineParts } from './parts';
import { wakeUp } from './wakeUp';

const placeName = `${windowSettings}${placeSetting}`;

function follow<V>(cell: Pick<Cell<V>, 'now' | 'onChange'>, sink: ValueSink<V>): () => void {
  sink.set(cell.now());
  return cell.onChange(() => sink.set(cell.now()));
}

/** Delivers the signed-in user's id, name and avatar, now and after each change. */
function followProfile(
  { store }: Pick<EngineParts, 'store'>,
  sink: ValueSink<{
    signedIn: boolean;
    userId: string | null;
    label: string | null;
    avatar: string | null;
  }>,
): () => void {
  const read = (): void => {
    const { state, userId, displayName, avatar } = readSession(store.db);
    sink.set({ signedIn: state !== 'signed_out', userId, label: displayName ?? userId, avatar });
  };
  read();
  return store.onCommit(({ topics }) => {
    if (topics.has('session') || topics.has('settings')) read();
  });
}

export function createControl(parts: EngineParts): Implementation<ControlContract> {
  const { store, network, media, desktop } = parts;
  const markRead = async ({ eventId, ...conversation }: OfNotice): Promise<void> => {
    await (await network.ready()).reading.markRead(conversation, eventId);
    desktop.notices.read(conversation.roomId);
  };
  return {
    calls: {
      async wake() {
        wakeUp(parts);
        return {};
      },
      async setIdle({ idle }) {
        network.now()?.presence.setIdle(idle);
        return {};
      },
      async leavePlace() {
        store.write((changes) => {
          const place = getSetting<unknown>(store.db, placeName);
          if (!isRecord(place)) return;
          setSetting(store.db, placeName, { ...place, place: 'chats', roomId: null });
          changes.topic('settings');
        });
        return {};
      },
      async acceptFile(facts) {
        media.staging.accept(facts);
        return {};
      },
      mediaTicket: async ({ handle, at }) => ({
        ticket: await (at === null
          ? media.downloads.ticket(handle)
          : media.downloads.playTicket(handle, at)),
      }),
      async exportFile({ handle, path }) {
        await media.downloads.save(handle, path);
        return {};
      },
      savedPath: async ({ transferId }) => ({
        path: parts.chatExports.pathOf(transferId) ?? savedPath(store.db, transferId),
      }),
      async browserNotOpened({ turn }) {
        network.now()?.proofs.notOpened(turn);
        parts.linkDoor.notOpened(turn);
        await Promise.all([
          parts.browserDoor.notOpened(turn),
          parts.registrationDoor.notOpened(turn),
        ]);
        return {};
      },
      async pageNews({ turn, news }) {
        network.now()?.proofs.pageNews(turn, news);
        await parts.registrationDoor.pageNews(turn, news);
        return {};
      },
      async answerQuestion({ turn, yes }) {
        desktop.questions.answer(turn, yes);
        return {};
      },
      async answerNotice({ requestId, text, ...told }) {
        const { roomId, threadId, eventId } = told;
        const roomNo = roomNoOf(store.db, roomId);
        const isDirect = roomNo !== null && getRoom(store.db, roomNo)?.directUserId != null;
        // In a chat of two a reply without a quote is clear enough.
        const replyTo = isDirect ? null : eventId;
        const act = {
          requestId,
          roomId,
          threadId,
          text,
          kind: 'text',
          replyTo,
          later: true,
        } as const;
        await parts.inTurn(act, () => parts.outbox.sendMessage(act));
        // Without a connection the receipt is sent when the room is opened.
        await markRead(told).catch(reported(parts.log, 'reading by a notice'));
        return {};
      },
      async readNotice(told) {
        await markRead(told);
        return {};
      },
      async noticePicture({ handle }) {
        try {
          return { bytes: await media.downloads.picture(handle, mostPictureBytes) };
        } catch (thrown) {
          unexpected(parts.log, 'the picture of a notice', thrown);
          return { bytes: null };
        }
      },
      async readerGone({ turn }) {
        parts.pdfs.gone(turn);
        return {};
      },
      async declineCall({ roomId, callId }) {
        await (await network.ready()).calls.decline(roomId, callId, false);
        return {};
      },
    },
    values: {
      browser: (_query, sink) => follow(desktop.browser, sink),
      question: (_query, sink) => follow(desktop.questions, sink),
      reader: (_query, sink) => follow(desktop.reader, sink),
      profile: (_query, sink) => followProfile(parts, sink),
      badge: (_query, sink) => follow(desktop.badge, sink),
      rings: (_query, sink) => followRings(parts, (rings) => sink.set(rings)),
      calls: (_query, sink) => followRunning(parts, (calls) => sink.set(calls)),
      transferProgress: (_query, sink) => follow(desktop.transferProgress, sink),
      transfersDone: (_query, sink) => follow(desktop.transfersDone, sink),
    },
    lists: {
      notices: (_query, sink) => {
        const { notices } = desktop;
        sink.set(notices.now());
        return { close: notices.onChange(() => sink.set(notices.now())) };
      },
    },
  };
}
