// The notices that are shown: fetched with the first one.
import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components';
import { Button } from '../controls/Button';
import { Icon } from '../marks/Icon';
import type { Notice } from './Toasts';
import styles from './Toasts.module.css';

const shownMs = 6000;
/** So many letters are squeezed into a narrow column by an action beside them. */
const long = 90;

export interface ToastRegionProps {
  readonly regionLabel: string;
  readonly closeLabel: string;
  /** Gets what shows a notice, once. */
  readonly onReady: (show: (notice: Notice) => void) => void;
}

interface Shown {
  readonly content: Notice;
}

/**
 * Puts the region into the top layer, over a full-screen element. A full-screen element that opens later covers it, until it is put there
 * again.
 */
function onTop(region: HTMLElement | null): (() => void) | undefined {
  if (region === null) return undefined;
  region.popover = 'manual';
  // jsdom knows none.
  (region.showPopover as (() => void) | undefined)?.call(region);
  const again = (): void => {
    region.hidePopover();
    region.showPopover();
  };
  document.addEventListener('fullscreenchange', again);
  return () => document.removeEventListener('fullscreenchange', again);
}

export function ToastRegion({ regionLabel, closeLabel, onReady }: ToastRegionProps) {
  const queue = useMemo(() => new ToastQueue<Notice>({ maxVisibleToasts: 3 }), []);
  useEffect(
    () =>
      onReady((notice) => {
        if (notice.until?.aborted === true) return notice.onClose?.();
        // Said again, it stands longer: not once more below itself. What can be pressed is of its own act, unless both are about the same.
        const isSame = ({ content: { text, action, about, state } }: Shown) =>
          (state !== undefined && state === notice.state) ||
          (text === notice.text &&
            (action === undefined || (about !== undefined && about === notice.about)));
        for (const { key } of queue.visibleToasts.filter(isSame)) queue.close(key);
        const { until, onClose, stays } = notice;
        const added = queue.add(notice, {
          ...(stays !== true && { timeout: shownMs }),
          ...(onClose && { onClose }),
        });
        until?.addEventListener('abort', () => queue.close(added));
      }),
    [onReady, queue],
  );
  return (
    <AriaToastRegion ref={onTop} queue={queue} aria-label={regionLabel} className={styles.region}>
      {({ toast }) => {
        const { icon, text, tone, action } = toast.content;
        return (
          <Toast
            toast={toast}
            className={styles.toast}
            data-tone={tone ?? 'normal'}
            // F6 leads to what can be pressed.
            {...(action !== undefined && { 'data-part': '' })}
          >
            {icon !== undefined && <Icon icon={icon} />}
            <div className={styles.words} data-long={text.length > long || undefined}>
              <ToastContent className={styles.content}>
                <Text slot="title">{text}</Text>
              </ToastContent>
              {action !== undefined && (
                <Button
                  variant="text"
                  onPress={() => {
                    action.onPress();
                    queue.close(toast.key);
                  }}
                >
                  {action.label}
                </Button>
              )}
            </div>
            <AriaButton slot="close" aria-label={closeLabel} className={styles.close}>
              <Icon icon={X} />
            </AriaButton>
          </Toast>
        );
      }}
    </AriaToastRegion>
  );
}
