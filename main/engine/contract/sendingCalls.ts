// Calls that send: messages, attachments, and the bytes of pasted ones (D3).
import type { ConversationId } from '#contract/areas/ids';
import { appFailure } from '#contract/wire/errors';
import { findRequest } from '#stores/outbox/outbox';
import { mustEncrypt, roomNoOf } from '#stores/rooms/rooms';
import { reported } from '../base/unexpected';
import { voiceContent } from '../send/content';
import { createLostMessages } from '../send/lost';
import type { CallParts, Calls } from './parts';

type Parts = Pick<
  CallParts,
  | 'outbox'
  | 'media'
  | 'store'
  | 'network'
  | 'log'
  | 'clock'
  | 'ownUserId'
  | 'inTurn'
  | 'fileBatches'
>;

export function sendingCalls({
  outbox,
  media,
  store,
  network,
  log,
  clock,
  ownUserId,
  inTurn,
  fileBatches,
}: Parts) {
  const ready = () => network.now()?.sync.gate.open() ?? false;
  const lost = createLostMessages({ store, clock, ownUserId, ready, rows: outbox.rows });
  const isEncrypted = (roomId: string): boolean => {
    const roomNo = roomNoOf(store.db, roomId);
    if (roomNo === null) throw appFailure('not_found', 'Unknown room');
    return mustEncrypt(store.db, roomNo);
  };
  /** Moves the read marker after a send; a receipt that cannot be sent now is sent later. */
  const wrote = (roomId: string): void =>
    void network.now()?.reading.wrote(roomId).catch(reported(log, 'read marker'));
  /** In its turn among all that is sent there; the room counts as read. */
  async function send<T>(at: ConversationId, work: () => Promise<T>): Promise<T> {
    const sent = await inTurn(at, work);
    wrote(at.roomId);
    return sent;
  }
  return {
    sendMessage: (args) => send(args, () => outbox.sendMessage(args)),
    editMessage: (args) => outbox.editMessage(args),
    forwardMessage: (args) =>
      send({ roomId: args.roomId, threadId: args.threadId ?? null }, () =>
        outbox.forwardMessage(args),
      ),
    react: (args) => outbox.react(args),
    createPoll: (args) => send(args, () => outbox.polls.create(args)),
    sendSticker: (args) => send(args, () => outbox.sendSticker(args)),
    votePoll: (args) => outbox.polls.vote(args),
    endPoll: (args) => outbox.polls.end(args),
    editPoll: (args) => outbox.polls.edit(args),
    async redact(args) {
      // Without this feature the server would redact only the message, which is not what was asked for.
      if ((args.related?.length ?? 0) > 0)
        await (await network.ready()).features.need('redactionOfRelated');
      return outbox.redact(args);
    },
    deletesRelated: async () => ({
      can: (await (await network.ready()).features.level('redactionOfRelated')) !== 'unsupported',
    }),
    sendAttachment: ({ ticket, preview, voice, ...act }) =>
      send(act, async () => {
        // A retried call finds its row; the ticket is used up by then.
        const known = findRequest(store.db, act.requestId);
        if (known !== null) return { key: known.localKey };
        const prepared = await media.prepare(ticket, preview, isEncrypted(act.roomId));
        const { content, attachment } = prepared;
        try {
          return await outbox.attachments.send({
            ...act,
            content: voice === undefined ? content : { ...content, ...voiceContent(voice) },
            attachment: { ...attachment },
            recordingId: voice?.recordingId,
          });
        } finally {
          prepared.release();
        }
      }),
    async handOverFiles(args, { id }) {
      await fileBatches.take(id, args);
      wrote(args.roomId);
      return {};
    },
    sendFiles: ({ requestId, previews }, { id }) => fileBatches.send(id, requestId, previews),
    async retrySend({ roomId, key }) {
      if (!lost.sendAgain(roomId, key)) await outbox.retry(key);
      return {};
    },
    async cancelSend({ roomId, key }) {
      if (!lost.remove(roomId, key)) await outbox.cancel(key);
      return {};
    },
    beginBlob: async ({ fileName, mimeType }, { id }) => ({
      ticket: await media.staging.beginBlob(fileName, mimeType, id),
    }),
    async appendBlob({ ticket, seq, bytes }) {
      await media.staging.appendBlob(ticket, seq, bytes);
      return {};
    },
  } satisfies Partial<Calls>;
}
