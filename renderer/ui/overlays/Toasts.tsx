// Short notices about things that happened elsewhere: 6 s or until they are closed, with an action where there is one. The queue belongs to a window.
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { LucideIcon } from '../marks/Icon';
import { later } from '../later';

const ToastRegion = later(async () => (await import('./ToastRegion')).ToastRegion);

export interface Notice {
  readonly text: string;
  readonly icon?: LucideIcon;
  readonly tone?: 'normal' | 'danger';
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** Names the thing that the action would change: a notice with the same words about the same thing takes the place of this one. */
  readonly about?: string;
  /** Names the state that it tells: a later notice of the same state takes its place, whatever it says. */
  readonly state?: string;
  /** It stands until it is closed or its action is pressed. */
  readonly stays?: boolean;
  /** Closes it earlier. */
  readonly until?: AbortSignal;
  /** However it closes. */
  readonly onClose?: () => void;
}

export interface Toasts {
  show(notice: Notice): void;
}

/** `useToasts` reads it. */
export const ToastsContext = createContext<Toasts>({ show: () => undefined });

export const useToasts = (): Toasts => useContext(ToastsContext);

export interface ToastsProviderProps {
  readonly children: ReactNode;
  readonly regionLabel: string;
  readonly closeLabel: string;
}

export function ToastsProvider({ children, ...labels }: ToastsProviderProps) {
  const [wanted, setWanted] = useState(false);
  const show = useRef<Toasts['show'] | null>(null);
  /** Toasts that were shown before the region was loaded. */
  const early = useRef<Notice[]>([]);
  const toasts = useMemo<Toasts>(
    () => ({
      show: (notice) => {
        if (show.current !== null) return show.current(notice);
        early.current.push(notice);
        setWanted(true);
      },
    }),
    [],
  );
  const onReady = useCallback((ready: Toasts['show']): void => {
    show.current = ready;
    for (const notice of early.current.splice(0)) ready(notice);
  }, []);
  return (
    <ToastsContext value={toasts}>
      {children}
      {wanted && <ToastRegion {...labels} onReady={onReady} />}
    </ToastsContext>
  );
}
