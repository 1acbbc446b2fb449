// Sends the written text and files, one act after the other, so that they keep their order; a refused text returns to the field.
import { useCallback, useRef, useState } from 'react';
import { composingEnded, editStarted, replyStarted } from '#app/composing';
import type { Composing, EditTarget } from '#app/composing';
import { useAccount } from '#app/context';
import { useErrorNotice } from '#app/errors';
import type { ErrorPlace } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { messageSent, roomOpened } from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import { resultOf } from '#app/result';
import type { Result } from '#app/result';
import { useAppDispatch } from '#app/store';
import type { EngineContract } from '#contract/engine';
import type { CallOutput } from '#contract/wire/shapes';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { isCommand, readCommand } from './suggestions/command';
import type { Refused } from './suggestions/CommandNote';
import type { PendingFile } from './files/sendFiles';
import { empty, trimmed, type Marked } from './suggestions/mentions';
import { useLoadCommands } from './suggestions/useCommands';
import type { DraftText } from './useDraft';
import type { Files } from './files/useFiles';

type Acts = PendingFile['acts'];

interface SendingDeps {
  readonly conversation: ConversationId;
  readonly composing: Composing;
  readonly draft: DraftText;
  readonly files: Files;
  readonly permissions: RoomHeader['permissions'];
  /** Seconds for which a text waits before it is sent; 0: no waiting. */
  readonly undoSeconds: number;
}

export interface Sending {
  /** Whether files are being handed to the engine. */
  readonly busy: boolean;
  /** The command that could not be carried out; null once its text changes. */
  readonly refused: Refused | null;
  send(): void;
  /** Schedules the text, without its files. */
  sendAt(atMs: number): void;
  /** Sends a text that looks like a command as it was written. */
  sendAsText(): void;
  /** The message that was sent last, once it is saved in the outbox; null: nothing was sent just now. */
  newest(): Promise<JustSent | null>;
  /** Sends another kind of message, with the same reply as the next text would have. Resolves with whether it is saved in the outbox. */
  sendOther(act: (replyTo: string | null) => Promise<void>): Promise<boolean>;
}

export interface JustSent {
  /** Key of the timeline item; null: the message cannot be edited now, because it is a file, is scheduled or was refused. */
  readonly key: string | null;
}

/** For this time after sending, the timeline may not yet show the message. */
const justNowMs = 5_000;

/** The text in the form of the contract. */
const sendable = ({ text, mentions }: Marked): { text: string; mentions: TextMention[] } => ({
  text,
  mentions: [...mentions],
});

/** Runs one act after the other; the first starts at once. `acted` resolves when all acts so far have ended. */
function useOrder() {
  const queue = useRef<Promise<unknown> | null>(null);
  const inOrder = (work: () => Promise<void>): void => {
    const act = queue.current === null ? work() : queue.current.then(work);
    queue.current = act;
    void act.finally(() => {
      if (queue.current === act) queue.current = null;
    });
  };
  return { inOrder, acted: async () => void (await queue.current) };
}

/** `report` tells of a failure and returns whether there was none. */
function useReport() {
  const tellFailure = useErrorNotice();
  const report = useCallback(
    (result: Result<unknown>, place: ErrorPlace): boolean => {
      if (!result.ok) tellFailure(result.error, place);
      return result.ok;
    },
    [tellFailure],
  );
  return { tellFailure, report };
}

