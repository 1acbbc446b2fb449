// The frame of a call's stage, between two or of a group: header, pictures, clock and lock, controls, and beside them the chat or the
// quality panel. In a narrow pane the side panel is below the controls, and the pictures are a strip.
import clsx from 'clsx';
import {
  Activity,
  Lock,
  LockOpen,
  Maximize,
  MessageCircle,
  Minimize,
  Minimize2,
  UserPlus,
} from 'lucide-react';
import {
  lazy,
  Suspense,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from '#app/words';
import { Badge } from '#ui/marks/Badge';
import { Bar } from '#ui/layout/Bar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { Name } from '#ui/text/Name';
import { ChatPanel } from './ChatPanel';
import { PopOutButton } from './floating/PopOut';
import type { Line } from '../quality/useReports';
import { useCallTime } from './useCallTime';
import styles from './Stage.module.css';

/** Loaded with the code that draws the graphs. */
const QualityPanel = lazy(async () => {
  const { QualityPanel: panel } = await import('../quality/QualityPanel');
  return { default: panel };
});

export interface StageProps {
  readonly callId: string;
  readonly label: string;
  readonly title: string;
  /** Shown before and after the title. */
  readonly avatar?: ReactNode;
  readonly count?: string;
  /** Null: no people can be added. */
  readonly onInvite?: (() => void) | null;
  readonly children: ReactNode;
  /** The reason and the acts after the end, instead of clock and controls. */
  readonly end?: ReactNode;
  readonly sinceMs: number | null;
  readonly encrypted: boolean;
  readonly controls: ReactNode;
  /** Buttons beside those that every stage has. */
  readonly layouts?: ReactNode;
  /** A screen is shared: in a narrow pane it keeps the width, and the panel is below it. */
  readonly screen: boolean;
  readonly lines: readonly Line[];
  /** The room's timeline; null: there is no chat. */
  readonly chat: ReactNode;
  /** The number of new messages, shown on the chat button while the chat is closed. */
  readonly unread: number;
  /** Closes the stage: the call floats. */
  readonly onSmall: () => void;
}

type Side = 'chat' | 'quality';

export function Stage({ callId, label, title, avatar, count, children, end, ...foot }: StageProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLElement>(null);
  const [side, setSide] = useState<Side | null>(null);
  const shown = end === undefined ? side : null;
  const chatButton = useRef<HTMLButtonElement>(null);
  const qualityButton = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    // The panel closes and would take the focus with it.
    (side === 'chat' ? chatButton : qualityButton).current?.focus();
    setSide(null);
  };
  const toggle = (which: Side): void => setSide(side === which ? null : which);
  return (
    <div className={styles.pane}>
      <div className={styles.panes} data-screen={foot.screen || undefined}>
        <main
          ref={stage}
          className={clsx(styles.stage, shown !== null && styles.beside)}
          aria-label={label}
        >
          <Bar>
            {avatar}
            <h1 className={styles.name}>
              <Name cut>{title}</Name>
            </h1>
            {count !== undefined && <span className={styles.count}>{count}</span>}
            <span className={styles.grow} />
            {typeof foot.onInvite === 'function' && (
              <IconButton label={t('groupCalls.invite')} icon={UserPlus} onPress={foot.onInvite} />
            )}
            {end === undefined && (
              <>
                <IconButton label={t('calls.makeSmall')} icon={Minimize2} onPress={foot.onSmall} />
                <PopOutButton callId={callId} onOpen={foot.onSmall} />
              </>
            )}
            <FullScreenButton stage={stage} />
          </Bar>
          <div className={styles.body}>{children}</div>
          {end ?? (
            <div className={styles.foot}>
              <Clock sinceMs={foot.sinceMs} encrypted={foot.encrypted} />
              {foot.controls}
              <div className={styles.right}>
                {foot.layouts}
                {foot.chat !== null && (
                  <span className={styles.withBadge}>
                    <IconButton
                      ref={chatButton}
                      label={t('calls.showChat')}
                      icon={MessageCircle}
                      on={shown === 'chat'}
                      aria-pressed={shown === 'chat'}
                      onPress={() => toggle('chat')}
                    />
                    {foot.unread > 0 && shown !== 'chat' && (
                      <Badge
                        kind="count"
                        count={foot.unread}
                        label={t('rooms.unread', { count: foot.unread })}
                        className={styles.badge}
                      />
                    )}
                  </span>
                )}
                <IconButton
                  ref={qualityButton}
                  label={t('quality.title')}
                  icon={Activity}
                  on={shown === 'quality'}
                  aria-pressed={shown === 'quality'}
                  onPress={() => toggle('quality')}
                />
              </div>
            </div>
          )}
        </main>
        {shown === 'chat' && <ChatPanel onClose={close}>{foot.chat}</ChatPanel>}
        {shown === 'quality' && (
          <Suspense fallback={null}>
            <QualityPanel lines={foot.lines} onClose={close} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

const onFullScreen = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

function FullScreenButton({ stage }: { readonly stage: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  // jsdom has no `fullscreenElement`.
  const full = useSyncExternalStore(
    onFullScreen,
    () => (document.fullscreenElement ?? null) !== null,
  );
  return (
    <IconButton
      label={full ? t('calls.leaveFullScreen') : t('calls.fullScreen')}
      icon={full ? Minimize : Maximize}
      onPress={() => void toggleFullScreen(stage.current)}
    />
  );
}

/** Changes nothing if the system refuses full screen. */
async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  const done =
    document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen();
  await done?.catch(() => undefined);
}

function Clock({ sinceMs, encrypted }: Pick<StageProps, 'sinceMs' | 'encrypted'>) {
  const { t } = useTranslation();
  const time = useCallTime(sinceMs);
  return (
    <div className={styles.time}>
      <span className={styles.clock} role="timer" aria-label={t('calls.duration')}>
        {time ?? ''}
      </span>
      <span className={styles.lock}>
        <Icon icon={encrypted ? Lock : LockOpen} size={12} />
        <span className={styles.lockWords}>
          {encrypted ? t('calls.encrypted') : t('calls.notEncrypted')}
        </span>
      </span>
    </div>
  );
}

export interface StageNoticeProps {
  readonly what: string;
  readonly remedy: string;
  /** The button that solves the problem, if there is one. */
  readonly way?: ReactNode;
  readonly onDismiss: () => void;
}

/** The notice of a failure in a call that goes on. */
export function StageNotice({ what, remedy, way, onDismiss }: StageNoticeProps) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <div className={styles.notice} role="alert">
      <span>
        <b>{what}</b> {remedy}
      </span>
      {way}
      <Button size="s" onPress={onDismiss}>
        {t('calls.understood')}
      </Button>
    </div>
  );
}
