// Exporting a chat: what and how, then how far it has come, then where the copy is.
import { FolderOpen } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useAccount, useShell } from '#app/context';
import { AppErrorNote } from '#app/errors';
import { addWords } from '#app/i18n';
import { resultOf } from '#app/result';
import { useTranslation } from '#app/words';
import exporting from '#contract/locales/exporting.en.json';
import { Button } from '#ui/controls/Button';
import { Select } from '#ui/controls/Select';
import { Switch } from '#ui/controls/Switch';
import { Spinner } from '#ui/layout/Spinner';
import { Dialog } from '#ui/overlays/Dialog';
import { useToasts } from '#ui/overlays/Toasts';
import { isolate } from '#ui/text/isolate';
import { formatDate } from '#ui/text/time';
import type { MakeFormat } from './formats/format';
import { html } from './formats/html';
import { json } from './formats/json';
import { text } from './formats/text';
import styles from './ExportDialog.module.css';
import { useBlocks, useExport } from './useExport';
import type { Progress } from './writeChat';

addWords(exporting);

const formats = { html, text, json } satisfies Record<string, MakeFormat>;
type FormatName = keyof typeof formats;
const formatNames = ['html', 'text', 'json'] as const satisfies readonly FormatName[];

const dayMs = 86_400_000;
const ranges = { all: null, year: 365, month: 30, week: 7 } as const;
type Range = keyof typeof ranges;
const rangeNames = ['all', 'year', 'month', 'week'] as const satisfies readonly Range[];

export interface ExportDialogProps {
  readonly roomId: string;
  /** Name of the chat. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The form: which messages, and how. */
function Wishes({ range, onRange, format, onFormat, withFiles, onFiles }: WishesProps): ReactNode {
  const { t } = useTranslation();
  const blocks = useBlocks();
  return (
    <div className={styles.fields}>
      <p>{t('exporting.text')}</p>
      <Select
        label={t('exporting.format')}
        value={format}
        options={formatNames.map((id) => ({ id, label: t(`exporting.formats.${id}`) }))}
        onChange={onFormat}
      />
      <Select
        label={t('exporting.range')}
        value={range}
        options={rangeNames.map((id) => ({ id, label: t(`exporting.ranges.${id}`) }))}
        onChange={onRange}
      />
      <Switch
        label={t('exporting.files')}
        hint={t('exporting.filesHint')}
        isSelected={withFiles}
        onChange={onFiles}
      />
      {blocks && <p className={styles.quiet}>{t('exporting.blocked')}</p>}
      <p className={styles.quiet}>{t('exporting.open')}</p>
    </div>
  );
}

interface WishesProps {
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  readonly format: FormatName;
  readonly onFormat: (format: FormatName) => void;
  readonly withFiles: boolean;
  readonly onFiles: (withFiles: boolean) => void;
}

/** How far it has come: asked for by screen readers, for it changes twice a second. */
function Running({ progress }: { readonly progress: Progress }): ReactNode {
  const { t, i18n } = useTranslation();
  const { step, oldestMs, messages, files } = progress;
  const written = t('exporting.writing', { count: messages });
  const words =
    step === 'writing'
      ? files === 0
        ? written
        : t('exporting.writtenFiles', { text: written, count: files })
      : oldestMs === null
        ? t('exporting.olderBegin')
        : t('exporting.older', { day: formatDate(oldestMs, i18n.language) });
  return (
    <div
      className={styles.running}
      role="progressbar"
      aria-label={t('exporting.progress')}
      aria-valuetext={words}
    >
      <Spinner size={20} />
      {words}
    </div>
  );
}

/** The result. */
function Done({
  progress,
  name,
}: {
  readonly progress: Progress;
  readonly name: string;
}): ReactNode {
  const { t } = useTranslation();
  const { messages, files, lost, missing, gaps } = progress;
  const blocks = useBlocks();
  const written = t('exporting.writing', { count: messages });
  return (
    <div className={styles.fields} role="status">
      <p>{t('exporting.done', { name: isolate(name) })}</p>
      <p className={styles.quiet}>
        {files === 0 ? written : t('exporting.writtenFiles', { text: written, count: files })}
      </p>
      {blocks && <p>{t('exporting.blockedOut')}</p>}
      {missing && <p>{t('exporting.missing')}</p>}
      {gaps && <p>{t('exporting.gaps')}</p>}
      {lost > 0 && <p>{t('exporting.lost', { count: lost })}</p>}
    </div>
  );
}

function Show({ exportId }: { readonly exportId: string }): ReactNode {
  const { t } = useTranslation();
  const shell = useShell();
  const { accountId } = useAccount();
  const toasts = useToasts();
  const show = async (): Promise<void> => {
    const shown = await resultOf(shell.call('showSaved', { accountId, transferId: exportId }));
    if (!shown.ok || !shown.output.shown) toasts.show({ text: t('exporting.showFailed') });
  };
  return (
    <Button icon={FolderOpen} onPress={() => void show()}>
      {t('exporting.show')}
    </Button>
  );
}

/** The answer of the server that is under way is waited for. */
function Stop({ onPress }: { readonly onPress: () => void }): ReactNode {
  const { t } = useTranslation();
  const [pressed, setPressed] = useState(false);
  return (
    <Button
      isDisabled={pressed}
      onPress={() => {
        setPressed(true);
        onPress();
      }}
    >
      {t(pressed ? 'exporting.stopping' : 'exporting.olderStop')}
    </Button>
  );
}

/** The button that was pressed goes with its step: the focus moves to what came, unless a button there takes it. */
function useFocusOf(step: string) {
  const content = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step && step !== 'done') content.current?.focus({ preventScroll: true });
    last.current = step;
  }, [step]);
  return content;
}

