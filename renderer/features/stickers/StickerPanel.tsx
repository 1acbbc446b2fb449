// The packs of a room, one under the other: type to find, arrows from picture to picture, Enter to choose.
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { ImagePack, PackImage } from '#contract/areas/messages/packs';
import { useMediaUrl } from '#app/context';
import { Button } from '#ui/controls/Button';
import { SmallImage } from '#ui/marks/SmallImage';
import { isolate } from '#ui/text/isolate';
import { isCalled } from '../emoji';
import { SearchField } from './SearchField';
import styles from './Stickers.module.css';

export interface Picked {
  readonly kind: 'sticker' | 'emoji';
  readonly pack: ImagePack;
  readonly image: PackImage;
}

interface Shelf {
  readonly key: string;
  readonly kind: Picked['kind'];
  readonly pack: ImagePack;
  readonly images: readonly PackImage[];
}

/** The shelves of the panel: stickers first, one shelf for each pack. A search compares shortcode and text. */
export function shelvesOf(packs: readonly ImagePack[], text: string): readonly Shelf[] {
  const wanted = text.trim().toLowerCase();
  const shelf = (kind: Picked['kind'], pack: ImagePack): Shelf => ({
    ...{ key: `${kind} ${pack.key}`, kind, pack },
    images: pack.images.filter(
      (image) => (kind === 'sticker' ? image.sticker : image.emoticon) && isCalled(image, wanted),
    ),
  });
  return [
    ...packs.map((pack) => shelf('sticker', pack)),
    ...packs.map((pack) => shelf('emoji', pack)),
  ].filter(({ images }) => images.length > 0);
}

/** Moves the focus to the picture beside, above or below, whatever their sizes. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-picture]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const rtl = document.documentElement.dir === 'rtl';
  const step = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key];
  let target: HTMLElement | undefined;
  if (step !== undefined && at >= 0) target = all[at + step];
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const here = all[at]?.getBoundingClientRect();
    if (here === undefined) target = event.key === 'ArrowDown' ? all[0] : undefined;
    else {
      const down = event.key === 'ArrowDown';
      const beyond = all.filter((one) => {
        const { top } = one.getBoundingClientRect();
        return down ? top > here.top + 4 : top < here.top - 4;
      });
      const far = (one: HTMLElement): number => {
        const { top, left } = one.getBoundingClientRect();
        return Math.abs(top - here.top) * 100 + Math.abs(left - here.left);
      };
      target = beyond.sort((a, b) => far(a) - far(b))[0];
    }
  } else return;
  event.preventDefault();
  target?.focus();
}

interface StickerPanelProps {
  readonly packs: readonly ImagePack[];
  readonly onPick: (picked: Picked) => void;
  readonly onManage: () => void;
}

export function StickerPanel({ packs, onPick, onManage }: StickerPanelProps): ReactNode {
  const { t } = useTranslation();
  const url = useMediaUrl();
  const [text, setText] = useState('');
  const shelves = shelvesOf(packs, text);
  return (
    <div className={styles.panel} onKeyDown={moveFocus}>
      <SearchField
        label={t('stickers.search')}
        value={text}
        onChange={setText}
        onEnter={() => {
          const [first] = shelves;
          const image = first?.images[0];
          if (first !== undefined && image !== undefined && text.trim() !== '')
            onPick({ kind: first.kind, pack: first.pack, image });
        }}
      />
      {shelves.length === 0 && (
        <p className={styles.none} role="status">
          {t('stickers.none')}
        </p>
      )}
      <div className={styles.scroller}>
        {shelves.map(({ key, kind, pack, images }) => {
          const own = pack.name === '' ? t('stickers.own') : pack.name;
          const name = kind === 'emoji' ? t('stickers.emojiOf', { name: isolate(own) }) : own;
          return (
            <section key={key} aria-label={name}>
              <h3 className={styles.head}>
                <bdi>{name}</bdi>
                {pack.attribution !== null && (
                  <span>{t('stickers.by', { name: isolate(pack.attribution) })}</span>
                )}
              </h3>
              <div className={kind === 'sticker' ? styles.stickers : styles.emoji}>
                {images.map((image) => (
                  <button
                    key={image.shortcode}
                    type="button"
                    data-picture
                    className={styles.picture}
                    title={`:${image.shortcode}:`}
                    aria-label={image.text}
                    onClick={() => onPick({ kind, pack, image })}
                  >
                    <SmallImage src={url(image.handle)} text="" />
                  </button>
                ))}
              </div>
            </section>
          );
        })}
      </div>
      <div className={styles.foot}>
        <Button variant="text" size="s" onPress={onManage}>
          {t('stickers.manage')}
        </Button>
      </div>
    </div>
  );
}
