// The connected composer of one conversation: sends messages, edits and replies, and takes files in.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useStore } from 'react-redux';
import {
  composerFieldId,
  composingEnded,
  conversationKey,
  editChanged,
  editStarted,
  mentionTaken,
  nothingComposed,
  replyStarted,
} from '#app/composing';
import type { Composing, EditTarget } from '#app/composing';
import { useValue } from '#app/hooks';
import { useAccount } from '#app/context';
import { later } from '#app/later';
import { threadLeft } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import type { AccountState } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { returnFocusTo } from '#ui/focus/lostFocus';
import { isolate } from '#ui/text/isolate';
import { useToasts } from '#ui/overlays/Toasts';
import { BlockedLine } from '../ignoring';
import { PlaceDialog } from '../locations';
import { NewPoll } from '../polls';
import { ScheduledBar, useUndoSeconds } from '../scheduled';
import styles from './Composer.module.css';
import { ComposerView } from './ComposerView';
import { quoted } from './loaded';
import type { Marked } from './suggestions/mentions';
import { useDraft } from './useDraft';
import { useEditLast } from './useEditLast';
import { useFieldFocus } from './useFieldFocus';
import type { TooLarge } from './files/sendFiles';
import { useFiles } from './files/useFiles';
import { useSending } from './useSending';
import { useTyping } from './useTyping';
import { useVoiceOpen, useVoices } from './voice/openVoices';

const CameraDialog = later(async () => (await import('./camera/CameraDialog')).CameraDialog);
// It draws nothing before a file is held over the pane.
const FileDrop = later(async () => (await import('./files/FileDrop')).FileDrop);
const KeptText = later(async () => (await import('./KeptText')).KeptText);
const VoiceBar = later(async () => (await import('./voice/VoiceBar')).VoiceBar);

/** The quoted message of a reply, as it is now: a stored draft knows only its id, and it may be edited or deleted meanwhile. */
function useComposing(conversation: ConversationId): Composing {
  const composing = useAppSelector(
    (state) => state.composing[conversationKey(conversation)] ?? nothingComposed,
  );
  const { reply } = composing;
  const dispatch = useAppDispatch();
  const { t } = useTranslation();
  const store = useStore<AccountState>();
  useEffect(() => {
    if (reply === null) return undefined;
    let shown = reply;
    const look = (): void => {
      const now = quoted(store.getState(), t, conversation, reply.eventId);
      if (now === null || (now.name === shown.name && now.text === shown.text)) return;
      shown = now;
      dispatch(replyStarted({ conversation, ...now }));
    };
    look();
    return store.subscribe(look);
  }, [reply, store, conversation, dispatch, t]);
  return composing;
}

type Asking = 'camera' | 'poll' | 'place';

interface OpenComposerProps {
  readonly conversation: ConversationId;
  readonly roomName: string;
  readonly encrypted: boolean;
  readonly permissions: RoomHeader['permissions'];
  readonly typing: string;
  /** The room has scheduled messages. */
  readonly scheduled: boolean;
}

