// Opens the stickers and custom emoji of a room, where there are any.
import { Sticker } from 'lucide-react';
import { useTranslation } from '#app/words';
import stickers from '#contract/locales/stickers.en.json';
import type { ConversationId } from '#contract/areas/ids';
import { useEngineCall, useList } from '#app/hooks';
import { addWords } from '#app/i18n';
import { later } from '#app/later';
import { settingsOpened } from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import { useAppDispatch } from '#app/store';
import { IconButton } from '#ui/controls/IconButton';
import { PopoverButton } from '#ui/overlays/PopoverButton';
import { useToasts } from '#ui/overlays/Toasts';
import type { Picked } from './StickerPanel';
import styles from './Stickers.module.css';

addWords(stickers);
const StickerPanel = later(async () => (await import('./StickerPanel')).StickerPanel);

export interface StickerButtonProps {
  readonly conversation: ConversationId;
  /** Event id of the message that the sticker replies to. */
  readonly replyTo: string | null;
  /** Puts a text into the field. */
  readonly onInsert: (text: string) => void;
  /** A sticker is on its way. */
  readonly onSent: () => unknown;
  readonly onOpenChange: (open: boolean) => void;
}

export function StickerButton(props: StickerButtonProps) {
  const { conversation, replyTo, onInsert, onSent, onOpenChange } = props;
  const { t } = useTranslation();
  const { items: packs } = useList('imagePacks', { roomId: conversation.roomId });
  const call = useEngineCall();
  const toasts = useToasts();
  const dispatch = useAppDispatch();
  if (packs.length === 0) return null;
  const pick = async ({ kind, pack, image }: Picked): Promise<void> => {
    if (kind === 'emoji') {
      onInsert(`:${image.shortcode}: `);
      return;
    }
    const sticker = { pack: pack.key, shortcode: image.shortcode, replyTo };
    const sent = await call('sendSticker', {
      ...conversation,
      ...sticker,
      requestId: newRequestId(),
    });
    if (sent.ok) onSent();
    else toasts.show({ text: t('stickers.failed') });
  };
  return (
    <PopoverButton
      label={t('stickers.label')}
      className={styles.popover}
      dialogClassName={styles.dialog}
      onOpenChange={onOpenChange}
      panel={(close) => (
        <StickerPanel
          packs={packs}
          onManage={() => {
            close();
            dispatch(settingsOpened('packs'));
          }}
          onPick={(picked) => close(() => void pick(picked))}
        />
      )}
    >
      <IconButton label={t('stickers.open')} icon={Sticker} />
    </PopoverButton>
  );
}
