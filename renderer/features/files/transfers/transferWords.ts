// Transfers in words. Pure; the caller gives `t`, the language and the time.
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type {
  TransferRow as TransferRowSchema,
  TransferSummary as TransferSummarySchema,
} from '#contract/areas/files/transfersModels';
import { errorText } from '#app/errors';
import { isolate } from '#ui/text/isolate';
import { formatPercent } from '#ui/text/percent';
import { formatSize, formatTime } from '#ui/text/time';
import { isChange, waitOf, type ChangeKind, type Wait } from '../uploads';

export type TransferRow = z.infer<typeof TransferRowSchema>;
export type TransferSummary = z.infer<typeof TransferSummarySchema>;

/** `40 sec`, `2 min`, `1.5 hr`, in the language's own short words. */
export function durationWords(seconds: number, language: string): string {
  const [value, unit] =
    seconds < 90
      ? [Math.max(1, Math.round(seconds)), 'second']
      : seconds < 5_400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 360) / 10, 'hour'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'short',
  }).format(Number(value));
}

export const secondsUntil = (ms: number, nowMs: number): number =>
  Math.max(0, Math.ceil((ms - nowMs) / 1000));

/** 0 to 1; null while the size is not known. */
export function fractionOf(row: Pick<TransferRow, 'bytesDone' | 'bytesTotal'>): number | null {
  if (row.bytesTotal === null) return null;
  return row.bytesTotal === 0 ? 1 : Math.min(1, row.bytesDone / row.bytesTotal);
}

export const percentWords = (fraction: number, language: string): string =>
  // Rounding must not say 100 % before the end.
  formatPercent(fraction < 1 ? Math.min(fraction, 0.99) : 1, language);

/** A file is moved by a copy. */
const isMove = ({ kind, moves }: TransferRow): boolean => kind === 'move' || moves !== null;

function failedWords(t: TFunction, row: TransferRow, language: string): string {
  const { error, where, deletedBy } = row;
  if (error === null) return t('filePanels.transfers.failed');
  const { code, data } = error;
  if (code === 'not_joined' && deletedBy !== undefined)
    return t('filePanels.transfers.deletedBy', { name: deletedBy, where });
  if (code === 'not_joined') return t('filePanels.transfers.noAccess', { where });
  if (code === 'conflict' && data?.['reason'] === 'locked')
    return typeof data['by'] === 'string'
      ? t('filePanels.transfers.lockedBy', { name: data['by'] })
      : t('filePanels.transfers.locked');
  if (code === 'conflict' && data?.['reason'] === 'changed')
    return t('filePanels.transfers.changed');
  if (isMove(row) && data?.['reason'] === 'loop')
    return t('filePanels.transfers.moveLoop', { where: isolate(where) });
  if (isMove(row) && code === 'not_found') return t('filePanels.transfers.moveGone');
  if (code === 'too_large') {
    const most = data?.['limitBytes'];
    return typeof most === 'number'
      ? t('filePanels.transfers.tooLargeLimit', { size: formatSize(most, language) })
      : t('filePanels.transfers.tooLarge');
  }
  const upload = row.kind === 'upload' || row.kind === 'directory';
  if (code === 'ticket_invalid' || (code === 'not_found' && upload))
    return t('filePanels.transfers.gone');
  if (code === 'forbidden' && data?.['reason'] === 'place') return t('filePanels.transfers.place');
  if (code === 'forbidden' && row.kind !== 'download' && row.kind !== 'zip')
    return t('filePanels.transfers.forbidden', { where });
  return errorText(t, error, 'files');
}

function waitingWords(
  t: TFunction,
  row: TransferRow,
  wait: Wait,
  nowMs: number,
  language: string,
): string {
  switch (wait) {
    case 'network':
      return t('filePanels.transfers.step.network');
    case 'sign_in':
      return t('filePanels.transfers.step.signIn');
    case 'directory':
      return t('filePanels.transfers.step.directory');
    case 'rate_limit': {
      const seconds = row.waitUntilMs === null ? 0 : secondsUntil(row.waitUntilMs, nowMs);
      return seconds === 0
        ? t('filePanels.transfers.step.pause')
        : t('filePanels.transfers.step.pauseFor', { time: durationWords(seconds, language) });
    }
    case 'turn':
      return t('filePanels.transfers.step.turn');
    default:
      return wait satisfies never;
  }
}

/** Says that a name, a lock or a file stays as it was, and why. */
function unchangedWords(
  t: TFunction,
  row: TransferRow,
  kind: ChangeKind,
  language: string,
): string {
  const { error } = row;
  const why =
    error?.data?.['reason'] === 'newer'
      ? t('filePanels.transfers.change.newer')
      : error?.code === 'conflict'
        ? errorText(t, error, 'files')
        : error?.code === 'not_found'
          ? t('filePanels.transfers.change.gone')
          : failedWords(t, row, language);
  return `${t(`filePanels.transfers.change.${kind}_failed`)} ${why}`;
}

