// Calls that send: messages, attachments, and the bytes of pasted ones (D3).
import { appFailure } from '#contract/wire/errors';
import { findRequest } from '#stores/outbox/outbox';
import { mustEncrypt, roomNoOf } from '#stores/rooms/rooms';
import { reported } from '../base/unexpected';
import { voiceContent } from '../send/content';
import { createLostMessages } from '../send/lost';
import type { CallParts, Calls } from './parts';

export function sendingCalls({
  outbox,
  media,
  store,
  network,
  log,
  clock,
  ownUserId,
}: Pick<CallParts, 'outbox' | 'media' | 'store' | 'network' | 'log' | 'clock' | 'ownUserId'>) {
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
  return {
    async sendMessage(args) {
      const sent = await outbox.sendMessage(args);
      wrote(args.roomId);
      return sent;
    },
    editMessage: (args) => outbox.editMessage(args),
    async forwardMessage(args) {
      const sent = await outbox.forwardMessage(args);
      wrote(args.roomId);
      return sent;
    },
    react: (args) => outbox.react(args),
    async createPoll(args) {
      const sent = await outbox.polls.create(args);
      wrote(args.roomId);
      return sent;
    },
    async sendSticker(args) {
      const sent = await outbox.sendSticker(args);
      wrote(args.roomId);
      return sent;
    },
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
    async sendAttachment({ ticket, preview, voice, ...act }) {
      // A retried call finds its row; the ticket is used up by then.
      const known = findRequest(store.db, act.requestId);
      if (known !== null) return { key: known.localKey };
      const prepared = await media.prepare(ticket, preview, isEncrypted(act.roomId));
      const { content, attachment } = prepared;
      try {
        const sent = await outbox.sendAttachment({
          ...act,
          content: voice === undefined ? content : { ...content, ...voiceContent(voice) },
          attachment: { ...attachment },
          recordingId: voice?.recordingId,
        });
        wrote(act.roomId);
        return sent;
      } finally {
        prepared.release();
      }
    },
    async retrySend({ roomId, key }) {
      if (!lost.sendAgain(roomId, key)) await outbox.retry(key);
      return {};
    },
    async cancelSend({ roomId, key }) {
      if (!lost.remove(roomId, key)) await outbox.cancel(key);
      return {};
    },
    beginBlob: async ({ fileName, mimeType }) => ({
      ticket: await media.staging.beginBlob(fileName, mimeType),
    }),
    async appendBlob({ ticket, seq, bytes }) {
      await media.staging.appendBlob(ticket, seq, bytes);
      return {};
    },
  } satisfies Partial<Calls>;
}
