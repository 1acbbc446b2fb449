// Everybody who reacted to a message, by emoji.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote } from '#app/errors';
import { addWords } from '#app/i18n';
import { MediaAvatar } from '#app/MediaAvatar';
import acts from '#contract/locales/acts.en.json';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { SkeletonRows } from '#ui/layout/Spinner';
import { useAnswer } from './useAnswer';
import type { MessageDialogProps } from './useMessageDialogs';
import { ReactionKey, saidOf } from '../rows/ReactionKey';
import styles from './ReactorsDialog.module.css';

addWords(acts);

export function ReactorsDialog({ roomId, eventId, onClose }: MessageDialogProps): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('reactors', { roomId, eventId });
  const reactions = answer?.ok === true ? answer.output.reactions : [];
  return (
    <Dialog
      title={t('acts.reactors.title')}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {answer === null && <SkeletonRows count={3} label={t('acts.reactors.loading')} />}
      {answer?.ok === false && <AppErrorNote error={answer.error} />}
      {answer?.ok === true && reactions.length === 0 && <p>{t('acts.reactors.none')}</p>}
      {reactions.length > 0 && (
        // Many of them scroll: by keys too.
        <div
          className={styles.groups}
          tabIndex={0}
          role="group"
          aria-label={t('acts.reactors.title')}
        >
          {reactions.map(({ count, people, ...reaction }) => (
            <section
              key={reaction.key}
              aria-label={t('acts.reactors.of', { key: isolate(saidOf(reaction)), count })}
            >
              <h3 className={styles.key}>
                <ReactionKey reaction={reaction} /> <span className={styles.count}>{count}</span>
              </h3>
              <ul className={styles.people}>
                {people.map(({ userId, name, avatar, ambiguous }) => (
                  <li key={userId} className={styles.person}>
                    <MediaAvatar id={userId} name={name} avatar={avatar} size={24} />
                    <Name cut>{name}</Name>
                    {ambiguous && <span className={styles.count}>{userId}</span>}
                  </li>
                ))}
              </ul>
              {count > people.length && (
                <p className={styles.count}>
                  {t('acts.reactors.more', { count: count - people.length })}
                </p>
              )}
            </section>
          ))}
        </div>
      )}
    </Dialog>
  );
}