export function useSending(deps: SendingDeps): Sending {
  const { conversation, composing, draft, files, permissions, undoSeconds } = deps;
  const account = useAccount();
  const call = useEngineCall();
  const dispatch = useAppDispatch();
  const { tellFailure, report } = useReport();
  const loadCommands = useLoadCommands();
  const [sendingFiles, setSendingFiles] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { inOrder, acted } = useOrder();
  const newest = useRef<JustSent & { readonly atMs: number }>({ key: null, atMs: -Infinity });
  const noteSent = (key: string | null): void => {
    newest.current = { key, atMs: performance.now() };
  };

  const { reply, edit, touched } = composing;

  const sendEdit = ({ eventId, ...written }: EditTarget): void => {
    dispatch(composingEnded({ conversation }));
    if (touched !== true || written.text.trim() === '') return;
    const { roomId } = conversation;
    const act = { requestId: newRequestId(), roomId, eventId, ...sendable(trimmed(written)) };
    inOrder(async () => {
      const sent = await call('editMessage', act);
      if (report(sent, 'editMessage') || sent.ok) return;
      // A message that is gone cannot be edited: what was written becomes a new one.
      const isGone = ['conflict', 'not_found'].includes(sent.error.code);
      if (isGone) draft.restore(written);
      else dispatch(editStarted({ conversation, eventId, touched, ...written }));
    });
  };

  const giveBack = (written: Marked): void => {
    if (written.text !== '') draft.restore(written);
    if (reply !== null) dispatch(replyStarted({ conversation, ...reply }));
  };

  /** Carries out a command. If it fails, its text returns to the field with the reason. */
  const obey = (typed: Marked): void => {
    const { roomId } = conversation;
    const openRoom = (opened: string): unknown => dispatch(roomOpened(opened));
    const refuse = (name: string, why: Refused['why']): void => {
      draft.restore(typed);
      setRefused({ name, why, text: typed.text });
    };
    inOrder(async () => {
      const loaded = await resultOf(loadCommands());
      if (!report(loaded, 'general') || !loaded.ok) return draft.restore(typed);
      const found = loaded.output.typedCommand(typed, permissions);
      if (found === null) return draft.restore(typed);
      const { name, command, rest } = found;
      if (command === null) return refuse(name, 'unknown');
      const act = command.act?.({ call, roomId, openRoom }, rest) ?? null;
      if (act === null) return refuse(name, command.args === null ? 'alone' : 'args');
      if (report(await act, command.place ?? 'general')) return draft.flush();
      return draft.restore(typed);
    });
  };

  /** `atMs` null: sends now, or after the undo time. */
  const sendText = (typed: Marked, asText: boolean, atMs: number | null = null): void => {
    const literal = { ...trimmed(typed), kind: 'text', plain: false } as const;
    const read = asText ? literal : readCommand(typed);
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
      const at = atMs ?? Date.now() + undoSeconds * 1000;
      const waits = atMs !== null || undoSeconds > 0;
      const sent = waits
        ? await call('scheduleMessage', { ...act, atMs: at, undo: atMs === null })
        : await call('sendMessage', act);
      noteSent(sent.ok && 'key' in sent.output ? sent.output.key : null);
      if (report(sent, 'general')) draft.flush();
      else giveBack(typed);
    });
  };

  /** The first file carries the text and the reply; files that were not sent return to the composer. */
  const sendTaken = (taken: readonly PendingFile[], acts: Acts, typed: Marked): void => {
    setSendingFiles((count) => count + 1);
    const { text, mentions } = sendable(trimmed(typed));
    const act = { ...conversation, caption: text === '' ? null : text, mentions };
    const message = { ...act, replyTo: reply?.eventId ?? null };
    const ended = (result: Result<CallOutput<EngineContract, 'sendFiles'>>): void => {
      const { sent, error } = result.ok ? result.output : { sent: 0, error: result.error };
      if (error !== null) {
        tellFailure(error, 'attachment');
        files.putBack(taken.slice(sent));
        if (sent === 0) giveBack(typed);
      }
      setSendingFiles((count) => count - 1);
    };
    inOrder(async () => {
      const handed = await resultOf(acts.handOver(account, taken, message));
      noteSent(null);
      if (!handed.ok) return ended(handed);
      draft.flush();
      // The engine keeps the order: anything that is sent meanwhile goes behind them.
      void resultOf(acts.sendFiles(account.engine, handed.output, taken)).then(ended);
    });
  };

  const sendOther: Sending['sendOther'] = async (act) => {
    setSendingFiles((count) => count + 1);
    dispatch(composingEnded({ conversation }));
    dispatch(messageSent({ threadId: conversation.threadId }));
    return new Promise((resolve) => {
      inOrder(async () => {
        const sent = await resultOf(act(reply?.eventId ?? null));
        noteSent(null);
        if (!report(sent, 'attachment')) giveBack(empty);
        setSendingFiles((count) => count - 1);
        resolve(sent.ok);
      });
    });
  };

  const send = (asText: boolean): void => {
    if (edit !== null) return sendEdit(edit);
    const { written } = draft;
    if (written.text.trim() === '' && files.files.length === 0) return undefined;
    if (!asText && files.files.length === 0 && isCommand(written)) {
      obey(written);
      return draft.clear();
    }
    const taken = files.take();
    const [first] = taken;
    // The text is sent before anything renders; the field is free at once for the next text.
    if (first === undefined) {
      sendText(written, asText);
      draft.clear();
    } else {
      sendTaken(taken, first.acts, written);
      draft.clearHere();
    }
    dispatch(composingEnded({ conversation }));
    dispatch(messageSent({ threadId: conversation.threadId }));
    return undefined;
  };

  return {
    busy: sendingFiles > 0,
    refused: refused?.text === draft.written.text ? refused : null,
    send: () => send(false),
    sendAt: (atMs) => {
      sendText(draft.written, false, atMs);
      draft.clear();
      dispatch(composingEnded({ conversation }));
    },
    sendAsText: () => send(true),
    newest: async () => {
      await acted();
      const { key, atMs } = newest.current;
      return performance.now() - atMs < justNowMs ? { key } : null;
    },
    sendOther,
  };
}
