// The queue at the bottom of the Files place: one line, and below it every upload, download and act that takes its time.
import { ChevronDown, ChevronUp } from 'lucide-react';
import { memo, useCallback, useState, type FocusEvent } from 'react';
import { useTranslation } from '#app/words';
import { useAccount, useShell } from '#app/context';
import { useErrorNotice } from '#app/errors';
import { useEngineCall, useList, useValue } from '#app/hooks';
import { transfersUnfolded } from '#app/places/filesPlace';
import { resultOf } from '#app/result';
import { useAppDispatch, useAppSelector } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { useToasts } from '#ui/overlays/Toasts';
import { useFileActs } from '../acts/useFileActs';
import type { TransfersPanelProps } from '../slots';
import { transfersLimit } from '../uploads';
import { TransferList } from './TransferList';
import type { TransferActName } from './TransferRowView';
import { summaryWords, type TransferRow, type TransferSummary } from './transferWords';
import styles from './Transfers.module.css';

export const TransfersPanel = memo(function TransfersPanel(props: TransfersPanelProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const wanted = useAppSelector((state) => state.files.transfersOpen);
  const { value: summary } = useValue('transferSummary', {});
  const { items: rows } = useList('transfers', { limit: transfersLimit });
  const act = useTransferAct();
  const onAct = useCallback((row: TransferRow, name: TransferActName) => act([row], name), [act]);
  const onShow = useShow(props);
  const { save } = useFileActs();
  const onSave = useCallback(
    ({ name, bytesHere: handle }: TransferRow) =>
      save([{ name, media: handle === undefined ? null : { handle } }]),
    [save],
  );
  const rest = useAtRest(summary);
  if (summary === undefined || rows.length === 0) return null;
  const { running, waiting, paused, failed, bytesDone, bytesTotal } = summary;
  const open = wanted && (running + waiting + paused + failed > 0 || rest.looked);
  return (
    <section data-part className={styles.tray} aria-label={t('filePanels.transfers.title')}>
      <div className={styles.head}>
        <h2>{t('filePanels.transfers.title')}</h2>
        <Summary summary={summary} rows={rows} />
        <HeadButtons summary={summary} rows={rows} onAct={act} />
        <IconButton
          size="s"
          label={t(open ? 'filePanels.transfers.hide' : 'filePanels.transfers.show')}
          icon={open ? ChevronDown : ChevronUp}
          aria-expanded={open}
          onPress={() => {
            rest.look(!open);
            dispatch(transfersUnfolded(!open));
          }}
        />
      </div>
      {running + waiting > 0 && (
        <progress
          className={`${styles.progress} ${styles.thin}`}
          value={bytesTotal === 0 ? undefined : bytesDone / bytesTotal}
          max={1}
          aria-label={t('filePanels.transfers.progress')}
        />
      )}
      {open && (
        <div {...rest.handlers}>
          <TransferList rows={rows} onAct={onAct} onShow={onShow} onSave={onSave} />
        </div>
      )}
    </section>
  );
});

/** When all is done the rows fold away by themselves, unless they are being looked at: by hand, the pointer or the focus. */
function useAtRest(summary: TransferSummary | undefined) {
  const [unfolded, setUnfolded] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const busy = (summary?.running ?? 0) + (summary?.waiting ?? 0) > 0;
  const [wasBusy, setWasBusy] = useState(busy);
  if (busy !== wasBusy) {
    setWasBusy(busy);
    if (busy) setUnfolded(false);
  }
  return {
    looked: unfolded || pointed || focused,
    look: (open: boolean) => {
      // Rows that are opened while something runs fold away with the rest when all is done.
      setUnfolded(open && !busy);
      setPointed(false);
      setFocused(false);
    },
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

/** Rows null: all of them. */
type Act = (rows: readonly TransferRow[] | null, act: TransferActName) => void;

function useTransferAct(): Act {
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  return useCallback(
    (rows, act) => {
      const transferIds = rows?.map((row) => row.transferId) ?? null;
      void call('transfers', { transferIds, act }).then((result) => {
        if (!result.ok) tellFailure(result.error, 'files');
      });
    },
    [call, tellFailure],
  );
}

/** To where the bytes went: on the disk, or in the directory. */
function useShow({ onShowFile, onShowDirectory }: TransfersPanelProps): (row: TransferRow) => void {
  const shell = useShell();
  const { accountId } = useAccount();
  const toasts = useToasts();
  const tellFailure = useErrorNotice();
  const { t } = useTranslation();
  return useCallback(
    ({ saved, roomId, entryId, transferId }) => {
      if (!saved) {
        if (roomId === null) return;
        return entryId === null ? onShowDirectory(roomId) : onShowFile({ roomId, entryId });
      }
      void resultOf(shell.call('showSaved', { accountId, transferId })).then((result) => {
        if (!result.ok) tellFailure(result.error, 'files');
        else if (!result.output.shown) toasts.show({ text: t('filePanels.transfers.notThere') });
      });
    },
    [shell, accountId, toasts, tellFailure, t, onShowFile, onShowDirectory],
  );
}

interface HeadProps {
  readonly summary: TransferSummary;
  readonly rows: readonly TransferRow[];
}

function Summary({ summary, rows }: HeadProps) {
  const { t, i18n } = useTranslation();
  const now = useNow(summary.waitUntilMs === null ? 60_000 : 1_000);
  const words = summaryWords(t, summary, rows, now, i18n.language);
  return (
    <span className={styles.summary} title={words}>
      {words}
    </span>
  );
}

/** It will not go on any more, and no bytes go with it. */
const isOver = ({ state, actions, bytesHere }: TransferRow): boolean =>
  actions.dismiss && (state === 'done' || (!actions.retry && bytesHere === undefined));

function HeadButtons({ summary, rows, onAct }: HeadProps & { readonly onAct: Act }) {
  const { t } = useTranslation();
  const pausable = rows.some((row) => row.actions.pause);
  const resumable = rows.some((row) => row.actions.resume);
  const done = rows.filter(isOver);
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
