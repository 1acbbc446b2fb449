// The frame of a call's stage, of two or of many: header, what was said, clock and lock, controls, and the quality of the lines at the side.
// Always dark.
import clsx from 'clsx';
import {
  Activity,
  Lock,
  LockOpen,
  Maximize,
  MessageCircle,
  Minimize,
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
import { useTranslation } from 'react-i18next';
import { Bar } from '#ui/Bar';
import { Button } from '#ui/Button';
import { Icon } from '#ui/Icon';
import { IconButton } from '#ui/IconButton';
import { Name } from '#ui/Name';
import { PopOutButton } from './PopOut';
import type { Line } from '../quality/useReports';
import { useCallTime } from './useCallTime';
import styles from './Stage.module.css';

/** With what draws the graphs. */
const QualityPanel = lazy(async () => {
  const { QualityPanel: panel } = await import('../quality/QualityPanel');
  return { default: panel };
});

export interface StageProps {
  readonly callId: string;
  readonly label: string;
  readonly title: string;
  /** Before and after the title. */
  readonly avatar?: ReactNode;
  readonly count?: string;
  /** Null: nobody can be added here. */
  readonly onInvite?: (() => void) | null;
  readonly children: ReactNode;
  /** In place of clock and controls: why it ended. */
  readonly end?: ReactNode;
  readonly sinceMs: number | null;
  readonly encrypted: boolean;
  readonly controls: ReactNode;
  /** Beside the buttons that every stage has. */
  readonly layouts?: ReactNode;
  readonly lines: readonly Line[];
  readonly onShowChat: () => void;
}

export function Stage({ callId, label, title, avatar, count, children, end, ...foot }: StageProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLElement>(null);
  const [quality, setQuality] = useState(false);
  const panel = quality && end === undefined;
  return (
    <div className={styles.pane}>
      <main ref={stage} className={clsx(styles.stage, panel && styles.beside)} aria-label={label}>
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
          {end === undefined && <PopOutButton callId={callId} onOpen={foot.onShowChat} />}
          <FullScreenButton stage={stage} />
        </Bar>
        {children}
        {end ?? (
          <div className={styles.foot}>
            <Clock sinceMs={foot.sinceMs} encrypted={foot.encrypted} />
            {foot.controls}
            <div className={styles.right}>
              {foot.layouts}
              <IconButton
                label={t('calls.showChat')}
                icon={MessageCircle}
                onPress={foot.onShowChat}
              />
              <IconButton
                label={t('quality.title')}
                icon={Activity}
                on={quality}
                aria-pressed={quality}
                onPress={() => setQuality(!quality)}
              />
            </div>
          </div>
        )}
      </main>
      {panel && (
        <Suspense fallback={null}>
          <QualityPanel lines={foot.lines} onClose={() => setQuality(false)} />
        </Suspense>
      )}
    </div>
  );
}

const onFullScreen = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

function FullScreenButton({ stage }: { readonly stage: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  // jsdom knows none.
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

/** Refused where the system does not let a window have the whole screen: it stays as it is. */
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
  readonly onDismiss: () => void;
}

/** Something that did not work, in a call that goes on. */
export function StageNotice({ what, remedy, onDismiss }: StageNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="alert">
      <span>
        <b>{what}</b> {remedy}
      </span>
      <Button size="s" onPress={onDismiss}>
        {t('calls.understood')}
      </Button>
    </div>
  );
}
