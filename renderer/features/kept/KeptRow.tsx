// A saved message as a row: who, where, what it says, its reminder, and what one can do with it.
import clsx from 'clsx';
import {
  AlarmClock,
  AlarmClockOff,
  BookmarkX,
  Check,
  CornerUpRight,
  Ellipsis,
  type LucideIcon,
  MessageSquare,
} from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from '#app/words';
import type { KeptMessage } from '#contract/areas/messages/kept';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { messageShown } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { WarningMark } from '#app/TrustMark';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { isolate } from '#ui/text/isolate';
import { ContextMenu, MenuButton, type MenuEntry, type MenuPoint } from '#ui/overlays/Menu';
import { Name } from '#ui/text/Name';
import { ListTime } from '#ui/text/ListTime';
import { useToasts } from '#ui/overlays/Toasts';
import { previewWords } from '../timeline';
import { formatAhead } from '../when';
import styles from './Kept.module.css';

interface Acts {
  readonly open: () => void;
  readonly remove: () => void;
  readonly done: () => void;
}

function useActs({ roomId, eventId, remindAtMs }: KeptMessage): Acts {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  const toasts = useToasts();
  const at = { roomId, eventId };
  const undoable = async (
    act: ReturnType<typeof call>,
    text: string,
    back: () => ReturnType<typeof call>,
  ): Promise<void> => {
    const done = await act;
    if (!done.ok) return tellFailure(done.error);
    const onPress = (): void =>
      void back().then((undone) => {
        if (!undone.ok) tellFailure(undone.error);
      });
    return toasts.show({ text, action: { label: t('kept.undo'), onPress } });
  };
  /** A reminder whose time has passed does not come back: the message does. */
  const restore = (): ReturnType<typeof call> =>
    remindAtMs !== null && remindAtMs > Date.now()
      ? call('setReminder', { ...at, atMs: remindAtMs })
      : call('setSaved', { ...at, saved: true });
  return {
    open: () => dispatch(messageShown(at)),
    remove: () =>
      void undoable(call('setSaved', { ...at, saved: false }), t('kept.removed'), restore),
    done: () =>
      void undoable(call('setReminder', { ...at, atMs: null }), t('kept.doneSaid'), restore),
  };
}

function entriesOf(
  { due, remindAtMs, state }: KeptMessage,
  acts: Acts,
  onRemind: () => void,
  t: TFunction,
): MenuEntry[] {
  const entry = (id: string, label: string, icon: LucideIcon, onAction: () => void): MenuEntry => ({
    ...{ id, label, icon, onAction },
  });
  const remind = due ? 'kept.snooze' : remindAtMs === null ? 'kept.remind' : 'kept.change';
  return [
    ...(state === 'room_gone' ? [] : [entry('open', t('kept.open'), CornerUpRight, acts.open)]),
    entry('remind', t(remind), AlarmClock, onRemind),
    ...(remindAtMs === null
      ? []
      : [
          due
            ? entry('done', t('kept.done'), Check, acts.done)
            : entry('done', t('kept.removeReminder'), AlarmClockOff, acts.done),
        ]),
    entry('remove', t('kept.remove'), BookmarkX, acts.remove),
  ];
}

const stateWords = {
  deleted: 'kept.deleted',
  missing: 'kept.missing',
  room_gone: 'kept.roomGone',
} as const;

function Said({ item }: { readonly item: KeptMessage }): ReactNode {
  const { t } = useTranslation();
  const { state, preview } = item;
  if (state === 'here' && preview !== null)
    return (
      <span className={styles.text} dir="auto">
        {previewWords(t, preview)}
      </span>
    );
  return (
    <>
      {preview !== null && (
        <span className={styles.text} dir="auto">
          {previewWords(t, preview)}
        </span>
      )}
      <span className={styles.state}>{t(stateWords[state === 'here' ? 'missing' : state])}</span>
    </>
  );
}

export interface KeptRowProps {
  readonly item: KeptMessage;
  readonly nowMs: number;
  readonly onRemind: () => void;
}

export function KeptRow({ item, nowMs, onRemind }: KeptRowProps): ReactNode {
  const { t, i18n } = useTranslation();
  const acts = useActs(item);
  const [menuAt, setMenuAt] = useState<MenuPoint | null>(null);
  const { sender, roomName, sentAtMs, remindAtMs, due, preview } = item;
  const trust = preview?.trust ?? 'ok';
  const entries = entriesOf(item, acts, onRemind, t);
  const time = (ms: number): string => formatAhead(ms, nowMs, i18n.language);
  const room = roomName ?? t('kept.unknownRoom');
  return (
    <>
      <button
        type="button"
        className={styles.row}
        onClick={acts.open}
        onContextMenu={(event: MouseEvent) => {
          event.preventDefault();
          setMenuAt({ x: event.clientX, y: event.clientY });
        }}
      >
        {sender === null ? (
          <span className={styles.noFace}>
            <Icon icon={MessageSquare} size={20} />
          </span>
        ) : (
          <MediaAvatar id={sender.userId} name={sender.name} avatar={sender.avatar} size={36} />
        )}
        <span className={styles.words}>
          <span className={styles.first}>
            {sender !== null && (
              <Name cut className={styles.name}>
                {sender.name}
              </Name>
            )}
            <WarningMark trust={trust} size={12} />
            <Name cut className={styles.room}>
              {sender === null ? room : t('kept.inRoom', { name: isolate(room) })}
            </Name>
            {sentAtMs !== null && (
              <ListTime
                className={styles.time}
                atMs={sentAtMs}
                nowMs={nowMs}
                language={i18n.language}
              />
            )}
          </span>
          <Said item={item} />
          {remindAtMs !== null && (
            <span className={clsx(styles.reminder, due && styles.due)}>
              <Icon icon={AlarmClock} size={12} />
              {t(due ? 'kept.due' : 'kept.remindAt', { time: time(remindAtMs) })}
            </span>
          )}
        </span>
      </button>
      {due && (
        <span className={styles.done}>
          <Button size="s" icon={Check} onPress={acts.done}>
            {t('kept.done')}
          </Button>
        </span>
      )}
      <span className={styles.acts}>
        <MenuButton label={t('kept.acts')} entries={entries}>
          <IconButton label={t('kept.acts')} icon={Ellipsis} size="s" />
        </MenuButton>
      </span>
      <ContextMenu
        label={t('kept.acts')}
        entries={entries}
        at={menuAt}
        onClose={() => setMenuAt(null)}
      />
    </>
  );
}
