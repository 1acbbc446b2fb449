// Says new messages of others to a screen reader while the reader is at the end of the conversation. Draws nothing.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { TFunction } from 'i18next';
import { messageLine } from './kinds/registry';
import type { Item } from './rows/Row';
import styles from './TimelineView.module.css';

const mostCharacters = 200;

function wordsOf(t: TFunction, item: Item | undefined): { name: string; text: string } | null {
  if (item?.kind !== 'message' || item.mine) return null;
  const { body, sender, trust } = item;
  const text = messageLine(body, t);
  if (text === '') return null;
  // A doubt comes before the words: who hears them first may act on them.
  const doubt = trust === 'ok' ? '' : `${t(`timeline.trust.${trust}`)}. `;
  return { name: sender.name, text: `${doubt}${text.slice(0, mostCharacters)}` };
}

export function Announcer({ items }: { readonly items: readonly Item[] }): ReactNode {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const last = items[items.length - 1];
  const before = useRef(last?.key);
  useEffect(() => {
    if (last === undefined || last.key === before.current) return;
    // Reading on to the newest message is not its coming.
    const readOn = before.current === 'newer';
    before.current = last.key;
    const words = readOn ? null : wordsOf(t, last);
    if (words !== null) setSaid(t('timeline.came', words));
  }, [last, t]);
  return (
    <div className={styles.spoken} aria-live="polite">
      {said}
    </div>
  );
}