function OpenComposer(props: OpenComposerProps): ReactNode {
  const { conversation, scheduled, ...room } = props;
  // It stays set until the conversation changes, so that an open list of scheduled messages can close by itself.
  const [waits, setWaits] = useState(scheduled);
  if (scheduled && !waits) setWaits(true);
  const dispatch = useAppDispatch();
  const store = useStore<AccountState>();
  const composing = useComposing(conversation);
  const { reply, edit } = composing;
  const onStoredReply = useCallback(
    (eventId: string) => dispatch(replyStarted({ conversation, eventId, name: '', text: '' })),
    [dispatch, conversation],
  );
  const onEdit = (at: EditTarget) => dispatch(editStarted({ conversation, touched: true, ...at }));
  const replyTo = reply?.eventId ?? null;
  const draft = useDraft(conversation, { replyTo, edit, onReply: onStoredReply, onEdit });
  const files = useFiles(conversation);
  const { t, i18n } = useTranslation();
  const toasts = useToasts();
  const { permissions } = room;
  const { busy, refused, send, sendAt, sendAsText, newest, sendOther } = useSending({
    ...{ conversation, composing, draft, files, permissions, undoSeconds: useUndoSeconds() },
  });
  const editLast = useEditLast(conversation, newest);
  const undoLast = useRef<(() => void) | null>(null);
  const setTyping = useTyping(conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const voiceKey = `${useAccount().accountId} ${conversationKey(conversation)}`;
  const voices = useVoices();
  const voiceOpen = useVoiceOpen(voiceKey, conversation) && edit === null;
  useFieldFocus(field, conversation, composing);
  const isHalf = useRef(false);
  isHalf.current = draft.written.text.trim() !== '';
  useEffect(() => {
    const { roomId, threadId } = conversation;
    if (threadId === null) return undefined;
    return () => {
      const isElsewhere = store.getState().navigation.roomId !== roomId;
      if (isElsewhere && isHalf.current) dispatch(threadLeft({ roomId, threadId }));
    };
  }, [conversation, store, dispatch]);

  const onWritten = (written: Marked): void => {
    if (edit !== null) {
      dispatch(editChanged({ conversation, text: written.text, mentions: [...written.mentions] }));
      return;
    }
    editLast.giveUp();
    draft.write(written);
    setTyping(written.text.trim() !== '');
  };
  const onSend = (): void => {
    // The message is sent before other work.
    send();
    setTyping(false);
    field.current?.focus();
  };
  const onFiles = (added: readonly File[]): void => {
    if (edit !== null)
      return void import('./paste/longText').then(({ refuseFiles }) => refuseFiles(toasts, t));
    const onTooLarge = (found: TooLarge): void =>
      void import('./files/tooLarge').then(({ tellTooLarge }) => tellTooLarge(toasts, i18n, found));
    void files.add(added, onTooLarge).then((folders) => {
      if (folders) toasts.show({ text: t('composer.noFolders'), tone: 'danger' });
    });
    return field.current?.focus();
  };

  const toField = (): void => returnFocusTo(field.current);
  const dialog = {
    conversation,
    onSent: toField,
    // A send that ends after its dialog was closed must not close the next dialog.
    onClose: () => setAsking((now) => (now === asking ? null : now)),
  };

  return (
    <>
      <FileDrop onFiles={onFiles} />
      {waits && (
        <ScheduledBar
          conversation={conversation}
          undoLast={undoLast}
          quotedOf={(eventId) => quoted(store.getState(), t, conversation, eventId)}
          onTaken={({ replyTo, ...taken }) => {
            draft.restore(taken);
            if (replyTo !== null) onStoredReply(replyTo);
            field.current?.focus();
          }}
        />
      )}
      <ComposerView
        roomId={conversation.roomId}
        threadId={conversation.threadId}
        {...room}
        written={edit ?? draft.written}
        composing={composing}
        files={edit === null ? files.files : []}
        busy={busy}
        refused={edit === null ? refused : null}
        onSendAsText={() => {
          sendAsText();
          field.current?.focus();
        }}
        fieldRef={field}
        onWritten={onWritten}
        onMentioned={() => dispatch(mentionTaken({ conversation }))}
        onSend={onSend}
        onSendAt={(atMs) => {
          setTyping(false);
          toField();
          sendAt(atMs);
        }}
        onCancel={() => dispatch(composingEnded({ conversation }))}
        onEditLast={() => (undoLast.current ?? editLast.begin)()}
        onFiles={onFiles}
        onRemoveFile={files.remove}
        onCamera={() => setAsking('camera')}
        onPoll={() => setAsking('poll')}
        onPlace={() => setAsking('place')}
        onVoice={() => voices.setOpen(voiceKey, true)}
        voice={
          voiceOpen && (
            <VoiceBar
              conversation={conversation}
              roomName={room.roomName}
              voiceKey={voiceKey}
              onSend={sendOther}
              onDone={() => requestAnimationFrame(() => field.current?.focus())}
            />
          )
        }
      />
      {asking === 'camera' && <CameraDialog {...dialog} onPicture={(file) => onFiles([file])} />}
      {asking === 'poll' && <NewPoll {...dialog} />}
      {asking === 'place' && (
        <PlaceDialog {...dialog} encrypted={room.encrypted} permissions={permissions} />
      )}
    </>
  );
}

function useTypingSentence(people: readonly { readonly name: string }[]): string {
  const { t, i18n } = useTranslation();
  if (people.length === 0) return '';
  const names = new Intl.ListFormat(i18n.language).format(
    people.slice(0, 3).map(({ name }) => isolate(name)),
  );
  return people.length > 3
    ? t('composer.typingMany')
    : t('composer.typing', { names, count: people.length });
}

/** The field stands there with the next rendering. */
const fieldSoon = (): void =>
  void requestAnimationFrame(() => document.getElementById(composerFieldId)?.focus());

export function Composer({ conversation }: { readonly conversation: ConversationId }): ReactNode {
  const { roomId } = conversation;
  const { t } = useTranslation();
  const { value: room } = useValue('room', { roomId });
  const { value: session } = useValue('session', {});
  const { value: draft } = useValue('draft', conversation);
  const typing = useTypingSentence(room?.typing ?? []);
  // A message in a replaced room reaches nobody; the line above the timeline leads to the new room.
  if (room === undefined || room.replacementRoomId !== null) return null;
  const closed =
    session?.guest === true && session.state === 'expired'
      ? 'composer.visitEnded'
      : room.membership !== 'join'
        ? 'composer.notIn'
        : room.permissions.send
          ? null
          : 'composer.mayNot';
  // A text that was begun before the right to write was taken is out of sight, and comes back with the right.
  if (closed !== null)
    return (
      <>
        {room.scheduled === true && closed === 'composer.mayNot' && (
          <ScheduledBar conversation={conversation} held="mayNot" />
        )}
        <div className={styles.closed}>
          {t(closed, { context: draft?.text && 'kept' })}
          {draft?.text && closed === 'composer.mayNot' && <KeptText text={draft.text} />}
        </div>
      </>
    );
  if (room.blocked !== undefined)
    return (
      <>
        {room.scheduled === true && <ScheduledBar conversation={conversation} held="blocked" />}
        <BlockedLine person={room.blocked} onUnblocked={fieldSoon} />
      </>
    );
  const { name, encrypted, permissions } = room;
  return (
    <OpenComposer
      key={conversationKey(conversation)}
      conversation={conversation}
      roomName={name}
      encrypted={encrypted}
      permissions={permissions}
      typing={conversation.threadId === null ? typing : ''}
      scheduled={room.scheduled === true}
    />
  );
}
