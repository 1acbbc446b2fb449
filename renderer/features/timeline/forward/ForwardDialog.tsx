// Forwarding: one or several messages go as copies into chats.
import type { ReactNode } from 'react';
import { useValue } from '#app/hooks';
import { useCut, useTellCut } from '#app/cutOff';
import { addWords } from '#app/i18n';
import { useTranslation } from '#app/words';
import acts from '#contract/locales/acts.en.json';
import { ChatsDialog } from '../../sharing';
import type { Message } from '../context';
import { MessageQuote } from '../dialogs/MessageQuote';
import { useExtent } from '../dialogs/useExtent';
import styles from './Forward.module.css';

addWords(acts);

interface CopiesProps {
  readonly roomId: string;
  /** Oldest first; at least one. */
  readonly items: readonly Message[];
  /** Shows what is forwarded. */
  readonly children: ReactNode;
  readonly onSent?: () => void;
  readonly onClose: () => void;
}

function Copies({ roomId, items: messages, children, ...on }: CopiesProps): ReactNode {
  const { value: from } = useValue('room', { roomId });
  const tellCut = useTellCut(roomId);
  const ended = useCut(true, () => tellCut('forward'));
  const onClose = (): void => {
    ended();
    on.onClose();
  };
  const items = messages.flatMap(({ eventId }) => (eventId === null ? [] : [{ roomId, eventId }]));
  return (
    <ChatsDialog kind="forward" items={items} encrypted={from?.encrypted} {...on} onClose={onClose}>
      {children}
    </ChatsDialog>
  );
}

export interface ForwardDialogProps extends Omit<CopiesProps, 'children'> {
  /** Number of chosen messages that cannot be forwarded. */
  readonly others?: number;
}

/** Forwards chosen messages. */
export function ForwardDialog({ others = 0, ...props }: ForwardDialogProps): ReactNode {
  const { t } = useTranslation();
  const { items } = props;
  const only = items.length === 1 ? items[0] : undefined;
  return (
    <Copies {...props}>
      {only !== undefined ? (
        <MessageQuote message={only} />
      ) : (
        <p className={styles.several}>{t('acts.select.several', { count: items.length })}</p>
      )}
      {others > 0 && (
        <p className={styles.leftOut}>{t('acts.select.leftOut', { count: others })}</p>
      )}
    </Copies>
  );
}

export interface ForwardMessageProps {
  readonly roomId: string;
  readonly item: Message;
  /** All of its album, or the message alone. */
  readonly together: readonly Message[];
  readonly onClose: () => void;
}

/** Forwards one message, or the album that it is in. */
export function ForwardMessage({ roomId, item, together, onClose }: ForwardMessageProps) {
  const forwardable = together.filter(({ actions }) => actions.forward);
  const { chosen, about } = useExtent(item, forwardable);
  return (
    <Copies roomId={roomId} items={chosen} onClose={onClose}>
      {about}
    </Copies>
  );
}
