// The queue at the bottom of the Files place: one line, and below it every upload, download and act that takes its time.
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useAccount, useShell } from '../../../app/context';
import { errorText } from '../../../app/errors';
import { useEngineCall, useList, useValue } from '../../../app/hooks';
import { transfersUnfolded } from '../../../app/filesPlace';
import { resultOf } from '../../../app/result';
import { useAppDispatch, useAppSelector } from '../../../app/store';
import { useNow } from '../../../app/useNow';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { useToasts } from '../../../ui/Toasts';
import type { TransfersPanelProps } from '../slots';
import { transfersLimit } from '../uploads';
import { TransferRowView, type TransferActName } from './TransferRowView';
import { summaryWords, type TransferRow, type TransferSummary } from './transferWords';
import styles from './Transfers.module.css';

const rowHeight = 48;
const rowsShown = 4;

export function TransfersPanel({ onShowFile, onShowDirectory }: TransfersPanelProps) {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.files.transfersOpen);
  const { value: summary } = useValue('transferSummary', {});
  const { items } = useList('transfers', { limit: transfersLimit });
  const { act, showSaved } = useTransferActs();
  if (summary === undefined || items.length === 0) return null;
  const showOf = (row: TransferRow): (() => void) | null => {
    const { saved, roomId, entryId, transferId } = row;
    if (saved) return () => showSaved(transferId);
    if (roomId === null) return null;
    return entryId === null ? () => onShowDirectory(roomId) : () => onShowFile({ roomId, entryId });
  };
  return (
    <TransfersView
      summary={summary}
      rows={items}
      open={open}
      onOpen={(next) => dispatch(transfersUnfolded(next))}
      onAct={act}
      showOf={showOf}
    />
  );
}

function useTransferActs() {
  const call = useEngineCall();
  const shell = useShell();
  const { accountId } = useAccount();
  const toasts = useToasts();
  const { t } = useTranslation();
  return {
    act: (rows: readonly TransferRow[] | null, act: TransferActName): void => {
      const transferIds = rows?.map((row) => row.transferId) ?? null;
      void call('transfers', { transferIds, act }).then((result) => {
        if (!result.ok) toasts.show({ text: errorText(t, result.error), tone: 'danger' });
      });
    },
    showSaved: (transferId: string): void => {
      void resultOf(shell.call('showSaved', { accountId, transferId })).then((result) => {
        if (!result.ok) toasts.show({ text: errorText(t, result.error), tone: 'danger' });
        else if (!result.output.shown) toasts.show({ text: t('filePanels.transfers.notThere') });
      });
    },
  };
}

export interface TransfersViewProps {
  readonly summary: TransferSummary;
  readonly rows: readonly TransferRow[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Null: all of them. */
  readonly onAct: (rows: readonly TransferRow[] | null, act: TransferActName) => void;
  readonly showOf: (row: TransferRow) => (() => void) | null;
}

export function TransfersView({ summary, rows, open, onOpen, onAct, showOf }: TransfersViewProps) {
  const { t } = useTranslation();
  const total = summary.bytesTotal === 0 ? null : summary.bytesDone / summary.bytesTotal;
  const busy = summary.running + summary.waiting > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = (event.target as Element).closest('[data-key]')?.getAttribute('data-key');
    const row = rows.find((one) => one.key === key);
    if (row === undefined || event.target !== event.currentTarget.ownerDocument.activeElement)
      return;
    const { actions } = row;
    if (event.key === 'Delete' && (actions.cancel || actions.dismiss))
      onAct([row], actions.cancel ? 'cancel' : 'dismiss');
  };
  return (
    <section className={styles.tray} aria-label={t('filePanels.transfers.title')}>
      <div className={styles.head}>
        <h2>{t('filePanels.transfers.title')}</h2>
        <Summary summary={summary} rows={rows} />
        <HeadButtons summary={summary} rows={rows} onAct={onAct} />
        <IconButton
          size="s"
          label={t(open ? 'filePanels.transfers.hide' : 'filePanels.transfers.show')}
          icon={open ? ChevronDown : ChevronUp}
          aria-expanded={open}
          onPress={() => onOpen(!open)}
        />
      </div>
      {!open && busy && (
        <progress
          className={`${styles.progress} ${styles.thin}`}
          value={total ?? undefined}
          max={1}
          aria-label={t('filePanels.transfers.title')}
        />
      )}
      {open && (
        <div onKeyDown={onKeyDown}>
          <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
            <GridList
              aria-label={t('filePanels.transfers.title')}
              className={styles.list ?? ''}
              style={{ blockSize: Math.min(rows.length, rowsShown) * rowHeight + 8 }}
              items={rows}
              dependencies={[showOf, onAct]}
              onAction={(key) => {
                const row = rows.find((one) => one.key === key);
                if (row?.state === 'done') showOf(row)?.();
              }}
            >
              {(row) => (
                <GridListItem id={row.key} textValue={row.name} className={styles.row ?? ''}>
                  <TransferRowView
                    row={row}
                    onShow={showOf(row)}
                    onAct={(act) => onAct([row], act)}
                  />
                </GridListItem>
              )}
            </GridList>
          </Virtualizer>
        </div>
      )}
    </section>
  );
}

function Summary({ summary, rows }: Pick<TransfersViewProps, 'summary' | 'rows'>) {
  const { t, i18n } = useTranslation();
  const now = useNow(summary.waitUntilMs === null ? 60_000 : 1_000);
  const words = summaryWords(t, summary, rows, now, i18n.language);
  return (
    <span className={styles.summary} title={words} dir="auto">
      {words}
    </span>
  );
}

function HeadButtons({
  summary,
  rows,
  onAct,
}: Pick<TransfersViewProps, 'summary' | 'rows' | 'onAct'>) {
  const { t } = useTranslation();
  const pausable = rows.some((row) => row.actions.pause);
  const resumable = rows.some((row) => row.actions.resume);
  const done = rows.filter((row) => row.state === 'done' && row.actions.dismiss);
  const failed = rows.filter((row) => row.actions.retry);
  return (
    <>
      {failed.length > 1 && (
        <Button size="s" onPress={() => onAct(failed, 'retry')}>
          {t('filePanels.transfers.retryAll')}
        </Button>
      )}
      {pausable && !summary.allPaused ? (
        <Button size="s" onPress={() => onAct(null, 'pause')}>
          {t('filePanels.transfers.pauseAll')}
        </Button>
      ) : (
        resumable && (
          <Button size="s" onPress={() => onAct(null, 'resume')}>
            {t('filePanels.transfers.resumeAll')}
          </Button>
        )
      )}
      {done.length > 0 && !pausable && (
        <Button size="s" onPress={() => onAct(done, 'dismiss')}>
          {t('filePanels.transfers.clearDone')}
        </Button>
      )}
    </>
  );
}