/** Exports one chat. While it runs, it is left by its end or by Cancel alone: a stray Escape must not throw an hour of work away. */
export function ExportDialog({ roomId, name, onClose }: ExportDialogProps): ReactNode {
  const { t } = useTranslation();
  const { state, start, enough, cancel } = useExport(roomId, name);
  const [format, setFormat] = useState<FormatName>('html');
  const [range, setRange] = useState<Range>('all');
  const [withFiles, setWithFiles] = useState(true);
  const go = (): void => {
    const days = ranges[range];
    const sinceMs = days === null ? null : Date.now() - days * dayMs;
    void start({ sinceMs, withFiles }, formats[format]);
  };
  const isRunning = state.step === 'running';
  const content = useFocusOf(state.step);
  return (
    <Dialog
      title={
        state.step === 'done'
          ? t('exporting.doneTitle')
          : t('exporting.title', { name: isolate(name) })
      }
      isOpen
      onClose={isRunning ? () => undefined : onClose}
      {...(isRunning && { role: 'alertdialog' })}
      actions={
        <>
          {state.step === 'form' && (
            <>
              <Button onPress={onClose}>{t('app.cancel')}</Button>
              <Button variant="primary" onPress={go}>
                {t('exporting.choose')}
              </Button>
            </>
          )}
          {isRunning && (
            <>
              {state.progress.step === 'older' && state.progress.oldestMs !== null && (
                <Stop onPress={enough} />
              )}
              <Button onPress={cancel}>{t('exporting.cancel')}</Button>
            </>
          )}
          {state.step === 'done' && (
            <>
              <Show exportId={state.exportId} />
              <Button variant="primary" autoFocus onPress={onClose}>
                {t('exporting.close')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div ref={content} tabIndex={-1} className={styles.content}>
        {state.step === 'form' && (
          <>
            {state.error !== null && <AppErrorNote error={state.error} />}
            <Wishes
              {...{ range, format, withFiles }}
              onRange={setRange}
              onFormat={setFormat}
              onFiles={setWithFiles}
            />
          </>
        )}
        {isRunning && <Running progress={state.progress} />}
        {state.step === 'done' && <Done progress={state.progress} name={state.name} />}
      </div>
    </Dialog>
  );
}
