// What became of a message, in the gutter: on its way, on the server, read, or not sent.
import { Check, CircleAlert, Clock, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MediaAvatar } from '../../../app/MediaAvatar';
import { Icon } from '../../../ui/Icon';
import type { Message } from '../context';
import styles from './StatusMark.module.css';

const shownReaders = 3;

function Readers({ item }: { readonly item: Message }): ReactNode {
  const { t, i18n } = useTranslation();
  const names = new Intl.ListFormat(i18n.language).format(item.readBy.map(({ name }) => name));
  const label = t('timeline.readBy', { names });
  const more = item.readBy.length - shownReaders;
  return (
    <span className={styles.mark} role="img" aria-label={label} title={label}>
      <span className={styles.stack}>
        {item.readBy.slice(0, shownReaders).map(({ userId, name, avatar }) => (
          <MediaAvatar key={userId} id={userId} name={name} avatar={avatar} size={16} />
        ))}
        {more > 0 && <span className={styles.more}>+{more}</span>}
      </span>
    </span>
  );
}

function Mark(props: { icon: typeof Clock; label: string; bad?: boolean }): ReactNode {
  return (
    <span
      className={props.bad === true ? styles.bad : styles.mark}
      role="img"
      aria-label={props.label}
      title={props.label}
    >
      <Icon icon={props.icon} />
    </span>
  );
}

export function StatusMark({ item }: { readonly item: Message }): ReactNode {
  const { t } = useTranslation();
  switch (item.status) {
    case 'sending':
    case 'queued':
    case 'encrypting':
      return <Mark icon={Clock} label={t(`timeline.status.${item.status}`)} />;
    case 'not_sent':
    case 'cancelled':
      return <Mark icon={CircleAlert} label={t('timeline.status.not_sent')} bad />;
    case 'sent':
    case null:
  }
  if (item.readBy.length > 0) return <Readers item={item} />;
  if (item.trust === 'plain')
    return <Mark icon={ShieldAlert} label={t('timeline.trust.plain')} bad />;
  if (item.mine && item.body.type !== 'redacted')
    return <Mark icon={Check} label={t('timeline.status.sent')} />;
  return null;
}
