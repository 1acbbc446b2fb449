// The content of a message, one shape per kind.
import { Ban, CircleHelp, KeyRound, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormattedText } from '#contract/areas/timelineModels';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { Name } from '#ui/Name';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import { RichText } from '../html/RichText';
import { FileCard } from '../media/FileCard';
import { Picture } from '../media/Picture';
import { Player } from '../media/Player';
import { LongText } from './LongText';
import styles from './Body.module.css';
import { isolate } from '#ui/isolate';

type BodyOf<T> = Extract<Message['body'], { type: T }>;

function Undecryptable({ body }: { readonly body: BodyOf<'undecryptable'> }): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const locked = body.reason === 'key_in_backup_locked';
  return (
    <div className={styles.unreadable} title={body.text}>
      <Icon icon={KeyRound} />
      <div>
        <div>{t(`timeline.undecryptable.${body.reason}`)}</div>
        {(locked || body.reason === 'waiting_for_key') && (
          <Button variant="text" size="s" onPress={() => actions.retryDecryption(body.reason)}>
            {t(locked ? 'timeline.action.unlock' : 'timeline.action.tryAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Redacted({
  body,
  sender,
}: {
  readonly body: BodyOf<'redacted'>;
  readonly sender: Message['sender'];
}): ReactNode {
  const { t } = useTranslation();
  const { by, reason } = body;
  // The sender's name stands above already.
  const said =
    by === null || by.userId === sender.userId
      ? t('timeline.redacted')
      : t('timeline.redactedBy', { name: isolate(by.name) });
  return (
    <p className={styles.quiet}>
      <Icon icon={Ban} size={12} />
      <span>
        {reason === null ? said : t('timeline.redactedBecause', { said, reason: isolate(reason) })}
      </span>
    </p>
  );
}

interface WordsProps {
  readonly item: Message;
  readonly words: FormattedText;
}

/** What was written, as it was formatted; cut where it is very long. */
function Words({ item, words: { text, html } }: WordsProps): ReactNode {
  return (
    <LongText itemKey={item.key} text={text}>
      <RichText html={html} text={text} after={<Edited item={item} />} />
    </LongText>
  );
}

interface MediaProps {
  readonly item: Message;
  readonly body: BodyOf<'image' | 'video' | 'audio' | 'file'>;
}

function Media({ item, body }: MediaProps): ReactNode {
  const { media, caption } = body;
  const shown = media.broken === null;
  return (
    <>
      {shown && body.type === 'image' && <Picture media={media} />}
      {shown && (body.type === 'video' || body.type === 'audio') && (
        <Player kind={body.type} media={media} />
      )}
      {(!shown || body.type === 'file') && <FileCard media={media} />}
      {caption !== null && <Words item={item} words={caption} />}
    </>
  );
}

function Edited({ item }: { readonly item: Message }): ReactNode {
  const { t } = useTranslation();
  return item.edited ? <span className={styles.edited}> {t('timeline.edited')}</span> : null;
}

export function Body({ item }: { readonly item: Message }): ReactNode {
  const { t } = useTranslation();
  const { body } = item;
  switch (body.type) {
    case 'text':
    case 'notice':
      return (
        <div className={body.type === 'notice' ? styles.notice : undefined}>
          <Words item={item} words={body} />
        </div>
      );
    case 'emote':
      return (
        <div className={styles.emote}>
          <Name className={styles.actor}>{item.sender.name}</Name>
          <RichText html={body.html} text={body.text} after={<Edited item={item} />} />
        </div>
      );
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return <Media item={item} body={body} />;
    case 'location':
      return (
        <p className={styles.quiet}>
          <Icon icon={MapPin} size={12} />
          <span dir="auto">{body.text}</span>
        </p>
      );
    case 'undecryptable':
      return <Undecryptable body={body} />;
    case 'redacted':
      return <Redacted body={body} sender={item.sender} />;
    case 'invalid':
    case 'unsupported':
      return (
        <p className={styles.quiet}>
          <Icon icon={CircleHelp} size={12} />
          <span>{t(`timeline.${body.type}`)}</span>
        </p>
      );
    default:
      return body satisfies never;
  }
}
