// The composer of one room, connected: sends what was written, edits, answers, and takes files in.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { composingEnded, editStarted, nothingComposed } from '../../app/composing';
import { useAccount } from '../../app/context';
import { errorText } from '../../app/errors';
import { useEngineCall, useValue } from '../../app/hooks';
import { newRequestId } from '../../app/requestId';
import { resultOf } from '../../app/result';
import type { Result } from '../../app/result';
import { useAppDispatch, useAppSelector } from '../../app/store';
import type { AccountState } from '../../app/store';
import { useToasts } from '../../ui/Toasts';
import { readCommand } from './command';
import styles from './Composer.module.css';
import { ComposerView } from './ComposerView';
import { FileDrop } from './FileDrop';
import { sendFile } from './sendFile';
import { useDraft } from './useDraft';
import { useFiles } from './useFiles';
import { useTyping } from './useTyping';

interface LastOwn {
  readonly eventId: string;
  readonly text: string;
}

/** My newest message that may be edited, among what is loaded. */
function lastOwn(state: AccountState, roomId: string): LastOwn | null {
  const key = Object.keys(state.server.lists).find(
    (name) => name.startsWith('list:timeline:') && name.includes(JSON.stringify(roomId)),
  );
  const items = (key === undefined ? [] : (state.server.lists[key]?.items ?? [])) as readonly {
    readonly kind?: string;
    readonly eventId?: string | null;
    readonly editText?: string | null;
  }[];
  const found = items.findLast(
    ({ kind, editText, eventId }) => kind === 'message' && editText != null && eventId != null,
  );
  return found?.eventId == null || found.editText == null
    ? null
    : { eventId: found.eventId, text: found.editText };
}

function OpenComposer({ roomId, roomName, encrypted, typing }: OpenComposerProps): ReactNode {
  const { t } = useTranslation();
  const account = useAccount();
  const call = useEngineCall();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const composing = useAppSelector((state) => state.composing[roomId] ?? nothingComposed);
  const store = useStore<AccountState>();
  const draft = useDraft(roomId, composing.reply?.eventId ?? null, composing.edit?.eventId ?? null);
  const files = useFiles();
  const setTyping = useTyping(roomId);
  const field = useRef<HTMLTextAreaElement>(null);
  const before = useRef('');
  const [busy, setBusy] = useState(false);
  const editId = composing.edit?.eventId ?? null;

  // An edit takes the place of what was being written and gives it back.
  useEffect(() => {
    if (composing.edit !== null) {
      before.current = draft.text;
      draft.setText(composing.edit.text);
    }
    if (composing.edit !== null || composing.reply !== null) field.current?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new target counts
  }, [editId, composing.reply]);

  useEffect(() => field.current?.focus(), [roomId]);

  const fail = useCallback(
    (result: Result<unknown>): void => {
      if (!result.ok)
        toasts.show({ text: errorText(t, result.error, 'attachment'), tone: 'danger' });
    },
    [toasts, t],
  );

  const cancel = (): void => {
    if (composing.edit !== null) draft.setText(before.current);
    dispatch(composingEnded({ roomId }));
  };

  const sendFiles = async (caption: string | null): Promise<boolean> => {
    const replyTo = composing.reply?.eventId ?? null;
    for (const [index, file] of files.files.entries()) {
      const message = {
        roomId,
        caption: index === 0 ? caption : null,
        replyTo: index === 0 ? replyTo : null,
      };
      const result = await resultOf(sendFile(account, file, message));
      fail(result);
      if (!result.ok) return false;
      files.remove(file.id);
    }
    return true;
  };

  const endComposing = (): void => {
    if (composing.edit === null) draft.clear();
    else draft.setText(before.current);
    dispatch(composingEnded({ roomId }));
    field.current?.focus();
  };

  /** The field is free at once for what comes next; a refusal brings the text back. */
  const sendText = async (): Promise<void> => {
    const written = readCommand(draft.text);
    if (written === null) return;
    const { edit, reply } = composing;
    const typed = draft.text;
    const act = { requestId: newRequestId(), roomId };
    endComposing();
    const result =
      edit === null
        ? await call('sendMessage', { ...act, ...written, replyTo: reply?.eventId ?? null })
        : await call('editMessage', { ...act, eventId: edit.eventId, text: written.text });
    fail(result);
    if (result.ok) return;
    draft.restore(typed);
    if (edit !== null) dispatch(editStarted({ roomId, eventId: edit.eventId, text: typed }));
  };

  const send = async (): Promise<void> => {
    setTyping(false);
    if (files.files.length === 0 || composing.edit !== null) return sendText();
    if (busy) return;
    setBusy(true);
    const done = await sendFiles(draft.text.trim() || null);
    setBusy(false);
    if (done) endComposing();
  };

  const editLast = (): void => {
    const last = lastOwn(store.getState(), roomId);
    if (last !== null) dispatch(editStarted({ roomId, ...last }));
  };

  return (
    <>
      <FileDrop onFiles={(added) => void files.add(added)} />
      <ComposerView
        roomName={roomName}
        encrypted={encrypted}
        text={draft.text}
        composing={composing}
        files={files.files}
        busy={busy}
        typing={typing}
        fieldRef={field}
        onText={(text) => {
          draft.setText(text);
          setTyping(text !== '' && composing.edit === null);
        }}
        onSend={() => void send()}
        onCancel={cancel}
        onEditLast={editLast}
        onFiles={(added) => void files.add(added)}
        onRemoveFile={files.remove}
      />
    </>
  );
}

interface OpenComposerProps {
  readonly roomId: string;
  readonly roomName: string;
  readonly encrypted: boolean;
  readonly typing: string;
}

function useTypingSentence(people: readonly { readonly name: string }[]): string {
  const { t, i18n } = useTranslation();
  if (people.length === 0) return '';
  const names = new Intl.ListFormat(i18n.language).format(
    people.slice(0, 3).map(({ name }) => `\u2068${name}\u2069`),
  );
  return people.length > 3
    ? t('composer.typingMany')
    : t('composer.typing', { names, count: people.length });
}

export function Composer({ roomId }: { readonly roomId: string }): ReactNode {
  const { t } = useTranslation();
  const { value: room } = useValue('room', { roomId });
  const typing = useTypingSentence(room?.typing ?? []);
  if (room === undefined) return null;
  if (room.membership !== 'join' || !room.permissions.send)
    return (
      <div className={styles.closed}>
        {t(room.membership === 'join' ? 'composer.mayNot' : 'composer.notIn')}
      </div>
    );
  const { name, encrypted } = room;
  return (
    <OpenComposer
      key={roomId}
      roomId={roomId}
      roomName={name}
      encrypted={encrypted}
      typing={typing}
    />
  );
}
