// Forwarding: one or several messages go as copies into chats.
import type { ReactNode } from 'react';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useTranslation } from '#app/words';
import acts from '#contract/locales/acts.en.json';
import { ChatsDialog } from '../../sharing';
import type { Message } from '../context';
import { MessageQuote } from '../dialogs/MessageQuote';
import styles from './Forward.module.css';

addWords(acts);

export interface ForwardDialogProps {
  readonly roomId: string;
  /** Oldest first; at least one. */
  readonly items: readonly Message[];
  readonly onClose: () => void;
}

export function ForwardDialog({ roomId, items: messages, onClose }: ForwardDialogProps): ReactNode {
  const { t } = useTranslation();
  const { value: from } = useValue('room', { roomId });
  const only = messages.length === 1 ? messages[0] : undefined;
  const items = messages.flatMap(({ eventId }) => (eventId === null ? [] : [{ roomId, eventId }]));
  return (
    <ChatsDialog kind="forward" items={items} encrypted={from?.encrypted} onClose={onClose}>
      {only !== undefined ? (
        <MessageQuote message={only} />
      ) : (
        <p className={styles.several}>{t('acts.select.several', { count: messages.length })}</p>
      )}
    </ChatsDialog>
  );
}
