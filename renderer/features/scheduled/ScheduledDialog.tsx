// Everything that waits for its time in a conversation: its text, when, and what one can do with it.
import { AlarmClock, Copy, Ellipsis, Pencil, SendHorizontal, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { copyText } from '#ui/text/copyText';
import { isolate } from '#ui/text/isolate';
import { formatAhead, WhenDialog } from '../when';
import styles from './Scheduled.module.css';
import { ChatNote } from './ChatNote';
import type { QuotedOf } from './ScheduledBar';
import { TextOfScheduled } from './TextOfScheduled';

export interface ScheduledDialogProps {
  readonly items: readonly ScheduledMessage[];
  readonly nowMs: number;
  /** They are answers in a thread. */
  readonly inThread: boolean;
  readonly quotedOf: QuotedOf;
  readonly onClose: () => void;
}

export function ScheduledDialog(props: ScheduledDialogProps): ReactNode {
  const { items, nowMs, inThread, quotedOf, onClose } = props;
  const { t, i18n } = useTranslation();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const [moving, setMoving] = useState<ScheduledMessage | null>(null);
  const [editing, setEditing] = useState<ScheduledMessage | null>(null);
  const report = async (answer: ReturnType<typeof call>): Promise<void> => {
    const done = await answer;
    if (!done.ok) tellFailure(done.error);
  };
  const said = ({ state, atMs }: ScheduledMessage): string => {
    const time = formatAhead(atMs, nowMs, i18n.language);
    return state === 'waiting' ? time : t(`scheduled.${state}`, { time });
  };
  if (moving !== null)
    return (
      <WhenDialog
        title={t('scheduled.title')}
        times={['hour1', 'tomorrow', 'nextWeek']}
        confirmLabel={t('scheduled.confirm')}
        atMs={Math.max(moving.atMs, nowMs + 60_000)}
        onChoose={(atMs) => {
          void report(call('moveScheduled', { key: moving.key, atMs }));
          setMoving(null);
        }}
        onClose={() => setMoving(null)}
      />
    );
  if (editing !== null)
    return <TextOfScheduled item={editing} nowMs={nowMs} onClose={() => setEditing(null)} />;
  return (
    <Dialog
      title={t(inThread ? 'scheduled.listInThread' : 'scheduled.list')}
      isOpen
      onClose={onClose}
      width="l"
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {items.length === 0 && <p>{t('scheduled.none')}</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.key} className={styles.row}>
            <span className={styles.what}>
              {item.replyTo !== undefined && <Answered quoted={quotedOf(item.replyTo)} />}
              <span className={styles.text} dir="auto">
                {item.text}
              </span>
              <span className={item.state === 'waiting' ? styles.at : styles.late}>
                {said(item)}
              </span>
              {item.state === 'waiting' && (
                <span className={styles.at}>
                  {t(item.atServer ? 'scheduled.atServer' : 'scheduled.here')}
                </span>
              )}
            </span>
            <MenuButton
              label={t('scheduled.acts')}
              entries={[
                {
                  id: 'now',
                  label: t('scheduled.now'),
                  icon: SendHorizontal,
                  onAction: () => void report(call('sendScheduledNow', { key: item.key })),
                },
                {
                  id: 'move',
                  label: t('scheduled.move'),
                  icon: AlarmClock,
                  onAction: () => setMoving(item),
                },
                {
                  id: 'edit',
                  label: t('scheduled.edit'),
                  icon: Pencil,
                  onAction: () => setEditing(item),
                },
                {
                  id: 'copy',
                  label: t('app.copy'),
                  icon: Copy,
                  onAction: () => void copyText(item.text),
                },
                {
                  id: 'remove',
                  label: t('scheduled.remove'),
                  icon: Trash2,
                  danger: true,
                  onAction: () => void report(call('takeScheduled', { key: item.key })),
                },
              ]}
            >
              <IconButton label={t('scheduled.acts')} icon={Ellipsis} size="s" />
            </MenuButton>
          </li>
        ))}
      </ul>
      <ChatNote />
    </Dialog>
  );
}

/** The message that a planned one answers, as far as it is loaded. */
function Answered({ quoted }: { readonly quoted: ReturnType<QuotedOf> }): ReactNode {
  const { t } = useTranslation();
  return (
    <span className={styles.answered}>
      {quoted === null
        ? t('scheduled.answersOther')
        : t('scheduled.answers', { name: isolate(quoted.name), text: isolate(quoted.text) })}
    </span>
  );
}
