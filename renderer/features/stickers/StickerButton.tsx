// Opens the stickers and custom emoji of a room, where there are any.
import { Sticker } from 'lucide-react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import stickers from '#contract/locales/stickers.en.json';
import type { ConversationId } from '#contract/areas/ids';
import { useEngineCall, useList } from '#app/hooks';
import { addWords } from '#app/i18n';
import { newRequestId } from '#app/requestId';
import { IconButton } from '#ui/IconButton';
import { useToasts } from '#ui/Toasts';
import { StickerPanel, type Picked } from './StickerPanel';
import styles from './Stickers.module.css';

addWords(stickers);

export interface StickerButtonProps {
  readonly conversation: ConversationId;
  /** Event id of what is answered. */
  readonly replyTo: string | null;
  /** Puts a text into the field. */
  readonly onInsert: (text: string) => void;
  /** A sticker is on its way. */
  readonly onSent: () => void;
}

export function StickerButton({ conversation, replyTo, onInsert, onSent }: StickerButtonProps) {
  const { t } = useTranslation();
  const { items: packs } = useList('imagePacks', { roomId: conversation.roomId });
  const call = useEngineCall();
  const toasts = useToasts();
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
    <DialogTrigger>
      <IconButton label={t('stickers.open')} icon={Sticker} />
      <Popover className={styles.popover ?? ''} placement="top end" offset={4}>
        <Dialog aria-label={t('stickers.label')} className={styles.dialog ?? ''}>
          {({ close }) => (
            <StickerPanel
              packs={packs}
              onPick={(picked) => {
                close();
                void pick(picked);
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
