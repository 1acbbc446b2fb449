// The composer as it is drawn: what is answered, the files, the text, the buttons. No store.
import { Lock, LockOpen, Paperclip, Pencil, Reply, SendHorizontal, Smile, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Composing } from '../../app/composing';
import { EmojiPicker } from '../../ui/EmojiPicker';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Name } from '../../ui/Name';
import { formatSize } from '../../ui/time';
import styles from './Composer.module.css';
import type { PendingFile } from './sendFile';

export interface ComposerViewProps {
  readonly roomName: string;
  readonly encrypted: boolean;
  readonly text: string;
  readonly composing: Composing;
  readonly files: readonly PendingFile[];
  readonly busy: boolean;
  /** Who writes right now, as a sentence. */
  readonly typing: string;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
  readonly onCancel: () => void;
  /** ArrowUp in an empty field. */
  readonly onEditLast: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRemoveFile: (id: string) => void;
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
            {reply.text}
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

function FileChips({
  files,
  onRemoveFile,
}: Pick<ComposerViewProps, 'files' | 'onRemoveFile'>): ReactNode {
  const { t, i18n } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t('composer.files')}>
      {files.map(({ id, name, sizeBytes }) => (
        <li key={id} className={styles.file}>
          <Icon icon={Paperclip} />
          <span className={styles.fileText}>
            <Name cut>{name}</Name>
            <span className={styles.meta}>{formatSize(sizeBytes, i18n.language)}</span>
          </span>
          <IconButton
            label={t('composer.removeFile', { name })}
            icon={X}
            size="s"
            onPress={() => onRemoveFile(id)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Grows with its text; the height has to be taken anew for it to shrink again. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.blockSize = 'auto';
    area.style.blockSize = `${area.scrollHeight}px`;
  }, [field, text]);
}

function useFieldKeys(
  props: ComposerViewProps,
): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const { text, composing, onSend, onCancel, onEditLast } = props;
  return (event) => {
    // Enter that ends a composition (Chinese, Japanese, Korean input) never sends; 229 is what some input methods report.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const engaged = composing.reply !== null || composing.edit !== null;
    if (
      event.key === 'Enter' &&
      !event.shiftKey &&
      !event.ctrlKey &&
      !event.altKey &&
      !event.metaKey
    )
      onSend();
    else if (event.key === 'Escape' && engaged) onCancel();
    else if (event.key === 'ArrowUp' && text === '' && composing.edit === null) onEditLast();
    else return;
    event.preventDefault();
  };
}

function Footer({
  typing,
  encrypted,
}: {
  readonly typing: string;
  readonly encrypted: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.under}>
      <span className={styles.typing} role="status">
        {typing}
      </span>
      <Icon icon={encrypted ? Lock : LockOpen} size={12} />
      <span>{t(encrypted ? 'composer.encrypted' : 'composer.notEncrypted')}</span>
    </div>
  );
}

export function ComposerView(props: ComposerViewProps): ReactNode {
  const { text, files, busy, roomName, encrypted, typing, fieldRef, onText, onSend, onFiles } =
    props;
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useGrowing(fieldRef, text);
  const onKeyDown = useFieldKeys(props);
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    onFiles(pasted);
  };
  const insert = (emoji: string): void => {
    const field = fieldRef.current;
    const at = field?.selectionStart ?? text.length;
    onText(text.slice(0, at) + emoji + text.slice(field?.selectionEnd ?? at));
    field?.focus();
  };
  const label = t(encrypted ? 'composer.messageEncrypted' : 'composer.message', { name: roomName });
  return (
    <div className={styles.outer}>
      <div className={styles.composer}>
        <Target {...props} />
        <FileChips {...props} />
        <div className={styles.row}>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            data-testid="attach"
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <IconButton
            label={t('composer.attach')}
            icon={Paperclip}
            onPress={() => input.current?.click()}
          />
          <textarea
            ref={fieldRef}
            className={styles.field}
            rows={1}
            dir="auto"
            value={text}
            placeholder={t('composer.placeholder')}
            aria-label={label}
            maxLength={60_000}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          <EmojiPicker onPick={insert}>
            <IconButton label={t('composer.emoji')} icon={Smile} />
          </EmojiPicker>
          <IconButton
            label={t('composer.send')}
            icon={SendHorizontal}
            iconSize={16}
            primary
            directional
            isDisabled={busy || (text.trim() === '' && files.length === 0)}
            onPress={onSend}
          />
        </div>
      </div>
      <Footer typing={typing} encrypted={encrypted} />
    </div>
  );
}
