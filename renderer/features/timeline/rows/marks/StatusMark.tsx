// The status of a message in the gutter: sending, sent, read or failed; and the warning if its sender is not certain.
import clsx from 'clsx';
import { Check, CircleAlert, Clock } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { later } from '#app/later';
import { MediaAvatar } from '#app/MediaAvatar';
import { isDanger, TrustMark, trustShown } from '#app/TrustMark';
import { Icon } from '#ui/marks/Icon';
import { useTimelineScope, type Message } from '../../context';
import styles from './StatusMark.module.css';
import { isDoubtful } from './doubtful';

/** The eye of an own message that somebody cannot read yet. */
export const MissedMark = later(async () => (await import('./MissedMark')).MissedMark);

const shownReaders = 2;
const namedReaders = 20;

function Readers({ item }: { readonly item: Message }): ReactNode {
  const { t, i18n } = useTranslation();
  const { actions } = useTimelineScope();
  const list = new Intl.ListFormat(i18n.language);
  const people = item.readBy.map(({ name }) => name);
  const names =
    people.length <= namedReaders
      ? list.format(people)
      : t('timeline.moreNames', {
          names: people.slice(0, namedReaders).join(', '),
          count: people.length - namedReaders,
        });
  const label = t('timeline.readBy', { names });
  // A second face takes no more room than the number that would replace it.
  const shown = item.readBy.slice(0, item.readBy.length > shownReaders ? 1 : shownReaders);
  const more = item.readBy.length - shown.length;
  return (
    // Keyboard users have the menu instead: a tab stop at each message would be in the way.
    <button
      type="button"
      tabIndex={-1}
      className={clsx(styles.mark, styles.readers)}
      title={label}
      onClick={() => actions.readers(item)}
    >
      <span className={styles.stack} role="img" aria-label={label}>
        {shown.map(({ userId, name, avatar }) => (
          <MediaAvatar key={userId} id={userId} name={name} avatar={avatar} size={16} />
        ))}
        {more > 0 && <span className={styles.more}>+{more}</span>}
      </span>
    </button>
  );
}

/** `belowName`: a bad one stands at the first line of the text, which has the name above it. */
function Mark(props: {
  icon: typeof Clock;
  label: string;
  bad?: boolean;
  belowName?: boolean;
}): ReactNode {
  return (
    <span
      className={clsx(
        props.bad === true ? styles.bad : styles.mark,
        props.belowName === true && styles.belowName,
      )}
      role="img"
      aria-label={props.label}
      title={props.label}
    >
      <Icon icon={props.icon} />
    </span>
  );
}

/** A plain function: as a component it would add one more to every message. */
function outcomeOf(t: TFunction, item: Message, isTicked: boolean): ReactNode {
  const readers = item.readBy.length > 0 && <Readers item={item} />;
  // Some may have read it already while others have no keys yet.
  if (item.missed) return <MissedMark people={item.missed}>{readers}</MissedMark>;
  return readers || (isTicked && <Mark icon={Check} label={t('timeline.status.sent')} />);
}

interface StatusMarkProps {
  readonly item: Message;
  /** Whether this is my newest message and nobody has read it or written after it. Only there the tick is shown. */
  readonly isLatestOwn: boolean;
}

export function StatusMark({ item, isLatestOwn }: StatusMarkProps): ReactNode {
  const { t } = useTranslation();
  switch (item.status) {
    case 'sending':
    case 'queued':
    case 'encrypting':
      return <Mark icon={Clock} label={t(`timeline.status.${item.status}`)} />;
    case 'not_sent':
    case 'cancelled':
      return (
        <Mark
          icon={CircleAlert}
          label={t('timeline.status.not_sent')}
          bad
          belowName={!item.continuation}
        />
      );
    case 'sent':
    case null:
  }
  return (
    <>
      {/* The words below the name have the sign. */}
      {!isDoubtful(item) && (
        <TrustMark
          trust={trustShown(item)}
          className={clsx(styles.trust, !isDanger(item.trust) && styles.quiet)}
        />
      )}
      {outcomeOf(t, item, isLatestOwn && item.mine && item.body.type !== 'redacted')}
    </>
  );
}
