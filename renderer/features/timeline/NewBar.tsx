// The bar that counts the messages since the reader's last visit, while the first of them is out of view, and the mentions among them that
// were not in view yet. It leads to the first unread message, and from one mention to the next.
import { ArrowDown, ArrowUp, AtSign, X } from 'lucide-react';
import { useCallback, useEffect, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useEngineCall } from '#app/hooks';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { formatListTime } from '#ui/text/time';
import { messagesOf } from './folds';
import type { LeftPlace, Looks, Unread } from './scroll/useUnreadPlace';
import styles from './NewBar.module.css';

/** The engine is asked for no more. */
const mostMentions = 100;

export interface NewBarProps extends Pick<Unread, 'isBelow' | 'looks' | 'lead' | 'close'> {
  readonly roomId: string;
  readonly place: LeftPlace;
  readonly onFirst: () => void;
  readonly onMention: (eventId: string) => void;
}

function unseenOf(ids: readonly string[], last: Looks['last']): readonly string[] {
  if (last === null) return ids;
  const [items, { firstVisible, lastVisible }] = last;
  const inView = items.slice(firstVisible, lastVisible + 1).flatMap(messagesOf);
  return ids.filter((id) => inView.every(({ eventId }) => eventId !== id));
}

/** Goes to the oldest mention that was not in view. */
function useMentions(props: NewBarProps): () => Promise<void> {
  const { roomId, place, looks, lead, onFirst, onMention } = props;
  const { ids, mentions } = place;
  const call = useEngineCall();
  const ask = useCallback(async (): Promise<readonly string[]> => {
    const asked = { roomId, mentions: Math.min(mostMentions, mentions) };
    const found = mentions === 0 ? null : await call('findMentions', asked);
    return found?.ok ? found.output.eventIds : [];
  }, [call, roomId, mentions]);

  const isKnown = ids !== undefined;
  useEffect(() => {
    if (isKnown) return undefined;
    let current = true;
    void ask().then((found) => {
      // Without any, the reader may ask again.
      if (current && found.length > 0) lead(unseenOf(found, looks.current.last));
    });
    return () => {
      current = false;
    };
  }, [isKnown, ask, lead, looks]);

  useEffect(() => {
    if (ids === undefined) return undefined;
    const at = looks.current;
    const look = (): void => {
      const unseen = unseenOf(ids, at.last);
      if (unseen.length < ids.length) lead(unseen);
    };
    at.watch = look;
    look();
    return () => {
      at.watch = null;
    };
  }, [ids, lead, looks]);

  return async () => {
    const [next, ...others] = ids ?? (await ask());
    if (next === undefined) return onFirst();
    lead(others);
    onMention(next);
  };
}

export function NewBar(props: NewBarProps): ReactNode {
  const { place, isBelow, onFirst, close } = props;
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const toMention = useMentions(props);
  const { count, mentions, sinceMs, ids } = place;
  // Those of a short visit may all be in view.
  if (count === 0 && ids === undefined) return null;
  const words =
    sinceMs === null
      ? t('timeline.newMessages', { count })
      : t('timeline.newSince', { count, time: formatListTime(sinceMs, nowMs, i18n.language) });
  return (
    <div className={styles.bar} role="region" aria-label={t('timeline.newBar')}>
      {count > 0 && (
        <Button
          variant="quiet"
          size="s"
          icon={isBelow ? ArrowDown : ArrowUp}
          onPress={onFirst}
          className={styles.first}
        >
          {words}
        </Button>
      )}
      {mentions > 0 && (
        <Button
          variant="quiet"
          size="s"
          icon={AtSign}
          onPress={() => void toMention()}
          className={styles.mention}
        >
          {t('timeline.toMention', { count: mentions })}
        </Button>
      )}
      <IconButton label={t('timeline.newClose')} icon={X} size="s" onPress={close} />
    </div>
  );
}
