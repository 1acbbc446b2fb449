// The export of one chat as the dialog sees it: chosen, running, done or failed. Its end is told by state, never thrown.
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useAccount, useShell } from '#app/context';
import { useEngineCall, useValue } from '#app/hooks';
import { resultOf } from '#app/result';
import type { AccountStore } from '#app/store';
import { useTranslation } from '#app/words';
import { toAppError, type AppError } from '#contract/wire/errors';
import { formatFull } from '#ui/text/time';
import { dayText } from '../when';
import type { MakeFormat } from './formats/format';
import { begun, Refused, writeChat, type Progress, type Wish } from './writeChat';

export type ExportState =
  | { readonly step: 'form'; readonly error: AppError | null }
  | { readonly step: 'running'; readonly progress: Progress }
  | {
      readonly step: 'done';
      readonly progress: Progress;
      readonly exportId: string;
      readonly name: string;
    };

export interface Export {
  readonly state: ExportState;
  /** Asks for a folder, then writes the chat into it. Does nothing when the person chooses none. */
  start(wish: Omit<Wish, 'roomId'>, make: MakeFormat): Promise<void>;
  /** Asks for no older messages any more. */
  enough(): void;
  /** Deletes what was written. */
  cancel(): void;
}

/** Room for the date behind it: names of folders have 255 bytes. */
const shortened = (title: string): string => [...title].slice(0, 50).join('');

/** Between two states of a running export. */
const stepMs = 500;

/** Anything else than a refusal is a fault of this app. */
const errorOf = (thrown: unknown): AppError =>
  thrown instanceof Refused ? thrown.error : toAppError(thrown);

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= work());
}

/** Whether this account blocks somebody, whose words are in no copy then. */
export const useBlocks = (): boolean =>
  (useValue('ignoredPeople', {}).value?.people.length ?? 0) > 0;

export function useExport(roomId: string, title: string): Export {
  const { engine, accountId } = useAccount();
  const store = useStore() as AccountStore;
  const shell = useShell();
  const call = useEngineCall();
  const { t, i18n } = useTranslation();
  const blocks = useBlocks();
  const [state, setState] = useState<ExportState>({ step: 'form', error: null });
  const running = useRef<AbortController | null>(null);
  const isEnough = useRef(false);
  const isBusy = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.abort();
    };
  }, []);

  async function write(
    ticket: string,
    wish: Omit<Wish, 'roomId'>,
    make: MakeFormat,
  ): Promise<void> {
    const { language } = i18n;
    const name = t('exporting.folder', { name: shortened(title), date: dayText(new Date()) });
    const made = await call('exportBegin', { ticket, name });
    if (!made.ok) return setState({ step: 'form', error: made.error });
    const { exportId } = made.output;
    const controller = new AbortController();
    const drop = once(() => call('exportCancel', { exportId }));
    // At once: it also cuts the fetching of a file.
    controller.signal.addEventListener('abort', () => void drop());
    running.current = controller;
    if (isGone.current) controller.abort();
    isEnough.current = false;
    let progress = begun;
    let shownMs = Number.NEGATIVE_INFINITY;
    const show = (next: Progress): void => {
      const isNew = next.step !== progress.step || next.oldestMs === null;
      progress = next;
      // Not for each message: drawing it would take longer than writing it.
      if (!isNew && performance.now() - shownMs < stepMs) return;
      shownMs = performance.now();
      setState({ step: 'running', progress });
    };
    show(begun);
    try {
      const about = [
        t('exporting.made', { date: formatFull(Date.now(), language) }),
        ...(blocks ? [t('exporting.blockedOut')] : []),
      ];
      const format = make({ t, language, title, about });
      const line = { engine, store, call, exportId, format, signal: controller.signal };
      const told = { isEnough: () => isEnough.current, onProgress: show };
      await writeChat({ ...line, ...told }, { ...wish, roomId });
      controller.signal.throwIfAborted();
      const ended = await call('exportEnd', { exportId });
      if (!ended.ok) throw new Refused(ended.error);
      setState({ step: 'done', progress, exportId, name: ended.output.name });
    } catch (thrown) {
      // A copy that is not whole is none.
      await drop();
      setState({ step: 'form', error: controller.signal.aborted ? null : errorOf(thrown) });
    } finally {
      running.current = null;
    }
  }

  return {
    state,
    async start(wish, make) {
      if (isBusy.current) return;
      isBusy.current = true;
      try {
        const chosen = await resultOf(shell.call('chooseSaveFolder', { accountId }));
        if (!chosen.ok) return setState({ step: 'form', error: chosen.error });
        const { ticket } = chosen.output;
        if (ticket !== null && !isGone.current) await write(ticket, wish, make);
      } finally {
        isBusy.current = false;
      }
    },
    enough: () => {
      isEnough.current = true;
    },
    cancel: () => running.current?.abort(),
  };
}
