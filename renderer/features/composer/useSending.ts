// From what is written to messages: one act after the other, so that files and texts keep their order; what is refused comes back.
import { useCallback, useRef, useState } from 'react';
import { composingEnded, editStarted, replyStarted } from '#app/composing';
import type { Composing } from '#app/composing';
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
import { readCommand } from './command';
import { sendFile } from './sendFile';
import type { PendingFile } from './sendFile';
import { withAddresses } from './mentions';
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
  const { mentions } = draft;
  const addressed = (text: string): string => withAddresses(text, mentions);

  const sendEdit = (eventId: string, text: string): void => {
    dispatch(composingEnded({ conversation }));
    if (text.trim() === '') return;
    const { roomId } = conversation;
    const act = { requestId: newRequestId(), roomId, eventId, text: addressed(text).trim() };
    inOrder(async () => {
      if (report(await call('editMessage', act), 'general')) return;
      dispatch(editStarted({ conversation, eventId, text }));
    });
  };

  const giveBack = (text: string): void => {
    if (text !== '') draft.restore(text);
    if (reply !== null) dispatch(replyStarted({ conversation, ...reply }));
  };

  const sendText = (typed: string): void => {
    const written = readCommand(addressed(typed));
    if (written === null) return;
    const act = {
      ...conversation,
      requestId: newRequestId(),
      replyTo: reply?.eventId ?? null,
    };
    inOrder(async () => {
      if (report(await call('sendMessage', { ...act, ...written }), 'general')) draft.flush();
      else giveBack(typed);
    });
  };

  /** The first file carries the text and the answer; what was not sent stands above the field again. */
  const sendFiles = (taken: readonly PendingFile[], typed: string): void => {
    setSendingFiles((count) => count + 1);
    inOrder(async () => {
      for (const [index, file] of taken.entries()) {
        const first = index === 0;
        const caption = first ? addressed(typed).trim() || null : null;
        const replyTo = first ? (reply?.eventId ?? null) : null;
        const sent = await resultOf(sendFile(account, file, { ...conversation, caption, replyTo }));
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
      if (edit !== null) return sendEdit(edit.eventId, edit.text);
      const { text } = draft;
      if (text.trim() === '' && files.files.length === 0) return undefined;
      const taken = files.take();
      // It leaves before anything is drawn anew; the field is free at once for what comes next.
      if (taken.length === 0) sendText(text);
      else sendFiles(taken, text);
      draft.clear();
      dispatch(composingEnded({ conversation }));
      dispatch(messageSent({ threadId: conversation.threadId }));
      return undefined;
    },
  };
}
