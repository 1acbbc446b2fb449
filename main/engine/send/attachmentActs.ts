// Messages with a file: what is sent together becomes rows in one commit, in its order, or not at all.
import type { ConversationId } from '#contract/areas/ids';
import type { AppError } from '#contract/wire/errors';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { deleteRecording } from '#stores/settings/recordings';
import type { Changes, Store } from '#stores/sqlite/store';
import { messageContent, type Content, type Mentions } from './content';
import { written, type Message } from './written';

/** `content` is what is known before the upload (msgtype, body = file name, info); `attachment` is for the uploader alone. */
export interface AttachmentAct extends ConversationId {
  readonly requestId: string;
  readonly content: Content;
  readonly attachment: Content;
  readonly caption: string | null;
  readonly mentions?: readonly TextMention[] | undefined;
  readonly replyTo: string | null;
  readonly recordingId?: string | undefined;
  /** The place that was kept for it. */
  readonly place?: number | undefined;
  /** It may not be sent, and is left to its author as a message that was not sent. */
  readonly refused?: AppError | undefined;
}

export interface Sent {
  readonly key: string;
}

export interface AttachmentActs {
  send(act: AttachmentAct): Promise<Sent>;
  /** One row for each. `within` is written in the same commit. */
  sendAll(acts: readonly AttachmentAct[], within: (changes: Changes) => void): Promise<void>;
}

interface AttachmentActDeps {
  readonly store: Store;
  readonly answered: (
    roomNo: number,
    act: AttachmentAct,
    message: Message,
  ) => {
    readonly calls: Mentions;
    readonly relation: Content | null;
    readonly waitsFor: string | null;
  };
  readonly fail: (key: string, error: AppError) => void;
  readonly enqueue: (
    act: AttachmentAct,
    make: (roomNo: number) => {
      type: string;
      content: Content;
      attachment: Content;
      waitsFor: string | null;
    },
    within: (changes: Changes) => void,
  ) => Sent;
}

export function createAttachmentActs({
  store,
  answered,
  enqueue,
  fail,
}: AttachmentActDeps): AttachmentActs {
  /** Its caption is read first; the row is made in one turn. */
  async function rowOf(act: AttachmentAct): Promise<() => Sent> {
    // Also without a caption, so that a text that was sent just before stays before it.
    const message = await written(store.db, { ...act, text: act.caption ?? '' });
    const make = (roomNo: number) => {
      const { calls, relation, waitsFor } = answered(roomNo, act, message);
      const caption = message.text === '' ? null : messageContent(message, 'text', calls, null);
      const content: Content = { ...act.content };
      if (caption !== null)
        Object.assign(content, { filename: act.content['body'] }, caption, {
          msgtype: act.content['msgtype'],
        });
      if (relation !== null) content['m.relates_to'] = relation;
      return { type: 'm.room.message', content, attachment: act.attachment, waitsFor };
    };
    return () => {
      const sent = enqueue(act, make, (changes) => {
        if (deleteRecording(store.db, act.recordingId ?? '')) changes.topic('drafts');
      });
      if (act.refused !== undefined) fail(sent.key, act.refused);
      return sent;
    };
  }

  return {
    send: async (act) => (await rowOf(act))(),
    async sendAll(acts, within) {
      const rows: (() => Sent)[] = [];
      for (const act of acts) rows.push(await rowOf(act));
      store.write((changes) => {
        for (const row of rows) row();
        within(changes);
      });
    },
  };
}
