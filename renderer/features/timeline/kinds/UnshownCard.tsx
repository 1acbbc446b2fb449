// The card of a message that breaks the rules or whose type is unknown: it is named, and its fallback text is shown.
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { PlainText } from '../html/PlainText';
import styles from '../rows/Body.module.css';
import type { BodyOf, BodyProps } from './kind';
import { LongText } from './Words';

type Unshown = BodyOf<'invalid' | 'unsupported'>;

/** A vote or a poll end that was not sent is shown as a message of its own, so that it can be sent again. */
function unsent(
  body: Unshown,
): 'polls.unsentVote' | 'polls.unsentEnd' | 'timeline.location.unsent' | null {
  const { eventType = '' } = body.type === 'unsupported' ? body : {};
  if (eventType.endsWith('.poll.response')) return 'polls.unsentVote';
  if (eventType.endsWith('.beacon')) return 'timeline.location.unsent';
  return eventType.endsWith('.poll.end') ? 'polls.unsentEnd' : null;
}

export function UnshownCard({ item, body }: BodyProps<Unshown>): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.quiet}>
        <Icon icon={CircleHelp} size={12} />
        <span>{t(unsent(body) ?? `timeline.${body.type}`)}</span>
      </p>
      {/* The sender's fallback text for clients that do not know the type. */}
      {body.type === 'unsupported' && body.text !== '' && (
        <LongText itemKey={item.key} text={body.text}>
          <PlainText text={body.text} />
        </LongText>
      )}
    </>
  );
}
