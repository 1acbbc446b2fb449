// A call in a window of its own. This page renders it in the same process, so that the media need not move. The window has no overlays
// (menus, tooltips), because the component library would put them into this page.
import { PictureInPicture2, type LucideIcon } from 'lucide-react';
import clsx from 'clsx';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#app/words';
import { ariaKeys } from '#ui/focus/keys';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { moveAlong } from '#ui/focus/moveAlong';
import controls from '../CallControls.module.css';
import { CallWords } from '../CallWords';
import { usePopOut } from './popped';
import styles from './PopOut.module.css';

/** Copies the style sheets, also those that are loaded later with a chunk. */
function takeStyles(to: Document): () => void {
  const done = new Set<Element>();
  const take = (): void => {
    for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) {
      if (done.has(sheet)) continue;
      done.add(sheet);
      to.head.append(to.importNode(sheet, true));
    }
  };
  take();
  const observer = new MutationObserver(take);
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}

/** The button in the header of a stage and on a floating call. */
export function PopOutButton({
  callId,
  onOpen,
}: {
  readonly callId: string;
  readonly onOpen?: () => void;
}) {
  const { t } = useTranslation();
  const { open } = usePopOut();
  return (
    <IconButton
      label={t('calls.popOut')}
      icon={PictureInPicture2}
      onPress={() => {
        open(callId);
        onOpen?.();
      }}
    />
  );
}

export interface PopOutWindowProps {
  readonly title: string;
  readonly status: string;
  readonly picture: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the open window; the controls are its children. */
export function PopOutWindow({
  title,
  status,
  picture,
  children,
}: PopOutWindowProps): ReactElement {
  const { t } = useTranslation();
  const { popped } = usePopOut();
  const child = popped?.window ?? null;
  useEffect(() => {
    if (child === null) return;
    const { document: to } = child;
    to.documentElement.lang = document.documentElement.lang;
    to.documentElement.dir = document.documentElement.dir;
    return takeStyles(to);
  }, [child]);
  useEffect(() => {
    if (child !== null) child.document.title = title;
  }, [child, title]);
  if (child === null) return <></>;
  const content = (
    <main className={styles.stage} aria-label={t('calls.callWith', { name: title })}>
      <div className={styles.picture}>{picture}</div>
      <CallWords name={title} status={status} className={styles.words} />
      <div
        className={styles.controls}
        role="toolbar"
        aria-label={t('calls.controls')}
        onKeyDown={moveAlong}
      >
        {children}
      </div>
    </main>
  );
  return createPortal(content, child.document.body);
}

export interface PopOutControlProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly warn?: boolean;
  readonly end?: boolean;
  readonly shortcut?: string;
  readonly onPress: () => void;
}

export function PopOutControl({ label, icon, warn, end, shortcut, onPress }: PopOutControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      {...ariaKeys(shortcut)}
      className={clsx(controls.round, styles.control, warn && controls.warn, end && controls.end)}
      onClick={onPress}
    >
      <Icon icon={icon} size={20} />
    </button>
  );
}
