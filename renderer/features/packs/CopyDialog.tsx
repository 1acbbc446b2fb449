// Copies all or some pictures of one pack into another pack that the person may change. A shortcode that exists there is reported, not
// overwritten.
import clsx from 'clsx';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { ManagedPack, PackImage } from '#contract/areas/messages/packs';
import { useMediaUrl } from '#app/context';
import { AppErrorNote } from '#app/errors';
import { useCall, useList } from '#app/hooks';
import { SmallImage } from '#ui/marks/SmallImage';
import { isolate } from '#ui/text/isolate';
import { FormDialog } from '#ui/overlays/FormDialog';
import { Select } from '#ui/controls/Select';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './Packs.module.css';

export interface CopyDialogProps {
  readonly pack: ManagedPack;
  /** The displayed name of the pack. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The reason why a picture cannot be copied; null: it can be. */
function hindrance(image: PackImage, target: ManagedPack | undefined): 'there' | 'taken' | null {
  const there = target?.images.find(({ shortcode }) => shortcode === image.shortcode);
  if (there === undefined) return null;
  return there.handle === image.handle ? 'there' : 'taken';
}

export function CopyDialog({ pack, name, onClose }: CopyDialogProps) {
  const { t } = useTranslation();
  const { items } = useList('managedPacks', { roomId: null });
  const act = useCall('copyPackImages');
  const toasts = useToasts();
  const [to, setTo] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const targets = items.filter(({ key, mayChange }) => mayChange && key !== pack.key);
  const target = targets.find(({ key }) => key === to) ?? targets[0];
  const nameOf = (one: ManagedPack): string => {
    if (one.roomId === null) return one.name === '' ? t('packs.own') : one.name;
    return t('packs.inRoom', { name: isolate(one.name), room: isolate(one.roomName ?? '') });
  };
  const free = pack.images.filter((image) => hindrance(image, target) === null);
  const chosen = free.filter(({ shortcode }) => !left.has(shortcode));
  const taken = pack.images.filter((image) => hindrance(image, target) === 'taken');
  const copy = async (): Promise<void> => {
    if (target === undefined) return;
    const shortcodes = chosen.map(({ shortcode }) => shortcode);
    const done = await act.run({ from: pack.key, shortcodes, to: target.key });
    if (!done.ok) return;
    const told = { count: chosen.length, name: isolate(nameOf(target)) };
    toasts.show({ text: t('packs.copied', told) });
    onClose();
  };
  const toggle = (shortcode: string): void =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(shortcode)) next.add(shortcode);
      return next;
    });
  return (
    <FormDialog
      title={t('packs.copyTitle', { name })}
      confirmLabel={t('packs.copyCount', { count: chosen.length })}
      cancelLabel={t('app.cancel')}
      pending={act.pending}
      complete={target !== undefined && chosen.length > 0}
      onConfirm={() => void copy()}
      onClose={onClose}
      fields={
        <>
          {target === undefined ? (
            <p className={styles.none}>{t('packs.copyNowhere')}</p>
          ) : (
            <Select
              label={t('packs.copyTo')}
              value={target.key}
              options={targets.map((one) => ({ id: one.key, label: nameOf(one) }))}
              onChange={setTo}
            />
          )}
          <ul
            className={clsx(styles.pictures, styles.choices)}
            aria-label={t('packs.picturesOf', { name })}
          >
            {pack.images.map((image) => (
              <Choice
                key={image.shortcode}
                image={image}
                why={hindrance(image, target)}
                isChosen={!left.has(image.shortcode)}
                onToggle={() => toggle(image.shortcode)}
              />
            ))}
          </ul>
        </>
      }
    >
      {taken.length > 0 && (
        <p className={styles.none}>{t('packs.copyTaken', { count: taken.length })}</p>
      )}
      {act.error?.code === 'too_large' ? (
        <p role="alert" className={styles.bad}>
          {t('packs.copyFull')}
        </p>
      ) : (
        <AppErrorNote error={act.error} />
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  readonly image: PackImage;
  readonly why: 'there' | 'taken' | null;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function Choice({ image, why, isChosen, onToggle }: ChoiceProps) {
  const { t } = useTranslation();
  const url = useMediaUrl();
  const { shortcode, text, handle } = image;
  return (
    <li>
      <label className={clsx(styles.picture, styles.choice)} data-off={why !== null || undefined}>
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={shortcode}
          checked={why === null && isChosen}
          disabled={why !== null}
          onChange={onToggle}
        />
        <SmallImage src={url(handle)} text={text} />
        <bdi className={styles.short} title={`:${shortcode}:`}>
          :{shortcode}:
        </bdi>
        {why !== null && <span className={styles.only}>{t(`packs.${why}`)}</span>}
      </label>
    </li>
  );
}
