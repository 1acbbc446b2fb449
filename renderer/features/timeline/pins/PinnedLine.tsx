// A pinned message in one line: who wrote it, and what it says now.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { WarningMark } from '#app/TrustMark';
import type { PinnedMessage } from '#contract/areas/messages/timelineModels';
import { Name } from '#ui/text/Name';
import { previewWords } from '../previewWords';
import styles from './Pins.module.css';

export function PinnedLine({ pin }: { readonly pin: PinnedMessage }): ReactNode {
  const { t } = useTranslation();
  const { sender, preview } = pin;
  return (
    <>
      {sender !== null && (
        <Name cut className={styles.name}>
          {sender.name}
        </Name>
      )}
      <WarningMark trust={preview?.trust} size={12} />
      <span className={preview === null ? styles.missing : styles.text} dir="auto">
        {preview === null ? t('timeline.pins.notHere') : previewWords(t, preview)}
      </span>
    </>
  );
}