/** The second line: what is being done with it, what it waits for, or what went wrong. */
export function lineWords(t: TFunction, row: TransferRow, nowMs: number, language: string): string {
  const { state, step, where, kind: own } = row;
  if (isChange(own)) {
    if (state === 'failed') return unchangedWords(t, row, own, language);
    const will = t(`filePanels.transfers.change.${own}`, { name: row.changes?.name ?? '' });
    const wait = waitOf(row);
    return wait === null ? will : `${will} ${waitingWords(t, row, wait, nowMs, language)}`;
  }
  const kind = isMove(row) ? 'move' : own;
  switch (state) {
    case 'failed':
      return failedWords(t, row, language);
    case 'paused':
      return t('filePanels.transfers.paused');
    case 'done': {
      const left = row.error?.data?.['files'];
      // A zip tells which files it had to leave out.
      if (kind === 'zip' && typeof left === 'number')
        return t('filePanels.transfers.leftOut', { count: left });
      if (row.error?.data?.['reason'] === 'overtook') return t('filePanels.transfers.overtook');
      return t(`filePanels.transfers.done.${kind === 'download' && row.saved ? 'saved' : kind}`, {
        where,
        time: formatTime(row.finishedMs ?? nowMs, language),
      });
    }
    case 'waiting':
    case 'running': {
      const wait = waitOf(row);
      if (wait !== null) {
        const waits = waitingWords(t, row, wait, nowMs, language);
        if (kind !== 'move') return waits;
        return `${t('filePanels.transfers.change.move', { where: isolate(where) })} ${waits}`;
      }
      if (step === 'verify') return t('filePanels.transfers.step.verify');
      if (step === 'publish' && (kind === 'upload' || kind === 'directory'))
        return t('filePanels.transfers.step.publish', { where });
      return t(`filePanels.transfers.running.${kind}`, { where });
    }
    default:
      return state satisfies never;
  }
}

/** `62%, 4.1 MB/s, 2 min`. */
export function speedWords(row: TransferRow, language: string): string {
  const fraction = fractionOf(row);
  // All bytes are away: what is waited for now says the line.
  if (fraction === 1) return '';
  const parts = [
    fraction === null
      ? formatSize(row.bytesDone, language)
      : percentWords(Math.min(fraction, 0.99), language),
  ];
  if (row.bytesPerSecond !== null && row.bytesPerSecond > 0)
    parts.push(`${formatSize(row.bytesPerSecond, language)}/s`);
  if (row.secondsLeft !== null) parts.push(durationWords(row.secondsLeft, language));
  return parts.join(', ');
}

/** The line of the panel: `1 uploading, 1 paused, 1 failed. About 2 min left`. */
export function summaryWords(
  t: TFunction,
  summary: TransferSummary,
  rows: readonly TransferRow[],
  nowMs: number,
  language: string,
): string {
  const running = rows.filter((row) => row.state === 'running');
  // One word for all that runs: two would sound as if what is uploaded did not run.
  const all = (kinds: readonly TransferRow['kind'][]): number =>
    running.length > 0 && running.every(({ kind }) => kinds.includes(kind)) ? summary.running : 0;
  const uploading = all(['upload', 'directory']);
  const downloading = all(['download', 'zip']);
  const numbers = {
    uploading,
    downloading,
    running: summary.running - uploading - downloading,
    waiting: summary.waiting,
    paused: summary.paused,
    failed: summary.failed,
    // If folders alone were made, their rows are all that there is to count.
    done:
      summary.running + summary.waiting + summary.paused + summary.failed === 0
        ? summary.done || rows.length
        : 0,
  };
  const parts = Object.entries(numbers).flatMap(([name, number]) =>
    number > 0
      ? [t(`filePanels.transfers.count.${name as keyof typeof numbers}`, { count: number })]
      : [],
  );
  const said = parts.join(', ');
  if (summary.waitUntilMs !== null) {
    const seconds = secondsUntil(summary.waitUntilMs, nowMs);
    if (seconds > 0)
      return t('filePanels.transfers.summaryPause', {
        said,
        time: durationWords(seconds, language),
      });
  }
  if (running.length === 0 && rows.some((row) => row.step === 'network'))
    return t('filePanels.transfers.summaryOffline', { said });
  return summary.secondsLeft === null || summary.running === 0
    ? said
    : t('filePanels.transfers.summaryLeft', {
        said,
        time: durationWords(summary.secondsLeft, language),
      });
}
