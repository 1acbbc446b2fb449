// The bar above the composer with the scheduled messages of this conversation. A message that waits only for the undo time is taken back
// here with one press.
import clsx from 'clsx';
import { AlarmClock, CircleAlert } from 'lucide-react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/scheduled.en.json';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import { useErrorNotice } from '#app/errors';
import { useEngineCall, useList } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { formatAhead } from '../when';
import { ScheduledDialog } from './ScheduledDialog';
import styles from './Scheduled.module.css';

addWords(words);

export interface Taken {
  readonly text: string;
  readonly mentions: readonly TextMention[];
  readonly replyTo: string | null;
}

export type QuotedOf = (eventId: string) => { readonly name: string; readonly text: string } | null;

export interface ScheduledBarProps {
  readonly conversation: ConversationId;
  /** Called with the message that was taken back, to be edited in the composer. Absent: there is no field here. */
  readonly onTaken?: (taken: Taken) => void;
  /** Set while a sent message can be taken back: takes back the last one. */
  readonly undoLast?: RefObject<(() => void) | null>;
  /** The message with this id as it is shown in the conversation; null: it is not loaded. */
  readonly quotedOf?: QuotedOf;
  /** The reason for which they do not go by themselves: the other person is blocked, or this account may not write here. */
  readonly held?: 'blocked' | 'mayNot';
}

export function ScheduledBar(props: ScheduledBarProps): ReactNode {
  const { conversation, onTaken, undoLast, quotedOf = notLoaded, held } = props;
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const [listed, setListed] = useState(false);
  const { items } = useList('scheduled', conversation);
  const take = async ({ key }: ScheduledMessage): Promise<void> => {
    const taken = await call('takeScheduled', { key });
    if (taken.ok) onTaken?.(taken.output);
    else tellFailure(taken.error);
  };
  const undoable = items.filter(
    ({ undo, state }) => undo && state === 'waiting' && onTaken !== undefined,
  );
  const last = undoable.at(-1);
  useEffect(() => {
    if (undoLast === undefined) return undefined;
    undoLast.current = last === undefined ? null : () => void take(last);
    return () => {
      undoLast.current = null;
    };
  });
  const others = items.filter((item) => !undoable.includes(item));
  const [first] = others;
  const time = (ms: number): string => formatAhead(ms, nowMs, i18n.language);
  const said = ({ state, atMs }: ScheduledMessage): string => {
    if (state !== 'waiting') return t(`scheduled.${state}`, { time: time(atMs) });
    if (held !== undefined) return t(`scheduled.${held}`, { count: others.length });
    const [count, at] = [others.length, time(atMs)];
    return count === 1
      ? t('scheduled.one', { time: at })
      : t('scheduled.many', { count, time: at });
  };
  if (items.length === 0 && !listed) return null;
  return (
    <section className={styles.bar} aria-label={t('scheduled.bar')}>
      {undoable.map((item) => (
        <UndoLine key={item.key} item={item} onUndo={() => void take(item)} />
      ))}
      {first !== undefined && (
        <div className={styles.line}>
          <Icon
            icon={first.state === 'waiting' ? AlarmClock : CircleAlert}
            size={12}
            className={isLate(first) ? styles.late : undefined}
          />
          <span className={clsx(styles.said, isLate(first) && styles.late)}>{said(first)}</span>
          <span className={styles.words} dir="auto">
            {first.state === 'waiting' ? null : first.text}
          </span>
          <Button variant="text" size="s" onPress={() => setListed(true)}>
            {t('scheduled.open')}
          </Button>
        </div>
      )}
      {listed && (
        <ScheduledDialog
          items={others}
          inThread={conversation.threadId !== null}
          {...{ nowMs, quotedOf }}
          onClose={() => setListed(false)}
        />
      )}
    </section>
  );
}

const notLoaded: QuotedOf = () => null;

const isLate = ({ state }: ScheduledMessage): boolean => state === 'missed' || state === 'failed';

interface UndoLineProps {
  readonly item: ScheduledMessage;
  readonly onUndo: () => void;
}

function UndoLine({ item, onUndo }: UndoLineProps): ReactNode {
  const { t } = useTranslation();
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((item.atMs - nowMs) / 1000));
  return (
    <div className={styles.line}>
      <Icon icon={AlarmClock} size={12} />
      <span className={styles.count}>{t('scheduled.undoIn', { seconds })}</span>
      <span className={styles.words} dir="auto">
        {item.text}
      </span>
      <Button variant="text" size="s" onPress={onUndo}>
        {t('scheduled.undo')}
      </Button>
    </div>
  );
}
