// Why it is not certain who sent a message, in words, once for the messages below a name.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isDanger } from '#app/TrustMark';
import type { Message } from '../context';
import styles from './TrustLine.module.css';

/** Whether the line has something to say. */
export const isDoubtful = ({ continuation, trust }: Message): boolean =>
  !continuation && trust !== 'ok' && isDanger(trust);

export function TrustLine({ item }: { readonly item: Message }): ReactNode {
  const { t } = useTranslation();
  if (item.trust === 'ok') return null;
  return <p className={styles.line}>{t(`timeline.trust.${item.trust}`)}</p>;
}
