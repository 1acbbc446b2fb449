// Renders the composer: the reply or edit, the files, the text, the buttons. It must not know the store.
import { Pencil, Reply, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { TextArea } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { fieldIdOf, type Composing } from '#app/composing';
import { later } from '#app/later';
import { sends, useSendKey } from '#app/sendKey';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { focusIfLost } from '#ui/focus/lostFocus';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { useStable } from '#ui/useStable';
import { isCommand } from './suggestions/command';
import styles from './Composer.module.css';
import type { Refused } from './suggestions/CommandNote';
import {
  Attach,
  EmojiButton,
  FormatButton,
  Later,
  Protection,
  SendButton,
  Stickers,
  type AttachProps,
} from './ComposerButtons';
import { useFormatting, type Formatting } from './format/useFormatting';
import { usePaste } from './paste/usePaste';
import type { PendingFile } from './files/sendFiles';
import { mentionText, type Marked } from './suggestions/mentions';
import { typeInto } from './typeInto';
import { useField, type FieldText } from './useField';
import { useSuggestions } from './suggestions/useSuggestions';
import type { Suggestions } from './suggestions/useSuggestions';

const CommandNote = later(async () => (await import('./suggestions/CommandNote')).CommandNote);
const FileChips = later(async () => (await import('./files/FileChips')).FileChips);
const FormatBar = later(async () => (await import('./format/FormatBar')).FormatBar);
const FormatMarks = later(async () => (await import('./format/FormatMarks')).FormatMarks);
const LinkDialog = later(async () => (await import('./format/LinkDialog')).LinkDialog);
const MentionMarks = later(async () => (await import('./suggestions/MentionMarks')).MentionMarks);
const SuggestionList = later(
  async () => (await import('./suggestions/SuggestionList')).SuggestionList,
);

/** A text without any of these characters has no markdown. */
const anySign = /[*_`~|[>#-]|\d[.)] /;

type RoomPermissions = RoomHeader['permissions'];

export interface ComposerViewProps extends AttachProps {
  readonly roomId: string;
  /** Null: the composer of the room itself. */
  readonly threadId: string | null;
  readonly roomName: string;
  readonly encrypted: boolean;
  readonly permissions: RoomPermissions;
  readonly written: Marked;
  readonly composing: Composing;
  readonly files: readonly PendingFile[];
  readonly busy: boolean;
  /** The sentence about the people who are typing. */
  readonly typing: string;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly onWritten: (written: Marked) => void;
  /** Called when the requested mention was inserted into the field. */
  readonly onMentioned: () => void;
  readonly onSend: () => void;
  /** Schedules the message. */
  readonly onSendAt: (atMs: number) => void;
  /** The command that could not be carried out. */
  readonly refused: Refused | null;
  readonly onSendAsText: () => void;
  readonly onCancel: () => void;
  /** Called for ArrowUp in an empty field. */
  readonly onEditLast: () => void;
  readonly onRemoveFile: (id: string) => void;
  /** Starts a voice message. */
  readonly onVoice: () => void;
  /** The voice message that replaces the field; false: none. */
  readonly voice: ReactNode;
}

function Target({
  composing,
  onCancel,
}: Pick<ComposerViewProps, 'composing' | 'onCancel'>): ReactNode {
  const { t } = useTranslation();
  const { reply, edit } = composing;
  if (reply === null && edit === null) return null;
  return (
    <div className={styles.target}>
      <Icon icon={reply === null ? Pencil : Reply} size={12} directional={reply !== null} />
      {reply === null ? (
        <span className={styles.quote}>{t('composer.editing')}</span>
      ) : (
        <>
          <Name className={styles.who}>{reply.name}</Name>
          <span className={styles.quote} dir="auto">
            {reply.name === '' ? t('timeline.quoteMissing') : reply.text}
          </span>
        </>
      )}
      <IconButton
        label={t('composer.cancel')}
        icon={X}
        size="s"
        shortcut="Esc"
        onPress={onCancel}
      />
    </div>
  );
}

function useFieldKeys(
  props: ComposerViewProps,
  suggestions: Suggestions,
  isBlankDone: () => boolean,
  formatting: Formatting,
): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const { written, composing, files, onSend, onCancel, onEditLast } = props;
  const sendKey = useSendKey();
  return (event) => {
    // Enter that ends a composition (Chinese, Japanese or Korean input) never sends; some input methods report it as 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const bare = !shiftKey && !ctrlKey && !altKey && !metaKey;
    const engaged = composing.reply !== null || composing.edit !== null;
    const isEmpty = written.text === '' && files.length === 0;
    if (suggestions.onKey(event)) event.stopPropagation();
    else if (key === ' ' && isBlankDone()) event.stopPropagation();
    else if (sends(sendKey, event)) onSend();
    else if (key === 'Escape' && engaged) onCancel();
    else if (formatting.onKey(event)) event.stopPropagation();
    else if (key === 'ArrowUp' && bare && isEmpty && composing.edit === null) onEditLast();
    else return;
    event.preventDefault();
  };
}

interface FieldProps extends ComposerViewProps {
  readonly fieldText: FieldText;
  readonly suggestions: Suggestions;
  readonly formatting: Formatting;
}

function Field(props: FieldProps): ReactNode {
  const { written, threadId, roomName, encrypted, fieldRef, onFiles } = props;
  const { suggestions, fieldText, formatting } = props;
  const { t } = useTranslation();
  const onKeyDown = useFieldKeys(props, suggestions, fieldText.isBlankDone, formatting);
  const paste = usePaste(fieldText, onFiles, props.composing.edit !== null);
  const { items, listId, active, optionId, look } = suggestions;
  const open = items.length > 0;
  return (
    <div className={styles.text}>
      {anySign.test(written.text) && <FormatMarks text={written.text} fieldRef={fieldRef} />}
      {written.mentions.length > 0 && <MentionMarks written={written} fieldRef={fieldRef} />}
      {/* Says whether the focus came by keys: a plain text field shows its ring after a click too. */}
      <TextArea
        ref={fieldRef}
        id={fieldIdOf({ threadId })}
        className={styles.field ?? ''}
        rows={1}
        dir="auto"
        value={written.text}
        placeholder={t(threadId === null ? 'composer.placeholder' : 'threads.placeholder')}
        aria-label={
          threadId === null
            ? t(encrypted ? 'composer.messageEncrypted' : 'composer.message', { name: roomName })
            : t('threads.answer')
        }
        aria-autocomplete="list"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? optionId(active) : undefined}
        // An event has 64 KB, and grows by a third where it is encrypted.
        maxLength={encrypted ? 45_000 : 60_000}
        onChange={(event) => {
          fieldText.onChange(event);
          look();
        }}
        onFocus={formatting.onFocus}
        onSelect={() => {
          look();
          formatting.onSelect();
        }}
        onKeyDown={(event) => {
          paste.onKeyDown(event);
          onKeyDown(event);
        }}
        onCopy={paste.onCopy}
        onCut={paste.onCopy}
        onPaste={paste.onPaste}
        onDrop={paste.onDrop}
      />
    </div>
  );
}

export function ComposerView(props: ComposerViewProps): ReactNode {
  const { roomId, threadId, written, files, busy, encrypted, typing, voice } = props;
  const { permissions, fieldRef, composing, onWritten, onMentioned } = props;
  const { refused, onSendAsText, onCancel } = props;
  const { t } = useTranslation();
  const fieldText = useField(written, fieldRef, onWritten);
  const { complete } = fieldText;
  const formatting = useFormatting(fieldRef, fieldText);
  const { pinned, selecting } = formatting;
  const suggestions = useSuggestions({
    ...{ roomId, written, permissions, fieldRef },
    commands: composing.edit === null && files.length === 0,
    onComplete: complete,
  });
  const bare = files.length === 0;
  const blank = written.text.trim() === '' && bare;
  const empty = written.text === '' && bare && composing.edit === null;
  const mayWait = !blank && bare && composing.edit === null && !isCommand(written);
  const conversation = useMemo(() => ({ roomId, threadId }), [roomId, threadId]);
  const onFiles = useStable(props.onFiles);
  const onCamera = useStable(props.onCamera);
  const onPoll = useStable(props.onPoll);
  const onPlace = useStable(props.onPlace);
  const onSend = useStable(props.onSend);
  const onSendAt = useStable(props.onSendAt);
  const onVoice = useStable(props.onVoice);
  // A sticker leaves an edit as it is.
  const onSent = useStable(() => composing.edit === null && onCancel());
  const onInsert = useStable(fieldText.insert);
  const onFormat = useStable(() => {
    formatting.togglePinned();
    fieldRef.current?.focus();
  });
  // A panel that closes without a choice returns the focus to the field, unless another element took it.
  const onPanel = useStable((open: boolean) => {
    if (open) return;
    requestAnimationFrame(() => focusIfLost(fieldRef.current));
  });
  const asked = composing.mention;
  useEffect(() => {
    if (asked === null) return;
    onMentioned();
    const field = fieldRef.current;
    if (field === null) return;
    const end = (): number => field.value.length;
    if (/\S$/.test(field.value)) typeInto(field, end(), end(), ' ');
    complete({ from: end(), to: end() }, { text: mentionText(asked), id: asked.userId });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each request
  }, [asked]);
  return (
    <div
      className={styles.outer}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) formatting.onLeave();
      }}
    >
      {suggestions.items.length > 0 && <SuggestionList suggestions={suggestions} />}
      {selecting && !pinned && <FormatBar floating onFormat={formatting.format} />}
      {formatting.linking !== null && (
        <LinkDialog link={formatting.linking} onDone={formatting.endLinking} />
      )}
      <div className={styles.composer}>
        <Target {...props} />
        {refused !== null && <CommandNote refused={refused} onSendAsText={onSendAsText} />}
        {!bare && <FileChips {...props} />}
        {pinned && voice === false && <FormatBar floating={false} onFormat={formatting.format} />}
        <div className={styles.row}>
          {voice === false ? (
            <>
              {composing.edit === null && <Attach {...{ onFiles, onCamera, onPoll, onPlace }} />}
              <Field {...props} {...{ fieldText, suggestions, formatting }} />
              <Protection encrypted={encrypted} />
              <FormatButton pinned={pinned} onPress={onFormat} />
              <Stickers
                {...{ conversation, onInsert, onSent }}
                onOpenChange={onPanel}
                replyTo={composing.reply?.eventId ?? null}
              />
              <EmojiButton roomId={roomId} onPick={onInsert} onOpenChange={onPanel} />
              {mayWait && <Later roomId={roomId} onChoose={onSendAt} />}
              <SendButton {...{ empty, blank, busy, onSend, onVoice }} />
            </>
          ) : (
            voice
          )}
        </div>
      </div>
      <p className={styles.under} role="status">
        {busy ? t('composer.sendingFiles') : typing}
      </p>
    </div>
  );
}
