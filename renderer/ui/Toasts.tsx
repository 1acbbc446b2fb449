// Short notices about things that happened elsewhere: 6 s, with an action where there is one. The queue belongs to a window.
import { X } from 'lucide-react';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button } from './Button';
import { Icon, type LucideIcon } from './Icon';
import styles from './Toasts.module.css';

export interface Notice {
  readonly text: string;
  readonly icon?: LucideIcon;
  readonly tone?: 'normal' | 'danger';
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export interface Toasts {
  show(notice: Notice): void;
}

const ToastsContext = createContext<Toasts>({ show: () => undefined });

export const useToasts = (): Toasts => useContext(ToastsContext);

export interface ToastsProviderProps {
  readonly children: ReactNode;
  readonly regionLabel: string;
  readonly closeLabel: string;
}

export function ToastsProvider({ children, regionLabel, closeLabel }: ToastsProviderProps) {
  const queue = useMemo(() => new ToastQueue<Notice>({ maxVisibleToasts: 3 }), []);
  const toasts = useMemo<Toasts>(
    () => ({ show: (notice) => void queue.add(notice, { timeout: 6000 }) }),
    [queue],
  );
  return (
    <ToastsContext value={toasts}>
      {children}
      <ToastRegion queue={queue} aria-label={regionLabel} className={styles.region}>
        {({ toast }) => {
          const { icon, text, tone, action } = toast.content;
          return (
            <Toast toast={toast} className={styles.toast} data-tone={tone ?? 'normal'}>
              {icon !== undefined && <Icon icon={icon} />}
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
              <AriaButton slot="close" aria-label={closeLabel} className={styles.close}>
                <Icon icon={X} />
              </AriaButton>
            </Toast>
          );
        }}
      </ToastRegion>
    </ToastsContext>
  );
}
