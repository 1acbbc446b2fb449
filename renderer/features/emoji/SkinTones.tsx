// The footer of the panel: the name of the hovered emoji, and the skin tone for all emoji that have one. The tones replace the name while
// the person chooses.
import clsx from 'clsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Tooltip } from '#ui/controls/Tooltip';
import { Button } from 'react-aria-components';
import styles from './EmojiPanel.module.css';

const hands = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'] as const;
const tones = [0, 1, 2, 3, 4, 5] as const;

interface SkinTonesProps {
  readonly tone: number;
  readonly onTone: (tone: number) => void;
  /** The hovered emoji and its name. */
  readonly children: ReactNode;
}

export function SkinTones({ tone, onTone, children }: SkinTonesProps): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const now = tones[tone] ?? 0;
  const label = t('emoji.toneNow', { tone: t(`emoji.tone.${now}`) });
  return (
    <div className={styles.foot}>
      {open ? (
        <div role="group" aria-label={t('emoji.tones')} className={styles.tones}>
          {tones.map((one) => (
            <Tooltip key={one} label={t(`emoji.tone.${one}`)} placement="top">
              <Button
                className={clsx(styles.tone, one === now && styles.toneOn)}
                aria-label={t(`emoji.tone.${one}`)}
                aria-pressed={one === now}
                onPress={() => {
                  setOpen(false);
                  onTone(one);
                }}
              >
                {hands[one]}
              </Button>
            </Tooltip>
          ))}
        </div>
      ) : (
        <div className={styles.named} aria-hidden="true">
          {children}
        </div>
      )}
      <Tooltip label={label} placement="top">
        <Button
          className={styles.tone ?? ''}
          aria-label={label}
          aria-expanded={open}
          onPress={() => setOpen(!open)}
        >
          {hands[now]}
        </Button>
      </Tooltip>
    </div>
  );
}
