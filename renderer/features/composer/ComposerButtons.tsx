// The buttons beside the text field. They are memoised, so that typing does not render them: a handler that is passed in must stay the same
// function.
import {
  ALargeSmall,
  Camera,
  ChartColumn,
  File as FileIcon,
  Lock,
  LockOpen,
  MapPin,
  Mic,
  Paperclip,
  SendHorizontal,
  Smile,
} from 'lucide-react';
import { memo, useRef } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { EmojiPicker } from '../emoji';
import { SendLater } from '../scheduled';
import { StickerButton } from '../stickers';
import styles from './Composer.module.css';

/** Says whether the message is encrypted: a lock for the usual case, words for the exception. */
export const Protection = memo(function Protection({ encrypted }: { readonly encrypted: boolean }) {
  const { t } = useTranslation();
  const words = t(encrypted ? 'composer.encrypted' : 'composer.notEncrypted');
  return (
    <span className={styles.protection} title={words}>
      <Icon icon={encrypted ? Lock : LockOpen} size={12} />
      <span className={encrypted ? styles.spoken : styles.words}>{words}</span>
    </span>
  );
});

export interface AttachProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Opens the camera. */
  readonly onCamera: () => void;
  /** Opens the dialog for a poll. */
  readonly onPoll: () => void;
  /** Opens the dialog for a location. */
  readonly onPlace: () => void;
}

export const Attach = memo(function Attach({ onFiles, onCamera, onPoll, onPlace }: AttachProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
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
      <MenuButton
        label={t('polls.attach')}
        placement="top start"
        entries={[
          {
            id: 'files',
            label: t('polls.files'),
            icon: FileIcon,
            onAction: () => input.current?.click(),
          },
          { id: 'camera', label: t('polls.camera'), icon: Camera, onAction: onCamera },
          { id: 'poll', label: t('polls.poll'), icon: ChartColumn, onAction: onPoll },
          { id: 'place', label: t('polls.place'), icon: MapPin, onAction: onPlace },
        ]}
      >
        <IconButton label={t('polls.attach')} icon={Paperclip} />
      </MenuButton>
    </>
  );
});

interface FormatButtonProps {
  readonly pinned: boolean;
  readonly onPress: () => void;
}

export const FormatButton = memo(function FormatButton({ pinned, onPress }: FormatButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t('composer.formatting')}
      icon={ALargeSmall}
      aria-pressed={pinned}
      on={pinned}
      onPress={onPress}
    />
  );
});

interface EmojiButtonProps {
  readonly roomId: string;
  readonly onPick: (emoji: string) => void;
  readonly onOpenChange: (open: boolean) => void;
}

export const EmojiButton = memo(function EmojiButton({ onPick, ...props }: EmojiButtonProps) {
  const { t } = useTranslation();
  return (
    <EmojiPicker {...props} onPick={(emoji, custom) => onPick(custom ? `${emoji} ` : emoji)}>
      <IconButton label={t('composer.emoji')} icon={Smile} />
    </EmojiPicker>
  );
});

export const Stickers = memo(StickerButton);
export const Later = memo(SendLater);

interface SendButtonProps {
  /** There is nothing to send: the microphone button replaces the send button. */
  readonly empty: boolean;
  /** The text cannot be sent as it is. */
  readonly blank: boolean;
  readonly busy: boolean;
  readonly onSend: () => void;
  readonly onVoice: () => void;
}

export const SendButton = memo(function SendButton(props: SendButtonProps) {
  const { empty, blank, busy, onSend, onVoice } = props;
  const { t } = useTranslation();
  if (empty)
    return (
      <IconButton label={t('composer.voice')} icon={Mic} isDisabled={busy} onPress={onVoice} />
    );
  return (
    <IconButton
      label={t('composer.send')}
      icon={SendHorizontal}
      iconSize={16}
      primary
      directional
      isDisabled={blank}
      onPress={onSend}
    />
  );
});
