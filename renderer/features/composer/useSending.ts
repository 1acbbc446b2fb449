// From what is written to messages: one act after the other, so that files and texts keep their order; what is refused comes back.
import { useCallback, useRef, useState } from 'react';
import { composingEnded, editStarted, replyStarted } from '#app/composing';
import type { Composing, EditTarget } from '#app/composing';
import { useAccount } from '#app/context';
import { useErrorNotice } from '#app/errors';
import type { ErrorPlace } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { messageSent } from '#app/navigation';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import type { Result } from '#app/result';
import { useAppDispatch } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messageModels';
import { readCommand } from './command';
import { sendFile } from './sendFile';
import type { PendingFile } from './sendFile';
import { empty, trimmed, type Marked } from './mentions';
import type { DraftText } from './useDraft';
import type { Files } from './useFiles';

interface SendingDeps {
  readonly conversation: ConversationId;
  readonly composing: Composing;
  readonly draft: DraftText;
  readonly files: Files;
}

export interface Sending {
  /** Files are on their way to the engine. */
  readonly busy: boolean;
  send(): void;
}

/** As the engine takes it. */
const sendable = ({ text, mentions }: Marked): { text: string; mentions: TextMention[] } => ({
  text,
  mentions: [...mentions],
});

export function useSending({ conversation, composing, draft, files }: SendingDeps): Sending {
  const account = useAccount();
  const call = useEngineCall();
  const dispatch = useAppDispatch();
  const tellFailure = useErrorNotice();
  const [sendingFiles, setSendingFiles] = useState(0);
  const queue = useRef<Promise<unknown> | null>(null);

  const report = useCallback(
    (result: Result<unknown>, place: ErrorPlace): boolean => {
      if (!result.ok) tellFailure(result.error, place);
      return result.ok;
    },
    [tellFailure],
  );
  const inOrder = (work: () => Promise<void>): void => {
    const act = queue.current === null ? work() : queue.current.then(work);
    queue.current = act;
    void act.finally(() => {
      if (queue.current === act) queue.current = null;
    });
  };
  const { reply, edit } = composing;

  const sendEdit = ({ eventId, ...written }: EditTarget): void => {
    dispatch(composingEnded({ conversation }));
    if (written.text.trim() === '') return;
    const { roomId } = conversation;
    const act = { requestId: newRequestId(), roomId, eventId, ...sendable(trimmed(written)) };
    inOrder(async () => {
      if (report(await call('editMessage', act), 'general')) return;
      dispatch(editStarted({ conversation, eventId, ...written }));
    });
  };

  const giveBack = (written: Marked): void => {
    if (written.text !== '') draft.restore(written);
    if (reply !== null) dispatch(replyStarted({ conversation, ...reply }));
  };

  const sendText = (typed: Marked): void => {
    const read = readCommand(typed);
    if (read === null) return;
    const act = {
      ...conversation,
      requestId: newRequestId(),
      kind: read.kind,
      ...(read.plain && { plain: true }),
      ...sendable(read),
      replyTo: reply?.eventId ?? null,
    };
    inOrder(async () => {
      if (report(await call('sendMessage', act), 'general')) draft.flush();
      else giveBack(typed);
    });
  };

  /** The first file carries the text and the answer; what was not sent stands above the field again. */
  const sendFiles = (taken: readonly PendingFile[], typed: Marked): void => {
    setSendingFiles((count) => count + 1);
    inOrder(async () => {
      for (const [index, file] of taken.entries()) {
        const first = index === 0;
        const { text, mentions } = sendable(trimmed(first ? typed : empty));
        const replyTo = first ? (reply?.eventId ?? null) : null;
        const act = { ...conversation, caption: text === '' ? null : text, mentions, replyTo };
        const sent = await resultOf(sendFile(account, file, act));
        if (report(sent, 'attachment')) {
          draft.flush();
          continue;
        }
        files.putBack(taken.slice(index));
        if (first) giveBack(typed);
        break;
      }
      setSendingFiles((count) => count - 1);
    });
  };

  return {
    busy: sendingFiles > 0,
    send: () => {
      if (edit !== null) return sendEdit(edit);
      const { written } = draft;
      if (written.text.trim() === '' && files.files.length === 0) return undefined;
      const taken = files.take();
      // It leaves before anything is drawn anew; the field is free at once for what comes next.
      if (taken.length === 0) sendText(written);
      else sendFiles(taken, written);
      draft.clear();
      dispatch(composingEnded({ conversation }));
      dispatch(messageSent({ threadId: conversation.threadId }));
      return undefined;
    },
  };
}
