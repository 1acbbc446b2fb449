// One transfer: what and where to, how far it is, and what can be done with it.
import clsx from 'clsx';
import { Check, Folder, FolderOpen, Pause, Play, RotateCw, X } from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import { useTranslation } from '#app/words';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { FileName } from '#ui/text/FileName';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { KindIcon } from '../KindIcon';
import { fractionOf, lineWords, percentWords, speedWords, type TransferRow } from './transferWords';
import styles from './Transfers.module.css';

export type TransferActName = 'pause' | 'resume' | 'retry' | 'cancel' | 'dismiss' | 'save_as_new';

export interface TransferRowProps {
  readonly row: TransferRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** The one row that Tab reaches; its buttons are reached by arrows. */
  readonly tabStop: boolean;
  readonly onAct: (row: TransferRow, act: TransferActName) => void;
  readonly onShow: (row: TransferRow) => void;
  /** Saves its bytes elsewhere. */
  readonly onSave: (row: TransferRow) => void;
}

type Acting = Pick<TransferRowProps, 'row' | 'onAct' | 'onShow' | 'onSave'>;

const isFolder = ({ kind, entryId }: TransferRow): boolean =>
  kind === 'directory' ||
  kind === 'move' ||
  kind === 'delete' ||
  (kind === 'rename' && entryId === null);

const signOf = (row: TransferRow) =>
  isFolder(row) ? 'directory' : row.kind === 'zip' ? 'archive' : row.fileKind;

export const TransferRowView = memo(function TransferRowView(props: TransferRowProps) {
  const { row, index, top, height, tabStop, ...acting } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      data-index={index}
      tabIndex={tabStop ? 0 : -1}
      className={styles.row}
      style={{ insetBlockStart: top, blockSize: height } as CSSProperties}
    >
      <div role="gridcell" className={styles.cell}>
        <KindIcon kind={signOf(row)} />
        <div className={styles.words}>
          {isFolder(row) ? (
            <Name cut className={styles.name}>
              {row.name}
            </Name>
          ) : (
            <FileName className={styles.name}>{row.name}</FileName>
          )}
          <Line row={row} />
        </div>
        <div className={styles.middle}>
          <Middle row={row} {...acting} />
        </div>
        <Acts row={row} {...acting} />
      </div>
    </div>
  );
});

/** Counts down while the server's pause lasts. */
function Line({ row }: { readonly row: TransferRow }) {
  const { t, i18n } = useTranslation();
  const now = useNow(row.waitUntilMs === null ? 60_000 : 1_000);
  const text = lineWords(t, row, now, i18n.language);
  return (
    <span className={clsx(styles.line, row.state === 'failed' && styles.failed)} title={text}>
      {text}
    </span>
  );
}

function Middle({ row, onAct, onSave }: Acting) {
  const { t, i18n } = useTranslation();
  const fraction = fractionOf(row);
  switch (row.state) {
    case 'failed':
      if (row.bytesHere !== undefined)
        return (
          <Button size="s" excludeFromTabOrder onPress={() => onSave(row)}>
            {t('filePanels.transfers.saveCopy')}
          </Button>
        );
      return row.actions.saveAsNew ? (
        <Button size="s" excludeFromTabOrder onPress={() => onAct(row, 'save_as_new')}>
          {t('filePanels.transfers.saveAsNew')}
        </Button>
      ) : null;
    case 'done':
      return (
        <span className={styles.done}>
          <Icon icon={Check} />
          {t('app.done')}
        </span>
      );
    case 'waiting':
    case 'running':
    case 'paused': {
      const paused = row.state === 'paused';
      const started = row.bytesDone > 0 || row.step === 'bytes';
      if (!started) return null;
      return (
        <>
          <progress
            className={clsx(styles.progress, row.state !== 'running' && styles.still)}
            value={fraction ?? undefined}
            max={1}
            aria-label={t('filePanels.transfers.progressOf', { name: row.name })}
          />
          <div className={styles.figures}>
            {paused
              ? t('filePanels.transfers.pausedAt', {
                  percent: percentWords(fraction ?? 0, i18n.language),
                })
              : speedWords(row, i18n.language)}
          </div>
        </>
      );
    }
    default:
      return row.state satisfies never;
  }
}

function Acts({ row, onAct, onShow }: Acting) {
  const { t } = useTranslation();
  const { actions, name } = row;
  const away = actions.cancel ? 'cancel' : actions.dismiss ? 'dismiss' : null;
  return (
    <div className={styles.acts}>
      {actions.pause && (
        <IconButton
          size="s"
          excludeFromTabOrder
          label={t('filePanels.transfers.pauseNamed', { name })}
          icon={Pause}
          onPress={() => onAct(row, 'pause')}
        />
      )}
      {actions.resume && (
        <IconButton
          size="s"
          excludeFromTabOrder
          label={t('filePanels.transfers.resumeNamed', { name })}
          icon={Play}
          onPress={() => onAct(row, 'resume')}
        />
      )}
      {actions.retry && (
        <IconButton
          size="s"
          excludeFromTabOrder
          label={t('filePanels.transfers.retryNamed', { name })}
          icon={RotateCw}
          onPress={() => onAct(row, 'retry')}
        />
      )}
      {row.state === 'done' && (row.saved || row.roomId !== null) && (
        <IconButton
          size="s"
          excludeFromTabOrder
          label={t(
            row.saved ? 'filePanels.transfers.showSaved' : 'filePanels.transfers.showInFolder',
            { name },
          )}
          icon={row.saved ? FolderOpen : Folder}
          onPress={() => onShow(row)}
        />
      )}
      {away !== null && (
        <IconButton
          size="s"
          excludeFromTabOrder
          label={t(`filePanels.transfers.${away}Named`, { name })}
          icon={X}
          onPress={() => onAct(row, away)}
        />
      )}
    </div>
  );
}
