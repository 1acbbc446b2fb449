// The message that is answered, or the first one of its thread, in one line; its words come from that event itself.
import { MessagesSquare, Reply } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { z } from 'zod';
import { WarningMark } from '#app/TrustMark';
import type { ReplyQuote } from '#contract/areas/messages/timelineModels';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { useTimelineScope } from '../context';
import { previewWords } from '../previewWords';
import styles from './Quote.module.css';

export function Quote({ reply }: { readonly reply: z.infer<typeof ReplyQuote> }): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const { preview, sender } = reply;
  const text = preview === null ? t('timeline.quoteMissing') : previewWords(t, preview);
  return (
    <button
      type="button"
      data-quote
      className={styles.quote}
      onClick={() => actions.jumpTo(reply.eventId)}
    >
      {reply.inThread ? (
        <>
          <Icon icon={MessagesSquare} size={12} />
          <span className={styles.thread}>{t('timeline.thread')}</span>
        </>
      ) : (
        <>
          <Icon icon={Reply} size={12} directional />
          <span className={styles.spoken}>{`${t('timeline.inReplyTo')} `}</span>
        </>
      )}
      {sender !== null && <Name className={styles.name}>{sender.name}</Name>}
      <WarningMark trust={preview?.trust} size={12} />
      <span className={styles.text} dir="auto">
        {text}
      </span>
    </button>
  );
}
