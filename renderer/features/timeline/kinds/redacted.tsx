// The kinds of a redacted message (by whom, if not by its sender, and why) and of one that a moderator hid.
import { Ban, EyeOff } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { OwnUserId } from '../html/Link';
import styles from '../rows/Body.module.css';
import { textHeight, type BodyKind, type BodyOf, type BodyProps } from './kind';

type Redacted = BodyOf<'redacted'>;

function RedactedView({ item, body }: BodyProps<Redacted>): ReactNode {
  const { t } = useTranslation();
  const { by, reason } = body;
  const ownId = useContext(OwnUserId);
  // The sender's name stands above already.
  const said =
    by === null || by.userId === item.sender.userId
      ? t('timeline.redacted')
      : t('timeline.redactedBy', {
          name: by.userId === ownId ? t('timeline.notice.you') : isolate(by.name),
        });
  return (
    <p className={styles.quiet}>
      <Icon icon={Ban} size={12} />
      <span>
        {reason === null ? said : t('timeline.redactedBecause', { said, reason: isolate(reason) })}
      </span>
    </p>
  );
}

type Hidden = BodyOf<'hidden'>;

function Line({ said, reason }: { readonly said: string; readonly reason: string | null }) {
  const { t } = useTranslation();
  return (
    <p className={styles.quiet}>
      <Icon icon={EyeOff} size={12} />
      <span>
        {reason === null ? said : t('timeline.redactedBecause', { said, reason: isolate(reason) })}
      </span>
    </p>
  );
}

function HiddenView({ body: { reason } }: BodyProps<Hidden>): ReactNode {
  const { t } = useTranslation();
  return <Line said={t('timeline.hidden')} reason={reason} />;
}

/** The line above a message that this account sees although it is hidden from others. */
export function HiddenLine({ reason }: { readonly reason: string | null }): ReactNode {
  const { t } = useTranslation();
  return <Line said={t('timeline.hiddenFromOthers')} reason={reason} />;
}

export const hidden: BodyKind<Hidden> = {
  View: HiddenView,
  estimateHeight: ({ reason }) => textHeight(reason ?? '.'),
  words: () => '',
};

export const redacted: BodyKind<Redacted> = {
  View: RedactedView,
  estimateHeight: ({ reason }) => textHeight(reason ?? '.'),
  words: () => '',
};
